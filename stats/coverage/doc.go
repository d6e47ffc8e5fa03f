// Package coverage studies by simulation how often each interval of package stats
// holds the truth: made-up experiments whose truth is known are drawn again and
// again, and the share of intervals that cover it is compared with the nominal level.
//
// A study that falls short is not a fault by itself: that some methods do, with few
// clusters or rare outcomes, is why others are offered, and Study.Short says what is
// known of it. Imports: stats alone.
//
// Where to start reading: coverage.go, then the studies themselves in rates.go,
// clusters.go, comparisons.go and models.go.
package coverage
