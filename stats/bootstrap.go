package stats

import (
	"fmt"
	"math"
	"slices"
)

// Bootstrap resamples whole clusters with replacement. When the number of
// distinct ordered resamples, G^G, is at most Draws, all of them are used and the
// result is exact. The zero value draws 10,000 and gives 95 % BCa intervals.
type Bootstrap struct {
	MonteCarlo
	Level    float64 // 0 means 0.95
	Interval Interval
}

// Interval names a kind of bootstrap interval.
type Interval int

const (
	// BCa is bias-corrected and accelerated (Efron 1987), the acceleration from
	// the jackknife over clusters.
	BCa Interval = iota
	// Percentile takes type-7 quantiles of the draws.
	Percentile
)

// Statistic computes one or more numbers from cluster weights: weight[g] is how
// often cluster g is in the resample (all ones for the data as they are). All arms
// of a comparison belong in one Statistic, so that they share each draw. It must
// fill out and keep neither slice. NaN means undefined for that resample.
type Statistic func(weight, out []float64)

// Run evaluates a statistic with the given number of outputs on resamples of
// clusters. setup makes one Statistic per worker, with its own scratch space.
func (b Bootstrap) Run(clusters, outputs int, setup func() Statistic) (*Resamples, error) {
	if clusters < 2 {
		return nil, fmt.Errorf("bootstrap: %w", ErrOneCluster)
	}
	level, err := checkLevel(b.Level)
	if err != nil {
		return nil, err
	}
	n, exact := b.draws(), false
	if all := math.Pow(float64(clusters), float64(clusters)); all <= float64(n) {
		n, exact = int(all), true
	}
	r := &Resamples{
		Observed: make([]float64, outputs), Draws: make([][]float64, outputs),
		boot: b, level: level, clusters: clusters, exact: exact, setup: setup,
	}
	for j := range r.Draws {
		r.Draws[j] = make([]float64, n)
	}
	ones := make([]float64, clusters)
	for g := range ones {
		ones[g] = 1
	}
	setup()(ones, r.Observed)
	b.each(n, func() func(int, *stream) {
		stat, weight, out := setup(), make([]float64, clusters), make([]float64, outputs)
		return func(draw int, rng *stream) {
			clear(weight)
			if exact {
				for i, d := 0, draw; i < clusters; i++ {
					weight[d%clusters]++
					d /= clusters
				}
			} else {
				for range clusters {
					weight[rng.intn(uint64(clusters))]++
				}
			}
			stat(weight, out)
			for j, v := range out {
				r.Draws[j][draw] = v
			}
		}
	})
	return r, nil
}

// Resamples is the bootstrap distribution of a Statistic.
type Resamples struct {
	Observed []float64   // outputs on the data as they are
	Draws    [][]float64 // [output][draw], in draw order: equal index, equal resample

	boot     Bootstrap
	level    float64
	clusters int
	exact    bool
	setup    func() Statistic
	jack     [][]float64
}

// Estimate summarises output j: the observed value, the standard deviation of the
// draws as SE, and the interval asked for. Draws where the statistic is undefined
// are left out with a warning.
func (r *Resamples) Estimate(j int) Estimate {
	draws := make([]float64, 0, len(r.Draws[j]))
	for _, v := range r.Draws[j] {
		if !math.IsNaN(v) {
			draws = append(draws, v)
		}
	}
	kind := "percentile"
	if r.boot.Interval == BCa {
		kind = "BCa"
	}
	how := fmt.Sprintf("%d draws", len(r.Draws[j]))
	if r.exact {
		how = fmt.Sprintf("all %d resamples", len(r.Draws[j]))
	}
	e := point(r.Observed[j], r.clusters, fmt.Sprintf("cluster bootstrap, %s, %s", kind, how))
	e.Level, e.Clusters = r.level, r.clusters
	if lost := len(r.Draws[j]) - len(draws); lost > 0 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("undefined in %d of %d resamples, which are left out", lost, len(r.Draws[j])))
	}
	if r.clusters < 6 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("only %d clusters: resampling cannot show their spread well", r.clusters))
	}
	if len(draws) == 0 || math.IsNaN(e.Value) {
		e.Warnings = append(e.Warnings, "undefined statistic: no interval")
		return e
	}
	slices.Sort(draws)
	_, sd := meanSD(draws)
	if r.exact {
		sd *= math.Sqrt(1 - 1/float64(len(draws)))
	}
	if e.SE = sd; draws[0] == draws[len(draws)-1] {
		e.Warnings = append(e.Warnings, "all resamples agree: no interval")
		return e
	}
	lo, hi := (1-r.level)/2, (1+r.level)/2
	if r.boot.Interval == BCa {
		z0, a := r.bias(draws, e.Value), r.acceleration(j)
		if math.IsInf(z0, 0) || math.IsNaN(a) {
			e.Method = fmt.Sprintf("cluster bootstrap, percentile, %s", how)
			e.Warnings = append(e.Warnings, "BCa is undefined here: percentile interval instead")
		} else {
			adjust := func(p float64) float64 {
				z := z0 + normalQuantile(p)
				return 1 - NormalSurvival(z0+z/(1-a*z))
			}
			lo, hi = adjust(lo), adjust(hi)
		}
	}
	last := float64(len(draws) - 1)
	e.Lo, e.Hi = interpolate(draws, lo*last), interpolate(draws, hi*last)
	return e
}

// bias is z₀, with draws equal to the observed value counted half.
func (r *Resamples) bias(sorted []float64, observed float64) float64 {
	// Draws that equal the observed value on paper may differ in the last bits.
	eps := 1e-12 * math.Max(math.Abs(observed), sorted[len(sorted)-1]-sorted[0])
	below, _ := slices.BinarySearch(sorted, observed-eps)
	upto, _ := slices.BinarySearch(sorted, observed+eps)
	return normalQuantile(float64(below+upto) / 2 / float64(len(sorted)))
}

// acceleration is Efron's a from leaving out one cluster at a time.
func (r *Resamples) acceleration(j int) float64 {
	if r.jack == nil {
		r.jack = make([][]float64, len(r.Observed))
		for o := range r.jack {
			r.jack[o] = make([]float64, r.clusters)
		}
		r.boot.each(r.clusters, func() func(int, *stream) {
			stat, weight, out := r.setup(), make([]float64, r.clusters), make([]float64, len(r.Observed))
			for g := range weight {
				weight[g] = 1
			}
			return func(g int, _ *stream) {
				weight[g] = 0
				stat(weight, out)
				weight[g] = 1
				for o, v := range out {
					r.jack[o][g] = v
				}
			}
		})
	}
	mean, _ := meanSD(r.jack[j])
	var s2, s3 float64
	for _, v := range r.jack[j] {
		d := mean - v
		s2, s3 = s2+d*d, s3+d*d*d
	}
	return s3 / (6 * math.Pow(s2, 1.5))
}

// BiasAndAcceleration returns what moves the BCa interval of output j away from the
// percentile one: z₀, with draws equal to the observed value counted half, and a,
// from the jackknife over clusters. NaN for an undefined statistic.
func (r *Resamples) BiasAndAcceleration(j int) (bias, acceleration float64) {
	draws := slices.DeleteFunc(slices.Clone(r.Draws[j]), math.IsNaN)
	if len(draws) == 0 {
		return nan, nan
	}
	slices.Sort(draws)
	return r.bias(draws, r.Observed[j]), r.acceleration(j)
}

// Arm is one arm of a comparison over shared clusters: the sum of its outcomes
// and its number of units in each cluster.
type Arm struct{ Sum, N []float64 }

// BootstrapRates returns the micro rate Σsum/Σn of every arm, and its difference
// from the first arm, all from the same resamples of clusters. The denominators
// are resampled too (a ratio estimator). rates[i] and differences[i] belong to
// arm i; differences[0] is zero and has no interval.
func BootstrapRates(arms []Arm, b Bootstrap) (rates, differences []Estimate, err error) {
	if len(arms) == 0 {
		return nil, nil, fmt.Errorf("bootstrap of rates: %w", ErrNoData)
	}
	G := len(arms[0].N)
	units := make([]float64, len(arms))
	for i, a := range arms {
		if len(a.Sum) != G || len(a.N) != G {
			return nil, nil, fmt.Errorf("arm %d has %d sums and %d sizes for %d clusters", i, len(a.Sum), len(a.N), G)
		}
		for g := range G {
			if !finite(a.Sum[g]) || !finite(a.N[g]) || a.N[g] < 0 {
				return nil, nil, fmt.Errorf("arm %d, cluster %d has sum %v over %v units", i, g, a.Sum[g], a.N[g])
			}
			units[i] += a.N[g]
		}
	}
	A := len(arms)
	r, err := b.Run(G, 2*A, func() Statistic {
		return func(w, out []float64) {
			for i, a := range arms {
				var s, n float64
				for g, m := range w {
					s += m * a.Sum[g]
					n += m * a.N[g]
				}
				out[i] = s / n
				out[A+i] = out[i] - out[0]
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	for i := range arms {
		rate, diff := r.Estimate(i), r.Estimate(A+i)
		rate.N, diff.N = int(math.Round(units[i])), int(math.Round(units[i]))
		rates, differences = append(rates, rate), append(differences, diff)
	}
	return rates, differences, nil
}

// BootstrapRate is the micro rate of y with a cluster-bootstrap interval.
// NaN is unknown and left out with a warning. Units without clusters are resampled
// one by one.
func BootstrapRate(y []float64, groups Groups, b Bootstrap) (Estimate, error) {
	keep, err := known(y)
	if err != nil {
		return Estimate{}, err
	}
	g, err := groups.over(len(y))
	if err != nil {
		return Estimate{}, err
	}
	g = g.take(keep)
	rates, _, err := BootstrapRates([]Arm{{Sum: g.sums(pick(y, keep)), N: g.sizes()}}, b)
	if err != nil {
		return Estimate{}, err
	}
	rates[0].Warnings = append(excluded(len(y), len(keep)), rates[0].Warnings...)
	return rates[0], nil
}

// BootstrapMacro is the unweighted mean over groups of sum/n with an interval from
// resampling groups. Empty groups are skipped.
func BootstrapMacro(sum, n []float64, b Bootstrap) (Estimate, error) {
	e, err := MacroMean(sum, n, b.Level)
	if err != nil {
		return Estimate{}, err
	}
	var means []float64
	for g, m := range n {
		if m > 0 {
			means = append(means, sum[g]/m)
		}
	}
	ones := make([]float64, len(means))
	for i := range ones {
		ones[i] = 1
	}
	rates, _, err := BootstrapRates([]Arm{{Sum: means, N: ones}}, b)
	if err != nil {
		return Estimate{}, err
	}
	rates[0].N = e.N
	return rates[0], nil
}
