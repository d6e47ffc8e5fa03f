package seal

import (
	"fmt"
	"slices"
	"strings"
)

// Seal holds one candidate to one statement. Its names and marks are random and made
// after the candidate was written, so nothing in the candidate can name, shadow or
// print them before Coq has seen them.
//
// The sentences of Before are run, in this order and before anything of the candidate;
// then the candidate's, each of which must be accepted; then those of After. What Coq
// prints, candidate's messages and all, is given to Read.
type Seal struct {
	nonce     string
	target    string
	statement string
}

// New makes a seal for a theorem by its name, and its statement as a term of type Prop
// or Type, as it reads where the candidate will stand. The nonce is unguessable, of
// letters and digits, and used once.
func New(nonce, target, statement string) *Seal { return &Seal{nonce, target, statement} }

// fixed is the name of the statement, proof that of what must have it as its type.
func (s *Seal) fixed() string { return "statement_" + s.nonce }
func (s *Seal) proof() string { return "proof_" + s.nonce }

// mark is a sentence whose answer the candidate cannot know.
func (s *Seal) mark(n int) string { return fmt.Sprintf("Locate mark_%s_%d.", s.nonce, n) }
func (s *Seal) reply(n int) string {
	return fmt.Sprintf("No object of basename mark_%s_%d", s.nonce, n)
}

// Before are the sentences that come before the candidate. They fix the statement and
// show the context that it stands in.
func (s *Seal) Before() []string {
	return []string{
		fmt.Sprintf("Definition %s : Type := %s.", s.fixed(), s.statement),
		s.mark(0), "Goal True.", "Show.", s.mark(1), "Abort.",
	}
}

// After are the sentences that come after the candidate.
//
// The first is there to be swallowed by a candidate's last sentence that has no end in
// Coq's eyes. The definition makes the kernel compare the types; whatever elaboration
// puts between the two, such as a coercion, is part of what is asked about.
func (s *Seal) After() []string {
	return []string{
		fmt.Sprintf("Check %s.", s.fixed()),
		fmt.Sprintf("Definition %s : %s := @%s.", s.proof(), s.fixed(), s.target),
		s.mark(2),
		fmt.Sprintf("Print Assumptions %s.", s.proof()),
		s.mark(3),
	}
}

// Names are the sentences behind After that ask for the full names of assumptions.
func (s *Seal) Names(assumptions []Assumption) []string {
	var out []string
	for i, a := range assumptions {
		out = append(out, s.mark(4+i), fmt.Sprintf("Locate Term %s.", a.Name))
	}
	return append(out, s.mark(4+len(assumptions)))
}

// Assumption is what an accepted proof rests on.
type Assumption struct {
	Name     string // as Coq prints it
	Variable bool   // of the section that the statement stands in
	Full     string // the full name of an axiom; empty until ReadNames
}

// Read returns what the proof rests on, from all that Coq has printed. A refusal means
// that the answers are not what the questions ask for, or that something was not
// checked.
func (s *Seal) Read(printed string) ([]Assumption, *Refusal) {
	context, ok := s.between(printed, 0)
	if !ok {
		return nil, forged("the context of the statement was not shown")
	}
	answer, ok := s.between(printed, 2)
	if !ok {
		return nil, forged("the question for the proof's assumptions was not answered")
	}
	known := variables(context)
	answer = strings.TrimSpace(withoutInfo(answer))
	if answer == "Closed under the global context" {
		return nil, nil
	}
	if answer == "" {
		return nil, forged("the question for the proof's assumptions has an empty answer")
	}
	var out []Assumption
	for _, line := range strings.Split(answer, "\n") {
		if line == "" || line[0] == ' ' || line[0] == '\t' || line[0] == ':' || line == "Axioms:" || line == "Section Variables:" {
			continue // the type of the line before, or a title
		}
		name, rest, _ := strings.Cut(line, " ")
		if strings.Contains(line, "is assumed to be") || strings.Contains(line, "relies on") || !qualified(name) || rest != "" && rest[0] != ':' {
			return nil, &Refusal{Kind: Flags, Reason: "Print Assumptions says: " + quoteShort(line), Cheating: true}
		}
		a := Assumption{Name: name, Variable: slices.Contains(known, name)}
		if !slices.ContainsFunc(out, func(b Assumption) bool { return b.Name == name }) {
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		return nil, forged("the answer about assumptions lists none: " + quoteShort(answer))
	}
	return out, nil
}

// ReadNames fills in the full names from what Coq has printed to Names.
func (s *Seal) ReadNames(printed string, assumptions []Assumption) ([]Assumption, *Refusal) {
	out := slices.Clone(assumptions)
	for i := range out {
		answer, ok := s.between(printed, 4+i)
		if !ok {
			return nil, forged("the question for the full name of " + out[i].Name + " was not answered")
		}
		line, _, _ := strings.Cut(strings.TrimSpace(withoutInfo(answer)), "\n")
		kind, full, _ := strings.Cut(line, " ")
		full, _, _ = strings.Cut(full, " ")
		switch {
		case kind == "Variable" && full == out[i].Name && out[i].Variable:
		case kind == "Constant" || kind == "Inductive":
			out[i].Full, out[i].Variable = full, false
		default:
			return nil, &Refusal{Kind: AxiomsUsed, Reason: "it rests on " + out[i].Name + ", of which Coq says " + quoteShort(line), Cheating: true}
		}
	}
	return out, nil
}

// Allowed returns a refusal when the proof rests on something that the policy does not
// allow. Variables of the section that the statement stands in are its own.
func (p *Policy) Allowed(assumptions []Assumption) *Refusal {
	for _, a := range assumptions {
		if !a.Variable && !p.allows(a.Full) {
			return &Refusal{Kind: AxiomsUsed, Reason: fmt.Sprintf("it rests on the axiom %s, which the policy does not allow", a.Full), Cheating: true}
		}
	}
	return nil
}

func forged(reason string) *Refusal { return &Refusal{Kind: Forged, Reason: reason, Cheating: true} }

// between returns what was printed between the marks n and n+1. Each must be a line of
// its own and stand there once: what was printed before the candidate ran cannot hold
// later marks, and the candidate cannot print them.
func (s *Seal) between(printed string, n int) (string, bool) {
	from, to := s.reply(n)+"\n", s.reply(n+1)+"\n"
	if strings.Count(printed, from) != 1 || strings.Count(printed, to) != 1 {
		return "", false
	}
	_, rest, _ := strings.Cut(printed, from)
	answer, _, ok := strings.Cut(rest, to)
	return answer, ok
}

// withoutInfo drops what Coq tells about its work: the opaque proofs it has read.
func withoutInfo(answer string) string {
	var out []string
	skip := false
	for _, line := range strings.Split(answer, "\n") {
		bare := strings.TrimPrefix(line, "<infomsg>")
		if strings.HasPrefix(bare, "Fetching opaque proofs from disk for") {
			skip = len(bare) < len(line) && !strings.Contains(bare, "</infomsg>")
			continue
		}
		if skip && line == "</infomsg>" {
			skip = false
			continue
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// variables are the names of the context that a goal is shown in.
func variables(goal string) []string {
	above, _, ok := strings.Cut(goal, "====")
	if !ok {
		return nil
	}
	var out []string
	for _, line := range strings.Split(above, "\n") {
		if !strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "   ") {
			continue
		}
		names, _, ok := strings.Cut(line, " :")
		if !ok {
			continue
		}
		for _, n := range strings.Split(names, ",") {
			if n = strings.TrimSpace(n); qualified(n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// qualified reports whether a text can be a name: without blanks and the signs that
// types and sentences of Coq are made of.
func qualified(name string) bool {
	return name != "" && !strings.ContainsAny(name, " \t\"()[]{},;:=|<>")
}
