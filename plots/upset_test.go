package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
)

func upsetExample() plots.UpSet {
	in := plots.UpSet{Sets: []string{"search-large", "search-small", "analogy"}}
	for code, n := range []int{230, 52, 11, 106, 9, 23, 4, 65} {
		in.Intersections = append(in.Intersections, plots.Intersection{
			In: []bool{code&1 > 0, code&2 > 0, code&4 > 0}, Count: n,
		})
	}
	return in
}

func ExampleNewUpSet() {
	fig, err := plots.NewUpSet(upsetExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Overlap of what 3 solvers solved, of 500 tasks; each bar counts the tasks solved by exactly the solvers with a dot. The grey bar counts those that nobody solved. Bars at the left show all that a solver solved.
}

func TestUpSetGolden(t *testing.T) {
	fig, err := plots.NewUpSet(upsetExample())
	golden(t, "upset", fig, err)
}

func TestUpSetOfFiveSumsUpWhatHasNoRoom(t *testing.T) {
	in := plots.UpSet{Sets: []string{"curated", "full", "none", "retrieved(20)", "same-file"}}
	for code := range 32 {
		g := plots.Intersection{Count: (code*37 + 11) % 53}
		for j := range 5 {
			g.In = append(g.In, code&(1<<j) > 0)
		}
		in.Intersections = append(in.Intersections, g)
	}
	fig, err := plots.NewUpSet(in)
	golden(t, "upset_five", fig, err)
	in.Wide = true
	fig, err = plots.NewUpSet(in)
	golden(t, "upset_wide", fig, err)
}
