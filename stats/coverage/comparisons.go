package coverage

import (
	"math"
	"math/rand/v2"

	"proofgrid/stats"
)

func unpaired(level float64) []Study {
	var out []Study
	for _, s := range []struct {
		n1, n2 int
		p1, p2 float64
	}{{20, 30, 0.15, 0.05}, {100, 80, 0.41, 0.35}} {
		for _, m := range []struct {
			name string
			f    func(x1, n1, x2, n2 int, level float64) (stats.Estimate, error)
		}{
			{"Newcombe", stats.NewcombeUnpaired}, {"Miettinen–Nurminen", stats.MiettinenNurminen}, {"Agresti–Caffo", stats.AgrestiCaffo},
		} {
			out = append(out, Study{Method: m.name, Of: "difference of unpaired rates", N: s.n1 + s.n2, P: s.p1 - s.p2, Short: 0.01,
				draw: func(rng *rand.Rand) (stats.Estimate, error) {
					return m.f(toss(rng, s.n1, s.p1), s.n1, toss(rng, s.n2, s.p2), s.n2, level)
				}})
		}
		odds := s.p1 / (1 - s.p1) / (s.p2 / (1 - s.p2))
		table := func(rng *rand.Rand) stats.Table2x2 {
			a, b := toss(rng, s.n1, s.p1), toss(rng, s.n2, s.p2)
			return stats.Table2x2{SolvedA: a, UnsolvedA: s.n1 - a, SolvedB: b, UnsolvedB: s.n2 - b}
		}
		out = append(out,
			Study{Method: "exact conditional", Of: "odds ratio", N: s.n1 + s.n2, P: odds, AtLeast: true,
				draw: func(rng *rand.Rand) (stats.Estimate, error) { return stats.OddsRatio(table(rng), level) }},
			Study{Method: "Haldane, Woolf", Of: "odds ratio", N: s.n1 + s.n2, P: odds, Short: 0.01,
				draw: func(rng *rand.Rand) (stats.Estimate, error) { return stats.OddsRatioHaldane(table(rng), level) }})
	}
	return out
}

// fourfold draws the pairs of a comparison: both, only A, only B, neither.
func fourfold(rng *rand.Rand, n int, both, onlyA, onlyB float64) (count [4]int) {
	for range n {
		switch u := rng.Float64(); {
		case u < both:
			count[0]++
		case u < both+onlyA:
			count[1]++
		case u < both+onlyA+onlyB:
			count[2]++
		default:
			count[3]++
		}
	}
	return count
}

func paired(level float64) []Study {
	var out []Study
	for _, s := range []struct {
		n                  int
		both, onlyA, onlyB float64
	}{{30, 0.3, 0.15, 0.05}, {500, 0.32, 0.09, 0.03}} {
		diff := s.onlyA - s.onlyB
		draw := func(rng *rand.Rand) [4]int { return fourfold(rng, s.n, s.both, s.onlyA, s.onlyB) }
		out = append(out,
			Study{Method: "Tango", Of: "difference of paired rates", N: s.n, P: diff, Short: 0.015,
				draw: func(rng *rand.Rand) (stats.Estimate, error) {
					c := draw(rng)
					return stats.Tango(c[1], c[2], s.n, level)
				}},
			Study{Method: "Newcombe 10", Of: "difference of paired rates", N: s.n, P: diff, Short: 0.01,
				draw: func(rng *rand.Rand) (stats.Estimate, error) {
					c := draw(rng)
					return stats.NewcombePaired(c[0], c[1], c[2], c[3], level)
				}},
			Study{Method: "exact conditional", Of: "odds of discordant pairs", N: s.n, P: s.onlyA / s.onlyB, AtLeast: true,
				draw: func(rng *rand.Rand) (stats.Estimate, error) {
					c := draw(rng)
					return stats.DiscordantOdds(c[1], c[2], level), nil
				}})
	}
	for _, c := range clusterSettings {
		size := sizes(c.groups, c.units, c.equal)
		short := 0.015
		if c.groups < 10 {
			short = 0.03
		}
		out = append(out, Study{Method: "cluster-robust, chosen by the data", Of: "difference of paired rates", N: c.units, P: 0.1, Clusters: c.groups, Short: short,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				a, b, n := arms(rng, size)
				var x, y []float64
				var label []int
				for g := range n {
					for i := range int(n[g]) {
						x, y, label = append(x, upTo(i, a[g])), append(y, upTo(i, b[g])), append(label, g)
					}
				}
				d := stats.Design{Clusters: stats.GroupBy(label), Level: level}
				p, err := stats.PairedDifference(x, y, d, stats.MonteCarlo{Draws: 1, Workers: 1})
				return p.Difference, err
			}})
	}
	out = append(out, Study{Method: "t", Of: "difference of paired mean scores", N: 60, P: 0.1, Short: 0.01,
		draw: func(rng *rand.Rand) (stats.Estimate, error) {
			var x, y []float64
			for range 60 {
				q := 0.3 + 0.4*rng.Float64()
				x, y = append(x, float64(toss(rng, 4, q+0.1))/4), append(y, float64(toss(rng, 4, q))/4)
			}
			p, err := stats.PairedDifference(x, y, stats.Design{Level: level}, stats.MonteCarlo{Draws: 1, Workers: 1})
			return p.Difference, err
		}})
	return out
}

// upTo is 1 for the first k units.
func upTo(i int, k float64) float64 {
	if float64(i) < k {
		return 1
	}
	return 0
}

// normals draws pairs with the given Pearson correlation.
func normals(rng *rand.Rand, n int, r float64) (x, y []float64) {
	for range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		x, y = append(x, a), append(y, r*a+math.Sqrt(1-r*r)*b)
	}
	return x, y
}

func correlations(level float64) []Study {
	const r = 0.5
	rho := 6 / math.Pi * math.Asin(r/2) // Spearman's, of a bivariate normal
	one := stats.MonteCarlo{Draws: 1, Workers: 1}
	var out []Study
	if level == 0.95 { // the level of these intervals is fixed
		out = append(out,
			Study{Method: "Bonett–Wright", Of: "Spearman's ρ", N: 40, P: rho, Short: 0.015,
				draw: func(rng *rand.Rand) (stats.Estimate, error) {
					x, y := normals(rng, 40, r)
					c, err := stats.Spearman(x, y, one)
					return c.Rho, err
				}},
			Study{Method: "Bonett–Wright", Of: "partial Spearman's ρ", N: 60, P: rho, Clusters: 6, Short: 0.02,
				draw: func(rng *rand.Rand) (stats.Estimate, error) {
					x, y := normals(rng, 60, r)
					group := make([]int, 60)
					for i := range group {
						group[i] = i % 6
					}
					c, err := stats.PartialSpearman(x, y, stats.GroupBy(group), one)
					return c.Rho, err
				}})
	}
	return append(out,
		Study{Method: "bootstrap, BCa", Of: "Spearman's ρ", N: 60, P: rho, Short: 0.02, Slow: 5,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				x, y := normals(rng, 60, r)
				return stats.BootstrapSpearman(x, y, stats.Groups{}, stats.Bootstrap{
					MonteCarlo: stats.MonteCarlo{Draws: bootstrapDraws, Seed: rng.Uint64(), Workers: 1}, Level: level})
			}},
		Study{Method: "DeLong, logit", Of: "AUC", N: 50, P: 1 - stats.NormalSurvival(1/math.Sqrt2), Short: 0.01,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				var x, y []float64
				for i := range 50 {
					solved := float64(i % 2)
					x, y = append(x, rng.NormFloat64()+solved), append(y, solved)
				}
				d, err := stats.AUC(x, y, level)
				return d.AUC, err
			}})
}
