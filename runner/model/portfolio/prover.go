package portfolio

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/task"
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
	w := &writer{Prover: p, Request: r, banned: map[string]bool{}, required: requires(r.Task.Preamble), modules: modules(r.Task.Preamble)}
	if r.Sample > 0 || r.Round > 0 {
		w.rng = rand.New(rand.NewPCG(r.Seed, 0))
	}
	proof := w.write()
	return &model.Answer{Response: proof, Candidate: verify.Candidate{Proof: proof}, Finish: "stop", Usage: model.Usage{In: int64(r.Context.Tokens), Out: w.work}, Work: w.work}, nil
}

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
	modules  []string // open where the theorem stands
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
		lines = append(lines, w.bounded(choices[n%len(choices)]))
	}
	return finish(append(lines, w.end(s, light)))
}

// bounded is the sentence of a tactic that cannot run for long. It names its goal, as a
// project may forbid tactics that do not where several are open.
func (w *writer) bounded(tactic string) string {
	return fmt.Sprintf("1: timeout %d (%s).", 2*max(w.settings.Seconds, 1), tactic)
}

func finish(lines []string) string { return strings.Join(append(lines, "Qed."), "\n") }

// site fills the slots for a goal.
func (w *writer) site(of []string, g shape) *site {
	c := w.rank(of, g)
	s := &site{required: w.required, goal: map[string]bool{}, banned: w.banned}
	for _, x := range of {
		s.goal[x] = true
	}
	vars := w.variables(g)
	s.fillers = fillers{"apply": c.apply, "rewrite": c.rewrite, "unfold": c.unfold, "lemmas": c.lemmas, "using": c.lemmas, "var": vars}
	s.fillers["revert"] = []string{"idtac"}
	if len(vars) > 1 {
		s.fillers["other"], s.fillers["revert"] = vars[1:], []string{"try revert " + strings.Join(vars[1:], " ")}
	}
	for _, i := range w.Context.Shown {
		if n := w.cited(&w.Task.Pool.Premises[i]); strings.HasSuffix(n, "_ind") && !w.banned[n] {
			s.fillers["ind"] = append(s.fillers["ind"], n)
		}
	}
	slices.Reverse(s.fillers["ind"]) // the nearest first
	s.fillers["quick"] = []string{"first [" + strings.Join(scripts.filled("quick", s), " | ") + "]"}
	return s
}

// end is the sentence that closes what it can of the open goals.
func (w *writer) end(s *site, light bool) string {
	if light {
		s = &site{required: s.required, goal: s.goal, banned: s.banned, fillers: fillers{"quick": s.fillers["quick"]}}
	}
	alternatives := scripts.filled("close", s)
	return fmt.Sprintf(endsWith+"%d (first [%s]).", max(w.settings.Seconds, 1), strings.Join(alternatives, " | "))
}

// endsWith begins the sentences that end writes.
const endsWith = "all: try timeout "

// quick is an end that takes next to no time.
func (w *writer) quick(s *site) string {
	return fmt.Sprintf(endsWith+"%d (%s).", max(w.settings.Seconds, 1), s.fillers["quick"][0])
}

// inductive are types of which a case distinction helps, the most useful first.
var inductive = []string{"list", "vec", "tree", "gmap", "option", "nat", "positive", "fin", "bool", "N", "string", "sum", "Z"}

// variables returns what a goal binds and could be distinguished: the most useful first,
// shaken where there is a seed. Those of a type that is not known to be inductive are
// out, and those without a type are the last.
func (w *writer) variables(g shape) []string {
	rank := map[string]int{}
	shown := map[string]bool{} // inductive types of the project
	for _, i := range w.Context.Shown {
		if p := &w.Task.Pool.Premises[i]; p.Kind == task.Definition {
			if h, n := coq.Leading(p.Text); h == "Inductive" {
				shown[n] = true
			}
		}
	}
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
		switch {
		case slices.ContainsFunc(v.of, func(x string) bool { return slices.Contains(notData, x) }):
			continue
		case at == len(inductive) && len(v.of) > 0 && !shown[v.of[0]]:
			continue
		case len(v.of) == 0 && first(v.name) < 'a': // by convention sets and types
			continue
		case len(v.of) == 0:
			at++
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

// notData are the words by which a type is one of functions, types or proofs.
var notData = slices.Concat(slices.Concat(operators...), []string{"→", "->", "Type", "Prop", "Set", "∀", "forall"})
