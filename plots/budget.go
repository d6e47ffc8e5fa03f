package plots

import (
	"math"

	"proofgrid/stats"
)

// Knowledge says what a run can tell about a budget that it did not spend in
// that form. It depends on the run's stopping policy.
type Knowledge int

const (
	// Identified: Estimate is unbiased and carries a confidence interval.
	Identified Knowledge = iota
	// Bounded: only bounds can be had. Estimate.Lo and Estimate.Hi are these
	// bounds; Value, Level and Method are not read.
	Bounded
	// Unidentified: the run says nothing. Estimate is not read.
	Unidentified
)

// BudgetPoint is the solve rate under k samples and r repair rounds.
type BudgetPoint struct {
	K, R      int
	Estimate  stats.Estimate // a fraction
	Knowledge Knowledge
}

// budget checks a point and returns a copy whose Value is NaN unless identified.
func (c *checker) budget(field string, b BudgetPoint) BudgetPoint {
	if b.K < 1 {
		c.failf("%s: k is %d", field, b.K)
	}
	if b.R < 0 {
		c.failf("%s: r is %d", field, b.R)
	}
	switch e := b.Estimate; b.Knowledge {
	case Identified:
		b.Estimate = c.estimate(field, e, rateDomain)
	case Bounded:
		if !(e.Lo >= 0 && e.Lo <= e.Hi && e.Hi <= 1) {
			c.failf("%s: bounds [%v, %v] are not within [0, 1] in this order", field, e.Lo, e.Hi)
		}
		b.Estimate = stats.Estimate{Value: math.NaN(), Lo: e.Lo, Hi: e.Hi, N: e.N}
	case Unidentified:
		b.Estimate = stats.Estimate{Value: math.NaN(), Lo: math.NaN(), Hi: math.NaN(), N: e.N}
	default:
		c.failf("%s: unknown knowledge %d", field, b.Knowledge)
	}
	return b
}

// shown reports whether the point has anything to draw.
func (b BudgetPoint) shown() bool {
	return b.Knowledge == Bounded || b.Knowledge == Identified && measured(b.Estimate)
}
