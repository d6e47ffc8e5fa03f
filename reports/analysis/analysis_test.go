package analysis_test

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
	"proofgrid/reports/analysis"
	"proofgrid/reports/internal/synthetic"
	"proofgrid/stats"
)

var options = spec.Analysis{Level: 0.95, DepthEdges: []int{3, 6}, DepthBy: "nesting_depth", Resamples: 200, Seed: 7}

// handRun is a run of 12 tasks in 3 repositories, small enough to be worked out on
// paper; the numbers in the tests below were.
//
// Under full (k = 2, r = 1): t0 both samples at once; t1 the first after a repair;
// t2 the second at once; t3 both after a repair; t6 lost; t7 first sample lost, the
// second at once; the rest never. Under curated: t0 to t5 by the first sample.
func handRun() synthetic.Plan {
	p := synthetic.Plan{Cells: []record.CellRow{
		synthetic.Cell("m", "full", 2, 1, "exhaustive"),
		synthetic.Cell("m", "curated", 2, 1, "exhaustive"),
	}}
	for i := range 12 {
		repo := "A"
		if i >= 9 {
			repo = "C"
		} else if i >= 5 {
			repo = "B"
		}
		p.Tasks = append(p.Tasks, synthetic.Task(string(rune('a'+i)), repo, map[string]float64{"nesting_depth": float64(i + 1), "same": 4}))
	}
	never := synthetic.Fate{Solve: -1}
	at := func(round int) synthetic.Fate { return synthetic.Fate{Solve: round} }
	lost := synthetic.Fate{Solve: -1, NoStart: true}
	full := map[int][2]synthetic.Fate{
		0: {at(0), at(0)}, 1: {at(1), never}, 2: {never, at(0)}, 3: {at(1), at(1)}, 6: {lost, lost}, 7: {lost, at(0)},
	}
	p.Fate = func(cell, task, sample int) synthetic.Fate {
		if cell == 1 {
			if task < 6 && sample == 0 {
				return at(0)
			}
			return never
		}
		if f, ok := full[task]; ok {
			return f[sample]
		}
		return never
	}
	return p
}

// analyse goes through the Arrow files, as a report does.
func analyse(t *testing.T, p synthetic.Plan, opts spec.Analysis) *analysis.Analysis {
	t.Helper()
	dir := t.TempDir()
	if err := p.Tables().Write(dir); err != nil {
		t.Fatal(err)
	}
	run, err := analysis.ReadTables(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, err := analysis.Analyse(run, opts, spec.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12*math.Max(1, math.Abs(want))) && !(math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestHandRunSuccess(t *testing.T) {
	a := analyse(t, handRun(), options)
	s := a.Success[0]
	equal(t, "counts", [3]int{s.Solved, s.Known, s.Planned}, [3]int{5, 11, 12})
	near(t, "complete", s.Complete, 5./11)
	near(t, "worst", s.Worst, 5./12)
	near(t, "best", s.Best, 6./12)
	equal(t, "unknown units", [3]int{s.Infrastructure, s.NotRun, s.Absent}, [3]int{1, 0, 0})
	equal(t, "lost attempts", s.LostAttempts, 3)
	near(t, "micro", s.Micro.Value, 5./11)
	near(t, "macro", s.Macro.Value, (4./5+1./3+0./3)/3)
	equal(t, "clusters", s.Micro.Clusters, 3)
	equal(t, "repositories", len(a.Repositories), 3)
	equal(t, "repository B, n", a.Repositories[1].Rates[0].N, 3) // t6 is unknown
	near(t, "repository B", a.Repositories[1].Rates[0].Value, 1./3)
	equal(t, "names", []string{a.Cells[0].Name, a.Cells[1].Name}, []string{"m, full", "m, curated"})
}

func TestHandRunBudget(t *testing.T) {
	a := analyse(t, handRun(), options)
	for _, c := range []struct {
		k, r    int
		want    float64
		missing int
	}{{1, 0, 2.5 / 11, 1}, {1, 1, 4. / 11, 1}, {2, 0, 3. / 11, 1}, {2, 1, 5. / 11, 1}} { // t7 is solved whatever its lost sample was
		p, ok := a.Budgets[0].At(c.k, c.r)
		if !ok || !p.Identified {
			t.Fatalf("pass@(%d, %d) is missing: %s", c.k, c.r, a.Budgets[0].Why)
		}
		near(t, "pass@(k, r)", p.Estimate.Value, c.want)
		equal(t, "missing", p.Missing, c.missing)
	}
	near(t, "gain of samples", a.Budgets[0].Samples.Value, 1./11)
	near(t, "gain of repairs", a.Budgets[0].Repairs.Value, 2./11)
	near(t, "no repair helped under curated", a.Budgets[1].Repairs.Value, 0)
	r := a.Repairs[0].Rounds
	equal(t, "round 0", [2]int{r[0].Entered, r[0].Proved}, [2]int{21, 4})
	equal(t, "round 1", [2]int{r[1].Entered, r[1].Proved}, [2]int{17, 3})
	near(t, "rate of round 1", r[1].Rate.Value, 3./17)
	near(t, "solved by round 1", r[1].Solved.Value, 5./11)
}

func TestHandRunComparison(t *testing.T) {
	a := analyse(t, handRun(), options)
	equal(t, "comparisons", len(a.Comparisons), 1)
	c := a.Comparisons[0]
	equal(t, "axis", c.Axis, "regime")
	equal(t, "overlap", [5]int{c.Both, c.OnlyA, c.OnlyB, c.Neither, c.Excluded}, [5]int{4, 1, 2, 4, 1})
	near(t, "difference", c.Difference.Value, -1./11)
	equal(t, "union", [2]int{a.Overlap.Union, a.Overlap.Tasks}, [2]int{7, 11})
	equal(t, "unique", a.Overlap.Unique, []int{1, 2})
	near(t, "McNemar exact", c.McNemarExact.P, 1)
	// Cluster sums: A 4−5 = −1, B 1−1 = 0, C 0: one cluster differs, so p = 1.
	near(t, "sign flip", c.P.P, 1)
	near(t, "Holm", c.Holm, 1)
	if !(c.Detectable > 0) {
		t.Errorf("detectable effect %v", c.Detectable)
	}
}

func TestHandRunDepthAndErrors(t *testing.T) {
	a := analyse(t, handRun(), options)
	equal(t, "labels", []string{a.Depth.Buckets[0].Label, a.Depth.Buckets[1].Label, a.Depth.Buckets[2].Label}, []string{"≤3", "4–6", "≥7"})
	equal(t, "solved", a.Depth.Cells[0].Solved, []int{3, 1, 1})
	equal(t, "known", a.Depth.Cells[0].Known, []int{3, 3, 5})
	if z := a.Depth.Cells[1].Trend.Statistic; !(z < 0) {
		t.Errorf("curated solves the six shallow tasks only, but its trend is %v", z)
	}
	e := a.Errors[0]
	equal(t, "failed first answers", e.First.N, 17)
	equal(t, "chains that never succeeded", e.Final.N, 14)
	equal(t, "categories", e.First.Categories, []analysis.CategoryCount{{Name: "unsolved goals", N: 17}})
	equal(t, "signals", e.First.Signals, []int{0, 0, 17, 0, 0})
	equal(t, "lost", e.Lost, []analysis.CategoryCount{{Name: "connection reset", N: 3}})
	equal(t, "verdicts", e.Verdicts, []int{7, 31, 0, 0, 0, 3, 0})
}

func TestHandRunCorrelations(t *testing.T) {
	a := analyse(t, handRun(), options)
	equal(t, "features", a.Correlations.Features, []string{"nesting_depth"})
	equal(t, "constant", a.Correlations.Constant, []string{"same"})
	equal(t, "tests", a.Correlations.Tests, 2)
	// Ranks 1…12 against six ones and six zeros: ρ = −√(3·6·6/(12²−1)).
	near(t, "curated", a.Correlations.Rows[1].Plain.Rho.Value, -math.Sqrt(3*36./143))
	equal(t, "n without the unknown task", a.Correlations.Rows[0].Plain.Rho.N, 11)
}

func TestHandRunCosts(t *testing.T) {
	a := analyse(t, handRun(), options)
	m := map[string]analysis.Measure{}
	var names []string
	for _, c := range a.Costs {
		m[c.Name] = c
		names = append(names, c.Name)
	}
	equal(t, "measures", names, []string{"checks", "tokens", "search nodes", "seconds"})
	checks := m["checks"]
	near(t, "total", checks.Cells[0].Total, 38)
	near(t, "per solve", checks.Cells[0].AsRun.Cost.Value, 7.6)
	near(t, "per solve, stopped", checks.Cells[0].Stopped.Cost.Value, 33./5)
	near(t, "curated per solve", checks.Cells[1].AsRun.Cost.Value, 7)
	near(t, "curated per solve, stopped", checks.Cells[1].Stopped.Cost.Value, 6)
	equal(t, "common tasks", checks.Common, 11)
	near(t, "frontier cost", checks.Cells[0].Cost.Value, 3)
	equal(t, "frontier", [2]bool{checks.Cells[0].OnFrontier, checks.Cells[1].OnFrontier}, [2]bool{false, true})
	// Solved after 1, 2, 3 (t2: two failed rounds, then a hit), 2 and 1 checks.
	equal(t, "curve", checks.Cells[0].Curve.X, []float64{1, 2, 3})
	near(t, "solved by 2 checks", checks.Cells[0].Curve.At(2), 4./11)
	equal(t, "tokens unknown where a call failed", m["tokens"].Cells[0].Unknown, 1)
	near(t, "seconds", m["seconds"].Cells[1].Total, 42*0.05)
	near(t, "EWA, fraction", a.Accounts[1].EWA.Fraction, 0.5*100/20)
	equal(t, "calls without tokens", [2]int{a.Accounts[0].NoTokensIn, a.Accounts[0].NoTokensOut}, [2]int{3, 3})
}

// The rate has to come back from a run that is large enough for it to be known.
func TestKnownTruthIsRecovered(t *testing.T) {
	p := synthetic.Plan{Cells: []record.CellRow{synthetic.Cell("m", "full", 4, 0, "exhaustive")}}
	for i := range 400 {
		p.Tasks = append(p.Tasks, synthetic.Task(string(rune(0x4e00+i)), string(rune('A'+i%20)), nil))
	}
	p.Fate = func(_, task, sample int) synthetic.Fate {
		if (task*7+sample*3)%10 < 3 { // 30 % of all samples
			return synthetic.Fate{}
		}
		return synthetic.Fate{Solve: -1}
	}
	a := analyse(t, p, options)
	pt, _ := a.Budgets[0].At(1, 0)
	near(t, "pass@1", pt.Estimate.Value, 0.3)
	if !(pt.Estimate.Lo < 0.3 && pt.Estimate.Hi > 0.3) {
		t.Errorf("interval [%v, %v] misses the truth", pt.Estimate.Lo, pt.Estimate.Hi)
	}
}

func TestPoliciesIdentifyWhatTheyCan(t *testing.T) {
	p := handRun()
	p.Cells = []record.CellRow{
		synthetic.Cell("m", "full", 2, 1, "depth-first"),
		synthetic.Cell("m", "full", 2, 1, "breadth-first"),
	}
	fate := p.Fate
	p.Fate = func(_, task, sample int) synthetic.Fate { return fate(0, task, sample) }
	a := analyse(t, p, options)
	equal(t, "names", []string{a.Cells[0].Name, a.Cells[1].Name}, []string{"m, depth-first", "m, breadth-first"})
	equal(t, "different policies are not compared", len(a.Comparisons), 0)
	at := func(c, k, r int) stats.BudgetPoint { p, _ := a.Budgets[c].At(k, r); return p }
	if p := at(0, 2, 1); !p.Identified {
		t.Error("depth-first does not identify its own budget")
	}
	if p := at(0, 2, 0); p.Identified || !(p.Low.Value < p.High.Value) {
		t.Errorf("depth-first claims pass@(2, 0) = %v", p.Estimate.Value)
	}
	if p := at(1, 2, 0); !p.Identified {
		t.Error("breadth-first does not identify samples without repairs")
	}
	if p := at(1, 1, 1); p.Identified {
		t.Error("breadth-first claims pass@(1, 1)")
	}
	if e := a.Budgets[0].Repairs; !math.IsNaN(e.Value) || len(e.Warnings) == 0 {
		t.Errorf("depth-first claims a gain of repairs: %+v", e)
	}
	if e := a.Budgets[1].Samples; !math.IsNaN(e.Value) {
		t.Errorf("breadth-first claims a gain of samples at full r: %v", e.Value)
	}
}

// Bounds that meet by luck, and lost chains, warn wherever the values go.
func TestBiasedBudgetsWarn(t *testing.T) {
	p := handRun()
	p.Cells = []record.CellRow{synthetic.Cell("m", "full", 2, 1, "depth-first"), synthetic.Cell("m", "none", 2, 1, "exhaustive")}
	// Depth-first: nothing is repaired, so the bounds of pass@(2, 0) coincide.
	p.Fate = func(cell, task, sample int) synthetic.Fate {
		switch {
		case cell == 1 && task == 0 && sample == 0:
			return synthetic.Fate{Solve: -1, Lost: 1}
		case task%2 == 0 && sample == 1:
			return synthetic.Fate{}
		}
		return synthetic.Fate{Solve: -1}
	}
	a := analyse(t, p, options)
	const luck, lean = "the bounds coincide in this run", "the value leans upward"
	pt, _ := a.Budgets[0].At(2, 0)
	if !pt.Identified || pt.ByPolicy {
		t.Fatalf("pass@(2, 0) of a depth-first run without repairs: %+v", pt)
	}
	if w := strings.Join(a.Budgets[0].Repairs.Warnings, ";"); !strings.Contains(w, luck) {
		t.Errorf("gain of repairs: %q", w)
	}
	if w := strings.Join(a.Budgets[1].Samples.Warnings, ";"); !strings.Contains(w, lean) {
		t.Errorf("gain of samples with a lost chain: %q", w)
	}
	dir := t.TempDir()
	if err := p.Tables().Write(dir); err != nil {
		t.Fatal(err)
	}
	run, err := analysis.ReadTables(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		k, r int
		want [2]string
	}{{2, 0, [2]string{luck, ""}}, {1, 0, [2]string{"", ""}}, {2, 1, [2]string{"", lean}}} {
		scores, err := analysis.Scores(run, c.k, c.r)
		if err != nil {
			t.Fatal(err)
		}
		for cell, want := range c.want {
			if w := strings.Join(scores[cell].Warnings, ";"); scores[cell].Err != nil || !strings.Contains(w, want) || want == "" && w != "" {
				t.Errorf("pass@(%d, %d) of cell %d: %q, %v; want %q", c.k, c.r, cell, w, scores[cell].Err, want)
			}
		}
	}
}

func TestEdgeCases(t *testing.T) {
	task := func(i int, repo string) record.TaskRow {
		return synthetic.Task(string(rune('a'+i)), repo, map[string]float64{"nesting_depth": float64(i)})
	}
	six := []record.TaskRow{task(0, "A"), task(1, "A"), task(2, "B"), task(3, "B"), task(4, "C"), task(5, "C")}
	one := []record.CellRow{synthetic.Cell("m", "full", 2, 1, "exhaustive")}
	two := append(one[:1:1], synthetic.Cell("m", "none", 2, 1, "exhaustive"))
	always := func(int, int, int) synthetic.Fate { return synthetic.Fate{} }
	never := func(int, int, int) synthetic.Fate { return synthetic.Fate{Solve: -1} }
	lost := func(int, int, int) synthetic.Fate { return synthetic.Fate{Solve: -1, NoStart: true} }
	for name, c := range map[string]struct {
		plan  synthetic.Plan
		check func(*testing.T, *analysis.Analysis)
	}{
		"one task in one cell": {
			synthetic.Plan{Tasks: six[:1], Cells: one, Fate: always},
			func(t *testing.T, a *analysis.Analysis) {
				near(t, "rate", a.Success[0].Rate.Value, 1)
				if !(a.Success[0].Rate.Lo < 1) || len(a.Success[0].Rate.Warnings) == 0 {
					t.Errorf("one task: %+v", a.Success[0].Rate)
				}
			}},
		"one repository": {
			synthetic.Plan{Tasks: six[:2], Cells: two, Fate: func(c, task, _ int) synthetic.Fate { return synthetic.Fate{Solve: c*task - 1} }},
			func(t *testing.T, a *analysis.Analysis) {
				if math.IsNaN(a.Comparisons[0].Difference.Lo) || len(a.Comparisons[0].Difference.Warnings) == 0 {
					t.Errorf("difference %+v", a.Comparisons[0].Difference)
				}
				equal(t, "the test", a.Comparisons[0].P.Method, a.Comparisons[0].McNemarMidP.Method)
			}},
		"nothing solved": {
			synthetic.Plan{Tasks: six, Cells: two, Fate: never},
			func(t *testing.T, a *analysis.Analysis) {
				near(t, "rate", a.Success[0].Rate.Value, 0)
				near(t, "lower end", a.Success[0].Rate.Lo, 0)
				if !math.IsInf(a.Costs[0].Cells[0].AsRun.Cost.Value, 1) {
					t.Errorf("cost per solve %v", a.Costs[0].Cells[0].AsRun.Cost.Value)
				}
				near(t, "trend", a.Depth.Cells[0].Trend.P, math.NaN())
				near(t, "correlation", a.Correlations.Rows[0].Plain.Rho.Value, math.NaN())
			}},
		"all solved": {
			synthetic.Plan{Tasks: six, Cells: two, Fate: always},
			func(t *testing.T, a *analysis.Analysis) {
				near(t, "rate", a.Success[0].Rate.Value, 1)
				near(t, "upper end", a.Success[0].Rate.Hi, 1)
				equal(t, "failures", a.Errors[0].First.N, 0)
			}},
		"only infrastructure errors": {
			synthetic.Plan{Tasks: six, Cells: two, Fate: lost},
			func(t *testing.T, a *analysis.Analysis) {
				s := a.Success[0]
				equal(t, "counts", [4]int{s.Solved, s.Known, s.Planned, s.Infrastructure}, [4]int{0, 0, 6, 6})
				near(t, "complete", s.Complete, math.NaN())
				near(t, "worst", s.Worst, 0)
				near(t, "best", s.Best, 1)
				if a.Budgets[0].Why == "" || a.Comparisons[0].Why == "" {
					t.Error("no reason given")
				}
			}},
		"units never run": {
			synthetic.Plan{Tasks: six, Cells: two, Fate: always, Skip: func(c, task int) bool { return c == 1 && task > 1 }},
			func(t *testing.T, a *analysis.Analysis) {
				equal(t, "absent", a.Success[1].Absent, 4)
				equal(t, "known", a.Success[1].Known, 2)
				equal(t, "excluded from the pairs", a.Comparisons[0].Excluded, 4)
			}},
		"no features": {
			synthetic.Plan{Tasks: []record.TaskRow{synthetic.Task("x", "A", nil), synthetic.Task("y", "B", nil)}, Cells: two, Fate: always},
			func(t *testing.T, a *analysis.Analysis) {
				equal(t, "depth unknown", a.Depth.Unknown, 2)
				equal(t, "depth cells", len(a.Depth.Cells), 0)
				equal(t, "correlations", len(a.Correlations.Rows), 0)
			}},
		"timeouts, no answers and cheats are failures": {
			synthetic.Plan{Tasks: six[:3], Cells: one, Fate: func(_, task, _ int) synthetic.Fate {
				return synthetic.Fate{Solve: -1, Fail: []record.Verdict{record.Timeout, record.NoAnswer, record.Cheated}[task]}
			}},
			func(t *testing.T, a *analysis.Analysis) {
				equal(t, "known", a.Success[0].Known, 3)
				equal(t, "categories", a.Errors[0].First.Categories, []analysis.CategoryCount{
					{Name: "failed integrity audit", N: 2}, {Name: "no answer", N: 2}, {Name: "time limit", N: 2}})
			}},
	} {
		t.Run(name, func(t *testing.T) { c.check(t, analyse(t, c.plan, options)) })
	}
}

func TestContradictingRowsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*synthetic.Tables){
		"no tasks":        func(t *synthetic.Tables) { t.Tasks = nil; t.Attempts, t.Outcomes, t.Calls = nil, nil, nil },
		"no cells":        func(t *synthetic.Tables) { t.Cells = nil; t.Attempts, t.Outcomes, t.Calls = nil, nil, nil },
		"unknown cell":    func(t *synthetic.Tables) { t.Attempts[0].CellID = "x" },
		"unknown task":    func(t *synthetic.Tables) { t.Outcomes[0].TaskID = "x" },
		"two outcomes":    func(t *synthetic.Tables) { t.Outcomes = append(t.Outcomes, t.Outcomes[0]) },
		"two attempts":    func(t *synthetic.Tables) { t.Attempts = append(t.Attempts, t.Attempts[0]) },
		"false outcome":   func(t *synthetic.Tables) { t.Outcomes[11].Solved = true },
		"repeated task":   func(t *synthetic.Tables) { t.Tasks[1].TaskID = t.Tasks[0].TaskID },
		"sample beyond k": func(t *synthetic.Tables) { t.Attempts[0].Sample = 9 },
		"round without r0": func(t *synthetic.Tables) {
			t.Attempts[len(t.Attempts)-2].Sample = 0
			t.Attempts[len(t.Attempts)-2].Round = 5
		},
	} {
		t.Run(name, func(t *testing.T) {
			tables := handRun().Tables()
			change(&tables)
			dir := t.TempDir()
			if err := tables.Write(dir); err != nil {
				t.Fatal(err)
			}
			run, err := analysis.ReadTables(dir)
			if err == nil {
				_, err = analysis.Analyse(run, options, spec.Limits{})
			}
			if err == nil {
				t.Error("accepted")
			}
		})
	}
}

func TestJSONSaysWhatJSONCannot(t *testing.T) {
	b, err := json.Marshal(analyse(t, handRun(), options))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Success []struct {
			Solved       int
			DesignEffect struct{ Lo *float64 } `json:"design_effect"`
			Rate         struct{ Value float64 }
		}
		Comparisons []struct {
			OnlyB int `json:"only_b"`
		}
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if s := got.Success[0]; s.Solved != 5 || s.DesignEffect.Lo != nil || s.Rate.Value != 5./11 || got.Comparisons[0].OnlyB != 2 {
		t.Errorf("read back %+v", got)
	}
	never := handRun()
	never.Fate = func(int, int, int) synthetic.Fate { return synthetic.Fate{Solve: -1} }
	if b, err = json.Marshal(analyse(t, never, options)); err != nil || !bytes.Contains(b, []byte(`"value":"Infinity"`)) {
		t.Errorf("an infinite cost per solve is not written: %v", err)
	}
}

func TestSameTablesSameAnalysis(t *testing.T) {
	var seen []byte
	for range 2 {
		b, err := json.Marshal(analyse(t, handRun(), options))
		if err != nil {
			t.Fatal(err)
		}
		if seen != nil && string(b) != string(seen) {
			t.Error("two analyses of one run differ")
		}
		seen = b
	}
}

// The size of the example on set.mm: 500 tasks × 6 cells × 8 samples × up to 3 repairs.
func BenchmarkAnalyse(b *testing.B) {
	p := synthetic.Plan{}
	for _, m := range []string{"a", "b", "c"} {
		for _, r := range []string{"curated", "full"} {
			p.Cells = append(p.Cells, synthetic.Cell(m, r, 8, 3, "exhaustive"))
		}
	}
	for i := range 500 {
		features := map[string]float64{"nesting_depth": float64(i % 40)}
		for j := range 15 {
			features[string(rune('a'+j))] = float64(i * (j + 3) % 101)
		}
		p.Tasks = append(p.Tasks, synthetic.Task(string(rune(0x4e00+i)), string(rune(0x4e00+i%60)), features))
	}
	p.Fate = func(cell, task, sample int) synthetic.Fate {
		if (task*task+cell*17)%7 < 3 {
			return synthetic.Fate{Solve: -1}
		}
		return synthetic.Fate{Solve: (task*31+cell*17+sample*7)%12 - 4}
	}
	dir := b.TempDir()
	if err := p.Tables().Write(dir); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		run, err := analysis.ReadTables(dir)
		if err != nil {
			b.Fatal(err)
		}
		opts := options
		opts.Resamples = 10_000
		if _, err := analysis.Analyse(run, opts, spec.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}
