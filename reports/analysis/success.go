package analysis

import (
	"math"

	"proofgrid/stats"
)

// Success is how many tasks a cell solved within its whole budget.
type Success struct {
	stats.Success
	// Rate is the estimate for figures: Micro, or Wilson where that has no interval.
	Rate         stats.Estimate `json:"rate"`
	ICC          stats.Estimate `json:"icc"`
	DesignEffect stats.Estimate `json:"design_effect"`
	// Units that are unknown because of an infrastructure error, because something
	// was not run, and because no row was recorded. They add up to Planned − Known.
	Infrastructure, NotRun, Absent int
	// Attempts with an infrastructure error or not run, also of units whose outcome
	// is known all the same.
	LostAttempts int
}

func (g *grid) success() []Success {
	out := make([]Success, len(g.Cells))
	for c := range g.Cells {
		y := g.solved[c]
		var s Success
		v, d := g.over(y, known(g.all(), y))
		var err error
		if s.Success, err = stats.SuccessRate(v, d); err != nil { // no outcome is known
			s.Complete = math.NaN()
			s.Wilson, s.Micro, s.Macro = undefined(0, err.Error()), undefined(0, err.Error()), undefined(0, err.Error())
		} else if d.Clusters.Len() < 2 {
			s.Micro, s.Macro = undefined(s.Known, oneRepository), undefined(s.Known, oneRepository)
		}
		s.Planned = len(y)
		s.Worst = float64(s.Solved) / float64(s.Planned)
		s.Best = float64(s.Solved+s.Planned-s.Known) / float64(s.Planned)
		s.Rate = g.rate(y, g.all())
		s.ICC, s.DesignEffect = dependence(v, d.Clusters)
		s.LostAttempts = g.attempts[c].lost
		for t, why := range g.lost[c] {
			if !math.IsNaN(y[t]) {
				continue
			}
			switch why {
			case infrastructure:
				s.Infrastructure++
			case notRun:
				s.NotRun++
			default:
				s.Absent++
			}
		}
		out[c] = s
	}
	return out
}

// dependence says how alike the tasks of a repository are.
func dependence(y []float64, groups stats.Groups) (icc, effect stats.Estimate) {
	if groups.Len() < 2 {
		return undefined(0, oneRepository), undefined(0, oneRepository)
	}
	icc, err := stats.ICC(y, groups)
	if err != nil {
		icc = undefined(0, err.Error())
	}
	effect, err = stats.DesignEffect(y, groups)
	if err != nil {
		effect = undefined(0, err.Error())
	}
	if math.IsNaN(effect.Value) && len(effect.Warnings) == 0 {
		effect.Warnings = append(effect.Warnings, "constant outcome: the design effect is undefined")
	}
	return icc, effect
}
