package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// ErrSeparated: some combination of covariates predicts the outcome perfectly, so
// a coefficient is infinite (a repository at 0 % or 100 % with its own dummy).
var ErrSeparated = errors.New("separation: a combination of covariates predicts the outcome perfectly, so no finite coefficient is best")

// Sandwich names the variance of regression coefficients.
type Sandwich int

const (
	// ModelBased trusts the model: the inverse Fisher information.
	ModelBased Sandwich = iota
	// HC0 allows any variance of independent units.
	HC0
	// ClusterHC0 allows any dependence within clusters, without a small-sample factor.
	ClusterHC0
	// ClusterHC1 is ClusterHC0 × G/(G−1), as R's vcovCL for a GLM and Stata's logit.
	ClusterHC1
	// ClusterStata is ClusterHC1 × (N−1)/(N−K), as statsmodels by default.
	ClusterStata
	// ClusterCR2 is bias-reduced on response residuals with the binomial variance as
	// target (Pustejovsky & Tipton 2018; the default of clubSandwich for a GLM).
	ClusterCR2
)

func (s Sandwich) String() string {
	return [...]string{
		"model-based", "HC0", "cluster-robust, no small-sample factor", "cluster-robust × G/(G−1)",
		"cluster-robust × G/(G−1) × (N−1)/(N−K)", "cluster-robust CR2",
	}[s]
}

// Regression is a fitted regression of a binary outcome.
type Regression struct {
	Coef     []Estimate // log odds per unit of each column; Coef[0] is the intercept where there is one
	Tests    []Test     // Wald, z or t as the standard error allows
	LogLik   float64
	LogLik0  float64 // with all slopes 0
	N        int
	Method   string
	Warnings []string
}

// Logistic regresses y (0 or 1) on the covariates in x[unit], with an intercept, by
// iteratively reweighted least squares. Units with a NaN are left out. Clustered
// variances need d.Clusters, and their intervals use t(G−1).
//
// Separation, perfect or quasi-complete, is ErrSeparated; collinear covariates are
// an error.
func Logistic(x [][]float64, y []float64, kind Sandwich, d Design) (Regression, error) {
	level, err := checkLevel(d.Level)
	if err != nil {
		return Regression{}, err
	}
	m, g, warnings, err := newModel(x, y, d.Clusters)
	if err != nil {
		return Regression{}, err
	}
	if kind >= ClusterHC0 && !d.Clusters.clustered() {
		return Regression{}, fmt.Errorf("%v standard errors need clusters", kind)
	}
	if kind >= ClusterHC0 && g.Len() < 2 {
		return Regression{}, ErrOneCluster
	}
	beta, bread, err := m.fit()
	if err != nil {
		return Regression{}, err
	}
	var cov mat.Matrix = bread
	df := math.Inf(1)
	if kind != ModelBased {
		if cov, err = m.sandwich(beta, bread, kind, g); err != nil {
			return Regression{}, err
		}
		if kind >= ClusterHC0 {
			df = float64(g.Len() - 1)
		}
	}
	r := Regression{LogLik: m.logLik(beta), N: m.n, Method: "logistic regression, " + kind.String(), Warnings: warnings}
	p := m.mean()
	r.LogLik0 = float64(m.n) * (p*math.Log(p) + (1-p)*math.Log(1-p))
	r.fill(beta, cov, df, level, g)
	return r, nil
}

// fill puts estimates and Wald tests beside the coefficients.
func (r *Regression) fill(beta []float64, cov mat.Matrix, df, level float64, g Groups) {
	for j, b := range beta {
		e := point(b, r.N, r.Method)
		e.Level, e.DF, e.SE = level, df, math.Sqrt(cov.At(j, j))
		if !math.IsInf(df, 1) {
			e.Clusters = g.Len()
		}
		r.Coef = append(r.Coef, e.spread())
		t := Test{Statistic: b / e.SE, DF: nan, N: r.N, Method: "Wald z, " + r.Method}
		if math.IsInf(df, 1) {
			t.P, t.LogP = normalTwoSided(t.Statistic)
		} else {
			t.DF, t.Method = df, "Wald t, "+r.Method
			t.P, t.LogP = TTwoSided(t.Statistic, df)
		}
		r.Tests = append(r.Tests, t)
	}
}

// model is a design matrix with its outcome.
type model struct {
	x    *mat.Dense // n × k, intercept first
	y    []float64
	n, k int
}

func newModel(x [][]float64, y []float64, clusters Groups) (*model, Groups, []string, error) {
	keep, g, warnings, err := completeRows(x, y, clusters)
	if err != nil {
		return nil, g, nil, err
	}
	k := 1 + len(x[keep[0]])
	m := &model{x: mat.NewDense(len(keep), k, nil), n: len(keep), k: k}
	for j, i := range keep {
		m.x.Set(j, 0, 1)
		for c, v := range x[i] {
			m.x.Set(j, c+1, v)
		}
		m.y = append(m.y, y[i])
	}
	if p := m.mean(); p == 0 || p == 1 {
		return nil, g, nil, fmt.Errorf("all outcomes are %v: %w", p, ErrSeparated)
	}
	return m, g, warnings, nil
}

// completeRows checks a regression's input and lists the rows without a NaN.
func completeRows(x [][]float64, y []float64, clusters Groups) ([]int, Groups, []string, error) {
	if len(x) != len(y) {
		return nil, Groups{}, nil, fmt.Errorf("%d rows of covariates and %d outcomes", len(x), len(y))
	}
	g, err := clusters.over(len(y))
	if err != nil {
		return nil, g, nil, err
	}
	var keep []int
row:
	for i, row := range x {
		if len(row) != len(x[0]) {
			return nil, g, nil, fmt.Errorf("row %d has %d covariates, row 0 has %d", i, len(row), len(x[0]))
		}
		for _, v := range row {
			if math.IsInf(v, 0) {
				return nil, g, nil, fmt.Errorf("row %d has an infinite covariate", i)
			}
			if math.IsNaN(v) {
				continue row
			}
		}
		if math.IsNaN(y[i]) {
			continue
		}
		if y[i] != 0 && y[i] != 1 {
			return nil, g, nil, fmt.Errorf("row %d: outcome %v is neither 0 nor 1", i, y[i])
		}
		keep = append(keep, i)
	}
	if len(keep) == 0 {
		return nil, g, nil, fmt.Errorf("regression: %w", ErrNoData)
	}
	return keep, g.take(keep), excluded(len(y), len(keep)), nil
}

func (m *model) mean() float64 { mean, _ := meanSD(m.y); return mean }

func (m *model) eta(i int, beta []float64) float64 { return dot(m.x.RawRowView(i), beta) }

func (m *model) logLik(beta []float64) float64 {
	s := 0.0
	for i := range m.n {
		s += logBernoulli(m.y[i], m.eta(i, beta))
	}
	return s
}

// logBernoulli is the log-likelihood of one outcome at log odds eta.
func logBernoulli(y, eta float64) float64 {
	return y*eta - math.Max(eta, 0) - math.Log1p(math.Exp(-math.Abs(eta)))
}

func logistic(eta float64) float64 { return 1 / (1 + math.Exp(-eta)) }

// fit maximises the likelihood; it returns the coefficients and the inverse
// information.
func (m *model) fit() ([]float64, *mat.SymDense, error) {
	beta, step := make([]float64, m.k), make([]float64, m.k)
	before := m.logLik(beta)
	for iteration := range 100 {
		chol, gradient, err := m.information(beta)
		if err != nil {
			if iteration > 0 && m.separates(step) {
				err = ErrSeparated
			}
			return nil, nil, err
		}
		var s mat.VecDense
		if err := chol.SolveVecTo(&s, mat.NewVecDense(m.k, gradient)); err != nil {
			if m.separates(step) {
				err = ErrSeparated
			}
			return nil, nil, err
		}
		copy(step, s.RawVector().Data)
		// A recession direction of the likelihood proves separation; Newton's steps
		// turn to one when there is any.
		if iteration >= 5 && m.separates(step) {
			return nil, nil, ErrSeparated
		}
		size, scale := 0.0, 1.0
		after, next := 0.0, make([]float64, m.k)
		for range 30 { // halve a step that overshoots
			size = 0
			for j := range beta {
				next[j] = beta[j] + scale*step[j]
				size = math.Max(size, math.Abs(scale*step[j])/(1+math.Abs(beta[j])))
			}
			if after = m.logLik(next); after >= before-1e-12*math.Abs(before) {
				break
			}
			scale /= 2
		}
		beta, before = next, after
		if size < 1e-11 {
			chol, _, err := m.information(beta)
			if err != nil {
				return nil, nil, err
			}
			var inverse mat.SymDense
			if err := chol.InverseTo(&inverse); err != nil {
				return nil, nil, err
			}
			return beta, &inverse, nil
		}
	}
	return nil, nil, errors.New("logistic regression did not converge")
}

// information factorises X'WX and returns the score X'(y−μ).
func (m *model) information(beta []float64) (*mat.Cholesky, []float64, error) {
	info, score := mat.NewSymDense(m.k, nil), make([]float64, m.k)
	raw := info.RawSymmetric()
	for i := range m.n {
		row := m.x.RawRowView(i)
		mu := logistic(dot(row, beta))
		w, r := mu*(1-mu), m.y[i]-mu
		for a, v := range row {
			score[a] += v * r
			for b := a; b < m.k; b++ {
				raw.Data[a*raw.Stride+b] += w * v * row[b]
			}
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(info) || chol.Cond() > 1e15 {
		return nil, nil, errors.New("the covariates are collinear, or a constant one repeats the intercept")
	}
	return &chol, score, nil
}

// separates says whether moving along the direction never lowers and somewhere
// raises the fit of every unit: then the likelihood has no maximum.
func (m *model) separates(direction []float64) bool {
	top := 0.0
	for i := range m.n {
		top = math.Max(top, math.Abs(m.eta(i, direction)))
	}
	if top < 1e-3 {
		return false
	}
	for i := range m.n {
		if (2*m.y[i]-1)*m.eta(i, direction) < -1e-7*top {
			return false
		}
	}
	return true
}

// The eigenvectors that CR2 needs cost the cube of a cluster's size.
const cr2Limit = 1500

// sandwich is bread × meat × bread for the score contributions of the kind.
func (m *model) sandwich(beta []float64, bread *mat.SymDense, kind Sandwich, g Groups) (*mat.Dense, error) {
	members := make([][]int, g.Len())
	if kind == HC0 {
		members = make([][]int, m.n)
	}
	residual, weight := make([]float64, m.n), make([]float64, m.n)
	for i := range m.n {
		mu := logistic(m.eta(i, beta))
		residual[i], weight[i] = m.y[i]-mu, mu*(1-mu)
		c := i
		if kind != HC0 {
			c = g.Of[i]
		}
		members[c] = append(members[c], i)
	}
	meat, adjusted := mat.NewSymDense(m.k, nil), residual
	if kind == ClusterCR2 {
		adjusted = make([]float64, m.n)
	}
	for c, units := range members {
		if kind == ClusterCR2 {
			if len(units) > cr2Limit {
				return nil, fmt.Errorf("cluster %d has %d units; CR2 is offered up to %d, ClusterHC1 beyond", c, len(units), cr2Limit)
			}
			if err := m.adjustCR2(units, residual, weight, bread, adjusted); err != nil {
				return nil, err
			}
		}
		score := make([]float64, m.k)
		for _, i := range units {
			for a, v := range m.x.RawRowView(i) {
				score[a] += v * adjusted[i]
			}
		}
		meat.SymRankOne(meat, 1, mat.NewVecDense(m.k, score))
	}
	factor, G, N := 1.0, float64(len(members)), float64(m.n)
	if kind == ClusterHC1 || kind == ClusterStata {
		factor = G / (G - 1)
	}
	if kind == ClusterStata {
		factor *= (N - 1) / (N - float64(m.k))
	}
	var half, cov mat.Dense
	half.Mul(bread, meat)
	cov.Mul(&half, bread)
	cov.Scale(factor, &cov)
	return &cov, nil
}

// adjustCR2 sets out to A·r for the units of one cluster, where r = y−μ has the target
// variance Φ = w and A = D B^(−½) D with D = Φ^½ and B = D(Φ − w XMX'w)D, so that A·r
// has variance Φ when the model holds.
func (m *model) adjustCR2(units []int, residual, weight []float64, bread *mat.SymDense, out []float64) error {
	n := len(units)
	b := mat.NewSymDense(n, nil)
	d, e := make([]float64, n), mat.NewVecDense(n, nil)
	rows := mat.NewDense(n, m.k, nil)
	for a, i := range units {
		d[a] = math.Sqrt(weight[i])
		e.SetVec(a, d[a]*residual[i])
		rows.SetRow(a, m.x.RawRowView(i))
	}
	var half, hat mat.Dense
	half.Mul(rows, bread)
	hat.Mul(&half, rows.T())
	for a := range n {
		for c := a; c < n; c++ {
			v := -weight[units[a]] * hat.At(a, c) * weight[units[c]]
			if a == c {
				v += weight[units[a]]
			}
			b.SetSym(a, c, d[a]*v*d[c])
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(b, true) {
		return errors.New("CR2: the eigenvectors of a cluster did not converge")
	}
	values := eig.Values(nil)
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	var rotated, back mat.VecDense
	rotated.MulVec(vectors.T(), e)
	for a, v := range values {
		if v > 1e-12 { // a Moore–Penrose root, where the cluster determines a coefficient
			rotated.SetVec(a, rotated.AtVec(a)/math.Sqrt(v))
		} else {
			rotated.SetVec(a, 0)
		}
	}
	back.MulVec(&vectors, &rotated)
	for a, i := range units {
		out[i] = d[a] * back.AtVec(a)
	}
	return nil
}
