package named

import (
	"fmt"

	"proofgrid/stats"
)

var pairs = []Statistic{
	define("paired_difference", "two arms on the same tasks: difference, interval and test that fit the design, and the overlap",
		`{"a": [1, 1, 0, 1, null, 1], "b": [1, 0, 0, 0, 1, 1], "clusters": ["r", "r", "s", "s", "t", "t"]}`, func(in struct {
			A []float64 `in:"a" doc:"outcome of every task in arm A; null is unknown"`
			B []float64 `in:"b" doc:"outcome of the same task in arm B"`
			clustered
			level
			seeded
		}) (Object, error) {
			p, err := stats.PairedDifference(in.A, in.B, design(in.clustered, in.level), in.draws())
			if err != nil {
				return nil, err
			}
			out := Object{
				{"difference", p.Difference}, {"test", p.P}, {"rate_a", p.RateA}, {"rate_b", p.RateB},
				{"excluded", p.Excluded}, {"binary", p.Binary}, {"sign_flip", p.SignFlip},
			}
			if p.Binary {
				out = append(out, Object{
					{"both", p.Both}, {"only_a", p.OnlyA}, {"only_b", p.OnlyB}, {"neither", p.Neither},
					{"tango", p.Tango}, {"newcombe", p.Newcombe},
					{"mcnemar_exact", p.McNemarExact}, {"mcnemar_midp", p.McNemarMidP}, {"discordant_odds", p.DiscordantOdds},
				}...)
			}
			return out, nil
		}),

	define("mcnemar", "is a discordant pair as likely to favour one arm as the other: exact and mid-p",
		`{"b": 11, "c": 5}`, func(in struct {
			B int `in:"b" doc:"solved by A alone"`
			C int `in:"c" doc:"solved by B alone"`
			level
		}) (Object, error) {
			if in.B < 0 || in.C < 0 {
				return nil, errNegative
			}
			exact, mid, odds := stats.McNemarExact(in.B, in.C), stats.McNemarMidP(in.B, in.C), stats.DiscordantOdds(in.B, in.C, in.Level)
			return Object{
				{"p_exact", exact.P}, {"p_midp", mid.P}, {"odds_ratio", odds.Value}, {"or_exact_ci", ends(odds)},
			}.with(Member{"exact", exact}, Member{"midp", mid}, Member{"odds_ratio", odds}), nil
		}),

	define("mcnemar_bounds", "smallest and largest exact p that a paired table with these marginals can have",
		`{"solved_a": 205, "solved_b": 174, "n": 500}`, func(in struct {
			A int `in:"solved_a" doc:"solved by A"`
			B int `in:"solved_b" doc:"solved by B"`
			N int `in:"n" doc:"tasks"`
		}) (Object, error) {
			lo, hi, err := stats.McNemarBounds(in.A, in.B, in.N)
			return Object{{"p_smallest", lo.P}, {"p_largest", hi.P}}.with(Member{"smallest", lo}, Member{"largest", hi}), err
		}),

	define("paired_risk_difference_ci", "difference of paired rates with Tango's score interval and Newcombe's method 10",
		`{"both": 1, "only_A": 1, "only_B": 7, "neither": 12}`, func(in struct {
			Both    int `in:"both" doc:"solved by both"`
			OnlyA   int `in:"only_A" doc:"solved by A alone"`
			OnlyB   int `in:"only_B" doc:"solved by B alone"`
			Neither int `in:"neither" doc:"solved by neither"`
			level
		}) (Object, error) {
			tango, err := stats.Tango(in.OnlyA, in.OnlyB, in.Both+in.OnlyA+in.OnlyB+in.Neither, in.Level)
			if err != nil {
				return nil, err
			}
			newcombe, err := stats.NewcombePaired(in.Both, in.OnlyA, in.OnlyB, in.Neither, in.Level)
			return Object{{"diff", tango.Value}, {"tango", ends(tango)}, {"newcombe_method10", ends(newcombe)}}.
				with(Member{"tango", tango}, Member{"newcombe_method10", newcombe}), err
		}),

	define("cochran_q", "do several arms solve the same share of the same tasks",
		`{"x": [[1, 1, 0], [1, 1, 1], [0, 0, 0], [1, 0, 0], [1, 0, 1]]}`, func(in struct {
			X [][]float64 `in:"x" doc:"a list per task, with the outcome of every arm; null is unknown"`
		}) (Object, error) {
			q, err := stats.CochranQ(in.X)
			return Object{{"Q", q.Statistic}, {"df", q.DF}, {"p", q.P}}.with(Member{"test", q}), err
		}),

	define("p_adjust", "p-values adjusted for their number: Holm, Benjamini–Hochberg, Benjamini–Yekutieli, Bonferroni",
		`{"p": [0.01, 0.04, 0.03, null]}`, func(in struct {
			P []float64 `in:"p" doc:"p-values; null is left out of their number"`
		}) (Object, error) {
			for i, p := range in.P {
				if p < 0 || p > 1 {
					return nil, fmt.Errorf("p[%d] = %v is no p-value: it lies outside [0, 1]", i, p)
				}
			}
			return Object{{"holm", stats.Holm(in.P)}, {"bh", stats.BH(in.P)}, {"by", stats.BY(in.P)}, {"bonferroni", stats.Bonferroni(in.P)}}, nil
		}),
}
