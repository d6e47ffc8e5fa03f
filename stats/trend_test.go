package stats

import (
	"math"
	"testing"
)

func TestTrendIsTheCorrelationOfScoreAndOutcome(t *testing.T) {
	x, n, scores := []int{20, 10, 4}, []int{30, 25, 20}, []float64{1, 2, 4}
	var s, y []float64
	for i := range n {
		for j := range n[i] {
			solved := 0.0
			if j < x[i] {
				solved = 1
			}
			s, y = append(s, scores[i]), append(y, solved)
		}
	}
	ms, sds := meanSD(s)
	my, sdy := meanSD(y)
	cov := 0.0
	for i := range s {
		cov += (s[i] - ms) * (y[i] - my)
	}
	N := float64(len(s))
	r := cov / ((N - 1) * sds * sdy)
	near(t, "z = r√N", must(CochranArmitage(x, n, scores)).Statistic, r*math.Sqrt(N), 1e-12)
	near(t, "z = r√(N−1)", must(LinearByLinear(x, n, scores)).Statistic, r*math.Sqrt(N-1), 1e-12)
	one := must(StratifiedTrend([]TrendTable{{x, n}}, scores))
	near(t, "one stratum", one.Statistic, r*math.Sqrt(N-1), 1e-12)
	flipped := must(CochranArmitage(x, n, []float64{-1, -2, -4}))
	near(t, "reversed scores", flipped.Statistic, -r*math.Sqrt(N), 1e-12)
}

// Within each stratum nothing depends on the bucket, but the easy stratum is mostly
// shallow: the plain test sees a trend, the stratified one does not.
func TestStratifiedTrendSeesThroughConfounding(t *testing.T) {
	easy := TrendTable{X: []int{32, 8, 4}, N: []int{40, 10, 5}}
	hard := TrendTable{X: []int{1, 2, 8}, N: []int{5, 10, 40}}
	scores := []float64{1, 2, 3}
	pooled := must(CochranArmitage([]int{33, 10, 12}, []int{45, 20, 45}, scores))
	within := must(StratifiedTrend([]TrendTable{easy, hard}, scores))
	if pooled.P > 1e-3 || within.P < 0.99 {
		t.Errorf("pooled p = %v, stratified p = %v", pooled.P, within.P)
	}
	silent := TrendTable{X: []int{0, 0, 0}, N: []int{3, 3, 3}}
	more := must(StratifiedTrend([]TrendTable{easy, silent, hard}, scores))
	if more.Statistic != within.Statistic || len(more.Warnings) != 1 {
		t.Errorf("a stratum without a solve changes the test: %+v", more)
	}
}

func TestTrendsThatAreUndefined(t *testing.T) {
	for name, c := range map[string][2][]int{
		"all solved": {{5, 5, 5}, {5, 5, 5}}, "one bucket": {{2, 0, 0}, {5, 0, 0}}, "nothing": {{0, 0, 0}, {0, 0, 0}},
	} {
		if got := must(CochranArmitage(c[0], c[1], []float64{1, 2, 3})); !math.IsNaN(got.P) || len(got.Warnings) != 1 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	empty := must(CochranArmitage([]int{3, 0, 1}, []int{5, 0, 5}, []float64{1, 2, 3}))
	near(t, "an empty bucket is skipped", empty.Statistic, must(CochranArmitage([]int{3, 1}, []int{5, 5}, []float64{1, 3})).Statistic, 1e-15)
	if _, err := CochranArmitage([]int{6}, []int{5}, []float64{1}); err == nil {
		t.Error("6 solved of 5 is accepted")
	}
	if _, err := CochranArmitage([]int{1}, []int{5}, []float64{1, 2}); err == nil {
		t.Error("a missing bucket is accepted")
	}
}

func TestCochranQOfTwoArmsIsMcNemarChiSquared(t *testing.T) {
	var x [][]float64
	add := func(a, b float64, times int) {
		for range times {
			x = append(x, []float64{a, b})
		}
	}
	add(1, 1, 4)
	add(1, 0, 9)
	add(0, 1, 3)
	add(0, 0, 5)
	x = append(x, []float64{1, math.NaN()})
	q := must(CochranQ(x))
	near(t, "Q", q.Statistic, 36.0/12, 1e-14)
	if q.N != 21 || len(q.Warnings) != 1 {
		t.Errorf("%+v", q)
	}
	if u := must(CochranQ([][]float64{{1, 1}, {0, 0}})); !math.IsNaN(u.P) || len(u.Warnings) != 1 {
		t.Errorf("all alike: %+v", u)
	}
	if _, err := CochranQ([][]float64{{1}}); err == nil {
		t.Error("one arm is accepted")
	}
}

// The closed form of the Miettinen–Nurminen statistic is checked against the
// constrained likelihood, maximised by golden-section search.
func TestMiettinenNurminenSolvesItsScoreEquation(t *testing.T) {
	z := normalQuantile(0.975)
	for _, c := range [][4]int{{56, 70, 48, 80}, {3, 10, 9, 12}, {0, 20, 3, 15}, {7, 34, 1, 34}} {
		a, m, b, n := float64(c[0]), float64(c[1]), float64(c[2]), float64(c[3])
		e := must(MiettinenNurminen(c[0], c[1], c[2], c[3], 0.95))
		for _, d := range []float64{e.Lo, e.Hi} {
			q := golden(func(q float64) float64 {
				return xlogy(a, q+d) + xlogy(m-a, 1-q-d) + xlogy(b, q) + xlogy(n-b, 1-q)
			}, math.Max(0, -d), math.Min(1, 1-d))
			p := q + d
			v := (p*(1-p)/m + q*(1-q)/n) * (m + n) / (m + n - 1)
			near(t, "score at the limit", math.Abs(a/m-b/n-d)/math.Sqrt(v), z, 1e-5)
		}
		back := must(MiettinenNurminen(c[2], c[3], c[0], c[1], 0.95))
		near(t, "mirror", back.Lo, -e.Hi, 1e-10)
	}
}

func TestOddsRatios(t *testing.T) {
	// Every unit of arm A is solved, so the likelihood rises without end.
	edge := must(OddsRatio(Table2x2{1, 0, 3, 4}, 0.95))
	if !math.IsInf(edge.Value, 1) || !math.IsInf(edge.Hi, 1) || edge.Lo <= 0 || len(edge.Warnings) != 1 {
		t.Errorf("%+v", edge)
	}
	zero := must(OddsRatio(Table2x2{0, 4, 3, 4}, 0.95))
	if zero.Value != 0 || zero.Lo != 0 || math.IsInf(zero.Hi, 1) {
		t.Errorf("%+v", zero)
	}
	empty := must(OddsRatio(Table2x2{0, 4, 0, 4}, 0.95))
	if !math.IsNaN(empty.Value) || len(empty.Warnings) != 1 {
		t.Errorf("%+v", empty)
	}
	near(t, "empty column, p", must(FisherExact(Table2x2{0, 4, 0, 4})).P, 1, 0)
	a, b := must(OddsRatio(Table2x2{12, 5, 6, 14}, 0.9)), must(OddsRatio(Table2x2{6, 14, 12, 5}, 0.9))
	near(t, "swapped arms", a.Value*b.Value, 1, 1e-12)
	near(t, "swapped ends", a.Lo*b.Hi, 1, 1e-12)
	big := must(OddsRatio(Table2x2{3000, 7000, 2500, 7500}, 0.95))
	near(t, "large tables approach the sample odds ratio", big.Value, 3000*7500/(7000.0*2500), 1e-3)
	h := must(OddsRatioHaldane(Table2x2{0, 4, 3, 4}, 0.95))
	near(t, "Haldane", h.Value, 0.5*4.5/(4.5*3.5), 1e-15)
	// Fisher's tea: of C(8, 4) = 70 cups, 1 + 16 on either side are as extreme.
	near(t, "Fisher", must(FisherExact(Table2x2{3, 1, 1, 3})).P, 34.0/70, 1e-14)
	if _, err := OddsRatio(Table2x2{-1, 1, 1, 1}, 0.95); err == nil {
		t.Error("a negative count is accepted")
	}
	near(t, "Cohen's h of equal rates", CohenH(0.3, 0.3), 0, 0)
	if !math.IsNaN(CohenH(1.2, 0.5)) {
		t.Error("a rate above 1 has an effect size")
	}
}
