package remote

import (
	"context"
	"encoding/base64"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"proofgrid/runner/model"
)

func TestGateHalvesOnOverloadAndRecovers(t *testing.T) {
	g := newGate(8)
	enter := func() int {
		e, err := g.enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	burst := []int{enter(), enter(), enter(), enter()}
	for _, e := range burst { // one burst of refusals halves once
		g.leave(e, overloaded)
	}
	if g.allowed != 4 {
		t.Errorf("%v allowed after one burst, want 4", g.allowed)
	}
	for range 5 {
		g.leave(enter(), overloaded)
	}
	if g.allowed != 1 {
		t.Errorf("%v allowed after many refusals, want 1", g.allowed)
	}
	for range 60 { // 1 + 2 + … + 7 good answers, and some
		g.leave(enter(), answered)
	}
	if g.allowed != 8 {
		t.Errorf("%v allowed after good answers, want 8", g.allowed)
	}
	g.leave(enter(), failed)
	if g.allowed != 8 || g.busy != 0 {
		t.Errorf("%v allowed, %d busy", g.allowed, g.busy)
	}
}

// Whoever comes and goes, at most the limit is inside, and nobody is forgotten.
func TestGateUnderLoad(t *testing.T) {
	g := newGate(3)
	var inside, most, entered, gone atomic.Int32
	var wg sync.WaitGroup
	for i := range 300 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r := rand.New(rand.NewPCG(1, uint64(i)))
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			if r.IntN(3) == 0 {
				time.AfterFunc(time.Duration(r.IntN(5000))*time.Microsecond, cancel)
			}
			e, err := g.enter(ctx)
			if err != nil {
				gone.Add(1)
				return
			}
			entered.Add(1)
			n := inside.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(time.Duration(r.IntN(100)) * time.Microsecond)
			inside.Add(-1)
			g.leave(e, outcome(r.IntN(3)))
		}()
	}
	wg.Wait()
	if most.Load() > 3 || entered.Load()+gone.Load() != 300 || g.busy != 0 || len(g.waiting) != 0 {
		t.Errorf("%d inside at most, %d entered, %d gone, %d busy, %d waiting", most.Load(), entered.Load(), gone.Load(), g.busy, len(g.waiting))
	}
}

func TestPauseIsBoundedAndKeepsWhatWasAsked(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const top = time.Minute
	for n := range 70 {
		sum := time.Duration(0)
		for range 200 {
			d := pause(n, 0, top, r)
			if d < 0 || d > min(firstPause<<min(n, 20), top) {
				t.Fatalf("retry %d waits %v", n, d)
			}
			sum += d
		}
		// The mean of 200 uniform draws is within 6 standard errors, 12 %, of the middle.
		if mean, middle := sum/200, min(firstPause<<min(n, 20), top)/2; mean < middle*88/100 || mean > middle*112/100 {
			t.Errorf("retry %d waits %v on average, want about %v", n, mean, middle)
		}
		if d := pause(n, 20*time.Second, top, r); d < 20*time.Second || d > top {
			t.Errorf("retry %d waits %v, the provider asked for 20 s", n, d)
		}
		if d := pause(n, time.Hour, top, r); d != top {
			t.Errorf("retry %d waits %v, more than %v", n, d, top)
		}
		if d := pause(n, math.MaxInt64, top, r); d != top { // a date in the year 9999 asks for it
			t.Errorf("retry %d waits %v when it is asked for 292 years, want %v", n, d, top)
		}
	}
}

func TestRetryAfterInAllItsForms(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		name   string
		header map[string]string
		want   time.Duration
	}{
		{"nothing", nil, 0},
		{"seconds", map[string]string{"Retry-After": "7"}, 7 * time.Second},
		{"a fraction", map[string]string{"Retry-After": " 0.5 "}, 500 * time.Millisecond},
		{"a date", map[string]string{"Retry-After": "Fri, 02 Jan 2026 03:05:05 GMT"}, time.Minute},
		{"a date that is over", map[string]string{"Retry-After": "Fri, 02 Jan 2026 03:00:05 GMT"}, 0},
		{"milliseconds first", map[string]string{"Retry-After-Ms": "250", "Retry-After": "7"}, 250 * time.Millisecond},
		{"nonsense", map[string]string{"Retry-After": "soon"}, 0},
		{"negative", map[string]string{"Retry-After": "-3"}, 0},
		{"not a number", map[string]string{"Retry-After": "NaN"}, 0},
		{"huge", map[string]string{"Retry-After": "1e300"}, 24 * time.Hour},
		{"a limit that is used up", map[string]string{"X-Ratelimit-Remaining-Tokens": "0", "X-Ratelimit-Reset-Tokens": "1m30s", "X-Ratelimit-Remaining-Requests": "9", "X-Ratelimit-Reset-Requests": "1h"}, 90 * time.Second},
		{"a limit as a time", map[string]string{"Anthropic-Ratelimit-Output-Tokens-Remaining": "0", "Anthropic-Ratelimit-Output-Tokens-Reset": "2026-01-02T03:04:25Z"}, 20 * time.Second},
	} {
		h := http.Header{}
		for k, v := range c.header {
			h.Set(k, v)
		}
		if got := retryAfter(h, now); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestKeysAreHiddenInEveryForm(t *testing.T) {
	const key = `sk-a/b+c"d e\f0123`
	s := newSecret(key)
	for _, text := range []string{
		key, "Bearer " + key, url.QueryEscape(key), url.PathEscape(key),
		base64.StdEncoding.EncodeToString([]byte(key)), `{"k":"sk-a/b+c\"d e\\f0123"}`, strings.Repeat("x", 290) + key,
	} {
		for _, got := range []string{s.message(text), s.text(text)} {
			if strings.Contains(got, "0123") || strings.Contains(got, "sk-a") {
				t.Errorf("%q shows the key", got)
			}
		}
	}
	short := newSecret("none")
	if got := short.text("none of the lemmas"); got != "none of the lemmas" {
		t.Errorf("a stand-in for a key spoils the answer: %q", got)
	}
	if got := short.message("bad key none"); strings.Contains(got, "none") {
		t.Error(got)
	}
	if got := newSecret("").message("a\x00b\x1b[31m\n" + strings.Repeat("y", 2000)); strings.ContainsAny(got, "\x00\x1b\n") || len(got) > 400 {
		t.Errorf("%q is no line for an error", got)
	}
}

func TestExtraFieldsAreMerged(t *testing.T) {
	got, err := merge(
		map[string]any{"a": 1, "deep": map[string]any{"x": 1}},
		map[string]any{"b": 2, "deep": map[string]any{"y": 2}}, "")
	if err != nil || !reflect.DeepEqual(got, map[string]any{"a": 1, "b": 2, "deep": map[string]any{"x": 1, "y": 2}}) {
		t.Errorf("%v, %v", got, err)
	}
	_, err = merge(map[string]any{"deep": map[string]any{"x": 1}}, map[string]any{"deep": map[string]any{"x": 2}}, "")
	if err == nil || !strings.Contains(err.Error(), "deep.x") {
		t.Error(err)
	}
}

type named struct{ Protocol }

func (named) Name() string { return "p" }

// A key that changes orphans the answers of every store there is.
func TestKeyIsWhatItAlwaysWas(t *testing.T) {
	m := &Model{
		protocol: named{}, options: Options{Endpoint: "lab", Model: "m", Seed: true},
		settings: map[string]any{"temperature": 0.5, "stop": []string{"x"}},
	}
	r := &model.Request{Sample: 3, Round: 1, Seed: 1<<63 + 5}
	key, err := m.key(r, []model.Message{{Role: model.User, Text: "a < b"}})
	// SHA-256, by sha256sum, of the text
	// {"protocol":"p","endpoint":"lab","model":"m","settings":{"seed":5,"stop":["x"],"temperature":0.5},
	// "prompt":[{"role":"user","text":"a \u003c b"}],"sample":3,"round":1,"seed":"9223372036854775813"}
	// on one line without its end.
	if want := "ae5663e90a19e9779e627dc1899036ab1bf5494f0584a0f4ab6cc7151e462cb4"; key != want || err != nil {
		t.Errorf("key %s, %v", key, err)
	}
}

func TestFlightsPassAndCancel(t *testing.T) {
	var f flights
	leave, err := f.enter(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.enter(ctx, "k"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	other, err := f.enter(t.Context(), "other")
	if err != nil {
		t.Fatal(err)
	}
	other()
	done := make(chan struct{})
	go func() {
		again, err := f.enter(context.Background(), "k")
		if err == nil {
			again()
		}
		close(done)
	}()
	leave()
	<-done
	if len(f.m) != 0 {
		t.Errorf("%d keys left", len(f.m))
	}
}
