package lean

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Split divides a theorem into its statement and its proof, which begins with :=, where
// or |. The proof is empty when there is none; a := at the very end is no proof and is
// cut off. Both are trimmed.
func Split(theorem string) (statement, proof string) {
	at := separator(mask(theorem))
	if at < 0 {
		return strings.TrimSpace(theorem), ""
	}
	statement, proof = strings.TrimSpace(theorem[:at]), strings.TrimSpace(theorem[at:])
	if proof == ":=" || proof == "where" {
		proof = ""
	}
	return statement, proof
}

// binders of values inside of statements, each with a := or ← of its own.
var letWords = []string{"let", "letI", "let_fun", "have", "haveI"}

// separator returns where the proof begins in masked text, -1 when there is none.
func separator(code string) int {
	depth, lets := 0, 0
	colon, matching, lineStart := false, false, true
	for i := 0; i < len(code); {
		r, size := utf8.DecodeRuneInString(code[i:])
		if w := word(code[i:]); w != "" && r != '.' {
			if depth <= 0 {
				switch {
				case slices.Contains(letWords, w):
					lets++
				case w == "match":
					matching = true
				case w == "where":
					return i
				}
			}
			i, lineStart = i+len(w), false
			continue
		}
		depth += bracket(r)
		if depth <= 0 {
			switch {
			case strings.HasPrefix(code[i:], ":="):
				if lets == 0 {
					return i
				}
				lets--
				i++
			case r == '←' && lets > 0:
				lets--
			case r == ':':
				colon = true
			case r == '|' && colon && !matching && isArm(code[i+1:], lineStart):
				return i
			}
		}
		lineStart = r == '\n' || lineStart && (r == ' ' || r == '\t' || r == '\r')
		i += size
	}
	return -1
}

// isArm reports whether the code behind a bar is an arm of a pattern match: => follows
// before the next line that begins with a bar, or, inside of a line, before the next
// bar, which tells it from an absolute value.
func isArm(code string, lineStart bool) bool {
	pattern, _, found := strings.Cut(code, "=>")
	if !lineStart {
		return found && !strings.ContainsAny(pattern, "|\n") && strings.HasPrefix(pattern, " ")
	}
	for n, line := range strings.Split(pattern, "\n") {
		if n > 0 && strings.HasPrefix(strings.TrimLeft(line, " \t"), "|") {
			return false
		}
	}
	return found
}

// Elide returns a definition with each of its tactic blocks replaced by sorry, and how
// many it replaced. Terms stay, also those that prove something.
func Elide(definition string) (string, int) {
	code := mask(definition)
	var b strings.Builder
	done, n, depth := 0, 0, 0
	for i := 0; i < len(code); {
		w := word(code[i:])
		switch {
		case w == "by" || w == "decreasing_by":
			end := blockEndOf(code, i, len(w), depth > 0)
			block := strings.TrimSpace(code[i+len(w) : end])
			if block != "sorry" && block != "admit" {
				b.WriteString(definition[done:i] + w + " sorry")
				done = end
				n++
			}
			i = end
		case w != "":
			i += len(w)
		default:
			r, size := utf8.DecodeRuneInString(code[i:])
			depth = max(0, depth+bracket(r))
			i += size
		}
	}
	b.WriteString(definition[done:])
	return b.String(), n
}

// quantifiers bind up to a comma.
const quantifiers = "∀∃∑∏∫⋃⋂⨆⨅"

// blockEndOf returns where the tactic block ends that begins with the word of that
// length at start. inside: a bracket is open around it.
func blockEndOf(code string, start, length int, inside bool) int {
	i := start + length
	limit := indent(code, start) + 1
	if first := strings.TrimLeft(code[i:i+lineEnd(code[i:])], " \t\r"); first == "" {
		limit = 0 // the next line says how far the block is indented
	}
	depth, bound, end := 0, 0, i
	for i < len(code) {
		r, size := utf8.DecodeRuneInString(code[i:])
		switch {
		case r == '\n':
			column, blank := lineIndent(code[i+1:])
			switch {
			case blank:
			case limit == 0:
				limit = max(1, column)
			case column < limit:
				return end
			}
		case bracket(r) > 0:
			depth++
		case bracket(r) < 0:
			if depth--; depth < 0 {
				return end
			}
		case depth == 0 && strings.ContainsRune(quantifiers, r):
			bound++
		case r == ',' && depth == 0 && bound > 0:
			bound--
		case r == ',' && depth == 0 && inside:
			return end
		}
		i += size
		if r != ' ' && r != '\t' && r != '\r' && r != '\n' {
			end = i
		}
	}
	return end
}

// indent returns the indentation of the line that holds position i.
func indent(code string, i int) int {
	n, _ := lineIndent(code[strings.LastIndexByte(code[:i], '\n')+1:])
	return n
}

func lineIndent(s string) (column int, blank bool) {
	line := s[:lineEnd(s)]
	rest := strings.TrimLeft(line, " \t")
	return len(line) - len(rest), strings.TrimSpace(rest) == ""
}

// Uses reports whether a word stands in the code, comments and strings aside.
func Uses(code, name string) bool {
	code = mask(code)
	for i := 0; i < len(code); {
		w := word(code[i:])
		if w == name {
			return true
		}
		_, size := utf8.DecodeRuneInString(code[i:])
		i += max(size, len(w))
	}
	return false
}
