package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/spec"
	"proofgrid/reports"
)

func showCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "a run at a glance, or the runs of a notebook",
		ArgsUsage: "[RUN]",
		Description: `Without RUN it lists the runs, newest first. RUN is a run's directory,
experiment/run in the notebook, or an experiment, which means its newest run. A
run that is still going, or stopped, shows how far it is. With --task, --model,
--regime, --sample or --round it shows these attempts of a complete run instead, and
with --texts what was asked, answered and checked.

Examples:

   proofgrid show quickstart
   proofgrid show quickstart --task imp.swap --sample 0 --round 0 --texts`,
		Flags: append([]cli.Flag{notebookFlag, jsonFlag}, attemptFlags...),
		Action: func(c *cli.Context) error {
			if !c.Args().Present() && !wantsAttempts(c) {
				return showList(c, p)
			}
			run, err := findRun(c)
			if err != nil {
				return err
			}
			if wantsAttempts(c) {
				return showAttempts(c, p, run)
			}
			return showRun(c, p, run)
		},
	}
}

// glance is a run for machines.
type glance struct {
	Run        string                 `json:"run"`
	Dir        string                 `json:"dir"`
	Sealed     bool                   `json:"sealed"`
	Units      int                    `json:"units_done"`
	Provenance notebook.Provenance    `json:"provenance"`
	Tables     []notebook.SealedTable `json:"tables,omitempty"`
}

func newGlance(run *notebook.Run) (glance, error) {
	g := glance{Run: run.Name(), Dir: run.Dir, Sealed: run.Sealed(), Provenance: run.Provenance}
	if g.Sealed {
		m, err := run.Manifest()
		if err != nil {
			return g, err
		}
		g.Units, g.Tables = m.Units, m.Tables
		return g, nil
	}
	var err error
	g.Units, err = run.Progress()
	return g, err
}

func showList(c *cli.Context, p Process) error {
	runs, listErr := notebook.List(c.String("notebook"))
	glances := make([]glance, 0, len(runs))
	for _, run := range runs {
		g, err := newGlance(run)
		if err != nil {
			return err
		}
		glances = append(glances, g)
	}
	if c.Bool("json") {
		if err := printJSON(p.Out, glances); err != nil {
			return err
		}
		return listErr
	}
	if len(glances) == 0 && listErr == nil {
		fmt.Fprintf(p.Out, "no runs under %s; 'proofgrid run experiments/quickstart.yaml' makes one\n", c.String("notebook"))
	}
	for _, g := range glances {
		state := "sealed"
		if !g.Sealed {
			state = "not complete"
		}
		fmt.Fprintf(p.Out, "%-50s %s  %7d units  %s\n", g.Run, g.Provenance.Created.UTC().Format("2006-01-02 15:04"), g.Units, state)
	}
	return listErr
}

func showRun(c *cli.Context, p Process, run *notebook.Run) error {
	g, err := newGlance(run)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(p.Out, g)
	}
	if !g.Sealed {
		text, err := run.Spec()
		if err != nil {
			return err
		}
		s, err := spec.Parse(run.Path("spec.yaml"), text)
		if err != nil {
			return err
		}
		if s.Imported != nil {
			fmt.Fprintf(p.Out, "%s is not complete: %d units are imported; the same 'proofgrid import %s' goes on\n", g.Run, g.Units, s.Imported.Format)
			return nil
		}
		fmt.Fprintf(p.Out, "%s is not complete: %d units done, %d cells; go on with 'proofgrid run SPEC --resume --as %s'\n",
			g.Run, g.Units, len(s.Cells()), run.Provenance.Run)
		return nil
	}
	r, err := reports.Load(run)
	if err != nil {
		return err
	}
	if err := r.Summary(p.Out); err != nil {
		return err
	}
	fmt.Fprintln(p.Out)
	for _, t := range g.Tables {
		fmt.Fprintf(p.Out, "%-12s %9d rows  %s\n", t.Name, t.Rows, run.Path("tables", t.Name+".arrow"))
	}
	return nil
}
