package analysis

import (
	"maps"
	"math"
	"slices"

	"proofgrid/stats"
)

// Correlations are rank correlations of success with features of the tasks.
type Correlations struct {
	Features []string      `json:"features"`
	Constant []string      `json:"constant,omitempty"` // the same for all tasks, so left out
	Unknown  []string      `json:"unknown,omitempty"`  // asked for, but no task has it
	Tests    int           `json:"tests"`              // in each family
	Rows     []Correlation `json:"rows"`               // cells, and within each the features
}

// Correlation is that of one feature with success in one cell.
type Correlation struct {
	Cell    int               `json:"cell"`
	Feature string            `json:"feature"`
	Plain   stats.Correlation `json:"plain"`   // Spearman over all tasks
	Partial stats.Correlation `json:"partial"` // within repositories
	// Adjusted permutation p-values. Plain and partial are a family each, over all
	// cells and features.
	PlainHolm, PlainBH, PartialHolm, PartialBH float64
}

func (g *grid) correlations(asked []string) Correlations {
	var out Correlations
	known := map[string]bool{}
	for t := range g.Tasks {
		for f := range g.Tasks[t].Features {
			known[f] = true
		}
	}
	names := slices.Sorted(maps.Keys(known))
	if len(asked) > 0 {
		names = asked
	}
	columns := map[string][]float64{}
	for _, f := range names {
		column := make([]float64, len(g.Tasks))
		lo, hi, n := math.Inf(1), math.Inf(-1), 0
		for t := range column {
			v, ok := g.Tasks[t].Features[f]
			if !ok || math.IsInf(v, 0) {
				v = math.NaN()
			}
			if column[t] = v; !math.IsNaN(v) {
				lo, hi, n = min(lo, v), max(hi, v), n+1
			}
		}
		switch {
		case columns[f] != nil:
		case n == 0:
			out.Unknown = append(out.Unknown, f)
		case lo == hi:
			out.Constant = append(out.Constant, f)
		default:
			columns[f] = column
			out.Features = append(out.Features, f)
		}
	}
	out.Rows = make([]Correlation, len(g.Cells)*len(out.Features))
	each(len(out.Rows), func(i int) {
		f := out.Features[i%len(out.Features)]
		out.Rows[i] = g.correlate(i/len(out.Features), f, columns[f])
	})
	plain, partial := make([]float64, len(out.Rows)), make([]float64, len(out.Rows))
	for i, r := range out.Rows {
		plain[i], partial[i] = r.Plain.Permutation.P, r.Partial.Permutation.P
		if !math.IsNaN(plain[i]) {
			out.Tests++
		}
	}
	holm, bh := stats.Holm(plain), stats.BH(plain)
	partHolm, partBH := stats.Holm(partial), stats.BH(partial)
	for i := range out.Rows {
		r := &out.Rows[i]
		r.PlainHolm, r.PlainBH, r.PartialHolm, r.PartialBH = holm[i], bh[i], partHolm[i], partBH[i]
	}
	return out
}

func (g *grid) correlate(c int, feature string, x []float64) Correlation {
	row := Correlation{Cell: c, Feature: feature}
	y, d := g.over(g.solved[c], known(g.all(), g.solved[c]))
	x, _ = g.over(x, known(g.all(), g.solved[c]))
	var err error
	if d.Clusters.Len() < 2 {
		if row.Plain, err = stats.Spearman(x, y, g.draws); err != nil {
			row.Plain = noCorrelation(err)
		}
		row.Partial = stats.Correlation{Rho: undefined(0, oneRepository), T: undefinedTest(0, oneRepository), Permutation: undefinedTest(0, oneRepository)}
		return row
	}
	if row.Plain, row.Partial, err = stats.Spearmans(x, y, d.Clusters, g.draws); err != nil {
		row.Plain, row.Partial = noCorrelation(err), noCorrelation(err)
	}
	return row
}

func noCorrelation(err error) stats.Correlation {
	return stats.Correlation{Rho: undefined(0, err.Error()), T: undefinedTest(0, err.Error()), Permutation: undefinedTest(0, err.Error())}
}
