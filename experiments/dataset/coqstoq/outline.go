package coqstoq

import (
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/dataset/internal/records"
	"proofgrid/experiments/task"
)

// outline is a Coq file with its declarations in their order as premises, without
// proofs.
type outline struct {
	*coq.Outline
	text   string
	pool   *task.Pool
	starts []int // of each premise
}

// newOutline reads a file. theorems are the places at which statements are known to
// begin.
func newOutline(text, file, project string, theorems []int) *outline {
	o := &outline{Outline: coq.NewOutline(text, theorems), text: text, pool: &task.Pool{}}
	for _, d := range o.Declarations {
		source := records.Newlines(text[d.Start:d.End])
		p := task.Premise{
			Name: d.Name, Kind: task.Definition, Origin: task.Local, File: file, Repository: project,
			Statement: source, Text: source, Proof: records.Newlines(text[d.Proof.Start:d.Proof.End]),
		}
		switch d.Role {
		case coq.States:
			p.Kind = task.Lemma
		case coq.Assumes:
			p.Kind = task.Axiom
		}
		if d.Name != "" {
			if _, rest, ok := strings.Cut(source, d.Name); ok {
				p.Statement = strings.TrimSpace(rest)
			}
		}
		if d.Ending == "" { // cut off: no proof
			p.Proof = ""
		}
		o.pool.Premises = append(o.pool.Premises, p)
		o.starts = append(o.starts, d.Start)
	}
	o.dependencies()
	return o
}

// dependencies fills in which earlier declarations a statement names.
func (o *outline) dependencies() {
	latest := map[string]int32{}
	for i := range o.pool.Premises {
		p := &o.pool.Premises[i]
		p.Deps = named(p.Statement, latest)
		if p.Name != "" {
			latest[p.Name] = int32(i)
		}
	}
}

// cited returns the declarations before the one at index that a proof names.
func (o *outline) cited(proof string, available int) []int32 {
	latest := map[string]int32{}
	for i := range o.pool.Premises[:available] {
		if name := o.pool.Premises[i].Name; name != "" {
			latest[name] = int32(i)
		}
	}
	return named(proof, latest)
}

// named returns what a text names, ascending. Comments and strings name nothing.
func named(text string, known map[string]int32) []int32 {
	var out []int32
	for word := range coq.Identifiers(text) {
		if i, ok := known[word]; ok {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// at returns the number of declarations that stand before the statement from start to
// end, and the index of its own, -1 when it has none.
func (o *outline) at(start, end int) (available, index int) {
	available, _ = slices.BinarySearch(o.starts, start)
	if available < len(o.starts) && o.starts[available] < end {
		return available, available
	}
	return available, -1
}

// scope returns the preamble at a place and what closes the sections that are open
// there, innermost first.
func (o *outline) scope(at int) (preamble, suffix string) {
	sentences, open := o.Scope(at)
	var lines []string
	for _, s := range sentences {
		lines = append(lines, o.text[s.Start:s.End])
	}
	var ends strings.Builder
	for _, name := range slices.Backward(open) {
		fmt.Fprintf(&ends, "End %s.\n", name)
	}
	return records.Newlines(strings.Join(lines, "\n")), ends.String()
}
