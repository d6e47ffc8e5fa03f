package attempts

import (
	"fmt"
	"strings"

	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
)

// attempt makes an attempt of a row, less its place.
func (r *reader) attempt(c *cells, id string) (imported.Attempt, error) {
	verdict, err := r.verdict(c, id)
	if err != nil {
		return imported.Attempt{}, err
	}
	a := imported.Unknown(verdict)
	a.Candidate, a.Lemmas, a.Response = text(c.values[fProof]), text(c.values[fLemmas]), text(c.values[fResponse])
	if err := r.seconds(c, id, &a); err != nil {
		return a, err
	}
	switch empty := c.has[fProof] && strings.TrimSpace(a.Candidate) == ""; {
	case empty && a.Verdict == record.Proved:
		r.Lint.Add(r.name, "proofs without any text; counted as the table says", id)
	case empty && a.Verdict == record.Rejected:
		a.Verdict = record.NoAnswer
	}
	if a.Verdict == record.Proved {
		a.Syntax, a.Type, a.Progress, a.Done = true, true, true, true
	}
	message := text(c.values[fError])
	switch {
	case message == "":
	case a.Verdict == record.InfrastructureError || a.Verdict == record.NotRun || a.Verdict == record.NoAnswer:
		a.Detail = message
	case a.Verdict == record.Proved:
		r.Lint.Add(r.name, "proofs with an error message; counted as the table says", id)
		fallthrough
	default:
		a.Diagnostics = []record.DiagnosticRow{{Kind: "error", Message: message}}
		a.Kind = "error"
	}
	return a, r.usage(c, &a)
}

// verdict judges by the column of verdicts, else by that of flags.
func (r *reader) verdict(c *cells, id string) (record.Verdict, error) {
	flag, flagged := record.NotRun, false
	if v := c.values[fSolved]; v.Kind != record.Null {
		f, isNumber := float(v)
		switch w := r.words[word(text(v))]; {
		case isNumber && f == 1, w == record.Proved:
			flag, flagged = record.Proved, true
		case isNumber && f == 0, w == record.Rejected:
			flag, flagged = record.Rejected, true
		default:
			return "", fmt.Errorf("solved is %q, which is neither true nor false", text(v))
		}
	}
	said := text(c.values[fVerdict])
	if said == "" {
		if !flagged {
			r.Lint.Add(r.name, "rows without an outcome; counted as not run", id)
		}
		return flag, nil
	}
	v, ok := r.words[word(said)]
	if !ok {
		u := r.unknown[said]
		if u == nil {
			u = &unknownWord{file: r.name, line: c.line}
			r.unknown[said] = u
		}
		u.n++
		return record.NotRun, nil // complete refuses the table
	}
	if flagged && (flag == record.Proved) != (v == record.Proved) {
		r.Lint.Add(r.name, "rows whose flag and verdict disagree; counted by the verdict", id)
	}
	return v, nil
}

// seconds keeps the time of the whole attempt and applies the limit.
func (r *reader) seconds(c *cells, id string, a *imported.Attempt) error {
	v := c.values[fSeconds]
	if v.Kind == record.Null {
		if c.has[fSeconds] {
			r.Lint.Add(r.name, "rows with a null time", id)
		}
		return nil
	}
	s, ok := float(v)
	took, plausible := imported.Seconds(s)
	if !ok || !plausible {
		return fmt.Errorf("impossible time: %q s", text(v))
	}
	a.Answering = took
	if r.opts.Limit > 0 && took > r.opts.Limit {
		switch a.Verdict {
		case record.Proved:
			r.Lint.Add(r.name, "proofs that came after the limit; counted as timeouts", id)
			a.Verdict = record.Timeout
		case record.Rejected, record.NoAnswer:
			r.Lint.Add(r.name, "failures with a time beyond the limit; counted as timeouts", id)
			a.Verdict = record.Timeout
		}
	}
	return nil
}

// maxCost bounds a plausible cost of an attempt, in USD.
const maxCost = 1e9

// usage keeps tokens and cost, which make a call when any is known.
func (r *reader) usage(c *cells, a *imported.Attempt) error {
	call := imported.UnknownCall(text(c.values[fFinish]))
	known := false
	for _, n := range []struct {
		field field
		to    *int64
	}{{fTokensIn, &call.TokensIn}, {fTokensCached, &call.TokensCached}, {fTokensWritten, &call.TokensWritten}, {fTokensOut, &call.TokensOut}, {fTokensReasoning, &call.TokensThought}} {
		v := c.values[n.field]
		if v.Kind == record.Null {
			continue
		}
		tokens, ok := whole(v)
		if !ok || tokens < 0 {
			return fmt.Errorf("%s %q is no number of tokens", names[n.field], text(v))
		}
		*n.to, known = tokens, true
	}
	if v := c.values[fCost]; v.Kind != record.Null {
		cost, ok := float(v)
		if !ok || cost < 0 || cost > maxCost {
			return fmt.Errorf("cost %q is no amount of money", text(v))
		}
		call.Cost, known = cost, true
	}
	a.TokensIn, a.TokensOut = call.TokensIn, call.TokensOut
	if known || call.Finish != "" {
		if call.Finish == "" {
			call.Finish = "unknown"
		}
		a.Call = call
	}
	return nil
}
