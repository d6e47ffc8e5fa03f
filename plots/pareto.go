package plots

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"proofgrid/stats"
)

// ParetoPoint is one cell with what it costs and what it scores.
type ParetoPoint struct {
	Name       string
	Cost       stats.Estimate
	Score      stats.Estimate // a fraction
	Frontier   bool           // no other point costs less and scores more
	Membership float64        // share of bootstrap draws in which it is on the frontier; NaN if unknown
}

// Pareto compares cost and score.
type Pareto struct {
	Layout
	Cost   string // title of the axis with its unit, such as "tokens per task"
	Log    bool   // logarithmic axis
	Points []ParetoPoint
}

// NewPareto draws a mark for each point with both intervals, larger and darker
// the more often a bootstrap finds it on the frontier, and the frontier as a step
// line: what the best buy scores at each cost. Names stand beside the marks, or in
// a list above if they have no room. The end of a cost's interval may be infinite.
// It returns an error if there is no point, a name is blank or repeated, a cost is
// NaN, negative or infinite (or 0 on a logarithmic axis), a score is NaN, infinite
// or outside [0, 1], or a membership is outside [0, 1].
func NewPareto(in Pareto) (*Figure, error) {
	c := checker{figure: "Pareto frontier"}
	points := make([]ParetoPoint, len(in.Points))
	names := make([]string, len(in.Points))
	var costs, scores []stats.Estimate
	var alt []string
	known := false
	for i, q := range in.Points {
		q.Cost = c.estimate("cost of "+q.Name, q.Cost, costDomain)
		q.Score = c.estimate("score of "+q.Name, q.Score, rateDomain)
		switch {
		case !measured(q.Cost) || !measured(q.Score):
			c.failf("%q has cost %v and score %v", q.Name, q.Cost.Value, q.Score.Value)
		case in.Log && q.Cost.Value == 0:
			c.failf("cost of %q is 0, which a logarithmic axis cannot show", q.Name)
		case !math.IsNaN(q.Membership) && !(q.Membership >= 0 && q.Membership <= 1):
			c.failf("membership of %q is %v", q.Name, q.Membership)
		}
		known = known || !math.IsNaN(q.Membership)
		q.Name = oneLine(q.Name)
		points[i], names[i] = q, q.Name
		costs, scores = append(costs, q.Cost), append(scores, q.Score)
		alt = append(alt, paretoWords(q))
	}
	names = c.names("Points", names)
	if c.err != nil {
		return nil, c.err
	}

	s := newSheet(in.Layout)
	f := frame{x: paretoAxis(in, costs)}
	lo, hi := span(scores)
	var fromZero bool
	f.y, fromZero = rateAxis("solved (%)", lo, hi, 4)
	tall := 118.0
	if in.Wide {
		tall = 170
	}
	// The area is laid out at the origin first: whether the names have room must be
	// known before the height is.
	f.area = rect{margin + f.y.beside(), 0, s.width - margin - 8, tall}
	f.x = f.x.thinned(f.area.w())
	var cut labels
	shown := cut.fitLine(small, 0.33*f.area.w(), names)
	places, ok := f.placeNames(points, shown)
	var entries []entry
	if !ok {
		cut = labels{}
		long := cut.fitLine(small, legendText(s.inner()), names)
		for i := range points {
			shown[i] = strconv.Itoa(i + 1)
			entries = append(entries, entry{long[i], func(p pen, r rect) { p.text(small, muted, pt{r.x1, r.cy()}, right, strconv.Itoa(i+1)) }})
		}
		places, _ = f.placeNames(points, shown)
	}
	list := newLegend(s.inner(), entries)
	var sizes []entry
	if known {
		for _, m := range []float64{0, 0.5, 1} {
			text := whole(m) + " %"
			if m == 1 {
				text += " of draws on the frontier"
			}
			sizes = append(sizes, entry{text, func(p pen, r rect) { p.member(pt{r.cx(), r.cy()}, m, false) }})
		}
	}
	key := newLegend(s.inner(), sizes)
	listTop, keyTop := s.reserve(list.height()), s.reserve(key.height())
	top := s.reserve(tall + 4)
	s.reserve(f.x.below())

	w := words{layout: in.Layout}
	w.say("Share of %s solved against %s", w.unit(), oneLine(in.Cost))
	w.say("The step line is the frontier: nothing to the left of it and above was reached")
	if known {
		w.say("Marks are larger and darker the more bootstrap draws have them on the frontier")
	}
	w.estimates("Bars of the score", "Hollow marks", names, scores)
	w.estimates("Bars of the cost", "", names, costs)
	w.zero(fromZero)
	w.shortened(cut)

	return s.finish(w.String(), description("Scatter plot of score against cost", alt), func(p pen, height float64) {
		f := f
		dy := height - top - 4 - tall
		f.area.y0, f.area.y1 = f.area.y0+dy, f.area.y1+dy
		list.draw(p, margin, height-listTop)
		key.draw(p, margin, height-keyTop)
		f.drawY(p)
		f.drawX(p, false)
		p.stroke(seriesColors[6], regular, nil, f.frontier(points)...)
		for _, q := range points {
			at := f.at(q.Cost.Value, q.Score.Value)
			if hasInterval(q.Score) {
				p.stroke(fade(muted, 0xa0), 0.7, nil, pt{at.x, f.py(q.Score.Lo)}, pt{at.x, f.py(q.Score.Hi)})
			}
			if hasInterval(q.Cost) {
				a, b := pt{f.px(q.Cost.Lo), at.y}, pt{f.px(q.Cost.Hi), at.y}
				p.stroke(fade(muted, 0xa0), 0.7, nil, a, b)
				if q.Cost.Hi > f.x.hi {
					p.arrow(muted, a, b)
				}
				if q.Cost.Lo < f.x.lo {
					p.arrow(muted, b, a)
				}
			}
		}
		for _, q := range points {
			p.member(f.at(q.Cost.Value, q.Score.Value), q.Membership, !hasInterval(q.Score))
		}
		for i, at := range places {
			q := points[i]
			if a, b, far := leader(f.at(q.Cost.Value, q.Score.Value), memberRadius(q.Membership)+0.8, rect{at.x0, at.y0 + dy, at.x1, at.y1 + dy}); far {
				p.stroke(muted, 0.4, nil, a, b)
			}
			p.text(small, ink, pt{at.x0, at.cy() + dy}, left, shown[i])
		}
	}), nil
}

func paretoWords(q ParetoPoint) string {
	s := fmt.Sprintf("%s costs %s and solves %s", q.Name, number(q.Cost.Value), inWords(q.Score))
	if q.Frontier {
		s += ", on the frontier"
	}
	if !math.IsNaN(q.Membership) {
		s += fmt.Sprintf(" (%s %% of draws)", percent(q.Membership))
	}
	return s
}

func paretoAxis(in Pareto, costs []stats.Estimate) axis {
	_, hi := span(costs)
	if !in.Log {
		return linearAxis(oneLine(in.Cost), 0, hi, 4, number)
	}
	cheapest, least := math.Inf(1), math.Inf(1)
	for _, e := range costs {
		cheapest, least = min(cheapest, e.Value), min(least, e.Value)
		if e.Lo > 0 {
			least = min(least, e.Lo)
		}
	}
	// An interval that nearly reaches 0 must not squeeze the points to one side.
	return logAxis(oneLine(in.Cost), max(least, 0.02*cheapest), hi)
}

// frontier returns the step line from the cheapest to the dearest point on it and
// on to the edge.
func (f frame) frontier(points []ParetoPoint) []pt {
	var on []ParetoPoint
	for _, q := range points {
		if q.Frontier {
			on = append(on, q)
		}
	}
	if len(on) == 0 {
		return nil
	}
	slices.SortStableFunc(on, func(a, b ParetoPoint) int {
		switch {
		case a.Cost.Value < b.Cost.Value:
			return -1
		case a.Cost.Value > b.Cost.Value:
			return 1
		}
		return 0
	})
	line := make([]pt, 0, 2*len(on))
	for i, q := range on {
		at := f.at(q.Cost.Value, q.Score.Value)
		if i > 0 {
			line = append(line, pt{at.x, line[len(line)-1].y})
		}
		line = append(line, at)
	}
	return append(line, pt{f.area.x1, line[len(line)-1].y})
}

// steps returns the frontier as the areas that its parts cover.
func (f frame) steps(points []ParetoPoint) []rect {
	line := f.frontier(points)
	var out []rect
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		out = append(out, rect{min(a.x, b.x) - 0.6, min(a.y, b.y) - 0.6, max(a.x, b.x) + 0.6, max(a.y, b.y) + 0.6})
	}
	return out
}

func memberRadius(m float64) float64 {
	if math.IsNaN(m) {
		return markSize
	}
	return 1.7 + 2.1*m
}

// member draws a mark whose size and shade say how often it is on the frontier.
func (p pen) member(at pt, m float64, hollow bool) {
	r, t := memberRadius(m), 1.0
	if !math.IsNaN(m) {
		t = 0.1 + 0.9*m
	}
	fill, _ := heat(t)
	if !hollow {
		p.mark(circle, at, r+0.9, white, false) // keeps it apart from the bars
		p.mark(circle, at, r, fill, false)
	}
	p.ring(at, r, seriesColors[0], hollow)
}

// placeNames finds a place beside each mark that overlaps no mark, no other name
// and not the edge, and reports whether all were found. Bars and the frontier may
// be crossed, but are avoided.
func (f frame) placeNames(points []ParetoPoint, names []string) ([]rect, bool) {
	var marks, bars []rect
	for _, q := range points {
		at, r := f.at(q.Cost.Value, q.Score.Value), memberRadius(q.Membership)+0.8
		marks = append(marks, rect{at.x - r, at.y - r, at.x + r, at.y + r})
		if hasInterval(q.Score) {
			bars = append(bars, rect{at.x - 0.5, f.py(q.Score.Lo), at.x + 0.5, f.py(q.Score.Hi)})
		}
		if hasInterval(q.Cost) {
			bars = append(bars, rect{f.px(q.Cost.Lo), at.y - 0.5, f.px(q.Cost.Hi), at.y + 0.5})
		}
	}
	line := f.steps(points)
	edge := rect{f.area.x0 + 1, f.area.y0 + 1, f.area.x1 + 8, f.area.y1 + 4}
	places := make([]rect, len(points))
	ok := true
	for i, m := range marks {
		w, h := small.width(names[i]), smallSize
		best, least := rect{}, math.Inf(1)
		for n, o := range offsets {
			cx := m.cx() + o.x*(m.w()/2+1.5+w/2)
			cy := m.cy() + o.y*(m.h()/2+1+h/2)
			box := rect{cx - w/2, cy - h/2, cx + w/2, cy + h/2}
			end := box.nearest(pt{m.cx(), m.cy()})
			penalty := math.Hypot(end.x-m.cx(), end.y-m.cy()) + 0.01*float64(n)
			penalty += 100*crossings(box.wider(2), places[:i]) + 100*crossings(box, marks)
			penalty += 9*crossings(box, line) + 3*crossings(box, bars)
			if a, b, far := leader(pt{m.cx(), m.cy()}, m.w()/2, box); far {
				penalty += 60*hits(a, b, marks) + 60*hits(a, b, places[:i])
			}
			if box.x0 < edge.x0 || box.y0 < edge.y0 || box.x1 > edge.x1 || box.y1 > edge.y1 {
				penalty += 200
			}
			if penalty < least {
				best, least = box, penalty
			}
		}
		places[i] = best
		ok = ok && least < 100
	}
	return places, ok
}

// offsets are the places to try for a name, in half sizes of mark and name,
// nearest first.
var offsets = func() []pt {
	var out []pt
	for _, y := range []float64{0.75, -0.75, 0, 1.1, -1.1, 2, -2, 3, -3, 4, -4, 5, -5} {
		for _, x := range []float64{1, -1, 0, 1.6, -1.6, 2.4, -2.4, 3.2, -3.2} {
			if x != 0 || math.Abs(y) > 1 {
				out = append(out, pt{x, y})
			}
		}
	}
	return out
}()

func crossings(box rect, others []rect) float64 {
	n := 0.0
	for _, o := range others {
		if box.overlaps(o) {
			n++
		}
	}
	return n
}

// nearest returns the point of r that is nearest to q.
func (r rect) nearest(q pt) pt {
	return pt{min(max(q.x, r.x0), r.x1), min(max(q.y, r.y0+1), r.y1-1)}
}

func (r rect) wider(d float64) rect { return rect{r.x0 - d, r.y0, r.x1 + d, r.y1} }

// leader returns the line that joins a name to its mark, and whether the name
// stands so far away that it needs one.
func leader(at pt, r float64, box rect) (a, b pt, far bool) {
	end := box.nearest(at)
	d := math.Hypot(end.x-at.x, end.y-at.y)
	if d < r+3 {
		return a, b, false
	}
	on := func(u float64) pt { return pt{at.x + u*(end.x-at.x), at.y + u*(end.y-at.y)} }
	return on((r + 0.8) / d), on((d - 1) / d), true
}

// hits counts the boxes that the line from a to b enters.
func hits(a, b pt, boxes []rect) float64 {
	const parts = 12
	n := 0.0
	for _, o := range boxes {
		for i := range parts + 1 {
			u := float64(i) / parts
			x, y := a.x+u*(b.x-a.x), a.y+u*(b.y-a.y)
			if o.x0 < x && x < o.x1 && o.y0 < y && y < o.y1 {
				n++
				break
			}
		}
	}
	return n
}
