package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
	"proofgrid/stats"
)

func passCurve(name string, n int, solved ...int) plots.PassCurve {
	c := plots.PassCurve{Name: name}
	for i, x := range solved {
		c.Points = append(c.Points, plots.BudgetPoint{K: 1 << i, Estimate: wilson(x, n)})
	}
	return c
}

func passExample() plots.PassAtK {
	bounded := passCurve("analogy", 200, 18, 25, 31, 36, 40)
	for i := 1; i < 4; i++ {
		b := &bounded.Points[i]
		b.Knowledge = plots.Bounded
		b.Estimate = stats.Estimate{Lo: b.Estimate.Value - 0.03, Hi: 0.2, N: 200}
	}
	return plots.PassAtK{Curves: []plots.PassCurve{
		passCurve("search-large", 200, 52, 66, 78, 86, 92),
		passCurve("search-small", 200, 38, 47, 55, 61, 65),
		bounded,
	}}
}

func ExampleNewPassAtK() {
	fig, err := plots.NewPassAtK(passExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// pass@k: probability that at least one of k samples is proved, mean over tasks. Bands are 95 % Wilson score intervals. n = 200 tasks each. Hatching spans bounds where the stopping policy does not identify the value.
}

func TestPassAtKGolden(t *testing.T) {
	fig, err := plots.NewPassAtK(passExample())
	golden(t, "passk", fig, err)
}

func TestPassAtKOfTwelveCurvesHasPanels(t *testing.T) {
	in := plots.PassAtK{}
	for i := range 12 {
		in.Curves = append(in.Curves, passCurve(fmt.Sprintf("prover-%d", i+1), 200, 10+6*i, 20+7*i, 30+8*i, 36+9*i))
	}
	fig, err := plots.NewPassAtK(in)
	golden(t, "passk_twelve", fig, err)
}

func TestPassAtKOfSixCurvesHasBars(t *testing.T) {
	in := plots.PassAtK{Layout: plots.Layout{Wide: true, Title: "Six provers on one set of tasks"}}
	for i := range 6 {
		in.Curves = append(in.Curves, passCurve(fmt.Sprintf("prover-%d", i+1), 200, 10+12*i, 20+14*i, 30+16*i, 36+18*i))
	}
	fig, err := plots.NewPassAtK(in)
	golden(t, "passk_six", fig, err)
}
