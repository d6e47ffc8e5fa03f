package plots_test

import (
	"fmt"
	"testing"

	"proofgrid/plots"
	"proofgrid/stats"
)

func repositoryRows(n, cells int) []plots.RepositoryRow {
	var rows []plots.RepositoryRow
	for i := range n {
		r := plots.RepositoryRow{Name: fmt.Sprintf("repository-%03d", i+1)}
		tasks := 4 + (n-i)*2
		for j := range cells {
			r.Rates = append(r.Rates, wilson((tasks*(3+i*7%11)*(cells-j))/(14*cells), tasks))
		}
		rows = append(rows, r)
	}
	return rows
}

func repositoriesExample() plots.Repositories {
	in := plots.Repositories{
		Cells: []string{"search-large curated", "search-large full", "analogy curated", "analogy full"},
		Rows:  repositoryRows(14, 4),
	}
	in.Rows[3].Name = "Propositional calculus"
	in.Rows[5].Name = "Zermelo–Fraenkel set theory with the axiom of choice"
	in.Rows[7].Rates[2] = stats.Estimate{Value: nan}
	return in
}

func ExampleNewRepositories() {
	fig, err := plots.NewRepositories(repositoriesExample())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fig.Caption())
	// Output:
	// Share of tasks solved (%) per repository and cell; darker is higher; n is the number of tasks of the repository. Intervals are not drawn. n = 6 to 32 tasks. Not measured: repository-008, analogy curated. Shortened: “Zermelo–Fra…of choice” is Zermelo–Fraenkel set theory with the axiom of choice.
}

func TestRepositoriesGolden(t *testing.T) {
	fig, err := plots.NewRepositories(repositoriesExample())
	golden(t, "repositories", fig, err)
}

func TestHundredRepositoriesFitOnAPage(t *testing.T) {
	in := plots.Repositories{Rows: repositoryRows(100, 4)}
	for j := range 4 {
		in.Cells = append(in.Cells, fmt.Sprintf("prover-%d / regime-%d", j/2+1, j%2+1))
	}
	fig, err := plots.NewRepositories(in)
	golden(t, "repositories_hundred", fig, err)
	if _, h := fig.Size(); h > 9 {
		t.Errorf("the figure is %.1f in high, a page holds 9", h)
	}
}
