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
	// Library: outside of the task's repository.
	Library Origin = "library"
	// Repository: in the task's repository, another file included.
	Repository Origin = "repository"
	// Local: beside the theorem, in its file.
	Local Origin = "local"
)

// Premise is a declaration that a proof may cite. Name, Hypotheses, Statement
// and Conditions are its whole public face, with Text where it is set: [Premise.Append] renders nothing else.
type Premise struct {
	Name       string
	Kind       Kind
	Origin     Origin
	File       string
	Repository string // the cluster that it belongs to, as in Task.Repository
	Hypotheses []string
	Statement  string
	Conditions []string // on its use, such as "$d x ph" for Metamath's distinct variables
	// Text is the declaration as its source spells it, without its proof. Where it
	// is set it is what [Premise.Append] renders, verbatim; the fields above then
	// serve search and statistics.
	Text   string
	Tokens int // tokens of the rendered premise, by the pool's tokenizer
	// Deps are pool indices of the declarations that the statement needs, never
	// those of its proof. A notation's definition stands after it.
	Deps []int32

	// Proof is the text of the library's own proof of this premise, empty for
	// what is not proved. Provers that learn from earlier proofs read it through a
	// regime's context; it is never rendered into a prompt, and the premise of a
	// task's own theorem is never in that task's context.
	Proof string
}

// Words is a tokenizer: the whitespace-separated words of the rendered text.
const Words = "words"

// GroundTruth is the known proof of a task. No regime but the oracle ones reads
// it, and no model ever does.
type GroundTruth struct {
	Proof    string
	Premises []int32 // pool indices of the declarations that the proof cites directly, ascending
}

// Variable is a variable with the name by which a proof cites that it has its type:
// Metamath's "wph $f wff ph $." is {"wph", "wff", "ph"}.
type Variable struct{ Name, Type, Symbol string }

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
	// HypothesisNames are what a proof cites the hypotheses by, parallel to
	// Hypotheses; nil where the system has no such names.
	HypothesisNames []string
	Conditions      []string // as in Premise
	// Variables are those that are declared where the theorem stands, in that order;
	// nil where a proof does not cite their types. They belong to no context and no
	// task list: a source gives them to its tasks. Tasks share them; read-only.
	Variables []Variable
	// Text is the statement as its source spells it, up to where the proof begins.
	// Where it is set, [Task.Append] renders Preamble and Text, verbatim, and nothing
	// else. Preamble is the part of the file before it that every regime shows: what
	// the statement cannot be read without, such as imports and open namespaces.
	// Suffix is what the file needs after the proof.
	Text, Preamble, Suffix string
	Tokens                 int // of the rendered task, by the pool's tokenizer

	// Source says where the theorem stands in the files of its project, for checkers
	// that judge it in place; nil when they are not at hand.
	Source *Location

	// Pool.Premises[:Available] are declared before the theorem.
	Pool      *Pool
	Available int
	// Withheld are pool indices, ascending, that the benchmark keeps from the model
	// although the proof may cite them: VeriSoftBench's cited lemmas of the same file.
	// Only regimes that name the same file show them.
	Withheld []int32
	// Quoted are pool indices, ascending, of declarations that stand in Preamble or say
	// what the theorem says under its name, so that no regime shows them.
	Quoted []int32
	// Index is the theorem's own place in the pool, -1 when it has none. It is Available
	// in a pool in order of declaration, and any in one without an order.
	Index int

	// Restates names an earlier declaration that says the same up to the names of
	// variables, and InstanceOf one that proves the task in one step; each is
	// empty when the dataset found none. Either makes a task trivial for Select.
	Restates   string
	InstanceOf string

	Truth      GroundTruth
	Features   map[string]float64 // numeric; NaN is not allowed, an unknown feature is absent
	Categories map[string]string
}

// Location is a place in a project's files. Offsets are bytes.
type Location struct {
	Root  string   // folder of the project
	File  string   // relative to Root, with slashes
	Start int      // of the statement
	Proof int      // of its proof: the statement ends before it
	End   int      // of the proof
	Args  []string // of the checker, such as load paths, as the project's own build has them
}

// Features that this module itself relies on; datasets add their own.
const (
	NestingDepth = "nesting_depth" // longest chain of theorems in the proof; 1 cites axioms only
	ProofSteps   = "proof_steps"   // logical steps of the ground truth
)
