package mm

import (
	"runtime"
	"slices"
	"sync"
)

// frame is the compiled face of an assertion.
type frame struct {
	hyps       []StmtID
	disjoint   [][2]Sym
	floating   []floatingHyp
	essential  []essentialHyp
	conclusion []int32    // a template
	apart      [][2]int32 // disjoint, as places among hyps
}

// A template is an expression whose variables are replaced by what a step
// substitutes for them: a code c ≥ 0 is the symbol c, and c < 0 is the variable
// whose $f stands at place ^c among the hypotheses.

type floatingHyp struct {
	place    int32
	typecode Sym
}

type essentialHyp struct {
	place    int32
	template []int32
}

// buildFrames computes all frames. The chains in stmt hold all that it needs, so
// that assertions are independent of each other and are shared out to the cores.
func (db *Database) buildFrames() {
	n := 0
	for i := range db.stmts {
		if db.stmts[i].kind >= Axiom {
			db.stmts[i].frame = int32(n)
			n++
		}
	}
	db.frames = make([]frame, n)
	workers := runtime.GOMAXPROCS(0)
	if len(db.stmts) < 1000 {
		workers = 1
	}
	var wg sync.WaitGroup
	for w := range workers {
		from, to := w*len(db.stmts)/workers, (w+1)*len(db.stmts)/workers
		wg.Add(1)
		go func() {
			defer wg.Done()
			b := frameBuilder{db: db, place: make([]int32, len(db.symbols))}
			for id := from; id < to; id++ {
				if db.stmts[id].kind >= Axiom {
					b.build(StmtID(id))
				}
			}
		}()
	}
	wg.Wait()
}

type frameBuilder struct {
	db    *Database
	place []int32 // by symbol: place among the hypotheses + 1, -1 seen and not yet placed, 0 not mandatory
	vars  []Sym

	// Frames are cut from these blocks.
	ids   []StmtID
	codes []int32
	float []floatingHyp
	ess   []essentialHyp
}

func (b *frameBuilder) build(id StmtID) {
	db := b.db
	s := &db.stmts[id]
	b.vars = b.vars[:0]
	b.collect(db.Formula(id))
	first := len(b.ids)
	for h := s.hyps; h >= 0; h = db.stmts[h].hyps {
		if db.stmts[h].kind == Essential {
			b.ids = append(b.ids, StmtID(h))
			b.collect(db.Formula(StmtID(h)))
		}
	}
	if len(b.vars) > 0 {
		left := len(b.vars)
		for h := s.hyps; h >= 0 && left > 0; h = db.stmts[h].hyps {
			if hs := &db.stmts[h]; hs.kind == Floating && b.place[db.formulas[hs.start+1]] != 0 {
				b.ids = append(b.ids, StmtID(h))
				left--
			}
		}
	}
	f := &db.frames[s.frame]
	f.hyps = b.ids[first:len(b.ids):len(b.ids)]
	slices.Sort(f.hyps)
	floats, esses := len(b.float), len(b.ess)
	for i, h := range f.hyps {
		if hs := &db.stmts[h]; hs.kind == Floating {
			t, v := db.formulas[hs.start], db.formulas[hs.start+1]
			b.place[v] = int32(i) + 1
			b.float = append(b.float, floatingHyp{int32(i), t})
		}
	}
	for i, h := range f.hyps {
		if db.stmts[h].kind == Essential {
			b.ess = append(b.ess, essentialHyp{int32(i), b.compile(db.Formula(h))})
		}
	}
	f.floating = b.float[floats:len(b.float):len(b.float)]
	f.essential = b.ess[esses:len(b.ess):len(b.ess)]
	f.conclusion = b.compile(db.Formula(id))
	if s.disjoint >= 0 && len(b.vars) > 1 {
		f.disjoint = db.pairs(s.disjoint, func(v Sym) bool { return b.place[v] != 0 })
		if len(f.disjoint) > 0 {
			f.apart = make([][2]int32, len(f.disjoint))
			for i, d := range f.disjoint {
				f.apart[i] = [2]int32{b.place[d[0]] - 1, b.place[d[1]] - 1}
			}
		}
	}
	for _, v := range b.vars {
		b.place[v] = 0
	}
}

// collect adds the variables of an expression to b.vars.
func (b *frameBuilder) collect(expr []Sym) {
	for _, s := range expr {
		if b.db.variable[s] && b.place[s] == 0 {
			b.place[s] = -1
			b.vars = append(b.vars, s)
		}
	}
}

func (b *frameBuilder) compile(expr []Sym) []int32 {
	first := len(b.codes)
	for _, s := range expr {
		c := int32(s)
		if p := b.place[s]; p > 0 {
			c = ^(p - 1)
		}
		b.codes = append(b.codes, c)
	}
	return b.codes[first:len(b.codes):len(b.codes)]
}
