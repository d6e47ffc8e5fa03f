package task

// Kind says what role a premise plays. The words follow the papers on
// context regimes; a benchmark maps its own declarations onto them.
type Kind string

const (
	// Notation introduces syntax and proves nothing (a Metamath syntax axiom).
	// It belongs to the language in which a task is stated.
	Notation Kind = "notation"
	// Definition says what a notation means (a definitional axiom).
	Definition Kind = "definition"
	// Axiom is assumed without proof.
	Axiom Kind = "axiom"
	// Lemma is a statement that its library proves.
	Lemma Kind = "lemma"
)

// Origin says how far from the task a premise was declared.
type Origin string

const (
	Library    Origin = "library"
	Repository Origin = "repository"
	Local      Origin = "local"
)

// Premise is a declaration that a proof may cite. Statement and Hypotheses are
// its whole public face: a regime renders nothing else.
type Premise struct {
	Name       string
	Kind       Kind
	Origin     Origin
	File       string
	Repository string // the cluster that it belongs to, as in Task.Repository
	Hypotheses []string
	Statement  string
	Tokens     int     // tokens of the rendered premise, by the benchmark's tokenizer
	Deps       []int32 // indices in the pool of the declarations that its statement needs (never its proof's)

	// Proof is the text of the library's own proof of this premise, empty for
	// what is not proved. Provers that learn from earlier proofs read it through a
	// regime's context; it is never rendered into a prompt, and the premise of a
	// task's own theorem is never in that task's context.
	Proof string
}

// Pool holds the declarations of one source in their order of declaration. It
// is shared by the tasks of the source and is never written after loading.
type Pool struct {
	Premises  []Premise
	Tokenizer string // names how Premise.Tokens was counted
}

// GroundTruth is the known proof of a task. No regime but the oracle ones reads
// it, and no model ever does.
type GroundTruth struct {
	Proof    string
	Premises []int32 // pool indices of the declarations that the proof cites directly, ascending
}

// Task is one theorem to prove.
type Task struct {
	ID         string // stable: benchmark + "/" + name for named theorems
	Name       string
	Benchmark  string
	System     string // metamath, coq, lean, …
	Repository string // the cluster of every statistic
	File       string
	Line       int
	Statement  string
	Hypotheses []string // each rendered as the premises' are

	// Pool.Premises[:Available] are declared before the theorem.
	Pool      *Pool
	Available int
	// Index is the theorem's own place in the pool, -1 when it has none.
	Index int

	Truth      GroundTruth
	Features   map[string]float64 // numeric; NaN is not allowed, an unknown feature is absent
	Categories map[string]string
}
