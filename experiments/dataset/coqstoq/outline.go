package coqstoq

import (
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/dataset/internal/records"
	"proofgrid/experiments/task"
)

// role is what a sentence is for.
type role int

const (
	other    role = iota
	context       // what later statements cannot be read without
	opens         // context that a sentence End closes
	closes        // End
	states        // a statement whose proof follows
	defines       // a declaration with a body, or with a proof in place of one
	declares      // a declaration that never has a proof
	assumes       // a declaration without either
)

// roles by the word with which a sentence begins. Hints and options of tactics are
// left out: a statement reads the same without them.
var roles = func() map[string]role {
	m := map[string]role{}
	for r, words := range map[role]string{
		context: "Require From Import Export Open Close Delimit Bind Declare Undelimit Variable Variables Hypothesis Hypotheses Context " +
			"Notation Infix Reserved Abbreviation Implicit Generalizable Arguments Coercion Universe Universes Constraint Existing Canonical Set Unset Include",
		opens:    "Section Module",
		closes:   "End",
		states:   "Theorem Lemma Fact Remark Corollary Proposition Property Example",
		defines:  "Definition Fixpoint CoFixpoint Function Instance Let Equations",
		declares: "Inductive CoInductive Variant Record Structure Class Ltac",
		assumes:  "Axiom Axioms Parameter Parameters Conjecture",
	} {
		for w := range strings.FieldsSeq(words) {
			m[w] = r
		}
	}
	return m
}()

// proofEnds are the words that end a proof.
var proofEnds = []string{"Qed", "Defined", "Admitted", "Abort", "Save"}

// outline is a Coq file as its theorems see it: the declarations in their order as
// premises, without proofs, and the context at each place.
type outline struct {
	text     string
	pool     *task.Pool
	starts   []int // of each premise
	contexts []scope
}

// scope is the context from a place of the file on. Its lists share their beginnings
// with those of other scopes: a file has many.
type scope struct {
	from     int
	preamble *chain // sentences, but those of sections that are closed
	open     *section
}

// chain is a list of texts, the last first.
type chain struct {
	text   string
	before *chain
}

// section is an open section or module with the context from before it.
type section struct {
	name   string
	before *chain
	outer  *section
}

// newOutline reads a file. theorems are the places at which statements are known to
// begin: wherever a proof seemed to go on, it has ended there.
func newOutline(text, file, project string, theorems []int) *outline {
	o := &outline{text: text, pool: &task.Pool{}, contexts: []scope{{}}}
	known := map[int]bool{}
	for _, at := range theorems {
		known[at] = true
	}
	now := scope{}
	all := coq.Sentences(text)
	proving, proofStart := -1, 0 // the premise whose proof this is
	for n, s := range all {
		what := roles[s.Head]
		if proving >= 0 && !known[s.Start] {
			if proofStart < 0 {
				proofStart = s.Start
			}
			if slices.Contains(proofEnds, s.Head) || s.Head == "Proof" && !beginsProof(text[s.Start:s.End]) {
				o.pool.Premises[proving].Proof = records.Newlines(text[proofStart:s.End])
				proving = -1
			}
			continue
		}
		proving = -1
		source := records.Newlines(text[s.Start:s.End])
		switch what {
		case opens:
			if name := moduleName(source); name != "" && !strings.Contains(source, ":=") {
				now.open = &section{name, now.preamble, now.open}
			}
			now.preamble = &chain{source, now.preamble}
		case closes:
			if now.open != nil {
				now.preamble, now.open = now.open.before, now.open.outer
			}
		case context:
			now.preamble = &chain{source, now.preamble}
		case states, defines, declares, assumes:
			i := o.add(s, what, file, project)
			body := strings.Contains(source, ":=")
			next := ""
			if n+1 < len(all) {
				next = all[n+1].Head
			}
			if what == states && !body || what == defines && !body && roles[next] == other || what < declares && next == "Proof" {
				proving, proofStart = i, -1
			}
			continue
		default:
			continue
		}
		now.from = s.End
		o.contexts = append(o.contexts, now)
	}
	o.dependencies()
	return o
}

// beginsProof tells "Proof.", "Proof with t." and "Proof using x." from "Proof t.",
// which is a whole proof.
func beginsProof(source string) bool {
	_, second := coq.Leading(source)
	rest := strings.TrimSpace(strings.TrimPrefix(source, "Proof"))
	return rest == "." || second == "with" || second == "using"
}

// moduleName is the name that a sentence opens: of "Module Type T." it is T.
func moduleName(source string) string {
	for _, w := range strings.Fields(source)[1:] {
		if w = strings.TrimRight(w, ".:(<"); w != "" && w != "Type" && w != "Import" && w != "Export" {
			return w
		}
	}
	return ""
}

// add adds the premise of a declaration and returns its number.
func (o *outline) add(s coq.Sentence, what role, file, project string) int {
	source := records.Newlines(o.text[s.Start:s.End])
	_, name := coq.Leading(source)
	p := task.Premise{Name: name, Kind: task.Definition, Origin: task.Local, File: file, Repository: project, Statement: source, Text: source}
	switch what {
	case states:
		p.Kind = task.Lemma
	case assumes:
		p.Kind = task.Axiom
	}
	if name != "" {
		if _, rest, ok := strings.Cut(source, name); ok {
			p.Statement = strings.TrimSpace(rest)
		}
	}
	o.pool.Premises = append(o.pool.Premises, p)
	o.starts = append(o.starts, s.Start)
	return len(o.pool.Premises) - 1
}

// dependencies fills in which earlier declarations a statement names.
func (o *outline) dependencies() {
	latest := map[string]int32{}
	for i := range o.pool.Premises {
		p := &o.pool.Premises[i]
		p.Deps = named(p.Statement, latest)
		if p.Name != "" {
			latest[p.Name] = int32(i)
		}
	}
}

// cited returns the declarations before the one at index that a proof names.
func (o *outline) cited(proof string, available int) []int32 {
	latest := map[string]int32{}
	for i := range o.pool.Premises[:available] {
		if name := o.pool.Premises[i].Name; name != "" {
			latest[name] = int32(i)
		}
	}
	return named(proof, latest)
}

// named returns what a text names, ascending. Comments and strings name nothing.
func named(text string, known map[string]int32) []int32 {
	var out []int32
	for word := range coq.Identifiers(text) {
		if i, ok := known[word]; ok {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// at returns the number of declarations that stand before the statement from start to
// end, and the index of its own, -1 when it has none.
func (o *outline) at(start, end int) (available, index int) {
	available, _ = slices.BinarySearch(o.starts, start)
	if available < len(o.starts) && o.starts[available] < end {
		return available, available
	}
	return available, -1
}

// scope returns the preamble at a place and what closes the sections that are open
// there, innermost first.
func (o *outline) scope(at int) (preamble, suffix string) {
	i, _ := slices.BinarySearchFunc(o.contexts, at, func(s scope, at int) int {
		if s.from <= at {
			return -1
		}
		return 1
	})
	s := o.contexts[max(i-1, 0)]
	var ends strings.Builder
	for open := s.open; open != nil; open = open.outer {
		fmt.Fprintf(&ends, "End %s.\n", open.name)
	}
	var lines []string
	for l := s.preamble; l != nil; l = l.before {
		lines = append(lines, l.text)
	}
	slices.Reverse(lines)
	return strings.Join(lines, "\n"), ends.String()
}
