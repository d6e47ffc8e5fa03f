package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

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
	cases, err := readCases(p, name)
	if err != nil {
		return err
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
	return checkCases(p, cases, func(same []verify.Case) ([]verify.Report, error) {
		return judgeTogether(c, v, command.CaseTask(&same[0], v.System()), candidatesOf(same, command.CaseCandidate))
	})
}
