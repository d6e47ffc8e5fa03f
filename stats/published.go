package stats

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Finding is what arithmetic says about one statement of a paper. Every check
// gives the paper the benefit of rounding: a statement is inconsistent only when no
// unrounded numbers could have printed as it does.
type Finding struct {
	Check      string // such as "percent to count"
	Consistent bool
	Arithmetic string // the numbers that decide it
}

// CheckPercent asks whether a percentage of n tasks is a whole number of tasks.
func CheckPercent(percent string, n int) (Finding, error) {
	counts, err := PercentCounts(percent, n)
	if err != nil {
		return Finding{}, err
	}
	f := Finding{Check: "percent to count", Consistent: len(counts) > 0}
	if f.Consistent {
		f.Arithmetic = fmt.Sprintf("%s of %d is %s", percent, n, join(counts))
		return f, nil
	}
	p, _ := ParsePrinted(percent)
	if p.Lo() > 100 || p.Hi() < 0 {
		f.Arithmetic = fmt.Sprintf("%s %% is no share of %d: it lies outside 0 to 100 %%", strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(percent), "%")), n)
		return f, nil
	}
	k := int(p.Value * float64(n) / 100)
	f.Arithmetic = fmt.Sprintf("%s of %d is no whole number: %d/%d = %.*f %%, %d/%d = %.*f %%", percent, n,
		k, n, p.Decimals+2, 100*float64(k)/float64(n), k+1, n, p.Decimals+2, 100*float64(k+1)/float64(n))
	return f, nil
}

// CheckSameRate asks whether several statements can describe one number of solved
// tasks out of n: printed percentages, and counts given outright (a sum over
// repositories, or n less the failures).
func CheckSameRate(n int, percents []string, counts ...int) (Finding, error) {
	f := Finding{Check: "one rate, several statements", Consistent: true}
	var said []string
	var common map[int]bool
	meet := func(set []int) {
		next := make(map[int]bool)
		for _, k := range set {
			if common == nil || common[k] {
				next[k] = true
			}
		}
		common = next
	}
	for _, p := range percents {
		set, err := PercentCounts(p, n)
		if err != nil {
			return f, err
		}
		meet(set)
		said = append(said, fmt.Sprintf("%s → %s", p, join(set)))
	}
	for _, k := range counts {
		meet([]int{k})
		said = append(said, fmt.Sprintf("count %d", k))
	}
	f.Consistent = common == nil || len(common) > 0
	f.Arithmetic = fmt.Sprintf("of %d: %s", n, strings.Join(said, "; "))
	return f, nil
}

// CheckSum asks whether parts add up to the stated total.
func CheckSum(parts []int, total int) Finding {
	sum := 0
	for _, p := range parts {
		sum += p
	}
	return Finding{"sum", sum == total, fmt.Sprintf("parts add up to %d, stated %d", sum, total)}
}

// CheckHull asks whether a stated overall value lies within the smallest and the
// largest of the parts that it averages, whatever their weights.
func CheckHull(parts []string, overall string) (Finding, error) {
	p, whole, err := parseAll(parts, overall)
	if err != nil {
		return Finding{}, err
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range p {
		lo, hi = math.Min(lo, v.Lo()), math.Max(hi, v.Hi())
	}
	return Finding{"weighted-mean hull", touches(lo, hi, whole),
		fmt.Sprintf("a mean of the parts lies in [%.4g, %.4g], stated %s", lo, hi, overall)}, nil
}

// CheckWeightedMean recomputes an overall value from parts with known weights.
func CheckWeightedMean(parts []string, weights []int, overall string) (Finding, error) {
	p, whole, err := parseAll(parts, overall)
	if err != nil {
		return Finding{}, err
	}
	if len(weights) != len(parts) {
		return Finding{}, fmt.Errorf("%d weights for %d parts", len(weights), len(parts))
	}
	var sum, half, total float64
	for i, v := range p {
		w := float64(weights[i])
		if w < 0 {
			return Finding{}, fmt.Errorf("part %d has weight %d", i, weights[i])
		}
		sum, half, total = sum+w*v.Value, half+w*v.Half, total+w
	}
	if total == 0 {
		return Finding{}, fmt.Errorf("weighted mean: %w", ErrNoData)
	}
	mean, half := sum/total, half/total
	return Finding{"weighted mean", touches(mean-half, mean+half, whole),
		fmt.Sprintf("parts give %.4g ± %.2g, stated %s", mean, half, overall)}, nil
}

// CheckMacro recomputes an unweighted mean of percentages within rounding. With
// sizes, percentages that belong to a single count are taken exactly, which leaves
// less room; sizes may be nil.
func CheckMacro(percents []string, sizes []int, overall string) (Finding, error) {
	p, whole, err := parseAll(percents, overall)
	if err != nil {
		return Finding{}, err
	}
	if sizes != nil && len(sizes) != len(percents) {
		return Finding{}, fmt.Errorf("%d sizes for %d percentages", len(sizes), len(percents))
	}
	lo, hi := 0.0, 0.0
	for i, v := range p {
		a, b := v.Lo(), v.Hi()
		if sizes != nil {
			counts, err := PercentCounts(percents[i], sizes[i])
			if err != nil {
				return Finding{}, err
			}
			if len(counts) > 0 {
				a = 100 * float64(counts[0]) / float64(sizes[i])
				b = 100 * float64(counts[len(counts)-1]) / float64(sizes[i])
			}
		}
		lo, hi = lo+a/float64(len(p)), hi+b/float64(len(p))
	}
	return Finding{"macro recomputation", touches(lo, hi, whole),
		fmt.Sprintf("the mean of %d groups lies in [%.4f, %.4f], stated %s", len(p), lo, hi, overall)}, nil
}

// CheckMonotone asks whether printed values can fall (or rise) at every step.
func CheckMonotone(values []string, rising bool) (Finding, error) {
	p, _, err := parseAll(values, "0")
	if err != nil {
		return Finding{}, err
	}
	f := Finding{Check: "monotone", Consistent: true, Arithmetic: strings.Join(values, ", ")}
	f.Consistent = monotone(p, rising)
	return f, nil
}

// CheckWidening asks whether the gap a−b can grow at every step.
func CheckWidening(a, b []string) (Finding, error) {
	p, _, err := parseAll(a, "0")
	if err != nil {
		return Finding{}, err
	}
	q, _, err := parseAll(b, "0")
	if err != nil {
		return Finding{}, err
	}
	if len(p) != len(q) {
		return Finding{}, fmt.Errorf("gaps of %d and %d values", len(p), len(q))
	}
	gaps := make([]Printed, len(p))
	said := make([]string, len(p))
	for i := range p {
		decimals := max(p[i].Decimals, q[i].Decimals)
		gaps[i] = Printed{Value: p[i].Value - q[i].Value, Half: p[i].Half + q[i].Half}
		said[i] = strconv.FormatFloat(gaps[i].Value, 'f', decimals, 64)
	}
	return Finding{"widening gap", monotone(gaps, true), "gaps " + strings.Join(said, ", ")}, nil
}

// monotone: can numbers within rounding of p move strictly one way? The earliest
// values are pushed back as far as they go.
func monotone(p []Printed, rising bool) bool {
	floor := math.Inf(-1)
	for _, v := range p {
		lo, hi := v.Lo(), v.Hi()
		if !rising {
			lo, hi = -v.Hi(), -v.Lo()
		}
		floor = math.Max(floor, lo)
		if floor >= hi-1e-9*math.Abs(hi) {
			return false
		}
	}
	return true
}

// CheckStrongest asks whether the value at the index can be the largest in
// magnitude.
func CheckStrongest(values []string, index int) (Finding, error) {
	p, _, err := parseAll(values, "0")
	if err != nil {
		return Finding{}, err
	}
	if index < 0 || index >= len(p) {
		return Finding{}, fmt.Errorf("no value %d among %d", index, len(p))
	}
	f := Finding{Check: "strongest", Consistent: true, Arithmetic: fmt.Sprintf("%s among %s", values[index], strings.Join(values, ", "))}
	own := math.Abs(p[index].Value) + p[index].Half
	for _, v := range p {
		if math.Abs(v.Value)-v.Half > own {
			f.Consistent = false
			f.Arithmetic = fmt.Sprintf("%s is larger in magnitude than %s", v.Text, values[index])
		}
	}
	return f, nil
}

// CheckAtLeast asks whether one printed mean can be at least another, as transitive
// dependencies, which include the direct ones, must be.
func CheckAtLeast(larger, smaller string) (Finding, error) {
	p, q, err := parseAll([]string{larger}, smaller)
	if err != nil {
		return Finding{}, err
	}
	return Finding{"at least", p[0].Hi() >= q.Lo()-1e-9, fmt.Sprintf("%s against %s", larger, smaller)}, nil
}

// CheckSpeedup asks whether a speed-up from k-fold parallelism is at most k.
func CheckSpeedup(speedup string, k int) (Finding, error) {
	p, err := ParsePrinted(strings.TrimRight(speedup, "x×"))
	if err != nil {
		return Finding{}, err
	}
	return Finding{"speed-up", p.Lo() <= float64(k), fmt.Sprintf("%s with %d-fold parallelism", speedup, k)}, nil
}

// CheckCorrelationP asks whether a printed correlation of n pairs (covariates as in
// CorrelationTest) can have the stated p, such as "<0.001", ">0.05" or "0.03".
func CheckCorrelationP(r string, n, covariates int, stated string) (Finding, error) {
	p, err := ParsePrinted(r)
	if err != nil {
		return Finding{}, err
	}
	far := math.Min(1, math.Abs(p.Value)+p.Half)
	near := math.Max(0, math.Abs(p.Value)-p.Half)
	if n-2-covariates <= 0 {
		return Finding{}, fmt.Errorf("%d pairs and %d covariates leave no degree of freedom", n, covariates)
	}
	return checkP("correlation to p", CorrelationTest(far, n, covariates).P, CorrelationTest(near, n, covariates).P, stated)
}

// CheckMcNemarP asks whether some paired table with these marginals has the stated
// exact p.
func CheckMcNemarP(solvedA, solvedB, n int, stated string) (Finding, error) {
	lo, hi, err := McNemarBounds(solvedA, solvedB, n)
	if err != nil {
		return Finding{}, err
	}
	return checkP("McNemar p from marginals", lo.P, hi.P, stated)
}

func checkP(check string, lo, hi float64, stated string) (Finding, error) {
	f := Finding{Check: check, Arithmetic: fmt.Sprintf("p lies in [%.3g, %.3g], stated %s", lo, hi, stated)}
	text := strings.TrimSpace(stated)
	sign := ""
	if text != "" && strings.ContainsAny(text[:1], "<>") {
		sign, text = text[:1], strings.TrimSpace(strings.TrimPrefix(text[1:], "="))
	}
	if sign == "" {
		p, err := ParsePrinted(text)
		if err != nil {
			return Finding{}, err
		}
		f.Consistent = touches(lo, hi, p)
		return f, nil
	}
	bound, err := strconv.ParseFloat(text, 64)
	if err != nil || !(bound >= 0) {
		return Finding{}, fmt.Errorf("%q is not a p-value", stated)
	}
	if f.Consistent = lo < bound; sign == ">" {
		f.Consistent = hi > bound
	}
	return f, nil
}

// CheckSD asks whether a standard deviation in percentage points can come from the
// scores of some seeds on nItems binary tasks.
func CheckSD(sd string, nItems, seeds int) (Finding, error) {
	ok, err := SDAttainable(sd, nItems, seeds)
	if err != nil {
		return Finding{}, err
	}
	p, _ := ParsePrinted(sd)
	all, err := AttainableSDs(nItems, seeds, p.Decimals, p.Value+100*math.Sqrt2/float64(nItems))
	if err != nil {
		return Finding{}, err
	}
	below, above := "none below", "none above"
	for _, v := range all {
		if v < p.Value-p.Half/2 {
			below = strconv.FormatFloat(v, 'f', p.Decimals, 64)
		} else if v > p.Value+p.Half/2 {
			above = strconv.FormatFloat(v, 'f', p.Decimals, 64)
			break
		}
	}
	return Finding{"SD attainability", ok,
		fmt.Sprintf("%s over %d seeds of %d tasks; attainable neighbours are %s and %s", sd, seeds, nItems, below, above)}, nil
}

// touches: can something in [lo, hi] print as p? The slack covers binary rounding.
func touches(lo, hi float64, p Printed) bool {
	slack := 1e-9 * math.Max(1e-3, math.Abs(p.Value))
	return lo <= p.Hi()+slack && hi >= p.Lo()-slack
}

func parseAll(parts []string, whole string) ([]Printed, Printed, error) {
	if len(parts) == 0 {
		return nil, Printed{}, fmt.Errorf("no printed values: %w", ErrNoData)
	}
	out := make([]Printed, len(parts))
	for i, text := range parts {
		p, err := ParsePrinted(text)
		if err != nil {
			return nil, p, err
		}
		out[i] = p
	}
	w, err := ParsePrinted(whole)
	return out, w, err
}

func join(counts []int) string {
	if len(counts) == 0 {
		return "no count"
	}
	var s []string
	for _, k := range counts {
		s = append(s, strconv.Itoa(k))
	}
	return strings.Join(s, " or ")
}
