package stats

import (
	"math"
	"slices"
)

// Quantile returns the p-quantile of x by linear interpolation of order
// statistics (type 7 of Hyndman & Fan 1996, R's default). x is not changed.
// NaN for no data, a NaN in x, or p outside [0, 1].
func Quantile(x []float64, p float64) float64 {
	return quantile(x, p, func(n float64) float64 { return (n - 1) * p })
}

// Quantile6 is type 6, the (n+1)p rule; it is defined like Quantile.
func Quantile6(x []float64, p float64) float64 {
	return quantile(x, p, func(n float64) float64 { return (n+1)*p - 1 })
}

func quantile(x []float64, p float64, position func(n float64) float64) float64 {
	if len(x) == 0 || !(p >= 0 && p <= 1) {
		return nan
	}
	s := slices.Clone(x)
	slices.Sort(s)
	if math.IsNaN(s[0]) {
		return nan
	}
	return interpolate(s, position(float64(len(s))))
}

// interpolate reads sorted s at a fractional index, held at its ends.
func interpolate(s []float64, at float64) float64 {
	at = clamp(at, 0, float64(len(s)-1))
	i := int(at)
	if f := at - float64(i); f > 0 {
		return s[i] + f*(s[i+1]-s[i])
	}
	return s[i]
}
