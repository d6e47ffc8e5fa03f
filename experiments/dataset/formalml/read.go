package formalml

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/dataset/internal/premises"
	"proofgrid/experiments/dataset/internal/records"
	"proofgrid/experiments/imported"
	"proofgrid/experiments/task"
)

// Format is the name of the format.
const Format = "formalml"

// record is one of the dataset. Earlier versions of the benchmark call the tactic
// proof and the header header.
type record struct {
	Filename  string `json:"filename"`
	Line      int    `json:"line"`
	Tactic    string `json:"tactic"`
	Proof     string `json:"proof"`
	Goal      string `json:"goal"`
	Header    string `json:"theorem_header"`
	OldHeader string `json:"header"`
	Statement string `json:"formal_statement"`
	Retrieval []item `json:"retrieval"`
}

// item is a library statement that the tactic cites.
type item struct {
	Library    string `json:"library"`
	Definition string `json:"definition"`
}

// check returns why a record makes no task.
func (r *record) check() error {
	r.Tactic, r.Header = records.Newlines(cmp.Or(r.Tactic, r.Proof)), records.Newlines(cmp.Or(r.Header, r.OldHeader))
	r.Statement = records.Newlines(r.Statement)
	fields := []records.Field{{Name: "filename", Text: r.Filename}, {Name: "formal_statement", Text: r.Statement}, {Name: "tactic", Text: r.Tactic}, {Name: "theorem_header", Text: r.Header}}
	for _, it := range r.Retrieval {
		fields = append(fields, records.Field{Name: "library", Text: it.Library}, records.Field{Name: "definition", Text: it.Definition})
	}
	switch {
	case strings.TrimSpace(r.Statement) == "":
		return errors.New("no formal_statement")
	case r.Filename == "":
		return errors.New("no filename")
	case r.Line < 0 || r.Line > 1<<30:
		return fmt.Errorf("impossible line: %d", r.Line)
	}
	return records.Clean(fields...)
}

// Read reads the tasks of a file of records. It reads Counter, Benchmark and Skip of
// the options. Errors name file and line.
func Read(path string, o dataset.Options) (*dataset.Source, error) {
	text, file, err := imported.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if guess := imported.Guess(text[:min(len(text), 64<<10)]); !strings.HasPrefix(guess, "FormalML tasks") && !bytes.Contains(text[:min(len(text), 1<<20)], []byte(`"formal_statement"`)) {
		return nil, records.Wrong(path, text, "FormalML tasks", "the first record has no formal_statement")
	}
	if o.Benchmark == "" {
		o.Benchmark = Format
	}
	r := reader{options: o, file: file.Name, ids: map[string]string{}, said: map[string]string{}}
	damage := &records.Damage{Path: path, Skip: o.Skip, Lint: &r.lint}
	err = records.Each(text, damage, func(line int, raw []byte) error {
		var rec record
		if err := records.Decode(raw, &rec); err != nil {
			return err
		}
		if err := rec.check(); err != nil {
			return err
		}
		r.add(line, &rec)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(r.tasks) == 0 {
		return nil, fmt.Errorf("%s: no record that makes a task", path)
	}
	r.pool.Fill(r.tasks)
	src := &dataset.Source{
		Benchmark: o.Benchmark, System: "lean", Ref: task.Source{Path: path, SHA256: file.SHA256},
		Tasks: r.tasks, Findings: r.lint.List(),
		Warnings: []string{fmt.Sprintf("the premises are the %d library statements that some record cites, not whole libraries: distractors come from other tasks", r.pool.Len())},
	}
	if o.Repositories != "" {
		src.Warnings = append(src.Warnings, "the folder of repositories is not read: the records hold all there is of their libraries")
	}
	return src, src.Count(o.Counter)
}

type reader struct {
	options dataset.Options
	file    string
	tasks   []*task.Task
	pool    premises.Set
	lint    imported.Findings
	ids     map[string]string // fingerprint of the record by task ID
	said    map[string]string // first task by its statement less its name
}

// found notes a finding.
func (r *reader) found(what, id string) { r.lint.Add(r.file, what, id) }

// add makes the task of a record.
func (r *reader) add(line int, rec *record) {
	rest, name := "", ""
	text, inside, closed := cut(rec.Statement)
	name, rest, named := premises.Declared(text)
	if !named {
		name, rest = fmt.Sprintf("line-%d", line), text
	}
	id := fmt.Sprintf("%s/%s:%d:%s", r.options.Benchmark, strings.TrimPrefix(rec.Filename, "/"), rec.Line, strings.TrimPrefix(name, "extracted_formal_statement_"))
	sum := sha256.Sum256([]byte(rec.Header + "\x00" + rec.Statement + "\x00" + rec.Tactic))
	print := hex.EncodeToString(sum[:8])
	if r.ids[id] == print {
		r.found("records that are repeated; kept once", id)
		return
	}
	if r.ids[id] != "" {
		r.found("records at the place and with the name of another one; told apart by a hash", id)
		if id += "#" + print; r.ids[id] != "" {
			return
		}
	}
	r.ids[id] = print

	t := &task.Task{
		ID: id, Name: name, Benchmark: r.options.Benchmark, System: "lean", File: rec.Filename, Line: rec.Line,
		Repository: library(rec.Filename), Statement: text, Text: text, Preamble: strings.Trim(rec.Header, "\n"),
		Truth: task.GroundTruth{Proof: strings.TrimSpace(rec.Tactic)},
	}
	r.lintRecord(t, rec, rest, inside, named, closed)
	if t.Truth.Proof == "" {
		t.Truth.Proof = inside
	}
	local := r.cite(t, rec.Retrieval)
	t.Features = map[string]float64{
		"statement_characters": float64(utf8.RuneCountInString(text)),
		"cited_premises":       float64(len(t.Truth.Premises)),
		"cited_local":          float64(local),
	}
	if t.Truth.Proof != "" {
		t.Features["tactics"] = float64(tactics(t.Truth.Proof))
	}
	if n, ok := hypotheses(rec.Goal); ok {
		t.Features["hypotheses"] = float64(n)
	}
	t.Categories = map[string]string{"library": t.Repository}
	if d := domains[t.Repository]; d != "" {
		t.Categories["domain"] = d
	}
	r.tasks = append(r.tasks, t)
}

// domains are the benchmark's two, by library.
var domains = map[string]string{"optlib": "optimization", "foml": "probability"}

// library is the folder of a file that is the library's, in small letters as the
// benchmark's evaluations spell it.
func library(filename string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(filepath.ToSlash(filename), "/"), "/")
	return strings.ToLower(first)
}

// lintRecord notes what is odd about a record by itself.
func (r *reader) lintRecord(t *task.Task, rec *record, rest, inside string, named, closed bool) {
	for _, f := range []struct {
		odd  bool
		what string
	}{
		{!named, "statements that declare no name"},
		{!closed, "statements without a place for the proof; := was put behind them"},
		{inside != "", "statements with a proof inside; cut off before it"},
		{strings.Contains(rest, "sorry"), "statements that hold sorry before their proof"},
		{strings.Contains(rest, "⋯"), "statements with parts that were left out (⋯), which Lean cannot read"},
		{strings.Contains(rest, "✝"), "statements with inaccessible names (✝), which Lean cannot read"},
		{t.Preamble == "", "records without a header"},
		{t.Truth.Proof == "", "records without a tactic"},
		{rec.Line == 0, "records without a line"},
		{rec.Goal == "", "records without a goal"},
	} {
		if f.odd {
			r.found(f.what, t.ID)
		}
	}
	key := t.Preamble + "\x00" + strings.Join(strings.Fields(rest), " ")
	if first := r.said[key]; first != "" {
		r.found("statements that say the same as an earlier one; both are kept", t.ID+" and "+first)
	} else {
		r.said[key] = t.ID
	}
}

// cite adds the premises of a record and returns how many are not of Mathlib.
func (r *reader) cite(t *task.Task, items []item) (local int) {
	seen := map[int32]bool{}
	for _, it := range items {
		definition := strings.TrimSpace(records.Newlines(it.Definition))
		if definition == "" {
			r.found("retrieval items without a definition; left out", t.ID)
			continue
		}
		name, rest, ok := premises.Declared(definition)
		if !ok {
			r.found("retrieval items that declare no name", t.ID+": "+short(definition))
			name, rest = short(definition), definition
		}
		if !balanced(definition) {
			r.found("retrieval items that are cut off inside a bracket", t.ID+": "+name)
		}
		if it.Library == "" {
			r.found("retrieval items without a library", t.ID+": "+name)
		}
		origin := task.Repository
		if strings.EqualFold(it.Library, "mathlib") {
			origin = task.Library
		}
		i := r.pool.Add(task.Premise{
			Name: name, Kind: task.Lemma, Origin: origin, File: it.Library, Repository: strings.ToLower(it.Library),
			Statement: strings.TrimSpace(rest), Text: definition,
		})
		if seen[i] {
			r.found("retrieval items that repeat within their record; kept once", t.ID+": "+name)
			continue
		}
		seen[i] = true
		if origin != task.Library {
			local++
		}
		t.Truth.Premises = append(t.Truth.Premises, i)
	}
	return local
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
