package stats

import (
	"errors"
	"math"
	"testing"
)

func TestDetectableEffectIsThatOfTheInterval(t *testing.T) {
	normal := Estimate{SE: 0.02, DF: math.Inf(1)}
	near(t, "many degrees of freedom", must(DetectableEffect(normal, 0.05, 0.8)), must(MinimumEffectFromSE(0.02, 0.05, 0.8)), 1e-12)
	normal.DF = nan
	near(t, "none named", must(DetectableEffect(normal, 0.05, 0.8)), must(MinimumEffectFromSE(0.02, 0.05, 0.8)), 1e-12)
	// R: (qt(.975, 4) + qt(.8, 4)) * 0.02
	near(t, "four", must(DetectableEffect(Estimate{SE: 0.02, DF: 4}, 0.05, 0.8)), 0.02*(2.7764451051977987+0.9409645773), 1e-9)
	if _, err := DetectableEffect(Estimate{SE: 0}, 0.05, 0.8); !errors.Is(err, ErrNoData) {
		t.Errorf("no standard error: %v", err)
	}
}

func TestDetectableEffectRefusesWhatIsNoSpreadOrNoFreedom(t *testing.T) {
	inf := math.Inf(1)
	for _, se := range []float64{0, -1, nan, inf} {
		if v, err := MinimumEffectFromSE(se, 0.05, 0.8); !errors.Is(err, ErrNoData) {
			t.Errorf("standard error %v: %v, %v", se, v, err)
		}
	}
	for _, df := range []float64{0, -1, -inf, 1e-320} {
		if v, err := DetectableEffect(Estimate{SE: 0.02, DF: df}, 0.05, 0.8); err == nil {
			t.Errorf("%v degrees of freedom: %v", df, v)
		}
	}
	for _, df := range []float64{1e13, 1e16, 1e308} {
		near(t, "as good as normal", must(DetectableEffect(Estimate{SE: 0.02, DF: df}, 0.05, 0.8)), must(MinimumEffectFromSE(0.02, 0.05, 0.8)), 1e-12)
	}
	for _, p := range []float64{0.6, 0.975, 1 - 1e-9} { // both sides of where the method changes
		near(t, "t quantile is smooth in df", tQuantile(p, 10000.01), tQuantile(p, 9999.99), 1e-7)
		tail, _ := TTwoSided(tQuantile(p, 99999), 99999)
		near(t, "t quantile inverts the tail", tail/2/(1-p), 1, 1e-9)
	}
}

func TestScoresAverageToTheSurface(t *testing.T) {
	ok, never, lost := Chain{Rounds: 1, Solved: true}, Chain{Rounds: 2}, Chain{Rounds: 1, Lost: true}
	repaired := Chain{Rounds: 2, Solved: true}
	run := Run{Policy: Exhaustive, K: 2, R: 1, Tasks: [][]Chain{{ok, never}, {never, repaired}, {never, never}, {lost, ok}, nil}}
	s := must(BudgetSurface(run, Design{}))
	for k := 1; k <= 2; k++ {
		for r := 0; r <= 1; r++ {
			low, high, err := run.Scores(k, r)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "mean", must(Rate(low, Design{})).Value, s.At(k, r).Estimate.Value, 1e-12)
			for i := range low {
				if low[i] != high[i] && !math.IsNaN(low[i]) {
					t.Errorf("task %d at (%d, %d): [%v, %v] under an exhaustive run", i, k, r, low[i], high[i])
				}
			}
		}
	}
	if _, _, err := run.Scores(3, 0); !errors.Is(err, ErrNotIdentified) {
		t.Errorf("k beyond the run: %v", err)
	}
}
