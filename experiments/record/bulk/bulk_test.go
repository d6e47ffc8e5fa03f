package bulk

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"proofgrid/experiments/record"
)

// The tables must be those of a sealed run: in the order of cells, tasks, samples
// and rounds, the same whenever they are made, and true to their outcomes.
func TestTablesAreThoseOfARun(t *testing.T) {
	size := Size{Tasks: 60, Cells: 7, K: 5, R: 2, Repositories: 8, Seed: 3}
	run := New(size)
	dir := t.TempDir()
	n, err := run.Write(dir)
	if err != nil {
		t.Fatal(err)
	}
	attempts, err := record.ReadAll[record.AttemptRow](filepath.Join(dir, "attempts.arrow"))
	if err != nil || int64(len(attempts)) != n {
		t.Fatalf("%d attempts, %d written, %v", len(attempts), n, err)
	}
	outcomes, err := record.ReadAll[record.OutcomeRow](filepath.Join(dir, "outcomes.arrow"))
	if err != nil || len(outcomes) != size.Tasks*size.Cells {
		t.Fatalf("%d outcomes, %v", len(outcomes), err)
	}
	again := New(size)
	solved, i := 0, 0
	for _, o := range outcomes {
		var u record.Unit
		cell := place(again.Cells, func(c *record.CellRow) bool { return c.CellID == o.CellID })
		task := place(again.Tasks, func(t *record.TaskRow) bool { return t.TaskID == o.TaskID })
		again.Unit(cell, task, &u, true)
		if got := record.Outcome(u.Attempts, u.Calls); got.Solved != o.Solved || got.Tokens != o.Tokens || math.Abs(got.Cost-o.Cost) > 1e-12 {
			t.Fatalf("unit made again: %+v, want %+v", got, o)
		}
		for _, a := range u.Attempts {
			if b := attempts[i]; a.Seed != b.Seed || a.RequestHash != b.RequestHash || a.Sample != b.Sample || a.Round != b.Round {
				t.Fatalf("attempt %d is %+v, want %+v", i, b, a)
			}
			i++
		}
		if o.Solved {
			solved++
		}
	}
	if i != len(attempts) || solved == 0 || solved == len(outcomes) {
		t.Errorf("%d of %d attempts compared, %d of %d units solved", i, len(attempts), solved, len(outcomes))
	}
}

func place[R any](rows []R, is func(*R) bool) int {
	return slices.IndexFunc(rows, func(r R) bool { return is(&r) })
}

func BenchmarkUnit(b *testing.B) {
	run := New(Size{Tasks: 1000, Cells: 10, K: 26, R: 3, Repositories: 100, Seed: 1})
	var u record.Unit
	rows, solved, n := 0, 0, 0
	for i := 0; b.Loop(); i++ {
		run.Unit(i%10, i%1000, &u, true)
		n++
		rows += len(u.Attempts)
		for _, a := range u.Attempts {
			if a.Verdict == record.Proved {
				solved++
				break
			}
		}
	}
	b.ReportMetric(float64(rows)/float64(n), "rows/unit")
	b.ReportMetric(float64(solved)/float64(n), "solved/unit")
}
