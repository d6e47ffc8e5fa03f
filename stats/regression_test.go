package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// counted repeats a covariate and outcome.
func counted(cells ...[3]float64) (x [][]float64, y []float64) {
	for _, c := range cells {
		for range int(c[2]) {
			x, y = append(x, []float64{c[0]}), append(y, c[1])
		}
	}
	return x, y
}

// With one binary covariate the slope is the log odds ratio and its SE is Woolf's.
func TestLogisticOfATwoByTwoTable(t *testing.T) {
	x, y := counted([3]float64{1, 1, 12}, [3]float64{1, 0, 5}, [3]float64{0, 1, 6}, [3]float64{0, 0, 14})
	r := must(Logistic(x, y, ModelBased, Design{}))
	near(t, "intercept", r.Coef[0].Value, math.Log(6.0/14), 1e-12)
	near(t, "slope", r.Coef[1].Value, math.Log(12.0*14/(5*6)), 1e-12)
	near(t, "SE", r.Coef[1].SE, math.Sqrt(1.0/12+1.0/5+1.0/6+1.0/14), 1e-12)
	near(t, "log-likelihood", r.LogLik, xlogy(12, 12.0/17)+xlogy(5, 5.0/17)+xlogy(6, 0.3)+xlogy(14, 0.7), 1e-12)
	near(t, "null", r.LogLik0, xlogy(18, 18.0/37)+xlogy(19, 19.0/37), 1e-12)
	own := make([]int, len(y))
	for i := range own {
		own[i] = i
	}
	hc, cl := must(Logistic(x, y, HC0, Design{})), must(Logistic(x, y, ClusterHC0, Design{Clusters: GroupBy(own)}))
	near(t, "clusters of one are HC0", cl.Coef[1].SE, hc.Coef[1].SE, 1e-13)
}

func TestLogisticRefuses(t *testing.T) {
	x, y := counted([3]float64{1, 1, 3}, [3]float64{2, 0, 4})
	_, err := Logistic(x, y, ModelBased, Design{})
	refused(t, "complete separation", err, ErrSeparated)
	x, y = counted([3]float64{0, 1, 3}, [3]float64{0, 0, 4}, [3]float64{1, 1, 5}) // one repository at 100 %
	_, err = Logistic(x, y, ModelBased, Design{})
	refused(t, "quasi-complete separation", err, ErrSeparated)
	for i := range x {
		x[i] = append(x[i], float64(i%3)) // a further covariate does not hide it
	}
	_, err = Logistic(x, y, ModelBased, Design{})
	refused(t, "separation by one of two covariates", err, ErrSeparated)
	_, err = Logistic([][]float64{{1}, {2}}, []float64{1, 1}, ModelBased, Design{})
	refused(t, "all solved", err, ErrSeparated)
	x, y = counted([3]float64{1, 1, 3}, [3]float64{1, 0, 4})
	if _, err = Logistic(x, y, ModelBased, Design{}); err == nil {
		t.Error("a constant covariate beside the intercept is accepted")
	}
	x, y = counted([3]float64{1, 1, 3}, [3]float64{1, 0, 4}, [3]float64{2, 1, 2}, [3]float64{2, 0, 2})
	if _, err = Logistic(x, y, ClusterHC1, Design{}); err == nil {
		t.Error("cluster-robust errors without clusters are given")
	}
	_, err = Logistic(x, y, ClusterCR2, Design{Clusters: GroupBy(make([]int, len(y)))})
	refused(t, "one cluster", err, ErrOneCluster)
	if _, err = Logistic([][]float64{{1}, {1, 2}}, []float64{0, 1}, ModelBased, Design{}); err == nil {
		t.Error("ragged covariates are accepted")
	}
	_, err = Logistic([][]float64{{math.NaN()}}, []float64{1}, ModelBased, Design{})
	refused(t, "nothing known", err, ErrNoData)
}

func TestLogisticIsNotSeparatedByAStrongEffect(t *testing.T) {
	x, y := counted([3]float64{0, 0, 400}, [3]float64{0, 1, 1}, [3]float64{9, 1, 400}, [3]float64{9, 0, 1})
	r := must(Logistic(x, y, ModelBased, Design{}))
	near(t, "slope", r.Coef[1].Value, 2*math.Log(400)/9, 1e-10)
}

// Matched pairs: the estimate is ln(b/c) of the discordant pairs, its SE √(1/b + 1/c).
func TestConditionalLogitOfMatchedPairs(t *testing.T) {
	var x [][]float64
	var y []float64
	var pair []int
	add := func(solvedX, unsolvedX float64, times int) {
		for range times {
			p := len(pair)
			x, y, pair = append(x, []float64{solvedX}, []float64{unsolvedX}), append(y, 1, 0), append(pair, p, p)
		}
	}
	add(1, 0, 14)
	add(0, 1, 5)
	add(1, 1, 9)
	x, y, pair = append(x, []float64{1}, []float64{0}), append(y, 1, 1), append(pair, -1, -1)
	r := must(ConditionalLogit(x, y, GroupBy(pair), 0.95))
	near(t, "slope", r.Coef[0].Value, math.Log(14.0/5), 1e-12)
	near(t, "SE", r.Coef[0].SE, math.Sqrt(1.0/14+1.0/5), 1e-12)
	if len(r.Warnings) != 1 || r.N != 56 {
		t.Errorf("%+v", r)
	}
}

// Every subset of the right size is enumerated.
func TestConditionalMomentsByEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	const n, m = 8, 3
	var x [][]float64
	for range n {
		x = append(x, []float64{rng.NormFloat64(), rng.NormFloat64() * 30})
	}
	beta := []float64{0.7, -0.4}
	total, mean := 0.0, [2]float64{}
	for s := range 1 << n {
		count, eta, sum := 0, 0.0, [2]float64{}
		for i := range n {
			if s>>i&1 == 1 {
				count++
				eta += dot(x[i], beta)
				sum[0], sum[1] = sum[0]+x[i][0], sum[1]+x[i][1]
			}
		}
		if count == m {
			w := math.Exp(eta)
			total, mean[0], mean[1] = total+w, mean[0]+w*sum[0], mean[1]+w*sum[1]
		}
	}
	logTotal, got, _ := subsetMoments(x, beta, m)
	near(t, "ln total", logTotal, math.Log(total), 1e-11)
	near(t, "mean", got[0], mean[0]/total, 1e-10)
	near(t, "mean", got[1], mean[1]/total, 1e-9)
}

// A stratum of 3,000 units has about 10^900 subsets; the estimate must still be that
// of plain regression to the order of 1/n.
func TestConditionalLogitOfALargeStratum(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	var x [][]float64
	var y []float64
	for range 3000 {
		v := rng.NormFloat64()
		x = append(x, []float64{v})
		y = append(y, 0)
		if rng.Float64() < logistic(0.8*v) {
			y[len(y)-1] = 1
		}
	}
	plain := must(Logistic(x, y, ModelBased, Design{}))
	c := must(ConditionalLogit(x, y, GroupBy(make([]int, len(y))), 0.95))
	near(t, "slope", c.Coef[0].Value/plain.Coef[1].Value, 1, 1e-3)
}

func TestConditionalLogitRefuses(t *testing.T) {
	_, err := ConditionalLogit([][]float64{{1}, {2}, {3}, {4}}, []float64{0, 1, 0, 1}, GroupBy([]int{1, 1, 2, 2}), 0.95)
	refused(t, "the larger always wins", err, ErrSeparated)
	_, err = ConditionalLogit([][]float64{{1}, {2}}, []float64{1, 1}, GroupBy([]int{1, 1}), 0.95)
	refused(t, "all solved", err, ErrNoData)
	if _, err = ConditionalLogit([][]float64{{1}, {1}, {2}, {2}}, []float64{0, 1, 0, 1}, GroupBy([]int{1, 1, 2, 2}), 0.95); err == nil {
		t.Error("a covariate that never varies within strata is accepted")
	}
}

// hospital-like data with a known between-group spread.
func mixedSample(seed uint64, groups, per int, sigma float64) (x [][]float64, y []float64, label []int) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for g := range groups {
		u := sigma * rng.NormFloat64()
		for range per {
			v := rng.NormFloat64()
			solved := 0.0
			if rng.Float64() < logistic(-0.3+0.9*v+u) {
				solved = 1
			}
			x, y, label = append(x, []float64{v}), append(y, solved), append(label, g)
		}
	}
	return x, y, label
}

// The marginal likelihood by brute force, a fine trapezoid over a wide range, must
// agree in value and be flat at the estimate.
func TestRandomInterceptMeetsBruteForceIntegration(t *testing.T) {
	x, y, label := mixedSample(1, 14, 9, 2)
	g := GroupBy(label)
	r := must(RandomInterceptLogit(x, y, g, 0.95))
	brute := func(b0, b1, sigma float64) float64 {
		total := 0.0
		for c := range g.Len() {
			sum, h := 0.0, 0.02
			for u := -10.0; u <= 10; u += h {
				l := -u*u/2 - 0.5*math.Log(2*math.Pi)
				for i, v := range x {
					if g.Of[i] == c {
						l += logBernoulli(y[i], b0+b1*v[0]+sigma*u)
					}
				}
				sum += math.Exp(l) * h
			}
			total += math.Log(sum)
		}
		return total
	}
	b0, b1, s := r.Coef[0].Value, r.Coef[1].Value, r.Sigma.Value
	top := brute(b0, b1, s)
	near(t, "log-likelihood", r.LogLik, top, 1e-8)
	const h = 1e-3
	near(t, "slope in β₀", (brute(b0+h, b1, s)-brute(b0-h, b1, s))/(2*h), 0, 1e-4)
	near(t, "slope in β₁", (brute(b0, b1+h, s)-brute(b0, b1-h, s))/(2*h), 0, 1e-4)
	near(t, "slope in σ", (brute(b0, b1, s+h)-brute(b0, b1, s-h))/(2*h), 0, 1e-4)
	if r.Variation.P > 0.05 || r.Sigma.Lo >= s || r.Sigma.Hi <= s {
		t.Errorf("σ = %v in [%v, %v], p = %v", s, r.Sigma.Lo, r.Sigma.Hi, r.Variation.P)
	}
}

func TestRandomInterceptRecoversTheTruth(t *testing.T) {
	x, y, label := mixedSample(3, 150, 20, 1)
	r := must(RandomInterceptLogit(x, y, GroupBy(label), 0.95))
	near(t, "slope", r.Coef[1].Value, 0.9, 4*r.Coef[1].SE)
	near(t, "σ", r.Sigma.Value, 1, 4*r.Sigma.SE)
	plain := must(Logistic(x, y, ModelBased, Design{}))
	if plain.Coef[1].Value >= r.Coef[1].Value {
		t.Errorf("the marginal slope %v is not flatter than the one within groups %v", plain.Coef[1].Value, r.Coef[1].Value)
	}
}

func TestRandomInterceptAtItsBoundary(t *testing.T) {
	// Every group has the same share solved, so less variation than chance.
	var x [][]float64
	var y []float64
	var label []int
	for g := range 10 {
		for i := range 6 {
			x, y, label = append(x, []float64{float64((g*7 + i*3) % 5)}), append(y, float64(i%2)), append(label, g)
		}
	}
	r := must(RandomInterceptLogit(x, y, GroupBy(label), 0.95))
	if r.Sigma.Value != 0 || len(r.Sigma.Warnings) != 1 || r.Variation.P != 1 {
		t.Errorf("%+v, %+v", r.Sigma, r.Variation)
	}
	plain := must(Logistic(x, y, ModelBased, Design{}))
	near(t, "slope", r.Coef[1].Value, plain.Coef[1].Value, 1e-12)
	_, err := RandomInterceptLogit(x, y, GroupBy(make([]int, len(y))), 0.95)
	refused(t, "one group", err, ErrOneCluster)
}
