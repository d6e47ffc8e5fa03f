package seal

import (
	"fmt"
	"slices"
	"strings"
)

// Strength says how strong the audit was that a candidate passed.
type Strength string

// The strengths, the weakest first.
const (
	None      Strength = ""                            // it was not accepted
	ExitCode  Strength = "accepted by exit code"       // the compiler did not complain
	Recursive Strength = "sealed, recursion unlimited" // as Sealed, but bugs of the kernel are within reach
	Sealed    Strength = "sealed"                      // the kernel compared it with the statement, its assumptions are allowed
	Rechecked Strength = "sealed and re-checked"       // and coqchk has checked the compiled file
)

// Strengths lists them, the weakest first.
var Strengths = []Strength{ExitCode, Recursive, Sealed, Rechecked}

// Recursion is what a candidate may define by recursion of its own. Coq 8.16 and some
// later versions accept closed proofs of False by nested fixpoints and by cofixpoints;
// no question to Coq shows them.
type Recursion string

const (
	NoRecursion     Recursion = "none"
	SimpleRecursion Recursion = "simple" // one function at a time whose name is only ever applied
	AnyRecursion    Recursion = "any"    // accepted with the strength Recursive unless it is simple
)

// Policy is what an experiment lets a candidate do.
type Policy struct {
	Axioms    []string  // full names that a proof may rest on; see Presets
	Require   []string  // logical prefixes of the libraries that a candidate may load, such as Coq; none by default
	Recursion Recursion // "" is simple
	Recheck   bool      // accept only what coqchk accepts too
	Bytes     int       // the longest candidate, 0 means 1 MiB
}

const defaultBytes = 1 << 20

// Presets are sets of axioms by the names under which people speak of them. All are
// consistent with Coq's logic, each alone and all together.
var Presets = map[string][]string{
	"classical":                 {"Coq.Logic.Classical_Prop.classic"},
	"functional-extensionality": {"Coq.Logic.FunctionalExtensionality.functional_extensionality_dep"},
	"proof-irrelevance":         {"Coq.Logic.ProofIrrelevance.proof_irrelevance", "Coq.Logic.Classical_Prop.proof_irrelevance"},
	"prop-extensionality":       {"Coq.Logic.PropExtensionality.propositional_extensionality"},
	"eq-rect-eq":                {"Coq.Logic.Eqdep.Eq_rect_eq.eq_rect_eq", "Coq.Logic.JMeq.JMeq_eq"},
}

// Expand replaces the names of presets by their axioms, sorted and each once. A name
// without a dot that is no preset is an error: axioms have full names.
func Expand(names []string) ([]string, error) {
	var out []string
	for _, n := range names {
		set, ok := Presets[n]
		switch {
		case ok:
			out = append(out, set...)
		case strings.Contains(n, "."):
			out = append(out, n)
		default:
			return nil, fmt.Errorf("%q is neither a full name of an axiom nor one of %s", n, strings.Join(presetNames(), ", "))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func presetNames() []string {
	var names []string
	for n := range Presets {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Validate returns what is wrong with a policy.
func (p *Policy) Validate() error {
	switch p.Recursion {
	case "", NoRecursion, SimpleRecursion, AnyRecursion:
	default:
		return fmt.Errorf("recursion is %q, want none, simple or any", p.Recursion)
	}
	if p.Bytes < 0 {
		return fmt.Errorf("the longest candidate has %d bytes", p.Bytes)
	}
	for _, a := range p.Axioms {
		if a == "" || strings.ContainsAny(a, " \t\n") {
			return fmt.Errorf("axiom %q is no name", a)
		}
	}
	return nil
}

// allows reports whether a proof may rest on the axiom. Since version 9 the standard
// library has another first name. An axiom of that library may be given by the end of
// its name: no candidate can declare one there.
func (p *Policy) allows(axiom string) bool {
	if axiom == "" {
		return false
	}
	for _, first := range []string{"Stdlib.", "Corelib."} {
		if rest, ok := strings.CutPrefix(axiom, first); ok {
			axiom = "Coq." + rest
		}
	}
	return slices.ContainsFunc(p.Axioms, func(a string) bool {
		return a == axiom || strings.HasPrefix(axiom, "Coq.") && strings.HasSuffix(axiom, "."+a)
	})
}
