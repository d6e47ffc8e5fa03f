package runner

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
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

	out   record.Unit
	spent time.Duration // counted against the task limit
	err   error         // of the recorder: ends the unit
}

// chain is one sample with its repairs.
type chain struct {
	sample  int
	history []model.Exchange
	last    record.Verdict
	broken  bool // an infrastructure error ended it
}

func (c *chain) ended(r int) bool {
	return c.broken || c.last == record.Proved || len(c.history) > r
}

// rows runs the unit under its stopping policy.
func (u *unit) rows(ctx context.Context) (record.Unit, error) {
	dropped, err := u.droppedList()
	if err != nil {
		return record.Unit{}, err
	}
	u.out.Context = record.ContextRow{
		TaskID: u.task.ID, Regime: u.shown.Regime, Hash: u.shown.Hash, Tokens: int64(u.shown.Tokens),
		Shown: int32(len(u.shown.Shown)), Dropped: int32(len(u.shown.Dropped)), DroppedListHash: dropped,
	}
	chains := make([]chain, u.cell.Budget.K)
	for i := range chains {
		chains[i].sample = i
	}
	switch u.cell.Policy {
	case spec.BreadthFirst:
		solved := false
		for i := range chains {
			u.attempt(ctx, &chains[i])
			solved = solved || chains[i].last == record.Proved
		}
		for i := range chains {
			if !solved {
				u.finish(ctx, &chains[i])
			}
		}
	default:
		for i := range chains {
			u.finish(ctx, &chains[i])
			if u.cell.Policy == spec.DepthFirst && chains[i].last == record.Proved {
				break
			}
		}
	}
	return u.out, u.err
}

// finish runs a chain to its success or its last repair.
func (u *unit) finish(ctx context.Context, c *chain) {
	for !c.ended(u.cell.Budget.R) && u.err == nil && ctx.Err() == nil {
		u.attempt(ctx, c)
	}
}

// attempt asks for the chain's next candidate, has it judged and adds its rows.
func (u *unit) attempt(ctx context.Context, c *chain) {
	if u.err != nil || ctx.Err() != nil {
		return
	}
	round := len(c.history)
	row := record.AttemptRow{
		CellID: u.cell.ID, TaskID: u.task.ID,
		Model: u.cell.Model.Name, Regime: u.shown.Regime, Policy: string(u.cell.Policy),
		K: int32(u.cell.Budget.K), R: int32(u.cell.Budget.R), Repository: u.task.Repository,
		Sample: int32(c.sample), Round: int32(round),
		Seed:    Seed(u.cell.Seed, u.task.ID, c.sample, round),
		Verdict: record.NotRun, TokensIn: -1, TokensOut: -1,
		Verifier: u.Verifier.Version(),
	}
	defer func() {
		c.last = row.Verdict
		u.out.Attempts = append(u.out.Attempts, row)
	}()

	if limit := u.Limits.Task; limit > 0 {
		left := limit - u.spent
		if left <= 0 {
			// The limit is part of the budget: running out of it is a failure.
			row.Verdict, row.Detail = record.Timeout, "the task's time limit was used up before this attempt"
			c.broken = true
			return
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, left)
		defer cancel()
	}

	ans := u.ask(ctx, c, &row)
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
	rep := u.judge(ctx, c, ans.Candidate, &row)
	c.broken = row.Verdict == record.InfrastructureError
	c.history = append(c.history, model.Exchange{Candidate: ans.Candidate, Response: ans.Response, Report: rep})
}

// ask calls the model and adds the call's row; nil means that no answer came,
// and the row says why.
func (u *unit) ask(ctx context.Context, c *chain, row *record.AttemptRow) (ans *model.Answer) {
	settings := u.settings()
	req := &model.Request{
		Task: u.task, Context: u.shown, Sample: c.sample, Round: len(c.history),
		Seed: row.Seed, History: c.history,
	}
	row.RequestHash = requestHash(u.Source, u.cell.Model.Kind, settings, req)
	t0 := u.Now()
	ans, err := answer(ctx, u.model, req)
	row.Answering = u.Now().Sub(t0)
	u.spent += row.Answering

	call := record.CallRow{
		CellID: row.CellID, TaskID: row.TaskID, Model: row.Model, Sample: row.Sample, Round: row.Round,
		RequestHash: row.RequestHash, TokensIn: -1, TokensCached: -1, TokensOut: -1, TokensThought: -1,
		Cost: math.NaN(), Settings: settings, Latency: row.Answering,
	}
	defer func() { u.out.Calls = append(u.out.Calls, call) }()
	if err != nil {
		row.Verdict, row.Detail = record.InfrastructureError, err.Error()
		if ctx.Err() == context.DeadlineExceeded {
			row.Verdict, row.Detail = record.Timeout, "the task's time limit struck while the model answered"
		}
		call.Finish = "error"
		return nil
	}
	use := ans.Usage
	call.TokensIn, call.TokensCached, call.TokensOut, call.TokensThought = use.In, use.Cached, use.Out, use.Reasoning
	call.Finish = ans.Finish
	row.TokensIn, row.TokensOut, row.Work = use.In, use.Out, ans.Work
	if row.ResponseHash, u.err = u.Recorder.Blob(ans.Response); u.err == nil {
		row.CandidateHash, u.err = u.Recorder.Blob(ans.Candidate.Proof)
	}
	if u.err == nil {
		row.LemmasHash, u.err = u.Recorder.Blob(ans.Candidate.Lemmas)
	}
	return ans
}

// judge has the candidate checked and adds its diagnostics.
func (u *unit) judge(ctx context.Context, c *chain, candidate verify.Candidate, row *record.AttemptRow) verify.Report {
	t0 := u.Now()
	rep, start, err := u.env.check(ctx, candidate, verify.Limits{Time: u.Limits.Candidate})
	row.Start = start
	row.Check = u.Now().Sub(t0) - start
	u.spent += row.Check
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
		u.out.Diagnostics = append(u.out.Diagnostics, record.DiagnosticRow{
			CellID: row.CellID, TaskID: row.TaskID, Sample: row.Sample, Round: row.Round, Ordinal: int32(i),
			Category: rep.Category, Kind: d.Kind, Message: d.Message, Step: int32(d.Step), Label: d.Label,
			Start: int32(d.Start), End: int32(d.End), Goals: d.Goals,
		})
	}
	return rep
}

// answer calls the model; a panic in it is an error like any other.
func answer(ctx context.Context, m model.Model, req *model.Request) (ans *model.Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			ans, err = nil, fmt.Errorf("model panicked: %v", p)
		}
	}()
	ans, err = m.Answer(ctx, req)
	if err == nil && ans == nil {
		err = fmt.Errorf("model gave neither answer nor error")
	}
	return ans, err
}

func (u *unit) settings() string {
	b, err := json.Marshal(u.model.Settings()) // sorts keys
	if err != nil {
		return "{}"
	}
	return string(b)
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

// Seed derives the seed of one answer. It leaves the model and the regime out, so
// that cells are compared on common random numbers.
func Seed(seed uint64, taskID string, sample, round int) uint64 {
	h := sha256.New()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], seed)
	h.Write(b[:])
	io.WriteString(h, taskID)
	fmt.Fprintf(h, "\x00%d\x00%d", sample, round)
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

// requestHash covers everything that decides an answer.
func requestHash(source, kind, settings string, r *model.Request) string {
	h := sha256.New()
	field := func(s string) { fmt.Fprintf(h, "%d:%s", len(s), s) } // length first: no two lists of fields collide
	field(source)
	field(kind)
	field(settings)
	field(r.Task.ID)
	field(r.Task.Statement)
	field(r.Context.Hash)
	field(fmt.Sprint(r.Sample, r.Round, r.Seed))
	for _, e := range r.History {
		field(e.Candidate.Proof)
		field(e.Candidate.Lemmas)
		field(string(e.Report.Verdict))
		for _, d := range e.Report.Diagnostics {
			field(fmt.Sprint(d.Kind, d.Step, d.Start, d.End))
			field(d.Label)
			field(d.Message)
			for _, g := range d.Goals {
				field(g)
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
