package stats

import (
	"errors"
	"math"
	"testing"
)

// near fails unless got is within an absolute tolerance of want; NaN equals NaN.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) && math.IsNaN(want) || got == want {
		return
	}
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.15g, want %.15g (±%g)", what, got, want, tolerance)
	}
}

// refused fails unless err is a refusal of the kind.
func refused(t *testing.T, what string, err, kind error) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("%s: error %v, want %v", what, err, kind)
	}
}

// Printed to four digits by Newcombe, Statistics in Medicine 17 (1998), 857–872,
// table I, methods 3 (score) and 5 (Clopper–Pearson).
func TestProportionIntervalsAsNewcombePrintsThem(t *testing.T) {
	for _, c := range []struct {
		x, n           int
		wilson, cloppe [2]float64
	}{
		{81, 263, [2]float64{0.2553, 0.3662}, [2]float64{0.2527, 0.3676}},
		{15, 148, [2]float64{0.0624, 0.1605}, [2]float64{0.0578, 0.1617}},
		{0, 20, [2]float64{0, 0.1611}, [2]float64{0, 0.1684}},
		{1, 29, [2]float64{0.0061, 0.1718}, [2]float64{0.0009, 0.1776}},
	} {
		w, cp := must(Wilson(c.x, c.n, 0.95)), must(ClopperPearson(c.x, c.n, 0.95))
		near(t, "Wilson low", w.Lo, c.wilson[0], 5e-5)
		near(t, "Wilson high", w.Hi, c.wilson[1], 5e-5)
		near(t, "Clopper–Pearson low", cp.Lo, c.cloppe[0], 5e-5)
		near(t, "Clopper–Pearson high", cp.Hi, c.cloppe[1], 5e-5)
	}
}

func TestClopperPearsonTailsAreHalfOfAlpha(t *testing.T) {
	for _, c := range [][2]int{{1, 7}, {3, 50}, {202, 500}, {9999, 10000}} {
		x, n := c[0], c[1]
		e := must(ClopperPearson(x, n, 0.9))
		near(t, "P(X ≥ x | low)", BinomialSurvival(x-1, n, e.Lo), 0.05, 1e-12)
		near(t, "P(X ≤ x | high)", 1-BinomialSurvival(x, n, e.Hi), 0.05, 1e-12)
	}
	near(t, "none of n", must(ClopperPearson(0, 10, 0.95)).Hi, 1-math.Pow(0.025, 0.1), 1e-15)
}

func TestProportionIntervalsMirror(t *testing.T) {
	for name, f := range map[string]func(x, n int, level float64) (Estimate, error){
		"Wilson": Wilson, "Jeffreys": Jeffreys, "Clopper–Pearson": ClopperPearson, "Agresti–Coull": AgrestiCoull,
	} {
		for n := 1; n <= 40; n++ {
			before := -1.0
			for x := 0; x <= n; x++ {
				e, m := must(f(x, n, 0.95)), must(f(n-x, n, 0.95))
				near(t, name+" mirrored", e.Lo, 1-m.Hi, 1e-12)
				if e.Lo < 0 || e.Hi > 1 || e.Lo > e.Value || e.Hi < e.Value {
					t.Errorf("%s of %d/%d: [%v, %v]", name, x, n, e.Lo, e.Hi)
				}
				if e.Lo < before {
					t.Errorf("%s of %d/%d: lower limit falls", name, x, n)
				}
				before = e.Lo
			}
		}
		_, err := f(0, 0, 0.95)
		refused(t, name+" of nothing", err, ErrNoData)
		for _, bad := range [][3]float64{{-1, 5, 0.95}, {6, 5, 0.95}, {1, 5, 1}, {1, 5, -0.1}, {1, 5, math.NaN()}} {
			if _, err := f(int(bad[0]), int(bad[1]), bad[2]); err == nil {
				t.Errorf("%s accepts %v", name, bad)
			}
		}
	}
}

// Coverage is computed exactly, as a binomial sum, over a grid of true rates.
func TestCoverageOfProportionIntervals(t *testing.T) {
	const n = 40
	for _, c := range []struct {
		name         string
		f            func(x, n int, level float64) (Estimate, error)
		least, about float64 // smallest coverage, and mean coverage within 0.012
	}{
		{"Wilson", Wilson, 0.83, 0.95},
		{"Jeffreys", Jeffreys, 0.83, 0.95},
		{"Clopper–Pearson", ClopperPearson, 0.95, 0.97},
		{"Agresti–Coull", AgrestiCoull, 0.93, 0.96},
	} {
		least, mean := 1.0, 0.0
		const grid = 400
		for i := 1; i < grid; i++ {
			p, cover := float64(i)/grid, 0.0
			for x := 0; x <= n; x++ {
				if e := must(c.f(x, n, 0.95)); e.Lo <= p && p <= e.Hi {
					cover += BinomialSurvival(x-1, n, p) - BinomialSurvival(x, n, p)
				}
			}
			least, mean = math.Min(least, cover), mean+cover/(grid-1)
		}
		if least < c.least {
			t.Errorf("%s covers only %.4f somewhere, want at least %.2f", c.name, least, c.least)
		}
		near(t, c.name+" mean coverage", mean, c.about, 0.012)
	}
}

func TestMissingBoundsNeverDropSilently(t *testing.T) {
	b := must(MissingBounds(3, 1, 4))
	near(t, "complete case", b.Complete, 0.75, 0)
	near(t, "worst", b.Worst, 3.0/8, 0)
	near(t, "best", b.Best, 7.0/8, 0)
	if b := must(MissingBounds(0, 0, 4)); !math.IsNaN(b.Complete) || b.Worst != 0 || b.Best != 1 {
		t.Errorf("nothing known: %+v", b)
	}
	_, err := MissingBounds(0, 0, 0)
	refused(t, "no cell", err, ErrNoData)

	s := must(SuccessRate([]float64{1, 0, math.NaN(), 1}, Design{Clusters: GroupBy([]string{"a", "a", "a", "a"})}))
	if s.Solved != 2 || s.Known != 3 || s.Planned != 4 || s.Wilson.N != 3 || len(s.Wilson.Warnings) != 1 {
		t.Errorf("%+v", s)
	}
	if !math.IsNaN(s.Micro.Lo) || len(s.Micro.Warnings) == 0 {
		t.Errorf("one cluster has an interval: %+v", s.Micro)
	}
}

// DLMF 7.8 and 8.17 closed forms.
func TestTailsMeetClosedForms(t *testing.T) {
	for _, x := range []float64{0.01, 1, 3, 50, 1e6} {
		p, logP := TTwoSided(x, 1) // Cauchy
		want := 2 * math.Atan(1/x) / math.Pi
		near(t, "t(1)", p/want, 1, 1e-14)
		near(t, "ln t(1)", logP, math.Log(want), 1e-13)
		p, _ = TTwoSided(x, 2)
		want = 1 - x/math.Sqrt(2+x*x)
		if x < 100 { // the closed form cancels further out
			near(t, "t(2)", p/want, 1, 1e-11)
		}
		if x < 100 {
			near(t, "χ²(2)", ChiSquaredSurvival(x, 2)/math.Exp(-x/2), 1, 1e-12)
		}
		n, _ := normalTwoSided(x)
		big, _ := TTwoSided(x, 1e12)
		if x < 10 {
			near(t, "t(∞)", big/n, 1, 1e-10)
		}
		_, below := TTwoSided(x, 99999.999) // the two methods meet at 1e5
		_, above := TTwoSided(x, 100000.001)
		if x < 100 {
			near(t, "ln t at the seam", above-below, 0, 1e-7*math.Max(1e-3, math.Abs(below)))
		}
	}
	near(t, "t at 0", first(TTwoSided(0, 7)), 1, 1e-15)
	near(t, "binomial", BinomialSurvival(0, 3, 0.5), 7.0/8, 1e-15)
	near(t, "binomial below", BinomialSurvival(-1, 3, 0.5), 1, 0)
	near(t, "ln normal at the seam", LogNormalSurvival(30.000001)-LogNormalSurvival(29.999999), -30.0332*2e-6, 1e-9)
	for _, bad := range []float64{first(TTwoSided(1, 0)), first(TTwoSided(math.NaN(), 3)), ChiSquaredSurvival(1, 0), BinomialSurvival(1, 3, 2)} {
		if !math.IsNaN(bad) {
			t.Errorf("got %v for an impossible argument", bad)
		}
	}
	near(t, "lower t quantile", tQuantile(0.2, 3), -tQuantile(0.8, 3), 1e-15)
	near(t, "t quantile", tQuantile(0.975, 1), math.Tan(math.Pi*0.475), 1e-12)
}

func first(p, _ float64) float64 { return p }
