package analysis_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
	"proofgrid/reports/analysis"
	"proofgrid/reports/internal/synthetic"
)

// Sealed tables have their rows in order, tables of others need not.
func TestRowsInAnyOrderGiveTheSameAnalysis(t *testing.T) {
	plan := handRun()
	for _, policy := range []string{"exhaustive", "depth-first", "breadth-first"} {
		for c := range plan.Cells {
			plan.Cells[c].Policy = policy
		}
		var seen string
		for seed := range uint64(4) {
			tables := plan.Tables()
			if seed > 0 { // 0: as sealed
				rng := rand.New(rand.NewPCG(seed, 0))
				rng.Shuffle(len(tables.Attempts), func(i, j int) {
					tables.Attempts[i], tables.Attempts[j] = tables.Attempts[j], tables.Attempts[i]
				})
			}
			b, err := json.Marshal(analyseTables(t, tables))
			if err != nil {
				t.Fatal(err)
			}
			if seen != "" && string(b) != seen {
				t.Errorf("%s: order %d gives another analysis", policy, seed)
			}
			seen = string(b)
		}
	}
}

func analyseTables(t *testing.T, tables synthetic.Tables) *analysis.Analysis {
	t.Helper()
	dir := t.TempDir()
	if err := tables.Write(dir); err != nil {
		t.Fatal(err)
	}
	run, err := analysis.ReadTables(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, err := analysis.Analyse(run, options, spec.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A unit that was cut short is unknown for the reason that counts most, and the
// report says how many attempts the task's time limit left out.
func TestWhatWasNotRunIsCounted(t *testing.T) {
	tables := handRun().Tables()
	cut := 0
	for i := range tables.Attempts {
		if a := &tables.Attempts[i]; a.CellID == tables.Cells[1].CellID && a.TaskID == tables.Tasks[11].TaskID && a.Round == 1 {
			a.Verdict, a.Category, a.Kind = record.NotRun, "", ""
			if cut++; cut == 1 {
				a.Detail = "the time limit of the task was reached"
			}
		}
	}
	for i := range tables.Outcomes {
		if o := &tables.Outcomes[i]; o.CellID == tables.Cells[1].CellID && o.TaskID == tables.Tasks[11].TaskID {
			o.Known = false
		}
	}
	dir := t.TempDir()
	if err := tables.Write(dir); err != nil {
		t.Fatal(err)
	}
	run, err := analysis.ReadTables(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, err := analysis.Analyse(run, options, spec.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s := a.Success[1]
	equal(t, "unknown units", [3]int{s.Infrastructure, s.NotRun, s.Absent}, [3]int{0, 1, 0})
	equal(t, "lost attempts", s.LostAttempts, cut)
	equal(t, "not run for a reason", run.Struck, 1)
	equal(t, "cut", cut, 2)
}
