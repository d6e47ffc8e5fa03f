package stats

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
)

// MixedLogit is a logistic regression whose intercept varies between groups,
// normally on the log-odds scale.
type MixedLogit struct {
	Regression // coefficients hold within a group; LogLik0 is that of Logistic, without variation
	// Sigma is the standard deviation of the intercepts, with a Wald interval on its
	// logarithm; 0 without an interval when no variation is to be seen.
	Sigma Estimate
	// Variation tests Sigma = 0 by likelihood ratio; P is half the χ²(1) tail, since
	// Sigma cannot be negative (Self & Liang 1987).
	Variation Test
}

// Adaptive rules of this size give the likelihood to ten digits or better.
const quadratureNodes = 25

// RandomInterceptLogit fits y (0 or 1) on x[unit] with an intercept that is normal
// between groups, by maximum likelihood with adaptive Gauss–Hermite quadrature.
// Refusals are those of Logistic; fewer than two groups is ErrOneCluster.
//
// Source: Pinheiro & Bates, JCGS 4 (1995), section 2.4.
func RandomInterceptLogit(x [][]float64, y []float64, groups Groups, level float64) (MixedLogit, error) {
	level, err := checkLevel(level)
	if err != nil {
		return MixedLogit{}, err
	}
	if !groups.clustered() {
		return MixedLogit{}, errors.New("a random intercept needs groups")
	}
	m, g, warnings, err := newModel(x, y, groups)
	if err != nil {
		return MixedLogit{}, err
	}
	if g.Len() < 2 {
		return MixedLogit{}, ErrOneCluster
	}
	fixed, cov, err := m.fit()
	if err != nil {
		return MixedLogit{}, err
	}
	q := newQuadrature(m, g)
	theta, info, err := q.maximise(append(append([]float64{}, fixed...), math.Log(0.5)))
	if err != nil {
		return MixedLogit{}, err
	}
	r := MixedLogit{Regression: Regression{N: m.n, Warnings: warnings, LogLik0: m.logLik(fixed),
		Method: "random-intercept logit, adaptive Gauss–Hermite quadrature"}}
	sigma := math.Exp(theta[m.k])
	r.LogLik, _ = q.logLik(theta)
	r.Sigma = point(sigma, g.Len(), "standard deviation of intercepts, Wald on the logarithm")
	r.Sigma.Level, r.Sigma.Clusters = level, g.Len()
	if sigma < 1e-3 || info == nil || r.LogLik <= r.LogLik0 {
		r.LogLik, r.Sigma.Value = r.LogLik0, 0
		r.Sigma.Warnings = []string{"no variation between groups is to be seen: the estimate is at its boundary"}
		r.Warnings = append(r.Warnings, "the random intercept vanished; coefficients are those of plain logistic regression")
		r.fill(fixed, cov, math.Inf(1), level, Groups{})
	} else {
		r.fill(theta[:m.k], info, math.Inf(1), level, Groups{})
		se := math.Sqrt(info.At(m.k, m.k))
		half := normalQuantile((1+level)/2) * se
		r.Sigma.SE, r.Sigma.Lo, r.Sigma.Hi = sigma*se, sigma*math.Exp(-half), sigma*math.Exp(half)
	}
	lr := math.Max(0, 2*(r.LogLik-r.LogLik0))
	r.Variation = Test{Statistic: lr, DF: 1, P: 0.5 * ChiSquaredSurvival(lr, 1), N: m.n, Method: "likelihood ratio for Sigma = 0, ½χ²(1)"}
	if lr == 0 {
		r.Variation.P = 1
	}
	r.Variation.LogP = math.Log(r.Variation.P)
	return r, nil
}

// quadrature evaluates the marginal likelihood. Parameters are the coefficients
// and ln σ; a group's intercept is shifted by σu with u standard normal.
type quadrature struct {
	m            *model
	members      [][]int
	node, weight []float64
}

func newQuadrature(m *model, g Groups) *quadrature {
	q := &quadrature{m: m, members: make([][]int, g.Len()), node: make([]float64, quadratureNodes), weight: make([]float64, quadratureNodes)}
	for i, c := range g.Of {
		q.members[c] = append(q.members[c], i)
	}
	quad.Hermite{}.FixedLocations(q.node, q.weight, math.Inf(-1), math.Inf(1))
	return q
}

// logLik returns the log-likelihood and its gradient.
func (q *quadrature) logLik(theta []float64) (float64, []float64) {
	k := q.m.k
	sigma := math.Exp(theta[k])
	total, gradient := 0.0, make([]float64, k+1)
	at, slope := make([]float64, len(q.node)), make([]float64, k+1)
	for _, units := range q.members {
		eta := make([]float64, len(units))
		for a, i := range units {
			eta[a] = q.m.eta(i, theta[:k])
		}
		joint := func(u float64) (value, first, second float64) {
			value, first, second = -u*u/2, -u, -1
			for a, i := range units {
				e := eta[a] + sigma*u
				p := logistic(e)
				value += logBernoulli(q.m.y[i], e)
				first += sigma * (q.m.y[i] - p)
				second -= sigma * sigma * p * (1 - p)
			}
			return value, first, second
		}
		mode, curvature := 0.0, 1.0
		for range 50 { // the joint log density is concave: Newton, shortened, finds its top
			_, d1, d2 := joint(mode)
			curvature = -d2
			step := clamp(d1/curvature, -2, 2)
			mode += step
			if math.Abs(step) < 1e-12 {
				break
			}
		}
		width := math.Sqrt2 / math.Sqrt(curvature)
		top := math.Inf(-1)
		for j, z := range q.node {
			v, _, _ := joint(mode + width*z)
			at[j] = v + z*z + math.Log(q.weight[j])
			top = math.Max(top, at[j])
		}
		sum := 0.0
		clear(slope)
		for j, z := range q.node {
			w := math.Exp(at[j] - top)
			sum += w
			u := mode + width*z
			for a, i := range units {
				r := w * (q.m.y[i] - logistic(eta[a]+sigma*u))
				for c, v := range q.m.x.RawRowView(i) {
					slope[c] += r * v
				}
				slope[k] += r * sigma * u
			}
		}
		total += top + math.Log(sum*width) - 0.5*math.Log(2*math.Pi)
		for c, v := range slope {
			gradient[c] += v / sum
		}
	}
	return total, gradient
}

// maximise climbs by Newton steps on a differenced gradient, damped until they
// improve the fit. It returns the inverse information, nil where σ vanished.
func (q *quadrature) maximise(theta []float64) ([]float64, *mat.SymDense, error) {
	k := len(theta)
	value, gradient := q.logLik(theta)
	damping := 1e-3
	for range 200 {
		info := q.information(theta)
		improved, size := false, 0.0
		for range 40 {
			damped := mat.NewSymDense(k, nil)
			damped.CopySym(info)
			for a := range k {
				damped.SetSym(a, a, info.At(a, a)+damping*(1+math.Abs(info.At(a, a))))
			}
			var chol mat.Cholesky
			var step mat.VecDense
			if chol.Factorize(damped) && chol.SolveVecTo(&step, mat.NewVecDense(k, gradient)) == nil {
				next := make([]float64, k)
				size = 0
				for a := range next {
					next[a] = theta[a] + clamp(step.AtVec(a), -2, 2)
					size = math.Max(size, math.Abs(next[a]-theta[a])/(1+math.Abs(theta[a])))
				}
				v, grad := q.logLik(next)
				if v >= value-1e-13*math.Abs(value) {
					theta, value, gradient, improved = next, v, grad, true
					damping = math.Max(damping/10, 1e-12)
					break
				}
			}
			damping *= 4
		}
		if theta[k-1] < math.Log(1e-3) {
			return theta, nil, nil
		}
		if !improved || size < 1e-9 {
			var chol mat.Cholesky
			var inverse mat.SymDense
			if !chol.Factorize(q.information(theta)) {
				return nil, nil, errors.New("random-intercept logit: the likelihood has no clear maximum")
			}
			if err := chol.InverseTo(&inverse); err != nil {
				return nil, nil, err
			}
			return theta, &inverse, nil
		}
	}
	return nil, nil, errors.New("random-intercept logit did not converge")
}

// information is minus the second derivative, by central differences of the gradient.
func (q *quadrature) information(theta []float64) *mat.SymDense {
	k := len(theta)
	raw := mat.NewDense(k, k, nil)
	for a := range k {
		h := 1e-5 * (1 + math.Abs(theta[a]))
		moved := append([]float64{}, theta...)
		moved[a] = theta[a] + h
		_, up := q.logLik(moved)
		moved[a] = theta[a] - h
		_, down := q.logLik(moved)
		for b := range k {
			raw.Set(a, b, -(up[b]-down[b])/(2*h))
		}
	}
	info := mat.NewSymDense(k, nil)
	for a := range k {
		for b := a; b < k; b++ {
			info.SetSym(a, b, (raw.At(a, b)+raw.At(b, a))/2)
		}
	}
	return info
}
