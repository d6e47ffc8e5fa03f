package stats

import (
	"errors"
	"math"
)

// Success is the solve rate of one cell in every form that a report prints.
type Success struct {
	Bounded            // counts, complete-case rate, worst and best case
	Wilson    Estimate // tasks independent
	Micro     Estimate // cluster-robust; without an interval when it has none
	Macro     Estimate // mean over clusters
	Effective float64  // clusters that would carry the same information at equal sizes
}

// SuccessRate summarises binary outcomes (NaN: unknown). Without clusters Micro and
// Macro are the zero Estimate. A single cluster is not an error here: Micro keeps
// its value and warns.
func SuccessRate(y []float64, d Design) (Success, error) {
	var s Success
	solved, failed, missing := 0, 0, 0
	for _, v := range y {
		switch {
		case math.IsNaN(v):
			missing++
		case v == 1:
			solved++
		case v == 0:
			failed++
		default:
			return s, errors.New("success rate: an outcome is neither 0, 1 nor unknown")
		}
	}
	var err error
	if s.Bounded, err = MissingBounds(solved, failed, missing); err != nil {
		return s, err
	}
	if s.Wilson, err = Wilson(solved, solved+failed, d.Level); err != nil {
		return s, err
	}
	s.Wilson.Warnings = excluded(len(y), solved+failed)
	if !d.Clusters.clustered() {
		return s, nil
	}
	s.Micro, err = Rate(y, d)
	if errors.Is(err, ErrOneCluster) {
		s.Micro = point(s.Complete, s.Known, "micro rate", ErrOneCluster.Error())
		s.Micro.Clusters, err = 1, nil
	}
	if err != nil {
		return s, err
	}
	if s.Macro, err = MacroRate(y, d.Clusters, d.Level); err != nil {
		return s, err
	}
	keep, err := known(y)
	if err != nil {
		return s, err
	}
	s.Effective = EffectiveClusters(d.Clusters.take(keep))
	return s, nil
}
