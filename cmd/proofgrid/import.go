package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/dataset/coqstoq"
	"proofgrid/experiments/imported"
	"proofgrid/experiments/notebook"
)

func importCommand(p Process) *cli.Command {
	formats := []*cli.Command{importCoqStoqCommand(p), importTableCommand(p)}
	for _, i := range importers {
		formats = append(formats, i.command(p))
	}
	return &cli.Command{
		Name:  "import",
		Usage: "make a run of results that another program produced",
		Description: `What the source knows is kept, what it does not say stays unknown, and what is odd
about it is printed. The run is sealed; report, show and compare work on it.
'proofgrid import FORMAT --help' has an example for each format.`,
		Action:      needsSubcommand,
		Subcommands: formats,
	}
}

// asFlag names the run to make.
var asFlag = &cli.StringFlag{Name: "as", Usage: "`RUN` to make: a name, or experiment/name"}

func importCoqStoqCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      coqstoq.Format,
		Usage:     "result files of tools on CoqStoq, as Rango's evaluation writes them",
		ArgsUsage: "FILE.json…",
		Description: `Each file is of one tool; files over the same theorems make one run with a cell per
tool. A proof counts when it came within the limit; a time of null means not run,
which is no failure.

Exit codes: 0 imported; 2 a file is wrong, nothing was imported; 4 the disk failed,
the same command goes on.

Example:

   proofgrid import coqstoq experiments/dataset/coqstoq/testdata/ember-sample.json experiments/dataset/coqstoq/testdata/gale-sample.json experiments/dataset/coqstoq/testdata/quartz-sample.json --as sample`,
		Flags: []cli.Flag{
			notebookFlag, asFlag,
			&cli.StringSliceFlag{Name: "model", Usage: "`NAMES` of the tools, in the order of the files; default: from the names of the files"},
			&cli.DurationFlag{Name: "limit", Value: coqstoq.DefaultLimit, Usage: "longest time of a proof that counts; 0 for none"},
			jsonFlag,
		},
		Action: func(c *cli.Context) error {
			if err := needsFiles(c, "result files"); err != nil {
				return err
			}
			opts := coqstoq.Options{Limit: c.Duration("limit")}
			if c.IsSet("model") {
				opts.Models = c.StringSlice("model")
			}
			r, err := coqstoq.Read(c.Args().Slice(), opts)
			if err != nil {
				return err
			}
			return writeImport(c, p, r)
		},
	}
}

// writeImport makes the run of the results that --as names and prints what it holds.
func writeImport(c *cli.Context, p Process, r *imported.Results) error {
	experiment, name, ok := strings.Cut(c.String("as"), "/")
	if !ok {
		experiment, name = r.Format, experiment
	}
	if name == "" {
		return errors.New("--as NAME is missing: it names the run to make")
	}
	run, err := r.Write(c.String("notebook"), experiment, name, importProvenance(p))
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	if err != nil {
		return withCode(codeOf(err), err)
	}
	sum := summariseImport(run, r)
	if c.Bool("json") {
		return printJSON(p.Out, sum)
	}
	sum.print(p.Out)
	return nil
}

func importProvenance(p Process) notebook.Provenance {
	b := readBuild()
	prov := notebook.Provenance{Created: p.Now(), Command: append([]string{"proofgrid"}, os.Args[1:]...), Proofgrid: b.Version, Go: b.Go, OS: b.OS, Arch: b.Arch, CPUs: runtime.NumCPU()}
	if b.Revision != "" {
		prov.Git = &notebook.Git{Revision: b.Revision, Modified: b.Modified}
	}
	return prov
}

// importSummary is what an import made, for machines.
type importSummary struct {
	Run      string            `json:"run"`
	Dir      string            `json:"dir"`
	Tasks    int               `json:"tasks"`
	Limit    float64           `json:"limit_seconds"` // 0: none
	Cells    []importedCell    `json:"cells"`
	Findings []dataset.Finding `json:"findings"`
}

type importedCell struct {
	Model   string `json:"model"`
	Regime  string `json:"regime"`
	K       int    `json:"k"`
	R       int    `json:"r"`
	File    string `json:"file"`
	Proved  int    `json:"proved"`
	Timeout int    `json:"timeout"`
	NoProof int    `json:"no_proof"`
	NotRun  int    `json:"not_run"`
	Absent  int    `json:"absent"`
}

func summariseImport(run *notebook.Run, r *imported.Results) importSummary {
	s := importSummary{Run: run.Name(), Dir: run.Dir, Tasks: len(r.Tasks), Limit: r.Limit.Seconds(), Findings: r.Findings}
	for i, cell := range r.Cells {
		n := r.Count(i)
		s.Cells = append(s.Cells, importedCell{cell.Model, cell.Regime, cell.K, cell.R, cell.Settings["file"], n.Proved, n.Timeout, n.NoProof, n.NotRun, n.Absent})
	}
	return s
}

func (s importSummary) print(w io.Writer) {
	fmt.Fprintf(w, "%s: %d tasks × %d cells\n\n", s.Run, s.Tasks, len(s.Cells))
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "MODEL\tREGIME\tFILE\tPROVED\tTIMEOUT\tNO PROOF\tNOT RUN\tNOT IN FILE")
	for _, c := range s.Cells {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\n", onOneLine(c.Model), onOneLine(c.Regime), onOneLine(c.File), c.Proved, c.Timeout, c.NoProof, c.NotRun, c.Absent)
	}
	tw.Flush()
	if len(s.Findings) > 0 {
		fmt.Fprintln(w, "\nfindings:")
	}
	for _, f := range s.Findings {
		example := ""
		if f.Example != "" {
			example = ", such as " + f.Example
		}
		fmt.Fprintf(w, "  %s: %d × %s%s\n", onOneLine(f.File), f.N, onOneLine(f.What), onOneLine(example))
	}
	fmt.Fprintf(w, "\nsealed %s; 'proofgrid compare %s' and 'proofgrid report %s' go on from here\n", s.Dir, s.Run, s.Run)
}
