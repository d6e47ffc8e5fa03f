package money

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"proofgrid/experiments/spec"
)

// TestManyCallsEndAtTheCap runs calls of random bounds, which take up to that much,
// fail now and then or are given up, against each cap and against all.
func TestManyCallsEndAtTheCap(t *testing.T) {
	for _, caps := range []spec.Caps{{Cost: 1}, {Tokens: 5000}, {Calls: 60}, {Cost: 1, Tokens: 5000, Calls: 60}, {}} {
		for _, workers := range []int{1, 2, 8, 64} {
			for seed := range uint64(4) {
				synctest.Test(t, func(t *testing.T) {
					l := NewLedger(caps, Totals{})
					var refused, answered, early, flying atomic.Int64
					var total struct {
						sync.Mutex
						Totals
					}
					var largest Totals
					var wg sync.WaitGroup
					for w := range workers {
						rng := rand.New(rand.NewPCG(seed, uint64(w)))
						wg.Go(func() {
							for range 400 / workers {
								bound := Totals{Cost: float64(rng.IntN(50)) / 1000, Tokens: int64(rng.IntN(200)), Calls: 1}
								took := Totals{Cost: bound.Cost * rng.Float64(), Tokens: rng.Int64N(bound.Tokens + 1), Calls: 1}
								ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rng.IntN(200))*time.Millisecond)
								settle, err := l.Admit(ctx, bound)
								cancel()
								switch {
								case errors.Is(err, ErrCap):
									refused.Add(1)
									s := l.Spent()
									if !(caps.Cost > 0 && s.Cost >= caps.Cost || caps.Tokens > 0 && s.Tokens >= caps.Tokens || caps.Calls > 0 && s.Calls >= caps.Calls) {
										early.Add(1)
									}
									return
								case err != nil:
									if !errors.Is(err, context.DeadlineExceeded) {
										t.Error(err)
									}
									continue
								}
								flying.Add(1)
								time.Sleep(time.Duration(rng.IntN(100)) * time.Millisecond)
								flying.Add(-1)
								if rng.IntN(5) == 0 {
									settle(Totals{})
									continue
								}
								answered.Add(1)
								total.Lock()
								total.Cost += took.Cost
								total.Tokens += took.Tokens
								largest.Cost, largest.Tokens = max(largest.Cost, bound.Cost), max(largest.Tokens, bound.Tokens)
								total.Unlock()
								settle(took)
								settle(took) // once only
							}
						})
					}
					wg.Wait()
					s := l.Spent()
					if math.Abs(s.Cost-total.Cost) > 1e-6 || s.Tokens != total.Tokens || s.Calls != answered.Load() {
						t.Errorf("the ledger says %+v, the calls took %+v and are %d", s, total.Totals, answered.Load())
					}
					if early.Load() > 0 {
						t.Errorf("%+v, %d workers: %d calls were refused before a cap was reached", caps, workers, early.Load())
					}
					if caps.Cost > 0 && s.Cost > caps.Cost+largest.Cost || caps.Tokens > 0 && s.Tokens > caps.Tokens+largest.Tokens || caps.Calls > 0 && s.Calls > caps.Calls {
						t.Errorf("%+v, %d workers: %+v is beyond the cap by more than one call of at most %+v", caps, workers, s, largest)
					}
					if (caps != spec.Caps{}) && refused.Load() == 0 && workers == 1 {
						t.Errorf("%+v: no call was refused; spent %+v", caps, s)
					}
					if l.flying != 0 || l.inFlight != (amount{}) || l.unbound != ([3]int{}) || len(l.queue) != 0 {
						t.Errorf("left behind: %d in flight, %v, %v, %d waiting", l.flying, l.inFlight, l.unbound, len(l.queue))
					}
				})
			}
		}
	}
}

func TestFarFromTheCapCallsGoAtOnceAndNearItOneByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLedger(spec.Caps{Tokens: 1000}, Totals{Tokens: 500})
		var order []int
		var mu sync.Mutex
		settles := make(chan func(Totals), 10)
		for i := range 8 {
			go func() {
				time.Sleep(time.Duration(i) * time.Millisecond) // they come in this order
				settle, err := l.Admit(t.Context(), Totals{Tokens: 200, Calls: 1})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
				settles <- settle
			}()
		}
		admitted := func(want ...int) {
			t.Helper()
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			if !slices.Equal(order, want) {
				t.Errorf("admitted %v, want %v", order, want)
			}
		}
		admitted(0, 1, 2) // 500 + 2·200 < 1000 ≤ 500 + 3·200
		(<-settles)(Totals{Tokens: 200, Calls: 1})
		admitted(0, 1, 2) // 700 + 2·200 ≥ 1000
		(<-settles)(Totals{Tokens: 10, Calls: 1})
		admitted(0, 1, 2, 3) // 710 + 200 < 1000
		(<-settles)(Totals{Tokens: 10, Calls: 1})
		admitted(0, 1, 2, 3, 4) // 720
		(<-settles)(Totals{})
		admitted(0, 1, 2, 3, 4, 5)
		(<-settles)(Totals{Tokens: 279, Calls: 1}) // more than its bound: it happens
		admitted(0, 1, 2, 3, 4, 5)                 // 999 + 200
		(<-settles)(Totals{})
		admitted(0, 1, 2, 3, 4, 5, 6) // alone: 999 < 1000
		(<-settles)(Totals{})
		admitted(0, 1, 2, 3, 4, 5, 6, 7)
		(<-settles)(Totals{Tokens: 1, Calls: 1})
		_, err := l.Admit(t.Context(), Totals{Calls: 1})
		var ce *CapError
		if !errors.As(err, &ce) || *ce != (CapError{"tokens", 1000, 1000}) || !errors.Is(err, ErrCap) {
			t.Error(err)
		}
	})
}

func TestAWaitingCallCanBeGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLedger(spec.Caps{Calls: 1}, Totals{})
		settle, err := l.Admit(t.Context(), Totals{Calls: 1})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := l.Admit(ctx, Totals{Calls: 1}); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if _, err := l.Admit(ctx, Totals{Calls: 1}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with a context that has ended: %v", err)
		}
		settle(Totals{})
		if settle, err = l.Admit(t.Context(), Totals{Calls: 1}); err != nil {
			t.Fatal(err)
		}
		settle(Totals{Calls: 1})
		if _, err := l.Admit(t.Context(), Totals{Calls: 1}); !errors.Is(err, ErrCap) {
			t.Error(err)
		}
	})
}

func TestUnknownUsageCountsAsTheBound(t *testing.T) {
	l := NewLedger(spec.Caps{Cost: 1, Tokens: 1000}, Totals{})
	settle, err := l.Admit(t.Context(), Totals{Cost: 0.25, Tokens: 100, Calls: 1})
	if err != nil {
		t.Fatal(err)
	}
	settle(Totals{Cost: nan, Tokens: -1, Calls: 1})
	if got, want := l.Spent(), (Totals{0.25, 100, 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestCallsOfUnknownBoundGoOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLedger(spec.Caps{Cost: 1}, Totals{})
		var now, top atomic.Int64
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				settle, err := l.Admit(t.Context(), Totals{Cost: nan, Tokens: -1, Calls: 1})
				if err != nil {
					t.Error(err)
					return
				}
				top.Store(max(top.Load(), now.Add(1)))
				time.Sleep(time.Second)
				now.Add(-1)
				settle(Totals{Cost: 0.01, Tokens: 5, Calls: 1})
			})
		}
		wg.Wait()
		if top.Load() != 1 {
			t.Errorf("%d at once", top.Load())
		}
		settle, err := l.Admit(t.Context(), Totals{Cost: math.Inf(1), Calls: 1})
		if err != nil {
			t.Fatal(err)
		}
		settle(Totals{Cost: nan, Calls: 1})
		_, err = l.Admit(t.Context(), Totals{Calls: 1})
		if !errors.Is(err, ErrCap) || !strings.Contains(err.Error(), "cannot be kept") || !strings.Contains(err.Error(), "caps.cost") {
			t.Error(err)
		}
	})
	l := NewLedger(spec.Caps{Calls: 5}, Totals{Cost: nan, Tokens: -1, Calls: 2})
	if _, err := l.Admit(t.Context(), Totals{Cost: nan, Tokens: -1, Calls: 1}); err != nil {
		t.Errorf("what is not capped need not be known: %v", err)
	}
}

func TestARefusalSaysWhichCapAndHowToGoOn(t *testing.T) {
	for want, c := range map[string]struct {
		caps  spec.Caps
		spent Totals
	}{
		"the cap of 2.5 USD is reached: 2.5001 USD spent; raise caps.cost in the spec and go on with --resume": {spec.Caps{Cost: 2.5}, Totals{Cost: 2.5001}},
		"the cap of 1000 tokens is reached: 1000 tokens spent; raise caps.tokens":                              {spec.Caps{Tokens: 1000, Calls: 9}, Totals{Tokens: 1000}},
		"the cap of 3 calls is reached: 4 calls spent; raise caps.calls":                                       {spec.Caps{Calls: 3}, Totals{Calls: 4}},
		"the cap of 0.000000001 USD is reached: 1 USD":                                                         {spec.Caps{Cost: 1e-30}, Totals{Cost: 1}},
	} {
		if _, err := NewLedger(c.caps, c.spent).Admit(t.Context(), Totals{}); !errors.Is(err, ErrCap) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A tokenizer that nobody knows is estimated, maybe at a third of what it counts. Once
// that has shown, the calls in flight do not take a run beyond its cap together.
func TestBoundsThatAreTooLowDoNotAddUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit, workers, took = 20000, 32, 300
		l := NewLedger(spec.Caps{Tokens: limit}, Totals{})
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for i := 0; ; i++ {
					settle, err := l.Admit(t.Context(), Totals{Tokens: took / 3, Calls: 1})
					if err != nil {
						return
					}
					time.Sleep(time.Duration(100+(7*w+13*i)%50) * time.Millisecond)
					settle(Totals{Tokens: took, Calls: 1})
				}
			})
		}
		wg.Wait()
		if s := l.Spent(); s.Tokens < limit || s.Tokens >= limit+took {
			t.Errorf("%d tokens are spent of %d, by calls of %d", s.Tokens, limit, took)
		}
	})
}
