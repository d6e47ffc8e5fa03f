package plots

import (
	"fmt"
	"image/color"
	"strconv"
)

// segment is one part of a stacked bar.
type segment struct {
	name  string
	fill  color.NRGBA
	hatch hatch
}

const (
	barHeight = 10.0
	barPitch  = 14.0
)

// stackedBars lays out bars of 100 %, one per row, with counts in the segments
// that have room for them and the denominators at the right.
type stackedBars struct {
	segments []segment
	rows     [][]string // labels
	counts   [][]int    // [row][segment]
	heading  string     // of the denominators
}

func (b stackedBars) draw(s *sheet) func(p pen, height float64) {
	var entries []entry
	for _, g := range b.segments {
		entries = append(entries, entry{g.name, func(p pen, r rect) {
			p.area(g, rect{r.cx() - 5, r.y0, r.cx() + 5, r.y1})
		}})
	}
	leg := newLegend(s.inner(), entries)
	labelWidth := blockWidth(small, b.rows)
	totals := make([]string, len(b.counts))
	for i, row := range b.counts {
		totals[i] = strconv.Itoa(sum(row))
	}
	totalWidth := max(small.widest(totals...), small.width(b.heading))
	x := axis{title: "share (%)", lo: 0, hi: 1}
	for i := 0; i <= 100; i += 20 {
		x.ticks = append(x.ticks, tick{float64(i) / 100, strconv.Itoa(i)})
	}
	legendTop := s.reserve(leg.height())
	if leg.lastRow() > s.inner()-totalWidth-12 {
		s.reserve(small.height(1)) // the heading of the counts needs a line of its own
	}
	top := s.reserve(0)
	tops := make([]float64, len(b.rows))
	heights := make([]float64, len(b.rows))
	for i, lines := range b.rows {
		heights[i] = max(barPitch, small.height(len(lines))+4)
		tops[i] = s.reserve(heights[i])
	}
	bottom := s.height + 2
	s.reserve(2 + x.below())
	return func(p pen, height float64) {
		leg.draw(p, margin, height-legendTop)
		f := frame{area: rect{margin + labelWidth + 5, height - bottom, s.width - margin - totalWidth - 6, height - top}, x: x}
		f.x = f.x.thinned(f.area.w())
		p.text(small, muted, pt{s.width - margin, height - top + small.height(1)/2 + 1}, right, b.heading)
		f.drawX(p, false)
		for i, row := range b.counts {
			cy := height - tops[i] - heights[i]/2
			p.lines(small, ink, pt{f.area.x0 - 5, cy}, right, b.rows[i])
			p.text(small, muted, pt{s.width - margin, cy}, right, totals[i])
			f.stack(p, b.segments, row, cy)
		}
	}
}

// stack draws one bar around the height cy.
func (f frame) stack(p pen, segments []segment, counts []int, cy float64) {
	total := sum(counts)
	if total == 0 {
		p.text(small, muted, pt{f.area.x0 + 3, cy}, left, "n = 0")
		return
	}
	done := 0
	for j, n := range counts {
		if n == 0 {
			continue
		}
		box := rect{f.px(float64(done) / float64(total)), cy - barHeight/2, f.px(float64(done+n) / float64(total)), cy + barHeight/2}
		done += n
		p.area(segments[j], box)
		// The longest text that fits; a count alone still says all, as the axis
		// gives the percentage.
		for _, text := range []string{fmt.Sprintf("%d (%s %%)", n, whole(float64(n)/float64(total))), strconv.Itoa(n)} {
			w := small.width(text)
			if w+3 > box.w() {
				continue
			}
			if segments[j].hatch != plain {
				p.fillRect(segments[j].fill, rect{box.cx() - w/2 - 1, cy - 3.6, box.cx() + w/2 + 1, cy + 3.6})
			}
			p.text(small, textOn(segments[j].fill), pt{box.cx(), cy}, centre, text)
			break
		}
	}
}

// area fills a box in the look of a segment, with a white edge against its
// neighbours.
func (p pen) area(g segment, r rect) {
	p.fillRect(g.fill, r)
	p.hatchRect(fade(white, 0xb0), 0.6, 3, g.hatch, r)
	p.strokeRect(white, 0.5, nil, r)
}

func sum(v []int) int {
	total := 0
	for _, n := range v {
		total += n
	}
	return total
}
