package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"proofgrid/experiments/spec"
	"proofgrid/stats"
)

const example = "../../experiments/audit-example.yaml"

// The published tables hold known inconsistencies: each is found, and nothing that is
// consistent is accused.
func TestPublishedTablesAreAuditedRight(t *testing.T) {
	r, err := ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	known := []string{ // what is inconsistent, with a part of the arithmetic that says so
		"size/curated/regular: 181/381 = 47.507 %",
		"size/full/regular: 166/381 = 43.570 %",
		"headline/curated/Gemini-3-Pro, averages/curated/micro: 41.0 % → 205; 40.4 % → 202; sum of repositories/curated → 202; 500 − 296 (failed/curated/total) → 204",
		"headline/full/Gemini-3-Pro, averages/full/micro: 34.8 % → 174; 35.8 % → 179; sum of repositories/full → 173; 500 − 319 (failed/full/total) → 181",
		"repositories/curated: [49.1975, 49.1975], stated 49.3",
		"repositories/full: [44.6500, 44.6500], stated 45.8",
		"depth/curated: [21.05, 38.05], stated 41.0",
		"depth/full: [15.55, 32.65], stated 34.8",
		"depth/curated less depth/full: gaps 5.4, 2.0, 5.5",
		"repositories/project_transitive/juvix-lean ≥ repositories/project_direct/juvix-lean: 28.4 against 33.1",
		"repositories/project_transitive/lean-hoare ≥ repositories/project_direct/lean-hoare: 5.5 against 9.5",
		"repositories/project_direct: 16.33 ± 0.05, stated 11.6",
		"repositories/project_transitive: 41.34 ± 0.05, stated 37.9",
		"repositories/library_direct: 6.608 ± 0.05, stated 2.3",
		"repositories/library_transitive: 26.44 ± 0.05, stated 11.2",
	}
	bad := r.Inconsistent()
	for i, f := range bad {
		if i >= len(known) {
			t.Errorf("accused: %+v", f)
			continue
		}
		of, arithmetic, _ := strings.Cut(known[i], ": ")
		if f.Of != of || !strings.Contains(f.Arithmetic, arithmetic) {
			t.Errorf("finding %d is %s: %s, want %s", i, f.Of, f.Arithmetic, known[i])
		}
	}
	if len(bad) < len(known) {
		t.Errorf("%d findings, want %d", len(bad), len(known))
	}
	if len(r.Findings) < 140 {
		t.Errorf("only %d findings in all: checks are missing", len(r.Findings))
	}
	for _, f := range r.Findings {
		if f.Arithmetic == "" || f.Check == "" || f.Of == "" || f.Line == 0 {
			t.Errorf("a finding says too little: %+v", f)
		}
	}
	// The counts behind the rates, as recomputed by hand from the published tables.
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Check == "one count for each percentage" })
	if i < 0 || r.Findings[i].Arithmetic != "the counts add up to 375" { // 202 + 173
		t.Errorf("counts of the repositories: %+v", r.Findings)
	}
}

// The example says what the paper says.
func TestExampleHoldsThePublishedFigures(t *testing.T) {
	data, err := os.ReadFile("../../../shared/data/published/verisoftbench.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the published tables are not present")
	}
	if err != nil {
		t.Fatal(err)
	}
	var paper struct {
		Repositories []map[string]any    `json:"table5_per_repository_gemini"`
		Headline     []map[string]string `json:"table3_solve_percent"`
		Depth        []map[string]string `json:"depth_buckets_gemini"`
		Spearman     []map[string]string `json:"table6_spearman_gemini"`
		Failures     map[string]map[string]int
		Table7       map[string]map[string]int    `json:"table7_failures_gemini"`
		Means        map[string]map[string]any    `json:"table4_dependency_means"`
		Averages     map[string]map[string]string `json:"b1_gemini"`
		Size         map[string]map[string]any    `json:"size_split_gemini"`
	}
	if err := json.Unmarshal(data, &paper); err != nil {
		t.Fatal(err)
	}
	text, err := spec.ReadText(example)
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if _, err := spec.Decode(example, text, "an audit", "tables", &d); err != nil {
		t.Fatal(err)
	}
	cells := 0
	at := func(table, column, row, want string) {
		t.Helper()
		for _, tab := range d.Tables {
			for _, r := range tab.Rows {
				if tab.ID == table && r[0].value == row {
					if cells++; r[tab.column(column)].value != want {
						t.Errorf("%s/%s/%s is %s, published %s", table, column, row, r[tab.column(column)].value, want)
					}
					return
				}
			}
		}
		t.Errorf("no %s/%s/%s", table, column, row)
	}
	for _, r := range paper.Repositories {
		for column, key := range map[string]string{"n": "n", "curated": "curated_percent", "full": "full_percent",
			"project_direct": "project_direct", "project_transitive": "project_transitive",
			"library_direct": "library_direct", "library_transitive": "library_transitive"} {
			at("repositories", column, r["repository"].(string), fmt.Sprint(r[key]))
		}
	}
	for _, arm := range []string{"curated", "full"} {
		for _, r := range paper.Headline {
			at("headline", arm, r["model"], r[arm])
		}
		for _, r := range paper.Depth {
			at("depth", arm, r["depth"], r[arm])
		}
		for _, r := range paper.Spearman {
			at("spearman", arm, r["feature"], r[arm])
			at("spearman", arm+"_p", r["feature"], r[arm+"_p"])
		}
		for category, n := range paper.Table7[arm] {
			table := "failures"
			if category == "total" {
				table = "failed"
			}
			at(table, arm, category, strconv.Itoa(n))
		}
		at("averages", arm, "micro", paper.Averages["micro"][arm])
		at("averages", arm, "macro", paper.Averages["macro_over_repositories"][arm])
		for _, size := range []string{"regular", "large"} {
			at("size", arm, size, fmt.Sprint(paper.Size[size][arm]))
			at("size", "n", size, fmt.Sprint(paper.Size[size]["n"]))
		}
	}
	for benchmark, r := range paper.Means {
		for column, v := range r {
			at("means", column, benchmark, fmt.Sprint(v))
		}
	}
	if cells < 200 {
		t.Errorf("only %d cells were compared", cells)
	}
}

const planted = `
tables:
  - {id: t, columns: [row, n, a, b, rho, p], percent_of: {a: n, b: n}, rows: [
      [x, 40, 30.0, 25.0, 0.30, <0.01], [y, 40, 20.0, 15.0, 0.10, 0.38], [z, 20, 10.0, 5.0, -0.50, <0.001]]}
checks:
`

// Each kind of check, once with numbers that agree and once with an error planted.
func TestEveryKindOfCheck(t *testing.T) {
	for _, c := range []struct{ name, good, bad string }{
		{"one count", "one_count: {percents: t/a}", ""},
		{"sum of counts", "sum: {parts: t/n, total: 100}", "sum: {parts: t/n, total: 101}"},
		{"sum of percentages", "sum: {parts: t/a, total: 22}", "sum: {parts: t/a, total: 23}"},
		{"sum of literals", "sum: {parts: [3, 4], total: 7}", "sum: {parts: [3, 4], total: 8}"},
		{"one rate, percents", "one_rate: {of: 1000, percents: [12, 12.3]}", "one_rate: {of: 1000, percents: [12, 12.6]}"},
		{"one rate, sum", "one_rate: {of: 100, percents: 22.0, counts: [{sum: t/a}]}", "one_rate: {of: 100, percents: 23.0, counts: [{sum: t/a}]}"},
		{"one rate, complement", "one_rate: {of: 100, percents: 22, counts: [{less: 78}]}", "one_rate: {of: 100, percents: 22, counts: [{less: 79}]}"},
		{"one rate, counts alone", "one_rate: {of: 100, counts: [{sum: t/a}, {count: 22}, {less: [70, 8]}]}", "one_rate: {of: 100, counts: [{sum: t/a}, {count: 22}, {less: 79}]}"},
		{"hull", "hull: {parts: t/a, overall: 30.0}", "hull: {parts: t/a, overall: 30.2}"},
		{"weighted mean", "weighted_mean: {parts: t/a, weights: t/n, overall: 22.0}", "weighted_mean: {parts: t/a, weights: t/n, overall: 20.0}"},
		{"macro", "macro: {parts: t/a, overall: 20.0}", "macro: {parts: t/a, overall: 20.1}"},
		{"macro of literals", "macro: {parts: [33, 67], overall: 50.4}", "macro: {parts: [33, 67], overall: 52}"},
		{"falling", "monotone: {values: t/a, direction: falling}", "monotone: {values: t/a, direction: rising}"},
		{"rising", "monotone: {values: [1, 2], direction: rising}", "monotone: {values: [2, 1], direction: rising}"},
		{"widening", "widening: {a: [9, 9], b: [8, 6]}", "widening: {a: [9, 9], b: [6, 8]}"},
		{"strongest", "strongest: {values: t/rho, which: z}", "strongest: {values: t/rho, which: x}"},
		{"at least", "at_least: {larger: t/a, smaller: t/b}", "at_least: {larger: t/b/x, smaller: t/a/x}"},
		{"at least, one for all", "at_least: {larger: 30, smaller: t/a}", "at_least: {larger: 29, smaller: t/a/x}"},
		{"correlation", "correlation_p: {r: t/rho, n: 80, p: t/p}", "correlation_p: {r: t/rho/y, n: 80, p: <0.05}"},
		{"partial correlation", "correlation_p: {r: 0.5, n: 20, p: <0.05}", "correlation_p: {r: 0.5, n: 20, covariates: 12, p: <0.05}"},
		{"McNemar from counts", "mcnemar_p: {a: 20, b: 5, n: 40, p: <0.001}", "mcnemar_p: {a: 20, b: 18, n: 40, p: <0.001}"},
		{"McNemar from percentages", "mcnemar_p: {a: 50.0, b: 12.5, n: 40, p: <0.001}", "mcnemar_p: {a: 50.0, b: 45%, n: 40, p: <0.001}"},
		{"speed-up", "speedup: {values: [3.9x, 2x], parallel: 4}", "speedup: {values: 4.2x, parallel: 4}"},
		{"SD", "sd: {values: 1.4, tasks: 50, seeds: 2}", "sd: {values: 1.4, tasks: 50, seeds: 3}"},
	} {
		for want, check := range map[bool]string{true: c.good, false: c.bad} {
			if check == "" {
				continue
			}
			r, err := Audit("a.yaml", []byte(planted+"  - claim: said so\n    "+check))
			if err != nil {
				t.Errorf("%s: %s: %v", c.name, check, err)
				continue
			}
			if got := len(r.Inconsistent()) == 0; got != want {
				t.Errorf("%s: %s: consistent = %t\n%+v", c.name, check, got, r.Findings)
			}
			if last := r.Findings[len(r.Findings)-1]; last.Claim != "said so" || last.Line != 6 {
				t.Errorf("%s: the finding does not say what was claimed where: %+v", c.name, last)
			}
		}
	}
	r, err := Audit("a.yaml", []byte("tables: [{id: t, columns: [r, a], percent_of: {a: 1000}, rows: [[x, 12]]}]\nchecks: [{one_count: {percents: t/a}}]"))
	if err != nil || len(r.Inconsistent()) != 1 {
		t.Errorf("12 %% of 1000 is one count: %+v, %v", r, err)
	}
}

func TestPercentagesAboveAllAreCalledThat(t *testing.T) {
	r, err := Audit("a.yaml", []byte("tables: [{id: t, columns: [r, a], percent_of: {a: 2}, rows: [[x, \"150.0\"]]}]\nchecks: [{sum: {parts: t/a, total: 3}}]"))
	if err != nil {
		t.Fatal(err)
	}
	if f := r.Findings[0]; f.Consistent || f.Arithmetic != "150.0 % is no share of 2: it lies outside 0 to 100 %" {
		t.Errorf("%+v", f)
	}
	if f := r.Findings[1]; f.Consistent || f.Arithmetic != "parts add up to 2, stated 3" {
		t.Errorf("more tasks than there are: %+v", f)
	}
}

func TestFaultsNameTheirPlace(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "a.yaml: empty file; an audit needs at least paper, tables and checks"},
		{"a list", "- a", "a.yaml:1:1: an audit is a mapping"},
		{"nothing to check", "paper: p", "a.yaml: nothing to check"},
		{"unknown field", "checks: [{hul: {}}]", `a.yaml:1:11: unknown field "hul" in checks[0]; did you mean "hull"?`},
		{"no id", "tables: [{columns: [a, b]}]", "a.yaml:1:10: a table needs an id"},
		{"two of a name", "tables: [{id: t, columns: [a, b]}, {id: t, columns: [a, b]}]", `two tables are called "t"`},
		{"one column", "tables: [{id: t, columns: [a]}]", "at least two columns"},
		{"a column twice", "tables: [{id: t, columns: [a, b, b]}]", `column "b" has '/' in it, is empty, or stands twice`},
		{"ragged", "tables:\n  - {id: t, columns: [a, b], rows: [[x, 1],\n [y]]}", `a.yaml:3:3: row "y" has 1 values for the 2 columns`},
		{"rows of a name", "tables: [{id: t, columns: [a, b], rows: [[x, 1], [x, 2]]}]", `two rows of table "t" are called "x"`},
		{"an empty row", "tables: [{id: t, columns: [a, b], rows: [[]]}]", "has an empty row"},
		{"a nested cell", "tables: [{id: t, columns: [a, b], rows: [[x, [1]]]}]", "a.yaml:1:1: a single value is wanted here"},
		{"percent of nothing", "tables: [{id: t, columns: [a, b], percent_of: {b: c}}]", `"b" is a percentage of "c", which is no column and no number`},
		{"percent of a word", "tables: [{id: t, columns: [a, n, b], percent_of: {b: n}, rows: [[x, many, 5]]}]", `t/b/x as a percentage: "many" is no count`},
		{"a percentage that is none", "tables: [{id: t, columns: [a, b], percent_of: {b: 10}, rows: [[x, half]]}]", `"half" is not a decimal number`},
		{"no table", planted + "  - hull: {parts: s/a, overall: 3}", `a.yaml:6:19: "s/a": no table "s"; known: t`},
		{"no column", planted + "  - hull: {parts: t/aa, overall: 3}", `table "t" has no column "aa"; did you mean "a"?`},
		{"no row", planted + "  - hull: {parts: t/a/w, overall: 3}", `table "t" has no row "w"`},
		{"an operand missing", planted + "  - hull: {parts: t/a}", `a.yaml:6:5: "overall" is missing`},
		{"two for one", planted + "  - hull: {parts: t/a, overall: t/b}", "overall: one value is wanted, not 3"},
		{"two kinds", planted + "  - {hull: {}, macro: {}}", "one kind of check beside its claim, not 2"},
		{"no kind", planted + "  - claim: something", "one kind of check beside its claim, not 0"},
		{"lengths", planted + "  - widening: {a: [1, 2], b: [1]}", "gaps of 2 and 1 values"},
		{"rows that do not pair", planted + "  - at_least: {larger: t/a, smaller: [1, 2]}", "smaller: 2 values for 3 rows"},
		{"a direction", planted + "  - monotone: {values: t/a, direction: down}", `direction "down": it is falling or rising`},
		{"which", planted + "  - strongest: {values: t/a, which: xx}", `no row "xx" among the values`},
		{"a count that is none", planted + "  - sum: {parts: [1.5], total: 3}", `"1.5" is no count`},
		{"one statement", planted + "  - one_rate: {of: 3, percents: 5}", "at least two statements"},
		{"a quantity of two kinds", planted + "  - one_rate: {of: 3, percents: 5, counts: [{sum: 3, count: 3}]}", "one of count, sum and less"},
		{"a percentage without its total", planted + "  - one_count: {percents: t/rho}", "t/rho/x has no percent_of"},
		{"a p that is none", planted + "  - correlation_p: {r: 0.1, n: 10, p: small}", `"small" is not a decimal number`},
		{"an empty cell", "tables: [{id: t, columns: [a, b], rows: [[x, ~]]}]\nchecks: [{hull: {parts: t/b, overall: 1}}]", "t/b/x is empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Audit("a.yaml", []byte(c.text))
			var faults spec.Errors
			if !errors.As(err, &faults) {
				t.Fatalf("accepted: %+v, %v", r, err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}

// Statements meet as package stats says that they do.
func TestOneRateAgreesWithItsReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	both := map[bool]int{}
	for range 500 {
		n := 1 + rng.IntN(300)
		a, b := fmt.Sprintf("%.*f", rng.IntN(3), 100*rng.Float64()), fmt.Sprintf("%.*f", rng.IntN(2), 100*rng.Float64())
		k := rng.IntN(n + 1)
		if rng.IntN(2) == 0 {
			a, b = fmt.Sprintf("%.1f", 100*float64(k)/float64(n)), fmt.Sprintf("%.0f", 100*float64(k)/float64(n))
		}
		want, err := stats.CheckSameRate(n, []string{a, b}, k)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Audit("a.yaml", fmt.Appendf(nil, "checks: [{one_rate: {of: %d, percents: [%s, %s], counts: [{count: %d}]}}]", n, a, b, k))
		if err != nil {
			t.Fatal(err)
		}
		both[want.Consistent]++
		if r.Findings[0].Consistent != want.Consistent {
			t.Errorf("%s against %s", r.Findings[0].Arithmetic, want.Arithmetic)
		}
	}
	if both[true] < 100 || both[false] < 100 {
		t.Errorf("one-sided cases: %v", both)
	}
}

// paper prints the tables of made-up results whose every number is right.
func paper(rng *rand.Rand) (text string, groups int) {
	groups = 2 + rng.IntN(12)
	var rows strings.Builder
	var n, solved, failed, depth int
	macro, weighted, low, high := 0.0, 0.0, 0, 0.0
	decimals := rng.IntN(3)
	for g := range groups {
		size := 1 + rng.IntN(80)
		k := rng.IntN(size + 1)
		d := rng.IntN(400)
		n, solved, failed, depth = n+size, solved+k, failed+size-k, depth+size*d
		rate := 100 * float64(k) / float64(size)
		macro += rate / float64(groups)
		mean := float64(d) / 10
		weighted += mean * float64(size)
		low, high = min(low, d), math.Max(high, mean)
		fmt.Fprintf(&rows, "      - [g%d, %d, %.*f, %.1f, %.1f]\n", g, size, decimals, rate, mean, mean+3*rng.Float64())
	}
	return fmt.Sprintf(`
tables:
  - id: g
    columns: [group, n, rate, direct, all]
    percent_of: {rate: n}
    rows:
%schecks:
  - sum: {parts: g/n, total: %d}
  - one_rate: {of: %d, percents: %.1f, counts: [{sum: g/rate}, {less: %d}]}
  - macro: {parts: g/rate, overall: %.1f}
  - weighted_mean: {parts: g/rate, weights: g/n, overall: %.1f}
  - hull: {parts: g/rate, overall: %.1f}
  - weighted_mean: {parts: g/direct, weights: g/n, overall: %.2f}
  - at_least: {larger: g/all, smaller: g/direct}
`, rows.String(), n, n, 100*float64(solved)/float64(n), failed, macro, 100*float64(solved)/float64(n),
		100*float64(solved)/float64(n), weighted/float64(n)), groups
}

func TestNothingConsistentIsAccused(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 500 {
		text, _ := paper(rng)
		r, err := Audit("made-up.yaml", []byte(text))
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if bad := r.Inconsistent(); len(bad) > 0 {
			t.Fatalf("accused %+v in %s", bad, text)
		}
	}
}

// One task more or fewer in one group always shows.
func TestAPlantedTaskIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for range 200 {
		text, groups := paper(rng)
		g := rng.IntN(groups)
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			if !strings.HasPrefix(line, fmt.Sprintf("      - [g%d,", g)) {
				continue
			}
			f := strings.Split(line, ", ")
			n, _ := strconv.Atoi(f[1])
			f[1] = strconv.Itoa(n + 1)
			lines[i] = strings.Join(f, ", ")
		}
		r, err := Audit("made-up.yaml", []byte(strings.Join(lines, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Inconsistent()) == 0 {
			t.Fatalf("nothing found in group %d of %s", g, text)
		}
	}
}

func FuzzAudit(f *testing.F) {
	text, err := os.ReadFile(example)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add(planted + "  - one_rate: {of: 100, percents: 22, counts: [{less: 78}]}")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Audit("a.yaml", []byte(text))
		if (err == nil) == (r == nil) {
			t.Errorf("report %v and error %v", r, err)
		}
	})
}
