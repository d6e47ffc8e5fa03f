package money

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"proofgrid/experiments/spec"
)

// ErrCap tells that a call was not admitted since a cap is reached.
var ErrCap = errors.New("a cap is reached")

// CapError is the [ErrCap] that says which cap and how to go on.
type CapError struct {
	Cap   string  // its name in the spec: cost, tokens or calls
	Limit float64 // USD, tokens or calls
	Spent float64 // NaN: what a call took is not known, so the cap cannot be kept
}

func (e *CapError) Error() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	unit := e.Cap
	if unit == "cost" {
		unit = "USD"
	}
	if e.Spent != e.Spent {
		return fmt.Sprintf("the cap of %s %s cannot be kept: what some call took is not known; give the model prices and max_tokens, or drop caps.%s, and go on with --resume", number(e.Limit), unit, e.Cap)
	}
	return fmt.Sprintf("the cap of %s %s is reached: %s %s spent; raise caps.%s in the spec and go on with --resume", number(e.Limit), unit, number(e.Spent), unit, e.Cap)
}

// Is makes errors.Is(err, ErrCap) true.
func (e *CapError) Is(target error) bool { return target == ErrCap }

// Ledger admits calls while the caps allow. It is safe for concurrent use.
//
// A call is admitted when what is spent, and the bounds of all calls in flight, stay
// below each cap; when they do not, but what is spent does, it waits until calls in
// flight have settled. So a run ends only when a cap is reached in fact, and is
// beyond it by less than one call. Bounds rest on estimates of tokens: calls in flight
// count as much more than theirs as any call has taken so far. Calls that wait are
// admitted in the order in which they came.
type Ledger struct {
	caps amount // 0: none

	mu       sync.Mutex
	spent    amount // unknown: some call's share is
	inFlight amount // sum of the known bounds
	flying   int
	unbound  [3]int     // calls in flight whose bound is unknown, by dimension
	excess   [3]float64 // what a call took at most, as a multiple of its bound; at least 1
	queue    []*waiter
}

type waiter struct {
	bound amount
	ready chan error // nil: admitted
}

// NewLedger returns the ledger of a run that has spent so much before, as [Spent]
// says. A cap that is 0 is none. Cost that is NaN, and tokens that are -1, are
// unknown, and a cap on them refuses every call.
func NewLedger(caps spec.Caps, spent Totals) *Ledger {
	l := &Ledger{caps: amountOf(Totals(caps)), spent: amountOf(spent), excess: [3]float64{1, 1, 1}}
	if caps.Cost > 0 {
		l.caps[cost] = max(1, l.caps[cost]) // below the resolution is not none
	}
	return l
}

// Spent returns what was settled, with what was spent before.
func (l *Ledger) Spent() Totals {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.spent.totals()
}

// Admit asks for leave to make a call that takes at most bound (see [Prices.Bound]),
// and waits for calls in flight when they may reach a cap. The caller must call
// settle once with what the call took: the zero Totals when nothing came of it. What
// is unknown of that counts as the bound; if that is unknown too, a cap on it
// refuses all further calls. Where a bound is unknown and capped, calls go one at a
// time. Calling settle again does nothing.
//
// An error is a [*CapError], or that of ctx. One who holds an admitted call must not
// ask for another before it is settled: both may wait for ever.
func (l *Ledger) Admit(ctx context.Context, bound Totals) (settle func(took Totals), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := &waiter{amountOf(bound), make(chan error, 1)}
	for d := range w.bound {
		if w.bound[d] > mostOne {
			w.bound[d] = unknown
		}
	}
	l.mu.Lock()
	l.queue = append(l.queue, w)
	l.pump()
	l.mu.Unlock()
	select {
	case err = <-w.ready:
	default:
		select {
		case err = <-w.ready:
		case <-ctx.Done():
			return nil, l.leave(w, ctx.Err())
		}
	}
	if err != nil {
		return nil, err
	}
	var once sync.Once
	return func(took Totals) {
		once.Do(func() { l.settle(w.bound, amountOf(took)) })
	}, nil
}

// leave takes back a call whose caller has gone, maybe just admitted.
func (l *Ledger) leave(w *waiter, err error) error {
	l.mu.Lock()
	i := slices.Index(l.queue, w)
	if i >= 0 {
		l.queue = slices.Delete(l.queue, i, i+1)
	}
	l.mu.Unlock()
	if i < 0 {
		if refused := <-w.ready; refused == nil {
			l.settle(w.bound, amount{})
		}
	}
	return err
}

func (l *Ledger) settle(bound, took amount) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fly(bound, -1)
	l.spent = l.spent.plus(took.or(bound))
	for d := range bound {
		if bound[d] > 0 {
			l.excess[d] = max(l.excess[d], float64(took[d])/float64(bound[d]))
		}
	}
	l.pump()
}

// fly counts a call in flight in or out.
func (l *Ledger) fly(bound amount, sign int) {
	l.flying += sign
	for d, b := range bound {
		if b == unknown {
			l.unbound[d] += sign
		} else {
			l.inFlight[d] += int64(sign) * b
		}
	}
}

// pump admits or refuses those at the head of the queue.
func (l *Ledger) pump() {
	for len(l.queue) > 0 {
		err, wait := l.reached()
		if err == nil && wait {
			return
		}
		w := l.queue[0]
		l.queue = slices.Delete(l.queue, 0, 1)
		if err == nil {
			l.fly(w.bound, 1)
		}
		w.ready <- err
	}
}

// reached returns the error of a cap that is reached, or whether calls in flight may
// reach one.
func (l *Ledger) reached() (err error, wait bool) {
	for d, name := range [...]string{cost: "cost", tokens: "tokens", calls: "calls"} {
		limit := l.caps[d]
		switch {
		case limit <= 0:
		case l.spent[d] == unknown || l.spent[d] >= limit:
			return &CapError{Cap: name, Limit: inUnits(d, limit), Spent: inUnits(d, l.spent[d])}, false
		case l.flying > 0 && (l.unbound[d] > 0 || float64(l.spent[d])+l.excess[d]*float64(l.inFlight[d]) >= float64(limit)):
			wait = true
		}
	}
	return nil, wait
}
