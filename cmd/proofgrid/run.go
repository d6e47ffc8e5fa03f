package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/reports"
	"proofgrid/runner"
	"proofgrid/runner/model"
	"proofgrid/runner/plan"
)

func runCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "execute an experiment and write its report",
		ArgsUsage: "SPEC.yaml",
		Description: `Runs every unit (cell × task) of the spec's grid, keeps each attempt in the notebook
as it is judged, seals the tables and writes the report. Ctrl-C finishes the units in
progress and stops; a second Ctrl-C stops at once. Either way, and after a crash,
--resume goes on where it was and ends in the same tables.

Answers of models outside of the program are kept in the response store before they
are used: no answer is paid twice, neither by --resume nor by another run that asks
the same. With --replay they come from the store alone, and nothing is sent.

Exit codes: 0 done; 2 the spec or the input is wrong; 3 stopped by a signal or a cap,
resumable; 4 the disk, an endpoint's key, or every single attempt, failed.

Example:

   proofgrid run experiments/quickstart.yaml`,
		Flags: []cli.Flag{
			notebookFlag,
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "provers and checkers at work side by side; the tables do not depend on it"},
			responsesFlag,
			&cli.BoolFlag{Name: "replay", Usage: "take all answers from the response store; nothing is sent, no key is needed"},
			&cli.BoolFlag{Name: "resume", Usage: "go on with the newest run of this spec that is not complete"},
			&cli.StringFlag{Name: "as", Usage: "`NAME` of the run; default is the time"},
			&cli.BoolFlag{Name: "no-report", Usage: "seal the tables and leave the report to 'proofgrid report'"},
			jsonFlag,
		},
		Action: func(c *cli.Context) error {
			path, err := oneArg(c, "spec")
			if err != nil {
				return err
			}
			return runSpec(c, p, path)
		},
	}
}

func runSpec(c *cli.Context, p Process, path string) error {
	if w := c.Int("workers"); w < 1 || w > 1024 {
		return fmt.Errorf("--workers %d: it takes 1 to 1024", w)
	}
	s, err := spec.ReadFile(path)
	if err != nil {
		return err
	}
	pl, err := plan.Make(c.Context, s, world(c, p))
	if err != nil {
		return err
	}
	defer pl.Close()
	for _, w := range pl.Source.Warnings {
		fmt.Fprintf(p.Err, "warning: %s\n", w)
	}
	store, err := openStore(c, pl)
	if err != nil {
		return err
	}
	if store != nil {
		defer store.Close()
	}
	run, err := openRun(c, p, s, pl)
	if err != nil {
		return err
	}
	failed := ""
	if !run.Sealed() {
		if store != nil {
			if err := connect(c, p, pl, run, store); err != nil {
				return err
			}
		}
		if failed, err = execute(c, p, pl, run); err != nil {
			return err
		}
	}
	if c.Bool("no-report") {
		fmt.Fprintf(p.Out, "sealed %s; 'proofgrid report %s' writes its report\n", run.Dir, run.Dir)
	} else if err := writeReport(p, run, run.Dir, c.Bool("json")); err != nil {
		return err
	}
	if failed != "" {
		return withCode(exitOutside, fmt.Errorf("every attempt was an infrastructure error, the last: %s", failed))
	}
	return nil
}

// openRun makes a new run, or finds the one to resume.
func openRun(c *cli.Context, p Process, s *spec.Spec, pl *plan.Plan) (*notebook.Run, error) {
	root, name := c.String("notebook"), c.String("as")
	prov := provenance(p, pl)
	if !c.Bool("resume") {
		run, err := notebook.Create(root, s.Name, name, s.Source, prov)
		if err != nil {
			return nil, withCode(codeOf(err), err)
		}
		return run, nil
	}
	runs, err := notebook.List(root)
	runs = slices.DeleteFunc(runs, func(r *notebook.Run) bool {
		return r.Provenance.Experiment != s.Name || name != "" && r.Provenance.Run != name
	})
	// The newest that is not complete, else the newest.
	slices.SortStableFunc(runs, func(a, b *notebook.Run) int { return cmp.Compare(rank(a), rank(b)) })
	for _, run := range runs {
		text, err := run.Spec()
		if err != nil {
			return nil, err
		}
		if !spec.SameRows(text, s.Source) {
			return nil, fmt.Errorf("%s was run with another text of %s: its rows would not belong to this spec; start a new run without --resume", run.Dir, s.File)
		}
		inputs := pl.Inputs()
		for _, what := range slices.Sorted(maps.Keys(inputs)) {
			if run.Provenance.Inputs[what] != inputs[what] {
				return nil, fmt.Errorf("%s was run on another content of %s; start a new run without --resume", run.Dir, what)
			}
		}
		return run, nil
	}
	return nil, errors.Join(fmt.Errorf("no run of %s under %s to resume; run it without --resume", s.Name, root), err)
}

func rank(r *notebook.Run) int {
	if r.Sealed() {
		return 1
	}
	return 0
}

// saveSelection keeps how the tasks were chosen beside the run's other files. A
// selection follows from the spec, so a resumed run writes the same again.
func saveSelection(run *notebook.Run, s *task.SelectionRecord) error {
	if s == nil {
		return nil
	}
	return writeFile(run.Path("selection.json"), func(w io.Writer) error { return printJSON(w, s) })
}

func provenance(p Process, pl *plan.Plan) notebook.Provenance {
	b := readBuild()
	prov := notebook.Provenance{
		Created: p.Now(), Command: append([]string{"proofgrid"}, os.Args[1:]...), Proofgrid: b.Version, Go: b.Go, Verifier: pl.Verifier.Version(),
		OS: b.OS, Arch: b.Arch, CPUs: runtime.NumCPU(),
		Inputs: pl.Inputs(), Sandbox: pl.Sandbox(),
	}
	if b.Revision != "" {
		prov.Git = &notebook.Git{Revision: b.Revision, Modified: b.Modified}
	}
	return prov
}

// execute runs what is missing of a run and seals it. failed is the last failure
// when every attempt was an infrastructure error, else empty.
func execute(c *cli.Context, p Process, pl *plan.Plan, run *notebook.Run) (failed string, err error) {
	journal, err := run.Journal(provenance(p, pl))
	if err != nil {
		return "", withCode(codeOf(err), err)
	}
	defer journal.Close()
	if err := saveSelection(run, pl.Selection); err != nil {
		return "", withCode(exitOutside, err)
	}
	for _, cut := range journal.Cuts() {
		fmt.Fprintf(p.Err, "note: %s\n", cut)
	}
	units := len(pl.Cells) * len(pl.Tasks)
	fmt.Fprintf(p.Err, "%s: %d tasks × %d cells = %d units, %d already done\n", run.Name(), len(pl.Tasks), len(pl.Cells), units, journal.Len())

	ctx, drain, stop := interruptible(c.Context, p)
	defer stop()
	bar := newProgress(p, units-journal.Len())
	sum, err := runner.Run(ctx, runner.Config{
		Cells: pl.Cells, Tasks: pl.Tasks, Source: pl.Source.Ref.SHA256, Models: pl.Models, Verifier: pl.Verifier, Limits: pl.Spec.Limits,
		Recorder: journal, Workers: c.Int("workers"), Now: p.Now, Observe: bar.observe, Drain: drain,
	})
	bar.finish()
	if pl.Asks() {
		fmt.Fprintf(p.Err, "spent by this run so far: %s\n", totals(pl.Spent()))
	}
	var ended *model.Stop
	resume := resumeCommand(c, pl, run)
	switch {
	case errors.Is(err, runner.ErrInterrupted):
		return "", withCode(exitInterrupted, fmt.Errorf("stopped with %d of %d units done, all kept; go on with\n\n   %s", journal.Len(), units, resume))
	case errors.As(err, &ended) && ended.Cap:
		return "", withCode(exitInterrupted, fmt.Errorf("%w\n%d of %d units are done, all kept; then go on with\n\n   %s", err, journal.Len(), units, resume))
	case err != nil:
		return "", withCode(exitOutside, fmt.Errorf("%w\nwhat was recorded is kept; mend the cause and go on with\n\n   %s", err, resume))
	case sum.Ran > 0 && sum.Failures == sum.Attempts:
		failed = bar.lastErr
	case sum.Failures > 0:
		fmt.Fprintf(p.Err, "warning: %d of %d attempts are infrastructure errors, which leave their tasks unknown; the last: %s\n", sum.Failures, sum.Attempts, bar.lastErr)
	}
	cells, tasks, err := pl.Rows(journal.Blob)
	if err == nil {
		_, err = journal.Seal(cells, tasks)
	}
	if err != nil {
		return "", withCode(exitOutside, fmt.Errorf("seal the tables: %w\nthe units are kept; mend the cause and go on with\n\n   %s", err, resume))
	}
	return failed, nil
}

func resumeCommand(c *cli.Context, pl *plan.Plan, run *notebook.Run) string {
	s := fmt.Sprintf("proofgrid run %s --notebook %s --resume --as %s", shellWord(pl.Spec.File), shellWord(c.String("notebook")), run.Provenance.Run)
	if dir := c.String("responses"); dir != "" {
		s += " --responses " + shellWord(dir)
	}
	if c.Bool("replay") {
		s += " --replay"
	}
	return s
}

// shellWord quotes a word for a shell where it has to be.
func shellWord(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@%=", r))
	}) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// interruptible turns the first signal into a drain and the second into a
// cancelled context.
func interruptible(parent context.Context, p Process) (context.Context, <-chan struct{}, func()) {
	ctx, cancel := context.WithCancel(parent)
	drain := make(chan struct{})
	if p.Interrupt == nil {
		return ctx, drain, cancel
	}
	signals, release := p.Interrupt()
	go func() {
		select {
		case <-signals:
		case <-ctx.Done():
			return
		}
		fmt.Fprintln(p.Err, "\nstopping after the units in progress; once more to stop at once")
		close(drain)
		select {
		case <-signals:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, drain, func() {
		release()
		cancel()
	}
}

// writeReport analyses a sealed run, writes the report into dir and prints the
// summary.
func writeReport(p Process, run *notebook.Run, dir string, asJSON bool) error {
	r, err := reports.Load(run)
	if err != nil {
		return err
	}
	paths, err := r.Write(dir)
	if err != nil {
		return withCode(exitOutside, err)
	}
	if asJSON {
		return printJSON(p.Out, r.Analysis)
	}
	if err := r.Summary(p.Out); err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "\nreport  %s\ntables  %s\n", paths.Report, run.Path("tables"))
	return nil
}
