package mm

import (
	"fmt"
	"math/bits"
	"slices"
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
	vars    []Sym   // by number less 1
	words   int     // of a set
	rowAt   []int32 // by number: 1 + where its row begins in rows, 0 before it is needed
	rows    []uint64
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
	n := len(a.vars) + 1
	a.words = (n + 63) / 64
	a.rowAt = zeroed(a.rowAt, n)
	a.rows = a.rows[:0]
}

// zeroed returns n zeros, in s where they fit.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// row returns the row of a number, as long as no other is asked for.
func (a *apartness) row(n int) []uint64 {
	if at := a.rowAt[n]; at > 0 {
		return a.rows[at-1:][:a.words]
	}
	at := len(a.rows)
	a.rowAt[n] = int32(at) + 1
	for range a.words {
		a.rows = append(a.rows, 0)
	}
	r := a.rows[at:]
	if n == 0 {
		return r
	}
	v := a.vars[n-1]
	for g := a.db.stmts[a.id].disjoint; g >= 0; g = a.db.disjoint[g].prev {
		group := a.db.disjoint[g].vars
		if !slices.Contains(group, v) {
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

// set returns the variables of the argument at a place of the step at hand.
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

// clash returns the first word of a set that a row does not cover, and -1 when it
// covers the set.
func clash(set, row []uint64) int {
	for i, w := range set {
		if w&^row[i] != 0 {
			return i
		}
	}
	return -1
}

// check tests every pair of an assertion whose values are both known. pairs has two
// places among its hypotheses for each.
func (a *apartness) check(id StmtID, pairs []int32, args []entry, work *int) *proofFault {
	if len(pairs) == 0 {
		return nil
	}
	if !a.ready {
		a.prepare()
	}
	a.scratch = zeroed(a.scratch, len(args)*a.words)
	a.have = zeroed(a.have, len(args))
	for i := 0; i < len(pairs); i += 2 {
		x, y := args[pairs[i]].expr, args[pairs[i+1]].expr
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		*work += len(x) + len(y)
		xs, ys := a.set(pairs[i], x), a.set(pairs[i+1], y)
		for w, word := range xs {
			for ; word != 0; word &= word - 1 {
				if clash(ys, a.row(w*64+bits.TrailingZeros64(word))) >= 0 {
					return a.violation(id, i/2, x, y, ys)
				}
			}
		}
	}
	return nil
}

// violation names the first two variables that break a restriction.
func (a *apartness) violation(id StmtID, pair int, x, y []Sym, ys []uint64) *proofFault {
	name := a.db.Symbol
	d := a.db.frames[a.db.stmts[id].frame].disjoint[pair]
	f := &proofFault{kind: Disjointness, msg: fmt.Sprintf("the values of %s and %s must be disjoint", name(d[0]), name(d[1]))}
	for _, u := range x[1:] {
		if !a.db.variable[u] || clash(ys, a.row(int(a.bit[u]))) < 0 {
			continue
		}
		row := a.row(int(a.bit[u]))
		for _, v := range y[1:] {
			b := a.bit[v]
			switch {
			case !a.db.variable[v] || row[b/64]&(1<<(b%64)) != 0:
			case u == v:
				f.msg += ": both hold " + name(u)
				return f
			default:
				f.msg += fmt.Sprintf(": %s and %s are not disjoint here", name(u), name(v))
				return f
			}
		}
	}
	return f
}
