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
	"proofgrid/runner/model"
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
	for _, w := range terms(words(p.Statement)) {
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

// terms leaves out what says nothing: brackets, and names so short that they are those
// of bound variables.
func terms(w []string) []string {
	return slices.DeleteFunc(slices.Clone(w), func(x string) bool {
		return classOf(first(x)) == bracket || isName(x) && utf8.RuneCountInString(strings.TrimRight(x, "'0123456789")) <= 2 || x == ":" || x == ":="
	})
}

func first(w string) rune { r, _ := utf8.DecodeRuneInString(w); return r }

// choice is the ranked premises for one goal, the best first.
type choice struct {
	apply, rewrite, unfold, lemmas []string
}

// How much the shape of a premise adds to its BM25 score.
const (
	sameHead = 3.0
	named    = 6.0 // a definition that the goal names
)

// noisy shakes a ranking: it multiplies each score by a factor between e^-noise and
// e^noise.
func noisy(noise float64, rng *rand.Rand) float64 {
	if rng == nil || noise == 0 {
		return 1
	}
	return math.Exp(noise * (2*rng.Float64() - 1))
}

// rank ranks what a context shows for a goal. Rng is nil for the best guess.
func rank(r *model.Request, of []string, g shape, banned map[string]bool, noise float64, rng *rand.Rand) choice {
	pool := premisesOf(r.Task.Pool)
	goal := terms(of)
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
		for _, w := range goal {
			if p.terms[w] {
				count[w]++
			}
		}
	}
	if total == 0 {
		return choice{}
	}
	mean := float64(length) / float64(total)
	type scored struct {
		*premise
		score float64
	}
	var lemmas, apply, rewrite, unfold []scored
	for _, i := range r.Context.Shown {
		p := &pool[i]
		if p.name == "" || banned[p.name] {
			continue
		}
		score := 0.0
		for _, w := range goal {
			if p.terms[w] {
				idf := math.Log(1 + (float64(total-count[w])+0.5)/(float64(count[w])+0.5))
				score += idf * 2.2 / (1 + 1.2*(0.25+0.75*float64(len(p.terms))/mean))
			}
		}
		// One draw for each premise, whatever it is, so that draws do not depend on
		// scores.
		factor := noisy(noise, rng)
		score *= factor
		switch {
		case p.lemma:
			lemmas = append(lemmas, scored{p, score})
			fits := score
			if p.head == g.head {
				fits += sameHead * factor
			}
			apply = append(apply, scored{p, fits})
			if equations[p.head] {
				rewrite = append(rewrite, scored{p, score})
			}
		case p.unfolds:
			if _, found := slices.BinarySearch(goal, p.name); found {
				score += named
			}
			if score > 0 {
				unfold = append(unfold, scored{p, score})
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
