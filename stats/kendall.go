package stats

import (
	"math"
	"slices"
)

// Kendall returns τ-b, which corrects for ties, with a normal approximation (in
// Correlation.T; the statistic is z) and a permutation p. Pairs with a NaN are
// dropped; a constant variable gives NaN and a warning. No interval.
//
// Source: Kendall, Rank Correlation Methods, 1970; the variance with ties is that
// of R's cor.test and scipy.
func Kendall(x, y []float64, m MonteCarlo) (Correlation, error) {
	const name = "Kendall τ-b"
	keep, err := known(x, y)
	if err != nil {
		return Correlation{}, err
	}
	n := len(keep)
	c := Correlation{Excluded: len(x) - n}
	c.Rho = point(nan, n, name, excluded(len(x), n)...)
	k := newConcordance(pick(x, keep), pick(y, keep))
	if k.tauScale == 0 || n < 2 {
		why := "a variable is constant, so no correlation is defined"
		if n < 2 {
			why = "fewer than two pairs"
		}
		c.Rho.Warnings = append(c.Rho.Warnings, why)
		c.T, c.Permutation = undefined(n, name+", normal approximation", why), undefined(n, name+", permutation", why)
		return c, nil
	}
	s := k.score(k.y)
	c.Rho.Value = clamp(float64(s)/k.tauScale, -1, 1)
	z := float64(s) / math.Sqrt(k.variance)
	c.T = Test{Statistic: z, DF: nan, N: n, Method: name + ", normal approximation"}
	c.T.P, c.T.LogP = normalTwoSided(z)
	if n < 10 {
		c.T.Warnings = []string{"fewer than 10 pairs: trust the permutation p instead"}
	}
	p, how := k.permutationP(abs(s), m)
	c.Permutation = Test{Statistic: c.Rho.Value, DF: nan, P: p, LogP: math.Log(p), N: n, Method: name + ", permutation, " + how}
	return c, nil
}

// concordance counts concordant less discordant pairs for orders of y beside fixed x.
type concordance struct {
	y                  []int // dense level of y from 0, units in order of x
	ends               []int // of runs of equal x
	levels             int
	tauScale, variance float64
	tree               []int
}

func newConcordance(x, y []float64) *concordance {
	n := len(x)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	k := &concordance{y: make([]int, n)}
	sortBy(order, y)
	level := make([]int, n)
	for j, i := range order {
		if j > 0 && y[i] != y[order[j-1]] {
			k.levels++
		}
		level[i] = k.levels
	}
	k.levels++
	k.tree = make([]int, k.levels+1)
	yEnds := runs(order, y)
	sortBy(order, x)
	for j, i := range order {
		k.y[j] = level[i]
	}
	for _, e := range runs(order, x) {
		k.ends = append(k.ends, int(e))
	}
	ySizes := make([]int, len(yEnds))
	for i, e := range yEnds {
		ySizes[i] = int(e)
	}
	tx, ty := tieSums(k.ends), tieSums(ySizes)
	N := float64(n)
	pairs := N * (N - 1)
	k.tauScale = math.Sqrt((pairs-tx[0])*(pairs-ty[0])) / 2
	k.variance = (pairs*(2*N+5)-tx[2]-ty[2])/18 + tx[0]*ty[0]/(2*pairs)
	if n > 2 {
		k.variance += tx[1] * ty[1] / (9 * pairs * (N - 2))
	}
	return k
}

// tieSums adds up t(t−1), t(t−1)(t−2) and t(t−1)(2t+5) over runs of length t.
func tieSums(ends []int) (s [3]float64) {
	start := 0
	for _, e := range ends {
		t := float64(e - start)
		s[0] += t * (t - 1)
		s[1] += t * (t - 1) * (t - 2)
		s[2] += t * (t - 1) * (2*t + 5)
		start = e
	}
	return s
}

// score runs through x from low to high and counts earlier levels below and above.
func (k *concordance) score(y []int) int { return k.scoreWith(y, k.tree) }

func (k *concordance) scoreWith(y, tree []int) int {
	clear(tree)
	s, seen, start := 0, 0, 0
	for _, end := range k.ends {
		for _, v := range y[start:end] {
			below := 0
			for i := v; i > 0; i &= i - 1 {
				below += tree[i]
			}
			upto := 0
			for i := v + 1; i > 0; i &= i - 1 {
				upto += tree[i]
			}
			s += below - (seen - upto)
		}
		for _, v := range y[start:end] {
			for i := v + 1; i < len(tree); i += i & -i {
				tree[i]++
			}
			seen++
		}
		start = end
	}
	return s
}

func (k *concordance) permutationP(observed int, m MonteCarlo) (float64, string) {
	levels := make([]float64, len(k.y))
	for i, v := range k.y {
		levels[i] = float64(v)
	}
	if distinctOrders(levels, []int{len(levels)}) <= exactLimit {
		slices.Sort(levels)
		y := make([]int, len(levels))
		extreme, all := 0, 0
		for more := true; more; more = nextPermutation(levels) {
			for i, v := range levels {
				y[i] = int(v)
			}
			all++
			if abs(k.score(y)) >= observed {
				extreme++
			}
		}
		return float64(extreme) / float64(all), "exact"
	}
	hit := make([]bool, m.draws())
	m.each(len(hit), func() func(int, *stream) {
		y, tree := make([]int, len(k.y)), make([]int, len(k.tree))
		return func(draw int, rng *stream) {
			copy(y, k.y)
			for i := len(y) - 1; i > 0; i-- {
				j := rng.intn(uint64(i + 1))
				y[i], y[j] = y[j], y[i]
			}
			hit[draw] = abs(k.scoreWith(y, tree)) >= observed
		}
	})
	return monteCarloP(hit), drawsName(len(hit))
}
