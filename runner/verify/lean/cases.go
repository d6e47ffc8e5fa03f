package lean

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	decl "proofgrid/experiments/dataset/verisoftbench/lean"
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// Case is a candidate that stands alone, with the fields of cases for other systems.
type Case struct {
	ID        string   `json:"id"`
	Target    string   `json:"target"`           // name of the theorem
	Statement string   `json:"target_statement"` // a term; or what stands between the name and :=, from its first binder or colon
	Preamble  string   `json:"preamble"`         // imports and what else stands before the theorem
	Suffix    string   `json:"suffix"`           // what stands behind it
	Lemmas    string   `json:"lemmas"`
	Script    string   `json:"candidate_script"` // a proof; or declarations, of which the target is the last
	Axioms    []string `json:"allowed_axioms"`   // beside the permitted ones
	Expected  string   `json:"expected"`         // accept, reject or nothing
}

// maxCase bounds the memory that one line can claim.
const maxCase = 64 << 20

// ReadCases calls do for each line of r that is not blank. An error begins with the
// line's number; no case at all is an error. Fields that are not those of [Case] are
// left out.
func ReadCases(r io.Reader, do func(Case) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxCase)
	found := false
	for n := 1; s.Scan(); n++ {
		if strings.TrimSpace(s.Text()) == "" {
			continue
		}
		found = true
		var c Case
		if !utf8.Valid(s.Bytes()) {
			return fmt.Errorf("line %d: invalid UTF-8", n)
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if c.ID == "" || c.Target == "" || c.Statement == "" || c.Expected != "" && c.Expected != "accept" && c.Expected != "reject" {
			return fmt.Errorf("line %d: a case has an id, a target, a target_statement, and accept or reject where something is expected", n)
		}
		if err := do(c); err != nil {
			return err
		}
	}
	if err := s.Err(); err != nil {
		return err
	}
	if !found {
		return errors.New("there is no case")
	}
	return nil
}

// Task is the theorem that a case states.
func (c *Case) Task() *task.Task {
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

// Candidate is the proof that a case brings. Where its script states the theorem itself,
// what it states is left out: the case's own statement stands in its place.
func (c *Case) Candidate() verify.Candidate {
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
