package mmlogic

import (
	"math/bits"
	"slices"

	"proofgrid/experiments/mm"
)

// Problem is a theorem to prove: its statement and what its scope offers to a
// proof.
type Problem struct {
	Library *Library
	ID      mm.StmtID
	Stmt    *Statement

	floats   map[Con]mm.StmtID // the $f of each variable in scope
	dummies  [][]Con           // variables in scope by type, the statement's own first
	disjoint map[[2]Con]bool
	mentions []bool         // by constructor: those of the statement
	bit      map[Con]uint64 // of the statement's first 64 variables
	apart    []uint64       // for each of these, those that are disjoint from it
	free     [][]uint64     // by type: for each variable in scope, those that are disjoint from it
}

// Problem prepares the theorem with a label; ok is false when the library has no
// such provable statement or cannot read it.
func (l *Library) Problem(label string) (*Problem, bool) {
	id, ok := l.ids[label]
	if !ok || l.stmts[id] == nil {
		return nil, false
	}
	p := &Problem{
		Library: l, ID: id, Stmt: l.stmts[id],
		floats:   map[Con]mm.StmtID{},
		dummies:  make([][]Con, len(l.g.types)),
		disjoint: map[[2]Con]bool{},
	}
	add := func(h mm.StmtID) {
		f := l.src.Formula(h)
		con := l.varCon[f[1]]
		if _, ok := p.floats[con]; ok {
			return
		}
		p.floats[con] = h
		if typ, ok := l.g.typeOf[f[0]]; ok {
			p.dummies[typ] = append(p.dummies[typ], con)
		}
	}
	for _, h := range l.src.Frame(id).Hyps {
		if l.src.Kind(h) == mm.Floating {
			add(h)
		}
	}
	for _, h := range l.src.ScopeFloating(id) {
		add(h)
	}
	for _, d := range l.src.ScopeDisjoint(id) {
		a, b := l.varCon[d[0]], l.varCon[d[1]]
		p.disjoint[[2]Con{a, b}] = true
		p.disjoint[[2]Con{b, a}] = true
	}
	p.mentions = make([]bool, l.firstVar)
	for _, pat := range append([]Pattern{p.Stmt.Conclusion}, p.Stmt.Hyps...) {
		for _, c := range pat {
			if c >= 0 {
				p.mentions[c] = true
			}
		}
	}
	p.bit = map[Con]uint64{}
	for i, v := range p.Stmt.Vars {
		if i < 64 {
			p.bit[v.con] = 1 << i
		}
	}
	for i, v := range p.Stmt.Vars {
		if i == 64 {
			break
		}
		mask := uint64(0)
		for _, o := range p.Stmt.Vars {
			if p.disjoint[[2]Con{v.con, o.con}] {
				mask |= p.bit[o.con]
			}
		}
		p.apart = append(p.apart, mask)
	}
	p.free = make([][]uint64, len(p.dummies))
	for typ, vars := range p.dummies {
		for _, v := range vars {
			mask := uint64(0)
			for _, o := range p.Stmt.Vars {
				if p.disjoint[[2]Con{v, o.con}] {
					mask |= p.bit[o.con]
				}
			}
			if !slices.Contains(p.free[typ], mask) {
				p.free[typ] = append(p.free[typ], mask)
			}
		}
	}
	return p, true
}

// Disjoint reports whether an instance can meet its statement's disjoint-variable
// conditions, as far as that is decided: no two terms that must be disjoint have
// variables that are not, share a metavariable that only a variable can replace, or
// have one that no variable in scope could replace. Of the problem's variables it
// knows the first 64.
func (b *Bank) Disjoint(in Instance) bool {
	for _, d := range in.Stmt.Disjoint {
		s, t := in.Slots[d[0]], in.Slots[d[1]]
		if s == 0 || t == 0 {
			continue
		}
		s, t = b.Resolve(s), b.Resolve(t)
		other := b.nodes[t].vars
		for m := b.nodes[s].vars; m != 0; m &= m - 1 {
			if other&^b.problem.apart[bits.TrailingZeros64(m)] != 0 {
				return false
			}
		}
		if !b.bindable(s, t) || !b.bindable(t, s) {
			return false
		}
	}
	return true
}

// bindable reports whether each metavariable of s that only a variable can replace
// may yet be one that is disjoint from t.
func (b *Bank) bindable(s, t Term) bool {
	if !b.nodes[s].open {
		return true
	}
	b.metas = b.AppendMetas(b.metas[:0], s)
	for _, m := range b.metas {
		typ := b.metaType(m)
		if b.lib.g.built[typ] {
			continue
		}
		if b.has(t, m) {
			return false
		}
		if vars := b.nodes[t].vars; vars != 0 && !slices.ContainsFunc(b.problem.free[typ], func(apart uint64) bool { return vars&^apart == 0 }) {
			return false
		}
	}
	return true
}

// has reports whether a resolved term has a metavariable.
func (b *Bank) has(t, m Term) bool {
	if !b.nodes[t].open || t == m {
		return t == m
	}
	for _, a := range b.Args(t) {
		if b.has(a, m) {
			return true
		}
	}
	return false
}

// Goal puts the theorem's conclusion and essential hypotheses into an empty bank,
// with the theorem's variables standing for themselves.
func (p *Problem) Goal(b *Bank) (goal Term, hyps []Term) {
	b.problem = p
	in := Instance{Stmt: p.Stmt, Slots: make([]Term, len(p.Stmt.Vars))}
	for i, v := range p.Stmt.Vars {
		in.Slots[i] = b.make(int32(v.con), nil)
	}
	for _, h := range p.Stmt.Hyps {
		hyps = append(hyps, b.Build(in, h))
	}
	return b.Build(in, p.Stmt.Conclusion), hyps
}

// Settle binds every metavariable left in a proof to a variable in scope. It
// takes the variable that breaks the fewest disjoint-variable conditions of the
// citations concerned, on a tie one that the proof does not use yet where a
// bound variable is wanted, and the first otherwise.
func (p *Problem) Settle(b *Bank, root *Node) {
	var metas []Term
	seen := map[Term]bool{}
	used := map[Con]bool{}
	for _, v := range p.Stmt.Vars {
		used[v.con] = true
	}
	var collect func(t Term)
	collect = func(t Term) {
		t = b.walk(t)
		if seen[t] {
			return
		}
		seen[t] = true
		switch {
		case b.IsMeta(t):
			metas = append(metas, t)
		case b.IsVariable(t):
			used[b.Con(t)] = true
		default:
			for _, a := range b.Args(t) {
				collect(a)
			}
		}
	}
	type pair struct{ a, b Term }
	var apart []pair
	root.Each(func(n *Node) {
		for _, s := range n.Slots {
			collect(s)
		}
		if n.Slots != nil {
			for _, d := range p.Library.stmts[n.Stmt].Disjoint {
				apart = append(apart, pair{n.Slots[d[0]], n.Slots[d[1]]})
			}
		}
	})
	for _, m := range metas {
		var others []map[Con]bool
		for _, c := range apart {
			for range 2 {
				if b.occurs(m, c.a) {
					others = append(others, b.variables(c.b, map[Con]bool{}))
				}
				c.a, c.b = c.b, c.a
			}
		}
		best, bestCost := Con(-1), 0
		for _, x := range p.dummies[b.metaType(m)] {
			cost := 0
			for _, vars := range others {
				for v := range vars {
					if v == x || !p.disjoint[[2]Con{v, x}] {
						cost += 2
					}
				}
			}
			if len(others) > 0 && used[x] {
				cost++
			}
			if best < 0 || cost < bestCost {
				best, bestCost = x, cost
			}
		}
		if best >= 0 {
			used[best] = true
			b.Unify(m, b.make(int32(best), nil))
		}
	}
}

func (b *Bank) variables(t Term, into map[Con]bool) map[Con]bool {
	t = b.walk(t)
	if b.IsMeta(t) {
		return into
	}
	if b.IsVariable(t) {
		into[b.Con(t)] = true
	}
	for _, a := range b.Args(t) {
		b.variables(a, into)
	}
	return into
}
