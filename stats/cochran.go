package stats

import (
	"fmt"
	"math"
)

// CochranQ tests whether several arms solve the same share of the same tasks:
// x[task][arm] is 0 or 1. A task unknown (NaN) in any arm is left out; a task that
// all arms solve, or none, carries nothing and drops out of Q. When every task
// does, the test is undefined. With two arms Q is McNemar's χ² without correction.
//
// Source: Cochran, Biometrika 37 (1950).
func CochranQ(x [][]float64) (Test, error) {
	const method = "Cochran's Q"
	if len(x) == 0 {
		return Test{}, fmt.Errorf("Cochran's Q: %w", ErrNoData)
	}
	arms := len(x[0])
	if arms < 2 {
		return Test{}, fmt.Errorf("Cochran's Q needs two arms, not %d", arms)
	}
	column := make([]float64, arms)
	total, squares, used := 0.0, 0.0, 0
task:
	for i, row := range x {
		if len(row) != arms {
			return Test{}, fmt.Errorf("task %d has %d outcomes for %d arms", i, len(row), arms)
		}
		sum := 0.0
		for _, v := range row {
			if math.IsNaN(v) {
				continue task
			}
			if v != 0 && v != 1 {
				return Test{}, fmt.Errorf("task %d: outcome %v is neither 0 nor 1", i, v)
			}
			sum += v
		}
		used++
		for j, v := range row {
			column[j] += v
		}
		total += sum
		squares += sum * sum
	}
	k := float64(arms)
	left := k*total - squares
	if left == 0 {
		return undefined(used, method, "every task has the same outcome in all arms"), nil
	}
	spread := 0.0
	for _, c := range column {
		spread += (c - total/k) * (c - total/k)
	}
	t := Test{Statistic: k * (k - 1) * spread / left, DF: k - 1, N: used, Method: method, Warnings: excluded(len(x), used)}
	t.P = ChiSquaredSurvival(t.Statistic, t.DF)
	t.LogP = math.Log(t.P)
	return t, nil
}
