package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/notebook"
	"proofgrid/reports/export"
)

func exportCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write a run in the format of other programs",
		ArgsUsage: "RUN",
		Description: `RUN is a run's directory, experiment/run in the notebook, or an experiment, which
means its newest run. The formats:

   csv            each table with a header, RFC 4180; null is empty, an empty text is ""
   jsonl          each table as JSON lines; null is null, integers are exact
   parquet        each table as Parquet, with units and meanings in its metadata
   latex          the report's main tables, for \usepackage{booktabs}
   verisoftbench  results directories as VeriSoftBench's evaluator writes them, one for
                  each cell; of an exhaustive run, repairs beside a proved first answer
                  are left out, and a depth-first run of several samples is refused

csv, jsonl and parquet take --table and then write one file, "-" being the standard
output; without it all tables go into a folder. --texts adds statements, prompts,
responses and proofs as columns. Nothing half-written is left, and only an earlier
export is replaced, with --force.

Exit codes: 0 written; 2 the run or the output is wrong; 3 stopped, nothing has
changed; 4 the disk failed.

Examples:

   proofgrid export quickstart --format csv --out tables
   proofgrid export quickstart --format jsonl --table attempts --texts --out attempts.jsonl
   proofgrid export quickstart --format latex --out latex
   proofgrid export quickstart --format verisoftbench --out results`,
		Flags: []cli.Flag{
			notebookFlag,
			&cli.StringFlag{Name: "format", Usage: "`FORMAT`: " + strings.Join(export.Formats, ", ")},
			&cli.StringSliceFlag{Name: "table", Usage: "`TABLE` to write, such as attempts; repeatable; default: all"},
			&cli.BoolFlag{Name: "texts", Usage: "add the texts that rows refer to by a hash (csv, jsonl)"},
			&cli.BoolFlag{Name: "skip-unknown", Usage: "leave theorems without a known outcome out (verisoftbench)"},
			&cli.StringFlag{Name: "out", Usage: "`PATH` to write; default: named after run and format, in this folder"},
			&cli.BoolFlag{Name: "force", Usage: "replace an earlier export"},
			jsonFlag,
		},
		Action: func(c *cli.Context) error {
			run, err := findRun(c)
			if err != nil {
				return err
			}
			o := export.Options{
				Format: c.String("format"), Tables: c.StringSlice("table"), Texts: c.Bool("texts"),
				SkipUnknown: c.Bool("skip-unknown"), Out: c.String("out"), Force: c.Bool("force"),
			}
			if o.Format == "" {
				return fmt.Errorf("--format is missing; it is one of %s", strings.Join(export.Formats, ", "))
			}
			if o.Out == "" {
				o.Out = exportName(run, o)
			}
			return writeExport(c, p, run, o)
		},
	}
}

// exportName is where an export goes by default.
func exportName(run *notebook.Run, o export.Options) string {
	name := run.Provenance.Experiment + "-" + run.Provenance.Run + "-"
	if len(o.Tables) == 1 {
		return name + o.Tables[0] + "." + o.Format
	}
	return name + o.Format
}

func writeExport(c *cli.Context, p Process, run *notebook.Run, o export.Options) error {
	ctx, cancel := context.WithCancel(c.Context)
	defer cancel()
	if p.Interrupt != nil {
		signals, release := p.Interrupt()
		defer release()
		go func() {
			select {
			case <-signals:
				cancel()
			case <-ctx.Done():
			}
		}()
	}
	last, shown := p.Now(), false
	o.Progress = func(what string, done, total int64) {
		now := p.Now()
		if every := map[bool]time.Duration{true: 200 * time.Millisecond, false: 10 * time.Second}[p.Terminal]; now.Sub(last) < every {
			return
		}
		last, shown = now, true
		printExportProgress(p, fmt.Sprintf("%s: %d of %d rows", what, done, total))
	}
	res, err := exportTo(ctx, run, o, p.Out)
	if shown && p.Terminal {
		fmt.Fprintln(p.Err)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return withCode(exitInterrupted, errors.New("stopped; nothing was written"))
	case err != nil:
		return withCode(codeOf(err), err)
	case o.Out == "-":
		return nil
	case c.Bool("json"):
		return printJSON(p.Out, res)
	}
	fmt.Fprintf(p.Out, "%s written to %s\n", exportWords(res), filepath.Clean(res.Out))
	for _, n := range res.Notes {
		fmt.Fprintln(p.Out, n)
	}
	return nil
}

func exportTo(ctx context.Context, run *notebook.Run, o export.Options, out io.Writer) (*export.Result, error) {
	if o.Out == "-" {
		return export.Stream(ctx, run, o, out)
	}
	return export.Write(ctx, run, o)
}

func printExportProgress(p Process, line string) {
	if p.Terminal {
		fmt.Fprintf(p.Err, "\r\x1b[K%s", line)
	} else {
		fmt.Fprintln(p.Err, line)
	}
}

// exportWords sums up the files of an export.
func exportWords(res *export.Result) string {
	rows := int64(0)
	for _, f := range res.Files {
		rows += f.Rows
	}
	s := fmt.Sprintf("%d files", len(res.Files))
	if len(res.Files) == 1 {
		s = "1 file"
	}
	if slices.Contains([]string{"csv", "jsonl", "parquet"}, res.Format) {
		s += fmt.Sprintf(" with %d rows", rows)
	}
	return s
}
