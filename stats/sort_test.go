package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Long and short inputs are sorted by different means, which must agree.
func TestSortByIsStableAndKnowsEveryFloat(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, -5e-324, 255, 256, 257}
	for _, n := range []int{0, 1, 100, 255, 256, 3000} {
		x, order := make([]float64, n), make([]int, n)
		for i := range x {
			switch order[i] = i; rng.IntN(3) {
			case 0:
				x[i] = special[rng.IntN(len(special))]
			case 1:
				x[i] = float64(rng.IntN(20) - 10)
			default:
				x[i] = rng.NormFloat64() * math.Pow(10, float64(rng.IntN(20)-10))
			}
		}
		want := slices.Clone(order)
		slices.SortStableFunc(want, func(a, b int) int {
			if x[a] < x[b] {
				return -1
			}
			if x[a] > x[b] {
				return 1
			}
			return 0
		})
		if sortBy(order, x); !slices.Equal(order, want) {
			t.Errorf("%d values are out of order", n)
		}
	}
}

func BenchmarkRanks10000(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 0))
	ties, smooth := make([]float64, 10_000), make([]float64, 10_000)
	for i := range ties {
		ties[i], smooth[i] = float64(rng.IntN(40)), rng.NormFloat64()
	}
	for name, x := range map[string][]float64{"ties": ties, "no ties": smooth} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Ranks(x)
			}
		})
	}
}
