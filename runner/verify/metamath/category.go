package metamath

import "proofgrid/experiments/mm"

// The error categories of VeriSoftBench (Table 7 of its paper), made for Lean.
const (
	UnknownIdentifier = "unknown identifier"
	TypeMismatch      = "type mismatch"
	UnsolvedGoals     = "unsolved goals"
	TacticFailure     = "tactic failure"
	Other             = "other"
)

// Categories says which category an error of the kernel belongs to. A label that
// may not be cited is as good as unknown; a step that proves something else than
// what is needed is a mismatch; a rule that cannot be applied at all is what a
// failing tactic is in Lean.
var Categories = map[mm.ErrorKind]string{
	mm.UnknownLabel:  UnknownIdentifier,
	mm.NotCitable:    UnknownIdentifier,
	mm.Mismatch:      TypeMismatch,
	mm.WrongResult:   TypeMismatch,
	mm.Incomplete:    UnsolvedGoals,
	mm.EmptyProof:    UnsolvedGoals,
	mm.Underflow:     TacticFailure,
	mm.Disjointness:  TacticFailure,
	mm.Syntax:        Other,
	mm.LeftoverStack: Other,
	mm.LimitExceeded: Other,
}
