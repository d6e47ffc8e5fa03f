package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// SurvivalInterval names the scale on which a Kaplan–Meier interval is symmetric.
type SurvivalInterval int

const (
	LogLog SurvivalInterval = iota // ln(−ln S): stays in [0, 1]; the better with few events
	LogS                           // ln S, clipped at 1: R's default
)

func (s SurvivalInterval) String() string { return [...]string{"log-log", "log"}[s] }

// Survival is a Kaplan–Meier estimate: the chance of being still unsolved after
// each distinct time. Use it when tasks were censored (a run was cut short); a
// prover that gave up within the limit failed, and SolvedCurve is the right curve.
type Survival struct {
	Time           []float64 // ascending; event and censoring times
	AtRisk, Events []int     // just before and at Time
	S, SE          []float64 // after Time; Greenwood
	Lo, Hi         []float64 // pointwise; NaN where S is 0, or 1 without an interval
	Level          float64
	Interval       SurvivalInterval
	N              int
}

// KaplanMeier estimates survival from times and whether each ended in the event
// (solved) or was censored. At equal times events come before censorings. Times
// must be finite and not negative.
func KaplanMeier(time []float64, event []bool, interval SurvivalInterval, level float64) (Survival, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Survival{}, err
	}
	if err := checkTimes(time, event); err != nil {
		return Survival{}, err
	}
	order := make([]int, len(time))
	for i := range order {
		order[i] = i
	}
	sortBy(order, time)
	s := Survival{N: len(time), Level: level, Interval: interval}
	z := normalQuantile((1 + level) / 2)
	surv, greenwood := 1.0, 0.0
	for i := 0; i < len(order); {
		j, d := i, 0
		for ; j < len(order) && time[order[j]] == time[order[i]]; j++ {
			if event[order[j]] {
				d++
			}
		}
		risk := len(order) - i
		surv *= 1 - float64(d)/float64(risk)
		greenwood += float64(d) / (float64(risk) * float64(risk-d))
		lo, hi := nan, nan
		switch {
		case surv == 0:
		case greenwood == 0:
			lo, hi = 1, 1
		case interval == LogS:
			h := z * math.Sqrt(greenwood)
			lo, hi = surv*math.Exp(-h), math.Min(1, surv*math.Exp(h))
		default:
			h := z * math.Sqrt(greenwood) / math.Abs(math.Log(surv))
			lo, hi = math.Pow(surv, math.Exp(h)), math.Pow(surv, math.Exp(-h))
		}
		se := surv * math.Sqrt(greenwood)
		if surv == 0 {
			se = nan
		}
		s.Time, s.AtRisk, s.Events = append(s.Time, time[order[i]]), append(s.AtRisk, risk), append(s.Events, d)
		s.S, s.SE = append(s.S, surv), append(s.SE, se)
		s.Lo, s.Hi = append(s.Lo, lo), append(s.Hi, hi)
		i = j
	}
	return s, nil
}

func checkTimes(time []float64, event []bool) error {
	if len(time) != len(event) {
		return fmt.Errorf("%d times and %d events", len(time), len(event))
	}
	if len(time) == 0 {
		return fmt.Errorf("survival: %w", ErrNoData)
	}
	for i, t := range time {
		if !finite(t) || t < 0 {
			return fmt.Errorf("unit %d has time %v", i, t)
		}
	}
	return nil
}

// Median returns the first time at which at most half are left, +Inf when more
// than half are left at the end.
func (s Survival) Median() float64 {
	for i, v := range s.S {
		if v <= 0.5 {
			return s.Time[i]
		}
	}
	return math.Inf(1)
}

// RMST returns the restricted mean survival time up to limit, ∫₀^limit S, with a
// normal interval. A limit beyond the last time is refused while survivors remain.
func (s Survival) RMST(limit float64) (Estimate, error) {
	last := len(s.Time) - 1
	if !(limit > 0) || math.IsInf(limit, 1) || limit > s.Time[last] && s.S[last] > 0 {
		return Estimate{}, fmt.Errorf("restricted mean to %v with follow-up to %v: %w", limit, s.Time[last], ErrNotIdentified)
	}
	// Backwards, so that the area to the right of each event is at hand.
	area, variance, end := 0.0, 0.0, limit
	for i := last; i >= 0; i-- {
		if s.Time[i] >= limit {
			continue
		}
		area += s.S[i] * (end - s.Time[i])
		end = s.Time[i]
		if n, d := float64(s.AtRisk[i]), float64(s.Events[i]); n > d {
			variance += area * area * d / (n * (n - d))
		}
	}
	e := point(area+end, s.N, "restricted mean survival time, Greenwood")
	e.Level, e.DF, e.SE = s.Level, math.Inf(1), math.Sqrt(variance)
	return e.spread(), nil
}

// LogRankResult holds the test and what each arm saw and would have seen if all
// arms were alike.
type LogRankResult struct {
	Test
	Observed, Expected []float64
}

// LogRank compares the times of several arms. With strata (such as the task, when
// all arms tried the same ones) only arms within a stratum are compared; the zero
// Groups means one stratum. rho = 0 is the log-rank test; rho = 1 weights by the
// pooled survival just before (Peto & Peto's form of Harrington & Fleming's G^ρ).
// The statistic is χ² with arms−1 degrees of freedom; it is undefined when nothing
// happens while two arms are at risk.
func LogRank(time []float64, event []bool, arms, strata Groups, rho float64) (LogRankResult, error) {
	method := "log-rank"
	if rho != 0 {
		method = fmt.Sprintf("log-rank, G^ρ with ρ = %g", rho)
	}
	if err := checkTimes(time, event); err != nil {
		return LogRankResult{}, err
	}
	if !arms.clustered() || arms.Len() < 2 {
		return LogRankResult{}, fmt.Errorf("log-rank needs at least two arms")
	}
	if _, err := arms.over(len(time)); err != nil {
		return LogRankResult{}, err
	}
	members := [][]int{make([]int, len(time))}
	for i := range time {
		members[0][i] = i
	}
	if strata.clustered() {
		if _, err := strata.over(len(time)); err != nil {
			return LogRankResult{}, err
		}
		method += ", stratified"
		members = make([][]int, strata.Len())
		for i, s := range strata.Of {
			members[s] = append(members[s], i)
		}
	}
	A := arms.Len()
	r := LogRankResult{Observed: make([]float64, A), Expected: make([]float64, A)}
	score, v := make([]float64, A), mat.NewSymDense(A, nil)
	for _, units := range members {
		logRankStratum(units, time, event, arms, rho, r, score, v)
	}
	q, ok := quadraticForm(score[:A-1], v)
	if !ok {
		r.Test = undefined(len(time), method, "arms are never at risk together when something happens")
		return r, nil
	}
	r.Test = Test{Statistic: q, DF: float64(A - 1), N: len(time), Method: method}
	r.P = ChiSquaredSurvival(q, r.DF)
	r.LogP = math.Log(r.P)
	return r, nil
}

func logRankStratum(units []int, time []float64, event []bool, arms Groups, rho float64, r LogRankResult, score []float64, v *mat.SymDense) {
	sortBy(units, time)
	risk, died := make([]float64, len(score)), make([]float64, len(score))
	for _, u := range units {
		risk[arms.Of[u]]++
	}
	n, surv := float64(len(units)), 1.0
	for i := 0; i < len(units); {
		clear(died)
		gone := make([]float64, len(score))
		j, d := i, 0.0
		for ; j < len(units) && time[units[j]] == time[units[i]]; j++ {
			a := arms.Of[units[j]]
			gone[a]++
			if event[units[j]] {
				died[a]++
				d++
			}
		}
		if d > 0 {
			w := math.Pow(surv, rho)
			for a := range score {
				e := d * risk[a] / n
				r.Observed[a] += w * died[a]
				r.Expected[a] += w * e
				score[a] += w * (died[a] - e)
				for b := a; b < len(score) && n > 1; b++ {
					c := -risk[b] / n
					if a == b {
						c++
					}
					v.SetSym(a, b, v.At(a, b)+w*w*d*(n-d)/(n-1)*risk[a]/n*c)
				}
			}
			surv *= 1 - d/n
		}
		for a, g := range gone {
			risk[a] -= g
		}
		n -= float64(j - i)
		i = j
	}
}

// quadraticForm is x'V⁻¹x over the leading block of V, false when V is singular.
func quadraticForm(x []float64, v *mat.SymDense) (float64, bool) {
	k := len(x)
	var chol mat.Cholesky
	if !chol.Factorize(v.SliceSym(0, k)) || chol.Cond() > 1e12 {
		return nan, false
	}
	var y mat.VecDense
	b := mat.NewVecDense(k, append([]float64(nil), x...))
	if err := chol.SolveVecTo(&y, b); err != nil {
		return nan, false
	}
	return mat.Dot(b, &y), true
}
