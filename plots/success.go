package plots

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"proofgrid/stats"
)

// Success is the share of tasks that each model solves in each regime.
type Success struct {
	Layout
	Models  []string
	Regimes []string
	Rates   [][]stats.Estimate // [model][regime], fractions
}

// NewSuccess draws a dot with its interval for every model and regime, grouped
// by model, with n at the right. It returns an error if a list is empty, a name
// is blank or repeated, Rates has not the shape [models][regimes], or a rate or
// an end of its interval is infinite or outside [0, 1]. A rate of NaN leaves its
// line empty.
func NewSuccess(in Success) (*Figure, error) {
	c := checker{figure: "success"}
	in.Models = c.names("Models", in.Models)
	in.Regimes = c.names("Regimes", in.Regimes)
	c.length("Rates", len(in.Rates), len(in.Models))
	if c.err != nil {
		return nil, c.err
	}
	var all []stats.Estimate
	var names []string
	rates := make([][]stats.Estimate, len(in.Models))
	for i, row := range in.Rates {
		c.length(fmt.Sprintf("Rates[%d] (%s)", i, in.Models[i]), len(row), len(in.Regimes))
		for j, e := range row {
			if c.err != nil {
				return nil, c.err
			}
			name := in.Models[i] + ", " + in.Regimes[j]
			e = c.estimate("rate of "+name, e, rateDomain)
			rates[i] = append(rates[i], e)
			all, names = append(all, e), append(names, name)
		}
	}
	if c.err != nil {
		return nil, c.err
	}

	s := newSheet(in.Layout)
	var cut labels
	legendNames := cut.fitLine(small, legendText(s.inner()), in.Regimes)
	var entries []entry
	for j, name := range legendNames {
		entries = append(entries, entry{name, seriesStyle(j).dotKey(true)})
	}
	leg := newLegend(s.inner(), entries)
	pitch := rowPitch
	if len(in.Regimes) == 1 {
		pitch = 13
	}
	block := pitch*float64(len(in.Regimes)) + 4
	models := cut.fit(small, 0.3*s.inner(), max(int((block-2)/small.height(1)), 1), in.Models)
	labelWidth := blockWidth(small, models)
	counts, countWidth := countColumn(rates)

	lo, hi := span(all)
	x, fromZero := rateAxis("solved (%)", lo, hi, 5)
	legendTop := s.reserve(leg.height())
	if leg.lastRow() > s.inner()-countWidth-12 || leg.height() == 0 {
		s.reserve(small.height(1)) // the heading of the counts needs a line of its own
	}
	body := s.reserve(block * float64(len(in.Models)))
	s.reserve(x.below())

	w := words{layout: in.Layout}
	w.say("Success by model and context regime: share of %s solved", w.unit())
	w.estimates("Bars", hollowMarks, names, all)
	w.zero(fromZero)
	w.shortened(cut)
	values := make([]string, len(all))
	for i := range all {
		values[i] = names[i] + " " + inWords(all[i])
	}

	return s.finish(w.String(), description("Dot plot of the share solved", values), func(p pen, height float64) {
		area := rect{margin + labelWidth + 6, height - body - block*float64(len(rates)), s.width - margin - countWidth - 6, height - body}
		f := frame{area: area, x: x.thinned(area.w())}
		leg.draw(p, margin, height-legendTop)
		p.text(small, muted, pt{s.width - margin, height - body + small.height(1)/2 + 2}, right, "n")
		stripes(p, area, margin, s.width-margin, len(rates), block)
		f.drawX(p, true)
		for i, row := range rates {
			top := area.y1 - float64(i)*block
			p.lines(small, ink, pt{margin + 2 + labelWidth, top - block/2}, right, models[i])
			for j, e := range row {
				y := top - 2 - (float64(j)+0.5)*pitch
				f.dotX(p, seriesStyle(j), e, y)
			}
			for j, n := range counts[i] {
				y := top - 2 - (float64(j)+0.5)*pitch
				if len(counts[i]) == 1 {
					y = top - block/2
				}
				p.text(small, muted, pt{s.width - margin, y}, right, n)
			}
		}
	}), nil
}

// countColumn returns the texts for n of each row: one if all n of the row are
// equal, else one per column.
func countColumn(rows [][]stats.Estimate) (counts [][]string, width float64) {
	counts = make([][]string, len(rows))
	for i, row := range rows {
		same := true
		for _, e := range row {
			same = same && e.N == row[0].N
			counts[i] = append(counts[i], countText(e))
		}
		if same {
			counts[i] = counts[i][:1]
		}
		width = max(width, small.widest(counts[i]...))
	}
	return counts, max(width, small.width("n"))
}

func countText(e stats.Estimate) string {
	if e.N == 0 {
		return "–"
	}
	return strconv.Itoa(e.N)
}

// span returns the range of the values and their finite intervals.
func span(es []stats.Estimate) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, e := range es {
		if !measured(e) {
			continue
		}
		for _, v := range []float64{e.Value, e.Lo, e.Hi} {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	if lo > hi {
		return 0, 1
	}
	return lo, hi
}

func blockWidth(t typeface, blocks [][]string) float64 {
	w := 0.0
	for _, b := range blocks {
		w = max(w, t.widest(b...))
	}
	return w
}

// stripes shades every other of n blocks from the left to the right edge.
func stripes(p pen, area rect, x0, x1 float64, n int, block float64) {
	for i := 1; i < n; i += 2 {
		top := area.y1 - float64(i)*block
		p.fillRect(shade, rect{x0, top - block, x1, top})
	}
}

// dotX draws an estimate as a dot at height y with a horizontal interval.
func (f frame) dotX(p pen, s series, e stats.Estimate, y float64) {
	if !measured(e) {
		return
	}
	if hasInterval(e) {
		f.intervalX(p, s.color, e, y)
	}
	p.mark(s.shape, pt{f.px(e.Value), y}, markSize, s.color, !hasInterval(e))
}

// intervalX draws the interval of e; an end beyond the axis becomes an arrow.
func (f frame) intervalX(p pen, c color.NRGBA, e stats.Estimate, y float64) {
	a, b := pt{f.px(e.Lo), y}, pt{f.px(e.Hi), y}
	p.whisker(c, a, b)
	if e.Lo < f.x.lo && a.x < b.x {
		p.arrow(c, b, a)
	}
	if e.Hi > f.x.hi && a.x < b.x {
		p.arrow(c, a, b)
	}
}
