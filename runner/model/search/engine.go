package search

import (
	"cmp"
	"math"
	"slices"

	"proofgrid/experiments/mm"
	"proofgrid/runner/model/mmlogic"
)

// Weights are the prices from which the search estimates what is left to prove.
type Weights struct {
	Step  float32 // one citation
	Goal  float32 // an open goal
	Size  float32 // the logarithm of a goal's size
	Meta  float32 // an occurrence of a metavariable in a goal
	Bare  float32 // a goal that is nothing but a metavariable
	Rigid float32 // saved for each constructor that the cited conclusion shares with the goal
	New   float32 // a constructor in a goal that the theorem does not mention
	Near  float32 // the logarithm of the distance to the cited premise in the database
}

// Options decide one search.
type Options struct {
	Nodes      int // groups of goals to expand
	Branch     int // citations kept per expansion
	Candidates int // premises tried per expansion
	Weights    Weights
	Noise      float64 // standard deviation of what a premise's price is changed by, seeded
	Seed       uint64
	// Disjoint refuses citations that break a disjoint-variable condition as they
	// are made. Without it, and for conditions decided later, the checker tells.
	Disjoint bool
	// Hints are proofs to begin with, read from text: their steps are laid into the
	// graph as far as they fit.
	Hints []*mmlogic.Node
	// Ban has steps of hints that must not be taken where the hint has them.
	Ban map[*mmlogic.Node]bool
	// Bonus lowers the price of premises; nil for none.
	Bonus map[mm.StmtID]float32
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
	factList []mm.StmtID
	members  []mm.StmtID // of shown, when they are few enough to be tried in turn
	facts    mmlogic.Set // of shown, those without hypotheses
	o        Options
	hyps     []mmlogic.Term
	found    map[mmlogic.Term][]mm.StmtID
	banned   map[ban]bool
	laying   bool // hints are being laid: their bans come before any fact closes a group

	residual []mmlogic.Term
	slots    []mmlogic.Term
	split    splitter
	trials   []trial
	kids     []int32
	priced   []priced
}

type ban struct {
	group int32
	goal  mmlogic.Term
	via   mm.StmtID
}

type trial struct {
	via   mm.StmtID
	step  float32
	price float32
	goals []mmlogic.Term
}

type priced struct {
	id    mm.StmtID
	price float32
}

// few is how many shown premises are tried in turn rather than through the index.
const few = 64

// NewEngine returns an engine for a library.
func NewEngine(l *mmlogic.Library) *Engine {
	return &Engine{
		lib: l, bank: mmlogic.NewBank(l),
		found: map[mmlogic.Term][]mm.StmtID{}, banned: map[ban]bool{},
	}
}

// Run searches for a proof of a problem from a set of premises.
func (e *Engine) Run(p *mmlogic.Problem, shown mmlogic.Set, o Options) Result {
	e.bank.Reset()
	e.graph.reset()
	clear(e.found)
	clear(e.banned)
	e.p, e.shown, e.o = p, shown, o
	e.members = nil
	e.facts = shown.And(&e.lib.Facts)
	if shown.Count() <= few {
		e.members = shown.Members()
		e.factList = e.facts.Members()
	}
	goal, hyps := p.Goal(e.bank)
	e.hyps = hyps
	e.split.bank = e.bank
	root, _ := e.group([]mmlogic.Term{goal}, 0)
	e.laying = true
	for _, h := range o.Hints {
		e.lay(root, []*mmlogic.Node{h}, 0)
	}
	e.laying = false

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
		e.expand(id)
		r.Nodes++
		g.propagate(id)
	}
	r.Complete = g.groups[root].solved
	proof := e.replay(root, goal)
	p.Settle(e.bank, proof)
	r.Text, r.Steps = p.Write(e.bank, proof)
	return r
}

// group interns canonical goals, estimating a new group's cost.
func (e *Engine) group(goals []mmlogic.Term, metas int32) (int32, bool) {
	id, fresh := e.graph.intern(goals, metas)
	if fresh {
		n := &e.graph.groups[id]
		n.estimate = e.estimate(goals)
		n.cost = n.estimate
		if !e.laying && len(goals) == 1 && !e.bank.Open(goals[0]) {
			if via := e.fact(goals[0]); via >= 0 {
				e.graph.link(edge{from: id, via: via}, nil)
				e.graph.update(id)
			}
		}
	}
	return id, fresh
}

// fact returns the earliest shown premise without hypotheses that proves a goal without
// metavariables, -1 when there is none.
func (e *Engine) fact(goal mmlogic.Term) mm.StmtID {
	ids := e.factList
	if e.members == nil {
		ids = e.lib.Index.Find(&e.query, e.bank, goal, e.facts)
	}
	best := mm.StmtID(-1)
	for _, id := range ids {
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

func (e *Engine) estimate(goals []mmlogic.Term) float32 {
	sum := float32(0)
	for _, t := range goals {
		sum += e.price(t)
	}
	return sum
}

// price estimates the cost of proving one goal.
func (e *Engine) price(t mmlogic.Term) float32 {
	w := &e.o.Weights
	body := e.bank.Body(t)
	if e.bank.IsMeta(body) {
		return w.Bare
	}
	return w.Goal + w.Size*float32(math.Log(float64(e.bank.Size(body)))) + w.Meta*float32(e.bank.Metas(body)) + w.New*float32(e.bank.News(body))
}

// expand adds the best citations for one goal of a group.
func (e *Engine) expand(id int32) {
	g := &e.graph
	n := &g.groups[id]
	n.expanded = true
	goals := n.goals
	pick := e.pick(goals)
	goal := goals[pick]
	b := e.bank
	mark := b.Mark()
	b.Reserve(n.metas)
	base := b.Mark()

	e.residual, e.trials = e.residual[:0], e.trials[:0]
	try := func(via mm.StmtID, step float32) {
		if len(e.banned) > 0 && e.banned[ban{id, goal, via}] {
			return
		}
		at := len(e.residual)
		if e.apply(goals, pick, via) {
			t := trial{via: via, step: step, goals: e.residual[at:]}
			t.price = step + e.left(t.goals)
			if t.price < infinite {
				e.trials = append(e.trials, t)
			} else {
				e.residual = e.residual[:at]
			}
		} else {
			e.residual = e.residual[:at]
		}
		b.Undo(base)
	}
	for i := range e.hyps {
		try(e.p.Stmt.HypIDs[i], 0)
	}
	for _, via := range e.candidates(goal) {
		try(via, e.step(via, goal))
		if last := len(e.trials) - 1; last >= 0 && !b.Open(goal) && e.trials[last].via == via && len(e.trials[last].goals) == len(goals)-1 {
			// Proved outright, and nothing else depends on how.
			e.trials[0] = e.trials[last]
			e.trials = e.trials[:1]
			break
		}
	}
	slices.SortStableFunc(e.trials, func(a, b trial) int { return cmp.Compare(a.price, b.price) })
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
		k, _ := e.group(e.split.canonical(t.goals, part))
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

// left is the price of goals that a citation would leave.
func (e *Engine) left(goals []mmlogic.Term) float32 {
	sum := float32(0)
	for i, t := range goals {
		if e.bank.Size(t) > maxSize {
			return infinite
		}
		if !slices.Contains(goals[:i], t) && !e.given(t) {
			sum += e.price(t)
		}
	}
	return sum
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

// pick chooses the most constrained goal of a group: the one with the fewest
// metavariables for its size. A bare metavariable waits for the others.
func (e *Engine) pick(goals []mmlogic.Term) int {
	best, score := 0, float32(math.Inf(1))
	for i, t := range goals {
		s := (1 + float32(e.bank.Metas(t))) / float32(e.bank.Size(t))
		if e.bank.IsMeta(e.bank.Body(t)) {
			s = 1e6
		}
		if s < score {
			best, score = i, s
		}
	}
	return best
}

// candidates are the shown premises to try for a goal, the most promising first
// where there are more than can be tried.
func (e *Engine) candidates(goal mmlogic.Term) []mm.StmtID {
	if e.members != nil {
		return e.members
	}
	if ids, ok := e.found[goal]; ok {
		return ids
	}
	ids := e.lib.Index.Find(&e.query, e.bank, goal, e.shown)
	e.priced = e.priced[:0]
	for _, id := range ids {
		e.priced = append(e.priced, priced{id, e.prior(id)})
	}
	worse := func(a, b priced) int { return cmp.Or(cmp.Compare(a.price, b.price), cmp.Compare(b.id, a.id)) }
	best := e.priced
	if len(best) > e.o.Candidates {
		selectLeast(best, e.o.Candidates, worse)
		best = best[:e.o.Candidates]
	}
	slices.SortFunc(best, worse)
	out := make([]mm.StmtID, len(best))
	for i, p := range best {
		out[i] = p.id
	}
	e.found[goal] = out
	return out
}

// prior prices a premise by its statement alone.
func (e *Engine) prior(id mm.StmtID) float32 {
	st := e.lib.Statement(id)
	w := &e.o.Weights
	return e.step(id, 0) + w.Goal*float32(len(st.Hyps)) + w.Meta*2*float32(st.Fresh)
}

// step prices a citation.
func (e *Engine) step(id mm.StmtID, goal mmlogic.Term) float32 {
	st := e.lib.Statement(id)
	w := &e.o.Weights
	price := w.Step - w.Rigid*float32(st.Rigid) + w.Near*float32(math.Log1p(float64(e.p.ID-id)))
	if e.o.Bonus != nil {
		price -= e.o.Bonus[id]
	}
	if e.o.Noise > 0 {
		price += float32(e.o.Noise * gauss(e.o.Seed, uint64(id)))
	}
	return max(price, 0.05)
}

// gauss is a standard normal number that is a function of its arguments
// (the sum of uniform parts: Irwin and Hall's approximation with four terms).
func gauss(seed, n uint64) float64 {
	x := seed ^ n*0x9e3779b97f4a7c15
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	x ^= x >> 31
	sum := float64(x&0xffff) + float64(x>>16&0xffff) + float64(x>>32&0xffff) + float64(x>>48)
	return (sum/65535 - 2) * math.Sqrt(3)
}

// selectLeast moves the k least elements of s to its front (quickselect).
func selectLeast[T any](s []T, k int, less func(a, b T) int) {
	lo, hi := 0, len(s)
	for hi-lo > 1 {
		pivot := s[lo+(hi-lo)/2]
		i, j := lo, hi-1
		for i <= j {
			for less(s[i], pivot) < 0 {
				i++
			}
			for less(s[j], pivot) > 0 {
				j--
			}
			if i <= j {
				s[i], s[j] = s[j], s[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j + 1
		case k >= i:
			lo = i
		default:
			return
		}
	}
}
