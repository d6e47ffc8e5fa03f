package analysis

import (
	"cmp"
	"math"
	"slices"
)

// Overlap says which cells solved which tasks together, over the tasks whose
// outcome is known in every cell.
type Overlap struct {
	Tasks         int            `json:"tasks"`
	Union         int            `json:"union"`  // solved by some cell
	Unique        []int          `json:"unique"` // per cell: solved by it alone
	Intersections []Intersection `json:"intersections"`
}

// Intersection counts the tasks that exactly the cells in In solved.
type Intersection struct {
	In []bool `json:"in"` // per cell
	N  int    `json:"n"`
}

func (g *grid) overlap() Overlap {
	o := Overlap{Unique: make([]int, len(g.Cells))}
	index := map[string]int{}
next:
	for t := range g.Tasks {
		in, key, n, last := make([]bool, len(g.Cells)), make([]byte, len(g.Cells)), 0, 0
		for c := range g.Cells {
			y := g.solved[c][t]
			if math.IsNaN(y) {
				continue next
			}
			if in[c] = y == 1; in[c] {
				key[c], last = 1, c
				n++
			}
		}
		o.Tasks++
		if n > 0 {
			o.Union++
		}
		if n == 1 {
			o.Unique[last]++
		}
		i, ok := index[string(key)]
		if !ok {
			i = len(o.Intersections)
			index[string(key)] = i
			o.Intersections = append(o.Intersections, Intersection{In: in})
		}
		o.Intersections[i].N++
	}
	slices.SortStableFunc(o.Intersections, func(a, b Intersection) int { return cmp.Compare(b.N, a.N) })
	return o
}
