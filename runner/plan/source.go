package plan

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"proofgrid/experiments/dataset/metamath"
	"proofgrid/experiments/quickstart"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
)

// Builtin is the name of the embedded database in specs and on command lines.
const Builtin = "builtin:quickstart"

// Source opens a Metamath database: [Builtin], or a file. Level is the depth of
// the section headings that serve as repository, 0 for the dataset's default.
func Source(name string, level int) (*metamath.Source, error) {
	opts := metamath.Options{Level: level}
	switch {
	case name == Builtin:
		return metamath.OpenFS(quickstart.FS, quickstart.Name, Builtin, opts)
	case strings.HasPrefix(name, "builtin:"):
		return nil, fmt.Errorf("no database %q; the one that is built in is %s", name, Builtin)
	}
	src, err := metamath.OpenFile(name, opts)
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("%w; Debian's package metamath-databases has set.mm and others", err)
	}
	return src, err
}

// Tasks opens a spec's source and selects its tasks, in order of declaration. The
// record is nil when the tasks come from a list that was not drawn by a selection.
func Tasks(s *spec.Spec) (*metamath.Source, []*task.Task, *task.SelectionRecord, error) {
	if s.Imported != nil {
		return nil, nil, nil, fmt.Errorf("%s: this spec describes imported results (%s); there is nothing to run, and its tasks are in the run's tables", s.File, s.Imported.Format)
	}
	src, err := Source(besides(s.File, s.Tasks.Metamath), s.Tasks.Level)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: tasks.metamath: %w", s.File, err)
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
	tasks, record, err := task.Select(src.Tasks, task.Selection{
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
