package mm

import (
	"fmt"
	"math/bits"
)

// apartness checks the $d restrictions of one proof. The variables in the active
// $d statements are numbered from 1, and every other variable is 0, which is
// disjoint from nothing. A row is the set of the variables disjoint from one; it
// never holds the variable itself, so a variable common to two expressions is a
// violation without a test of its own.
type apartness struct {
	db      *Database
	id      StmtID
	ready   bool
	bit     []int32 // by symbol
	vars    []Sym   // by number, the first unused
	words   int     // of a set
	rows    [][]uint64
	scratch []uint64 // sets of the arguments of one step
	have    []bool   // which of them are computed
}

// begin turns to another proof. Nothing is built until a step asks.
func (a *apartness) begin(id StmtID) {
	for _, v := range a.vars {
		a.bit[v] = 0
	}
	a.id, a.ready, a.vars = id, false, a.vars[:0]
}

func (a *apartness) prepare() {
	a.ready = true
	for g := a.db.stmts[a.id].disjoint; g >= 0; g = a.db.disjoint[g].prev {
		for _, v := range a.db.disjoint[g].vars {
			if a.bit[v] == 0 {
				a.vars = append(a.vars, v)
				a.bit[v] = int32(len(a.vars))
			}
		}
	}
	a.words = (len(a.vars) + 1 + 63) / 64
	a.rows = a.rows[:0]
	for range len(a.vars) + 1 {
		a.rows = append(a.rows, nil)
	}
}

func (a *apartness) row(n int) []uint64 {
	if r := a.rows[n]; r != nil {
		return r
	}
	r := make([]uint64, a.words)
	a.rows[n] = r
	if n == 0 {
		return r
	}
	v := a.vars[n-1]
	for g := a.db.stmts[a.id].disjoint; g >= 0; g = a.db.disjoint[g].prev {
		group := a.db.disjoint[g].vars
		found := false
		for _, x := range group {
			found = found || x == v
		}
		if !found {
			continue
		}
		for _, x := range group {
			if b := a.bit[x]; x != v {
				r[b/64] |= 1 << (b % 64)
			}
		}
	}
	return r
}

// set returns the variables of the argument at a place, for the step that scratch
// and have were cleared for.
func (a *apartness) set(place int32, expr []Sym) []uint64 {
	set := a.scratch[int(place)*a.words:][:a.words]
	if a.have[place] {
		return set
	}
	a.have[place] = true
	for _, s := range expr[1:] {
		if a.db.variable[s] {
			b := a.bit[s]
			set[b/64] |= 1 << (b % 64)
		}
	}
	return set
}

// check tests every pair of the frame whose values are both known (section 4.2.5).
func (a *apartness) check(f *frame, args []entry, work *int) *proofFault {
	if len(f.apart) == 0 {
		return nil
	}
	if !a.ready {
		a.prepare()
	}
	n := len(args) * a.words
	if cap(a.scratch) < n {
		a.scratch = make([]uint64, n)
	}
	a.scratch = a.scratch[:n]
	clear(a.scratch)
	if cap(a.have) < len(args) {
		a.have = make([]bool, len(args))
	}
	a.have = a.have[:len(args)]
	clear(a.have)
	for i, p := range f.apart {
		x, y := args[p[0]].expr, args[p[1]].expr
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		*work += len(x) + len(y)
		xs, ys := a.set(p[0], x), a.set(p[1], y)
		for w, word := range xs {
			for ; word != 0; word &= word - 1 {
				row := a.row(w*64 + bits.TrailingZeros64(word))
				for k := range ys {
					if ys[k]&^row[k] != 0 {
						return a.violation(f.disjoint[i], x, y)
					}
				}
			}
		}
	}
	return nil
}

// violation names the first two variables that break a restriction.
func (a *apartness) violation(pair [2]Sym, x, y []Sym) *proofFault {
	db := a.db
	for _, u := range x[1:] {
		for _, v := range y[1:] {
			if !db.variable[u] || !db.variable[v] {
				continue
			}
			why := fmt.Sprintf("%s and %s are not disjoint here", db.symbols[u], db.symbols[v])
			if u == v {
				why = fmt.Sprintf("both hold %s", db.symbols[u])
			} else if bu, bv := a.bit[u], a.bit[v]; a.row(int(bu))[bv/64]&(1<<(bv%64)) != 0 {
				continue
			}
			return &proofFault{kind: Disjointness, msg: fmt.Sprintf("the values of %s and %s must be disjoint: %s",
				db.symbols[pair[0]], db.symbols[pair[1]], why)}
		}
	}
	panic("mm: a violated restriction without a pair that violates it")
}
