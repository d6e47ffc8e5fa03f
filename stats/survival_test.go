package stats

import (
	"math"
	"slices"
	"testing"
)

// Remission times of Freireich et al. 1963, the standard example of every textbook
// of survival analysis; 0 in the second column is a censored time.
var sixMP = [][2]float64{{6, 1}, {6, 1}, {6, 1}, {6, 0}, {7, 1}, {9, 0}, {10, 1}, {10, 0}, {11, 0}, {13, 1}, {16, 1},
	{17, 0}, {19, 0}, {20, 0}, {22, 1}, {23, 1}, {25, 0}, {32, 0}, {32, 0}, {34, 0}, {35, 0}}
var placebo = []float64{1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23}

func leukaemia() (time []float64, event []bool, arm []int) {
	for _, v := range sixMP {
		time, event, arm = append(time, v[0]), append(event, v[1] == 1), append(arm, 0)
	}
	for _, v := range placebo {
		time, event, arm = append(time, v), append(event, true), append(arm, 1)
	}
	return time, event, arm
}

// Kleinbaum & Klein, Survival Analysis, chapter 2: survival to four digits, log-rank
// χ² = 16.793, expected events 19.251 and 10.749.
func TestSurvivalOfTheTextbook(t *testing.T) {
	time, event, arm := leukaemia()
	km := must(KaplanMeier(time[:21], event[:21], LogLog, 0.95))
	for _, c := range [][2]float64{{6, 0.8571}, {7, 0.8067}, {10, 0.7529}, {13, 0.6902}, {16, 0.6275}, {22, 0.5378}, {23, 0.4482}} {
		i := slices.Index(km.Time, c[0])
		near(t, "S", km.S[i], c[1], 5e-5)
		if km.Lo[i] >= km.S[i] || km.Hi[i] <= km.S[i] || km.Lo[i] < 0 || km.Hi[i] > 1 {
			t.Errorf("limits at %v: [%v, %v]", c[0], km.Lo[i], km.Hi[i])
		}
	}
	near(t, "median of 6-MP", km.Median(), 23, 0)
	r := must(LogRank(time, event, GroupBy(arm), Groups{}, 0))
	near(t, "χ²", r.Statistic, 16.793, 5e-4)
	near(t, "expected, 6-MP", r.Expected[0], 19.251, 5e-4)
	near(t, "expected, placebo", r.Expected[1], 10.749, 5e-4)
	near(t, "observed", r.Observed[0]+r.Observed[1], 30, 0)
	one := must(LogRank(time, event, GroupBy(arm), GroupBy(make([]int, len(time))), 0))
	near(t, "one stratum", one.Statistic, r.Statistic, 1e-12)
}

// Without censoring S is the share left, and the restricted mean is a plain mean.
func TestSurvivalWithoutCensoringIsTheEmpiricalShare(t *testing.T) {
	event := make([]bool, len(placebo))
	for i := range event {
		event[i] = true
	}
	km := must(KaplanMeier(placebo, event, LogS, 0.95))
	for i, at := range km.Time {
		left := 0.0
		for _, v := range placebo {
			if v > at {
				left++
			}
		}
		near(t, "S", km.S[i], left/21, 1e-14)
	}
	last := len(km.Time) - 1
	if km.S[last] != 0 || !math.IsNaN(km.Lo[last]) || !math.IsNaN(km.SE[last]) {
		t.Errorf("an empty end has limits: %v", km.Lo[last])
	}
	mean, sd := meanSD(placebo)
	rmst := must(km.RMST(23))
	near(t, "restricted mean", rmst.Value, mean, 1e-12)
	near(t, "its SE, Greenwood", rmst.SE, sd*math.Sqrt(20.0/21)/math.Sqrt(21), 1e-12)
	capped := 0.0
	for _, v := range placebo {
		capped += math.Min(v, 10) / 21
	}
	near(t, "restricted to 10", must(km.RMST(10)).Value, capped, 1e-12)
}

func TestSurvivalTiesPutEventsFirst(t *testing.T) {
	km := must(KaplanMeier([]float64{5, 5, 9}, []bool{true, false, true}, LogLog, 0.95))
	near(t, "S after 5", km.S[0], 2.0/3, 1e-15)
	if km.AtRisk[0] != 3 || km.AtRisk[1] != 1 {
		t.Errorf("at risk %v", km.AtRisk)
	}
	never := must(KaplanMeier([]float64{5, 6}, []bool{false, false}, LogLog, 0.95))
	if !math.IsInf(never.Median(), 1) || never.S[1] != 1 {
		t.Errorf("%+v", never)
	}
	_, err := never.RMST(7)
	refused(t, "beyond follow-up", err, ErrNotIdentified)
	near(t, "all left", must(never.RMST(6)).Value, 6, 0)
}

func TestLogRankOfThreeArms(t *testing.T) {
	time, event, arm := leukaemia()
	for i := 30; i < len(arm); i++ {
		arm[i] = 2
	}
	r := must(LogRank(time, event, GroupBy(arm), Groups{}, 0))
	if r.DF != 2 || r.Statistic < 16 {
		t.Errorf("%+v", r)
	}
	for i := range arm { // naming arms otherwise changes nothing
		arm[i] = 2 - arm[i]
	}
	near(t, "relabelled", must(LogRank(time, event, GroupBy(arm), Groups{}, 0)).Statistic, r.Statistic, 1e-10)
}

func TestSurvivalOfBadInput(t *testing.T) {
	if _, err := KaplanMeier([]float64{1, math.NaN()}, []bool{true, true}, LogLog, 0.95); err == nil {
		t.Error("NaN is accepted")
	}
	_, err := KaplanMeier(nil, nil, LogLog, 0.95)
	refused(t, "no time", err, ErrNoData)
	if _, err := LogRank([]float64{1, 2}, []bool{true, true}, Groups{}, Groups{}, 0); err == nil {
		t.Error("no arms are accepted")
	}
	apart := must(LogRank([]float64{1, 2}, []bool{true, true}, GroupBy([]int{0, 1}), GroupBy([]int{0, 1}), 0))
	if !math.IsNaN(apart.P) || len(apart.Warnings) != 1 {
		t.Errorf("arms that never meet: %+v", apart)
	}
}

func TestSeedSpreadAndComponents(t *testing.T) {
	s := must(SeedSpread([]float64{2, 4}))
	near(t, "sample SD", s.Sample, math.Sqrt2, 1e-15)
	near(t, "population SD", s.Population, 1, 1e-15)
	near(t, "c₄ of 2", s.C4, math.Sqrt(2/math.Pi), 1e-15)
	if one := must(SeedSpread([]float64{2})); !math.IsNaN(one.Sample) || len(one.Warnings) != 1 {
		t.Errorf("one seed: %+v", one)
	}
	_, err := SeedSpread(nil)
	refused(t, "no seed", err, ErrNoData)

	c := must(VarianceComponents([][]float64{{1, 0}, {0, 1}, {1, 0, math.NaN()}}))
	if c.Between != 0 || len(c.Warnings) != 1 || c.SEIfManySamples != 0 {
		t.Errorf("equal task means: %+v", c)
	}
	near(t, "within", c.Within, 0.5, 1e-15)
	_, err = VarianceComponents([][]float64{{1, 0}, {1}})
	refused(t, "one sample", err, ErrNotIdentified)
}
