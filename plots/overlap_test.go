package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
)

func overlapExample() plots.Overlap {
	return plots.Overlap{Pairs: []plots.Pair{{A: "search-large", B: "analogy", Both: 81, OnlyA: 150, OnlyB: 14, Neither: 255}}}
}

func ExampleNewOverlap() {
	fig, err := plots.NewOverlap(overlapExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Alt())
	// Output:
	// Stacked bars of overlap: of 500, 81 solved by both search-large and analogy, 150 only by search-large, 14 only by analogy, 255 by neither.
}

func TestOverlapGolden(t *testing.T) {
	fig, err := plots.NewOverlap(overlapExample())
	golden(t, "overlap", fig, err)
}

func TestOverlapOfSeveralPairsGolden(t *testing.T) {
	in := overlapExample()
	in.Pairs = append(in.Pairs,
		plots.Pair{A: "search-large", B: "search-small", Both: 170, OnlyA: 61, OnlyB: 17, Neither: 252},
		plots.Pair{A: "search-small", B: "analogy", Both: 70, OnlyA: 117, OnlyB: 25, Neither: 288})
	fig, err := plots.NewOverlap(in)
	golden(t, "overlap_pairs", fig, err)
}
