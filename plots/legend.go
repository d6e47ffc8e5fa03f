package plots

import "math"

// entry is one line of a legend: a key drawn into a box of keyWidth, and a text.
type entry struct {
	text string
	key  func(p pen, r rect)
}

// legend stands above the plot, never on it.
type legend struct {
	entries []entry
	column  float64 // 0 if the entries flow
	rows    [][]int
}

const entryGap = 9.0

// newLegend lays entries out in rows within width: in one row if they fit, in
// columns of one width otherwise.
func newLegend(width float64, entries []entry) legend {
	l := legend{entries: entries}
	if len(entries) == 0 {
		return l
	}
	total, widest := 0.0, 0.0
	for _, e := range entries {
		w := keyWidth + gap + small.width(e.text)
		total += w + entryGap
		widest = max(widest, w)
	}
	perRow := len(entries)
	if total-entryGap > width {
		perRow = max(int((width+entryGap)/(widest+entryGap)), 1)
		// Even rows look better than a full one and a rest.
		perRow = int(math.Ceil(float64(len(entries)) / math.Ceil(float64(len(entries))/float64(perRow))))
		l.column = widest + entryGap
	}
	for i := 0; i < len(entries); i += perRow {
		var row []int
		for j := i; j < min(i+perRow, len(entries)); j++ {
			row = append(row, j)
		}
		l.rows = append(l.rows, row)
	}
	return l
}

// legendText is the room for the text of one entry.
func legendText(width float64) float64 { return width - keyWidth - gap }

func (l legend) height() float64 {
	if len(l.rows) == 0 {
		return 0
	}
	return float64(len(l.rows))*rowPitch + gap
}

// lastRow returns the width of the last row.
func (l legend) lastRow() float64 {
	if len(l.rows) == 0 {
		return 0
	}
	row := l.rows[len(l.rows)-1]
	if l.column > 0 {
		return l.column * float64(len(row))
	}
	w := 0.0
	for _, j := range row {
		w += keyWidth + gap + small.width(l.entries[j].text) + entryGap
	}
	return w
}

// draw puts the legend below the line y, beginning at x.
func (l legend) draw(p pen, x, y float64) {
	for i, row := range l.rows {
		at := x
		cy := y - (float64(i)+0.5)*rowPitch
		for _, j := range row {
			e := l.entries[j]
			e.key(p, rect{at, cy - 3.2, at + keyWidth, cy + 3.2})
			p.text(small, ink, pt{at + keyWidth + gap, cy}, left, e.text)
			if l.column > 0 {
				at += l.column
			} else {
				at += keyWidth + gap + small.width(e.text) + entryGap
			}
		}
	}
}

// dotKey shows a series whose marks carry intervals.
func (s series) dotKey(horizontal bool) func(pen, rect) {
	return func(p pen, r rect) {
		a, b := pt{r.cx(), r.y0 - 0.6}, pt{r.cx(), r.y1 + 0.6}
		if horizontal {
			a, b = pt{r.x0 + 1.5, r.cy()}, pt{r.x1 - 1.5, r.cy()}
		}
		p.whisker(s.color, a, b)
		p.mark(s.shape, pt{r.cx(), r.cy()}, markSize, s.color, false)
	}
}

// lineKey shows a series that is a line, with or without marks.
func (s series) lineKey(marked bool) func(pen, rect) {
	return func(p pen, r rect) {
		p.stroke(s.color, strong, s.dash, pt{r.x0, r.cy()}, pt{r.x1, r.cy()})
		if marked {
			p.mark(s.shape, pt{r.cx(), r.cy()}, markSize, s.color, false)
		}
	}
}
