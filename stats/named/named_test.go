package named

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofgrid/stats"
)

// notOffered are values of the vectors that package stats leaves out on purpose; its
// own test of the vectors says why.
var notOffered = map[string]bool{
	"binomial_ci_95/jeffreys_raw": true, "micro_macro_cluster/se_cluster_CR3": true, "spearman/propagate": true,
	"partial_spearman_group/naive_p_df_n2": true, "partial_spearman_group/B_raw_resid_then_spearman": true,
	"partial_spearman_group/C_rank_resid_rank": true, "partial_spearman_group/E_label_encoded": true, "partial_spearman_group/E_p": true,
	"mcnemar/chi2": true, "mcnemar/chi2_cc": true, "mcnemar/p_chi2": true,
	"paired_risk_difference_ci/newcombe_phi_uncorrected": true, "paired_risk_difference_ci/wald": true, "risk_difference_ci/wald": true,
	"fisher_exact/or_sample": true, "t_two_sided_p/p_20digits": true, "cochran_armitage/z_midrank_scores": true,
	"pareto_frontier/note": true, "cluster_se/CR0": true, "logrank/strata": true,
}

// loose are values that the vector's own tool computed less precisely than rtol
// says; package stats holds its results to exact values.
var loose = map[string]float64{
	"fisher_tea/or_conditional_mle": 1e-5, "fisher_tea/or_ci": 1e-2,
	"risk_diff_56_70_48_80/miettinen_nurminen": 2e-2, "cost_per_solve/fieller_g": 1e-12,
}

// addition is what a vector uses without saying it in its input.
var addition = map[string]string{
	"logrank":                 `"strata": [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]`,
	"macro_rounding_interval": `"sizes": [60, 60, 59, 59, 24, 24, 24, 24, 22, 21, 20, 20, 20, 19, 9, 7, 6, 6, 6, 4, 3, 2, 1]`,
}

// Every reference vector goes in as it stands, and comes out under its own names.
func TestReferenceVectorsByName(t *testing.T) {
	data, err := os.ReadFile("../../../shared/data/statistics_reference.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the reference vectors are not present")
	}
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vectors []struct {
			ID, Stat string
			Input    json.RawMessage
			Expected map[string]any
			Rtol     float64
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) < 75 {
		t.Errorf("%d vectors, expected at least 75", len(file.Vectors))
	}
	for _, v := range file.Vectors {
		t.Run(v.ID, func(t *testing.T) {
			s, ok := Find(v.Stat)
			if !ok {
				t.Fatalf("no statistic %q", v.Stat)
			}
			input := string(v.Input)
			if more, ok := addition[v.ID]; ok {
				input = strings.TrimSuffix(strings.TrimSpace(input), "}") + ", " + more + "}"
			}
			out, err := s.Compute([]byte(input))
			if v.ID == "prop_ci_n0" {
				if !errors.Is(err, stats.ErrNoData) {
					t.Errorf("0 of 0: %v, want a refusal", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := decoded(t, out)
			compared := 0
			for name, want := range v.Expected {
				if notOffered[v.Stat+"/"+name] {
					continue
				}
				compared++
				rtol := math.Max(v.Rtol, loose[v.ID+"/"+name])
				if msg := differ(got[name], want, rtol); msg != "" {
					t.Errorf("%s: %s", name, msg)
				}
			}
			if compared == 0 {
				t.Error("nothing was compared")
			}
		})
	}
}

func decoded(t *testing.T, out Object) map[string]any {
	t.Helper()
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return got
}

// differ compares decoded JSON: numbers within rtol, lists element by element, and
// everything else, "NaN" and "Infinity" among it, as it stands.
func differ(got, want any, rtol float64) string {
	switch w := want.(type) {
	case float64:
		g, ok := got.(float64)
		if ok && (g == w || math.Abs(g-w) <= rtol*math.Max(math.Abs(w), 1e-300) || w == 0 && math.Abs(g) <= 1e-15) {
			return ""
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			break
		}
		for i := range w {
			if msg := differ(g[i], w[i], rtol); msg != "" {
				return fmt.Sprintf("[%d] %s", i, msg)
			}
		}
		return ""
	default:
		if got == want {
			return ""
		}
	}
	return fmt.Sprintf("got %v, want %v", got, want)
}

func TestEveryStatisticComputesItsExample(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range All() {
		if seen[s.Name] || !regexp.MustCompile(`^[a-z0-9_]+$`).MatchString(s.Name) {
			t.Errorf("%q is no name, or stands twice", s.Name)
		}
		seen[s.Name] = true
		if s.Line == "" || strings.Contains(s.Line, "\n") || len(s.Line) > 140 {
			t.Errorf("%s: %q is not one line", s.Name, s.Line)
		}
		for _, f := range s.Fields {
			if f.Name == "" || f.Doc == "" || f.Notation == "" {
				t.Errorf("%s: field %+v says too little", s.Name, f)
			}
		}
		out, err := s.Compute([]byte(s.Example))
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		if got := decoded(t, out); len(got) == 0 {
			t.Errorf("%s: an empty result", s.Name)
		}
		var lines, compact any
		text, err := out.Text()
		if err != nil || json.Unmarshal([]byte(text), &lines) != nil {
			t.Errorf("%s: %v in %s", s.Name, err, text)
		}
		if one, _ := json.Marshal(out); json.Unmarshal(one, &compact) != nil || !reflect.DeepEqual(lines, compact) {
			t.Errorf("%s: %s and %s", s.Name, text, one)
		}
		again, _ := s.Compute([]byte(s.Example))
		if a, b := decoded(t, out), decoded(t, again); fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%s: twice the same input gives %v and %v", s.Name, a, b)
		}
	}
}

// What package stats exports is reachable here, or said not to be a statistic.
func TestNoStatisticIsLeftOut(t *testing.T) {
	helpers := map[string]bool{
		"GroupBy": true, "ParsePrinted": true, "SDAttainable": true, // CheckSD answers with it
		"Spearmans": true, // two that have names, at once
	}
	used := ""
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			used += string(text)
		}
	}
	files, err = filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !fn.Name.IsExported() {
				continue
			}
			found++
			if !helpers[fn.Name.Name] && !regexp.MustCompile(`stats\.`+fn.Name.Name+`\b`).MatchString(used) {
				t.Errorf("stats.%s has no name", fn.Name.Name)
			}
		}
	}
	if found < 80 {
		t.Errorf("looked at %d functions: the walk misses the package", found)
	}
}

func TestInputErrorsNameTheirPlace(t *testing.T) {
	for _, c := range []struct{ name, stat, input, want string }{
		{"not JSON", "mcnemar", "{\"b\": 11,\n \"c\" 5}", `line 2, column 6: invalid character`},
		{"cut off", "mcnemar", `{"b": 11, "c": `, `line 1, column 15: unexpected end of JSON input`},
		{"nothing", "mcnemar", " \n", `the input is empty`},
		{"two values", "mcnemar", "{\"b\": 1, \"c\": 1}\n{}", `line 2, column 1: invalid character '{' after top-level value`},
		{"a list", "mcnemar", `[1, 2]`, `line 1, column 1: the input must be an object with b, c, level, not a list`},
		{"unknown field", "mcnemar", "{\"b\": 11,\n  \"d\": 5}", `line 2, column 3: unknown field "d"; known: b, c, level`},
		{"missing field", "mcnemar", `{"b": 11}`, `"c" is missing`},
		{"twice", "mcnemar", `{"b": 11, "c": 5, "b": 2}`, `column 19: "b" stands twice`},
		{"not whole", "mcnemar", `{"b": 1.5, "c": 5}`, `column 7: b must be a whole number of at most 10000000, not 1.5`},
		{"too large", "mcnemar", `{"b": 1e30, "c": 5}`, `b must be a whole number of at most 10000000, not 1e30`},
		{"text for a number", "spearman", `{"x": [1, "é", "two"], "y": [1, 2, 3]}`, `column 11: x[1] must be a number, null or "NaN", not "é"`},
		{"a column counts characters", "spearman", `{"é": [1], "y": [1]}`, `column 2: unknown field "é"`},
		{"nested", "pareto_frontier", `{"points_cost_score": [[1, 2], [1]]}`, `column 32: points_cost_score[1] must have 2 elements, not 1`},
		{"neither true nor false", "kaplan_meier", `{"time": [1], "event": [2]}`, `event[0] must be true or false (or 1 or 0), not 2`},
		{"deep", "rate", `{"y": ` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + "}", `nested more than 16 deep`},
		{"null label", "rate", `{"y": [1], "clusters": [null]}`, `clusters[0] must be text or a number, not null`},
		{"a level that is none", "rate", `{"y": [1, 0], "level": 95}`, `confidence level 95 is not between 0 and 1`},
		{"more samples than there are", "pass_at_k_mean", `{"samples": [2], "correct": [1], "k": 4}`, `k = 4 with 2 samples`},
		{"one cluster", "rate", `{"y": [1, 0], "clusters": [1, 1]}`, stats.ErrOneCluster.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, ok := Find(c.stat)
			if !ok {
				t.Fatalf("no statistic %q", c.stat)
			}
			out, err := s.Compute([]byte(c.input))
			if err == nil {
				t.Fatalf("accepted: %v", out)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q, want %q", err, c.want)
			}
		})
	}
}

// What cannot be is refused, never answered with a number.
func TestImpossibleInputIsRefused(t *testing.T) {
	for _, c := range []struct{ stat, input, want string }{
		{"detectable_effect", `{"se": 0.021, "df": 0}`, "must be positive"},
		{"detectable_effect", `{"se": 0.021, "df": -1}`, "must be positive"},
		{"detectable_effect", `{"se": 0.021, "df": "-Infinity"}`, "must be positive"},
		{"detectable_effect", `{"se": 0.021, "df": "NaN"}`, "df is unknown"},
		{"detectable_effect", `{"se": 0.021, "df": 1e-320}`, "too few"},
		{"detectable_effect", `{"se": -1}`, "standard error -1"},
		{"detectable_effect", `{"se": "NaN"}`, "standard error NaN"},
		{"cluster_bootstrap", `{"n": [5, 1], "k": [9, 1]}`, "group 0 has 9 solved of 5"},
		{"micro_macro_cluster", `{"n": [5, 1], "k": [9, 1]}`, "group 0 has 9 solved of 5"},
		{"paired_cluster_diff", `{"n": [5, 2], "kA": [9, 1], "kB": [1, 1]}`, "arm A: group 0 has 9 solved of 5"},
		{"paired_cluster_diff", `{"n": [5, 2], "kA": [3, 1], "kB": [1, -1]}`, "arm B: group 1 has -1 solved of 2"},
		{"micro_macro_reversal", `{"nA": [9, 1], "kA": [3, 1], "nB": [1, 9], "kB": [4, 8]}`, "arm B: group 0 has 4 solved of 1"},
		{"bootstrap_rates", `{"arms": [{"sum": [9, 1], "n": [5, 1]}]}`, "arm 0: group 0 has 9 solved of 5"},
		{"bootstrap_rates", `{"arms": [{"sum": ["NaN", 1], "n": [5, 1]}]}`, "NaN solved of 5"},
		{"p_adjust", `{"p": [-0.2, 0.1]}`, "p[0] = -0.2 is no p-value"},
		{"p_adjust", `{"p": [0.1, 1.2]}`, "p[1] = 1.2 is no p-value"},
		{"p_adjust", `{"p": ["Infinity"]}`, "is no p-value"},
		{"pass_at_k", `{"n": 2, "c": 3, "k": 1}`, "3 right ones among 2 samples"},
		{"pass_at_k", `{"n": 2, "c": -1, "k": 1}`, "-1 right ones"},
		{"pass_at_k", `{"n": 2, "c": 1, "k": [1, 0]}`, "k = 0"},
		{"pass_at_k_log1m", `{"n": 2, "c": 3, "k": 1}`, "3 right ones among 2 samples"},
		{"cohen_h", `{"p1": 1.2, "p2": 0.1}`, "rates lie in [0, 1]"},
		{"quantile_types", `{"x": [1, 2], "p": [1.5]}`, "a fraction lies in [0, 1]"},
		{"t_two_sided_p", `{"t": 1, "df": "NaN"}`, "NaN degrees of freedom"},
		{"chi2_sf", `{"x": [1], "df": 0}`, "0 degrees of freedom"},
		{"rho_to_p_t", `{"rho": 1.2, "n": 50}`, "1.2 is no correlation"},
		{"bootstrap_spearman", `{"x": [1, 2, 3], "y": [1, 0, 1], "draws": 2}`, "at least 100"},
		{"bootstrap_rate", `{"y": [1, 0, 1], "draws": 99}`, "at least 100"},
		{"cluster_se", `{"y": [1, 0, 1], "g": []}`, "groups of 0 units given for 3 units"},
		{"detectable_effect", `{"se": 0.02, "power": 0.03}`, "no more than chance"},
		{"mcnemar_sample_size", `{"p_discordant": 0.1, "diff": 0.05, "power": 0.05}`, "no more than chance"},
	} {
		s, ok := Find(c.stat)
		if !ok {
			t.Fatalf("no statistic %q", c.stat)
		}
		if out, err := s.Compute([]byte(c.input)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, %v; want the refusal %q", c.stat, c.input, out, err, c.want)
		}
	}
}

func TestUnknownValuesAndWarnings(t *testing.T) {
	for _, c := range []struct{ stat, input, name, want string }{
		{"spearman", `{"x": [1, 1, 1], "y": [1, 2, 3]}`, "rho", `"NaN"`},
		{"spearman", `{"x": [1, 1, 1], "y": [1, 2, 3]}`, "warnings", `constant`},
		{"rate", `{"y": [1, "NaN", 0, null]}`, "value", `0.5`},
		{"rate", `{"y": [1, "NaN", 0, null]}`, "warnings", `2 of 4 units are unknown`},
		{"ratio_of_sums", `{"cost": [1, 2], "solved": [0, 0]}`, "ratio", `"Infinity"`},
		{"ratio_of_sums", `{"cost": [1, 2], "solved": [0, 0]}`, "warnings", `no solve`},
		{"solved_curve", `{"at": ["Infinity", 2], "limit": 4}`, "area", `0.25`},
		{"pass_at_k", `{"n": 8, "c": 3, "k": 9}`, "warnings", `k > n`},
		{"cluster_se", `{"y": [1, 0], "g": ["a", "a"]}`, "CR1", `"NaN"`},
		{"pass_at_k_log1m", `{"n": 8, "c": 3, "k": 9}`, "warnings", `k > n`},
		{"ranks", `{"x": [1, null, 2]}`, "warnings", `1 of 3`},
		{"quantile_types", `{"x": [1, null, 2], "p": [0.5]}`, "warnings", `1 of 3`},
		{"quantile_types", `{"x": [], "p": [0.5]}`, "warnings", `no quantile`},
		{"chi2_sf", `{"x": [null], "df": 1}`, "warnings", `1 of 1`},
		{"pareto_frontier", `{"points_cost_score": [[1, 2], [null, 3], [2, null]]}`, "warnings", `2 of 3`},
		{"ratio_of_sums", `{"cost": [1, 2], "solved": [1, 1], "clusters": ["a", "a"]}`, "fieller", `"undefined"`},
		{"pilot_power", `{"a": [[1, 0], [1, 1]], "b": [[0, 0], [1, 0]]}`, "alpha", `null`},
		{"pilot_power", `{"a": [[1, 0], [1, 1]], "b": [[0, 0], [1, 0]]}`, "design_effect", `1`},
		{"p_adjust", `{"p": [0.01, null, 0.02]}`, "holm", `[0.02,"NaN",0.02]`},
		{"cluster_signflip_permutation_exact", `{"cluster_diff": [1, 1, -1]}`, "warnings", `need ≥ 6 clusters`},
		{"spearman", `{"x": [1,2,3,4,5,6,7,8,9,10,11,12,13,14], "y": [2,1,4,3,6,5,8,7,10,9,12,11,14,13]}`, "p_monte_carlo_perm_two_sided", `0.0`},
	} {
		s, _ := Find(c.stat)
		out, err := s.Compute([]byte(c.input))
		if err != nil {
			t.Errorf("%s %s: %v", c.stat, c.input, err)
			continue
		}
		text, err := json.Marshal(decoded(t, out)[c.name])
		if err != nil || !strings.Contains(strings.ReplaceAll(string(text), `\u003e`, ">"), c.want) {
			t.Errorf("%s %s: %s is %s, want %s", c.stat, c.input, c.name, text, c.want)
		}
	}
}

// Whatever JSON comes in, it is answered or refused.
func FuzzCompute(f *testing.F) {
	for i, s := range All() {
		f.Add(i, s.Example)
	}
	f.Add(0, `{"x": null, "n": "NaN"}`)
	all := All()
	f.Fuzz(func(t *testing.T, i int, input string) {
		s := all[((i%len(all))+len(all))%len(all)]
		if len(input) > 2000 {
			return
		}
		late := time.AfterFunc(20*time.Second, func() { panic(s.Name + " takes too long: " + input) })
		defer late.Stop()
		out, err := s.Compute([]byte(input))
		if err == nil {
			decoded(t, out)
		}
	})
}
