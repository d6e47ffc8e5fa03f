package plots

import (
	"fmt"
	"math"

	"proofgrid/stats"
)

// maxItems bounds rows, series and points: beyond it a figure is a mistake, and
// its bitmap would exhaust the memory.
const maxItems = 5000

// checker collects the first fault of a figure's input.
type checker struct {
	figure string
	err    error
}

func (c *checker) failf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("plots: %s: %s", c.figure, fmt.Sprintf(format, args...))
	}
}

func (c *checker) length(field string, got, want int) {
	if got != want {
		c.failf("%s has %d entries, want %d", field, got, want)
	}
}

// names checks that there is at least one name and that all differ and say
// something, as a reader tells the parts of a figure apart by them. It returns
// them on one line each.
func (c *checker) names(field string, names []string) []string {
	if len(names) == 0 {
		c.failf("%s is empty", field)
	}
	if len(names) > maxItems {
		c.failf("%s has %d entries, at most %d can be drawn", field, len(names), maxItems)
	}
	seen := map[string]bool{}
	clean := make([]string, len(names))
	for i, n := range names {
		clean[i] = oneLine(n)
		switch shown := clean[i]; {
		case shown == "":
			c.failf("%s[%d] is blank", field, i)
		case seen[shown]:
			c.failf("%s has %q twice", field, shown)
		default:
			seen[shown] = true
		}
	}
	return clean
}

// domain bounds the values that a figure can show.
type domain struct {
	lo, hi    float64
	unbounded bool // whether an interval may reach to infinity
}

var (
	rateDomain        = domain{lo: 0, hi: 1}
	differenceDomain  = domain{lo: -1, hi: 1}
	correlationDomain = domain{lo: -1, hi: 1}
	costDomain        = domain{lo: 0, hi: math.MaxFloat64, unbounded: true}
)

// estimate checks e and returns a copy that shares nothing with the caller. A
// NaN value is allowed: it is a gap.
func (c *checker) estimate(field string, e stats.Estimate, d domain) stats.Estimate {
	const slack = 1e-9 // of rounding in the estimate
	in := func(v float64) bool { return v >= d.lo-slack && v <= d.hi+slack }
	e.Warnings = append([]string(nil), e.Warnings...)
	if e.N < 0 {
		c.failf("%s: n is %d", field, e.N)
	}
	if math.IsNaN(e.Value) {
		return e
	}
	if !in(e.Value) {
		c.failf("%s: value %v is outside [%v, %v]", field, e.Value, d.lo, d.hi)
	}
	e.Value = min(max(e.Value, d.lo), d.hi)
	c.interval(field, &e, d)
	return e
}

func (c *checker) interval(field string, e *stats.Estimate, d domain) {
	switch {
	case math.IsNaN(e.Lo) && math.IsNaN(e.Hi):
		return
	case math.IsNaN(e.Lo) || math.IsNaN(e.Hi):
		c.failf("%s: interval [%v, %v] has one end only", field, e.Lo, e.Hi)
	case e.Lo > e.Hi:
		c.failf("%s: interval [%v, %v] is reversed", field, e.Lo, e.Hi)
	case !d.unbounded && (math.IsInf(e.Lo, 0) || math.IsInf(e.Hi, 0)):
		c.failf("%s: interval [%v, %v] is infinite", field, e.Lo, e.Hi)
	case !(e.Level > 0 && e.Level < 1):
		c.failf("%s: level %v of the interval is outside (0, 1)", field, e.Level)
	}
	if d.unbounded {
		return
	}
	// An interval of symmetric form may pass the edge of what is possible; a
	// figure that ends there would hide no value.
	e.Lo, e.Hi = min(max(e.Lo, d.lo), d.hi), min(max(e.Hi, d.lo), d.hi)
}

// p checks a p-value; NaN means undefined.
func (c *checker) p(field string, p float64) {
	if !math.IsNaN(p) && !(p >= 0 && p <= 1) {
		c.failf("%s: p = %v is outside [0, 1]", field, p)
	}
}

func (c *checker) count(field string, n int) {
	if n < 0 {
		c.failf("%s is %d", field, n)
	}
}

func measured(e stats.Estimate) bool    { return !math.IsNaN(e.Value) }
func hasInterval(e stats.Estimate) bool { return measured(e) && !math.IsNaN(e.Lo) }
