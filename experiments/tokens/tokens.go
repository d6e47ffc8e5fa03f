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

const (
	// Words counts the words between white space, exactly.
	Words = "words"

	// Estimate is a third of the bytes of a text, rounded up. With O200K a token has
	// 3.0 bytes of Coq proofs (68 kB of three provers' answers in the projects of
	// CoqStoq), 2.9 of Lean sources (VeriSoftBench's), and 2.2 of Metamath's set.mm,
	// whose tasks are counted in words; with CL100K 3.2, 2.9 and 2.2. English prose
	// has more than 4, so that the estimate is on the safe side of a window there.
	Estimate = "estimate"

	// O200K is the tokenizer of OpenAI's models since GPT-4o.
	O200K = "o200k_base"

	// CL100K is the tokenizer of GPT-4 and GPT-3.5.
	CL100K = "cl100k_base"
)

// ByName returns the counter of a name. An unknown name is an error that lists
// the known ones.
func ByName(name string) (Counter, error) {
	switch name {
	case Words:
		return words{}, nil
	case Estimate:
		return estimate{}, nil
	case O200K, CL100K:
		return newPairs(name)
	}
	return nil, fmt.Errorf("no tokenizer %q; known are %s, %s, %s and %s", name, O200K, CL100K, Estimate, Words)
}

// families are beginnings of model names with their tokenizer. The first that fits
// decides.
var families = []struct{ prefix, tokenizer string }{
	{"gpt-5", O200K},
	{"gpt-4.5", O200K},
	{"gpt-4.1", O200K},
	{"gpt-4o", O200K},
	{"gpt-oss", O200K}, // o200k_harmony, which adds special tokens only
	{"chatgpt-4o", O200K},
	{"o1", O200K},
	{"o3", O200K},
	{"o4", O200K},
	{"gpt-4", CL100K},
	{"gpt-3.5", CL100K},
	{"gpt-35", CL100K}, // as Azure spells it
}

// ForModel returns the tokenizer of a model: that of a known OpenAI family, also
// behind a router's "openai/" and a fine-tuned model's "ft:", and else Estimate,
// since the other providers' tokenizers are not public or depend on the weights.
func ForModel(model string) Counter {
	name := model[strings.LastIndexByte(model, '/')+1:]
	name = strings.TrimPrefix(name, "ft:")
	for _, f := range families {
		rest, ok := strings.CutPrefix(name, f.prefix)
		// A family's name ends where a version or a size begins: o1 is not o100.
		if ok && (rest == "" || strings.ContainsRune("-.:@", rune(rest[0]))) {
			if c, err := newPairs(f.tokenizer); err == nil {
				return c
			}
		}
	}
	return estimate{}
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
