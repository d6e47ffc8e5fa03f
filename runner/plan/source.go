package plan

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/dataset/coq"
	"proofgrid/experiments/dataset/coqstoq"
	"proofgrid/experiments/dataset/formalml"
	"proofgrid/experiments/dataset/metamath"
	"proofgrid/experiments/dataset/table"
	"proofgrid/experiments/dataset/verisoftbench"
	"proofgrid/experiments/quickstart"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/experiments/tokens"
)

// Builtin is the name of the embedded database in specs and on command lines.
const Builtin = "builtin:quickstart"

// Source is a task source that a spec or a command line names.
type Source struct {
	*dataset.Source
	Metamath *metamath.Source // of the format metamath alone
}

// Read reads a task list that was made from the source, see dataset.Source.Read, or
// the IDs of tasks, one a line, with or without their benchmark. The list of IDs has no
// selection.
func (s *Source) Read(r io.Reader, name string) ([]*task.Task, *task.List, error) {
	b := bufio.NewReader(r)
	if first, err := b.Peek(1); err == nil && first[0] != '{' {
		tasks, err := s.byID(b, name)
		return tasks, &task.List{}, err
	}
	if s.Metamath != nil {
		return s.Metamath.Read(b, name)
	}
	return s.Source.Read(b, name)
}

// byID returns the tasks whose IDs stand in a file, in its order. Empty lines and those
// that begin with # are left out.
func (s *Source) byID(r io.Reader, name string) ([]*task.Task, error) {
	known := make(map[string]*task.Task, len(s.Tasks))
	for _, t := range s.Tasks {
		known[t.ID] = t
	}
	var out []*task.Task
	seen := map[string]int{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		id := strings.TrimSpace(lines.Text())
		if id == "" || strings.HasPrefix(id, "#") {
			continue
		}
		t := known[id]
		if t == nil {
			t = known[s.Benchmark+"/"+id]
		}
		switch {
		case t == nil:
			return nil, fmt.Errorf("%s:%d: %s has no task %q", name, n, s.Ref.Path, id)
		case seen[t.ID] > 0:
			return nil, fmt.Errorf("%s:%d: task %s stands at line %d already", name, n, t.ID, seen[t.ID])
		}
		seen[t.ID] = n
		out = append(out, t)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no task is named", name)
	}
	return out, nil
}

// Select draws tasks of the source; see task.Select. Where no task says its nesting
// depth there are no strata of depth, which a warning says.
func (s *Source) Select(sel task.Selection) ([]*task.Task, *task.SelectionRecord, error) {
	depthless := !slices.ContainsFunc(s.Tasks, func(t *task.Task) bool { _, ok := t.Features[task.NestingDepth]; return ok })
	if depthless && len(sel.DepthEdges) > 0 && (sel.DepthBy == "" || sel.DepthBy == task.NestingDepth) {
		sel.DepthEdges = nil
		if sel.Count > 0 {
			s.Warnings = append(slices.Clip(s.Warnings), "no task says its nesting depth: the selection is not stratified by depth")
		}
	}
	return task.Select(s.Tasks, sel)
}

// readers open the formats but metamath, which takes a level.
var readers = map[string]func(path string, o dataset.Options) (*dataset.Source, error){
	veriSoftBench:   verisoftbench.Read,
	formalml.Format: formalml.Read,
	coqstoq.Format:  coqstoq.ReadTasks,
	coq.Format:      coq.Read,
	table.Format:    table.Read,
}

// Metamath opens a Metamath database: [Builtin], or a file. Level is the depth of
// the section headings that serve as repository, 0 for the dataset's default.
func Metamath(name string, level int) (*Source, error) {
	opts := metamath.Options{Level: level}
	var src *metamath.Source
	var err error
	switch {
	case name == Builtin:
		src, err = metamath.OpenFS(quickstart.FS, quickstart.Name, Builtin, opts)
	case strings.HasPrefix(name, "builtin:"):
		return nil, fmt.Errorf("no database %q; the one that is built in is %s", name, Builtin)
	default:
		src, err = metamath.OpenFile(name, opts)
		if os.IsNotExist(err) {
			err = fmt.Errorf("%w; Debian's package metamath-databases has set.mm and others", err)
		}
	}
	if err != nil {
		return nil, err
	}
	return &Source{&src.Source, src}, nil
}

// Open opens the source of a spec's tasks. file is the spec's, from whose folder
// relative paths start. The default tokenizer is the estimate.
func Open(file string, t spec.Tasks) (*Source, error) {
	format, path := t.Source()
	path = besides(file, path)
	if format == "metamath" {
		return Metamath(path, t.Level)
	}
	read := readers[format]
	if read == nil {
		return nil, fmt.Errorf("no reader of the format %s", format)
	}
	name := t.Tokenizer
	if name == "" {
		name = tokens.Estimate
	}
	counter, err := tokens.ByName(name)
	if err != nil {
		return nil, fmt.Errorf("tokenizer: %w", err)
	}
	o := dataset.Options{Columns: t.Columns, Counter: counter, Skip: t.SkipDamaged}
	if t.Repositories != "" {
		o.Repositories = besides(file, t.Repositories)
	}
	src, err := read(path, o)
	if err != nil {
		return nil, err
	}
	return &Source{Source: src}, nil
}

// Tasks opens a spec's source and selects its tasks, in the order of the source. The
// record is nil when the tasks come from a list that was not drawn by a selection.
func Tasks(s *spec.Spec) (*Source, []*task.Task, *task.SelectionRecord, error) {
	if s.Imported != nil {
		return nil, nil, nil, fmt.Errorf("%s: this spec describes imported results (%s); there is nothing to run, and its tasks are in the run's tables", s.File, s.Imported.Format)
	}
	format, _ := s.Tasks.Source()
	src, err := Open(s.File, s.Tasks)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: tasks.%s: %w", s.File, format, err)
	}
	if s.Tasks.File != "" {
		path := besides(s.File, s.Tasks.File)
		f, err := os.Open(path)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: tasks.file: %w", s.File, err)
		}
		defer f.Close()
		tasks, list, err := src.Read(f, path)
		if err != nil {
			return nil, nil, nil, err
		}
		return src, tasks, list.Selection, nil
	}
	sel := s.Tasks.Select
	tasks, record, err := src.Select(task.Selection{
		Count: sel.Count, Seed: sel.Seed, MinSteps: sel.MinSteps, DepthBy: sel.DepthBy, DepthEdges: sel.DepthEdges,
	})
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: tasks.select: %w", s.File, err)
	}
	return src, tasks, record, nil
}

// besides resolves a path in a spec: relative ones start at the spec's folder.
func besides(file, path string) string {
	if strings.HasPrefix(path, "builtin:") || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}
