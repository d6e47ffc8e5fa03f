package record

// Verdict is the outcome of one attempt. Only Proved is a solve.
type Verdict string

const (
	Proved   Verdict = "proved"
	Rejected Verdict = "rejected"
	Timeout  Verdict = "timeout"
	// NoAnswer: nothing usable in the response.
	NoAnswer Verdict = "no-answer"
	// Cheated: passes the checker but fails the integrity audit.
	Cheated Verdict = "cheated"
	// InfrastructureError and NotRun are never failures of the model: they leave
	// the denominator.
	InfrastructureError Verdict = "infrastructure-error"
	NotRun              Verdict = "not-run"
)
