package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"proofgrid/experiments/notebook"
)

// Formats lists the names of the formats.
var Formats = []string{"csv", "jsonl", "parquet", "latex", "verisoftbench"}

// Options say what to write and where.
type Options struct {
	Format string   // one of Formats
	Tables []string // of csv, jsonl and parquet; empty takes all
	Texts  bool     // csv, jsonl: add the texts that rows refer to by a hash
	// SkipUnknown leaves tasks without a known outcome out of a VeriSoftBench directory,
	// which has no word for them; without it they are an error.
	SkipUnknown bool
	// Out is the path to write: a folder, or a file when Tables names one table.
	Out   string
	Force bool // replace an earlier export
	// Progress, if not nil, is told now and then what is being written and how many of
	// its rows are.
	Progress func(what string, done, total int64)
}

// Result says what was written.
type Result struct {
	Run    string   `json:"run"`
	Format string   `json:"format"`
	Out    string   `json:"out"`
	Files  []File   `json:"files"`
	Notes  []string `json:"notes"` // what the format cannot say of this run
}

// File is one file of an export, by its path below Out; Rows of a table, 0 of others.
type File struct {
	Name string `json:"name"`
	Rows int64  `json:"rows"`
}

const ofTables = `^(tasks|cells|contexts|attempts|calls|diagnostics|outcomes)`

// owned matches, for each format, the files that it writes, and what LaTeX makes of its
// preview: what may be replaced.
var owned = map[string]*regexp.Regexp{
	"csv":           regexp.MustCompile(ofTables + `\.csv$`),
	"jsonl":         regexp.MustCompile(ofTables + `\.jsonl$`),
	"parquet":       regexp.MustCompile(ofTables + `\.parquet$`),
	"latex":         regexp.MustCompile(`^(((success|budget|comparisons|cost)-\d+|findings|threats|preview)\.tex|preview\.(aux|log|pdf))$`),
	"verisoftbench": regexp.MustCompile(`^(\d+-[^/]+/)?(summary\.json|details/[^/]+\.json)$`),
}

// Write exports a run. It is an error when the run is not sealed, or damaged, when the
// output exists and Force is not set, and when it is not an earlier export in the same
// format. After an error, a cancelled context included, nothing has changed.
func Write(ctx context.Context, run *notebook.Run, o Options) (*Result, error) {
	e := &exporter{Options: o, ctx: ctx, run: run, res: &Result{Run: run.Name(), Format: o.Format, Out: o.Out, Files: []File{}, Notes: []string{}}}
	if err := e.check(); err != nil {
		return nil, err
	}
	fill := e.tables
	switch o.Format {
	case "latex":
		fill = e.latex
	case "verisoftbench":
		fill = e.veriSoftBench
	default:
		if len(o.Tables) == 1 {
			return e.res, replaceFile(o.Out, o.Force, "."+o.Format, func(path string) error { return e.table(o.Tables[0], path) })
		}
	}
	return e.res, replaceFolder(o.Out, o.Force, owned[o.Format], fill)
}

// Stream writes one table as CSV or JSON lines to w; Out and Force mean nothing.
func Stream(ctx context.Context, run *notebook.Run, o Options, w io.Writer) (*Result, error) {
	if o.Format != "csv" && o.Format != "jsonl" || len(o.Tables) != 1 {
		return nil, errors.New("only one table as csv or jsonl can be written to a stream")
	}
	e := &exporter{Options: o, ctx: ctx, run: run, res: &Result{Run: run.Name(), Format: o.Format, Out: "-", Notes: []string{}}}
	if err := e.check(); err != nil {
		return nil, err
	}
	return e.res, e.rows(o.Tables[0], w)
}

type exporter struct {
	Options
	ctx      context.Context
	run      *notebook.Run
	manifest *notebook.Manifest
	res      *Result
}

func (e *exporter) check() error {
	if !slices.Contains(Formats, e.Format) {
		return fmt.Errorf("no format %q; there are %s", e.Format, strings.Join(Formats, ", "))
	}
	tables := e.Format == "csv" || e.Format == "jsonl" || e.Format == "parquet"
	switch {
	case len(e.Tables) > 0 && !tables:
		return fmt.Errorf("%s is of the whole run: it takes no table", e.Format)
	case e.Texts && e.Format != "csv" && e.Format != "jsonl":
		return fmt.Errorf("texts can be added to csv and jsonl, not to %s", e.Format)
	case e.SkipUnknown && e.Format != "verisoftbench":
		return fmt.Errorf("unknown outcomes can be skipped in verisoftbench only: %s can say that they are unknown", e.Format)
	}
	if !e.run.Sealed() {
		return fmt.Errorf("%s is not complete: finish it with 'proofgrid run --resume' before it is exported", e.run.Name())
	}
	if err := e.run.Verify(); err != nil {
		return err
	}
	var err error
	if e.manifest, err = e.run.Manifest(); err != nil {
		return err
	}
	var have []string
	for _, t := range e.manifest.Tables {
		have = append(have, t.Name)
	}
	for i, t := range e.Tables {
		if !slices.Contains(have, t) {
			return fmt.Errorf("%s has no table %q; it has %s", e.run.Name(), t, strings.Join(have, ", "))
		}
		if slices.Contains(e.Tables[:i], t) {
			return fmt.Errorf("table %q is named twice", t)
		}
	}
	if len(e.Tables) == 0 {
		e.Tables = have
		if !tables {
			e.Tables = nil
		}
	}
	return nil
}

// tables writes a file for each table.
func (e *exporter) tables(dir string) error {
	for _, t := range e.Tables {
		if err := e.table(t, filepath.Join(dir, t+"."+e.Format)); err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) table(name, path string) error {
	if e.Format == "parquet" {
		return e.parquet(name, path)
	}
	return writeFile(path, func(w io.Writer) error { return e.rows(name, w) })
}

// total is the number of rows of a table.
func (e *exporter) total(table string) int64 {
	if e.manifest != nil {
		for _, t := range e.manifest.Tables {
			if t.Name == table {
				return t.Rows
			}
		}
	}
	return 0
}

// step is called after each row; it tells how far the work is and whether to stop.
func (e *exporter) step(what string, done int64) error {
	const every = 4096
	if done%every != 0 {
		return nil
	}
	if e.Progress != nil {
		e.Progress(what, done, e.total(what))
	}
	return e.ctx.Err()
}

// writeFile writes a file and makes it durable.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<18)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
