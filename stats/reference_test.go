package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"reflect"
	"testing"
)

// vector is one entry of the reference file: an input, what R, scipy or exact
// fractions make of it, and how closely they must be met.
type vector struct {
	ID       string
	Stat     string
	Input    json.RawMessage
	Expected map[string]any
	Rtol     float64
}

// results are named as in the vector's Expected.
type results map[string]any

// notOffered are expected values that this package leaves out on purpose.
var notOffered = map[string]string{
	"binomial_ci_95/jeffreys_raw":                        "the edge rule is applied (jeffreys_bcd)",
	"micro_macro_cluster/se_cluster_CR3":                 "CR2 is the choice for few clusters",
	"binomial_ci_95/wilson@prop_ci_n0":                   "refused",
	"binomial_ci_95/clopper_pearson@prop_ci_n0":          "refused",
	"spearman/propagate":                                 "unknown pairs are dropped and reported",
	"partial_spearman_group/naive_p_df_n2":               "wrong degrees of freedom",
	"partial_spearman_group/B_raw_resid_then_spearman":   "another variant",
	"partial_spearman_group/C_rank_resid_rank":           "another variant",
	"partial_spearman_group/E_label_encoded":             "a nominal group used as a number",
	"partial_spearman_group/E_p":                         "a nominal group used as a number",
	"mcnemar/chi2":                                       "the exact and mid-p tests are offered",
	"mcnemar/chi2_cc":                                    "continuity correction",
	"mcnemar/p_chi2":                                     "the exact and mid-p tests are offered",
	"paired_risk_difference_ci/newcombe_phi_uncorrected": "method 10 is the corrected one",
	"paired_risk_difference_ci/wald":                     "covers badly",
	"risk_difference_ci/wald":                            "covers badly",
	"fisher_exact/or_sample":                             "not the conditional estimate",
	"t_two_sided_p/p_20digits":                           "text",
	"cochran_armitage/z_midrank_scores":                  "scores are the caller's",
	"pareto_frontier/note":                               "text",
	"early_stop_plugin_bias/E_plugin_pass1":              "the biased plug-in estimate",
	"cluster_se/CR0":                                     "CR0 of one cluster is refused",
}

// sharper are expected values that their tool computed less precisely than the
// vector's rtol says, with the exact value (50-digit arithmetic on closed forms)
// and how far off the tool is. The exact value is held to rtol, the tool's to off.
var sharper = map[string]struct {
	exact any
	off   float64
}{
	// ψ⁴ − 36ψ² − 32ψ − 3 = 0; R's uniroot stops at a tolerance of 1e-4.
	"fisher_tea/or_conditional_mle": {6.4083196581996743, 1e-5},
	// The tail P(X ≥ 3 | ψ) = (16ψ³ + ψ⁴)/(1 + 16ψ + 36ψ² + 16ψ³ + ψ⁴) at 0.025, and
	// likewise below; R solves the upper end for 1/ψ to 1e-4, which is 0.7 % of ψ.
	"fisher_tea/or_ci": {[]any{0.21173559544657857, 626.24353058881404}, 1e-2},
	// The constrained likelihood maximised to 50 digits by bisection on its score;
	// statsmodels has x₂ for n₂ in the cubic's linear coefficient (its issue 10269).
	"risk_diff_56_70_48_80/miettinen_nurminen": {[]any{0.0528297132458446, 0.338172940015868}, 2e-2},
	// t(3)'s 0.975 quantile from its arctangent form, squared, times 5/27; scipy's
	// quantile is good to 2e-13.
	"cost_per_solve/fieller_g": {1.8755489788914693, 1e-12},
}

func TestReferenceVectors(t *testing.T) {
	data, err := os.ReadFile("../../shared/data/statistics_reference.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the reference vectors are not present")
	}
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []vector }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) < 75 {
		t.Errorf("%d vectors, expected at least 75", len(file.Vectors))
	}
	for _, v := range file.Vectors {
		t.Run(v.ID, func(t *testing.T) {
			compute, ok := reference[v.Stat]
			if !ok {
				t.Fatalf("no computation for statistic %q", v.Stat)
			}
			got := compute(t, v)
			compared := 0
			for name, want := range v.Expected {
				if notOffered[v.Stat+"/"+name] != "" || notOffered[v.Stat+"/"+name+"@"+v.ID] != "" {
					continue
				}
				value, ok := got[name]
				if !ok {
					t.Errorf("%s is expected and not computed", name)
					continue
				}
				compared++
				if s, ok := sharper[v.ID+"/"+name]; ok {
					if msg := differ(value, want, s.off); msg != "" {
						t.Errorf("%s: %s", name, msg)
					}
					want = s.exact
				}
				if msg := differ(value, want, v.Rtol); msg != "" {
					t.Errorf("%s: %s", name, msg)
				}
			}
			if compared == 0 && got["refused"] == nil {
				t.Error("nothing was compared")
			}
		})
	}
}

// differ compares a computed value with a decoded JSON value, relative to rtol.
func differ(got, want any, rtol float64) string {
	switch w := want.(type) {
	case bool, nil:
		if !reflect.DeepEqual(got, want) {
			return fmt.Sprintf("got %v, want %v", got, want)
		}
		return ""
	case []any:
		g := reflect.ValueOf(got)
		if g.Kind() != reflect.Slice || g.Len() != len(w) {
			return fmt.Sprintf("got %v, want %v", got, want)
		}
		for i := range w {
			if msg := differ(g.Index(i).Interface(), w[i], rtol); msg != "" {
				return fmt.Sprintf("[%d] %s", i, msg)
			}
		}
		return ""
	case string:
		if text, ok := got.(string); ok {
			if text != w {
				return fmt.Sprintf("got %q, want %q", text, w)
			}
			return ""
		}
		special := map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)}
		value, ok := special[w]
		if !ok {
			return fmt.Sprintf("got %v, want text %q", got, w)
		}
		return differ(got, value, rtol)
	case float64:
		var g float64
		switch x := got.(type) {
		case float64:
			g = x
		case int:
			g = float64(x)
		default:
			return fmt.Sprintf("got %v of type %T, want %v", got, got, want)
		}
		if math.IsNaN(w) && math.IsNaN(g) || g == w || math.Abs(g-w) <= rtol*math.Max(math.Abs(w), 1e-300) {
			return ""
		}
		if w == 0 && math.Abs(g) <= 1e-15 {
			return ""
		}
		return fmt.Sprintf("got %.17g, want %.17g (relative difference %.2g, allowed %.2g)", g, w, math.Abs(g-w)/math.Abs(w), rtol)
	}
	return fmt.Sprintf("cannot compare %T", want)
}

func decode(t *testing.T, v vector, into any) {
	t.Helper()
	if err := json.Unmarshal(v.Input, into); err != nil {
		t.Fatal(err)
	}
}

// must unwraps a result whose error would be a failure of the test.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func ends(e Estimate) []float64 { return []float64{e.Lo, e.Hi} }

func floats(x []int) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v)
	}
	return out
}

// orNaN reads a column in which null stands for an unknown value.
func orNaN(x []*float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		if out[i] = math.NaN(); v != nil {
			out[i] = *v
		}
	}
	return out
}
