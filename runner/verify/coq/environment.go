package coq

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"proofgrid/runner/verify"
	"proofgrid/runner/verify/coq/seal"
	"proofgrid/runner/verify/coq/toplevel"
)

// environment judges candidates for one theorem. It holds no process between calls:
// others may need it.
type environment struct {
	v        *Verifier
	theorem  *theorem
	compiled *seal.Environment // for the second judgement, nil until it is needed
}

func (*environment) Close() error { return nil }

// Check judges candidates one by one in one process. Equal ones are judged once.
// Limits.Time is rounded up to the next whole second of what is left of it at each
// sentence, since that is how Coq counts; the questions of the audit are not charged to
// a candidate. Limits.Bytes is not looked at: Config.Memory bounds each process, and a
// candidate that reaches it has struck a limit.
func (e *environment) Check(ctx context.Context, candidates []verify.Candidate, limits verify.Limits) ([]verify.Report, error) {
	began := e.v.Now()
	w, err := e.v.at(ctx, e.theorem)
	if err != nil {
		return nil, err
	}
	b := &batch{environment: e, w: w, limits: limits}
	defer func() { e.v.pool.release(b.w) }()
	reports := make([]verify.Report, len(candidates))
	seen := map[verify.Candidate]int{}
	for i, c := range candidates {
		if first, ok := seen[c]; ok {
			reports[i] = reports[first]
			reports[i].Start = 0
			continue
		}
		seen[c] = i
		if err := b.ready(ctx); err != nil {
			return nil, err
		}
		start := e.v.Now().Sub(began)
		if reports[i], err = b.judge(ctx, c); err != nil {
			return nil, err
		}
		reports[i].Start = start
		began = e.v.Now()
	}
	return reports, nil
}

// batch is a process whose state has a fresh seal on the statement. The seal's names
// are made after the candidates were written, and serve no other batch: answers to
// earlier ones may have told them to whoever writes the next.
type batch struct {
	*environment
	w       *walker
	seal    *seal.Seal
	base    int // the state behind the seal's first sentences
	passed  []passed
	printed string // by these
	limits  verify.Limits
}

// passed is a sentence that the process has passed since the seal. Equal sentences from
// the same state lead to the same state, so what candidates begin with in common is run
// once; its time is charged to each.
type passed struct {
	text string
	toplevel.Prompt
	took time.Duration
}

// ready sees to a process with a seal.
func (b *batch) ready(ctx context.Context) error {
	if b.seal != nil && b.w.Err() == nil {
		b.watch(ctx)
	}
	if b.seal != nil && b.w.Err() == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if b.w.Err() != nil {
		if err := b.v.renew(ctx, &b.w, b.theorem); err != nil {
			return err
		}
	}
	return b.begin(ctx)
}

// resume goes back to where a plan parts from what was run last, and returns how many
// parts of it the process has passed.
func (b *batch) resume(ctx context.Context, plan []part) (same int, err error) {
	for same < len(plan)-1 && same < len(b.passed) && b.passed[same].text == plan[same].text {
		same++
	}
	b.passed = b.passed[:same]
	state := b.base
	if same > 0 {
		state = b.passed[same-1].State
	}
	if b.w.Back(ctx, state) == nil {
		return same, nil
	}
	return 0, b.ready(ctx) // the last candidate has broken the process
}

// begin seals the statement.
func (b *batch) begin(ctx context.Context) error {
	var random [16]byte
	rand.Read(random[:])
	s := seal.New(hex.EncodeToString(random[:]), b.theorem.name, b.theorem.term)
	var printed strings.Builder
	for _, sentence := range s.Before() {
		r, err := b.w.Exec(ctx, sentence, auditLimit)
		if err != nil {
			return fmt.Errorf("seal %s: %w", b.theorem.name, err)
		}
		if r.Error != nil {
			b.w.Close()
			return fmt.Errorf("seal %s: Coq refuses %s: %s", b.theorem.name, sentence, r.Error.Text)
		}
		printed.WriteString(r.Messages + "\n")
	}
	b.seal, b.base, b.printed, b.passed = s, b.w.State(), printed.String(), nil
	return nil
}

// watchEvery is how many candidates pass until a process's memory is looked at, which
// takes as long as some candidates.
const watchEvery = 100

// slack is what a heap may grow above the first look at it even where the file alone
// takes more than Config.Heap: else a process would be replaced all the time.
const slack = 100e6

// watch ends a process whose heap has grown too large, if giving back what is free does
// not help.
func (b *batch) watch(ctx context.Context) {
	if b.w.used++; b.w.used < watchEvery {
		return
	}
	b.w.used = 0
	limit := max(b.v.Heap, b.w.first+slack)
	heap, err := b.w.heap(ctx)
	if b.w.first == 0 {
		b.w.first = heap
		limit = max(limit, heap)
	}
	if err == nil && heap > limit {
		if _, err = b.w.Exec(ctx, "Optimize Heap.", auditLimit); err == nil {
			heap, err = b.w.heap(ctx)
		}
	}
	if err != nil || heap > limit {
		b.w.Close()
	}
}
