package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
)

// solvedCurve reaches the given counts of n tasks at doubling costs.
func solvedCurve(name string, n int, first float64, solved ...int) plots.SolvedCurve {
	c := plots.SolvedCurve{Name: name}
	cost := first
	for _, x := range solved {
		c.Points = append(c.Points, plots.SolvedPoint{Cost: cost, Solved: wilson(x, n)})
		cost *= 1.8
	}
	return c
}

func curvesExample() plots.SolvedCurves {
	panel := func(cost string, first, limit float64, log bool) plots.CostPanel {
		return plots.CostPanel{Cost: cost, Log: log, Limit: limit, Curves: []plots.SolvedCurve{
			solvedCurve("search-large", 200, first*2, 12, 31, 50, 66, 78, 84, 90),
			solvedCurve("search-small", 200, first, 10, 25, 41, 50, 56, 60, 61),
			solvedCurve("analogy", 200, first/2, 15, 22, 27, 30, 31, 31, 32),
		}}
	}
	return plots.SolvedCurves{Panels: []plots.CostPanel{
		panel("checks per task", 0.4, 32, false),
		panel("tokens per task", 800, 0, true),
		panel("work (nodes)", 50, 5000, true),
		panel("time (s)", 6, 600, false),
	}}
}

func ExampleNewSolvedCurves() {
	fig, err := plots.NewSolvedCurves(curvesExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Share of tasks solved within a cost, by checks per task, tokens per task, work (nodes) and time (s). Bands are 95 % Wilson score intervals. n = 200 tasks each. Dashed lines mark the limit of a run.
}

func TestSolvedCurvesGolden(t *testing.T) {
	fig, err := plots.NewSolvedCurves(curvesExample())
	golden(t, "curves", fig, err)
}

func TestSolvedOverTimeGolden(t *testing.T) {
	in := curvesExample()
	in.Panels = in.Panels[3:]
	fig, err := plots.NewSolvedCurves(in)
	golden(t, "curves_time", fig, err)
}

func TestSolvedCurvesWideGolden(t *testing.T) {
	in := curvesExample()
	in.Wide = true
	in.Panels = in.Panels[:3]
	fig, err := plots.NewSolvedCurves(in)
	golden(t, "curves_wide", fig, err)
}
