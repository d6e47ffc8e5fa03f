package stats

import (
	"fmt"
	"math"
)

// Wilson returns x/n with Wilson's score interval, the usual choice for a rate of
// independent binary outcomes. n = 0 or x outside [0, n] is an error.
//
// Source: Wilson, JASA 22 (1927).
func Wilson(x, n int, level float64) (Estimate, error) {
	e, err := proportion(x, n, level, "Wilson score")
	if err != nil {
		return e, err
	}
	e.Lo, e.Hi = wilson(float64(x), float64(n), normalQuantile((1+e.Level)/2))
	return e, nil
}

func wilson(x, n, z float64) (lo, hi float64) {
	p := x / n
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	lo, hi = centre-half, centre+half
	// At the edges centre = half on paper; in floats a residue of 1e-17 remains.
	if x == 0 {
		lo = 0
	}
	if x == n {
		hi = 1
	}
	return lo, hi
}

// Jeffreys returns x/n with the equal-tailed interval of the Beta(½, ½) prior;
// the lower end is 0 at x = 0 and the upper end 1 at x = n.
//
// Source: Brown, Cai & DasGupta, Statistical Science 16 (2001), section 3.1.2.
func Jeffreys(x, n int, level float64) (Estimate, error) {
	e, err := proportion(x, n, level, "Jeffreys")
	if err != nil {
		return e, err
	}
	a, b, tail := float64(x)+0.5, float64(n-x)+0.5, (1-e.Level)/2
	e.Lo, e.Hi = 0, 1
	if x > 0 {
		e.Lo = betaQuantile(tail, a, b)
	}
	if x < n {
		e.Hi = betaQuantile(1-tail, a, b)
	}
	return e, nil
}

// ClopperPearson returns x/n with the exact interval, which covers at least at
// its level and is wider than it need be.
func ClopperPearson(x, n int, level float64) (Estimate, error) {
	e, err := proportion(x, n, level, "Clopper–Pearson exact")
	if err != nil {
		return e, err
	}
	tail := (1 - e.Level) / 2
	e.Lo, e.Hi = clopperLower(x, n, tail), 1-clopperLower(n-x, n, tail)
	return e, nil
}

// ClopperPearsonUpper returns x/n with the exact one-sided upper bound at
// confidence 1−alpha, as in "none of 500 cheated, so at most 0.6 % do".
func ClopperPearsonUpper(x, n int, alpha float64) (Estimate, error) {
	e, err := proportion(x, n, 1-alpha, "Clopper–Pearson exact, one-sided upper bound")
	if err != nil {
		return e, err
	}
	e.Lo, e.Hi = 0, 1-clopperLower(n-x, n, alpha)
	return e, nil
}

func clopperLower(x, n int, tail float64) float64 {
	switch x {
	case 0:
		return 0
	case n:
		return math.Pow(tail, 1/float64(n))
	}
	return betaQuantile(tail, float64(x), float64(n-x+1))
}

// AgrestiCoull returns x/n with the "add z² pseudo-trials" interval, clipped to [0, 1].
//
// Source: Agresti & Coull, The American Statistician 52 (1998).
func AgrestiCoull(x, n int, level float64) (Estimate, error) {
	e, err := proportion(x, n, level, "Agresti–Coull")
	if err != nil {
		return e, err
	}
	z := normalQuantile((1 + e.Level) / 2)
	m := float64(n) + z*z
	p := (float64(x) + z*z/2) / m
	half := z * math.Sqrt(p*(1-p)/m)
	e.Lo, e.Hi = math.Max(0, p-half), math.Min(1, p+half)
	return e, nil
}

func proportion(x, n int, level float64, method string) (Estimate, error) {
	level, err := checkLevel(level)
	switch {
	case err != nil:
		return Estimate{}, err
	case n <= 0:
		return Estimate{}, fmt.Errorf("%s interval of %d/%d: %w", method, x, n, ErrNoData)
	case x < 0 || x > n:
		return Estimate{}, fmt.Errorf("%s interval of %d/%d: count outside [0, %d]", method, x, n, n)
	}
	e := point(float64(x)/float64(n), n, method)
	e.Level = level
	return e, nil
}

// Bounded is a rate when some planned cells have no outcome: the value over the
// cells that have one, and what it would be if every missing cell were a failure
// (Worst) or a solve (Best).
type Bounded struct {
	Complete, Worst, Best  float64
	Solved, Known, Planned int
}

// MissingBounds returns the complete-case rate and its worst and best case.
// Complete is NaN when nothing is known.
func MissingBounds(solved, failed, missing int) (Bounded, error) {
	if solved < 0 || failed < 0 || missing < 0 {
		return Bounded{}, fmt.Errorf("negative count: %d solved, %d failed, %d missing", solved, failed, missing)
	}
	planned := solved + failed + missing
	if planned == 0 {
		return Bounded{}, fmt.Errorf("missing-cell bounds: %w", ErrNoData)
	}
	return Bounded{
		Complete: float64(solved) / float64(solved+failed),
		Worst:    float64(solved) / float64(planned),
		Best:     float64(solved+missing) / float64(planned),
		Solved:   solved, Known: solved + failed, Planned: planned,
	}, nil
}
