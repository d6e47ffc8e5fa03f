package dataset

import (
	"fmt"
	"io"

	"proofgrid/experiments/task"
	"proofgrid/experiments/tokens"
)

// Source is a set of tasks as a reader found it.
type Source struct {
	Benchmark string // as in Task.Benchmark
	System    string // as in Task.System
	Ref       task.Source
	Tasks     []*task.Task // in the order of the source
	Findings  []Finding    // what is odd about it, by file, then by what
	Warnings  []string     // what the user should know before using it
}

// Options are what a reader may need besides its file. Each format says which of
// them it reads.
type Options struct {
	Benchmark    string            // begins the tasks' IDs; default: the format's
	Repositories string            // folder that holds the projects' sources, each by its name; empty when there is none
	Columns      map[string]string // field of a task → column or key of a table
	Counter      tokens.Counter    // counts the tokens of premises and tasks
	Skip         bool              // leave out damaged lines, as findings, instead of refusing the file
}

// Finding is something about a file that a user of its tasks or a reader of its
// numbers has to know.
type Finding struct {
	File string `json:"file"`
	What string `json:"what"` // such as "placeholder items"
	N    int    `json:"n"`    // rows, tasks or items
	// Example is the first of them, empty when there is none to name.
	Example string `json:"example,omitempty"`
}

// Header returns the head of a task list drawn from the source.
func (s *Source) Header(selection *task.SelectionRecord) task.Header {
	return task.Header{Benchmark: s.Benchmark, System: s.System, Source: s.Ref, Selection: selection}
}

// Read reads a task list and returns the source's tasks that it names, in the
// list's order. Name is what errors call the list. A list of another benchmark, a
// task that the source lacks, and one whose statement differs are errors.
func (s *Source) Read(r io.Reader, name string) ([]*task.Task, *task.List, error) {
	list, err := task.Read(r, name)
	if err != nil {
		return nil, nil, err
	}
	if list.Benchmark != s.Benchmark || list.System != s.System {
		return nil, nil, fmt.Errorf("%s: a list of %s tasks for %s; the source has those of %s for %s", name, list.Benchmark, list.System, s.Benchmark, s.System)
	}
	byID := make(map[string]*task.Task, len(s.Tasks))
	for _, t := range s.Tasks {
		byID[t.ID] = t
	}
	tasks := make([]*task.Task, len(list.Entries))
	for i, e := range list.Entries {
		t := byID[e.ID]
		switch {
		case t == nil:
			return nil, nil, fmt.Errorf("%s: %s has no task %s", name, s.Ref.Path, e.ID)
		case t.Statement != e.Statement:
			return nil, nil, fmt.Errorf("%s: task %s says something else in %s than in the list", name, e.ID, s.Ref.Path)
		}
		tasks[i] = t
	}
	return tasks, list, nil
}
