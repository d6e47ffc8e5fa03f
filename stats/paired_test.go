package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMcNemarFractions(t *testing.T) {
	for _, c := range []struct {
		b, c        int
		exact, midp float64
	}{
		{1, 6, 2 * 8.0 / 128, 2*8.0/128 - 7.0/128},
		{6, 1, 2 * 8.0 / 128, 2*8.0/128 - 7.0/128},
		{0, 5, 2.0 / 32, 1.0 / 32},
		{3, 3, 1, 1},
		{0, 0, 1, 1},
	} {
		near(t, "exact", McNemarExact(c.b, c.c).P, c.exact, 1e-15)
		near(t, "mid-p", McNemarMidP(c.b, c.c).P, c.midp, 1e-15)
	}
	deep := McNemarExact(0, 3000)
	near(t, "ln p below the smallest float", deep.LogP, -2999*math.Ln2, 1e-9)
	if deep.P != 0 || !math.IsNaN(McNemarExact(-1, 2).P) {
		t.Error("underflow or a negative count is mishandled")
	}
	near(t, "many pairs", McNemarExact(5200, 4800).P, 2*BinomialSurvival(5199, 10000, 0.5), 1e-12)
}

// At its ends the score statistic is the normal quantile, by definition.
func TestTangoSolvesItsScoreEquation(t *testing.T) {
	z := normalQuantile(0.975)
	for _, c := range [][3]int{{1, 7, 21}, {0, 1, 44}, {12, 3, 500}, {0, 0, 10}, {5, 0, 5}, {0, 31, 200}} {
		b, cc, n := float64(c[0]), float64(c[1]), float64(c[2])
		e := must(Tango(c[0], c[1], c[2], 0.95))
		for _, delta := range []float64{e.Lo, e.Hi} {
			if math.Abs(delta) == 1 {
				continue
			}
			// The constrained likelihood by golden-section search, not by its closed form.
			likelihood := func(q float64) float64 {
				p12, p21 := q+delta, q
				return xlogy(b, p12) + xlogy(cc, p21) + xlogy(n-b-cc, 1-p12-p21)
			}
			q := golden(likelihood, math.Max(0, -delta), (1-delta)/2)
			score := (b - cc - n*delta) / math.Sqrt(n*(2*q+delta-delta*delta))
			near(t, "score at the limit", math.Abs(score), z, 2e-6)
		}
		m := must(Tango(c[1], c[0], c[2], 0.95))
		near(t, "mirror", m.Lo, -e.Hi, 1e-12)
	}
	if _, err := Tango(4, 4, 7, 0.95); err == nil {
		t.Error("8 discordant of 7 pairs is accepted")
	}
}

func xlogy(x, y float64) float64 {
	if x == 0 {
		return 0
	}
	return x * math.Log(y)
}

func golden(f func(float64) float64, lo, hi float64) float64 {
	const g = 0.6180339887498949
	for range 200 {
		a, b := hi-g*(hi-lo), lo+g*(hi-lo)
		if f(a) > f(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return (lo + hi) / 2
}

// Newcombe (1998) II, table II, method 10, as printed to four digits.
func TestNewcombePairedAsPrinted(t *testing.T) {
	for _, c := range []struct {
		table  [4]int
		lo, hi float64
	}{
		{[4]int{36, 12, 2, 0}, 0.0569, 0.3404},
		{[4]int{1, 1, 7, 12}, -0.507, -0.026},
	} {
		e := must(NewcombePaired(c.table[0], c.table[1], c.table[2], c.table[3], 0.95))
		near(t, "low", e.Lo, c.lo, 5e-4)
		near(t, "high", e.Hi, c.hi, 5e-4)
	}
}

// Exact coverage: every table of 25 pairs, weighed by its multinomial probability.
func TestCoverageOfPairedIntervals(t *testing.T) {
	const n = 25
	for _, p := range [][4]float64{{0.4, 0.2, 0.1, 0.3}, {0.3, 0.05, 0.05, 0.6}, {0.2, 0.3, 0.1, 0.4}} {
		truth, tango, newcombe := p[1]-p[2], 0.0, 0.0
		for a := 0; a <= n; a++ {
			for b := 0; a+b <= n; b++ {
				for c := 0; a+b+c <= n; c++ {
					d := n - a - b - c
					w := math.Exp(lgamma(n+1) - lgamma(float64(a+1)) - lgamma(float64(b+1)) - lgamma(float64(c+1)) - lgamma(float64(d+1)) +
						float64(a)*math.Log(p[0]) + float64(b)*math.Log(p[1]) + float64(c)*math.Log(p[2]) + float64(d)*math.Log(p[3]))
					if e := must(Tango(b, c, n, 0.95)); e.Lo <= truth+1e-12 && truth <= e.Hi+1e-12 {
						tango += w
					}
					if e := must(NewcombePaired(a, b, c, d, 0.95)); e.Lo <= truth+1e-12 && truth <= e.Hi+1e-12 {
						newcombe += w
					}
				}
			}
		}
		near(t, "Tango coverage", tango, 0.955, 0.025)
		if newcombe < 0.94 {
			t.Errorf("Newcombe covers only %.4f", newcombe)
		}
	}
}

func TestPairedDifferencePicksByDesign(t *testing.T) {
	a := []float64{1, 1, 1, 0, 1, math.NaN(), 0, 1}
	b := []float64{0, 1, 0, 0, 0, 1, 1, math.NaN()}
	p := must(PairedDifference(a, b, Design{}, MonteCarlo{}))
	if p.Both != 1 || p.OnlyA != 3 || p.OnlyB != 1 || p.Neither != 1 || p.Excluded != 2 || !p.Binary {
		t.Errorf("%+v", p)
	}
	if p.Difference.Lo != p.Tango.Lo || p.P.P != p.McNemarMidP.P || len(p.Difference.Warnings) != 1 {
		t.Errorf("independent pairs: %+v", p)
	}
	near(t, "difference", p.Difference.Value, p.RateA-p.RateB, 1e-15)
	near(t, "sign flip of tasks = McNemar exact", p.SignFlip.P, p.McNemarExact.P, 1e-15)

	c := must(PairedDifference(a, b, Design{Clusters: GroupBy([]int{1, 1, 2, 2, 3, 3, 4, 4})}, MonteCarlo{}))
	if c.Difference.Clusters != 4 || c.P.P != c.SignFlip.P || c.Difference.Value != p.Difference.Value {
		t.Errorf("clustered pairs: %+v", c)
	}
	s := must(PairedDifference([]float64{0.5, 1, 0.25}, []float64{0, 1, 0.5}, Design{}, MonteCarlo{}))
	if s.Binary || s.Both != 0 || s.Difference.DF != 2 {
		t.Errorf("scores: %+v", s)
	}
	_, err := PairedDifference([]float64{1, 0}, []float64{0, 0}, Design{Clusters: GroupBy([]int{1, 1})}, MonteCarlo{})
	refused(t, "one cluster", err, ErrOneCluster)
	_, err = PairedDifference([]float64{math.NaN()}, []float64{1}, Design{}, MonteCarlo{})
	refused(t, "no pair", err, ErrNoData)
	if _, err := PairedDifference([]float64{1}, []float64{1, 0}, Design{}, MonteCarlo{}); err == nil {
		t.Error("arms of different length are accepted")
	}
}

func TestSignFlipMethodsAgree(t *testing.T) {
	whole := []float64{6, -3, 2, 2, 0, 1, -1, 4, 5}
	split := make([]float64, len(whole)) // the same up to a factor, so not whole numbers
	for i, v := range whole {
		split[i] = v / 7
	}
	exact := SignFlip(whole, MonteCarlo{})
	near(t, "enumeration", SignFlip(split, MonteCarlo{}).P, exact.P, 1e-15)
	const draws = 200000
	size := 0.0
	for _, v := range whole {
		size += math.Abs(v)
	}
	mc := signFlipDraws(slices.DeleteFunc(slices.Clone(whole), func(v float64) bool { return v == 0 }), size, exact.Statistic, MonteCarlo{Draws: draws, Seed: 9})
	near(t, "Monte Carlo", mc, exact.P, 4*math.Sqrt(exact.P*(1-exact.P)/draws))
	alike := []float64{2, -2, 2, 0, 2, 2}
	near(t, "equal sums", SignFlip(alike, MonteCarlo{}).P, signFlipWhole([]float64{2, -2, 2, 2, 2}, 10, 6), 1e-15)
	near(t, "1, 2, 3", SignFlip([]float64{1, 2, 3}, MonteCarlo{}).P, 0.25, 0)
	if w := SignFlip([]float64{1, 2, 3, 1, 1}, MonteCarlo{}).Warnings; len(w) != 1 {
		t.Errorf("five clusters pass without a warning: %v", w)
	}
	if z := SignFlip([]float64{0, 0}, MonteCarlo{}); z.P != 1 || len(z.Warnings) != 1 {
		t.Errorf("no difference: %+v", z)
	}
	if z := SignFlip([]float64{1, math.NaN()}, MonteCarlo{}); !math.IsNaN(z.P) {
		t.Errorf("NaN: %+v", z)
	}
}

func TestSignFlipKeepsItsLevelUnderDependence(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	rejected, runs := 0, 2000
	for range runs {
		sums := make([]float64, 12)
		for g := range sums {
			shared := rng.NormFloat64()
			for range 1 + g {
				sums[g] += math.Round(shared + 0.3*rng.NormFloat64())
			}
		}
		if SignFlip(sums, MonteCarlo{}).P <= 0.05 {
			rejected++
		}
	}
	if rate := float64(rejected) / float64(runs); rate > 0.065 {
		t.Errorf("rejects %.3f of true nulls at 0.05", rate)
	}
}

func TestAdjustmentsByHand(t *testing.T) {
	p := []float64{0.04, math.NaN(), 0.01, 0.03}
	for _, c := range []struct {
		name      string
		got, want []float64
	}{
		{"Holm", Holm(p), []float64{0.06, math.NaN(), 0.03, 0.06}},
		{"BH", BH(p), []float64{0.04, math.NaN(), 0.03, 0.04}},
		{"BY", BY(p), []float64{0.04 * 11 / 6, math.NaN(), 0.03 * 11 / 6, 0.04 * 11 / 6}},
		{"Bonferroni", Bonferroni(p), []float64{0.12, math.NaN(), 0.03, 0.09}},
	} {
		for i := range p {
			near(t, c.name, c.got[i], c.want[i], 1e-15)
		}
	}
	if p[0] != 0.04 || p[2] != 0.01 {
		t.Error("the caller's p-values were changed")
	}
	if len(Holm(nil)) != 0 {
		t.Error("no test has an adjusted p")
	}
}

func TestWhatIsNoPValueIsNotAdjusted(t *testing.T) {
	for _, bad := range []float64{-0.2, 1.2, math.Inf(1)} {
		for name, f := range map[string]func([]float64) []float64{"Holm": Holm, "BH": BH, "BY": BY, "Bonferroni": Bonferroni} {
			for _, v := range f([]float64{0.01, bad, nan}) {
				if !math.IsNaN(v) {
					t.Errorf("%s with %v: %v", name, bad, v)
				}
			}
		}
	}
}

func TestAdjustmentsDoNotDependOnOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for range 200 {
		p := make([]float64, 9)
		for i := range p {
			p[i] = math.Round(rng.Float64()*20) / 20
		}
		perm := rng.Perm(len(p))
		q := make([]float64, len(p))
		for i, j := range perm {
			q[i] = p[j]
		}
		for _, f := range []func([]float64) []float64{Holm, BH, BY, Bonferroni} {
			a, b := f(p), f(q)
			for i, j := range perm {
				if a[j] != b[i] || a[j] < p[j] {
					t.Fatalf("adjusted %v and %v from %v", a, b, p)
				}
			}
		}
	}
}
