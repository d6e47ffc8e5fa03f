package coq

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"

	"proofgrid/runner/verify"
	"proofgrid/runner/verify/coq/seal"
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
	base    int    // the state behind the seal's first sentences
	printed string // by these
	limits  verify.Limits
}

// ready brings the process behind the seal: what an earlier candidate did is undone,
// or its process replaced.
func (b *batch) ready(ctx context.Context) error {
	if b.seal != nil && b.w.Err() == nil {
		b.watch(ctx)
	}
	if b.seal != nil && b.w.Err() == nil && b.w.Back(ctx, b.base) == nil {
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
	b.seal, b.base, b.printed = s, b.w.State(), printed.String()
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
