package record_test

import (
	"path/filepath"
	"testing"

	"proofgrid/experiments/record"
	"proofgrid/experiments/record/bulk"
)

// solvedUnits is the any-success group-by: for every cell and task that has a row,
// whether some attempt was proved.
func solvedUnits(path string) (units, solved, rows int, err error) {
	type keys struct {
		Cell    record.Codes `col:"cell_id"`
		Task    record.Codes `col:"task_id"`
		Verdict record.Codes `col:"verdict"`
	}
	var state []byte // by cell and task: 1 seen, 3 solved
	for c, err := range record.Columns[record.AttemptRow, keys](path) {
		if err != nil {
			return 0, 0, 0, err
		}
		tasks := len(c.Task.Values)
		if state == nil {
			state = make([]byte, len(c.Cell.Values)*tasks)
		}
		proved := c.Verdict.Lookup(string(record.Proved))
		cell, task := c.Cell.Code, c.Task.Code
		for i, v := range c.Verdict.Code {
			mark := byte(1)
			if v == proved {
				mark = 3
			}
			state[int(cell[i])*tasks+int(task[i])] |= mark
		}
		rows += len(cell)
	}
	for _, s := range state {
		units += int(s & 1)
		solved += int(s >> 1)
	}
	return units, solved, rows, nil
}

// The generator knows every unit, so the group-by can be checked against it.
func TestAnySuccessByCellAndTask(t *testing.T) {
	run := bulk.New(bulk.Size{Tasks: 300, Cells: 6, K: 12, R: 3, Repositories: 9, Seed: 2})
	dir := t.TempDir()
	n, err := run.WriteAttempts(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	var u record.Unit
	for c := range run.Cells {
		for i := range run.Tasks {
			run.Unit(c, i, &u, false)
			if record.Outcome(u.Attempts, u.Calls).Solved {
				want++
			}
		}
	}
	units, solved, rows, err := solvedUnits(filepath.Join(dir, "attempts.arrow"))
	if err != nil || units != 6*300 || solved != want || int64(rows) != n {
		t.Errorf("%d units, %d solved, %d rows, %v; want %d, %d, %d", units, solved, rows, err, 6*300, want, n)
	}
}

// From the file to the answer. PROOFGRID_BENCH names a folder for the tables (5 GB),
// which are made on first use.
func BenchmarkAnySuccessTenMillion(b *testing.B) {
	benchmarkAnySuccess(b, bulk.TenMillion)
}

// A file that is larger than most memories. PROOFGRID_BENCH_LARGE names a folder for
// the tables (35 GB), which are made on first use.
func BenchmarkAnySuccessHundredMillion(b *testing.B) {
	benchmarkAnySuccess(b, bulk.HundredMillion)
}

func benchmarkAnySuccess(b *testing.B, set bulk.Set) {
	path := filepath.Join(set.Open(b), "attempts.arrow")
	units, solved, rows := 0, 0, 0
	var err error
	for b.Loop() {
		if units, solved, rows, err = solvedUnits(path); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(rows), "rows")
	b.ReportMetric(float64(units), "units")
	b.ReportMetric(float64(solved), "solved")
}
