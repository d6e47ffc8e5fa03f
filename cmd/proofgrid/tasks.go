package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/plan"
)

func tasksCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "tasks",
		Usage:     "list or select the tasks of a spec or a database",
		ArgsUsage: "SPEC.yaml | DATABASE.mm | builtin:quickstart",
		Description: `Prints the tasks that a spec selects, or selects from a database by the flags below.
--out writes them as a task list (JSON lines), which a spec takes as tasks.file.

Examples:

   proofgrid tasks experiments/quickstart.yaml
   proofgrid tasks builtin:quickstart --count 30 --seed 1 --out tasks.jsonl`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "count", Usage: "tasks to select; 0 takes every eligible one"},
			&cli.Uint64Flag{Name: "seed", Usage: "seed of the selection"},
			&cli.IntFlag{Name: "min-steps", Value: 2, Usage: "fewer logical steps make a task trivial"},
			&cli.StringFlag{Name: "depth-by", Value: task.NestingDepth, Usage: "`FEATURE` that is called depth, such as section_depth"},
			&cli.IntSliceFlag{Name: "depth-edges", Value: cli.NewIntSlice(3, 6), Usage: "upper ends of the depth strata but the last"},
			&cli.IntFlag{Name: "level", Usage: "depth of the headings that serve as repository (default 2)"},
			&cli.StringFlag{Name: "out", Usage: "`FILE` to write the task list to, - for standard output"},
			jsonFlag,
		},
		Action: func(c *cli.Context) error { return listTasks(c, p) },
	}
}

func listTasks(c *cli.Context, p Process) error {
	name, err := oneArg(c, "spec or database")
	if err != nil {
		return err
	}
	src, tasks, record, err := selectTasks(c, name)
	if err != nil {
		return err
	}
	for _, w := range src.Warnings {
		fmt.Fprintf(p.Err, "warning: %s\n", w)
	}
	switch out := c.String("out"); {
	case out == "-":
		return task.Write(p.Out, src.Header(record), tasks)
	case out != "":
		if err := writeFile(out, func(w io.Writer) error { return task.Write(w, src.Header(record), tasks) }); err != nil {
			return withCode(codeOf(err), err)
		}
		fmt.Fprintf(p.Out, "%d tasks written to %s\n", len(tasks), out)
		return nil
	case c.Bool("json"):
		return printJSON(p.Out, struct {
			Selection *task.SelectionRecord `json:"selection"`
			Tasks     []taskLine            `json:"tasks"`
		}{record, taskLines(tasks)})
	}
	printTasks(p.Out, tasks, record)
	return nil
}

func selectTasks(c *cli.Context, name string) (*plan.Source, []*task.Task, *task.SelectionRecord, error) {
	if ext := filepath.Ext(name); ext == ".yaml" || ext == ".yml" {
		s, err := spec.ReadFile(name)
		if err != nil {
			return nil, nil, nil, err
		}
		return plan.Tasks(s)
	}
	src, err := plan.Metamath(name, c.Int("level"))
	if err != nil {
		return nil, nil, nil, err
	}
	tasks, record, err := task.Select(src.Tasks, task.Selection{
		Count: c.Int("count"), Seed: c.Uint64("seed"), MinSteps: c.Int("min-steps"), DepthBy: c.String("depth-by"), DepthEdges: c.IntSlice("depth-edges"),
	})
	return src, tasks, record, err
}

type taskLine struct {
	ID         string             `json:"id"`
	Repository string             `json:"repository"`
	File       string             `json:"file"`
	Line       int                `json:"line"`
	Statement  string             `json:"statement"`
	Premises   int                `json:"premises"`
	Features   map[string]float64 `json:"features"`
	Categories map[string]string  `json:"categories"`
}

func taskLines(tasks []*task.Task) []taskLine {
	out := make([]taskLine, len(tasks))
	for i, t := range tasks {
		out[i] = taskLine{t.ID, t.Repository, t.File, t.Line, t.Statement, t.Available, t.Features, t.Categories}
	}
	return out
}

func printTasks(w io.Writer, tasks []*task.Task, r *task.SelectionRecord) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "TASK\tDEPTH\tSTEPS\tREPOSITORY\tSTATEMENT")
	for _, t := range tasks {
		fmt.Fprintf(tw, "%s\t%.0f\t%.0f\t%s\t%s\n", t.Name, t.Features[task.NestingDepth], t.Features[task.ProofSteps],
			shorten(t.Repository, 32), shorten(strings.Join(append(append([]string(nil), t.Hypotheses...), t.Statement), " ; "), 80))
	}
	tw.Flush()
	if r == nil {
		return
	}
	fmt.Fprintf(w, "\n%d tasks of %d eligible among %d; depth", r.Chosen, r.Eligible, r.Source)
	for _, b := range r.Buckets {
		fmt.Fprintf(w, "  %s: %d of %d", b.Depth, b.Chosen, b.Available)
	}
	fmt.Fprintln(w)
	for _, why := range task.Reasons {
		if n := r.Excluded[why]; n > 0 {
			fmt.Fprintf(w, "excluded %6d  %s\n", n, why)
		}
	}
}

func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

// writeFile writes a file whole or not at all.
func writeFile(path string, write func(io.Writer) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".proofgrid-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	err = write(tmp)
	if err == nil {
		err = tmp.Sync()
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	return err
}
