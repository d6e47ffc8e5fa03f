package coq

import (
	"slices"
	"strings"
)

// Role is what a sentence outside of proofs is for.
type Role int

const (
	Other    Role = iota
	Context       // what later statements cannot be read without
	Opens         // context that a sentence End closes
	Closes        // End
	States        // a statement whose proof follows
	Defines       // a declaration with a body, or with a proof in place of one
	Declares      // a declaration that never has a proof
	Assumes       // a declaration without either
	Obliges       // a proof that an earlier declaration left open
)

// roles by the head of a sentence. Hints and options of tactics are left out: a
// statement reads the same without them.
var roles = func() map[string]Role {
	m := map[string]Role{}
	for r, words := range map[Role]string{
		Context: "Require From Import Export Open Close Delimit Bind Declare Undelimit Variable Variables Hypothesis Hypotheses Context " +
			"Notation Infix Reserved Abbreviation Implicit Generalizable Arguments Coercion Universe Universes Constraint Existing Canonical Set Unset Include",
		Opens:    "Section Module",
		Closes:   "End",
		States:   "Theorem Lemma Fact Remark Corollary Proposition Property Example",
		Defines:  "Definition Fixpoint CoFixpoint Function Instance Let Equations",
		Declares: "Inductive CoInductive Variant Record Structure Class Ltac Ltac2",
		Assumes:  "Axiom Axioms Parameter Parameters Conjecture",
		Obliges:  "Next Final Obligation",
	} {
		for w := range strings.FieldsSeq(words) {
			m[w] = r
		}
	}
	return m
}()

// RoleOf returns the role of sentences with a head.
func RoleOf(head string) Role { return roles[head] }

// Endings are the heads of the sentences that end a proof.
var Endings = []string{"Qed", "Defined", "Admitted", "Abort", "Save"}

// Span is a part of a text, in bytes; empty when there is none.
type Span struct{ Start, End int }

// Declaration is a sentence that declares something, with its proofs.
type Declaration struct {
	Sentence
	Role  Role
	Name  string // empty when the sentence gives none
	Proof Span   // from its first sentence to its last
	// Ending is the head of the proof's last sentence: one of Endings, or Proof when
	// that is all of it. It is empty for a proof that the text or another statement
	// cuts off.
	Ending      string
	Obligations []Span // proofs of the obligations that Program left
}

// Outline is a file as its theorems see it.
type Outline struct {
	Declarations []Declaration
	Context      []Sentence // those of the roles Context, Opens and Closes
	scopes       []scope
}

// scope is the context from a place of the file on. Its lists share their beginnings
// with those of other scopes: a file has many.
type scope struct {
	from     int
	preamble *chain // sentences, but those of sections that are closed
	open     *opened
}

// chain is a list of sentences, the last first.
type chain struct {
	Sentence
	before *chain
}

// opened is an open section or module with the context from before it.
type opened struct {
	name   string
	before *chain
	outer  *opened
}

// NewOutline reads a file. theorems are the places at which statements are known to
// begin, if any are: wherever a proof seemed to go on, it has ended there.
func NewOutline(text string, theorems []int) *Outline {
	o := &Outline{scopes: []scope{{}}}
	known := map[int]bool{}
	for _, at := range theorems {
		known[at] = true
	}
	var now scope
	var proof Span          // the one that goes on
	var finish func(string) // ends it; nil outside of proofs
	all := Sentences(text)
	for n, s := range all {
		if finish != nil && !known[s.Start] {
			if proof.End == 0 {
				proof.Start = s.Start
			}
			proof.End = s.End
			if slices.Contains(Endings, s.Head) || s.Head == "Proof" && !BeginsProof(text[s.Start:s.End]) {
				finish(s.Head)
				finish = nil
			}
			continue
		}
		if finish != nil {
			finish("")
			finish = nil
		}
		proof = Span{}
		next := ""
		if n+1 < len(all) {
			next = all[n+1].Head
		}
		source := text[s.Start:s.End]
		role := RoleOf(s.Head)
		i := len(o.Declarations)
		switch role {
		case States, Defines, Declares, Assumes:
			_, name := Leading(source)
			o.Declarations = append(o.Declarations, Declaration{Sentence: s, Role: role, Name: name})
			body := Body(source) < len(source)
			if role == States && !body || role == Defines && !body && roles[next] == Other || role < Declares && next == "Proof" {
				finish = func(ending string) { o.Declarations[i].Proof, o.Declarations[i].Ending = proof, ending }
			}
			continue
		case Obliges:
			if _, second := Leading(source); i > 0 && second != "Tactic" {
				finish = func(string) {
					o.Declarations[i-1].Obligations = append(o.Declarations[i-1].Obligations, proof)
				}
			}
			continue
		case Other:
			if s.Head == "Goal" || next == "Proof" && s.Head != "Proof" { // as of "Add Morphism"
				finish = func(string) {}
			}
			continue
		case Opens:
			if name := moduleName(source); name != "" && Body(source) == len(source) {
				now.open = &opened{name, now.preamble, now.open}
			}
			now.preamble = &chain{s, now.preamble}
		case Closes:
			if now.open != nil {
				now.preamble, now.open = now.open.before, now.open.outer
			}
		case Context:
			now.preamble = &chain{s, now.preamble}
		}
		o.Context = append(o.Context, s)
		now.from = s.End
		o.scopes = append(o.scopes, now)
	}
	if finish != nil {
		finish("")
	}
	return o
}

// BeginsProof tells "Proof.", "Proof with t." and "Proof using x." from "Proof t.",
// which is a whole proof.
func BeginsProof(source string) bool {
	_, second := Leading(source)
	rest := strings.TrimSpace(strings.TrimPrefix(WithoutComments(source), "Proof"))
	return rest == "." || second == "with" || second == "using"
}

// moduleName is the name that a sentence opens: of "Module Type T." it is T.
func moduleName(source string) string {
	for w := range Identifiers(source) {
		switch w {
		case "Section", "Module", "Type", "Import", "Export", "Local", "Global":
		default:
			return w
		}
	}
	return ""
}

// Body returns where the := stands that gives a declaration its body, and the length
// of the sentence where there is none. Those in brackets and those of let are of terms.
func Body(sentence string) int {
	depth, lets := 0, 0
	for i := 0; i < len(sentence); {
		switch c := sentence[i]; {
		case c == '"':
			i, _ = quoted(sentence, i)
			continue
		case opens(sentence, i):
			i, _ = comment(sentence, i)
			continue
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case strings.HasPrefix(sentence[i:], ":=") && depth <= 0:
			if lets == 0 {
				return i
			}
			lets--
		default:
			if n := word(sentence, i); n > i {
				if sentence[i:n] == "let" && depth <= 0 {
					lets++
				}
				i = n
				continue
			}
		}
		i++
	}
	return len(sentence)
}

// Scope returns the sentences that a place cannot be read without, less those of
// sections and modules that are closed there, and the names of the ones that are open,
// outermost first.
func (o *Outline) Scope(at int) (preamble []Sentence, open []string) {
	i, _ := slices.BinarySearchFunc(o.scopes, at, func(s scope, at int) int {
		if s.from <= at {
			return -1
		}
		return 1
	})
	s := o.scopes[max(i-1, 0)]
	for l := s.preamble; l != nil; l = l.before {
		preamble = append(preamble, l.Sentence)
	}
	for p := s.open; p != nil; p = p.outer {
		open = append(open, p.name)
	}
	slices.Reverse(preamble)
	slices.Reverse(open)
	return preamble, open
}
