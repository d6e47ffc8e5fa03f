package named

import (
	"errors"
	"fmt"

	"proofgrid/stats"
)

var errNegative = errors.New("a count is negative")

type twoCounts struct {
	X1 int `in:"x1" doc:"solved by arm 1"`
	N1 int `in:"n1" doc:"tasks of arm 1"`
	X2 int `in:"x2" doc:"solved by arm 2"`
	N2 int `in:"n2" doc:"tasks of arm 2"`
	level
}

var tables = []Statistic{
	define("risk_difference_ci", "difference of two unpaired rates: Newcombe, Miettinen–Nurminen, Agresti–Caffo",
		`{"x1": 56, "n1": 70, "x2": 48, "n2": 80}`, func(in twoCounts) (Object, error) {
			newcombe, err := stats.NewcombeUnpaired(in.X1, in.N1, in.X2, in.N2, in.Level)
			if err != nil {
				return nil, err
			}
			score, err := stats.MiettinenNurminen(in.X1, in.N1, in.X2, in.N2, in.Level)
			if err != nil {
				return nil, err
			}
			plus, err := stats.AgrestiCaffo(in.X1, in.N1, in.X2, in.N2, in.Level)
			return Object{
				{"diff", newcombe.Value}, {"newcombe", ends(newcombe)}, {"miettinen_nurminen", ends(score)}, {"agresti_caffo", ends(plus)},
			}.with(Member{"newcombe", newcombe}, Member{"miettinen_nurminen", score}, Member{"agresti_caffo", plus}), err
		}),

	define("fisher_exact", "Fisher's exact test and the conditional odds ratio of two unpaired arms; Haldane's where a cell is zero",
		`{"table": [[3, 1], [1, 3]]}`, func(in struct {
			Table [2][2]int `in:"table" doc:"[[solved, unsolved] of A, [solved, unsolved] of B]"`
			level
		}) (Object, error) {
			t := stats.Table2x2{SolvedA: in.Table[0][0], UnsolvedA: in.Table[0][1], SolvedB: in.Table[1][0], UnsolvedB: in.Table[1][1]}
			test, err := stats.FisherExact(t)
			if err != nil {
				return nil, err
			}
			odds, err := stats.OddsRatio(t, in.Level)
			if err != nil {
				return nil, err
			}
			haldane, err := stats.OddsRatioHaldane(t, in.Level)
			return Object{
				{"p", test.P}, {"or_conditional_mle", odds.Value}, {"or_ci", ends(odds)},
				{"or_haldane", haldane.Value}, {"or_haldane_ci", ends(haldane)},
			}.with(Member{"test", test}, Member{"odds_ratio", odds}, Member{"haldane", haldane}), err
		}),

	define("cohen_h", "difference of two rates on the arcsine scale",
		`{"p1": 0.41, "p2": 0.348}`, func(in struct {
			P1 float64 `in:"p1" doc:"a rate"`
			P2 float64 `in:"p2" doc:"another"`
		}) (Object, error) {
			if !(in.P1 >= 0 && in.P1 <= 1 && in.P2 >= 0 && in.P2 <= 1) {
				return nil, fmt.Errorf("p1 = %v and p2 = %v: rates lie in [0, 1]", in.P1, in.P2)
			}
			return Object{{"h", stats.CohenH(in.P1, in.P2)}}, nil
		}),

	define("cochran_armitage", "trend of the solve rate over ordered buckets, by the N and the N−1 convention",
		`{"x": [71, 52, 23], "n": [187, 204, 109], "scores": [1, 2, 3]}`, func(in struct {
			X      []int     `in:"x" doc:"solved in every bucket"`
			N      []int     `in:"n" doc:"tasks of every bucket"`
			Scores []float64 `in:"scores" doc:"place of every bucket on the scale"`
			seeded
		}) (Object, error) {
			y, g, err := bernoulli(in.X, in.N)
			if err != nil {
				return nil, err
			}
			trend, err := stats.CochranArmitage(in.X, in.N, in.Scores)
			if err != nil {
				return nil, err
			}
			linear, err := stats.LinearByLinear(in.X, in.N, in.Scores)
			if err != nil {
				return nil, err
			}
			var scores, bucket []float64 // groups are numbered in order, without empty buckets
			for i, n := range in.N {
				if n > 0 {
					scores = append(scores, in.Scores[i])
				}
			}
			for _, c := range g.Of {
				bucket = append(bucket, scores[c])
			}
			rho, err := stats.Spearman(bucket, y, in.draws())
			return Object{
				{"z", trend.Statistic}, {"p", trend.P}, {"z_Nminus1", linear.Statistic}, {"p_Nminus1", linear.P},
				{"spearman_bucket_success", rho.Rho.Value},
			}.with(Member{"N", trend}, Member{"Nminus1", linear}), err
		}),

	define("stratified_trend", "Mantel's trend test with strata such as repositories, N−1 convention",
		`{"strata": [{"x": [5, 3], "n": [8, 8]}, {"x": [4, 1], "n": [6, 6]}], "scores": [1, 2]}`, func(in struct {
			Strata []struct {
				X []int `in:"x" doc:"solved in every bucket"`
				N []int `in:"n" doc:"tasks of every bucket"`
			} `in:"strata" doc:"counts of every stratum over the same buckets"`
			Scores []float64 `in:"scores" doc:"place of every bucket on the scale"`
		}) (Object, error) {
			var strata []stats.TrendTable
			for _, s := range in.Strata {
				strata = append(strata, stats.TrendTable(s))
			}
			t, err := stats.StratifiedTrend(strata, in.Scores)
			return Object{{"z", t.Statistic}, {"p", t.P}}.with(Member{"test", t}), err
		}),
}
