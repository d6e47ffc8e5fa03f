package search

import (
	"slices"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
)

// replay turns the root's proof, or the most advanced part of one, into a proof
// tree. Groups were searched with metavariables of their own; here every citation
// is made again in one set of bindings.
func (e *Engine) replay(root int32, goal mmlogic.Term) *mmlogic.Node {
	e.bank.Undo(mmlogic.Mark{})
	g := &e.graph
	g.stamp++
	n := &mmlogic.Node{Stmt: mmlogic.Open, Goal: goal}
	g.measure(root, g.stamp)
	if r := &g.groups[root]; !r.solved && r.advance < 0 {
		// Some step is better than none.
		least := infinite
		for i := r.edges; i >= 0; i = g.edges[i].next {
			if sum := g.open(&g.edges[i], g.stamp); sum < least {
				r.advance, least = i, sum
			}
		}
	}
	e.replayGroup(root, []*mmlogic.Node{n})
	return n
}

func (e *Engine) replayGroup(id int32, nodes []*mmlogic.Node) {
	n := &e.graph.groups[id]
	at := n.proof
	if !n.solved {
		at = n.advance
	}
	if at < 0 {
		return
	}
	ed := &e.graph.edges[at]
	rest, ok := e.cite(nodes, int(ed.pick), ed.via)
	if !ok {
		return
	}
	goals := make([]mmlogic.Term, len(rest))
	for i, r := range rest {
		goals[i] = e.bank.Resolve(r.Goal)
	}
	e.split.split(goals, e.hyps)
	parts, alias := slices.Clone(e.split.parts), slices.Clone(e.split.alias)
	for k, part := range parts {
		sub := make([]*mmlogic.Node, len(part))
		for i, j := range part {
			sub[i] = rest[j]
		}
		e.replayGroup(ed.kids[k], sub)
	}
	for i, r := range rest {
		if j := slices.Index(e.hyps, goals[i]); j >= 0 {
			r.Stmt = e.p.Stmt.HypIDs[j]
		} else if alias[i] >= 0 {
			*r = *rest[alias[i]]
		}
	}
}

// cite makes a citation for one of several open nodes and returns the nodes that
// are open then, in the order in which apply leaves their goals.
func (e *Engine) cite(nodes []*mmlogic.Node, pick int, via mm.StmtID) ([]*mmlogic.Node, bool) {
	b := e.bank
	n := nodes[pick]
	rest := slices.Delete(slices.Clone(nodes), pick, pick+1)
	st := e.lib.Statement(via)
	if st == nil {
		i := slices.Index(e.p.Stmt.HypIDs, via)
		if i < 0 || !b.Unify(n.Goal, e.hyps[i]) {
			return nil, false
		}
		n.Stmt = via
		return rest, true
	}
	in := mmlogic.Instance{Stmt: st, Slots: make([]mmlogic.Term, len(st.Vars))}
	if !b.UnifyPattern(in, st.Conclusion, n.Goal) {
		return nil, false
	}
	for _, h := range st.Hyps {
		kid := &mmlogic.Node{Stmt: mmlogic.Open, Goal: b.Build(in, h)}
		n.Kids = append(n.Kids, kid)
		rest = append(rest, kid)
	}
	n.Stmt, n.Slots = via, in.Slots
	return rest, true
}

// lay puts the steps of a proof read from text into the graph, from a group on
// whose goals the nodes prove, as far as they fit. What it lays costs little, so
// that the search goes on from there.
func (e *Engine) lay(id int32, nodes []*mmlogic.Node, price float32, depth int) {
	if depth > maxLaid || e.graph.groups[id].solved {
		return
	}
	g := &e.graph
	goals := g.groups[id].goals
	b := e.bank
	b.Reserve(g.groups[id].metas)
	first := e.pick(goals)
	b.Undo(mmlogic.Mark{})
	for k := range goals {
		pick := k
		switch {
		case k == 0:
			pick = first
		case k <= first:
			pick = k - 1
		}
		n := nodes[pick]
		if n == nil || n.Stmt < 0 {
			continue
		}
		if e.o.Ban[n] {
			e.banned[ban{id, goals[pick], n.Stmt}] = true
			continue
		}
		if !e.usable(n.Stmt) {
			continue
		}
		b.Reserve(g.groups[id].metas)
		e.residual = e.residual[:0]
		if !e.apply(goals, pick, n.Stmt) {
			b.Undo(mmlogic.Mark{})
			continue
		}
		left := slices.Clone(e.residual)
		b.Undo(mmlogic.Mark{})
		if _, ok := e.left(left); !ok || !e.connect(id, int32(pick), trial{via: n.Stmt, step: price, goals: left}) {
			continue
		}
		// What costs less than a usual citation is to be tried before any other.
		g.groups[id].estimate += max(0, usual-price)
		rest := append(slices.Delete(slices.Clone(nodes), pick, pick+1), n.Kids...)
		parts, kids := slices.Clone(e.split.parts), slices.Clone(e.kids)
		for i, part := range parts {
			sub := make([]*mmlogic.Node, len(part))
			for j, r := range part {
				sub[j] = rest[r]
			}
			e.lay(kids[i], sub, price, depth+1)
		}
		break
	}
	g.propagate(id)
}

const maxLaid = 400 // depth of what is laid

func (e *Engine) usable(id mm.StmtID) bool {
	return e.shown.Has(id) || slices.Contains(e.p.Stmt.HypIDs, id)
}
