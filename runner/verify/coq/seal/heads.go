package seal

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed heads.tsv
var headsFile string

// rule is what is known of the sentences that begin with a word.
type rule struct{ kind, reason string }

// Kinds of heads.tsv that are no refusals.
const (
	anywhere  = "any"
	inSection = "section"
	special   = "special"
)

var heads = readHeads(headsFile)

func readHeads(text string) map[string]rule {
	out := map[string]rule{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 3 || out[f[0]] != (rule{}) {
			panic(fmt.Sprintf("heads.tsv:%d: want head, kind and reason, each head once", i+1))
		}
		out[f[0]] = rule{f[1], f[2]}
	}
	return out
}

// options that a candidate may set: they change how text is read and how tactics search.
var options = set("Implicit Arguments", "Strict Implicit", "Strongly Strict Implicit", "Maximal Implicit Insertion",
	"Contextual Implicit", "Reversible Pattern Implicit", "Asymmetric Patterns", "Primitive Projections",
	"Nonrecursive Elimination Schemes", "Elimination Schemes", "Boolean Equality Schemes", "Decidable Equality Schemes",
	"Bullet Behavior", "Default Goal Selector", "Default Proof Using", "Suggest Proof Using", "Keyed Unification",
	"Typeclasses Unique Instances", "Typeclasses Strict Resolution", "Typeclasses Depth", "Typeclasses Iterative Deepening",
	"Typeclass Resolution For Conversion", "Transparent Obligations", "Hide Obligations", "Shrink Obligations", "Program Cases",
	"Mangle Names", "Intuition Negation Unfolding", "Regular Subst Tactic", "Structural Injection", "Automatic Introduction",
	"Firstorder Depth", "Loose Hint Behavior", "SsrHave NoTCResolution", "SsrOldRewriteGoalsOrder", "SsrIdents", "Apply With Renaming",
	"Solve Unification Constraints", "Uniform Inductive Parameters", "Refine Instance Mode", "Silent", "Warnings")

// attributes that a candidate may give to a sentence, as their first words.
var attributes = set("local", "global", "export", "program", "refine", "canonical", "reversible", "deprecated", "using", "monomorphic", "projections", "primitive", "mode", "clearbody")

// words that are refused wherever they stand outside of comments and strings.
var words = map[string]rule{
	"native_compute":       {"file", "it compiles to machine code: files and programs outside of the kernel"},
	"native_cast_no_check": {"file", "it compiles to machine code: files and programs outside of the kernel"},
	"bypass_check":         {"kernel", "it switches a check of the kernel off"},
	"ltac2":                {"language", "a tactic language that can read names and build terms unchecked"},
	"SProp":                {Kernel, "the kernel has accepted proofs of False by strict propositions"},
	"StrictProp":           {Kernel, "the kernel has accepted proofs of False by strict propositions"},
	"PArray":               {Kernel, "the kernel has run code of a candidate by primitive arrays and floats"},
	"PrimArray":            {Kernel, "the kernel has run code of a candidate by primitive arrays and floats"},
	"PrimFloat":            {Kernel, "the kernel has run code of a candidate by primitive arrays and floats"},
	"Floats":               {Kernel, "the kernel has run code of a candidate by primitive arrays and floats"},
	"admit":                {incomplete, "it leaves the goal as an axiom"},
	"give_up":              {incomplete, "it leaves the goal as an axiom"},
	"Admitted":             {incomplete, "it leaves the statement as an axiom"},
	"Axiom":                {"axiom", "it declares without proof"},
	"Conjecture":           {"axiom", "it declares without proof"},
	"Redirect":             {"file", "it writes a file"},
}

func set(words ...string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		out[w] = true
	}
	return out
}
