package record

// Verdict is the outcome of one attempt. Only Proved is a solve.
type Verdict string

const (
	// Proved: the checker accepts the locked statement, and the audit finds nothing
	// forbidden.
	Proved Verdict = "proved"
	// Rejected by the checker.
	Rejected Verdict = "rejected"
	// Timeout: a limit on time, memory or work struck, that of the task included.
	Timeout Verdict = "timeout"
	// NoAnswer: nothing usable in the response.
	NoAnswer Verdict = "no-answer"
	// Cheated: passes the checker but fails the integrity audit.
	Cheated Verdict = "cheated"
	// InfrastructureError is never a failure of the model: it leaves the denominator.
	InfrastructureError Verdict = "infrastructure-error"
	// NotRun is no failure of the model either: the source of an imported result has
	// no outcome.
	NotRun Verdict = "not-run"
)
