package stats

import (
	"math"
	"slices"
)

// The adjustments below return one adjusted p-value for each p, in p's order. NaN
// stays NaN and does not count as a test. Where a value lies outside [0, 1] and is no
// p-value, everything is NaN.

// Bonferroni multiplies by the number of tests.
func Bonferroni(p []float64) []float64 {
	return adjust(p, func(sorted []float64) {
		for i := range sorted {
			sorted[i] = math.Min(1, sorted[i]*float64(len(sorted)))
		}
	})
}

// Holm controls the chance of any false finding under any dependence (Holm 1979).
func Holm(p []float64) []float64 {
	return adjust(p, func(sorted []float64) {
		top := 0.0
		for i, v := range sorted {
			top = math.Max(top, math.Min(1, v*float64(len(sorted)-i)))
			sorted[i] = top
		}
	})
}

// BH controls the share of false findings for independent or positively dependent
// tests (Benjamini & Hochberg 1995).
func BH(p []float64) []float64 { return stepUp(p, func(int) float64 { return 1 }) }

// BY controls the share of false findings under any dependence (Benjamini &
// Yekutieli 2001).
func BY(p []float64) []float64 {
	return stepUp(p, func(m int) float64 {
		h := 0.0
		for i := 1; i <= m; i++ {
			h += 1 / float64(i)
		}
		return h
	})
}

func stepUp(p []float64, factor func(m int) float64) []float64 {
	return adjust(p, func(sorted []float64) {
		m := len(sorted)
		f, low := factor(m), 1.0
		for i := m - 1; i >= 0; i-- {
			low = math.Min(low, sorted[i]*(f*float64(m)/float64(i+1)))
			sorted[i] = low
		}
	})
}

// adjust hands the sorted non-NaN values to f and puts them back in place.
func adjust(p []float64, f func(sorted []float64)) []float64 {
	out := make([]float64, len(p))
	var order []int
	for i, v := range p {
		if v < 0 || v > 1 {
			for j := range out {
				out[j] = nan
			}
			return out
		}
		if out[i] = nan; !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	sorted := pick(p, order)
	f(sorted)
	for j, i := range order {
		out[i] = sorted[j]
	}
	return out
}
