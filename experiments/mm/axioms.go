package mm

import (
	"context"
	"math/bits"
)

// axiomTable holds, for each $p statement, the set of what its proof assumes.
type axiomTable struct {
	assumed []StmtID // by number, ascending
	number  map[StmtID]int
	words   int
	sets    []uint64 // by frame, words each
}

// AxiomsOf returns the $a statements that assert something (those whose typecode is
// no syntax) on which the proof of a $p statement rests, transitively, ascending. A
// $p statement whose proof is incomplete or wrong is itself assumed, so that it and
// all that cites it list it. For a $a statement the answer is the statement itself
// or, where it is syntax, nothing. The first call verifies the whole database.
func (db *Database) AxiomsOf(id StmtID) []StmtID {
	if db.stmts[id].kind < Axiom {
		return nil
	}
	t := db.axiomTable()
	return t.list(t.set(db, id))
}

func (t *axiomTable) set(db *Database, id StmtID) []uint64 {
	return t.sets[int(db.stmts[id].frame)*t.words:][:t.words]
}

func (t *axiomTable) list(set []uint64) []StmtID {
	out := []StmtID{}
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			out = append(out, t.assumed[w*64+bits.TrailingZeros64(word)])
		}
	}
	return out
}

func (db *Database) axiomTable() *axiomTable {
	db.axiomsOnce.Do(func() { db.axioms = db.buildAxiomTable() })
	return db.axioms
}

func (db *Database) buildAxiomTable() *axiomTable {
	t := &axiomTable{number: map[StmtID]int{}}
	_, errs := db.VerifyAll(context.Background(), 0)
	wrong := make(map[StmtID]bool, len(errs))
	for _, e := range errs {
		id, _ := db.Lookup(e.Label)
		wrong[id] = true
	}
	var d decoded
	cited := make([][]StmtID, len(db.frames)) // by frame, the assertions that the proof cites
	last := make([]StmtID, len(db.stmts))     // by statement, the last one to cite it
	for i := range db.stmts {
		id, s := StmtID(i), &db.stmts[i]
		assumed := s.kind == Axiom && !db.syntax[db.formulas[s.start]]
		if s.kind == Provable {
			assumed = wrong[id]
			db.decode(&d, id, db.proofText(id)) // what a faulty proof cites before its fault counts too
			for _, o := range d.ops {
				if o.ref >= 0 && db.stmts[o.ref].kind >= Axiom && last[o.ref] != id {
					last[o.ref] = id
					cited[s.frame] = append(cited[s.frame], StmtID(o.ref))
				}
			}
		}
		if assumed {
			t.number[id] = len(t.assumed)
			t.assumed = append(t.assumed, id)
		}
	}
	t.words = (len(t.assumed) + 63) / 64
	t.sets = make([]uint64, len(db.frames)*t.words)
	for i := range db.stmts {
		if db.stmts[i].kind < Axiom {
			continue
		}
		set := t.set(db, StmtID(i))
		if n, ok := t.number[StmtID(i)]; ok {
			set[n/64] |= 1 << (n % 64)
		}
		for _, c := range cited[db.stmts[i].frame] {
			t.union(set, t.set(db, c))
		}
	}
	return t
}

func (t *axiomTable) union(into, from []uint64) {
	for w, word := range from {
		into[w] |= word
	}
}
