package mm

import (
	"context"
	"fmt"
)

// maxText bounds a candidate: it is decoded whole, at up to 30 times its size,
// before the limits on steps apply. The longest proof of set.mm (2020) has 35,616 bytes.
const maxText = 16 << 20

// Result is the judgement of a candidate proof.
type Result struct {
	OK  bool
	Err *Error // the first error, nil when OK; of kind Incomplete when nothing but ? is missing

	Steps    int        // steps run before the first error
	Open     []OpenStep // the ? before the first error, by step
	Progress bool       // see Check

	// Axioms is what the proof rests on, as AxiomsOf says it (and at its cost the
	// first time). It is nil unless OK.
	Axioms []StmtID
}

// Check judges a candidate proof text for a $a or $p statement as if it were the
// proof of that statement: normal or compressed, labels and ? only. Statements
// before id and the hypotheses in scope at id may be cited. Comments and every
// other use of $ are refused. The candidate may be hostile: no input makes Check
// panic, and time and memory are bounded by the limits and by ctx; the error is then
// of kind LimitExceeded.
//
// Progress tells a candidate that does something from one that does not: some
// step that cites an assertion (not a syntax one) was right, and its conclusion
// either is the statement to prove or was used, rightly, as an essential hypothesis
// of a later step.
func (db *Database) Check(ctx context.Context, id StmtID, proof string, limits Limits) Result {
	if k := db.stmts[id].kind; k < Axiom {
		return Result{Err: &Error{Label: db.Label(id), Kind: NotCitable, Msg: k.String() + " statements are not proved"}}
	}
	if len(proof) > maxText {
		return Result{Err: &Error{Label: db.Label(id), Kind: LimitExceeded, Msg: fmt.Sprintf("a proof of %d bytes; at most %d are read", len(proof), maxText)}}
	}
	for i := 0; i < len(proof); i++ {
		switch class[proof[i]] {
		case bad:
			return db.refused(id, proof, i, "byte 0x%02x: only printable ASCII and white space are allowed", proof[i])
		case dollar:
			return db.refused(id, proof, i, "a proof is labels and ? only; $ is not allowed in it")
		}
	}
	m, _ := db.machines.Get().(*machine)
	if m == nil {
		m = newMachine(db)
	}
	defer db.machines.Put(m)
	fault := m.run(ctx, id, proof, limits.withDefaults())
	r := Result{OK: fault == nil, Steps: m.steps, Progress: m.progress, Open: m.openSteps()}
	if fault != nil {
		r.Err = db.faultError(id, &m.d, fault, proof)
	} else {
		r.Axioms = db.axiomsOfProof(&m.d)
	}
	m.release()
	return r
}

func (db *Database) refused(id StmtID, proof string, at int, format string, args ...any) Result {
	return Result{Err: db.faultError(id, nil, faultAt(at, at+1, Syntax, format, args...), proof)}
}

// openSteps lists the ? among the steps that were run.
func (m *machine) openSteps() []OpenStep {
	if m.d.unknown == 0 {
		return nil
	}
	formula := make(map[int]string, len(m.open))
	for _, o := range m.open {
		formula[o.Step] = o.Formula
	}
	var out []OpenStep
	step := 0
	for _, o := range m.d.ops {
		if o.ref != opSave {
			step++
		}
		if step > m.steps {
			break
		}
		if o.ref == opUnknown {
			out = append(out, OpenStep{Step: step, At: int(o.at), Formula: formula[step]})
		}
	}
	return out
}

// release lets go of what a hostile candidate made large.
func (m *machine) release() {
	const keep = 1 << 20
	m.ctx = nil
	clear(m.stack[:cap(m.stack)])
	clear(m.saved[:cap(m.saved)])
	if cap(m.buf) > keep {
		m.buf = nil
	}
	if cap(m.stack) > keep/8 {
		m.stack = nil
	}
	if cap(m.saved) > keep/8 {
		m.saved = nil
	}
	if cap(m.d.ops) > keep {
		m.d.ops = nil
	}
	if cap(m.d.list) > keep {
		m.d.list = nil
	}
}

func (db *Database) axiomsOfProof(d *decoded) []StmtID {
	t := db.axiomTable()
	set := make([]uint64, t.words)
	for _, o := range d.ops {
		if o.ref >= 0 && db.stmts[o.ref].kind >= Axiom {
			t.union(set, t.set(db, StmtID(o.ref)))
		}
	}
	return t.list(set)
}
