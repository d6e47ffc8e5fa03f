package stats

import (
	"fmt"
	"math"
)

// Spread is the run-to-run spread of a score over seeds.
type Spread struct {
	Mean       float64
	Sample     float64 // standard deviation with n−1
	Population float64 // with n; smaller, and not an estimate for new seeds
	C4         float64 // mean of Sample/σ for normal scores
	Unbiased   float64 // Sample/C4, unbiased for normal scores
	N          int
	Warnings   []string
}

// SeedSpread returns the spread of one score over seeds. It says how much a rerun
// moves the score on the same tasks, not how far the score is from that of other
// tasks. One seed gives NaN and a warning.
func SeedSpread(scores []float64) (Spread, error) {
	keep, err := known(scores)
	if err != nil {
		return Spread{}, err
	}
	n := float64(len(keep))
	if n == 0 {
		return Spread{}, fmt.Errorf("seed spread: %w", ErrNoData)
	}
	s := Spread{N: len(keep), Warnings: excluded(len(scores), len(keep))}
	s.Mean, s.Sample = meanSD(pick(scores, keep))
	if n < 2 {
		s.Sample, s.Population, s.C4, s.Unbiased = nan, nan, nan, nan
		s.Warnings = append(s.Warnings, "one seed: no spread")
		return s, nil
	}
	s.Population = s.Sample * math.Sqrt((n-1)/n)
	s.C4 = math.Sqrt(2/(n-1)) * math.Exp(lgamma(n/2)-lgamma((n-1)/2))
	s.Unbiased = s.Sample / s.C4
	return s, nil
}

// Components splits the variance of a mean score into what tasks and what samples
// contribute (law of total variance).
type Components struct {
	Mean    float64
	SE      float64 // of Mean, from the spread of task means: tasks and samples together
	Within  float64 // mean over tasks of the variance of one sample
	Between float64 // variance over tasks of the expected score; 0 with a warning when estimated negative
	// SEIfManySamples is what SE would fall to with ever more samples per task.
	SEIfManySamples float64
	Tasks           int
	Warnings        []string
}

// VarianceComponents takes x[task][sample]. Tasks with a single sample are refused:
// they do not show the spread of samples. Unequal numbers of samples use their
// harmonic mean. NaN samples are left out.
//
// Source: Miller, Adding Error Bars to Evals, 2024, section 3.
func VarianceComponents(x [][]float64) (Components, error) {
	if len(x) < 2 {
		return Components{}, fmt.Errorf("variance components of %d tasks: %w", len(x), ErrNoData)
	}
	var means []float64
	var within, inverse float64
	c := Components{Tasks: len(x)}
	for i, row := range x {
		keep, err := known(row)
		if err != nil {
			return Components{}, fmt.Errorf("task %d: %w", i, err)
		}
		if len(keep) < 2 {
			return Components{}, fmt.Errorf("task %d has %d known samples, and two are needed: %w", i, len(keep), ErrNotIdentified)
		}
		m, sd := meanSD(pick(row, keep))
		means = append(means, m)
		within += sd * sd / float64(len(x))
		inverse += sd * sd / float64(len(keep)) / float64(len(x))
	}
	n := float64(len(x))
	mean, sd := meanSD(means)
	c.Mean, c.SE, c.Within = mean, sd/math.Sqrt(n), within
	if c.Between = sd*sd - inverse; c.Between < 0 {
		c.Between = 0
		c.Warnings = append(c.Warnings, "the between-task variance was estimated negative and set to 0")
	}
	c.SEIfManySamples = math.Sqrt(c.Between / n)
	return c, nil
}
