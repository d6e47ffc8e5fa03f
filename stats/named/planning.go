package named

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"proofgrid/stats"
)

type errorRates struct {
	Alpha float64 `in:"alpha,optional" doc:"two-sided size of the test; 0.05 when absent"`
	Power float64 `in:"power,optional" doc:"0.8 when absent"`
}

func (e errorRates) orDefault() (alpha, power float64) {
	if alpha = e.Alpha; alpha == 0 {
		alpha = 0.05
	}
	if power = e.Power; power == 0 {
		power = 0.8
	}
	return alpha, power
}

var planning = []Statistic{
	define("mde_paired", "smallest difference that a paired comparison of mean scores finds, and the tasks that a difference needs",
		`{"n": 500, "omega2": 0.1111, "sigmaA2": 0.1667, "sigmaB2": 0.1667, "KA": 8, "KB": 8}`, func(in struct {
			N            int     `in:"n" doc:"tasks"`
			Omega2       float64 `in:"omega2" doc:"variance over tasks of the difference of expected scores"`
			VarA         float64 `in:"sigmaA2" doc:"mean variance of one sample's score in arm A"`
			VarB         float64 `in:"sigmaB2" doc:"the same in arm B"`
			KA           int     `in:"KA" doc:"samples per task in arm A"`
			KB           int     `in:"KB" doc:"the same in arm B"`
			DesignEffect float64 `in:"design_effect,optional" doc:"variance inflation by clusters; 1 when absent"`
			Difference   float64 `in:"difference,optional" doc:"true difference to find; 0.03 when absent"`
			errorRates
		}) (Object, error) {
			p := stats.PairedPower{Omega2: in.Omega2, VarA: in.VarA, VarB: in.VarB, KA: in.KA, KB: in.KB,
				DesignEffect: in.DesignEffect, Alpha: in.Alpha, Power: in.Power}
			mde, err := p.MinimumEffect(in.N)
			if err != nil {
				return nil, err
			}
			if in.Difference == 0 {
				in.Difference = 0.03
			}
			tasks, err := p.Tasks(in.Difference)
			return Object{{"mde", mde}, {fmt.Sprintf("n_for_%gpp", 100*in.Difference), tasks}}, err
		}),

	define("pilot_power", "the assumptions of mde_paired, read off scores[task][sample] of two arms",
		`{"a": [[1, 0], [1, 1], [0, 0], [0, 1]], "b": [[0, 0], [1, 0], [0, 0], [1, 1]], "clusters": ["r", "r", "s", "s"]}`, func(in struct {
			A [][]float64 `in:"a" doc:"scores of every task's samples in arm A"`
			B [][]float64 `in:"b" doc:"the same tasks in arm B"`
			clustered
		}) (Object, error) {
			p, err := stats.PilotPower(in.A, in.B, in.Clusters.groups())
			if err != nil {
				return nil, err
			}
			return slices.DeleteFunc(fields(p), func(m Member) bool { // what a pilot does not say
				return m.Name == "alpha" || m.Name == "power"
			}), nil
		}),

	define("detectable_effect", "smallest true difference that an experiment with this standard error finds",
		`{"se": 0.021, "df": 12}`, func(in struct {
			SE float64  `in:"se" doc:"standard error"`
			DF *float64 `in:"df,optional" doc:"degrees of freedom; normal when absent"`
			errorRates
		}) (Object, error) {
			alpha, power := in.orDefault()
			if in.DF == nil {
				mde, err := stats.MinimumEffectFromSE(in.SE, alpha, power)
				return Object{{"mde", mde}, {"method", "normal quantiles"}}, err
			}
			if math.IsNaN(*in.DF) {
				return nil, errors.New("df is unknown; leave it out for normal quantiles")
			}
			mde, err := stats.DetectableEffect(stats.Estimate{SE: in.SE, DF: *in.DF}, alpha, power)
			return Object{{"mde", mde}, {"method", "t quantiles"}}, err
		}),

	define("mcnemar_sample_size", "pairs that McNemar's test needs (Connor 1987)",
		`{"p_discordant": 0.1, "diff": 0.062}`, func(in struct {
			Discordant float64 `in:"p_discordant" doc:"chance that a pair is discordant"`
			Diff       float64 `in:"diff" doc:"difference of the rates"`
			errorRates
		}) (Object, error) {
			alpha, power := in.orDefault()
			n, err := stats.McNemarPairs(in.Discordant, in.Diff, alpha, power)
			return Object{{"n", n}}, err
		}),

	define("two_prop_sample_size", "tasks per arm that tell two unpaired rates apart",
		`{"p1": 0.41, "p2": 0.348}`, func(in struct {
			P1 float64 `in:"p1" doc:"a rate"`
			P2 float64 `in:"p2" doc:"another"`
			errorRates
		}) (Object, error) {
			alpha, power := in.orDefault()
			n, err := stats.TwoProportionTasks(in.P1, in.P2, alpha, power)
			if err != nil {
				return nil, err
			}
			h, err := stats.CohenHTasks(in.P1, in.P2, alpha, power)
			return Object{{"n_per_group", n}, {"n_per_group_cohen_h", h}}, err
		}),

	define("variance_components", "what tasks and what samples contribute to the error of a mean score",
		`{"x": [[1, 1, 0, 1], [0, 0, 0, 0], [1, 0, 0, 0]]}`, func(in struct {
			X [][]float64 `in:"x" doc:"scores of every task's samples"`
		}) (Object, error) {
			c, err := stats.VarianceComponents(in.X)
			if err != nil {
				return nil, err
			}
			return Object{
				{"mean", c.Mean}, {"se_tasks", c.SE}, {"within_var_mean", c.Within}, {"between_var", c.Between},
				{"se_if_K_infinite", c.SEIfManySamples},
			}.with(Member{"components", c}), nil
		}),

	define("seed_sd", "spread of a score over seeds",
		`{"x": [40, 42, 40]}`, func(in struct {
			X []float64 `in:"x" doc:"score of every seed"`
		}) (Object, error) {
			s, err := stats.SeedSpread(in.X)
			if err != nil {
				return nil, err
			}
			return Object{
				{"sd_sample", s.Sample}, {"sd_pop", s.Population}, {"c4", s.C4}, {"sd_unbiased_normal", s.Unbiased},
			}.with(Member{"spread", s}), nil
		}),
}

type tailsOf struct {
	X  []float64 `in:"x" doc:"values"`
	DF float64   `in:"df" doc:"degrees of freedom"`
}

var distributions = []Statistic{
	define("t_two_sided_p", "two-sided p of Student's t, and its logarithm",
		`{"t": 8.5, "df": 498}`, func(in struct {
			T  float64 `in:"t" doc:"statistic"`
			DF float64 `in:"df" doc:"degrees of freedom"`
		}) (Object, error) {
			if !(in.DF > 0) || math.IsNaN(in.T) {
				return nil, fmt.Errorf("t = %v with %v degrees of freedom: a number, and a positive one", in.T, in.DF)
			}
			p, log := stats.TTwoSided(in.T, in.DF)
			return Object{{"p", p}, {"ln_p", log}}, nil
		}),

	define("normal_sf", "upper tail of the normal distribution, and its logarithm",
		`{"z": [1.96, 8.3, 40]}`, func(in struct {
			Z []float64 `in:"z" doc:"values"`
		}) (Object, error) {
			sf, log := []float64{}, []float64{}
			for _, z := range in.Z {
				sf, log = append(sf, stats.NormalSurvival(z)), append(log, stats.LogNormalSurvival(z))
			}
			return Object{{"sf", sf}, {"ln_sf", log}}.warnUnknown(in.Z, "and so are their tails"), nil
		}),

	define("binomial_sf", "P(X > x) of a binomial distribution",
		`{"x": 999, "n": 1000, "p": 0.5}`, func(in struct {
			X int     `in:"x" doc:"count"`
			N int     `in:"n" doc:"trials"`
			P float64 `in:"p" doc:"chance of each"`
		}) (Object, error) {
			if in.N < 0 || !(in.P >= 0 && in.P <= 1) {
				return Object{{"sf", math.NaN()}, {"warnings", []string{"n is negative or p is no chance"}}}, nil
			}
			return Object{{"sf", stats.BinomialSurvival(in.X, in.N, in.P)}}, nil
		}),

	define("chi2_sf", "upper tail of the chi-squared distribution",
		`{"x": [4, 100], "df": 1}`, func(in tailsOf) (Object, error) {
			if !(in.DF > 0) {
				return nil, fmt.Errorf("%v degrees of freedom: they must be positive", in.DF)
			}
			sf := []float64{}
			for _, x := range in.X {
				sf = append(sf, stats.ChiSquaredSurvival(x, in.DF))
			}
			return Object{{"sf", sf}}.warnUnknown(in.X, "and so are their tails"), nil
		}),
}
