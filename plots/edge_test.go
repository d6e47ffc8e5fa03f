package plots_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"proofgrid/plots"
	"proofgrid/stats"
)

// builders make each figure from names and estimates, so that every edge case
// meets every figure. width is the number of estimates per name.
type builder func(l plots.Layout, names []string, e func(i int) stats.Estimate) (*plots.Figure, error)

func ranked(names []string, per int, e func(i int) stats.Estimate, add func(name string, row []stats.Estimate)) {
	n := 0
	for _, name := range names {
		var row []stats.Estimate
		for range per {
			row = append(row, e(n))
			n++
		}
		add(name, row)
	}
}

func builders() map[string]builder {
	return map[string]builder{
		"success by model": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.Success{Layout: l, Models: names, Regimes: []string{"full", "none"}}
			ranked(names, 2, e, func(_ string, row []stats.Estimate) { in.Rates = append(in.Rates, row) })
			return plots.NewSuccess(in)
		},
		"success by regime": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.Success{Layout: l, Models: []string{"search"}, Regimes: names}
			ranked([]string{""}, len(names), e, func(_ string, row []stats.Estimate) { in.Rates = append(in.Rates, row) })
			return plots.NewSuccess(in)
		},
		"passk": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.PassAtK{Layout: l}
			ranked(names, 3, e, func(name string, row []stats.Estimate) {
				c := plots.PassCurve{Name: name}
				for i, x := range row {
					c.Points = append(c.Points, plots.BudgetPoint{K: 1 << (2 * i), Estimate: x})
				}
				in.Curves = append(in.Curves, c)
			})
			return plots.NewPassAtK(in)
		},
		"surface": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.BudgetSurface{Layout: l}
			for i := range names {
				in.Points = append(in.Points, plots.BudgetPoint{K: i + 1, Estimate: e(i)})
			}
			return plots.NewBudgetSurface(in)
		},
		"buckets": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.Buckets{Layout: l, Feature: "depth", Buckets: []string{"1–3", "4+"}}
			ranked(names, 2, e, func(name string, row []stats.Estimate) {
				in.Series = append(in.Series, plots.BucketSeries{Name: name, Rates: row})
			})
			return plots.NewBuckets(in)
		},
		"bucket names": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.Buckets{Layout: l, Feature: "category", Buckets: names}
			ranked([]string{"search"}, len(names), e, func(name string, row []stats.Estimate) {
				in.Series = append(in.Series, plots.BucketSeries{Name: name, Rates: row})
			})
			return plots.NewBuckets(in)
		},
		"forest": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.Forest{Layout: l, Correction: "Holm"}
			ranked(names, 1, e, func(name string, row []stats.Estimate) {
				in.Rows = append(in.Rows, plots.Difference{Label: name, Group: name, Diff: row[0], P: nan})
			})
			return plots.NewForest(in)
		},
		"curves": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			pn := plots.CostPanel{Cost: "time (s)", Limit: 600}
			ranked(names, 2, e, func(name string, row []stats.Estimate) {
				pn.Curves = append(pn.Curves, plots.SolvedCurve{Name: name, Points: []plots.SolvedPoint{{Cost: 0, Solved: row[0]}, {Cost: 90, Solved: row[1]}}})
			})
			log := pn
			log.Cost, log.Log = "tokens", true
			if len(names) > 6 {
				return plots.NewSolvedCurves(plots.SolvedCurves{Layout: l, Panels: []plots.CostPanel{pn}})
			}
			return plots.NewSolvedCurves(plots.SolvedCurves{Layout: l, Panels: []plots.CostPanel{pn, log}})
		},
		"correlations": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.Correlations{Layout: l, Given: "repository"}
			ranked(names, 2, e, func(name string, row []stats.Estimate) {
				in.Rows = append(in.Rows, plots.Correlation{Feature: name, Spearman: row[0], SpearmanP: 0, Partial: row[1], PartialP: 1})
			})
			return plots.NewCorrelations(in)
		},
		"repositories": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.Repositories{Layout: l, Cells: []string{"full", "none"}}
			ranked(names, 2, e, func(name string, row []stats.Estimate) {
				in.Rows = append(in.Rows, plots.RepositoryRow{Name: name, Rates: row})
			})
			return plots.NewRepositories(in)
		},
		"repository cells": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.Repositories{Layout: l, Cells: names}
			ranked([]string{"set theory"}, len(names), e, func(name string, row []stats.Estimate) {
				in.Rows = append(in.Rows, plots.RepositoryRow{Name: name, Rates: row})
			})
			return plots.NewRepositories(in)
		},
		"pareto": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.Pareto{Layout: l, Cost: "checks", Log: true}
			ranked(names, 1, e, func(name string, row []stats.Estimate) {
				in.Points = append(in.Points, plots.ParetoPoint{
					Name: name, Score: row[0], Frontier: true, Membership: 0.5,
					Cost: stats.Estimate{Value: 1 + float64(len(in.Points)), Lo: 0, Hi: math.Inf(1), Level: 0.95, N: 10, Method: "Fieller"},
				})
			})
			return plots.NewPareto(in)
		},
		"repair": func(l plots.Layout, names []string, e func(int) stats.Estimate) (*plots.Figure, error) {
			in := plots.RepairGain{Layout: l}
			ranked(names, 3, e, func(name string, row []stats.Estimate) {
				in.Series = append(in.Series, plots.RepairSeries{Name: name, Rounds: row})
			})
			return plots.NewRepairGain(in)
		},
	}
}

// counters make the figures of counts.
func counters() map[string]func(l plots.Layout, names []string, n func(i int) int) (*plots.Figure, error) {
	return map[string]func(l plots.Layout, names []string, n func(i int) int) (*plots.Figure, error){
		"categories": func(l plots.Layout, names []string, n func(i int) int) (*plots.Figure, error) {
			in := plots.ErrorCategories{Layout: l, Categories: names}
			row := plots.CategoryRow{Name: "search"}
			for i := range names {
				row.Counts = append(row.Counts, n(i))
			}
			in.Rows = append(in.Rows, row)
			return plots.NewErrorCategories(in)
		},
		"category rows": func(l plots.Layout, names []string, n func(i int) int) (*plots.Figure, error) {
			in := plots.ErrorCategories{Layout: l, Categories: []string{"timeout", "wrong"}}
			for i, name := range names {
				in.Rows = append(in.Rows, plots.CategoryRow{Name: name, Counts: []int{n(i), n(i + 1)}})
			}
			return plots.NewErrorCategories(in)
		},
		"overlap": func(l plots.Layout, names []string, n func(i int) int) (*plots.Figure, error) {
			in := plots.Overlap{Layout: l}
			for i, name := range names {
				in.Pairs = append(in.Pairs, plots.Pair{A: name, B: "baseline", Both: n(i), OnlyA: n(i + 1), OnlyB: n(i + 2), Neither: n(i + 3)})
			}
			return plots.NewOverlap(in)
		},
		"upset": func(l plots.Layout, names []string, n func(i int) int) (*plots.Figure, error) {
			in := plots.UpSet{Layout: l, Sets: names, Intersections: []plots.Intersection{{In: make([]bool, len(names)), Count: n(0)}}}
			for i := range names {
				g := plots.Intersection{In: make([]bool, len(names)), Count: n(i)}
				g.In[i] = true
				in.Intersections = append(in.Intersections, g)
			}
			return plots.NewUpSet(in)
		},
	}
}

func numbered(n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("prover-%d", i+1))
	}
	return out
}

var (
	longNames = []string{
		"a-prover-with-a-name-that-nobody-would-print/temperature-0.7/variant-one",
		"a-prover-with-a-name-that-nobody-would-print/temperature-0.7/variant-two",
		strings.Repeat("unbroken", 30),
	}
	foreignNames = []string{"λ-prover ∀ε", "Преобразование", "定理証明器", "naïve “quoted” <&> prover", "tab\tand\nline"}
)

func rate(i int) stats.Estimate { return wilson(20+(i*7)%61, 100) }

func TestEveryFigureDrawsEveryEdgeCase(t *testing.T) {
	constant := func(e stats.Estimate) func(int) stats.Estimate { return func(int) stats.Estimate { return e } }
	cases := map[string]struct {
		names []string
		e     func(i int) stats.Estimate
	}{
		"one":                      {[]string{"only"}, rate},
		"three":                    {numbered(3), rate},
		"twelve":                   {numbered(12), rate},
		"very long names":          {longNames, rate},
		"names in other scripts":   {foreignNames, rate},
		"no intervals":             {numbered(3), constant(noInterval(0.3, 100))},
		"all 0 %":                  {numbered(3), constant(wilson(0, 100))},
		"all 100 %":                {numbered(3), constant(wilson(100, 100))},
		"0 % without intervals":    {numbered(3), constant(noInterval(0, 100))},
		"100 % without intervals":  {numbered(3), constant(noInterval(1, 100))},
		"one n":                    {numbered(2), constant(wilson(1, 1))},
		"n unknown":                {numbered(2), constant(estimate(0.4, 0.3, 0.5, 0, "bootstrap"))},
		"huge n":                   {numbered(2), constant(estimate(0.4, 0.39999, 0.40001, 123456789, "bootstrap"))},
		"interval beyond 0":        {numbered(2), constant(estimate(0.01, -0.02, 0.04, 20, "CR2"))},
		"value outside its bounds": {numbered(2), constant(estimate(0.5, 0.1, 0.2, 20, "percentile bootstrap"))},
	}
	for name, c := range cases {
		for figure, build := range builders() {
			t.Run(figure+"/"+name, func(t *testing.T) {
				for _, l := range []plots.Layout{{}, {Wide: true}} {
					fig, err := build(l, c.names, c.e)
					if err != nil {
						t.Fatal(err)
					}
					legible(t, fig)
					drawable(t, fig)
				}
			})
		}
	}
}

func TestEveryFigureOfCountsDrawsEveryEdgeCase(t *testing.T) {
	cases := map[string]struct {
		names []string
		n     func(i int) int
	}{
		"one":                    {[]string{"only"}, func(i int) int { return 7 }},
		"twelve":                 {numbered(12), func(i int) int { return 1 + (i*13)%29 }},
		"very long names":        {longNames, func(i int) int { return i + 1 }},
		"names in other scripts": {foreignNames, func(i int) int { return i + 1 }},
		"all zero":               {numbered(3), func(i int) int { return 0 }},
		"one of many":            {numbered(3), func(i int) int { return map[bool]int{true: 1000000}[i == 1] }},
	}
	for name, c := range cases {
		for figure, build := range counters() {
			t.Run(figure+"/"+name, func(t *testing.T) {
				for _, l := range []plots.Layout{{}, {Wide: true}} {
					fig, err := build(l, c.names, c.n)
					if err != nil {
						t.Fatal(err)
					}
					legible(t, fig)
					drawable(t, fig)
				}
			})
		}
	}
}

// drawable checks that the figure reaches every format.
func drawable(t *testing.T, fig *plots.Figure) {
	t.Helper()
	for _, format := range []string{"svg", "pdf"} {
		var buf strings.Builder
		if err := fig.Encode(&buf, format); err != nil {
			t.Error(err)
		}
		if format == "svg" && strings.Contains(buf.String(), "NaN") {
			t.Error("the SVG has a coordinate that is not a number")
		}
	}
	if fig.Caption() == "" || fig.Alt() == "" {
		t.Error("no caption or no alternative text")
	}
}

func TestAGapIsNamedInTheCaption(t *testing.T) {
	for figure, build := range builders() {
		t.Run(figure, func(t *testing.T) {
			fig, err := build(plots.Layout{}, []string{"alpha", "beta"}, func(i int) stats.Estimate {
				if i == 0 {
					return stats.Estimate{Value: nan, Lo: nan, Hi: nan}
				}
				return rate(i)
			})
			if figure == "pareto" {
				if err == nil {
					t.Fatal("a point without a place was accepted")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			legible(t, fig)
			drawable(t, fig)
			if !strings.Contains(fig.Caption(), "Not measured: ") {
				t.Errorf("caption does not name the gap: %s", fig.Caption())
			}
		})
	}
}

func TestBadEstimatesAreErrors(t *testing.T) {
	cases := map[string]stats.Estimate{
		"infinite":           {Value: math.Inf(1), Lo: nan, Hi: nan},
		"negative infinite":  {Value: math.Inf(-1), Lo: nan, Hi: nan},
		"too large":          {Value: 42, Lo: nan, Hi: nan},
		"reversed interval":  {Value: 0.5, Lo: 0.6, Hi: 0.4, Level: 0.95},
		"infinite interval":  {Value: 0.5, Lo: 0.4, Hi: math.Inf(1), Level: 0.95},
		"half an interval":   {Value: 0.5, Lo: 0.4, Hi: nan, Level: 0.95},
		"interval, no level": {Value: 0.5, Lo: 0.4, Hi: 0.6},
		"level in percent":   {Value: 0.5, Lo: 0.4, Hi: 0.6, Level: 95},
		"negative n":         {Value: 0.5, Lo: nan, Hi: nan, N: -1},
	}
	for name, bad := range cases {
		for figure, build := range builders() {
			t.Run(figure+"/"+name, func(t *testing.T) {
				_, err := build(plots.Layout{}, numbered(2), func(i int) stats.Estimate {
					if i == 1 {
						return bad
					}
					return rate(i)
				})
				if err == nil {
					t.Fatal("accepted")
				}
				if !strings.HasPrefix(err.Error(), "plots: ") {
					t.Errorf("error does not say where it comes from: %v", err)
				}
			})
		}
	}
}

func TestBadNamesAreErrors(t *testing.T) {
	cases := map[string][]string{
		"none":                         nil,
		"blank":                        {"a", " \t"},
		"repeated":                     {"a", "b", "a"},
		"the same but for white space": {"a b", "a  b"},
	}
	for name, names := range cases {
		for figure, build := range builders() {
			if figure == "surface" && name != "none" {
				continue // it has no names
			}
			t.Run(figure+"/"+name, func(t *testing.T) {
				if _, err := build(plots.Layout{}, names, rate); err == nil {
					t.Fatal("accepted")
				}
			})
		}
		for figure, build := range counters() {
			t.Run(figure+"/"+name, func(t *testing.T) {
				if _, err := build(plots.Layout{}, names, func(int) int { return 1 }); err == nil {
					t.Fatal("accepted")
				}
			})
		}
	}
	for figure, build := range counters() {
		t.Run(figure+"/negative count", func(t *testing.T) {
			if _, err := build(plots.Layout{}, numbered(2), func(i int) int { return 3 - 4*i }); err == nil {
				t.Fatal("accepted")
			}
		})
	}
}

func TestEdgesGolden(t *testing.T) {
	fig, err := plots.NewSuccess(plots.Success{
		Models:  append(longNames[:2:2], foreignNames[:3]...),
		Regimes: []string{"full", "none"},
		Rates: [][]stats.Estimate{
			{wilson(0, 40), wilson(40, 40)},
			{noInterval(0.3, 40), {Value: nan}},
			{wilson(1, 1), noInterval(0, 40)},
			{noInterval(1, 40), wilson(20, 40)},
			{estimate(0.01, -0.03, 0.05, 40, "CR2"), wilson(9, 40)},
		},
	})
	golden(t, "edges", fig, err)
	twelve := builders()["buckets"]
	fig, err = twelve(plots.Layout{}, numbered(12), rate)
	golden(t, "buckets_twelve", fig, err)
}
