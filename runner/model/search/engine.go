package search

import (
	"cmp"
	"context"
	"slices"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
)

// Options decide one search.
type Options struct {
	Nodes      int // groups of goals to expand
	Branch     int // citations kept per expansion
	Candidates int // premises tried per expansion
	Ranking    Ranking
	Prices     Prices
	Noise      float64 // standard deviation of what a premise's score is changed by, seeded
	Seed       uint64
	// Disjoint refuses citations that break a disjoint-variable condition as they
	// are made. Without it, and for conditions decided later, the checker tells.
	Disjoint bool
	// Hints are laid into the graph as far as they fit, before the search begins.
	Hints []Hint
	// Ban has steps of hints that must not be taken where the hint has them.
	Ban map[*mmlogic.Node]bool
	// Bonus is added to the scores of premises, by statement; nil for none.
	Bonus []float32
}

// Hint is a proof to begin with, read from text.
type Hint struct {
	Proof *mmlogic.Node
	Price float32 // of each of its steps
}

// Result is what a search came to.
type Result struct {
	Text      string // a proof, with ? for what is left open; never empty
	Steps     int    // steps of that text
	Complete  bool
	Nodes     int  // expanded
	Exhausted bool // nothing was left to expand
}

// Engine runs searches, one at a time. It keeps its memory from one to the next
// and nothing else.
type Engine struct {
	lib   *mmlogic.Library
	bank  *mmlogic.Bank
	query mmlogic.Query
	graph graph

	p        *mmlogic.Problem
	shown    mmlogic.Set
	facts    mmlogic.Set // of shown, those without hypotheses
	members  []mm.StmtID // of shown, nil unless they are few
	factList []mm.StmtID // of facts, likewise
	o        Options
	hyps     []mmlogic.Term
	found    map[mmlogic.Term][]mm.StmtID // candidates by goal
	known    map[mmlogic.Term]mm.StmtID   // facts by goal
	counts   map[mmlogic.Term]int         // fits by goal
	banned   map[ban]bool
	laying   bool // hints are being laid: their bans come before any fact closes a group

	residual []mmlogic.Term
	slots    []mmlogic.Term
	split    splitter
	trials   []trial
	kids     []int32
	ranked   []ranked
}

type ban struct {
	group int32
	goal  mmlogic.Term
	via   mm.StmtID
}

// trial is a citation that fits, and the goals that it would leave.
type trial struct {
	via   mm.StmtID
	goals []mmlogic.Term
	left  float32 // price of the goals
	score float32 // of the citation among those for the same goal
	step  float32 // price of the citation
}

// few is how many shown premises are looked through in turn rather than by the
// index.
const few = 600

// NewEngine returns an engine for a library.
func NewEngine(l *mmlogic.Library) *Engine {
	return &Engine{
		lib: l, bank: mmlogic.NewBank(l),
		found: map[mmlogic.Term][]mm.StmtID{}, banned: map[ban]bool{}, known: map[mmlogic.Term]mm.StmtID{}, counts: map[mmlogic.Term]int{},
	}
}

// Run searches for a proof of a problem from a set of premises. Its only error is
// that ctx has ended.
func (e *Engine) Run(ctx context.Context, p *mmlogic.Problem, shown mmlogic.Set, o Options) (Result, error) {
	e.bank.Reset()
	e.graph.reset()
	clear(e.found)
	clear(e.banned)
	clear(e.known)
	clear(e.counts)
	e.p, e.shown, e.o = p, shown, o
	e.members, e.factList = nil, nil
	e.facts = shown.And(&e.lib.Facts)
	if shown.Count() <= few {
		e.members = shown.Members()
		e.factList = e.facts.Members()
	}
	goal, hyps := p.Goal(e.bank)
	e.hyps = hyps
	e.split.bank = e.bank
	e.laying = len(o.Hints) > 0
	root := e.group([]mmlogic.Term{goal}, 0, 0)
	for _, h := range o.Hints {
		e.lay(root, []*mmlogic.Node{h.Proof}, h.Price, 0)
	}
	e.laying = false
	if len(o.Hints) > 0 {
		for id := range e.graph.groups {
			e.settle(int32(id))
		}
	}

	var r Result
	g := &e.graph
	for tries := 0; r.Nodes < o.Nodes && tries < 4*o.Nodes; tries++ {
		if g.groups[root].solved {
			break
		}
		id := g.descend(root)
		if id == retry {
			continue
		}
		if id < 0 {
			r.Exhausted = true
			break
		}
		if r.Nodes%64 == 0 && ctx.Err() != nil {
			return Result{}, context.Cause(ctx)
		}
		e.expand(id)
		r.Nodes++
		g.propagate(id)
	}
	r.Complete = g.groups[root].solved
	proof := e.replay(root, goal)
	p.Settle(e.bank, proof)
	r.Text, r.Steps = p.Write(e.bank, proof)
	return r, nil
}

// group interns canonical goals met at a depth, estimating a new group's cost.
func (e *Engine) group(goals []mmlogic.Term, metas, depth int32) int32 {
	id, fresh := e.graph.intern(goals, metas)
	if fresh {
		n := &e.graph.groups[id]
		n.depth = depth
		n.estimate = e.o.Prices.Deep * float32(depth*depth)
		for _, t := range goals {
			n.estimate += e.price(t)
		}
		n.cost = n.estimate
		if !e.laying {
			e.settle(id)
		}
	}
	return id
}

// settle closes a group that a fact proves.
func (e *Engine) settle(id int32) {
	n := &e.graph.groups[id]
	if len(n.goals) != 1 || n.edges >= 0 || !e.proved(n.goals[0]) {
		return
	}
	if via := e.known[n.goals[0]]; !e.banned[ban{id, n.goals[0], via}] {
		e.graph.link(edge{from: id, via: via}, nil)
		e.graph.propagate(id)
	}
}

// proved reports whether a goal has no metavariable and some fact proves it.
func (e *Engine) proved(goal mmlogic.Term) bool {
	if e.bank.Open(goal) {
		return false
	}
	via, ok := e.known[goal]
	if !ok {
		via = e.fact(goal)
		e.known[goal] = via
	}
	return via >= 0
}

// fact returns the earliest shown premise without hypotheses that proves a goal without
// metavariables, -1 when there is none.
func (e *Engine) fact(goal mmlogic.Term) mm.StmtID {
	best := mm.StmtID(-1)
	for _, id := range e.find(goal, e.facts, e.factList) {
		if best >= 0 && id > best {
			continue
		}
		st := e.lib.Statement(id)
		in := e.instance(st)
		if e.bank.UnifyPattern(in, st.Conclusion, goal) && (!e.o.Disjoint || e.bank.Disjoint(in)) {
			best = id
		}
	}
	return best
}

// expand adds the best citations for one goal of a group.
func (e *Engine) expand(id int32) {
	g := &e.graph
	n := &g.groups[id]
	n.expanded = true
	goals := n.goals
	b := e.bank
	mark := b.Mark()
	b.Reserve(n.metas)
	pick := e.pick(goals)
	goal := goals[pick]
	base := b.Mark()

	e.residual, e.trials = e.residual[:0], e.trials[:0]
	try := func(via mm.StmtID) {
		if len(e.banned) > 0 && e.banned[ban{id, goal, via}] {
			return
		}
		at := len(e.residual)
		b.Guessed = 0
		ok := e.apply(goals, pick, via)
		if ok {
			t := trial{via: via, goals: e.residual[at:]}
			if t.left, ok = e.left(t.goals); ok {
				t.score = e.score(via, len(goals)-1, t.goals)
				e.trials = append(e.trials, t)
			}
		}
		if !ok {
			e.residual = e.residual[:at]
		}
		b.Undo(base)
	}
	for _, h := range e.p.Stmt.HypIDs {
		try(h)
	}
	for _, via := range e.candidates(goal) {
		try(via)
	}
	e.appraise()
	slices.SortStableFunc(e.trials, func(a, b trial) int { return cmp.Compare(a.step+a.left, b.step+b.left) })
	kept := 0
	for _, t := range e.trials {
		if kept == e.o.Branch {
			break
		}
		if e.connect(id, int32(pick), t) {
			kept++
		}
	}
	b.Undo(mark)
}

// connect adds the edge of a citation that leaves goals; it fails when they are too
// many to hold together or lead straight back.
func (e *Engine) connect(id, pick int32, t trial) bool {
	e.kids = e.kids[:0]
	e.split.split(t.goals, e.hyps)
	for _, part := range e.split.parts {
		if len(part) > maxTogether {
			return false
		}
		goals, metas := e.split.canonical(t.goals, part)
		k := e.group(goals, metas, e.graph.groups[id].depth+1)
		if k == id {
			return false
		}
		e.kids = append(e.kids, k)
	}
	e.graph.link(edge{from: id, pick: pick, via: t.via, step: t.step}, e.kids)
	return true
}

const (
	maxTogether = 16
	maxSize     = 400 // of a goal
)

// left is the price of goals that a citation would leave; ok is false when one is
// too large to go on with.
func (e *Engine) left(goals []mmlogic.Term) (sum float32, ok bool) {
	for i, t := range goals {
		if e.bank.Size(t) > maxSize {
			return 0, false
		}
		if !e.closed(goals, i) {
			sum += e.price(t)
		}
	}
	return sum, true
}

// closed reports whether goal i needs no proof of its own: it is given, or the
// same as an earlier one.
func (e *Engine) closed(goals []mmlogic.Term, i int) bool {
	return slices.Contains(goals[:i], goals[i]) || e.given(goals[i])
}

// given reports whether a goal is one of the theorem's own hypotheses.
func (e *Engine) given(t mmlogic.Term) bool { return slices.Contains(e.hyps, t) }

// apply proves goal pick by a citation and appends to residual the goals that
// remain, then the citation's own hypotheses.
func (e *Engine) apply(goals []mmlogic.Term, pick int, via mm.StmtID) bool {
	b := e.bank
	st := e.lib.Statement(via)
	var in mmlogic.Instance
	if st == nil {
		i := slices.Index(e.p.Stmt.HypIDs, via)
		if i < 0 || !b.Unify(goals[pick], e.hyps[i]) {
			return false
		}
	} else {
		in = e.instance(st)
		if !b.UnifyPattern(in, st.Conclusion, goals[pick]) {
			return false
		}
		if e.o.Disjoint && len(st.Disjoint) > 0 && !b.Disjoint(in) {
			return false
		}
	}
	for i, t := range goals {
		if i != pick {
			e.residual = append(e.residual, b.Resolve(t))
		}
	}
	if st != nil {
		for _, h := range st.Hyps {
			e.residual = append(e.residual, b.Resolve(b.Build(in, h)))
		}
	}
	return true
}

// instance returns an instance in the engine's own slots, good until the next.
func (e *Engine) instance(st *mmlogic.Statement) mmlogic.Instance {
	for len(e.slots) < len(st.Vars) {
		e.slots = append(e.slots, 0)
	}
	clear(e.slots)
	return mmlogic.Instance{Stmt: st, Slots: e.slots[:len(st.Vars)]}
}
