package stats_test

import (
	"fmt"
	"math"

	"proofgrid/stats"
)

// Nine tasks of three repositories under two context regimes. The verifier crashed
// once, which is unknown and no failure.
func Example() {
	repositories := stats.GroupBy([]string{"logic", "logic", "logic", "sets", "sets", "sets", "reals", "reals", "reals"})
	design := stats.Design{Clusters: repositories}
	curated := []float64{1, 1, 1, 1, 0, 1, 0, 1, 0}
	full := []float64{1, 1, 0, 1, 0, 0, 0, 0, math.NaN()}

	one, err := stats.SuccessRate(full, design)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("full: %d of %d known, %d planned\n", one.Solved, one.Known, one.Planned)
	fmt.Printf("%s: %.3f [%.3f, %.3f]\n", one.Wilson.Method, one.Wilson.Value, one.Wilson.Lo, one.Wilson.Hi)
	fmt.Printf("worst %.3f, best %.3f\n", one.Worst, one.Best)

	two, err := stats.PairedDifference(curated, full, design, stats.MonteCarlo{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("both %d, only curated %d, only full %d, neither %d\n", two.Both, two.OnlyA, two.OnlyB, two.Neither)
	fmt.Printf("difference %.3f, %s, p = %.3f\n", two.Difference.Value, two.P.Method, two.P.P)
	fmt.Println(two.P.Warnings[0])
	// Output:
	// full: 3 of 8 known, 9 planned
	// Wilson score: 0.375 [0.137, 0.694]
	// worst 0.333, best 0.444
	// both 3, only curated 3, only full 0, neither 2
	// difference 0.375, cluster sign-flip, exact, p = 0.250
	// need ≥ 6 clusters with a difference; with 3 the smallest possible p is 0.25
}

// One chain per sample: how many rounds have an outcome, and whether the last of
// them proved the task. The run stopped each task at its first success.
func ExampleBudgetSurface() {
	run := stats.Run{Policy: stats.DepthFirst, K: 2, R: 1, Tasks: [][]stats.Chain{
		{{Rounds: 1, Solved: true}, {}},          // solved at once
		{{Rounds: 2}, {Rounds: 2, Solved: true}}, // by a repair of the second sample
		{{Rounds: 2, Solved: true}, {}},          // by a repair of the first
		{{Rounds: 2}, {Rounds: 2}},               // never
	}}
	surface, err := stats.BudgetSurface(run, stats.Design{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for k := 1; k <= 2; k++ {
		for r := 0; r <= 1; r++ {
			if p := surface.At(k, r); p.Identified {
				fmt.Printf("pass@(%d, %d) = %.2f\n", k, r, p.Estimate.Value)
			} else {
				fmt.Printf("pass@(%d, %d) in [%.2f, %.2f]\n", k, r, p.Low.Value, p.High.Value)
			}
		}
	}
	// Output:
	// pass@(1, 0) = 0.25
	// pass@(1, 1) = 0.50
	// pass@(2, 0) in [0.25, 0.50]
	// pass@(2, 1) = 0.75
}

func ExampleCheckPercent() {
	f, err := stats.CheckPercent("47.6", 381)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Consistent, "–", f.Arithmetic)
	// Output:
	// false – 47.6 of 381 is no whole number: 181/381 = 47.507 %, 182/381 = 47.769 %
}
