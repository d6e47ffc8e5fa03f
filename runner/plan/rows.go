package plan

import (
	"encoding/json"
	"fmt"

	"proofgrid/experiments/record"
)

// Rows returns the rows of the tables cells and tasks, in the order of the grid
// and of the tasks. blob keeps a text and returns its hash.
func (p *Plan) Rows(blob func(string) (string, error)) ([]record.CellRow, []record.TaskRow, error) {
	cells := make([]record.CellRow, len(p.Cells))
	for i, c := range p.Cells {
		settings, err := json.Marshal(map[string]any{
			"kind": c.Model.Kind, "model": p.Models[c.Model.Name].Settings(), "regime": c.Regime,
			"candidate_limit": p.Spec.Limits.Candidate.String(), "task_limit": p.Spec.Limits.Task.String(),
			"checker": p.Spec.Checker,
		})
		if err != nil {
			return nil, nil, fmt.Errorf("cell %s: %w", c.ID, err)
		}
		cells[i] = record.CellRow{
			CellID: c.ID, Model: c.Model.Name, Regime: c.Regime.String(), K: int32(c.Budget.K), R: int32(c.Budget.R),
			Strategy: c.Strategy, Policy: string(c.Policy), Seed: c.Seed, Settings: string(settings),
		}
	}
	tasks := make([]record.TaskRow, len(p.Tasks))
	for i, t := range p.Tasks {
		statement, err := blob(string(t.Append(nil)))
		if err != nil {
			return nil, nil, err
		}
		truth, err := blob(t.Truth.Proof)
		if err != nil {
			return nil, nil, err
		}
		tasks[i] = record.TaskRow{
			TaskID: t.ID, Name: t.Name, Benchmark: t.Benchmark, System: t.System, Repository: t.Repository,
			File: t.File, Line: int32(t.Line), StatementHash: statement, TruthHash: truth,
			Premises: int32(t.Available), Features: t.Features, Categories: t.Categories,
		}
	}
	return cells, tasks, nil
}
