package remote_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/responses"
	"proofgrid/runner/model"
	"proofgrid/runner/model/conform"
	"proofgrid/runner/money"
)

func TestFailuresAreTriedAgain(t *testing.T) {
	for _, c := range []struct {
		fault conform.Fault
		least time.Duration // of the wait
		most  time.Duration
	}{
		{conform.RateLimit, 0, time.Second},
		{conform.RateLimitAfter, 20 * time.Second, 21 * time.Second},
		{conform.RateLimitDate, 20 * time.Second, 22 * time.Second},
		{conform.Internal, 0, time.Second},
		{conform.Unavailable, 0, time.Second},
		{conform.Overloaded, 0, time.Second},
		{conform.Gateway, 0, time.Second},
		{conform.Cut, 0, time.Second},
		{conform.CutQuietly, 0, time.Second},
		{conform.ErrorInStream, 0, time.Second},
		{conform.Reset, 0, time.Second},
		{conform.InvalidJSON, 0, time.Second},
		{conform.HTML, 0, time.Second},
		{conform.Empty, 0, time.Second},
		{conform.Hang, 0, time.Second},
	} {
		for _, stream := range []bool{true, false} {
			if c.fault == conform.CutQuietly && !stream {
				continue // half a JSON text is what InvalidJSON tests
			}
			t.Run(string(c.fault)+map[bool]string{true: " streamed", false: " whole"}[stream], func(t *testing.T) {
				noLeaks(t)
				f := start(t, conform.Options{Wait: 20 * time.Second, Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }, Fault: conform.Each(c.fault)})
				o := f.options()
				o.Stream = &stream
				if c.fault == conform.Hang {
					o.FirstByte = 50 * time.Millisecond
				}
				ans, err := f.model(o).Answer(t.Context(), request(0))
				if err != nil {
					t.Fatal(err)
				}
				if ans.Call.Retries != 1 || !strings.Contains(ans.Candidate.Proof, "conform_") {
					t.Errorf("%d retries, proof %q", ans.Call.Retries, ans.Candidate.Proof)
				}
				if w := ans.Call.Wait; w < c.least || w > c.most {
					t.Errorf("waited %v, want %v to %v", w, c.least, c.most)
				}
				if len(f.store.InDoubt(responses.Filter{})) != 0 {
					t.Error("an answered call is in doubt")
				}
			})
		}
	}
}

func TestGivingUpIsAFailureThatSaysWhatWasTried(t *testing.T) {
	f := start(t, conform.Options{Fault: conform.Each(conform.RateLimit, conform.RateLimit, conform.Internal, conform.Internal)})
	o := f.options()
	o.Retries = ptr(3)
	_, err := f.model(o).Answer(t.Context(), request(0))
	lost := want[*model.Failure](t, err)
	if !strings.Contains(err.Error(), "2 × HTTP 429, 2 × HTTP 500") || lost.Call.Retries != 3 || lost.Call.Cost != 0 || len(lost.Call.Prompt) == 0 {
		t.Errorf("%v: %+v", err, lost.Call)
	}
	if d := f.store.InDoubt(responses.Filter{}); len(d) != 0 {
		t.Errorf("%d calls that certainly failed are in doubt", len(d))
	}
	if f.server.Total().Received != 4 {
		t.Errorf("%d calls, want 4", f.server.Total().Received)
	}
}

// A question that was given up is given up by a replay too, for the cell that gave it
// up; without replay it is asked again.
func TestAReplayGivesUpWhatTheRunGaveUp(t *testing.T) {
	f := start(t, conform.Options{Fault: conform.Each(conform.Cut, conform.Internal, conform.Internal, conform.BadKey)})
	ask := func(replay bool, cell string, sample int) (*model.Answer, error) {
		f.config.Replay = replay
		f.open()
		o := f.options()
		o.Retries = ptr(2)
		r := request(sample)
		r.Cell = cell
		return f.model(o).Answer(t.Context(), r)
	}
	_, err := ask(false, "x", 0)
	first := want[*model.Failure](t, err)
	if first.Call.Retries != 2 || first.Call.Wait <= 0 || first.Call.Cost != 0 || len(first.Call.Prompt) == 0 {
		t.Errorf("%+v", first.Call)
	}
	for _, cell := range []string{"x", "y"} { // y asks what nobody answered
		_, err = ask(true, cell, 0)
		if again := want[*model.Failure](t, err); !reflect.DeepEqual(again, first) {
			t.Errorf("replayed: %+v\nwant %+v", again, first)
		}
	}
	_, err = ask(true, "x", 1)
	want[*model.Stop](t, err)
	if n := f.server.Total().Received; n != 3 {
		t.Errorf("%d calls, want 3: a replay asked", n)
	}
	_, err = ask(false, "y", 0) // the fourth fault
	want[*model.Stop](t, err)
	ans, err := ask(false, "y", 0)
	if err != nil || f.server.Total().Received != 5 {
		t.Fatalf("it was not asked again: %v", err)
	}
	_, err = ask(true, "x", 0)
	if again := want[*model.Failure](t, err); !reflect.DeepEqual(again, first) {
		t.Errorf("x fails otherwise than it did: %+v", again)
	}
	for _, replay := range []bool{true, false} {
		if again, err := ask(replay, "y", 0); err != nil || !reflect.DeepEqual(again, ans) {
			t.Errorf("%+v, %v", again, err)
		}
	}
	// x gets the answer, as if the run was resumed before its rows were recorded.
	for _, replay := range []bool{false, true} {
		if again, err := ask(replay, "x", 0); err != nil || !reflect.DeepEqual(again, ans) {
			t.Errorf("%+v, %v", again, err)
		}
	}
}

func TestCallsThatMayHaveBeenPaidStayInDoubt(t *testing.T) {
	f := start(t, conform.Options{Fault: conform.Each(conform.Cut)})
	o := f.options()
	o.Retries = ptr(0)
	_, err := f.model(o).Answer(t.Context(), request(0))
	lost := want[*model.Failure](t, err)
	if d := f.store.InDoubt(responses.Filter{}); len(d) != 1 || d[0].Key != lost.Call.Key {
		t.Errorf("in doubt: %v", d)
	}
	if spent := f.config.Ledger.(*money.Ledger).Spent(); spent.Tokens < o.MaxTokens || spent.Cost < 10 || spent.Calls != 0 {
		t.Errorf("a call that may have been paid counts as %+v, want its bound", spent)
	}
}

func TestErrorsThatEndTheRun(t *testing.T) {
	for _, c := range []struct {
		fault conform.Fault
		words []string
	}{
		{conform.BadKey, []string{"TEST_KEY", "HTTP 401"}},
		{conform.EchoKey, []string{"TEST_KEY"}},
		{conform.Forbidden, []string{"m-1", "HTTP 403"}},
		{conform.NoModel, []string{"m-1", "base_url"}},
		{conform.Quota, []string{"credit"}},
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			f := start(t, conform.Options{Fault: conform.Each(c.fault)})
			_, err := f.model(f.options()).Answer(t.Context(), request(0))
			if stop := want[*model.Stop](t, err); stop.Cap {
				t.Error("not a cap")
			}
			for _, w := range c.words {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%v lacks %q", err, w)
				}
			}
			if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), apiKey[:12]) {
				t.Errorf("the key is in %v", err)
			}
			if f.server.Total().Received != 1 || len(f.store.InDoubt(responses.Filter{})) != 0 {
				t.Errorf("%d calls, %d in doubt", f.server.Total().Received, len(f.store.InDoubt(responses.Filter{})))
			}
		})
	}
}
