package coverage

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"proofgrid/stats"
)

// Study is one interval in one setting.
type Study struct {
	Method   string  // the interval
	Of       string  // what it is an interval of
	N        int     // units in an experiment
	P        float64 // the truth; a rate, a difference, a coefficient
	Clusters int     // 0 when units are independent
	Level    float64 // nominal
	// AtLeast: the method promises its level or more in every setting, and bounds the
	// truth without aiming at the level.
	AtLeast bool
	// Short is how far below its level the method is known to fall in this setting.
	Short float64
	// Slow studies get one of so many experiments.
	Slow int
	// draw makes one experiment and returns its interval.
	draw func(rng *rand.Rand) (stats.Estimate, error)
}

// Result is what a study found.
type Result struct {
	Study
	Runs      int     // experiments
	Undefined int     // of them without an interval: refused, or NaN
	Observed  float64 // share of the intervals that cover the truth
	Error     float64 // Monte-Carlo standard error of Observed at the nominal level
	Width     float64 // median width of the intervals
}

// BelowLevel tells whether coverage is below the level by more than chance (three
// standard errors).
func (r Result) BelowLevel() bool { return r.Observed < r.Level-3*r.Error }

// Run does every study with the given number of experiments (fewer for slow ones, at
// least 20). Each experiment has its own random numbers from the seed, so results
// depend neither on workers (0: all cores) nor on which studies are asked for.
func Run(studies []Study, experiments int, seed uint64, workers int) []Result {
	out := make([]Result, len(studies))
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for i, s := range studies {
		out[i] = s.run(max(20, experiments/max(1, s.Slow)), seed, workers)
	}
	return out
}

func (s Study) run(experiments int, seed uint64, workers int) Result {
	intervals := make([]stats.Estimate, experiments)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < experiments; i += workers {
				e, err := s.draw(rand.New(rand.NewPCG(seed, s.key(uint64(i)))))
				if err != nil {
					e.Lo, e.Hi = math.NaN(), math.NaN()
				}
				intervals[i] = e
			}
		})
	}
	wg.Wait()
	r := Result{Study: s, Runs: experiments}
	covered := 0
	var widths []float64
	for _, e := range intervals {
		switch {
		case math.IsNaN(e.Lo) || math.IsNaN(e.Hi):
			r.Undefined++
			continue
		case e.Lo <= s.P && s.P <= e.Hi:
			covered++
		}
		widths = append(widths, e.Hi-e.Lo)
	}
	defined := float64(len(widths))
	r.Observed = float64(covered) / defined
	r.Error = math.Sqrt(s.Level * (1 - s.Level) / defined)
	slices.Sort(widths)
	if r.Width = math.NaN(); len(widths) > 0 {
		r.Width = widths[len(widths)/2]
	}
	return r
}

// key scatters an experiment's number by the study, so that no two share draws
// (FNV-1a over the study's name and setting).
func (s Study) key(i uint64) uint64 {
	h := uint64(14695981039346656037)
	mix := func(b byte) { h = (h ^ uint64(b)) * 1099511628211 }
	for _, text := range []string{s.Method, s.Of} {
		for _, b := range []byte(text) {
			mix(b)
		}
		mix(0)
	}
	for _, v := range []uint64{uint64(s.N), math.Float64bits(s.P), uint64(s.Clusters), i} {
		for shift := 0; shift < 64; shift += 8 {
			mix(byte(v >> shift))
		}
	}
	return h
}

// All lists the studies at a level such as 0.95.
func All(level float64) []Study {
	all := slices.Concat(rates(level), clustered(level), bootstraps(level), unpaired(level), paired(level), correlations(level), regressions(level), survival(level), costs(level), budgets(level))
	for i := range all {
		all[i].Level = level
	}
	return all
}

// toss returns the number of successes in n tries.
func toss(rng *rand.Rand, n int, p float64) int {
	x := 0
	for range n {
		if rng.Float64() < p {
			x++
		}
	}
	return x
}

func outcome(rng *rand.Rand, p float64) float64 {
	if rng.Float64() < p {
		return 1
	}
	return 0
}
