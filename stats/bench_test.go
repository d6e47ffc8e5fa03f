package stats

import (
	"math/rand/v2"
	"testing"
)

func manyOutcomes(n, repositories int) (a, b []float64, repo []int) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range n {
		r := rng.IntN(repositories)
		x, y := 0.0, 0.0
		if rng.Float64() < 0.3+0.4*float64(r)/float64(repositories) {
			x = 1
		}
		if rng.Float64() < 0.5 {
			y = x
		}
		a, b, repo = append(a, x), append(b, y), append(repo, r)
	}
	return a, b, repo
}

func BenchmarkGroupByMillion(b *testing.B) {
	_, _, repo := manyOutcomes(1e6, 500)
	for b.Loop() {
		GroupBy(repo)
	}
}

func BenchmarkSuccessRateMillion(b *testing.B) {
	y, _, repo := manyOutcomes(1e6, 500)
	d := Design{Clusters: GroupBy(repo)}
	for b.Loop() {
		must(SuccessRate(y, d))
	}
}

func BenchmarkPairedDifferenceMillion(b *testing.B) {
	x, y, repo := manyOutcomes(1e6, 500)
	d := Design{Clusters: GroupBy(repo)}
	for b.Loop() {
		must(PairedDifference(x, y, d, MonteCarlo{}))
	}
}

func BenchmarkBudgetSurface10000Tasks(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 0))
	run := Run{Policy: Exhaustive, K: 8, R: 3}
	for range 10000 {
		var chains []Chain
		for range 8 {
			chains = append(chains, chainOf(rng.IntN(12), 3))
		}
		run.Tasks = append(run.Tasks, chains)
	}
	for b.Loop() {
		must(BudgetSurface(run, Design{}))
	}
}

func BenchmarkClusterBootstrap500Repositories(b *testing.B) {
	y, _, repo := manyOutcomes(1e5, 500)
	g := GroupBy(repo)
	for b.Loop() {
		must(BootstrapRate(y, g, Bootstrap{}))
	}
}
