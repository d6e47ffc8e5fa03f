package runner

import (
	"context"
	"fmt"
	"sync"
	"time"

	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// environment opens a task's checker on first use and again after a failure. It is
// used between acquire and release.
type environment struct {
	mu       sync.Mutex
	verifier verify.Verifier
	task     *task.Task
	now      func() time.Time
	open     verify.Environment
}

// acquire waits for the chains of the same task that are at the checker, and
// returns for how long.
func (e *environment) acquire(now func() time.Time) time.Duration {
	if e.mu.TryLock() {
		return 0
	}
	t0 := now()
	e.mu.Lock()
	return now().Sub(t0)
}

func (e *environment) release() { e.mu.Unlock() }

// check judges candidates. start is the time spent on opening, which never counts
// against a limit.
func (e *environment) check(ctx context.Context, candidates []verify.Candidate, lim verify.Limits) (reps []verify.Report, start time.Duration, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("checker panicked: %v", p)
		}
		if err != nil {
			e.close()
		}
	}()
	if e.open == nil {
		t0 := e.now()
		e.open, err = e.verifier.Open(ctx, e.task)
		start = e.now().Sub(t0)
		if err != nil {
			e.open = nil
			return nil, start, fmt.Errorf("open the checker: %w", err)
		}
	}
	reps, err = e.open.Check(ctx, candidates, lim)
	switch {
	case err != nil:
		return nil, start, fmt.Errorf("check: %w", err)
	case len(reps) != len(candidates):
		return nil, start, fmt.Errorf("check: %d reports for %d candidates", len(reps), len(candidates))
	}
	for i := range reps {
		start += reps[i].Start
	}
	return reps, start, nil
}

func (e *environment) close() {
	if e.open != nil {
		e.open.Close()
		e.open = nil
	}
}
