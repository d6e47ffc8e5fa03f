package plots

import (
	"fmt"

	"proofgrid/stats"
)

// RepairSeries is the share solved by repair round.
type RepairSeries struct {
	Name   string
	Rounds []stats.Estimate // [r]: fraction solved by round r; round 0 is before any repair
}

// RepairGain is what repair rounds add.
type RepairGain struct {
	Layout
	Series []RepairSeries
}

// NewRepairGain draws the solve rate by round, with the gain from round 0 to the
// last one behind each name. It returns an error if there is no series or no
// round, or a rate is infinite or outside [0, 1]; a rate of NaN is a gap.
func NewRepairGain(in RepairGain) (*Figure, error) {
	c := checker{figure: "repair gain"}
	names := make([]string, len(in.Series))
	for i, s := range in.Series {
		names[i] = s.Name
	}
	names = c.names("Series", names)
	var curves []curve
	var all []stats.Estimate
	var where, alt []string
	last := 0
	gains := false
	for i, sr := range in.Series {
		if len(sr.Rounds) == 0 {
			c.failf("series %q has no rounds", sr.Name)
			break
		}
		cv := curve{name: names[i], look: seriesStyle(i), marks: true}
		for r, e := range sr.Rounds {
			name := fmt.Sprintf("%s, round %d", names[i], r)
			e = c.estimate(name, e, rateDomain)
			cv.points = append(cv.points, curvePoint{x: float64(r), e: e})
			all, where = append(all, e), append(where, name)
		}
		last = max(last, len(sr.Rounds)-1)
		alt = append(alt, cv.inWords("round"))
		first, final := cv.points[0].e, cv.points[len(cv.points)-1].e
		if len(cv.points) > 1 && measured(first) && measured(final) {
			cv.name += " (" + signed(100*(final.Value-first.Value)) + ")"
			gains = true
		}
		curves = append(curves, cv)
	}
	if c.err != nil {
		return nil, c.err
	}

	lo, hi := ranges(curves)
	y, fromZero := rateAxis("solved (%)", lo, hi, 4)
	rounds := make([]float64, last+1)
	for r := range rounds {
		rounds[r] = float64(r)
	}
	s := newSheet(in.Layout)
	var cut labels
	body := curveFigure(s, &cut, curves, nil, budgetAxis("repair round", rounds), y, nil)

	w := words{layout: in.Layout}
	w.say("Share of %s solved by repair round; round 0 is before any repair", w.unit())
	if gains {
		w.say("In brackets: gain from round 0 to the last round in percentage points")
	}
	w.estimates(overlayWords(len(curves)), hollowMarks, where, all)
	w.zero(fromZero)
	w.shortened(cut)
	return s.finish(w.String(), description("Line plot of the share solved by repair round", alt), body), nil
}

// signed formats a difference in percentage points.
func signed(v float64) string {
	s := fixedDigits(v, 1)
	if v > 0 {
		return "+" + s
	}
	return s
}
