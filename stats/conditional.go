package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// ConditionalLogit regresses y on x within strata, such as repositories, by the
// exact conditional likelihood: each stratum's own level of difficulty cancels.
// Coefficients have no intercept. Strata that are all 0 or all 1 carry nothing and
// drop out with a warning. Separation is ErrSeparated; a covariate that never
// varies within a stratum is an error.
//
// Source: Breslow & Day 1980, section 7; moments by the recursion of Gail, Lubin &
// Rubinstein, Biometrika 68 (1981), on probabilities so that nothing overflows.
func ConditionalLogit(x [][]float64, y []float64, strata Groups, level float64) (Regression, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Regression{}, err
	}
	if !strata.clustered() {
		return Regression{}, errors.New("conditional logit needs strata")
	}
	keep, g, warnings, err := completeRows(x, y, strata)
	if err != nil {
		return Regression{}, err
	}
	k := len(x[keep[0]])
	if k == 0 {
		return Regression{}, errors.New("conditional logit needs a covariate")
	}
	all := make([]stratum, g.Len())
	for j, i := range keep {
		s := &all[g.Of[j]]
		s.x = append(s.x, x[i])
		if y[i] == 1 {
			s.cases = append(s.cases, x[i])
		}
	}
	var used []stratum
	units := 0
	for _, s := range all {
		if len(s.cases) > 0 && len(s.cases) < len(s.x) {
			used = append(used, s)
			units += len(s.x)
		}
	}
	if lost := len(all) - len(used); lost > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of %d strata are all solved or all unsolved and drop out", lost, len(all)))
	}
	if len(used) == 0 {
		return Regression{}, fmt.Errorf("conditional logit: every stratum is all solved or all unsolved: %w", ErrNoData)
	}
	r := Regression{N: units, Method: "conditional logit, exact", Warnings: warnings}
	beta, step := make([]float64, k), make([]float64, k)
	before, score, info := conditionalLikelihood(used, beta)
	r.LogLik0 = before
	for iteration := range 100 {
		var chol mat.Cholesky
		if !chol.Factorize(info) || chol.Cond() > 1e15 {
			if iteration > 0 && conditionallySeparated(used, step) {
				return Regression{}, ErrSeparated
			}
			return Regression{}, errors.New("conditional logit: a covariate does not vary within strata, or covariates are collinear")
		}
		var s mat.VecDense
		if err := chol.SolveVecTo(&s, mat.NewVecDense(k, score)); err != nil {
			return Regression{}, err
		}
		copy(step, s.RawVector().Data)
		if iteration >= 5 && conditionallySeparated(used, step) {
			return Regression{}, ErrSeparated
		}
		scale, size := 1.0, 0.0
		next := make([]float64, k)
		var after float64
		for range 30 {
			size = 0
			for j := range beta {
				next[j] = beta[j] + scale*step[j]
				size = math.Max(size, math.Abs(scale*step[j])/(1+math.Abs(beta[j])))
			}
			if after, score, info = conditionalLikelihood(used, next); after >= before-1e-12*math.Abs(before) {
				break
			}
			scale /= 2
		}
		beta, before = next, after
		if size < 1e-11 {
			if !chol.Factorize(info) {
				return Regression{}, errors.New("conditional logit: singular information")
			}
			var cov mat.SymDense
			if err := chol.InverseTo(&cov); err != nil {
				return Regression{}, err
			}
			r.LogLik = after
			r.fill(beta, &cov, math.Inf(1), level, Groups{})
			return r, nil
		}
	}
	return Regression{}, errors.New("conditional logit did not converge")
}

// stratum holds the covariates of all its units and of its solved ones.
type stratum struct{ x, cases [][]float64 }

// conditionallySeparated: in every stratum no unsolved unit lies beyond a solved
// one along the direction, and somewhere one lies strictly behind.
func conditionallySeparated(strata []stratum, direction []float64) bool {
	strict, top := false, 0.0
	for _, s := range strata {
		for _, row := range s.x {
			top = math.Max(top, math.Abs(dot(row, direction)))
		}
	}
	if top < 1e-3 {
		return false
	}
	for _, s := range strata {
		// The solved units must be a top set: their sum is the largest of any subset.
		order, value := make([]int, len(s.x)), make([]float64, len(s.x))
		own := 0.0
		for i, row := range s.x {
			order[i], value[i] = i, dot(row, direction)
		}
		for _, row := range s.cases {
			own += dot(row, direction)
		}
		sortBy(order, value)
		best, worst := 0.0, 0.0
		for j := range s.cases {
			best += value[order[len(order)-1-j]]
			worst += value[order[j]]
		}
		if own < best-1e-7*top {
			return false
		}
		strict = strict || own > worst+1e-7*top
	}
	return strict
}

// conditionalLikelihood returns the log-likelihood, its gradient and the information.
func conditionalLikelihood(strata []stratum, beta []float64) (float64, []float64, *mat.SymDense) {
	k := len(beta)
	logLik, score, info := 0.0, make([]float64, k), mat.NewSymDense(k, nil)
	for _, s := range strata {
		norm, mean, cov := subsetMoments(s.x, beta, len(s.cases))
		logLik -= norm
		for _, row := range s.cases {
			logLik += dot(row, beta)
			for a, v := range row {
				score[a] += v
			}
		}
		for a := range k {
			score[a] -= mean[a]
			for b := a; b < k; b++ {
				info.SetSym(a, b, info.At(a, b)+cov[a*k+b])
			}
		}
	}
	return logLik, score, info
}

// subsetMoments considers all subsets of m units, each with weight exp(Σ x'β). It
// returns the logarithm of their total weight, and the mean and covariance of Σx.
//
// Units are taken in with independent chances p whose odds are λ·exp(x'β), with λ
// such that m are expected; given that m are taken, this is the same distribution,
// and its total probability is of order 1/√n.
func subsetMoments(x [][]float64, beta []float64, m int) (logTotal float64, mean, cov []float64) {
	k := len(beta)
	eta := make([]float64, len(x))
	low, high := math.Inf(1), math.Inf(-1)
	for i, row := range x {
		eta[i] = dot(row, beta)
		low, high = math.Min(low, eta[i]), math.Max(high, eta[i])
	}
	lo, hi := -high-50, -low+50 // of ln λ
	for range 100 {
		mid, taken := (lo+hi)/2, 0.0
		for _, e := range eta {
			taken += logistic(mid + e)
		}
		if taken < float64(m) {
			lo = mid
		} else {
			hi = mid
		}
	}
	lambda := (lo + hi) / 2
	// Row j of each table: chance, ΣxP and Σxx'P of having taken j units so far.
	p, first, second := make([]float64, m+1), make([]float64, (m+1)*k), make([]float64, (m+1)*k*k)
	p[0] = 1
	logTotal = -float64(m) * lambda
	for i, row := range x {
		in := logistic(lambda + eta[i])
		out := logistic(-lambda - eta[i])
		logTotal += math.Max(lambda+eta[i], 0) + math.Log1p(math.Exp(-math.Abs(lambda+eta[i])))
		for j := min(m, i+1); j >= 0; j-- {
			f, s := first[j*k:(j+1)*k], second[j*k*k:(j+1)*k*k]
			for a := range s {
				s[a] *= out
			}
			for a := range f {
				f[a] *= out
			}
			p[j] *= out
			if j == 0 {
				continue
			}
			f0, s0 := first[(j-1)*k:j*k], second[(j-1)*k*k:j*k*k]
			for a := range k {
				for b := range k {
					s[a*k+b] += in * (s0[a*k+b] + row[a]*f0[b] + row[b]*f0[a] + row[a]*row[b]*p[j-1])
				}
				f[a] += in * (f0[a] + row[a]*p[j-1])
			}
			p[j] += in * p[j-1]
		}
	}
	logTotal += math.Log(p[m])
	mean, cov = make([]float64, k), make([]float64, k*k)
	for a := range k {
		mean[a] = first[m*k+a] / p[m]
	}
	for a := range k {
		for b := range k {
			cov[a*k+b] = second[(m*k+a)*k+b]/p[m] - mean[a]*mean[b]
		}
	}
	return logTotal, mean, cov
}
