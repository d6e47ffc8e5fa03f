package remote_test

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"proofgrid/experiments/responses"
	"proofgrid/experiments/spec"
	"proofgrid/runner/model"
	"proofgrid/runner/model/conform"
	"proofgrid/runner/model/remote"
	"proofgrid/runner/money"
)

func TestAnswerIsKeptAndNeverAskedForAgain(t *testing.T) {
	f := start(t, conform.Options{Keys: []string{apiKey}})
	m := f.model(f.options())
	first, err := m.Answer(t.Context(), request(0))
	if err != nil {
		t.Fatal(err)
	}
	if first.Finish != remote.Stop || !strings.Contains(first.Candidate.Proof, "conform_") || first.Usage.In <= 0 || first.Usage.Out <= 0 {
		t.Errorf("%+v", first)
	}
	if cost := (float64(first.Usage.In) + 10*float64(first.Usage.Out)) / 1e6; math.Abs(first.Call.Cost-cost) > 1e-12 {
		t.Errorf("cost %v, want %v", first.Call.Cost, cost)
	}
	sent := first.Call.Settings["sent"].(map[string]any)
	if sent["max_tokens"] != float64(1<<20) || sent["seed"] != float64(0) || first.Call.Settings["reported"] == nil {
		t.Errorf("settings %v", first.Call.Settings)
	}
	for _, x := range f.server.Exchanges() {
		if x.Request.Header.Get("Idempotency-Key") != first.Call.Key {
			t.Error("the call does not carry its key")
		}
		if strings.Contains(string(x.Request.Body), "the_hidden_truth") {
			t.Error("the ground truth was sent")
		}
	}
	again, err := m.Answer(t.Context(), request(0))
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("the second answer differs: %+v, %v", again, err)
	}

	// The same from the file, without a key and without a server.
	f.session.Close()
	f.store.Close()
	store, err := responses.OpenReadOnly(f.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	f.config.Store, f.config.Replay, f.config.Getenv = store, true, func(string) string { return "" }
	f.open()
	replay := f.model(f.options())
	if err := replay.Ready(); err != nil {
		t.Error(err)
	}
	again, err = replay.Answer(t.Context(), request(0))
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("the replayed answer differs:\n%+v\n%+v, %v", first, again, err)
	}
	_, err = replay.Answer(t.Context(), request(1))
	stop := want[*model.Stop](t, err)
	for _, word := range []string{"test/two", "sample 1", "round 0", "run without replay"} {
		if stop.Cap || !strings.Contains(err.Error(), word) {
			t.Errorf("%v lacks %q", err, word)
		}
	}
	if n := f.server.Total().Received; n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestKeyCoversWhatDecidesTheAnswer(t *testing.T) {
	f := start(t, conform.Options{})
	key := func(o remote.Options, r *model.Request) string {
		t.Helper()
		ans, err := f.model(o).Answer(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return ans.Call.Key
	}
	base := key(f.options(), request(0))
	seen := map[string]string{base: "the base"}
	half := 0.5
	for name, change := range map[string]func(*remote.Options, *model.Request){
		"model":       func(o *remote.Options, _ *model.Request) { o.Model = "m-2" },
		"temperature": func(o *remote.Options, _ *model.Request) { o.Temperature = &half },
		"top_p":       func(o *remote.Options, _ *model.Request) { o.TopP = &half },
		"max_tokens":  func(o *remote.Options, _ *model.Request) { o.MaxTokens-- },
		"token_field": func(o *remote.Options, _ *model.Request) { o.TokenField = "max_completion_tokens" },
		"stop":        func(o *remote.Options, _ *model.Request) { o.Stop = []string{"x"} },
		"seed":        func(o *remote.Options, _ *model.Request) { o.Seed = false },
		"effort":      func(o *remote.Options, _ *model.Request) { o.Effort = "low" },
		"extra":       func(o *remote.Options, _ *model.Request) { o.Extra = map[string]any{"presence_penalty": 0.5} },
		"endpoint":    func(o *remote.Options, _ *model.Request) { o.Endpoint = "lab" },
		"sample":      func(_ *remote.Options, r *model.Request) { r.Sample = 1 },
		"round":       func(_ *remote.Options, r *model.Request) { r.Round = 1 },
		"derived":     func(_ *remote.Options, r *model.Request) { r.Seed++ },
		"statement":   func(_ *remote.Options, r *model.Request) { r.Task.Text += " " + "∧ True" },
		"premises":    func(_ *remote.Options, r *model.Request) { r.Context.Shown = nil },
	} {
		o, r := f.options(), request(0)
		change(&o, r)
		k := key(o, r)
		if other, ok := seen[k]; ok {
			t.Errorf("%s and %s have one key", name, other)
		}
		seen[k] = name
	}
	off := false
	for name, change := range map[string]func(*remote.Options){
		"stream":      func(o *remote.Options) { o.Stream = &off },
		"concurrency": func(o *remote.Options) { o.Concurrency = 2 },
		"timeout":     func(o *remote.Options) { o.Timeout = time.Minute },
		"key_env":     func(o *remote.Options) { o.KeyEnv = "TEST_KEY" },
		"slash":       func(o *remote.Options) { o.BaseURL += "/" },
	} {
		o := f.options()
		change(&o)
		if key(o, request(0)) != base {
			t.Errorf("%s changes the key", name)
		}
	}
}

// watched is a store that is looked at before it keeps an answer.
type watched struct {
	remote.Store
	put func()
}

func (w watched) Put(e *responses.Entry) error {
	w.put()
	return w.Store.Put(e)
}

// An answer is kept when its last byte has come, not when the server has let go of
// the connection.
func TestAnAnswerIsKeptBeforeAnythingElseIsDone(t *testing.T) {
	over := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, `data: {"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(over)
	}))
	defer slow.Close()
	f := start(t, conform.Options{})
	kept := false
	f.config.Store = watched{f.store, func() {
		select {
		case <-over:
			t.Error("the connection has ended before the answer is kept")
		case <-time.After(50 * time.Millisecond):
		}
		kept = true
	}}
	f.open()
	o := f.options()
	o.BaseURL = slow.URL
	if ans, err := f.model(o).Answer(t.Context(), request(0)); err != nil || ans.Response != "x" || !kept {
		t.Errorf("%+v, %v", ans, err)
	}
	<-over // it is let go
}

func TestMissingKeyStopsBeforeAnythingIsSent(t *testing.T) {
	f := start(t, conform.Options{})
	o := f.options()
	o.KeyEnv = "ABSENT_KEY"
	m := f.model(o)
	_, err := m.Answer(t.Context(), request(0))
	want[*model.Stop](t, err)
	want[*model.Stop](t, m.Ready())
	if !strings.Contains(err.Error(), "ABSENT_KEY") || f.server.Total().Received != 0 {
		t.Error(err)
	}
	o.KeyEnv = "" // a server on loopback takes none
	if err := f.model(o).Ready(); err != nil {
		t.Error(err)
	}
}

func TestAnswersWithoutAProof(t *testing.T) {
	for _, c := range []struct {
		fault  conform.Fault
		finish string
	}{
		{conform.TooLong, remote.PromptTooLong},
		{conform.Refuses, remote.Refusal},
		{conform.Filter, remote.Refusal},
		{conform.BlockPrompt, remote.Refusal},
		{conform.CutByLength, remote.Length},
		{conform.EmptyText, remote.Stop},
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			f := start(t, conform.Options{Fault: conform.Each(c.fault)})
			m := f.model(f.options())
			ans, err := m.Answer(t.Context(), request(0))
			if err != nil {
				t.Fatal(err)
			}
			if ans.Finish != c.finish || ans.Candidate.Proof != "" || ans.Call.Retries != 0 {
				t.Errorf("finish %q, proof %q, %d retries", ans.Finish, ans.Candidate.Proof, ans.Call.Retries)
			}
			again, err := m.Answer(t.Context(), request(0))
			if err != nil || !reflect.DeepEqual(ans, again) || f.server.Total().Received != 1 {
				t.Errorf("asked again, or a different answer: %+v, %v", again, err)
			}
		})
	}
}

func TestOddAnswersCount(t *testing.T) {
	for _, fault := range []conform.Fault{conform.Big, conform.NUL, conform.InvalidUTF8, conform.CRLF, conform.Gzip, conform.NoUsage, conform.WholeForStream, conform.SlowStart} {
		for _, stream := range []bool{true, false} {
			f := start(t, conform.Options{Fault: conform.Each(fault), Delay: 20 * time.Millisecond})
			o := f.options()
			o.Stream = &stream
			m := f.model(o)
			ans, err := m.Answer(t.Context(), request(0))
			if err != nil {
				t.Errorf("%s: %v", fault, err)
				continue
			}
			if !strings.Contains(ans.Candidate.Proof, "conform_") || ans.Call.Retries != 0 {
				t.Errorf("%s: proof %q, %d retries", fault, ans.Candidate.Proof, ans.Call.Retries)
			}
			if fault == conform.NoUsage && ans.Usage != (model.Usage{In: -1, Cached: -1, CacheWrite: -1, Out: -1, Reasoning: -1}) {
				t.Errorf("usage %+v from a server that gives none", ans.Usage)
			}
			if again, err := m.Answer(t.Context(), request(0)); err != nil || again.Response != ans.Response {
				t.Errorf("%s: the stored answer differs: %v", fault, err)
			}
		}
	}
}

func TestPromptBeyondTheWindowIsNotSent(t *testing.T) {
	f := start(t, conform.Options{})
	o := f.options()
	o.Window = 20
	ans, err := f.model(o).Answer(t.Context(), request(0))
	if err != nil {
		t.Fatal(err)
	}
	if ans.Finish != remote.PromptTooLong || ans.Candidate.Proof != "" || ans.Call.Cost != 0 || !strings.Contains(ans.Note, "20") {
		t.Errorf("%+v %+v", ans, ans.Call)
	}
	if f.server.Total().Received != 0 || f.store.Len() != 0 {
		t.Error("it was sent")
	}
}

func TestCapsStop(t *testing.T) {
	f := start(t, conform.Options{})
	f.config.Ledger = money.NewLedger(spec.Caps{Calls: 5}, money.Totals{})
	f.open()
	m := f.model(f.options())
	var wg sync.WaitGroup
	var answers, stops atomic.Int32
	for i := range 40 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_, err := m.Answer(t.Context(), request(i))
			var stop *model.Stop
			switch {
			case err == nil:
				answers.Add(1)
			case errors.As(err, &stop) && stop.Cap:
				stops.Add(1)
			default:
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	if answers.Load() != 5 || stops.Load() != 35 || f.server.Total().Received != 5 {
		t.Errorf("%d answers, %d stops, %d calls", answers.Load(), stops.Load(), f.server.Total().Received)
	}
}

func TestTheSameQuestionIsAskedOnce(t *testing.T) {
	f := start(t, conform.Options{})
	a, b := f.model(f.options()), f.model(f.options())
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			m := a
			if i%2 == 0 {
				m = b
			}
			if _, err := m.Answer(t.Context(), request(0)); err != nil {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	if n := f.server.Total().Received; n != 1 {
		t.Errorf("asked %d times", n)
	}
}

func TestKeysInAnswersAreHidden(t *testing.T) {
	f := start(t, conform.Options{Reply: func(*conform.Request) conform.Reply {
		return conform.Reply{Text: "your key is " + apiKey + "\n<proof>\nby " + apiKey + "\n</proof>", Thinking: apiKey}
	}})
	if _, err := f.model(f.options()).Answer(t.Context(), request(0)); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	if _, err := f.store.Export(&all, responses.Filter{}); err != nil {
		t.Fatal(err)
	}
	escaped, _ := json.Marshal(apiKey)
	if s := all.String(); strings.Contains(s, apiKey) || strings.Contains(s, string(escaped)) || !strings.Contains(s, "[key]") {
		t.Errorf("the key is in the store: %s", s)
	}
}

func TestNothingIsSentThatCannotBeNoted(t *testing.T) {
	f := start(t, conform.Options{})
	m := f.model(f.options())
	f.store.Close()
	_, err := m.Answer(t.Context(), request(0))
	want[*model.Stop](t, err)
	if f.server.Total().Received != 0 {
		t.Error("it was sent")
	}
}
