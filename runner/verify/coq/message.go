package coq

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Kinds of errors, by what Coq says. They are for people and for the taxonomy's rules:
// no verdict rests on them but that of memory.
const (
	syntax     = "syntax"
	reference  = "reference"
	typing     = "type"
	unify      = "unification"
	unfinished = "incomplete"
	bullet     = "focus"
	universes  = "universe inconsistency"
	memory     = "memory"
	stack      = "stack"
	anomaly    = "anomaly"
	tactic     = "tactic"
)

// signs are looked for in this order.
var signs = []struct {
	kind string
	sign *regexp.Regexp
}{
	{syntax, regexp.MustCompile(`^(Syntax error|Syntax Error|Lexer|Unknown interpretation for notation)`)},
	{memory, regexp.MustCompile(`^Out of memory`)},
	{stack, regexp.MustCompile(`^Stack overflow`)},
	{anomaly, regexp.MustCompile(`^Anomaly`)},
	{universes, regexp.MustCompile(`Universe inconsistency|universe inconsistency`)},
	{reference, regexp.MustCompile(`(?s)^(The (reference|variable)\s.*was not found|No such (hypothesis|assumption|goal)|Cannot find|Unbound)`)},
	{unfinished, regexp.MustCompile(`Attempt to save an incomplete proof|There are unfocused goals|still unresolved|shelved`)},
	{bullet, regexp.MustCompile(`^(\[Focus\]|Wrong bullet|This proof is focused|No focused proof|The proof is not fully unfocused)|bullet`)},
	{typing, regexp.MustCompile(`(?s)(The term .*has type .*while it is expected to have type|Illegal application|Cannot infer|is not convertible|has type.*not be a function)`)},
	{unify, regexp.MustCompile(`(?i)unable to unify|cannot unify|not unifiable|no matching clauses|found no subterm`)},
}

func classify(text string) string {
	for _, s := range signs {
		if s.sign.MatchString(text) {
			return s.kind
		}
	}
	return tactic
}

// maxMessage bounds a diagnostic: a term may be as long as all that Coq may print.
const maxMessage = 8 << 10

// shorten makes text of Coq fit for a table.
func shorten(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= maxMessage {
		return s
	}
	s = s[:maxMessage]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s + "…"
}

// maxGoals is how many goals a diagnostic shows.
const maxGoals = 8

var nextGoal = regexp.MustCompile(`(?m)^goal \d+ (\(ID \d+\) )?is:$`)

// goals takes apart what Show prints: how many goals there are, the first with its
// hypotheses, the conclusions of the others.
func goals(shown string) []string {
	count, rest, ok := strings.Cut(shown, "\n")
	if !ok || !strings.Contains(count, "goal") {
		return nil
	}
	var out []string
	for _, g := range nextGoal.Split(rest, maxGoals+1) {
		if g = strings.TrimSpace(g); g != "" && len(out) < maxGoals {
			out = append(out, shorten(g))
		}
	}
	return out
}
