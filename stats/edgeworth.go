package stats

import (
	"math"
	"slices"
)

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
	left := 100*second*second + step*step*second + step*step*step*step/100
	limit := 0.1 * math.Sqrt(0.05*0.95/float64(m.draws()))
	if !(left <= limit) || left+ripple(b.rankX, b.rankY, b.ends) > limit && left+ripple(b.rankY, b.rankX, b.ends) > limit {
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
	near, logNear := edgeworthTail((s-span/2)/sd, skew, excess, step)
	far, logFar := edgeworthTail((other-span/2)/sd, -skew, excess, step)
	p = math.Min(1, near+far)
	if logP = math.Log(p); p < 1e-290 {
		logP = logNear + math.Log1p(math.Exp(logFar-logNear))
	}
	return p, logP, true
}

// edgeworthTail is P(Z ≥ z + step/2), and its logarithm, of a standardised variable
// with the given skewness and excess kurtosis on a lattice, as the midpoint rule sums
// its density. The corrections may make the normal tail e times as large or small, not
// more: beyond that the series says nothing.
func edgeworthTail(z, skew, excess, step float64) (p, logP float64) {
	normal := NormalSurvival(z)
	density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
	he2, he3, he5 := z*z-1, z*(z*z-3), z*(z*z*(z*z-10)+15)
	correction := density * (skew/6*he2 + excess/24*he3 + skew*skew/72*he5 - step*step/24*z)
	p = clamp(normal+correction, normal/math.E, math.Min(1, normal*math.E))
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

// ripple estimates how far P(Σxy ≥ s) swings around its smooth course because x has
// few levels: a sum of a few large parts falls close to a coarse lattice, though its
// own may be fine. With φ the characteristic function of the sum of x over a random
// half of y, the swing is Σ |φ(2πm/h)|·h·0.4/(πm) on each side, h the distance of the
// lattice in standard deviations. That of the two heaviest levels is tried, since
// whatever the sum comes close to, their distance is part of it. +Inf when too few
// units move to tell.
//
// Source: the Fourier series of the fractional part, as in Esseen, Acta Mathematica 77
// (1945).
func ripple(x, y []float64, ends []int) float64 {
	type part struct{ value, share float64 } // of a level in a block
	var parts []part
	var moving []float64 // units of a block that change sides, in effect
	partEnds := make([]int, 0, len(ends))
	weight := make([]float64, 2*len(x)+1) // of a level, by twice its rank: its variance
	count := make([]float64, len(weight))
	cut := (float64(len(y)) + 1) / 2 // between the halves of the ranks, or the only two levels
	variance, start := 0.0, 0
	for _, end := range ends {
		n, upper, first := float64(end-start), 0.0, len(parts)
		for i := start; i < end; i++ {
			if y[i] > cut {
				upper++
			}
			level := int(2 * x[i])
			if count[level] == 0 {
				parts = append(parts, part{value: x[i]})
			}
			count[level]++
		}
		mean, square := 0.0, 0.0
		free := upper * (n - upper) / math.Max(1, n-1)
		for j := range parts[first:] {
			p := &parts[first+j]
			level := int(2 * p.value)
			p.share = count[level] / n
			weight[level] += free * p.share * (1 - p.share)
			mean, square = mean+p.share*p.value, square+p.share*p.value*p.value
			count[level] = 0
		}
		variance += free * (square - mean*mean)
		moving, partEnds, start = append(moving, free), append(partEnds, len(parts)), end
	}
	total, one, two := 0.0, 0, 0 // the heaviest levels
	for level, w := range weight {
		total += w
		switch {
		case w > weight[one]:
			one, two = level, one
		case w > weight[two] && level != one:
			two = level
		}
	}
	if manyLevels := total > 30*weight[one]; manyLevels && len(x) >= 1000 {
		return 0
	} else if !manyLevels && weight[two] < 3 {
		return math.Inf(1)
	}
	// The sum's own lattice is corrected for; it is that of x when y has two levels.
	own, low, high := lattice(x, ends), slices.Min(y), slices.Max(y)
	if slices.ContainsFunc(y, func(v float64) bool { return v != low && v != high }) {
		own = 0
	}
	distance := math.Abs(float64(one-two)) / 2
	swing := 0.0
	for m := 1.0; m <= 12; m++ {
		if whole := m * own / distance; own > 0 && whole == math.Trunc(whole) {
			continue
		}
		// Where all levels that weigh are closest to being in phase.
		var num, den float64
		for level, w := range weight {
			if w > 0 {
				d := float64(level-one) / 2
				num, den = num+w*d*math.Round(m*d/distance), den+w*d*d
			}
		}
		t := 2 * math.Pi * num / den
		logPhi, from := 0.0, 0
		for b, to := range partEnds {
			var re, im float64
			for _, p := range parts[from:to] {
				sin, cos := math.Sincos(t * p.value)
				re, im = re+p.share*cos, im+p.share*sin
			}
			logPhi += moving[b] / 2 * math.Log(math.Max(re*re+im*im, 1e-300))
			from = to
		}
		swing += 2 * 0.4 * distance / math.Sqrt(variance) / (math.Pi * m) * math.Exp(logPhi)
	}
	return swing
}
