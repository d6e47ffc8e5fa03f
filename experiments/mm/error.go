package mm

import (
	"fmt"
	"strings"
)

// ErrorKind classes what is wrong with a database or a proof.
type ErrorKind uint8

const (
	Syntax        ErrorKind = iota + 1 // not Metamath: tokens, statement shapes, proof encodings
	Unreadable                         // a file cannot be opened or is no regular file
	Declaration                        // a symbol or label is declared or used against the rules
	Scope                              // a statement stands in the wrong block, or blocks do not match
	UnknownLabel                       // a proof cites a label that does not exist
	NotCitable                         // a proof cites itself, a later statement, or a hypothesis out of scope
	Underflow                          // a step has fewer arguments on the stack than hypotheses
	Mismatch                           // no substitution makes the hypotheses equal to the stack
	Disjointness                       // a substitution breaks a $d restriction
	WrongResult                        // the proof proves something else
	LeftoverStack                      // more than one expression is left at the end
	EmptyProof                         // there is no step at all
	Incomplete                         // the proof holds a ?
	LimitExceeded                      // a Limits bound or the context ended the check
	CyclicInclude                      // a warning: an inclusion that leads back to a file being read
)

var kindNames = [...]string{
	Syntax:        "syntax",
	Unreadable:    "unreadable",
	Declaration:   "declaration",
	Scope:         "scope",
	UnknownLabel:  "unknown label",
	NotCitable:    "not citable",
	Underflow:     "stack underflow",
	Mismatch:      "unification mismatch",
	Disjointness:  "disjointness violation",
	WrongResult:   "wrong result",
	LeftoverStack: "leftover stack",
	EmptyProof:    "empty proof",
	Incomplete:    "incomplete",
	LimitExceeded: "limit exceeded",
	CyclicInclude: "cyclic include",
}

// String returns the kind in words, such as "unification mismatch".
func (k ErrorKind) String() string {
	if int(k) < len(kindNames) && kindNames[k] != "" {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// Error is one thing wrong with a database or a proof. Line and Col are 1-based
// and count bytes; they are 0 where there is no place, as in a candidate proof
// that stands in no file (then Start and End say where).
type Error struct {
	File       string
	Line, Col  int
	Label      string // the statement at fault, empty outside of labelled statements
	Step       int    // 1-based proof step, 0 outside of proofs
	Kind       ErrorKind
	Msg        string
	Cited      string // the label that the step cites, empty when there is none
	Want       string // the formula that was needed where another one stands, empty when unknown
	Start, End int    // byte span in the proof text, both 0 outside of proofs
}

// Error returns "file:line:col: label, step n: kind: message", leaving out what
// is not known.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		if e.Line > 0 {
			fmt.Fprintf(&b, ":%d:%d", e.Line, e.Col)
		}
		b.WriteString(": ")
	}
	if e.Label != "" {
		b.WriteString(e.Label)
		if e.Step > 0 {
			fmt.Fprintf(&b, ", step %d", e.Step)
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Kind.String())
	b.WriteString(": ")
	b.WriteString(e.Msg)
	return b.String()
}

// Errors are all the errors found in reading a database, in the order of its text.
type Errors []*Error

// Error returns one line for each error.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives errors.As and errors.Is access to each error.
func (es Errors) Unwrap() []error {
	out := make([]error, len(es))
	for i, e := range es {
		out[i] = e
	}
	return out
}
