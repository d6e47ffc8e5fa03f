package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"proofgrid/stats/coverage"
)

func coverageCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:  "coverage",
		Usage: "study by simulation how often each interval holds the truth",
		Description: `Draws made-up experiments whose truth is known, and prints for every interval of
this program the nominal level beside the share of experiments in which it covered
the truth, with the Monte-Carlo error of that share. "below" marks a share that is
lower than the level by more than three such errors: what is to be expected of some
methods with few clusters or rare outcomes, and the reason why others are offered.

The same seed gives the same table on any number of workers.

Example:

   proofgrid coverage --method wilson --runs 200`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "runs", Value: 2000, Usage: "experiments for each row; a fraction of it for slow methods"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the random numbers"},
			&cli.Float64Flag{Name: "level", Value: 0.95, Usage: "nominal level"},
			&cli.StringFlag{Name: "method", Usage: "only rows whose method or quantity contains `TEXT`"},
			&cli.IntFlag{Name: "workers", Usage: "experiments side by side; default is all cores"},
			jsonFlag,
		},
		Action: func(c *cli.Context) error { return coverageTable(c, p) },
	}
}

// coverageRow is a row of the table for machines.
type coverageRow struct {
	Method    string  `json:"method"`
	Of        string  `json:"of"`
	N         int     `json:"n"`
	Truth     float64 `json:"truth"`
	Clusters  int     `json:"clusters"`
	Nominal   float64 `json:"nominal"`
	Observed  float64 `json:"observed"`
	Error     float64 `json:"monte_carlo_error"`
	Width     float64 `json:"median_width"` // -1 when unbounded
	Runs      int     `json:"runs"`
	Undefined int     `json:"undefined"`
	Below     bool    `json:"below"`
}

func coverageTable(c *cli.Context, p Process) error {
	if c.NArg() > 0 {
		return fmt.Errorf("coverage takes no argument, got %q; --method chooses rows", c.Args().First())
	}
	level, runs := c.Float64("level"), c.Int("runs")
	if !(level > 0 && level < 1) {
		return fmt.Errorf("--level %v: a confidence level lies between 0 and 1, such as 0.95", level)
	}
	if runs < 20 || runs > 1_000_000 {
		return fmt.Errorf("--runs %d: it takes 20 to 1000000", runs)
	}
	if w := c.Int("workers"); w < 0 || w > 1024 {
		return fmt.Errorf("--workers %d: it takes 1 to 1024", w)
	}
	var studies []coverage.Study
	for _, s := range coverage.All(level) {
		if strings.Contains(strings.ToLower(s.Method+" "+s.Of), strings.ToLower(c.String("method"))) {
			studies = append(studies, s)
		}
	}
	if len(studies) == 0 {
		return fmt.Errorf("no interval has %q in its method or quantity; leave --method out to see all", c.String("method"))
	}
	rows := []coverageRow{}
	for _, r := range coverage.Run(studies, runs, c.Uint64("seed"), c.Int("workers")) {
		rows = append(rows, coverageRow{r.Method, r.Of, r.N, r.P, r.Clusters, r.Level, r.Observed, r.Error, finiteOr(r.Width, -1), r.Runs, r.Undefined, r.BelowLevel()})
	}
	if c.Bool("json") {
		return printJSON(p.Out, rows)
	}
	w := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "method\tof\tn\ttruth\tclusters\tnominal\tobserved\t± MC\twidth\truns\t")
	for _, r := range rows {
		mark := ""
		if r.Below {
			mark = "below"
		}
		if r.Undefined > 0 {
			mark = strings.TrimSpace(fmt.Sprintf("%s (%d without an interval)", mark, r.Undefined))
		}
		clusters := "-"
		if r.Clusters > 0 {
			clusters = fmt.Sprint(r.Clusters)
		}
		width := "∞"
		if r.Width >= 0 {
			width = fmt.Sprintf("%.3g", r.Width)
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%.3g\t%s\t%.3g\t%.4f\t%.4f\t%s\t%d\t%s\n", r.Method, r.Of, r.N, r.Truth, clusters, r.Nominal, r.Observed, r.Error, width, r.Runs, mark)
	}
	return w.Flush()
}

// finiteOr stands in for what JSON cannot say.
func finiteOr(x, instead float64) float64 {
	if x-x != 0 {
		return instead
	}
	return x
}
