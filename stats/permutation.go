package stats

import (
	"fmt"
	"math"
	"slices"
)

// So many orders enumerated, or steps of a dynamic programme, take milliseconds: a
// report holds many correlations.
const (
	exactLimit  = 2e5
	subsetLimit = 1e7
)

// permutationP is the two-sided p of Σxy when y is shuffled within blocks, its
// logarithm, and how it was found.
func permutationP(b blocks, m MonteCarlo) (p, logP float64, how string) {
	x, y, ends := b.x, b.y, b.ends
	observed, scale := dot(x, y), 0.0
	for i := range x {
		scale += math.Abs(x[i] * y[i])
	}
	threshold := math.Abs(observed) - 1e-11*math.Max(scale, math.Abs(observed))
	if len(ends) == 1 {
		if p, ok := subsetP(x, y, subsetLimit); ok {
			return p, math.Log(p), "exact"
		}
		if p, ok := subsetP(y, x, subsetLimit); ok {
			return p, math.Log(p), "exact"
		}
	}
	if p, logP, ok := edgeworthP(b, m); ok {
		return p, logP, "Edgeworth series"
	}
	if distinctOrders(y, ends) <= exactLimit {
		p = enumerate(x, y, ends, threshold)
		return p, math.Log(p), "exact"
	}
	hit := make([]bool, m.draws())
	m.each(len(hit), func() func(int, *stream) {
		shuffled := shuffler(b)
		return func(draw int, rng *stream) { hit[draw] = math.Abs(shuffled(rng)) >= threshold }
	})
	p = monteCarloP(hit)
	return p, math.Log(p), drawsName(len(hit))
}

// shuffler returns a function that draws Σxy anew.
func shuffler(b blocks) func(*stream) float64 {
	low, high := slices.Min(b.rankY), slices.Max(b.rankY)
	if slices.ContainsFunc(b.rankY, func(v float64) bool { return v != low && v != high }) {
		z := make([]float64, len(b.y))
		return func(rng *stream) float64 {
			copy(z, b.y)
			start := 0
			for _, end := range b.ends {
				rng.shuffle(z[start:end])
				start = end
			}
			return dot(b.x, z)
		}
	}
	// Of a y with two values only the units of the rarer one need be drawn: x sums to 0
	// in every block, so that the others contribute the same with the other sign.
	z := slices.Clone(b.x)
	var few []int // to draw from each block
	var sign []float64
	start, most := 0, 0
	for _, end := range b.ends {
		n := 0
		for _, v := range b.rankY[start:end] {
			if v == high {
				n++
			}
		}
		sign = append(sign, high-low)
		if other := end - start - n; other < n {
			n, sign[len(sign)-1] = other, low-high
		}
		few, most, start = append(few, n), max(most, n), end
	}
	swapped := make([]int, most)
	return func(rng *stream) float64 {
		total, start := 0.0, 0
		for i, end := range b.ends {
			block, sum := z[start:end], 0.0
			for j := range few[i] {
				k := j + rng.intn(uint64(len(block)-j))
				block[j], block[k] = block[k], block[j]
				swapped[j] = k
				sum += block[j]
			}
			for j := few[i] - 1; j >= 0; j-- { // so that no draw depends on the one before
				k := swapped[j]
				block[j], block[k] = block[k], block[j]
			}
			total, start = total+sign[i]*sum, end
		}
		return total
	}
}

func drawsName(n int) string { return fmt.Sprintf("Monte Carlo, %d draws", n) }

func dot(x, y []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// distinctOrders counts the different arrangements of y within its blocks.
func distinctOrders(y []float64, ends []int) float64 {
	log, start := 0.0, 0
	for _, end := range ends {
		block := slices.Clone(y[start:end])
		slices.Sort(block)
		log += lgamma(float64(len(block)) + 1)
		run := 0
		for i := range block {
			if i > 0 && block[i] == block[i-1] {
				run++
			} else {
				run = 1
			}
			log -= math.Log(float64(run))
		}
		start = end
	}
	return math.Exp(log)
}

// enumerate visits every distinct arrangement, an odometer with a block per wheel.
func enumerate(x, y []float64, ends []int, threshold float64) float64 {
	z := slices.Clone(y)
	start := 0
	for _, end := range ends {
		slices.Sort(z[start:end])
		start = end
	}
	extreme, all := 0, 0
	for {
		all++
		if math.Abs(dot(x, z)) >= threshold {
			extreme++
		}
		start, turned := 0, false
		for _, end := range ends {
			if turned = nextPermutation(z[start:end]); turned {
				break
			}
			start = end
		}
		if !turned {
			return float64(extreme) / float64(all)
		}
	}
}

// nextPermutation steps to the next arrangement in lexicographic order, or back to
// the first one and returns false.
func nextPermutation(z []float64) bool {
	i := len(z) - 2
	for i >= 0 && z[i] >= z[i+1] {
		i--
	}
	if i >= 0 {
		j := len(z) - 1
		for z[j] <= z[i] {
			j--
		}
		z[i], z[j] = z[j], z[i]
	}
	slices.Reverse(z[i+1:])
	return i >= 0
}

// subsetP is the exact p when y takes two values: the distribution of the rank sum
// of a random subset, by dynamic programming. It declines (false) when y takes more
// values or it would take more steps than limit.
func subsetP(x, y []float64, limit float64) (float64, bool) {
	top := slices.Max(y)
	var chosen []bool
	count := 0
	low := slices.Min(y)
	for _, v := range y {
		if v != low && v != top {
			return 0, false
		}
		chosen = append(chosen, v == top)
		if v == top {
			count++
		}
	}
	n := len(x)
	if float64(n)*float64(min(count, n-count)) > limit {
		return 0, false
	}
	// Twice a centred mid-rank is a whole number; shift it to start at 0.
	least := slices.Min(x)
	weight := make([]int, n)
	total, observed := 0, 0
	for i, v := range x {
		weight[i] = int(math.Round(2 * (v - least)))
		total += weight[i]
		if chosen[i] {
			observed += weight[i]
		}
	}
	if 2*count > n { // the complement is as good and smaller
		count, observed = n-count, total-observed
	}
	sums := slices.Clone(weight)
	slices.Sort(sums)
	reach := 0
	for _, w := range sums[n-count:] {
		reach += w
	}
	if float64(n)*float64(count)*float64(reach+1) > limit {
		return 0, false
	}
	// ways[k][s]: subsets of size k with sum s.
	ways := make([][]float64, count+1)
	for k := range ways {
		ways[k] = make([]float64, reach+1)
	}
	ways[0][0] = 1
	for i, w := range weight {
		for k := min(count, i+1); k >= 1; k-- {
			from, to := ways[k-1], ways[k]
			for s := reach; s >= w; s-- {
				to[s] += from[s-w]
			}
		}
	}
	// Compare n·sum with count·total, twice-free of the mean, in whole numbers.
	far := abs(n*observed - count*total)
	extreme, all := 0.0, 0.0
	for s, v := range ways[count] {
		all += v
		if abs(n*s-count*total) >= far {
			extreme += v
		}
	}
	return extreme / all, true
}

func abs(i int) int {
	if i < 0 {
		return -i
	}
	return i
}
