package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
)

func correlationsExample() plots.Correlations {
	row := func(name string, a, p, b, q float64) plots.Correlation {
		return plots.Correlation{
			Feature:  name,
			Spearman: estimate(a, a-0.08, a+0.08, 500, "cluster bootstrap"), SpearmanP: p,
			Partial: estimate(b, b-0.09, b+0.09, 500, "cluster bootstrap"), PartialP: q,
		}
	}
	return plots.Correlations{
		Rows: []plots.Correlation{
			row("transitive dependencies", -0.44, 0.0001, -0.35, 0.0001),
			row("direct dependencies", -0.31, 0.0001, -0.22, 0.0002),
			row("nesting depth", -0.39, 0.0001, -0.28, 0.0001),
			row("proof steps", -0.27, 0.0001, -0.19, 0.003),
			row("statement tokens", -0.06, 0.18, 0.02, 0.71),
		},
		Given: "repository",
		Test:  "permutation within repositories, two-sided",
	}
}

func ExampleNewCorrelations() {
	fig, err := plots.NewCorrelations(correlationsExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Spearman's rank correlation (ρ) of each feature with success. The partial coefficient is that of the ranks less their means per repository. Bars are 95 % cluster bootstrap intervals. n = 500 tasks each. p: permutation within repositories, two-sided.
}

func TestCorrelationsGolden(t *testing.T) {
	fig, err := plots.NewCorrelations(correlationsExample())
	golden(t, "correlations", fig, err)
}
