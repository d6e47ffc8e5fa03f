package coverage

import (
	"math"
	"math/rand/v2"

	"proofgrid/stats"
)

// logits draws clusters of units with a covariate of the given slope and intercepts
// that vary normally between clusters.
func logits(rng *rand.Rand, groups, each int, slope, sigma float64) (x [][]float64, y []float64, g stats.Groups) {
	var label []int
	for c := range groups {
		intercept := sigma * rng.NormFloat64()
		for range each {
			v := rng.NormFloat64()
			x, label = append(x, []float64{v}), append(label, c)
			y = append(y, outcome(rng, 1/(1+math.Exp(-intercept-slope*v))))
		}
	}
	return x, y, stats.GroupBy(label)
}

func regressions(level float64) []Study {
	const groups, each, slope = 25, 12, 0.5
	var out []Study
	for _, kind := range []stats.Sandwich{stats.ModelBased, stats.HC0, stats.ClusterHC0, stats.ClusterHC1, stats.ClusterStata, stats.ClusterCR2} {
		clusters, short := 0, 0.015
		if kind >= stats.ClusterHC0 {
			clusters, short = groups, 0.025
		}
		out = append(out, Study{Method: kind.String(), Of: "logistic slope", N: groups * each, P: slope, Clusters: clusters, Short: short, Slow: 2,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				x, y, g := logits(rng, groups, each, slope, 0)
				fit, err := stats.Logistic(x, y, kind, stats.Design{Clusters: g, Level: level})
				if err != nil {
					return stats.Estimate{}, err
				}
				return fit.Coef[1], nil
			}})
	}
	mixed := func(rng *rand.Rand) (stats.MixedLogit, error) {
		x, y, g := logits(rng, groups, each, slope, 1)
		return stats.RandomInterceptLogit(x, y, g, level)
	}
	return append(out,
		Study{Method: "conditional likelihood", Of: "slope within clusters", N: groups * each, P: slope, Clusters: groups, Short: 0.015, Slow: 4,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				x, y, g := logits(rng, groups, each, slope, 1)
				fit, err := stats.ConditionalLogit(x, y, g, level)
				if err != nil {
					return stats.Estimate{}, err
				}
				return fit.Coef[0], nil
			}},
		Study{Method: "random intercept", Of: "slope within clusters", N: groups * each, P: slope, Clusters: groups, Short: 0.015, Slow: 20,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				fit, err := mixed(rng)
				if err != nil {
					return stats.Estimate{}, err
				}
				return fit.Coef[1], nil
			}},
		Study{Method: "random intercept", Of: "SD of intercepts", N: groups * each, P: 1, Clusters: groups, Short: 0.03, Slow: 20,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				fit, err := mixed(rng)
				return fit.Sigma, err
			}})
}

// lives draws exponential times with mean 1, censored by others with mean 2.
func lives(rng *rand.Rand, n int) (time []float64, event []bool) {
	for range n {
		life, leave := rng.ExpFloat64(), 2*rng.ExpFloat64()
		time, event = append(time, math.Min(life, leave)), append(event, life <= leave)
	}
	return time, event
}

func survival(level float64) []Study {
	const n, at, limit = 60, 0.7, 1.0
	var out []Study
	for _, kind := range []stats.SurvivalInterval{stats.LogLog, stats.LogS} {
		out = append(out, Study{Method: "Kaplan–Meier, " + kind.String(), Of: "survival", N: n, P: math.Exp(-at), Short: 0.015,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				time, event := lives(rng, n)
				s, err := stats.KaplanMeier(time, event, kind, level)
				if err != nil {
					return stats.Estimate{}, err
				}
				e := stats.Estimate{Lo: math.NaN(), Hi: math.NaN()}
				for i, t := range s.Time {
					if t <= at {
						e.Lo, e.Hi = s.Lo[i], s.Hi[i]
					}
				}
				return e, nil
			}})
	}
	return append(out,
		Study{Method: "normal", Of: "restricted mean time", N: n, P: 1 - math.Exp(-limit), Short: 0.02,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				time, event := lives(rng, n)
				s, err := stats.KaplanMeier(time, event, stats.LogLog, level)
				if err != nil {
					return stats.Estimate{}, err
				}
				return s.RMST(limit)
			}},
		Study{Method: "Wilson", Of: "solved by a cost", N: n, P: 1 - math.Exp(-at), Short: 0.02,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				var when []float64
				for range n {
					when = append(when, rng.ExpFloat64())
				}
				c, err := stats.SolvedCurve(when, level)
				if err != nil {
					return stats.Estimate{}, err
				}
				e := stats.Estimate{Lo: math.NaN(), Hi: math.NaN()}
				for i, x := range c.X {
					if x <= at {
						e.Lo, e.Hi = c.Lo[i], c.Hi[i]
					}
				}
				return e, nil
			}},
		// ∫₀¹ t·e^−t dt + 2·e^−1 = 1 − 2/e + 2/e = 1.
		Study{Method: "t", Of: "PAR2", N: n, P: 1, Short: 0.015,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				var when []float64
				for range n {
					when = append(when, rng.ExpFloat64())
				}
				return stats.PAR2(when, limit, stats.Design{Level: level})
			}})
}

// costs of solved and of failed tasks differ: exponential with mean 1 and mean 3.
func costs(level float64) []Study {
	const solved = 0.3
	const mean = solved*1 + (1-solved)*3
	var out []Study
	for _, n := range []int{30, 200} {
		draw := func(rng *rand.Rand) (stats.PerSolve, error) {
			var cost, y []float64
			for range n {
				s := outcome(rng, solved)
				cost, y = append(cost, rng.ExpFloat64()*(3-2*s)), append(y, s)
			}
			return stats.CostPerSolve(cost, y, stats.Design{Level: level})
		}
		out = append(out,
			Study{Method: "Fieller", Of: "cost of a solve", N: n, P: mean / solved, Short: 0.02,
				draw: func(rng *rand.Rand) (stats.Estimate, error) { p, err := draw(rng); return p.Cost, err }},
			Study{Method: "Fieller", Of: "solves per cost", N: n, P: solved / mean, Short: 0.02,
				draw: func(rng *rand.Rand) (stats.Estimate, error) { p, err := draw(rng); return p.Solves, err }})
	}
	return out
}

// budgets over clustered tasks: a cluster's chance of a sample to succeed is uniform,
// so pass@k has the mean 1 − 1/(k+1), and pass^k 1/(k+1).
func budgets(level float64) []Study {
	const groups, samples, k = 20, 5, 2
	size := sizes(groups, 90, false)
	draw := func(rng *rand.Rand) (n, right []int, d stats.Design) {
		var label []int
		for g, tasks := range size {
			q := rng.Float64()
			for range tasks {
				n, right, label = append(n, samples), append(right, toss(rng, samples, q)), append(label, g)
			}
		}
		return n, right, stats.Design{Clusters: stats.GroupBy(label), Level: level}
	}
	surface := func(rng *rand.Rand, policy stats.Policy, tasks, rounds int, r int) (stats.BudgetPoint, error) {
		run := stats.Run{Policy: policy, K: samples, R: rounds}
		for range tasks {
			q := 0.3 * rng.Float64()
			chains := make([]stats.Chain, samples)
			for i := range chains {
				for chains[i].Rounds <= rounds && !chains[i].Solved {
					chains[i].Rounds++
					chains[i].Solved = rng.Float64() < q
				}
				if chains[i].Solved && policy == stats.DepthFirst {
					break
				}
			}
			run.Tasks = append(run.Tasks, chains)
		}
		s, err := stats.BudgetSurface(run, stats.Design{Level: level})
		if err != nil {
			return stats.BudgetPoint{}, err
		}
		return s.At(k, r), nil
	}
	// E over q uniform on [0, 0.3] of 1 − (1−q)^m, with m = k·(r+1) tries.
	truth := func(m float64) float64 { return 1 - (1-math.Pow(0.7, m+1))/(0.3*(m+1)) }
	return []Study{
		{Method: "cluster-robust, chosen by the data", Of: "pass@2 of 5 samples", N: 90, P: 1 - 1.0/(k+1), Clusters: groups, Short: 0.035,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				n, right, d := draw(rng)
				return stats.PassAtKMean(n, right, k, d)
			}},
		{Method: "cluster-robust, chosen by the data", Of: "pass^2 of 5 samples", N: 90, P: 1.0 / (k + 1), Clusters: groups, Short: 0.025,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				n, right, d := draw(rng)
				return stats.PassHatKMean(n, right, k, d)
			}},
		{Method: "t, exhaustive run", Of: "pass@(2, 1) of (5, 2)", N: 80, P: truth(2 * 2), Short: 0.015,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				p, err := surface(rng, stats.Exhaustive, 80, 2, 1)
				return p.Estimate, err
			}},
		{Method: "Wilson, depth-first run", Of: "pass@(2, 2) of (5, 2)", N: 80, P: truth(2 * 3), Short: 0.02,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				p, err := surface(rng, stats.DepthFirst, 80, 2, 2)
				return p.Estimate, err
			}},
		{Method: "bounds, depth-first run", Of: "pass@(2, 1) of (5, 2)", N: 80, P: truth(2 * 2), AtLeast: true,
			draw: func(rng *rand.Rand) (stats.Estimate, error) {
				p, err := surface(rng, stats.DepthFirst, 80, 2, 1)
				return stats.Estimate{Lo: p.Low.Lo, Hi: p.High.Hi}, err
			}},
	}
}
