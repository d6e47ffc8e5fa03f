package analysis

import (
	"math"

	"proofgrid/stats"
)

// Repair is what each repair round of a cell did.
type Repair struct {
	Rounds []Round `json:"rounds"` // 0 … R; round 0 is the first answer
}

// Round is one round over all chains (samples) of a cell.
type Round struct {
	Entered int `json:"entered"` // chains with an outcome in this round
	Proved  int `json:"proved"`
	// Rate is Proved/Entered, clustered by repository, or by task when there is one
	// repository only: the chains of a task are not independent.
	Rate stats.Estimate `json:"rate"`
	// Solved is pass@(K, r): tasks solved by this round with all samples. NaN where the
	// stopping policy gives bounds only.
	Solved stats.Estimate `json:"solved"`
}

func (g *grid) repairs(budgets []Budget) []Repair {
	out := make([]Repair, len(g.Cells))
	for c := range g.Cells {
		R := int(g.Cells[c].R)
		proved, entered := g.attempts[c].proved, g.attempts[c].entered
		for r := range R + 1 {
			row := Round{Entered: int(sum(entered[r])), Proved: int(sum(proved[r]))}
			rate, err := stats.ClusterMean(proved[r], entered[r], stats.AutoVariance, g.design.Level)
			if err != nil {
				rate = undefined(row.Entered, err.Error())
				rate.Value = float64(row.Proved) / float64(row.Entered)
			}
			rate.Lo, rate.Hi = math.Max(0, rate.Lo), math.Min(1, rate.Hi)
			row.Rate = rate
			if p, ok := budgets[c].At(int(g.Cells[c].K), r); ok {
				row.Solved = p.Estimate
			} else {
				row.Solved = undefined(0, budgets[c].Why)
			}
			out[c].Rounds = append(out[c].Rounds, row)
		}
	}
	return out
}

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}
