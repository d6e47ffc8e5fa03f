package compare_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"proofgrid/experiments/group"
	"proofgrid/experiments/record"
	"proofgrid/reports/analysis"
	"proofgrid/reports/compare"
	"proofgrid/reports/internal/synthetic"
	"proofgrid/stats"
)

// tables writes a plan down and reads it as a run.
func tables(t testing.TB, plan synthetic.Plan) *analysis.Run {
	t.Helper()
	dir := t.TempDir()
	if err := plan.Tables().Write(dir); err != nil {
		t.Fatal(err)
	}
	run, err := analysis.ReadTables(dir)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// tasks returns n tasks over some repositories, with depths 1, 2, 3 …
func tasks(prefix string, n, repositories int) []record.TaskRow {
	var out []record.TaskRow
	for i := range n {
		out = append(out, synthetic.Task(fmt.Sprint(prefix, i), fmt.Sprint("repo", i%repositories), map[string]float64{"depth": float64(i + 1)}))
	}
	return out
}

func plan(tasks []record.TaskRow, fate func(cell, task, sample int) synthetic.Fate, cells ...record.CellRow) synthetic.Plan {
	return synthetic.Plan{Tasks: tasks, Cells: cells, Fate: fate}
}

var never = synthetic.Fate{Solve: -1}

// first solves the first n tasks of a cell.
func first(n ...int) func(cell, task, sample int) synthetic.Fate {
	return func(cell, task, _ int) synthetic.Fate {
		if task < n[cell] {
			return synthetic.Fate{}
		}
		return never
	}
}

func models(names ...string) []record.CellRow {
	var out []record.CellRow
	for _, n := range names {
		out = append(out, synthetic.Cell(n, "full", 1, 0, "exhaustive"))
	}
	return out
}

func join(t testing.TB, runs ...*analysis.Run) *compare.Data {
	t.Helper()
	var in []compare.Input
	for i, r := range runs {
		in = append(in, compare.Input{Name: fmt.Sprint("run", i), Run: r})
	}
	d, err := compare.Join(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func arms(t testing.TB, d *compare.Data, opts compare.Options) *compare.Result {
	t.Helper()
	r, err := compare.Arms(d, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func project(t testing.TB, text string) group.Projection {
	t.Helper()
	p, err := group.ParseProjection(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func filter(t testing.TB, text string) group.Filter {
	t.Helper()
	f, err := group.ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func keys(arms []compare.Arm) string {
	var out []string
	for _, a := range arms {
		out = append(out, strings.Join(a.Key, "/"))
	}
	return strings.Join(out, " ")
}

func TestSharedTasksArePaired(t *testing.T) {
	run := tables(t, plan(tasks("a", 40, 8), first(30, 20), models("good", "bad")...))
	r := arms(t, join(t, run), compare.Options{})
	g := r.Groups[0]
	if strings.Join(r.By, ",") != "model" || keys(g.Arms) != "good bad" || g.Tasks != 40 || g.Clusters != 8 || len(g.Comparisons) != 1 {
		t.Fatalf("by %v: %s, %d tasks, %d clusters, %d comparisons", r.By, keys(g.Arms), g.Tasks, g.Clusters, len(g.Comparisons))
	}
	if a := g.Arms[0]; a.Solved != 30 || a.Known != 40 || a.Rate.Value != 0.75 || !a.Binary || a.Worst != 0.75 || a.Best != 0.75 || a.Pooled != nil {
		t.Errorf("good: %+v", a)
	}
	c := g.Comparisons[0]
	var ya, yb []float64
	var repo []int
	for i := range 40 {
		ya, yb, repo = append(ya, b2f(i < 30)), append(yb, b2f(i < 20)), append(repo, i%8)
	}
	want, err := stats.PairedDifference(ya, yb, stats.Design{Clusters: stats.GroupBy(repo)}, stats.MonteCarlo{})
	if err != nil {
		t.Fatal(err)
	}
	if !c.IsPaired || c.Shared != 40 || c.Paired.OnlyA != 10 || c.Difference.Lo != want.Difference.Lo || c.Test.P != want.SignFlip.P || c.Holm != want.SignFlip.P || c.Also != nil {
		t.Errorf("comparison: %+v, want %+v", c, want)
	}
	if r = arms(t, join(t, run), compare.Options{Cluster: compare.Independent}); r.Groups[0].Clusters != 0 ||
		r.Groups[0].Comparisons[0].Test.P != want.McNemarMidP.P || len(r.Groups[0].Comparisons[0].Difference.Warnings) > 0 {
		t.Errorf("independent tasks: %+v", r.Groups[0].Comparisons[0])
	}
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func TestTasksWithoutPartnerAreCounted(t *testing.T) {
	a := tables(t, plan(tasks("t", 30, 5), first(20), models("m")...))
	b := tables(t, plan(tasks("t", 50, 5)[10:], first(5), models("m")...)) // t10 … t49, of which t10 … t14 solved
	r := arms(t, join(t, a, b), compare.Options{})
	if strings.Join(r.By, ",") != "run" || keys(r.Groups[0].Arms) != "run0 run1" {
		t.Fatalf("by %v: %s", r.By, keys(r.Groups[0].Arms))
	}
	c := r.Groups[0].Comparisons[0]
	if !c.IsPaired || c.Shared != 20 || c.OnlyInA != 10 || c.OnlyInB != 20 || c.Paired.Both != 5 || c.Paired.OnlyA != 5 || c.Paired.Neither != 10 {
		t.Errorf("%d shared, %d and %d alone; %+v", c.Shared, c.OnlyInA, c.OnlyInB, c.Paired)
	}
	if g := r.Groups[0]; g.Tasks != 50 || g.Arms[1].Solved != 5 || g.Arms[1].Tasks != 40 {
		t.Errorf("%d tasks in all, second arm %+v", g.Tasks, g.Arms[1])
	}
}

func TestDifferentTasksAreUnpaired(t *testing.T) {
	a := tables(t, plan(tasks("a", 30, 5), first(20), models("m")...))
	b := tables(t, plan(tasks("b", 40, 5), first(10), models("m")...))
	c := arms(t, join(t, a, b), compare.Options{Cluster: compare.Independent}).Groups[0].Comparisons[0]
	mn, err := stats.MiettinenNurminen(20, 30, 10, 40, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	fisher, err := stats.FisherExact(stats.Table2x2{SolvedA: 20, UnsolvedA: 10, SolvedB: 10, UnsolvedB: 30})
	if err != nil {
		t.Fatal(err)
	}
	if c.IsPaired || c.Why != "" || c.Shared != 0 || c.Difference.Lo != mn.Lo || c.Test.P != fisher.P || c.Holm != fisher.P {
		t.Errorf("unpaired: %+v", c)
	}
	if !strings.Contains(strings.Join(c.Difference.Warnings, " "), "different tasks") {
		t.Errorf("no warning of different tasks: %v", c.Difference.Warnings)
	}
	c = arms(t, join(t, a, b), compare.Options{}).Groups[0].Comparisons[0]
	if math.Abs(c.Difference.Value-(20./30-10./40)) > 1e-12 || c.Difference.Lo == mn.Lo || c.Difference.N != 70 || !strings.Contains(c.Difference.Method, "bootstrap") {
		t.Errorf("unpaired with clusters: %+v", c.Difference)
	}
	one := tables(t, plan(tasks("a", 30, 1), first(20), models("m")...))
	c = arms(t, join(t, one, b), compare.Options{}).Groups[0].Comparisons[0]
	if c.Difference.Lo != mn.Lo || !strings.Contains(strings.Join(c.Difference.Warnings, " "), "one cluster") {
		t.Errorf("unpaired with one cluster: %+v", c.Difference)
	}
}

func TestSameIdWithAnotherStatementIsAnotherTask(t *testing.T) {
	other := tasks("t", 10, 5)
	for i := range other {
		other[i].StatementHash = "11"
	}
	a := tables(t, plan(tasks("t", 10, 5), first(5), models("m")...))
	b := tables(t, plan(other, first(5), models("m")...))
	r := arms(t, join(t, a, b), compare.Options{})
	if c := r.Groups[0].Comparisons[0]; c.IsPaired || c.Shared != 0 {
		t.Errorf("other statements were paired: %+v", c)
	}
	if len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0], "10 tasks have the id of another task") {
		t.Errorf("warnings: %v", r.Warnings)
	}
}

func TestArmsAreToldApartByTheFewestColumns(t *testing.T) {
	ts := tasks("t", 6, 2)
	cell := synthetic.Cell
	seeded := cell("m", "full", 1, 0, "exhaustive")
	seeded.CellID, seeded.Seed = "seeded", 2
	set := cell("m", "full", 1, 0, "exhaustive")
	set.CellID, set.Settings = "other settings", `{"temperature":1}`
	for name, c := range map[string]struct {
		cells []record.CellRow
		want  string
		pairs int
	}{
		"one cell":         {[]record.CellRow{cell("m", "full", 1, 0, "exhaustive")}, "model", 0},
		"models":           {models("a", "b", "c"), "model", 3},
		"regimes":          {[]record.CellRow{cell("m", "full", 1, 0, "exhaustive"), cell("m", "none", 1, 0, "exhaustive")}, "regime", 1},
		"budgets":          {[]record.CellRow{cell("m", "full", 1, 0, "exhaustive"), cell("m", "full", 2, 1, "exhaustive")}, "budget", 1},
		"policies":         {[]record.CellRow{cell("m", "full", 2, 0, "exhaustive"), cell("m", "full", 2, 0, "depth-first")}, "policy", 1},
		"seeds":            {[]record.CellRow{cell("m", "full", 1, 0, "exhaustive"), seeded}, "seed", 1},
		"settings alone":   {[]record.CellRow{cell("m", "full", 1, 0, "exhaustive"), set}, "cell", 1},
		"models × regimes": {[]record.CellRow{cell("a", "full", 1, 0, "exhaustive"), cell("a", "none", 1, 0, "exhaustive"), cell("b", "full", 1, 0, "exhaustive"), cell("b", "none", 1, 0, "exhaustive")}, "model,regime", 4},
		"each another":     {[]record.CellRow{cell("a", "full", 1, 0, "exhaustive"), cell("b", "none", 2, 0, "exhaustive")}, "model", 1},
	} {
		t.Run(name, func(t *testing.T) {
			run := tables(t, plan(ts, func(_, task, _ int) synthetic.Fate { return synthetic.Fate{Solve: task%2 - 1} }, c.cells...))
			r := arms(t, join(t, run), compare.Options{})
			if got := strings.Join(r.By, ","); got != c.want || len(r.Groups[0].Comparisons) != c.pairs || r.Family > c.pairs {
				t.Errorf("by %s with %d comparisons, want %s with %d", got, len(r.Groups[0].Comparisons), c.want, c.pairs)
			}
			for _, a := range r.Groups[0].Arms {
				if a.Pooled != nil {
					t.Errorf("%v pools %v", a.Key, a.Pooled)
				}
			}
		})
	}
	r := arms(t, join(t, tables(t, plan(ts, first(2, 3), models("a", "b")...)), tables(t, plan(ts, first(1), models("c")...))), compare.Options{})
	if got := strings.Join(r.By, ","); got != "model" {
		t.Errorf("models of two runs are told apart by %s", got)
	}
	if c := r.Groups[0].Comparisons; fmt.Sprint(c[0].Also, c[1].Also) != "[] [run]" {
		t.Errorf("arms also differ in %v and %v, want nothing and the run", c[0].Also, c[1].Also)
	}
}

func TestPoolingIsTold(t *testing.T) {
	a, b := synthetic.Cell("a", "full", 1, 0, "exhaustive"), synthetic.Cell("a", "none", 1, 0, "exhaustive")
	c := synthetic.Cell("b", "full", 1, 0, "exhaustive")
	run := tables(t, plan(tasks("t", 12, 6), first(12, 6, 3), a, b, c))
	g := arms(t, join(t, run), compare.Options{By: project(t, "model")}).Groups[0]
	if fmt.Sprint(g.Arms[0].Pooled) != "[{regime [full none]}]" || g.Arms[1].Pooled != nil {
		t.Errorf("pooled: %v and %v", g.Arms[0].Pooled, g.Arms[1].Pooled)
	}
	if x := g.Arms[0]; x.Binary || x.Solved != 9 || x.Tasks != 12 || x.FewestUnits != 2 || x.MostUnits != 2 {
		t.Errorf("a task counts with the mean over its units: %+v", x)
	}
	x := g.Comparisons[0]
	if x.Paired.Binary || math.Abs(x.Difference.Value-(9.-3.)/12) > 1e-12 || fmt.Sprint(x.Also) != "[regime]" {
		t.Errorf("comparison of pooled arms: %+v", x)
	}
	if g.CochranQ.P == g.CochranQ.P {
		t.Error("Cochran's Q of scores that are no outcomes")
	}
}

func TestUnknownOutcomesLeaveTheDenominator(t *testing.T) {
	fate := func(cell, task, _ int) synthetic.Fate {
		return synthetic.Fate{NoStart: cell == 0 && task < 4, Solve: task%2 - 1}
	}
	p := plan(tasks("t", 20, 5), fate, models("a", "b")...)
	p.Skip = func(cell, task int) bool { return cell == 1 && task >= 17 }
	g := arms(t, join(t, tables(t, p)), compare.Options{}).Groups[0]
	if a := g.Arms[0]; a.Known != 16 || a.Tasks != 20 || a.Solved != 8 || a.Worst != 8./20 || a.Best != 12./20 || a.Rate.Value != 0.5 {
		t.Errorf("a: %+v", a)
	}
	if c := g.Comparisons[0]; c.Shared != 20 || c.Paired.Excluded != 7 || c.Difference.N != 13 {
		t.Errorf("pairs: %d shared, %d excluded, %d compared", c.Shared, c.Paired.Excluded, c.Difference.N)
	}
}

func TestGroupsAndBuckets(t *testing.T) {
	run := tables(t, plan(tasks("t", 24, 4), first(10, 4), models("a", "b")...))
	r := arms(t, join(t, run), compare.Options{Within: project(t, "depth[6,12]"), Filters: []group.Filter{filter(t, "depth<=18")}})
	if len(r.Groups) != 3 || r.Groups[0].Key[0] != "≤6" || r.Groups[2].Key[0] != "≥13" || strings.Join(r.Within, "") != "feature.depth" {
		t.Fatalf("groups: %+v", r.Groups)
	}
	for i, want := range [][2]float64{{6, 4}, {4, 0}, {0, 0}} {
		g := r.Groups[i]
		if g.Tasks != 6 || g.Arms[0].Solved != want[0] || g.Arms[1].Solved != want[1] {
			t.Errorf("group %v: %d tasks, %v and %v solved", g.Key, g.Tasks, g.Arms[0].Solved, g.Arms[1].Solved)
		}
	}
	var p, holm []float64
	for _, g := range r.Groups {
		p, holm = append(p, g.Comparisons[0].Test.P), append(holm, g.Comparisons[0].Holm)
	}
	if want := stats.Holm(p); fmt.Sprint(holm) != fmt.Sprint(want) || r.Family != 3 {
		t.Errorf("Holm over all groups: %v of %v, family of %d", holm, p, r.Family)
	}
	r = arms(t, join(t, run), compare.Options{By: project(t, "depth[12]"), Filters: []group.Filter{filter(t, "model=a")}})
	if c := r.Groups[0].Comparisons[0]; c.IsPaired || c.Unpaired.SolvedA != 10 || c.Unpaired.KnownB != 12 {
		t.Errorf("buckets are different tasks: %+v", c)
	}
}

// TestEdges puts every extreme through and wants a number or a reason, and valid JSON
// and CSV, of each.
func TestEdges(t *testing.T) {
	for name, c := range map[string]struct {
		plan synthetic.Plan
		want func(compare.Comparison) bool
	}{
		"all solved":       {plan(tasks("t", 12, 6), first(12, 12), models("a", "b")...), func(c compare.Comparison) bool { return c.Difference.Value == 0 && c.Test.P == 1 }},
		"none solved":      {plan(tasks("t", 12, 6), first(0, 0), models("a", "b")...), func(c compare.Comparison) bool { return c.Difference.Value == 0 && c.Test.P == 1 }},
		"all against none": {plan(tasks("t", 12, 6), first(12, 0), models("a", "b")...), func(c compare.Comparison) bool { return c.Difference.Value == 1 && math.Abs(c.Test.P-2./64) < 1e-12 }},
		"one cluster":      {plan(tasks("t", 12, 1), first(9, 3), models("a", "b")...), func(c compare.Comparison) bool { return c.Difference.Clusters == 0 && len(c.Difference.Warnings) == 1 }},
		"one task":         {plan(tasks("t", 1, 1), first(1, 0), models("a", "b")...), func(c compare.Comparison) bool { return c.Difference.Value == 1 }},
		"nothing known":    {plan(tasks("t", 12, 6), func(_, _, _ int) synthetic.Fate { return synthetic.Fate{NoStart: true} }, models("a", "b")...), func(c compare.Comparison) bool { return c.Why == "no task has an outcome in one of the arms" }},
		"one side unknown": {plan(tasks("t", 12, 6), func(cell, _, _ int) synthetic.Fate { return synthetic.Fate{NoStart: cell == 0} }, models("a", "b")...), func(c compare.Comparison) bool { return c.Why != "" && math.IsNaN(c.Holm) }},
		"known apart": {plan(tasks("t", 12, 6), func(cell, task, _ int) synthetic.Fate { return synthetic.Fate{NoStart: (task < 6) == (cell == 0)} }, models("a", "b")...), func(c compare.Comparison) bool {
			return !c.IsPaired && c.Why == "" && c.Shared == 12 && c.Unpaired.KnownA == 6
		}},
		"NaN and infinite features": {plan([]record.TaskRow{
			synthetic.Task("x", "r", map[string]float64{"depth": math.NaN()}), synthetic.Task("y", "s", map[string]float64{"depth": math.Inf(1)}),
		}, first(1, 0), models("a", "b")...), func(c compare.Comparison) bool { return c.Difference.Value == 0.5 }},
	} {
		t.Run(name, func(t *testing.T) {
			r := arms(t, join(t, tables(t, c.plan)), compare.Options{})
			if x := r.Groups[0].Comparisons[0]; !c.want(x) {
				t.Errorf("%+v", x)
			}
			if text, err := json.Marshal(r); err != nil || strings.Contains(string(text), `"paired"`) == strings.Contains(string(text), `"unpaired"`) {
				t.Errorf("JSON of a comparison is of one kind: %s, %v", text, err)
			}
			var b bytes.Buffer
			if err := r.WriteCSV(&b); err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(&b).ReadAll()
			if err != nil || len(rows) != 4 {
				t.Fatalf("CSV of %d rows: %v", len(rows), err)
			}
			for _, row := range rows[1:] {
				for _, column := range []string{"estimate", "lo", "hi", "p", "p_holm", "tasks_a", "solved_a"} {
					v := row[slices.Index(rows[0], column)]
					if f, err := strconv.ParseFloat(v, 64); v != "" && (err != nil || math.IsNaN(f)) {
						t.Errorf("column %s has %q", column, v)
					}
				}
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	run := tables(t, plan(tasks("t", 12, 6), first(6, 3), models("a", "b")...))
	d := join(t, run)
	for name, c := range map[string]struct {
		opts compare.Options
		want string
	}{
		"an unknown column":           {compare.Options{By: project(t, "modle")}, `no column "modle"; did you mean "model"?`},
		"an unknown column of groups": {compare.Options{Within: project(t, "repo")}, `no column "repo"; did you mean "repository"?`},
		"an unknown value":            {compare.Options{Filters: []group.Filter{filter(t, "model=c")}}, "no row has model=c; known: a, b"},
		"nothing left":                {compare.Options{Filters: []group.Filter{filter(t, "depth>100")}}, "no unit passes the filters depth>100"},
		"a column twice":              {compare.Options{By: project(t, "model"), Within: project(t, "model")}, "column model tells both the arms and the groups apart"},
		"an unknown cluster":          {compare.Options{Cluster: "fiel"}, `cluster: no column "fiel"; did you mean "file"?`},
		"a cluster of cells":          {compare.Options{Cluster: "model"}, `cluster: no column "model"`},
		"a level of 95":               {compare.Options{Level: 95}, "confidence level 95 is not between 0 and 1"},
		"buckets of words":            {compare.Options{Within: project(t, "repository[3]")}, "is not a number"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := compare.Arms(d, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	if _, err := compare.Join(nil, nil); err == nil {
		t.Error("nothing is joined")
	}
	in := compare.Input{Name: "x", Run: run}
	if _, err := compare.Join([]compare.Input{in, in}, nil); err == nil || err.Error() != "x is given twice" {
		t.Errorf("a run twice: %v", err)
	}
}

func TestContradictingRowsAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(*synthetic.Tables)
		want string
	}{
		"an attempt twice":        {func(t *synthetic.Tables) { t.Attempts = append(t.Attempts, t.Attempts[0]) }, "two attempts of sample 0, round 0"},
		"an outcome twice":        {func(t *synthetic.Tables) { t.Outcomes = append(t.Outcomes, t.Outcomes[0]) }, "two outcomes"},
		"an outcome turned round": {func(t *synthetic.Tables) { t.Outcomes[0].Solved = !t.Outcomes[0].Solved }, "says otherwise than its attempts"},
		"a task twice":            {func(t *synthetic.Tables) { t.Tasks = append(t.Tasks, t.Tasks[0]) }, "ids repeat"},
	} {
		t.Run(name, func(t *testing.T) {
			rows := plan(tasks("t", 4, 2), first(2, 1), models("a", "b")...).Tables()
			c.edit(&rows)
			dir := t.TempDir()
			if err := rows.Write(dir); err != nil {
				t.Fatal(err)
			}
			run, err := analysis.ReadTables(dir)
			if err == nil {
				_, err = compare.Join([]compare.Input{{Name: "x", Run: run}}, nil)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestBudgetsOfOneRun(t *testing.T) {
	// Every second task is solved by its second sample after one repair.
	fate := func(_, task, sample int) synthetic.Fate {
		if task%2 == 0 && sample == 1 {
			return synthetic.Fate{Solve: 1}
		}
		return never
	}
	ts := tasks("t", 20, 5)
	in := []compare.Input{{Name: "x", Run: tables(t, plan(ts, fate, synthetic.Cell("m", "full", 2, 1, "exhaustive")))}}
	d, err := compare.Join(in, []compare.Budget{{1, 1}, {2, 0}, {2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	r := arms(t, d, compare.Options{})
	if strings.Join(r.By, ",") != "budget" || len(r.Groups[0].Arms) != 3 {
		t.Fatalf("by %v: %s", r.By, keys(r.Groups[0].Arms))
	}
	for i, want := range []float64{5, 0, 10} { // one of two samples: pass@1 is a half
		if got := r.Groups[0].Arms[i].Solved; math.Abs(got-want) > 1e-12 {
			t.Errorf("budget %v: %v of 20, want %v", r.Groups[0].Arms[i].Key, got, want)
		}
	}
	// Bounds that meet by luck are compared with a warning, once for each cell that is.
	unrepaired := func(_, task, sample int) synthetic.Fate { return synthetic.Fate{Solve: sample*(task%2) - 1} }
	lucky := []compare.Input{{Name: "x", Run: tables(t, plan(ts, unrepaired, synthetic.Cell("m", "full", 2, 1, "depth-first"), synthetic.Cell("m", "none", 2, 1, "exhaustive")))}}
	for f, want := range map[string]int{"policy=depth-first": 1, "policy=exhaustive": 0, "model=m": 1} {
		data, err := compare.Join(lucky, []compare.Budget{{2, 0}})
		if err != nil {
			t.Fatal(err)
		}
		r := arms(t, data, compare.Options{Filters: []group.Filter{filter(t, f)}})
		if got := strings.Join(r.Warnings, ";"); strings.Count(got, "the bounds coincide in this run") != want {
			t.Errorf("%s: warnings %q", f, got)
		}
	}
	// A task that is solved by the first sample's repair says nothing of the second.
	repaired := func(_, _, _ int) synthetic.Fate { return synthetic.Fate{Solve: 1} }
	in[0].Run = tables(t, plan(ts, repaired, synthetic.Cell("m", "full", 2, 1, "depth-first")))
	both := []compare.Input{{Name: "x", Run: tables(t, plan(ts, repaired, synthetic.Cell("m", "full", 2, 1, "depth-first"), synthetic.Cell("m", "none", 2, 1, "exhaustive")))}}
	data, err := compare.Join(both, []compare.Budget{{2, 0}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := compare.Arms(data, compare.Options{Filters: []group.Filter{filter(t, "policy=exhaustive")}}); err != nil {
		t.Errorf("a cell that is filtered out still fails: %v", err)
	}
	of := func(b compare.Budget) error {
		data, err := compare.Join(in, []compare.Budget{b})
		if err != nil {
			t.Fatal(err)
		}
		_, err = compare.Arms(data, compare.Options{})
		return err
	}
	if err := of(compare.Budget{2, 0}); !errors.Is(err, stats.ErrNotIdentified) {
		t.Errorf("a budget that a depth-first run does not identify: %v", err)
	}
	if err := of(compare.Budget{3, 0}); err == nil || !strings.Contains(err.Error(), "x: ") {
		t.Errorf("a budget beyond the run's: %v", err)
	}
}

func TestResultsDoNotDependOnWorkers(t *testing.T) {
	fate := func(cell, task, _ int) synthetic.Fate { return synthetic.Fate{Solve: (task*7+cell*3)%5/3 - 1} }
	d := join(t, tables(t, plan(tasks("t", 90, 30), fate, models("a", "b")...)))
	var texts []string
	for _, workers := range []int{1, 4} {
		text, err := json.Marshal(arms(t, d, compare.Options{Draws: stats.MonteCarlo{Draws: 2000, Seed: 3, Workers: workers}}))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] {
		t.Error("one worker and four say different things")
	}
}
