package lean

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mask returns a text of the same length whose comments are blank and whose string
// and character literals are quotation marks, so that only code is left. Line breaks
// stay.
func mask(src string) string {
	out := []byte(src)
	blank := func(from, to int, with byte) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = with
			}
		}
	}
	for i := 0; i < len(src); {
		rest := src[i:]
		end := 0
		filler := byte(' ')
		switch {
		case strings.HasPrefix(rest, "--"):
			end = lineEnd(rest)
		case strings.HasPrefix(rest, "/-"):
			end = blockEnd(rest)
		case rest[0] == '"':
			end, filler = stringEnd(rest), '"'
		case rest[0] == '\'' && !identBefore(src, i):
			end, filler = charEnd(rest), '"'
		}
		if end == 0 {
			i++
			continue
		}
		blank(i, i+end, filler)
		i += end
	}
	return string(out)
}

func lineEnd(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

// blockEnd returns the length of the comment that s begins with; comments nest.
func blockEnd(s string) int {
	depth := 0
	for i := 0; i+1 < len(s); i++ {
		switch s[i : i+2] {
		case "/-":
			depth++
			i++
		case "-/":
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

func stringEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// charEnd returns the length of the character literal that s begins with, 0 when it
// is none: a prime also ends names.
func charEnd(s string) int {
	if strings.HasPrefix(s, `'\`) {
		if n := strings.IndexByte(s[min(3, len(s)):min(12, len(s))], '\''); n >= 0 {
			return 3 + n + 1
		}
		return 0
	}
	_, size := utf8.DecodeRuneInString(s[1:])
	if size > 0 && strings.HasPrefix(s[1+size:], "'") && s[1] != '\'' {
		return 1 + size + 1
	}
	return 0
}

func identBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return i > 0 && identRune(r)
}

// identRune reports whether a name may hold the rune, dots aside.
func identRune(r rune) bool {
	return r == '_' || r == '\'' || r == '!' || r == '?' || r == '«' || r == '»' || unicode.IsLetter(r) && r != 'λ' || unicode.IsNumber(r)
}

// word returns the name that s begins with, dots included, empty when there is none.
func word(s string) string {
	quoted := false
	for i, r := range s {
		switch {
		case r == '«':
			quoted = true
		case r == '»':
			quoted = false
		}
		if !quoted && !identRune(r) && r != '.' {
			return strings.TrimRight(s[:i], ".")
		}
	}
	return strings.TrimRight(s, ".")
}

// bracket returns 1 for an opening bracket, -1 for a closing one, else 0.
func bracket(r rune) int {
	switch r {
	case '(', '[', '{', '⟨', '⦃', '⟦', '⌊', '⌈', '⟪':
		return 1
	case ')', ']', '}', '⟩', '⦄', '⟧', '⌋', '⌉', '⟫':
		return -1
	}
	return 0
}
