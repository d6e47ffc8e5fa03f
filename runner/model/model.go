package model

import (
	"context"
	"time"

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

// Concurrent is a model whose answers are waited for rather than computed here, so
// that many of its requests can be under way at the same time. The time of its
// calls is what [Call] says: a replayed answer takes as long as the original did.
type Concurrent interface {
	Model
	// Concurrency is the number of requests that the other side takes at a time, at
	// least 1. The model keeps to it by itself; it only says how many are worth
	// having under way.
	Concurrency() int
}

// Request is everything that an answer may depend on, and the cell that asks.
type Request struct {
	Task    *task.Task // models must not read Truth; a test per model proves it
	Context *regime.Context
	Sample  int        // 0-based
	Round   int        // 0 is the first answer, then the repair rounds
	Seed    uint64     // of this sample and round, derived from the cell's seed
	History []Exchange // the earlier rounds of this sample, oldest first; Round of them

	// Cell is the cell that asks. No answer depends on it: it labels what a replay has
	// to tell apart, as cells may ask the same and not fail alike.
	Cell string
}

// Exchange is an earlier candidate with the checker's report on it.
type Exchange struct {
	Candidate verify.Candidate
	Response  string // raw, from which the candidate was taken
	Report    verify.Report
}

// Answer is what a model said.
type Answer struct {
	Response  string           // raw, as received
	Candidate verify.Candidate // found in it; an empty proof means no usable answer
	Note      string           // what was odd about finding it, such as "two proofs, the last one counts"
	Finish    string           // stop, length, budget, refusal, …
	Usage     Usage
	Work      int64 // search nodes expanded by built-in provers, 0 elsewhere
	Call      *Call // nil for provers that are part of the program
}

// Call says how the answer of a prover outside of the program came about. One that
// is replayed from the response store says what the original call did.
type Call struct {
	Key      string // of the response store: a hash of everything that decides the answer
	Prompt   []Message
	Settings map[string]any // effective ones, as the other side reports them
	Cost     float64        // USD by the prices of the spec, NaN without prices
	Retries  int            // failed calls before this one
	Wait     time.Duration  // for rate limits, for a cap and between retries
	Latency  time.Duration  // of the call that was answered, from its request to the whole answer
}

// Message is one turn of a prompt.
type Message struct {
	Role Role   `json:"role"`
	Text string `json:"text"`
}

// Role is who speaks in a message.
type Role string

const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
)

// Failure is the error of a call that brought no answer after all retries.
type Failure struct {
	Err  error
	Call Call // as far as it came; Cost is what the failed calls are known to have cost
}

func (f *Failure) Error() string { return f.Err.Error() }
func (f *Failure) Unwrap() error { return f.Err }

// Stop is the error of a call that was not made since the whole run is to end: a
// cap is reached, a key is missing or refused, an answer to be replayed is not in
// the store. Units in progress leave no row, and the run can be resumed.
type Stop struct {
	Err error
	Cap bool // a cap of the spec is reached: the run ends as planned
}

func (s *Stop) Error() string { return s.Err.Error() }
func (s *Stop) Unwrap() error { return s.Err }

// Usage counts the tokens of one call; -1 means that the source does not say. In is
// the whole prompt, with Cached, read from a cache, and CacheWrite, written to one. Out
// is all that was generated, with Reasoning, the thoughts.
type Usage struct {
	In, Cached, CacheWrite, Out, Reasoning int64
}
