package stats

// Estimate is the common result of this package: a number that can be defended.
// Lo and Hi are NaN when no interval exists; a Warning then says why.
type Estimate struct {
	Value    float64
	Lo, Hi   float64
	Level    float64 // confidence level of [Lo, Hi], such as 0.95
	N        int     // units (tasks, pairs …) that the value rests on
	Method   string  // such as "Wilson score"
	Warnings []string
}

// Test is the result of a hypothesis test. P is two-sided unless Method says
// otherwise, and NaN when the test is undefined; a Warning then says why.
type Test struct {
	Statistic float64
	DF        float64 // NaN when the null distribution has no degrees of freedom
	P         float64
	N         int
	Method    string
	Warnings  []string
}
