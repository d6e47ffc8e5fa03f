package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Exact: every pair of counts, weighed by its binomial probabilities.
func TestCoverageOfUnpairedIntervals(t *testing.T) {
	const n1, n2 = 20, 30
	mass := func(x, n int, p float64) float64 {
		return BinomialSurvival(x-1, n, p) - BinomialSurvival(x, n, p)
	}
	for name, f := range map[string]func(x1, n1, x2, n2 int, level float64) (Estimate, error){
		"Newcombe": NewcombeUnpaired, "Miettinen–Nurminen": MiettinenNurminen, "Agresti–Caffo": AgrestiCaffo,
	} {
		for _, p := range [][2]float64{{0.5, 0.3}, {0.9, 0.8}, {0.15, 0.15}} {
			cover := 0.0
			for x := 0; x <= n1; x++ {
				for y := 0; y <= n2; y++ {
					if e := must(f(x, n1, y, n2, 0.95)); e.Lo <= p[0]-p[1] && p[0]-p[1] <= e.Hi {
						cover += mass(x, n1, p[0]) * mass(y, n2, p[1])
					}
				}
			}
			near(t, name+" coverage", cover, 0.955, 0.02)
		}
	}
}

// simulated runs an experiment and counts how often an interval covers the truth.
func simulated(runs int, seed uint64, experiment func(rng *rand.Rand) (Estimate, float64)) float64 {
	rng := rand.New(rand.NewPCG(seed, 99))
	cover := 0
	for range runs {
		if e, truth := experiment(rng); e.Lo <= truth && truth <= e.Hi {
			cover++
		}
	}
	return float64(cover) / float64(runs)
}

// Each simulation has a standard error of about 0.22/√runs; the tolerance adds three
// of them to the method's own error at these small sizes.
func TestCoverageBySimulation(t *testing.T) {
	pearson := func(rng *rand.Rand, n int, r float64) (x, y []float64) {
		for range n {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			x, y = append(x, a), append(y, r*a+math.Sqrt(1-r*r)*b)
		}
		return x, y
	}
	rhoOf := func(r float64) float64 { return 6 / math.Pi * math.Asin(r/2) } // of a bivariate normal
	for _, c := range []struct {
		name string
		runs int
		f    func(rng *rand.Rand) (Estimate, float64)
	}{
		{"Spearman, Bonett–Wright", 2000, func(rng *rand.Rand) (Estimate, float64) {
			x, y := pearson(rng, 40, 0.5)
			return must(Spearman(x, y, MonteCarlo{Draws: 1})).Rho, rhoOf(0.5)
		}},
		{"Spearman, bootstrap", 500, func(rng *rand.Rand) (Estimate, float64) {
			x, y := pearson(rng, 60, 0.5)
			return must(BootstrapSpearman(x, y, Groups{}, Bootstrap{MonteCarlo: MonteCarlo{Draws: 400, Seed: rng.Uint64()}})), rhoOf(0.5)
		}},
		{"AUC, DeLong", 2000, func(rng *rand.Rand) (Estimate, float64) {
			var x, y []float64
			for i := range 50 {
				solved := float64(i % 2)
				x, y = append(x, rng.NormFloat64()+solved), append(y, solved)
			}
			return must(AUC(x, y, 0.95)).AUC, 1 - NormalSurvival(1/math.Sqrt2)
		}},
		{"macro rate", 2000, func(rng *rand.Rand) (Estimate, float64) {
			var sum, n []float64
			for range 12 {
				p, s := rng.Float64(), 0.0
				for range 10 {
					if rng.Float64() < p {
						s++
					}
				}
				sum, n = append(sum, s), append(n, 10)
			}
			return must(MacroMean(sum, n, 0.95)), 0.5
		}},
		{"pass@2 over clustered tasks", 2000, func(rng *rand.Rand) (Estimate, float64) {
			var samples, correct, repo []int
			for g := range 20 {
				q := rng.Float64()
				for range 3 + g%4 {
					c := 0
					for range 5 {
						if rng.Float64() < q {
							c++
						}
					}
					samples, correct, repo = append(samples, 5), append(correct, c), append(repo, g)
				}
			}
			return must(PassAtKMean(samples, correct, 2, Design{Clusters: GroupBy(repo)})), 2.0 / 3 // E(1 − (1−q)²)
		}},
		{"logistic slope, CR2", 1000, func(rng *rand.Rand) (Estimate, float64) {
			var x [][]float64
			var y []float64
			var repo []int
			for g := range 25 {
				for range 12 {
					v := rng.NormFloat64()
					solved := 0.0
					if rng.Float64() < logistic(0.5*v) {
						solved = 1
					}
					x, y, repo = append(x, []float64{v}), append(y, solved), append(repo, g)
				}
			}
			return must(Logistic(x, y, ClusterCR2, Design{Clusters: GroupBy(repo)})).Coef[1], 0.5
		}},
		{"restricted mean under censoring", 2000, func(rng *rand.Rand) (Estimate, float64) {
			var time []float64
			var event []bool
			for range 60 {
				life, leave := rng.ExpFloat64(), 2*rng.ExpFloat64()
				time, event = append(time, math.Min(life, leave)), append(event, life <= leave)
			}
			s := must(KaplanMeier(time, event, LogLog, 0.95))
			e, err := s.RMST(1)
			if err != nil { // follow-up rarely ends before 1
				return Estimate{Lo: -1, Hi: 9}, 0
			}
			return e, 1 - math.Exp(-1)
		}},
		{"Kaplan–Meier, log-log", 2000, func(rng *rand.Rand) (Estimate, float64) {
			var time []float64
			var event []bool
			for range 50 {
				life, leave := rng.ExpFloat64(), 2*rng.ExpFloat64()
				time, event = append(time, math.Min(life, leave)), append(event, life <= leave)
			}
			s := must(KaplanMeier(time, event, LogLog, 0.95))
			at := 0
			for i, v := range s.Time {
				if v <= 0.7 {
					at = i
				}
			}
			return Estimate{Lo: s.Lo[at], Hi: s.Hi[at]}, math.Exp(-0.7)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			near(t, "coverage", simulated(c.runs, 5, c.f), 0.945, 0.015+3*0.22/math.Sqrt(float64(c.runs)))
		})
	}
}

// A permutation p-value is at most α in at most a share α of true nulls.
func TestPermutationTestsKeepTheirLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 0))
	const runs = 1500
	var rejected [2]int
	for range runs {
		var x, y []float64
		var repo []int
		for i := range 24 {
			g := i % 4 // the outcome depends on the group alone
			solved := 0.0
			if rng.Float64() < 0.2+0.2*float64(g) {
				solved = 1
			}
			x, y, repo = append(x, float64(rng.IntN(5)+g)), append(y, solved), append(repo, g)
		}
		if must(PartialSpearman(x, y, GroupBy(repo), MonteCarlo{Draws: 199, Seed: rng.Uint64()})).Permutation.P <= 0.05 {
			rejected[0]++
		}
		rng.Shuffle(len(y), func(i, j int) { y[i], y[j] = y[j], y[i] })
		if must(Spearman(x, y, MonteCarlo{Draws: 199, Seed: rng.Uint64()})).Permutation.P <= 0.05 {
			rejected[1]++
		}
	}
	for i, name := range []string{"partial Spearman", "Spearman"} {
		if rate := float64(rejected[i]) / runs; rate > 0.05+3*0.0057 {
			t.Errorf("%s rejects %.3f of true nulls at 0.05", name, rate)
		}
	}
}
