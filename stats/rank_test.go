package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestRanksShareTies(t *testing.T) {
	x := []float64{3, 1, math.NaN(), 3, 2, 3}
	want := []float64{4, 1, math.NaN(), 4, 2, 4}
	for i, r := range Ranks(x) {
		near(t, "rank", r, want[i], 0)
	}
	if x[0] != 3 || x[1] != 1 {
		t.Error("the caller's slice was sorted")
	}
}

// Orders counted by hand: only the two perfect orders of 4! are as extreme.
func TestSpearmanExactFractions(t *testing.T) {
	c := must(Spearman([]float64{1, 2, 3, 4}, []float64{10, 20, 30, 40}, MonteCarlo{}))
	near(t, "ρ", c.Rho.Value, 1, 0)
	near(t, "exact p", c.Permutation.P, 2.0/24, 1e-15)
	// ρ = 1 − 6Σd²/(n(n²−1)) without ties.
	c = must(Spearman([]float64{1, 2, 3, 4, 5, 6}, []float64{2, 1, 4, 3, 6, 5}, MonteCarlo{}))
	near(t, "ρ by Σd²", c.Rho.Value, 1-6*6.0/210, 1e-15)
	// A binary outcome: rank sum of {5, 6} is 11, and with {1, 2} that is 2 of C(6, 2).
	c = must(Spearman([]float64{1, 2, 3, 4, 5, 6}, []float64{0, 0, 0, 0, 1, 1}, MonteCarlo{}))
	near(t, "rank-sum p", c.Permutation.P, 2.0/15, 1e-15)
}

// 40 tasks are too many to enumerate C(40, 15) orders; the dynamic programme, a
// plain enumeration of a smaller case, and Monte Carlo must tell one story.
func TestPermutationMethodsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	sample := func(n, ones int) (x, y []float64) {
		for i := range n {
			x = append(x, float64(rng.IntN(6)))
			y = append(y, 0)
			if i < ones {
				y[i] = 1
				x[i] += float64(rng.IntN(3))
			}
		}
		return x, y
	}
	for _, size := range [][2]int{{9, 4}, {12, 5}, {10, 9}} {
		x, y := sample(size[0], size[1])
		b := blocksOf(Ranks(x), Ranks(y), Groups{Of: make([]int, len(x)), Size: []int{len(x)}})
		rx, ry, ends := b.x, b.y, b.ends
		threshold := math.Abs(dot(rx, ry)) - 1e-9
		dp, ok := subsetP(rx, ry, subsetLimit)
		if !ok {
			t.Fatal("declined")
		}
		near(t, fmt.Sprintf("enumeration of %v", size), enumerate(rx, ry, ends, threshold), dp, 1e-13)
	}
	x, y := sample(40, 15)
	c := must(Spearman(x, y, MonteCarlo{}))
	if c.Permutation.Method != "Spearman, permutation, exact" {
		t.Errorf("method %q", c.Permutation.Method)
	}
	const draws = 50000
	b := blocksOf(Ranks(x), Ranks(y), Groups{Of: make([]int, len(x)), Size: []int{len(x)}})
	rx, ry := b.x, b.y
	threshold, as := math.Abs(dot(rx, ry))-1e-9, 0
	for range draws {
		rng.Shuffle(len(ry), func(i, j int) { ry[i], ry[j] = ry[j], ry[i] })
		if math.Abs(dot(rx, ry)) >= threshold {
			as++
		}
	}
	p := c.Permutation.P
	near(t, "Monte Carlo", float64(as)/draws, p, 4*math.Sqrt(p*(1-p)/draws))

	// Continuous values of 60 units need Monte Carlo, which must meet the t
	// approximation.
	var u, v []float64
	for range 60 {
		a := rng.NormFloat64()
		u, v = append(u, a), append(v, 0.25*a+rng.NormFloat64())
	}
	c = must(Spearman(u, v, MonteCarlo{Draws: 40000, Seed: 3}))
	near(t, "t and Monte Carlo", c.Permutation.P, c.T.P, 0.01)
}

// A binary y is drawn by its rarer value alone, which must be the same test as
// shuffling all of it.
func TestDrawingTheRarerValueIsShuffling(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for _, c := range []struct {
		n, groups int
		rate      float64
	}{{60, 1, 0.8}, {90, 4, 0.15}, {90, 9, 0.6}} {
		var x, y []float64
		var of []int
		for i := range c.n {
			one := 0.0
			if rng.Float64() < c.rate {
				one = 1
			}
			x, y, of = append(x, math.Floor(5*rng.Float64()+1.2*one)), append(y, one), append(of, i%c.groups)
		}
		b := blocksOf(Ranks(x), Ranks(y), GroupBy(of))
		const draws = 20_000
		extreme := func(draw func(*stream) float64) float64 {
			n := 0
			for i := range draws {
				var s stream
				s.seed(5, uint64(i))
				if math.Abs(draw(&s)) >= math.Abs(dot(b.x, b.y))-1e-6 {
					n++
				}
			}
			return float64(n) / draws
		}
		z := make([]float64, c.n)
		whole := extreme(func(s *stream) float64 {
			copy(z, b.y)
			start := 0
			for _, end := range b.ends {
				s.shuffle(z[start:end])
				start = end
			}
			return dot(b.x, z)
		})
		exact := exactBlocks(b)
		tolerance := 4 * math.Sqrt(exact*(1-exact)/draws)
		near(t, "shuffled", whole, exact, tolerance)
		near(t, "drawn", extreme(shuffler(b)), exact, tolerance)
		used := shuffler(b)
		for i := range 50 { // whichever draws came before
			var one, other stream
			one.seed(6, uint64(i))
			other.seed(6, uint64(i))
			if a, b := used(&one), shuffler(b)(&other); a != b {
				t.Fatalf("draw %d is %v after others, %v alone", i, a, b)
			}
		}
	}
}

func TestRandomResultsDependOnTheSeedAlone(t *testing.T) {
	x, y, repo := skewedPairs(300, 5)
	groups := GroupBy(repo)
	type numbers struct{ spearman, partial, kendall, lo, hi, macro float64 }
	run := func(seed uint64, workers int) numbers {
		m := MonteCarlo{Draws: 500, Seed: seed, Workers: workers}
		e := must(BootstrapSpearman(x, y, groups, Bootstrap{MonteCarlo: m}))
		return numbers{
			must(Spearman(x, y, m)).Permutation.P, must(PartialSpearman(x, y, groups, m)).Permutation.P,
			must(Kendall(x, y, m)).Permutation.P, e.Lo, e.Hi, must(BootstrapRate(y, groups, Bootstrap{MonteCarlo: m})).Hi,
		}
	}
	one := run(1, 1)
	for _, workers := range []int{2, 3, 8} {
		if got := run(1, workers); got != one {
			t.Errorf("%d workers give %+v, one gives %+v", workers, got, one)
		}
	}
	if run(2, 1) == one {
		t.Error("another seed changes nothing")
	}
}

// The definition by least squares: residuals of both rank vectors on an intercept
// and group dummies, correlated.
func TestPartialSpearmanIsTheCorrelationOfResiduals(t *testing.T) {
	x, y, repo := skewedPairs(80, 2)
	for i := range repo {
		repo[i] %= 4
	}
	g := GroupBy(repo)
	design := mat.NewDense(len(x), g.Len(), nil)
	for i, c := range g.Of {
		design.Set(i, 0, 1)
		if c > 0 {
			design.Set(i, c, 1)
		}
	}
	residual := func(v []float64) *mat.VecDense {
		var beta, fitted, out mat.VecDense
		target := mat.NewVecDense(len(v), Ranks(v))
		if err := beta.SolveVec(design, target); err != nil {
			t.Fatal(err)
		}
		fitted.MulVec(design, &beta)
		out.SubVec(target, &fitted)
		return &out
	}
	a, b := residual(x), residual(y)
	want := mat.Dot(a, b) / math.Sqrt(mat.Dot(a, a)*mat.Dot(b, b))
	c := must(PartialSpearman(x, y, g, MonteCarlo{Draws: 4000}))
	near(t, "partial ρ", c.Rho.Value, want, 1e-12)
	near(t, "df", c.T.DF, float64(len(x)-2-(g.Len()-1)), 0)
	near(t, "p by t and by permutation", c.Permutation.P, c.T.P, 0.03)
	one := must(PartialSpearman(x, y, GroupBy(make([]int, len(x))), MonteCarlo{Draws: 10}))
	near(t, "one group is Spearman", one.Rho.Value, must(Spearman(x, y, MonteCarlo{Draws: 10})).Rho.Value, 1e-12)
}

func TestPartialSpearmanEnumeratesWithinGroups(t *testing.T) {
	// Two groups of three and two: 3!·2! = 12 orders.
	x, y, g := []float64{1, 2, 3, 10, 20}, []float64{1, 3, 2, 5, 6}, GroupBy([]int{1, 1, 1, 2, 2})
	c := must(PartialSpearman(x, y, g, MonteCarlo{}))
	as, all := 0, 0
	rx, ry := Ranks(x), Ranks(y)
	score := func(order []int) float64 {
		s := 0.0
		for i, j := range order {
			m := 2.0 // mean rank of x in the group
			if i > 2 {
				m = 4.5
			}
			s += (rx[i] - m) * ry[j]
		}
		return math.Abs(s)
	}
	for _, first := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for _, second := range [][]int{{3, 4}, {4, 3}} {
			all++
			if score(append(append([]int{}, first...), second...)) >= score([]int{0, 1, 2, 3, 4})-1e-9 {
				as++
			}
		}
	}
	near(t, "p", c.Permutation.P, float64(as)/float64(all), 1e-15)
	flat := must(PartialSpearman([]float64{1, 1, 2, 2}, []float64{1, 2, 3, 4}, GroupBy([]int{1, 1, 2, 2}), MonteCarlo{}))
	if !math.IsNaN(flat.Rho.Value) || !math.IsNaN(flat.T.P) || len(flat.Rho.Warnings) == 0 {
		t.Errorf("constant within groups: %+v", flat)
	}
	if _, err := PartialSpearman(x, y, Groups{}, MonteCarlo{}); err == nil {
		t.Error("no groups are accepted")
	}
}

func TestRankStatisticsIgnoreOrderAndMonotoneScales(t *testing.T) {
	x, y, repo := skewedPairs(60, 7)
	perm := rand.New(rand.NewPCG(1, 2)).Perm(len(x))
	var px, py []float64
	var pr []int
	for _, i := range perm {
		px, py, pr = append(px, math.Exp(x[i]/3)), append(py, y[i]), append(pr, repo[i])
	}
	m := MonteCarlo{Draws: 20}
	near(t, "Spearman", must(Spearman(px, py, m)).Rho.Value, must(Spearman(x, y, m)).Rho.Value, 1e-13)
	near(t, "partial", must(PartialSpearman(px, py, GroupBy(pr), m)).Rho.Value, must(PartialSpearman(x, y, GroupBy(repo), m)).Rho.Value, 1e-12)
	near(t, "Kendall", must(Kendall(px, py, m)).Rho.Value, must(Kendall(x, y, m)).Rho.Value, 1e-14)
	near(t, "AUC", must(AUC(px, py, 0)).AUC.Value, must(AUC(x, y, 0)).AUC.Value, 1e-14)
}

func TestAUCByHandAndItsIdentityWithSpearman(t *testing.T) {
	d := must(AUC([]float64{1, 2, 3, 4}, []float64{0, 1, 0, 1}, 0.95))
	near(t, "AUC", d.AUC.Value, 0.75, 0)
	near(t, "rank-biserial", d.RankBiserial, 0.5, 0)
	near(t, "DeLong variance (1/8 + 1/8)/2", d.AUC.SE, math.Sqrt(0.125), 1e-15)

	x, y, _ := skewedPairs(200, 3)
	d = must(AUC(x, y, 0.95))
	wins, n1 := 0.0, 0.0
	for i := range x {
		n1 += y[i]
		for j := range x {
			if y[i] == 1 && y[j] == 0 {
				switch {
				case x[i] > x[j]:
					wins++
				case x[i] == x[j]:
					wins += 0.5
				}
			}
		}
	}
	n0 := float64(len(x)) - n1
	near(t, "AUC by pairs", d.AUC.Value, wins/(n1*n0), 1e-13)
	r := Ranks(x)
	_, sd := meanSD(r)
	sd *= math.Sqrt(1 - 1/float64(len(r)))
	rho := must(Spearman(x, y, MonteCarlo{Draws: 1})).Rho.Value
	near(t, "ρ = r·√(n₁n₀)/(2 sd)", rho, d.RankBiserial*math.Sqrt(n1*n0)/(2*sd), 1e-13)

	if e := must(AUC([]float64{1, 2}, []float64{1, 1}, 0)); !math.IsNaN(e.AUC.Value) || len(e.AUC.Warnings) != 1 {
		t.Errorf("one class: %+v", e)
	}
	if e := must(AUC([]float64{1, 2, 3, 4}, []float64{0, 0, 1, 1}, 0)); e.AUC.Value != 1 || !math.IsNaN(e.AUC.Lo) {
		t.Errorf("perfect: %+v", e)
	}
	if _, err := AUC([]float64{1}, []float64{2}, 0); err == nil {
		t.Error("an outcome of 2 is accepted")
	}
}

// scipy's documentation of kendalltau: τ = −0.47140452079103173, p = 0.2827454599327748.
func TestKendall(t *testing.T) {
	c := must(Kendall([]float64{12, 2, 1, 12, 2}, []float64{1, 4, 7, 1, 0}, MonteCarlo{}))
	near(t, "τ-b", c.Rho.Value, -0.47140452079103173, 1e-15)
	near(t, "p", c.T.P, 0.2827454599327748, 1e-14)

	x, y, _ := skewedPairs(70, 4)
	var s, tx, ty float64
	for i := range x {
		for j := range i {
			a, b := sign(x[i]-x[j]), sign(y[i]-y[j])
			s, tx, ty = s+a*b, tx+a*a, ty+b*b
		}
	}
	c = must(Kendall(x, y, MonteCarlo{Draws: 20000}))
	near(t, "τ-b by pairs", c.Rho.Value, s/math.Sqrt(tx*ty), 1e-14)
	near(t, "normal and Monte Carlo", c.Permutation.P, c.T.P, 0.02)
	near(t, "exact p of a perfect order", must(Kendall([]float64{1, 2, 3, 4}, []float64{1, 2, 3, 4}, MonteCarlo{})).Permutation.P, 2.0/24, 1e-15)
	if c := must(Kendall([]float64{1, 1, 1}, []float64{1, 2, 3}, MonteCarlo{})); !math.IsNaN(c.Rho.Value) || len(c.Rho.Warnings) == 0 {
		t.Errorf("constant: %+v", c)
	}
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

func TestRankStatisticsOfBadInput(t *testing.T) {
	nan := math.NaN()
	c := must(Spearman([]float64{nan, 1}, []float64{1, nan}, MonteCarlo{}))
	if !math.IsNaN(c.Rho.Value) || c.Excluded != 2 || !math.IsNaN(c.Permutation.P) {
		t.Errorf("no pair: %+v", c)
	}
	if _, err := Spearman([]float64{1}, []float64{1, 2}, MonteCarlo{}); err == nil {
		t.Error("columns of different length are accepted")
	}
	if _, err := Spearman([]float64{math.Inf(1)}, []float64{1}, MonteCarlo{}); err == nil {
		t.Error("infinity is accepted")
	}
}

func TestCorrelationTestNamesWhatIsWrong(t *testing.T) {
	for want, test := range map[string]Test{
		"outside":           CorrelationTest(1.2, 50, 0),
		"unknown":           CorrelationTest(nan, 50, 0),
		"degree of freedom": CorrelationTest(0.2, 2, 0),
	} {
		if !math.IsNaN(test.P) || len(test.Warnings) != 1 || !strings.Contains(test.Warnings[0], want) {
			t.Errorf("%s: %+v", want, test)
		}
	}
}
