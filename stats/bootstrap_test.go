package stats

import (
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
