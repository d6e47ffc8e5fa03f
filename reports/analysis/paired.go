package analysis

import (
	"math"

	"proofgrid/stats"
)

// Comparison is a paired comparison of two cells that differ in one thing, task by
// task.
type Comparison struct {
	Axis string `json:"axis"` // "regime", "model" or "budget": what differs
	A    int    `json:"a"`    // cells; the difference is A − B
	B    int    `json:"b"`
	stats.Paired
	Holm float64 `json:"holm"` // P adjusted over all comparisons of the run
	// Detectable is the smallest true difference that an experiment with this
	// standard error finds with the power of the settings at the unadjusted level.
	Detectable float64 `json:"detectable"`
	// DetectableFamily is the same at the level divided by the number of comparisons.
	DetectableFamily float64 `json:"detectable_family"`
	Why              string  `json:"why,omitempty"` // there is no comparison
}

// comparisons pairs up all cells that differ in exactly one of model, regime and
// budget. They are one family for Holm's adjustment.
func (g *grid) comparisons(cells []Cell, s Settings) []Comparison {
	var out []Comparison
	for _, axis := range []string{"regime", "model", "budget"} {
		for a := range cells {
			for b := a + 1; b < len(cells); b++ {
				if differ(cells[a], cells[b]) == axis {
					out = append(out, g.compare(axis, a, b))
				}
			}
		}
	}
	p := make([]float64, len(out))
	for i := range out {
		p[i] = out[i].P.P
	}
	for i, v := range stats.Holm(p) {
		c := &out[i]
		c.Holm = v
		c.Detectable = detectable(c.Difference, s.Alpha(), s.Power)
		c.DetectableFamily = detectable(c.Difference, s.Alpha()/float64(len(out)), s.Power)
	}
	return out
}

// differ names the one thing in which two cells differ, empty when it is none or
// more than one, or one (policy, seed, strategy) that no comparison is meant for.
func differ(a, b Cell) string {
	if a.Policy != b.Policy || a.Seed != b.Seed || a.Strategy != b.Strategy {
		return ""
	}
	axis, n := "", 0
	for name, same := range map[string]bool{
		"model": a.Model == b.Model, "regime": a.Regime == b.Regime, "budget": a.K == b.K && a.R == b.R,
	} {
		if !same {
			axis, n = name, n+1
		}
	}
	if n != 1 {
		return ""
	}
	return axis
}

func (g *grid) compare(axis string, a, b int) Comparison {
	c := Comparison{Axis: axis, A: a, B: b}
	c.Paired, c.Why = g.Paired(g.solved[a], g.solved[b])
	return c
}

// detectable is NaN without a standard error.
func detectable(e stats.Estimate, alpha, power float64) float64 {
	d, err := stats.DetectableEffect(e, alpha, power)
	if err != nil {
		return math.NaN()
	}
	return d
}
