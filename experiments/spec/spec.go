package spec

import (
	"time"

	"go.yaml.in/yaml/v3"
)

// Policy says when the work on a task stops, which decides what budget curves
// the run identifies.
type Policy string

const (
	// Exhaustive: every sample runs to its own success or its last repair.
	Exhaustive Policy = "exhaustive"
	// DepthFirst: the samples run in order, each to its last repair; the first
	// success ends the task.
	DepthFirst Policy = "depth-first"
	// BreadthFirst: all samples get their first check; only when none passes is
	// each repaired, to its own success or its last repair.
	BreadthFirst Policy = "breadth-first"
)

// Spec is an experiment as its author wrote it, with defaults filled in.
type Spec struct {
	Name        string   `yaml:"name"`
	Description string   `yaml:"description"`
	Seed        uint64   `yaml:"seed"`
	Tasks       Tasks    `yaml:"tasks"`
	Models      []Model  `yaml:"models"`
	Regimes     []Regime `yaml:"regimes"`
	Budgets     []Budget `yaml:"budgets"`
	Policy      Policy   `yaml:"policy"`
	Limits      Limits   `yaml:"limits"`
	Caps        Caps     `yaml:"caps"`
	Checker     Checker  `yaml:"checker"`
	Analysis    Analysis `yaml:"analysis"`
	// Imported is nil in every spec that can be run.
	Imported *Imported `yaml:"imported"`

	File   string `yaml:"-"` // as given to Read
	Source []byte `yaml:"-"` // the bytes of the file

	root *yaml.Node
}

// Tasks says where the tasks come from: a source in one of the formats, with a
// selection or a task list that an earlier selection wrote. Paths are relative to
// the spec.
type Tasks struct {
	Metamath      string `yaml:"metamath"`      // database file, or builtin:quickstart
	VeriSoftBench string `yaml:"verisoftbench"` // file of tasks (JSON lines)
	FormalML      string `yaml:"formalml"`      // file of records (JSON lines or JSON)
	CoqStoq       string `yaml:"coqstoq"`       // theorem file or folder of them
	Coq           string `yaml:"coq"`           // folder of a compiled project, with .v and .glob files
	Table         string `yaml:"table"`         // JSON lines or CSV, with columns

	Columns      map[string]string `yaml:"columns"`      // of a table: field of a task → column, or "=" and what all tasks have
	Repositories string            `yaml:"repositories"` // folder of the projects' sources, each under its name
	Tokenizer    string            `yaml:"tokenizer"`    // counts the tokens of contexts; default: an estimate, words for metamath
	SkipDamaged  bool              `yaml:"skip_damaged"` // leave out lines that cannot be read

	File   string `yaml:"file"`  // task list, or task IDs one a line; they are looked up in the source
	Level  int    `yaml:"level"` // depth of the section headings that serve as repository; 0 means the dataset's default
	Select Select `yaml:"select"`
}

// Select describes a seeded, stratified selection.
type Select struct {
	Count      int    `yaml:"count"` // 0 takes every eligible task
	Seed       uint64 `yaml:"seed"`
	MinSteps   int    `yaml:"min_steps"`   // fewer logical steps make a task trivial
	DepthBy    string `yaml:"depth_by"`    // the feature that is called depth; default: that of the analysis
	DepthEdges []int  `yaml:"depth_edges"` // strata of depth; default: those of the analysis
}

// Budget is what a cell may spend on a task.
type Budget struct {
	K int `yaml:"k"` // samples
	R int `yaml:"r"` // repair rounds of each sample
}

// Limits bound time. Results are a function of the spec only while no limit
// strikes; those that do strike are rows of their own.
type Limits struct {
	Candidate time.Duration `yaml:"candidate"` // checking one candidate
	Task      time.Duration `yaml:"task"`      // all work of one unit, start-up excluded; 0 means none
}

// Caps end a run, resumably, when it has spent this much on remote models. Zero
// means no cap. Answers replayed from the response store cost nothing.
type Caps struct {
	Cost   float64 `yaml:"cost"`   // USD by the prices of the models
	Tokens int64   `yaml:"tokens"` // of prompts and answers
	Calls  int64   `yaml:"calls"`  // answered calls
}

// Checker is the policy of the verifier.
type Checker struct {
	// Axioms that an accepted proof may rest on; empty allows those declared
	// before the theorem.
	AllowedAxioms   []string `yaml:"allowed_axioms"`
	ForbiddenAxioms []string `yaml:"forbidden_axioms"`

	// Of the checkers of other systems; runner/plan says which fields they have.
	Coq     *Options `yaml:"coq" json:",omitempty"`
	Lean    *Options `yaml:"lean" json:",omitempty"`
	Command string   `yaml:"command" json:",omitempty"` // file that describes a checker; relative to the spec
}

// Analysis steers the statistics and never the run.
type Analysis struct {
	Level      float64  `yaml:"level"`       // confidence level
	DepthEdges []int    `yaml:"depth_edges"` // upper ends of the depth buckets but the last: [3, 6] is 1–3, 4–6, 7+
	DepthBy    string   `yaml:"depth_by"`    // the feature that is called depth
	Features   []string `yaml:"features"`    // for correlations; empty takes every numeric feature
	Resamples  int      `yaml:"resamples"`   // bootstrap draws and Monte-Carlo permutations
	Seed       uint64   `yaml:"seed"`
	Tokens     string   `yaml:"tokens"` // unit of EWA@K's length, for the report's words
}
