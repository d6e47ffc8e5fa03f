package reports

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/reports/analysis"
)

// Source is what a report is made from besides the tables.
type Source struct {
	Provenance notebook.Provenance
	Sessions   int // processes that worked on the run; more than one when it was resumed
	Spec       *spec.Spec
	Selection  *task.SelectionRecord // how the tasks were chosen; nil when not recorded
	Notes      string                // Markdown of the run's authors, empty when there is none
}

// Report is an analysed run.
type Report struct {
	Source
	Analysis *analysis.Analysis
	run      *analysis.Run
	figures  []Figure
}

// Load reads the sealed tables of a run and analyses them. A run that is not
// sealed is an error: its tables do not exist yet.
func Load(run *notebook.Run) (*Report, error) {
	if !run.Sealed() {
		return nil, fmt.Errorf("%s is not complete: finish it with 'proofgrid run --resume' before it is reported on", run.Name())
	}
	if err := run.Verify(); err != nil {
		return nil, err // a damaged table must not become a number
	}
	src := Source{Provenance: run.Provenance}
	text, err := run.Spec()
	if err != nil {
		return nil, err
	}
	if src.Spec, err = spec.Parse(run.Path("spec.yaml"), text); err != nil {
		return nil, err
	}
	sessions, err := run.Sessions()
	if err != nil {
		return nil, err
	}
	src.Sessions = len(sessions)
	if src.Notes, err = run.Notes(); err != nil {
		return nil, err
	}
	if src.Selection, err = selection(run.Path("selection.json")); err != nil {
		return nil, err
	}
	tables, err := analysis.ReadTables(run.Path("tables"))
	if err != nil {
		return nil, err
	}
	return New(src, tables)
}

// selection reads how the tasks were chosen; nil when they were not drawn for the
// run.
func selection(path string) (*task.SelectionRecord, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := new(task.SelectionRecord)
	if err := json.Unmarshal(b, s); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// New analyses tables that have been read already. The settings of the analysis
// are those of src.Spec.
func New(src Source, run *analysis.Run) (*Report, error) {
	a, err := analysis.Analyse(run, src.Spec.Analysis, src.Spec.Limits)
	if err != nil {
		return nil, err
	}
	r := &Report{Source: src, Analysis: a, run: run}
	if r.figures, err = figures(marked(a)); err != nil {
		return nil, err
	}
	return r, nil
}

// Figures returns the figures of the report in their order.
func (r *Report) Figures() []Figure { return r.figures }

// verifiers lists the checkers that judged attempts, in order of appearance.
func (r *Report) verifiers() []string { return r.run.Verifiers }
