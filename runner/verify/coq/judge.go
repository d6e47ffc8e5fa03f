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
	shift  int // of the proof's text in the script
	lemmas int // sentences before the statement
	steps  int // sentences of the proof that Coq has accepted
	tactic bool
}

// judge runs one candidate behind the seal. An error is that of the infrastructure.
func (b *batch) judge(ctx context.Context, c verify.Candidate) (verify.Report, error) {
	t := &trial{batch: b, left: b.limits.Time, proof: c.Proof}
	began := b.v.Now()
	err := t.run(ctx, c)
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
	t.report.Check = b.v.Now().Sub(began)
	if len(t.report.Diagnostics) > 0 && b.v.Category != nil {
		t.report.Category = b.v.Category(t.report.Diagnostics[0])
	}
	return t.report, nil
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

func (t *trial) run(ctx context.Context, c verify.Candidate) error {
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
		return nil
	}
	split := slices.IndexFunc(vetted.Sentences, func(s coq.Sentence) bool { return s.Start >= t.shift })
	if split < 0 {
		t.refuse(record.Rejected, seal.Unreadable, "there is no proof", 0, 0)
		return nil
	}
	for _, s := range vetted.Sentences[:split] {
		if ok, err := t.sentence(ctx, script[s.Start:s.End], s, 0); !ok || err != nil {
			return err
		}
	}
	for _, s := range t.theorem.locked {
		if ok, err := t.sentence(ctx, s, coq.Sentence{}, 0); !ok || err != nil {
			return err
		}
	}
	open := t.w.Prompt().Open
	if len(open) != 1 || open[0] != t.theorem.name {
		t.refuse(record.Cheated, seal.Statement, "behind the candidate's lemmas the statement opens no proof of "+t.theorem.name, 0, 0)
		return nil
	}
	last := len(vetted.Sentences) - 1
	for i := split; i <= last; i++ {
		s := vetted.Sentences[i]
		if ok, err := t.sentence(ctx, script[s.Start:s.End], s, t.steps+1); !ok || err != nil {
			return err
		}
		t.steps++
		if !commands[s.Head] {
			t.report.Signals.Progress = true
		}
		if open := t.w.Prompt().Open; (i < last) != (len(open) == 1) || i < last && open[0] != t.theorem.name {
			t.refuse(record.Cheated, seal.EndsProof, "it leaves the proof of "+t.theorem.name+" before its end, or does not end it", t.inProof(s.Start), t.inProof(s.End))
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
	if n := len(sentences); n > 0 && (enders[sentences[n-1].Head] || sentences[n-1].Flaw != coq.Whole) {
		return proof
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
