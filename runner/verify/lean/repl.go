package lean

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"proofgrid/runner/verify"
)

// maxIdle is how many REPLs wait for work; each may hold gigabytes.
const maxIdle = 4

// pool keeps REPLs by project and header. The key is the header's exact text: two
// headers that differ in a comment are two.
type pool struct {
	mu      sync.Mutex
	idle    []*pooled // the longest idle first
	recycle int
	closed  bool
}

type pooled struct {
	key string
	s   *session
}

func newPool(recycle int) *pool { return &pool{recycle: recycle} }

// take returns an idle REPL, nil when there is none.
func (p *pool) take(key string) *session {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.idle) - 1; i >= 0; i-- {
		if e := p.idle[i]; e.key == key {
			p.idle = slices.Delete(p.idle, i, i+1)
			return e.s
		}
	}
	return nil
}

// give takes a REPL back that is of use, or ends it.
func (p *pool) give(key string, s *session) {
	p.mu.Lock()
	var end []*session
	if p.closed || s.used >= p.recycle {
		end = append(end, s)
	} else {
		p.idle = append(p.idle, &pooled{key, s})
		for len(p.idle) > maxIdle {
			end = append(end, p.idle[0].s)
			p.idle = p.idle[1:]
		}
	}
	p.mu.Unlock()
	for _, s := range end {
		s.close()
	}
}

func (p *pool) close() error {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, e := range idle {
		e.s.close()
	}
	return nil
}

// repl is the door of the REPL for one task. It filters: what it accepts, lean reads
// again as a whole file, and that alone decides.
type repl struct {
	v    *Verifier
	lean *toolchain
	s    *situation
	held *session
}

func (d *repl) key() string { return d.s.root + "\x00" + d.s.header }

// session returns a REPL that has read the header, and how long it took to start: 0
// for one that ran already.
func (d *repl) session(ctx context.Context) (*session, time.Duration, error) {
	if d.held != nil && d.held.used < d.v.pool.recycle {
		return d.held, 0, nil
	}
	d.drop(true)
	if d.held = d.v.pool.take(d.key()); d.held != nil {
		return d.held, 0, nil
	}
	s, err := d.lean.startSession(ctx, d.s.header)
	if err != nil {
		return nil, 0, err
	}
	d.held = s
	return s, s.start, nil
}

// drop lets the REPL go, into the pool when it is of use.
func (d *repl) drop(useful bool) {
	s := d.held
	d.held = nil
	switch {
	case s == nil:
	case useful:
		d.v.pool.give(d.key(), s)
	default:
		s.close()
	}
}

func (d *repl) close() error {
	d.drop(true)
	return nil
}

func (d *repl) check(ctx context.Context, files []*file, limits verify.Limits) ([]answer, error) {
	answers := make([]answer, len(files))
	for i, f := range files {
		a, err := d.one(ctx, f, limits)
		if err != nil {
			return nil, err
		}
		answers[i] = *a
	}
	return answers, nil
}

func (d *repl) one(ctx context.Context, f *file, limits verify.Limits) (*answer, error) {
	var start, spent time.Duration
	for try := 1; ; try++ {
		s, took, err := d.session(ctx)
		if err != nil {
			return nil, err
		}
		start += took
		began := d.v.machine.Now()
		_, a := s.ask(ctx, request{Cmd: f.text[f.rest:], Env: s.header}, limits.Time)
		spent += d.v.machine.Now().Sub(began)
		if a.ending != read {
			d.drop(false)
		}
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		if a.ending == broken && try == 1 {
			continue // a fresh one may get on; what breaks two is broken by the candidate
		}
		f.moveTo(a)
		a.start, a.check = start, spent
		if a.ending != read || slices.ContainsFunc(a.messages, func(m message) bool { return m.isError() }) {
			return a, nil
		}
		whole, err := d.lean.run(ctx, f, limits)
		if err != nil {
			return nil, err
		}
		whole.start += a.start
		whole.check += a.check
		return &whole, nil
	}
}

// moveTo gives the places in an answer about what stands behind the header those in the
// file.
func (f *file) moveTo(a *answer) {
	lines := strings.Count(f.text[:f.rest], "\n")
	move := func(p **position) {
		if *p != nil {
			q := **p
			q.Line += lines
			*p = &q
		}
	}
	for i := range a.messages {
		move(&a.messages[i].Pos)
		move(&a.messages[i].EndPos)
	}
	for i := range a.holes {
		move(&a.holes[i].Pos)
		move(&a.holes[i].EndPos)
	}
}
