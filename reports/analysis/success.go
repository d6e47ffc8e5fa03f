package analysis

import (
	"math"

	"proofgrid/experiments/record"
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
		base, err := stats.SuccessRate(y, g.design)
		if err != nil { // no outcome is known
			s.Planned = len(y)
			s.Complete, s.Worst, s.Best = math.NaN(), 0, 1
			s.Wilson, s.Micro, s.Macro = undefined(0, err.Error()), undefined(0, err.Error()), undefined(0, err.Error())
		} else {
			s.Success = base
		}
		s.Rate = g.rate(y, g.all())
		if s.Micro.Method == "" && g.groups.Len() < 2 {
			s.Micro, s.Macro = undefined(s.Known, oneRepository), undefined(s.Known, oneRepository)
		}
		s.ICC, s.DesignEffect = g.dependence(y)
		for t, u := range g.units[c] {
			lost := 0
			infra := false
			for _, a := range u.attempts {
				switch a.Verdict {
				case record.InfrastructureError:
					infra = true
					lost++
				case record.NotRun:
					lost++
				}
			}
			s.LostAttempts += lost
			if !math.IsNaN(y[t]) {
				continue
			}
			switch {
			case infra:
				s.Infrastructure++
			case lost > 0:
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
func (g *grid) dependence(y []float64) (icc, effect stats.Estimate) {
	if !g.clustered() {
		return undefined(0, oneRepository), undefined(0, oneRepository)
	}
	icc, err := stats.ICC(y, g.groups)
	if err != nil {
		icc = undefined(0, err.Error())
	}
	effect, err = stats.DesignEffect(y, g.groups)
	if err != nil {
		effect = undefined(0, err.Error())
	}
	if math.IsNaN(effect.Value) && len(effect.Warnings) == 0 {
		effect.Warnings = append(effect.Warnings, "constant outcome: the design effect is undefined")
	}
	return icc, effect
}
