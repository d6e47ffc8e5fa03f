package plots

import (
	"fmt"
	"slices"
	"strconv"
)

// Intersection counts the tasks solved by exactly the solvers in In. With no
// solver in it, it counts what nobody solved.
type Intersection struct {
	In    []bool // [set]
	Count int
}

// UpSet compares what several solvers solved.
type UpSet struct {
	Layout
	Sets          []string // the solvers
	Intersections []Intersection
}

const setBar = 26.0

// NewUpSet draws an UpSet plot (Lex and others 2014): a bar for each exclusive
// intersection, the largest first and those that nobody solved last, over dots
// that say which solvers it means, with the size of each set at the left.
// Intersections that have no room are summed up in the caption. It returns an
// error if there is no set or no intersection, a name is blank or repeated, an
// intersection has not one flag per set or occurs twice, or a count is negative.
func NewUpSet(in UpSet) (*Figure, error) {
	c := checker{figure: "UpSet"}
	in.Sets = c.names("Sets", in.Sets)
	if len(in.Intersections) == 0 || len(in.Intersections) > maxItems {
		c.failf("Intersections has %d entries, want 1 to %d", len(in.Intersections), maxItems)
	}
	seen := map[string]bool{}
	sizes := make([]int, len(in.Sets))
	total, nobody := 0, -1
	var groups []Intersection
	for i, g := range in.Intersections {
		c.length(fmt.Sprintf("Intersections[%d].In", i), len(g.In), len(in.Sets))
		c.count(fmt.Sprintf("Intersections[%d].Count", i), g.Count)
		if c.err != nil {
			return nil, c.err
		}
		key := fmt.Sprint(g.In)
		if seen[key] {
			c.failf("Intersections[%d] occurs twice", i)
		}
		seen[key] = true
		total += g.Count
		for j, member := range g.In {
			if member {
				sizes[j] += g.Count
			}
		}
		switch {
		case !slices.Contains(g.In, true):
			nobody = g.Count
		case g.Count > 0:
			groups = append(groups, Intersection{slices.Clone(g.In), g.Count})
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	slices.SortStableFunc(groups, func(a, b Intersection) int { return b.Count - a.Count })

	s := newSheet(in.Layout)
	var cut labels
	names := cut.fitLine(small, 0.26*s.inner(), in.Sets)
	sizeText := make([]string, len(sizes))
	for i, n := range sizes {
		sizeText[i] = strconv.Itoa(n)
	}
	sizeWidth := small.widest(sizeText...)
	side := small.widest(names...) + 7 + sizeWidth + 2 + setBar + 5
	largest := max(nobody, 0)
	if len(groups) > 0 {
		largest = max(largest, groups[0].Count)
	}
	column := max(12.5, small.width(strconv.Itoa(largest))+2.5)
	room := int((s.inner() - side) / column)
	if nobody >= 0 {
		room--
	}
	hidden, hiddenTasks := 0, 0
	for len(groups) > max(room, 1) {
		last := groups[len(groups)-1]
		groups = groups[:len(groups)-1]
		hidden++
		hiddenTasks += last.Count
	}
	if nobody >= 0 {
		groups = append(groups, Intersection{make([]bool, len(in.Sets)), nobody})
	}
	column = min((s.inner()-side)/float64(max(len(groups), 1)), max(column, 20))

	const tall = 72.0
	y := linearAxis((&words{layout: in.Layout}).unit(), 0, float64(max(largest, 1)), 3, number)
	top := s.reserve(small.height(1) + tall + 4)
	matrixTop := s.reserve(rowPitch*float64(len(names)) + 1)

	w := words{layout: in.Layout}
	w.say("Overlap of what %d solvers solved, of %d %s; each bar counts the %s solved by exactly the solvers with a dot", len(names), total, w.unit(), w.unit())
	if nobody >= 0 {
		w.say("The grey bar counts those that nobody solved")
	}
	w.say("Bars at the left show all that a solver solved")
	if hidden > 0 {
		w.say("%d smaller intersections with %d %s together are not shown", hidden, hiddenTasks, w.unit())
	}
	w.shortened(cut)
	var alt []string
	for i, name := range in.Sets {
		alt = append(alt, fmt.Sprintf("%s solved %d of %d", name, sizes[i], total))
	}
	for _, g := range groups {
		var who []string
		for j, member := range g.In {
			if member {
				who = append(who, in.Sets[j])
			}
		}
		if len(who) == 0 {
			alt = append(alt, fmt.Sprintf("%d by nobody", g.Count))
			continue
		}
		alt = append(alt, fmt.Sprintf("%d by exactly %s", g.Count, join(who)))
	}

	return s.finish(w.String(), description("UpSet plot", alt), func(p pen, height float64) {
		x0 := margin + side
		f := frame{area: rect{x0, height - top - small.height(1) - tall, x0 + column*float64(len(groups)), height - top - small.height(1)}, y: y}
		f.drawY(p)
		p.stroke(axisInk, regular, nil, pt{f.area.x0, f.area.y0}, pt{f.area.x1, f.area.y0})
		rowY := func(j int) float64 { return height - matrixTop - (float64(j)+0.5)*rowPitch }
		for j := 0; j < len(names); j += 2 {
			p.fillRect(shade, rect{margin, rowY(j) - rowPitch/2, f.area.x1, rowY(j) + rowPitch/2})
		}
		most := max(slices.Max(sizes), 1)
		for j, name := range names {
			edge := x0 - 4
			long := setBar * float64(sizes[j]) / float64(most)
			p.fillRect(muted, rect{edge - long, rowY(j) - 2.8, edge, rowY(j) + 2.8})
			p.text(small, muted, pt{edge - setBar - 3, rowY(j)}, right, sizeText[j])
			p.text(small, ink, pt{edge - setBar - 3 - sizeWidth - 5, rowY(j)}, right, name)
		}
		for i, g := range groups {
			cx := x0 + (float64(i)+0.5)*column
			fill := seriesColors[0]
			if !slices.Contains(g.In, true) {
				fill = rgb(0x999999)
			}
			barTop := f.py(float64(g.Count))
			p.fillRect(fill, rect{cx - column*0.33, f.area.y0, cx + column*0.33, barTop})
			p.text(small, ink, pt{cx, barTop + small.height(1)/2}, centre, strconv.Itoa(g.Count))
			first, last := -1, -1
			for j, member := range g.In {
				if !member {
					p.mark(circle, pt{cx, rowY(j)}, 1.9, rgb(0xd2d2d2), false)
					continue
				}
				if first < 0 {
					first = j
				}
				last = j
			}
			if first >= 0 {
				p.stroke(ink, strong, nil, pt{cx, rowY(first)}, pt{cx, rowY(last)})
			}
			for j, member := range g.In {
				if member {
					p.mark(circle, pt{cx, rowY(j)}, 2.4, ink, false)
				}
			}
		}
	}), nil
}
