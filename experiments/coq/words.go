package coq

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// modifiers are the words before the one that says what a sentence does; those that
// are true take a number.
var modifiers = map[string]bool{
	"Local": false, "Global": false, "Polymorphic": false, "Monomorphic": false, "Cumulative": false, "NonCumulative": false,
	"Private": false, "Program": false, "Time": false, "Timeout": true, "Instructions": false,
}

// selectors are the words that select goals before a colon.
var selectors = map[string]bool{"all": true, "par": true}

// Leading returns the word that says what a sentence does, and the word behind it,
// empty when something else follows: of "#[local] Instance foo : T." these are
// Instance and foo. Before it may stand attributes, modifiers such as Local and Time,
// and a goal selector. Where no word stands the head is a symbol, such as ( or {. Words
// that change whether a sentence has an effect, such as Fail and Redirect, are heads
// themselves. The head is empty only if the sentence is.
func Leading(sentence string) (head, next string) {
	i, _ := Blank(sentence, 0)
	if i < len(sentence) && strings.IndexByte("-+*", sentence[i]) >= 0 {
		n := i
		for n < len(sentence) && sentence[n] == sentence[i] {
			n++
		}
		return sentence[i:n], ""
	}
	head, end := headAt(sentence, i)
	i, _ = Blank(sentence, end)
	return head, sentence[i:word(sentence, i)]
}

// brace returns the end of the brace that is, behind nothing but control words, the
// sentence with the head that ends at end: "{", "Time 2: {" or "Fail }".
func brace(text, head string, end int) (int, bool) {
	for {
		switch head {
		case "{", "}":
			return end, true
		case "Fail", "Succeed":
		case "Redirect":
			i, _ := Blank(text, end)
			if i == len(text) || text[i] != '"' {
				return 0, false
			}
			end, _ = quoted(text, i)
		default:
			return 0, false
		}
		i, _ := Blank(text, end)
		head, end = headAt(text, i)
	}
}

// headAt returns the head of the sentence at i, which is no bullet, and its end.
func headAt(text string, i int) (head string, end int) {
	for i < len(text) {
		if strings.HasPrefix(text[i:], "#[") {
			end, ok := bracketed(text, i+1)
			if !ok {
				return text[i : i+1], i + 1
			}
			i, _ = Blank(text, end)
			continue
		}
		if end, ok := selector(text, i); ok {
			i, _ = Blank(text, end)
			continue
		}
		n := word(text, i)
		if n == i {
			_, size := utf8.DecodeRuneInString(text[i:])
			return text[i : i+size], i + size
		}
		number, ok := modifiers[text[i:n]]
		if !ok {
			return text[i:n], n
		}
		i, _ = Blank(text, n)
		if number {
			i, _ = Blank(text, word(text, i))
		}
	}
	return "", i
}

// bracketed returns the end of the brackets that open at i and close within the
// sentence.
func bracketed(text string, i int) (end int, closed bool) {
	for depth := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			if i, closed = quoted(text, i); !closed {
				return len(text), false
			}
			continue
		case opens(text, i):
			if i, closed = comment(text, i); !closed {
				return len(text), false
			}
			continue
		case c == '.' && (i+1 == len(text) || blank[text[i+1]]):
			return i, false
		case c == '[':
			depth++
		case c == ']':
			depth--
		}
		if i++; depth == 0 {
			return i, true
		}
	}
	return len(text), false
}

// selector returns the end of the goal selector at i, its colon included: numbers and
// ranges of them, the name of a goal in brackets, !, all or par.
func selector(text string, i int) (end int, ok bool) {
	switch c := text[i]; {
	case c >= '0' && c <= '9':
		for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == '-' || text[i] == ',') {
			i, _ = Blank(text, i+1)
		}
	case c == '[':
		i, _ = Blank(text, i+1)
		n := word(text, i)
		if n == i {
			return 0, false
		}
		if i, _ = Blank(text, n); i == len(text) || text[i] != ']' {
			return 0, false
		}
		i++
	case c == '!':
		i++
	default:
		n := word(text, i)
		if !selectors[text[i:n]] {
			return 0, false
		}
		i = n
	}
	i, _ = Blank(text, i)
	if i == len(text) || text[i] != ':' || strings.HasPrefix(text[i:], ":=") {
		return 0, false
	}
	return i + 1, true
}

// word returns the end of the identifier or number at i, i when there is none.
func word(text string, i int) int {
	for i < len(text) {
		c := text[i]
		if c < utf8.RuneSelf {
			if !ascii[c] {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return i
		}
		i += size
	}
	return i
}

// ascii are the bytes of identifiers.
var ascii = func() (t [256]bool) {
	for c := range utf8.RuneSelf {
		t[c] = c == '_' || c == '\'' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
	}
	return
}()

// Identifiers yields the identifiers and numbers of a text outside of strings and
// comments. Of a qualified name it yields the parts.
func Identifiers(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(text); {
			switch {
			case text[i] == '"':
				i, _ = quoted(text, i)
			case opens(text, i):
				i, _ = comment(text, i)
			default:
				n := word(text, i)
				if n == i {
					_, size := utf8.DecodeRuneInString(text[i:])
					i += size
					continue
				}
				if !yield(text[i:n]) {
					return
				}
				i = n
			}
		}
	}
}

// Semicolons returns how often a sentence joins two tactics: its semicolons outside of
// strings and comments.
func Semicolons(sentence string) int {
	n := 0
	for i := 0; i < len(sentence); {
		switch {
		case sentence[i] == '"':
			i, _ = quoted(sentence, i)
			continue
		case opens(sentence, i):
			i, _ = comment(sentence, i)
			continue
		case sentence[i] == ';':
			n++
		}
		i++
	}
	return n
}
