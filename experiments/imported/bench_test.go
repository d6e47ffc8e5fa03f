package imported

import (
	"fmt"
	"testing"
	"time"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// BenchmarkWrite seals 200,000 attempts with texts and diagnostics of their own, in
// few units of many samples and in units of one sample each.
func BenchmarkWrite(b *testing.B) {
	for _, shape := range []struct{ cells, tasks, k int }{{5, 1000, 40}, {20, 10_000, 1}} {
		b.Run(fmt.Sprintf("%d units of %d", shape.cells*shape.tasks, shape.k), func(b *testing.B) {
			r := manyResults(shape.cells, shape.tasks, shape.k)
			for i := 0; b.Loop(); i++ {
				if _, err := r.Write(b.TempDir(), "e", fmt.Sprint(i), notebook.Provenance{Created: day}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func manyResults(cells, tasks, k int) *Results {
	r := &Results{Format: "f", Policy: spec.Exhaustive, Files: []spec.ImportedFile{{Name: "a", SHA256: "00"}}}
	for t := range tasks {
		name := fmt.Sprintf("theorem_%d", t)
		r.Tasks = append(r.Tasks, Task{TaskRow: record.TaskRow{TaskID: name, Name: name, Repository: fmt.Sprintf("repo_%d", t%20)}})
	}
	for c := range cells {
		cell := Cell{Model: fmt.Sprintf("m%d", c), Regime: "own", K: k}
		for t := range tasks {
			var unit []Attempt
			for s := range k {
				a := Unknown(record.Rejected)
				a.Sample, a.Candidate, a.Answering = int32(s), fmt.Sprintf("by omega -- %d %d %d", c, t, s), time.Duration(s+t)*time.Millisecond
				a.Diagnostics = []record.DiagnosticRow{{Kind: "error", Message: fmt.Sprintf("goal %d is left", s)}}
				unit = append(unit, a)
			}
			cell.Units = append(cell.Units, unit)
		}
		r.Cells = append(r.Cells, cell)
	}
	return r
}
