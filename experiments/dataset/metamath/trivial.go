package metamath

import (
	"slices"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/task"
)

// trivial finds, for every task, an earlier assertion that proves it in one step.
func (b *builder) trivial() {
	x := &generalisations{b: b}
	for i := range b.Pool.Premises {
		if b.trees[i].ok && b.Pool.Premises[i].Kind != task.Notation {
			x.insert(int32(i))
		}
	}
	parallel(len(b.Tasks), many, func() func(int) {
		m := &matcher{b: b, x: x, pattern: newTypecodes(b.DB), subject: newTypecodes(b.DB)}
		return func(n int) {
			t := b.Tasks[n]
			if !b.trees[t.Index].ok {
				return
			}
			i, renaming := m.earliest(int32(t.Index))
			switch {
			case i < 0:
			case renaming:
				t.Restates = b.Pool.Premises[i].Name
			default:
				t.InstanceOf = b.Pool.Premises[i].Name
			}
		}
	})
}

// generalisations is a discrimination tree over the statements of assertions: a
// path spells a tree in preorder, a variable stands for any subtree of its
// typecode.
type generalisations struct {
	b     *builder
	nodes []genNode
}

type genNode struct {
	rule     map[int32]int32
	variable []trieEdge
	leaves   []int32 // pool indices, ascending
}

func (x *generalisations) insert(i int32) {
	if x.nodes == nil {
		x.nodes = make([]genNode, 1)
	}
	typecode := frameTypecodes(x.b.DB, x.b.DB.Frame(x.b.statement[i]))
	at := int32(0)
	for _, s := range x.b.trees[i].statement {
		n := &x.nodes[at]
		next := int32(len(x.nodes))
		if s >= 0 {
			if to, ok := n.rule[s]; ok {
				at = to
				continue
			}
			if n.rule == nil {
				n.rule = map[int32]int32{}
			}
			n.rule[s] = next
		} else {
			t := typecode[mm.Sym(^s)]
			if k := slices.IndexFunc(n.variable, func(e trieEdge) bool { return e.typecode == t }); k >= 0 {
				at = n.variable[k].to
				continue
			}
			n.variable = append(n.variable, trieEdge{t, next})
		}
		x.nodes = append(x.nodes, genNode{})
		at = next
	}
	x.nodes[at].leaves = append(x.nodes[at].leaves, i)
}

func frameTypecodes(db *mm.Database, f mm.Frame) map[mm.Sym]mm.Sym {
	out := map[mm.Sym]mm.Sym{}
	for _, h := range f.Hyps {
		if db.Kind(h) == mm.Floating {
			out[db.Formula(h)[1]] = db.Formula(h)[0]
		}
	}
	return out
}

// matcher is the working memory of one worker.
type matcher struct {
	b                *builder
	x                *generalisations
	pattern, subject *typecodes
	candidates       []int32
	bound            []binding
	order            []int // of the pattern's hypotheses
	tries            int
	apart            map[[2]mm.Sym]bool // of the subject, made when first needed
}

type binding struct {
	variable mm.Sym
	to       term
}

// earliest returns the first assertion before i that proves i in one step, and
// whether it does so by a renaming of variables with all of i's hypotheses in
// use; -1 when there is none.
func (m *matcher) earliest(i int32) (found int32, renaming bool) {
	frame := m.b.DB.Frame(m.b.statement[i])
	m.subject.enter(frame)
	defer m.subject.leave()
	m.candidates = m.candidates[:0]
	m.collect(0, m.b.trees[i].statement, 0, i)
	slices.Sort(m.candidates)
	m.apart = nil
	for _, c := range m.candidates {
		if !m.hopeful(c, i) {
			continue
		}
		if ok, renaming := m.proves(c, i); ok {
			return c, renaming
		}
	}
	return -1, false
}

// hopeful is a cheap necessary condition: every hypothesis of c finds one of i's
// with the same root.
func (m *matcher) hopeful(c, i int32) bool {
	hyps := m.b.trees[i].hypotheses
	for _, h := range m.b.trees[c].hypotheses {
		if !slices.ContainsFunc(hyps, func(t term) bool { return h[0] < 0 || h[0] == t[0] }) {
			return false
		}
	}
	return true
}

// collect gathers what the index has below a node for t[at:], before limit.
func (m *matcher) collect(node int32, t term, at int, limit int32) {
	n := &m.x.nodes[node]
	if at == len(t) {
		for _, c := range n.leaves {
			if c >= limit {
				break
			}
			m.candidates = append(m.candidates, c)
		}
		return
	}
	if s := t[at]; s >= 0 {
		if to, ok := n.rule[s]; ok {
			m.collect(to, t, at+1, limit)
		}
	}
	for _, e := range n.variable {
		if m.typecodeOf(t[at]) == e.typecode {
			m.collect(e.to, t, m.b.end(t, at), limit)
		}
	}
}

// typecodeOf returns the typecode of the subject's subtree that begins with s.
func (m *matcher) typecodeOf(s int32) mm.Sym {
	if s < 0 {
		return m.subject.of[^s]
	}
	return m.b.DB.Formula(m.b.statement[s])[0]
}

func (m *matcher) proves(c, i int32) (ok, renaming bool) {
	frame := m.b.DB.Frame(m.b.statement[c])
	m.pattern.enter(frame)
	defer m.pattern.leave()
	m.bound = m.bound[:0]
	if m.b.trees[c].asserts[0] != m.b.trees[i].asserts[0] || !m.match(m.b.trees[c].statement, m.b.trees[i].statement) {
		return false, false
	}
	order := m.order[:0]
	for k := range m.b.trees[c].hypotheses {
		order = append(order, k)
	}
	slices.SortStableFunc(order, func(j, k int) int {
		return len(m.b.trees[c].hypotheses[k]) - len(m.b.trees[c].hypotheses[j])
	})
	m.order, m.tries = order, 0
	used := make([]bool, len(m.b.trees[i].hypotheses))
	if !m.hypotheses(c, i, 0, used, func() bool { return m.distinct(frame, i) }) {
		return false, false
	}
	return true, !slices.Contains(used, false) && len(used) == len(m.b.trees[c].hypotheses) && m.renames()
}

// maxTries bounds the search for one pair of assertions: which hypothesis to
// match with which is as hard as any problem in NP. Set.mm stays far below.
const maxTries = 10_000

// hypotheses matches those of c, in m.order from the k-th on, with some of i's
// and asks then whether the substitution is allowed. Large hypotheses come first:
// they fit least often.
func (m *matcher) hypotheses(c, i int32, k int, used []bool, allowed func() bool) bool {
	if k == len(m.order) {
		return allowed()
	}
	j := m.order[k]
	for n, h := range m.b.trees[i].hypotheses {
		if m.tries++; m.tries > maxTries {
			return false
		}
		mark, was := len(m.bound), used[n]
		if m.b.trees[c].asserts[j+1] == m.b.trees[i].asserts[n+1] && m.match(m.b.trees[c].hypotheses[j], h) {
			used[n] = true
			if m.hypotheses(c, i, k+1, used, allowed) {
				return true
			}
			used[n] = was
		}
		m.bound = m.bound[:mark]
	}
	return false
}

// match extends the bindings so that the pattern becomes the subject. After a
// failure they may hold some that belong to no match.
func (m *matcher) match(pattern, subject term) bool {
	at := 0
	for _, s := range pattern {
		if at == len(subject) {
			return false
		}
		if s >= 0 {
			if subject[at] != s {
				return false
			}
			at++
			continue
		}
		end := m.b.end(subject, at)
		v, sub := mm.Sym(^s), subject[at:end]
		if k := slices.IndexFunc(m.bound, func(b binding) bool { return b.variable == v }); k >= 0 {
			if !slices.Equal(m.bound[k].to, sub) {
				return false
			}
		} else if m.typecodeOf(sub[0]) != m.pattern.of[v] {
			return false
		} else {
			m.bound = append(m.bound, binding{v, sub})
		}
		at = end
	}
	return at == len(subject)
}

// distinct checks the distinct-variable conditions of the cited assertion. Each
// of its variables is bound: a mandatory one stands in its statement or one of
// its hypotheses.
func (m *matcher) distinct(f mm.Frame, i int32) bool {
	if len(f.Disjoint) > 0 && m.apart == nil {
		m.apart = map[[2]mm.Sym]bool{}
		for _, p := range m.b.DB.ScopeDisjoint(m.b.statement[i]) {
			m.apart[p] = true
		}
	}
	to := func(v mm.Sym) term {
		return m.bound[slices.IndexFunc(m.bound, func(b binding) bool { return b.variable == v })].to
	}
	for _, p := range f.Disjoint {
		for _, s := range to(p[0]) {
			for _, t := range to(p[1]) {
				if s < 0 && t < 0 && !m.apart[[2]mm.Sym{mm.Sym(min(^s, ^t)), mm.Sym(max(^s, ^t))}] {
					return false
				}
			}
		}
	}
	return true
}

// renames reports whether the substitution maps variables to different variables.
func (m *matcher) renames() bool {
	for k, b := range m.bound {
		if len(b.to) != 1 || b.to[0] >= 0 {
			return false
		}
		for _, c := range m.bound[:k] {
			if c.to[0] == b.to[0] {
				return false
			}
		}
	}
	return true
}
