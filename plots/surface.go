package plots

import (
	"fmt"
	"slices"
	"strconv"

	"proofgrid/stats"
)

// BudgetSurface is the solve rate over samples k and repair rounds r.
type BudgetSurface struct {
	Layout
	Points []BudgetPoint // in any order; a pair (k, r) that is missing is Unidentified
}

const (
	surfaceRow    = 21.0
	surfaceColumn = 26.5 // fits an interval such as 38–46
)

// NewBudgetSurface draws a heat map of the solve rate with the rate and its
// interval in every cell, k to the right and r upwards. Cells known only as
// bounds show these in square brackets on a dashed ground; unidentified cells and
// NaN are hatched. If more values of k are given than have room, those in between
// are left out evenly and the caption says so. It returns an error if there is no
// point, a pair (k, r) occurs twice, or a rate or bound is infinite or outside
// [0, 1].
func NewBudgetSurface(in BudgetSurface) (*Figure, error) {
	c := checker{figure: "budget surface"}
	if len(in.Points) == 0 || len(in.Points) > maxItems {
		c.failf("Points has %d entries, want 1 to %d", len(in.Points), maxItems)
	}
	type budget struct{ k, r int }
	cells := map[budget]BudgetPoint{}
	var ks, rs []int
	var all []stats.Estimate
	var where, alt []string
	bounds := false
	for _, b := range in.Points {
		name := fmt.Sprintf("k = %d, r = %d", b.K, b.R)
		key := budget{b.K, b.R}
		if _, twice := cells[key]; twice {
			c.failf("%s occurs twice", name)
		}
		b = c.budget(name, b)
		cells[key] = b
		ks, rs = append(ks, b.K), append(rs, b.R)
		switch b.Knowledge {
		case Identified:
			all, where = append(all, b.Estimate), append(where, name)
			alt = append(alt, name+": "+inWords(b.Estimate))
		case Bounded:
			bounds = true
			alt = append(alt, fmt.Sprintf("%s: between %s and %s %%", name, percent(b.Estimate.Lo), percent(b.Estimate.Hi)))
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	slices.Sort(ks)
	slices.Sort(rs)
	ks, rs = slices.Compact(ks), slices.Compact(rs)

	s := newSheet(in.Layout)
	leftRoom := titleHeight() + small.width(strconv.Itoa(rs[len(rs)-1])) + 4
	shown := thinnedInts(ks, int((s.inner()-leftRoom)/surfaceColumn))
	unknown := false
	for _, k := range shown {
		for _, r := range rs {
			b, ok := cells[budget{k, r}]
			unknown = unknown || !ok || !b.shown()
		}
	}
	var entries []entry
	if bounds {
		entries = append(entries, entry{"bounds only", func(p pen, r rect) { p.bounded(r) }})
	}
	if unknown {
		entries = append(entries, entry{"no value", func(p pen, r rect) { p.unknown(r) }})
	}
	leg := newLegend(s.inner(), entries)
	lo, hi := spanOfValues(all)
	legendTop := s.reserve(leg.height())
	top := s.reserve(surfaceRow * float64(len(rs)))
	s.reserve(2 + small.height(1) + titleHeight())

	w := words{layout: in.Layout}
	w.say("Share of %s solved (%%) with k samples and up to r repair rounds each; darker is higher", w.unit())
	w.estimates("Second lines", "Cells of one line", where, all)
	if bounds {
		w.say("Square brackets hold bounds where the stopping policy does not identify the value")
	}
	if unknown {
		w.say("Hatched cells have no value: not measured, or not identified by the stopping policy")
	}
	if len(shown) < len(ks) {
		w.say("%d of %d values of k are shown", len(shown), len(ks))
	}

	return s.finish(w.String(), description("Heat map of the share solved", alt), func(p pen, height float64) {
		area := rect{margin + leftRoom, height - top - surfaceRow*float64(len(rs)), s.width - margin, height - top}
		column := min(area.w()/float64(len(shown)), 60)
		area.x1 = area.x0 + column*float64(len(shown))
		leg.draw(p, margin, height-legendTop)
		for j, r := range rs {
			y0 := area.y0 + float64(j)*surfaceRow
			p.text(small, ink, pt{area.x0 - 4, y0 + surfaceRow/2}, right, strconv.Itoa(r))
			for i, k := range shown {
				box := rect{area.x0 + float64(i)*column, y0, area.x0 + float64(i+1)*column, y0 + surfaceRow}.inset(0.5)
				b, ok := cells[budget{k, r}]
				if !ok || !b.shown() {
					p.unknown(box)
					continue
				}
				p.surfaceCell(box, b, lo, hi)
			}
		}
		for i, k := range shown {
			p.text(small, ink, pt{area.x0 + (float64(i)+0.5)*column, area.y0 - 2 - small.height(1)/2}, centre, strconv.Itoa(k))
		}
		p.text(label, ink, pt{area.cx(), area.y0 - 2 - small.height(1) - titleHeight() + label.height(1)/2}, centre, "samples k")
		for _, title := range []string{"repair rounds r", "rounds r", "r"} {
			if label.width(title) <= area.h() || title == "r" {
				p.upright(label, ink, pt{margin + label.height(1)/2, area.cy()}, centre, title)
				break
			}
		}
	}), nil
}

func (p pen) surfaceCell(box rect, b BudgetPoint, lo, hi float64) {
	e := b.Estimate
	if b.Knowledge == Bounded {
		p.bounded(box)
		p.text(small, ink, pt{box.cx(), box.cy()}, centre, "["+whole(e.Lo)+"–"+whole(e.Hi)+"]")
		return
	}
	fill, on := heat((e.Value - lo) / (hi - lo))
	p.fillRect(fill, box)
	if !hasInterval(e) {
		p.text(small, on, pt{box.cx(), box.cy()}, centre, percent(e.Value))
		return
	}
	line := small.height(1)
	p.text(smallBold, on, pt{box.cx(), box.cy() + line/2 + 0.3}, centre, percent(e.Value))
	p.text(small, on, pt{box.cx(), box.cy() - line/2 - 0.3}, centre, whole(e.Lo)+"–"+whole(e.Hi))
}

func (p pen) bounded(r rect) {
	p.strokeRect(muted, 0.6, []float64{1.8, 1.4}, r.inset(0.5))
}

func (p pen) unknown(r rect) {
	p.fillRect(shade, r)
	p.hatchRect(rgb(0xb8b8b8), 0.5, 4, striped, r)
}

func whole(v float64) string { return fixedDigits(100*v, 0) }

// spanOfValues returns the range that the shades cover, at least 5 points wide so
// that noise does not look like a gradient.
func spanOfValues(es []stats.Estimate) (lo, hi float64) {
	values := make([]stats.Estimate, len(es))
	for i, e := range es {
		values[i] = stats.Estimate{Value: e.Value, Lo: e.Value, Hi: e.Value}
	}
	lo, hi = span(values)
	if hi-lo < 0.05 {
		mid := (lo + hi) / 2
		lo, hi = mid-0.025, mid+0.025
	}
	return lo, hi
}

// thinnedInts keeps at most n values, first and last among them.
func thinnedInts(v []int, n int) []int {
	if len(v) <= n {
		return v
	}
	out := make([]int, n)
	for i := range out {
		out[i] = v[i*(len(v)-1)/(n-1)]
	}
	return out
}
