package task

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"unicode/utf8"
)

// Format and Version mark a task list file.
const (
	Format  = "proofgrid-tasks"
	Version = 1
)

// Header is the first line of a task list.
type Header struct {
	Format    string           `json:"format"`
	Version   int              `json:"version"`
	Benchmark string           `json:"benchmark"`
	System    string           `json:"system"`
	Source    Source           `json:"source"`
	Selection *SelectionRecord `json:"selection"` // null when the list was not drawn by Select
}

// Source says where the premises of the tasks come from: a file or a source
// built into the program, and the SHA-256 of its text in hex.
type Source struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// List is a task list as read from a file. Its tasks get their pool from the
// source: see [List.Resolve].
type List struct {
	Header
	Entries []Entry
}

// Entry is one task of a list. Premises are named, not numbered.
type Entry struct {
	ID              string             `json:"id"`
	Name            string             `json:"name"`
	Repository      string             `json:"repository"`
	File            string             `json:"file"`
	Line            int                `json:"line"`
	Statement       string             `json:"statement"`
	Hypotheses      []string           `json:"hypotheses"`
	HypothesisNames []string           `json:"hypothesis_names,omitempty"`
	Conditions      []string           `json:"conditions,omitempty"`
	Available       int                `json:"available"` // declarations before the theorem
	Tokens          int                `json:"tokens"`    // by the source's tokenizer
	Restates        string             `json:"restates,omitempty"`
	InstanceOf      string             `json:"instance_of,omitempty"`
	Truth           EntryTruth         `json:"ground_truth"`
	Features        map[string]float64 `json:"features"`
	Categories      map[string]string  `json:"categories"`

	where string // file:line
}

// EntryTruth is a ground truth with its premises by name.
type EntryTruth struct {
	Proof    string   `json:"proof"`
	Premises []string `json:"premises"`
}

// Write writes tasks as JSON lines: the header, whose Format and Version it sets,
// then one task a line in the order given. Names and texts are kept exactly.
func Write(w io.Writer, h Header, tasks []*Task) error {
	h.Format, h.Version = Format, Version
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(h); err != nil {
		return fmt.Errorf("task list: %w", err)
	}
	for _, t := range tasks {
		if t.Benchmark != h.Benchmark || t.System != h.System {
			return fmt.Errorf("task list: task %s is of benchmark %s and system %s, not %s and %s", t.ID, t.Benchmark, t.System, h.Benchmark, h.System)
		}
		e := Entry{
			ID: t.ID, Name: t.Name, Repository: t.Repository, File: t.File, Line: t.Line,
			Statement: t.Statement, Hypotheses: list(t.Hypotheses), HypothesisNames: t.HypothesisNames, Conditions: t.Conditions,
			Available: t.Available, Tokens: t.Tokens, Restates: t.Restates, InstanceOf: t.InstanceOf,
			Truth:    EntryTruth{Proof: t.Truth.Proof, Premises: []string{}},
			Features: t.Features, Categories: t.Categories,
		}
		for _, i := range t.Truth.Premises {
			e.Truth.Premises = append(e.Truth.Premises, t.Pool.Premises[i].Name)
		}
		for _, name := range slices.Sorted(maps.Keys(t.Features)) {
			if v := t.Features[name]; math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("task list: task %s: feature %s is %v", t.ID, name, v)
			}
		}
		if err := enc.Encode(e); err != nil {
			return fmt.Errorf("task list: task %s: %w", t.ID, err)
		}
	}
	return b.Flush()
}

func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// maxLine bounds the memory that a damaged file can claim.
const maxLine = 64 << 20

// Read reads a task list. Name is what errors call the file; each error begins
// with name:line. Unknown fields, another format or version, ids that repeat,
// invalid UTF-8 and a list without a task are errors.
func Read(r io.Reader, name string) (*List, error) {
	l := &List{}
	ids := map[string]string{}
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	n := 0
	for s.Scan() {
		n++
		where := fmt.Sprintf("%s:%d", name, n)
		if n == 1 {
			// An unknown field of another version is not the news: the version is.
			var h Header
			if err := json.Unmarshal(s.Bytes(), &h); err != nil || h.Format != Format {
				return nil, fmt.Errorf("%s: not a task list: the first line has no format %q", where, Format)
			}
			if h.Version != Version {
				return nil, fmt.Errorf("%s: version %d of the task list format; this program reads version %d", where, h.Version, Version)
			}
			if err := decode(s.Bytes(), &l.Header); err != nil {
				return nil, fmt.Errorf("%s: %w", where, err)
			}
			continue
		}
		e := Entry{where: where}
		if err := decode(s.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
		switch {
		case e.ID == "" || e.Name == "" || e.Statement == "":
			return nil, fmt.Errorf("%s: a task needs an id, a name and a statement", where)
		case ids[e.ID] != "":
			return nil, fmt.Errorf("%s: task %s stands at %s already", where, e.ID, ids[e.ID])
		case len(e.HypothesisNames) > 0 && len(e.HypothesisNames) != len(e.Hypotheses):
			return nil, fmt.Errorf("%s: %d hypotheses with %d names", where, len(e.Hypotheses), len(e.HypothesisNames))
		}
		ids[e.ID] = where
		l.Entries = append(l.Entries, e)
	}
	if err := s.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("the line is longer than %d bytes", maxLine)
		}
		return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	switch {
	case n == 0:
		return nil, fmt.Errorf("%s:1: not a task list: the file is empty", name)
	case len(l.Entries) == 0:
		return nil, fmt.Errorf("%s:%d: the list has no tasks", name, n)
	}
	return l, nil
}

func decode(line []byte, into any) error {
	if !utf8.Valid(line) {
		return errors.New("invalid UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if errors.Is(err, io.EOF) {
			return errors.New("an empty line")
		}
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one JSON value on the line")
	}
	return nil
}

// Resolve gives the tasks of a list their pool, which must be that of the source
// with this SHA-256. Tasks and premises are looked up by name; a name that the
// pool lacks, or a statement that reads otherwise there, is an error that begins
// with file:line.
func (l *List) Resolve(pool *Pool, sha256 string) ([]*Task, error) {
	if l.Source.SHA256 != sha256 {
		return nil, fmt.Errorf("the task list was made from %s with SHA-256 %s, but this source has %s", l.Source.Path, l.Source.SHA256, sha256)
	}
	tasks := make([]*Task, len(l.Entries))
	for n := range l.Entries {
		e := &l.Entries[n]
		t := &Task{
			ID: e.ID, Name: e.Name, Benchmark: l.Benchmark, System: l.System, Repository: e.Repository, File: e.File, Line: e.Line,
			Statement: e.Statement, Hypotheses: e.Hypotheses, HypothesisNames: e.HypothesisNames, Conditions: e.Conditions,
			Pool: pool, Available: e.Available, Tokens: e.Tokens, Index: -1, Restates: e.Restates, InstanceOf: e.InstanceOf,
			Truth: GroundTruth{Proof: e.Truth.Proof}, Features: e.Features, Categories: e.Categories,
		}
		if len(t.Hypotheses) == 0 {
			t.Hypotheses = nil
		}
		if t.Available < 0 || t.Available > len(pool.Premises) {
			return nil, fmt.Errorf("%s: %d declarations before %s, but the source has %d", e.where, t.Available, t.Name, len(pool.Premises))
		}
		if i, ok := pool.Lookup(e.Name); ok {
			p := &pool.Premises[i]
			if p.Statement != t.Statement || !slices.Equal(p.Hypotheses, t.Hypotheses) {
				return nil, fmt.Errorf("%s: the source states %s otherwise", e.where, t.Name)
			}
			if i != t.Available {
				return nil, fmt.Errorf("%s: %d declarations before %s in the list, %d in the source", e.where, t.Available, t.Name, i)
			}
			t.Index = i
		}
		for _, name := range e.Truth.Premises {
			i, ok := pool.Lookup(name)
			if !ok {
				return nil, fmt.Errorf("%s: the source has no %s, which the ground truth of %s cites", e.where, name, t.Name)
			}
			t.Truth.Premises = append(t.Truth.Premises, int32(i))
		}
		slices.Sort(t.Truth.Premises)
		tasks[n] = t
	}
	return tasks, nil
}
