package named

import (
	"fmt"
	"strconv"

	"proofgrid/stats"
)

// check makes a statistic of a consistency check.
func check[In any](name, line, example string, f func(In) (stats.Finding, error)) Statistic {
	return define(name, line, example, func(in In) (Object, error) { return result(f(in)) })
}

func checkDecimals(d int) error {
	if d < 0 || d > 15 {
		return fmt.Errorf("%d decimals: a printed number has 0 to 15", d)
	}
	return nil
}

var published = []Statistic{
	define("percent_to_counts", "every count of n that prints as a percentage, rounded half up or half to even",
		`{"cases": [[500, "41.0"], [381, "47.6"]]}`, func(in struct {
			Cases []printedOf `in:"cases" doc:"n and the percentage as printed"`
		}) (Object, error) {
			counts := [][]int{}
			for _, c := range in.Cases {
				k, err := stats.PercentCounts(c.text, c.n)
				if err != nil {
					return nil, err
				}
				counts = append(counts, append([]int{}, k...))
			}
			return Object{{"counts", counts}}, nil
		}),

	define("macro_from_rounded_rates", "can printed group rates have the stated unweighted mean",
		`{"rates_printed": [33.3, 50.0], "decimals": 1, "claimed": "41.7", "sizes": [3, 2]}`, func(in struct {
			Rates    []float64 `in:"rates_printed" doc:"percentages of the groups"`
			Decimals int       `in:"decimals" doc:"with which they are printed"`
			Claimed  string    `in:"claimed" doc:"their mean as printed"`
			Sizes    []int     `in:"sizes,optional" doc:"tasks of the groups, which turn rates into counts"`
		}) (Object, error) {
			if err := checkDecimals(in.Decimals); err != nil {
				return nil, err
			}
			text := []string{}
			for _, r := range in.Rates {
				text = append(text, strconv.FormatFloat(r, 'f', in.Decimals, 64))
			}
			f, err := stats.CheckMacro(text, in.Sizes, in.Claimed)
			if err != nil {
				return nil, err
			}
			mean, err := stats.SeedSpread(in.Rates)
			if err != nil {
				return nil, err
			}
			out := Object{{"macro_from_printed", mean.Mean}}
			exact := 0.0
			for i, n := range in.Sizes {
				counts, err := stats.PercentCounts(text[i], n)
				if err != nil {
					return nil, err
				}
				if len(counts) != 1 {
					return append(out, fields(f)...), nil
				}
				exact += 100 * float64(counts[0]) / float64(n) / float64(len(in.Sizes))
			}
			if in.Sizes != nil {
				out = append(out, Member{"macro_exact_counts", exact})
			}
			return append(out, fields(f)...), nil
		}),

	define("sd_attainability", "can the scores of some seeds on binary tasks have a printed standard deviation",
		`{"n_items": 50, "seeds": 3, "sd_printed": 1.4, "decimals": 1}`, func(in struct {
			Items    int      `in:"n_items" doc:"tasks"`
			Seeds    int      `in:"seeds" doc:"seeds"`
			Printed  float64  `in:"sd_printed" doc:"standard deviation in percentage points"`
			Decimals int      `in:"decimals" doc:"with which it is printed"`
			Limit    *float64 `in:"limit,optional" doc:"list attainable values up to here; 4 when absent"`
		}) (Object, error) {
			if err := checkDecimals(in.Decimals); err != nil {
				return nil, err
			}
			limit := 4.0
			if in.Limit != nil {
				limit = *in.Limit
			}
			f, err := stats.CheckSD(strconv.FormatFloat(in.Printed, 'f', in.Decimals, 64), in.Items, in.Seeds)
			if err != nil {
				return nil, err
			}
			all, err := stats.AttainableSDs(in.Items, in.Seeds, in.Decimals, limit)
			if err != nil {
				return nil, err
			}
			two, err := stats.SeedSpread([]float64{0, 100 / float64(in.Items)})
			return Object{
				{"attainable", f.Consistent}, {fmt.Sprintf("attainable_sds_le_%g", limit), all},
				{"two_seed_sample_sd", two.Sample}, {"arithmetic", f.Arithmetic},
			}, err
		}),

	check("check_percent", "is a percentage of n a whole number of tasks", `{"percent": "47.6", "n": 381}`, func(in struct {
		Percent string `in:"percent" doc:"as printed"`
		N       int    `in:"n" doc:"tasks"`
	}) (stats.Finding, error) {
		return stats.CheckPercent(in.Percent, in.N)
	}),
	check("check_same_rate", "can several statements describe one number of solved tasks", `{"n": 500, "percents": ["41.0", "40.4"], "counts": [204]}`, func(in struct {
		N        int      `in:"n" doc:"tasks"`
		Percents []string `in:"percents,optional" doc:"as printed"`
		Counts   []int    `in:"counts,optional" doc:"stated outright"`
	}) (stats.Finding, error) {
		return stats.CheckSameRate(in.N, in.Percents, in.Counts...)
	}),
	check("check_sum", "do parts add up to the total", `{"parts": [146, 45, 32, 31, 42], "total": 296}`, func(in struct {
		Parts []int `in:"parts" doc:"counts"`
		Total int   `in:"total" doc:"their stated sum"`
	}) (stats.Finding, error) {
		return stats.CheckSum(in.Parts, in.Total), nil
	}),
	check("check_hull", "can a value be a mean of the parts, whatever their weights", `{"parts": ["38.0", "25.5", "21.1"], "overall": "41.0"}`, func(in struct {
		Parts   []string `in:"parts" doc:"as printed"`
		Overall string   `in:"overall" doc:"as printed"`
	}) (stats.Finding, error) {
		return stats.CheckHull(in.Parts, in.Overall)
	}),
	check("check_weighted_mean", "is a value the mean of the parts with these weights", `{"parts": ["10.0", "20.0"], "weights": [3, 1], "overall": "12.5"}`, func(in struct {
		Parts   []string `in:"parts" doc:"as printed"`
		Weights []int    `in:"weights" doc:"tasks of the parts"`
		Overall string   `in:"overall" doc:"as printed"`
	}) (stats.Finding, error) {
		return stats.CheckWeightedMean(in.Parts, in.Weights, in.Overall)
	}),
	check("check_macro", "is a value the unweighted mean of percentages", `{"percents": ["33", "67"], "sizes": [3, 3], "overall": "50.0"}`, func(in struct {
		Percents []string `in:"percents" doc:"as printed"`
		Sizes    []int    `in:"sizes,optional" doc:"tasks of the groups"`
		Overall  string   `in:"overall" doc:"as printed"`
	}) (stats.Finding, error) {
		return stats.CheckMacro(in.Percents, in.Sizes, in.Overall)
	}),
	check("check_monotone", "can printed values fall (or rise) at every step", `{"values": ["38.0", "25.5", "21.1"], "rising": false}`, func(in struct {
		Values []string `in:"values" doc:"in order, as printed"`
		Rising bool     `in:"rising,optional" doc:"they rise"`
	}) (stats.Finding, error) {
		return stats.CheckMonotone(in.Values, in.Rising)
	}),
	check("check_widening", "can the gap a − b grow at every step", `{"a": ["38.0", "25.5", "21.1"], "b": ["32.6", "23.5", "15.6"]}`, func(in struct {
		A []string `in:"a" doc:"in order, as printed"`
		B []string `in:"b" doc:"in order, as printed"`
	}) (stats.Finding, error) {
		return stats.CheckWidening(in.A, in.B)
	}),
	check("check_strongest", "can a value be the largest in magnitude", `{"values": ["-0.156", "-0.356", "-0.254"], "index": 1}`, func(in struct {
		Values []string `in:"values" doc:"as printed"`
		Index  int      `in:"index" doc:"of the claimed one, from 0"`
	}) (stats.Finding, error) {
		return stats.CheckStrongest(in.Values, in.Index)
	}),
	check("check_at_least", "can one value be at least another", `{"larger": "28.4", "smaller": "33.1"}`, func(in struct {
		Larger  string `in:"larger" doc:"as printed"`
		Smaller string `in:"smaller" doc:"as printed"`
	}) (stats.Finding, error) {
		return stats.CheckAtLeast(in.Larger, in.Smaller)
	}),
	check("check_speedup", "is a speed-up at most the parallelism", `{"speedup": "3.9x", "k": 4}`, func(in struct {
		Speedup string `in:"speedup" doc:"as printed"`
		K       int    `in:"k" doc:"workers"`
	}) (stats.Finding, error) {
		return stats.CheckSpeedup(in.Speedup, in.K)
	}),
	check("check_correlation_p", "can a printed correlation have the stated p", `{"r": "-0.128", "n": 500, "p": "<0.01"}`, func(in struct {
		R          string `in:"r" doc:"as printed"`
		N          int    `in:"n" doc:"pairs"`
		Covariates int    `in:"covariates,optional" doc:"of a partial correlation: groups − 1"`
		P          string `in:"p" doc:"such as 0.03, <0.001 or >0.05"`
	}) (stats.Finding, error) {
		return stats.CheckCorrelationP(in.R, in.N, in.Covariates, in.P)
	}),
	check("check_mcnemar_p", "can a paired table with these marginals have the stated p", `{"solved_a": 205, "solved_b": 174, "n": 500, "p": "<0.001"}`, func(in struct {
		A int    `in:"solved_a" doc:"solved by A"`
		B int    `in:"solved_b" doc:"solved by B"`
		N int    `in:"n" doc:"tasks"`
		P string `in:"p" doc:"such as 0.03, <0.001 or >0.05"`
	}) (stats.Finding, error) {
		return stats.CheckMcNemarP(in.A, in.B, in.N, in.P)
	}),
	check("check_sd", "can the scores of some seeds have the standard deviation", `{"sd": "1.4", "n_items": 50, "seeds": 2}`, func(in struct {
		SD    string `in:"sd" doc:"in percentage points, as printed"`
		Items int    `in:"n_items" doc:"tasks"`
		Seeds int    `in:"seeds" doc:"seeds"`
	}) (stats.Finding, error) {
		return stats.CheckSD(in.SD, in.Items, in.Seeds)
	}),
}
