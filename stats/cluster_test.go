package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The general definition of Bell & McCaffrey with full matrices: A_g is the inverse
// square root of the cluster's block of I − H, and the Satterthwaite degrees of
// freedom are (Σλ)²/Σλ² of the quadratic form under independent units.
func TestCR2MeetsItsMatrixDefinition(t *testing.T) {
	sizes := []int{1, 4, 2, 7, 3, 3}
	rng := rand.New(rand.NewPCG(5, 0))
	var y, sum, n []float64
	var label []int
	for g, size := range sizes {
		s := 0.0
		for range size {
			v := rng.Float64() + 0.1*float64(g)
			y, label, s = append(y, v), append(label, g), s+v
		}
		sum, n = append(sum, s), append(n, float64(size))
	}
	N := len(y)
	mean, _ := meanSD(y)
	variance := 0.0
	gram := mat.NewDense(len(sizes), N, nil) // rows p_g of the quadratic form Σ(p_g'y)²
	start := 0
	for g, size := range sizes {
		block := mat.NewSymDense(size, nil)
		for a := range size {
			for b := a; b < size; b++ {
				v := -1 / float64(N)
				if a == b {
					v++
				}
				block.SetSym(a, b, v)
			}
		}
		var eig mat.EigenSym
		eig.Factorize(block, true)
		var vec, root mat.Dense
		eig.VectorsTo(&vec)
		diag := mat.NewDiagDense(size, nil)
		for i, v := range eig.Values(nil) {
			diag.SetDiag(i, 1/math.Sqrt(v))
		}
		root.Product(&vec, diag, vec.T())
		score := 0.0
		for a := range size {
			row := 0.0 // (1'A)_a
			for b := range size {
				row += root.At(b, a)
			}
			score += row * (y[start+a] - mean)
			for j := range N {
				h := -1 / float64(N)
				if j == start+a {
					h++
				}
				gram.Set(g, j, gram.At(g, j)+row*h/float64(N))
			}
		}
		variance += score * score / float64(N*N)
		start += size
	}
	var inner mat.Dense
	inner.Mul(gram, gram.T())
	trace, square := 0.0, 0.0
	for a := range len(sizes) {
		trace += inner.At(a, a)
		for b := range len(sizes) {
			square += inner.At(a, b) * inner.At(b, a)
		}
	}
	e := must(ClusterMean(sum, n, CR2, 0.95))
	near(t, "SE", e.SE, math.Sqrt(variance), 1e-13)
	near(t, "df", e.DF, trace*trace/square, 1e-9)
	u := must(Rate(y, Design{Clusters: GroupBy(label)}))
	near(t, "SE from units", u.SE, e.SE, 1e-14)
}

func TestClusterVarianceIsChosenByTheDesign(t *testing.T) {
	equal, n := make([]float64, 60), make([]float64, 60)
	for g := range equal {
		equal[g], n[g] = float64(g%3), 2
	}
	if e := must(ClusterMean(equal, n, AutoVariance, 0)); e.DF != 59 || e.Level != 0.95 {
		t.Errorf("60 equal clusters: %+v", e)
	}
	n[0] = 5
	if e := must(ClusterMean(equal, n, AutoVariance, 0)); e.DF == 59 {
		t.Errorf("unequal clusters: %+v", e)
	}
	if e := must(ClusterMean(equal[:10], n[:10], CR0, 0.9)); !math.IsInf(e.DF, 1) {
		t.Errorf("CR0 is normal: %+v", e)
	}
}

func TestClustersThatSayNothing(t *testing.T) {
	_, err := ClusterMean([]float64{3}, []float64{5}, CR2, 0.95)
	refused(t, "one cluster", err, ErrOneCluster)
	_, err = ClusterMean([]float64{3, 0}, []float64{5, 0}, CR2, 0.95)
	refused(t, "one cluster and an empty one", err, ErrOneCluster)
	_, err = ClusterMean(nil, nil, CR2, 0.95)
	refused(t, "no cluster", err, ErrNoData)
	_, err = Rate([]float64{math.NaN()}, Design{})
	refused(t, "nothing known", err, ErrNoData)
	for name, d := range map[string][2][]float64{
		"infinite": {{math.Inf(1), 1}, {2, 2}}, "negative size": {{1, 1}, {-2, 2}}, "length": {{1}, {1, 2}}, "sum without units": {{1, 1}, {0, 2}},
	} {
		if _, err := ClusterMean(d[0], d[1], CR1, 0.95); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	e := must(Rate([]float64{1, 1, 1, 1}, Design{Clusters: GroupBy([]int{1, 1, 2, 2})}))
	if e.Value != 1 || !math.IsNaN(e.Lo) || len(e.Warnings) == 0 {
		t.Errorf("all solved: %+v", e)
	}
	if _, err := Rate([]float64{1, 0}, Design{Clusters: GroupBy([]int{1})}); err == nil {
		t.Error("clusters of another length are accepted")
	}
	if _, err := Rate([]float64{1, math.Inf(1)}, Design{}); err == nil {
		t.Error("infinity is accepted")
	}
}

func TestRateNeverLeavesItsRange(t *testing.T) {
	y := []float64{0, 0, 0, 0, 0, 1}
	e := must(Rate(y, Design{Clusters: GroupBy([]int{1, 1, 2, 2, 3, 3})}))
	if e.Lo < 0 || e.Hi > 1 {
		t.Errorf("[%v, %v]", e.Lo, e.Hi)
	}
	if d := must(ClusterMean([]float64{-1, 1, 0}, []float64{2, 2, 2}, CR1, 0.95)); d.Lo >= 0 {
		t.Errorf("a difference is clipped: %+v", d)
	}
}

func TestMacroRateWeighsGroupsAlike(t *testing.T) {
	y := []float64{1, 1, 1, 0, 0}
	g := GroupBy([]string{"big", "big", "big", "big", "small"})
	e := must(MacroRate(y, g, 0.95))
	near(t, "macro", e.Value, 0.375, 1e-15)
	near(t, "SE = sd/√2", e.SE, 0.375, 1e-15)
	if e.N != 5 || e.Clusters != 2 || e.DF != 1 || e.Lo < 0 || e.Hi > 1 {
		t.Errorf("%+v", e)
	}
	one := must(MacroRate([]float64{1, 0}, GroupBy([]int{1, 1}), 0.95))
	if one.Value != 0.5 || !math.IsNaN(one.Lo) || len(one.Warnings) != 1 {
		t.Errorf("one group: %+v", one)
	}
}

// Groups (1, 1, 0), (0, 0, 0) and (1, 1, 1), with the sums of squares taken by hand.
func TestICCByHand(t *testing.T) {
	y := []float64{1, 1, 0, 0, 0, 0, 1, 1, 1}
	g := GroupBy([]int{1, 1, 1, 2, 2, 2, 3, 3, 3})
	// Grand mean 5/9; SSB = 3·((1/9)² + (5/9)² + (4/9)²) = 42/27; SSW = 2/3.
	msb, msw := 42.0/27/2, (2.0/3)/6
	near(t, "ICC", must(ICC(y, g)).Value, (msb-msw)/(msb+2*msw), 1e-14)
	if e := must(ICC([]float64{1, 0, 0, 1}, GroupBy([]int{1, 1, 2, 2}))); e.Value >= 0 {
		t.Errorf("groups more alike than chance: %v, want a negative value", e.Value)
	}
	if e := must(ICC([]float64{1, 1, 1, 1}, GroupBy([]int{1, 1, 2, 2}))); !math.IsNaN(e.Value) || len(e.Warnings) == 0 {
		t.Errorf("constant outcome: %+v", e)
	}
	_, err := ICC([]float64{1, 0}, GroupBy([]int{1, 1}))
	refused(t, "one group", err, ErrOneCluster)
	near(t, "effective clusters, equal", EffectiveClusters(g), 3, 1e-15)
	near(t, "effective clusters, 60 and 20", EffectiveClusters(Groups{Size: []int{60, 20}}), 6400.0/4000, 1e-15)
}

func TestGroupsFollowFirstAppearance(t *testing.T) {
	g := GroupBy([]string{"b", "a", "b", "c"})
	if g.Len() != 3 || g.Of[0] != 0 || g.Of[1] != 1 || g.Of[3] != 2 || g.Size[0] != 2 {
		t.Errorf("%+v", g)
	}
	if (Groups{}).Len() != 0 {
		t.Error("the zero Groups has groups")
	}
}

// Simulated: clusters of unequal size with a shared random effect. A binomial
// proportion of covering intervals over 1,500 runs has a standard error of 0.006.
func TestCoverageOfClusterRobustIntervals(t *testing.T) {
	rng := rand.New(rand.NewPCG(2024, 1))
	const runs = 1500
	cover, naive := 0, 0
	for range runs {
		var y []float64
		var label []int
		for g := range 16 {
			p := 0.5 + 0.35*(2*rng.Float64()-1)
			for range 4 + 3*(g%6) {
				v := 0.0
				if rng.Float64() < p {
					v = 1
				}
				y, label = append(y, v), append(label, g)
			}
		}
		e := must(Rate(y, Design{Clusters: GroupBy(label)}))
		if e.Lo <= 0.5 && 0.5 <= e.Hi {
			cover++
		}
		w := must(Rate(y, Design{}))
		if w.Lo <= 0.5 && 0.5 <= w.Hi {
			naive++
		}
	}
	near(t, "CR2 coverage", float64(cover)/runs, 0.95, 0.02)
	if float64(naive)/runs > 0.85 {
		t.Errorf("Wilson covers %v on clustered data, so the simulation is too easy", float64(naive)/runs)
	}
}
