package plots

import "fmt"

// Pair says how the tasks that two solvers solved overlap.
type Pair struct {
	A, B                        string
	Both, OnlyA, OnlyB, Neither int
}

// Overlap compares what pairs of solvers solved; for more than two at once see
// [UpSet].
type Overlap struct {
	Layout
	Pairs []Pair
}

// NewOverlap draws a bar of 100 % per pair: solved by both, by one only, by
// neither. It returns an error if there is no pair, a name is blank, a pair
// compares a solver with itself or occurs twice, or a count is negative.
func NewOverlap(in Overlap) (*Figure, error) {
	c := checker{figure: "overlap"}
	names := make([]string, len(in.Pairs))
	var counts [][]int
	var alt []string
	for i, q := range in.Pairs {
		a, b := oneLine(q.A), oneLine(q.B)
		switch {
		case a == "" || b == "":
			c.failf("Pairs[%d] has a blank name", i)
		case a == b:
			c.failf("Pairs[%d] compares %q with itself", i, a)
		}
		names[i] = a + " vs " + b
		row := []int{q.Both, q.OnlyA, q.OnlyB, q.Neither}
		for _, n := range row {
			c.count(names[i], n)
		}
		counts = append(counts, row)
		alt = append(alt, fmt.Sprintf("of %d, %d solved by both %s and %s, %d only by %s, %d only by %s, %d by neither",
			sum(row), q.Both, a, b, q.OnlyA, a, q.OnlyB, b, q.Neither))
	}
	c.names("Pairs", names)
	if c.err != nil {
		return nil, c.err
	}

	s := newSheet(in.Layout)
	var cut labels
	parts := []string{"both", "only the first", "only the second", "neither"}
	if len(in.Pairs) == 1 {
		q := in.Pairs[0]
		parts = []string{
			fmt.Sprintf("both: %d", q.Both),
			fmt.Sprintf("only %s: %d", oneLine(q.A), q.OnlyA),
			fmt.Sprintf("only %s: %d", oneLine(q.B), q.OnlyB),
			fmt.Sprintf("neither: %d", q.Neither),
		}
	}
	parts = cut.fitLine(small, legendText(s.inner()), parts)
	segments := []segment{
		{parts[0], rgb(0x0072b2), plain},
		{parts[1], rgb(0xe69f00), striped},
		{parts[2], rgb(0x56b4e9), plain},
		{parts[3], rgb(0xe2e2e2), plain},
	}
	var rows [][]string
	for _, q := range in.Pairs {
		two := cut.fitLine(small, 0.28*s.inner()-small.width("vs "), []string{q.A, q.B})
		rows = append(rows, []string{two[0], "vs " + two[1]})
	}
	w := words{layout: in.Layout}
	body := stackedBars{segments: segments, rows: rows, counts: counts, heading: "n"}.draw(s)
	w.say("Overlap of the %s solved, in counts and shares of the n %s that both of a pair attempted", w.unit(), w.unit())
	w.shortened(cut)
	return s.finish(w.String(), description("Stacked bars of overlap", alt), body), nil
}
