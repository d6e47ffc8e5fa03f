package spec

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"proofgrid/experiments/regime"
)

// Cell is one point of the grid: everything that decides what happens to a task.
type Cell struct {
	ID       string // 12 hex digits of a hash of the fields below
	Model    Model
	Regime   regime.Params
	Budget   Budget
	Strategy string // how candidates come about; "sample and repair" is the only one so far
	Policy   Policy
	Seed     uint64
}

// SampleAndRepair is the strategy of independent samples with repair rounds.
const SampleAndRepair = "sample-repair"

// Cells returns the grid in the order of the spec: models, then regimes, then
// budgets. A cell's ID does not depend on the rest of the spec, so a wider grid
// keeps the IDs of the narrower one.
func (s *Spec) Cells() []Cell {
	var cells []Cell
	for _, m := range s.Models {
		for _, r := range s.Regimes {
			for _, b := range s.Budgets {
				c := Cell{Model: m, Regime: r.Params, Budget: b, Strategy: SampleAndRepair, Policy: s.Policy, Seed: s.Seed}
				c.ID = c.id()
				cells = append(cells, c)
			}
		}
	}
	return cells
}

func (c Cell) id() string {
	b, err := json.Marshal([]any{c.Model.Name, c.Model.Kind, c.Model.Options(), c.Regime.String(),
		c.Budget.K, c.Budget.R, c.Strategy, c.Policy, c.Seed})
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:6])
}
