package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/group"
	"proofgrid/experiments/notebook"
	"proofgrid/reports"
	"proofgrid/reports/analysis"
	"proofgrid/reports/compare"
	"proofgrid/stats"
)

func compareCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "compare",
		Usage:     "set models, regimes, budgets or runs against each other",
		ArgsUsage: "RUN…",
		Description: `Sorts the units (cell × task) of one or several sealed runs into arms and compares
these in pairs: task by task where they share tasks, as unpaired samples where they do
not. First stand the arms with what they solved, then a sentence for each pair, then
the numbers behind it, then notes with every doubt.

--by and --within take columns of cells (model, regime, budget, k, r, strategy, policy,
seed, run, cell) and of tasks (repository, file, benchmark, system, feature.NAME,
category.NAME), with commas between them; NAME alone does when it is the only one.
Numbers are put into buckets by their upper ends: proof_lines[3,6] is ≤3, 4–6, ≥7.
Without --by, arms are told apart by the fewest columns that tell all cells apart. What
--by does not tell apart is pooled, with a note.

--filter takes column=value, column=a|b, column!=value and column<=number; several
filters must all hold. Quote what your shell would read: | < > [ ].

Examples:

   proofgrid compare quickstart --by regime --within model --filter regime!=full
   proofgrid compare coqstoq/sample
   proofgrid compare coqstoq/sample --within proof_lines[3,6] --filter model!=quartz --csv
   proofgrid compare quickstart --budget k1r0 --budget k8r3 --filter model=analogy --filter regime=full`,
		Flags: []cli.Flag{
			notebookFlag,
			&cli.StringFlag{Name: "by", Usage: "`COLUMNS` that tell the arms apart"},
			&cli.StringFlag{Name: "within", Usage: "`COLUMNS` of groups: arms are compared within each"},
			&cli.GenericFlag{Name: "filter", Value: new(filters), Usage: "`CONDITION` on a column, such as model=rango; can be given several times"},
			&cli.StringFlag{Name: "cluster", Value: "repository", Usage: "`COLUMN` in whose values tasks hang together; none takes tasks as independent"},
			&cli.StringSliceFlag{Name: "budget", Usage: "compare at a smaller `BUDGET` than the run's, such as k4r0 (4 samples, no repairs); can be given several times"},
			&cli.Float64Flag{Name: "level", Value: 0.95, Usage: "confidence level of intervals"},
			&cli.IntFlag{Name: "resamples", Value: 10_000, Usage: "draws of tests and intervals that are not exact"},
			&cli.Uint64Flag{Name: "seed", Usage: "seed of these draws"},
			jsonFlag,
			&cli.BoolFlag{Name: "csv", Usage: "print a CSV row for each arm and each comparison"},
		},
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return fmt.Errorf("compare takes one or several runs; '%s --help' shows the usage", c.Command.HelpName)
			}
			return compareRuns(c, p)
		},
	}
}

// filters is a flag that can be given several times; commas in it are its own.
type filters []group.Filter

func (f *filters) Set(text string) error {
	one, err := group.ParseFilter(text)
	*f = append(*f, one)
	return err
}

func (f *filters) String() string { return "" }

func compareRuns(c *cli.Context, p Process) error {
	opts := compare.Options{
		Filters: *c.Generic("filter").(*filters), Cluster: c.String("cluster"), Level: c.Float64("level"),
		Draws: stats.MonteCarlo{Draws: c.Int("resamples"), Seed: c.Uint64("seed")},
	}
	if d := opts.Draws.Draws; d < 100 {
		return fmt.Errorf("--resamples %d: at least 100, else p-values and intervals say nothing", d)
	}
	if c.Bool("json") && c.Bool("csv") {
		return errors.New("--json and --csv: choose one")
	}
	for _, v := range []struct {
		flag string
		to   *group.Projection
	}{{"by", &opts.By}, {"within", &opts.Within}} {
		var err error
		if *v.to, err = group.ParseProjection(c.String(v.flag)); err != nil {
			return fmt.Errorf("--%s: %w", v.flag, err)
		}
	}
	var budgets []compare.Budget
	for _, text := range c.StringSlice("budget") {
		b, err := parseBudget(text)
		if err != nil {
			return err
		}
		budgets = append(budgets, b)
	}
	var inputs []compare.Input
	for _, name := range c.Args().Slice() {
		in, err := readInput(c.String("notebook"), name)
		if err != nil {
			return err
		}
		inputs = append(inputs, in)
	}
	data, err := compare.Join(inputs, budgets)
	if err != nil {
		return err
	}
	result, err := compare.Arms(data, opts)
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return printJSON(p.Out, result)
	case c.Bool("csv"):
		return result.WriteCSV(p.Out)
	}
	return reports.Comparison(p.Out, result)
}

func readInput(root, name string) (compare.Input, error) {
	run, err := notebook.Find(root, name)
	if err != nil {
		return compare.Input{}, err
	}
	if _, err := run.Manifest(); err != nil { // which says what to do about a run that is not complete
		return compare.Input{}, err
	}
	tables, err := analysis.ReadTables(run.Path("tables"))
	return compare.Input{Name: run.Name(), Run: tables}, err
}

var budgetRE = regexp.MustCompile(`^k([1-9][0-9]{0,5})(?:r([0-9]{1,4}))?$`)

func parseBudget(text string) (compare.Budget, error) {
	m := budgetRE.FindStringSubmatch(text)
	if m == nil {
		return compare.Budget{}, fmt.Errorf("--budget %q: write k for samples and r for repair rounds, such as k4r1 or k8", text)
	}
	k, err := strconv.Atoi(m[1])
	if err != nil {
		return compare.Budget{}, err
	}
	r, err := strconv.Atoi("0" + m[2])
	return compare.Budget{K: k, R: r}, err
}
