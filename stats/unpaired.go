package stats

import (
	"fmt"
	"math"
)

// NewcombeUnpaired returns x1/n1 − x2/n2 for arms that tried different tasks, with
// Newcombe's hybrid score interval.
//
// Source: Newcombe, Statistics in Medicine 17 (1998), 873–890, method 10.
func NewcombeUnpaired(x1, n1, x2, n2 int, level float64) (Estimate, error) {
	e, err := unpaired(x1, n1, x2, n2, level, "difference of unpaired rates, Newcombe hybrid score")
	if err != nil {
		return e, err
	}
	z := normalQuantile((1 + e.Level) / 2)
	p1, p2 := float64(x1)/float64(n1), float64(x2)/float64(n2)
	l1, u1 := wilson(float64(x1), float64(n1), z)
	l2, u2 := wilson(float64(x2), float64(n2), z)
	e.Lo = e.Value - math.Hypot(p1-l1, u2-p2)
	e.Hi = e.Value + math.Hypot(u1-p1, p2-l2)
	return e, nil
}

// AgrestiCaffo returns the same difference with one success and one failure added
// to each arm before a Wald interval.
//
// Source: Agresti & Caffo, The American Statistician 54 (2000).
func AgrestiCaffo(x1, n1, x2, n2 int, level float64) (Estimate, error) {
	e, err := unpaired(x1, n1, x2, n2, level, "difference of unpaired rates, Agresti–Caffo")
	if err != nil {
		return e, err
	}
	m1, m2 := float64(n1+2), float64(n2+2)
	p1, p2 := float64(x1+1)/m1, float64(x2+1)/m2
	half := normalQuantile((1+e.Level)/2) * math.Sqrt(p1*(1-p1)/m1+p2*(1-p2)/m2)
	e.Lo, e.Hi = math.Max(-1, p1-p2-half), math.Min(1, p1-p2+half)
	return e, nil
}

// MiettinenNurminen returns the same difference with the score interval whose null
// variance is the constrained maximum-likelihood one times N/(N−1).
//
// Source: Miettinen & Nurminen, Statistics in Medicine 4 (1985), 213–226.
func MiettinenNurminen(x1, n1, x2, n2 int, level float64) (Estimate, error) {
	e, err := unpaired(x1, n1, x2, n2, level, "difference of unpaired rates, Miettinen–Nurminen score")
	if err != nil {
		return e, err
	}
	a, b, m, n := float64(x1), float64(x2), float64(n1), float64(n2)
	N, z := m+n, normalQuantile((1+e.Level)/2)
	excess := func(d float64) float64 {
		// Rates that fit best when they must differ by d: the root of a cubic in the
		// second rate, by the trigonometric form of the paper's appendix.
		L3 := N
		L2 := (m+2*n)*d - N - a - b
		L1 := (n*d-N-2*b)*d + a + b
		L0 := b * d * (1 - d)
		q := math.Pow(L2/(3*L3), 3) - L1*L2/(6*L3*L3) + L0/(2*L3)
		p := math.Sqrt(math.Max(0, L2*L2/(9*L3*L3)-L1/(3*L3)))
		if q < 0 {
			p = -p
		}
		p2 := -L2 / (3 * L3)
		if p != 0 {
			p2 += 2 * p * math.Cos((math.Pi+math.Acos(clamp(q/(p*p*p), -1, 1)))/3)
		}
		p2 = clamp(p2, math.Max(0, -d), math.Min(1, 1-d))
		p1 := clamp(p2+d, 0, 1)
		v := (p1*(1-p1)/m + p2*(1-p2)/n) * N / (N - 1)
		return math.Abs(e.Value-d) - z*math.Sqrt(v)
	}
	e.Lo, e.Hi = bisect(excess, e.Value, -1), bisect(excess, e.Value, 1)
	return e, nil
}

func unpaired(x1, n1, x2, n2 int, level float64, method string) (Estimate, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Estimate{}, err
	}
	if n1 < 1 || n2 < 1 || x1 < 0 || x2 < 0 || x1 > n1 || x2 > n2 {
		return Estimate{}, fmt.Errorf("%s of %d/%d and %d/%d: impossible counts", method, x1, n1, x2, n2)
	}
	e := point(float64(x1)/float64(n1)-float64(x2)/float64(n2), n1+n2, method)
	e.Level = level
	return e, nil
}
