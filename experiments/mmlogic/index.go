package mmlogic

import (
	"cmp"
	"math/bits"
	"slices"

	"proofgrid/experiments/mm"
)

// Index finds statements by what they conclude. It is a discrimination tree over
// conclusions in preorder, in which a variable is numbered by its first
// occurrence. The statements below a place of the tree are neighbours in one
// array, so a query that asks nothing more takes them all at once.
type Index struct {
	lib   *Library
	nodes []indexNode
	edges []indexEdge
	order []mm.StmtID
}

type indexNode struct {
	edges, nedges int32
	lo, hi        int32     // the statements below, in order
	first         mm.StmtID // the earliest of them
}

type indexEdge struct {
	code int32 // constructor, or ^n for the n-th variable
	to   int32
}

func newIndex(l *Library) *Index {
	x := &Index{lib: l}
	type entry struct {
		key Pattern
		id  mm.StmtID
	}
	var all []entry
	for id, st := range l.stmts {
		if st == nil {
			continue
		}
		key := make(Pattern, len(st.Conclusion))
		names := map[int32]int32{}
		for i, c := range st.Conclusion {
			if c < 0 {
				n, ok := names[c]
				if !ok {
					n = ^int32(len(names))
					names[c] = n
				}
				c = n
			}
			key[i] = c
		}
		all = append(all, entry{key, mm.StmtID(id)})
	}
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(slices.Compare(a.key, b.key), cmp.Compare(a.id, b.id))
	})
	for _, e := range all {
		x.order = append(x.order, e.id)
	}
	var grow func(lo, hi, depth int) int32
	grow = func(lo, hi, depth int) int32 {
		n := int32(len(x.nodes))
		first := slices.Min(x.order[lo:hi])
		x.nodes = append(x.nodes, indexNode{lo: int32(lo), hi: int32(hi), first: first})
		if all[lo].id == all[hi-1].id || len(all[lo].key) == depth {
			return n
		}
		// Children are made after all edges of a node are laid, so that these are
		// neighbours.
		var bounds []int
		for i := lo; i < hi; i++ {
			if i == lo || all[i].key[depth] != all[i-1].key[depth] {
				bounds = append(bounds, i)
			}
		}
		at := int32(len(x.edges))
		x.nodes[n].edges, x.nodes[n].nedges = at, int32(len(bounds))
		for _, b := range bounds {
			x.edges = append(x.edges, indexEdge{code: all[b].key[depth]})
		}
		for i, b := range bounds {
			end := hi
			if i+1 < len(bounds) {
				end = bounds[i+1]
			}
			x.edges[at+int32(i)].to = grow(b, end, depth+1)
		}
		return n
	}
	if len(all) > 0 {
		grow(0, len(all), 0)
	}
	return x
}

// Query is a goal laid out for the index, and the memory of a search in it. Its
// zero value is ready; it is used by one goroutine.
type Query struct {
	bank  *Bank
	x     *Index
	set   Set
	code  []int32 // constructors, anyTerm for metavariables
	end   []int32
	term  []Term
	free  int // from this position on there are only metavariables
	limit int // stop at so many; 0 for never
	bind  [maxVars]Term
	out   []mm.StmtID
}

const anyTerm = -1

// Find returns the members of a set whose conclusion may unify with a goal: all
// that do, and where the goal or the conclusion repeats a variable perhaps some
// that do not. Their order is fixed by the library. The slice is the query's
// own, until its next use.
func (x *Index) Find(q *Query, b *Bank, goal Term, set Set) []mm.StmtID {
	q.set = set
	q.start(x, b, goal)
	q.free = len(q.code)
	for q.free > 0 && q.code[q.free-1] == anyTerm {
		q.free--
	}
	if len(x.nodes) > 0 {
		q.match(0, 0, 0)
	}
	return q.out
}

// Among does for a list of statements what Find does for a set. It is the faster
// of the two for a few hundred.
func (x *Index) Among(q *Query, b *Bank, goal Term, list []mm.StmtID) []mm.StmtID {
	q.start(x, b, goal)
	for _, id := range list {
		if q.Shared(x.lib.stmts[id]) >= 0 {
			q.out = append(q.out, id)
		}
	}
	return q.out
}

func (q *Query) start(x *Index, b *Bank, goal Term) {
	q.bank, q.x = b, x
	q.code, q.end, q.term, q.out = q.code[:0], q.end[:0], q.term[:0], q.out[:0]
	q.lay(goal)
}

// Count is the number of statements that Find would return, or limit when it is at
// least that.
func (x *Index) Count(q *Query, b *Bank, goal Term, set Set, limit int) int {
	q.limit = limit
	defer func() { q.limit = 0 }()
	return min(len(x.Find(q, b, goal, set)), limit)
}

// Shared is the number of constructors that a statement's conclusion has in common
// with the goal of the last Find, place by place: those that stand neither for a
// metavariable nor within what a variable of the conclusion stands for. It is -1
// when the two differ somewhere and so cannot be unified.
func (q *Query) Shared(st *Statement) int {
	p, shared := st.Conclusion, 0
	for i, j := 0, 0; i < len(p) && j < len(q.code); {
		switch {
		case q.code[j] == anyTerm:
			i = int(st.ends[i])
			j++
		case p[i] < 0:
			i++
			j = int(q.end[j])
		case p[i] != q.code[j]:
			return -1
		default:
			shared++
			i++
			j++
		}
	}
	return shared
}

func (q *Query) lay(t Term) {
	at := len(q.code)
	n := &q.bank.nodes[t]
	q.code = append(q.code, n.con)
	q.term = append(q.term, t)
	q.end = append(q.end, 0)
	if n.con < 0 {
		q.code[at] = anyTerm
	}
	for _, a := range q.bank.Args(t) {
		q.lay(a)
	}
	q.end[at] = int32(len(q.code))
}

// match goes on at position i of the query, having met vars variables.
func (q *Query) match(n, i, vars int32) {
	node := &q.x.nodes[n]
	if int(node.first) >= q.set.limit || q.enough() {
		return
	}
	if node.nedges == 0 || int(i) >= q.free {
		q.emit(node)
		return
	}
	c := q.code[i]
	for _, e := range q.x.edges[node.edges : node.edges+node.nedges] {
		switch {
		case c == anyTerm:
			q.skip(e, 1, i+1, vars)
		case e.code == c:
			q.match(e.to, i+1, vars)
		case e.code < 0:
			if v := ^e.code; v == vars {
				q.bind[v] = q.term[i]
				q.match(e.to, q.end[i], vars+1)
			} else if q.agree(q.bind[v], q.term[i]) {
				q.match(e.to, q.end[i], vars)
			}
		case e.code > c:
			return // edges are sorted
		}
	}
}

// agree reports whether two terms that one variable stands for may be equal.
func (q *Query) agree(s, t Term) bool {
	return s == 0 || s == t || q.bank.nodes[s].open || q.bank.nodes[t].open
}

// skip passes need subterms of the tree, the first of which begins with edge e.
func (q *Query) skip(e indexEdge, need, i, vars int32) {
	if e.code < 0 {
		need--
		if ^e.code == vars {
			q.bind[vars] = 0
			vars++
		}
	} else {
		need += int32(q.x.lib.arity[e.code]) - 1
	}
	if need == 0 {
		q.match(e.to, i, vars)
		return
	}
	node := &q.x.nodes[e.to]
	if int(node.first) >= q.set.limit || q.enough() {
		return
	}
	if node.nedges == 0 {
		q.emit(node)
		return
	}
	for _, e := range q.x.edges[node.edges : node.edges+node.nedges] {
		q.skip(e, need, i, vars)
	}
}

func (q *Query) enough() bool { return q.limit > 0 && len(q.out) >= q.limit }

// emit adds the statements below a node, of which the tree may not have seen the
// end when there is only one.
func (q *Query) emit(n *indexNode) {
	if n.hi-n.lo == 1 && q.Shared(q.x.lib.stmts[q.x.order[n.lo]]) < 0 {
		return
	}
	for _, id := range q.x.order[n.lo:n.hi] {
		if q.set.Has(id) {
			if q.enough() {
				return
			}
			q.out = append(q.out, id)
		}
	}
}

// Set is a set of statements.
type Set struct {
	bits  []uint64
	limit int // no member is this or above
	count int
}

// NewSet returns an empty set for a library's statements.
func NewSet(l *Library) Set { return Set{bits: make([]uint64, (l.Len()+63)/64)} }

// Add puts a statement in.
func (s *Set) Add(id mm.StmtID) {
	if w, b := id/64, uint64(1)<<(id%64); s.bits[w]&b == 0 {
		s.bits[w] |= b
		s.count++
		s.limit = max(s.limit, int(id)+1)
	}
}

// Has reports membership.
func (s *Set) Has(id mm.StmtID) bool {
	return int(id) < s.limit && s.bits[id/64]&(1<<(id%64)) != 0
}

// And returns the members of both sets.
func (s *Set) And(o *Set) Set {
	out := Set{bits: make([]uint64, len(s.bits)), limit: min(s.limit, o.limit)}
	for i := range s.bits {
		out.bits[i] = s.bits[i] & o.bits[i]
		out.count += bits.OnesCount64(out.bits[i])
	}
	return out
}

// Count is the number of members.
func (s *Set) Count() int { return s.count }

// Members are the statements in the set, in database order.
func (s *Set) Members() []mm.StmtID {
	out := make([]mm.StmtID, 0, s.count)
	for w, bits := range s.bits {
		for k := 0; bits != 0; k, bits = k+1, bits>>1 {
			if bits&1 != 0 {
				out = append(out, mm.StmtID(w*64+k))
			}
		}
	}
	return out
}
