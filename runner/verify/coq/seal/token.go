package seal

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/coq"
)

// class of a token
type class uint8

const (
	symbol class = iota // one character, := or =>
	ident               // an identifier of ASCII letters, qualified or not
	number
	quote // a string
	glued // a number and letters, where Coq may see two tokens
)

// token is a word of a sentence, outside of comments.
type token struct {
	class class
	text  string
}

var numeral = regexp.MustCompile(`^(0[xX][0-9a-fA-F]+|[0-9]+([eE][0-9]+)?)$`)

// tokens splits a sentence. It need not agree with Coq about symbols: words are what is
// judged. Where it cannot know it splits more than Coq does, so that a word that Coq
// sees is seen: all characters beyond ASCII are symbols.
func tokens(s string) []token {
	var out []token
	for i := 0; i < len(s); {
		i, _ = coq.Blank(s, i)
		if i == len(s) {
			break
		}
		start := i
		switch c := s[i]; {
		case c == '"':
			i++
			for i < len(s) && s[i] != '"' {
				i++
			}
			i = min(i+1, len(s))
			out = append(out, token{quote, s[start:i]})
		case strings.HasPrefix(s[i:], ":=") || strings.HasPrefix(s[i:], "=>"):
			i += 2
			out = append(out, token{symbol, s[start:i]})
		case letter(c) && c != '\'':
			for i = run(s, i); i+1 < len(s) && s[i] == '.' && letter(s[i+1]) && !digit(s[i+1]); {
				i = run(s, i+1)
			}
			t := token{ident, s[start:i]}
			if digit(c) {
				i = run(s, start)
				t = token{number, s[start:i]}
				if !numeral.MatchString(t.text) {
					t.class = glued
				}
			}
			out = append(out, t)
		default:
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			out = append(out, token{symbol, s[start:i]})
		}
	}
	return out
}

func run(s string, i int) int {
	for i < len(s) && letter(s[i]) {
		i++
	}
	return i
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func letter(c byte) bool {
	return c == '_' || c == '\'' || digit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
