package analysis_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/reports/analysis"
	"proofgrid/reports/internal/synthetic"
)

// pricedRun has four tasks in four repositories: t0 solved by its first sample at once,
// t1 by the first after a repair and the second at once, t2 never, t3 by both after a
// repair. A first answer costs 1 USD and a repair 3. Cells: exhaustive; depth-first with
// the same requests; breadth-first; depth-first with one repair of t2 of unknown cost.
func pricedRun() synthetic.Plan {
	p := synthetic.Plan{Cells: []record.CellRow{
		synthetic.Cell("m", "full", 2, 1, "exhaustive"), synthetic.Cell("m", "full", 2, 1, "depth-first"),
		synthetic.Cell("z", "full", 2, 1, "breadth-first"), synthetic.Cell("w", "full", 2, 1, "depth-first"),
	}}
	for i := range 4 {
		p.Tasks = append(p.Tasks, synthetic.Task(fmt.Sprint(i), fmt.Sprint("repo ", i), nil))
	}
	solves := [4][2]int{{0, -1}, {1, 0}, {-1, -1}, {1, 1}}
	p.Fate = func(_, task, sample int) synthetic.Fate { return synthetic.Fate{Solve: solves[task][sample]} }
	p.Call = func(k *record.CallRow) {
		k.RequestHash = fmt.Sprint(k.Model, k.TaskID, k.Sample, k.Round)
		k.Cost = float64(1 + 2*k.Round)
		k.TokensIn, k.TokensCached, k.TokensWritten, k.TokensOut, k.TokensThought = 100, 60, 30, 20, 5
		k.Retries, k.Wait, k.Latency = k.Round, time.Duration(k.Round)*time.Second, 2*time.Second
		switch {
		case k.Round == 1:
			k.Finish = "length"
		case k.Sample == 1:
			k.TokensCached, k.TokensWritten, k.TokensThought = -1, -1, -1
		}
		if k.Model == "w" && k.TaskID == "synthetic/2" && k.Sample == 0 && k.Round == 1 {
			k.Cost = math.NaN()
		}
	}
	return p
}

func usd(t *testing.T, a *analysis.Analysis) analysis.Measure {
	t.Helper()
	for _, m := range a.Costs {
		if m.Name == "USD" {
			return m
		}
	}
	t.Fatal("no measure in USD")
	return analysis.Measure{}
}

func TestMoneyByHand(t *testing.T) {
	a := analyse(t, pricedRun(), options)
	m := usd(t, a)
	for c, want := range []struct {
		calls, unknown               int
		total, perAttempt            float64
		perTask, asRun, stopped      float64
		unknownTasks, knownTasksCost float64
	}{
		// t0 1+1+3, t1 1+3+1, t2 8, t3 8; stopped at the first success, over both orders of
		// the samples: t0 (1+5)/2, t1 (4+1)/2, t2 8, t3 4.
		{14, 0, 26, 26. / 14, 26. / 4, 26. / 3, 17.5 / 3, 0, 26},
		{9, 0, 17, 17. / 9, 17. / 4, 17. / 3, 17. / 3, 0, 17}, // t0 1, t1 4, t2 8, t3 4
		// t0 1+1, t1 1+1, t2 8, t3 8; up to the first success t0 1, t1 2, t2 8, t3 1+1+3.
		{12, 0, 20, 20. / 12, 20. / 4, 20. / 3, 16. / 3, 0, 20},
		{9, 1, 14, 9. / 5, 3, 3, 3, 1, 9}, // t2 is left out
	} {
		got, cost := a.Money.Cells[c], m.Cells[c]
		equal(t, "calls", [2]int{got.Calls, got.Unknown}, [2]int{want.calls, want.unknown})
		near(t, "total", got.Total, want.total)
		near(t, "per attempt", got.PerAttempt.Value, want.perAttempt)
		near(t, "per task", cost.PerTask.Value, want.perTask)
		near(t, "per solve, as run", cost.AsRun.Cost.Value, want.asRun)
		near(t, "per solve, stopped", cost.Stopped.Cost.Value, want.stopped)
		equal(t, "tasks of unknown cost", float64(cost.Unknown), want.unknownTasks)
		near(t, "total of the known tasks", cost.Total, want.knownTasksCost)
		if !(got.PerAttempt.Lo < got.PerAttempt.Value && got.PerAttempt.Value < got.PerAttempt.Hi) {
			t.Errorf("cell %d: interval %v", c, got.PerAttempt)
		}
	}
	equal(t, "calls in all", [3]int{a.Money.Calls, a.Money.Unknown, a.Money.Shared}, [3]int{44, 1, 9})
	near(t, "alone", a.Money.Alone, 26+17+20+14)
	near(t, "paid", a.Money.Paid, 26+20+14)

	// The curve of the breadth-first cell: t0 at 1, t1 at 2, t3 at 5 of four tasks.
	curve := m.Cells[2].Curve
	if fmt.Sprint(curve.X, curve.Y) != "[1 2 5] [0.25 0.5 0.75]" {
		t.Errorf("curve %v %v", curve.X, curve.Y)
	}
}

func TestTokensOfCallsByHand(t *testing.T) {
	x := analyse(t, pricedRun(), options).Accounts[0]
	// 14 calls: 8 first answers, of which 4 say nothing of cache and reasoning, 6 repairs.
	near(t, "cached share", x.CachedShare, 0.6)
	near(t, "written share", x.WrittenShare, 0.3)
	near(t, "reasoning share", x.ThoughtShare, 0.25)
	equal(t, "tokens", [5]int64{x.TokensIn, x.TokensCached, x.Written, x.TokensOut, x.Thought}, [5]int64{1400, 600, 300, 280, 50})
	equal(t, "retries", x.Retries, 6)
	equal(t, "times", [2]time.Duration{x.Waiting, x.Latency}, [2]time.Duration{6 * time.Second, 2 * time.Second})
}

func TestCallsThatDoNotSay(t *testing.T) {
	p := pricedRun()
	p.Call = func(k *record.CallRow) {
		k.TokensIn, k.TokensCached, k.TokensOut, k.TokensThought = 100, 60, 20, 5
		switch {
		case k.Model == "z":
			k.TokensIn, k.Wait, k.Latency = -1, -1, -1
		case k.Model == "m" && k.Sample == 1:
			k.TokensOut, k.Wait, k.Latency = -1, -1, -1
		case k.Model == "m":
			k.Wait, k.Latency = time.Second, 2*time.Second
		}
	}
	a := analyse(t, p, options).Accounts
	// 14 calls, 7 of them of sample 1.
	equal(t, "calls without tokens", [4]int{a[0].NoTokensIn, a[0].NoTokensOut, a[2].NoTokensIn, a[2].NoTokensOut}, [4]int{0, 7, 12, 0})
	equal(t, "times", [4]time.Duration{a[0].Waiting, a[0].Latency, a[2].Waiting, a[2].Latency}, [4]time.Duration{7 * time.Second, 2 * time.Second, -1, -1})
	near(t, "reasoning of answers of known length", a[0].ThoughtShare, 0.25)
	near(t, "cached, of an unknown number", a[2].CachedShare, math.NaN())
	equal(t, "tokens cached", a[2].TokensCached, int64(12*60))
}

func TestUnknownCostsAreNoMoney(t *testing.T) {
	p := pricedRun()
	p.Call = nil
	a := analyse(t, p, options)
	for _, m := range a.Costs {
		if m.Name == "USD" {
			t.Error("unknown costs became a measure")
		}
	}
	if a.Money.Cells != nil {
		t.Errorf("money %+v", a.Money)
	}
	b, err := json.Marshal(a)
	if err != nil || strings.Contains(string(b), `"money"`) {
		t.Errorf("money in the JSON of a run without (%v)", err)
	}
	p.Call = func(k *record.CallRow) { k.Cost = -1 }
	dir := t.TempDir()
	if err := p.Tables().Write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := analysis.ReadTables(dir); err == nil || !strings.Contains(err.Error(), "costs -1") {
		t.Errorf("a negative cost: %v", err)
	}
}

// Solves of unknown cost leave no curve, which the failures beside them, unsolved at any
// cost, would have shown as nothing solved; what is left out is left out everywhere.
func TestCurvesAreOverTasksOfKnownCost(t *testing.T) {
	p := pricedRun()
	call := p.Call
	p.Call = func(k *record.CallRow) {
		call(k)
		switch {
		case k.Model == "m" && k.CellID != p.Cells[1].CellID,
			k.Model == "z" && k.TaskID == "synthetic/1" && k.Sample == 1,
			k.Model == "z" && k.TaskID == "synthetic/3" && k.Sample == 1,
			k.Model == "z" && k.TaskID == "synthetic/2":
			k.Cost = math.NaN()
		}
	}
	m := usd(t, analyse(t, p, options))
	if c := m.Cells[0]; c.Curve.N != 0 || !math.IsNaN(c.Area) || c.Unknown != 4 {
		t.Errorf("without a known cost: curve over %d tasks, area %v, %d unknown", c.Curve.N, c.Area, c.Unknown)
	}
	if c := m.Cells[2]; c.Curve.N != 1 || fmt.Sprint(c.Curve.X, c.Curve.Y) != "[1] [1]" {
		t.Errorf("with t0 known alone: curve over %d tasks, %v %v", c.Curve.N, c.Curve.X, c.Curve.Y)
	}
	if c := m.Cells[3]; c.Curve.N != 4 || fmt.Sprint(c.Curve.X, c.Curve.Y) != "[1 4] [0.25 0.75]" {
		t.Errorf("where a failure alone is unknown: curve over %d tasks, %v %v", c.Curve.N, c.Curve.X, c.Curve.Y)
	}
}

// A first success of known cost does not bring a task back whose later calls are unknown.
func TestStoppedCostIsOverTheTasksOfTheCostAsRun(t *testing.T) {
	p := pricedRun()
	call := p.Call
	p.Call = func(k *record.CallRow) {
		if call(k); k.Model == "z" && k.TaskID == "synthetic/0" && k.Sample == 1 {
			k.Cost = math.NaN()
		}
	}
	c := usd(t, analyse(t, p, options)).Cells[2]
	near(t, "as run", c.AsRun.Cost.Value, 18./2)
	near(t, "stopped", c.Stopped.Cost.Value, 15./2)
	equal(t, "tasks", [2]int{c.AsRun.Cost.N, c.Stopped.Cost.N}, [2]int{3, 3})
}

// Models that do not search have no place on a scale of search nodes.
func TestModelsThatDoNotSearch(t *testing.T) {
	p := pricedRun()
	p.Attempt = func(a *record.AttemptRow) {
		if a.Model != "z" {
			a.Work = 0
		}
	}
	for _, m := range analyse(t, p, options).Costs {
		if m.Name != "search nodes" {
			continue
		}
		if c := m.Cells[0]; c.Curve.N != 0 || !math.IsNaN(c.Total) || c.OnFrontier || m.Why == "" {
			t.Errorf("a model that does not search: %+v; %q", c, m.Why)
		}
		near(t, "nodes of the other", m.Cells[2].Total, 12*synthetic.Work)
	}
}
