package verify

import (
	"context"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
)

// Verifier judges proofs of one system. It is safe for concurrent use.
type Verifier interface {
	// Open prepares what the candidates of one task need. Its time is start-up
	// time and is never counted against a task's limit. An error is a failure of
	// the infrastructure.
	Open(ctx context.Context, t *task.Task) (Environment, error)
	// Version names the checker and its version for the provenance and each row.
	Version() string
}

// Grouped is a verifier whose environments are cheaper when the tasks of a group are
// judged one after the other, in their order, such as the theorems of one file, and
// whose candidates are cheaper in batches.
type Grouped interface {
	Verifier
	// Group names the group of a task.
	Group(t *task.Task) string
}

// Environment judges candidates for one task. It is used by one goroutine.
type Environment interface {
	// Check returns one report for each candidate, in their order. An error means
	// that no report can be trusted; a candidate that hangs, floods or breaks the
	// checker is a report, not an error. Limits holds for each candidate alone.
	Check(ctx context.Context, candidates []Candidate, limits Limits) ([]Report, error)
	Close() error
}

// Candidate is a proof as somebody proposes it: untrusted text.
type Candidate struct {
	Proof  string // what is to stand where the ground truth stood
	Lemmas string // declarations to stand before the theorem, empty for most
}

// Limits bound the checking of one candidate.
type Limits struct {
	Time  time.Duration // 0 means no limit
	Bytes int64         // working memory, 0 means the checker's default
}

// Report is the judgement of one candidate.
type Report struct {
	Verdict     record.Verdict
	Signals     Signals
	Category    string // of the first diagnostic, empty when there is none
	Diagnostics []Diagnostic
	Axioms      []string // what the accepted proof rests on, transitively, sorted
	Audit       string   // how strong the check was: "kernel", "exit code", "sealed", …
	Start       time.Duration
	Check       time.Duration
}

// Signals say how far a candidate came, in rising order of depth.
type Signals struct {
	Syntax   bool // it could be read
	Type     bool // all that it cites exists and fits
	Progress bool // it reduced the goal
	Complete bool // nothing is left to prove
}

// Diagnostic is one message of the checker about a candidate.
type Diagnostic struct {
	Kind    string // the checker's own class, such as "unification mismatch"
	Message string
	Step    int    // 1-based proof step, 0 when unknown
	Label   string // the declaration cited there
	Start   int    // byte span in the candidate's proof, both 0 when unknown
	End     int
	Goals   []string // what is left to prove there, in the system's notation
}
