package main

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/mm"
)

func checkCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:        "check",
		Usage:       "judge proofs without an experiment",
		Description: `'proofgrid check SYSTEM --help' has an example for each proof system.`,
		Action:      needsSubcommand,
		Subcommands: []*cli.Command{{
			Name:      "metamath",
			Usage:     "verify every proof of a Metamath database",
			ArgsUsage: "DATABASE.mm",
			Description: `Reads the database with the files it includes and verifies every proof. An
incomplete proof (with a ?) is rejected.

Exit codes: 0 every proof is accepted; 1 something is rejected, with each error
listed as FILE:LINE:COL: LABEL, step N: KIND: MESSAGE; 2 it cannot be read.

Example:

   proofgrid check metamath experiments/quickstart/quickstart.mm`,
			Flags: []cli.Flag{
				jsonFlag,
				&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "proofs verified side by side"},
			},
			Action: func(c *cli.Context) error { return checkMetamath(c, p) },
		}, checkCoqCommand(p), checkLeanCommand(p), checkCommandCommand(p)},
	}
}

// checked is the result of check metamath for machines.
type checked struct {
	Database string       `json:"database"`
	Accepted bool         `json:"accepted"`
	Summary  *mm.Summary  `json:"summary,omitempty"` // absent when the text itself is wrong
	Errors   []checkError `json:"errors"`
	Warnings []checkError `json:"warnings"`
	Seconds  float64      `json:"seconds"`
}

type checkError struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Col   int    `json:"col"`
	Label string `json:"label,omitempty"`
	Step  int    `json:"step,omitempty"`
	Kind  string `json:"kind"`
	Msg   string `json:"message"`
}

func checkErrors(errs []*mm.Error) []checkError {
	out := make([]checkError, len(errs))
	for i, e := range errs {
		out[i] = checkError{e.File, e.Line, e.Col, e.Label, e.Step, e.Kind.String(), e.Msg}
	}
	return out
}

func checkMetamath(c *cli.Context, p Process) error {
	path, err := oneArg(c, "database")
	if err != nil {
		return err
	}
	start := p.Now()
	res := checked{Database: path}
	db, err := mm.ReadFile(path)
	var faults mm.Errors
	switch {
	case errors.As(err, &faults) && !unreadable(faults):
		res.Errors = checkErrors(faults)
	case err != nil:
		return err
	default:
		sum, errs := db.VerifyAll(c.Context, c.Int("workers"))
		res.Summary, res.Errors, faults = &sum, checkErrors(errs), errs
		res.Warnings = checkErrors(db.Warnings())
	}
	res.Accepted = len(faults) == 0
	res.Seconds = p.Now().Sub(start).Seconds()

	if c.Bool("json") {
		if err := printJSON(p.Out, res); err != nil {
			return err
		}
	} else {
		if db != nil {
			for _, w := range db.Warnings() {
				fmt.Fprintf(p.Err, "warning: %v\n", w)
			}
		}
		for _, e := range faults {
			fmt.Fprintln(p.Out, e)
		}
		fmt.Fprintln(p.Out, res.line(len(faults), p.Now().Sub(start)))
	}
	if !res.Accepted {
		return withCode(exitNo, errSilent)
	}
	return nil
}

// unreadable tells whether a file that the database needs could not be read.
func unreadable(errs mm.Errors) bool {
	for _, e := range errs {
		if e.Kind == mm.Unreadable {
			return true
		}
	}
	return false
}

func (r checked) line(errors int, took time.Duration) string {
	if r.Summary == nil {
		return fmt.Sprintf("%s: rejected: %d errors in its text; no proof was verified", r.Database, errors)
	}
	s := r.Summary
	verdict := "accepted"
	if !r.Accepted {
		verdict = "rejected"
	}
	return fmt.Sprintf("%s: %s: %d of %d proofs verified (%d incomplete), %d axioms, %d statements, %d steps in %s",
		r.Database, verdict, s.Verified, s.Proofs, s.Incomplete, s.Axioms, s.Statements, s.Steps, took.Round(time.Millisecond))
}
