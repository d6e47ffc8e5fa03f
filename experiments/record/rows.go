package record

import "time"

// TaskRow is one task of a run.
type TaskRow struct {
	TaskID, Name, Benchmark, System, Repository, File string
	Line                                              int32
	StatementHash, TruthHash                          string // blobs; TruthHash is empty when there is no ground truth
	Premises                                          int32  // declared before the theorem
	Features                                          map[string]float64
	Categories                                        map[string]string
}

// CellRow is one cell of the grid.
type CellRow struct {
	CellID   string // stable: a hash of what follows
	Model    string
	Regime   string
	K, R     int32
	Strategy string
	Policy   string
	Seed     uint64
	Settings string // JSON: effective settings of model, regime and limits
}

// ContextRow says what a regime showed for one task.
type ContextRow struct {
	TaskID, Regime  string
	Hash            string // of the rendered context
	Tokens          int64
	Shown, Dropped  int32
	DroppedListHash string // blob with one name a line, empty when nothing was dropped
}

// AttemptRow is one candidate: a sample's answer or one of its repairs.
// Model, regime, k, r, policy and repository repeat what cells and tasks say, so
// that the table can be grouped alone; they cost little, being dictionary-encoded.
type AttemptRow struct {
	CellID, TaskID               string
	Model, Regime, Policy        string
	K, R                         int32
	Repository                   string
	Sample, Round                int32
	Seed                         uint64
	Verdict                      Verdict
	Syntax, Type, Progress, Done bool   // the four signals
	Category                     string // of the first diagnostic, empty (null in the table) when none
	Kind                         string // the checker's own class of it
	RequestHash                  string // everything that decides the answer
	ResponseHash, CandidateHash  string // blobs
	TokensIn, TokensOut          int64  // -1 (null in the table): not known
	Checks                       int32  // calls of the checker
	Work                         int64  // search nodes
	Axioms                       []string
	Audit, Verifier              string
	Detail                       string // of an infrastructure error or no-answer

	// Volatile: two runs of one spec differ here and nowhere else.
	Wait, Model_, Start, Check time.Duration
}

// CallRow is one call of a model.
type CallRow struct {
	CellID, TaskID, Model                            string
	Sample, Round                                    int32
	RequestHash                                      string
	TokensIn, TokensCached, TokensOut, TokensThought int64   // -1 (null): not known
	Cost                                             float64 // NaN (null): not known
	Finish                                           string
	Retries                                          int32
	Settings                                         string // JSON, effective
	Latency, Wait                                    time.Duration
}

// DiagnosticRow is one message of the checker about one attempt.
type DiagnosticRow struct {
	CellID, TaskID string
	Sample, Round  int32
	Ordinal        int32
	Category, Kind string
	Message        string
	Step           int32
	Label          string
	Start, End     int32
	Goals          []string
}

// OutcomeRow is derived from the attempts of one task in one cell.
type OutcomeRow struct {
	CellID, TaskID               string
	Model, Regime, Repository    string
	Solved                       bool
	Known                        bool  // false: only infrastructure errors or nothing run, so neither solved nor failed
	FirstSample, FirstRound      int32 // of the first solve in (sample, round) order; -1 (null) when unsolved
	Samples, Attempts            int32 // started samples, rows
	ProvedN, RejectedN, TimeoutN int32
	NoAnswerN, CheatedN          int32
	InfraN, NotRunN              int32
	Tokens, Checks, Work         int64 // of all attempts; Tokens is -1 (null) when any is unknown
	TokensToSolve, ChecksToSolve int64 // in execution order up to and with the first solve; -1 (null) when unsolved
	WorkToSolve                  int64
	Cost                         float64 // NaN (null): not known
	Seconds, SecondsToSolve      float64 // volatile; to solve is NaN (null) when unsolved
}
