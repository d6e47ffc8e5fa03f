package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/record"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/command"
)

func checkCommandCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "command",
		Usage:     "judge proofs by a checker that a YAML file describes",
		ArgsUsage: "CHECKER.yaml",
		Description: `Judges whether candidates prove their statements, by the checker that the file
describes: how a candidate is made into files, what is run on them, what of its output is
success, and what a proof may not rest on. experiments/checkers has files for Dafny, Agda,
Z3 and Verus, with cases. The controls of the file are tried first.

Each line of FILE.jsonl is a case: {"id": …, "target": name of the theorem,
"target_statement": its text up to where the proof begins, "preamble": what stands before,
"suffix": what stands behind, "candidate_script": the proof, "lemmas": …, "expected":
accept or reject or nothing}. Prints one line of JSON for each, in their order:
{"id", "verdict", "reason", "audit", …}.

Exit codes: 0 all verdicts are the expected ones; 1 one is not; 2 the description or a
case cannot be read; 4 the checker is missing, fails a control, or does not accept what
stands around a candidate.

Examples, which need the checkers (the Debian packages dafny, agda-stdlib and z3):

   $ proofgrid check command experiments/checkers/dafny.yaml --cases experiments/checkers/dafny-cases.jsonl
   $ proofgrid check command experiments/checkers/z3.yaml --cases experiments/checkers/z3-cases.jsonl`,
		Flags: []cli.Flag{
			jsonFlag,
			&cli.StringFlag{Name: "cases", Usage: "`FILE` of cases, - is the standard input"},
			&cli.BoolFlag{Name: "no-isolation", Usage: "run the checker without bubblewrap"},
			&cli.DurationFlag{Name: "timeout", Value: time.Minute, Usage: "for each candidate"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "candidates judged side by side"},
		},
		Action: func(c *cli.Context) error { return checkByCommand(c, p) },
	}
}

// commandVerdict is what check command prints of a candidate.
type commandVerdict struct {
	ID       string         `json:"id"`
	Verdict  record.Verdict `json:"verdict"`
	Reason   string         `json:"reason"`
	Kind     string         `json:"kind,omitempty"` // of the reason
	Category string         `json:"category,omitempty"`
	Start    int            `json:"start,omitempty"`
	End      int            `json:"end,omitempty"` // byte span in the proof
	Audit    string         `json:"audit"`         // how strong the check was
	Expected string         `json:"expected,omitempty"`
	AsWanted *bool          `json:"as_expected,omitempty"`
	Seconds  float64        `json:"seconds"`
}

func checkByCommand(c *cli.Context, p Process) error {
	description, err := oneArg(c, "description of a checker")
	if err != nil {
		return err
	}
	name := c.String("cases")
	if name == "" {
		return errors.New("check command wants --cases FILE")
	}
	if c.Int("workers") < 1 || c.Duration("timeout") <= 0 {
		return errors.New("--workers and --timeout are greater than zero")
	}
	in := p.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	var cases []command.Case
	if err := command.ReadCases(in, func(k command.Case) error { cases = append(cases, k); return nil }); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if _, err := command.Read(description); err != nil {
		return err
	}
	m := command.Machine{Sandbox: sandbox.Detect(c.Context, p.Getenv("PATH")), Getenv: p.Getenv, Now: p.Now, Nonce: rand.Text, Workers: c.Int("workers"), Plain: c.Bool("no-isolation")}
	if !m.Sandbox.CanIsolate() {
		fmt.Fprintf(p.Err, "warning: candidates run without isolation: %s\n", m.Sandbox.Strength(true))
	}
	v, err := command.New(c.Context, description, m)
	if err != nil {
		return withCode(exitOutside, err)
	}
	wrong, outside := 0, 0
	// Cases that differ in the candidate alone share an environment.
	for len(cases) > 0 {
		n := 1
		for n < len(cases) && cases[0].SameTheorem(&cases[n]) {
			n++
		}
		reports, err := commandReports(c, v, cases[:n])
		if err != nil {
			return withCode(exitOutside, err)
		}
		for i, r := range reports {
			out := commandVerdict{ID: cases[i].ID, Verdict: r.Verdict, Category: r.Category, Audit: r.Audit, Expected: cases[i].Expected, Seconds: r.Check.Seconds()}
			if len(r.Diagnostics) > 0 {
				d := r.Diagnostics[0]
				out.Reason, out.Kind, out.Start, out.End = d.Message, d.Kind, d.Start, d.End
			}
			if out.Expected != "" {
				as := (r.Verdict == record.Proved) == (out.Expected == "accept") && r.Verdict != record.InfrastructureError
				out.AsWanted = &as
			}
			if r.Verdict == record.InfrastructureError {
				outside++
			} else if out.AsWanted != nil && !*out.AsWanted {
				wrong++
			}
			if err := printVerdict(p.Out, out); err != nil {
				return withCode(exitOutside, err)
			}
		}
		cases = cases[n:]
	}
	switch {
	case outside > 0:
		return withCode(exitOutside, fmt.Errorf("%d cases could not be judged", outside))
	case wrong > 0:
		return withCode(exitNo, fmt.Errorf("%d verdicts are not the expected ones", wrong))
	}
	return nil
}

// commandReports judges cases of one theorem. What is wrong with the theorem is told of
// its cases alone.
func commandReports(c *cli.Context, v *command.Verifier, cases []command.Case) ([]verify.Report, error) {
	failed := func(err error) ([]verify.Report, error) {
		if c.Context.Err() != nil {
			return nil, err
		}
		reports := make([]verify.Report, len(cases))
		for i := range reports {
			reports[i] = verify.Report{Verdict: record.InfrastructureError, Diagnostics: []verify.Diagnostic{{Kind: "infrastructure", Message: err.Error()}}}
		}
		return reports, nil
	}
	e, err := v.Open(c.Context, cases[0].Task(v.System()))
	if err != nil {
		return failed(err)
	}
	defer e.Close()
	candidates := make([]verify.Candidate, len(cases))
	for i := range cases {
		candidates[i] = cases[i].Candidate()
	}
	reports, err := e.Check(c.Context, candidates, verify.Limits{Time: c.Duration("timeout")})
	if err != nil {
		return failed(err)
	}
	return reports, nil
}
