package stats

import (
	"fmt"
	"math"
)

// PairedPower describes a paired comparison of two arms before it is run: how
// small a difference of mean scores it can find.
//
// Source: Miller, Adding Error Bars to Evals, 2024, section 5.
type PairedPower struct {
	Omega2       float64 // variance over tasks of the difference of expected scores
	VarA, VarB   float64 // mean over tasks of the variance of one sample's score
	KA, KB       int     // samples per task whose mean is the score
	DesignEffect float64 // variance inflation by clusters; 0 means 1
	Alpha        float64 // two-sided; 0 means 0.05
	Power        float64 // 0 means 0.8
}

func (p PairedPower) terms() (variance, z float64, err error) {
	if p.Alpha == 0 {
		p.Alpha = 0.05
	}
	if p.Power == 0 {
		p.Power = 0.8
	}
	if p.DesignEffect == 0 {
		p.DesignEffect = 1
	}
	if !(p.Omega2 >= 0 && p.VarA >= 0 && p.VarB >= 0 && p.DesignEffect > 0) || p.KA < 1 || p.KB < 1 {
		return nan, nan, fmt.Errorf("power of a paired comparison: impossible assumptions %+v", p)
	}
	if z, err = powerZ(p.Alpha, p.Power); err != nil {
		return nan, nan, err
	}
	return p.DesignEffect * (p.Omega2 + p.VarA/float64(p.KA) + p.VarB/float64(p.KB)), z, nil
}

// MinimumEffect returns the smallest true difference that n tasks find with the
// given power.
func (p PairedPower) MinimumEffect(n int) (float64, error) {
	v, z, err := p.terms()
	if err != nil {
		return nan, err
	}
	if n < 1 {
		return nan, fmt.Errorf("minimum detectable effect of %d tasks: %w", n, ErrNoData)
	}
	return z * math.Sqrt(v/float64(n)), nil
}

// Tasks returns how many tasks find a true difference with the given power (a
// fraction: round up).
func (p PairedPower) Tasks(difference float64) (float64, error) {
	v, z, err := p.terms()
	if err != nil {
		return nan, err
	}
	if !(math.Abs(difference) > 0) {
		return nan, fmt.Errorf("no number of tasks finds a difference of %v", difference)
	}
	return z * z * v / (difference * difference), nil
}

// PilotPower reads the assumptions off a pilot run: a and b are scores[task][sample]
// of the two arms on the same tasks, each task with at least two samples per arm.
// With clusters (the zero Groups: none) the design effect is the cluster-robust
// (CR1) over the independent variance of the task differences. An Omega2 estimated
// negative is 0.
func PilotPower(a, b [][]float64, clusters Groups) (PairedPower, error) {
	if len(a) != len(b) {
		return PairedPower{}, fmt.Errorf("pilot of %d and %d tasks", len(a), len(b))
	}
	ca, err := VarianceComponents(a)
	if err != nil {
		return PairedPower{}, err
	}
	cb, err := VarianceComponents(b)
	if err != nil {
		return PairedPower{}, err
	}
	diff, noise := make([]float64, len(a)), 0.0
	for i := range a {
		for arm, row := range [][]float64{a[i], b[i]} {
			keep, _ := known(row)
			mean, sd := meanSD(pick(row, keep))
			diff[i] += float64(1-2*arm) * mean
			noise += sd * sd / float64(len(keep)) / float64(len(a))
		}
	}
	_, sd := meanSD(diff)
	p := PairedPower{Omega2: math.Max(0, sd*sd-noise), VarA: ca.Within, VarB: cb.Within, KA: len(a[0]), KB: len(b[0]), DesignEffect: 1}
	if clusters.clustered() {
		e, err := DesignEffect(diff, clusters)
		if err != nil {
			return PairedPower{}, err
		}
		if e.Value > 0 {
			p.DesignEffect = e.Value
		}
	}
	return p, nil
}

// MinimumEffectFromSE returns the smallest true difference that an experiment with
// this standard error finds: (z₁₋α/₂ + z_power)·SE. It is the minimum detectable
// effect of an experiment already run, its clusters included. Without a positive
// finite standard error it is ErrNoData.
func MinimumEffectFromSE(se, alpha, power float64) (float64, error) {
	z, err := powerZ(alpha, power)
	if err != nil {
		return nan, err
	}
	if !(se > 0) || math.IsInf(se, 1) {
		return nan, fmt.Errorf("detectable effect with standard error %v: %w", se, ErrNoData)
	}
	return z * se, nil
}

// McNemarPairs returns the number of pairs that a McNemar test needs, from the
// chance that a pair is discordant and the difference of rates.
//
// Source: Connor, Biometrics 43 (1987).
func McNemarPairs(discordant, difference, alpha, power float64) (float64, error) {
	if _, err := powerZ(alpha, power); err != nil {
		return nan, err
	}
	d := math.Abs(difference)
	if !(d > 0 && d <= discordant && discordant <= 1) {
		return nan, fmt.Errorf("a difference of %v is impossible with %v discordant pairs", difference, discordant)
	}
	za, zb := normalQuantile(1-alpha/2), normalQuantile(power)
	s := za*math.Sqrt(discordant) + zb*math.Sqrt(discordant-d*d)
	return s * s / (d * d), nil
}

// TwoProportionTasks returns the number of tasks per arm that tell unpaired rates
// p1 and p2 apart (the normal approximation of R's power.prop.test).
func TwoProportionTasks(p1, p2, alpha, power float64) (float64, error) {
	if err := twoRates(p1, p2, alpha, power); err != nil {
		return nan, err
	}
	mean := (p1 + p2) / 2
	s := normalQuantile(1-alpha/2)*math.Sqrt(2*mean*(1-mean)) + normalQuantile(power)*math.Sqrt(p1*(1-p1)+p2*(1-p2))
	return s * s / ((p1 - p2) * (p1 - p2)), nil
}

// CohenHTasks is TwoProportionTasks by the arcsine effect size of Cohen. As R's
// pwr.2p.test it counts a rejection on the wrong side as power.
func CohenHTasks(p1, p2, alpha, power float64) (float64, error) {
	if err := twoRates(p1, p2, alpha, power); err != nil {
		return nan, err
	}
	h, z := math.Abs(CohenH(p1, p2)), normalQuantile(1-alpha/2)
	shortfall := func(n float64) float64 {
		shift := h * math.Sqrt(n/2)
		return power - NormalSurvival(z-shift) - NormalSurvival(z+shift)
	}
	one, _ := powerZ(alpha, power)
	enough := 2 * one * one / (h * h) // by the right side alone
	return bisect(func(n float64) float64 { return -shortfall(n) }, 0, enough), nil
}

func twoRates(p1, p2, alpha, power float64) error {
	if !(p1 >= 0 && p1 <= 1 && p2 >= 0 && p2 <= 1) || p1 == p2 {
		return fmt.Errorf("rates %v and %v: need two different rates in [0, 1]", p1, p2)
	}
	_, err := powerZ(alpha, power)
	return err
}

func powerZ(alpha, power float64) (float64, error) {
	if !(alpha > 0 && alpha < 1 && power > 0 && power < 1) {
		return nan, fmt.Errorf("alpha %v and power %v must lie between 0 and 1", alpha, power)
	}
	if power <= alpha {
		return nan, fmt.Errorf("a power of %v is no more than chance finds at alpha %v", power, alpha)
	}
	return normalQuantile(1-alpha/2) + normalQuantile(power), nil
}
