package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/plan"
)

func tasksCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "tasks",
		Usage:     "list, select or check the tasks of a spec, a benchmark's file or a database",
		ArgsUsage: "SPEC.yaml | FILE | FOLDER | DATABASE.mm | builtin:quickstart",
		Description: `Prints the tasks that a spec selects, or selects from a source by the flags below:
a Metamath database, or the tasks of VeriSoftBench (JSON lines), FormalML (JSON),
CoqStoq (theorem files or a folder of them), a compiled Coq project (its folder, with
.v and .glob files) or a plain table (CSV, JSON lines), which takes --columns. The
format is guessed where the file leaves no doubt.
--out writes a task list (JSON lines), which a spec takes as tasks.file.
--lint prints what is odd about the source; exit code 1 when there is anything.

Examples:

   proofgrid tasks experiments/quickstart.yaml
   proofgrid tasks builtin:quickstart --count 30 --seed 1 --out tasks.jsonl
   proofgrid tasks experiments/dataset/formalml/testdata/sample.json
   proofgrid tasks experiments/dataset/coqstoq/testdata/theorems --repositories experiments/dataset/coqstoq/testdata/sources
   proofgrid tasks experiments/dataset/coq/testdata/orchard --format coq
   proofgrid tasks experiments/dataset/table/testdata/lemmas.csv --columns text=goal --tokenizer words
   proofgrid tasks experiments/dataset/table/testdata/lemmas.jsonl --lint`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "format", Usage: "`FORMAT` of the source: " + strings.Join(plan.Formats, ", ") + " (default: guessed)"},
			&cli.StringFlag{Name: "file", Usage: "`FILE` that names the tasks: a task list, or IDs one a line"},
			&cli.IntFlag{Name: "count", Usage: "tasks to select; 0 takes every eligible one"},
			&cli.Uint64Flag{Name: "seed", Usage: "seed of the selection"},
			&cli.IntFlag{Name: "min-steps", Value: 2, Usage: "fewer logical steps make a task trivial, where the steps are known"},
			&cli.StringFlag{Name: "depth-by", Value: task.NestingDepth, Usage: "`FEATURE` that is called depth, such as section_depth"},
			&cli.IntSliceFlag{Name: "depth-edges", Value: cli.NewIntSlice(3, 6), Usage: "upper ends of the depth strata but the last"},
			&cli.IntFlag{Name: "level", DefaultText: "2", Usage: "depth of the headings of a Metamath database that serve as repository"},
			&cli.StringFlag{Name: "repositories", Usage: "`FOLDER` of the projects' sources, each under its name"},
			&cli.StringSliceFlag{Name: "columns", Usage: "`FIELD=COLUMN,…` of a table; FIELD==VALUE is the same in every row"},
			&cli.StringFlag{Name: "tokenizer", Usage: "`NAME` of what counts tokens (default: an estimate; words for metamath)"},
			&cli.BoolFlag{Name: "skip-damaged", Usage: "leave out lines that cannot be read, as findings"},
			&cli.BoolFlag{Name: "lint", Usage: "print what is odd about the source"},
			&cli.StringFlag{Name: "out", Usage: "`FILE` to write the task list to, - for standard output"},
			jsonFlag,
		},
		Action: func(c *cli.Context) error { return listTasks(c, p) },
	}
}

func listTasks(c *cli.Context, p Process) error {
	name, err := oneArg(c, "spec, file of tasks or database")
	if err != nil {
		return err
	}
	if c.Bool("lint") {
		return lintTasks(c, p, name)
	}
	src, tasks, record, err := selectTasks(c, name)
	if err != nil {
		return err
	}
	warnings(p.Err, src)
	if n := len(src.Findings); n > 0 {
		fmt.Fprintf(p.Err, "%d findings of %d kinds; --lint prints them\n", total(src.Findings), n)
	}
	switch out := c.String("out"); {
	case out != "":
		if i := slices.IndexFunc(tasks, func(t *task.Task) bool { return t.Statement == "" }); i >= 0 {
			return fmt.Errorf("task %s has no statement, without which a task list cannot be read", tasks[i].ID)
		}
		if out == "-" {
			return task.Write(p.Out, src.Header(record), tasks)
		}
		if err := writeFile(out, func(w io.Writer) error { return task.Write(w, src.Header(record), tasks) }); err != nil {
			return withCode(codeOf(err), err)
		}
		fmt.Fprintf(p.Out, "%d tasks written to %s\n", len(tasks), out)
		return nil
	case c.Bool("json"):
		return printJSON(p.Out, struct {
			Selection *task.SelectionRecord `json:"selection"`
			Findings  []dataset.Finding     `json:"findings"`
			Tasks     []taskLine            `json:"tasks"`
		}{record, noNil(src.Findings), taskLines(tasks)})
	}
	printTasks(p.Out, tasks, record)
	return nil
}

// lintTasks prints the findings of a source.
func lintTasks(c *cli.Context, p Process, name string) error {
	var src *plan.Source
	var err error
	if isSpec(name) {
		src, _, _, err = tasksOfSpec(c, name)
	} else {
		src, err = openTasks(c, name)
	}
	if err != nil {
		return err
	}
	warnings(p.Err, src)
	n := total(src.Findings)
	switch {
	case c.Bool("json"):
		err = printJSON(p.Out, struct {
			Source   task.Source       `json:"source"`
			Tasks    int               `json:"tasks"`
			Findings []dataset.Finding `json:"findings"`
			Warnings []string          `json:"warnings"`
		}{src.Ref, len(src.Tasks), noNil(src.Findings), noNil(src.Warnings)})
	case n == 0:
		_, err = fmt.Fprintf(p.Out, "no findings in %d tasks\n", len(src.Tasks))
	default:
		tw := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tw, "FILE\tN\tWHAT\tSUCH AS")
		for _, f := range src.Findings {
			fmt.Fprintf(tw, "%s\t%d\t%s\t%s\n", onOneLine(f.File), f.N, onOneLine(f.What), onOneLine(f.Example))
		}
		tw.Flush()
		_, err = fmt.Fprintf(p.Out, "\n%d findings of %d kinds in %d tasks\n", n, len(src.Findings), len(src.Tasks))
	}
	if err == nil && n > 0 {
		err = withCode(exitNo, errSilent)
	}
	return err
}

func warnings(w io.Writer, src *plan.Source) {
	for _, text := range src.Warnings {
		fmt.Fprintf(w, "warning: %s\n", onOneLine(text))
	}
}

func total(findings []dataset.Finding) int {
	n := 0
	for _, f := range findings {
		n += f.N
	}
	return n
}

// noNil makes a list that is empty [] in JSON, not null.
func noNil[T any](list []T) []T { return append([]T{}, list...) }

// ofFormat are the flags that belong to some formats only.
var ofFormat = []struct {
	flag    string
	formats []string
}{
	{"level", []string{"metamath"}},
	{"columns", []string{"table"}},
	{"repositories", []string{"verisoftbench", "coqstoq"}},
	{"tokenizer", []string{"verisoftbench", "formalml", "coqstoq", "coq", "table"}},
	{"skip-damaged", []string{"verisoftbench", "formalml", "coqstoq", "table"}},
}

// isSpec tells a spec from a source by its name.
func isSpec(name string) bool { return filepath.Ext(name) == ".yaml" || filepath.Ext(name) == ".yml" }

// tasksOfSpec opens the source of a spec and selects as it says.
func tasksOfSpec(c *cli.Context, name string) (*plan.Source, []*task.Task, *task.SelectionRecord, error) {
	for _, flag := range []string{"format", "file", "level", "columns", "repositories", "tokenizer", "skip-damaged"} {
		if c.IsSet(flag) {
			return nil, nil, nil, fmt.Errorf("--%s: a spec says that itself", flag)
		}
	}
	s, err := spec.ReadFile(name)
	if err != nil {
		return nil, nil, nil, err
	}
	return plan.Tasks(s)
}

// openTasks opens the source that the command line names.
func openTasks(c *cli.Context, name string) (*plan.Source, error) {
	format := c.String("format")
	if format == "" {
		var err error
		if format, err = plan.Guess(name); err != nil {
			return nil, err
		}
	}
	for _, f := range ofFormat {
		if c.IsSet(f.flag) && !slices.Contains(f.formats, format) {
			return nil, fmt.Errorf("--%s belongs to %s, not to %s", f.flag, strings.Join(f.formats, ", "), format)
		}
	}
	t := spec.Tasks{Level: c.Int("level"), Repositories: c.String("repositories"), Tokenizer: c.String("tokenizer"), SkipDamaged: c.Bool("skip-damaged")}
	switch format {
	case "metamath":
		t.Metamath = name
	case "verisoftbench":
		t.VeriSoftBench = name
	case "formalml":
		t.FormalML = name
	case "coqstoq":
		t.CoqStoq = name
	case "coq":
		t.Coq = name
	case "table":
		t.Table = name
	default:
		return nil, fmt.Errorf("no format %q; known are %s", format, strings.Join(plan.Formats, ", "))
	}
	if c.IsSet("columns") {
		t.Columns = map[string]string{}
		for _, pair := range c.StringSlice("columns") {
			field, column, ok := strings.Cut(pair, "=")
			if !ok {
				return nil, fmt.Errorf("--columns %q: write FIELD=COLUMN", pair)
			}
			if t.Columns[field] != "" {
				return nil, fmt.Errorf("--columns names the field %s twice", field)
			}
			t.Columns[field] = column
		}
	}
	return plan.Open("", t)
}

func selectTasks(c *cli.Context, name string) (*plan.Source, []*task.Task, *task.SelectionRecord, error) {
	if isSpec(name) {
		return tasksOfSpec(c, name)
	}
	src, err := openTasks(c, name)
	if err != nil {
		return nil, nil, nil, err
	}
	if path := c.String("file"); path != "" {
		for _, flag := range []string{"count", "seed", "min-steps", "depth-by", "depth-edges"} {
			if c.IsSet(flag) {
				return nil, nil, nil, fmt.Errorf("--%s selects tasks, and --file names them: give one of both", flag)
			}
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, nil, nil, err
		}
		defer f.Close()
		tasks, list, err := src.Read(f, path)
		if err != nil {
			return nil, nil, nil, err
		}
		return src, tasks, list.Selection, nil
	}
	tasks, record, err := src.Select(task.Selection{
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
		statement := strings.Join(append(append([]string(nil), t.Hypotheses...), strings.Join(strings.Fields(t.Statement), " ")), " ; ")
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\n", onOneLine(strings.TrimPrefix(t.ID, t.Benchmark+"/")), feature(t, task.NestingDepth), feature(t, task.ProofSteps),
			onOneLine(shorten(t.Repository, 32)), onOneLine(shorten(cmp.Or(statement, "-"), 80)))
	}
	tw.Flush()
	if r == nil {
		return
	}
	fmt.Fprintf(w, "\n%d tasks of %d eligible among %d", r.Chosen, r.Eligible, r.Source)
	for i, b := range r.Buckets {
		if len(r.Buckets) == 1 {
			break
		}
		if i == 0 {
			fmt.Fprint(w, "; depth")
		}
		fmt.Fprintf(w, "  %s: %d of %d", b.Depth, b.Chosen, b.Available)
	}
	fmt.Fprintln(w)
	for _, why := range task.Reasons {
		if n := r.Excluded[why]; n > 0 {
			fmt.Fprintf(w, "excluded %6d  %s\n", n, why)
		}
	}
}

// feature renders a feature of a task, - when it is unknown.
func feature(t *task.Task, name string) string {
	v, ok := t.Features[name]
	if !ok {
		return "-"
	}
	return fmt.Sprintf("%.0f", v)
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
