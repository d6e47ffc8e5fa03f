package stats

import (
	"fmt"
	"math"
)

// CochranArmitage tests for a trend of the solve rate over ordered buckets: x[i]
// solved of n[i] in bucket i with scores[i]. The statistic is z, positive when the
// rate rises with the score. The variance uses N (as R's prop.trend.test); see
// LinearByLinear for N−1. Empty buckets are skipped. When all or none are solved,
// or all tasks are in one bucket, the test is undefined (NaN and a warning).
func CochranArmitage(x, n []int, scores []float64) (Test, error) {
	return trend([]TrendTable{{x, n}}, scores, false, "Cochran–Armitage trend, variance with N")
}

// LinearByLinear is the same test with the permutation variance, which divides by
// N−1: z² = (N−1)r² (Mantel 1963; SAS's and coin's convention).
func LinearByLinear(x, n []int, scores []float64) (Test, error) {
	return trend([]TrendTable{{x, n}}, scores, true, "linear-by-linear trend, variance with N−1")
}

// TrendTable holds the solved and tried counts per bucket of one stratum.
type TrendTable struct{ X, N []int }

// StratifiedTrend is Mantel's extension: deviations and permutation variances
// (N−1) add up over strata such as repositories, so a trend that only reflects
// which repository a bucket is made of does not show. Strata that say nothing
// (one bucket, or all or none solved) drop out.
//
// Source: Mantel, JASA 58 (1963).
func StratifiedTrend(strata []TrendTable, scores []float64) (Test, error) {
	return trend(strata, scores, true, "stratified trend (Mantel extension), variance with N−1")
}

func trend(strata []TrendTable, scores []float64, minusOne bool, method string) (Test, error) {
	var sum, variance float64
	units, used := 0, 0
	for s, table := range strata {
		if len(table.X) != len(scores) || len(table.N) != len(scores) {
			return Test{}, fmt.Errorf("stratum %d has %d solved and %d tried counts for %d scores", s, len(table.X), len(table.N), len(scores))
		}
		var N, X, ns, nss, xs float64
		for i, score := range scores {
			x, n := float64(table.X[i]), float64(table.N[i])
			if !finite(score) || x < 0 || x > n {
				return Test{}, fmt.Errorf("stratum %d, bucket %d: %v of %v solved at score %v", s, i, x, n, score)
			}
			N, X = N+n, X+x
			ns, nss, xs = ns+n*score, nss+n*score*score, xs+x*score
		}
		units += int(N)
		if N < 2 {
			continue
		}
		p := X / N
		v := p * (1 - p) * (nss - ns*ns/N)
		if minusOne {
			v *= N / (N - 1)
		}
		if v > 1e-12*nss {
			used++
			variance += v
			sum += xs - p*ns
		}
	}
	if variance == 0 {
		return undefined(units, method, "no variation: all or none solved, or one bucket"), nil
	}
	t := Test{Statistic: sum / math.Sqrt(variance), DF: nan, N: units, Method: method}
	t.P, t.LogP = normalTwoSided(t.Statistic)
	if used < len(strata) {
		t.Warnings = append(t.Warnings, fmt.Sprintf("%d of %d strata say nothing and drop out", len(strata)-used, len(strata)))
	}
	return t, nil
}
