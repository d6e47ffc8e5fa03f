package stats

import (
	"fmt"
	"math"
)

// PerSolve is what a solve costs: total cost, failed attempts included, over
// solves.
type PerSolve struct {
	// Cost is Σcost/Σsolved with Fieller's interval; +Inf without a solve. Its SE is
	// the linearised one.
	Cost Estimate
	// Solves is Σsolved/Σcost, solves per unit of cost, with Fieller's interval the
	// other way round, which stays finite where that of Cost does not.
	Solves Estimate
	// G is Fieller's g. At 1 or more the number of solves cannot be told from zero
	// at this level, and the interval of Cost is unbounded.
	G         float64
	Unbounded bool
}

// CostPerSolve returns the cost of a solve from the cost of every unit and its
// solves (0 or 1, or a count). Units that failed count with their cost. Clusters of
// the design are summed first; t(G−1). Costs must be finite and not negative; NaN
// in either column is unknown and left out. Fewer than two clusters (or units)
// gives values without intervals.
//
// A mean of per-unit ratios is not offered: it is undefined for an unsolved unit.
//
// Source: Fieller, JRSS B 16 (1954).
func CostPerSolve(cost, solved []float64, d Design) (PerSolve, error) {
	level, err := checkLevel(d.Level)
	if err != nil {
		return PerSolve{}, err
	}
	keep, err := known(cost, solved)
	if err != nil {
		return PerSolve{}, err
	}
	if len(keep) == 0 {
		return PerSolve{}, fmt.Errorf("cost per solve: %w", ErrNoData)
	}
	for _, i := range keep {
		if cost[i] < 0 || solved[i] < 0 {
			return PerSolve{}, fmt.Errorf("unit %d has cost %v and %v solves", i, cost[i], solved[i])
		}
	}
	g, err := d.Clusters.over(len(cost))
	if err != nil {
		return PerSolve{}, err
	}
	g = g.take(keep)
	c, s := g.sums(pick(cost, keep)), g.sums(pick(solved, keep))
	G := float64(len(c))
	mc, _ := meanSD(c)
	ms, _ := meanSD(s)
	warn := excluded(len(cost), len(keep))
	p := PerSolve{
		Cost:   point(mc/ms, len(keep), "ratio of sums, Fieller interval", warn...),
		Solves: point(ms/mc, len(keep), "ratio of sums, Fieller interval", warn...),
		G:      nan,
	}
	for _, e := range []*Estimate{&p.Cost, &p.Solves} {
		e.Level = level
		if d.Clusters.clustered() {
			e.Clusters = len(c)
		}
	}
	if mc == 0 && ms == 0 {
		p.Cost.Warnings = append(p.Cost.Warnings, "no cost and no solve")
		p.Solves.Warnings = append(p.Solves.Warnings, "no cost and no solve")
		return p, nil
	}
	if ms == 0 {
		p.Cost.Value, p.Unbounded, p.G = math.Inf(1), true, math.Inf(1)
		p.Cost.Warnings = append(p.Cost.Warnings, "no solve: the cost of one is unbounded")
		p.Solves.Warnings = append(p.Solves.Warnings, "no solve: no interval")
		return p, nil
	}
	if len(c) < 2 {
		p.Cost.Warnings = append(p.Cost.Warnings, "fewer than two independent units: no interval")
		p.Solves.Warnings = append(p.Solves.Warnings, "fewer than two independent units: no interval")
		return p, nil
	}
	var vcc, vss, vcs float64 // variances of the two means
	for i := range c {
		vcc += (c[i] - mc) * (c[i] - mc)
		vss += (s[i] - ms) * (s[i] - ms)
		vcs += (c[i] - mc) * (s[i] - ms)
	}
	scale := 1 / (G * (G - 1))
	vcc, vss, vcs = vcc*scale, vss*scale, vcs*scale
	r := mc / ms
	p.Cost.DF, p.Solves.DF = G-1, G-1
	p.Cost.SE = math.Sqrt(math.Max(0, vcc-2*r*vcs+r*r*vss)) / ms
	p.Solves.SE = p.Cost.SE * ms * ms / (mc * mc)
	t := tQuantile((1+level)/2, G-1)
	p.G = t * t * vss / (ms * ms)
	p.Cost.Lo, p.Cost.Hi = fieller(mc, ms, vcc, vss, vcs, t)
	p.Solves.Lo, p.Solves.Hi = fieller(ms, mc, vss, vcc, vcs, t)
	if p.Unbounded = math.IsInf(p.Cost.Hi, 1); p.Unbounded {
		p.Cost.Warnings = append(p.Cost.Warnings, fmt.Sprintf("Fieller g = %.3g ≥ 1: solves cannot be told from zero, so the interval has no upper end", p.G))
	}
	return p, nil
}

// fieller bounds a ratio a/b of non-negative means. When b cannot be told from
// zero the set is a ray (or everything), of which the part ≥ 0 is returned.
func fieller(a, b, vaa, vbb, vab, t float64) (lo, hi float64) {
	A, B, C := b*b-t*t*vbb, a*b-t*t*vab, a*a-t*t*vaa
	disc := B*B - A*C
	if A <= 0 {
		if disc < 0 || C <= 0 {
			return 0, math.Inf(1)
		}
		// C > 0 > A: roots of opposite sign; ratios above the positive one remain.
		return math.Max(0, C/(B+math.Sqrt(disc))), math.Inf(1)
	}
	root := math.Sqrt(math.Max(0, disc))
	return math.Max(0, (B-root)/A), (B + root) / A
}

// EWA holds the readings of efficiency-weighted accuracy at K, Pass@K·100 divided
// by response length. The source does not say whether Pass@K is a fraction or a
// percentage, nor how lengths are averaged, so a number without its reading is not
// comparable.
type EWA struct {
	Fraction     float64 // rate·100 / mean length, rate in [0, 1]
	Percent      float64 // the same with the rate in percent
	MeanOfRatios float64 // mean over tasks of 100·solved/length
	SolvedLength float64 // rate·100 / mean length of solved tasks; NaN when none is
}

// EWAAtK computes every reading from each task's outcome (0 or 1; NaN unknown) and
// its response length in tokens (positive; NaN unknown).
func EWAAtK(solved, tokens []float64) (EWA, error) {
	keep, err := known(solved, tokens)
	if err != nil {
		return EWA{}, err
	}
	if len(keep) == 0 {
		return EWA{}, fmt.Errorf("EWA@K: %w", ErrNoData)
	}
	var passed, length, ratios, solvedLength float64
	for _, i := range keep {
		if tokens[i] <= 0 || solved[i] != 0 && solved[i] != 1 {
			return EWA{}, fmt.Errorf("task %d has outcome %v and %v tokens", i, solved[i], tokens[i])
		}
		passed += solved[i]
		length += tokens[i]
		ratios += 100 * solved[i] / tokens[i]
		solvedLength += solved[i] * tokens[i]
	}
	n := float64(len(keep))
	rate := passed / n
	return EWA{
		Fraction:     rate * 100 / (length / n),
		Percent:      100 * rate * 100 / (length / n),
		MeanOfRatios: ratios / n,
		SolvedLength: rate * 100 / (solvedLength / passed),
	}, nil
}

// ExpectedCostAtK returns one task's expected cost of a budget of k samples,
// averaged over all orders of its recorded chains: cost[i] is what chain i costs and
// solved[i] whether it succeeds, both at the rounds allowed. Under DepthFirst a run
// stops at the first success; under Exhaustive all k chains are paid for. Use the
// stopping rule of the score it is plotted against. k > len(cost) is
// ErrNotIdentified. BreadthFirst is refused here: it pays round by round, and has
// ExpectedCostBreadthFirst.
//
// Every chain must have been run, as in an exhaustive run; PrefixCostAtK is for
// depth-first runs. Chain i is reached as the j-th when the j−1
// before it all failed, so it is paid for with probability
// Σ_{j<k} C(f, j)/C(n−1, j)/n, where f is the number of failures among the others.
func ExpectedCostAtK(cost []float64, solved []bool, k int, policy Policy) (float64, error) {
	n := len(cost)
	switch {
	case len(solved) != n:
		return nan, fmt.Errorf("%d costs and %d outcomes", n, len(solved))
	case k < 1 || k > n:
		return nan, fmt.Errorf("expected cost at k = %d of %d chains: %w", k, n, ErrNotIdentified)
	case policy != DepthFirst && policy != Exhaustive:
		return nan, fmt.Errorf("expected cost under policy %q: %w", policy, ErrNotIdentified)
	}
	failures := 0
	for i, c := range cost {
		if !finite(c) || c < 0 {
			return nan, fmt.Errorf("chain %d costs %v", i, c)
		}
		if !solved[i] {
			failures++
		}
	}
	reach := func(others int) float64 {
		p, term := 0.0, 1.0
		for j := range k {
			p += term
			if j < n-1 {
				term *= float64(max(others-j, 0)) / float64(n-1-j)
			}
		}
		return p / float64(n)
	}
	ifSolved, ifFailed := reach(failures), reach(failures-1)
	if policy == Exhaustive {
		ifSolved, ifFailed = float64(k)/float64(n), float64(k)/float64(n)
	}
	sum := 0.0
	for i, c := range cost {
		if solved[i] {
			sum += c * ifSolved
		} else {
			sum += c * ifFailed
		}
	}
	return sum, nil
}

// PrefixCostAtK returns what a depth-first run of k samples paid for one task: the
// cost of its chains in order, up to the first success or k. It needs only the
// chains that such a run records (those after the success may be missing), and its
// mean over tasks is unbiased for the expected cost at k.
func PrefixCostAtK(cost []float64, solved []bool, k int) (float64, error) {
	if len(solved) != len(cost) || k < 1 {
		return nan, fmt.Errorf("prefix cost at k = %d of %d costs and %d outcomes", k, len(cost), len(solved))
	}
	sum := 0.0
	for i := range k {
		if i == len(cost) {
			return nan, fmt.Errorf("prefix cost at k = %d of %d chains: %w", k, len(cost), ErrNotIdentified)
		}
		if !finite(cost[i]) || cost[i] < 0 {
			return nan, fmt.Errorf("chain %d costs %v", i, cost[i])
		}
		sum += cost[i]
		if solved[i] {
			break
		}
	}
	return sum, nil
}

// ExpectedCostBreadthFirst is ExpectedCostAtK for a breadth-first run of k samples:
// all are checked once, at start[i] each, and only when none passed is every one
// repaired to its end, at repair[i] more. Every chain must have been run to its
// end, as in an exhaustive run. A chain is repaired with probability
// C(f−1, k−1)/C(n, k), where f chains did not pass at once.
func ExpectedCostBreadthFirst(start, repair []float64, passed []bool, k int) (float64, error) {
	n := len(start)
	if len(repair) != n || len(passed) != n {
		return nan, fmt.Errorf("%d starting costs, %d repair costs and %d outcomes", n, len(repair), len(passed))
	}
	if k < 1 || k > n {
		return nan, fmt.Errorf("expected cost at k = %d of %d chains: %w", k, n, ErrNotIdentified)
	}
	f := 0
	var first, later float64
	for i, p := range passed {
		if !finite(start[i]) || !finite(repair[i]) || start[i] < 0 || repair[i] < 0 {
			return nan, fmt.Errorf("chain %d costs %v and %v", i, start[i], repair[i])
		}
		first += start[i]
		if !p {
			f++
			later += repair[i]
		}
	}
	sum := float64(k) * first / float64(n)
	if f >= k {
		sum += later * float64(k) / float64(f) * PassHatK(n, f, k) // C(f−1, k−1) = C(f, k)·k/f
	}
	return sum, nil
}

// PAR2 returns the mean penalised cost: what it took to solve (at[i] within limit),
// or twice the limit. at[i] is +Inf for a task never solved, NaN when unknown. The
// interval is that of the design.
func PAR2(at []float64, limit float64, d Design) (Estimate, error) {
	if !(limit > 0) || math.IsInf(limit, 1) {
		return Estimate{}, fmt.Errorf("PAR2 needs a positive finite limit, not %v", limit)
	}
	y := make([]float64, len(at))
	for i, t := range at {
		switch {
		case t < 0:
			return Estimate{}, fmt.Errorf("unit %d was solved at %v", i, t)
		case t > limit:
			y[i] = 2 * limit
		default:
			y[i] = t
		}
	}
	var e Estimate
	var err error
	if d.Clusters.clustered() {
		e, err = Rate(y, d)
	} else { // penalised costs that happen to be 0 and 1 are no rate
		var keep []int
		if keep, err = known(y); err == nil && len(keep) == 0 {
			err = ErrNoData
		}
		if err == nil {
			level, lerr := checkLevel(d.Level)
			if lerr != nil {
				return Estimate{}, lerr
			}
			e, err = independentMean(pick(y, keep), level)
			e.Warnings = append(excluded(len(y), len(keep)), e.Warnings...)
		}
	}
	e.Method = "PAR2, " + e.Method
	return e, err
}
