package main

import (
	"github.com/urfave/cli/v2"

	"proofgrid/experiments/notebook"
)

func reportCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "analyse a run and write its report",
		ArgsUsage: "RUN",
		Description: `Reads a run's sealed tables and writes report.md, figures (PNG and SVG) and
analysis.json. RUN is a run's directory, experiment/run in the notebook, or an
experiment, which means its newest run. The same tables give the same bytes.

Example:

   proofgrid report quickstart --out docs/quickstart`,
		Flags: []cli.Flag{
			notebookFlag,
			&cli.StringFlag{Name: "out", Usage: "`DIR` to write to; default is the run's directory"},
			&cli.BoolFlag{Name: "json", Usage: "print the whole analysis as JSON"},
		},
		Action: func(c *cli.Context) error {
			run, err := findRun(c)
			if err != nil {
				return err
			}
			dir := c.String("out")
			if dir == "" {
				dir = run.Dir
			}
			return writeReport(p, run, dir, c.Bool("json"))
		},
	}
}

// findRun opens the run that the only argument names.
func findRun(c *cli.Context) (*notebook.Run, error) {
	name, err := oneArg(c, "run")
	if err != nil {
		return nil, err
	}
	return notebook.Find(c.String("notebook"), name)
}
