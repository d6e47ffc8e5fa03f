package reports

import (
	"encoding/json"
	"slices"
	"strings"

	"proofgrid/experiments/regime"
	"proofgrid/reports/analysis"
	"proofgrid/reports/md"
)

// term is a word of the report with what it means.
type term struct{ name, meaning string }

var regimeTerms = []struct {
	kind regime.Kind
	term
}{
	{regime.None, term{"none", "only the statement and the notations that it needs"}},
	{regime.Curated, term{"curated", "exactly the premises that the known proof cites and the definitions that the statements need, proofs left out: an oracle, since it is read from the answer"}},
	{regime.Full, term{"full", "every statement before the theorem, proofs left out"}},
	{regime.Retrieved, term{"retrieved-M", "M premises, ranked by BM25 on the symbols of the statement"}},
	{regime.SameFile, term{"same-file", "the statements before the theorem in its file"}},
	{regime.SameSection, term{"same-section", "the statements before the theorem in its section or repository"}},
}

var (
	injectTerm = term{"+inject", "the cited premises stand among the M: an oracle"}
	windowTerm = term{"@N", "what does not fit N tokens is dropped; full drops the cited premises last, which makes it an oracle in part"}
)

var modelTerms = []term{
	{"search", "best-first backward search over the premises shown; its size is a number of node expansions"},
	{"analogy", "carries over the proofs of similar theorems among those shown, then searches for what is missing"},
}

// metamathTerms are the categories of package runner/verify/metamath in words.
var metamathTerms = []term{
	{"unsolved goals", "a proof with open steps"},
	{"tactic failure", "a step that cannot be applied, disjoint-variable conditions included"},
	{"type mismatch", "a step proves something else than what is needed there"},
	{"unknown identifier", "a label that does not exist or may not be cited"},
	{"other", "a proof that is not well-formed, leaves something over, or exceeds a limit of the checker"},
}

func (d *document) define(terms []term) {
	var lines []string
	for _, t := range terms {
		lines = append(lines, "**"+md.Text(t.name)+"**: "+t.meaning+".")
	}
	d.List(lines...)
}

// regimesPresent explains the regimes of the run, as far as they are proofgrid's.
func (d *document) regimesPresent() []term {
	kinds := map[regime.Kind]bool{}
	inject, window := false, false
	for _, c := range d.a.Cells {
		if p, err := regime.Parse(strings.TrimSuffix(c.Regime, dagger)); err == nil && d.Spec.Imported == nil {
			kinds[p.Kind], inject, window = true, inject || p.Inject, window || p.Window > 0
		}
	}
	var out []term
	for _, r := range regimeTerms {
		if kinds[r.kind] {
			out = append(out, r.term)
		}
	}
	if inject {
		out = append(out, injectTerm)
	}
	if window {
		out = append(out, windowTerm)
	}
	return out
}

// kindOf names the kind of a cell's model; empty when the settings do not say.
func kindOf(c analysis.Cell) string {
	var s struct{ Kind string }
	if json.Unmarshal([]byte(c.Settings), &s) != nil {
		return ""
	}
	return s.Kind
}

// builtIn tells whether a cell's model is one of proofgrid's own provers.
func builtIn(c analysis.Cell) bool {
	return slices.ContainsFunc(modelTerms, func(t term) bool { return t.name == kindOf(c) })
}

func (d *document) modelsPresent() []term {
	var out []term
	for _, t := range modelTerms {
		if slices.ContainsFunc(d.a.Cells, func(c analysis.Cell) bool { return kindOf(c) == t.name }) {
			out = append(out, t)
		}
	}
	return out
}

// categoriesPresent explains the categories of failures when the checker is that of
// Metamath.
func (d *document) categoriesPresent(names []string) []term {
	for _, t := range d.run.Tasks {
		if t.System != "metamath" {
			return nil
		}
	}
	var out []term
	for _, t := range metamathTerms {
		if slices.Contains(names, t.name) {
			out = append(out, t)
		}
	}
	return out
}

// sharedSettings splits settings, JSON objects, into what all have with the same
// value and the rest of each; shared is empty when there is nothing to split.
func sharedSettings(settings []string) (shared string, rest []string) {
	var objects []map[string]json.RawMessage
	for _, s := range settings {
		var o map[string]json.RawMessage
		if json.Unmarshal([]byte(s), &o) != nil || o == nil {
			return "", settings
		}
		objects = append(objects, o)
	}
	if len(objects) < 2 {
		return "", settings
	}
	common := map[string]json.RawMessage{}
	for k, v := range objects[0] {
		if !slices.ContainsFunc(objects, func(o map[string]json.RawMessage) bool { return string(o[k]) != string(v) }) {
			common[k] = v
		}
	}
	if len(common) == 0 {
		return "", settings
	}
	for _, o := range objects {
		for k := range common {
			delete(o, k)
		}
		rest = append(rest, object(o))
	}
	return object(common), rest
}

func object(o map[string]json.RawMessage) string {
	b, err := json.Marshal(o) // sorts the keys
	if err != nil {
		return ""
	}
	return string(b)
}
