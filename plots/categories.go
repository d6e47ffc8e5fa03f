package plots

import (
	"fmt"
	"slices"
)

// CategoryRow counts the failures of one cell by category.
type CategoryRow struct {
	Name   string
	Counts []int // [category]
}

// ErrorCategories says of what kind the failures are.
type ErrorCategories struct {
	Layout
	Categories []string
	Rows       []CategoryRow
}

const maxCategories = 12

// NewErrorCategories draws a bar of 100 % per row, with counts and shares in the
// segments and the number of failures at the right. With more than twelve
// categories the rarest are counted together as "other". It returns an error if a
// list is empty, a name is blank or repeated, a row has not one count per
// category, or a count is negative. A row without failures says so.
func NewErrorCategories(in ErrorCategories) (*Figure, error) {
	c := checker{figure: "error categories"}
	in.Categories = c.names("Categories", in.Categories)
	names := make([]string, len(in.Rows))
	for i, r := range in.Rows {
		names[i] = r.Name
	}
	names = c.names("Rows", names)
	counts := make([][]int, len(in.Rows))
	for i, r := range in.Rows {
		c.length(fmt.Sprintf("counts of %q", r.Name), len(r.Counts), len(in.Categories))
		if c.err != nil {
			return nil, c.err
		}
		for j, n := range r.Counts {
			c.count(names[i]+", "+in.Categories[j], n)
		}
		counts[i] = slices.Clone(r.Counts)
	}
	if c.err != nil {
		return nil, c.err
	}
	categories, merged := slices.Clone(in.Categories), 0
	if len(categories) > maxCategories {
		categories, counts, merged = mergeRarest(categories, counts, maxCategories-1)
	}

	s := newSheet(in.Layout)
	var cut labels
	var segments []segment
	for j, name := range cut.fitLine(small, legendText(s.inner()), categories) {
		fill, h := areaStyle(j)
		if merged > 0 && j == len(categories)-1 {
			fill, h = rgb(0xd0d0d0), plain
		}
		segments = append(segments, segment{name, fill, h})
	}
	bars := stackedBars{segments: segments, rows: cut.fit(small, 0.3*s.inner(), 3, names), counts: counts, heading: "n"}
	body := bars.draw(s)

	w := words{layout: in.Layout}
	if w.layout.Unit == "" {
		w.layout.Unit = "failed attempts"
	}
	w.say("Categories of the first error; segments give counts and shares of the n %s at the right", w.unit())
	if merged > 0 {
		w.say("“Other” holds the %d rarest categories", merged)
	}
	w.shortened(cut)
	var alt []string
	for i, r := range counts {
		for j, n := range r {
			if n > 0 {
				alt = append(alt, fmt.Sprintf("%s, %s %d of %d", names[i], categories[j], n, sum(r)))
			}
		}
	}
	return s.finish(w.String(), description("Stacked bars of error categories", alt), body), nil
}

// mergeRarest keeps the keep most frequent categories, in their order, and adds
// the others up.
func mergeRarest(names []string, counts [][]int, keep int) ([]string, [][]int, int) {
	order := make([]int, len(names))
	totals := make([]int, len(names))
	for j := range names {
		order[j] = j
		for _, row := range counts {
			totals[j] += row[j]
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return totals[b] - totals[a] })
	kept := slices.Clone(order[:keep])
	slices.Sort(kept)
	rest := order[keep:]
	out := make([][]int, len(counts))
	for i, row := range counts {
		for _, j := range kept {
			out[i] = append(out[i], row[j])
		}
		other := 0
		for _, j := range rest {
			other += row[j]
		}
		out[i] = append(out[i], other)
	}
	var outNames []string
	for _, j := range kept {
		outNames = append(outNames, names[j])
	}
	return append(outNames, fmt.Sprintf("other (%d)", len(rest))), out, len(rest)
}
