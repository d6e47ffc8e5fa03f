package stats

import (
	"fmt"
	"math"
	"slices"
)

// Curve is a right-continuous step function: the share of tasks solved at a cost
// (seconds, tokens, checks) of at most x. A task given up is a failure here, never
// censored: the denominator is every known task at every x.
type Curve struct {
	X        []float64 // ascending, distinct: where something was solved
	Y        []float64 // share solved at or before X
	Lo, Hi   []float64 // pointwise Wilson limits of Y
	N        int       // tasks known
	Level    float64
	Warnings []string
}

// SolvedCurve builds the curve from the cost at which each task was solved: +Inf
// for a task never solved, NaN for an unknown one, which is left out.
func SolvedCurve(at []float64, level float64) (Curve, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Curve{}, err
	}
	var s []float64
	for i, t := range at {
		if t < 0 {
			return Curve{}, fmt.Errorf("unit %d was solved at %v", i, t)
		}
		if !math.IsNaN(t) {
			s = append(s, t)
		}
	}
	if len(s) == 0 {
		return Curve{}, fmt.Errorf("solved-by curve: %w", ErrNoData)
	}
	slices.Sort(s)
	c := Curve{N: len(s), Level: level, Warnings: excluded(len(at), len(s))}
	z, n := normalQuantile((1+level)/2), float64(len(s))
	for i, t := range s {
		if math.IsInf(t, 1) {
			break
		}
		if i+1 < len(s) && s[i+1] == t {
			continue
		}
		k := float64(i + 1)
		lo, hi := wilson(k, n, z)
		c.X, c.Y, c.Lo, c.Hi = append(c.X, t), append(c.Y, k/n), append(c.Lo, lo), append(c.Hi, hi)
	}
	return c, nil
}

// At returns the share solved at or before x.
func (c Curve) At(x float64) float64 {
	i, found := slices.BinarySearch(c.X, x)
	if found {
		i++
	}
	if i == 0 {
		return 0
	}
	return c.Y[i-1]
}

// Area returns the exact integral of the curve over [0, limit] divided by limit:
// 0 when nothing was solved in time, 1 when everything was solved at no cost. NaN
// unless 0 < limit < ∞.
func (c Curve) Area(limit float64) float64 {
	if !(limit > 0) || math.IsInf(limit, 1) {
		return nan
	}
	area, before := 0.0, 0.0
	for i, x := range c.X {
		if x >= limit {
			break
		}
		area += (c.Y[i] - before) * (limit - x)
		before = c.Y[i]
	}
	return area / limit
}
