package portfolio

import (
	"regexp"
	"slices"
	"strings"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/record"
	"proofgrid/runner/verify"
)

// missing is how Coq says that it does not know a name.
var missing = regexp.MustCompile(`The (?:reference|variable)\s+(\S+)\s+was\s+not\s+found`)

// repair goes on from the last rejected script. ok is false when its report does not
// say where it failed.
func (w *writer) repair() (proof string, ok bool) {
	failed := map[string]bool{} // sentences that Coq refused
	for _, e := range w.History {
		for _, d := range e.Report.Diagnostics {
			for _, m := range missing.FindAllStringSubmatch(d.Message, -1) {
				w.banned[strings.TrimSuffix(m[1], ".")] = true
			}
			if s, at := failing(e.Candidate.Proof, d); at >= 0 {
				failed[s[at]] = true
			}
		}
	}
	last := w.History[len(w.History)-1]
	if last.Report.Verdict == record.Timeout {
		return w.fresh(w.Sample+len(w.History), true), true
	}
	if len(last.Report.Diagnostics) == 0 {
		return "", false
	}
	d := last.Report.Diagnostics[0]
	if missing.MatchString(d.Message) && len(w.History) == 1 {
		return w.fresh(w.Sample, false), true
	}
	sentences, at := failing(last.Candidate.Proof, d)
	if at < 0 || len(d.Goals) == 0 {
		return "", false
	}
	g := d.Goals[0]
	_, conclusion, found := cutRule(g)
	if !found {
		conclusion = g
	}
	shape := goal(g)
	s := w.site(words(conclusion), shape)
	s.fillers["rewrite"] = append(equalities(shape), s.fillers["rewrite"]...)
	steps := slices.DeleteFunc(scripts.filled("step", s), func(x string) bool { return failed[w.bounded(x)] })
	w.work += int64(len(steps))
	lines := slices.Clone(sentences[:at])
	for i, x := range lines {
		if strings.HasPrefix(x, endsWith) { // what it left open would take all of its time again
			lines[i] = w.quick(s)
		}
	}
	if n := len(steps); n > 0 {
		// Each sample goes another way, the likelier ones more often.
		k := 0
		if w.Sample > 0 {
			k = min(w.rng.IntN(n), w.rng.IntN(n))
		}
		lines = append(lines, w.bounded(steps[k]))
	}
	return finish(append(lines, w.end(s, false))), true
}

// failing returns the sentences of a proof and the place of the one that a diagnostic is
// about, -1 when it does not say.
func failing(proof string, d verify.Diagnostic) (sentences []string, at int) {
	at = -1
	for i, s := range coq.Sentences(proof) {
		sentences = append(sentences, proof[s.Start:s.End])
		if d.End > 0 && s.Start <= d.Start && d.Start < s.End {
			at = i
		}
	}
	if at < 0 && d.Step > 0 && d.Step <= len(sentences) {
		at = d.Step - 1
	}
	return sentences, at
}

// equalities returns the hypotheses that can rewrite.
func equalities(g shape) []string {
	var out []string
	for _, v := range g.variables {
		var s shape
		if s.typed(v.of); equations[s.head] {
			out = append(out, v.name)
		}
	}
	return out
}
