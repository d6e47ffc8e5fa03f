package stats

import (
	"fmt"
	"math"
)

// BootstrapSpearman returns Spearman's coefficient with a cluster-bootstrap
// interval; ranks are taken anew in every resample. Pairs with a NaN are dropped.
// Without groups, pairs are resampled one by one.
func BootstrapSpearman(x, y []float64, groups Groups, b Bootstrap) (Estimate, error) {
	keep, err := known(x, y)
	if err != nil {
		return Estimate{}, err
	}
	if len(keep) < 2 {
		return Estimate{}, fmt.Errorf("bootstrap of Spearman: %w", ErrNoData)
	}
	g, err := groups.over(len(x))
	if err != nil {
		return Estimate{}, err
	}
	g = g.take(keep)
	s := newRankSorter(pick(x, keep), pick(y, keep), g)
	r, err := b.Run(g.Len(), 1, func() Statistic {
		weights, ranks := make([]float64, len(keep)), make([]float64, len(keep))
		return func(w, out []float64) { out[0] = s.spearman(w, weights, ranks) }
	})
	if err != nil {
		return Estimate{}, err
	}
	e := r.Estimate(0)
	e.N, e.Method = len(keep), "Spearman, "+e.Method
	e.Warnings = append(excluded(len(x), len(keep)), e.Warnings...)
	return e, nil
}

// rankSorter holds both orders of a sample, so that a resample given as weights
// is ranked in two linear passes without sorting.
type rankSorter struct {
	cluster    []int32 // of the units in order of x
	xEnd, yEnd []int32 // where each run of equal values ends
	yToX       []int32 // place in x's order of the units in order of y
}

func newRankSorter(x, y []float64, g Groups) *rankSorter {
	n := len(x)
	byX, byY := make([]int, n), make([]int, n)
	for i := range n {
		byX[i], byY[i] = i, i
	}
	sortBy(byX, x)
	sortBy(byY, y)
	s := &rankSorter{cluster: make([]int32, n), yToX: make([]int32, n)}
	place := make([]int32, n)
	for j, i := range byX {
		s.cluster[j], place[i] = int32(g.Of[i]), int32(j)
	}
	for j, i := range byY {
		s.yToX[j] = place[i]
	}
	s.xEnd, s.yEnd = runs(byX, x), runs(byY, y)
	return s
}

func runs(order []int, x []float64) (ends []int32) {
	for j := 1; j <= len(order); j++ {
		if j == len(order) || x[order[j]] != x[order[j-1]] {
			ends = append(ends, int32(j))
		}
	}
	return ends
}

// spearman is the coefficient of the resample in which cluster c appears w[c]
// times; weights and ranks are scratch. NaN when a variable is constant in it.
func (s *rankSorter) spearman(w, weights, ranks []float64) float64 {
	total := 0.0
	for j, c := range s.cluster {
		weights[j] = w[c]
		total += w[c]
	}
	centre := (total + 1) / 2
	var sxx, syy, sxy float64
	start, before := 0, 0.0
	for _, end := range s.xEnd {
		m := 0.0
		for _, v := range weights[start:end] {
			m += v
		}
		r := before + (m+1)/2 - centre
		for j := start; j < int(end); j++ {
			ranks[j] = r
		}
		sxx += m * r * r
		start, before = int(end), before+m
	}
	start, before = 0, 0
	for _, end := range s.yEnd {
		m, rx := 0.0, 0.0
		for _, j := range s.yToX[start:end] {
			v := weights[j]
			m += v
			rx += v * ranks[j]
		}
		r := before + (m+1)/2 - centre
		syy += m * r * r
		sxy += r * rx
		start, before = int(end), before+m
	}
	return sxy / math.Sqrt(sxx*syy)
}
