package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
	"proofgrid/stats"
)

func bucketsExample() plots.Buckets {
	return plots.Buckets{
		Feature: "nesting depth",
		Buckets: []string{"1–3", "4–6", "7+"},
		Series: []plots.BucketSeries{
			{Name: "search-large, curated", Rates: []stats.Estimate{wilson(71, 94), wilson(33, 71), wilson(6, 35)}},
			{Name: "search-large, full", Rates: []stats.Estimate{wilson(60, 94), wilson(22, 71), wilson(2, 35)}},
			{Name: "analogy, full", Rates: []stats.Estimate{wilson(24, 94), wilson(7, 70), wilson(0, 35)}},
		},
	}
}

func ExampleNewBuckets() {
	fig, err := plots.NewBuckets(bucketsExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Share of tasks solved by nesting depth. Bars are 95 % Wilson score intervals. n = 35 to 94 tasks. Thin lines only join what belongs together.
}

func TestBucketsGolden(t *testing.T) {
	fig, err := plots.NewBuckets(bucketsExample())
	golden(t, "buckets", fig, err)
}
