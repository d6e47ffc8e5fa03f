package verify

import (
	"context"

	"proofgrid/experiments/task"
)

// Stepper proves step by step, for strategies that search over proof states. It is
// safe for concurrent use.
type Stepper interface {
	// Steps opens a tree of proof states whose root is the task's statement. An error
	// is a failure of the infrastructure.
	Steps(ctx context.Context, t *task.Task) (Steps, error)
	Version() string
}

// Steps is a tree of proof states. Any state that was reached can be gone on from, in
// any order: that is how a strategy goes back and branches. It is used by one
// goroutine.
type Steps interface {
	// Root is the state of the statement itself.
	Root() State
	// Apply makes one step, in the system's own language (a tactic, a label), from a
	// state that this tree returned before. A step that the system refuses, or that
	// runs into a limit, has a diagnostic and no state; the tree is as it was. An error
	// means that the tree cannot be used any more.
	Apply(ctx context.Context, from StateID, step string, limits Limits) (Step, error)
	// Proof returns the candidate that the steps to a state make up. It is a proof only
	// when [Environment.Check] says so: what a step accepts, the whole may refuse.
	Proof(StateID) (Candidate, error)
	Close() error
}

// StateID names a state of one tree; the root's is 0.
type StateID int

// State is what is left to prove.
type State struct {
	ID    StateID
	Goals []string // in the system's notation, the first is the one a step works on; none: complete
}

// Step is what a step led to.
type Step struct {
	State      State
	Diagnostic *Diagnostic // the system refused the step
}
