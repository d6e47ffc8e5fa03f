package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
)

func categoriesExample() plots.ErrorCategories {
	return plots.ErrorCategories{
		Categories: []string{"syntax", "unknown label", "unification mismatch", "disjointness violation", "wrong result", "timeout", "no answer"},
		Rows: []plots.CategoryRow{
			{Name: "search-large, curated", Counts: []int{0, 0, 212, 31, 54, 88, 0}},
			{Name: "search-large, full", Counts: []int{0, 4, 310, 44, 61, 180, 12}},
			{Name: "analogy, full", Counts: []int{9, 71, 402, 12, 133, 0, 40}},
			{Name: "analogy, none", Counts: []int{0, 0, 0, 0, 0, 0, 0}},
		},
	}
}

func ExampleNewErrorCategories() {
	fig, err := plots.NewErrorCategories(categoriesExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Categories of the first error; segments give counts and shares of the n failed attempts at the right.
}

func TestErrorCategoriesGolden(t *testing.T) {
	fig, err := plots.NewErrorCategories(categoriesExample())
	golden(t, "categories", fig, err)
}

func TestMoreThanTwelveCategoriesAreMerged(t *testing.T) {
	in := plots.ErrorCategories{Rows: []plots.CategoryRow{{Name: "search"}, {Name: "analogy"}}}
	for j := range 16 {
		in.Categories = append(in.Categories, fmt.Sprintf("category %c", 'A'+j))
		in.Rows[0].Counts = append(in.Rows[0].Counts, 20-j)
		in.Rows[1].Counts = append(in.Rows[1].Counts, 3+j%5)
	}
	fig, err := plots.NewErrorCategories(in)
	golden(t, "categories_many", fig, err)
}
