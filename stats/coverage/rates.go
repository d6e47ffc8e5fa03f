package coverage

import (
	"math/rand/v2"

	"proofgrid/stats"
)

// rates of independent binary outcomes.
func rates(level float64) []Study {
	var out []Study
	for _, n := range []int{20, 100, 500} {
		for _, p := range []float64{0.05, 0.4} {
			for _, m := range []struct {
				name    string
				atLeast bool
				short   float64
				f       func(x, n int, level float64) (stats.Estimate, error)
			}{
				{"Wilson", false, 0.03, stats.Wilson}, {"Jeffreys", false, 0.03, stats.Jeffreys},
				{"Clopper–Pearson", true, 0, stats.ClopperPearson}, {"Agresti–Coull", false, 0, stats.AgrestiCoull},
				{"Clopper–Pearson, upper bound", true, 0, func(x, n int, level float64) (stats.Estimate, error) {
					return stats.ClopperPearsonUpper(x, n, 1-level)
				}},
			} {
				out = append(out, Study{Method: m.name, Of: "rate", N: n, P: p, AtLeast: m.atLeast, Short: m.short,
					draw: func(rng *rand.Rand) (stats.Estimate, error) { return m.f(toss(rng, n, p), n, level) }})
			}
		}
	}
	return out
}

// sizes are unequal as repositories are: the largest holds several times the mean.
func sizes(groups, units int, equal bool) []int {
	out := make([]int, groups)
	left, weight := units, 0
	for g := range out {
		weight += g%7*g%7 + 1
	}
	for g := range out {
		share := units / groups
		if !equal {
			share = max(1, units*(g%7*g%7+1)/weight)
		}
		out[g] = min(share, left-(groups-g-1))
		left -= out[g]
	}
	out[groups-1] += left
	return out
}

// hanging draws clusters whose rates are uniform on p ± 0.27: an intraclass
// correlation of 0.1 at p = 0.4.
func hanging(rng *rand.Rand, size []int, p float64) (sum, n []float64) {
	for _, s := range size {
		q := p + 0.27*(2*rng.Float64()-1)
		sum, n = append(sum, float64(toss(rng, s, q))), append(n, float64(s))
	}
	return sum, n
}

type clusterSetting struct {
	groups, units int
	equal         bool
}

var clusterSettings = []clusterSetting{{8, 200, false}, {23, 500, false}, {60, 600, true}}

func clustered(level float64) []Study {
	const p = 0.4
	var out []Study
	for _, c := range clusterSettings {
		size := sizes(c.groups, c.units, c.equal)
		few := c.groups < 10
		for _, m := range []struct {
			name         string
			short, fewer float64 // with many and with few clusters
			f            func(sum, n []float64) (stats.Estimate, error)
		}{
			{"cluster-robust CR0", 0.05, 0.13, func(sum, n []float64) (stats.Estimate, error) {
				return stats.ClusterMean(sum, n, stats.CR0, level)
			}},
			{"cluster-robust CR1", 0.03, 0.07, func(sum, n []float64) (stats.Estimate, error) {
				return stats.ClusterMean(sum, n, stats.CR1, level)
			}},
			{"cluster-robust CR2", 0.015, 0.03, func(sum, n []float64) (stats.Estimate, error) {
				return stats.ClusterMean(sum, n, stats.CR2, level)
			}},
			{"cluster-robust, chosen by the data", 0.015, 0.03, func(sum, n []float64) (stats.Estimate, error) {
				return stats.ClusterMean(sum, n, stats.AutoVariance, level)
			}},
		} {
			short := m.short
			if few {
				short = m.fewer
			}
			out = append(out, Study{Method: m.name, Of: "micro rate", N: c.units, P: p, Clusters: c.groups, Short: short,
				draw: func(rng *rand.Rand) (stats.Estimate, error) { return m.f(hanging(rng, size, p)) }})
		}
		out = append(out, Study{Method: "mean over clusters, t", Of: "macro rate", N: c.units, P: p, Clusters: c.groups, Short: 0.02,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				sum, n := hanging(rng, size, p)
				return stats.MacroMean(sum, n, level)
			}})
	}
	return out
}

// bootstrapDraws keeps a study of bootstraps affordable; the quantiles of so many
// draws are good to a tenth of a standard error.
const bootstrapDraws = 1000

func bootstraps(level float64) []Study {
	const p = 0.4
	var out []Study
	for _, c := range clusterSettings {
		size := sizes(c.groups, c.units, c.equal)
		short := 0.04
		if c.groups < 10 {
			short = 0.12
		}
		for _, kind := range []struct {
			name string
			kind stats.Interval
		}{{"cluster bootstrap, BCa", stats.BCa}, {"cluster bootstrap, percentile", stats.Percentile}} {
			boot := func(rng *rand.Rand) stats.Bootstrap {
				return stats.Bootstrap{MonteCarlo: stats.MonteCarlo{Draws: bootstrapDraws, Seed: rng.Uint64(), Workers: 1}, Level: level, Interval: kind.kind}
			}
			out = append(out,
				Study{Method: kind.name, Of: "micro rate", N: c.units, P: p, Clusters: c.groups, Short: short, Slow: 2,
					draw: func(rng *rand.Rand) (stats.Estimate, error) {
						sum, n := hanging(rng, size, p)
						rate, _, err := stats.BootstrapRates([]stats.Arm{{Sum: sum, N: n}}, boot(rng))
						if err != nil {
							return stats.Estimate{}, err
						}
						return rate[0], nil
					}},
				Study{Method: kind.name, Of: "macro rate", N: c.units, P: p, Clusters: c.groups, Short: short, Slow: 2,
					draw: func(rng *rand.Rand) (stats.Estimate, error) {
						sum, n := hanging(rng, size, p)
						return stats.BootstrapMacro(sum, n, boot(rng))
					}},
				Study{Method: kind.name, Of: "difference of two arms", N: c.units, P: -0.1, Clusters: c.groups, Short: short, Slow: 2,
					draw: func(rng *rand.Rand) (stats.Estimate, error) {
						a, b, n := arms(rng, size)
						_, diff, err := stats.BootstrapRates([]stats.Arm{{Sum: a, N: n}, {Sum: b, N: n}}, boot(rng))
						if err != nil {
							return stats.Estimate{}, err
						}
						return diff[1], nil
					}})
		}
	}
	return out
}

// arms draws two arms on the same clusters, the second worse by 0.1 on average and
// by an amount that varies between clusters.
func arms(rng *rand.Rand, size []int) (a, b, n []float64) {
	for _, s := range size {
		q := 0.45 + 0.25*(2*rng.Float64()-1)
		less := 0.2 * rng.Float64()
		a = append(a, float64(toss(rng, s, q)))
		b = append(b, float64(toss(rng, s, q-less)))
		n = append(n, float64(s))
	}
	return a, b, n
}
