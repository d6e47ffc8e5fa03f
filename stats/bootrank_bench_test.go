package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// 10,000 draws of Spearman's coefficient for 10,000 tasks, the ranks taken anew in
// each: an integer feature with ties against solved or not.
func BenchmarkBootstrapSpearman10000Tasks(b *testing.B) {
	y, _, repo := manyOutcomes(10_000, 100)
	rng := rand.New(rand.NewPCG(3, 0))
	x := make([]float64, len(y))
	for i := range x {
		x[i] = math.Floor(40 * rng.Float64() * rng.Float64())
	}
	smooth := make([]float64, len(y))
	for i := range smooth {
		smooth[i] = rng.NormFloat64() + y[i]
	}
	for name, c := range map[string]struct {
		x []float64
		g Groups
	}{
		"100 repositories, ties": {x, GroupBy(repo)}, "100 repositories, no ties": {smooth, GroupBy(repo)}, "every task its own cluster, no ties": {smooth, Groups{}},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				must(BootstrapSpearman(c.x, y, c.g, Bootstrap{}))
			}
		})
	}
}
