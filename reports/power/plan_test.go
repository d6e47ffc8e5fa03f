package power

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"proofgrid/stats"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v, want %v ± %v", what, got, want, tolerance)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var plans = map[string]Plan{
	"outcomes":           {Design: Outcomes, Alpha: 0.05, Power: 0.8, DesignEffect: 1, Discordant: 0.1},
	"clustered outcomes": {Design: Outcomes, Alpha: 0.01, Power: 0.9, DesignEffect: 2.3, Discordant: 0.3},
	"unpaired":           {Design: Unpaired, Alpha: 0.05, Power: 0.8, DesignEffect: 1, Rate: 0.41},
	"scores":             {Design: Scores, Alpha: 0.05, Power: 0.8, DesignEffect: 1, Omega2: 1.0 / 9, VarA: 1.0 / 6, VarB: 1.0 / 6},
	"clustered scores":   {Design: Scores, Alpha: 0.05, Power: 0.95, DesignEffect: 1.7, Omega2: 0.05, VarA: 0.2, VarB: 0.1},
}

// The examples of the literature that the reference vectors hold.
func TestPlansAgreeWithTheirSources(t *testing.T) {
	if n := must(plans["outcomes"].Tasks(0.062, 0)); n != 202 { // Connor 1987: 201.8
		t.Errorf("McNemar needs %d pairs, want 202", n)
	}
	if n := must(plans["unpaired"].Tasks(0.062, 0)); n != 960 { // R's power.prop.test: 959.96
		t.Errorf("two proportions need %d tasks per arm, want 960", n)
	}
	near(t, "Miller's example", must(plans["scores"].Effect(500, 8)), 0.048972122760993095, 1e-12)
	if n := must(plans["scores"].Tasks(0.03, 8)); n != 1333 { // 1332.4
		t.Errorf("3 points need %d tasks, want 1333", n)
	}
}

// Tasks, effect, samples and power are one relation, solved for each in turn.
func TestPlansSolveForEachOfTheirParts(t *testing.T) {
	for name, p := range plans {
		for _, effect := range []float64{0.02, 0.05, 0.09} {
			for _, samples := range []int{1, 3, 8} {
				n := must(p.Tasks(effect, samples))
				near(t, name+": power of the tasks needed", must(p.At(effect, n, samples)), p.Power, 0.02)
				if at := must(p.At(effect, n, samples)); at < p.Power-1e-9 {
					t.Errorf("%s: %d tasks have a power of %v", name, n, at)
				}
				if n > 1 {
					if at := must(p.At(effect, n-1, samples)); at >= p.Power {
						t.Errorf("%s: one task fewer than %d still has a power of %v", name, n, at)
					}
				}
				found := must(p.Effect(n, samples))
				if found > effect+1e-9 || found < effect*0.9 {
					t.Errorf("%s: %d tasks find %v, wanted for %v", name, n, found, effect)
				}
				if p.Design != Scores {
					continue
				}
				if k := must(p.Samples(effect, n)); k > samples {
					t.Errorf("%s: %d tasks need %d samples for %v, where %d are enough", name, n, k, effect, samples)
				}
				k := must(p.Samples(effect, n))
				if must(p.Tasks(effect, k)) > n || k > 1 && must(p.Tasks(effect, k-1)) <= n {
					t.Errorf("%s: %d samples are not the fewest for %d tasks", name, k, n)
				}
			}
		}
	}
}

func TestMoreIsNeverWorse(t *testing.T) {
	for name, p := range plans {
		before := math.Inf(1)
		for n := 150; n < 3000; n += 150 {
			e, err := p.Effect(n, 2)
			if errors.Is(err, ErrOutOfReach) {
				continue
			}
			if err != nil || e >= before {
				t.Errorf("%s: %d tasks find %v after %v, %v", name, n, e, before, err)
			}
			before = e
		}
		more := p
		more.DesignEffect *= 2
		if a, b := must(p.Tasks(0.05, 1)), must(more.Tasks(0.05, 1)); b < 2*a-2 || b > 2*a {
			t.Errorf("%s: %d tasks become %d with twice the design effect", name, a, b)
		}
	}
}

func TestPlansRefuseWhatCannotBe(t *testing.T) {
	outcomes, scores := plans["outcomes"], plans["scores"]
	bad := outcomes
	bad.Alpha = 0
	for name, f := range map[string]func() error{
		"an effect above the discordant share": func() error { _, err := outcomes.Tasks(0.2, 0); return err },
		"no effect":                            func() error { _, err := outcomes.Tasks(0, 0); return err },
		"an unknown effect":                    func() error { _, err := outcomes.Tasks(math.NaN(), 0); return err },
		"no tasks":                             func() error { _, err := outcomes.Effect(0, 0); return err },
		"no samples":                           func() error { _, err := scores.Effect(10, 0); return err },
		"no samples, power":                    func() error { _, err := scores.At(0.1, 10, 0); return err },
		"samples of outcomes":                  func() error { _, err := outcomes.Samples(0.05, 100); return err },
		"alpha of 0":                           func() error { _, err := bad.Tasks(0.05, 0); return err },
		"no discordant tasks": func() error {
			_, err := Plan{Design: Outcomes, Alpha: 0.05, Power: 0.8, DesignEffect: 1}.Tasks(0.05, 0)
			return err
		},
		"no spread": func() error {
			_, err := Plan{Design: Scores, Alpha: 0.05, Power: 0.8, DesignEffect: 1}.Tasks(0.05, 1)
			return err
		},
	} {
		if err := f(); err == nil || errors.Is(err, ErrOutOfReach) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, f := range map[string]func() error{
		"too few tasks for any effect":  func() error { _, err := outcomes.Effect(20, 0); return err },
		"too few tasks for any samples": func() error { _, err := scores.Samples(0.02, 500); return err },
		"a hair's breadth":              func() error { _, err := scores.Tasks(1e-9, 1); return err },
	} {
		if err := f(); !errors.Is(err, ErrOutOfReach) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The power that a plan promises is how often experiments of its kind find the effect.
func TestPromisedPowerIsKept(t *testing.T) {
	const experiments, effect = 3000, 0.1
	rng := rand.New(rand.NewPCG(17, 0))
	share := func(finds func() bool) float64 {
		n := 0
		for range experiments {
			if finds() {
				n++
			}
		}
		return float64(n) / experiments
	}
	p := plans["outcomes"]
	p.Discordant = 0.3
	n := must(p.Tasks(effect, 0))
	near(t, "McNemar's power", share(func() bool {
		onlyA, onlyB := 0, 0
		for range n {
			switch u := rng.Float64(); {
			case u < (p.Discordant+effect)/2:
				onlyA++
			case u < p.Discordant:
				onlyB++
			}
		}
		return stats.McNemarMidP(onlyA, onlyB).P <= p.Alpha
	}), p.Power, 0.03)

	u := plans["unpaired"]
	n = must(u.Tasks(effect, 0))
	near(t, "the power of two proportions", share(func() bool {
		x, y := 0, 0
		for range n {
			if rng.Float64() < u.Rate {
				x++
			}
			if rng.Float64() < u.Rate-effect {
				y++
			}
		}
		a, b := float64(x)/float64(n), float64(y)/float64(n)
		mean := (a + b) / 2
		return math.Abs(a-b)/math.Sqrt(2*mean*(1-mean)/float64(n)) >= 1.959964
	}), u.Power, 0.03)

	// A task's chance is uniform on [0.3, 0.8] in arm A, and lower by 0 to 0.2 in arm B.
	const samples = 3
	chance := func() (a, b float64) {
		a = 0.3 + 0.5*rng.Float64()
		return a, a - 0.2*rng.Float64()
	}
	s := Plan{Design: Scores, Alpha: 0.05, Power: 0.8, DesignEffect: 1, Omega2: 0.2 * 0.2 / 12}
	const grid = 400
	for i := range grid { // E a(1−a) and E b(1−b), by the midpoint rule
		a := 0.3 + 0.5*(float64(i)+0.5)/grid
		s.VarA += a * (1 - a) / grid
		for j := range grid {
			b := a - 0.2*(float64(j)+0.5)/grid
			s.VarB += b * (1 - b) / grid / grid
		}
	}
	n = must(s.Tasks(effect, samples))
	near(t, "the power of paired scores", share(func() bool {
		var sum, squares float64
		for range n {
			a, b := chance()
			d := 0.0
			for range samples {
				if rng.Float64() < a {
					d += 1.0 / samples
				}
				if rng.Float64() < b {
					d -= 1.0 / samples
				}
			}
			sum, squares = sum+d, squares+d*d
		}
		mean := sum / float64(n)
		se := math.Sqrt((squares/float64(n) - mean*mean) / float64(n-1))
		return math.Abs(mean)/se >= 1.959964
	}), s.Power, 0.03)
}

func TestPowerAboveChanceAloneIsPlannedFor(t *testing.T) {
	for name, p := range plans {
		for _, power := range []float64{0.03, p.Alpha} {
			p.Power = min(power, p.Alpha)
			if n, err := p.Tasks(0.05, 8); err == nil {
				t.Errorf("%s with a power of %v at alpha %v: %d tasks", name, p.Power, p.Alpha, n)
			}
		}
	}
}

func TestFewDiscordantTasksWarn(t *testing.T) {
	p := plans["outcomes"] // 10 % discordant
	if w := p.Warnings(50); len(w) != 1 || !strings.Contains(w[0], "only 5.0 tasks") {
		t.Errorf("50 tasks: %q", w)
	}
	if w := append(p.Warnings(100), plans["unpaired"].Warnings(3)...); len(w) != 0 {
		t.Errorf("warnings without need: %q", w)
	}
}
