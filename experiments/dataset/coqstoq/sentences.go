package coqstoq

import (
	"strings"
	"unicode"
)

// sentence is a command of a Coq file: the bytes from start to end, the full stop
// included, and its first word behind attributes and the like.
type sentence struct {
	start, end int
	word       string
}

// sentences splits a Coq file. A sentence ends at a full stop before white space;
// bullets and braces are sentences of their own. Comments nest and may stand anywhere;
// those between sentences belong to none.
func sentences(text string) []sentence {
	var out []sentence
	for i := 0; i < len(text); {
		if n := skip(text[i:]); n > 0 {
			i += n
			continue
		}
		start := i
		if strings.IndexByte("-+*{}", text[i]) >= 0 {
			for i++; i < len(text) && text[i] == text[start] && text[i] != '{' && text[i] != '}'; i++ {
			}
			out = append(out, sentence{start, i, text[start:i]})
			continue
		}
		for i < len(text) {
			if n := skip(text[i:]); n > 0 {
				i += n
				continue
			}
			if text[i] != '.' {
				i++
				continue
			}
			dots := i
			for i < len(text) && text[i] == '.' {
				i++
			}
			if (i == len(text) || isSpace(text[i])) && i-dots != 2 { // "x .. y" is a notation
				break
			}
		}
		out = append(out, sentence{start, i, firstWord(text[start:i])})
	}
	return out
}

// skip returns the length of the white space, the comment or the string with which a
// text begins. One that is not closed goes to the end. Strings hold no full stops, and
// a quote inside one is doubled, which reads as two strings.
func skip(text string) int {
	switch {
	case isSpace(text[0]):
		return 1
	case text[0] == '"':
		if end := strings.IndexByte(text[1:], '"'); end >= 0 {
			return end + 2
		}
		return len(text)
	case strings.HasPrefix(text, "(*"):
		depth, i := 1, 2
		for i < len(text) && depth > 0 {
			switch {
			case strings.HasPrefix(text[i:], "(*"):
				depth, i = depth+1, i+2
			case strings.HasPrefix(text[i:], "*)"):
				depth, i = depth-1, i+2
			case text[i] == '"': // "*)" in a string closes nothing
				end := strings.IndexByte(text[i+1:], '"')
				if end < 0 {
					return len(text)
				}
				i += end + 2
			default:
				i++
			}
		}
		return i
	}
	return 0
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

// modifiers stand before the word that says what a sentence does.
var modifiers = map[string]bool{
	"Local": true, "Global": true, "Polymorphic": true, "Monomorphic": true, "Program": true, "Cumulative": true,
	"NonCumulative": true, "Private": true, "Time": true,
}

// firstWord returns the first word of a sentence that is no attribute or modifier.
func firstWord(s string) string {
	word, _ := leading(s)
	return word
}

// leading returns the word that says what a sentence does and the next one.
func leading(s string) (first, second string) {
	for len(s) > 0 {
		if n := skip(s); n > 0 {
			s = s[n:]
			continue
		}
		if strings.HasPrefix(s, "#[") {
			end := strings.IndexByte(s, ']')
			if end < 0 {
				return first, ""
			}
			s = s[end+1:]
			continue
		}
		n := strings.IndexFunc(s, func(r rune) bool { return !identifier(r) })
		if n == 0 {
			return first, ""
		}
		if n < 0 {
			n = len(s)
		}
		switch w := s[:n]; {
		case first != "":
			return first, w
		case !modifiers[w]:
			first = w
		}
		s = s[n:]
	}
	return first, ""
}

func identifier(r rune) bool {
	return r == '_' || r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}
