package named

import (
	"errors"
	"math"

	"proofgrid/stats"
)

var costs = []Statistic{
	define("ratio_of_sums", "cost per solve and solves per unit of cost, failed attempts included, with Fieller's interval",
		`{"cost": [10, 4, 7, 3], "solved": [1, 1, 0, 1]}`, func(in struct {
			Cost   []float64 `in:"cost" doc:"cost of every unit; null is unknown"`
			Solved []float64 `in:"solved" doc:"its solves: 0 or 1, or a count"`
			clustered
			level
		}) (Object, error) {
			p, err := stats.CostPerSolve(in.Cost, in.Solved, design(in.clustered, in.level))
			if err != nil {
				return nil, err
			}
			kind := "bounded"
			switch {
			case p.Unbounded:
				kind = "unbounded"
			case math.IsNaN(p.Cost.Lo):
				kind = "undefined"
			}
			return Object{
				{"ratio", p.Cost.Value}, {"se_linearised_cluster", p.Cost.SE}, {"solves_per_unit", p.Solves.Value},
				{"fieller_g", p.G}, {"fieller", kind}, {"fieller_ci", ends(p.Cost)}, {"mean_of_ratios", math.NaN()},
			}.with(Member{"cost", p.Cost}, Member{"solves", p.Solves},
				Member{"mean_of_ratios", "not offered: it is undefined for an unsolved unit"}), nil
		}),

	define("ewa_at_k", "efficiency-weighted accuracy Pass@K·100/length in each of its readings",
		`{"solved": [1, 0, 1, 1], "tokens": [100, 4000, 250, 50]}`, func(in struct {
			Solved []float64 `in:"solved" doc:"outcome of every task"`
			Tokens []float64 `in:"tokens" doc:"length of its response"`
		}) (Object, error) {
			e, err := stats.EWAAtK(in.Solved, in.Tokens)
			return Object{
				{"ewa_fraction", e.Fraction}, {"ewa_percent_input", e.Percent},
				{"ewa_mean_of_ratios", e.MeanOfRatios}, {"ewa_solved_only_length", e.SolvedLength},
			}, err
		}),

	define("pareto_frontier", "which points no other beats in cost and score; equal points stay",
		`{"points_cost_score": [[1, 0.2], [2, 0.5], [3, 0.5], [3, 0.6]]}`, func(in struct {
			Points [][2]float64 `in:"points_cost_score" doc:"[cost, score] of every point"`
		}) (Object, error) {
			var cost, score []float64
			for _, p := range in.Points {
				cost, score = append(cost, p[0]), append(score, p[1])
			}
			on, err := stats.Pareto(cost, score)
			out := Object{{"frontier_idx_keep_duplicates", append([]int{}, on...)}}
			for i := range cost { // one unknown coordinate makes a point unknown
				if math.IsNaN(score[i]) {
					cost[i] = math.NaN()
				}
			}
			return out.warnUnknown(cost, "points that are left out"), err
		}),

	define("pareto_membership", "share of cluster resamples in which each arm is on the frontier of cost and score",
		`{"arms": [{"cost": [1, 2, 1], "score": [0, 1, 0], "n": [2, 2, 2]}, {"cost": [3, 3, 4], "score": [1, 2, 1], "n": [2, 2, 2]}], "seed": 1}`,
		func(in struct {
			Arms []struct {
				Cost  []float64 `in:"cost" doc:"total cost in every cluster"`
				Score []float64 `in:"score" doc:"total score in every cluster"`
				N     []float64 `in:"n" doc:"units of every cluster"`
			} `in:"arms" doc:"the arms, over the same clusters"`
			seeded
		}) (Object, error) {
			var arms []stats.CostScore
			for _, a := range in.Arms {
				arms = append(arms, stats.CostScore(a))
			}
			if err := in.check(); err != nil {
				return nil, err
			}
			share, err := stats.ParetoMembership(arms, stats.Bootstrap{MonteCarlo: in.draws()})
			return Object{{"membership", share}}, err
		}),

	define("expected_cost", "one task's expected cost of k samples over all orders of its recorded chains",
		`{"cost": [3, 5, 2, 4], "solved": [0, 1, 0, 1], "k": 2, "policy": "depth-first"}`, func(in struct {
			Cost   []float64 `in:"cost" doc:"cost of every chain; under breadth-first of its round 0"`
			Solved []bool    `in:"solved" doc:"whether it succeeded; under breadth-first in round 0"`
			K      int       `in:"k" doc:"samples"`
			Policy string    `in:"policy" doc:"exhaustive, depth-first, breadth-first, or prefix for a recorded depth-first run"`
			Repair []float64 `in:"repair,optional" doc:"breadth-first alone: what repairing every chain costs"`
		}) (Object, error) {
			var cost float64
			var err error
			switch {
			case (in.Policy == string(stats.BreadthFirst)) != (in.Repair != nil):
				err = errors.New("repair costs belong to the policy breadth-first, which needs them")
			case in.Repair != nil:
				cost, err = stats.ExpectedCostBreadthFirst(in.Cost, in.Repair, in.Solved, in.K)
			case in.Policy == "prefix":
				cost, err = stats.PrefixCostAtK(in.Cost, in.Solved, in.K)
			default:
				cost, err = stats.ExpectedCostAtK(in.Cost, in.Solved, in.K, stats.Policy(in.Policy))
			}
			return Object{{"expected_cost", cost}}, err
		}),
}
