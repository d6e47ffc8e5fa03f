package search

import (
	"math"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
)

// group is a set of goals that share metavariables and so must be proved
// together: the OR node of the search graph. A goal without metavariables is a
// group of its own, so that it is proved once wherever it comes up. Groups that
// are equal up to the names of metavariables are one.
type group struct {
	goals    []mmlogic.Term
	metas    int32 // metavariables are numbered below this
	depth    int32 // citations between the root and where it was first met
	estimate float32
	cost     float32 // estimated cost of what is left to prove; 0 when solved
	expanded bool
	solved   bool
	proof    int32 // the edge that solved it
	edges    int32 // list head, -1 when none
	parents  int32 // list head of parent links, -1 when none
	hashNext int32
	onPath   int32 // stamp of the descent that passed it last
	visits   int32 // of the propagation with the stamp below
	stamp    int32
	rest     float32
	advance  int32 // the edge of the most advanced partial proof, -1 for none
	measured int32
}

// edge is one citation that proves a group's goal from other groups: an AND node.
type edge struct {
	from int32
	next int32
	pick int32     // which goal of the group it proves
	via  mm.StmtID // a premise or an own hypothesis
	step float32
	kids []int32
}

type parentLink struct {
	edge int32
	next int32
}

type graph struct {
	groups  []group
	edges   []edge
	parents []parentLink
	byHash  map[uint64]int32
	goals   []mmlogic.Term // backing of group.goals
	kids    []int32        // backing of edge.kids
	stamp   int32
	work    []int32
}

var infinite = float32(math.Inf(1))

func (g *graph) reset() {
	g.groups, g.edges, g.parents = g.groups[:0], g.edges[:0], g.parents[:0]
	g.goals, g.kids, g.stamp = g.goals[:0], g.kids[:0], 0
	if g.byHash == nil {
		g.byHash = map[uint64]int32{}
	}
	clear(g.byHash)
}

// intern returns the group with canonical goals, and whether it is new.
func (g *graph) intern(goals []mmlogic.Term, metas int32) (int32, bool) {
	h := uint64(len(goals))
	for _, t := range goals {
		h = (h ^ uint64(t)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	head, ok := g.byHash[h]
	if !ok {
		head = -1
	}
search:
	for i := head; i >= 0; i = g.groups[i].hashNext {
		have := g.groups[i].goals
		if len(have) != len(goals) {
			continue
		}
		for k := range have {
			if have[k] != goals[k] {
				continue search
			}
		}
		return i, false
	}
	at := len(g.goals)
	g.goals = append(g.goals, goals...)
	id := int32(len(g.groups))
	g.groups = append(g.groups, group{
		goals: g.goals[at:len(g.goals):len(g.goals)], metas: metas,
		proof: -1, edges: -1, parents: -1, hashNext: head,
	})
	g.byHash[h] = id
	return id, true
}

// link adds an edge unless the group has it already, and returns its number.
func (g *graph) link(e edge, kids []int32) int32 {
	for i := g.groups[e.from].edges; i >= 0; i = g.edges[i].next {
		if o := &g.edges[i]; o.via == e.via && o.pick == e.pick {
			o.step = min(o.step, e.step)
			return i
		}
	}
	at := len(g.kids)
	g.kids = append(g.kids, kids...)
	e.kids = g.kids[at:len(g.kids):len(g.kids)]
	e.next = g.groups[e.from].edges
	id := int32(len(g.edges))
	g.edges = append(g.edges, e)
	g.groups[e.from].edges = id
	for _, k := range kids {
		g.parents = append(g.parents, parentLink{id, g.groups[k].parents})
		g.groups[k].parents = int32(len(g.parents) - 1)
	}
	return id
}

// edgeCost is the cost of proving all that an edge needs, and whether nothing is
// left.
func (g *graph) edgeCost(e *edge) (cost float32, solved bool) {
	cost, solved = e.step, true
	for _, k := range e.kids {
		kid := &g.groups[k]
		if !kid.solved {
			cost += kid.cost
			solved = false
		}
	}
	return cost, solved
}

// update recomputes a group from its edges and reports whether it changed.
func (g *graph) update(id int32) bool {
	n := &g.groups[id]
	if n.solved {
		return false
	}
	best := infinite
	if !n.expanded {
		best = n.estimate
	}
	for i := n.edges; i >= 0; i = g.edges[i].next {
		cost, solved := g.edgeCost(&g.edges[i])
		if solved {
			n.solved, n.proof, n.cost = true, i, 0
			return true
		}
		best = min(best, cost)
	}
	changed := best != n.cost
	n.cost = best
	return changed
}

// maxVisits bounds how often one propagation passes a group's new cost on: costs
// around a cycle would rise for ever.
const maxVisits = 3

// propagate updates a group and whatever depends on it.
func (g *graph) propagate(id int32) {
	g.stamp++
	g.work = append(g.work[:0], id)
	for len(g.work) > 0 {
		id := g.work[len(g.work)-1]
		g.work = g.work[:len(g.work)-1]
		n := &g.groups[id]
		if n.stamp != g.stamp {
			n.stamp, n.visits = g.stamp, 0
		}
		n.visits++
		if g.update(id) && (n.solved || n.visits <= maxVisits) {
			for p := g.groups[id].parents; p >= 0; p = g.parents[p].next {
				g.work = append(g.work, g.edges[g.parents[p].edge].from)
			}
		}
	}
}

// descend follows the cheapest edges from the root, and in each the kid that is
// hardest to prove, to a group that has not been expanded; -1 when there is none.
func (g *graph) descend(root int32) int32 {
	g.stamp++
	path := g.stamp
	id := root
	for {
		n := &g.groups[id]
		n.onPath = path
		best, bestCost := int32(-1), infinite
		for i := n.edges; i >= 0; i = g.edges[i].next {
			e := &g.edges[i]
			cost, _ := g.edgeCost(e)
			if cost < bestCost && !g.cyclic(e, path) {
				best, bestCost = i, cost
			}
		}
		if !n.expanded && n.estimate <= bestCost {
			return id
		}
		if best < 0 {
			// Whatever this group needs waits for a group above it.
			if n.cost == infinite {
				return -1
			}
			n.cost = infinite
			for p := n.parents; p >= 0; p = g.parents[p].next {
				g.propagate(g.edges[g.parents[p].edge].from)
			}
			if id == root {
				return -1
			}
			return retry
		}
		hardest := int32(-1)
		for _, k := range g.edges[best].kids {
			if !g.groups[k].solved && (hardest < 0 || g.groups[k].cost > g.groups[hardest].cost) {
				hardest = k
			}
		}
		id = hardest
	}
}

// retry says that a descent met a dead end and has recorded it.
const retry = -2

func (g *graph) cyclic(e *edge, path int32) bool {
	for _, k := range e.kids {
		if n := &g.groups[k]; !n.solved && n.onPath == path {
			return true
		}
	}
	return false
}

// measure returns the estimate of what the most advanced partial proof of a group
// leaves open, and sets the edge that this proof takes (-1: leave the group open).
// Edges that lead back to a group being measured do not count, so the choices
// have no cycle.
func (g *graph) measure(id, stamp int32) float32 {
	n := &g.groups[id]
	if n.solved {
		return 0
	}
	if n.measured == stamp {
		return n.rest
	}
	n.measured, n.rest, n.advance = stamp, infinite, -1
	best, least := int32(-1), n.estimate
	for i := n.edges; i >= 0; i = g.edges[i].next {
		if sum := g.open(&g.edges[i], stamp); sum < least {
			best, least = i, sum
		}
	}
	n.rest, n.advance = least, best
	return least
}

// open is what an edge's kids leave open.
func (g *graph) open(e *edge, stamp int32) float32 {
	sum := float32(0)
	for _, k := range e.kids {
		sum += g.measure(k, stamp)
	}
	return sum
}
