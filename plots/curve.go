package plots

import (
	"fmt"
	"image/color"
	"math"

	"proofgrid/stats"
)

// Numbers of curves from which bands would hide each other, and from which one
// panel could not be read at all.
const (
	maxBands   = 4
	maxOverlay = 6
)

// curve is a line through estimates over a common axis.
type curve struct {
	name   string
	look   series
	points []curvePoint
	step   bool // the value holds until the next point
	marks  bool
}

type curvePoint struct {
	x         float64
	e         stats.Estimate
	knowledge Knowledge
}

// ranges returns what the vertical axis must cover.
func ranges(curves []curve) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, q := range c.points {
			if q.knowledge == Bounded {
				lo, hi = min(lo, q.e.Lo), max(hi, q.e.Hi)
			} else if measured(q.e) {
				a, b := span([]stats.Estimate{q.e})
				lo, hi = min(lo, a), max(hi, b)
			}
		}
	}
	if lo > hi {
		lo, hi = 0, 1
	}
	return lo, hi
}

// runs splits the points into stretches of neighbours that satisfy keep.
func (c curve) runs(keep func(curvePoint) bool) [][]curvePoint {
	var out [][]curvePoint
	open := false
	for _, q := range c.points {
		if !keep(q) {
			open = false
			continue
		}
		if !open {
			out = append(out, nil)
			open = true
		}
		out[len(out)-1] = append(out[len(out)-1], q)
	}
	return out
}

// trace returns the line through a run. Points closer than the eye can tell are
// left out, so that a curve of ten thousand solves stays a small file.
func (f frame) trace(run []curvePoint, step bool, y func(curvePoint) float64) []pt {
	const fine = 0.12
	var out []pt
	for i, q := range run {
		at := f.at(q.x, y(q))
		if n := len(out); n > 0 && i < len(run)-1 && math.Abs(at.x-out[n-1].x) < fine && math.Abs(at.y-out[n-1].y) < fine {
			continue
		}
		if n := len(out); step && n > 0 {
			out = append(out, pt{at.x, out[n-1].y})
		}
		out = append(out, at)
	}
	return out
}

func value(q curvePoint) float64 { return q.e.Value }
func lower(q curvePoint) float64 { return q.e.Lo }
func upper(q curvePoint) float64 { return q.e.Hi }

func (f frame) ribbon(run []curvePoint, step bool) []pt {
	band := f.trace(run, step, upper)
	under := f.trace(run, step, lower)
	for i := len(under) - 1; i >= 0; i-- {
		band = append(band, under[i])
	}
	return band
}

// band fills the confidence band.
func (f frame) band(p pen, c curve) {
	for _, run := range c.runs(func(q curvePoint) bool { return q.knowledge == Identified && hasInterval(q.e) }) {
		if len(run) > 1 {
			p.fill(fade(c.look.color, bandAlpha), f.ribbon(run, c.step)...)
		} else if !c.marks {
			continue
		} else {
			f.whiskerY(p, c.look.color, run[0].e, f.px(run[0].x))
		}
	}
}

// bounds rules the region where only bounds are known, and puts a dashed bracket
// at each point.
func (f frame) bounds(p pen, c curve) {
	for _, run := range c.runs(func(q curvePoint) bool { return q.knowledge == Bounded }) {
		for i := 1; i < len(run); i++ {
			a, b := run[i-1], run[i]
			x0, x1 := f.px(a.x), f.px(b.x)
			for x := x0 + 1.6; x < x1; x += 1.6 {
				u := (x - x0) / (x1 - x0)
				mix := func(v, w float64) float64 { return f.py(v)*(1-u) + f.py(w)*u }
				p.stroke(fade(c.look.color, 0x90), 0.35, nil, pt{x, mix(a.e.Lo, b.e.Lo)}, pt{x, mix(a.e.Hi, b.e.Hi)})
			}
		}
		dots := []float64{1.5, 1.2}
		p.stroke(c.look.color, 0.6, dots, f.trace(run, false, upper)...)
		p.stroke(c.look.color, 0.6, dots, f.trace(run, false, lower)...)
		for _, q := range run {
			x, lo, hi := f.px(q.x), f.py(q.e.Lo), f.py(q.e.Hi)
			p.stroke(c.look.color, regular, dots, pt{x, lo}, pt{x, hi})
			p.stroke(c.look.color, regular, nil, pt{x - 2, lo}, pt{x + 2, lo})
			p.stroke(c.look.color, regular, nil, pt{x - 2, hi}, pt{x + 2, hi})
		}
	}
}

func (f frame) stroke(p pen, c curve, col color.NRGBA, width float64) {
	for _, run := range c.runs(func(q curvePoint) bool { return q.knowledge == Identified && measured(q.e) }) {
		p.stroke(col, width, c.look.dash, f.trace(run, c.step, value)...)
	}
}

func (f frame) marks(p pen, c curve, whiskers bool) {
	for _, q := range c.points {
		if q.knowledge != Identified || !measured(q.e) {
			continue
		}
		x := f.px(q.x)
		if whiskers && hasInterval(q.e) {
			f.whiskerY(p, c.look.color, q.e, x)
		}
		p.mark(c.look.shape, pt{x, f.py(q.e.Value)}, markSize, c.look.color, !hasInterval(q.e))
	}
}

func (f frame) whiskerY(p pen, c color.NRGBA, e stats.Estimate, x float64) {
	p.whisker(c, pt{x, f.py(e.Lo)}, pt{x, f.py(e.Hi)})
}

// curves draws all curves into one panel.
func (f frame) curves(p pen, cs []curve) {
	bands := len(cs) <= maxBands
	if bands {
		for _, c := range cs {
			f.band(p, c)
		}
	}
	for _, c := range cs {
		f.bounds(p, c)
	}
	for i, c := range cs {
		g := f
		if c.marks && !bands {
			dx := (float64(i) - float64(len(cs)-1)/2) * 2.4
			g.area.x0, g.area.x1 = g.area.x0+dx, g.area.x1+dx
		}
		g.stroke(p, c, c.look.color, strong)
		if c.marks {
			g.marks(p, c, !bands)
		}
	}
}

// spotlight draws one curve in full over the shadows of the others.
func (f frame) spotlight(p pen, cs []curve, i int) {
	for j, c := range cs {
		if j != i {
			c.look.dash = nil
			f.stroke(p, c, rgb(0xc4c4c4), 0.6)
		}
	}
	c := cs[i]
	c.look.dash = nil // its panel tells it apart
	f.curves(p, []curve{c})
}

// inWords says where the curve begins and ends, x being the name of the axis.
func (c curve) inWords(x string) string {
	var known []curvePoint
	bounded := false
	for _, q := range c.points {
		bounded = bounded || q.knowledge == Bounded
		if q.knowledge == Identified && measured(q.e) {
			known = append(known, q)
		}
	}
	s := c.name + " "
	at := func(q curvePoint) string { return fmt.Sprintf("%s at %s %s", inWords(q.e), x, number(q.x)) }
	switch len(known) {
	case 0:
		s += "has no identified value"
	case 1:
		s += at(known[0])
	default:
		s += "from " + at(known[0]) + " to " + at(known[len(known)-1])
	}
	if bounded {
		s += ", in part known only as bounds"
	}
	return s
}

// curveFigure lays out curves over one axis: together with a legend while they
// can be told apart, else each in a panel of its own. under, which may be nil,
// draws on each panel first.
func curveFigure(s *sheet, cut *labels, cs []curve, extra []entry, x, y axis, under func(pen, frame)) func(p pen, height float64) {
	names := make([]string, len(cs))
	for i, c := range cs {
		names[i] = c.name
	}
	g := panels{n: 1, cols: 1, xs: []axis{x}, y: y, tall: 105}
	if s.width > singleColumn {
		g.tall = 140
	}
	entries := extra
	if len(cs) > maxOverlay {
		g.n, g.cols, g.tall = len(cs), 3, 52
		if s.width > singleColumn {
			g.cols = 6
		}
		inner := (s.inner() - y.beside()) / float64(g.cols)
		g.titles = cut.fitLine(small, inner-12, names)
	} else if len(cs) > 1 || len(extra) > 0 {
		var own []entry
		for i, name := range cut.fitLine(small, legendText(s.inner()), names) {
			own = append(own, entry{name, cs[i].look.lineKey(cs[i].marks)})
		}
		entries = append(own, extra...)
	}
	leg := newLegend(s.inner(), entries)
	legendTop := s.reserve(leg.height())
	top := s.reserve(g.height())
	return func(p pen, height float64) {
		leg.draw(p, margin, height-legendTop)
		g.draw(p, margin, s.width-margin, height-top, func(i int, f frame) {
			if under != nil {
				under(p, f)
			}
			if g.n == 1 {
				f.curves(p, cs)
			} else {
				f.spotlight(p, cs, i)
			}
		})
	}
}

// hollowMarks are what an estimate without interval looks like.
const hollowMarks = "Hollow marks"

// overlayWords says how the intervals of n marked curves are drawn.
func overlayWords(n int) string {
	if n <= maxBands || n > maxOverlay {
		return "Bands"
	}
	return "Bars (shifted sideways to stay apart)"
}
