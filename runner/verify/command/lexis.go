package command

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lexis says how comments, strings and brackets of a language look. Where a language
// has more, such as raw strings, an assumption in: text refuses it: what this package
// takes for a comment must be one.
type Lexis struct {
	Line     []string `yaml:"line"`  // what begins a comment up to the end of the line
	Apart    bool     `yaml:"apart"` // it begins one only at the start of a line or behind white space; elsewhere it is refused as ambiguous
	Block    []Block  `yaml:"block"`
	Strings  []Quote  `yaml:"strings"`
	Brackets []string `yaml:"brackets"` // such as "()"
}

// Block is a comment between two words.
type Block struct {
	Open   string `yaml:"open"`
	Close  string `yaml:"close"`
	Nested bool   `yaml:"nested"`
}

// Quote is a string. One that is not closed on its line is refused unless it may hold
// lines.
type Quote struct {
	Open   string `yaml:"open"`
	Close  string `yaml:"close"`
	Escape string `yaml:"escape"`
	Lines  bool   `yaml:"lines"`
}

// Shapes say what the parts of a candidate are: balanced (all brackets are closed within
// it), term (one group in brackets, or one word), none (it must be empty), or brackets
// such as {}, for one group in these and nothing else.
type Shapes struct {
	Proof  string `yaml:"proof"`  // default balanced
	Lemmas string `yaml:"lemmas"` // default balanced
}

// refusal says why a candidate is not given to the checker, and where.
type refusal struct {
	why        string
	start, end int
	cheat      bool
}

// odd finds characters that checkers read in different ways: control characters other
// than tabs and ends of lines, other ends of lines, invisible ones, and what is no UTF-8.
func odd(text string) *refusal {
	for i, r := range text {
		_, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			return &refusal{why: "invalid UTF-8", start: i, end: i + 1}
		case r == '\r' && strings.HasPrefix(text[i:], "\r\n"), r == '\n', r == '\t':
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
			return &refusal{why: fmt.Sprintf("the control character %U", r), start: i, end: i + n}
		}
	}
	return nil
}

// code returns the text with comments and what stands in strings blanked, byte for byte.
func (l *Lexis) code(text string) (string, *refusal) {
	out := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	for i := 0; i < len(text); {
		rest := text[i:]
		if b := prefix(l.Block, rest, func(b Block) string { return b.Open }); b != nil {
			n, closed := b.length(rest)
			if !closed {
				return "", &refusal{why: "a comment that is not closed", start: i, end: i + len(b.Open)}
			}
			blank(i, i+n)
			i += n
			continue
		}
		if w := prefix(l.Line, rest, func(s string) string { return s }); w != nil {
			if l.Apart && i > 0 && !space(text[i-1]) {
				return "", &refusal{why: fmt.Sprintf("%q inside of a word, which may be a comment or not: put a space before it", *w), start: i, end: i + len(*w)}
			}
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			blank(i, i+n)
			i += n
			continue
		}
		if q := prefix(l.Strings, rest, func(q Quote) string { return q.Open }); q != nil {
			n, closed := q.length(rest)
			if !closed {
				return "", &refusal{why: "a string that is not closed", start: i, end: i + len(q.Open)}
			}
			blank(i+len(q.Open), i+n-len(q.Close))
			i += n
			continue
		}
		i++
	}
	return string(out), nil
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func prefix[T any](all []T, text string, open func(T) string) *T {
	for i := range all {
		if strings.HasPrefix(text, open(all[i])) {
			return &all[i]
		}
	}
	return nil
}

// length is that of the comment at the start of text.
func (b *Block) length(text string) (int, bool) {
	depth := 1
	for i := len(b.Open); i < len(text); {
		switch {
		case strings.HasPrefix(text[i:], b.Close):
			i += len(b.Close)
			if depth--; depth == 0 {
				return i, true
			}
		case b.Nested && strings.HasPrefix(text[i:], b.Open):
			depth++
			i += len(b.Open)
		default:
			i++
		}
	}
	return 0, false
}

// length is that of the string at the start of text.
func (q *Quote) length(text string) (int, bool) {
	for i := len(q.Open); i < len(text); {
		switch {
		case q.Escape != "" && text[i] == q.Escape[0] && i+1 < len(text) && (q.Lines || text[i+1] != '\n'):
			i += 2
		case strings.HasPrefix(text[i:], q.Close):
			return i + len(q.Close), true
		case text[i] == '\n' && !q.Lines:
			return 0, false
		default:
			i++
		}
	}
	return 0, false
}

// shaped checks the brackets and the shape of code.
func (l *Lexis) shaped(code, shape string) *refusal {
	trimmed := strings.TrimSpace(code)
	first := strings.Index(code, trimmed)
	last := first + len(trimmed) - 1
	if shape == "none" {
		if trimmed != "" {
			return &refusal{why: "declarations before the theorem, of which this checker takes none", start: first, end: last + 1}
		}
		return nil
	}
	var open []int
	var want []byte
	groups, outside := 0, false
	for i := first; i <= last; i++ {
		c := code[i]
		if b := slices.IndexFunc(l.Brackets, func(b string) bool { return b[0] == c }); b >= 0 {
			open, want = append(open, i), append(want, l.Brackets[b][1])
			continue
		}
		if slices.ContainsFunc(l.Brackets, func(b string) bool { return b[1] == c }) {
			if len(open) == 0 || want[len(want)-1] != c {
				return &refusal{why: fmt.Sprintf("a %q that closes nothing of the candidate's own", c), start: i, end: i + 1}
			}
			open, want = open[:len(open)-1], want[:len(want)-1]
			if len(open) == 0 {
				groups++
			}
			continue
		}
		outside = outside || len(open) == 0 && !space(c)
	}
	if n := len(open); n > 0 {
		return &refusal{why: fmt.Sprintf("a %q that is not closed", code[open[n-1]]), start: open[n-1], end: open[n-1] + 1}
	}
	switch {
	case shape == "balanced":
		return nil
	case shape == "term" && groups == 0 && outside && len(strings.Fields(trimmed)) == 1:
		return nil
	case groups == 1 && !outside && (shape == "term" || trimmed[0] == shape[0]):
		return nil
	}
	if shape == "term" {
		return &refusal{why: "not one term", start: first, end: last + 1}
	}
	return &refusal{why: fmt.Sprintf("not one group in %s and nothing else", shape), start: first, end: last + 1}
}

// examine judges a part of a candidate by its text alone.
func (c *Config) examine(text, shape string) *refusal {
	if len(text) > c.Limits.Candidate {
		return &refusal{why: fmt.Sprintf("%d bytes; the checker takes %d", len(text), c.Limits.Candidate)}
	}
	if r := odd(text); r != nil {
		return r
	}
	for _, in := range []string{"text", "code"} {
		view := text
		if in == "code" {
			var r *refusal
			if view, r = c.Lexis.code(text); r != nil {
				return r
			}
		}
		for i := range c.Assumptions {
			if a := &c.Assumptions[i]; a.In == in {
				if r := a.find(view); r != nil {
					return r
				}
			}
		}
		if in == "code" {
			return c.Lexis.shaped(view, shape)
		}
	}
	return nil
}

// find returns the first use of the assumption.
func (a *Assumption) find(text string) *refusal {
	for _, m := range a.match.FindAllStringSubmatchIndex(text, -1) {
		if len(m) > 2 && m[2] >= 0 && slices.Contains(a.Except, text[m[2]:m[3]]) {
			continue
		}
		return &refusal{why: a.Say, start: m[0], end: m[1], cheat: a.Verdict == "cheated"}
	}
	return nil
}
