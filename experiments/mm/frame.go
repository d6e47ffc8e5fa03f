package mm

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// frame is the face of an assertion.
type frame struct {
	hyps     []StmtID
	disjoint [][2]Sym
}

// Each statement is compiled to numbers that stand one after the other, so that a
// proof step reads one or two cache lines:
//
//	hypothesis:  -1, start and end of its formula
//	assertion:   number of hypotheses, start and end of its formula,
//	             number of $f, then for each its place among the hypotheses and its typecode,
//	             number of $e, then for each its place and its template,
//	             number of constants in the conclusion and its template,
//	             number of disjoint pairs, then for each two places
//	template:    number of codes, then the codes
//
// A code c ≥ 0 is the symbol c, and c < 0 is the variable whose $f stands at place
// ^c among the hypotheses.

// A text of n bytes can have frames of n² numbers, which no database that is meant
// for people has. These bounds keep one that is not from taking the machine with it.
const (
	maxPairs = 1 << 20 // disjoint pairs of an assertion; 1,449 variables all disjoint
	maxCode  = 1 << 28 // numbers of all code
)

var errFrames = fmt.Sprintf("the frames are too large: more than %d disjoint pairs for an assertion, or more than %d numbers in all", maxPairs, maxCode)

// buildFrames computes the frame and the code of every statement. The chains in
// stmt hold all that this needs, so that statements are independent of each other
// and are shared out to the cores. It reports whether the frames are within bounds.
func (db *Database) buildFrames() bool {
	n := 0
	for i := range db.stmts {
		if db.stmts[i].kind >= Axiom {
			db.stmts[i].frame = int32(n)
			n++
		}
	}
	db.frames = make([]frame, n)
	db.codeAt = make([]int32, len(db.stmts))
	builders := make([]frameBuilder, runtime.GOMAXPROCS(0))
	if len(db.stmts) < 1000 {
		builders = builders[:1]
	}
	var (
		wg    sync.WaitGroup
		total atomic.Int64
		over  atomic.Bool
	)
	for w := range builders {
		from, to := w*len(db.stmts)/len(builders), (w+1)*len(db.stmts)/len(builders)
		wg.Add(1)
		go func() {
			defer wg.Done()
			size := 9 * len(db.formulas) / 4 // there is room for set.mm
			if w > 0 {
				size /= len(builders) // the first takes all in the end
			}
			b := frameBuilder{db: db, place: make([]int32, db.symbols.len()), code: make([]int32, 0, size)}
			for id := from; id < to && !over.Load(); id++ {
				db.codeAt[id] = int32(len(b.code))
				fits := b.build(StmtID(id))
				if size := len(b.code) - int(db.codeAt[id]); !fits || total.Add(int64(size)) > maxCode {
					over.Store(true)
				}
			}
			builders[w] = b
		}()
	}
	wg.Wait()
	if over.Load() {
		return false
	}
	db.code = builders[0].code
	for w, b := range builders[1:] {
		base := int32(len(db.code))
		for id := (w + 1) * len(db.stmts) / len(builders); id < (w+2)*len(db.stmts)/len(builders); id++ {
			db.codeAt[id] += base
		}
		db.code = append(db.code, b.code...)
	}
	return true
}

type frameBuilder struct {
	db    *Database
	code  []int32
	place []int32 // by symbol: 1 + its place among the hypotheses, -1 before that is known, 0 for what is not mandatory
	vars  []Sym   // the mandatory variables
	hyps  []StmtID
	ids   block[StmtID]
	pairs pairList
}

// block cuts small slices from large allocations.
type block[T any] struct{ free []T }

func (b *block[T]) keep(s []T) []T {
	if len(s) == 0 {
		return nil
	}
	if len(b.free) < len(s) {
		b.free = make([]T, max(len(s), 1<<12))
	}
	out := b.free[:len(s):len(s)]
	b.free = b.free[len(s):]
	copy(out, s)
	return out
}

// build reports whether the statement has at most maxPairs disjoint pairs.
func (b *frameBuilder) build(id StmtID) bool {
	db := b.db
	s := &db.stmts[id]
	if s.kind < Axiom {
		b.code = append(b.code, -1, s.start, s.end)
		return true
	}
	b.vars, b.hyps = b.vars[:0], b.hyps[:0]
	b.collect(db.Formula(id))
	for h := s.essential; h >= 0; h = db.stmts[h].essential {
		b.hyps = append(b.hyps, StmtID(h))
		b.collect(db.Formula(StmtID(h)))
	}
	essential := len(b.hyps)
	for _, v := range b.vars {
		// Two $f of a variable are never active together, so the last before the
		// assertion is the active one.
		floats := db.floats[v]
		n, _ := slices.BinarySearch(floats, id)
		b.hyps = append(b.hyps, floats[n-1])
	}
	slices.Sort(b.hyps)

	b.code = append(b.code, int32(len(b.hyps)), s.start, s.end, int32(len(b.vars)))
	for i, h := range b.hyps {
		if hs := &db.stmts[h]; hs.kind == Floating {
			t, v := db.formulas[hs.start], db.formulas[hs.start+1]
			b.place[v] = int32(i) + 1
			b.code = append(b.code, int32(i), int32(t))
		}
	}
	b.code = append(b.code, int32(essential))
	for i, h := range b.hyps {
		if db.stmts[h].kind == Essential {
			b.code = append(b.code, int32(i))
			b.template(db.Formula(h))
		}
	}
	at := len(b.code)
	b.code = append(b.code, 0)
	b.code[at] = b.template(db.Formula(id))

	f := &db.frames[s.frame]
	f.hyps = b.ids.keep(b.hyps)
	fits := true
	if s.disjoint >= 0 && len(b.vars) > 1 {
		f.disjoint, fits = b.pairs.of(db, s.disjoint, maxPairs, func(v Sym) bool { return b.place[v] != 0 })
	}
	b.code = append(b.code, int32(len(f.disjoint)))
	for _, d := range f.disjoint {
		b.code = append(b.code, b.place[d[0]]-1, b.place[d[1]]-1)
	}
	for _, v := range b.vars {
		b.place[v] = 0
	}
	return fits
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

// template appends the template of an expression and returns how many constants
// it has.
func (b *frameBuilder) template(expr []Sym) (constants int32) {
	b.code = append(b.code, int32(len(expr)))
	for _, s := range expr {
		c := int32(s)
		if p := b.place[s]; p > 0 {
			c = ^(p - 1)
		} else {
			constants++
		}
		b.code = append(b.code, c)
	}
	return constants
}

// pairList collects disjoint pairs.
type pairList struct {
	vars  []Sym
	pairs [][2]Sym
	kept  block[[2]Sym]
}

// of returns the pairs of a chain of groups whose variables are both wanted, in the
// order of Frame, and false when there are more than most, repetitions counted.
func (l *pairList) of(db *Database, group int32, most int, want func(Sym) bool) ([][2]Sym, bool) {
	l.pairs = l.pairs[:0]
	for ; group >= 0; group = db.disjoint[group].prev {
		l.vars = l.vars[:0]
		for _, v := range db.disjoint[group].vars {
			if want(v) {
				l.vars = append(l.vars, v)
			}
		}
		if len(l.pairs)+len(l.vars)*(len(l.vars)-1)/2 > most {
			return nil, false
		}
		for i, y := range l.vars {
			for _, x := range l.vars[:i] { // the variables of a group are sorted
				l.pairs = append(l.pairs, [2]Sym{x, y})
			}
		}
	}
	slices.SortFunc(l.pairs, func(a, b [2]Sym) int {
		if a[0] != b[0] {
			return int(a[0] - b[0])
		}
		return int(a[1] - b[1])
	})
	return l.kept.keep(slices.Compact(l.pairs)), true
}
