package mmlogic

import (
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/mm"
)

// Typecode is what a statement writes before a variable of its frame, such as wff.
func (l *Library) Typecode(v Var) string { return l.src.Symbol(l.g.types[v.Type]) }

// Name is the symbol of a variable of a statement's frame.
func (l *Library) Name(v Var) string { return l.src.Symbol(l.symbol(v.con)) }

// Formula reads what may stand for a variable of a statement's frame: symbols that
// white space separates, with the variables in the problem's scope standing for
// themselves. The bank must hold the problem. An error says what cannot be read.
func (p *Problem) Formula(b *Bank, v Var, text string) (Term, error) {
	l := p.Library
	words := strings.Fields(text)
	ps := newParser(l.g)
	var scope []Term
	toks := make([]mm.Sym, 0, len(words))
	for _, w := range words {
		s, ok := l.src.Sym(w)
		if !ok || int(s) >= len(ps.varType) {
			return 0, fmt.Errorf("no formula has the symbol %.100s", w)
		}
		if con := l.varCon[s]; con >= 0 && ps.varType[s] < 0 {
			h, ok := p.floats[con]
			if !ok {
				return 0, fmt.Errorf("the variable %s is not in scope", w)
			}
			typ, ok := l.g.typeOf[l.src.Formula(h)[0]]
			if !ok {
				return 0, fmt.Errorf("no formula has the variable %s", w)
			}
			ps.varType[s], ps.varSlot[s] = int16(typ), int32(len(scope))
			scope = append(scope, b.make(int32(con), nil))
		}
		toks = append(toks, s)
	}
	pat, ok := ps.body(toks, v.Type)
	if !ok {
		return 0, fmt.Errorf("%.200q is no %s", strings.Join(words, " "), l.Typecode(v))
	}
	for _, c := range pat {
		if c >= 0 && l.ids[l.g.cons[c].label] >= p.ID {
			return 0, fmt.Errorf("%s does not come before the theorem", l.g.cons[c].label)
		}
	}
	return b.Build(Instance{Slots: scope}, pat), nil
}

// body returns the tree of a formula of a type without a provable typecode.
func (p *parser) body(toks []mm.Sym, typ uint8) (Pattern, bool) {
	if len(toks) == 0 {
		return nil, false
	}
	p.toks = toks
	p.at = make([]chartCell, len(toks))
	p.fill(0)
	for _, it := range p.at[0].items {
		if int(p.items[it].end) == len(toks) && p.items[it].typ == typ {
			return p.tree(it, nil), true
		}
	}
	return nil, false
}

// Len is the number of terms that the bank holds.
func (b *Bank) Len() int { return len(b.nodes) - 1 }

// Expanded is the number of nodes of the formula that [Bank.Resolve] makes of a term;
// like Size it saturates. Its cost is the number of different terms in it.
func (b *Bank) Expanded(t Term) int { return int(b.expanded(t, map[Term]int32{})) }

func (b *Bank) expanded(t Term, known map[Term]int32) int32 {
	t = b.walk(t)
	if !b.nodes[t].open {
		return b.nodes[t].size
	}
	if n, ok := known[t]; ok {
		return n
	}
	n := int32(1)
	for _, a := range b.Args(t) {
		n = min(maxSize, n+b.expanded(a, known))
	}
	known[t] = n
	return n
}

// Normal renders a proof of the problem as a normal proof, with ? for what is open and
// for metavariables. Shared steps are written as often as they are used; ok is false
// where that takes more than max steps.
func (p *Problem) Normal(b *Bank, root *Node, max int) (text string, ok bool) {
	w := normalWriter{p: p, b: b, left: max}
	w.proof(root)
	return strings.Join(w.words, " "), w.left >= 0
}

type normalWriter struct {
	p     *Problem
	b     *Bank
	left  int
	words []string
}

func (w *normalWriter) word(s string) {
	if w.left--; w.left >= 0 {
		w.words = append(w.words, s)
	}
}

func (w *normalWriter) proof(n *Node) {
	if w.left < 0 {
		return
	}
	if n.Stmt == Open {
		w.word("?")
		return
	}
	if n.Slots != nil {
		for _, f := range w.p.Library.stmts[n.Stmt].Frame {
			if f < 0 {
				w.proof(n.Kids[^f])
			} else {
				w.term(n.Slots[f])
			}
		}
	}
	w.word(w.p.Library.src.Label(n.Stmt))
}

func (w *normalWriter) term(t Term) {
	t = w.b.walk(t)
	switch {
	case w.left < 0:
	case w.b.IsMeta(t):
		w.word("?")
	case w.b.IsVariable(t):
		w.word(w.p.Library.src.Label(w.p.floats[w.b.Con(t)]))
	default:
		for _, a := range w.b.Args(t) {
			w.term(a)
		}
		w.word(w.p.Library.g.cons[w.b.Con(t)].label)
	}
}

// Assign binds every metavariable left in a proof to a variable in scope or a constant
// before the problem, so that no disjoint-variable condition of the citations which have
// some is broken. It goes back where [Problem.Settle] does not, for as many tries as max,
// and binds nothing where that finds no way.
func (p *Problem) Assign(b *Bank, root *Node, max int) bool {
	var metas []Term
	var apart [][2]Term
	root.Each(func(n *Node) {
		for _, s := range n.Slots {
			metas = b.AppendMetas(metas, b.Resolve(s))
		}
		if n.Slots == nil {
			return
		}
		for _, d := range p.Library.stmts[n.Stmt].Disjoint {
			s, t := b.Resolve(n.Slots[d[0]]), b.Resolve(n.Slots[d[1]])
			if b.Open(s) || b.Open(t) {
				apart = append(apart, [2]Term{s, t})
			}
		}
	})
	kept := func() bool {
		for _, d := range apart {
			others := b.variables(d[1], map[Con]bool{})
			for v := range b.variables(d[0], map[Con]bool{}) {
				for w := range others {
					if !p.disjoint[[2]Con{v, w}] {
						return false
					}
				}
			}
		}
		return true
	}
	choices := make([][]Con, len(p.dummies))
	for typ, vars := range p.dummies {
		choices[typ] = slices.Clone(vars)
	}
	for con, c := range p.Library.g.cons {
		if c.label != "" && len(c.args) == 0 && p.Library.ids[c.label] < p.ID {
			choices[c.typ] = append(choices[c.typ], Con(con))
		}
	}
	var bind func(i int) bool
	bind = func(i int) bool {
		if i == len(metas) {
			return true
		}
		for _, x := range choices[b.metaType(metas[i])] {
			if max--; max < 0 {
				return false
			}
			m := b.Mark()
			if b.Unify(metas[i], b.make(int32(x), nil)) && kept() && bind(i+1) {
				return true
			}
			b.Undo(m)
		}
		return false
	}
	return bind(0)
}

// Hyp returns the place of an essential hypothesis of the problem among its
// hypotheses, -1 when it is none.
func (p *Problem) Hyp(id mm.StmtID) int { return slices.Index(p.Stmt.HypIDs, id) }
