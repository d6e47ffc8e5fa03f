package stats

import "math"

// Estimate is the common result of this package: a number that can be defended.
// Lo and Hi are NaN when no interval exists; a Warning then says why. An
// unbounded interval has infinite ends.
type Estimate struct {
	Value    float64
	SE       float64 // standard error; NaN when the method has none
	DF       float64 // of the t distribution behind the interval; NaN when there is none
	Lo, Hi   float64
	Level    float64 // confidence level of [Lo, Hi], such as 0.95
	N        int     // units (tasks, pairs …) that the value rests on
	Clusters int     // clusters the uncertainty rests on; 0 when units are independent
	Method   string  // such as "Wilson score"
	Warnings []string
}

// Test is the result of a hypothesis test. P is two-sided unless Method says
// otherwise, and NaN when the test is undefined; a Warning then says why.
type Test struct {
	Statistic float64
	DF        float64 // NaN when the null distribution has no degrees of freedom
	P         float64
	LogP      float64 // natural logarithm of P, good where P itself underflows to 0
	Floor     float64 // smallest P that these data could give, where SignFlip warns of it; else 0
	N         int
	Method    string
	Warnings  []string
}

var nan = math.NaN()

// point is an estimate without an interval.
func point(value float64, n int, method string, warnings ...string) Estimate {
	return Estimate{Value: value, SE: nan, DF: nan, Lo: nan, Hi: nan, Level: nan, N: n, Method: method, Warnings: warnings}
}

// undefined is a test that the data cannot decide.
func undefined(n int, method, why string) Test {
	return Test{Statistic: nan, DF: nan, P: nan, LogP: nan, N: n, Method: method, Warnings: []string{why}}
}

func clamp(x, lo, hi float64) float64 { return math.Min(math.Max(x, lo), hi) }
