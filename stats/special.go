package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Tails of the common distributions. gonum's Normal.Survival and
// Binomial.Survival subtract from one and lose small probabilities; these keep
// full relative precision, and the Log forms go on below the smallest float64.

// NormalSurvival returns P(Z > z).
func NormalSurvival(z float64) float64 { return 0.5 * math.Erfc(z/math.Sqrt2) }

// LogNormalSurvival returns ln P(Z > z).
func LogNormalSurvival(z float64) float64 {
	if z < 30 {
		return math.Log(NormalSurvival(z))
	}
	// Laplace's continued fraction of Mills' ratio (Abramowitz & Stegun 26.2.14),
	// backwards: at z ≥ 30 a dozen terms reach the last bit.
	f := z
	for k := 12; k >= 1; k-- {
		f = z + float64(k)/f
	}
	return -0.5*z*z - 0.5*math.Log(2*math.Pi) - math.Log(f)
}

// normalTwoSided returns P(|Z| ≥ |z|) and its logarithm.
func normalTwoSided(z float64) (p, logP float64) {
	z = math.Abs(z)
	return math.Erfc(z / math.Sqrt2), math.Ln2 + LogNormalSurvival(z)
}

// TTwoSided returns P(|T| ≥ |t|) of Student's t and its natural logarithm.
// It is NaN unless df > 0.
func TTwoSided(t, df float64) (p, logP float64) {
	if !(df > 0) || math.IsNaN(t) {
		return nan, nan
	}
	if math.IsInf(t, 0) {
		return 0, math.Inf(-1)
	}
	if df > 1e5 { // the continued fraction below loses digits as df grows
		return normalTwoSided(hill(math.Abs(t), df))
	}
	// Both arguments are given apart: near t = 0 the larger is 1 to the last bit.
	logP = logRegIncBeta(df/2, 0.5, df/(df+t*t), t*t/(df+t*t))
	return math.Exp(logP), logP
}

// hill is the normal deviate with the same tail as t (Hill, CACM 13, 1970, algorithm
// 395): an expansion in 1/df, exact to rounding for df as large as used here.
func hill(t, df float64) float64 {
	a := df - 0.5
	b := 48 * a * a
	y := a * math.Log1p(t*t/df)
	return (((((-0.4*y-3.3)*y-24)*y-85.5)/(0.8*y*y+100+b)+y+3)/b + 1) * math.Sqrt(y)
}

// ChiSquaredSurvival returns P(X > x) of the chi-squared distribution.
func ChiSquaredSurvival(x, df float64) float64 {
	switch {
	case math.IsNaN(x) || !(df > 0):
		return nan
	case x <= 0:
		return 1
	case df == 1:
		return math.Erfc(math.Sqrt(x / 2))
	}
	return mathext.GammaIncRegComp(df/2, x/2)
}

// BinomialSurvival returns P(X > x) for X ~ Binomial(n, p).
func BinomialSurvival(x, n int, p float64) float64 {
	switch {
	case n < 0 || math.IsNaN(p) || p < 0 || p > 1:
		return nan
	case x < 0:
		return 1
	case x >= n:
		return 0
	}
	return math.Exp(logRegIncBeta(float64(x)+1, float64(n-x), p, 1-p))
}

// logRegIncBeta is ln I_x(a, b), with y = 1−x. DLMF 8.17.22 (continued fraction,
// modified Lentz), on the side where it converges fast.
func logRegIncBeta(a, b, x, y float64) float64 {
	if x <= 0 {
		return math.Inf(-1)
	}
	if y <= 0 {
		return 0
	}
	if x > (a+1)/(a+b+2) {
		return math.Log1p(-math.Exp(logIncBetaFraction(b, a, y, x)))
	}
	return logIncBetaFraction(a, b, x, y)
}

func logIncBetaFraction(a, b, x, y float64) float64 {
	const tiny = 1e-300
	c, d := 1.0, 1/nonZero(1-(a+b)*x/(a+1), tiny)
	f := d
	for m := 1.0; m < 100000; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 / nonZero(1+even*d, tiny)
		c = nonZero(1+even/c, tiny)
		f *= c * d
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / nonZero(1+odd*d, tiny)
		c = nonZero(1+odd/c, tiny)
		f *= c * d
		if math.Abs(c*d-1) < 1e-16 {
			break
		}
	}
	// ln x loses its digits near 1, where y still has them.
	lx := math.Log(x)
	if y < 0.5 {
		lx = math.Log1p(-y)
	}
	ly := math.Log(y)
	if x < 0.5 {
		ly = math.Log1p(-x)
	}
	return a*lx + b*ly - math.Log(a) - logBeta(a, b) + math.Log(f)
}

func nonZero(x, tiny float64) float64 {
	if math.Abs(x) < tiny {
		return tiny
	}
	return x
}

// logBeta is ln B(a, b). Differences of large ln Γ cancel, so above 10 the
// Stirling parts are cancelled on paper and only their corrections are added.
func logBeta(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if a < 10 {
		return lgamma(a) + lgamma(b) - lgamma(a+b)
	}
	corr := stirling(a) - stirling(a+b)
	if b < 10 {
		return lgamma(b) + corr + b - b*math.Log(a+b) + (a-0.5)*math.Log1p(-b/(a+b))
	}
	h := b / (a + b)
	return -0.5*math.Log(b) + 0.5*math.Log(2*math.Pi) + corr + stirling(b) +
		(a-0.5)*math.Log1p(-h) + b*math.Log(h)
}

// stirling is ln Γ(x) − [(x−½) ln x − x + ½ ln 2π] for x ≥ 10 (DLMF 5.11.1).
func stirling(x float64) float64 {
	i := 1 / (x * x)
	return (1.0/12 - i*(1.0/360-i*(1.0/1260-i*(1.0/1680-i*(1.0/1188-i*(691.0/360360-i/156)))))) / x
}

func lgamma(x float64) float64 { v, _ := math.Lgamma(x); return v }

// logChoose is ln C(n, k).
func logChoose(n, k float64) float64 {
	if k == 0 || k == n {
		return 0
	}
	return -math.Log1p(n) - logBeta(n-k+1, k+1)
}

func normalQuantile(p float64) float64 { return mathext.NormalQuantile(p) }

// tQuantile is the p-quantile of Student's t, 0 < p < 1. gonum's is good to about
// 1e-12; one Newton step on the tail, which keeps its relative precision, finishes.
// For many degrees of freedom it is the expansion in 1/df (Abramowitz & Stegun 26.7.5).
func tQuantile(p, df float64) float64 {
	if df > 1e4 { // gonum's density loses digits as df grows, and overflows
		z := normalQuantile(p)
		y := z * z
		return z + z*((y+1)/4+(((5*y+16)*y+3)/96+(((3*y+19)*y+17)*y-15)/384/df)/df)/df
	}
	if p < 0.5 {
		return -tQuantile(1-p, df)
	}
	d := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}
	t := d.Quantile(p)
	tail, _ := TTwoSided(t, df)
	if step := (tail - 2*(1-p)) / (2 * d.Prob(t)); finite(step) {
		t += step
	}
	return t
}

// betaQuantile solves I_q(a, b) = p.
func betaQuantile(p, a, b float64) float64 {
	return distuv.Beta{Alpha: a, Beta: b}.Quantile(p)
}
