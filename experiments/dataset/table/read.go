package table

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/dataset/internal/premises"
	"proofgrid/experiments/dataset/internal/records"
	"proofgrid/experiments/imported"
	"proofgrid/experiments/task"
)

// Format is the name of the format.
const Format = "table"

// systems by the ending of a source file.
var systems = map[string]string{".lean": "lean", ".v": "coq", ".thy": "isabelle", ".mm": "metamath", ".agda": "agda"}

// Unknown is the system of tasks whose table does not say it.
const Unknown = "unknown"

// Read reads the tasks of a table. It reads Columns, Counter, Benchmark and Skip of the
// options; the benchmark's default is the name of the file, less its ending. Errors
// name file and line.
func Read(path string, o dataset.Options) (*dataset.Source, error) {
	text, file, err := imported.ReadFile(path)
	if err != nil {
		return nil, err
	}
	guess := imported.Guess(text[:min(len(text), 64<<10)])
	for _, other := range []string{"a zip archive", "a Parquet file", "an Arrow file", "a gzip file", "a zstandard file", "an empty file", "a YAML file"} {
		if strings.HasPrefix(guess, other) {
			return nil, records.Wrong(path, text, "a table of tasks", "it is CSV, JSON lines or a JSON array")
		}
	}
	o.Benchmark = cmp.Or(o.Benchmark, strings.TrimSuffix(file.Name, filepath.Ext(file.Name)))
	r := reader{options: o, file: file.Name, lines: map[string]int{}, said: map[string]string{}}
	damage := &records.Damage{Path: path, Skip: o.Skip, Lint: &r.lint}
	columns, rows, err := read(text, filepath.Ext(path) == ".tsv", damage)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: no row that makes a task", path)
	}
	m, unused, err := newMapping(columns, o.Columns)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.mapping = m
	for _, row := range rows {
		if err := r.add(row); err != nil {
			if err := damage.At(row.line, err); err != nil {
				return nil, err
			}
		}
	}
	if len(r.tasks) == 0 {
		return nil, fmt.Errorf("%s: no row that makes a task", path)
	}
	r.pool.Fill(r.tasks)
	src := &dataset.Source{
		Benchmark: o.Benchmark, System: r.system, Ref: task.Source{Path: path, SHA256: file.SHA256},
		Tasks: r.tasks, Findings: r.lint.List(), Warnings: []string{"columns: " + m.String()},
	}
	if len(unused) > 0 {
		src.Warnings[0] += "; not read: " + list(unused)
	}
	if r.system == Unknown {
		src.Warnings = append(src.Warnings, "the table does not say which proof assistant the tasks are for: give system=COLUMN, or system==lean for all")
	}
	return src, src.Count(o.Counter)
}

type reader struct {
	options dataset.Options
	mapping mapping
	file    string
	system  string // of the tasks so far
	tasks   []*task.Task
	pool    premises.Set
	lint    imported.Findings
	lines   map[string]int    // of a task, by ID
	said    map[string]string // first task by its statement
}

// cell returns the value of a field.
func (r *reader) cell(row row, field string) value {
	column := r.mapping[field]
	if c, ok := strings.CutPrefix(column, constant); ok {
		return value{text: c}
	}
	return row.values[column]
}

// add makes the task of a row.
func (r *reader) add(row row) error {
	texts := map[string]string{}
	for _, field := range fields {
		v := r.cell(row, field)
		if v.json != nil && field != "premises" {
			return fmt.Errorf("%s is a list or an object, not a text", field)
		}
		texts[field] = strings.TrimSpace(v.text)
		if field == "text" || field == "preamble" || field == "suffix" || field == "statement" {
			texts[field] = strings.Trim(v.text, "\n")
		}
	}
	t := &task.Task{
		Name: cmp.Or(texts["name"], texts["id"]), Benchmark: r.options.Benchmark,
		System:     cmp.Or(texts["system"], systems[path.Ext(texts["file"])], Unknown),
		Repository: texts["repository"], File: texts["file"],
		Statement: cmp.Or(texts["statement"], texts["text"]), Text: cmp.Or(texts["text"], texts["statement"]),
		Preamble: texts["preamble"], Suffix: texts["suffix"], Truth: task.GroundTruth{Proof: texts["proof"]},
		Features: map[string]float64{}, Categories: map[string]string{},
	}
	id := cmp.Or(texts["id"], texts["name"])
	t.ID = t.Benchmark + "/" + id
	switch {
	case id == "":
		return errors.New("neither an id nor a name")
	case strings.TrimSpace(t.Statement) == "":
		return errors.New("no statement")
	case r.lines[t.ID] > 0:
		return fmt.Errorf("the task %s stands at line %d already", id, r.lines[t.ID])
	case r.system != "" && t.System != r.system:
		return fmt.Errorf("a task for %s among tasks for %s; one table is for one system", t.System, r.system)
	}
	if s := texts["line"]; s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 || n > 1<<30 {
			return fmt.Errorf("line is %q, not a line number", s)
		}
		t.Line = n
	}
	if err := r.annotate(t, row); err != nil {
		return err
	}
	cited, err := parsePremises(r.cell(row, "premises"))
	if err != nil {
		return fmt.Errorf("premises: %w", err)
	}
	for _, p := range cited {
		i := r.pool.Add(p)
		if slices.Contains(t.Truth.Premises, i) {
			r.lint.Add(r.file, "premises that repeat within their row; kept once", t.ID+": "+p.Name)
			continue
		}
		t.Truth.Premises = append(t.Truth.Premises, i)
	}
	r.system = t.System
	r.lines[t.ID] = row.line
	r.lintTask(t)
	r.tasks = append(r.tasks, t)
	return nil
}

// annotate fills in features and categories; empty cells are unknown.
func (r *reader) annotate(t *task.Task, row row) error {
	for _, field := range slices.Sorted(maps.Keys(r.mapping)) {
		v := r.cell(row, field)
		text := strings.TrimSpace(v.text)
		if v.json != nil || text == "" {
			if v.json != nil && !slices.Contains(fields, field) {
				return fmt.Errorf("%s is a list or an object", field)
			}
			continue
		}
		if name, ok := strings.CutPrefix(field, "category."); ok {
			t.Categories[name] = text
		}
		if name, ok := strings.CutPrefix(field, "feature."); ok {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
				return fmt.Errorf("%s is %q, not a number", field, text)
			}
			t.Features[name] = n
		}
	}
	return nil
}

// lintTask notes what is odd about a task.
func (r *reader) lintTask(t *task.Task) {
	if r.mapping["proof"] != "" && t.Truth.Proof == "" {
		r.lint.Add(r.file, "tasks without a proof", t.ID)
	}
	shown := " " + strings.Join(strings.Fields(string(t.Append(nil))), " ") + " "
	if proof := strings.Fields(t.Truth.Proof); len(proof) > 2 && strings.Contains(shown, " "+strings.Join(proof, " ")+" ") {
		r.lint.Add(r.file, "tasks that show their own proof", t.ID)
	}
	if first := r.said[shown]; first != "" {
		r.lint.Add(r.file, "tasks that say the same as an earlier one; both are kept", t.ID+" and "+first)
	} else {
		r.said[shown] = t.ID
	}
}

// parsePremises reads a JSON list, or what stands between semicolons.
func parsePremises(v value) ([]task.Premise, error) {
	raw := v.json
	if strings.HasPrefix(strings.TrimSpace(v.text), "[") {
		raw = json.RawMessage(v.text)
	}
	var out []task.Premise
	if raw == nil {
		for s := range strings.SplitSeq(v.text, ";") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, named(s))
			}
		}
		return out, nil
	}
	var items []json.RawMessage
	if err := records.Decode(raw, &items); err != nil {
		return nil, err
	}
	for _, item := range items {
		p, err := parsePremise(item)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func parsePremise(raw json.RawMessage) (task.Premise, error) {
	var text string
	if raw[0] == '"' {
		if err := records.Decode(raw, &text); err != nil {
			return task.Premise{}, err
		}
		if text = strings.TrimSpace(records.Newlines(text)); text == "" {
			return task.Premise{}, errors.New("an empty one")
		}
		return named(text), records.Clean(records.Field{Name: "a premise", Text: text})
	}
	var o struct{ Name, Statement, Text, Kind string }
	if err := records.Decode(raw, &o); err != nil {
		return task.Premise{}, err
	}
	p := task.Premise{Name: o.Name, Statement: o.Statement, Text: records.Newlines(o.Text), Kind: task.Kind(cmp.Or(o.Kind, string(task.Lemma))), Origin: task.Library}
	if p.Text != "" {
		n := named(p.Text)
		p.Name, p.Statement = cmp.Or(p.Name, n.Name), cmp.Or(p.Statement, n.Statement)
	}
	switch {
	case p.Name == "" || p.Statement == "" && p.Text == "":
		return p, errors.New("an object without a name, or without a statement and a text")
	case !slices.Contains([]task.Kind{task.Lemma, task.Definition, task.Axiom, task.Notation}, p.Kind):
		return p, fmt.Errorf("the kind of %s is %q; known are lemma, definition, axiom and notation", p.Name, o.Kind)
	}
	return p, records.Clean(records.Field{Name: "a premise", Text: p.Name + p.Statement + p.Text})
}

// named makes the premise of a text: a declaration, "name: statement", or a bare name.
func named(text string) task.Premise {
	p := task.Premise{Name: text, Statement: text, Text: text, Kind: task.Lemma, Origin: task.Library}
	if name, rest, ok := premises.Declared(text); ok {
		p.Name, p.Statement = name, strings.TrimSpace(rest)
	} else if name, rest, ok := strings.Cut(text, ":"); ok && len(strings.Fields(name)) == 1 {
		p.Name, p.Statement = strings.TrimSpace(name), strings.TrimSpace(rest)
	}
	return p
}
