package imported

import (
	"math"
	"time"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// Results are those of an evaluation that another program ran.
type Results struct {
	Format      string // as the import command calls it
	Description string
	Policy      spec.Policy
	Limit       time.Duration // of a task in a cell; 0 means none
	Files       []spec.ImportedFile
	Tasks       []Task
	Cells       []Cell
	Findings    []dataset.Finding
}

// Task is a task with its texts, empty where the source has none. Write fills the
// hashes of the row.
type Task struct {
	record.TaskRow
	Statement, Truth string
}

// Cell is what one model did under one budget.
type Cell struct {
	Model, Regime, Strategy string
	K, R                    int
	Seed                    uint64
	// Settings are what the source says of the model: its file, the hardware, …
	Settings map[string]string
	// Units are the attempts on each task, parallel to Results.Tasks, by sample and
	// round. A task that the source does not have is nil and becomes a row not-run.
	Units [][]Attempt
}

// Attempt is a row of the table attempts, less what the cell, the task and the texts
// decide: Write fills the columns that repeat those, here and in what came with it.
type Attempt struct {
	record.AttemptRow
	Candidate, Lemmas, Response string // texts, empty when there is none
	Diagnostics                 []record.DiagnosticRow
	Call                        *record.CallRow // nil when the source says nothing of it
}

// Unknown returns an attempt of which nothing but its verdict is known.
func Unknown(v record.Verdict) Attempt {
	return Attempt{AttemptRow: record.AttemptRow{
		Verdict: v, TokensIn: -1, TokensOut: -1, Wait: -1, Answering: -1, Start: -1, Check: -1,
	}}
}

// Proved returns an attempt that its source counts as a proof; all that is unknown
// of it is what Unknown leaves so.
func Proved() Attempt {
	a := Unknown(record.Proved)
	a.Syntax, a.Type, a.Progress, a.Done = true, true, true, true
	return a
}

// UnknownCall returns a call of which nothing but its end is known.
func UnknownCall(finish string) *record.CallRow {
	return &record.CallRow{
		TokensIn: -1, TokensCached: -1, TokensWritten: -1, TokensOut: -1, TokensThought: -1, Cost: math.NaN(),
		Finish: finish, Latency: -1, Wait: -1,
	}
}

// Count is the number of units of a cell by what became of them. A task that the
// source does not have is Absent and not in any other.
type Count struct {
	Proved, Timeout, NoProof, NotRun, Absent int
}

// Count sums up the units of cell c. A unit is proved when one of its attempts is,
// not run when none settles it, a timeout when its last attempt is one, and else
// without a proof.
func (r *Results) Count(c int) Count {
	var n Count
	for _, unit := range r.Cells[c].Units {
		n.add(unit)
	}
	return n
}

func (n *Count) add(unit []Attempt) {
	if len(unit) == 0 {
		n.Absent++
		return
	}
	lost := false
	for i := range unit {
		switch unit[i].Verdict {
		case record.Proved:
			n.Proved++
			return
		case record.NotRun, record.InfrastructureError:
			lost = true
		}
	}
	switch {
	case lost:
		n.NotRun++
	case unit[len(unit)-1].Verdict == record.Timeout:
		n.Timeout++
	default:
		n.NoProof++
	}
}
