package stats

import (
	"fmt"
	"math"
)

// DetectableEffect is MinimumEffectFromSE with the t quantiles that go with an
// estimate's degrees of freedom, (t₁₋α/₂ + t_power)·SE, so that few clusters make
// it as much wider as they make the interval. Normal quantiles where DF is NaN or
// infinite. An estimate without a positive standard error is ErrNoData; degrees of
// freedom that are not positive, or too few for a finite answer, are an error.
func DetectableEffect(e Estimate, alpha, power float64) (float64, error) {
	if _, err := powerZ(alpha, power); err != nil {
		return nan, err
	}
	if !(e.SE > 0) || math.IsInf(e.SE, 1) {
		return nan, fmt.Errorf("detectable effect with standard error %v: %w", e.SE, ErrNoData)
	}
	df := e.DF
	if math.IsNaN(df) {
		df = math.Inf(1)
	}
	if !(df > 0) {
		return nan, fmt.Errorf("detectable effect with %v degrees of freedom: they must be positive", df)
	}
	effect := (tQuantile(1-alpha/2, df) + tQuantile(power, df)) * e.SE
	if !finite(effect) {
		return nan, fmt.Errorf("detectable effect with %v degrees of freedom: too few for a finite answer", df)
	}
	return effect, nil
}

// Scores returns every task's own pass@(k, r) as BudgetSurface averages it: low and
// high are its bounds, equal where the run determines it, and NaN where the
// infrastructure took it away. They are the columns for pairing two budgets of one
// run task by task. It refuses what BudgetSurface refuses, and a budget outside the
// run's.
func (run Run) Scores(k, r int) (low, high []float64, err error) {
	if err := run.check(); err != nil {
		return nil, nil, err
	}
	if k < 1 || k > run.K || r < 0 || r > run.R {
		return nil, nil, fmt.Errorf("budget (%d, %d) outside (1…%d, 0…%d): %w", k, r, run.K, run.R, ErrNotIdentified)
	}
	fates, pass := run.fates(r), passTable{k: k}
	for i := range fates {
		lo, hi, _, _ := run.score(&fates[i], &pass)
		low, high = append(low, lo), append(high, hi)
	}
	return low, high, nil
}
