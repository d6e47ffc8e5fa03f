package plots

import (
	"fmt"
	"math"

	"proofgrid/stats"
)

// SolvedPoint says that Solved was reached at Cost.
type SolvedPoint struct {
	Cost   float64
	Solved stats.Estimate // a fraction
}

// SolvedCurve is the share solved as a function of the cost spent per task.
type SolvedCurve struct {
	Name   string
	Points []SolvedPoint // cost increasing; the share holds until the next point
	End    float64       // cost to which the curve is known; 0 means the panel's Limit, or else the last point
}

// CostPanel holds the curves over one kind of cost.
type CostPanel struct {
	Cost   string // title of the axis with its unit, such as "checks per task" or "time (s)"
	Log    bool   // logarithmic axis
	Limit  float64
	Curves []SolvedCurve
}

// SolvedCurves are the curves of solved against cost, one panel per kind of
// cost; with time as the only cost they are the solved-over-time curves.
type SolvedCurves struct {
	Layout
	Panels []CostPanel // with the same curves, in the same order
}

// NewSolvedCurves draws step curves that begin at nothing solved, with bands for
// up to four curves and, if there is one panel, in panels of their own for more
// than six. The limit of a panel is a dashed line. On a logarithmic axis solves
// at no cost are solved at the left edge. It returns an error if there is no
// panel, curve or point, panels differ in their curves, a cost is negative, not
// finite or does not increase, or a share is infinite or outside [0, 1].
func NewSolvedCurves(in SolvedCurves) (*Figure, error) {
	c := checker{figure: "solved against cost"}
	if len(in.Panels) == 0 {
		c.failf("Panels is empty")
	}
	var panelNames, curveNames, where, alt []string
	var all []stats.Estimate
	var sets [][]curve
	var limit []float64
	limits := false
	for i, pn := range in.Panels {
		panelNames = append(panelNames, pn.Cost)
		var names []string
		for _, cv := range pn.Curves {
			names = append(names, cv.Name)
		}
		names = c.names(fmt.Sprintf("curves of panel %q", pn.Cost), names)
		if i == 0 {
			curveNames = names
		} else if fmt.Sprintf("%q", names) != fmt.Sprintf("%q", curveNames) {
			c.failf("panel %q has other curves than panel %q", pn.Cost, panelNames[0])
		}
		if !(pn.Limit >= 0) || math.IsInf(pn.Limit, 0) {
			c.failf("limit of panel %q is %v", pn.Cost, pn.Limit)
		}
		limit, limits = append(limit, pn.Limit), limits || pn.Limit > 0
		var set []curve
		for j, cv := range pn.Curves {
			out := curve{name: names[j], look: seriesStyle(j), step: true}
			out.points = c.steps(pn, cv)
			for _, q := range out.points[:min(len(cv.Points), len(out.points))] {
				all, where = append(all, q.e), append(where, fmt.Sprintf("%s at %s = %s", names[j], oneLine(pn.Cost), number(q.x)))
			}
			set = append(set, out)
			alt = append(alt, out.inWords(oneLine(pn.Cost)+" ="))
		}
		sets = append(sets, set)
	}
	panelNames = c.names("costs of Panels", panelNames)
	if c.err != nil {
		return nil, c.err
	}

	_, hi := span(all) // the curves begin at nothing solved
	y, _ := rateAxis("solved (%)", 0, hi, 4)
	s := newSheet(in.Layout)
	var cut labels
	xs := make([]axis, len(sets))
	for i, set := range sets {
		xs[i] = costAxis(in.Panels[i], set)
		for j := range set {
			set[j].points = fromNothing(set[j].points, xs[i])
		}
	}
	crowd := len(curveNames)
	var draw func(p pen, height float64)
	if len(sets) == 1 && crowd > maxOverlay {
		draw = curveFigure(s, &cut, sets[0], nil, xs[0], y, func(p pen, f frame) { f.limit(p, limit[0]) })
	} else {
		g := panels{n: len(sets), cols: min(len(sets), 2), xs: xs, y: y, tall: 105, head: limits}
		if g.n > 1 {
			g.tall = 78
		}
		if in.Wide {
			g.tall += 24
			if g.n != 4 {
				g.cols = min(g.n, 3)
			}
		}
		var entries []entry
		if crowd > 1 {
			for i, name := range cut.fitLine(small, legendText(s.inner()), curveNames) {
				entries = append(entries, entry{name, seriesStyle(i).lineKey(false)})
			}
		}
		leg := newLegend(s.inner(), entries)
		legendTop, top := s.reserve(leg.height()), s.reserve(g.height())
		draw = func(p pen, height float64) {
			leg.draw(p, margin, height-legendTop)
			g.draw(p, margin, s.width-margin, height-top, func(i int, f frame) {
				if f.limit(p, limit[i]); limit[i] > 0 {
					text := "limit " + number(limit[i])
					x := min(f.px(limit[i])+small.width(text)/2, f.area.x1+4)
					p.text(small, muted, pt{x, f.area.y1 + small.height(1)/2 + 1}, right, text)
				}
				f.curves(p, sets[i])
			})
		}
	}

	w := words{layout: in.Layout}
	w.say("Share of %s solved within a cost, by %s", w.unit(), join(panelNames))
	if crowd <= maxBands || crowd > maxOverlay && len(sets) == 1 {
		w.estimates("Bands", "Lines without a band", where, all)
	} else {
		w.estimates("", "", where, all)
		w.say("Intervals are not drawn")
	}
	if limits {
		w.say("Dashed lines mark the limit of a run")
	}
	w.shortened(cut)
	return s.finish(w.String(), description("Step curves of the share solved", alt), draw), nil
}

// limit draws the line at which a run ended, if it has one.
func (f frame) limit(p pen, cost float64) {
	if cost > 0 {
		p.stroke(muted, regular, []float64{2.5, 2}, pt{f.px(cost), f.area.y0}, pt{f.px(cost), f.area.y1})
	}
}

// steps checks a curve and extends it to where it is known.
func (c *checker) steps(pn CostPanel, cv SolvedCurve) []curvePoint {
	name := fmt.Sprintf("curve %q over %q", cv.Name, pn.Cost)
	var out []curvePoint
	last := math.Inf(-1)
	for _, q := range cv.Points {
		switch {
		case !(q.Cost >= 0) || math.IsInf(q.Cost, 0):
			c.failf("%s: cost %v is not a finite number from 0", name, q.Cost)
		case q.Cost <= last:
			c.failf("%s: cost %v does not increase", name, q.Cost)
		}
		last = q.Cost
		out = append(out, curvePoint{x: q.Cost, e: c.estimate(name, q.Solved, rateDomain)})
	}
	if len(out) == 0 {
		c.failf("%s has no points", name)
		return nil
	}
	end := cv.End
	if end == 0 {
		end = max(pn.Limit, last)
	}
	if !(end >= last) || math.IsInf(end, 0) {
		c.failf("%s: end %v is before its last point %v", name, cv.End, last)
	}
	if end > last {
		out = append(out, curvePoint{x: end, e: out[len(out)-1].e})
	}
	return out
}

// fromNothing begins a curve at the left edge with nothing solved, unless it
// begins there by itself.
func fromNothing(points []curvePoint, x axis) []curvePoint {
	if points[0].x <= x.lo {
		return points
	}
	nothing := curvePoint{x: x.lo, e: stats.Estimate{Lo: math.NaN(), Hi: math.NaN()}}
	return append([]curvePoint{nothing}, points...)
}

func costAxis(pn CostPanel, set []curve) axis {
	least, most := math.Inf(1), pn.Limit
	for _, cv := range set {
		for _, q := range cv.points {
			if q.x > 0 {
				least = min(least, q.x)
			}
			most = max(most, q.x)
		}
	}
	if most == 0 {
		most = 1
	}
	if pn.Log && !math.IsInf(least, 0) {
		return logAxis(oneLine(pn.Cost), least, most)
	}
	a := linearAxis(oneLine(pn.Cost), 0, most, 4, number)
	// Whole steps could leave much of the panel empty.
	a.hi = max(most*1.02, a.ticks[len(a.ticks)-2].at)
	if a.ticks[len(a.ticks)-1].at > a.hi {
		a.ticks = a.ticks[:len(a.ticks)-1]
	}
	return a
}
