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
		u.each(ctx, chains, 1)
		solved := false
		for i := range chains {
			solved = solved || chains[i].last == record.Proved
		}
		if !solved {
			u.each(ctx, chains, u.cell.Budget.R+1)
		}
	case spec.DepthFirst:
		for i := range chains {
			if u.each(ctx, chains[i:i+1], u.cell.Budget.R+1); chains[i].last == record.Proved {
				break
			}
		}
	default:
		u.each(ctx, chains, u.cell.Budget.R+1)
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

// each works on all chains until each has so many attempts or ends sooner. Chains run
// side by side where their answers are waited for, and round by round where the
// checker is cheaper with many candidates at a time. A task limit is spent by one
// chain after the other.
func (u *unit) each(ctx context.Context, chains []chain, attempts int) {
	remote, waits := u.model.(model.Concurrent)
	_, batches := u.Verifier.(verify.Grouped)
	switch {
	case u.Limits.Task > 0:
	case waits:
		u.sideBySide(chains, remote.Concurrency(), func(c *chain) { u.finish(ctx, attempts, c) })
		return
	case batches:
		all := make([]*chain, len(chains))
		for i := range chains {
			all[i] = &chains[i]
		}
		u.finish(ctx, attempts, all...)
		return
	}
	for i := range chains {
		u.finish(ctx, attempts, &chains[i])
	}
}

func (u *unit) sideBySide(chains []chain, side int, work func(*chain)) {
	next := make(chan *chain)
	var workers sync.WaitGroup
	for range min(side, len(chains)) {
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

// finish runs chains round by round, each to its success, its last repair, or so many
// attempts.
func (u *unit) finish(ctx context.Context, attempts int, chains ...*chain) {
	for u.failed() == nil && ctx.Err() == nil {
		var open []*chain
		for _, c := range chains {
			if !c.ended(u.cell.Budget.R) && len(c.history) < attempts {
				open = append(open, c)
			}
		}
		if len(open) == 0 {
			return
		}
		u.attempt(ctx, open)
	}
}

// submission is a chain's candidate on its way to the checker.
type submission struct {
	*step
	chain  *chain
	answer *model.Answer
}

// attempt asks for the next candidate of each chain, has them judged and adds their
// rows.
func (u *unit) attempt(ctx context.Context, chains []*chain) {
	var batch []submission
	for _, c := range chains {
		if u.failed() != nil || ctx.Err() != nil {
			return
		}
		c.steps = append(c.steps, step{attempt: u.row(c)})
		s := &c.steps[len(c.steps)-1]
		if ans := u.candidate(ctx, c, s); ans != nil {
			batch = append(batch, submission{s, c, ans})
		}
		c.last = s.attempt.Verdict
	}
	if len(batch) == 0 {
		return
	}
	for i, rep := range u.judge(ctx, batch) {
		s := batch[i]
		s.chain.last = s.attempt.Verdict
		s.chain.broken = s.attempt.Verdict == record.InfrastructureError
		s.chain.history = append(s.chain.history, model.Exchange{Candidate: s.answer.Candidate, Response: s.answer.Response, Report: rep})
	}
}

func (u *unit) row(c *chain) record.AttemptRow {
	round := len(c.history)
	return record.AttemptRow{
		CellID: u.cell.ID, TaskID: u.task.ID,
		Model: u.cell.Model.Name, Regime: u.shown.Regime, Policy: string(u.cell.Policy),
		K: int32(u.cell.Budget.K), R: int32(u.cell.Budget.R), Repository: u.task.Repository,
		Sample: int32(c.sample), Round: int32(round),
		Seed:    Seed(u.cell.Seed, u.task.ID, c.sample, round),
		Verdict: record.NotRun, TokensIn: -1, TokensOut: -1,
		Verifier: u.Verifier.Version(),
	}
}

// candidate asks for a chain's next answer. It returns nil when there is nothing to
// judge: the row and the chain then say why.
func (u *unit) candidate(ctx context.Context, c *chain, s *step) *model.Answer {
	row := &s.attempt
	left := u.Limits.Task - u.spent
	if u.Limits.Task > 0 && left <= 0 {
		// The limit is part of the budget: running out of it is a failure.
		row.Verdict, row.Detail = record.Timeout, "the task's time limit was used up before this attempt"
		c.broken = true
		return nil
	}
	ans := u.ask(ctx, c, left, s)
	if ans == nil {
		c.broken = row.Verdict != record.Timeout
		c.history = append(c.history, model.Exchange{Report: verify.Report{Verdict: row.Verdict}})
		return nil
	}
	if strings.TrimSpace(ans.Candidate.Proof) == "" {
		row.Verdict = record.NoAnswer
		row.Detail = "no proof in the response; finish: " + ans.Finish
		if ans.Note != "" {
			row.Detail = ans.Note + "; finish: " + ans.Finish
		}
		c.history = append(c.history, model.Exchange{Response: ans.Response, Report: verify.Report{Verdict: record.NoAnswer}})
		return nil
	}
	row.Detail = ans.Note
	return ans
}

// judge has candidates checked and fills in their rows. The reports are in the order
// of the batch.
func (u *unit) judge(ctx context.Context, batch []submission) []verify.Report {
	waited := u.env.acquire(u.Now)
	defer u.env.release()
	release, more := u.turn()
	defer release()
	for _, s := range batch {
		s.attempt.Wait += waited + more
	}
	ctx, cancel := u.within(ctx, u.Limits.Task-u.spent)
	defer cancel()
	reports := make([]verify.Report, len(batch))
	if len(batch) > 1 {
		candidates := make([]verify.Candidate, len(batch))
		for i, s := range batch {
			candidates[i] = s.answer.Candidate
		}
		reps, start, err := u.env.check(ctx, candidates, verify.Limits{Time: u.Limits.Candidate})
		batch[0].attempt.Start += start
		if err == nil {
			for i, s := range batch {
				reports[i] = u.judged(ctx, s, reps[i], reps[i].Check, nil)
			}
			return reports
		}
		// One of them may be to blame: each has its chance alone.
	}
	for i, s := range batch {
		t0 := u.Now()
		reps, start, err := u.env.check(ctx, []verify.Candidate{s.answer.Candidate}, verify.Limits{Time: u.Limits.Candidate})
		s.attempt.Start += start
		var rep verify.Report
		if err == nil {
			rep = reps[0]
		}
		reports[i] = u.judged(ctx, s, rep, u.Now().Sub(t0)-start, err)
	}
	return reports
}

// judged fills a row in with what the checker says.
func (u *unit) judged(ctx context.Context, s submission, rep verify.Report, took time.Duration, err error) verify.Report {
	row := &s.attempt
	row.Check, row.Checks = took, 1
	u.spend(took)
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
