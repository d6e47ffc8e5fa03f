package remote

import (
	"context"
	"slices"
	"sync"
)

// gate lets a number of calls be under way at once, in the order in which they
// came. It learns how many the other side takes in the way of TCP's congestion
// control: an overload halves the number, and every full round of good answers
// allows one more, up to the limit. Calls under way are never touched, and one is
// always let through, so that nothing freezes.
type gate struct {
	mu      sync.Mutex
	limit   int
	allowed float64 // 1 to limit
	busy    int
	waiting []chan struct{}
	epoch   int // of overloads
}

func newGate(limit int) *gate {
	return &gate{limit: limit, allowed: float64(limit)}
}

// tighten lowers the limit. It is called before the first call.
func (g *gate) tighten(limit int) {
	g.limit = min(g.limit, limit)
	g.allowed = min(g.allowed, float64(g.limit))
}

// enter waits for a place. The epoch is for leave.
func (g *gate) enter(ctx context.Context) (epoch int, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	g.mu.Lock()
	if len(g.waiting) == 0 && g.busy < int(g.allowed) {
		g.busy++
		defer g.mu.Unlock()
		return g.epoch, nil
	}
	turn := make(chan struct{})
	g.waiting = append(g.waiting, turn)
	g.mu.Unlock()
	select {
	case <-turn: // the place is taken already
		g.mu.Lock()
		defer g.mu.Unlock()
		return g.epoch, nil
	case <-ctx.Done():
		g.mu.Lock()
		defer g.mu.Unlock()
		if i := slices.Index(g.waiting, turn); i >= 0 {
			g.waiting = slices.Delete(g.waiting, i, i+1)
		} else { // both at once
			g.busy--
			g.next()
		}
		return 0, ctx.Err()
	}
}

// leave gives the place back and says how the call went.
func (g *gate) leave(epoch int, how outcome) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.busy--
	switch {
	case how == overloaded && epoch == g.epoch: // one halving for a burst that was sent before the last one
		g.allowed = max(1, g.allowed/2)
		g.epoch++
	case how == answered:
		g.allowed = min(float64(g.limit), g.allowed+1/g.allowed)
	}
	g.next()
}

func (g *gate) next() {
	for len(g.waiting) > 0 && g.busy < int(g.allowed) {
		g.busy++
		close(g.waiting[0])
		g.waiting = g.waiting[1:]
	}
}

type outcome int

const (
	failed outcome = iota // says nothing about the load
	answered
	overloaded
)
