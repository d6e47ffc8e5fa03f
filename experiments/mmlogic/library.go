package mmlogic

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"proofgrid/experiments/mm"
)

// Source is what a library is made from: the statements of a database. It has no
// proofs, so that nothing made from it can have seen one. *mm.Database is one.
type Source interface {
	Len() int
	Label(mm.StmtID) string
	Kind(mm.StmtID) mm.Kind
	Formula(mm.StmtID) []mm.Sym
	Symbol(mm.Sym) string
	Sym(string) (mm.Sym, bool)
	IsVariable(mm.Sym) bool
	Frame(mm.StmtID) mm.Frame
	ScopeDisjoint(mm.StmtID) [][2]mm.Sym
	ScopeFloating(mm.StmtID) []mm.StmtID
}

// Pattern is a formula as a tree in preorder: a constructor, or ^k for the k-th
// variable of the statement's frame.
type Pattern []int32

// Statement is an axiom or theorem with a provable typecode.
type Statement struct {
	Label      string
	Vars       []Var
	Hyps       []Pattern // essential hypotheses in frame order
	HypIDs     []mm.StmtID
	Conclusion Pattern
	ends       []int32     // where each subtree of the conclusion ends
	Frame      []int32     // the frame in order: k for variable k, ^h for essential hypothesis h
	Disjoint   [][2]uint16 // pairs of variables (indices into Vars) that must stay apart
	Fresh      int         // variables that the conclusion does not mention
	Rigid      int         // constructors in the conclusion
	HypSize    int         // nodes of all hypotheses
}

// maxVars bounds the variables of a statement that can be a premise.
const maxVars = 256

// Var is a variable of a statement's frame.
type Var struct {
	con  Con // the variable standing for itself
	Type uint8
}

// Library is a database's statements, ready for reasoning. It is immutable and
// safe for concurrent use.
type Library struct {
	Index *Index
	Facts Set // the statements without essential hypotheses

	src      Source
	g        *grammar
	arity    []uint8      // of each constructor
	varCon   []Con        // by symbol: the constructor of a variable, -1 for constants
	varSym   []mm.Sym     // by con - firstVar
	firstVar Con          // variables are the constructors from here on
	stmts    []*Statement // by StmtID; nil for hypotheses, syntax and what cannot be parsed
	ids      map[string]mm.StmtID
	args     []uint16 // how many hypotheses a statement takes
	unparsed []mm.StmtID
}

// NewLibrary parses every provable statement. A statement that the grammar cannot
// read is left out; Unparsed names it.
func NewLibrary(src Source) *Library {
	l := &Library{src: src, g: newGrammar(src), ids: make(map[string]mm.StmtID, src.Len())}
	l.stmts = make([]*Statement, src.Len())
	l.args = make([]uint16, src.Len())
	var provable []mm.StmtID
	var typecodes []mm.Sym
	for id := mm.StmtID(0); int(id) < src.Len(); id++ {
		l.ids[src.Label(id)] = id
		if k := src.Kind(id); k != mm.Axiom && k != mm.Provable {
			continue
		}
		l.args[id] = uint16(len(src.Frame(id).Hyps))
		tc := src.Formula(id)[0]
		if _, syntactic := l.g.typeOf[tc]; syntactic {
			continue
		}
		provable = append(provable, id)
		if !slices.Contains(typecodes, tc) {
			typecodes = append(typecodes, tc)
		}
	}
	l.g.addRoots(typecodes)
	l.numberVariables()

	workers := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			p := newParser(l.g)
			for i := w; i < len(provable); i += workers {
				l.stmts[provable[i]] = l.read(p, provable[i])
			}
		}()
	}
	wg.Wait()
	for _, id := range provable {
		if l.stmts[id] == nil {
			l.unparsed = append(l.unparsed, id)
		}
	}
	l.Index = newIndex(l)
	l.Facts = NewSet(l)
	for _, id := range provable {
		if st := l.stmts[id]; st != nil && len(st.Hyps) == 0 {
			l.Facts.Add(id)
		}
	}
	return l
}

func (l *Library) numberVariables() {
	l.firstVar = Con(len(l.g.cons))
	for _, c := range l.g.cons {
		l.arity = append(l.arity, uint8(len(c.args)))
	}
	l.varCon = make([]Con, len(l.g.bySym))
	for s := range l.varCon {
		l.varCon[s] = -1
		if l.src.IsVariable(mm.Sym(s)) {
			l.varCon[s] = l.firstVar + Con(len(l.varSym))
			l.varSym = append(l.varSym, mm.Sym(s))
			l.arity = append(l.arity, 0)
		}
	}
}

// read parses a statement with its hypotheses, nil when one of them cannot be.
func (l *Library) read(p *parser, id mm.StmtID) *Statement {
	st := &Statement{Label: l.src.Label(id)}
	frame := l.src.Frame(id)
	defer func() {
		for _, v := range st.Vars {
			p.varType[l.symbol(v.con)] = -1
		}
	}()
	var essential []mm.StmtID
	slot := map[mm.Sym]uint16{}
	for _, h := range frame.Hyps {
		f := l.src.Formula(h)
		if l.src.Kind(h) == mm.Essential {
			st.Frame = append(st.Frame, ^int32(len(essential)))
			essential = append(essential, h)
			continue
		}
		typ, ok := l.g.typeOf[f[0]]
		if !ok {
			return nil
		}
		k := len(st.Vars)
		p.varType[f[1]], p.varSlot[f[1]] = int16(typ), int32(k)
		slot[f[1]] = uint16(k)
		st.Frame = append(st.Frame, int32(k))
		st.Vars = append(st.Vars, Var{con: l.varCon[f[1]], Type: typ})
	}
	for _, d := range frame.Disjoint {
		st.Disjoint = append(st.Disjoint, [2]uint16{slot[d[0]], slot[d[1]]})
	}
	for _, h := range essential {
		pat, ok := p.parse(l.src.Formula(h))
		if !ok {
			return nil
		}
		st.Hyps = append(st.Hyps, pat)
		st.HypSize += len(pat)
		st.HypIDs = append(st.HypIDs, h)
	}
	pat, ok := p.parse(l.src.Formula(id))
	if !ok {
		return nil
	}
	if len(st.Vars) > maxVars {
		return nil
	}
	st.Conclusion = pat
	for i := range pat {
		st.ends = append(st.ends, int32(l.end(pat, i)))
	}
	st.Fresh = len(st.Vars)
	met := make([]bool, len(st.Vars))
	for _, c := range pat {
		if c >= 0 {
			st.Rigid++
		} else if !met[^c] {
			met[^c] = true
			st.Fresh--
		}
	}
	return st
}

func (l *Library) symbol(c Con) mm.Sym { return l.varSym[c-l.firstVar] }

// Len is the number of statements of the database, hypotheses and syntax included.
func (l *Library) Len() int { return len(l.stmts) }

// Statement is nil for hypotheses, syntax, and what the grammar cannot read.
func (l *Library) Statement(id mm.StmtID) *Statement { return l.stmts[id] }

// Lookup finds a statement by its label.
func (l *Library) Lookup(label string) (mm.StmtID, bool) {
	id, ok := l.ids[label]
	return id, ok
}

// Unparsed are the provable statements that the grammar cannot read, in database
// order.
func (l *Library) Unparsed() []mm.StmtID { return l.unparsed }

// Constructors is the number of constructors that patterns are made of.
func (l *Library) Constructors() int { return int(l.firstVar) }

// end returns the index just past the subtree of p that begins at i.
func (l *Library) end(p Pattern, i int) int {
	for need := 1; need > 0; i++ {
		need--
		if c := p[i]; c >= 0 {
			need += int(l.arity[c])
		}
	}
	return i
}

// Nested calls visit for each constructor of a pattern with the constructor around
// it, -1 for the root's.
func (l *Library) Nested(p Pattern, visit func(c, parent int32)) {
	var walk func(i int, parent int32) int
	walk = func(i int, parent int32) int {
		c := p[i]
		i++
		if c < 0 {
			return i
		}
		visit(c, parent)
		for range l.arity[c] {
			i = walk(i, c)
		}
		return i
	}
	walk(0, -1)
}

// Format writes a pattern of a statement in the database's own notation.
func (l *Library) Format(st *Statement, p Pattern) string {
	var b strings.Builder
	var write func(i int)
	write = func(i int) {
		c := p[i]
		if c < 0 {
			l.word(&b, l.symbol(st.Vars[^c].con))
			return
		}
		con := &l.g.cons[c]
		starts := make([]int, len(con.args))
		at := i + 1
		for k := range starts {
			starts[k] = at
			at = l.end(p, at)
		}
		for _, r := range con.rhs {
			if r < 0 {
				write(starts[^r])
			} else {
				l.word(&b, mm.Sym(r))
			}
		}
	}
	write(0)
	return b.String()
}

func (l *Library) word(b *strings.Builder, s mm.Sym) {
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(l.src.Symbol(s))
}
