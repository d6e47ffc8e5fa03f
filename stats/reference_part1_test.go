package stats

import (
	"errors"
	"math"
	"slices"
	"testing"
)

// reference computes, for each statistic of the vectors, every value they expect.
var reference = map[string]func(t *testing.T, v vector) results{
	"binomial_ci_95":                     refProportion,
	"clopper_pearson_upper_one_sided":    refOneSided,
	"micro_macro_cluster":                refCluster,
	"paired_cluster_diff":                refClusterDifference,
	"cluster_signflip_permutation_exact": refSignFlip,
	"cluster_se":                         refClusterSE,
	"cluster_bootstrap":                  refBootstrap,
	"quantile_types":                     refQuantiles,
	"pass_at_k":                          refPassAtK,
	"pass_at_k_log1m":                    refLogFail,
	"pass_at_k_r":                        refPassAtKR,
	"early_stop_plugin_bias":             refEarlyStop,
	"spearman":                           refSpearman,
	"rho_to_p_t":                         refCorrelationTest,
	"t_two_sided_p":                      refT,
	"normal_sf":                          refNormal,
	"binomial_sf":                        refBinomial,
	"chi2_sf":                            refChi2,
	"partial_spearman_group":             refPartial,
	"mcnemar":                            refMcNemar,
	"paired_risk_difference_ci":          refPaired,
	"cohen_h":                            refCohenH,
	"fisher_exact":                       refFisher,
	"p_adjust":                           refAdjust,
	"cochran_armitage":                   refTrend,
	"ratio_of_sums":                      refCostPerSolve,
	"ewa_at_k":                           refEWA,
	"pareto_frontier":                    refPareto,
	"mde_paired":                         refMDE,
	"mcnemar_sample_size":                refConnor,
	"two_prop_sample_size":               refTwoProportions,
	"micro_macro_reversal":               refSimpson,
	"missing_cells":                      refMissing,
}

func refProportion(t *testing.T, v vector) results {
	var in struct{ X, N int }
	decode(t, v, &in)
	out := results{}
	for name, f := range map[string]func(x, n int, level float64) (Estimate, error){
		"wilson": Wilson, "jeffreys_bcd": Jeffreys, "clopper_pearson": ClopperPearson, "agresti_coull": AgrestiCoull,
	} {
		e, err := f(in.X, in.N, 0.95)
		if in.N == 0 {
			if !errors.Is(err, ErrNoData) {
				t.Errorf("%s of 0/0: %v, want a refusal", name, err)
			}
			out["refused"] = true
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		out[name] = ends(e)
	}
	return out
}

func refOneSided(t *testing.T, v vector) results {
	var in struct {
		X, N  int
		Alpha float64
	}
	decode(t, v, &in)
	return results{"upper": must(ClopperPearsonUpper(in.X, in.N, in.Alpha)).Hi}
}

func refCluster(t *testing.T, v vector) results {
	var in struct{ N, K []float64 }
	decode(t, v, &in)
	cr := func(kind Variance) Estimate { return must(ClusterMean(in.K, in.N, kind, 0.95)) }
	macro := must(MacroMean(in.K, in.N, 0.95))
	var y []float64
	var label []int
	for g, n := range in.N {
		for i := range int(n) {
			solved := 0.0
			if i < int(in.K[g]) {
				solved = 1
			}
			y, label = append(y, solved), append(label, g)
		}
	}
	groups := GroupBy(label)
	clt := must(independentMean(y, 0.95)).SE
	rate := must(Rate(y, Design{Clusters: groups}))
	if auto := cr(AutoVariance); rate.SE != auto.SE || rate.Value != auto.Value || auto.DF != cr(CR2).DF {
		t.Errorf("from units %+v, from cluster sums %+v", rate, auto)
	}
	n := float64(len(y))
	return results{
		"micro": cr(CR1).Value, "se_clt": clt, "se_bernoulli": clt * math.Sqrt((n-1)/n),
		"se_cluster_CR0_miller": cr(CR0).SE, "se_cluster_CR1_inspect": cr(CR1).SE,
		"se_cluster_CR2": cr(CR2).SE, "df_satterthwaite_CR2": cr(CR2).DF,
		"ci_CR1_t_Gminus1": ends(cr(CR1)), "ci_CR2_satt": ends(cr(CR2)),
		"macro": macro.Value, "macro_se": macro.SE, "macro_ci_t": ends(macro),
		"deff_CR1": must(DesignEffect(y, groups)).Value,
	}
}

func refClusterDifference(t *testing.T, v vector) results {
	var in struct{ N, KA, KB []float64 }
	decode(t, v, &in)
	d := make([]float64, len(in.N))
	for g := range d {
		d[g] = in.KA[g] - in.KB[g]
	}
	cr0, cr1 := must(ClusterMean(d, in.N, CR0, 0.95)), must(ClusterMean(d, in.N, CR1, 0.95))
	macro := must(MacroMean(d, in.N, 0.95))
	z := cr1.Value / cr1.SE
	p, _ := TTwoSided(z, cr1.DF)
	return results{
		"diff": cr1.Value, "se_CR0": cr0.SE, "se_CR1": cr1.SE, "z_CR1": z, "t_p_df22": p,
		"macro_diff": macro.Value, "macro_diff_se": macro.SE,
	}
}

func refSignFlip(t *testing.T, v vector) results {
	var in struct {
		Diff []float64 `json:"cluster_diff"`
	}
	decode(t, v, &in)
	got := SignFlip(in.Diff, MonteCarlo{})
	var d []float64
	size := 0.0
	for _, x := range in.Diff {
		if x != 0 {
			d, size = append(d, x), size+math.Abs(x)
		}
	}
	total := math.Pow(2, float64(len(d)))
	if all := signFlipAll(d, size, math.Abs(got.Statistic)); all != got.P {
		t.Errorf("convolution %v, enumeration %v", got.P, all)
	}
	return results{"stat": got.Statistic, "p_two_sided": got.P, "count": got.P * total, "total": total}
}

func refClusterSE(t *testing.T, v vector) results {
	var in struct {
		Y []float64
		G []int
	}
	decode(t, v, &in)
	e, err := Rate(in.Y, Design{Clusters: GroupBy(in.G), Variance: CR1})
	if errors.Is(err, ErrOneCluster) {
		return results{"CR1": math.NaN()}
	}
	return results{"CR1": must(e, err).SE}
}

func refBootstrap(t *testing.T, v vector) results {
	var in struct{ N, K []float64 }
	decode(t, v, &in)
	b := Bootstrap{Interval: Percentile}
	micro, _, err := BootstrapRates([]Arm{{Sum: in.K, N: in.N}}, b)
	if err != nil {
		t.Fatal(err)
	}
	macro := must(BootstrapMacro(in.K, in.N, b))
	r, err := b.Run(len(in.N), 2, func() Statistic {
		return func(w, out []float64) {
			var k, n, m, g float64
			for c, f := range w {
				k, n = k+f*in.K[c], n+f*in.N[c]
				m, g = m+f*in.K[c]/in.N[c], g+f
			}
			out[0], out[1] = k/n, m/g
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	mean := func(j int) float64 { m, _ := meanSD(r.Draws[j]); return m }
	q := func(j int, p float64) float64 { return Quantile(r.Draws[j], p) }
	if micro[0].Lo != q(0, 0.025) || micro[0].Hi != q(0, 0.975) {
		t.Errorf("interval %v differs from quantiles", ends(micro[0]))
	}
	sorted := append([]float64(nil), r.Draws[0]...)
	slices.Sort(sorted)
	return results{
		"micro_mean": mean(0), "micro_sd_pop": micro[0].SE,
		"micro_q_type7": []float64{micro[0].Lo, q(0, 0.5), micro[0].Hi},
		"macro_mean":    mean(1), "macro_sd_pop": macro.SE,
		"macro_q_type7":    []float64{macro.Lo, q(1, 0.5), macro.Hi},
		"bca_acceleration": r.acceleration(0), "bca_z0_midrank": r.bias(sorted, r.Observed[0]),
	}
}

func refQuantiles(t *testing.T, v vector) results {
	var in struct{ X, P []float64 }
	decode(t, v, &in)
	var q7, q6 []float64
	for _, p := range in.P {
		q7, q6 = append(q7, Quantile(in.X, p)), append(q6, Quantile6(in.X, p))
	}
	return results{"type7": q7, "type6": q6}
}

func refPassAtK(t *testing.T, v vector) results {
	var in struct {
		N, C int
		K    any
	}
	decode(t, v, &in)
	if k, ok := in.K.(float64); ok {
		return results{"pass_at_k": PassAtK(in.N, in.C, int(k))}
	}
	var pass, hat []float64
	for _, k := range in.K.([]any) {
		pass = append(pass, PassAtK(in.N, in.C, int(k.(float64))))
		hat = append(hat, PassHatK(in.N, in.C, int(k.(float64))))
	}
	return results{"pass_at_k": pass, "pass_hat_k": hat}
}

func refLogFail(t *testing.T, v vector) results {
	var in struct{ N, C, K int }
	decode(t, v, &in)
	return results{"ln_one_minus": LogFailAtK(in.N, in.C, in.K)}
}

func refPassAtKR(t *testing.T, v vector) results {
	var in struct {
		First []*int `json:"first_success_round"`
	}
	decode(t, v, &in)
	var first []int
	var chains []Chain
	for _, r := range in.First {
		if r == nil {
			first, chains = append(first, -1), append(chains, Chain{Rounds: 4})
		} else {
			first, chains = append(first, *r), append(chains, Chain{Rounds: *r + 1, Solved: true})
		}
	}
	s := must(BudgetSurface(Run{Policy: Exhaustive, K: 8, R: 3, Tasks: [][]Chain{chains}}, Design{}))
	var rows [][]float64
	for k := 1; k <= 8; k++ {
		var row []float64
		for r := 0; r <= 3; r++ {
			row = append(row, PassAtKR(first, k, r))
			if at := s.At(k, r); at.Estimate.Value != row[r] || !at.Identified {
				t.Errorf("surface at (%d, %d): %+v", k, r, at)
			}
		}
		rows = append(rows, row)
	}
	return results{"rows_k1to8_cols_r0to3": rows}
}

// refEarlyStop takes the expectation of the depth-first estimator of pass@1 over
// every possible outcome of one task.
func refEarlyStop(t *testing.T, v vector) results {
	var in struct {
		P    float64
		KMax int `json:"k_max"`
	}
	decode(t, v, &in)
	expectation := 0.0
	for first := 0; first <= in.KMax; first++ {
		chains := make([]Chain, in.KMax)
		p := math.Pow(1-in.P, float64(first))
		for i := range first {
			chains[i] = Chain{Rounds: 1}
		}
		if first < in.KMax {
			chains[first] = Chain{Rounds: 1, Solved: true}
			p *= in.P
		}
		s := must(BudgetSurface(Run{Policy: DepthFirst, K: in.KMax, Tasks: [][]Chain{chains}}, Design{}))
		expectation += p * s.At(1, 0).Estimate.Value
	}
	return results{"truth": in.P, "E_prefix_pass1": expectation}
}

func refSpearman(t *testing.T, v vector) results {
	var in struct{ X, Y []*float64 }
	decode(t, v, &in)
	x, y := orNaN(in.X), orNaN(in.Y)
	c := must(Spearman(x, y, MonteCarlo{Seed: 1}))
	return results{
		"rho": c.Rho.Value, "p_t": c.T.P, "p_exact_perm_two_sided": c.Permutation.P,
		"omit_pairwise_rho": c.Rho.Value, "omit_pairwise_p_t": c.T.P, "n_used": c.Rho.N,
	}
}

func refCorrelationTest(t *testing.T, v vector) results {
	var in struct {
		Rho, R float64
		N, DF  int
	}
	decode(t, v, &in)
	if in.N == 0 {
		in.N = in.DF + 2
	}
	c := CorrelationTest(in.Rho+in.R, in.N, 0)
	return results{"t": c.Statistic, "p": c.P}
}

func refT(t *testing.T, v vector) results {
	var in struct{ T, DF float64 }
	decode(t, v, &in)
	p, logP := TTwoSided(in.T, in.DF)
	return results{"p": p, "ln_p": logP}
}

func refNormal(t *testing.T, v vector) results {
	var in struct{ Z []float64 }
	decode(t, v, &in)
	var sf, ln []float64
	for _, z := range in.Z {
		sf, ln = append(sf, NormalSurvival(z)), append(ln, LogNormalSurvival(z))
	}
	return results{"sf": sf, "ln_sf": ln}
}

func refBinomial(t *testing.T, v vector) results {
	var in struct {
		X, N int
		P    float64
	}
	decode(t, v, &in)
	return results{"sf": BinomialSurvival(in.X, in.N, in.P)}
}

func refChi2(t *testing.T, v vector) results {
	var in struct {
		X  []float64
		DF float64
	}
	decode(t, v, &in)
	var sf []float64
	for _, x := range in.X {
		sf = append(sf, ChiSquaredSurvival(x, in.DF))
	}
	return results{"sf": sf}
}

func refPartial(t *testing.T, v vector) results {
	var in struct {
		X, Y  []float64
		Group []int
	}
	decode(t, v, &in)
	c := must(PartialSpearman(in.X, in.Y, GroupBy(in.Group), MonteCarlo{Seed: 1}))
	zero := must(Spearman(in.X, in.Y, MonteCarlo{Seed: 1}))
	return results{
		"A_rank_then_dummies": c.Rho.Value, "A_df": c.T.DF, "A_t": c.T.Statistic, "A_p": c.T.P,
		"ppcor_r": c.Rho.Value, "ppcor_p": c.T.P, "zero_order": zero.Rho.Value,
	}
}

func refMcNemar(t *testing.T, v vector) results {
	var in struct{ B, C int }
	decode(t, v, &in)
	odds := DiscordantOdds(in.B, in.C, 0.95)
	return results{
		"p_exact": McNemarExact(in.B, in.C).P, "p_midp": McNemarMidP(in.B, in.C).P,
		"odds_ratio": odds.Value, "or_exact_ci": ends(odds),
	}
}

func refPaired(t *testing.T, v vector) results {
	var in struct {
		Both    int
		OnlyA   int `json:"only_A"`
		OnlyB   int `json:"only_B"`
		Neither int
	}
	decode(t, v, &in)
	n := in.Both + in.OnlyA + in.OnlyB + in.Neither
	tango := must(Tango(in.OnlyA, in.OnlyB, n, 0.95))
	return results{
		"diff": tango.Value, "tango": ends(tango),
		"newcombe_method10": ends(must(NewcombePaired(in.Both, in.OnlyA, in.OnlyB, in.Neither, 0.95))),
	}
}

func refCohenH(t *testing.T, v vector) results {
	var in struct{ P1, P2 float64 }
	decode(t, v, &in)
	return results{"h": CohenH(in.P1, in.P2)}
}

func refFisher(t *testing.T, v vector) results {
	var in struct{ Table [2][2]int }
	decode(t, v, &in)
	table := Table2x2{in.Table[0][0], in.Table[0][1], in.Table[1][0], in.Table[1][1]}
	odds := must(OddsRatio(table, 0.95))
	return results{"p": must(FisherExact(table)).P, "or_conditional_mle": odds.Value, "or_ci": ends(odds)}
}

func refAdjust(t *testing.T, v vector) results {
	var in struct{ P []float64 }
	decode(t, v, &in)
	return results{"holm": Holm(in.P), "bh": BH(in.P), "by": BY(in.P), "bonferroni": Bonferroni(in.P)}
}

func refTrend(t *testing.T, v vector) results {
	var in struct {
		X, N   []int
		Scores []float64
	}
	decode(t, v, &in)
	a, b := must(CochranArmitage(in.X, in.N, in.Scores)), must(LinearByLinear(in.X, in.N, in.Scores))
	var bucket, solved []float64
	for i, n := range in.N {
		for j := range n {
			bucket = append(bucket, in.Scores[i])
			y := 0.0
			if j < in.X[i] {
				y = 1
			}
			solved = append(solved, y)
		}
	}
	rho := must(Spearman(bucket, solved, MonteCarlo{Draws: 100}))
	return results{
		"z": a.Statistic, "p": a.P, "z_Nminus1": b.Statistic, "p_Nminus1": b.P,
		"spearman_bucket_success": rho.Rho.Value,
	}
}
