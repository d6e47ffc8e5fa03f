package mmlogic

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/mm"
)

// Open is the statement of a node that is left to prove.
const Open mm.StmtID = -1

// Node is a logical step of a proof; syntax steps are implied by Slots. Nodes
// that are used more than once are shared.
type Node struct {
	Stmt mm.StmtID // a premise, an essential hypothesis, or Open
	Kids []*Node   // proofs of the premise's essential hypotheses
	Step int       // its 1-based number in the proof text that it was read from

	Goal  Term   // what it proves; 0 when only read
	Slots []Term // what the premise's variables stand for; nil for hypotheses, Open, and when only read
}

// Each visits every node once, a parent before its kids.
func (n *Node) Each(visit func(*Node)) {
	seen := map[*Node]bool{}
	var walk func(*Node)
	walk = func(n *Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		visit(n)
		for _, k := range n.Kids {
			walk(k)
		}
	}
	walk(n)
}

// Write renders a proof of the problem as a compressed Metamath proof, with ? for
// nodes left open, and returns the number of its steps. Metavariables must have
// been settled. Formulas and steps that occur twice are written once.
func (p *Problem) Write(b *Bank, root *Node) (text string, steps int) {
	w := writer{
		p: p, b: b, best: map[Term]*Node{}, cost: map[*Node]int{},
		uses: map[Term]int{}, saved: map[Term]int{}, label: map[mm.StmtID]int{},
	}
	for i, h := range p.Library.src.Frame(p.ID).Hyps {
		w.label[h] = i + 1
	}
	w.mandatory = len(w.label)
	w.weigh(root)
	w.count(root)
	w.proof(root)
	return "( " + strings.Join(append(w.labels, ")"), " ") + " " + w.letters(), w.steps
}

type writer struct {
	p         *Problem
	b         *Bank
	best      map[Term]*Node // the cheapest proof of each formula
	cost      map[*Node]int
	uses      map[Term]int
	saved     map[Term]int // ordinal of the saved step
	label     map[mm.StmtID]int
	labels    []string
	mandatory int
	// The labels' number is known only at the end, and numbers of saved steps
	// follow theirs: they are kept apart by sign until then.
	out   []int32
	steps int
}

const (
	writeSave = -1 << 30
	writeOpen = writeSave + 1
)

// weigh chooses for each formula its shortest proof among those that leave the
// least open. A proof may hold another of the same formula, once metavariables are
// bound; the one inside costs less, so the choices have no cycle.
func (w *writer) weigh(n *Node) int {
	if cost, ok := w.cost[n]; ok {
		return cost
	}
	cost := 1
	if n.Stmt == Open {
		cost = openCost
	}
	for _, k := range n.Kids {
		cost = min(cost+w.weigh(k), 1<<40)
	}
	w.cost[n] = cost
	g := w.b.Resolve(n.Goal)
	if o := w.best[g]; o == nil || cost < w.cost[o] {
		w.best[g] = n
	}
	return cost
}

const openCost = 1 << 20

// count finds how often each formula and each proved formula is used.
func (w *writer) count(n *Node) {
	g := w.b.Resolve(n.Goal)
	if n = w.best[g]; n.Stmt == Open {
		return
	}
	if w.uses[g]++; w.uses[g] > 1 || n.Slots == nil {
		return
	}
	for _, f := range w.p.Library.stmts[n.Stmt].Frame {
		if f < 0 {
			w.count(n.Kids[^f])
		} else {
			w.countTerm(w.b.Resolve(n.Slots[f]))
		}
	}
}

func (w *writer) countTerm(t Term) {
	if w.uses[t]++; w.uses[t] == 1 && !w.b.IsMeta(t) {
		for _, a := range w.b.Args(t) {
			w.countTerm(a)
		}
	}
}

func (w *writer) cite(id mm.StmtID) {
	n, ok := w.label[id]
	if !ok {
		w.labels = append(w.labels, w.p.Library.src.Label(id))
		n = w.mandatory + len(w.labels)
		w.label[id] = n
	}
	w.out = append(w.out, int32(n))
	w.steps++
}

func (w *writer) again(t Term) bool {
	n, ok := w.saved[t]
	if ok {
		w.out = append(w.out, int32(-n))
		w.steps++
	}
	return ok
}

func (w *writer) save(t Term) {
	if w.uses[t] > 1 {
		w.saved[t] = len(w.saved) + 1
		w.out = append(w.out, writeSave)
	}
}

func (w *writer) open() {
	w.out = append(w.out, writeOpen)
	w.steps++
}

func (w *writer) proof(n *Node) {
	g := w.b.Resolve(n.Goal)
	if n = w.best[g]; n.Stmt == Open {
		w.open()
		return
	}
	if w.again(g) {
		return
	}
	if n.Slots == nil {
		w.cite(n.Stmt)
		return
	}
	for _, f := range w.p.Library.stmts[n.Stmt].Frame {
		if f < 0 {
			w.proof(n.Kids[^f])
		} else {
			w.term(w.b.Resolve(n.Slots[f]))
		}
	}
	w.cite(n.Stmt)
	w.save(g)
}

func (w *writer) term(t Term) {
	switch {
	case w.b.IsMeta(t):
		w.open()
	case w.b.IsVariable(t):
		w.cite(w.p.floats[w.b.Con(t)])
	case !w.again(t):
		for _, a := range w.b.Args(t) {
			w.term(a)
		}
		w.cite(w.p.Library.ids[w.p.Library.g.cons[w.b.Con(t)].label])
		w.save(t)
	}
}

func (w *writer) letters() string {
	var sb strings.Builder
	for _, n := range w.out {
		switch {
		case n == writeSave:
			sb.WriteByte('Z')
			continue
		case n == writeOpen:
			sb.WriteByte('?')
			continue
		case n < 0:
			n = -n + int32(w.mandatory+len(w.labels))
		}
		// The last digit has base 20, those before it base 5 without a zero.
		last := byte('A' + (n-1)%20)
		var high []byte
		for m := (n - 1) / 20; m > 0; m = (m - 1) / 5 {
			high = append(high, byte('U'+(m-1)%5))
		}
		slices.Reverse(high)
		sb.Write(high)
		sb.WriteByte(last)
	}
	return sb.String()
}

// Read reads the proof text of a statement, normal or compressed, into its
// logical steps. It unifies nothing: a proof may be read that a checker rejects.
func (l *Library) Read(of mm.StmtID, text string) (*Node, error) {
	r := reader{l: l}
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, errors.New("empty proof")
	}
	if words[0] != "(" {
		for _, w := range words {
			if err := r.word(w); err != nil {
				return nil, err
			}
		}
		return r.result()
	}
	end := slices.Index(words, ")")
	if end < 0 {
		return nil, errors.New("no ) in compressed proof")
	}
	ids := slices.Clone(l.src.Frame(of).Hyps)
	for _, w := range words[1:end] {
		id, ok := l.ids[w]
		if !ok {
			return nil, fmt.Errorf("unknown label %s", w)
		}
		ids = append(ids, id)
	}
	n := 0
	for _, c := range []byte(strings.Join(words[end+1:], "")) {
		var err error
		switch {
		case c >= 'A' && c <= 'T':
			err = r.number(ids, n*20+int(c-'A'))
			n = 0
		case c >= 'U' && c <= 'Y' && n < 1<<20:
			n = n*5 + int(c-'U') + 1
		case c == 'Z' && len(r.stack) > 0:
			r.saved = append(r.saved, r.stack[len(r.stack)-1])
		case c == '?':
			r.push(Open, 0)
		default:
			err = fmt.Errorf("unexpected %q in compressed proof", c)
		}
		if err != nil {
			return nil, err
		}
	}
	return r.result()
}

type reader struct {
	l     *Library
	stack []*Node
	saved []*Node
	step  int
}

func (r *reader) word(w string) error {
	if w == "?" {
		return r.push(Open, 0)
	}
	id, ok := r.l.ids[w]
	if !ok {
		return fmt.Errorf("unknown label %s", w)
	}
	return r.cite(id)
}

func (r *reader) number(ids []mm.StmtID, n int) error {
	switch {
	case n < len(ids):
		return r.cite(ids[n])
	case n-len(ids) < len(r.saved):
		r.step++
		r.stack = append(r.stack, r.saved[n-len(ids)])
		return nil
	}
	return fmt.Errorf("number %d stands for nothing", n+1)
}

func (r *reader) cite(id mm.StmtID) error { return r.push(id, int(r.l.args[id])) }

// push takes a step's arguments from the stack and keeps the logical ones.
func (r *reader) push(id mm.StmtID, args int) error {
	if args > len(r.stack) {
		return errors.New("stack underflow")
	}
	r.step++
	n := &Node{Stmt: id, Step: r.step}
	base := len(r.stack) - args
	if id >= 0 {
		if st := r.l.stmts[id]; st != nil {
			for i, f := range st.Frame {
				if f < 0 {
					n.Kids = append(n.Kids, r.stack[base+i])
				}
			}
		}
	}
	r.stack = append(r.stack[:base], n)
	return nil
}

func (r *reader) result() (*Node, error) {
	if len(r.stack) != 1 {
		return nil, fmt.Errorf("%d formulas on the stack at the end", len(r.stack))
	}
	return r.stack[0], nil
}

// Cited returns the premises whose labels a proof text holds, each once, in
// database order. It takes any text.
func (l *Library) Cited(text string) []mm.StmtID {
	var ids []mm.StmtID
	for w := range strings.FieldsSeq(text) {
		if w == ")" {
			break // the rest of a compressed proof has no labels
		}
		if id, ok := l.ids[w]; ok && l.stmts[id] != nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Clip(slices.Compact(ids))
}

// At is the node read from a step, nil when the step is no logical one or only
// repeats an earlier one.
func (n *Node) At(step int) *Node {
	var found *Node
	n.Each(func(m *Node) {
		if m.Step == step {
			found = m
		}
	})
	return found
}
