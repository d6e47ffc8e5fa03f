package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// At its ends the ratio is just significantly different, by definition.
func TestFiellerEndsAreJustSignificant(t *testing.T) {
	cost := []float64{3, 5, 2, 8, 4, 6, 7, 3, 5, 4}
	solved := []float64{1, 1, 0, 1, 1, 0, 1, 1, 1, 1}
	p := must(CostPerSolve(cost, solved, Design{}))
	near(t, "ratio", p.Cost.Value, 47.0/8, 1e-15)
	if p.Unbounded || p.G >= 1 {
		t.Fatalf("%+v", p)
	}
	for name, c := range map[string]struct {
		ends [2]float64
		a, b []float64
	}{"cost": {[2]float64{p.Cost.Lo, p.Cost.Hi}, cost, solved}, "solves": {[2]float64{p.Solves.Lo, p.Solves.Hi}, solved, cost}} {
		for _, theta := range c.ends {
			d := make([]float64, len(c.a))
			for i := range d {
				d[i] = c.a[i] - theta*c.b[i]
			}
			mean, sd := meanSD(d)
			near(t, name, math.Abs(mean)/(sd/math.Sqrt(10)), tQuantile(0.975, 9), 1e-9)
		}
	}
	near(t, "ends of cost and solves", p.Cost.Lo*p.Solves.Hi, 1, 1e-12)
}

func TestCostPerSolveWithFewSolves(t *testing.T) {
	p := must(CostPerSolve([]float64{10, 4, 7, 3}, []float64{2, 1, 0, 3}, Design{}))
	if !p.Unbounded || !math.IsInf(p.Cost.Hi, 1) || math.IsInf(p.Solves.Hi, 1) || len(p.Cost.Warnings) != 1 {
		t.Errorf("%+v", p)
	}
	near(t, "the finite end", p.Cost.Lo, 1/p.Solves.Hi, 1e-12)
	none := must(CostPerSolve([]float64{1, 2}, []float64{0, 0}, Design{}))
	if !math.IsInf(none.Cost.Value, 1) || none.Solves.Value != 0 || !none.Unbounded || len(none.Cost.Warnings) != 1 {
		t.Errorf("no solve: %+v", none)
	}
	one := must(CostPerSolve([]float64{4, 2}, []float64{1, 0}, Design{Clusters: GroupBy([]int{1, 1})}))
	if one.Cost.Value != 6 || !math.IsNaN(one.Cost.Lo) || len(one.Cost.Warnings) != 1 {
		t.Errorf("one cluster: %+v", one)
	}
	free := must(CostPerSolve([]float64{0, 0}, []float64{0, 0}, Design{}))
	if !math.IsNaN(free.Cost.Value) || len(free.Cost.Warnings) == 0 {
		t.Errorf("nothing for nothing: %+v", free)
	}
	lost := must(CostPerSolve([]float64{4, math.NaN(), 2}, []float64{1, 1, 1}, Design{}))
	if lost.Cost.Value != 3 || lost.Cost.N != 2 || len(lost.Cost.Warnings) == 0 {
		t.Errorf("unknown cost: %+v", lost)
	}
	if _, err := CostPerSolve([]float64{-1}, []float64{1}, Design{}); err == nil {
		t.Error("a negative cost is accepted")
	}
}

// Simulated costs and solves with g well below 1; 2,000 runs have an SE of 0.005.
func TestCoverageOfFieller(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const runs = 2000
	cover := 0
	for range runs {
		var cost, solved []float64
		for range 40 {
			c, s := 1+rng.ExpFloat64(), 0.0
			if rng.Float64() < 0.5 {
				s, c = 1, c/2
			}
			cost, solved = append(cost, c), append(solved, s)
		}
		if p := must(CostPerSolve(cost, solved, Design{})); p.Cost.Lo <= 3 && 3 <= p.Cost.Hi {
			cover++ // E cost = ½·2 + ½·1 = 1.5, E solved = ½
		}
	}
	near(t, "coverage", float64(cover)/runs, 0.95, 0.02)
}

func TestSolvedCurveIsAStepFunction(t *testing.T) {
	inf := math.Inf(1)
	c := must(SolvedCurve([]float64{4, inf, 1, 4, math.NaN(), inf}, 0.95))
	if c.N != 5 || len(c.Warnings) != 1 || !slices.Equal(c.X, []float64{1, 4}) {
		t.Errorf("%+v", c)
	}
	for _, p := range [][2]float64{{0, 0}, {0.99, 0}, {1, 0.2}, {3.9, 0.2}, {4, 0.6}, {100, 0.6}} {
		near(t, "share", c.At(p[0]), p[1], 1e-15)
	}
	near(t, "area to 10", c.Area(10), (0.2*9+0.4*6)/10, 1e-15)
	near(t, "area to 4", c.Area(4), 0.2*3/4, 1e-15)
	if !math.IsNaN(c.Area(0)) || !math.IsNaN(c.Area(inf)) {
		t.Error("an area without a limit has a value")
	}
	w := must(Wilson(3, 5, 0.95))
	near(t, "limits", c.Hi[1], w.Hi, 0)
	_, err := SolvedCurve([]float64{math.NaN()}, 0.95)
	refused(t, "nothing known", err, ErrNoData)
	if _, err := SolvedCurve([]float64{-1}, 0.95); err == nil {
		t.Error("a negative time is accepted")
	}

	p := must(PAR2([]float64{4, inf, 1, 11, math.NaN()}, 10, Design{}))
	near(t, "PAR2", p.Value, (4+20+1+20)/4.0, 1e-15)
	if p.N != 4 || len(p.Warnings) != 1 {
		t.Errorf("%+v", p)
	}
	if _, err := PAR2([]float64{1}, 0, Design{}); err == nil {
		t.Error("PAR2 without a limit is accepted")
	}
	flat := must(PAR2([]float64{0, 1, 1}, 1, Design{}))
	if flat.Hi <= 1 && flat.Method == "PAR2, Wilson score" {
		t.Errorf("seconds are taken for outcomes: %+v", flat)
	}
}

func TestEWAReadings(t *testing.T) {
	e := must(EWAAtK([]float64{1, 0, math.NaN()}, []float64{50, 150, 7}))
	near(t, "fraction", e.Fraction, 0.5, 1e-15)
	near(t, "percent", e.Percent, 50, 1e-13)
	near(t, "mean of ratios", e.MeanOfRatios, 1, 1e-15)
	near(t, "solved length", e.SolvedLength, 1, 1e-15)
	if n := must(EWAAtK([]float64{0}, []float64{50})); n.Fraction != 0 || !math.IsNaN(n.SolvedLength) {
		t.Errorf("nothing solved: %+v", n)
	}
	if _, err := EWAAtK([]float64{1}, []float64{0}); err == nil {
		t.Error("an empty response is accepted")
	}
}

func TestParetoByAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for range 300 {
		var cost, score []float64
		for range 8 {
			cost, score = append(cost, float64(rng.IntN(4))), append(score, float64(rng.IntN(4)))
		}
		var want []int
		for i := range cost {
			beaten := false
			for j := range cost {
				beaten = beaten || cost[j] <= cost[i] && score[j] >= score[i] && (cost[j] < cost[i] || score[j] > score[i])
			}
			if !beaten {
				want = append(want, i)
			}
		}
		if got := must(Pareto(cost, score)); !slices.Equal(got, want) {
			t.Fatalf("costs %v, scores %v: got %v, want %v", cost, score, got, want)
		}
	}
	if got := must(Pareto([]float64{1, math.NaN()}, []float64{0, 9})); !slices.Equal(got, []int{0}) {
		t.Errorf("a point without a cost is on the frontier: %v", got)
	}
}

func TestParetoMembership(t *testing.T) {
	n := []float64{1, 1, 1, 1, 1, 1, 1, 1}
	cheap := CostScore{Cost: []float64{1, 1, 1, 1, 1, 1, 1, 1}, Score: []float64{0, 1, 0, 0, 1, 0, 0, 0}, N: n}
	good := CostScore{Cost: []float64{5, 5, 5, 5, 5, 5, 5, 5}, Score: []float64{1, 1, 1, 1, 1, 1, 1, 1}, N: n}
	poor := CostScore{Cost: []float64{6, 6, 6, 6, 6, 6, 6, 6}, Score: []float64{1, 1, 0, 1, 0, 0, 1, 0}, N: n}
	m := must(ParetoMembership([]CostScore{cheap, good, poor}, Bootstrap{MonteCarlo: MonteCarlo{Draws: 2000}}))
	near(t, "cheapest", m[0], 1, 0)
	near(t, "dominated", m[2], 0, 0)
	// good leaves the frontier only when cheap scores 1 as well: (2/8)^8 of resamples.
	near(t, "best", m[1], 1-math.Pow(0.25, 8), 0.002)
}

func TestPower(t *testing.T) {
	p := PairedPower{Omega2: 0.1, VarA: 0.2, VarB: 0.15, KA: 4, KB: 2, DesignEffect: 3}
	near(t, "tasks for the minimum effect", must(p.Tasks(must(p.MinimumEffect(321)))), 321, 1e-9)
	plain := p
	plain.DesignEffect = 0
	near(t, "design effect", must(p.Tasks(0.1))/must(plain.Tasks(0.1)), 3, 1e-12)
	// R's documentation of power.prop.test: n = 76.7 for 0.50 against 0.75 at power 0.90.
	near(t, "two proportions", must(TwoProportionTasks(0.5, 0.75, 0.05, 0.9)), 76.7, 0.05)
	h := must(CohenHTasks(0.5, 0.75, 0.05, 0.9))
	shift := math.Abs(CohenH(0.5, 0.75)) * math.Sqrt(h/2)
	near(t, "power at Cohen's n", NormalSurvival(normalQuantile(0.975)-shift)+NormalSurvival(normalQuantile(0.975)+shift), 0.9, 1e-12)
	near(t, "from a standard error", must(MinimumEffectFromSE(0.02, 0.05, 0.8)), 0.02*(1.959963984540054+0.8416212335729143), 1e-12)
	for name, f := range map[string]func() (float64, error){
		"no tasks":          func() (float64, error) { return p.MinimumEffect(0) },
		"no difference":     func() (float64, error) { return p.Tasks(0) },
		"no samples":        func() (float64, error) { return PairedPower{}.MinimumEffect(5) },
		"equal rates":       func() (float64, error) { return TwoProportionTasks(0.3, 0.3, 0.05, 0.8) },
		"more than discord": func() (float64, error) { return McNemarPairs(0.1, 0.2, 0.05, 0.8) },
		"power of 1":        func() (float64, error) { return McNemarPairs(0.2, 0.1, 0.05, 1) },
	} {
		if _, err := f(); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// A large simulated pilot gives back the variances it was drawn with.
func TestPilotPower(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 0))
	var a, b [][]float64
	for range 4000 {
		gap := 0.3 * rng.NormFloat64()
		var x, y []float64
		for range 4 {
			x, y = append(x, gap+0.5*rng.NormFloat64()), append(y, 0.7*rng.NormFloat64())
		}
		a, b = append(a, x), append(b, y)
	}
	p := must(PilotPower(a, b, Groups{}))
	near(t, "ω²", p.Omega2, 0.09, 0.015)
	near(t, "σ² of A", p.VarA, 0.25, 0.01)
	near(t, "σ² of B", p.VarB, 0.49, 0.02)
	if p.KA != 4 || p.DesignEffect != 1 {
		t.Errorf("%+v", p)
	}
	_, err := PilotPower([][]float64{{1}, {0}}, [][]float64{{1}, {0}}, Groups{})
	refused(t, "one sample a task", err, ErrNotIdentified)
}

// The sample size of the McNemar formula gives about its power in simulation.
func TestMcNemarPairsReachTheirPower(t *testing.T) {
	const b, c = 0.15, 0.07
	n := int(math.Ceil(must(McNemarPairs(b+c, b-c, 0.05, 0.8))))
	rng := rand.New(rand.NewPCG(12, 0))
	found, runs := 0, 2000
	for range runs {
		onlyA, onlyB := 0, 0
		for range n {
			switch u := rng.Float64(); {
			case u < b:
				onlyA++
			case u < b+c:
				onlyB++
			}
		}
		if McNemarMidP(onlyA, onlyB).P < 0.05 {
			found++
		}
	}
	near(t, "power", float64(found)/float64(runs), 0.8, 0.03)
}
