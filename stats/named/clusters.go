package named

import (
	"errors"
	"fmt"
	"math"

	"proofgrid/stats"
)

type clusterCounts struct {
	N []int `in:"n" doc:"units of every cluster"`
	K []int `in:"k" doc:"solved units of every cluster"`
}

func floats(x []int) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
	}
	return out
}

// variants are the same mean under each variance estimator.
type variants struct{ auto, cr0, cr1, cr2 stats.Estimate }

func clusterMeans(sum, n []float64, l float64) (v variants, err error) {
	for _, c := range []struct {
		into *stats.Estimate
		kind stats.Variance
	}{{&v.auto, stats.AutoVariance}, {&v.cr0, stats.CR0}, {&v.cr1, stats.CR1}, {&v.cr2, stats.CR2}} {
		if *c.into, err = stats.ClusterMean(sum, n, c.kind, l); err != nil {
			return v, err
		}
	}
	return v, nil
}

func (v variants) details() []Member {
	return []Member{{"recommended", v.auto}, {"CR0", v.cr0}, {"CR1", v.cr1}, {"CR2", v.cr2}}
}

var clusters = []Statistic{
	define("micro_macro_cluster", "micro rate with independent and cluster-robust standard errors, macro rate, design effect, from counts per cluster",
		`{"n": [60, 24, 20, 6], "k": [15, 17, 10, 6]}`, microMacro),

	define("paired_cluster_diff", "difference of two arms' rates on the same tasks, cluster-robust, from counts per cluster",
		`{"n": [60, 24, 20, 6], "kA": [15, 17, 10, 6], "kB": [9, 16, 10, 4]}`, func(in struct {
			N  []float64 `in:"n" doc:"tasks of every cluster"`
			KA []float64 `in:"kA" doc:"solved by A in every cluster"`
			KB []float64 `in:"kB" doc:"solved by B in every cluster"`
			level
		}) (Object, error) {
			for i, k := range [][]float64{in.KA, in.KB} {
				if err := checkCounts(k, in.N); err != nil {
					return nil, fmt.Errorf("arm %c: %w", 'A'+i, err)
				}
			}
			d := make([]float64, len(in.KA))
			for g := range d {
				d[g] = in.KA[g] - in.KB[g]
			}
			v, err := clusterMeans(d, in.N, in.Level)
			if err != nil {
				return nil, err
			}
			macro, err := stats.MacroMean(d, in.N, in.Level)
			if err != nil {
				return nil, err
			}
			z := v.cr1.Value / v.cr1.SE
			p, _ := stats.TTwoSided(z, v.cr1.DF)
			return Object{
				{"diff", v.cr1.Value}, {"se_CR0", v.cr0.SE}, {"se_CR1", v.cr1.SE}, {"se_CR2", v.cr2.SE},
				{"z_CR1", z}, {fmt.Sprintf("t_p_df%.0f", v.cr1.DF), p}, {"macro_diff", macro.Value}, {"macro_diff_se", macro.SE},
			}.with(append(v.details(), Member{"macro", macro})...), nil
		}),

	define("cluster_signflip_permutation_exact", "sign-flip test of paired differences summed by cluster; exact where that is feasible",
		`{"cluster_diff": [6, 3, 3, 2, 1, 0, -1, 2]}`, func(in struct {
			Diff []float64 `in:"cluster_diff" doc:"sum of the paired differences in every cluster"`
			seeded
		}) (Object, error) {
			t := stats.SignFlip(in.Diff, in.draws())
			out := Object{{"stat", t.Statistic}, {"p_two_sided", t.P}}
			flips := 0
			for _, d := range in.Diff {
				if d != 0 {
					flips++
				}
			}
			if t.Method == "cluster sign-flip, exact" && flips <= 52 { // 2⁵² and its parts are exact floats
				total := math.Pow(2, float64(flips))
				out = append(out, Object{{"count", math.Round(t.P * total)}, {"total", total}}...)
			}
			return out.with(Member{"test", t}), nil
		}),

	define("cluster_se", "cluster-robust standard errors of a mean of unit outcomes",
		`{"y": [1, 0, 1, 0, 0, 1], "g": [1, 1, 2, 2, 3, 3]}`, func(in struct {
			Y []float64 `in:"y" doc:"outcome of every unit; null is unknown"`
			G labels    `in:"g" doc:"cluster of every unit"`
			level
		}) (Object, error) {
			var out, details Object
			for _, kind := range []stats.Variance{stats.CR1, stats.CR2, stats.CR0} {
				e, err := stats.Rate(in.Y, stats.Design{Clusters: in.G.groups(), Variance: kind, Level: in.Level})
				if errors.Is(err, stats.ErrOneCluster) {
					return Object{{"CR1", math.NaN()}, {"CR2", math.NaN()}, {"warnings", []string{err.Error()}}}, nil
				}
				if err != nil {
					return nil, err
				}
				out, details = append(out, Member{kind.String(), e.SE}), append(details, Member{kind.String(), e})
			}
			return out.with(details...), nil
		}),

	define("clustering", "how units hang together: intraclass correlation, design effect, effective number of clusters",
		`{"y": [1, 1, 0, 1, 0, 0], "clusters": ["a", "a", "b", "b", "c", "c"]}`, func(in struct {
			Y        []float64 `in:"y" doc:"outcome of every unit; null is unknown"`
			Clusters labels    `in:"clusters" doc:"cluster of every unit"`
		}) (Object, error) {
			g := in.Clusters.groups()
			icc, err := stats.ICC(in.Y, g)
			if err != nil {
				return nil, err
			}
			effect, err := stats.DesignEffect(in.Y, g)
			if err != nil {
				return nil, err
			}
			return Object{
				{"icc", icc.Value}, {"design_effect", effect.Value}, {"effective_clusters", stats.EffectiveClusters(g)},
			}.with(Member{"icc", icc}, Member{"design_effect", effect}), nil
		}),

	define("cluster_bootstrap", "micro and macro rate under resampling of whole clusters; all resamples where they are few",
		`{"n": [5, 1, 3, 2], "k": [1, 1, 3, 0]}`, clusterBootstrap),

	define("bootstrap_rate", "micro rate of unit outcomes with a cluster-bootstrap interval",
		`{"y": [1, 0, 1, 1, 0, 1, 0, 0], "clusters": [1, 1, 2, 2, 3, 3, 4, 4], "seed": 1}`, func(in struct {
			Y []float64 `in:"y" doc:"outcome of every unit; null is unknown"`
			clustered
			interval
			level
			seeded
		}) (Object, error) {
			b, err := bootstrap(in.interval, in.level, in.seeded)
			if err != nil {
				return nil, err
			}
			return result(stats.BootstrapRate(in.Y, in.Clusters.groups(), b))
		}),

	define("bootstrap_rates", "micro rates of several arms and their differences from the first, all arms in the same resamples",
		`{"arms": [{"sum": [3, 1, 2], "n": [5, 4, 3]}, {"sum": [2, 0, 2], "n": [5, 4, 3]}], "seed": 1}`, func(in struct {
			Arms []struct {
				Sum []float64 `in:"sum" doc:"sum of outcomes in every cluster"`
				N   []float64 `in:"n" doc:"units of every cluster"`
			} `in:"arms" doc:"the arms, over the same clusters"`
			interval
			level
			seeded
		}) (Object, error) {
			b, err := bootstrap(in.interval, in.level, in.seeded)
			if err != nil {
				return nil, err
			}
			var arms []stats.Arm
			for i, a := range in.Arms {
				if err := checkCounts(a.Sum, a.N); err != nil {
					return nil, fmt.Errorf("arm %d: %w", i, err)
				}
				arms = append(arms, stats.Arm{Sum: a.Sum, N: a.N})
			}
			rates, differences, err := stats.BootstrapRates(arms, b)
			return Object{{"rates", rates}, {"differences", differences}}, err
		}),

	define("micro_macro_reversal", "micro and macro rates of two arms on their own groups, which may order the arms differently",
		`{"nA": [90, 10], "kA": [30, 9], "nB": [10, 90], "kB": [4, 82]}`, func(in struct {
			NA []float64 `in:"nA" doc:"tasks of every group in arm A"`
			KA []float64 `in:"kA" doc:"solved in every group by A"`
			NB []float64 `in:"nB" doc:"tasks of every group in arm B"`
			KB []float64 `in:"kB" doc:"solved in every group by B"`
		}) (Object, error) {
			var value [4]stats.Estimate
			for i, arm := range [2][2][]float64{{in.KA, in.NA}, {in.KB, in.NB}} {
				err := checkCounts(arm[0], arm[1])
				if err != nil {
					return nil, fmt.Errorf("arm %c: %w", 'A'+i, err)
				}
				if value[i], err = stats.ClusterMean(arm[0], arm[1], stats.AutoVariance, 0); err != nil {
					return nil, err
				}
				if value[2+i], err = stats.MacroMean(arm[0], arm[1], 0); err != nil {
					return nil, err
				}
			}
			micro, macro := value[0].Value-value[1].Value, value[2].Value-value[3].Value
			return Object{
				{"microA", value[0].Value}, {"microB", value[1].Value}, {"macroA", value[2].Value}, {"macroB", value[3].Value},
				{"reversed", micro*macro < 0},
			}.with(Member{"microA", value[0]}, Member{"microB", value[1]}, Member{"macroA", value[2]}, Member{"macroB", value[3]}), nil
		}),
}

func microMacro(in struct {
	clusterCounts
	level
}) (Object, error) {
	y, g, err := bernoulli(in.K, in.N)
	if err != nil {
		return nil, err
	}
	v, err := clusterMeans(floats(in.K), floats(in.N), in.Level)
	if err != nil {
		return nil, err
	}
	macro, err := stats.MacroMean(floats(in.K), floats(in.N), in.Level)
	if err != nil {
		return nil, err
	}
	spread, err := stats.SeedSpread(y)
	if err != nil {
		return nil, err
	}
	effect, err := stats.DesignEffect(y, g)
	if err != nil {
		return nil, err
	}
	root := math.Sqrt(float64(len(y)))
	return Object{
		{"micro", v.cr1.Value}, {"se_clt", spread.Sample / root}, {"se_bernoulli", spread.Population / root},
		{"se_cluster_CR0_miller", v.cr0.SE}, {"se_cluster_CR1_inspect", v.cr1.SE},
		{"se_cluster_CR2", v.cr2.SE}, {"df_satterthwaite_CR2", v.cr2.DF},
		{"ci_CR1_t_Gminus1", ends(v.cr1)}, {"ci_CR2_satt", ends(v.cr2)},
		{"macro", macro.Value}, {"macro_se", macro.SE}, {"macro_ci_t", ends(macro)}, {"deff_CR1", effect.Value},
	}.with(append(v.details(), Member{"macro", macro})...), nil
}

func clusterBootstrap(in struct {
	clusterCounts
	interval
	level
	seeded
	Note string `in:"resamples,optional" doc:"a note; not read"`
}) (Object, error) {
	b, err := bootstrap(in.interval, in.level, in.seeded)
	if err != nil {
		return nil, err
	}
	if err := checkCounts(in.K, in.N); err != nil {
		return nil, err
	}
	sum, n := floats(in.K), floats(in.N)
	rates, _, err := stats.BootstrapRates([]stats.Arm{{Sum: sum, N: n}}, b)
	if err != nil {
		return nil, err
	}
	macro, err := stats.BootstrapMacro(sum, n, b)
	if err != nil {
		return nil, err
	}
	r, err := b.Run(len(n), 2, func() stats.Statistic {
		return func(w, out []float64) {
			var k, units, means, groups float64
			for c, f := range w {
				if n[c] > 0 {
					k, units = k+f*sum[c], units+f*n[c]
					means, groups = means+f*sum[c]/n[c], groups+f
				}
			}
			out[0], out[1] = k/units, means/groups
		}
	})
	if err != nil {
		return nil, err
	}
	e := 0.95
	if in.Level != 0 {
		e = in.Level
	}
	out := Object{}
	for j, name := range []string{"micro", "macro"} {
		draws := r.Draws[j]
		spread, err := stats.SeedSpread(draws)
		if err != nil {
			return nil, err
		}
		out = append(out, Object{
			{name + "_mean", spread.Mean}, {name + "_sd_pop", spread.Population},
			{name + "_q_type7", []float64{stats.Quantile(draws, (1-e)/2), stats.Quantile(draws, 0.5), stats.Quantile(draws, (1+e)/2)}},
		}...)
	}
	bias, acceleration := r.BiasAndAcceleration(0)
	return append(out, Object{{"bca_acceleration", acceleration}, {"bca_z0_midrank", bias}}...).
		with(Member{"micro", rates[0]}, Member{"macro", macro}), nil
}
