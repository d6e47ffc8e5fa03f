package portfolio

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/task"
)

// premise is a declaration as the ranking sees it.
type premise struct {
	name    string
	lemma   bool
	unfolds bool // a definition with a body
	head    string
	terms   map[string]bool
}

// premises reads all premises of a pool; each by itself, so that what is said of one
// does not depend on which others there are.
type premises []premise

type poolKey struct{}

func premisesOf(p *task.Pool) premises {
	return p.Derive(poolKey{}, func() any {
		out := make(premises, len(p.Premises))
		for i := range p.Premises {
			out[i] = read(&p.Premises[i])
		}
		return out
	}).(premises)
}

func read(p *task.Premise) premise {
	out := premise{name: p.Name, lemma: p.Kind == task.Lemma || p.Kind == task.Axiom, terms: map[string]bool{}}
	if p.Name == "" || !isName(p.Name) || strings.ContainsAny(p.Name, " \t\n") {
		return premise{}
	}
	out.head = statement(p.Statement).head
	for _, w := range slices.Concat(terms(words(p.Statement)), parts(p.Name)) {
		out.terms[w] = true
	}
	if source := p.Text; p.Kind == task.Definition && source != "" {
		switch h, _ := coq.Leading(source); h {
		case "Definition", "Fixpoint", "Instance", "Let":
			out.unfolds = coq.Body(source) < len(source)
		}
	}
	return out
}

// parts returns the words of a name as terms of their own: names of lemmas are
// conventional, and those of theorems that belong together share words.
func parts(name string) []string {
	out := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '.' })
	for i := range out {
		out[i] = "_" + out[i]
	}
	return out
}

// terms leaves out what says nothing: brackets, and names so short that they are those
// of bound variables.
func terms(w []string) []string {
	return slices.DeleteFunc(slices.Clone(w), func(x string) bool {
		return classOf(first(x)) == bracket || isName(x) && utf8.RuneCountInString(strings.TrimRight(x, "'0123456789")) <= 2 || x == ":" || x == ":="
	})
}

func first(w string) rune { r, _ := utf8.DecodeRuneInString(w); return r }

// cited is how a proof of the task names a premise: without the modules that are open
// there.
func (w *writer) cited(p *task.Premise) string {
	name := p.Name
	if p.File == w.Task.File {
		for _, module := range w.modules {
			name = strings.TrimPrefix(name, module+".")
		}
	}
	return name
}

// modules returns the names of the modules that a preamble leaves open, the outermost
// first. A preamble has no others.
func modules(preamble string) []string {
	var out []string
	for _, s := range coq.Sentences(preamble) {
		if s.Head == "Module" {
			_, name := coq.Leading(preamble[s.Start:s.End])
			out = append(out, name)
		}
	}
	return out
}

// choice is the ranked premises for one goal, the best first.
type choice struct {
	apply, rewrite, unfold, lemmas []string
}

// How much the shape of a premise adds to its BM25 score.
const (
	sameHead = 3.0
	named    = 6.0 // a definition that the goal names
	near     = 1.3 // a factor for those of the theorem's own file
)

// noisy shakes a ranking: it multiplies each score by a factor between e^-noise and
// e^noise.
func noisy(noise float64, rng *rand.Rand) float64 {
	if rng == nil || noise == 0 {
		return 1
	}
	return math.Exp(noise * (2*rng.Float64() - 1))
}

// rank ranks what a context shows for a goal.
func (w *writer) rank(of []string, g shape) choice {
	r := w.Request
	pool := premisesOf(r.Task.Pool)
	goal := append(terms(of), parts(r.Task.Name)...)
	slices.Sort(goal)
	goal = slices.Compact(goal)
	count := map[string]int{}
	total, length := 0, 0
	for _, i := range r.Context.Shown {
		p := &pool[i]
		if p.name == "" {
			continue
		}
		total, length = total+1, length+len(p.terms)
		for _, x := range goal {
			if p.terms[x] {
				count[x]++
			}
		}
	}
	if total == 0 {
		return choice{}
	}
	mean := float64(length) / float64(total)
	type scored struct {
		name  string
		score float64
	}
	var lemmas, apply, rewrite, unfold []scored
	for _, i := range r.Context.Shown {
		p := &pool[i]
		name := w.cited(&r.Task.Pool.Premises[i])
		if p.name == "" || w.banned[name] {
			continue
		}
		score := 0.0
		for _, x := range goal {
			if p.terms[x] {
				idf := math.Log(1 + (float64(total-count[x])+0.5)/(float64(count[x])+0.5))
				score += idf * 2.2 / (1 + 1.2*(0.25+0.75*float64(len(p.terms))/mean))
			}
		}
		// One draw for each premise, whatever it is, so that draws do not depend on
		// scores.
		factor := noisy(w.settings.Noise, w.rng)
		if r.Task.Pool.Premises[i].File == r.Task.File {
			factor *= near
		}
		score *= factor
		switch {
		case p.lemma:
			lemmas = append(lemmas, scored{name, score})
			fits := score
			if p.head == g.head {
				fits += sameHead * factor
			}
			apply = append(apply, scored{name, fits})
			if equations[p.head] {
				rewrite = append(rewrite, scored{name, score})
			}
		case p.unfolds:
			if _, found := slices.BinarySearch(goal, name); found {
				score += named
			}
			if score > 0 {
				unfold = append(unfold, scored{name, score})
			}
		}
	}
	names := func(s []scored) []string {
		slices.SortStableFunc(s, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
		var out []string
		for _, x := range s {
			if len(out) == most {
				break
			}
			if !slices.Contains(out, x.name) {
				out = append(out, x.name)
			}
		}
		return out
	}
	return choice{apply: names(apply), rewrite: names(rewrite), unfold: names(unfold), lemmas: names(lemmas)}
}

// most is how many premises a script may name in one place.
const most = 16

// equations are the heads of statements that may rewrite.
var equations = map[string]bool{"=": true, "↔": true, "<->": true, "≡": true, "≡ₚ": true}
