package remote_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"proofgrid/experiments/responses"
	"proofgrid/runner/model"
	"proofgrid/runner/model/conform"
	"proofgrid/runner/model/openai"
	"proofgrid/runner/model/remote"
)

func TestFloodsAreCutAndNotAskedForAgain(t *testing.T) {
	f := start(t, conform.Options{Fault: conform.Each(conform.Flood)})
	o := f.options()
	o.Stream = ptr(false)
	_, err := f.model(o).Answer(t.Context(), request(0))
	want[*model.Failure](t, err)
	if !strings.Contains(err.Error(), "64 MiB") || f.server.Total().Received != 1 {
		t.Errorf("%v after %d calls", err, f.server.Total().Received)
	}

	for name, event := range map[string]string{
		"many events": `data: {"choices":[{"index":0,"delta":{"content":"` + strings.Repeat("x", 1<<20) + `"}}]}` + "\n\n",
		"an event":    "data: " + strings.Repeat("x", 1<<20) + "\ndata: ",
	} {
		var calls atomic.Int32
		endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			calls.Add(1)
			w.Header().Set("Content-Type", "text/event-stream")
			for range 100 {
				if _, err := w.Write([]byte(event)); err != nil {
					return
				}
			}
		}))
		o := f.options()
		o.BaseURL = endless.URL
		_, err := f.model(o).Answer(t.Context(), request(0))
		want[*model.Failure](t, err)
		if !strings.Contains(err.Error(), "64 MiB") || calls.Load() != 1 {
			t.Errorf("%s: %v after %d calls", name, err, calls.Load())
		}
		endless.Close()
	}
}

func TestCancellationIsPromptAndClean(t *testing.T) {
	noLeaks(t)
	f := start(t, conform.Options{Fault: func(*conform.Request) conform.Fault { return conform.Hang }})
	o := f.options()
	o.Concurrency = 2
	m := f.model(o)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for i := range 20 { // two are sent, the others wait for their turn
		wg.Add(1)
		go func() {
			defer wg.Done()
			_, err := m.Answer(ctx, request(i))
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		}()
	}
	for f.server.Total().Received < 2 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	t0 := time.Now()
	wg.Wait()
	if d := time.Since(t0); d > 2*time.Second {
		t.Errorf("took %v", d)
	}
	if n := len(f.store.InDoubt(responses.Filter{})); n != 2 {
		t.Errorf("%d in doubt, 2 were sent", n)
	}
	f.session.Close()
}

// A stream that hangs in the middle is cut and tried again; what comes before the
// first byte, and time in all, is bounded by other limits.
func TestAStreamThatHangsIsCut(t *testing.T) {
	for _, c := range []struct {
		name        string
		fault       conform.Fault
		delay, idle time.Duration
		retries     int
	}{
		{"the next piece is too late", conform.SlowDrip, 600 * time.Millisecond, 250 * time.Millisecond, 1},
		{"each piece is in time", conform.SlowDrip, 30 * time.Millisecond, 5 * time.Second, 0},
		{"the first piece is late", conform.SlowStart, 600 * time.Millisecond, 300 * time.Millisecond, 0},
	} {
		for _, stream := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, stream %t", c.name, stream), func(t *testing.T) {
				t.Parallel()
				f := start(t, conform.Options{Fault: conform.Each(c.fault), Delay: c.delay})
				o := f.options()
				o.Idle, o.Stream = c.idle, &stream
				ans, err := f.model(o).Answer(t.Context(), request(0))
				if err != nil || ans.Call.Retries != c.retries || !strings.Contains(ans.Candidate.Proof, "conform_") {
					t.Fatalf("%+v, %v", ans, err)
				}
				e, _, err := f.store.Get(ans.Call.Key)
				if err != nil || e.Begun != 1+c.retries { // it may have been paid
					t.Errorf("begun %d times, %v", e.Begun, err)
				}
			})
		}
	}
	t.Run("always", func(t *testing.T) {
		t.Parallel()
		f := start(t, conform.Options{Fault: conform.Each(conform.SlowDrip), Delay: 600 * time.Millisecond})
		o := f.options()
		o.Idle, o.Retries = 250*time.Millisecond, ptr(0)
		_, err := f.model(o).Answer(t.Context(), request(0))
		want[*model.Failure](t, err)
		if !strings.Contains(err.Error(), "no further byte of the answer within the limit of 250ms") {
			t.Error(err)
		}
	})
}

// One call is told to wait for long; the others at the same endpoint go on.
func TestRetryAfterDoesNotFreezeTheRest(t *testing.T) {
	const others = 30
	f := start(t, conform.Options{Wait: 2 * time.Second, Fault: func(r *conform.Request) conform.Fault {
		if r.N == 0 {
			return conform.RateLimitAfter
		}
		return conform.OK
	}})
	f.config.Clock = remote.RealTime
	f.open()
	o := f.options()
	o.Concurrency = 4
	m := f.model(o)
	t0 := time.Now()
	slow := make(chan time.Duration)
	go func() {
		if _, err := m.Answer(t.Context(), request(1000)); err != nil {
			t.Error(err)
		}
		slow <- time.Since(t0)
	}()
	for f.server.Total().Received == 0 {
		time.Sleep(time.Millisecond)
	}
	var wg sync.WaitGroup
	for i := range others {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if _, err := m.Answer(t.Context(), request(i)); err != nil {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	rest := time.Since(t0)
	if d := <-slow; d < 2*time.Second || rest > 1500*time.Millisecond {
		t.Errorf("the limited call took %v, the others %v", d, rest)
	}
}

func TestRatesAreKept(t *testing.T) {
	f := start(t, conform.Options{})
	o := f.options()
	o.RequestsPerMinute = 60
	m := f.model(o)
	for i := range 5 {
		if _, err := m.Answer(t.Context(), request(i)); err != nil {
			t.Fatal(err)
		}
	}
	if d := f.time.now.Sub(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)); d < 4*time.Second || d > 5*time.Second {
		t.Errorf("5 calls at 60 a minute took %v", d)
	}
	o.TokensPerMinute, o.Endpoint = 600, "x"
	f.open() // another endpoint
	m = f.model(o)
	used := int64(0)
	begin := f.time.now
	for i := range 5 {
		ans, err := m.Answer(t.Context(), request(i))
		if err != nil {
			t.Fatal(err)
		}
		used += ans.Usage.In + ans.Usage.Out
	}
	ans, err := m.Answer(t.Context(), request(9)) // pays the debts of those before
	if err != nil {
		t.Fatal(err)
	}
	least := time.Duration(float64(used-100) / 10 * float64(time.Second))
	if d := f.time.now.Sub(begin); d < least || ans.Call.Wait == 0 {
		t.Errorf("%d tokens at 600 a minute took %v, want %v at least", used, d, least)
	}
}

func TestRedirectsDoNotCarryTheKeyAway(t *testing.T) {
	var got atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { got.Add(1) }))
	defer elsewhere.Close()
	from := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL+"/v1/chat/completions", http.StatusTemporaryRedirect)
	}))
	defer from.Close()
	f := start(t, conform.Options{})
	o := f.options()
	o.BaseURL = from.URL
	_, err := f.model(o).Answer(t.Context(), request(0))
	want[*model.Stop](t, err)
	if got.Load() != 0 || !strings.Contains(err.Error(), elsewhere.URL) {
		t.Errorf("%d requests went elsewhere: %v", got.Load(), err)
	}
}

func TestSpecsOfTheSameEndpointShareItsStrictestLimits(t *testing.T) {
	f := start(t, conform.Options{Fault: func(*conform.Request) conform.Fault { return conform.SlowStart }, Delay: 30 * time.Millisecond})
	o := f.options()
	wide := f.model(o)
	o.Concurrency, o.Model = 1, "m-2"
	narrow := f.model(o)
	var wg sync.WaitGroup
	t0 := time.Now()
	for i := range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			m := wide
			if i%2 == 0 {
				m = narrow
			}
			if _, err := m.Answer(t.Context(), request(i)); err != nil {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	if d := time.Since(t0); d < 6*30*time.Millisecond {
		t.Errorf("6 calls of 30 ms, one at a time, took %v", d)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	f := start(t, conform.Options{})
	bad, big, minus := -0.5, int64(1), -1
	nan := math.NaN()
	for _, c := range []struct {
		begins string
		change func(*remote.Options)
	}{
		{"model:", func(o *remote.Options) { o.Model = "" }},
		{"base_url:", func(o *remote.Options) { o.BaseURL = "localhost:8080" }},
		{"base_url:", func(o *remote.Options) { o.BaseURL = "http://me:password@localhost" }},
		{"base_url:", func(o *remote.Options) { o.BaseURL = "http://localhost/?key=1" }},
		{"key_env:", func(o *remote.Options) { o.KeyEnv = apiKey }},
		{"temperature:", func(o *remote.Options) { o.Temperature = &bad }},
		{"temperature:", func(o *remote.Options) { o.Temperature = &nan }},
		{"top_p:", func(o *remote.Options) { o.TopP = &bad }},
		{"max_tokens:", func(o *remote.Options) { o.MaxTokens = -1 }},
		{"token_field:", func(o *remote.Options) { o.TokenField = "tokens" }},
		{"thinking_budget:", func(o *remote.Options) { o.Thinking = &big }},
		{"stop:", func(o *remote.Options) { o.Stop = []string{""} }},
		{"retries:", func(o *remote.Options) { o.Retries = &minus }},
		{"timeout:", func(o *remote.Options) { o.Timeout = -1 }},
		{"idle:", func(o *remote.Options) { o.Idle = -1 }},
		{"requests_per_minute:", func(o *remote.Options) { o.RequestsPerMinute = nan }},
		{"tokenizer:", func(o *remote.Options) { o.Tokenizer = "none-such" }},
		{"extra:", func(o *remote.Options) { o.Extra = map[string]any{"messages": 1} }},
		{"extra:", func(o *remote.Options) { o.Extra = map[string]any{"max_tokens": 1} }},
		{"extra:", func(o *remote.Options) { o.Extra = map[string]any{"x": nan} }},
	} {
		o := f.options()
		c.change(&o)
		_, err := f.session.Model("tested", openai.Protocol{}, o, templates(t), nil)
		if err == nil || !strings.HasPrefix(err.Error(), c.begins) {
			t.Errorf("%s got %v", c.begins, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the key is in %v", err)
		}
	}
	o := f.options()
	o.KeyEnv = ""
	o.BaseURL = ""
	if m, err := f.session.Model("own", openai.Protocol{}, o, templates(t), nil); err != nil || !strings.Contains(m.Ready().Error(), "OPENAI_API_KEY") {
		t.Error(err)
	}
}
