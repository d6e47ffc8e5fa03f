package mmlogic

import (
	"slices"

	"proofgrid/experiments/mm"
)

// Con is a constructor of formulas: a syntax axiom, a provable typecode over a
// body (the root of every statement), or one of a database's variables standing
// for itself.
type Con int32

// A constructor's arguments are in the order of its syntax axiom's frame, so that
// a syntax proof cites them as they stand.
type constructor struct {
	label string // empty for roots and variables
	typ   uint8
	args  []uint8 // types
	rhs   []int32 // how it reads: a symbol, or ^i for argument i
}

// grammar is the context-free grammar that the syntax axioms declare, as tries
// over right-hand sides, so that productions with a common beginning are followed
// together.
type grammar struct {
	types   []mm.Sym // syntactic typecodes
	typeOf  map[mm.Sym]uint8
	cons    []constructor
	built   []bool // by type: whether some constructor makes it
	roots   map[rootKey]Con
	rootFor map[mm.Sym][]Con // by provable typecode, indexed by body type
	bySym   []int32          // trie node after a leading constant, 0 when none
	byType  []int32          // trie node after a leading argument, 0 when none
	trie    []trieNode
}

type rootKey struct {
	typecode mm.Sym
	body     uint8
}

// trieNode is a place within right-hand sides. Node 0 stands for none.
type trieNode struct {
	consts []trieEdge // on a constant
	args   []trieEdge // on an argument of a type
	done   Con        // the constructor that ends here, -1 when none
	order  []uint8    // for done: position of the i-th argument in reading order within the frame
}

type trieEdge struct {
	on int32
	to int32
}

// isRule reports whether a statement is a production of the grammar: a syntax
// axiom without essential hypotheses that mentions each of its variables once.
func isRule(db Source, id mm.StmtID, typeOf map[mm.Sym]uint8) bool {
	if db.Kind(id) != mm.Axiom {
		return false
	}
	f := db.Formula(id)
	if _, ok := typeOf[f[0]]; !ok || len(f) < 2 {
		return false
	}
	vars := map[mm.Sym]bool{}
	for _, s := range f[1:] {
		if db.IsVariable(s) {
			if vars[s] {
				return false
			}
			vars[s] = true
		}
	}
	hyps := db.Frame(id).Hyps
	for _, h := range hyps {
		if db.Kind(h) != mm.Floating {
			return false
		}
	}
	return len(hyps) == len(vars)
}

// newGrammar reads the syntax axioms of a database. By convention |- is the
// provable typecode; where a database has none, every typecode without variables
// is taken for provable.
func newGrammar(db Source) *grammar {
	g := &grammar{
		typeOf: map[mm.Sym]uint8{},
		roots:  map[rootKey]Con{},
		trie:   make([]trieNode, 1),
	}
	turnstile, hasTurnstile := db.Sym("|-")
	symbols := mm.Sym(0)
	for id := mm.StmtID(0); int(id) < db.Len(); id++ {
		f := db.Formula(id)
		for _, s := range f {
			symbols = max(symbols, s)
		}
		if k := db.Kind(id); k == mm.Floating || k == mm.Axiom && hasTurnstile && f[0] != turnstile {
			if _, ok := g.typeOf[f[0]]; !ok && len(g.types) < maxTypes {
				g.typeOf[f[0]] = uint8(len(g.types))
				g.types = append(g.types, f[0])
			}
		}
	}
	g.bySym = make([]int32, symbols+1)
	g.byType = make([]int32, len(g.types))
	g.built = make([]bool, len(g.types))
	for id := mm.StmtID(0); int(id) < db.Len(); id++ {
		if isRule(db, id, g.typeOf) {
			g.addRule(db, id)
		}
	}
	return g
}

// maxTypes bounds the number of syntactic typecodes; real databases have two or
// three.
const maxTypes = 64

func (g *grammar) addRule(db Source, id mm.StmtID) {
	f := db.Formula(id)
	c := constructor{label: db.Label(id), typ: g.typeOf[f[0]]}
	g.built[c.typ] = true
	slot := map[mm.Sym]int{}
	for i, h := range db.Frame(id).Hyps {
		hf := db.Formula(h)
		slot[hf[1]] = i
		c.args = append(c.args, g.typeOf[hf[0]])
	}
	var order []uint8
	at := int32(0)
	for i, s := range f[1:] {
		table, on := &g.bySym, int32(s)
		if k, ok := slot[s]; ok {
			order = append(order, uint8(k))
			table, on = &g.byType, int32(c.args[k])
			c.rhs = append(c.rhs, ^int32(k))
		} else {
			c.rhs = append(c.rhs, int32(s))
		}
		if i == 0 {
			if (*table)[on] == 0 {
				(*table)[on] = g.newTrieNode()
			}
			at = (*table)[on]
			continue
		}
		_, isArg := slot[s]
		at = g.follow(at, on, isArg)
	}
	con := Con(len(g.cons))
	g.cons = append(g.cons, c)
	// Of two axioms that read alike the first is used: the other adds no formula.
	if g.trie[at].done < 0 {
		g.trie[at].done, g.trie[at].order = con, order
	}
}

func (g *grammar) newTrieNode() int32 {
	g.trie = append(g.trie, trieNode{done: -1})
	return int32(len(g.trie) - 1)
}

func (g *grammar) follow(at, on int32, isArg bool) int32 {
	edges := g.trie[at].consts
	if isArg {
		edges = g.trie[at].args
	}
	for _, e := range edges {
		if e.on == on {
			return e.to
		}
	}
	to := g.newTrieNode()
	if isArg {
		g.trie[at].args = append(g.trie[at].args, trieEdge{on, to})
	} else {
		g.trie[at].consts = append(g.trie[at].consts, trieEdge{on, to})
	}
	return to
}

// addRoots makes a constructor for each provable typecode over each type of body.
func (g *grammar) addRoots(typecodes []mm.Sym) {
	g.rootFor = map[mm.Sym][]Con{}
	for _, tc := range typecodes {
		for body := range g.types {
			con := Con(len(g.cons))
			g.cons = append(g.cons, constructor{typ: rootType, args: []uint8{uint8(body)}, rhs: []int32{int32(tc), ^0}})
			g.rootFor[tc] = append(g.rootFor[tc], con)
		}
	}
}

// rootType is the type of a whole statement: no argument has it.
const rootType = 255

// parser finds the tree of one formula at a time. It is a chart parser that works
// from the left corner: the items that begin at a position are derived from the
// token there and from shorter items that begin there too, so a rule that begins
// with its own type (a postfix operator) needs no special case.
type parser struct {
	g       *grammar
	varType []int16 // of each symbol that is a variable of the statement at hand, -1 elsewhere
	varSlot []int32
	toks    []mm.Sym
	at      []chartCell
	kids    []int32 // arguments of all items, in reading order, as item numbers
	items   []item
	stack   []int32
	base    []int32
}

type chartCell struct {
	done  bool
	items []int32
}

type item struct {
	typ  uint8
	end  int32
	con  Con // ^slot for a variable
	kids int32
	ord  []uint8
}

func newParser(g *grammar) *parser {
	p := &parser{g: g, varType: make([]int16, len(g.bySym)), varSlot: make([]int32, len(g.bySym))}
	for i := range p.varType {
		p.varType[i] = -1
	}
	return p
}

// parse returns the tree of a whole statement, ok = false when the grammar has
// none. Where the grammar is ambiguous the answer is one of the trees, always the
// same.
func (p *parser) parse(f []mm.Sym) (Pattern, bool) {
	roots := p.g.rootFor[f[0]]
	if roots == nil {
		return nil, false
	}
	p.toks = f[1:]
	n := len(p.toks)
	for len(p.at) < n {
		p.at = append(p.at, chartCell{})
	}
	for i := range n {
		p.at[i].done = false
		p.at[i].items = p.at[i].items[:0]
	}
	p.kids, p.items, p.stack = p.kids[:0], p.items[:0], p.stack[:0]
	if n == 0 {
		return nil, false
	}
	p.fill(0)
	for typ, root := range roots {
		for _, it := range p.at[0].items {
			if int(p.items[it].end) == n && int(p.items[it].typ) == typ {
				return p.tree(it, append(make(Pattern, 0, n+1), int32(root))), true
			}
		}
	}
	return nil, false
}

// fill derives every item that begins at position i.
func (p *parser) fill(i int) {
	cell := &p.at[i]
	cell.done = true
	s := p.toks[i]
	if t := p.varType[s]; t >= 0 {
		p.add(i, item{typ: uint8(t), end: int32(i + 1), con: Con(^p.varSlot[s])})
	} else if at := p.g.bySym[s]; at != 0 {
		p.walk(i, at, i+1, len(p.stack))
	}
	for k := 0; k < len(p.at[i].items); k++ {
		it := p.at[i].items[k]
		if at := p.g.byType[p.items[it].typ]; at != 0 {
			base := len(p.stack)
			p.stack = append(p.stack, it)
			p.walk(i, at, int(p.items[it].end), base)
			p.stack = p.stack[:base]
		}
	}
}

// walk follows the trie from node at, the tokens from pos on, for an item that
// begins at i and whose arguments so far are on the stack above base.
func (p *parser) walk(i int, at int32, pos, base int) {
	node := &p.g.trie[at]
	if node.done >= 0 {
		p.add(i, item{
			typ: p.g.cons[node.done].typ, end: int32(pos), con: node.done,
			kids: int32(len(p.kids)), ord: node.order,
		})
		p.kids = append(p.kids, p.stack[base:]...)
	}
	if pos == len(p.toks) {
		return
	}
	s := int32(p.toks[pos])
	for _, e := range node.consts {
		if e.on == s {
			p.walk(i, e.to, pos+1, base)
			break
		}
	}
	if len(node.args) == 0 {
		return
	}
	if !p.at[pos].done {
		p.fill(pos)
	}
	for k := 0; k < len(p.at[pos].items); k++ {
		it := p.at[pos].items[k]
		for _, e := range node.args {
			if e.on == int32(p.items[it].typ) {
				p.stack = append(p.stack, it)
				p.walk(i, e.to, int(p.items[it].end), base)
				p.stack = p.stack[:len(p.stack)-1]
			}
		}
	}
}

func (p *parser) add(i int, it item) {
	for _, o := range p.at[i].items {
		if p.items[o].typ == it.typ && p.items[o].end == it.end {
			return
		}
	}
	p.items = append(p.items, it)
	p.at[i].items = append(p.at[i].items, int32(len(p.items)-1))
}

// tree appends the tree of an item to out, arguments in frame order.
func (p *parser) tree(n int32, out Pattern) Pattern {
	it := &p.items[n]
	out = append(out, int32(it.con))
	for k := range it.ord {
		r := slices.Index(it.ord, uint8(k))
		out = p.tree(p.kids[it.kids+int32(r)], out)
	}
	return out
}
