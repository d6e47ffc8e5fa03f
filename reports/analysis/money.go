package analysis

import (
	"cmp"
	"fmt"
	"math"

	"proofgrid/experiments/record"
	"proofgrid/stats"
)

// Money is what the calls of a run cost in USD, by the prices that were recorded with
// them. The zero value: no call has a known cost.
type Money struct {
	Cells []MoneyCell `json:"cells"`
	// Calls of all cells, and those of them whose cost is unknown and in no sum.
	Calls   int `json:"calls"`
	Unknown int `json:"unknown"`
	// Alone is the sum over the cells, each as if it had been run alone.
	Alone float64 `json:"alone"`
	// Shared counts calls with a known cost whose request another call had made before:
	// one answer serves all of them. Paid is Alone without their cost, whichever run it
	// was that asked first.
	Shared int     `json:"shared"`
	Paid   float64 `json:"paid"`
}

// MoneyCell is what a cell would have cost alone.
type MoneyCell struct {
	Calls   int     `json:"calls"`
	Unknown int     `json:"unknown"` // calls whose cost is not known
	Total   float64 `json:"total"`   // of the others, whatever came of them; NaN when there are none
	// PerAttempt is the total over the number of attempts that were run, of the tasks
	// whose cost is known: a ratio of sums with Fieller's interval.
	PerAttempt stats.Estimate `json:"per_attempt"`
}

// payments are the costs of calls.
type payments struct {
	alone, paid float64
	shared      int
	// By cell and task: up to and with the first solve, and by sample of exhaustive
	// cells. asked counts the unit's calls.
	toSolve [][]float64
	chains  [][]float64
	asked   [][]int32
}

// readPayments reads what the calls of a run with prices cost. Outcomes and attempts
// have been read.
func (r *Run) readPayments(path string, ids index) error {
	type columns struct {
		Cell    record.Codes `col:"cell_id"`
		Task    record.Codes `col:"task_id"`
		Sample  []int32      `col:"sample"`
		Round   []int32      `col:"round"`
		Request []string     `col:"request_hash"`
		Cost    []float64    `col:"cost"`
	}
	p := &r.payments
	for c, row := range r.Cells {
		p.toSolve, p.asked = append(p.toSolve, make([]float64, len(r.Tasks))), append(p.asked, make([]int32, len(r.Tasks)))
		p.chains = append(p.chains, nil)
		if r.exhaustive(c) {
			p.chains[c] = make([]float64, len(r.Tasks)*max(0, int(row.K)))
		}
	}
	var cells, tasks []int
	seen := map[string]struct{}{}
	for k, err := range record.Columns[record.CallRow, columns](path) {
		if err != nil {
			return err
		}
		if cells == nil {
			cells, tasks = places(k.Cell, ids.cell), places(k.Task, ids.task)
		}
		for i, cost := range k.Cost {
			c, t := cells[k.Cell.Code[i]], tasks[k.Task.Code[i]]
			if c < 0 || t < 0 {
				return fmt.Errorf("%s: a call is of the unknown cell %q or task %q", path, k.Cell.Value(i), k.Task.Value(i))
			}
			if cost < 0 || math.IsInf(cost, 0) {
				return fmt.Errorf("%s: a call of cell %q costs %v", path, k.Cell.Value(i), cost)
			}
			if !math.IsNaN(cost) {
				p.alone += cost
				if _, again := seen[k.Request[i]]; again && k.Request[i] != "" {
					p.shared++
				} else {
					seen[k.Request[i]] = struct{}{}
					p.paid += cost
				}
			}
			sample, round := k.Sample[i], k.Round[i]
			p.asked[c][t]++
			if r.first[c][t].after(sample, round, r.Cells[c].Policy) {
				p.toSolve[c][t] += cost
			}
			if n := int(r.Cells[c].K); p.chains[c] != nil && sample >= 0 && int(sample) < n {
				p.chains[c][n*t+int(sample)] += cost
			}
		}
	}
	for c := range r.Cells {
		r.priceUnits(c)
	}
	return nil
}

// solve is the sample and round of a first solve; −1 without one.
type solve struct{ sample, round int32 }

// after tells whether a call was made before the solve, or for it.
func (s solve) after(sample, round int32, policy string) bool {
	if policy == string(stats.BreadthFirst) && (round == 0) != (s.round == 0) {
		return round == 0 // all first answers before any repair
	}
	return cmp.Or(cmp.Compare(sample, s.sample), cmp.Compare(round, s.round)) <= 0
}

// priceUnits fills in what a cell's tasks cost up to their solve.
func (r *Run) priceUnits(c int) {
	x, p, k := &r.costs[ofMoney][c], &r.payments, max(0, int(r.Cells[c].K))
	for t, y := range r.solved[c] {
		if math.IsNaN(y) {
			continue
		}
		x.at[t] = math.Inf(1)
		if y == 1 {
			if x.at[t] = p.toSolve[c][t]; p.asked[c][t] == 0 {
				x.at[t] = math.NaN()
			}
		}
		switch {
		case y == 0 && !r.exhaustive(c):
			x.stopped[t] = x.spent[t]
		case !r.exhaustive(c): // over the tasks of the cost as run
			if x.stopped[t] = x.at[t]; math.IsNaN(x.spent[t]) {
				x.stopped[t] = math.NaN()
			}
		case !math.IsNaN(x.spent[t]) && r.chains[c] != nil:
			var cost []float64
			var solved []bool
			for s, chain := range r.chains[c][k*t:][:k] {
				if chain.rounds > 0 || chain.lost {
					cost, solved = append(cost, p.chains[c][k*t+s]), append(solved, chain.solved)
				}
			}
			x.stopped[t] = stoppedCost(cost, solved)
		}
	}
}

func (g *grid) money() Money {
	var m Money
	for c := range g.Cells {
		k := g.calls[c]
		m.Calls, m.Unknown = m.Calls+k.calls, m.Unknown+k.noCost
		cell := MoneyCell{Calls: k.calls, Unknown: k.noCost, Total: math.NaN()}
		if k.calls > k.noCost {
			cell.Total = k.cost
		}
		cell.PerAttempt = g.perSolve(g.Run.costs[ofMoney][c].spent, g.tries[c]).Cost
		m.Cells = append(m.Cells, cell)
	}
	if m.Calls == m.Unknown {
		return Money{}
	}
	m.Alone, m.Paid, m.Shared = g.payments.alone, g.payments.paid, g.payments.shared
	return m
}
