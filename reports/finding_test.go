package reports

import (
	"strings"
	"testing"

	"proofgrid/reports/analysis"
	"proofgrid/stats"
)

func TestFindings(t *testing.T) {
	test := func(sums ...float64) stats.Test { return stats.SignFlip(sums, stats.MonteCarlo{Draws: 100, Seed: 1}) } // N: clusters
	ones := func(n, zeros int) []float64 {
		s := make([]float64, n+zeros)
		for i := range n {
			s[i] = 1
		}
		return s
	}
	for name, c := range map[string]struct {
		lo, hi float64
		test   stats.Test
		family int
		want   finding
	}{
		"two clusters":                         {0.1, 0.3, test(1, 1), 1, powerless},
		"two clusters, zero within":            {-0.1, 0.3, test(1, 1), 1, powerless},
		"few of many differ, all one way":      {0.1, 0.3, test(ones(4, 6)...), 1, powerless},
		"few of many differ, zero within":      {-0.1, 0.3, test(ones(4, 6)...), 1, none},
		"eight clusters":                       {0.1, 0.3, test(ones(8, 0)...), 1, difference},
		"eight clusters in a family of twenty": {0.1, 0.3, test(ones(8, 0)...), 20, powerless},
		"eight clusters that disagree":         {0.1, 0.3, test(1, 1, 1, 1, 1, -1, -1, 1), 1, lead},
		"a bound that prints as zero":          {0.0004, 0.3, test(ones(8, 0)...), 1, discord},
		"an upper bound that prints as zero":   {-0.3, -0.0004, test(ones(8, 0)...), 1, discord},
	} {
		a := &analysis.Analysis{Settings: analysis.Settings{Level: 0.95}, Repositories: make([]analysis.Repository, c.test.N)}
		clusters := c.test.N
		c.test.N = 60 // tasks, as in a paired comparison
		var p []float64
		for range c.family {
			x := analysis.Comparison{}
			x.Difference, x.P = stats.Estimate{Value: 0.2, Lo: c.lo, Hi: c.hi, Clusters: clusters}, c.test
			a.Comparisons, p = append(a.Comparisons, x), append(p, c.test.P)
		}
		for i, v := range stats.Holm(p) {
			a.Comparisons[i].Holm = v
		}
		if got := judge(a, a.Comparisons[0]); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestPowerlessRunsClaimNothing(t *testing.T) {
	a := &analysis.Analysis{
		Settings: analysis.Settings{Level: 0.95}, Cells: []analysis.Cell{{Model: "m", Regime: "none"}, {Model: "m", Regime: "full"}},
		Repositories: make([]analysis.Repository, 2),
	}
	x := analysis.Comparison{Axis: "regime", B: 1, Holm: 0.5}
	x.Difference, x.P = stats.Estimate{Value: 0.2, Lo: 0.1, Hi: 0.3}, stats.SignFlip([]float64{1, 1}, stats.MonteCarlo{Draws: 100, Seed: 1})
	x.P.N = 60
	a.Comparisons = []analysis.Comparison{x}
	d := &document{Report: &Report{Analysis: a}, a: a}
	if s := d.comparisonLead(); !strings.Contains(s, "over 2 repositories the cluster sign-flip test cannot reach the 95 % level") || strings.Contains(s, "none shows") {
		t.Error(s)
	}
	if s := d.verdict(x); !strings.Contains(s, "cannot show a difference here") || strings.Contains(s, "a lead") {
		t.Error(s)
	}
}

func TestPermutationsAreCountedByTheirWay(t *testing.T) {
	row := func(plain, partial string, p, holm float64) analysis.Correlation {
		return analysis.Correlation{
			Plain:   stats.Correlation{Permutation: stats.Test{P: 0.5, Method: "Spearman, permutation, " + plain}},
			Partial: stats.Correlation{Permutation: stats.Test{P: p, Method: "partial Spearman, permutation, " + partial}}, PartialHolm: holm,
		}
	}
	a := &analysis.Analysis{Settings: analysis.Settings{Resamples: 999}}
	a.Correlations = analysis.Correlations{Tests: 3, Rows: []analysis.Correlation{
		row("exact", "Monte Carlo, 999 draws", 0.001, 0.003), row("exact", "Edgeworth series", 1e-9, 3e-9), row("Edgeworth series", "Monte Carlo, 999 draws", 0.002, 0.004),
	}}
	d := &document{a: a}
	want := "Of 6 permutation p-values, plain and partial, 2 exact, 2 by the series and 2 drawn. 1 drawn one has the smallest value that drawing allows, 1/(999 + 1) = 0.00100, which Holm multiplies by up to 3, here to 0.00300 at least"
	if got := d.permutations(); !strings.HasPrefix(got, want) {
		t.Errorf("%s", got)
	}
}

func TestShortNumbers(t *testing.T) {
	for v, want := range map[float64]string{0.0000358: "3.6e−5", 0.0000999: "1.0e−4", 0.00123: "0.00123", -0.00002: "−2.0e−5", 0.5: "0.500", 1234.5: "1,234"} {
		if got := amount(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	for _, v := range []float64{-0.0003, 0.0003} {
		if got := signed(v); got != "0.0" {
			t.Errorf("%v: %s", v, got)
		}
	}
}
