package lean

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

type position struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // in characters, from 0
}

// message is what Lean says, in the words that its command line, the REPL and kimina's
// server share.
type message struct {
	Severity string    `json:"severity"`
	Kind     string    `json:"kind"` // of the command line alone
	Data     string    `json:"data"`
	Pos      *position `json:"pos"`
	EndPos   *position `json:"endPos"`
}

func (m *message) isError() bool { return m.Severity == "error" }

// hole is a sorry as the REPL reports it.
type hole struct {
	Pos        *position `json:"pos"`
	EndPos     *position `json:"endPos"`
	Goal       string    `json:"goal"`
	ProofState *int      `json:"proofState"`
}

// reply is an answer of the REPL to a command.
type reply struct {
	Env      *int      `json:"env"`
	Messages []message `json:"messages"`
	Sorries  []hole    `json:"sorries"`
	// To a tactic:
	ProofState  *int     `json:"proofState"`
	Goals       []string `json:"goals"`
	ProofStatus string   `json:"proofStatus"`
	// Where the request itself could not be served:
	Message string `json:"message"`
}

// ending is how the reading of a file came to its end.
type ending int

const (
	read     ending = iota // by Lean itself
	late                   // a limit on time struck, or one on memory
	flooded                // it printed too much
	broken                 // it died, or answered with what is no answer
	unserved               // a server did not check it, which says nothing about it
)

// answer is what one file got.
type answer struct {
	ending       ending
	detail       string // of an ending that is not Lean's
	messages     []message
	holes        []hole
	failed       bool // Lean itself says that the file has an error
	start, check time.Duration
}

// parseLines reads the output of lean --json. Lines that are no messages are left out:
// what a file prints past Lean's own messages is none.
func parseLines(out []byte) []message {
	var messages []message
	for line := range bytes.Lines(out) {
		var m message
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) || json.Unmarshal(line, &m) != nil || m.Severity == "" {
			continue
		}
		messages = append(messages, m)
	}
	return messages
}

var errAxioms = errors.New("not an answer to #print axioms")

// parseAxioms reads the answer to #print axioms about a name, which may have namespaces
// before it. It may go over several lines.
func parseAxioms(data, name string) ([]string, error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(data), "'")
	if !ok {
		return nil, errAxioms
	}
	subject, rest, ok := strings.Cut(rest, "' ")
	if !ok || subject != name && !strings.HasSuffix(subject, "."+name) {
		return nil, errAxioms
	}
	rest = strings.Join(strings.Fields(rest), " ")
	if rest == "does not depend on any axioms" {
		return nil, nil
	}
	list, ok := strings.CutPrefix(rest, "depends on axioms: [")
	list, closed := strings.CutSuffix(list, "]")
	if !ok || !closed || list == "" {
		return nil, errAxioms
	}
	return strings.Split(list, ", "), nil
}
