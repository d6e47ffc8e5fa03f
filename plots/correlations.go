package plots

import (
	"math"

	"proofgrid/stats"
)

// Correlation is how one feature of the tasks goes with being solved.
type Correlation struct {
	Feature   string
	Spearman  stats.Estimate
	SpearmanP float64        // NaN if undefined
	Partial   stats.Estimate // with Correlations.Given held constant; Value NaN if not computed
	PartialP  float64
}

// Correlations are the rank correlations of features with success.
type Correlations struct {
	Layout
	Rows  []Correlation
	Given string // what the partial correlation holds constant, such as "repository"
	Test  string // how p was obtained, such as "permutation within repositories"
}

// NewCorrelations draws Spearman's and the partial coefficient of each feature
// with interval, value and p. It returns an error if there is no row, a name is
// blank or repeated, a coefficient is infinite or outside [−1, 1], or p is outside
// [0, 1]. A coefficient of NaN (a constant feature) leaves its line empty; if no
// feature has a partial one, that series is left out.
func NewCorrelations(in Correlations) (*Figure, error) {
	c := checker{figure: "correlations"}
	names := make([]string, len(in.Rows))
	for i, r := range in.Rows {
		names[i] = r.Feature
	}
	names = c.names("Rows", names)
	kinds := []string{"Spearman", "partial"}
	if g := oneLine(in.Given); g != "" {
		kinds[1] = "partial, given " + g
	}
	rows := make([][]stats.Estimate, len(in.Rows))
	ps := make([][]float64, len(in.Rows))
	anyPartial := false
	for i, r := range in.Rows {
		rows[i] = []stats.Estimate{c.estimate("Spearman of "+r.Feature, r.Spearman, correlationDomain), c.estimate("partial of "+r.Feature, r.Partial, correlationDomain)}
		ps[i] = []float64{r.SpearmanP, r.PartialP}
		c.p("Spearman of "+r.Feature, r.SpearmanP)
		c.p("partial of "+r.Feature, r.PartialP)
		anyPartial = anyPartial || measured(rows[i][1])
	}
	if c.err != nil {
		return nil, c.err
	}
	if !anyPartial {
		kinds = kinds[:1]
	}
	var all []stats.Estimate
	var where, alt []string
	for i := range rows {
		rows[i], ps[i] = rows[i][:len(kinds)], ps[i][:len(kinds)]
		for j, e := range rows[i] {
			all, where = append(all, e), append(where, names[i]+" ("+kinds[j]+")")
			alt = append(alt, names[i]+" ("+kinds[j]+") "+coefficient(e)+", p "+pValue(ps[i][j]))
		}
	}
	lo, hi := span(all)
	most := max(math.Abs(lo), math.Abs(hi), 0.1)
	x := linearAxis("rank correlation with success", -most, most, 6, func(v float64) string { return trimmed(v, 3) })
	x.lo, x.hi = max(x.lo, -1), min(x.hi, 1)

	s := newSheet(in.Layout)
	var cut labels
	pitch := rowPitch
	if len(kinds) == 1 {
		pitch = 13
	}
	block := pitch*float64(len(kinds)) + 4
	features := cut.fit(small, 0.36*s.inner(), max(int((block-2)/small.height(1)), 1), names)
	labelWidth := blockWidth(small, features)
	var entries []entry
	if len(kinds) > 1 {
		for j, name := range cut.fitLine(small, legendText(s.inner()), kinds) {
			entries = append(entries, entry{name, seriesStyle(j).dotKey(true)})
		}
	}
	leg := newLegend(s.inner(), entries)
	pWidth, rhoWidth := small.width("<.001"), small.width("−0.00")
	legendTop := s.reserve(leg.height())
	if leg.height() == 0 || leg.lastRow() > s.inner()-pWidth-rhoWidth-14 {
		s.reserve(small.height(1))
	}
	top := s.reserve(block * float64(len(rows)))
	s.reserve(x.below())

	w := words{layout: in.Layout}
	w.say("Spearman's rank correlation (ρ) of each feature with success")
	if anyPartial && in.Given != "" {
		w.say("The partial coefficient is that of the ranks less their means per %s", oneLine(in.Given))
	}
	w.estimates("Bars", hollowMarks, where, all)
	if in.Test != "" {
		w.say("p: %s", oneLine(in.Test))
	}
	w.shortened(cut)

	return s.finish(w.String(), description("Dot plot of rank correlations with success", alt), func(p pen, height float64) {
		xEdge := s.width - margin
		f := frame{area: rect{margin + labelWidth + 8, height - top - block*float64(len(rows)), xEdge - pWidth - rhoWidth - 14, height - top}, x: x}
		f.x = f.x.thinned(f.area.w())
		leg.draw(p, margin, height-legendTop)
		headY := f.area.y1 + small.height(1)/2 + 2
		p.text(small, muted, pt{xEdge - pWidth - 6, headY}, right, "ρ")
		p.text(small, muted, pt{xEdge, headY}, right, "p")
		stripes(p, f.area, margin, xEdge, len(rows), block)
		f.drawX(p, true)
		p.stroke(muted, regular, nil, pt{f.px(0), f.area.y0}, pt{f.px(0), f.area.y1})
		for i, row := range rows {
			rowTop := f.area.y1 - float64(i)*block
			p.lines(small, ink, pt{margin + 2 + labelWidth, rowTop - block/2}, right, features[i])
			for j, e := range row {
				cy := rowTop - 2 - (float64(j)+0.5)*pitch
				f.dotX(p, seriesStyle(j), e, cy)
				p.text(small, ink, pt{xEdge - pWidth - 6, cy}, right, coefficient(e))
				p.text(small, ink, pt{xEdge, cy}, right, pValue(ps[i][j]))
			}
		}
	}), nil
}

func coefficient(e stats.Estimate) string {
	if !measured(e) {
		return "–"
	}
	return fixedDigits(e.Value, 2)
}
