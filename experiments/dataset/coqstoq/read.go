package coqstoq

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// Format is the name of the format.
const Format = "coqstoq"

// OwnContext is the regime of tools that choose by themselves what they look at.
const OwnContext = "own"

// DefaultLimit is the time that the published comparison allows for a theorem.
const DefaultLimit = 10 * time.Minute

// Options say how result files are to be read.
type Options struct {
	// Models name the tools, parallel to the files; nil derives them from the names
	// of the files, less what all of them end in.
	Models []string
	// Limit is the longest time of a proof that counts; 0 counts every proof.
	Limit time.Duration
}

// Read reads one result file for each tool. The tasks are all theorems of all files
// in the order of their first appearance; a tool whose file lacks one has no
// outcome there. Errors name file, line and entry. Contradictions are errors:
// another result for the same theorem in one file, another version of a source file
// in another.
func Read(paths []string, opts Options) (*imported.Results, error) {
	models := opts.Models
	if models == nil {
		models = modelNames(paths)
	}
	switch {
	case len(paths) == 0:
		return nil, fmt.Errorf("no result files")
	case len(models) != len(paths):
		return nil, fmt.Errorf("%d names of models for %d files", len(models), len(paths))
	case opts.Limit < 0:
		return nil, fmt.Errorf("a negative time limit: %v", opts.Limit)
	}
	for i, m := range models {
		if j := slices.Index(models[:i], m); j >= 0 {
			return nil, fmt.Errorf("%s and %s would both be the model %q: name the models", paths[j], paths[i], m)
		}
	}
	r := &reader{opts: opts, tasks: map[string]int{}, sources: map[string]source{}}
	r.Format, r.Policy, r.Limit = Format, spec.DepthFirst, opts.Limit
	r.Description = "results of " + list(models) + " on CoqStoq"
	for i, path := range paths {
		f, err := readFile(path)
		if err != nil {
			return nil, err
		}
		if err := r.cell(path, f, models[i]); err != nil {
			return nil, err
		}
	}
	r.absent()
	return &r.Results, nil
}

type reader struct {
	imported.Results
	opts    Options
	tasks   map[string]int    // place of a task by its id
	sources map[string]source // by project and path
}

// source is a version of a Coq file with the result file that said so first.
type source struct{ hash, from string }

// cell adds what one file says.
func (r *reader) cell(path string, f *file, model string) error {
	r.Files = append(r.Files, spec.ImportedFile{Name: f.name, SHA256: f.sha256})
	settings := map[string]string{"file": f.name}
	if f.hardware != "" {
		settings["hardware"] = f.hardware
	}
	c := imported.Cell{Model: model, Regime: OwnContext, Strategy: "search", K: 1, Settings: settings}
	lint := findings{file: f.name}
	first := map[int]int{} // entry that settled a task
	for i := range f.entries {
		e := &f.entries[i]
		where := fmt.Sprintf("%s:%d: entry %d: %s", path, f.lines[i], i+1, e.Thm.id())
		task, err := r.task(f.name, e.Thm)
		if err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
		if j, ok := first[task]; ok {
			if !e.same(&f.entries[j]) {
				return fmt.Errorf("%s has another result in entry %d (line %d)", where, j+1, f.lines[j])
			}
			lint.add("theorems that are listed again with the same result; counted once", e.Thm.id())
			continue
		}
		first[task] = i
		for len(c.Units) <= task {
			c.Units = append(c.Units, nil)
		}
		c.Units[task] = []imported.Attempt{r.attempt(e, &lint)}
	}
	r.Cells = append(r.Cells, c)
	r.Findings = append(r.Findings, lint.List()...)
	return nil
}

// task returns the place of a theorem's task, a new one for a new theorem.
func (r *reader) task(file string, t *theorem) (int, error) {
	path := t.Project.DirName + "/" + t.Path
	if was, ok := r.sources[path]; !ok {
		r.sources[path] = source{t.Hash, file}
	} else if was.hash != t.Hash {
		return 0, fmt.Errorf("its source file has another hash than in %s, so that positions may mean other theorems", was.from)
	}
	id := t.id()
	if i, ok := r.tasks[id]; ok {
		return i, nil
	}
	i := len(r.Tasks)
	r.tasks[id] = i
	row := record.TaskRow{
		TaskID: Format + "/" + id, Name: t.name(), Benchmark: Format, System: "coq",
		Repository: t.Project.DirName, File: t.Path, Line: int32(t.Start.Line + 1),
		Features: t.features(), Categories: t.categories(),
	}
	r.Tasks = append(r.Tasks, imported.Task{TaskRow: row})
	return i, nil
}

// attempt judges an entry by the rules of the package comment.
func (r *reader) attempt(e *entry, lint *findings) imported.Attempt {
	id := e.Thm.id()
	a := imported.Unknown(record.NotRun)
	if e.Proof != nil {
		a.Candidate = *e.Proof
	}
	if e.Time == nil {
		lint.add("rows with time null; counted as not run", id)
		a.Detail = "time is null"
		if e.Proof != nil {
			lint.add("proofs without a time; whether they came within the limit is unknown", id)
			a.Detail = "a proof without a time"
		}
		return a
	}
	a.Answering = time.Duration(math.Round(*e.Time * float64(time.Second)))
	late := r.opts.Limit > 0 && *e.Time > r.opts.Limit.Seconds()
	switch {
	case e.Proof != nil && late:
		a.Verdict = record.Timeout
		lint.add("proofs that came after the limit; counted as timeouts", id)
	case late:
		a.Verdict = record.Timeout
		lint.longest("failures with a time beyond the limit; counted as timeouts", *e.Time, id)
	case e.Proof != nil:
		a.Verdict = record.Proved
		a.Syntax, a.Type, a.Progress, a.Done = true, true, true, true
		if strings.TrimSpace(*e.Proof) == "" {
			lint.add("proofs without any text; counted as the file says", id)
		}
	default:
		a.Verdict = record.NoAnswer
		a.Detail = fmt.Sprintf("gave up after %.1f s", *e.Time)
	}
	if e.Attempts != nil {
		a.Detail = strings.TrimPrefix(fmt.Sprintf("%s; n_attempts %d", a.Detail, *e.Attempts), "; ")
	}
	return a
}

// absent lists the theorems that some files have and others do not.
func (r *reader) absent() {
	for c := range r.Cells {
		cell := &r.Cells[c]
		for len(cell.Units) < len(r.Tasks) {
			cell.Units = append(cell.Units, nil)
		}
		lint := findings{file: r.Files[c].Name}
		for t, unit := range cell.Units {
			if unit == nil {
				lint.add("theorems that other files have and this one lacks; counted as not run", strings.TrimPrefix(r.Tasks[t].TaskID, Format+"/"))
			}
		}
		r.Findings = append(r.Findings, lint.List()...)
	}
}

// findings are those of one file.
type findings struct {
	imported.Findings
	file string
	most map[string]float64 // longest time by finding
}

func (f *findings) add(what, example string) *dataset.Finding { return f.Add(f.file, what, example) }

// longest is add with the longest time as the example.
func (f *findings) longest(what string, seconds float64, id string) {
	found := f.add(what, id)
	if seconds <= f.most[what] {
		return
	}
	if f.most == nil {
		f.most = map[string]float64{}
	}
	f.most[what] = seconds
	found.Example = fmt.Sprintf("%s, %.1f s (the longest)", id, seconds)
}

// modelNames are the names of the files, less their ending and what they all end in
// from a separator on: rango-cutoff.json and tactician-cutoff.json are of rango and
// tactician.
func modelNames(paths []string) []string {
	names := make([]string, len(paths))
	for i, p := range paths {
		p = filepath.Base(p)
		names[i] = strings.TrimSuffix(p, filepath.Ext(p))
	}
	if len(names) < 2 {
		return names
	}
	common := names[0]
	for _, n := range names[1:] {
		for !strings.HasSuffix(n, common) {
			common = common[1:]
		}
	}
	cut := strings.IndexAny(common, "-_.")
	if cut < 0 {
		return names
	}
	for i, n := range names {
		if n = strings.TrimSuffix(n, common[cut:]); n != "" {
			names[i] = n
		}
	}
	return names
}

func list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
