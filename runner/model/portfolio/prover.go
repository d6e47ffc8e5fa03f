package portfolio

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"proofgrid/experiments/coq"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
)

// Settings size a prover.
type Settings struct {
	Noise   float64 // by up to e^±Noise the score of a premise is shaken in samples after the first
	Seconds int     // of wall time that the end of a script may take at each open goal, at least 1
}

// DefaultSettings are those of a prover whose spec says nothing else.
func DefaultSettings() Settings { return Settings{Noise: 0.5, Seconds: 1} }

// Prover proves Coq theorems by tactic scripts.
type Prover struct{ settings Settings }

// New returns a prover.
func New(s Settings) *Prover { return &Prover{s} }

var _ model.Model = (*Prover)(nil)

// Settings lists the settings and the size of the table.
func (p *Prover) Settings() map[string]any {
	return map[string]any{
		"prover": "portfolio", "noise": p.settings.Noise, "seconds": p.settings.Seconds,
		"scripts": len(scripts.rows["script"]), "steps": len(scripts.rows["step"]),
	}
}

// Answer returns a script. Its Work is the number of scripts that it was chosen from.
// It fails for tasks of other systems.
func (p *Prover) Answer(_ context.Context, r *model.Request) (*model.Answer, error) {
	if r.Task.System != "coq" {
		return nil, fmt.Errorf("portfolio: %s is a task for %s, not for coq", r.Task.Name, r.Task.System)
	}
	w := &writer{Prover: p, Request: r, banned: map[string]bool{}, required: requires(r.Task.Preamble)}
	if r.Sample > 0 || r.Round > 0 {
		w.rng = rand.New(rand.NewPCG(r.Seed, 0))
	}
	proof := w.write()
	return &model.Answer{Response: proof, Candidate: verify.Candidate{Proof: proof}, Finish: "stop", Usage: unknown, Work: w.work}, nil
}

// A prover that is part of the program reads and writes no tokens.
var unknown = model.Usage{}

// requires returns the words of the Require sentences of a preamble.
func requires(preamble string) map[string]bool {
	out := map[string]bool{}
	for _, s := range coq.Sentences(preamble) {
		if s.Head == "From" || s.Head == "Require" {
			for w := range coq.Identifiers(preamble[s.Start:s.End]) {
				out[w] = true
			}
		}
	}
	return out
}

// writer writes one answer.
type writer struct {
	*Prover
	*model.Request
	rng      *rand.Rand // nil for the best guess
	required map[string]bool
	banned   map[string]bool
	work     int64
}

func (w *writer) write() string {
	if len(w.History) > 0 {
		if proof, ok := w.repair(); ok {
			return proof
		}
	}
	return w.fresh(w.Sample+len(w.History), false)
}

// fresh writes the n-th script for the statement. A light one ends without premises.
func (w *writer) fresh(n int, light bool) string {
	name := w.Task.Name
	_, text, _ := strings.Cut(w.Task.Text, name)
	s := w.site(words(text), statement(text))
	choices := scripts.filled("script", s)
	w.work += int64(len(choices))
	lines := []string{"Proof."}
	if len(choices) > 0 {
		lines = append(lines, choices[n%len(choices)]+".")
	}
	return finish(append(lines, w.end(s, light)))
}

func finish(lines []string) string { return strings.Join(append(lines, "Qed."), "\n") }

// site fills the slots for a goal.
func (w *writer) site(of []string, g shape) *site {
	c := rank(w.Request, of, g, w.banned, w.settings.Noise, w.rng)
	s := &site{required: w.required, goal: map[string]bool{}, banned: w.banned}
	for _, x := range of {
		s.goal[x] = true
	}
	vars := w.variables(g)
	s.fillers = fillers{"apply": c.apply, "rewrite": c.rewrite, "unfold": c.unfold, "lemmas": c.lemmas, "using": c.lemmas, "var": vars}
	if len(vars) > 1 {
		s.fillers["rest"], s.fillers["other"] = vars[1:], vars[1:]
	}
	for _, i := range w.Context.Shown {
		if n := w.Task.Pool.Premises[i].Name; strings.HasSuffix(n, "_ind") && !w.banned[n] {
			s.fillers["ind"] = append(s.fillers["ind"], n)
		}
	}
	slices.Reverse(s.fillers["ind"]) // the nearest first
	return s
}

// end is the sentence that closes what it can of the open goals.
func (w *writer) end(s *site, light bool) string {
	alternatives := scripts.filled("close", s)
	if !light {
		alternatives = append(alternatives, scripts.filled("hint", s)...)
	}
	return fmt.Sprintf("all: try timeout %d (first [%s]).", max(w.settings.Seconds, 1), strings.Join(alternatives, " | "))
}

// inductive are types of which a case distinction helps, the most useful first.
var inductive = []string{"list", "vec", "tree", "gmap", "option", "nat", "positive", "fin", "bool", "N", "string", "sum", "Z"}

// variables returns what a goal binds and could be distinguished: the most useful first,
// shaken where there is a seed. Those that are types, functions or propositions are out.
func (w *writer) variables(g shape) []string {
	rank := map[string]int{}
	var out []string
	for _, v := range g.variables {
		if _, seen := rank[v.name]; seen || v.name == "_" {
			continue
		}
		at := len(inductive)
		for i, t := range inductive {
			if len(v.of) > 0 && v.of[0] == t {
				at = i
			}
		}
		function := slices.ContainsFunc(v.of, func(x string) bool {
			return x == "→" || x == "->" || x == "Type" || x == "Prop" || x == "Set" || slices.Contains(relations, x)
		})
		if at == len(inductive) && (function || len(v.of) == 0 && first(v.name) < 'a') {
			continue
		}
		rank[v.name] = at
		out = append(out, v.name)
	}
	slices.SortStableFunc(out, func(a, b string) int { return rank[a] - rank[b] })
	if w.rng != nil && len(out) > 1 && w.rng.IntN(3) == 0 {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

// relations make a hypothesis of a type.
var relations = slices.Concat(operators...)

// names returns the sorted keys.
func names(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
