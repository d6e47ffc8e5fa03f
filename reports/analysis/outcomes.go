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

// CellScores is what the whole run of a cell says of a smaller budget.
type CellScores struct {
	Tasks    []float64 // pass@(k, r) of every task, NaN for unknown; nil with Err
	Err      error     // the cell lacks that budget, or its run leaves bounds only
	Warnings []string  // why the scores are biased all the same; each names the cell
}

// Scores returns pass@(k, r) of every cell. What one cell lacks does not touch the
// others.
func Scores(run *Run, k, r int) ([]CellScores, error) {
	g, err := newGrid(run, 0, stats.MonteCarlo{})
	if err != nil {
		return nil, err
	}
	cells := nameCells(run.Cells)
	scores := make([]CellScores, len(cells))
cells:
	for c := range cells {
		stop := g.stop(c)
		low, high, err := stop.Scores(k, r)
		if err != nil {
			scores[c].Err = fmt.Errorf("%s (%s): %w", cells[c].Name, cells[c].Budget, err)
			continue
		}
		for t := range low {
			if !math.IsNaN(low[t]) && low[t] < high[t] {
				scores[c].Err = fmt.Errorf("%s (%s): pass@(%d, %d): %w: a %s run leaves bounds only", cells[c].Name, cells[c].Budget, k, r, stats.ErrNotIdentified, stop.Policy)
				continue cells
			}
		}
		scores[c].Tasks = low
		for _, doubt := range stop.Doubts(k, r) {
			scores[c].Warnings = append(scores[c].Warnings, fmt.Sprintf("%s (%s), pass@(%d, %d): %s", cells[c].Name, cells[c].Budget, k, r, doubt))
		}
	}
	return scores, nil
}
