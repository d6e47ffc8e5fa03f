package coq

import (
	"context"
	"sync"
	"time"
)

// pool keeps processes between uses, so many at most as may be alive at once.
type pool struct {
	places chan struct{} // one for each process in use
	mu     sync.Mutex
	idle   []*walker // least recently used first
	alive  int
	closed bool
}

func newPool(size int) *pool { return &pool{places: make(chan struct{}, size)} }

// take returns a process in the file, at best one that stands before the sentence.
// Fresh is called for a new one when there is none. Release must be called.
func (p *pool) take(ctx context.Context, s *source, index int, fresh func() (*walker, error)) (*walker, error) {
	select {
	case p.places <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	p.mu.Lock()
	best := -1
	for i, w := range p.idle {
		if w.source == s && (best < 0 || nearer(w, p.idle[best], index)) {
			best = i
		}
	}
	var w, evicted *walker
	switch {
	case best >= 0:
		w = p.idle[best]
		p.idle = append(p.idle[:best], p.idle[best+1:]...)
	case p.alive == cap(p.places): // so that one of them is idle
		evicted = p.idle[0]
		p.idle = p.idle[1:]
	default:
		p.alive++
	}
	p.mu.Unlock()
	if evicted != nil {
		evicted.Close()
	}
	if w != nil {
		return w, nil
	}
	w, err := fresh()
	if err != nil {
		p.drop()
		<-p.places
		return nil, err
	}
	return w, nil
}

// nearer reports whether a needs less of a walk to a sentence than b.
func nearer(a, b *walker, index int) bool {
	return max(index-len(a.states), 0) < max(index-len(b.states), 0)
}

// release gives a process back; a dead one is forgotten.
func (p *pool) release(w *walker) {
	p.mu.Lock()
	if keep := w != nil && w.Err() == nil && !p.closed; keep {
		p.idle = append(p.idle, w)
	} else {
		p.alive--
		if w != nil {
			defer w.Close()
		}
	}
	p.mu.Unlock()
	<-p.places
}

func (p *pool) drop() {
	p.mu.Lock()
	p.alive--
	p.mu.Unlock()
}

// close ends the processes that nobody uses, and the others when they are given back.
func (p *pool) close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.alive -= len(idle)
	p.mu.Unlock()
	for _, w := range idle {
		w.Close()
	}
}

// walkLimit is how long a walk through a file may take.
const walkLimit = 30 * time.Minute
