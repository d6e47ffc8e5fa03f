package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
)

func forestExample() plots.Forest {
	row := func(group, label string, d, lo, hi, p float64) plots.Difference {
		return plots.Difference{Group: group, Label: label, Diff: estimate(d, lo, hi, 500, "Tango score"), P: p}
	}
	return plots.Forest{
		Rows: []plots.Difference{
			row("search-large", "full − curated", -0.058, -0.091, -0.025, 0.002),
			row("search-large", "none − curated", -0.422, -0.466, -0.377, 0.0001),
			row("search-small", "full − curated", -0.092, -0.13, -0.054, 0.0004),
			row("search-small", "none − curated", -0.35, -0.394, -0.306, 0.0001),
			row("analogy", "full − curated", 0.012, -0.021, 0.045, 0.48),
			row("analogy", "none − curated", -0.19, -0.227, -0.157, 0.0001),
		},
		Test: "cluster sign-flip test", Correction: "Holm",
	}
}

func ExampleNewForest() {
	fig, err := plots.NewForest(forestExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Paired differences of the share of tasks solved, in percentage points. Bars are 95 % Tango score intervals. n = 500 tasks each. p: cluster sign-flip test, two-sided, corrected by Holm.
}

func TestForestGolden(t *testing.T) {
	fig, err := plots.NewForest(forestExample())
	golden(t, "forest", fig, err)
}
