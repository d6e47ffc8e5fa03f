package named

import (
	"errors"
	"math"

	"proofgrid/stats"
)

type regressionData struct {
	X columns   `in:"x" doc:"covariates of every unit; one column may be a plain list"`
	Y []float64 `in:"y" doc:"1 solved, 0 failed, null unknown"`
	level
}

// slopes is a number for one covariate and a list for several.
func slopes(coef []stats.Estimate, of func(stats.Estimate) float64) any {
	if len(coef) == 1 {
		return of(coef[0])
	}
	return column(coef, of)
}

func column(coef []stats.Estimate, of func(stats.Estimate) float64) []float64 {
	out := []float64{}
	for _, c := range coef {
		out = append(out, of(c))
	}
	return out
}

func valueOf(e stats.Estimate) float64 { return e.Value }
func seOf(e stats.Estimate) float64    { return e.SE }

var regressions = []Statistic{
	define("logistic", "logistic regression with model-based errors; separation is named, not fitted",
		`{"x": [1, 2, 3, 4, 5, 6], "y": [1, 1, 0, 1, 0, 0]}`, func(in regressionData) (Object, error) {
			fit, err := stats.Logistic(in.X, in.Y, stats.ModelBased, stats.Design{Level: in.Level})
			if errors.Is(err, stats.ErrSeparated) {
				return Object{{"status", "separated"}, {"coef", math.Inf(1)}, {"warnings", []string{err.Error()}}}, nil
			}
			if err != nil {
				return nil, err
			}
			return Object{
				{"status", "converged"}, {"coef", slopes(fit.Coef[1:], valueOf)}, {"se", slopes(fit.Coef[1:], seOf)},
				{"intercept", fit.Coef[0].Value}, {"loglik", fit.LogLik},
			}.with(Member{"fit", fit}), nil
		}),

	define("logistic_cluster", "logistic regression with every kind of standard error; coefficients begin with the intercept",
		`{"x": [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4], "y": [1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1], "cluster": [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]}`,
		func(in struct {
			regressionData
			Cluster labels `in:"cluster" doc:"cluster of every unit"`
		}) (Object, error) {
			var out, details Object
			d := stats.Design{Clusters: in.Cluster.groups(), Level: in.Level}
			for _, v := range []struct {
				name string
				kind stats.Sandwich
			}{
				{"se_model", stats.ModelBased}, {"se_HC0", stats.HC0}, {"se_cluster_none", stats.ClusterHC0},
				{"se_cluster_G_over_Gm1", stats.ClusterHC1}, {"se_cluster_statsmodels", stats.ClusterStata}, {"se_CR2", stats.ClusterCR2},
			} {
				fit, err := stats.Logistic(in.X, in.Y, v.kind, d)
				if err != nil {
					return nil, err
				}
				if out == nil {
					out = Object{{"coef", column(fit.Coef, valueOf)}, {"loglik", fit.LogLik}}
				}
				out, details = append(out, Member{v.name, column(fit.Coef, seOf)}), append(details, Member{v.name, fit})
			}
			return out.with(details...), nil
		}),

	define("conditional_logit", "logistic regression within strata by the exact conditional likelihood",
		`{"x": [1, 2, 3, 4, 1, 2, 3, 4], "y": [1, 0, 1, 0, 1, 1, 0, 0], "stratum": [1, 1, 1, 1, 2, 2, 2, 2]}`, func(in struct {
			regressionData
			Stratum labels `in:"stratum" doc:"stratum of every unit, such as its repository"`
		}) (Object, error) {
			fit, err := stats.ConditionalLogit(in.X, in.Y, in.Stratum.groups(), in.Level)
			if err != nil {
				return nil, err
			}
			return Object{
				{"coef", slopes(fit.Coef, valueOf)}, {"se", slopes(fit.Coef, seOf)}, {"loglik0", fit.LogLik0}, {"loglik", fit.LogLik},
			}.with(Member{"fit", fit}), nil
		}),

	define("random_intercept_logit", "logistic regression whose intercept varies between groups; coefficients begin with the intercept",
		`{"x": [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4], "y": [1, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0], "group": [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]}`,
		func(in struct {
			regressionData
			Group labels `in:"group" doc:"group of every unit"`
		}) (Object, error) {
			fit, err := stats.RandomInterceptLogit(in.X, in.Y, in.Group.groups(), in.Level)
			if err != nil {
				return nil, err
			}
			return Object{
				{"coef", column(fit.Coef, valueOf)}, {"se", column(fit.Coef, seOf)}, {"sigma", fit.Sigma.Value},
				{"p_variation", fit.Variation.P}, {"loglik", fit.LogLik},
			}.with(Member{"fit", fit}), nil
		}),
}
