package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/record"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
)

// Config is what a run depends on.
type Config struct {
	Cells    []spec.Cell
	Tasks    []*task.Task
	Source   string                 // hash of what the tasks were made from; built-in provers read more of it than a context shows as text
	Models   map[string]model.Model // by the model's name in the spec
	Verifier verify.Verifier
	Limits   spec.Limits
	Recorder Recorder
	Workers  int              // provers and checkers at work side by side, at least 1
	Now      func() time.Time // for the timing columns alone
	Observe  func(Event)      // called by one goroutine at a time; may be nil

	// Drain, when closed, ends the run after the units in progress. Cancelling
	// the context ends it at once; units in progress leave no row.
	//
	// Tasks in progress are as many as there are workers, or as keep the models that
	// are waited for busy.
	Drain <-chan struct{}
}

// Recorder keeps rows. It is safe for concurrent use.
type Recorder interface {
	// Done reports whether the unit's rows are kept already.
	Done(unit string) bool
	// Blob keeps a text and returns the hash under which rows refer to it.
	Blob(text string) (string, error)
	// Record keeps the rows of a unit, durably, before it returns.
	Record(unit string, rows record.Unit) error
}

// Event tells that a unit has been recorded.
type Event struct {
	Cell     *spec.Cell
	Task     *task.Task
	Solved   bool
	Attempts int
	Failures int // infrastructure errors among the attempts
	Err      string
}

// Summary counts what a run did. Units = Kept + Ran unless it was interrupted.
type Summary struct {
	Units    int // of the grid
	Kept     int // recorded by an earlier run of the same notebook entry
	Ran      int
	Solved   int // of Ran
	Attempts int
	Failures int // infrastructure errors among Attempts
}

// ErrInterrupted tells that a run stopped before its last unit and can be resumed.
var ErrInterrupted = errors.New("interrupted")

// Run works through the units that the recorder does not have yet. It returns
// ErrInterrupted after a drain or a cancelled context, and the recorder's error
// as soon as one row cannot be kept; what was recorded before stays. When a model
// says model.Stop, the units that need no more of it are finished, and Run returns
// that error.
func Run(ctx context.Context, cfg Config) (Summary, error) {
	if cfg.Workers < 1 {
		return Summary{}, fmt.Errorf("runner: %d workers", cfg.Workers)
	}
	for _, c := range cfg.Cells {
		if cfg.Models[c.Model.Name] == nil {
			return Summary{}, fmt.Errorf("runner: no model called %q", c.Model.Name)
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	r := &run{Config: cfg, turns: make(chan struct{}, cfg.Workers), halt: make(chan struct{})}
	r.sum.Units = len(cfg.Cells) * len(cfg.Tasks)
	queue := make(chan []*task.Task)
	var workers sync.WaitGroup
	for range cfg.inProgress() {
		workers.Go(func() {
			for group := range queue {
				for _, t := range group {
					switch err := r.task(ctx, t); {
					case stops(err):
						r.stop(err)
					case err != nil:
						cancel(err)
					}
				}
			}
		})
	}
feed:
	for _, g := range cfg.groups() {
		select {
		case queue <- g:
		case <-cfg.Drain:
			break feed
		case <-r.halt:
			break feed
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	workers.Wait()

	switch err := context.Cause(ctx); {
	case err != nil && !errors.Is(err, context.Canceled):
		return r.sum, err
	case r.stopped != nil:
		return r.sum, r.stopped
	case r.sum.Kept+r.sum.Ran < r.sum.Units:
		return r.sum, ErrInterrupted
	}
	return r.sum, nil
}

// run is the state shared by the workers.
type run struct {
	Config
	turns   chan struct{} // one in it for each prover or checker at work
	halt    chan struct{} // closed when stopped is set
	mu      sync.Mutex
	sum     Summary
	stopped error // the first model.Stop
}

// maxInProgress bounds the tasks whose contexts are held at a time.
const maxInProgress = 256

func (c *Config) inProgress() int {
	n := 0
	for _, name := range slices.Sorted(maps.Keys(c.Models)) {
		if m, ok := c.Models[name].(model.Concurrent); ok {
			n += m.Concurrency()
		}
	}
	return max(c.Workers, min(n, maxInProgress))
}

// groups returns the tasks in the order and portions in which they are worked on: one
// by one, or those of a group of the verifier together, the largest groups first and
// none so large that the other workers would wait for it.
func (c *Config) groups() [][]*task.Task {
	grouped, ok := c.Verifier.(verify.Grouped)
	if !ok {
		out := make([][]*task.Task, len(c.Tasks))
		for i := range c.Tasks {
			out[i] = c.Tasks[i : i+1]
		}
		return out
	}
	index := map[string]int{}
	var all [][]*task.Task
	for _, t := range c.Tasks {
		name := grouped.Group(t)
		i, ok := index[name]
		if !ok {
			i = len(all)
			index[name] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], t)
	}
	share := (len(c.Tasks) + 2*c.Workers - 1) / (2 * c.Workers)
	var out [][]*task.Task
	for _, g := range all {
		out = slices.AppendSeq(out, slices.Chunk(g, share))
	}
	slices.SortStableFunc(out, func(a, b []*task.Task) int { return cmp.Compare(len(b), len(a)) })
	return out
}

// turn waits for one of the workers' places. The wait is zero where there was none.
func (r *run) turn() (release func(), waited time.Duration) {
	release = func() { <-r.turns }
	select {
	case r.turns <- struct{}{}:
		return release, 0
	default:
	}
	t0 := r.Now()
	r.turns <- struct{}{}
	return release, r.Now().Sub(t0)
}

func (r *run) stop(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped == nil {
		r.stopped = err
		close(r.halt)
	}
}

func (r *run) draining() bool {
	select {
	case <-r.Drain:
		return true
	case <-r.halt:
		return true
	default:
		return false
	}
}

// task runs the pending units of one task: they share its contexts and its
// checker environment.
func (r *run) task(ctx context.Context, t *task.Task) error {
	contexts := map[string]*regime.Context{}
	env := &environment{verifier: r.Verifier, task: t, now: r.Now}
	defer env.close()
	for i := range r.Cells {
		c := &r.Cells[i]
		id := notebook.UnitName(c.ID, t.ID)
		if r.Recorder.Done(id) {
			r.mu.Lock()
			r.sum.Kept++
			r.mu.Unlock()
			continue
		}
		if r.draining() || ctx.Err() != nil {
			return nil
		}
		name := c.Regime.String()
		shown := contexts[name]
		if shown == nil {
			var err error
			if shown, err = regime.Build(t, c.Regime); err != nil {
				return fmt.Errorf("task %s: %w", t.ID, err)
			}
			if err := regime.Leak(t, shown); err != nil {
				return fmt.Errorf("task %s: %w", t.ID, err)
			}
			contexts[name] = shown
		}
		u := &unit{run: r, cell: c, task: t, shown: shown, env: env, model: r.Models[c.Model.Name]}
		rows, err := u.rows(ctx)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil // whatever the unit says now may stem from the cancellation
		}
		if err := r.Recorder.Record(id, rows); err != nil {
			return err
		}
		r.observe(u, rows)
	}
	return nil
}

func (r *run) observe(u *unit, rows record.Unit) {
	e := Event{Cell: u.cell, Task: u.task, Attempts: len(rows.Attempts)}
	for i := range rows.Attempts {
		switch a := &rows.Attempts[i]; a.Verdict {
		case record.Proved:
			e.Solved = true
		case record.InfrastructureError:
			e.Failures++
			e.Err = a.Detail
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Ran++
	r.sum.Attempts += e.Attempts
	r.sum.Failures += e.Failures
	if e.Solved {
		r.sum.Solved++
	}
	if r.Observe != nil {
		r.Observe(e)
	}
}
