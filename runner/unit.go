package runner

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
)

// unit is one cell × task at work.
type unit struct {
	*run
	cell  *spec.Cell
	task  *task.Task
	shown *regime.Context
	env   *environment
	model model.Model

	settings string
	spent    time.Duration // counted against the task limit, whose chains run one by one
	mu       sync.Mutex
	err      error // the first that ends the unit without rows
}

// chain is one sample with its repairs. It is worked on by one goroutine.
type chain struct {
	sample  int
	history []model.Exchange
	last    record.Verdict
	broken  bool // an infrastructure error ended it
	steps   []step
}

// step is an attempt with the rows that belong to it.
type step struct {
	attempt     record.AttemptRow
	call        *record.CallRow
	diagnostics []record.DiagnosticRow
}

func (c *chain) ended(r int) bool {
	return c.broken || c.last == record.Proved || len(c.history) > r
}

// rows runs the unit under its stopping policy. An error, or a context that ended,
// means that there are no rows: whatever they say may stem from it.
func (u *unit) rows(ctx context.Context) (record.Unit, error) {
	dropped, err := u.droppedList()
	if err != nil {
		return record.Unit{}, err
	}
	var out record.Unit
	out.Context = record.ContextRow{
		TaskID: u.task.ID, Regime: u.shown.Regime, Hash: u.shown.Hash, Tokens: int64(u.shown.Tokens),
		Shown: int32(len(u.shown.Shown)), Dropped: int32(len(u.shown.Dropped)), DroppedListHash: dropped,
	}
	u.settings = settingsText(u.model.Settings())
	chains := make([]chain, u.cell.Budget.K)
	for i := range chains {
		chains[i].sample = i
	}
	first := 0 // steps of each chain that ran before any chain's next
	switch u.cell.Policy {
	case spec.BreadthFirst:
		first = 1
		u.each(chains, func(c *chain) { u.attempt(ctx, c) })
		solved := false
		for i := range chains {
			solved = solved || chains[i].last == record.Proved
		}
		if !solved {
			u.each(chains, func(c *chain) { u.finish(ctx, c) })
		}
	case spec.DepthFirst:
		for i := range chains {
			if u.finish(ctx, &chains[i]); chains[i].last == record.Proved {
				break
			}
		}
	default:
		u.each(chains, func(c *chain) { u.finish(ctx, c) })
	}
	for _, c := range chains {
		add(&out, c.steps[:min(first, len(c.steps))])
	}
	for _, c := range chains {
		add(&out, c.steps[min(first, len(c.steps)):])
	}
	return out, u.failed()
}

func add(out *record.Unit, steps []step) {
	for _, s := range steps {
		out.Attempts = append(out.Attempts, s.attempt)
		if s.call != nil {
			out.Calls = append(out.Calls, *s.call)
		}
		out.Diagnostics = append(out.Diagnostics, s.diagnostics...)
	}
}

// each works on all chains, side by side where their answers are waited for. A
// task limit is spent by one chain after the other.
func (u *unit) each(chains []chain, work func(*chain)) {
	side := 1
	if c, ok := u.model.(model.Concurrent); ok && u.Limits.Task == 0 {
		side = min(c.Concurrency(), len(chains))
	}
	if side <= 1 {
		for i := range chains {
			work(&chains[i])
		}
		return
	}
	next := make(chan *chain)
	var workers sync.WaitGroup
	for range side {
		workers.Go(func() {
			for c := range next {
				work(c)
			}
		})
	}
	for i := range chains {
		next <- &chains[i]
	}
	close(next)
	workers.Wait()
}

// finish runs a chain to its success or its last repair.
func (u *unit) finish(ctx context.Context, c *chain) {
	for !c.ended(u.cell.Budget.R) && u.failed() == nil && ctx.Err() == nil {
		u.attempt(ctx, c)
	}
}

// attempt asks for the chain's next candidate, has it judged and adds its rows.
func (u *unit) attempt(ctx context.Context, c *chain) {
	if u.failed() != nil || ctx.Err() != nil {
		return
	}
	round := len(c.history)
	s := step{attempt: record.AttemptRow{
		CellID: u.cell.ID, TaskID: u.task.ID,
		Model: u.cell.Model.Name, Regime: u.shown.Regime, Policy: string(u.cell.Policy),
		K: int32(u.cell.Budget.K), R: int32(u.cell.Budget.R), Repository: u.task.Repository,
		Sample: int32(c.sample), Round: int32(round),
		Seed:    Seed(u.cell.Seed, u.task.ID, c.sample, round),
		Verdict: record.NotRun, TokensIn: -1, TokensOut: -1,
		Verifier: u.Verifier.Version(),
	}}
	row := &s.attempt
	defer func() {
		c.last = row.Verdict
		c.steps = append(c.steps, s)
	}()

	left := u.Limits.Task - u.spent
	if u.Limits.Task > 0 && left <= 0 {
		// The limit is part of the budget: running out of it is a failure.
		row.Verdict, row.Detail = record.Timeout, "the task's time limit was used up before this attempt"
		c.broken = true
		return
	}
	ans := u.ask(ctx, c, left, &s)
	if ans == nil {
		c.broken = row.Verdict != record.Timeout
		c.history = append(c.history, model.Exchange{Report: verify.Report{Verdict: row.Verdict}})
		return
	}
	if strings.TrimSpace(ans.Candidate.Proof) == "" {
		row.Verdict = record.NoAnswer
		row.Detail = "no proof in the response; finish: " + ans.Finish
		if ans.Note != "" {
			row.Detail = ans.Note + "; finish: " + ans.Finish
		}
		c.history = append(c.history, model.Exchange{Response: ans.Response, Report: verify.Report{Verdict: record.NoAnswer}})
		return
	}
	row.Detail = ans.Note
	rep := u.judge(ctx, ans.Candidate, u.Limits.Task-u.spent, &s)
	c.broken = row.Verdict == record.InfrastructureError
	c.history = append(c.history, model.Exchange{Candidate: ans.Candidate, Response: ans.Response, Report: rep})
}

// judge has the candidate checked and adds its diagnostics. left is what the task
// limit leaves, if there is one.
func (u *unit) judge(ctx context.Context, candidate verify.Candidate, left time.Duration, s *step) verify.Report {
	row := &s.attempt
	row.Wait += u.env.acquire(u.Now)
	defer u.env.release()
	release, waited := u.turn()
	defer release()
	row.Wait += waited
	ctx, cancel := u.within(ctx, left)
	defer cancel()
	t0 := u.Now()
	rep, start, err := u.env.check(ctx, candidate, verify.Limits{Time: u.Limits.Candidate})
	row.Start = start
	row.Check = u.Now().Sub(t0) - start
	u.spend(row.Check)
	row.Checks = 1
	if err != nil {
		row.Verdict, row.Detail = record.InfrastructureError, err.Error()
		if ctx.Err() == context.DeadlineExceeded {
			row.Verdict, row.Detail = record.Timeout, "the task's time limit struck while the checker ran"
		}
		return verify.Report{Verdict: row.Verdict}
	}
	row.Verdict = rep.Verdict
	row.Syntax, row.Type, row.Progress, row.Done = rep.Signals.Syntax, rep.Signals.Type, rep.Signals.Progress, rep.Signals.Complete
	row.Category, row.Axioms, row.Audit = rep.Category, rep.Axioms, rep.Audit
	for i, d := range rep.Diagnostics {
		if i == 0 {
			row.Kind = d.Kind
		}
		s.diagnostics = append(s.diagnostics, record.DiagnosticRow{
			CellID: row.CellID, TaskID: row.TaskID, Sample: row.Sample, Round: row.Round, Ordinal: int32(i),
			Category: rep.Category, Kind: d.Kind, Message: d.Message, Step: int32(d.Step), Label: d.Label,
			Start: int32(d.Start), End: int32(d.End), Goals: d.Goals,
		})
	}
	return rep
}

// within bounds a context by what the task limit leaves, if there is one.
func (u *unit) within(ctx context.Context, left time.Duration) (context.Context, context.CancelFunc) {
	if u.Limits.Task == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, left)
}

func (u *unit) spend(d time.Duration) {
	if u.Limits.Task > 0 {
		u.spent += d
	}
}

// fail ends the unit; the first error counts.
func (u *unit) fail(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.err == nil {
		u.err = err
	}
}

func (u *unit) failed() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.err
}

// blob keeps a text; an error ends the unit.
func (u *unit) blob(text string) string {
	h, err := u.Recorder.Blob(text)
	if err != nil {
		u.fail(err)
	}
	return h
}

func (u *unit) droppedList() (string, error) {
	if len(u.shown.Dropped) == 0 {
		return "", nil
	}
	var b strings.Builder
	for _, i := range u.shown.Dropped {
		b.WriteString(u.task.Pool.Premises[i].Name)
		b.WriteByte('\n')
	}
	return u.Recorder.Blob(b.String())
}

// stops reports whether an error is to end the run rather than to become a row.
func stops(err error) bool {
	var s *model.Stop
	return errors.As(err, &s)
}
