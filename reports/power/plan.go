package power

import (
	"errors"
	"fmt"
	"math"

	"proofgrid/stats"
)

// Design is how two arms are compared.
type Design string

const (
	// Outcomes: both arms try the same tasks, and a task is solved or not (at the
	// whole budget). McNemar's test; Connor 1987.
	Outcomes Design = "paired outcomes"
	// Scores: both arms try the same tasks, and a task's score is the mean of its
	// samples. Miller 2024, section 5.
	Scores Design = "paired scores"
	// Unpaired: each arm has tasks of its own.
	Unpaired Design = "unpaired outcomes"
)

// Plan is a comparison of two arms before it is run. Rates, effects, alpha and power
// are fractions. Formulas use normal quantiles.
type Plan struct {
	Design Design  `json:"design"`
	Alpha  float64 `json:"alpha"` // two-sided
	Power  float64 `json:"power"`
	// DesignEffect multiplies the variance for tasks that hang together; at least 1
	// unless clusters are known to help.
	DesignEffect float64 `json:"design_effect"`
	// Discordant is the chance that exactly one of the arms solves a task (Outcomes).
	Discordant float64 `json:"discordant,omitempty"`
	// Rate is that of the better arm (Unpaired).
	Rate float64 `json:"rate,omitempty"`
	// Omega2 is the variance over tasks of the difference of expected scores; VarA and
	// VarB are the mean variances of one sample's score (Scores).
	Omega2 float64 `json:"omega2,omitempty"`
	VarA   float64 `json:"sigma2_a,omitempty"`
	VarB   float64 `json:"sigma2_b,omitempty"`
}

// ErrOutOfReach: no number of what is asked for is enough.
var ErrOutOfReach = errors.New("out of reach")

func (p Plan) check() error {
	switch {
	case !(p.Alpha > 0 && p.Alpha < 1 && p.Power > 0 && p.Power < 1):
		return fmt.Errorf("alpha %v and power %v must lie between 0 and 1", p.Alpha, p.Power)
	case p.Power <= p.Alpha:
		return fmt.Errorf("a power of %v is no more than chance finds at alpha %v", p.Power, p.Alpha)
	case !(p.DesignEffect > 0) || math.IsInf(p.DesignEffect, 1):
		return fmt.Errorf("design effect %v must be positive", p.DesignEffect)
	case p.Design == Outcomes && !(p.Discordant > 0 && p.Discordant <= 1):
		return fmt.Errorf("the share of discordant tasks is %v, and must lie above 0 and not above 1", p.Discordant)
	case p.Design == Unpaired && !(p.Rate > 0 && p.Rate <= 1):
		return fmt.Errorf("the better arm's rate is %v, and must lie above 0 and not above 1", p.Rate)
	case p.Design == Scores && !(p.Omega2 >= 0 && p.VarA >= 0 && p.VarB >= 0 && p.Omega2+p.VarA+p.VarB > 0):
		return fmt.Errorf("variances %v, %v and %v: none may be negative, and not all 0", p.Omega2, p.VarA, p.VarB)
	}
	return nil
}

// largest is the largest effect that the assumptions allow.
func (p Plan) largest() float64 {
	switch p.Design {
	case Outcomes:
		return p.Discordant
	case Unpaired:
		return p.Rate
	}
	return 1
}

func (p Plan) checkEffect(effect float64) error {
	if err := p.check(); err != nil {
		return err
	}
	if !(effect > 0 && effect <= p.largest()) {
		return fmt.Errorf("an effect of %v: under these assumptions it lies above 0 and not above %v", effect, p.largest())
	}
	return nil
}

func (p Plan) scores(samples int) stats.PairedPower {
	return stats.PairedPower{Omega2: p.Omega2, VarA: p.VarA, VarB: p.VarB, KA: samples, KB: samples,
		DesignEffect: p.DesignEffect, Alpha: p.Alpha, Power: p.Power}
}

// tasks may be a fraction. Samples counts for Scores alone.
func (p Plan) tasks(effect float64, samples int) (float64, error) {
	switch p.Design {
	case Outcomes:
		n, err := stats.McNemarPairs(p.Discordant, effect, p.Alpha, p.Power)
		return n * p.DesignEffect, err
	case Unpaired:
		n, err := stats.TwoProportionTasks(p.Rate, p.Rate-effect, p.Alpha, p.Power)
		return n * p.DesignEffect, err
	case Scores:
		return p.scores(samples).Tasks(effect)
	}
	return 0, fmt.Errorf("unknown design %q", p.Design)
}

// Tasks returns how many tasks (Unpaired: per arm) find a true difference. Samples
// are those of a task and arm, for Scores; other designs pass them over.
func (p Plan) Tasks(effect float64, samples int) (int, error) {
	if err := p.checkEffect(effect); err != nil {
		return 0, err
	}
	n, err := p.tasks(effect, samples)
	if err != nil {
		return 0, err
	}
	if n > 1e12 {
		return 0, fmt.Errorf("more than 10¹² tasks are needed: %w", ErrOutOfReach)
	}
	return int(math.Ceil(n - 1e-9)), nil
}

// Effect returns the smallest true difference that so many tasks find. When they
// find not even the largest that the assumptions allow, the error is ErrOutOfReach.
func (p Plan) Effect(tasks, samples int) (float64, error) {
	if err := p.check(); err != nil {
		return 0, err
	}
	if tasks < 1 {
		return 0, fmt.Errorf("%d tasks", tasks)
	}
	if p.Design == Scores {
		return p.scores(samples).MinimumEffect(tasks)
	}
	hi := p.largest()
	if n, err := p.tasks(hi, samples); err != nil || n > float64(tasks) {
		return 0, fmt.Errorf("%d tasks find not even a difference of %.3g, the largest under these assumptions; that needs %.0f: %w",
			tasks, hi, math.Ceil(n), errors.Join(err, ErrOutOfReach))
	}
	lo := 0.0 // tasks fall as the effect grows
	for range 200 {
		mid := (lo + hi) / 2
		if n, err := p.tasks(mid, samples); err != nil || n > float64(tasks) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi, nil
}

// Samples returns how many samples of each task and arm find a true difference with
// so many tasks (Scores only). When not even endless samples do, the error is
// ErrOutOfReach and says how many tasks would.
func (p Plan) Samples(effect float64, tasks int) (int, error) {
	if err := p.checkEffect(effect); err != nil {
		return 0, err
	}
	if p.Design != Scores {
		return 0, fmt.Errorf("samples count in the design %q alone: elsewhere a task has one outcome at its whole budget", Scores)
	}
	if tasks < 1 {
		return 0, fmt.Errorf("%d tasks", tasks)
	}
	z, err := stats.MinimumEffectFromSE(1, p.Alpha, p.Power)
	if err != nil {
		return 0, err
	}
	// n·d² = z²·deff·(ω² + (σ²A + σ²B)/K), solved for K.
	room := float64(tasks)*effect*effect/(z*z*p.DesignEffect) - p.Omega2
	need := (p.VarA + p.VarB) / room
	if room <= 0 || need > 1e9 {
		endless := math.Ceil(z * z * p.DesignEffect * p.Omega2 / (effect * effect))
		return 0, fmt.Errorf("no number of samples is enough with %d tasks: the spread between tasks alone needs more than %.0f of them: %w", tasks, endless, ErrOutOfReach)
	}
	return max(1, int(math.Ceil(need-1e-9))), nil
}

// enoughDiscordant is how many discordant tasks the normal approximation of McNemar's
// test wants; with fewer, the exact test finds less than it promises.
const enoughDiscordant = 10

// Warnings says what makes the formulas unsafe with so many tasks.
func (p Plan) Warnings(tasks int) []string {
	expected := p.Discordant * float64(tasks)
	if p.Design != Outcomes || expected >= enoughDiscordant {
		return nil
	}
	return []string{fmt.Sprintf("only %.1f tasks are expected to be solved by one arm alone: the normal formula is rough below %d, and the exact test finds less", expected, enoughDiscordant)}
}

// At returns the power with which a true difference is found.
func (p Plan) At(effect float64, tasks, samples int) (float64, error) {
	if err := p.checkEffect(effect); err != nil {
		return 0, err
	}
	if tasks < 1 {
		return 0, fmt.Errorf("%d tasks", tasks)
	}
	z, err := stats.MinimumEffectFromSE(1, p.Alpha, 0.5) // z₁₋α/₂
	if err != nil {
		return 0, err
	}
	n := float64(tasks) / p.DesignEffect
	null, real := 1.0, 1.0 // standard deviations of one pair's difference
	switch p.Design {
	case Outcomes:
		null, real = math.Sqrt(p.Discordant), math.Sqrt(p.Discordant-effect*effect)
	case Unpaired:
		q := p.Rate - effect
		mean := (p.Rate + q) / 2
		null, real = math.Sqrt(2*mean*(1-mean)), math.Sqrt(p.Rate*(1-p.Rate)+q*(1-q))
	case Scores:
		if samples < 1 {
			return 0, fmt.Errorf("%d samples", samples)
		}
		null = math.Sqrt(p.Omega2 + (p.VarA+p.VarB)/float64(samples))
		real = null
	default:
		return 0, fmt.Errorf("unknown design %q", p.Design)
	}
	shift := z*null - effect*math.Sqrt(n)
	if real == 0 { // every discordant task favours one arm: no chance is left
		if shift <= 0 {
			return 1, nil
		}
		return 0, nil
	}
	return stats.NormalSurvival(shift / real), nil
}
