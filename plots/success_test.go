package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
	"proofgrid/stats"
)

func successExample() plots.Success {
	return plots.Success{
		Models:  []string{"search-large", "search-small", "analogy"},
		Regimes: []string{"curated", "full", "none"},
		Rates: [][]stats.Estimate{
			{wilson(231, 500), wilson(198, 500), wilson(20, 500)},
			{wilson(187, 500), wilson(141, 500), wilson(12, 500)},
			{wilson(95, 500), wilson(60, 498), wilson(0, 500)},
		},
		Layout: plots.Layout{Note: "Budget: k = 8 samples, r = 3 repair rounds."},
	}
}

func ExampleNewSuccess() {
	fig, err := plots.NewSuccess(successExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Success by model and context regime: share of tasks solved. Bars are 95 % Wilson score intervals. n = 498 to 500 tasks. Budget: k = 8 samples, r = 3 repair rounds.
}

func TestSuccessGolden(t *testing.T) {
	fig, err := plots.NewSuccess(successExample())
	golden(t, "success", fig, err)
}
