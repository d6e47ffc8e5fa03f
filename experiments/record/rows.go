package record

import "time"

// The tags of the row types are the schema of the tables:
//
//	col:"name"            the column; in a map, "prefix." plus the key
//	col:"name,dict"       dictionary-encoded: few distinct values
//	col:"name,null"       the zero value, or NaN for a float, is null in the table
//	col:"name,null=-1"    -1 is null in the table
//	col:"name,volatile"   timing: two runs of one specification may differ here
//	unit:"ns" doc:"…"     go into the field's metadata

// TaskRow is one task of a run.
type TaskRow struct {
	TaskID        string             `col:"task_id" doc:"stable id of the task"`
	Name          string             `col:"name" doc:"name of the theorem in its source"`
	Benchmark     string             `col:"benchmark,dict" doc:"the task set that it belongs to"`
	System        string             `col:"system,dict" doc:"proof system: metamath, coq, lean, …"`
	Repository    string             `col:"repository,dict" doc:"the cluster of every statistic"`
	File          string             `col:"file,dict" doc:"source file"`
	Line          int32              `col:"line,null" doc:"1-based line in the file, null when unknown"`
	StatementHash string             `col:"statement_hash" doc:"blob of the statement"`
	TruthHash     string             `col:"truth_hash,null" doc:"blob of the ground-truth proof, null when there is none"`
	Premises      int32              `col:"premises" unit:"premises" doc:"declared before the theorem"`
	Features      map[string]float64 `col:"feature." doc:"numeric feature of the task, null when unknown"`
	Categories    map[string]string  `col:"category.,dict" doc:"categorical feature of the task, null when unknown"`
}

// CellRow is one cell of the grid.
type CellRow struct {
	CellID   string `col:"cell_id" doc:"stable: a hash of the cell's other columns"`
	Model    string `col:"model,dict" doc:"name of the model"`
	Regime   string `col:"regime,dict" doc:"name of the context regime"`
	K        int32  `col:"k" unit:"samples" doc:"samples for each task"`
	R        int32  `col:"r" unit:"rounds" doc:"repair rounds for each sample"`
	Strategy string `col:"strategy,dict" doc:"how samples and rounds are used"`
	Policy   string `col:"policy,dict" doc:"stopping policy"`
	Seed     uint64 `col:"seed" doc:"seed of the cell"`
	Settings string `col:"settings" doc:"JSON: effective settings of model, regime and limits"`
}

// ContextRow says what a regime showed for one task.
type ContextRow struct {
	TaskID          string `col:"task_id,dict" doc:"the task"`
	Regime          string `col:"regime,dict" doc:"the regime"`
	Hash            string `col:"context_hash" doc:"hash of the rendered context"`
	Tokens          int64  `col:"tokens" unit:"tokens" doc:"size of everything shown, the statement included"`
	Shown           int32  `col:"shown" unit:"premises" doc:"premises shown"`
	Dropped         int32  `col:"dropped" unit:"premises" doc:"premises that did not fit the window"`
	DroppedListHash string `col:"dropped_list_hash,null" doc:"blob with one dropped name a line, null when nothing was dropped"`
}

// AttemptRow is one candidate: a sample's answer or one of its repairs.
// Model, regime, k, r, policy and repository repeat what cells and tasks say, so
// that the table can be grouped alone; they cost little, being dictionary-encoded.
type AttemptRow struct {
	CellID        string   `col:"cell_id,dict" doc:"the cell"`
	TaskID        string   `col:"task_id,dict" doc:"the task"`
	Model         string   `col:"model,dict" doc:"name of the model"`
	Regime        string   `col:"regime,dict" doc:"name of the context regime"`
	Policy        string   `col:"policy,dict" doc:"stopping policy"`
	K             int32    `col:"k" unit:"samples" doc:"samples for each task in the cell"`
	R             int32    `col:"r" unit:"rounds" doc:"repair rounds for each sample in the cell"`
	Repository    string   `col:"repository,dict" doc:"the task's cluster"`
	Sample        int32    `col:"sample" doc:"0-based sample"`
	Round         int32    `col:"round" doc:"0 for the first answer, then the repair rounds"`
	Seed          uint64   `col:"seed" doc:"seed of this sample and round"`
	Verdict       Verdict  `col:"verdict,dict" doc:"proved, rejected, timeout, no-answer, cheated, infrastructure-error or not-run; only proved is a solve"`
	Syntax        bool     `col:"signal_syntax" doc:"the candidate could be read"`
	Type          bool     `col:"signal_type" doc:"all that it cites exists and fits"`
	Progress      bool     `col:"signal_progress" doc:"it reduced the goal"`
	Done          bool     `col:"signal_complete" doc:"nothing was left to prove"`
	Category      string   `col:"category,dict,null" doc:"error category of the first diagnostic, null when there is none"`
	Kind          string   `col:"kind,dict,null" doc:"the checker's own class of the first diagnostic, null when there is none"`
	RequestHash   string   `col:"request_hash" doc:"hash of everything that decides the answer"`
	ResponseHash  string   `col:"response_hash,null" doc:"blob of the raw response, null when none came"`
	CandidateHash string   `col:"candidate_hash,null" doc:"blob of the candidate proof, null when there is none"`
	LemmasHash    string   `col:"lemmas_hash,null" doc:"blob of the helper lemmas that came with the proof, null when there are none"`
	TokensIn      int64    `col:"tokens_in,null=-1" unit:"tokens" doc:"prompt tokens, null when unknown"`
	TokensOut     int64    `col:"tokens_out,null=-1" unit:"tokens" doc:"answer tokens, null when unknown"`
	Checks        int32    `col:"checks" unit:"calls" doc:"calls of the checker"`
	Work          int64    `col:"work" unit:"nodes" doc:"search nodes expanded by a built-in prover"`
	Axioms        []string `col:"axioms" doc:"what the accepted proof rests on, sorted"`
	Audit         string   `col:"audit,dict,null" doc:"how strong the check was, null when nothing was checked"`
	Verifier      string   `col:"verifier,dict,null" doc:"checker and version, null when nothing was checked"`
	Detail        string   `col:"detail,null" doc:"of an infrastructure error, a missing answer, or what was odd about finding the proof in it"`

	Wait      time.Duration `col:"wait_ns,null=-1,volatile" unit:"ns" doc:"waiting for a turn at the model or the checker, null when unknown"`
	Answering time.Duration `col:"answer_ns,null=-1,volatile" unit:"ns" doc:"the model's time, null when unknown"`
	Start     time.Duration `col:"start_ns,null=-1,volatile" unit:"ns" doc:"start-up of the checker's environment, null when unknown"`
	Check     time.Duration `col:"check_ns,null=-1,volatile" unit:"ns" doc:"checking, null when unknown"`
}

// CallRow is one call of a model.
type CallRow struct {
	CellID        string        `col:"cell_id,dict" doc:"the cell"`
	TaskID        string        `col:"task_id,dict" doc:"the task"`
	Model         string        `col:"model,dict" doc:"name of the model"`
	Sample        int32         `col:"sample" doc:"0-based sample"`
	Round         int32         `col:"round" doc:"0 for the first answer, then the repair rounds"`
	RequestHash   string        `col:"request_hash" doc:"hash of everything that decides the answer"`
	PromptHash    string        `col:"prompt_hash,null" doc:"blob of the prompt: a JSON list of roles and the blobs of their texts; null for built-in provers"`
	TokensIn      int64         `col:"tokens_in,null=-1" unit:"tokens" doc:"prompt tokens, null when unknown"`
	TokensCached  int64         `col:"tokens_cached,null=-1" unit:"tokens" doc:"prompt tokens served from a cache, part of tokens_in, null when unknown"`
	TokensWritten int64         `col:"tokens_cache_write,null=-1" unit:"tokens" doc:"prompt tokens written to a cache, part of tokens_in, null when unknown"`
	TokensOut     int64         `col:"tokens_out,null=-1" unit:"tokens" doc:"answer tokens, reasoning included, null when unknown"`
	TokensThought int64         `col:"tokens_reasoning,null=-1" unit:"tokens" doc:"reasoning tokens, null when unknown"`
	Cost          float64       `col:"cost,null" unit:"USD" doc:"price of the call, null when unknown"`
	Finish        string        `col:"finish,dict" doc:"why the answer ended: stop, length, budget, refusal, …"`
	Retries       int32         `col:"retries,volatile" unit:"calls" doc:"failed calls before this one"`
	Settings      string        `col:"settings,dict" doc:"JSON: effective settings"`
	Latency       time.Duration `col:"latency_ns,null=-1,volatile" unit:"ns" doc:"from the request to the whole answer, null when unknown"`
	Wait          time.Duration `col:"wait_ns,null=-1,volatile" unit:"ns" doc:"waiting for rate limits and between retries, null when unknown"`
}

// DiagnosticRow is one message of the checker about one attempt.
type DiagnosticRow struct {
	CellID   string   `col:"cell_id,dict" doc:"the cell"`
	TaskID   string   `col:"task_id,dict" doc:"the task"`
	Sample   int32    `col:"sample" doc:"0-based sample"`
	Round    int32    `col:"round" doc:"0 for the first answer, then the repair rounds"`
	Ordinal  int32    `col:"ordinal" doc:"0-based place among the attempt's diagnostics"`
	Category string   `col:"category,dict,null" doc:"error category, null when it has none"`
	Kind     string   `col:"kind,dict" doc:"the checker's own class"`
	Message  string   `col:"message" doc:"the checker's words"`
	Step     int32    `col:"step,null" doc:"1-based proof step, null when unknown"`
	Label    string   `col:"label,dict,null" doc:"the declaration cited there, null when unknown"`
	Start    int32    `col:"start" unit:"bytes" doc:"begin of the span in the candidate; start and end are 0 when unknown"`
	End      int32    `col:"end" unit:"bytes" doc:"end of the span in the candidate"`
	Goals    []string `col:"goals" doc:"what was left to prove there"`
}

// OutcomeRow is derived from the attempts of one task in one cell.
type OutcomeRow struct {
	CellID         string  `col:"cell_id,dict" doc:"the cell"`
	TaskID         string  `col:"task_id,dict" doc:"the task"`
	Model          string  `col:"model,dict" doc:"name of the model"`
	Regime         string  `col:"regime,dict" doc:"name of the context regime"`
	Repository     string  `col:"repository,dict" doc:"the task's cluster"`
	Solved         bool    `col:"solved" doc:"some attempt was proved"`
	Known          bool    `col:"known" doc:"false: unsolved, but an infrastructure error or a sample not run leaves open what would have been"`
	FirstSample    int32   `col:"first_sample,null=-1" doc:"of the first solve in (sample, round) order, null when unsolved"`
	FirstRound     int32   `col:"first_round,null=-1" doc:"of the first solve in (sample, round) order, null when unsolved"`
	Samples        int32   `col:"samples" unit:"samples" doc:"samples started"`
	Attempts       int32   `col:"attempts" unit:"attempts" doc:"attempts of all samples"`
	ProvedN        int32   `col:"proved" unit:"attempts" doc:"attempts with this verdict"`
	RejectedN      int32   `col:"rejected" unit:"attempts" doc:"attempts with this verdict"`
	TimeoutN       int32   `col:"timeout" unit:"attempts" doc:"attempts with this verdict"`
	NoAnswerN      int32   `col:"no_answer" unit:"attempts" doc:"attempts with this verdict"`
	CheatedN       int32   `col:"cheated" unit:"attempts" doc:"attempts with this verdict"`
	InfraN         int32   `col:"infrastructure_error" unit:"attempts" doc:"attempts with this verdict"`
	NotRunN        int32   `col:"not_run" unit:"attempts" doc:"attempts with this verdict"`
	Tokens         int64   `col:"tokens,null=-1" unit:"tokens" doc:"of all attempts, null when any is unknown"`
	Checks         int64   `col:"checks" unit:"calls" doc:"of all attempts"`
	Work           int64   `col:"work" unit:"nodes" doc:"of all attempts"`
	TokensToSolve  int64   `col:"tokens_to_solve,null=-1" unit:"tokens" doc:"in execution order up to and with the first solve, null when unsolved"`
	ChecksToSolve  int64   `col:"checks_to_solve,null=-1" unit:"calls" doc:"in execution order up to and with the first solve, null when unsolved"`
	WorkToSolve    int64   `col:"work_to_solve,null=-1" unit:"nodes" doc:"in execution order up to and with the first solve, null when unsolved"`
	Cost           float64 `col:"cost,null" unit:"USD" doc:"of all attempts, null when any is unknown"`
	Seconds        float64 `col:"seconds,null,volatile" unit:"s" doc:"answering and checking of all attempts, null when any is unknown"`
	SecondsToSolve float64 `col:"seconds_to_solve,null,volatile" unit:"s" doc:"in execution order up to and with the first solve, null when unsolved or unknown"`
}
