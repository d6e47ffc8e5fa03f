package mm

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Summary counts what a database holds and how its proofs fared.
type Summary struct {
	Statements int // labelled statements
	Axioms     int // $a
	Proofs     int // $p
	Verified   int // proofs that are complete and right
	Incomplete int // proofs with a ?, which are errors too
	Steps      int // proof steps run
}

// verifyLimits keep a database that is an expression bomb from taking the machine
// with it.
var verifyLimits = Limits{MaxSteps: 1 << 30, MaxSymbols: 64 << 20, MaxWork: 1 << 40}

// VerifyAll verifies every proof with a number of workers, GOMAXPROCS when it is
// not positive. It returns the first error of every proof that is not right, in the
// order of the database; incomplete proofs are among them. When ctx ends, the
// proofs not yet verified are errors of kind LimitExceeded.
func (db *Database) VerifyAll(ctx context.Context, workers int) (Summary, []*Error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	const chunk = 64 // statements taken at a time: few enough to end together, enough to share caches
	var (
		next  atomic.Int64
		mu    sync.Mutex
		sum   = Summary{Statements: len(db.stmts), Axioms: len(db.frames)}
		found []located
		wg    sync.WaitGroup
	)
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			m := newMachine(db)
			var mine []located
			proofs, verified, steps := 0, 0, 0
			for {
				to := int(next.Add(chunk))
				if to-chunk >= len(db.stmts) {
					break
				}
				for id := StmtID(to - chunk); int(id) < min(to, len(db.stmts)); id++ {
					s := &db.stmts[id]
					if s.kind != Provable {
						continue
					}
					proofs++
					var fault *proofFault
					if ctx.Err() != nil {
						fault = &proofFault{kind: LimitExceeded, op: -1, msg: context.Cause(ctx).Error()}
					} else {
						fault = m.run(ctx, id, db.proofText(id), verifyLimits)
						steps += m.steps
					}
					if fault == nil {
						verified++
					} else {
						mine = append(mine, located{id, db.proofError(id, &m.d, fault)})
					}
				}
			}
			mu.Lock()
			defer mu.Unlock()
			sum.Proofs += proofs
			sum.Verified += verified
			sum.Steps += steps
			found = append(found, mine...)
		}()
	}
	wg.Wait()
	sum.Axioms -= sum.Proofs
	slices.SortFunc(found, func(a, b located) int { return int(a.id - b.id) })
	errs := make([]*Error, len(found))
	for i, l := range found {
		errs[i] = l.err
		if l.err.Kind == Incomplete {
			sum.Incomplete++
		}
	}
	return sum, errs
}

type located struct {
	id  StmtID
	err *Error
}
