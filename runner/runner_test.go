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

	"proofgrid/experiments/record"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
)

// scripted answers "good" where its script says so: the round (0-based) of the
// success of each sample, -1 for never.
type scripted struct{ success []int }

func (s scripted) Answer(_ context.Context, r *model.Request) (*model.Answer, error) {
	if len(r.History) != r.Round {
		return nil, fmt.Errorf("history of %d exchanges in round %d", len(r.History), r.Round)
	}
	text := fmt.Sprintf("bad %d %d", r.Sample, r.Round)
	switch at := s.success[r.Sample%len(s.success)]; {
	case at == r.Round:
		text = "good"
	case at == -2:
		return nil, errors.New("no route to model")
	case at == -3:
		panic("bug")
	case at == -4:
		text = " \n"
	}
	return &model.Answer{Response: text, Candidate: verify.Candidate{Proof: text}, Finish: "stop", Usage: model.Usage{In: 10, Cached: 0, CacheWrite: 4, Out: 3, Reasoning: -1}}, nil
}
func (scripted) Settings() map[string]any { return map[string]any{"scripted": true} }

// exact accepts the candidate "good".
type exact struct{ fail bool }

func (e exact) Open(context.Context, *task.Task) (verify.Environment, error) {
	if e.fail {
		return nil, errors.New("no such checker")
	}
	return e, nil
}
func (exact) Version() string { return "exact 1" }
func (exact) Close() error    { return nil }
func (exact) Check(_ context.Context, cs []verify.Candidate, _ verify.Limits) ([]verify.Report, error) {
	var reps []verify.Report
	for _, c := range cs {
		if c.Proof == "good" {
			reps = append(reps, verify.Report{Verdict: record.Proved, Audit: "exact"})
			continue
		}
		reps = append(reps, verify.Report{Verdict: record.Rejected, Category: "other",
			Diagnostics: []verify.Diagnostic{{Kind: "not good", Message: c.Proof}}})
	}
	return reps, nil
}

// memory is a Recorder in memory.
type memory struct {
	mu    sync.Mutex
	units map[string]record.Unit
	full  int // fails after this many units, 0 never
}

func (m *memory) Done(id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.units[id]
	return ok
}
func (m *memory) Blob(text string) (string, error) { return "blob:" + text, nil }
func (m *memory) Record(id string, u record.Unit) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.full > 0 && len(m.units) >= m.full {
		return errors.New("no space left on device")
	}
	if m.units == nil {
		m.units = map[string]record.Unit{}
	}
	m.units[id] = u
	return nil
}

func config(t *testing.T, rec Recorder, policy spec.Policy, k, r int, success ...int) Config {
	t.Helper()
	full, err := regime.Parse("full")
	if err != nil {
		t.Fatal(err)
	}
	pool := &task.Pool{Premises: []task.Premise{{Name: "ax", Kind: task.Axiom, Statement: "|- a"}}}
	var tasks []*task.Task
	for i := range 5 {
		tasks = append(tasks, &task.Task{ID: fmt.Sprintf("t/%d", i), Name: fmt.Sprint(i), Statement: "|- b", Pool: pool, Available: 1, Index: -1})
	}
	return Config{
		Cells:    []spec.Cell{{ID: "c1", Model: spec.Model{Name: "m", Kind: "scripted"}, Regime: full, Budget: spec.Budget{K: k, R: r}, Policy: policy}},
		Tasks:    tasks,
		Models:   map[string]model.Model{"m": scripted{success}},
		Verifier: exact{},
		Recorder: rec,
		Workers:  2,
		Now:      func() time.Time { return time.Unix(0, 0) },
	}
}

// trace writes a unit's attempts as sample.round:verdict.
func trace(u record.Unit) string {
	var s []string
	for _, a := range u.Attempts {
		s = append(s, fmt.Sprintf("%d.%d:%s", a.Sample, a.Round, a.Verdict))
	}
	return strings.Join(s, " ")
}

func TestStoppingPolicies(t *testing.T) {
	for _, tc := range []struct {
		name    string
		policy  spec.Policy
		r       int
		success []int
		want    string
	}{
		{"exhaustive runs every chain to its own end", spec.Exhaustive, 1, []int{0, 1, -1},
			"0.0:proved 1.0:rejected 1.1:proved 2.0:rejected 2.1:rejected"},
		{"depth-first stops at the first success in order", spec.DepthFirst, 1, []int{-1, 1, 0},
			"0.0:rejected 0.1:rejected 1.0:rejected 1.1:proved"},
		{"breadth-first repairs nothing when a sample passes", spec.BreadthFirst, 2, []int{-1, 0, -1},
			"0.0:rejected 1.0:proved 2.0:rejected"},
		{"breadth-first repairs every chain when none passes", spec.BreadthFirst, 1, []int{1, -1, 1},
			"0.0:rejected 1.0:rejected 2.0:rejected 0.1:proved 1.1:rejected 2.1:proved"},
		{"an unreachable model ends the chain and is no failure", spec.Exhaustive, 2, []int{-2, 0},
			"0.0:infrastructure-error 1.0:proved 2.0:infrastructure-error"},
		{"a panicking model is an infrastructure error", spec.Exhaustive, 0, []int{-3, 0, -1},
			"0.0:infrastructure-error 1.0:proved 2.0:rejected"},
		{"an empty answer is no-answer and can be repaired", spec.Exhaustive, 1, []int{-4, 0, 0},
			"0.0:no-answer 0.1:no-answer 1.0:proved 2.0:proved"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var rec memory
			sum, err := Run(t.Context(), config(t, &rec, tc.policy, 3, tc.r, tc.success...))
			if err != nil || sum.Ran != 5 {
				t.Fatalf("ran %d of 5 units: %v", sum.Ran, err)
			}
			for id, u := range rec.units {
				if got := trace(u); got != tc.want {
					t.Errorf("%s:\n got %s\nwant %s", id, got, tc.want)
				}
				if len(u.Calls) != len(u.Attempts) {
					t.Errorf("%s: %d calls for %d attempts", id, len(u.Calls), len(u.Attempts))
				}
			}
		})
	}
}

func TestCheckerThatDoesNotOpenIsAnInfrastructureError(t *testing.T) {
	var rec memory
	cfg := config(t, &rec, spec.Exhaustive, 2, 3, 0)
	cfg.Verifier = exact{fail: true}
	if _, err := Run(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	for _, u := range rec.units {
		if got, want := trace(u), "0.0:infrastructure-error 1.0:infrastructure-error"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if d := u.Attempts[0].Detail; !strings.Contains(d, "no such checker") {
			t.Errorf("detail %q does not say why", d)
		}
	}
}

func TestRowsDoNotDependOnWorkers(t *testing.T) {
	var want map[string]record.Unit
	for _, workers := range []int{1, 2, 8} {
		var rec memory
		cfg := config(t, &rec, spec.Exhaustive, 3, 2, 1, -1, 0)
		cfg.Workers = workers
		if _, err := Run(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = rec.units
		} else if !reflect.DeepEqual(want, normal(rec.units)) && !reflect.DeepEqual(normal(want), normal(rec.units)) {
			t.Errorf("%d workers give other rows", workers)
		}
	}
}

// normal replaces NaN, which equals nothing.
func normal(units map[string]record.Unit) map[string]record.Unit {
	out := map[string]record.Unit{}
	for id, u := range units {
		u.Calls = append([]record.CallRow(nil), u.Calls...)
		for i := range u.Calls {
			u.Calls[i].Cost = 0
		}
		out[id] = u
	}
	return out
}

func TestResumeRunsOnlyWhatIsMissing(t *testing.T) {
	rec := memory{full: 2}
	cfg := config(t, &rec, spec.Exhaustive, 1, 0, 0)
	if _, err := Run(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "no space") {
		t.Fatalf("a full disk gave %v", err)
	}
	if len(rec.units) != 2 {
		t.Fatalf("%d units kept, want 2", len(rec.units))
	}
	rec.full = 0
	sum, err := Run(t.Context(), cfg)
	if err != nil || sum.Kept != 2 || sum.Ran != 3 {
		t.Errorf("kept %d, ran %d, %v; want 2, 3, nil", sum.Kept, sum.Ran, err)
	}
}

func TestDrainFinishesUnitsInProgress(t *testing.T) {
	var rec memory
	cfg := config(t, &rec, spec.Exhaustive, 1, 0, 0)
	drain := make(chan struct{})
	cfg.Drain, cfg.Workers = drain, 1
	cfg.Observe = func(Event) {
		if len(rec.units) == 2 {
			close(drain)
		}
	}
	sum, err := Run(t.Context(), cfg)
	if !errors.Is(err, ErrInterrupted) || sum.Ran < 2 || sum.Ran == sum.Units {
		t.Errorf("ran %d of %d: %v; want an interruption after 2 or 3", sum.Ran, sum.Units, err)
	}
}

func TestCancelledUnitLeavesNoRow(t *testing.T) {
	var rec memory
	ctx, cancel := context.WithCancel(t.Context())
	cfg := config(t, &rec, spec.Exhaustive, 1, 0, 0)
	cfg.Observe = func(Event) { cancel() }
	cfg.Workers = 1
	if _, err := Run(ctx, cfg); !errors.Is(err, ErrInterrupted) {
		t.Errorf("got %v, want ErrInterrupted", err)
	}
	for id, u := range rec.units {
		if trace(u) != "0.0:proved" {
			t.Errorf("%s: %s", id, trace(u))
		}
	}
}

func TestTaskLimitTurnsTheRestIntoTimeouts(t *testing.T) {
	var rec memory
	cfg := config(t, &rec, spec.Exhaustive, 3, 0, -1)
	cfg.Workers = 1
	var mu sync.Mutex
	clock := time.Unix(0, 0)
	cfg.Now = func() time.Time { // each look at the clock takes a second
		mu.Lock()
		defer mu.Unlock()
		clock = clock.Add(time.Second)
		return clock
	}
	cfg.Limits.Task = 4 * time.Second
	if _, err := Run(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	for id, u := range rec.units {
		last := u.Attempts[2]
		if len(u.Attempts) != 3 || last.Verdict != record.Timeout || last.Checks != 0 {
			t.Errorf("%s: %s with %d checks in the last", id, trace(u), last.Checks)
		}
	}
}

func TestSeedsDifferByTaskSampleAndRound(t *testing.T) {
	seen := map[uint64]string{}
	for _, id := range []string{"a", "b", "a1"} {
		for s := range 20 {
			for r := range 5 {
				key := fmt.Sprint(id, s, r)
				v := Seed(7, id, s, r)
				if other, ok := seen[v]; ok {
					t.Errorf("%s and %s share a seed", key, other)
				}
				seen[v] = key
			}
		}
	}
	if Seed(7, "a", 1, 1) != Seed(7, "a", 1, 1) || Seed(7, "a", 1, 1) == Seed(8, "a", 1, 1) {
		t.Error("a seed is a function of its arguments, the cell's seed among them")
	}
}
