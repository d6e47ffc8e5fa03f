package mmlogic

import "strings"

// Term is a formula in a [Bank]. Equal formulas are equal Terms. Zero is none.
type Term int32

// Bank holds terms over a library's constructors and metavariables, each stored
// once. It is used by one goroutine; Reset makes it empty again, so that a prover
// can keep one for many tasks.
type Bank struct {
	lib   *Library
	nodes []node
	args  []Term
	table []Term
	mask  uint32

	bind  []Term // of each metavariable, by its code
	trail []int32
	next  int32 // number of the next fresh metavariable

	// Guessed counts the constructors of patterns that UnifyPattern has put in the
	// place of metavariables. Callers may set it.
	Guessed int

	// Work counts the pairs and subterms that unification has looked at. Where MaxWork
	// is not 0 and Work has passed it, unification fails: shared terms can make it
	// exponential. Callers may set both.
	Work, MaxWork int

	problem *Problem
	metas   []Term
}

type node struct {
	con  int32 // ^code for a metavariable
	args int32
	size int32
	open bool   // has metavariables
	news int32  // constructors in it that the problem does not mention
	vars uint64 // which of the first 64 variables of the problem it has
}

// maxSize is where sizes saturate: shared subterms can make a formula
// exponentially larger than the memory that it takes.
const maxSize = 1 << 20

// NewBank returns an empty bank.
func NewBank(l *Library) *Bank {
	b := &Bank{lib: l}
	b.Reset()
	return b
}

// Reset forgets every term.
func (b *Bank) Reset() {
	const small = 1 << 13
	if len(b.table) == 0 || len(b.table) > 1<<19 {
		b.table = make([]Term, small)
	} else {
		clear(b.table)
	}
	b.mask = uint32(len(b.table) - 1)
	b.nodes = append(b.nodes[:0], node{})
	b.args = b.args[:0]
	b.bind = b.bind[:0]
	b.trail = b.trail[:0]
	b.next = 0
	b.problem = nil
}

// make returns the term with a constructor and arguments (as many as its arity).
func (b *Bank) make(con int32, args []Term) Term {
	h := uint32(con) * 0x9e3779b1
	for _, a := range args {
		h = (h ^ uint32(a)) * 0x85ebca6b
		h ^= h >> 15
	}
	h ^= h >> 13
search:
	for i := h & b.mask; ; i = (i + 1) & b.mask {
		t := b.table[i]
		if t == 0 {
			n := node{con: con, args: int32(len(b.args)), size: 1, open: con < 0}
			for _, a := range args {
				n.size = min(maxSize, n.size+b.nodes[a].size)
				n.open = n.open || b.nodes[a].open
				n.vars |= b.nodes[a].vars
				n.news = min(maxSize, n.news+b.nodes[a].news)
			}
			b.args = append(b.args, args...)
			switch p := b.problem; {
			case con < 0 || p == nil:
			case Con(con) >= b.lib.firstVar:
				n.vars = p.bit[Con(con)]
			case !p.mentions[con]:
				n.news++
			}
			t = Term(len(b.nodes))
			b.nodes = append(b.nodes, n)
			b.table[i] = t
			if len(b.nodes)*2 > len(b.table) {
				b.grow()
			}
			return t
		}
		n := &b.nodes[t]
		if n.con != con {
			continue
		}
		have := b.args[n.args:]
		for k, a := range args {
			if have[k] != a {
				continue search
			}
		}
		return t
	}
}

func (b *Bank) grow() {
	b.table = make([]Term, 2*len(b.table))
	b.mask = uint32(len(b.table) - 1)
	for t := 1; t < len(b.nodes); t++ {
		con := b.nodes[t].con
		h := uint32(con) * 0x9e3779b1
		for _, a := range b.Args(Term(t)) {
			h = (h ^ uint32(a)) * 0x85ebca6b
			h ^= h >> 15
		}
		h ^= h >> 13
		i := h & b.mask
		for b.table[i] != 0 {
			i = (i + 1) & b.mask
		}
		b.table[i] = Term(t)
	}
}

// Args are the arguments of a term's constructor. The slice is the bank's own.
func (b *Bank) Args(t Term) []Term {
	n := &b.nodes[t]
	if n.con < 0 {
		return nil
	}
	k := n.args + int32(b.lib.arity[n.con])
	return b.args[n.args:k:k]
}

// Size is the number of nodes of the formula's tree; it saturates at a million.
func (b *Bank) Size(t Term) int { return int(b.nodes[t].size) }

// News is how many of a formula's nodes are constructors that the problem's
// statement does not mention.
func (b *Bank) News(t Term) int { return int(b.nodes[t].news) }

// Open reports whether a term has metavariables.
func (b *Bank) Open(t Term) bool { return b.nodes[t].open }

// Body is the formula below the provable typecode.
func (b *Bank) Body(t Term) Term { return b.Args(t)[0] }

// IsMeta reports whether a term is a metavariable.
func (b *Bank) IsMeta(t Term) bool { return b.nodes[t].con < 0 }

// IsVariable reports whether a term is a variable of the database.
func (b *Bank) IsVariable(t Term) bool { return Con(b.nodes[t].con) >= b.lib.firstVar }

// Con is a term's constructor; not for metavariables.
func (b *Bank) Con(t Term) Con { return Con(b.nodes[t].con) }

// meta returns metavariable number n of a type. Metavariables of different types
// never share a code.
func (b *Bank) meta(n int32, typ uint8) Term {
	code := n*maxTypes + int32(typ)
	for int(code) >= len(b.bind) {
		b.bind = append(b.bind, 0)
	}
	return b.make(^code, nil)
}

func (b *Bank) fresh(typ uint8) Term {
	b.next++
	return b.meta(b.next-1, typ)
}

func (b *Bank) metaType(t Term) uint8 { return uint8(^b.nodes[t].con % maxTypes) }

// String writes a term in the database's notation, metavariables as ?0, ?1, …
func (b *Bank) String(t Term) string {
	var sb strings.Builder
	b.write(&sb, t)
	return sb.String()
}

func (b *Bank) write(sb *strings.Builder, t Term) {
	n := &b.nodes[t]
	switch {
	case n.con < 0:
		if sb.Len() > 0 {
			sb.WriteByte(' ')
		}
		sb.WriteByte('?')
		sb.WriteString(itoa(int(^n.con) / maxTypes))
	case Con(n.con) >= b.lib.firstVar:
		b.lib.word(sb, b.lib.symbol(Con(n.con)))
	default:
		args := b.Args(t)
		for _, r := range b.lib.g.cons[n.con].rhs {
			if r < 0 {
				b.write(sb, args[^r])
			} else {
				b.lib.word(sb, symOf(r))
			}
		}
	}
}

// Metas is the number of occurrences of metavariables in a term, each shared
// subterm counted as often as it occurs, up to a million.
func (b *Bank) Metas(t Term) int {
	n := &b.nodes[t]
	if !n.open {
		return 0
	}
	if n.con < 0 {
		return 1
	}
	sum := 0
	for _, a := range b.Args(t) {
		sum += b.Metas(a)
	}
	return min(sum, maxSize)
}

// AppendMetas appends the metavariables of a term that the list does not have yet,
// in order of occurrence.
func (b *Bank) AppendMetas(list []Term, t Term) []Term {
	n := &b.nodes[t]
	if !n.open {
		return list
	}
	if n.con < 0 {
		for _, m := range list {
			if m == t {
				return list
			}
		}
		return append(list, t)
	}
	for _, a := range b.Args(t) {
		list = b.AppendMetas(list, a)
	}
	return list
}

// Rename numbers the metavariables of a term by their place in a list that has
// them all.
func (b *Bank) Rename(t Term, list []Term) Term {
	n := b.nodes[t]
	if !n.open {
		return t
	}
	if n.con < 0 {
		for i, m := range list {
			if m == t {
				return b.meta(int32(i), b.metaType(t))
			}
		}
		return t
	}
	var buf [8]Term
	args := buf[:0]
	for _, a := range b.Args(t) {
		args = append(args, b.Rename(a, list))
	}
	return b.make(n.con, args)
}

// Vars is the set of the problem's variables in a term, of the first 64.
func (b *Bank) Vars(t Term) uint64 { return b.nodes[t].vars }
