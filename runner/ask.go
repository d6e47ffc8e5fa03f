package runner

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/runner/model"
)

// ask calls the model and adds the call's row; nil means that no answer came, and
// the attempt's row, or the unit's error, says why. left is what the task limit
// leaves, if there is one.
func (u *unit) ask(ctx context.Context, c *chain, left time.Duration, s *step) *model.Answer {
	row := &s.attempt
	req := &model.Request{
		Task: u.task, Context: u.shown, Sample: c.sample, Round: len(c.history),
		Seed: row.Seed, History: c.history, Cell: u.cell.ID,
	}
	row.RequestHash = requestHash(u.Source, u.cell.Model.Kind, u.settings, req)
	_, waits := u.model.(model.Concurrent)
	if !waits { // it computes: it takes a turn, and its clock is the task's
		release, waited := u.turn()
		defer release()
		row.Wait += waited
		var cancel context.CancelFunc
		ctx, cancel = u.within(ctx, left)
		defer cancel()
	}
	t0 := u.Now()
	ans, err := answer(ctx, u.model, req)
	row.Answering = u.Now().Sub(t0)
	if stops(err) {
		u.fail(err)
		return nil
	}
	call := &record.CallRow{
		CellID: row.CellID, TaskID: row.TaskID, Model: row.Model, Sample: row.Sample, Round: row.Round,
		RequestHash: row.RequestHash, TokensIn: -1, TokensCached: -1, TokensWritten: -1, TokensOut: -1, TokensThought: -1,
		Cost: math.NaN(), Settings: u.settings, Latency: row.Answering,
	}
	s.call = call
	var lost *model.Failure
	switch {
	case ans != nil && ans.Call != nil:
		u.describe(ans.Call, row, call)
	case errors.As(err, &lost):
		u.describe(&lost.Call, row, call)
	}
	u.spend(row.Answering)
	if err != nil {
		row.Verdict, row.Detail = record.InfrastructureError, err.Error()
		if ctx.Err() == context.DeadlineExceeded {
			row.Verdict, row.Detail = record.Timeout, "the task's time limit struck while the model answered"
		}
		call.Finish = "error"
		return nil
	}
	use := ans.Usage
	call.TokensIn, call.TokensCached, call.TokensWritten = use.In, use.Cached, use.CacheWrite
	call.TokensOut, call.TokensThought = use.Out, use.Reasoning
	call.Finish = ans.Finish
	row.TokensIn, row.TokensOut, row.Work = use.In, use.Out, ans.Work
	row.ResponseHash, row.CandidateHash, row.LemmasHash = u.blob(ans.Response), u.blob(ans.Candidate.Proof), u.blob(ans.Candidate.Lemmas)
	if waits && u.Limits.Task > 0 && u.spent > u.Limits.Task {
		row.Verdict, row.Detail = record.Timeout, "the task's time limit struck while the model answered"
		return nil
	}
	return ans
}

// describe copies what a call outside of the program says of itself. Its times are
// those of the original call, so that a replayed run has the rows of the first.
func (u *unit) describe(c *model.Call, row *record.AttemptRow, call *record.CallRow) {
	if c.Key != "" {
		row.RequestHash, call.RequestHash = c.Key, c.Key
	}
	if c.Settings != nil {
		call.Settings = settingsText(c.Settings)
	}
	call.Cost, call.Retries, call.Wait, call.Latency = c.Cost, int32(c.Retries), c.Wait, c.Latency
	row.Answering = c.Latency
	row.Wait += c.Wait
	if len(c.Prompt) == 0 {
		return
	}
	// A repair's prompt repeats all turns before it: each text is kept once.
	type turn struct {
		Role model.Role `json:"role"`
		Text string     `json:"text"` // blob
	}
	turns := make([]turn, len(c.Prompt))
	for i, m := range c.Prompt {
		turns[i] = turn{m.Role, u.blob(m.Text)}
	}
	b, err := json.Marshal(turns)
	if err != nil {
		u.fail(err)
		return
	}
	call.PromptHash = u.blob(string(b))
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
	if err != nil {
		ans = nil
	}
	return ans, err
}

func settingsText(settings map[string]any) string {
	b, err := json.Marshal(settings) // sorts keys
	if err != nil {
		return "{}"
	}
	return string(b)
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
