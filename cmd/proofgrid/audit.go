package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"proofgrid/reports/audit"
)

func auditCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "audit",
		Usage:     "check the numbers of a paper against each other",
		ArgsUsage: "FILE.yaml",
		Description: `FILE holds a paper's tables as printed and says how they hang together: parts and
totals, several statements of one rate, micro and macro averages, correlations and
their p-values, claims such as "strongest" or "widens". Every finding shows its
arithmetic; a number is accused only when nothing unrounded could have printed so.
docs/audit.md describes the format.

Exit codes: 0 all consistent; 1 something is inconsistent; 2 the file cannot be read
or says something that is no audit.

Example:

   proofgrid audit experiments/audit-template.yaml
   proofgrid audit experiments/audit-template.yaml --all

An audit with findings, of published tables, is experiments/audit-example.yaml.`,
		Flags: []cli.Flag{
			jsonFlag,
			&cli.BoolFlag{Name: "all", Usage: "list the consistent findings as well"},
		},
		Action: func(c *cli.Context) error {
			path, err := oneArg(c, "file")
			if err != nil {
				return err
			}
			r, err := audit.ReadFile(path)
			if err != nil {
				return withCode(codeOf(err), err)
			}
			bad := len(r.Inconsistent())
			if c.Bool("json") {
				err = printJSON(p.Out, r)
			} else {
				err = printAudit(p, r, c.Bool("all"))
			}
			if err != nil {
				return withCode(exitOutside, err)
			}
			if bad > 0 {
				return withCode(exitNo, errSilent)
			}
			return nil
		},
	}
}

func printAudit(p Process, r *audit.Report, all bool) error {
	for _, f := range r.Findings {
		if f.Consistent && !all {
			continue
		}
		verdict := "inconsistent"
		if f.Consistent {
			verdict = "consistent"
		}
		fmt.Fprintf(p.Out, "%s:%d: %s: %s: %s\n    %s\n", r.File, f.Line, verdict, f.Check, f.Of, f.Arithmetic)
		if f.Claim != "" {
			fmt.Fprintf(p.Out, "    claim: %s\n", f.Claim)
		}
	}
	for _, claim := range r.Untested {
		fmt.Fprintf(p.Out, "not decided by arithmetic: %s\n", claim)
	}
	paper := r.Paper
	if paper == "" {
		paper = r.File
	}
	_, err := fmt.Fprintf(p.Out, "%s: %d of %d findings are inconsistent\n", paper, len(r.Inconsistent()), len(r.Findings))
	return err
}
