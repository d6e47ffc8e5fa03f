package stats

import (
	"fmt"
	"math"
)

// Correlation is a rank correlation with both of its p-values.
type Correlation struct {
	Rho         Estimate // NaN when a variable is constant
	T           Test     // t approximation; the statistic is t
	Permutation Test     // exact or Monte Carlo; the statistic is ρ
	Excluded    int      // pairs with an unknown value
}

// Ranks returns mid-ranks from 1; x is not changed. A NaN has rank NaN and leaves
// the others' ranks alone.
func Ranks(x []float64) []float64 {
	r := make([]float64, len(x))
	order := make([]int, 0, len(x))
	for i, v := range x {
		if r[i] = nan; !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	sortBy(order, x)
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for t := i; t < j; t++ {
			r[order[t]] = float64(i+j+1) / 2
		}
		i = j
	}
	return r
}

// Spearman returns the rank correlation of x and y, by mid-ranks. Pairs with a NaN
// are dropped before ranking. The interval is Fisher's z with the variance
// (1+ρ²/2)/(n−3) of Bonett & Wright (Psychometrika 65, 2000); it takes the pairs as
// independent, which BootstrapSpearman does not. The permutation p is exact for
// small data and for a binary variable of moderate size; for large data it is an
// Edgeworth series when that comes closer than drawing would, else Monte Carlo with m.
//
// A constant variable, or fewer than two pairs, gives NaN and a warning.
func Spearman(x, y []float64, m MonteCarlo) (Correlation, error) {
	p, err := rankPairs(x, y)
	if err != nil {
		return Correlation{}, err
	}
	return p.spearman(m), nil
}

// PartialSpearman is the rank correlation within groups, such as repositories:
// rank x and y over all units, remove each group's mean (the same as regressing on
// group dummies), and take Pearson's correlation of the residuals. The t test has
// n−2−(G−1) degrees of freedom; the permutation test shuffles within groups.
//
// This is the variant of R's ppcor with G−1 dummies: ranks are not taken again
// after residualising, and the group is never used as a number.
func PartialSpearman(x, y []float64, groups Groups, m MonteCarlo) (Correlation, error) {
	p, err := rankPairs(x, y)
	if err != nil {
		return Correlation{}, err
	}
	return p.partial(groups, m)
}

// Spearmans returns Spearman and PartialSpearman of the same pairs, which it ranks
// but once.
func Spearmans(x, y []float64, groups Groups, m MonteCarlo) (plain, partial Correlation, err error) {
	p, err := rankPairs(x, y)
	if err != nil {
		return plain, partial, err
	}
	if partial, err = p.partial(groups, m); err != nil {
		return plain, partial, err
	}
	return p.spearman(m), partial, nil
}

// rankedPairs are the ranks of the pairs without a NaN among n.
type rankedPairs struct {
	keep []int
	x, y []float64
	n    int
}

func rankPairs(x, y []float64) (rankedPairs, error) {
	keep, err := known(x, y)
	if err != nil {
		return rankedPairs{}, err
	}
	return rankedPairs{keep, Ranks(pick(x, keep)), Ranks(pick(y, keep)), len(x)}, nil
}

func (p rankedPairs) spearman(m MonteCarlo) Correlation {
	return p.correlate(Groups{Of: make([]int, len(p.keep)), Size: []int{len(p.keep)}}, false, m)
}

func (p rankedPairs) partial(groups Groups, m MonteCarlo) (Correlation, error) {
	if !groups.clustered() {
		return Correlation{}, fmt.Errorf("partial Spearman needs groups")
	}
	g, err := groups.over(p.n)
	if err != nil {
		return Correlation{}, err
	}
	return p.correlate(g.take(p.keep), true, m), nil
}

func (p rankedPairs) correlate(g Groups, partial bool, m MonteCarlo) Correlation {
	name, parameters, n := "Spearman", 0, len(p.keep)
	if partial {
		name, parameters = "partial Spearman (ranks, group dummies, Pearson)", g.Len()-1
	}
	c := Correlation{Excluded: p.n - n}
	c.Rho = point(nan, n, name, excluded(p.n, n)...)
	c.Rho.Level = 0.95
	b := blocksOf(p.x, p.y, g)
	var sxx, syy, sxy float64
	for i, v := range b.x {
		sxx, syy, sxy = sxx+v*v, syy+b.y[i]*b.y[i], sxy+v*b.y[i]
	}
	tName, pName := name+", t approximation", name+", permutation"
	if partial {
		pName += " within groups"
	}
	// Residual ranks are multiples of 1/n_g, so a true variance is never this small.
	if n < 2 || sxx < 1e-9 || syy < 1e-9 {
		why := "a variable is constant, so no correlation is defined"
		if n < 2 {
			why = "fewer than two pairs"
		} else if partial {
			why = "a variable is constant within groups, so no correlation is defined"
		}
		c.Rho.Warnings = append(c.Rho.Warnings, why)
		c.T, c.Permutation = undefined(n, tName, why), undefined(n, pName, why)
		return c
	}
	rho := clamp(sxy/math.Sqrt(sxx*syy), -1, 1)
	if 1-math.Abs(rho) < 1e-15 {
		rho = math.Copysign(1, rho)
	}
	c.Rho.Value = rho
	c.T = CorrelationTest(rho, n, parameters)
	c.T.Method = tName
	if free := float64(n - parameters - 3); free > 0 && math.Abs(rho) < 1 {
		c.Rho.SE = math.Sqrt((1 - rho*rho) * (1 - rho*rho) * (1 + rho*rho/2) / free)
		half := normalQuantile(0.975) * math.Sqrt((1+rho*rho/2)/free)
		c.Rho.Lo, c.Rho.Hi = math.Tanh(math.Atanh(rho)-half), math.Tanh(math.Atanh(rho)+half)
		c.Rho.Method += ", Fisher z (Bonett–Wright)"
	} else {
		c.Rho.Warnings = append(c.Rho.Warnings, "no interval: too few pairs or perfect order")
	}
	pValue, logP, how := permutationP(b, m)
	c.Permutation = Test{Statistic: rho, DF: nan, P: pValue, LogP: logP, N: n, Method: pName + ", " + how}
	return c
}

// CorrelationTest turns a (printed) correlation of n pairs into the t statistic,
// its degrees of freedom n−2−covariates, and the two-sided p. A partial
// correlation given G groups has G−1 covariates. NaN without a degree of freedom.
func CorrelationTest(r float64, n, covariates int) Test {
	df := float64(n - 2 - covariates)
	if !(math.Abs(r) <= 1) {
		return undefined(n, "correlation, t approximation", "no correlation: it is unknown or lies outside [−1, 1]")
	}
	if df <= 0 {
		return undefined(n, "correlation, t approximation", "no degree of freedom is left for the t approximation")
	}
	t := Test{DF: df, N: n, Method: "correlation, t approximation"}
	t.Statistic = r * math.Sqrt(df/((1-r)*(1+r)))
	t.P, t.LogP = TTwoSided(t.Statistic, df)
	if n < 10 {
		t.Warnings = []string{"fewer than 10 pairs: trust the permutation p instead"}
	}
	return t
}

// blocksOf puts the groups of ranked units one after the other.
func blocksOf(x, y []float64, g Groups) blocks {
	next := make([]int, g.Len())
	b := blocks{ends: make([]int, g.Len())}
	at := 0
	for c, size := range g.Size {
		next[c] = at
		at += size
		b.ends[c] = at
	}
	place := make([]int, len(x))
	for i, c := range g.Of {
		place[i] = next[c]
		next[c]++
	}
	b.rankX, b.x = b.centre(x, place)
	b.rankY, b.y = b.centre(y, place)
	return b
}

// centre puts ranks into their places, and takes their block's mean from them.
func (b *blocks) centre(ranks []float64, place []int) (raw, centred []float64) {
	raw, centred = make([]float64, len(ranks)), make([]float64, len(ranks))
	for i, j := range place {
		raw[j] = ranks[i]
	}
	start := 0
	for _, end := range b.ends {
		sum := 0.0
		for _, v := range raw[start:end] {
			sum += v
		}
		mean := sum / float64(end-start)
		for j := start; j < end; j++ {
			centred[j] = raw[j] - mean
		}
		start = end
	}
	return raw, centred
}

// Discrimination says how well a number separates solved from unsolved tasks.
type Discrimination struct {
	AUC          Estimate // chance that a solved task has the larger x, ties half
	RankBiserial float64  // 2·AUC − 1
}

// AUC returns the area under the ROC curve of x for y = 1 against y = 0, with
// DeLong's interval on the logit scale. NaN pairs are dropped. When all or none
// have y = 1 the area is NaN with a warning; at 0 or 1 it has no interval.
//
// Source: DeLong, DeLong & Clarke-Pearson, Biometrics 44 (1988).
func AUC(x, y []float64, level float64) (Discrimination, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Discrimination{}, err
	}
	keep, err := known(x, y)
	if err != nil {
		return Discrimination{}, err
	}
	var side [2][]float64
	all := pick(x, keep)
	for j, i := range keep {
		if y[i] != 0 && y[i] != 1 {
			return Discrimination{}, fmt.Errorf("unit %d: outcome %v is neither 0 nor 1", i, y[i])
		}
		side[int(y[i])] = append(side[int(y[i])], all[j])
	}
	e := point(nan, len(keep), "AUC, DeLong on the logit scale", excluded(len(x), len(keep))...)
	e.Level = level
	n0, n1 := float64(len(side[0])), float64(len(side[1]))
	if n0 == 0 || n1 == 0 {
		e.Warnings = append(e.Warnings, "all units have the same outcome: no area is defined")
		return Discrimination{e, nan}, nil
	}
	both := Ranks(all)
	own := [2][]float64{Ranks(side[0]), Ranks(side[1])}
	var at [2]int
	var place [2][]float64 // share of the other side below each unit
	other := [2]float64{n1, n0}
	for j, i := range keep {
		s := int(y[i])
		place[s] = append(place[s], (both[j]-own[s][at[s]])/other[s])
		at[s]++
	}
	auc, sd1 := meanSD(place[1])
	_, sd0 := meanSD(place[0])
	e.Value = auc
	e.SE = math.Sqrt(sd1*sd1/n1 + sd0*sd0/n0)
	switch {
	case math.IsNaN(e.SE):
		e.Warnings = append(e.Warnings, "one unit on a side: no interval")
	case auc <= 0 || auc >= 1 || e.SE == 0:
		e.Warnings = append(e.Warnings, "perfect separation: no interval")
	default:
		half := normalQuantile((1+level)/2) * e.SE / (auc * (1 - auc))
		logit := math.Log(auc / (1 - auc))
		e.Lo, e.Hi = 1/(1+math.Exp(half-logit)), 1/(1+math.Exp(-half-logit))
	}
	return Discrimination{e, 2*auc - 1}, nil
}
