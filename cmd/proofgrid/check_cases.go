package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// caseVerdict is what 'check lean' and 'check command' print of a candidate.
type caseVerdict struct {
	ID       string         `json:"id"`
	Verdict  record.Verdict `json:"verdict"`
	Reason   string         `json:"reason"`
	Kind     string         `json:"kind,omitempty"` // of the reason
	Category string         `json:"category,omitempty"`
	Start    int            `json:"start,omitempty"`
	End      int            `json:"end,omitempty"` // byte span in the proof
	Audit    string         `json:"audit"`         // how strong the check was
	Axioms   []string       `json:"axioms,omitempty"`
	Expected string         `json:"expected,omitempty"`
	AsWanted *bool          `json:"as_expected,omitempty"`
	Seconds  float64        `json:"seconds"`
}

func caseVerdictOf(k *verify.Case, r verify.Report) caseVerdict {
	out := caseVerdict{
		ID: k.ID, Verdict: r.Verdict, Category: r.Category, Audit: r.Audit, Axioms: r.Axioms,
		Expected: k.Expected, AsWanted: asWanted(r.Verdict, k.Expected), Seconds: r.Check.Seconds(),
	}
	if len(r.Diagnostics) > 0 {
		d := r.Diagnostics[0]
		out.Reason, out.Kind, out.Start, out.End = d.Message, d.Kind, d.Start, d.End
	}
	return out
}

// asWanted reports whether a verdict is the expected one, nil where nothing is expected.
func asWanted(v record.Verdict, expected string) *bool {
	if expected == "" {
		return nil
	}
	as := (v == record.Proved) == (expected == "accept") && v != record.InfrastructureError
	return &as
}

// tally counts the verdicts that decide the exit code.
type tally struct{ wrong, outside int }

func (t *tally) add(v record.Verdict, as *bool) {
	switch {
	case v == record.InfrastructureError:
		t.outside++
	case as != nil && !*as:
		t.wrong++
	}
}

func (t *tally) err() error {
	switch {
	case t.outside > 0:
		return withCode(exitOutside, fmt.Errorf("%d cases could not be judged", t.outside))
	case t.wrong > 0:
		return withCode(exitNo, fmt.Errorf("%d verdicts are not the expected ones", t.wrong))
	}
	return nil
}

// openCases opens a file of cases, or the standard input for "-".
func openCases(p Process, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(p.In), nil
	}
	return os.Open(name)
}

// readCases reads a whole file of cases.
func readCases(p Process, name string) ([]verify.Case, error) {
	in, err := openCases(p, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var cases []verify.Case
	if err := verify.ReadCases(in, func(k verify.Case) error { cases = append(cases, k); return nil }); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return cases, nil
}

// checkCases prints the verdicts of cases in their order. Those that differ in the
// candidate alone are given to judge together; its error ends the command.
func checkCases(p Process, cases []verify.Case, judge func([]verify.Case) ([]verify.Report, error)) error {
	var t tally
	for len(cases) > 0 {
		n := 1
		for n < len(cases) && cases[0].SameTheorem(&cases[n]) {
			n++
		}
		reports, err := judge(cases[:n])
		if err != nil {
			return withCode(exitOutside, err)
		}
		for i, r := range reports {
			v := caseVerdictOf(&cases[i], r)
			t.add(v.Verdict, v.AsWanted)
			if err := printVerdict(p.Out, v); err != nil {
				return withCode(exitOutside, err)
			}
		}
		cases = cases[n:]
	}
	return t.err()
}

// judgeTogether judges candidates for one theorem. What is wrong with the theorem is
// told of its cases alone; an error is the end of the context.
func judgeTogether(c *cli.Context, v verify.Verifier, t *task.Task, candidates []verify.Candidate) ([]verify.Report, error) {
	reports, err := func(ctx context.Context) ([]verify.Report, error) {
		e, err := v.Open(ctx, t)
		if err != nil {
			return nil, err
		}
		defer e.Close()
		return e.Check(ctx, candidates, verify.Limits{Time: c.Duration("timeout")})
	}(c.Context)
	if err == nil || c.Context.Err() != nil {
		return reports, err
	}
	lost := verify.Report{Verdict: record.InfrastructureError, Diagnostics: []verify.Diagnostic{{Kind: "infrastructure", Message: err.Error()}}}
	return slices.Repeat([]verify.Report{lost}, len(candidates)), nil
}

// candidatesOf returns the candidates that cases bring, as their system reads them.
func candidatesOf(cases []verify.Case, read func(*verify.Case) verify.Candidate) []verify.Candidate {
	out := make([]verify.Candidate, len(cases))
	for i := range cases {
		out[i] = read(&cases[i])
	}
	return out
}

func printVerdict(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
