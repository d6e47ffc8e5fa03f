package stats

import (
	"fmt"
	"math"
)

// PassAtK returns the unbiased estimate of the chance that at least one of k
// samples is right, from c right ones among n: 1 − C(n−c, k)/C(n, k).
// NaN when k > n or an argument makes no sense: n samples say nothing of more.
//
// Source: Chen et al. 2021, in the product form; summed as logarithms so that
// small values keep their digits.
func PassAtK(n, c, k int) float64 {
	return 0 - math.Expm1(LogFailAtK(n, c, k)) // −Expm1(0) is −0
}

// LogFailAtK returns ln(1 − PassAtK), which stays exact where pass@k rounds to 1.
// −Inf when pass@k is 1.
func LogFailAtK(n, c, k int) float64 {
	switch {
	case n < 1 || c < 0 || c > n || k < 1 || k > n:
		return nan
	case n-c < k:
		return math.Inf(-1)
	}
	// C(n−c, k)/C(n, k) is symmetric in c and k: loop over the smaller.
	c, k = min(c, k), max(c, k)
	s := 0.0
	for i := n - c + 1; i <= n; i++ {
		s += math.Log1p(-float64(k) / float64(i))
	}
	return s
}

// PassHatK returns the unbiased estimate of the chance that all of k samples are
// right (pass^k): C(c, k)/C(n, k). NaN as PassAtK.
//
// Source: Yao et al. 2024 (τ-bench).
func PassHatK(n, c, k int) float64 {
	if n < 1 || c < 0 || c > n || k < 1 || k > n {
		return nan
	}
	p := 1.0
	for i := range k {
		p *= float64(max(c-i, 0)) / float64(n-i)
	}
	return p
}

// PassAtKR returns pass@(k, r) of one task from the round of each chain's first
// success (0 = the sample itself, −1 = never): pass@k on the chains solved by
// round r. It is not pass@(k(1+r)). It needs every unsolved chain to have been
// run to round r; BudgetSurface checks that and handles early stopping.
func PassAtKR(firstSuccess []int, k, r int) float64 {
	c := 0
	for _, round := range firstSuccess {
		if round >= 0 && round <= r {
			c++
		}
	}
	return PassAtK(len(firstSuccess), c, k)
}

// PassAtKMean returns the mean over tasks of pass@k, where task i had correct[i]
// of samples[i] right, with the interval of Rate for the design. A task with fewer
// than k samples is an error; a task with 0 samples is unknown.
func PassAtKMean(samples, correct []int, k int, d Design) (Estimate, error) {
	return meanOverTasks(samples, correct, k, d, PassAtK, "pass@")
}

// PassHatKMean is PassAtKMean of pass^k.
func PassHatKMean(samples, correct []int, k int, d Design) (Estimate, error) {
	return meanOverTasks(samples, correct, k, d, PassHatK, "pass^")
}

// PassAtKScores returns pass@k of each task, NaN for a task without samples: the
// column to give to PairedDifference, BootstrapRate or Spearman.
func PassAtKScores(samples, correct []int, k int) ([]float64, error) {
	return taskScores(samples, correct, k, PassAtK)
}

func taskScores(samples, correct []int, k int, score func(n, c, k int) float64) ([]float64, error) {
	if len(samples) != len(correct) {
		return nil, fmt.Errorf("%d sample counts and %d correct counts", len(samples), len(correct))
	}
	y := make([]float64, len(samples))
	for i, n := range samples {
		switch {
		case n == 0 && correct[i] == 0:
			y[i] = nan
		case k < 1 || k > n:
			return nil, fmt.Errorf("k = %d with %d samples of task %d: %w", k, n, i, ErrNotIdentified)
		default:
			if y[i] = score(n, correct[i], k); math.IsNaN(y[i]) {
				return nil, fmt.Errorf("task %d has %d correct of %d samples", i, correct[i], n)
			}
		}
	}
	return y, nil
}

func meanOverTasks(samples, correct []int, k int, d Design, score func(n, c, k int) float64, name string) (Estimate, error) {
	y, err := taskScores(samples, correct, k, score)
	if err != nil {
		return Estimate{}, err
	}
	e, err := Rate(y, d)
	e.Method = fmt.Sprintf("%s%d, %s", name, k, e.Method)
	return e, err
}
