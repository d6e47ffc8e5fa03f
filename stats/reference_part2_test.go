package stats

import (
	"errors"
	"math"
	"strconv"
	"testing"
)

func init() {
	for name, f := range map[string]func(t *testing.T, v vector) results{
		"cochran_q":                refCochranQ,
		"risk_difference_ci":       refUnpaired,
		"logistic_cluster":         refLogistic,
		"logistic":                 refSeparation,
		"conditional_logit":        refConditional,
		"kaplan_meier":             refKaplanMeier,
		"logrank":                  refLogRank,
		"variance_components":      refComponents,
		"seed_sd":                  refSeeds,
		"sd_attainability":         refAttainable,
		"percent_to_counts":        refPercent,
		"macro_from_rounded_rates": refMacro,
	} {
		reference[name] = f
	}
}

func refCochranQ(t *testing.T, v vector) results {
	var in struct{ X [][]float64 }
	decode(t, v, &in)
	q := must(CochranQ(in.X))
	return results{"Q": q.Statistic, "df": q.DF, "p": q.P}
}

func refUnpaired(t *testing.T, v vector) results {
	var in struct{ X1, N1, X2, N2 int }
	decode(t, v, &in)
	n := must(NewcombeUnpaired(in.X1, in.N1, in.X2, in.N2, 0.95))
	return results{
		"diff": n.Value, "newcombe": ends(n),
		"miettinen_nurminen": ends(must(MiettinenNurminen(in.X1, in.N1, in.X2, in.N2, 0.95))),
		"agresti_caffo":      ends(must(AgrestiCaffo(in.X1, in.N1, in.X2, in.N2, 0.95))),
	}
}

func columns(x []float64) [][]float64 {
	out := make([][]float64, len(x))
	for i, v := range x {
		out[i] = []float64{v}
	}
	return out
}

func refLogistic(t *testing.T, v vector) results {
	var in struct {
		X, Y    []float64
		Cluster []int
	}
	decode(t, v, &in)
	se := func(kind Sandwich) []float64 {
		var s []float64
		for _, c := range must(Logistic(columns(in.X), in.Y, kind, Design{Clusters: GroupBy(in.Cluster)})).Coef {
			s = append(s, c.SE)
		}
		return s
	}
	fit := must(Logistic(columns(in.X), in.Y, ModelBased, Design{}))
	return results{
		"coef": []float64{fit.Coef[0].Value, fit.Coef[1].Value}, "loglik": fit.LogLik,
		"se_model": se(ModelBased), "se_HC0": se(HC0), "se_cluster_none": se(ClusterHC0),
		"se_cluster_G_over_Gm1": se(ClusterHC1), "se_cluster_statsmodels": se(ClusterStata), "se_CR2": se(ClusterCR2),
	}
}

func refSeparation(t *testing.T, v vector) results {
	var in struct{ X, Y []float64 }
	decode(t, v, &in)
	if _, err := Logistic(columns(in.X), in.Y, ModelBased, Design{}); !errors.Is(err, ErrSeparated) {
		return results{"status": "not separated", "coef": math.NaN()}
	}
	return results{"status": "separated", "coef": math.Inf(1)}
}

func refConditional(t *testing.T, v vector) results {
	var in struct {
		X, Y    []float64
		Stratum []int
	}
	decode(t, v, &in)
	fit := must(ConditionalLogit(columns(in.X), in.Y, GroupBy(in.Stratum), 0.95))
	return results{"coef": fit.Coef[0].Value, "se": fit.Coef[0].SE, "loglik0": fit.LogLik0, "loglik": fit.LogLik}
}

func truth(x []int) []bool {
	out := make([]bool, len(x))
	for i, v := range x {
		out[i] = v == 1
	}
	return out
}

func refKaplanMeier(t *testing.T, v vector) results {
	var in struct {
		Time  []float64
		Event []int
	}
	decode(t, v, &in)
	log := must(KaplanMeier(in.Time, truth(in.Event), LogS, 0.95))
	loglog := must(KaplanMeier(in.Time, truth(in.Event), LogLog, 0.95))
	rmst := must(log.RMST(60))
	return results{
		"time": log.Time, "at_risk": floats(log.AtRisk), "events": floats(log.Events), "surv": log.S, "greenwood_se": log.SE,
		"ci_log": [][]float64{log.Lo, log.Hi}, "ci_loglog": [][]float64{loglog.Lo, loglog.Hi},
		"rmst_60": rmst.Value, "rmst_se": rmst.SE, "median": log.Median(),
	}
}

func refLogRank(t *testing.T, v vector) results {
	var in struct {
		Time1, Time2   []float64
		Event1, Event2 []int
	}
	decode(t, v, &in)
	var expected struct{ Strata []int }
	for _, s := range v.Expected["strata"].([]any) {
		expected.Strata = append(expected.Strata, int(s.(float64)))
	}
	time := append(append([]float64{}, in.Time1...), in.Time2...)
	event := truth(append(append([]int{}, in.Event1...), in.Event2...))
	arm := make([]int, len(time))
	for i := len(in.Time1); i < len(arm); i++ {
		arm[i] = 1
	}
	arms, strata := GroupBy(arm), GroupBy(append(append([]int{}, expected.Strata...), expected.Strata...))
	plain := must(LogRank(time, event, arms, Groups{}, 0))
	return results{
		"chi2": plain.Statistic, "p": plain.P, "observed": plain.Observed, "expected": plain.Expected,
		"chi2_peto_rho1":  must(LogRank(time, event, arms, Groups{}, 1)).Statistic,
		"chi2_stratified": must(LogRank(time, event, arms, strata, 0)).Statistic, "strata": floats(expected.Strata),
	}
}

func refComponents(t *testing.T, v vector) results {
	var in struct{ X [][]float64 }
	decode(t, v, &in)
	c := must(VarianceComponents(in.X))
	return results{
		"mean": c.Mean, "se_tasks": c.SE, "within_var_mean": c.Within, "between_var": c.Between,
		"se_if_K_infinite": c.SEIfManySamples,
	}
}

func refSeeds(t *testing.T, v vector) results {
	var in struct{ X []float64 }
	decode(t, v, &in)
	s := must(SeedSpread(in.X))
	return results{"sd_sample": s.Sample, "sd_pop": s.Population, "c4": s.C4, "sd_unbiased_normal": s.Unbiased}
}

func refAttainable(t *testing.T, v vector) results {
	var in struct {
		Items    int `json:"n_items"`
		Seeds    int
		Printed  float64 `json:"sd_printed"`
		Decimals int
	}
	decode(t, v, &in)
	two := must(SeedSpread([]float64{0, 100 / float64(in.Items)}))
	return results{
		"attainable":          must(SDAttainable("1.4", in.Items, in.Seeds)),
		"attainable_sds_le_4": must(AttainableSDs(in.Items, in.Seeds, in.Decimals, 4)),
		"two_seed_sample_sd":  two.Sample,
	}
}

func refPercent(t *testing.T, v vector) results {
	var in struct{ Cases [][2]any }
	decode(t, v, &in)
	var out [][]int
	for _, c := range in.Cases {
		out = append(out, must(PercentCounts(c[1].(string), int(c[0].(float64)))))
	}
	return results{"counts": out}
}

// The vector's exact counts are those of the same table's sizes, which its input
// does not repeat.
func refMacro(t *testing.T, v vector) results {
	var in struct {
		Rates    []float64 `json:"rates_printed"`
		Decimals int
		Claimed  string
	}
	decode(t, v, &in)
	sizes := []int{60, 60, 59, 59, 24, 24, 24, 24, 22, 21, 20, 20, 20, 19, 9, 7, 6, 6, 6, 4, 3, 2, 1}
	var text []string
	exact := 0.0
	for i, r := range in.Rates {
		text = append(text, strconv.FormatFloat(r, 'f', in.Decimals, 64))
		counts := must(PercentCounts(text[i], sizes[i]))
		if len(counts) != 1 {
			t.Fatalf("%s of %d: counts %v", text[i], sizes[i], counts)
		}
		exact += 100 * float64(counts[0]) / float64(sizes[i]) / float64(len(sizes))
	}
	mean, _ := meanSD(in.Rates)
	loose, tight := must(CheckMacro(text, nil, in.Claimed)), must(CheckMacro(text, sizes, in.Claimed))
	if loose.Consistent != tight.Consistent {
		t.Errorf("with sizes %+v, without %+v", tight, loose)
	}
	return results{"macro_from_printed": mean, "macro_exact_counts": exact, "consistent": tight.Consistent}
}

func refCostPerSolve(t *testing.T, v vector) results {
	var in struct{ Cost, Solved []float64 }
	decode(t, v, &in)
	p := must(CostPerSolve(in.Cost, in.Solved, Design{}))
	out := results{
		"ratio": p.Cost.Value, "se_linearised_cluster": p.Cost.SE, "solves_per_unit": p.Solves.Value,
		"fieller_g": p.G, "mean_of_ratios": math.NaN(), "fieller": "bounded",
	}
	if p.Unbounded {
		out["fieller"] = "unbounded"
	}
	return out
}

func refEWA(t *testing.T, v vector) results {
	var in struct{ Solved, Tokens []float64 }
	decode(t, v, &in)
	e := must(EWAAtK(in.Solved, in.Tokens))
	return results{
		"ewa_fraction": e.Fraction, "ewa_percent_input": e.Percent,
		"ewa_mean_of_ratios": e.MeanOfRatios, "ewa_solved_only_length": e.SolvedLength,
	}
}

func refPareto(t *testing.T, v vector) results {
	var in struct {
		Points [][2]float64 `json:"points_cost_score"`
	}
	decode(t, v, &in)
	var cost, score []float64
	for _, p := range in.Points {
		cost, score = append(cost, p[0]), append(score, p[1])
	}
	return results{"frontier_idx_keep_duplicates": must(Pareto(cost, score))}
}

func refMDE(t *testing.T, v vector) results {
	var in struct {
		N                        int
		Omega2, SigmaA2, SigmaB2 float64
		KA, KB                   int
		Alpha, Power             float64
	}
	decode(t, v, &in)
	p := PairedPower{Omega2: in.Omega2, VarA: in.SigmaA2, VarB: in.SigmaB2, KA: in.KA, KB: in.KB, Alpha: in.Alpha, Power: in.Power}
	return results{"mde": must(p.MinimumEffect(in.N)), "n_for_3pp": must(p.Tasks(0.03))}
}

func refConnor(t *testing.T, v vector) results {
	var in struct {
		Discordant         float64 `json:"p_discordant"`
		Diff, Alpha, Power float64
	}
	decode(t, v, &in)
	return results{"n": must(McNemarPairs(in.Discordant, in.Diff, in.Alpha, in.Power))}
}

func refTwoProportions(t *testing.T, v vector) results {
	var in struct{ P1, P2, Alpha, Power float64 }
	decode(t, v, &in)
	return results{
		"n_per_group":         must(TwoProportionTasks(in.P1, in.P2, in.Alpha, in.Power)),
		"n_per_group_cohen_h": must(CohenHTasks(in.P1, in.P2, in.Alpha, in.Power)),
	}
}

func refSimpson(t *testing.T, v vector) results {
	var in struct{ NA, KA, NB, KB []float64 }
	decode(t, v, &in)
	return results{
		"microA": must(ClusterMean(in.KA, in.NA, CR1, 0.95)).Value, "microB": must(ClusterMean(in.KB, in.NB, CR1, 0.95)).Value,
		"macroA": must(MacroMean(in.KA, in.NA, 0.95)).Value, "macroB": must(MacroMean(in.KB, in.NB, 0.95)).Value,
	}
}

func refMissing(t *testing.T, v vector) results {
	var in struct {
		Planned  int `json:"n_planned"`
		Solved   int
		Excluded int
	}
	decode(t, v, &in)
	b := must(MissingBounds(in.Solved, in.Planned-in.Solved-in.Excluded, in.Excluded))
	return results{"complete_case": b.Complete, "worst_case": b.Worst, "best_case": b.Best}
}
