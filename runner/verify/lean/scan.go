package lean

import (
	"errors"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind of a token. Comments and white space are none.
type kind int

const (
	word   kind = iota // a name with its dots, or a keyword
	hash               // # and the word behind it
	symbol             // one character
	number
	text // a string or character literal
)

type token struct {
	kind       kind
	text       string
	start, end int
	line       int // of the text, from 0
	column     int // of the text, in characters
	first      bool
}

var (
	errComment = errors.New("a comment is not closed")
	errString  = errors.New("a string is not closed")
	// Lean's later versions take more letters for parts of names than its earlier ones,
	// and a quotation mark behind one belongs to the name or begins a character.
	errQuote = errors.New("a ' stands behind a letter that belongs to names in some versions of Lean alone")
)

// scan splits code into tokens as Lean's own tokenizer does. Which characters make a
// name is taken from Lean's definitions (isIdFirst and isIdRest), because a wider
// notion would hide a keyword behind a letter that Lean takes for a symbol.
func scan(code string) ([]token, error) {
	var out []token
	line, lineStart, first := 0, 0, true
	for i := 0; i < len(code); {
		r, size := utf8.DecodeRuneInString(code[i:])
		n, k := size, symbol
		switch rest := code[i:]; {
		case r == '\n':
			line, lineStart, first = line+1, i+1, true
			i++
			continue
		case r == ' ' || r == '\t' || r == '\r':
			i++
			continue
		case strings.HasPrefix(rest, "--"):
			i += upTo(rest, "\n")
			continue
		case strings.HasPrefix(rest, "/-"):
			n = comment(rest)
			if n < 0 {
				return nil, errComment
			}
			if nl := strings.LastIndexByte(rest[:n], '\n'); nl >= 0 {
				line, lineStart = line+strings.Count(rest[:n], "\n"), i+nl+1
			}
			i += n
			continue
		case r == '"':
			n, k = quoted(rest), text
		case r == 'r' && rawString(rest) != 0:
			n, k = rawString(rest), text
		case r == '\'' && behindLetter(code[:i]):
			return nil, errQuote
		case r == '\'' && character(rest) > 0:
			n, k = character(rest), text
		case r == '«' || idFirst(r):
			n, k = name(rest), word
		case r >= '0' && r <= '9':
			n, k = digits(rest), number
		case r == '#' && len(rest) > 1 && (rest[1] < utf8.RuneSelf && idFirst(rune(rest[1]))):
			n, k = 1+name(rest[1:]), hash
		}
		if n < 0 {
			return nil, errString
		}
		t := token{kind: k, text: code[i : i+n], start: i, end: i + n, line: line, column: utf8.RuneCountInString(code[lineStart:i]), first: first}
		out, first = append(out, t), false
		if nl := strings.LastIndexByte(t.text, '\n'); nl >= 0 {
			line, lineStart = line+strings.Count(t.text, "\n"), i+nl+1
		}
		i += n
	}
	return out, nil
}

func upTo(s, end string) int {
	if n := strings.Index(s, end); n >= 0 {
		return n
	}
	return len(s)
}

// comment returns the length of the comment that s begins with, -1 when it does not
// end. Comments nest.
func comment(s string) int {
	depth := 0
	for i := 0; i+1 < len(s); {
		switch s[i : i+2] {
		case "/-":
			depth++
			i += 2
		case "-/":
			depth--
			i += 2
			if depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return -1
}

func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// rawString returns the length of a literal such as r#"…"#, 0 when s begins with none
// and -1 when it does not end.
func rawString(s string) int {
	hashes := 0
	for 1+hashes < len(s) && s[1+hashes] == '#' {
		hashes++
	}
	open := 1 + hashes
	if open >= len(s) || s[open] != '"' {
		return 0
	}
	end := strings.Index(s[open+1:], `"`+strings.Repeat("#", hashes))
	if end < 0 {
		return -1
	}
	return open + 1 + end + 1 + hashes
}

// character returns the length of the character literal that s begins with, 0 when it
// is none.
func character(s string) int {
	if len(s) < 3 {
		return 0
	}
	if s[1] == '\\' {
		return len(escaped.FindString(s))
	}
	_, size := utf8.DecodeRuneInString(s[1:])
	if s[1] != '\'' && strings.HasPrefix(s[1+size:], "'") {
		return 1 + size + 1
	}
	return 0
}

// name returns the length of the name that s begins with, dots included.
func name(s string) int {
	i := 0
	for {
		if strings.HasPrefix(s[i:], "«") {
			n := strings.Index(s[i:], "»")
			if n < 0 || strings.ContainsRune(s[i:i+n], '\n') {
				return i + len("«")
			}
			i += n + len("»")
		} else {
			for i < len(s) {
				r, size := utf8.DecodeRuneInString(s[i:])
				if !idRest(r) {
					break
				}
				i += size
			}
		}
		if i+1 >= len(s) || s[i] != '.' {
			return i
		}
		if r, _ := utf8.DecodeRuneInString(s[i+1:]); r != '«' && !idFirst(r) {
			return i
		}
		i++
	}
}

var escaped = regexp.MustCompile(`^'\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^xu\n])'`)

// behindLetter reports whether a text ends with a letter that is no part of a name here.
func behindLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

func digits(s string) int {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

func idFirst(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || letterLike(r)
}

func idRest(r rune) bool {
	return idFirst(r) || r >= '0' && r <= '9' || r == '\'' || r == '!' || r == '?' || subscript(r)
}

func letterLike(r rune) bool {
	return r >= 0x3b1 && r <= 0x3c9 && r != 'λ' || r >= 0x391 && r <= 0x3a9 && r != 'Π' && r != 'Σ' ||
		r >= 0x3ca && r <= 0x3fb || r >= 0x1f00 && r <= 0x1ffe || r >= 0x2100 && r <= 0x214f || r >= 0x1d49c && r <= 0x1d59f
}

func subscript(r rune) bool {
	return r >= 0x2080 && r <= 0x2089 || r >= 0x2090 && r <= 0x209c || r >= 0x1d62 && r <= 0x1d6a || r == 0x2c7c
}

// bracket returns 1 for an opening bracket, -1 for a closing one, else 0.
func bracket(t token) int {
	if t.kind != symbol {
		return 0
	}
	switch t.text {
	case "(", "[", "{", "⟨", "⦃", "⟦", "⟪":
		return 1
	case ")", "]", "}", "⟩", "⦄", "⟧", "⟫":
		return -1
	}
	return 0
}
