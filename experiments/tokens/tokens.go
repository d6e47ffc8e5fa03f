package tokens

import (
	"fmt"
	"strings"
)

// Counter counts the tokens of a text. It is safe for concurrent use.
type Counter interface {
	// Name identifies the way of counting, as specs and tables spell it.
	Name() string
	// Exact reports whether the counts are those of a real tokenizer rather than
	// an estimate.
	Exact() bool
	// Count returns the tokens of a text, special tokens not interpreted.
	Count(text string) int
}

// Words counts the words between white space, exactly.
const Words = "words"

// Estimate is a third of the bytes of a text, which is near what byte-pair
// tokenizers make of source code and formulas, and on the safe side for prose.
const Estimate = "estimate"

// ByName returns the counter of a name. An unknown name is an error that lists
// the known ones.
func ByName(name string) (Counter, error) {
	switch name {
	case Words:
		return words{}, nil
	case Estimate:
		return estimate{}, nil
	}
	return nil, fmt.Errorf("no tokenizer %q; known are %s and %s", name, Words, Estimate)
}

type words struct{}

func (words) Name() string { return Words }
func (words) Exact() bool  { return true }
func (words) Count(text string) int {
	n := 0
	for range strings.FieldsSeq(text) {
		n++
	}
	return n
}

type estimate struct{}

func (estimate) Name() string { return Estimate }
func (estimate) Exact() bool  { return false }
func (estimate) Count(text string) int {
	return (len(text) + 2) / 3
}
