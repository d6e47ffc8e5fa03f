package model

import (
	"context"

	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// Model proposes proofs. It is safe for concurrent use, and its answer is a
// function of the request alone.
type Model interface {
	// Answer returns one answer. An error means that no answer came, after all
	// retries: a failure of the infrastructure, not of the proof.
	Answer(ctx context.Context, r *Request) (*Answer, error)
	// Settings are the effective settings, as recorded with every call.
	Settings() map[string]any
}

// Request is everything that an answer may depend on.
type Request struct {
	Task    *task.Task // models must not read Truth; a test per model proves it
	Context *regime.Context
	Sample  int        // 0-based
	Round   int        // 0 is the first answer, then the repair rounds
	Seed    uint64     // of this sample and round, derived from the cell's seed
	History []Exchange // the earlier rounds of this sample, oldest first; Round of them
}

// Exchange is an earlier candidate with the checker's report on it.
type Exchange struct {
	Candidate string
	Report    verify.Report
}

// Answer is what a model said.
type Answer struct {
	Response  string // raw, as received
	Candidate string // the proof found in it; empty means no usable answer
	Finish    string // stop, length, budget, refusal, …
	Usage     Usage
	Work      int64 // search nodes expanded by built-in provers, 0 elsewhere
}

// Usage counts the tokens of one call; -1 means that the source does not say.
type Usage struct {
	In, Cached, Out, Reasoning int64
}
