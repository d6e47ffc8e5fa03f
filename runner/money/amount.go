package money

import "math"

// amount is Totals in whole numbers, so that sums do not depend on their order: by
// dimension, in billionths of a USD, tokens and calls. unknown stands for a number
// that is not known.
type amount [3]int64

const (
	cost = iota
	tokens
	calls
)

const (
	unknown = -1
	most    = math.MaxInt64 / 4 // larger amounts are this one
	mostOne = 1 << 50           // larger bounds of one call are unknown: sums of thousands stay below most
)

func amountOf(t Totals) amount {
	a := amount{unknown, unknown, max(0, t.Calls)}
	if t.Cost >= 0 {
		a[cost] = int64(min(math.Round(t.Cost*1e9), most))
	}
	if t.Tokens >= 0 {
		a[tokens] = min(t.Tokens, most)
	}
	return a
}

// inUnits is a number of one dimension in USD, tokens or calls; NaN when unknown.
func inUnits(dimension int, n int64) float64 {
	switch {
	case n == unknown:
		return math.NaN()
	case dimension == cost:
		return float64(n) / 1e9
	}
	return float64(n)
}

func (a amount) totals() Totals {
	return Totals{Cost: inUnits(cost, a[cost]), Tokens: a[tokens], Calls: a[calls]}
}

// or fills what is unknown from another amount.
func (a amount) or(b amount) amount {
	for d := range a {
		if a[d] == unknown {
			a[d] = b[d]
		}
	}
	return a
}

// plus sums up; a sum with something unknown is unknown.
func (a amount) plus(b amount) amount {
	for d := range a {
		if a[d] == unknown || b[d] == unknown {
			a[d] = unknown
		} else {
			a[d] = min(a[d]+b[d], most)
		}
	}
	return a
}
