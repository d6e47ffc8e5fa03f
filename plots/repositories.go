package plots

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"proofgrid/stats"
)

// RepositoryRow is the share solved of one repository's tasks, per cell.
type RepositoryRow struct {
	Name  string
	Rates []stats.Estimate // [cell], fractions; N are the tasks of the repository
}

// Repositories is the table of repositories by cells as a heat map.
type Repositories struct {
	Layout
	Cells   []string // such as "search-large / full"
	Rows    []RepositoryRow
	MaxRows int // repositories beyond it are pooled into one row; 0 means 60
}

const (
	repositoryRow = 8.8
	cellWithText  = 12.6 // column that has room for a number
	cellAtLeast   = 8.6  // column that has room for an upright name
)

// NewRepositories draws one row per repository, the largest first and otherwise in
// the given order, with the rate
// in percent in each cell and n at the right. The smallest repositories beyond
// MaxRows share a last row with the rate over all their tasks. The figure grows
// with the rows. It returns an error if a list is empty, a name is blank or
// repeated, a row has not one rate per cell, a rate is infinite or outside [0, 1],
// or there are more cells than columns; a rate of NaN leaves its cell blank.
func NewRepositories(in Repositories) (*Figure, error) {
	c := checker{figure: "repositories"}
	in.Cells = c.names("Cells", in.Cells)
	names := make([]string, len(in.Rows))
	for i, r := range in.Rows {
		names[i] = r.Name
	}
	names = c.names("Rows", names)
	rows := make([]RepositoryRow, len(in.Rows))
	for i, r := range in.Rows {
		c.length(fmt.Sprintf("rates of %q", r.Name), len(r.Rates), len(in.Cells))
		if c.err != nil {
			return nil, c.err
		}
		rows[i].Name = names[i]
		for j, e := range r.Rates {
			rows[i].Rates = append(rows[i].Rates, c.estimate(names[i]+", "+in.Cells[j], e, rateDomain))
		}
	}
	if in.MaxRows < 0 {
		c.failf("MaxRows is %d", in.MaxRows)
	}
	if c.err != nil {
		return nil, c.err
	}
	slices.SortStableFunc(rows, func(a, b RepositoryRow) int {
		return largestN(b.Rates) - largestN(a.Rates)
	})
	keep := in.MaxRows
	if keep == 0 {
		keep = 60
	}
	pooled := 0
	if len(rows) > keep {
		pooled = len(rows) - keep + 1
		rows = append(rows[:keep-1:keep-1], pool(rows[keep-1:], len(in.Cells)))
	}

	s := newSheet(in.Layout)
	var cut labels
	names = names[:0]
	ns := make([]string, len(rows))
	for i, r := range rows {
		names = append(names, r.Name)
		ns[i] = rangeOfN(r.Rates)
	}
	shown := cut.fitLine(small, 0.34*s.inner(), names)
	nameWidth := small.widest(shown...)
	nWidth := max(small.widest(ns...), small.width("n"))
	room := s.inner() - nameWidth - 5 - nWidth - 5
	column := min(room/float64(len(in.Cells)), 44)
	if column < cellAtLeast {
		return nil, fmt.Errorf("plots: repositories: Cells has %d entries, at most %d have room at this width", len(in.Cells), int(room/cellAtLeast))
	}
	heads, flat := columnHeads(&cut, column-2, in.Cells)
	s.reserve(headHeight(heads, flat) + 3)
	top := s.reserve(repositoryRow * float64(len(rows)))
	numbers := column >= cellWithText
	keyTop := s.height
	if !numbers {
		s.reserve(gap + rowPitch)
	}

	var all []stats.Estimate
	var where, alt []string
	for _, r := range rows {
		for j, e := range r.Rates {
			all, where = append(all, e), append(where, r.Name+", "+in.Cells[j])
		}
	}
	for j, cell := range in.Cells {
		alt = append(alt, cell+" "+extremes(rows, j))
	}
	_, hi := spanOfValues(all)
	w := words{layout: in.Layout}
	w.say("Share of %s solved (%%) per repository and cell; darker is higher; n is the number of %s of the repository", w.unit(), w.unit())
	w.say("Intervals are not drawn")
	w.estimates("", "", where, all)
	if pooled > 0 {
		w.say("The last row pools the %d smallest repositories", pooled)
	}
	w.shortened(cut)

	return s.finish(w.String(), description("Heat map of the share solved by repository", alt), func(p pen, height float64) {
		x0 := margin + nameWidth + 5
		y1 := height - top
		for j, h := range heads {
			cx := x0 + (float64(j)+0.5)*column
			if flat {
				p.lines(small, ink, pt{cx, y1 + 2.5 + small.height(len(h))/2}, centre, h)
			} else {
				p.upright(small, ink, pt{cx, y1 + 3}, left, h[0])
			}
		}
		p.text(small, muted, pt{x0 + column*float64(len(heads)) + 5 + nWidth, y1 + 2.5 + small.height(1)/2}, right, "n")
		for i, r := range rows {
			cy := y1 - (float64(i)+0.5)*repositoryRow
			p.text(small, ink, pt{x0 - 5, cy}, right, shown[i])
			for j, e := range r.Rates {
				box := rect{x0 + float64(j)*column, cy - repositoryRow/2, x0 + float64(j+1)*column, cy + repositoryRow/2}.inset(0.3)
				if !measured(e) {
					p.text(small, muted, pt{box.cx(), cy}, centre, "–")
					continue
				}
				fill, on := heat(e.Value / hi)
				p.fillRect(fill, box)
				if numbers {
					p.text(small, on, pt{box.cx(), cy}, centre, whole(e.Value))
				}
			}
			p.text(small, muted, pt{x0 + column*float64(len(heads)) + 5 + nWidth, cy}, right, ns[i])
		}
		if !numbers {
			p.heatKey(x0, height-keyTop-gap-rowPitch/2, hi)
		}
	}), nil
}

// extremes says between which repositories the rates of a cell range.
func extremes(rows []RepositoryRow, cell int) string {
	least, most := -1, -1
	for i, r := range rows {
		e := r.Rates[cell]
		if !measured(e) {
			continue
		}
		if least < 0 || e.Value < rows[least].Rates[cell].Value {
			least = i
		}
		if most < 0 || e.Value > rows[most].Rates[cell].Value {
			most = i
		}
	}
	if least < 0 {
		return "not measured"
	}
	return fmt.Sprintf("from %s %% (%s) to %s %% (%s)", percent(rows[least].Rates[cell].Value), rows[least].Name, percent(rows[most].Rates[cell].Value), rows[most].Name)
}

// columnHeads returns the names of columns: level if all fit in three lines of
// the given width, else upright on one.
func columnHeads(cut *labels, width float64, names []string) (heads [][]string, flat bool) {
	var tried labels
	heads = tried.fit(small, width, 3, names)
	if len(tried.cut) == 0 {
		return heads, true
	}
	return cut.fit(small, 90, 1, names), false
}

func headHeight(heads [][]string, flat bool) float64 {
	h := small.height(1)
	for _, lines := range heads {
		if flat {
			h = max(h, small.height(len(lines)))
		} else {
			h = max(h, small.width(lines[0])+2)
		}
	}
	return h
}

// pool returns the rates over all tasks of several repositories. A rate of tasks
// is the mean weighted by n, so no other data is needed; an interval would need
// them, and there is none.
func pool(rows []RepositoryRow, cells int) RepositoryRow {
	out := RepositoryRow{Name: fmt.Sprintf("%d others", len(rows))}
	for j := range cells {
		solved, n := 0.0, 0
		for _, r := range rows {
			if e := r.Rates[j]; measured(e) {
				solved += e.Value * float64(e.N)
				n += e.N
			}
		}
		e := stats.Estimate{Value: math.NaN(), Lo: math.NaN(), Hi: math.NaN(), N: n}
		if n > 0 {
			e.Value = solved / float64(n)
		}
		out.Rates = append(out.Rates, e)
	}
	return out
}

func largestN(es []stats.Estimate) int {
	n := 0
	for _, e := range es {
		n = max(n, e.N)
	}
	return n
}

func rangeOfN(es []stats.Estimate) string {
	lo, hi := math.MaxInt, 0
	for _, e := range es {
		if measured(e) {
			lo, hi = min(lo, e.N), max(hi, e.N)
		}
	}
	switch {
	case hi == 0:
		return "–"
	case lo == hi:
		return strconv.Itoa(hi)
	}
	return fmt.Sprintf("%d–%d", lo, hi)
}

// heatKey explains the shades where cells are too small for numbers.
func (p pen) heatKey(x, y, hi float64) {
	const steps, wide = 24, 60.0
	p.text(small, ink, pt{x, y}, left, "0 %")
	x += small.width("0 %") + 3
	for i := range steps {
		fill, _ := heat((float64(i) + 0.5) / steps)
		p.fillRect(fill, rect{x + wide*float64(i)/steps, y - 3, x + wide*float64(i+1)/steps + 0.1, y + 3})
	}
	p.text(small, ink, pt{x + wide + 3, y}, left, percent(hi)+" %")
}
