package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
	"proofgrid/stats"
)

func paretoExample() plots.Pareto {
	cost := func(v float64) stats.Estimate { return estimate(v, v*0.85, v*1.2, 500, "cluster bootstrap") }
	return plots.Pareto{
		Cost: "tokens per task", Log: true,
		Points: []plots.ParetoPoint{
			{Name: "search-large full", Cost: cost(61000), Score: wilson(198, 500), Membership: 0.12},
			{Name: "search-large curated", Cost: cost(9200), Score: wilson(231, 500), Frontier: true, Membership: 1},
			{Name: "search-small curated", Cost: cost(4100), Score: wilson(187, 500), Frontier: true, Membership: 0.97},
			{Name: "search-small full", Cost: cost(30500), Score: wilson(141, 500), Membership: 0},
			{Name: "analogy curated", Cost: cost(1500), Score: wilson(95, 500), Frontier: true, Membership: 0.8},
			{Name: "analogy full", Cost: cost(1900), Score: wilson(88, 500), Membership: 0.35},
		},
	}
}

func ExampleNewPareto() {
	fig, err := plots.NewPareto(paretoExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Share of tasks solved against tokens per task. The step line is the frontier: nothing to the left of it and above was reached. Marks are larger and darker the more bootstrap draws have them on the frontier. Bars of the score are 95 % Wilson score intervals. n = 500 tasks each. Bars of the cost are 95 % cluster bootstrap intervals.
}

func TestParetoGolden(t *testing.T) {
	fig, err := plots.NewPareto(paretoExample())
	golden(t, "pareto", fig, err)
}

func TestParetoOfManyPointsListsNames(t *testing.T) {
	in := plots.Pareto{Cost: "checks per task"}
	for i := range 16 {
		in.Points = append(in.Points, plots.ParetoPoint{
			Name:       fmt.Sprintf("prover-%d with regime-%d", i/4+1, i%4+1),
			Cost:       estimate(float64(3+i%5), float64(2+i%5), float64(5+i%5), 200, "cluster bootstrap"),
			Score:      wilson(60+(i*13)%17, 200),
			Membership: nan,
		})
	}
	fig, err := plots.NewPareto(in)
	golden(t, "pareto_many", fig, err)
}
