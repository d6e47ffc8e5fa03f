package lean

import (
	"strings"

	decl "proofgrid/experiments/dataset/verisoftbench/lean"
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// CaseTask is the theorem that a case states. Its statement is a term, or what stands
// between the name and :=, from its first binder or colon.
func CaseTask(c *verify.Case) *task.Task {
	statement := strings.TrimSpace(c.Statement)
	tokens, _ := scan(statement)
	switch {
	case strings.HasPrefix(statement, ".{"): // names of universes
	case bound(tokens):
		statement = " " + statement
	default:
		statement = " : " + statement
	}
	return &task.Task{ID: c.ID, Name: c.Target, System: "lean", Preamble: c.Preamble, Text: "theorem " + c.Target + statement, Suffix: c.Suffix}
}

// bound reports whether a statement begins with its binders or its colon, which a term
// never does: behind the binders a colon follows outside of brackets.
func bound(tokens []token) bool {
	if len(tokens) == 0 || tokens[0].text != ":" && bracket(tokens[0]) <= 0 {
		return false
	}
	depth := 0
	for i, t := range tokens {
		depth += bracket(t)
		switch {
		case depth > 0 || bracket(t) < 0:
		case t.text == ":":
			return i+1 == len(tokens) || tokens[i+1].text != "="
		case t.kind == word: // of a term, or a binder without brackets
			return false
		}
	}
	return false
}

// CaseCandidate is the proof that a case brings. Its script is a proof, or declarations
// of which the target is the last. Where the script states the theorem itself,
// what it states is left out: the case's own statement stands in its place.
func CaseCandidate(c *verify.Case) verify.Candidate {
	tokens, err := scan(c.Script)
	if err != nil {
		return verify.Candidate{Proof: c.Script, Lemmas: c.Lemmas}
	}
	for i := len(tokens) - 1; i > 0; i-- {
		key := tokens[i-1]
		if tokens[i].text != c.Target || key.text != "theorem" && key.text != "lemma" {
			continue
		}
		_, proof := decl.Split(c.Script[key.start:])
		return verify.Candidate{Lemmas: c.Lemmas + c.Script[:key.start], Proof: proof}
	}
	return verify.Candidate{Proof: c.Script, Lemmas: c.Lemmas}
}
