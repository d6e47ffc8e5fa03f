package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
	"proofgrid/stats"
)

func repairExample() plots.RepairGain {
	rounds := func(name string, solved ...int) plots.RepairSeries {
		s := plots.RepairSeries{Name: name}
		for _, x := range solved {
			s.Rounds = append(s.Rounds, wilson(x, 200))
		}
		return s
	}
	return plots.RepairGain{Series: []plots.RepairSeries{
		rounds("search-large", 78, 88, 93, 95),
		rounds("search-small", 55, 58, 60, 60),
		rounds("analogy", 22, 31, 36, 38),
	}}
}

func ExampleNewRepairGain() {
	fig, err := plots.NewRepairGain(repairExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Share of tasks solved by repair round; round 0 is before any repair. In brackets: gain from round 0 to the last round in percentage points. Bands are 95 % Wilson score intervals. n = 200 tasks each.
}

func TestRepairGainGolden(t *testing.T) {
	fig, err := plots.NewRepairGain(repairExample())
	golden(t, "repair", fig, err)
}

func TestRepairGainOfOneSeriesWithAGapAndNoIntervals(t *testing.T) {
	fig, err := plots.NewRepairGain(plots.RepairGain{Series: []plots.RepairSeries{
		{Name: "search", Rounds: []stats.Estimate{noInterval(0.4, 50), wilson(24, 50), {Value: nan}, noInterval(0.5, 50)}},
	}})
	golden(t, "repair_gap", fig, err)
}
