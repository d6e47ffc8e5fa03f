package attempts

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// Format is the name of the format.
const Format = "table"

// Options say how tables are to be read.
type Options struct {
	Columns  map[string]string         // field → column; what it leaves out is found by name
	Verdicts map[string]record.Verdict // word → verdict, before the usual words
	Policy   spec.Policy               // by which samples were drawn; empty means exhaustive
	Limit    time.Duration             // longest time of a proof that counts; 0 counts every proof
	// Model and Regime stand where a table has no such column. Without a model each
	// file is one, called by its name.
	Model, Regime     string
	Benchmark, System string // of the tasks
	SkipDamaged       bool   // leave lines out that cannot be read, as a finding
}

// Read reads tables of attempts, all into one run. Errors name file and line or row:
// a column of Options that no row has, rows without a task, words for verdicts that
// are not known, and two rows that say different things of the same attempt.
func Read(paths []string, opts Options) (*imported.Results, error) {
	if len(paths) == 0 {
		return nil, errors.New("no tables of attempts")
	}
	for f := range opts.Columns {
		if kind, _ := prefixed(f); kind == ignored && !slices.Contains(names[:], f) {
			return nil, fmt.Errorf("no field %q; the fields are %s, feature.X and category.X", f, strings.Join(names[:], ", "))
		}
	}
	r := &reader{
		opts: opts, binder: newBinder(opts.Columns), words: maps.Clone(words), unknown: map[string]*unknownWord{},
		seen: map[attemptKey]seenAttempt{}, columns: map[string]bool{}, next: map[[2]int]int32{},
	}
	for w, v := range opts.Verdicts {
		r.words[word(w)] = v
	}
	r.Format, r.Policy, r.Limit = Format, cmp.Or(opts.Policy, spec.Exhaustive), opts.Limit
	for _, path := range paths {
		if err := r.file(path); err != nil {
			return nil, err
		}
	}
	if err := r.complete(paths); err != nil {
		return nil, err
	}
	r.FromZero(r.Files[0].Name)
	r.Description = "attempts imported from " + r.Files[0].Name
	if n := len(r.Files); n > 1 {
		r.Description += fmt.Sprintf(" and %d more files", n-1)
	}
	return r.Finish()
}

type reader struct {
	imported.Builder
	opts   Options
	binder *binder
	words  map[string]record.Verdict

	name    string // of the file, less its folder
	model   string // of rows that name none
	rows    int
	columns map[string]bool // names that rows had
	unknown map[string]*unknownWord
	seen    map[attemptKey]seenAttempt
	next    map[[2]int]int32 // sample to come, by cell and task

	hasOutcome bool
}

type attemptKey struct {
	cell, task    int
	sample, round int32
}

// seenAttempt is where an attempt was read and what it said.
type seenAttempt struct {
	file    string
	line    int
	verdict record.Verdict
	proof   string
}

type unknownWord struct {
	n    int
	file string
	line int
}

// cells are the values of a row by field.
type cells struct {
	line     int
	values   [fields]record.Value
	rank     [fields]int
	has      [fields]bool // the row has the column, be it null
	features map[string]float64
	kinds    map[string]string
}

func (r *reader) file(path string) error {
	r.name = imported.Base(path)
	r.model = cmp.Or(r.opts.Model, imported.Stem(path))
	damaged := func(line int, err error) error {
		if !r.opts.SkipDamaged {
			return fmt.Errorf("%w; --skip-damaged leaves such lines out", err)
		}
		r.Lint.Add(r.name, "damaged lines, left out", fmt.Sprintf("line %d: %v", line, err))
		return nil
	}
	var c cells
	f, err := readTable(path, visitor{damaged: damaged, unread: r.unread, row: func(row *row) error {
		if err := r.bind(row, &c); err != nil {
			return err
		}
		return r.add(&c)
	}})
	if err != nil {
		return err
	}
	r.Files = append(r.Files, f)
	return nil
}

// unread notes the columns that would be used and cannot be read. It is an error when
// Options name one, or when it would have the task.
func (r *reader) unread(columns map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		switch p := r.binder.of(name); {
		case slices.Contains(slices.Collect(maps.Values(r.opts.Columns)), name), p.kind == ofField && p.field == fTask && p.rank == 0:
			return fmt.Errorf("column %q %s, which cannot be read", name, columns[name])
		case p.kind != ignored:
			r.Lint.Add(r.name, "columns that cannot be read; what they say stays unknown", fmt.Sprintf("%s, which %s", name, columns[name]))
		}
	}
	return nil
}

// bind sorts the values of a row by field.
func (r *reader) bind(row *row, c *cells) error {
	*c = cells{line: row.line}
	for i, name := range row.names {
		p := r.binder.of(name)
		if !r.columns[name] {
			r.columns[strings.Clone(name)] = true
		}
		v := row.values[i]
		switch {
		case p.kind == ignored:
			continue
		case v.Kind == record.List:
			r.Lint.Add(r.name, "lists where one value is due; left out", fmt.Sprintf("%s of row %d", name, row.line))
			v = record.Value{}
		case v.Kind == record.Float && math.IsNaN(v.Float):
			r.Lint.Add(r.name, "values that are NaN; taken for unknown", fmt.Sprintf("%s of row %d", name, row.line))
			v = record.Value{}
		}
		switch p.kind {
		case ofField:
			if !c.has[p.field] || p.rank < c.rank[p.field] {
				c.values[p.field], c.rank[p.field], c.has[p.field] = v, p.rank, true
			}
		case ofFeature:
			if f, ok := float(v); ok {
				if c.features == nil {
					c.features = map[string]float64{}
				}
				c.features[p.key] = f
			} else if v.Kind != record.Null {
				return fmt.Errorf("column %s: %q is no number", name, v.Text)
			}
		case ofCategory:
			if s := text(v); s != "" {
				if c.kinds == nil {
					c.kinds = map[string]string{}
				}
				c.kinds[p.key] = s
			}
		}
	}
	r.rows++
	r.hasOutcome = r.hasOutcome || c.has[fVerdict] || c.has[fSolved]
	return nil
}

// add makes an attempt of a row.
func (r *reader) add(c *cells) error {
	id := text(c.values[fTask])
	if id == "" {
		if r.rows == 1 && !c.has[fTask] {
			return fmt.Errorf("no column for the task; the columns are %s: name one with --columns task=COLUMN", strings.Join(slices.Sorted(maps.Keys(r.columns)), ", "))
		}
		return errors.New("a row without a task")
	}
	a, err := r.attempt(c, id)
	if err != nil {
		return err
	}
	regime := cmp.Or(text(c.values[fRegime]), r.opts.Regime, "unknown")
	model := cmp.Or(text(c.values[fModel]), r.model)
	cell := r.Cell(model, regime, map[string]string{"file": r.name, "model": model})
	task := r.Task(id, func(t *imported.Task) { r.describe(t, c) })
	r.compare(task, c, id)

	if a.Round, err = index(c, fRound); err != nil {
		return err
	}
	if a.Sample, err = index(c, fSample); err != nil {
		return err
	}
	unit := [2]int{cell, task}
	if c.values[fSample].Kind == record.Null {
		a.Sample = r.next[unit]
		if a.Round == 0 || a.Sample == 0 {
			r.next[unit]++
		} else {
			a.Sample-- // a repair of the sample before it
		}
	}
	key := attemptKey{cell, task, a.Sample, a.Round}
	if was, ok := r.seen[key]; ok {
		if was.verdict != a.Verdict || was.proof != a.Candidate {
			return fmt.Errorf("task %s, model %s, sample %d, round %d: another row says something else of this attempt: %s:%d", id, model, a.Sample, a.Round, was.file, was.line)
		}
		r.Lint.Add(r.name, "attempts that are listed again with the same result; counted once", id)
		return nil
	}
	r.seen[key] = seenAttempt{r.name, c.line, a.Verdict, a.Candidate}
	r.Add(cell, task, a)
	return nil
}

func (r *reader) describe(t *imported.Task, c *cells) {
	t.Benchmark, t.System = cmp.Or(r.opts.Benchmark, Format), cmp.Or(r.opts.System, "unknown")
	t.Repository = cmp.Or(text(c.values[fRepository]), t.Benchmark)
	t.File, t.Statement = text(c.values[fFile]), text(c.values[fStatement])
	t.Features, t.Categories = c.features, c.kinds
}

// compare notes rows that say of a task something else than its first row.
func (r *reader) compare(task int, c *cells, id string) {
	t := &r.Tasks[task]
	if s := text(c.values[fRepository]); s != "" && s != t.Repository {
		r.Lint.Add(r.name, "rows that place a task in another repository than its first row, which counts", id)
	}
	if s := text(c.values[fFile]); s != "" && s != t.File {
		r.Lint.Add(r.name, "names of tasks that repeat across files; taken for one task", id)
	}
}

// complete refuses what only all rows show.
func (r *reader) complete(paths []string) error {
	where := strings.Join(paths, ", ")
	if r.rows == 0 {
		return fmt.Errorf("%s: no rows", where)
	}
	for _, f := range slices.Sorted(maps.Keys(r.opts.Columns)) {
		if column := r.opts.Columns[f]; !r.columns[column] {
			return fmt.Errorf("%s: no column %q for %s; the columns are %s", where, column, f, strings.Join(slices.Sorted(maps.Keys(r.columns)), ", "))
		}
	}
	if !r.hasOutcome {
		return fmt.Errorf("%s: no column for the outcome; the columns are %s: name one with --columns verdict=COLUMN or --columns solved=COLUMN", where, strings.Join(slices.Sorted(maps.Keys(r.columns)), ", "))
	}
	var problems []string
	for _, w := range slices.Sorted(maps.Keys(r.unknown)) {
		u := r.unknown[w]
		problems = append(problems, fmt.Sprintf("%q (%d rows, the first %s:%d)", w, u.n, u.file, u.line))
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s: words for verdicts that are not known: %s; say what they mean, such as --verdicts '%s=rejected'", where, strings.Join(problems, ", "), slices.Sorted(maps.Keys(r.unknown))[0])
	}
	return nil
}

func text(v record.Value) string {
	switch v.Kind {
	case record.Text:
		return strings.Clone(v.Text)
	case record.Int:
		return strconv.FormatInt(v.Int, 10)
	case record.Uint:
		return strconv.FormatUint(v.Uint, 10)
	case record.Float:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	case record.Bool:
		return strconv.FormatBool(v.Bool)
	}
	return ""
}

func float(v record.Value) (float64, bool) {
	switch v.Kind {
	case record.Int:
		return float64(v.Int), true
	case record.Uint:
		return float64(v.Uint), true
	case record.Float:
		return v.Float, v.Float-v.Float == 0 // finite
	case record.Bool:
		if v.Bool {
			return 1, true
		}
		return 0, true
	case record.Text:
		f, err := strconv.ParseFloat(strings.TrimSpace(v.Text), 64)
		return f, err == nil && f-f == 0
	}
	return 0, false
}

// whole is a number without a fraction, of less than 2⁵³.
func whole(v record.Value) (int64, bool) {
	f, ok := float(v)
	return int64(f), ok && f == float64(int64(f)) && f > -1<<53 && f < 1<<53
}

// index is a sample or a round; 0 when the row has none.
func index(c *cells, f field) (int32, error) {
	v := c.values[f]
	if v.Kind == record.Null {
		return 0, nil
	}
	n, ok := whole(v)
	if limit := int64(spec.MaxK); !ok || n < 0 || n > limit {
		return 0, fmt.Errorf("%s %q is no whole number from 0 to %d", names[f], text(v), limit)
	}
	return int32(n), nil
}
