package coq

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/record"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/coq/seal"
	"proofgrid/runner/verify/coq/toplevel"
)

// auditLimit bounds each question of the audit; it is not the candidate's time.
const auditLimit = 2 * time.Minute

// trial is the judgement of one candidate.
type trial struct {
	*batch
	report verify.Report
	left   time.Duration // of the candidate's time
	proof  string
	shift  int           // of the proof's text in the script
	steps  int           // sentences of the proof that Coq has accepted
	shared time.Duration // that an earlier candidate has spent on sentences that this one begins with
}

// part is a sentence of what is run for a candidate.
type part struct {
	text string
	span coq.Sentence // in the script; the locked statement has none
	step int          // of the proof, 0 before it
}

// judge runs one candidate behind the seal. An error is that of the infrastructure.
func (b *batch) judge(ctx context.Context, c verify.Candidate) (verify.Report, error) {
	t := &trial{batch: b, left: b.limits.Time, proof: c.Proof}
	began := b.v.Now()
	plan, vetted := t.plan(c)
	if plan == nil {
		return t.finished(began), nil
	}
	same, err := b.resume(ctx, plan)
	if err != nil {
		return verify.Report{}, err
	}
	began = b.v.Now()
	err = t.run(ctx, plan, same, vetted)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return verify.Report{}, cause
	}
	if err != nil {
		t.ended(err)
	}
	if t.report.Verdict == record.Proved && b.v.Policy.Recheck {
		if err := t.rechecked(ctx, c); err != nil {
			return verify.Report{}, err
		}
	}
	return t.finished(began), nil
}

func (t *trial) finished(began time.Time) verify.Report {
	t.report.Check = t.shared + t.v.Now().Sub(began)
	if len(t.report.Diagnostics) > 0 {
		t.report.Category = t.v.Category(t.report.Diagnostics[0])
	}
	return t.report
}

// ended turns the death of the process into the candidate's verdict.
func (t *trial) ended(err error) {
	switch {
	case errors.Is(err, toplevel.ErrTimeout):
		t.refuse(record.Timeout, seal.TimeLimit, err.Error(), 0, 0)
	case errors.Is(err, toplevel.ErrFlood):
		t.refuse(record.Rejected, seal.OutputLimit, err.Error(), 0, 0)
	case errors.Is(err, toplevel.ErrDied):
		t.refuse(record.Rejected, seal.ResourceLimit, err.Error(), 0, 0)
	default:
		// Coq has answered in a way that this program does not understand, which no
		// honest candidate brings about.
		t.refuse(record.Rejected, seal.Forged, err.Error(), 0, 0)
	}
}

// refuse sets a verdict with its reason. Offsets are those of the candidate's proof.
func (t *trial) refuse(verdict record.Verdict, kind, reason string, start, end int) {
	t.report.Verdict, t.report.Audit, t.report.Axioms = verdict, "", nil
	t.report.Signals.Complete = false
	t.report.Diagnostics = append(t.report.Diagnostics, verify.Diagnostic{Kind: kind, Message: shorten(reason), Step: t.steps + 1, Start: start, End: end})
}

// refusal sets the verdict of a refusal by the seal.
func (t *trial) refusal(r *seal.Refusal) {
	verdict := record.Rejected
	if r.Cheating {
		verdict = record.Cheated
	}
	t.refuse(verdict, r.Kind, r.Reason, t.inProof(r.Start), t.inProof(r.End))
}

func (t *trial) inProof(at int) int { return max(0, min(at-t.shift, len(t.proof))) }

// plan reads a candidate and returns what is to be run; nil when the report is made.
func (t *trial) plan(c verify.Candidate) ([]part, *seal.Vetted) {
	script := ""
	if strings.TrimSpace(c.Lemmas) != "" {
		script = c.Lemmas + "\n"
	}
	t.shift = len(script)
	script += complete(c.Proof, t.theorem.ender)
	vetted, r := seal.Vet(&t.v.Policy, seal.Text{Script: script, Proof: t.shift})
	if r != nil {
		t.report.Signals.Syntax = r.Kind != seal.Unreadable
		t.refusal(r)
		return nil, nil
	}
	var out []part
	locked := func() {
		for _, s := range t.theorem.locked {
			out = append(out, part{text: s})
		}
	}
	step := 0
	for _, s := range vetted.Sentences {
		if s.Start >= t.shift {
			if step++; step == 1 {
				locked()
			}
		}
		out = append(out, part{vetted.Script[s.Start:s.End], s, step})
	}
	if step == 0 {
		t.refuse(record.Rejected, seal.Unreadable, "there is no proof", 0, 0)
		return nil, nil
	}
	return out, vetted
}

// run runs a plan, of which the process has passed the first parts already.
func (t *trial) run(ctx context.Context, plan []part, same int, vetted *seal.Vetted) error {
	for _, p := range t.passed {
		t.shared += p.took
	}
	if t.limits.Time > 0 {
		if t.left -= t.shared; t.left <= 0 {
			t.refuse(record.Timeout, seal.TimeLimit, "the candidate's time is over", 0, 0)
			return nil
		}
	}
	for i, p := range plan {
		if i >= same {
			began := t.v.Now()
			if ok, err := t.sentence(ctx, p.text, p.span, p.step); !ok || err != nil {
				return err
			}
			t.passed = append(t.passed, passed{p.text, t.w.Prompt(), t.v.Now().Sub(began)})
		}
		open := t.passed[i].Open
		mine := len(open) == 1 && open[0] == t.theorem.name
		switch {
		case p.step == 0 && i+1 < len(plan) && plan[i+1].step == 1 && !mine:
			t.refuse(record.Cheated, seal.Statement, "behind the candidate's lemmas the statement opens no proof of "+t.theorem.name, 0, 0)
			return nil
		case p.step == 0:
			continue
		}
		t.steps++
		if !commands[p.span.Head] {
			t.report.Signals.Progress = true
		}
		if last := i == len(plan)-1; !last && !mine || last && len(open) > 0 {
			t.refuse(record.Cheated, seal.EndsProof, "it leaves the proof of "+t.theorem.name+" before its end, or does not end it", t.inProof(p.span.Start), t.inProof(p.span.End))
			return nil
		}
	}
	t.report.Signals = verify.Signals{Syntax: true, Type: true, Progress: true, Complete: true}
	return t.audit(ctx, vetted)
}

// commands are heads of sentences of a proof that work on no goal.
var commands = map[string]bool{"Proof": true, "-": true, "+": true, "*": true, "--": true, "++": true, "**": true, "{": true, "}": true, "Qed": true, "Defined": true}

// complete ends a proof as the original is ended, if it has no end of its own.
func complete(proof, ender string) string {
	sentences := coq.Sentences(proof)
	if n := len(sentences); n > 0 {
		last := sentences[n-1]
		if enders[last.Head] || last.Flaw != coq.Whole || last.Head == "Proof" && !coq.BeginsProof(proof[last.Start:last.End]) {
			return proof
		}
	}
	if !strings.HasPrefix(ender, "Qed") && !strings.HasPrefix(ender, "Defined") {
		ender = "Qed."
	}
	return proof + "\n" + ender
}

// sentence runs one sentence on the candidate's time. ok is false when the report is
// made.
func (t *trial) sentence(ctx context.Context, text string, s coq.Sentence, step int) (ok bool, err error) {
	began := t.v.Now()
	r, err := t.w.Exec(ctx, text, t.left)
	if t.limits.Time > 0 {
		t.left -= t.v.Now().Sub(began)
	}
	if err != nil {
		return false, err
	}
	switch e := r.Error; {
	case e == nil && t.limits.Time > 0 && t.left <= 0, r.TimedOut:
		t.refuse(record.Timeout, seal.TimeLimit, "the candidate's time is over", t.inProof(s.Start), t.inProof(s.End))
	case e == nil:
		return true, nil
	default:
		t.failed(ctx, e, s, step)
	}
	return false, nil
}

// failed makes the report of a sentence that Coq refuses.
func (t *trial) failed(ctx context.Context, e *toplevel.Error, s coq.Sentence, step int) {
	verdict, kind := record.Rejected, classify(e.Text)
	if kind == memory {
		verdict = record.Timeout
	}
	t.report.Signals.Syntax = kind != syntax
	t.report.Signals.Type = kind != syntax && kind != reference && kind != typing && step > 0
	start, end := 0, 0
	if step > 0 {
		start, end = t.inProof(s.Start+e.Start), t.inProof(s.Start+e.End)
		if e.End == 0 {
			start, end = t.inProof(s.Start), t.inProof(s.End)
		}
	}
	t.refuse(verdict, kind, e.Text, start, end)
	d := &t.report.Diagnostics[len(t.report.Diagnostics)-1]
	d.Step = step
	if step > 0 && len(t.w.Prompt().Open) > 0 {
		// Goals that take long to print are left out; the process may die of it, which
		// is no other candidate's loss.
		if r, err := t.w.Exec(ctx, "Show.", showLimit); err == nil && r.Error == nil {
			d.Goals = goals(r.Messages)
		}
	}
}

const showLimit = 2 * time.Second

// audit asks what the accepted proof is and rests on.
func (t *trial) audit(ctx context.Context, vetted *seal.Vetted) error {
	var printed strings.Builder
	printed.WriteString(t.printed)
	ask := func(sentences []string) (bool, error) {
		for _, s := range sentences {
			r, err := t.w.Exec(ctx, s, auditLimit)
			switch {
			case err != nil:
				return false, err
			case r.TimedOut:
				t.refuse(record.Timeout, seal.TimeLimit, "the audit of the proof takes too long", 0, 0)
				return false, nil
			case r.Error != nil:
				t.refuse(record.Cheated, seal.Statement, "what was proved is not the statement: "+r.Error.Text, 0, 0)
				return false, nil
			}
			printed.WriteString(r.Messages + "\n")
		}
		return true, nil
	}
	if ok, err := ask(t.seal.After()); !ok || err != nil {
		return err
	}
	assumptions, r := t.seal.Read(printed.String())
	if r == nil && len(assumptions) > 0 {
		if ok, err := ask(t.seal.Names(assumptions)); !ok || err != nil {
			return err
		}
		if assumptions, r = t.seal.ReadNames(printed.String(), assumptions); r == nil {
			r = t.v.Policy.Allowed(assumptions)
		}
	}
	if r != nil {
		t.refusal(r)
		return nil
	}
	for _, a := range assumptions {
		if !a.Variable {
			t.report.Axioms = append(t.report.Axioms, a.Full)
		}
	}
	slices.Sort(t.report.Axioms)
	t.report.Verdict, t.report.Audit = record.Proved, string(seal.Sealed)
	if vetted.Recursion == seal.AnyRecursion {
		t.report.Audit = string(seal.Recursive)
	}
	return nil
}
