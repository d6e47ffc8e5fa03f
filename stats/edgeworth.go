package stats

import "math"

// blocks are two variables whose units are shuffled within blocks: mid-ranks as they
// are and less their block's mean, and where each block ends.
type blocks struct {
	rankX, rankY []float64
	x, y         []float64
	ends         []int
}

// edgeworthP is the p of permutationP, and its logarithm, without drawing: the normal
// tail with the exact permutation variance, corrected by the exact third and fourth
// cumulants (the next terms of the Edgeworth series) and for the lattice that the sum
// lies on. It declines (false) unless the order of what is left out stays below a
// tenth of the standard error that the draws of m have at p = 0.05: then it is closer
// to the permutation test than drawing would come. Far out in the tail p has the right
// order of magnitude only.
//
// Sources: moments by symmetric functions as in Pitman, JRSS Suppl. 4 (1937); the
// series: Hall, The Bootstrap and Edgeworth Expansion, 1992, section 2.
func edgeworthP(b blocks, m MonteCarlo) (p, logP float64, ok bool) {
	if len(b.x) < 100 {
		return nan, nan, false
	}
	k2, k3, k4 := permutationCumulants(b.x, b.y, b.ends)
	sd := math.Sqrt(k2)
	skew, excess := k3/(k2*sd), k4/(k2*k2)
	// The largest values of φ|He₃| and φ|He₅| are 0.55 and 2.31. Terms of the next
	// order are products of two of these, with constants that the tests bound.
	second := 0.55*math.Abs(excess)/24 + 2.31*skew*skew/72
	span := lattice(b.rankX, b.ends) * lattice(b.rankY, b.ends)
	step := span / sd
	// A sum of few large parts jumps by more than a lattice shows that they do not fill.
	hidden := math.Max(0, largestAtom(b.rankX, b.rankY, b.ends)-step/math.Sqrt(2*math.Pi))
	if hidden > 0 { // it may be smooth in the other variable
		hidden = math.Max(0, math.Min(hidden, largestAtom(b.rankY, b.rankX, b.ends)-step/math.Sqrt(2*math.Pi)))
	}
	if left := 100*second*second + step*step/24 + hidden/2; !(left <= 0.1*math.Sqrt(0.05*0.95/float64(m.draws()))) {
		return nan, nan, false
	}
	// The sum takes the values s + j·span, of which on the other side the first that is
	// as extreme may be up to one step further out.
	s := math.Abs(dot(b.x, b.y))
	other := s
	if span > 0 {
		steps := 2 * s / span
		if up := math.Ceil(steps - 1e-6); up > steps {
			other += (up - steps) * span
		}
	}
	if dot(b.x, b.y) < 0 {
		skew = -skew
	}
	near, logNear := edgeworthTail((s-span/2)/sd, skew, excess)
	far, logFar := edgeworthTail((other-span/2)/sd, -skew, excess)
	p = math.Min(1, near+far)
	if logP = math.Log(p); p < 1e-290 {
		logP = logNear + math.Log1p(math.Exp(logFar-logNear))
	}
	return p, logP, true
}

// edgeworthTail is P(Z ≥ z) of a standardised variable with the given skewness and
// excess kurtosis, and its logarithm. The correction may make the normal tail e times
// as large or small, not more: beyond that the series says nothing.
func edgeworthTail(z, skew, excess float64) (p, logP float64) {
	normal := NormalSurvival(z)
	density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
	he2, he3, he5 := z*z-1, z*(z*z-3), z*(z*z*(z*z-10)+15)
	p = clamp(normal+density*(skew/6*he2+excess/24*he3+skew*skew/72*he5), normal/math.E, math.Min(1, normal*math.E))
	if p > 0 {
		return p, math.Log(p)
	}
	return p, LogNormalSurvival(z)
}

// permutationCumulants are those of Σxy when y is shuffled within blocks, in each of
// which x and y have mean 0: they add up over blocks.
func permutationCumulants(x, y []float64, ends []int) (k2, k3, k4 float64) {
	start := 0
	for _, end := range ends {
		n := float64(end - start)
		p2, p3, p4 := powerSums(x[start:end])
		q2, q3, q4 := powerSums(y[start:end])
		start = end
		if n < 2 {
			continue
		}
		// E(Σxy)^m sums over the ways in which m indices coincide; each gives a product
		// of the two variables' sums over distinct indices, over n(n−1)…
		v := p2 * q2 / (n - 1)
		k2 += v
		if n > 2 {
			k3 += n * p3 * q3 / ((n - 1) * (n - 2))
		}
		fourth := p4*q4/n + 4*p4*q4/(n*(n-1)) + 3*(p2*p2-p4)*(q2*q2-q4)/(n*(n-1))
		if n > 2 {
			fourth += 6 * (2*p4 - p2*p2) * (2*q4 - q2*q2) / (n * (n - 1) * (n - 2))
		}
		if n > 3 {
			fourth += (3*p2*p2 - 6*p4) * (3*q2*q2 - 6*q4) / (n * (n - 1) * (n - 2) * (n - 3))
		}
		k4 += fourth - 3*v*v
	}
	return k2, k3, k4
}

func powerSums(x []float64) (p2, p3, p4 float64) {
	for _, v := range x {
		w := v * v
		p2, p3, p4 = p2+w, p3+w*v, p4+w*w
	}
	return p2, p3, p4
}

// lattice is the largest number of which all differences of ranks within blocks are
// multiples, 0 when there are none.
func lattice(ranks []float64, ends []int) float64 {
	g, start := 0, 0
	for _, end := range ends {
		for _, v := range ranks[start:end] {
			a := int(math.Abs(2 * (v - ranks[start]))) // mid-ranks are multiples of ½
			for a != 0 {
				g, a = a, g%a
			}
			if g == 1 {
				return 0.5
			}
		}
		start = end
	}
	return float64(g) / 2
}

// largestAtom estimates the largest probability of one value of Σxy from how many
// units of each level of x go to the upper half of y: these counts are close to
// normal, and all but one are free. It takes different counts for different sums,
// which a lattice may refute.
func largestAtom(x, y []float64, ends []int) float64 {
	cut := (float64(len(y)) + 1) / 2 // between the halves of the ranks, or the only two levels
	levels := make([]float64, 2*len(x)+1)
	count := make([]float64, len(levels)) // of a block
	var touched []int
	start := 0
	for _, end := range ends {
		n, upper := float64(end-start), 0.0
		touched = touched[:0]
		for i := start; i < end; i++ {
			if y[i] > cut {
				upper++
			}
			level := int(2 * x[i])
			if count[level] == 0 {
				touched = append(touched, level)
			}
			count[level]++
		}
		for _, level := range touched {
			if n > 1 {
				levels[level] += upper * (n - upper) / (n * n) * count[level] * (n - count[level]) / (n - 1)
			}
			count[level] = 0
		}
		start = end
	}
	largest, atom := 0.0, 1.0
	for _, v := range levels {
		largest = math.Max(largest, v)
	}
	for _, v := range levels {
		if v == largest {
			largest = math.Inf(1) // only once
			continue
		}
		if v > 1/(2*math.Pi) {
			atom /= math.Sqrt(2 * math.Pi * v)
		}
		if atom < 1e-12 {
			return 0
		}
	}
	return atom
}
