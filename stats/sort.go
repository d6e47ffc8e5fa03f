package stats

import (
	"math"
	"slices"
)

// sortBy sorts ascending indices by the value in x that they stand for; equal ones
// stay ascending. x has no NaN there.
func sortBy(order []int, x []float64) {
	const few = 256
	if len(order) < few {
		slices.SortFunc(order, func(a, b int) int {
			switch {
			case x[a] < x[b]:
				return -1
			case x[a] > x[b]:
				return 1
			}
			return a - b
		})
		return
	}
	// By bytes, from the last: rankings of whole columns are what analyses spend their
	// time on, and most of their values share most of their bytes.
	type pair struct {
		key   uint64
		index int
	}
	from, to := make([]pair, len(order)), make([]pair, len(order))
	same, first := ^uint64(0), uint64(0)
	for j, i := range order {
		// The bits of a float rise with it once the sign is turned; one zero for both.
		key := math.Float64bits(x[i] + 0)
		if key>>63 == 1 {
			key = ^key
		} else {
			key |= 1 << 63
		}
		if from[j] = (pair{key, i}); j == 0 {
			first = key
		}
		same &= ^(key ^ first)
	}
	for shift := 0; shift < 64; shift += 8 {
		if same>>shift&0xff == 0xff {
			continue
		}
		var place [256]int
		for _, p := range from {
			place[p.key>>shift&0xff]++
		}
		at := 0
		for b, n := range place {
			place[b], at = at, at+n
		}
		for _, p := range from {
			b := p.key >> shift & 0xff
			to[place[b]] = p
			place[b]++
		}
		from, to = to, from
	}
	for j, p := range from {
		order[j] = p.index
	}
}
