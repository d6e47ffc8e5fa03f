package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Refusals that a caller may want to tell apart with errors.Is.
var (
	// ErrNoData: nothing is left to compute from.
	ErrNoData = errors.New("no data")
	// ErrOneCluster: the spread between clusters cannot be seen with fewer than two.
	ErrOneCluster = errors.New("fewer than two clusters: no interval can be computed")
	// ErrNotIdentified: the run does not determine the quantity, not even by bounds.
	ErrNotIdentified = errors.New("not identified by this run")
)

// Design says how the units of an analysis hang together. The zero value means
// independent units, 95 % intervals, and a variance estimator chosen by the data.
type Design struct {
	Clusters Groups   // cluster of every unit; the zero value: units are independent
	Level    float64  // 0 means 0.95
	Variance Variance // AutoVariance chooses
}

// Groups assigns every unit to a group, such as a task to its repository.
// Build it with GroupBy.
type Groups struct {
	Of   []int // group of each unit, in [0, len(Size))
	Size []int // units per group
}

// GroupBy numbers the distinct labels in order of first appearance.
func GroupBy[K comparable](labels []K) Groups {
	if numbers, ok := any(labels).([]int); ok {
		if g, ok := groupByNumber(numbers); ok {
			return g
		}
	}
	g := Groups{Of: make([]int, len(labels))}
	code := make(map[K]int)
	for i, label := range labels {
		c, ok := code[label]
		if !ok {
			c = len(g.Size)
			code[label] = c
			g.Size = append(g.Size, 0)
		}
		g.Of[i] = c
		g.Size[c]++
	}
	return g
}

// groupByNumber is GroupBy of labels that are numbers in a range not much larger than
// they are many, which need no map.
func groupByNumber(labels []int) (Groups, bool) {
	top := 0
	for _, label := range labels {
		if label < 0 {
			return Groups{}, false
		}
		top = max(top, label)
	}
	if top > 4*len(labels)+1024 {
		return Groups{}, false
	}
	g := Groups{Of: make([]int, len(labels))}
	code := make([]int, top+1) // plus one
	for i, label := range labels {
		if code[label] == 0 {
			g.Size = append(g.Size, 0)
			code[label] = len(g.Size)
		}
		c := code[label] - 1
		g.Of[i] = c
		g.Size[c]++
	}
	return g, true
}

// Len returns the number of groups; 0 for the zero value.
func (g Groups) Len() int { return len(g.Size) }

// over returns the groups of n units, one group each when g is the zero value.
func (g Groups) over(n int) (Groups, error) {
	if g.Of == nil && g.Size == nil {
		own := Groups{Of: make([]int, n), Size: make([]int, n)}
		for i := range own.Of {
			own.Of[i], own.Size[i] = i, 1
		}
		return own, nil
	}
	if len(g.Of) != n {
		return Groups{}, fmt.Errorf("groups of %d units given for %d units", len(g.Of), n)
	}
	for i, c := range g.Of {
		if c < 0 || c >= len(g.Size) {
			return Groups{}, fmt.Errorf("unit %d is in group %d of %d", i, c, len(g.Size))
		}
	}
	return g, nil
}

// take returns the groups of the kept units; groups left empty disappear.
func (g Groups) take(keep []int) Groups {
	if len(keep) == len(g.Of) && !slices.Contains(g.Size, 0) {
		return g
	}
	labels := make([]int, len(keep))
	for j, i := range keep {
		labels[j] = g.Of[i]
	}
	return GroupBy(labels)
}

// sums adds up y within each group.
func (g Groups) sums(y []float64) []float64 {
	s := make([]float64, g.Len())
	for i, v := range y {
		s[g.Of[i]] += v
	}
	return s
}

func (g Groups) sizes() []float64 {
	n := make([]float64, g.Len())
	for i, s := range g.Size {
		n[i] = float64(s)
	}
	return n
}

func (g Groups) clustered() bool { return g.Of != nil || g.Size != nil }

func checkLevel(level float64) (float64, error) {
	if level == 0 {
		return 0.95, nil
	}
	if !(level > 0 && level < 1) {
		return nan, fmt.Errorf("confidence level %v is not between 0 and 1", level)
	}
	return level, nil
}

// known lists the units with a value in every column. NaN means unknown;
// an infinite value is an error.
func known(columns ...[]float64) ([]int, error) {
	n := len(columns[0])
	for _, c := range columns[1:] {
		if len(c) != n {
			return nil, fmt.Errorf("columns of %d and %d units", n, len(c))
		}
	}
	keep := make([]int, 0, n)
unit:
	for i := range n {
		for _, c := range columns {
			if math.IsInf(c[i], 0) {
				return nil, fmt.Errorf("unit %d is infinite", i)
			}
			if math.IsNaN(c[i]) {
				continue unit
			}
		}
		keep = append(keep, i)
	}
	return keep, nil
}

func pick(x []float64, keep []int) []float64 {
	out := make([]float64, len(keep))
	for j, i := range keep {
		out[j] = x[i]
	}
	return out
}

func excluded(total, kept int) []string {
	if total == kept {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d units are unknown and left out", total-kept, total)}
}
