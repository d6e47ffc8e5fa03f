package tokens

import (
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// pairs is a byte-pair tokenizer.
type pairs struct {
	name  string
	codec tokenizer.Codec
}

func newPairs(name string) (Counter, error) {
	codec, err := tokenizer.Get(tokenizer.Encoding(name))
	if err != nil {
		return nil, err
	}
	return pairs{name, codec}, nil
}

func (p pairs) Name() string { return p.name }
func (p pairs) Exact() bool  { return true }

// Count reads about a megabyte and a half a second.
func (p pairs) Count(text string) int {
	n := 0
	for start := 0; start < len(text); {
		end := start + cut(text[start:])
		k, err := p.codec.Count(text[start:end])
		if err != nil {
			// The library's pattern has no time limit, so that it does not fail; if it
			// ever did, no text has more tokens than bytes.
			k = end - start
		}
		n += k
		start = end
	}
	return n
}

// maxRun bounds the bytes of letters, of white space, or of anything else in a row
// that are merged at once, since the library's merging takes the square of their
// number: a megabyte of one letter would take hours. A run in a source is far
// shorter; a longer one counts a token more per cut, at most.
const maxRun = 1024

// cut returns the length of the beginning of text that may be counted by itself: up
// to the first run that is too long, or up to the next line after 64 kB.
func cut(text string) int {
	const block = 64 << 10
	class, since := 0, 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		c := classOf(r)
		switch {
		case c != class:
			class, since = c, i
		case i-since >= maxRun:
			return i
		}
		// The pattern of both tokenizers ends a piece behind line breaks, unless more
		// white space follows.
		if i >= block && text[i-1] == '\n' && class != space {
			return i
		}
		i += size
	}
	return len(text)
}

const (
	letter = 1 + iota
	space
	other
)

func classOf(r rune) int {
	switch {
	case unicode.IsSpace(r):
		return space
	case unicode.IsLetter(r), unicode.IsMark(r):
		return letter
	}
	return other
}
