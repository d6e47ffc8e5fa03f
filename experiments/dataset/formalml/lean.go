package formalml

import (
	"strings"
	"unicode"
)

// cut splits a formal statement before its proof. text ends in ":="; inside is the
// proof that stands where "sorry" should, empty where it does; closed is false when
// there was no ":=", which text has all the same.
func cut(statement string) (text, inside string, closed bool) {
	s := strings.TrimSpace(statement)
	if head, ok := strings.CutSuffix(s, "sorry"); ok {
		head = strings.TrimSpace(head)
		if by, ok := strings.CutSuffix(head, "by"); ok && strings.HasSuffix(strings.TrimSpace(by), ":=") {
			head = strings.TrimSpace(by)
		}
		if strings.HasSuffix(head, ":=") {
			return head, "", true
		}
	}
	if strings.HasSuffix(s, ":=") {
		return s, "", true
	}
	last := -1
	for _, i := range assignments(s) {
		last = i
		if rest := strings.TrimSpace(s[i+2:]); rest == "by" || strings.HasPrefix(rest, "by") && unicode.IsSpace(rune(rest[2])) {
			break
		}
	}
	if last < 0 {
		return s + " :=", "", false
	}
	inside = strings.TrimSpace(s[last+2:])
	if inside == "by" {
		inside = ""
	}
	return s[:last+2], inside, true
}

// assignments returns the places of ":=" outside of all brackets.
func assignments(s string) []int {
	var at []int
	depth := 0
	for i, c := range s {
		switch {
		case strings.ContainsRune(opening, c):
			depth++
		case strings.ContainsRune(closing, c):
			depth--
		case c == ':' && depth == 0 && strings.HasPrefix(s[i:], ":="):
			at = append(at, i)
		}
	}
	return at
}

// The brackets of Lean that come in pairs of their own.
const opening, closing = "([{⟨⦃", ")]}⟩⦄"

// balanced reports whether all that is opened is closed. Half-open intervals are not
// written with bare brackets in Lean, so that the brackets of a whole text balance.
func balanced(s string) bool {
	depth := 0
	for _, c := range s {
		switch {
		case strings.ContainsRune(opening, c):
			depth++
		case strings.ContainsRune(closing, c):
			depth--
		}
	}
	return depth <= 0
}

// tactics counts the tactics of a block as the benchmark does: the lines that are
// indented least, and at each ";" outside of brackets one more.
func tactics(block string) int {
	lines := strings.Split(strings.TrimSpace(block), "\n")
	n := 0
	for i, line := range lines {
		if strings.TrimSpace(line) == "" || i > 0 && line[0] == ' ' {
			continue
		}
		n++
		depth := 0
		for j, c := range line {
			switch {
			case strings.ContainsRune(opening, c):
				depth++
			case strings.ContainsRune(closing, c):
				depth--
			case c == ';' && depth == 0 && strings.TrimSpace(line[j+1:]) != "" && (j == 0 || line[j-1] != '<'):
				n++
			}
		}
	}
	return n
}

// hypotheses counts those of a tactic state; ok is false when it shows no goal.
func hypotheses(goal string) (n int, ok bool) {
	before, _, ok := strings.Cut(goal, "⊢")
	if !ok {
		return 0, false
	}
	for line := range strings.Lines(before) {
		if r := []rune(line); len(r) > 0 && !unicode.IsSpace(r[0]) && strings.Contains(line, ":") {
			n += max(1, len(strings.Fields(line[:strings.Index(line, ":")])))
		}
	}
	return n, true
}
