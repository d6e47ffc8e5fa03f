package plots_test

import (
	"testing"

	"proofgrid/plots"
)

// legible checks what a reader of the printed page needs: no text smaller than
// 7 pt, none cut by the edge, none on top of another.
func legible(t *testing.T, fig *plots.Figure) {
	t.Helper()
	w, h := fig.Page()
	texts := fig.Texts()
	if len(texts) == 0 {
		t.Error("figure has no text")
	}
	for i, a := range texts {
		if a.Size < 7 {
			t.Errorf("%q has %v pt", a.String, a.Size)
		}
		if a.X0 < 0 || a.Y0 < 0 || a.X1 > w || a.Y1 > h {
			t.Errorf("%q leaves the page of %.0f × %.0f: x %.1f to %.1f, y %.1f to %.1f", a.String, w, h, a.X0, a.X1, a.Y0, a.Y1)
		}
		for _, b := range texts[:i] {
			const apart = 2 // less than a space reads as one text
			if a.X0 < b.X1+apart && b.X0 < a.X1+apart && a.Y0 < b.Y1 && b.Y0 < a.Y1 {
				t.Errorf("%q stands on %q at x %.1f, y %.1f", a.String, b.String, a.X0, a.Y0)
			}
		}
	}
}

// examples are the documented examples, by the name of their golden image.
func examples() map[string]func(plots.Layout) (*plots.Figure, error) {
	with := func(own *plots.Layout, l plots.Layout) { l.Note = own.Note; *own = l }
	return map[string]func(plots.Layout) (*plots.Figure, error){
		"success": func(l plots.Layout) (*plots.Figure, error) {
			in := successExample()
			with(&in.Layout, l)
			return plots.NewSuccess(in)
		},
		"passk": func(l plots.Layout) (*plots.Figure, error) {
			in := passExample()
			with(&in.Layout, l)
			return plots.NewPassAtK(in)
		},
		"surface": func(l plots.Layout) (*plots.Figure, error) {
			in := surfaceExample()
			with(&in.Layout, l)
			return plots.NewBudgetSurface(in)
		},
		"buckets": func(l plots.Layout) (*plots.Figure, error) {
			in := bucketsExample()
			with(&in.Layout, l)
			return plots.NewBuckets(in)
		},
		"forest": func(l plots.Layout) (*plots.Figure, error) {
			in := forestExample()
			with(&in.Layout, l)
			return plots.NewForest(in)
		},
		"curves": func(l plots.Layout) (*plots.Figure, error) {
			in := curvesExample()
			with(&in.Layout, l)
			return plots.NewSolvedCurves(in)
		},
		"correlations": func(l plots.Layout) (*plots.Figure, error) {
			in := correlationsExample()
			with(&in.Layout, l)
			return plots.NewCorrelations(in)
		},
		"repositories": func(l plots.Layout) (*plots.Figure, error) {
			in := repositoriesExample()
			with(&in.Layout, l)
			return plots.NewRepositories(in)
		},
		"categories": func(l plots.Layout) (*plots.Figure, error) {
			in := categoriesExample()
			with(&in.Layout, l)
			return plots.NewErrorCategories(in)
		},
		"overlap": func(l plots.Layout) (*plots.Figure, error) {
			in := overlapExample()
			with(&in.Layout, l)
			return plots.NewOverlap(in)
		},
		"upset": func(l plots.Layout) (*plots.Figure, error) {
			in := upsetExample()
			with(&in.Layout, l)
			return plots.NewUpSet(in)
		},
		"pareto": func(l plots.Layout) (*plots.Figure, error) {
			in := paretoExample()
			with(&in.Layout, l)
			return plots.NewPareto(in)
		},
		"repair": func(l plots.Layout) (*plots.Figure, error) {
			in := repairExample()
			with(&in.Layout, l)
			return plots.NewRepairGain(in)
		},
	}
}

func TestEveryFigureIsLegibleInBothWidths(t *testing.T) {
	layouts := map[string]plots.Layout{
		"one column":  {},
		"two columns": {Wide: true, Title: "A title"},
		"long title":  {Title: "A title that is much too long for the width of one column and goes on and on, until it has taken three lines and more"},
	}
	for name, make := range examples() {
		for kind, l := range layouts {
			t.Run(name+"/"+kind, func(t *testing.T) {
				fig, err := make(l)
				if err != nil {
					t.Fatal(err)
				}
				legible(t, fig)
				w, _ := fig.Size()
				if want := map[bool]float64{false: 3.4, true: 7}[l.Wide]; w < want-1e-9 || w > want+1e-9 {
					t.Errorf("width is %v in, want %v", w, want)
				}
			})
		}
	}
}
