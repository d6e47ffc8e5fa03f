package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// skewedPairs is a feature with ties and a binary outcome that falls with it.
func skewedPairs(n int, seed uint64) (x, y []float64, repository []int) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range n {
		depth := float64(int(rng.ExpFloat64()*4)) + 1
		solved := 0.0
		if rng.Float64() < 1/(1+depth/3) {
			solved = 1
		}
		x, y, repository = append(x, depth), append(y, solved), append(repository, rng.IntN(1+n/20))
	}
	return x, y, repository
}

func BenchmarkSpearmanBootstrap10000Tasks10000Draws(b *testing.B) {
	x, y, _ := skewedPairs(10000, 1)
	for b.Loop() {
		if _, err := BootstrapSpearman(x, y, Groups{}, Bootstrap{Interval: Percentile}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSpearmanBootstrapContinuous10000Tasks10000Draws(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 0))
	var x, y []float64
	for range 10000 {
		x, y = append(x, rng.NormFloat64()), append(y, rng.NormFloat64())
	}
	for b.Loop() {
		if _, err := BootstrapSpearman(x, y, Groups{}, Bootstrap{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSpearmanPermutation10000Tasks10000Draws(b *testing.B) {
	x, y, _ := skewedPairs(10000, 1)
	for b.Loop() {
		if _, err := Spearman(x, y, MonteCarlo{}); err != nil {
			b.Fatal(err)
		}
	}
}

// Weights must give what a resample written out gives.
func TestWeightedSpearmanIsSpearmanOfTheResample(t *testing.T) {
	x, y, repo := skewedPairs(120, 6)
	g := GroupBy(repo)
	s := newRankSorter(x, y, g)
	rng := rand.New(rand.NewPCG(2, 2))
	weights, ranks := make([]float64, len(x)), make([]float64, len(x))
	for range 20 {
		w := make([]float64, g.Len())
		for range w {
			w[rng.IntN(len(w))]++
		}
		var u, v []float64
		for i, c := range g.Of {
			for range int(w[c]) {
				u, v = append(u, x[i]), append(v, y[i])
			}
		}
		near(t, "ρ", s.spearman(w, weights, ranks), must(Spearman(u, v, MonteCarlo{Draws: 1})).Rho.Value, 1e-12)
	}
}

// With four clusters all 256 resamples are used; drawing 40,000 must come close.
func TestDrawnBootstrapMeetsTheExactOne(t *testing.T) {
	sum, n := []float64{1, 1, 3, 0}, []float64{5, 1, 3, 2}
	exact := must(BootstrapMacro(sum, n, Bootstrap{Interval: Percentile}))
	b := Bootstrap{MonteCarlo: MonteCarlo{Draws: 250, Seed: 1}, Interval: Percentile}
	if e := must(BootstrapMacro(sum, n, b)); e.Method == exact.Method {
		t.Errorf("250 draws are fewer than 256 resamples, yet %q", e.Method)
	}
	var means []float64
	r, err := Bootstrap{MonteCarlo: MonteCarlo{Draws: 255, Seed: 5}}.Run(4, 1, func() Statistic {
		return func(w, out []float64) {
			out[0] = 0
			for g, m := range w {
				out[0] += m * sum[g] / n[g] / 4
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(200) {
		q := *r
		q.boot.Seed = seed
		again, _ := q.boot.Run(4, 1, r.setup)
		means = append(means, again.Draws[0]...)
	}
	mean, sd := meanSD(means)
	near(t, "mean", mean, 0.55, 0.005)
	near(t, "SD", sd, exact.SE, 0.005)
}

func TestBootstrapOfArmsSharesEachResample(t *testing.T) {
	a := Arm{Sum: []float64{3, 0, 4, 1, 5, 2, 2}, N: []float64{5, 2, 6, 3, 7, 4, 2}}
	worse := Arm{Sum: []float64{2, 0, 3, 1, 4, 2, 1}, N: a.N}
	rates, diffs, err := BootstrapRates([]Arm{a, worse, a}, Bootstrap{MonteCarlo: MonteCarlo{Draws: 2000}})
	if err != nil {
		t.Fatal(err)
	}
	if rates[0].Lo != rates[2].Lo || diffs[2].Value != 0 || !math.IsNaN(diffs[2].Lo) {
		t.Errorf("an arm differs from itself: %+v", diffs[2])
	}
	if width := diffs[1].Hi - diffs[1].Lo; width > rates[1].Hi-rates[1].Lo {
		t.Errorf("the paired difference is wider (%v) than a rate", width)
	}
	near(t, "difference", diffs[1].Value, rates[1].Value-rates[0].Value, 1e-15)
	_, _, err = BootstrapRates([]Arm{{Sum: []float64{1}, N: []float64{2}}}, Bootstrap{})
	refused(t, "one cluster", err, ErrOneCluster)
	_, _, err = BootstrapRates(nil, Bootstrap{})
	refused(t, "no arm", err, ErrNoData)
	e := must(BootstrapRate([]float64{1, 1, 1, 1}, GroupBy([]int{1, 1, 2, 2}), Bootstrap{}))
	if !math.IsNaN(e.Lo) || len(e.Warnings) == 0 {
		t.Errorf("all solved: %+v", e)
	}
}

func TestUndefinedResamplesAreCounted(t *testing.T) {
	e := must(BootstrapSpearman([]float64{1, 2, 3, 4, 5, 6}, []float64{0, 0, 0, 0, 0, 1}, Groups{}, Bootstrap{}))
	if len(e.Warnings) == 0 || math.IsNaN(e.Lo) {
		t.Errorf("a third of the resamples has a constant outcome: %+v", e)
	}
}

// Coverage of 600 simulated bootstraps has a standard error of 0.009.
func TestCoverageOfClusterBootstrap(t *testing.T) {
	rng := rand.New(rand.NewPCG(77, 0))
	const runs = 600
	var cover [2]int
	for range runs {
		arm := Arm{}
		for range 30 {
			p, n, s := 0.2+0.5*rng.Float64(), 3+rng.IntN(10), 0.0
			for range n {
				if rng.Float64() < p {
					s++
				}
			}
			arm.Sum, arm.N = append(arm.Sum, s), append(arm.N, float64(n))
		}
		for i, kind := range []Interval{BCa, Percentile} {
			rates, _, err := BootstrapRates([]Arm{arm}, Bootstrap{MonteCarlo: MonteCarlo{Draws: 600, Seed: rng.Uint64()}, Interval: kind})
			if err != nil {
				t.Fatal(err)
			}
			if rates[0].Lo <= 0.45 && 0.45 <= rates[0].Hi {
				cover[i]++
			}
		}
	}
	for i, name := range []string{"BCa", "percentile"} {
		near(t, name+" coverage", float64(cover[i])/runs, 0.935, 0.035)
	}
}
