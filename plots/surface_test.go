package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
	"proofgrid/stats"
)

func surfaceExample() plots.BudgetSurface {
	var in plots.BudgetSurface
	for r := range 4 {
		for k := 1; k <= 8; k++ {
			b := plots.BudgetPoint{K: k, R: r, Estimate: wilson(30+9*k-k*k/2+7*r, 200)}
			switch {
			case r == 3 && k < 4:
				b.Knowledge = plots.Bounded
				b.Estimate = stats.Estimate{Lo: b.Estimate.Value, Hi: 0.45, N: 200}
			case r == 2 && k < 3:
				b.Knowledge = plots.Unidentified
			}
			in.Points = append(in.Points, b)
		}
	}
	return in
}

func ExampleNewBudgetSurface() {
	fig, err := plots.NewBudgetSurface(surfaceExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Share of tasks solved (%) with k samples and up to r repair rounds each; darker is higher. Second lines are 95 % Wilson score intervals. n = 200 tasks each. Square brackets hold bounds where the stopping policy does not identify the value. Hatched cells have no value: not measured, or not identified by the stopping policy.
}

func TestBudgetSurfaceGolden(t *testing.T) {
	fig, err := plots.NewBudgetSurface(surfaceExample())
	golden(t, "surface", fig, err)
}
