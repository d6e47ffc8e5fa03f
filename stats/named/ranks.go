package named

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"proofgrid/stats"
)

type twoColumns struct {
	X []float64 `in:"x" doc:"a number per unit, such as nesting depth; null is unknown"`
	Y []float64 `in:"y" doc:"a number per unit, such as solved (1) or not (0); null is unknown"`
}

// permutationName says in its own name whether a p-value is exact.
func permutationName(t stats.Test, of string) string {
	if strings.Contains(t.Method, "Monte Carlo") {
		return "p_monte_carlo_" + of
	}
	return "p_exact_" + of
}

func correlation(c stats.Correlation) Object {
	return Object{
		{"rho", c.Rho.Value}, {"p_t", c.T.P},
		{permutationName(c.Permutation, "perm_two_sided"), c.Permutation.P},
		{"n_used", c.Rho.N},
	}
}

func correlationDetails(c stats.Correlation) []Member {
	return []Member{{"rho", c.Rho}, {"t_test", c.T}, {"permutation_test", c.Permutation}, {"excluded", c.Excluded}}
}

var ranks = []Statistic{
	define("spearman", "rank correlation by mid-ranks, p by the t approximation and by permutation",
		`{"x": [1, 2, null, 4, 5, 6, 3], "y": [2, 1, 4, null, 6, 5, 3]}`, func(in struct {
			twoColumns
			seeded
		}) (Object, error) {
			c, err := stats.Spearman(in.X, in.Y, in.draws())
			if err != nil {
				return nil, err
			}
			out := correlation(c)
			if c.Excluded > 0 {
				out = append(out, Object{{"omit_pairwise_rho", c.Rho.Value}, {"omit_pairwise_p_t", c.T.P}}...)
			}
			return out.with(correlationDetails(c)...), nil
		}),

	define("kendall", "Kendall's τ-b, which corrects for ties, p by the normal approximation and by permutation",
		`{"x": [1, 2, 3, 4, 5], "y": [0, 0, 1, 0, 1]}`, func(in struct {
			twoColumns
			seeded
		}) (Object, error) {
			c, err := stats.Kendall(in.X, in.Y, in.draws())
			if err != nil {
				return nil, err
			}
			return Object{
				{"tau_b", c.Rho.Value}, {"p_z", c.T.P},
				{permutationName(c.Permutation, "perm_two_sided"), c.Permutation.P}, {"n_used", c.Rho.N},
			}.with(correlationDetails(c)...), nil
		}),

	define("partial_spearman_group", "rank correlation within groups: ranks, group means removed, Pearson",
		`{"x": [1, 3, 2, 5, 4, 6, 8, 7], "y": [1, 1, 0, 1, 0, 0, 1, 0], "group": [1, 1, 1, 2, 2, 2, 3, 3]}`, func(in struct {
			twoColumns
			Group labels `in:"group" doc:"group of every unit; only a name"`
			seeded
		}) (Object, error) {
			c, err := stats.PartialSpearman(in.X, in.Y, in.Group.groups(), in.draws())
			if err != nil {
				return nil, err
			}
			zero, err := stats.Spearman(in.X, in.Y, in.draws())
			if err != nil {
				return nil, err
			}
			return Object{
				{"A_rank_then_dummies", c.Rho.Value}, {"A_df", c.T.DF}, {"A_t", c.T.Statistic}, {"A_p", c.T.P},
				{"ppcor_r", c.Rho.Value}, {"ppcor_p", c.T.P}, {"zero_order", zero.Rho.Value},
				{permutationName(c.Permutation, "perm_within_groups"), c.Permutation.P},
			}.with(correlationDetails(c)...), nil
		}),

	define("bootstrap_spearman", "Spearman's coefficient with a cluster-bootstrap interval",
		`{"x": [1, 2, 3, 4, 5, 6], "y": [1, 0, 1, 0, 0, 0], "seed": 1, "draws": 500}`, func(in struct {
			twoColumns
			clustered
			interval
			level
			seeded
		}) (Object, error) {
			b, err := bootstrap(in.interval, in.level, in.seeded)
			if err != nil {
				return nil, err
			}
			return result(stats.BootstrapSpearman(in.X, in.Y, in.Clusters.groups(), b))
		}),

	define("auc", "area under the ROC curve of x for solved tasks, DeLong's interval, and the rank-biserial correlation",
		`{"x": [1, 2, 3, 4, 5, 6], "y": [1, 1, 0, 1, 0, 0]}`, func(in struct {
			twoColumns
			level
		}) (Object, error) {
			d, err := stats.AUC(in.X, in.Y, in.Level)
			return Object{{"auc", d.AUC.Value}, {"rank_biserial", d.RankBiserial}}.with(Member{"auc", d.AUC}), err
		}),

	define("ranks", "mid-ranks from 1",
		`{"x": [3, 1, 4, 1, 5]}`, func(in struct {
			X []float64 `in:"x" doc:"numbers; null has no rank"`
		}) (Object, error) {
			return Object{{"ranks", stats.Ranks(in.X)}}.warnUnknown(in.X, "without a rank"), nil
		}),

	define("quantile_types", "quantiles by interpolation of order statistics, types 7 (R's default) and 6",
		`{"x": [3, 1, 4, 1, 5, 9, 2, 6], "p": [0.025, 0.5, 0.975]}`, func(in struct {
			X []float64 `in:"x" doc:"numbers"`
			P []float64 `in:"p" doc:"fractions"`
		}) (Object, error) {
			seven, six := []float64{}, []float64{}
			for i, p := range in.P {
				if !(p >= 0 && p <= 1) {
					return nil, fmt.Errorf("p[%d] = %v: a fraction lies in [0, 1]", i, p)
				}
				seven, six = append(seven, stats.Quantile(in.X, p)), append(six, stats.Quantile6(in.X, p))
			}
			out := Object{{"type7", seven}, {"type6", six}}
			if len(in.X) == 0 {
				return append(out, Member{"warnings", []string{"no numbers: no quantile"}}), nil
			}
			return out.warnUnknown(in.X, "unknown, so the quantiles are too"), nil
		}),

	define("rho_to_p_t", "t and two-sided p of a printed correlation",
		`{"rho": -0.128, "n": 500}`, func(in struct {
			Rho        *float64 `in:"rho,optional" doc:"the correlation"`
			R          *float64 `in:"r,optional" doc:"the same under another name"`
			N          int      `in:"n,optional" doc:"pairs; give n or df"`
			DF         *int     `in:"df,optional" doc:"degrees of freedom: n − 2 − covariates"`
			Covariates int      `in:"covariates,optional" doc:"of a partial correlation: groups − 1"`
		}) (Object, error) {
			r, n := in.Rho, in.N
			if r == nil {
				r = in.R
			}
			if in.DF != nil {
				n = *in.DF + 2 + in.Covariates
			}
			if r == nil || in.Rho != nil && in.R != nil || (in.N == 0) == (in.DF == nil) {
				return nil, errors.New("give one of rho and r, and one of n and df")
			}
			if !(math.Abs(*r) <= 1) {
				return nil, fmt.Errorf("%v is no correlation: it lies in [-1, 1]", *r)
			}
			t := stats.CorrelationTest(*r, n, in.Covariates)
			return Object{{"t", t.Statistic}, {"p", t.P}, {"df", t.DF}}.with(Member{"test", t}), nil
		}),
}
