package regime

import (
	"fmt"
	"slices"

	"proofgrid/experiments/task"
)

// Context is what a regime shows of one task. It never holds a ground-truth
// proof; Leak checks that.
type Context struct {
	Regime  string
	Shown   []int32 // pool indices, ascending: the order in which they are shown; read-only
	Tokens  int     // of everything shown, the task's own statement included
	Dropped []int32 // candidates that did not fit the window, in packing order
	Hash    string  // SHA-256 in hex of the regime's name, the task's face and that of every shown premise
}

// Build returns the context of a task under a regime. It computes what it needs
// of the task's pool once and shares it with all later calls, and is safe for
// concurrent use. It fails when the parameters are no regime or when the window
// does not even hold the task's statement with the notations that it needs.
func Build(t *task.Task, p Params) (*Context, error) {
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("regime %q: %w", p, err)
	}
	if t.Available < 0 || t.Available > len(t.Pool.Premises) {
		return nil, fmt.Errorf("task %s: %d premises declared before it, but its pool holds %d", t.ID, t.Available, len(t.Pool.Premises))
	}
	c := &Context{Regime: p.String()}
	if p.Kind == Full && p.Window == 0 && len(t.Withheld)+len(t.Quoted) == 0 && (t.Index < 0 || t.Index >= t.Available) {
		// The common case of huge pools, whose sums are known.
		g := digestsOf(t.Pool)
		c.Shown = g.all[:t.Available:t.Available]
		c.Tokens = t.Tokens + g.tokens[t.Available]
	} else {
		pk := newPacking(t, p.Window)
		if !pk.add(notations(t, statementDeps(t))...) {
			return nil, fmt.Errorf("regime %s: task %s needs %d tokens for its statement and notations", p, t.ID, pk.tokens+pk.overflow)
		}
		candidates := candidates(t, p)
		for n, i := range candidates {
			if !pk.add(i) {
				for _, i := range candidates[n:] {
					if !pk.shown[i] {
						c.Dropped = append(c.Dropped, i)
					}
				}
				break
			}
		}
		slices.Sort(pk.order)
		c.Shown, c.Tokens = pk.order, pk.tokens
	}
	c.Hash = hash(t, c)
	return c, nil
}

// candidates returns what the regime would show of the task without a window,
// in packing order, each once.
func candidates(t *task.Task, p Params) []int32 {
	var out []int32
	switch p.Kind {
	case Curated, Full:
		out = curated(t, p)
	case Retrieved:
		out = retrieve(t, p)
	}
	before := func(want func(q *task.Premise) bool) {
		listed := make([]bool, t.Available)
		for _, i := range out {
			listed[i] = true
		}
		for i := int32(t.Available) - 1; i >= 0; i-- {
			if !listed[i] && p.shows(t, i) && want(&t.Pool.Premises[i]) {
				out = append(out, i)
			}
		}
	}
	sameFile := func(q *task.Premise) bool { return q.File == t.File }
	if p.File {
		before(func(q *task.Premise) bool { return q.Kind == task.Lemma && sameFile(q) })
	}
	switch p.Kind {
	case SameFile:
		before(sameFile)
	case SameSection:
		before(func(q *task.Premise) bool { return q.Repository == t.Repository })
	case Full:
		before(func(*task.Premise) bool { return true })
	}
	return out
}

// curated returns the cited premises and then what their statements and the
// task's need, transitively, each group from the nearest to the farthest.
func curated(t *task.Task, p Params) []int32 {
	seen := map[int32]bool{}
	var cited, closure []int32
	for _, i := range t.Truth.Premises {
		if available(t, i) && !p.withholds(t, i) && !seen[i] {
			seen[i] = true
			cited = append(cited, i)
		}
	}
	visit := func(deps []int32) {
		for _, i := range deps {
			if available(t, i) && !p.withholds(t, i) && !seen[i] {
				seen[i] = true
				closure = append(closure, i)
			}
		}
	}
	visit(statementDeps(t))
	for _, i := range cited {
		visit(t.Pool.Premises[i].Deps)
	}
	for n := 0; n < len(closure); n++ {
		visit(t.Pool.Premises[closure[n]].Deps)
	}
	nearestFirst(cited)
	nearestFirst(closure)
	return slices.DeleteFunc(append(cited, closure...), func(i int32) bool { return quoted(t, i) })
}

func nearestFirst(s []int32) {
	slices.Sort(s)
	slices.Reverse(s)
}

func available(t *task.Task, i int32) bool {
	return i >= 0 && int(i) < t.Available && int(i) != t.Index
}

// shows reports whether the regime may show a premise of the task.
func (p Params) shows(t *task.Task, i int32) bool {
	return available(t, i) && !quoted(t, i) && !p.withholds(t, i)
}

func (p Params) withholds(t *task.Task, i int32) bool {
	if p.File || p.Kind == SameFile {
		return false
	}
	_, found := slices.BinarySearch(t.Withheld, i)
	return found
}

func quoted(t *task.Task, i int32) bool {
	_, found := slices.BinarySearch(t.Quoted, i)
	return found
}

// statementDeps returns what the task's own statement needs, as far as its pool
// says so.
func statementDeps(t *task.Task) []int32 {
	if t.Index < 0 {
		return nil
	}
	return t.Pool.Premises[t.Index].Deps
}

// notations returns those among deps.
func notations(t *task.Task, deps []int32) []int32 {
	var out []int32
	for _, i := range deps {
		if available(t, i) && !quoted(t, i) && t.Pool.Premises[i].Kind == task.Notation {
			out = append(out, i)
		}
	}
	return out
}

// packing fills a window.
type packing struct {
	t        *task.Task
	window   int // 0: none
	tokens   int
	overflow int // tokens of the group that did not fit
	shown    []bool
	order    []int32
}

func newPacking(t *task.Task, window int) *packing {
	return &packing{t: t, window: window, tokens: t.Tokens, shown: make([]bool, t.Available), order: []int32{}}
}

// add shows the premises and the notations that they need, all or none of them.
func (p *packing) add(premises ...int32) bool {
	start, cost := len(p.order), 0
	show := func(i int32) {
		if !p.shown[i] {
			p.shown[i] = true
			p.order = append(p.order, i)
			cost += p.t.Pool.Premises[i].Tokens
		}
	}
	for _, i := range premises {
		show(i)
	}
	for n := start; n < len(p.order); n++ {
		for _, i := range notations(p.t, p.t.Pool.Premises[p.order[n]].Deps) {
			show(i)
		}
	}
	if p.window > 0 && cost > p.window-p.tokens {
		for _, i := range p.order[start:] {
			p.shown[i] = false
		}
		p.order, p.overflow = p.order[:start], cost
		return false
	}
	p.tokens += cost
	return true
}
