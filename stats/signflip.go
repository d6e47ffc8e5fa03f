package stats

import (
	"fmt"
	"math"
	"math/bits"
)

// SignFlip tests whether paired differences, summed within each cluster, are
// centred at zero, by flipping the sign of whole clusters. It asks nothing of the
// shape of the differences or of how units within a cluster hang together. The
// statistic is Σ sums; clusters with sum 0 carry nothing.
//
// P is exact when the sums are integers of moderate size (binary outcomes) or at
// most 20 are not zero; otherwise Monte Carlo, (1 + #as extreme)/(1 + draws). With
// fewer than 6 non-zero clusters P cannot fall below 0.05, which Floor and a warning
// say.
func SignFlip(clusterSums []float64, m MonteCarlo) Test {
	var d []float64
	total, size, whole, alike := 0.0, 0.0, true, true
	for _, s := range clusterSums {
		if !finite(s) {
			return undefined(len(clusterSums), "cluster sign-flip", "a cluster sum is not finite")
		}
		if s != 0 {
			d = append(d, s)
			total += s
			size += math.Abs(s)
			whole = whole && s == math.Trunc(s)
			alike = alike && math.Abs(s) == math.Abs(d[0])
		}
	}
	t := Test{Statistic: total, DF: nan, N: len(clusterSums)}
	switch {
	case len(d) == 0:
		t.P, t.Method = 1, "cluster sign-flip, exact"
		t.Warnings = []string{"every cluster's difference is zero"}
		return t
	case alike: // flips of equal sums are coin tosses, as in McNemar's test
		up := int(math.Round((total/math.Abs(d[0]) + float64(len(d))) / 2))
		t = McNemarExact(up, len(d)-up)
		t.Statistic, t.N, t.Method = total, len(clusterSums), "cluster sign-flip, exact"
	case whole && size*float64(len(d)) <= 2e8:
		t.P, t.Method = signFlipWhole(d, int(size), int(math.Abs(total))), "cluster sign-flip, exact"
	case len(d) <= 20:
		t.P, t.Method = signFlipAll(d, size, math.Abs(total)), "cluster sign-flip, exact"
	default:
		t.P = signFlipDraws(d, size, math.Abs(total), m)
		t.Method = fmt.Sprintf("cluster sign-flip, Monte Carlo, %d draws", m.draws())
	}
	if !alike {
		t.LogP = math.Log(t.P)
	}
	if len(d) < 6 {
		t.Floor = math.Pow(2, 1-float64(len(d)))
		t.Warnings = append(t.Warnings, fmt.Sprintf("need ≥ 6 clusters with a difference; with %d the smallest possible p is %.3g", len(d), t.Floor))
	}
	return t
}

// signFlipWhole builds the whole null distribution of an integer sum by convolution.
func signFlipWhole(d []float64, size, total int) float64 {
	// p[i] is the chance that the clusters with a plus sign sum to i in absolute
	// values; the signed sum is then 2i − size.
	p, next := make([]float64, size+1), make([]float64, size+1)
	p[0] = 1
	reach := 0
	for _, v := range d {
		a := int(math.Abs(v))
		clear(next[:reach+a+1])
		for i := 0; i <= reach; i++ {
			h := p[i] / 2
			next[i] += h
			next[i+a] += h
		}
		reach += a
		p, next = next, p
	}
	sum := 0.0
	for i, v := range p {
		if s := 2*i - size; s >= total || s <= -total {
			sum += v
		}
	}
	return math.Min(1, sum)
}

// signFlipAll visits every assignment of signs, one flip at a time (Gray code).
func signFlipAll(d []float64, size, total float64) float64 {
	sign := make([]float64, len(d))
	s := 0.0
	for i, v := range d {
		sign[i] = 1
		s += v
	}
	eps := 1e-9 * size
	extreme, all := 0, 1<<(len(d)-1) // the other half mirrors it
	for code := 1; ; code++ {
		if math.Abs(s) >= total-eps {
			extreme++
		}
		if code == all {
			return float64(extreme) / float64(all)
		}
		i := bits.TrailingZeros(uint(code))
		s -= 2 * sign[i] * d[i]
		sign[i] = -sign[i]
	}
}

func signFlipDraws(d []float64, size, total float64, m MonteCarlo) float64 {
	eps := 1e-9 * size
	hit := make([]bool, m.draws())
	m.each(len(hit), func() func(int, *stream) {
		return func(draw int, rng *stream) {
			var coin uint64
			s := 0.0
			for i, v := range d {
				if i%64 == 0 {
					coin = rng.pcg.Uint64()
				}
				if coin&1 == 0 {
					v = -v
				}
				s += v
				coin >>= 1
			}
			hit[draw] = math.Abs(s) >= total-eps
		}
	})
	return monteCarloP(hit)
}

// monteCarloP counts the data themselves as one draw, so that P is never 0 and the
// test keeps its level (Phipson & Smyth 2010).
func monteCarloP(hit []bool) float64 {
	n := 1
	for _, h := range hit {
		if h {
			n++
		}
	}
	return float64(n) / float64(len(hit)+1)
}
