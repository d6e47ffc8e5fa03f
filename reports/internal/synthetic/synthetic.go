package synthetic

import (
	"fmt"
	"math"
	"path/filepath"
	"time"

	"proofgrid/experiments/record"
)

// Costs of one attempt.
const (
	Checks    = 1
	Work      = 10
	TokensIn  = 100
	TokensOut = 20
	Answering = 40 * time.Millisecond
	Checking  = 10 * time.Millisecond
)

// Fate is what becomes of one sample. The zero value is proved at once.
type Fate struct {
	Solve    int            // round of the success, -1 for never
	Lost     int            // round, from 1, after which the infrastructure fails; 0 for never
	NoStart  bool           // the infrastructure fails at once
	Fail     record.Verdict // of failed attempts; rejected if empty
	Category string         // of rejected attempts
}

// Plan describes a run.
type Plan struct {
	Tasks []record.TaskRow
	Cells []record.CellRow
	Fate  func(cell, task, sample int) Fate
	Skip  func(cell, task int) bool // units that were never run; may be nil
	Call  func(*record.CallRow)     // changes the call of an attempt; may be nil

	Attempt func(*record.AttemptRow) // changes an attempt; may be nil
}

// Tables are the rows of a run.
type Tables struct {
	Tasks       []record.TaskRow
	Cells       []record.CellRow
	Contexts    []record.ContextRow
	Attempts    []record.AttemptRow
	Calls       []record.CallRow
	Diagnostics []record.DiagnosticRow
	Outcomes    []record.OutcomeRow
}

// Task returns a task of a repository with some features.
func Task(name, repository string, features map[string]float64) record.TaskRow {
	return record.TaskRow{
		TaskID: "synthetic/" + name, Name: name, Benchmark: "synthetic", System: "none", Repository: repository,
		File: "synthetic", Line: 1, StatementHash: "00", Premises: 3, Features: features,
	}
}

// Cell returns a cell; its id is made of the arguments.
func Cell(model, regime string, k, r int, policy string) record.CellRow {
	return record.CellRow{
		CellID: fmt.Sprintf("%s/%s/%d/%d/%s", model, regime, k, r, policy),
		Model:  model, Regime: regime, K: int32(k), R: int32(r), Strategy: "sample-repair", Policy: policy, Seed: 1, Settings: "{}",
	}
}

// Tables plays the plan under each cell's stopping policy.
func (p Plan) Tables() Tables {
	t := Tables{Tasks: p.Tasks, Cells: p.Cells}
	shown := map[string]bool{}
	for c := range p.Cells {
		for i := range p.Tasks {
			if key := p.Cells[c].Regime + "\x00" + p.Tasks[i].TaskID; !shown[key] {
				shown[key] = true
				t.Contexts = append(t.Contexts, record.ContextRow{TaskID: p.Tasks[i].TaskID, Regime: p.Cells[c].Regime, Hash: "00", Tokens: 80, Shown: 3})
			}
			if p.Skip != nil && p.Skip(c, i) {
				continue
			}
			attempts := p.unit(c, i)
			var calls []record.CallRow
			for i, a := range attempts {
				if p.Attempt != nil {
					p.Attempt(&attempts[i])
				}
				calls = append(calls, record.CallRow{
					CellID: a.CellID, TaskID: a.TaskID, Model: a.Model, Sample: a.Sample, Round: a.Round, RequestHash: "00",
					TokensIn: a.TokensIn, TokensCached: -1, TokensWritten: -1, TokensOut: a.TokensOut, TokensThought: -1, Cost: math.NaN(),
					Finish: "stop", Settings: "{}", Latency: Answering,
				})
				if p.Call != nil {
					p.Call(&calls[len(calls)-1])
				}
			}
			t.Attempts = append(t.Attempts, attempts...)
			t.Calls = append(t.Calls, calls...)
			t.Outcomes = append(t.Outcomes, record.Outcome(attempts, calls))
		}
	}
	return t
}

func (p Plan) unit(c, i int) []record.AttemptRow {
	cell := p.Cells[c]
	chains := make([][]record.AttemptRow, cell.K)
	step := func(s int) bool { // one attempt of chain s; false when the chain is over
		f, n := p.Fate(c, i, s), len(chains[s])
		if n > int(cell.R) || n > 0 && (chains[s][n-1].Verdict == record.Proved || chains[s][n-1].Verdict == record.InfrastructureError) {
			return false
		}
		chains[s] = append(chains[s], p.attempt(c, i, s, n, f))
		return true
	}
	solved := func(s int) bool { n := len(chains[s]); return n > 0 && chains[s][n-1].Verdict == record.Proved }
	any := false
	if cell.Policy == "breadth-first" {
		for s := range chains {
			step(s)
			any = any || solved(s)
		}
	}
	for s := range chains {
		if any && cell.Policy != "exhaustive" {
			break
		}
		for step(s) {
		}
		any = any || solved(s) && cell.Policy == "depth-first"
	}
	var rows []record.AttemptRow
	for _, chain := range chains {
		rows = append(rows, chain...)
	}
	return rows
}

func (p Plan) attempt(c, i, s, round int, f Fate) record.AttemptRow {
	cell, task := p.Cells[c], p.Tasks[i]
	a := record.AttemptRow{
		CellID: cell.CellID, TaskID: task.TaskID, Model: cell.Model, Regime: cell.Regime, Policy: cell.Policy, K: cell.K, R: cell.R,
		Repository: task.Repository, Sample: int32(s), Round: int32(round), RequestHash: "00", Verifier: "none",
		Answering: Answering, TokensIn: TokensIn, TokensOut: TokensOut, Work: Work,
	}
	if f.NoStart || f.Lost > 0 && round == f.Lost {
		a.Verdict, a.Detail, a.TokensIn, a.TokensOut, a.Work = record.InfrastructureError, "connection reset", -1, -1, 0
		return a
	}
	a.Checks, a.Check, a.Syntax = Checks, Checking, true
	switch {
	case round == f.Solve:
		a.Verdict, a.Type, a.Progress, a.Done = record.Proved, true, true, true
	case f.Fail != "" && f.Fail != record.Rejected:
		a.Verdict = f.Fail
	default:
		a.Verdict, a.Category, a.Kind = record.Rejected, f.Category, f.Category
		if a.Category == "" {
			a.Category, a.Kind = "unsolved goals", "incomplete"
		}
		a.Type = true
	}
	return a
}

// Write writes the tables into a folder as a sealed run holds them.
func (t Tables) Write(dir string) error {
	return first(
		write(dir, t.Tasks), write(dir, t.Cells), write(dir, t.Contexts), write(dir, t.Attempts),
		write(dir, t.Calls), write(dir, t.Diagnostics), write(dir, t.Outcomes),
	)
}

func write[R record.Row](dir string, rows []R) error {
	_, err := record.Write(filepath.Join(dir, record.TableName[R]()+".arrow"), record.Rows(rows))
	return err
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
