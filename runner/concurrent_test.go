package runner

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"proofgrid/experiments/spec"
	"proofgrid/runner/model"
)

// remote is scripted as a model whose answers are waited for. It answers in any
// order and counts how many requests are under way.
type remote struct {
	scripted
	side      int
	now, most atomic.Int32
	calls     atomic.Int32
	stopAfter int32 // calls; 0 never
}

func (r *remote) Concurrency() int { return r.side }

func (r *remote) Answer(ctx context.Context, q *model.Request) (*model.Answer, error) {
	if n := r.calls.Add(1); r.stopAfter > 0 && n > r.stopAfter {
		return nil, &model.Stop{Err: errors.New("the cap of 7 calls is reached"), Cap: true}
	}
	n := r.now.Add(1)
	defer r.now.Add(-1)
	for m := r.most.Load(); n > m && !r.most.CompareAndSwap(m, n); m = r.most.Load() {
	}
	time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
	call := model.Call{
		Key: fmt.Sprintf("key %s %d %d", q.Task.ID, q.Sample, q.Round), Cost: 0.25, Retries: 2,
		Wait: time.Second, Latency: 3 * time.Second, Settings: map[string]any{"model": "m-1"},
		Prompt: []model.Message{{Role: model.User, Text: "prove it"}},
	}
	ans, err := r.scripted.Answer(ctx, q)
	if err != nil {
		return nil, &model.Failure{Err: err, Call: call}
	}
	ans.Call = &call
	return ans, nil
}

func TestRowsDoNotDependOnRequestsUnderWay(t *testing.T) {
	for _, policy := range []spec.Policy{spec.Exhaustive, spec.BreadthFirst, spec.DepthFirst} {
		var want memory
		cfg := config(t, &want, policy, 6, 2, 1, -1, -2, 0, 2, -4)
		cfg.Models = map[string]model.Model{"m": &remote{scripted: scripted{[]int{1, -1, -2, 0, 2, -4}}, side: 1}}
		if _, err := Run(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
		var got memory
		m := &remote{scripted: scripted{[]int{1, -1, -2, 0, 2, -4}}, side: 16}
		cfg.Models, cfg.Recorder = map[string]model.Model{"m": m}, &got
		if _, err := Run(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(normal(want.units), normal(got.units)) {
			t.Errorf("%s: requests side by side give other rows", policy)
		}
		if m.most.Load() <= int32(cfg.Workers) {
			t.Errorf("%s: at most %d requests under way: the workers held them up", policy, m.most.Load())
		}
	}
}

func TestCallsAreRecordedAsTheyWere(t *testing.T) {
	var rec memory
	cfg := config(t, &rec, spec.Exhaustive, 2, 0, 0, -2)
	cfg.Tasks = cfg.Tasks[:1]
	cfg.Models = map[string]model.Model{"m": &remote{scripted: scripted{[]int{0, -2}}, side: 2}}
	if _, err := Run(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	for _, u := range rec.units {
		if len(u.Calls) != 2 || len(u.Attempts) != 2 {
			t.Fatalf("%d calls, %d attempts", len(u.Calls), len(u.Attempts))
		}
		for i, c := range u.Calls {
			a := u.Attempts[i]
			if c.RequestHash != fmt.Sprintf("key t/0 %d 0", i) || a.RequestHash != c.RequestHash {
				t.Errorf("request %q and %q", c.RequestHash, a.RequestHash)
			}
			if c.Cost != 0.25 || c.Retries != 2 || c.Wait != time.Second || c.Latency != 3*time.Second || a.Answering != 3*time.Second {
				t.Errorf("call %d: %+v", i, c)
			}
			if c.Settings != `{"model":"m-1"}` || c.PromptHash != `blob:[{"role":"user","text":"blob:prove it"}]` {
				t.Errorf("settings %s, prompt %s", c.Settings, c.PromptHash)
			}
		}
		for i, want := range [][5]int64{{10, 0, 4, 3, -1}, {-1, -1, -1, -1, -1}} {
			c := u.Calls[i]
			if got := [5]int64{c.TokensIn, c.TokensCached, c.TokensWritten, c.TokensOut, c.TokensThought}; got != want {
				t.Errorf("tokens %v, want %v", got, want)
			}
		}
		if trace(u) != "0.0:proved 1.0:infrastructure-error" || u.Calls[1].Finish != "error" {
			t.Error(trace(u), u.Calls[1].Finish)
		}
	}
}

func TestStopEndsTheRunWithoutHalfUnits(t *testing.T) {
	for _, side := range []int{1, 4} {
		var rec memory
		cfg := config(t, &rec, spec.Exhaustive, 3, 0, -1)
		m := &remote{scripted: scripted{[]int{-1}}, side: side, stopAfter: 7}
		cfg.Models = map[string]model.Model{"m": m}
		sum, err := Run(t.Context(), cfg)
		var stop *model.Stop
		if !errors.As(err, &stop) || !stop.Cap || !strings.Contains(err.Error(), "cap") {
			t.Fatalf("got %v", err)
		}
		if sum.Ran != len(rec.units) || sum.Ran > 2 {
			t.Errorf("%d units ran, %d kept; 7 calls make at most 2 whole units", sum.Ran, len(rec.units))
		}
		for id, u := range rec.units {
			if trace(u) != "0.0:rejected 1.0:rejected 2.0:rejected" {
				t.Errorf("%s: %s", id, trace(u))
			}
		}
		m.stopAfter = 0
		if sum, err = Run(t.Context(), cfg); err != nil || sum.Kept+sum.Ran != 5 {
			t.Errorf("going on: %+v, %v", sum, err)
		}
	}
}

func TestWaitingForAModelDoesNotCountAgainstTheTask(t *testing.T) {
	var rec memory
	cfg := config(t, &rec, spec.Exhaustive, 3, 0, -1)
	cfg.Tasks = cfg.Tasks[:1]
	cfg.Limits.Task = 5 * time.Second
	cfg.Models = map[string]model.Model{"m": &remote{scripted: scripted{[]int{-1}}, side: 4}}
	if _, err := Run(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	for _, u := range rec.units { // two calls of 3 s each, and 1 s of waiting
		if trace(u) != "0.0:rejected 1.0:timeout 2.0:timeout" || len(u.Calls) != 2 {
			t.Errorf("%s with %d calls", trace(u), len(u.Calls))
		}
	}
}
