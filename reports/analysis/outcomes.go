package analysis

import (
	"fmt"
	"math"

	"proofgrid/stats"
)

// Outcomes returns the outcome of every task in every cell within its whole budget,
// [cell][task]: 1 (solved), 0 (failed) or NaN (unknown). A
// run without tasks or cells is an error, as for Analyse.
func Outcomes(run *Run) ([][]float64, error) {
	g, err := newGrid(run, 0, stats.MonteCarlo{})
	if err != nil {
		return nil, err
	}
	return g.solved, nil
}

// Scores returns pass@(k, r) of every task in every cell, [cell][task]: what the
// whole run of the cell says of a smaller budget. Cells without that budget, or whose
// stopping policy does not identify it, are an error that names the cell.
func Scores(run *Run, k, r int) ([][]float64, error) {
	g, err := newGrid(run, 0, stats.MonteCarlo{})
	if err != nil {
		return nil, err
	}
	cells := nameCells(run.Cells)
	scores := make([][]float64, len(cells))
	for c := range cells {
		stop := g.stop(c)
		low, high, err := stop.Scores(k, r)
		if err != nil {
			return nil, fmt.Errorf("%s (%s): %w", cells[c].Name, cells[c].Budget, err)
		}
		for t := range low {
			if !math.IsNaN(low[t]) && low[t] < high[t] {
				return nil, fmt.Errorf("%s (%s): pass@(%d, %d): %w: a %s run leaves bounds only", cells[c].Name, cells[c].Budget, k, r, stats.ErrNotIdentified, stop.Policy)
			}
		}
		scores[c] = low
	}
	return scores, nil
}
