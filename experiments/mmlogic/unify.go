package mmlogic

import (
	"strconv"

	"proofgrid/experiments/mm"
)

func itoa(n int) string    { return strconv.Itoa(n) }
func symOf(r int32) mm.Sym { return mm.Sym(r) }

// Mark is a point in a bank's bindings to which Undo returns.
type Mark struct {
	trail int
	next  int32
}

// Mark remembers which metavariables are bound and which numbers are used.
func (b *Bank) Mark() Mark { return Mark{len(b.trail), b.next} }

// Undo removes the bindings made since the mark and frees the numbers of the
// metavariables made since then.
func (b *Bank) Undo(m Mark) {
	for _, code := range b.trail[m.trail:] {
		b.bind[code] = 0
	}
	b.trail = b.trail[:m.trail]
	b.next = m.next
}

// Reserve makes fresh metavariables start at n or above.
func (b *Bank) Reserve(n int32) { b.next = max(b.next, n) }

func (b *Bank) walk(t Term) Term {
	for {
		con := b.nodes[t].con
		if con >= 0 || b.bind[^con] == 0 {
			return t
		}
		t = b.bind[^con]
	}
}

// Unify makes two terms equal by binding metavariables, and reports whether it
// can. After a failure the caller must Undo.
func (b *Bank) Unify(s, t Term) bool {
	s, t = b.walk(s), b.walk(t)
	if s == t {
		return true
	}
	if b.spent() {
		return false
	}
	ns, nt := &b.nodes[s], &b.nodes[t]
	switch {
	case ns.con < 0:
		return b.assign(s, t)
	case nt.con < 0:
		return b.assign(t, s)
	case ns.con != nt.con || !ns.open && !nt.open:
		return false
	}
	k := int32(b.lib.arity[ns.con])
	as, at := ns.args, nt.args
	for i := range k {
		if !b.Unify(b.args[as+i], b.args[at+i]) {
			return false
		}
	}
	return true
}

func (b *Bank) spent() bool {
	b.Work++
	return b.MaxWork > 0 && b.Work > b.MaxWork
}

func (b *Bank) assign(m, t Term) bool {
	if b.nodes[t].con < 0 {
		if b.metaType(m) != b.metaType(t) {
			return false
		}
	} else if b.nodes[t].open && b.occurs(m, t) {
		return false
	}
	code := ^b.nodes[m].con
	b.bind[code] = t
	b.trail = append(b.trail, code)
	return true
}

func (b *Bank) occurs(m, t Term) bool {
	t = b.walk(t)
	if t == m || b.spent() {
		return true
	}
	n := &b.nodes[t]
	if n.con < 0 || !n.open {
		return false
	}
	for _, a := range b.Args(t) {
		if b.occurs(m, a) {
			return true
		}
	}
	return false
}

// Resolve applies the bindings to a term.
func (b *Bank) Resolve(t Term) Term {
	n := &b.nodes[t]
	if !n.open {
		return t
	}
	if n.con < 0 {
		if u := b.bind[^n.con]; u != 0 {
			return b.Resolve(u)
		}
		return t
	}
	var buf [8]Term
	args := buf[:0]
	for _, a := range b.Args(t) {
		args = append(args, b.Resolve(a))
	}
	return b.make(b.nodes[t].con, args)
}

// Instance is a statement whose variables stand for terms. Unify with Conclusion
// first: that fills the slots.
type Instance struct {
	Stmt  *Statement
	Slots []Term // by variable; 0 until known
}

// UnifyPattern makes a pattern over the slots equal to a term. Slots that the
// pattern meets first stand for what they meet.
func (b *Bank) UnifyPattern(in Instance, p Pattern, t Term) bool {
	_, ok := b.unifyPattern(in, p, 0, t)
	return ok
}

func (b *Bank) unifyPattern(in Instance, p Pattern, i int, t Term) (int, bool) {
	c := p[i]
	if c < 0 {
		k := ^c
		if in.Slots[k] == 0 {
			in.Slots[k] = t
			return i + 1, true
		}
		return i + 1, b.Unify(in.Slots[k], t)
	}
	t = b.walk(t)
	n := &b.nodes[t]
	if n.con < 0 {
		s, end := b.build(in, p, i)
		for _, c := range p[i:end] {
			if c >= 0 {
				b.Guessed++
			}
		}
		return end, b.assign(t, s)
	}
	if n.con != c {
		return 0, false
	}
	i++
	args, arity := n.args, int32(b.lib.arity[c])
	for k := range arity {
		var ok bool
		if i, ok = b.unifyPattern(in, p, i, b.args[args+k]); !ok {
			return 0, false
		}
	}
	return i, true
}

// Build makes the term that a pattern stands for; slots without a term get fresh
// metavariables. Bindings are not applied.
func (b *Bank) Build(in Instance, p Pattern) Term {
	t, _ := b.build(in, p, 0)
	return t
}

func (b *Bank) build(in Instance, p Pattern, i int) (Term, int) {
	c := p[i]
	if c < 0 {
		k := ^c
		if in.Slots[k] == 0 {
			in.Slots[k] = b.fresh(in.Stmt.Vars[k].Type)
		}
		return in.Slots[k], i + 1
	}
	i++
	var buf [8]Term
	args := buf[:0]
	for range b.lib.arity[c] {
		var a Term
		a, i = b.build(in, p, i)
		args = append(args, a)
	}
	return b.make(c, args), i
}
