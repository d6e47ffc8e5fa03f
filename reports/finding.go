package reports

import (
	"fmt"
	"math"

	"proofgrid/reports/analysis"
	"proofgrid/stats"
)

// finding is what a comparison allows to be said.
type finding int

const (
	undecided  finding = iota // no test or no interval
	difference                // the interval excludes zero and the adjusted test agrees
	lead                      // the interval excludes zero, the adjusted test does not agree
	discord                   // the adjusted test rejects, the interval includes zero
	none                      // neither
	powerless                 // no data could have made the adjusted test reject
)

func judge(a *analysis.Analysis, c analysis.Comparison) finding {
	if c.Why != "" {
		return undecided
	}
	return judgeDifference(c.Difference, c.Holm, floorOfHolm(a, c), a.Settings.Alpha())
}

// judgeDifference sets the interval of a difference against its adjusted p and the
// least that this could have been.
func judgeDifference(e stats.Estimate, holm float64, least floor, alpha float64) finding {
	if math.IsNaN(holm) {
		return undecided
	}
	if least.design > alpha || least.data > alpha && clearOfZero(e) {
		return powerless
	}
	if math.IsNaN(e.Lo) {
		return undecided
	}
	excludes, rejects := clearOfZero(e), holm < alpha
	switch {
	case excludes && rejects:
		return difference
	case excludes:
		return lead
	case rejects:
		return discord
	}
	return none
}

// clearOfZero tells whether the interval of a difference excludes zero even as it is
// printed: nobody can tell from "[0.0, 3.1]" that it does.
func clearOfZero(e stats.Estimate) bool {
	return e.Lo > 0 && percent(e.Lo) != "0.0" || e.Hi < 0 && percent(e.Hi) != "0.0"
}

// words says what a finding means for a difference with interval e and adjusted p
// holm with its floor; nothing when the numbers speak for themselves.
func (f finding) words(e stats.Estimate, holm float64, least floor) string {
	switch f {
	case difference:
		return ""
	case lead:
		return " The interval excludes zero but the corrected test does not agree: a lead, not a finding."
	case discord:
		return " The test rejects but the interval reaches zero: no difference is claimed."
	case powerless:
		return fmt.Sprintf(" The test cannot show a difference here: with so few clusters that differ its adjusted p cannot fall below %s.", fixed(least.data, 2))
	case undecided:
		if !math.IsNaN(holm) {
			return " Without an interval, the test alone speaks."
		}
		return " Nothing can be concluded from this."
	}
	return fmt.Sprintf(" No difference is shown; the data are compatible with any from %s to %s points.", signed(e.Lo), signed(e.Hi))
}

// floor is the smallest p that a test can give: whatever the data, and with as many
// clusters without a difference as there are.
type floor struct{ design, data float64 }

// floorOf returns 2^(1−n) for the exact sign-flip test over n clusters, or over the
// units of the test when clusters is 0; 0 for tests of which nothing is known.
func floorOf(t stats.Test, clusters int) floor {
	if t.Method != "cluster sign-flip, exact" {
		return floor{}
	}
	if clusters == 0 {
		clusters = t.N
	}
	design := signs(clusters)
	return floor{design, max(design, t.Floor)}
}

// signs is the two-sided p of n clusters that all differ in the same direction.
func signs(n int) float64 { return math.Min(1, math.Pow(2, float64(1-n))) }

// floorOfHolm is that of an adjusted p: Holm multiplies the smallest p of a family by
// its size.
func floorOfHolm(a *analysis.Analysis, c analysis.Comparison) floor {
	of := func(x analysis.Comparison) floor {
		switch {
		case len(a.Repositories) < 2:
			return floorOf(x.P, 0)
		case x.Difference.Clusters == 0: // repositories alike: the interval ignores them, the test does not
			return floorOf(x.P, len(a.Repositories))
		}
		return floorOf(x.P, x.Difference.Clusters)
	}
	size, least := 0.0, floor{1, 1}
	for _, x := range a.Comparisons {
		if !math.IsNaN(x.P.P) {
			f := of(x)
			size, least = size+1, floor{min(least.design, f.design), min(least.data, f.data)}
		}
	}
	own := of(c)
	return floor{min(1, max(own.design, size*least.design)), min(1, max(own.data, size*least.data))}
}
