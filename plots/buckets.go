package plots

import (
	"fmt"

	"proofgrid/stats"
)

// BucketSeries is the share solved per bucket.
type BucketSeries struct {
	Name  string
	Rates []stats.Estimate // [bucket], fractions
}

// Buckets is the share solved by bucket of a feature, such as nesting depth.
type Buckets struct {
	Layout
	Feature string   // title of the axis
	Buckets []string // in order, such as 1–3, 4–6, 7+
	Series  []BucketSeries
}

// NewBuckets draws the rate and interval of each series side by side in every
// bucket, joined by a thin line, with n below. It returns an error if a list is
// empty, a name is blank or repeated, a series has not one rate per bucket, or a
// rate is infinite or outside [0, 1]; a rate of NaN is a gap.
func NewBuckets(in Buckets) (*Figure, error) {
	c := checker{figure: "buckets"}
	in.Buckets = c.names("Buckets", in.Buckets)
	names := make([]string, len(in.Series))
	for i, sr := range in.Series {
		names[i] = sr.Name
	}
	names = c.names("Series", names)
	var all []stats.Estimate
	var where, alt []string
	rates := make([][]stats.Estimate, len(in.Series))
	for i, sr := range in.Series {
		c.length(fmt.Sprintf("rates of %q", sr.Name), len(sr.Rates), len(in.Buckets))
		if c.err != nil {
			return nil, c.err
		}
		for j, e := range sr.Rates {
			name := names[i] + ", " + in.Buckets[j]
			e = c.estimate(name, e, rateDomain)
			rates[i] = append(rates[i], e)
			all, where = append(all, e), append(where, name)
			alt = append(alt, name+": "+inWords(e))
		}
	}
	if c.err != nil {
		return nil, c.err
	}

	s := newSheet(in.Layout)
	var cut labels
	var entries []entry
	for i, name := range cut.fitLine(small, legendText(s.inner()), names) {
		entries = append(entries, entry{name, seriesStyle(i).dotKey(false)})
	}
	leg := legend{}
	if len(entries) > 1 {
		leg = newLegend(s.inner(), entries)
	}
	lo, hi := span(all)
	y, fromZero := rateAxis("solved (%)", lo, hi, 4)
	counts := bucketCounts(rates, len(in.Buckets))
	side := max(y.beside(), small.width("n")+14)
	slot := (s.inner() - side) / float64(len(in.Buckets))
	buckets, flat := columnHeads(&cut, slot-3, in.Buckets)
	bucketHeight := headHeight(buckets, flat)
	tall := 100.0
	legendTop := s.reserve(leg.height())
	top := s.reserve(tall + 4)
	bucketTop := s.reserve(bucketHeight + 4)
	titleTop := s.reserve(titleHeight())
	countTop := s.reserve(rowPitch * float64(len(counts)))

	w := words{layout: in.Layout}
	w.say("Share of %s solved by %s", w.unit(), oneLine(in.Feature))
	w.estimates("Bars", hollowMarks, where, all)
	if len(in.Series) > 1 {
		w.say("Thin lines only join what belongs together")
	}
	w.zero(fromZero)
	w.shortened(cut)

	return s.finish(w.String(), description("Dot plot of the share solved by "+oneLine(in.Feature), alt), func(p pen, height float64) {
		f := frame{area: rect{margin + side, height - top - 4 - tall, s.width - margin, height - top - 4}, y: y}
		leg.draw(p, margin, height-legendTop)
		f.drawY(p)
		p.stroke(axisInk, regular, nil, pt{f.area.x0, f.area.y0}, pt{f.area.x1, f.area.y0})
		at := func(i, j int) float64 { // place of series i in bucket j
			spread := min(slot*0.75/float64(len(rates)), 13)
			return f.area.x0 + (float64(j)+0.5)*slot + (float64(i)-float64(len(rates)-1)/2)*spread
		}
		for i, row := range rates {
			look := seriesStyle(i)
			for j := 1; j < len(row); j++ {
				if measured(row[j-1]) && measured(row[j]) {
					p.stroke(fade(look.color, 0x70), 0.5, look.dash, pt{at(i, j-1), f.py(row[j-1].Value)}, pt{at(i, j), f.py(row[j].Value)})
				}
			}
		}
		for i, row := range rates {
			look := seriesStyle(i)
			for j, e := range row {
				if hasInterval(e) {
					f.whiskerY(p, look.color, e, at(i, j))
				}
				if measured(e) {
					p.mark(look.shape, pt{at(i, j), f.py(e.Value)}, markSize, look.color, !hasInterval(e))
				}
			}
		}
		for j, lines := range buckets {
			cx, y := f.area.x0+(float64(j)+0.5)*slot, height-bucketTop-2.5
			if flat {
				p.lines(small, ink, pt{cx, y - small.height(len(lines))/2}, centre, lines)
			} else {
				p.upright(small, ink, pt{cx, y - 1}, right, lines[0])
			}
		}
		p.text(label, ink, pt{f.area.cx(), height - titleTop - label.height(1)/2}, centre, printable(label, in.Feature))
		for i, row := range counts {
			cy := height - countTop - (float64(i)+0.5)*rowPitch
			p.text(small, muted, pt{f.area.x0 - 5, cy}, right, "n")
			if len(counts) > 1 {
				look := seriesStyle(i)
				p.mark(look.shape, pt{f.area.x0 - 5 - small.width("n") - 5.5, cy}, markSize, look.color, false)
			}
			for j, n := range row {
				p.text(small, muted, pt{f.area.x0 + (float64(j)+0.5)*slot, cy}, centre, n)
			}
		}
	}), nil
}

// bucketCounts returns the rows of n to print: one if all series rest on the same
// tasks, else one per series.
func bucketCounts(rates [][]stats.Estimate, buckets int) [][]string {
	out := make([][]string, len(rates))
	same := true
	for i, row := range rates {
		for j := range buckets {
			same = same && row[j].N == rates[0][j].N
			out[i] = append(out[i], countText(row[j]))
		}
	}
	if same {
		return out[:1]
	}
	return out
}
