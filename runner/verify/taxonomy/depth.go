package taxonomy

import "proofgrid/runner/verify"

// Class is how far a candidate came, in the classes of VERITAS (arXiv 2606.19399). They
// rise: a later one is better.
type Class int

const (
	SyntaxError Class = iota // it cannot be read
	TypeError                // it can be read, but cites what does not exist or does not fit
	NearMiss                 // all that it cites exists and fits, but the proof is not whole
	Complete                 // nothing is left to prove
)

// Classes names the classes in rising order.
var Classes = []string{SyntaxError: "syntax", TypeError: "type", NearMiss: "near-miss", Complete: "complete"}

// String returns the name, such as "near-miss".
func (c Class) String() string { return Classes[c] }

// Depth returns the class of a candidate by the first signal that it lacks, so that a
// report whose signals do not rise is never classed too high. Progress decides nothing:
// a candidate that types and has reduced no goal is a near miss like one that has
// reduced some, and the signals themselves tell them apart. Complete is what the checker
// says and no verdict: a proof that an audit refuses is complete.
func Depth(s verify.Signals) Class {
	switch {
	case !s.Syntax:
		return SyntaxError
	case !s.Type:
		return TypeError
	case !s.Complete:
		return NearMiss
	}
	return Complete
}
