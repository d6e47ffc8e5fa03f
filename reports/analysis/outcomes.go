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
// whole run of the cell says of a smaller budget. A cell without that budget, or whose
// stopping policy does not identify it, has no scores and an error that names it at
// its place in failed; the other cells are not touched by that.
func Scores(run *Run, k, r int) (scores [][]float64, failed []error, err error) {
	g, err := newGrid(run, 0, stats.MonteCarlo{})
	if err != nil {
		return nil, nil, err
	}
	cells := nameCells(run.Cells)
	scores, failed = make([][]float64, len(cells)), make([]error, len(cells))
cells:
	for c := range cells {
		stop := g.stop(c)
		low, high, err := stop.Scores(k, r)
		if err != nil {
			failed[c] = fmt.Errorf("%s (%s): %w", cells[c].Name, cells[c].Budget, err)
			continue
		}
		for t := range low {
			if !math.IsNaN(low[t]) && low[t] < high[t] {
				failed[c] = fmt.Errorf("%s (%s): pass@(%d, %d): %w: a %s run leaves bounds only", cells[c].Name, cells[c].Budget, k, r, stats.ErrNotIdentified, stop.Policy)
				continue cells
			}
		}
		scores[c] = low
	}
	return scores, failed, nil
}
