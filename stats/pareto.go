package stats

import (
	"fmt"
	"math"
)

// Pareto returns the indices, ascending, of the points that no other point beats:
// none is at most as costly and at least as good, and better in one of the two.
// Equal points stay together. A point with a NaN is never on the frontier.
func Pareto(cost, score []float64) ([]int, error) {
	if len(cost) != len(score) {
		return nil, fmt.Errorf("%d costs and %d scores", len(cost), len(score))
	}
	var order []int
	for i := range cost {
		if !math.IsNaN(cost[i]) && !math.IsNaN(score[i]) {
			order = append(order, i)
		}
	}
	on := make([]bool, len(cost))
	frontier(cost, score, order, on)
	var out []int
	for i, v := range on {
		if v {
			out = append(out, i)
		}
	}
	return out, nil
}

// frontier marks the undominated points among order, which it sorts by cost.
func frontier(cost, score []float64, order []int, on []bool) {
	sortBy(order, cost)
	best := math.Inf(-1) // score among strictly cheaper points
	for i := 0; i < len(order); {
		j, top := i, math.Inf(-1)
		for ; j < len(order) && cost[order[j]] == cost[order[i]]; j++ {
			top = math.Max(top, score[order[j]])
		}
		for _, p := range order[i:j] {
			on[p] = score[p] == top && top > best
		}
		best = math.Max(best, top)
		i = j
	}
}

// CostScore is one arm's total cost, total score and number of units per cluster
// (task or repository); all arms share the clusters.
type CostScore struct{ Cost, Score, N []float64 }

// ParetoMembership returns for each arm the share of cluster resamples in which it
// is on the frontier of mean cost and mean score. All arms share each resample.
func ParetoMembership(arms []CostScore, b Bootstrap) ([]float64, error) {
	if len(arms) == 0 {
		return nil, fmt.Errorf("Pareto membership: %w", ErrNoData)
	}
	G := len(arms[0].N)
	for i, a := range arms {
		if len(a.Cost) != G || len(a.Score) != G || len(a.N) != G {
			return nil, fmt.Errorf("arm %d does not have %d clusters", i, G)
		}
		for g := range G {
			if !finite(a.Cost[g]) || !finite(a.Score[g]) || !finite(a.N[g]) || a.N[g] < 0 {
				return nil, fmt.Errorf("arm %d, cluster %d has cost %v and score %v over %v units", i, g, a.Cost[g], a.Score[g], a.N[g])
			}
		}
	}
	r, err := b.Run(G, len(arms), func() Statistic {
		cost, score := make([]float64, len(arms)), make([]float64, len(arms))
		order, on := make([]int, 0, len(arms)), make([]bool, len(arms))
		return func(w, out []float64) {
			order = order[:0]
			for i, a := range arms {
				var c, s, n float64
				for g, m := range w {
					c, s, n = c+m*a.Cost[g], s+m*a.Score[g], n+m*a.N[g]
				}
				cost[i], score[i], on[i] = c/n, s/n, false
				if n > 0 {
					order = append(order, i)
				}
			}
			frontier(cost, score, order, on)
			for i, v := range on {
				if out[i] = 0; v {
					out[i] = 1
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	share := make([]float64, len(arms))
	for i, draws := range r.Draws {
		share[i], _ = meanSD(draws)
	}
	return share, nil
}
