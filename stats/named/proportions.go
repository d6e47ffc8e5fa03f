package named

import (
	"fmt"

	"proofgrid/stats"
)

type countOf struct {
	X int `in:"x" doc:"solved"`
	N int `in:"n" doc:"tried"`
}

// checkCounts refuses groups with more solved than tried, or fewer than none.
func checkCounts[T int | float64](solved, tried []T) error {
	if len(solved) != len(tried) {
		return fmt.Errorf("%d counts of solved and %d of tried", len(solved), len(tried))
	}
	for i, n := range tried {
		if !(solved[i] >= 0 && solved[i] <= n) { // NaN too
			return fmt.Errorf("group %d has %v solved of %v", i, solved[i], n)
		}
	}
	return nil
}

// bernoulli turns counts per group into units; the engine then sees what it would
// see in a table of outcomes.
func bernoulli(solved, tried []int) (y []float64, g stats.Groups, err error) {
	const limit = 50_000_000
	if err := checkCounts(solved, tried); err != nil {
		return nil, g, err
	}
	total := 0
	for _, n := range tried {
		if total += n; total > limit {
			return nil, g, fmt.Errorf("more than %d units", limit)
		}
	}
	var label []int
	for i, n := range tried {
		for j := range n {
			unit := 0.0
			if j < solved[i] {
				unit = 1
			}
			y, label = append(y, unit), append(label, i)
		}
	}
	return y, stats.GroupBy(label), nil
}

func fourIntervals(in countOf, l float64) (Object, error) {
	var out, details Object
	for _, m := range []struct {
		name string
		f    func(x, n int, level float64) (stats.Estimate, error)
	}{
		{"wilson", stats.Wilson}, {"jeffreys_bcd", stats.Jeffreys},
		{"clopper_pearson", stats.ClopperPearson}, {"agresti_coull", stats.AgrestiCoull},
	} {
		e, err := m.f(in.X, in.N, l)
		if err != nil {
			return nil, err
		}
		out, details = append(out, Member{m.name, ends(e)}), append(details, Member{m.name, e})
	}
	return out.with(details...), nil
}

var proportions = []Statistic{
	define("binomial_ci_95", "95 % intervals of a rate of independent outcomes: Wilson, Jeffreys, Clopper–Pearson, Agresti–Coull",
		`{"x": 202, "n": 500}`, func(in countOf) (Object, error) { return fourIntervals(in, 0.95) }),

	define("proportion_ci", "the same four intervals at any level",
		`{"x": 202, "n": 500, "level": 0.9}`, func(in struct {
			countOf
			level
		}) (Object, error) {
			return fourIntervals(in.countOf, in.Level)
		}),

	define("clopper_pearson_upper_one_sided", "exact one-sided upper bound: none of 500 cheated, so at most 0.6 % do",
		`{"x": 0, "n": 500, "alpha": 0.05}`, func(in struct {
			countOf
			Alpha float64 `in:"alpha" doc:"1 − confidence"`
		}) (Object, error) {
			e, err := stats.ClopperPearsonUpper(in.X, in.N, in.Alpha)
			return Object{{"upper", e.Hi}}.with(Member{"upper", e}), err
		}),

	define("rate", "micro rate Σk/Σn of unit outcomes, with the interval that fits the design",
		`{"y": [1, 0, null, 1, 0, 1, 1, 0], "clusters": ["a", "a", "a", "b", "b", "c", "c", "c"]}`, func(in struct {
			Y []float64 `in:"y" doc:"outcome of every unit; null is unknown"`
			clustered
			level
		}) (Object, error) {
			return result(stats.Rate(in.Y, design(in.clustered, in.level)))
		}),

	define("macro_rate", "unweighted mean over clusters of each cluster's rate, t(G−1)",
		`{"y": [1, 0, 1, 1, 0, 1], "clusters": ["a", "a", "b", "b", "c", "c"]}`, func(in struct {
			Y        []float64 `in:"y" doc:"outcome of every unit; null is unknown"`
			Clusters labels    `in:"clusters" doc:"cluster of every unit"`
			level
		}) (Object, error) {
			return result(stats.MacroRate(in.Y, in.Clusters.groups(), in.Level))
		}),

	define("success_rate", "a solve rate in every form that a report prints: Wilson, cluster-robust, macro, worst and best case",
		`{"y": [1, 0, null, 1, 0, 1], "clusters": ["a", "a", "b", "b", "c", "c"]}`, func(in struct {
			Y []float64 `in:"y" doc:"1 solved, 0 failed, null unknown"`
			clustered
			level
		}) (Object, error) {
			s, err := stats.SuccessRate(in.Y, design(in.clustered, in.level))
			if err != nil {
				return nil, err
			}
			out := append(fields(s.Bounded), Member{"wilson", s.Wilson})
			if in.Clusters != nil {
				out = append(out, Object{{"micro", s.Micro}, {"macro", s.Macro}, {"effective_clusters", s.Effective}}...)
			}
			return out, nil
		}),

	define("missing_cells", "complete-case rate, and what it would be were every missing cell a failure or a solve",
		`{"n_planned": 500, "solved": 28, "excluded": 4}`, func(in struct {
			Planned  int `in:"n_planned" doc:"cells planned"`
			Solved   int `in:"solved" doc:"cells solved"`
			Excluded int `in:"excluded" doc:"cells without an outcome"`
		}) (Object, error) {
			b, err := stats.MissingBounds(in.Solved, in.Planned-in.Solved-in.Excluded, in.Excluded)
			return Object{{"complete_case", b.Complete}, {"worst_case", b.Worst}, {"best_case", b.Best}, {"known", b.Known}}, err
		}),
}
