package runner

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// batching is exact as a grouped verifier, which notes what it is given.
type batching struct {
	exact
	mu     sync.Mutex
	opened []string // tasks, in order
	sizes  []int    // of batches
	fail   bool     // on every batch of more than one
}

func (b *batching) Group(t *task.Task) string { return t.File }
func (b *batching) Open(ctx context.Context, t *task.Task) (verify.Environment, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.opened = append(b.opened, t.ID)
	return b, nil
}
func (b *batching) Check(ctx context.Context, cs []verify.Candidate, l verify.Limits) ([]verify.Report, error) {
	b.mu.Lock()
	b.sizes = append(b.sizes, len(cs))
	b.mu.Unlock()
	if b.fail && len(cs) > 1 {
		return nil, errors.New("the checker died")
	}
	return b.exact.Check(ctx, cs, l)
}

// Batches change no row, and neither does a checker that dies of one.
func TestRowsDoNotDependOnBatches(t *testing.T) {
	for _, policy := range []spec.Policy{spec.Exhaustive, spec.BreadthFirst, spec.DepthFirst} {
		for _, success := range [][]int{{1, -1, -2, 0, 2, -4}, {2, -1, 1}} {
			var want memory
			cfg := config(t, &want, policy, 6, 2, success...)
			if _, err := Run(t.Context(), cfg); err != nil {
				t.Fatal(err)
			}
			for _, fail := range []bool{false, true} {
				var got memory
				v := &batching{fail: fail}
				cfg.Recorder, cfg.Verifier = &got, v
				if _, err := Run(t.Context(), cfg); err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(normal(want.units), normal(got.units)) {
					t.Errorf("%s, dying %v: batches give other rows", policy, fail)
				}
				largest := 0
				for _, n := range v.sizes {
					largest = max(largest, n)
				}
				if single := policy == spec.DepthFirst; (largest == 1) != single {
					t.Errorf("%s: the largest batch has %d candidates", policy, largest)
				}
			}
		}
	}
}

// A task limit is spent by one chain after the other, batches or not.
func TestTaskLimitKeepsChainsApart(t *testing.T) {
	var rec memory
	cfg := config(t, &rec, spec.Exhaustive, 4, 1, -1)
	v := &batching{}
	cfg.Verifier, cfg.Limits.Task = v, time.Hour
	if _, err := Run(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	for _, n := range v.sizes {
		if n != 1 {
			t.Fatalf("a batch of %d", n)
		}
	}
}

func TestTasksOfAGroupStayTogetherAndInOrder(t *testing.T) {
	var rec memory
	cfg := config(t, &rec, spec.Exhaustive, 1, 0, 0)
	cfg.Tasks = nil
	for i := range 24 {
		file := string("aaab"[i%4]) // 18 in a, 6 in b
		cfg.Tasks = append(cfg.Tasks, &task.Task{ID: fmt.Sprintf("%s/%02d", file, i), File: file, Name: fmt.Sprint(i)})
	}
	cfg.Verifier = &batching{}
	cfg.Workers = 2
	var got []string
	for _, g := range cfg.groups() {
		var ids []string
		for _, x := range g {
			ids = append(ids, x.ID[:1])
		}
		got = append(got, strings.Join(ids, ""))
	}
	// No portion is larger than a quarter of all, for two workers.
	if want := []string{"aaaaaa", "aaaaaa", "aaaaaa", "bbbbbb"}; !reflect.DeepEqual(got, want) {
		t.Errorf("portions %q, want %q", got, want)
	}
	last := map[string]string{}
	for _, g := range cfg.groups() {
		for _, x := range g {
			if x.ID <= last[x.File] {
				t.Errorf("%s comes after %s", x.ID, last[x.File])
			}
			last[x.File] = x.ID
		}
	}
}
