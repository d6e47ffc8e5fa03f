package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Every arrangement of small blocks, weighed by hand.
func TestPermutationCumulantsAreThoseOfAllArrangements(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for _, sizes := range [][]int{{2}, {3}, {4}, {5}, {6}, {1, 3}, {2, 2, 3}, {4, 3}} {
		var x, y []float64
		var of []int
		for g, n := range sizes {
			for range n {
				x, y, of = append(x, float64(rng.IntN(5))), append(y, float64(rng.IntN(3))), append(of, g)
			}
		}
		b := blocksOf(Ranks(x), Ranks(y), GroupBy(of))
		k2, k3, k4 := permutationCumulants(b.x, b.y, b.ends)
		// All orders with repeats, so that equal values need no care.
		var m2, m3, m4, all float64
		z := slices.Clone(b.y)
		var visit func(block, from int)
		visit = func(block, from int) {
			if block == len(b.ends) {
				s := dot(b.x, z)
				m2, m3, m4, all = m2+s*s, m3+s*s*s, m4+s*s*s*s, all+1
				return
			}
			if from >= b.ends[block]-1 {
				visit(block+1, b.ends[block])
				return
			}
			for j := from; j < b.ends[block]; j++ {
				z[from], z[j] = z[j], z[from]
				visit(block, from+1)
				z[from], z[j] = z[j], z[from]
			}
		}
		visit(0, 0)
		m2, m3, m4 = m2/all, m3/all, m4/all
		near(t, fmt.Sprint("variance of ", sizes), k2, m2, 1e-12*(1+m2))
		near(t, fmt.Sprint("third cumulant of ", sizes), k3, m3, 1e-10*(1+m2*m2))
		near(t, fmt.Sprint("fourth cumulant of ", sizes), k4, m4-3*m2*m2, 1e-10*(1+m2*m2))
	}
}

// exactBlocks is the p of shuffling a binary y within blocks, by the whole distribution
// of the rank sum of its ones.
func exactBlocks(b blocks) float64 {
	total := []float64{1} // chance of each sum of doubled ranks
	expected, observed, start := 0.0, 0.0, 0
	for _, end := range b.ends {
		ones, sum := 0, 0
		n := end - start
		for i := start; i < end; i++ {
			if b.rankY[i] > (float64(len(b.y))+1)/2 {
				ones++
				observed += 2 * b.rankX[i]
			}
			sum += int(2 * b.rankX[i])
		}
		expected += float64(sum) * float64(ones) / float64(n)
		ways := make([][]float64, ones+1)
		for k := range ways {
			ways[k] = make([]float64, sum+1)
		}
		ways[0][0] = 1
		for i := start; i < end; i++ {
			w := int(2 * b.rankX[i])
			for k := ones; k >= 1; k-- {
				for s := sum; s >= w; s-- {
					ways[k][s] += ways[k-1][s-w]
				}
			}
		}
		next := make([]float64, len(total)+sum)
		all := math.Exp(logChoose(float64(n), float64(ones)))
		for s, p := range ways[ones] {
			if p > 0 {
				for u, q := range total {
					next[s+u] += p / all * q
				}
			}
		}
		total, start = next, end
	}
	p := 0.0
	for s, q := range total {
		if math.Abs(float64(s)-expected) >= math.Abs(observed-expected)-1e-6 {
			p += q
		}
	}
	return p
}

// Where the series is taken it must be closer to the exact p than a tenth of the
// Monte-Carlo error that it promises to beat, for variables of every shape, and it
// must be taken often enough to be of use.
func TestEdgeworthSeriesIsCloserThanDrawing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	shapes := map[string]func(u float64) float64{
		"two levels":   func(u float64) float64 { return math.Floor(2 * u) },
		"three levels": func(u float64) float64 { return math.Floor(3 * u) },
		"a rare level": func(u float64) float64 {
			if rng.Float64() < 0.03 {
				return 7
			}
			return math.Floor(2 * u)
		},
		"ties":    func(u float64) float64 { return math.Floor(12 * u) },
		"no ties": func(u float64) float64 { return u },
		"skewed":  func(u float64) float64 { return math.Floor(math.Max(0, 10*u-7)) },
	}
	names := []string{"two levels", "three levels", "a rare level", "ties", "no ties", "skewed"}
	taken := map[string]int{}
	for rep := range 54 {
		name, n := names[rep%6], []int{100, 120, 140}[rep/6%3]
		rate, effect, groups := []float64{0.5, 0.3, 0.06}[rep/18%3], float64(rep%4)*0.08, []int{1, 4, 9}[rep%3]
		var x, y []float64
		var of []int
		for i := range n {
			one := 0.0
			if rng.Float64() < rate {
				one = 1
			}
			x, y, of = append(x, shapes[name](rng.Float64()+effect*one)), append(y, one), append(of, i*i%groups)
		}
		b := blocksOf(Ranks(x), Ranks(y), GroupBy(of))
		exact := math.NaN()
		for _, draws := range []int{100, 1000, 10_000} {
			p, logP, ok := edgeworthP(b, MonteCarlo{Draws: draws})
			if !ok {
				continue
			}
			taken[name]++
			if math.IsNaN(exact) {
				exact = exactBlocks(b)
			}
			if limit := 0.1 * math.Sqrt(0.05*0.95/float64(draws)); math.Abs(p-exact) > limit || math.Abs(logP-math.Log(p)) > 1e-9 {
				t.Errorf("%s, %d units in %d groups at %g, %d draws: p = %v (log %v), exact %v", name, n, groups, rate, draws, p, logP, exact)
			}
		}
	}
	if taken["no ties"] < 6 || taken["ties"] == 0 || taken["two levels"] == 0 {
		t.Errorf("taken %v times only", taken)
	}
}

// exactCounts is the p of a binary y against an x of three levels, over all tables.
func exactCounts(b blocks, n [3]int, ones int, ranks [3]float64) float64 {
	total := logChoose(float64(n[0]+n[1]+n[2]), float64(ones))
	mean := float64(ones) * (float64(n[0]+n[1]+n[2]) + 1) / 2
	observed := math.Abs(dot(b.x, b.y)) / (slices.Max(b.rankY) - slices.Min(b.rankY))
	p := 0.0
	for i := 0; i <= min(n[0], ones); i++ {
		for j := max(0, ones-i-n[2]); j <= min(n[1], ones-i); j++ {
			s := float64(i)*ranks[0] + float64(j)*ranks[1] + float64(ones-i-j)*ranks[2] - mean
			if math.Abs(s) >= observed-1e-6 {
				p += math.Exp(logChoose(float64(n[0]), float64(i)) + logChoose(float64(n[1]), float64(j)) + logChoose(float64(n[2]), float64(ones-i-j)) - total)
			}
		}
	}
	return p
}

// Few levels put the sum on, or close to, a coarse lattice, which may not pass for
// smooth: the p of drawing would jump where the series does not.
func TestEdgeworthSeriesKnowsCoarseSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	taken := map[string]int{}
	for _, c := range []struct {
		name string
		n    [3]int
	}{
		{"two levels", [3]int{1000, 0, 1000}}, {"two uneven levels", [3]int{1900, 0, 100}}, {"a rare second", [3]int{1990, 0, 10}},
		{"three equal levels", [3]int{600, 600, 600}}, {"three nearly equal ones", [3]int{600, 601, 599}}, {"three uneven ones", [3]int{500, 400, 900}},
		{"a rare third", [3]int{900, 900, 6}}, {"a small third", [3]int{900, 800, 60}},
	} {
		for _, rate := range []float64{0.5, 0.2, 0.05} {
			for range 6 {
				var x, y []float64
				ones := 0
				for level, n := range c.n {
					for range n {
						one := 0.0
						if rng.Float64() < rate*(1+0.08*float64(level-1)) {
							one = 1
							ones++
						}
						x, y = append(x, float64(level)), append(y, one)
					}
				}
				b := blocksOf(Ranks(x), Ranks(y), Groups{Of: make([]int, len(x)), Size: []int{len(x)}})
				p, _, ok := edgeworthP(b, MonteCarlo{})
				if !ok {
					continue
				}
				taken[c.name]++
				m := [3]float64{float64(c.n[0]), float64(c.n[1]), float64(c.n[2])}
				ranks := [3]float64{(m[0] + 1) / 2, m[0] + (m[1]+1)/2, m[0] + m[1] + (m[2]+1)/2}
				exact := exactCounts(b, c.n, ones, ranks)
				if limit := 0.1 * math.Sqrt(0.05*0.95/1e4); math.Abs(p-exact) > limit {
					t.Errorf("%s at %g: p = %v, exact %v", c.name, rate, p, exact)
				}
			}
		}
	}
	if taken["two levels"] == 0 || taken["three equal levels"] == 0 || taken["a rare third"] > 0 || taken["three nearly equal ones"] > 0 {
		t.Errorf("taken %v times", taken)
	}
}

// With many units it agrees with drawing, both ways of the effect, for outcomes of
// few and of many values, and its tail goes on where drawing sees nothing.
func TestEdgeworthSeriesMeetsMonteCarlo(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	const n, draws = 1500, 4000
	for _, c := range []struct {
		name   string
		effect float64
		x, y   func(u float64) float64
	}{
		{"binary outcome", 0.1, func(u float64) float64 { return math.Floor(20 * u) }, func(u float64) float64 { return math.Floor(1.3 * u) }},
		{"the other way", -0.06, func(u float64) float64 { return math.Floor(20 * u) }, func(u float64) float64 { return math.Floor(1.5 * u) }},
		{"scores", 0.05, func(u float64) float64 { return u }, func(u float64) float64 { return math.Floor(5 * u) }},
		{"both smooth", 0.04, func(u float64) float64 { return u * u }, func(u float64) float64 { return u }},
		{"a flag as the feature", 0.06, func(u float64) float64 { return math.Floor(2 * u) }, func(u float64) float64 { return u }},
	} {
		var x, y []float64
		var of []int
		for i := range n {
			u := rng.Float64()
			x, y, of = append(x, c.x((1-math.Abs(c.effect))*rng.Float64()+math.Abs(c.effect)*u)), append(y, c.y(u)), append(of, i%7*(i%3))
			if c.effect < 0 {
				x[i] = -x[i]
			}
		}
		for _, g := range []Groups{{Of: make([]int, n), Size: []int{n}}, GroupBy(of)} {
			b := blocksOf(Ranks(x), Ranks(y), g)
			p, _, ok := edgeworthP(b, MonteCarlo{})
			if !ok {
				t.Errorf("%s: declined", c.name)
				continue
			}
			z, extreme, seen := slices.Clone(b.y), 0, math.Abs(dot(b.x, b.y))-1e-6
			for range draws {
				start := 0
				for _, end := range b.ends {
					rng.Shuffle(end-start, func(i, j int) { z[start+i], z[start+j] = z[start+j], z[start+i] })
					start = end
				}
				if math.Abs(dot(b.x, z)) >= seen {
					extreme++
				}
			}
			near(t, c.name, float64(extreme)/draws, p, 4.5*math.Sqrt(p*(1-p)/draws)+1e-3)
		}
	}
	var x, y []float64
	for i := range 20_000 {
		x, y = append(x, float64(i)), append(y, math.Floor(float64(i)/10_000))
	}
	c := must(Spearman(x, y, MonteCarlo{}))
	if c.Permutation.LogP > -5000 || math.IsInf(c.Permutation.LogP, 0) {
		t.Errorf("perfect order of 20,000 has ln p = %v by %s", c.Permutation.LogP, c.Permutation.Method)
	}
}
