package lean

import (
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/record"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/taxonomy"
)

// Permitted are the axioms that a proof may rest on where a policy says nothing else:
// those of Lean's own library.
var Permitted = []string{"propext", "Classical.choice", "Quot.sound"}

// Sealed is the audit of what Lean itself accepted as a whole file: the candidate holds
// no command that could change what Lean says, its theorem proves the statement that
// stood before it, and the axioms were asked for a declaration that it cannot know.
const Sealed = "sealed"

// SealedByServer is that of a kimina server, which tells neither how Lean ended nor
// reads the file anew: it is as strong as the server is honest.
const SealedByServer = "sealed, on the server's word"

const system = "lean" // names the rules of the taxonomy

const lexical = "lexical" // the audit of a candidate that was not given to Lean

// class is how far a candidate came that got a message. The first entry of classes that
// fits decides.
type class struct {
	signals verify.Signals
	kinds   []string // Lean's kinds, in part
	begins  []string
	holds   []string
}

var classes = []class{
	{signals: verify.Signals{Syntax: true}, kinds: []string{"unknownIdentifier"},
		begins: []string{"unknown identifier", "Unknown identifier", "unknown constant", "Unknown constant", "unknown namespace", "unknown free variable", "invalid field", "Invalid field"}},
	{begins: []string{"unexpected ", "expected ", "unterminated ", "unknown tactic", "<input>", "missing end of", "invalid 'end'"}, holds: []string{"; expected "}},
	{signals: verify.Signals{Syntax: true, Type: true}, kinds: []string{"unsolvedGoals", "hasSorry"}, begins: []string{"unsolved goals", "declaration uses"}},
	{signals: verify.Signals{Syntax: true}, begins: []string{"type mismatch", "Type mismatch", "Application type mismatch", "application type mismatch", "failed to synthesize", "function expected", "Function expected", "type expected", "stuck at solving", "typeclass instance problem", "don't know how to synthesize"},
		holds: []string{"but is expected to have type"}},
	{signals: verify.Signals{Syntax: true, Type: true}, holds: []string{"tactic '", "Tactic `", "failed", "made no progress", "linarith", "omega could not", "no goals", "did not find"}},
	{signals: verify.Signals{Syntax: true}},
}

func classify(m *message) class {
	for _, c := range classes {
		kind := func(k string) bool { return strings.Contains(m.Kind, k) }
		begins := func(p string) bool { return strings.HasPrefix(m.Data, p) }
		holds := func(p string) bool { return strings.Contains(m.Data, p) }
		if slices.ContainsFunc(c.kinds, kind) || slices.ContainsFunc(c.begins, begins) || slices.ContainsFunc(c.holds, holds) || len(c.kinds)+len(c.begins)+len(c.holds) == 0 {
			return c
		}
	}
	return class{}
}

// What one candidate can write into the tables is bounded.
const (
	maxDiagnostics = 50
	maxMessage     = 8 << 10 // bytes
)

// endings that are not Lean's own.
var endings = map[ending]struct {
	kind    string
	verdict record.Verdict
}{
	late:     {"limit", record.Timeout},
	flooded:  {"output", record.Rejected},
	broken:   {"broken", record.Rejected},
	unserved: {"not checked", record.InfrastructureError},
}

// refused is the report on a candidate that Lean does not see.
func refused(r *refusal) verify.Report {
	rep := verify.Report{Verdict: record.Rejected, Audit: lexical, Category: taxonomy.Other,
		Diagnostics: []verify.Diagnostic{{Kind: "refused", Message: r.why, Start: r.start, End: r.end}}}
	if r.cheat {
		rep.Verdict = record.Cheated
	}
	return rep
}

// judge turns what Lean said about a file into a report. permitted are the axioms,
// audit is how strong the door is.
func judge(f *file, a *answer, permitted []string, audit string) verify.Report {
	rep := verify.Report{Verdict: record.Rejected, Audit: audit, Start: a.start, Check: a.check}
	if a.ending != read {
		end := endings[a.ending]
		rep.Verdict, rep.Signals.Syntax = end.verdict, end.verdict != record.InfrastructureError
		rep.Category = taxonomy.Other
		rep.Diagnostics = []verify.Diagnostic{{Kind: end.kind, Message: cut(a.detail)}}
		return rep
	}
	found := a.failed
	for i := range a.messages {
		m := &a.messages[i]
		if !m.isError() {
			continue
		}
		found = true
		if len(rep.Diagnostics) == maxDiagnostics {
			break
		}
		if d := f.diagnostic(m); len(rep.Diagnostics) == 0 || !slices.ContainsFunc(rep.Diagnostics, func(e verify.Diagnostic) bool {
			return e.Message == d.Message && e.Start == d.Start && e.End == d.End
		}) {
			rep.Diagnostics = append(rep.Diagnostics, d)
		}
	}
	slices.SortStableFunc(rep.Diagnostics, func(a, b verify.Diagnostic) int { return a.Start - b.Start })
	if found {
		f.grade(&rep, a)
		rep.Category = taxonomy.Other
		if len(rep.Diagnostics) > 0 {
			rep.Category = taxonomy.Classify(system, rep.Diagnostics[0])
		}
		return rep
	}
	rep.Signals = verify.Signals{Syntax: true, Type: true, Progress: true}
	fail := func(verdict record.Verdict, d verify.Diagnostic) verify.Report {
		rep.Verdict, rep.Diagnostics, rep.Category = verdict, []verify.Diagnostic{d}, taxonomy.Classify(system, d)
		return rep
	}
	axioms, err := f.axioms(a)
	if err != nil {
		return fail(record.Cheated, verify.Diagnostic{Kind: "seal", Message: err.Error()})
	}
	slices.Sort(axioms)
	rep.Axioms = axioms
	if d, open := f.hole(a); open || slices.Contains(axioms, "sorryAx") {
		return fail(record.Rejected, d)
	}
	for _, x := range axioms {
		if !slices.Contains(permitted, x) {
			rep.Signals.Complete = true
			return fail(record.Cheated, verify.Diagnostic{Kind: "axiom policy", Label: x, Message: fmt.Sprintf("the proof rests on %s, which the policy does not permit", x)})
		}
	}
	rep.Verdict, rep.Signals.Complete = record.Proved, true
	return rep
}

// grade fills the signals of a candidate that has errors.
func (f *file) grade(rep *verify.Report, a *answer) {
	first := -1
	signals := verify.Signals{Syntax: true, Type: true, Progress: true}
	for i := range a.messages {
		m := &a.messages[i]
		if !m.isError() {
			continue
		}
		c := classify(m)
		signals.Syntax = signals.Syntax && c.signals.Syntax
		signals.Type = signals.Type && c.signals.Type
		if m.Pos == nil {
			continue
		}
		if at := f.offset(*m.Pos); first < 0 || at < first {
			first = at
		}
	}
	signals.Type = signals.Type && signals.Syntax
	// What fails at its first step has reduced nothing.
	signals.Progress = signals.Syntax && first >= 0 && strings.Count(strings.TrimSpace(f.text[f.proof[0]:min(max(first, f.proof[0]), f.proof[1])]), "\n") > 0
	rep.Signals = signals
}

// diagnostic is a message with its span in the candidate's proof.
func (f *file) diagnostic(m *message) verify.Diagnostic {
	d := verify.Diagnostic{Kind: m.Kind, Message: cut(m.Data)}
	if d.Kind == "" || d.Kind == "[anonymous]" {
		d.Kind = m.Severity
	}
	if rest, ok := strings.CutPrefix(m.Data, "unsolved goals\n"); ok {
		for goal := range strings.SplitSeq(rest, "\n\n") {
			if len(d.Goals) < maxDiagnostics {
				d.Goals = append(d.Goals, cut(goal))
			}
		}
	}
	if m.Pos == nil {
		return d
	}
	if m.Pos.Line == f.sealed-1 {
		d.Kind = "seal" // what was proved is another statement
	}
	start := f.offset(*m.Pos)
	end := start
	if m.EndPos != nil {
		end = f.offset(*m.EndPos)
	}
	d.Start, d.End = f.span(start, end)
	return d
}

// span moves a place in the file to one in the candidate's proof, 0, 0 when it lies
// outside.
func (f *file) span(start, end int) (int, int) {
	if start < f.proof[0] || start > f.proof[1] {
		return 0, 0
	}
	end = min(max(end, start), f.proof[1])
	return before(start-f.proof[0], f.edits), before(end-f.proof[0], f.edits)
}

// axioms finds the answer to the question at the file's end. Only a message at that
// very place is one, and there must be one alone.
func (f *file) axioms(a *answer) ([]string, error) {
	var found *message
	for i := range a.messages {
		m := &a.messages[i]
		if m.Pos == nil || m.Pos.Line != f.sealed || m.Pos.Column != 0 || m.Severity != "info" && m.Severity != "information" {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("the question for the axioms has more than one answer")
		}
		found = m
	}
	if found == nil {
		return nil, fmt.Errorf("the question for the axioms, which stands behind the proof, was not answered")
	}
	return parseAxioms(found.Data, f.answer)
}

// hole finds a sorry in the candidate.
func (f *file) hole(a *answer) (verify.Diagnostic, bool) {
	d := verify.Diagnostic{Kind: "hasSorry", Message: "the proof uses sorry"}
	inside := func(p *position) (int, bool) {
		if p == nil {
			return 0, false
		}
		at := f.offset(*p)
		return at, at >= f.lemmas[0]
	}
	for _, h := range a.holes {
		if at, in := inside(h.Pos); in {
			d.Start, d.End = f.span(at, at)
			if h.EndPos != nil {
				d.Start, d.End = f.span(at, f.offset(*h.EndPos))
			}
			if h.Goal != "" {
				d.Goals = []string{cut(h.Goal)}
			}
			return d, true
		}
	}
	for _, m := range a.messages {
		if at, in := inside(m.Pos); in && m.Kind == "hasSorry" {
			d.Start, d.End = f.span(at, at)
			return d, true
		}
	}
	return d, false
}

func cut(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= maxMessage {
		return s
	}
	return strings.ToValidUTF8(s[:maxMessage], "") + " …"
}
