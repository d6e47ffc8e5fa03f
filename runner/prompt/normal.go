package prompt

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"proofgrid/experiments/task"
)

// Normal gives a proof the form in which it stands behind the task's statement.
//
//   - lean: behind a statement that ends in ":= by" the tactics alone, behind ":="
//     what follows that, else with ":=". A proof that begins with where or | keeps
//     its form; one that begins with neither := nor by nor what only a term begins
//     with (fun, λ, ⟨, @, a parenthesis) is taken for tactics. Columns are kept;
//     comments before all that are not.
//   - coq: as it is when it has a Qed, Defined, Admitted, Abort or Save, else with
//     "Qed." after it, and "Proof." before it unless it has one, comments aside.
//   - metamath: without "$=" and "$.".
//
// Blank lines around it go; for other systems this is all.
func Normal(proof string, t *task.Task) string {
	proof = trim(proof)
	if proof == "" {
		return ""
	}
	switch t.System {
	case "lean":
		return lean(proof, strings.TrimRightFunc(t.Text, unicode.IsSpace))
	case "coq":
		return coq(strings.TrimSpace(proof))
	case "metamath":
		return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(proof), "$=")), "$."))
	}
	return proof
}

// trim drops blank lines at both ends and the white space of the last line; the
// indentation of the first line stays, since Lean's layout reads it.
func trim(s string) string {
	s = strings.TrimRightFunc(s, unicode.IsSpace)
	for {
		line, rest, more := strings.Cut(s, "\n")
		if !more || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}

// word reports whether s begins with the word w, and returns what follows it.
func word(s, w string) (string, bool) {
	rest, ok := strings.CutPrefix(s, w)
	r, _ := utf8.DecodeRuneInString(rest)
	return rest, ok && (rest == "" || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_'.", r))
}

func lean(proof, text string) string {
	body := leanCode(proof)
	if _, ok := word(body, "where"); ok || strings.HasPrefix(body, "|") {
		return body
	}
	rest, assigned := strings.CutPrefix(body, ":=")
	rest = leanCode(rest)
	tactics, isTactics := word(rest, "by")
	if !isTactics && !assigned && !leanTerm(rest) {
		tactics, isTactics = rest, true
	}
	behindBy := strings.HasSuffix(strings.Join(strings.Fields(tail(text)), " "), ":= by")
	switch {
	case strings.TrimSpace(rest) == "" || isTactics && strings.TrimSpace(tactics) == "":
		return ""
	case behindBy && isTactics:
		return trim(block(proof, tactics))
	case behindBy:
		return "exact " + rest
	case isTactics:
		rest = "by" + block(proof, tactics)
	}
	if strings.HasSuffix(text, ":=") {
		return rest
	}
	return ":= " + rest
}

// leanCode returns what follows the white space and the comments at the beginning of
// a text: the first word of a proof tells its form.
func leanCode(s string) string {
	for {
		s = strings.TrimLeftFunc(s, unicode.IsSpace)
		switch {
		case strings.HasPrefix(s, "--"):
			_, s, _ = strings.Cut(s, "\n")
		case strings.HasPrefix(s, "/-"):
			_, s = comment(s, "/-", "-/")
		default:
			return s
		}
	}
}

// comment splits a text that begins with a comment behind it. Comments nest; one that
// is not closed goes to the end.
func comment(s, open, end string) (inside, after string) {
	depth := 0
	for i := 0; i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], open):
			depth, i = depth+1, i+len(open)
		case strings.HasPrefix(s[i:], end):
			depth, i = depth-1, i+len(end)
		default:
			i++
		}
		if depth == 0 {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// tail is the end of a text, enough to hold its last two words.
func tail(s string) string { return s[max(0, len(s)-64):] }

// leanTerm reports whether a proof begins as only a term does.
func leanTerm(s string) bool {
	for _, w := range []string{"fun", "λ"} {
		if _, ok := word(s, w); ok {
			return true
		}
	}
	return strings.HasPrefix(s, "⟨") || strings.HasPrefix(s, "@") || strings.HasPrefix(s, "(")
}

// block lays tactics, the end of the proof, out behind a "by": a single tactic on
// its line, several on lines of their own that keep their columns to each other,
// which Lean reads, and none at the margin, which would end the block.
func block(proof, tactics string) string {
	first, rest, more := strings.Cut(tactics, "\n")
	switch {
	case !more:
		return " " + strings.TrimSpace(tactics)
	case strings.TrimSpace(first) != "":
		before := proof[:len(proof)-len(strings.TrimLeft(tactics, " \t"))]
		column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
		rest = strings.Repeat(" ", column) + strings.TrimLeft(first, " \t") + "\n" + rest
	}
	rest = trim(rest)
	for line := range strings.Lines(rest) {
		if r, _ := utf8.DecodeRuneInString(line); !unicode.IsSpace(r) {
			rest = "  " + strings.ReplaceAll(rest, "\n", "\n  ")
			break
		}
	}
	return "\n" + rest
}

var (
	coqBegin = regexp.MustCompile(`\bProof\b`)
	coqEnd   = regexp.MustCompile(`\b(Qed|Defined|Admitted|Abort|Save)\s*\.`)
)

func coq(proof string) string {
	code := coqCode(proof)
	if coqEnd.MatchString(code) {
		return proof
	}
	if !coqBegin.MatchString(code) {
		proof = "Proof.\n" + proof
	}
	return proof + "\nQed."
}

// coqCode returns a text with a blank for each comment.
func coqCode(s string) string {
	var code strings.Builder
	for {
		before, _, found := strings.Cut(s, "(*")
		code.WriteString(before)
		if !found {
			return code.String()
		}
		_, s = comment(s[len(before):], "(*", "*)")
		code.WriteByte(' ')
	}
}

// afterStatement finds the task's statement in a proof, whatever the white space,
// and returns the text before it, without the task's preamble, and after it.
func afterStatement(proof string, t *task.Task) (before, after string, ok bool) {
	wanted, _ := squeeze(ownStatement(t))
	if wanted == "" {
		return "", "", false
	}
	hay, places := squeeze(proof)
	at := strings.Index(hay, wanted)
	if at < 0 {
		return "", "", false
	}
	start, end := places[at], len(proof)
	if at+len(wanted) < len(places) {
		end = places[at+len(wanted)]
	}
	after = proof[end:]
	if !begins(after, t.System) {
		return "", "", false
	}
	before = proof[:start]
	if pre, _ := squeeze(t.Preamble); pre != "" && strings.HasPrefix(hay, pre) && len(pre) <= at {
		before = proof[places[len(pre)]:start]
	}
	// Lean's layout needs to know in which column the proof begins.
	column := utf8.RuneCountInString(proof[strings.LastIndexByte(proof[:end], '\n')+1 : end])
	return strings.TrimSpace(before), strings.Repeat(" ", column) + after, true
}

// ownStatement is what a proof that repeats the statement has of it.
func ownStatement(t *task.Task) string {
	if t.Text == "" {
		if t.System == "metamath" {
			return t.Name + " $p " + t.Statement
		}
		return ""
	}
	s := strings.TrimSpace(t.Text)
	if t.System == "lean" {
		if head, ok := strings.CutSuffix(s, "by"); ok && strings.HasSuffix(strings.TrimSpace(head), ":=") {
			s = strings.TrimSpace(head)
		}
		s = strings.TrimSpace(strings.TrimSuffix(s, ":="))
	}
	return s
}

// begins reports whether a proof can begin so behind a repeated statement.
func begins(after, system string) bool {
	after = strings.TrimSpace(after)
	switch system {
	case "lean":
		return strings.HasPrefix(after, ":=") || strings.HasPrefix(after, "where") || strings.HasPrefix(after, "|")
	case "metamath":
		return strings.HasPrefix(after, "$=")
	}
	return true
}

// squeeze returns a text without its white space and the place of each byte.
func squeeze(s string) (string, []int) {
	b := make([]byte, 0, len(s))
	places := make([]int, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsSpace(r) {
			for k := range n {
				b, places = append(b, s[i+k]), append(places, i+k)
			}
		}
		i += n
	}
	return string(b), places
}

// notes are remarks on an answer.
type notes struct{ list []string }

func (n *notes) add(format string, args ...any) {
	n.list = append(n.list, fmt.Sprintf(format, args...))
}

func (n *notes) String() string { return strings.Join(n.list, "; ") }
