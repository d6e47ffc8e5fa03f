package plots

import (
	"fmt"

	"proofgrid/stats"
)

// Difference is one paired comparison.
type Difference struct {
	Label string         // such as "full − curated": the sign of Diff is that of this difference
	Group string         // heading that it shares with its neighbours; may be empty
	Diff  stats.Estimate // difference of fractions, in [−1, 1]
	P     float64        // corrected for multiplicity; NaN if undefined
}

// Forest is a set of paired comparisons.
type Forest struct {
	Layout
	Rows       []Difference
	Test       string // such as "cluster sign-flip test"
	Correction string // such as "Holm"; empty if P is uncorrected
}

// NewForest draws one line per difference: dot and interval against the line of
// no difference, the numbers, and p. Rows keep their order; a heading is set
// where Group changes. It returns an error if there is no row, a label is blank
// or repeated within its group, a difference is infinite or outside [−1, 1], or p
// is outside [0, 1]; a difference of NaN leaves its line empty.
func NewForest(in Forest) (*Figure, error) {
	c := checker{figure: "forest"}
	full := make([]string, len(in.Rows))
	names := make([]string, len(in.Rows))
	diffs := make([]stats.Estimate, len(in.Rows))
	alt := make([]string, len(in.Rows))
	for i, r := range in.Rows {
		if oneLine(r.Label) == "" {
			c.failf("Rows[%d] has a blank label", i)
		}
		names[i], full[i] = oneLine(r.Label), oneLine(r.Label)
		if g := oneLine(r.Group); g != "" {
			full[i] = g + ": " + names[i]
		}
		diffs[i] = c.estimate(full[i], r.Diff, differenceDomain)
		c.p(full[i], r.P)
		alt[i] = full[i] + " " + points(diffs[i]) + " points, p " + pValue(r.P)
	}
	full = c.names("Rows", full)
	if c.err != nil {
		return nil, c.err
	}

	s := newSheet(in.Layout)
	var cut labels
	labelRoom := 0.29 * s.inner()
	rowNames := cut.fit(small, labelRoom, 3, names)
	labelWidth := blockWidth(small, rowNames)
	numbers, ps := make([]string, len(diffs)), make([]string, len(diffs))
	for i, e := range diffs {
		numbers[i], ps[i] = points(e), pValue(in.Rows[i].P)
	}
	pHead := "p"
	if in.Correction != "" {
		pHead = "adj. p"
	}
	const diffHead = "points"
	numberWidth := max(small.widest(numbers...), small.width(diffHead))
	pWidth := max(small.widest(ps...), small.width(pHead))

	heads := s.reserve(small.height(1) + 3)
	tops := make([]float64, len(diffs))
	headings := map[int]float64{}
	heights := make([]float64, len(diffs))
	for i, lines := range rowNames {
		if g := oneLine(in.Rows[i].Group); g != "" && (i == 0 || g != oneLine(in.Rows[i-1].Group)) {
			headings[i] = s.reserve(rowPitch + 1)
		}
		heights[i] = max(small.height(len(lines)), small.height(1)) + 4
		tops[i] = s.reserve(heights[i])
	}
	lo, hi := span(diffs)
	x := linearAxis("difference (points)", min(lo, 0), max(hi, 0), 4, func(v float64) string { return trimmed(100*v, 3) })
	bottom := s.height
	s.reserve(x.below())

	w := words{layout: in.Layout}
	w.say("Paired differences of the share of %s solved, in percentage points", w.unit())
	w.estimates("Bars", hollowMarks, full, diffs)
	switch {
	case in.Correction != "" && in.Test != "":
		w.say("p: %s, two-sided, corrected by %s", oneLine(in.Test), oneLine(in.Correction))
	case in.Correction != "":
		w.say("p corrected by %s", oneLine(in.Correction))
	case in.Test != "":
		w.say("p: %s, two-sided, not corrected for multiplicity", oneLine(in.Test))
	}
	groups := make([]string, len(in.Rows))
	for i, r := range in.Rows {
		groups[i] = wrap(smallBold, s.inner(), 1, printable(smallBold, r.Group))[0]
	}
	w.shortened(cut)

	return s.finish(w.String(), description("Forest plot of paired differences", alt), func(p pen, height float64) {
		xEdge := s.width - margin
		f := frame{area: rect{margin + labelWidth + 6, height - bottom, xEdge - pWidth - 6 - numberWidth - 6, height - tops[0]}, x: x}
		f.x = f.x.thinned(f.area.w())
		f.drawX(p, true)
		p.stroke(muted, regular, nil, pt{f.px(0), f.area.y0}, pt{f.px(0), f.area.y1})
		headY := height - heads - small.height(1)/2
		p.text(small, muted, pt{xEdge - pWidth - 6, headY}, right, diffHead)
		p.text(small, muted, pt{xEdge, headY}, right, pHead)
		for i, e := range diffs {
			if top, ok := headings[i]; ok {
				p.fillRect(white, rect{margin, height - top - rowPitch - 1, xEdge, height - top})
				p.text(smallBold, ink, pt{margin, height - top - (rowPitch+1)/2}, left, groups[i])
			}
			cy := height - tops[i] - heights[i]/2
			p.lines(small, ink, pt{margin + labelWidth, cy}, right, rowNames[i])
			f.dotX(p, seriesStyle(0), e, cy)
			p.text(small, ink, pt{xEdge - pWidth - 6, cy}, right, numbers[i])
			p.text(small, ink, pt{xEdge, cy}, right, ps[i])
		}
	}), nil
}

// points prints a difference in percentage points: "−5.8 [−9.1, −2.5]".
func points(e stats.Estimate) string {
	switch {
	case !measured(e):
		return "–"
	case !hasInterval(e):
		return signed(100 * e.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", signed(100*e.Value), signed(100*e.Lo), signed(100*e.Hi))
}
