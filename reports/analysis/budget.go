package analysis

import (
	"fmt"
	"slices"

	"proofgrid/stats"
)

// Budget is what a cell's run says about smaller budgets.
type Budget struct {
	K      int                 `json:"k"`
	R      int                 `json:"r"`
	Points []stats.BudgetPoint `json:"points"` // k = 1 … K, and within each r = 0 … R
	// Samples is the gain of all samples over one, at full R: pass@(K, R) − pass@(1, R),
	// task by task. Repairs is that of all repair rounds at full K. NaN with a warning
	// where the run leaves bounds only; a warning as well where lost chains or bounds
	// that meet by luck bias them.
	Samples stats.Estimate `json:"gain_of_samples"`
	Repairs stats.Estimate `json:"gain_of_repairs"`
	Why     string         `json:"why,omitempty"` // there are no points
}

// At returns the point of k samples and r repair rounds; ok is false when there is
// none.
func (b Budget) At(k, r int) (p stats.BudgetPoint, ok bool) {
	i := (k-1)*(b.R+1) + r
	if k < 1 || k > b.K || r < 0 || r > b.R || i >= len(b.Points) {
		return p, false
	}
	return b.Points[i], true
}

func (g *grid) budgets() []Budget {
	out := make([]Budget, len(g.Cells))
	each(len(out), func(c int) { out[c] = g.budget(g.stop(c)) })
	return out
}

func (g *grid) budget(run stats.Run) Budget {
	b := Budget{K: run.K, R: run.R}
	surface, err := stats.BudgetSurface(run, g.design)
	if err != nil {
		b.Why = err.Error()
		b.Samples, b.Repairs = undefined(0, b.Why), undefined(0, b.Why)
		return b
	}
	for k := 1; k <= run.K; k++ {
		for r := 0; r <= run.R; r++ {
			b.Points = append(b.Points, surface.At(k, r))
		}
	}
	full, fullHigh, err := run.Scores(run.K, run.R)
	if err != nil {
		b.Samples, b.Repairs = undefined(0, err.Error()), undefined(0, err.Error())
		return b
	}
	gain := func(k, r int) stats.Estimate {
		if k == run.K && r == run.R {
			return undefined(0, "the budget has one step only")
		}
		low, high, err := run.Scores(k, r)
		if err != nil {
			return undefined(0, err.Error())
		}
		diff := make([]float64, len(full)) // task by task
		for t := range diff {
			diff[t] = full[t] - low[t]
			if low[t] < high[t] || full[t] < fullHigh[t] {
				return undefined(0, fmt.Sprintf("a %s run does not identify pass@(%d, %d)", run.Policy, k, r))
			}
		}
		e := g.rate(diff, g.all())
		doubts := run.Doubts(k, r)
		for _, d := range run.Doubts(run.K, run.R) {
			if !slices.Contains(doubts, d) {
				doubts = append(doubts, d)
			}
		}
		for _, d := range doubts {
			e.Warnings = append(slices.Clip(e.Warnings), "pass@ behind the gain: "+d)
		}
		return e
	}
	b.Samples, b.Repairs = gain(1, run.R), gain(run.K, 0)
	return b
}
