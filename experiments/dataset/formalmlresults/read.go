package formalmlresults

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
)

// Format is the name of the format.
const Format = "formalml"

// parts are the two libraries that problems come from, as evaluations call them.
var parts = []string{"optlib", "foml"}

// Options say how evaluation files are to be read.
type Options struct {
	// Models are parallel to the files; nil calls each by its name.
	Models []string
	Regime string // empty: unknown
	// Generations, if not nil, are files of generations, parallel to the files.
	Generations []string
	// Tasks, if not nil, gives the tasks their features and texts by their names.
	Tasks       *dataset.Source
	SkipDamaged bool // leave damaged lines of generations out, as findings
}

type evaluation struct {
	Statistics *statistics `json:"statistics"`
	Results    []struct {
		Problem *string `json:"problem_id"`
		Passed  []bool  `json:"passed"`
	} `json:"results"`
}

type statistics struct {
	Total  *int     `json:"total_problems"`
	Passed *int     `json:"passed_problems"`
	Rate   *float64 `json:"pass_rate"`
}

type generation struct {
	Problem   *string  `json:"problem_id"`
	Header    string   `json:"header"`
	Statement string   `json:"formal_statement"`
	Output    []string `json:"model_output"`
	Proof     []string `json:"full_proof"`
}

// Read reads one evaluation file for each model into one run. Errors name file and
// line, or the problem. The number of samples k of a cell is the longest list of
// outcomes; a problem with two lists that differ is an error.
func Read(paths []string, opts Options) (*imported.Results, error) {
	switch {
	case len(paths) == 0:
		return nil, errors.New("no evaluation files")
	case opts.Models != nil && len(opts.Models) != len(paths):
		return nil, fmt.Errorf("%d names of models for %d files", len(opts.Models), len(paths))
	case opts.Generations != nil && len(opts.Generations) != len(paths):
		return nil, fmt.Errorf("%d files of generations for %d evaluations", len(opts.Generations), len(paths))
	}
	r := &reader{opts: opts, known: map[string]*task.Task{}}
	r.Format, r.Policy, r.Description = Format, spec.Exhaustive, "results on FormalML"
	if r.opts.Regime == "" {
		r.opts.Regime = "unknown"
	}
	if opts.Tasks != nil {
		for _, t := range opts.Tasks.Tasks {
			r.known[t.Name], r.known[t.ID] = t, t
		}
	}
	for i, path := range paths {
		model := imported.Stem(path)
		if opts.Models != nil {
			model = opts.Models[i]
		}
		generations := ""
		if opts.Generations != nil {
			generations = opts.Generations[i]
		}
		if err := r.file(path, generations, model); err != nil {
			return nil, err
		}
	}
	return r.Finish()
}

type reader struct {
	imported.Builder
	opts  Options
	known map[string]*task.Task
}

func (r *reader) file(path, generations, model string) error {
	text, f, err := imported.ReadFile(path)
	if err != nil {
		return err
	}
	var file map[string]json.RawMessage
	if text := bytes.TrimSpace(text); len(text) > 0 && text[0] == '{' {
		if err := imported.Decode(path, text, &file); err != nil && imported.Guess(text[:min(len(text), 64<<10)]) == "a FormalML evaluation" {
			return err
		}
	}
	found := false
	for _, part := range parts {
		_, ok := file[part]
		found = found || ok
	}
	if !found {
		return fmt.Errorf("%s: not a FormalML evaluation: it looks like %s", path, imported.Guess(text[:min(len(text), 64<<10)]))
	}
	for _, c := range r.Cells {
		if c.Model == imported.ModelName(model) {
			return fmt.Errorf("%s: a file before it is also of the model %q: name the models", path, model)
		}
	}
	r.Files = append(r.Files, f)
	settings := map[string]string{"file": f.Name}
	answers := map[string]*generation{}
	if generations != "" {
		g, err := r.generations(generations, answers)
		if err != nil {
			return err
		}
		r.Files = append(r.Files, g)
		settings["generations"] = g.Name
	}
	cell := r.Cell(model, r.opts.Regime, settings)
	k := 0
	for _, part := range parts {
		raw, ok := file[part]
		if !ok || string(raw) == "null" {
			r.Lint.Add(f.Name, "parts that were not evaluated", part)
			continue
		}
		var e evaluation
		if err := json.Unmarshal(raw, &e); err != nil {
			line := imported.LineOf(text, int64(bytes.Index(text, raw)))
			return fmt.Errorf("%s:%d: %s: %w", path, line, part, imported.Explain(err))
		}
		n, err := r.part(f.Name, part, cell, &e, answers)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", path, part, err)
		}
		k = max(k, n)
	}
	if k == 0 {
		return fmt.Errorf("%s: no results", path)
	}
	r.Cells[cell].K = k
	for id := range answers {
		if answers[id] != nil {
			r.Lint.Add(f.Name, "generations without an evaluation; left out", "")
		}
	}
	return nil
}

// part adds the results of one part and returns its number of samples.
func (r *reader) part(file, part string, cell int, e *evaluation, answers map[string]*generation) (k int, err error) {
	seen, solved := map[string][]bool{}, 0
	for i, p := range e.Results {
		if p.Problem == nil || *p.Problem == "" {
			return 0, fmt.Errorf("result %d has no problem_id", i+1)
		}
		id := *p.Problem
		if len(p.Passed) > spec.MaxK {
			return 0, fmt.Errorf("problem %s has %d samples; at most %d are kept", id, len(p.Passed), spec.MaxK)
		}
		if was, ok := seen[id]; ok {
			if fmt.Sprint(was) != fmt.Sprint(p.Passed) {
				return 0, fmt.Errorf("problem %s has two results that differ", id)
			}
			r.Lint.Add(file, "problems that are listed again with the same result; counted once", id)
			continue
		}
		seen[id] = p.Passed
		g := answers[id]
		answers[id] = nil // used
		t := r.task(part, id, g)
		any := false
		for s, passed := range p.Passed {
			any = any || passed
			r.Add(cell, t, r.attempt(file, id, s, passed, g))
		}
		if any {
			solved++
		}
		if len(p.Passed) == 0 {
			r.Lint.Add(file, "problems without a sample; counted as not run", id)
		}
		if g != nil && len(g.Proof) != len(p.Passed) {
			r.Lint.Add(file, "problems with more or fewer proofs generated than judged", id)
		}
		k = max(k, len(p.Passed))
	}
	if s := e.Statistics; s != nil {
		n := len(seen)
		if s.Total != nil && *s.Total != n {
			r.Lint.Add(file, "totals that disagree with the results; the results count", fmt.Sprintf("%s: total_problems is %d, the results have %d", part, *s.Total, n))
		}
		if s.Passed != nil && *s.Passed != solved {
			r.Lint.Add(file, "numbers of passed problems that disagree with the results; the results count", fmt.Sprintf("%s: passed_problems is %d, the results have %d", part, *s.Passed, solved))
		}
		// Stated as a share or in percent, maybe rounded.
		rate := float64(solved) / float64(max(n, 1))
		if s.Rate != nil && math.Abs(*s.Rate-rate) > 0.0005 && math.Abs(*s.Rate-100*rate) > 0.05 {
			r.Lint.Add(file, "pass rates that disagree with the results; the results count", fmt.Sprintf("%s: pass_rate is %v, the results have %.4f", part, *s.Rate, rate))
		}
	}
	return k, nil
}

func (r *reader) task(part, id string, g *generation) int {
	return r.Task(Format+"/"+part+"/"+id, func(t *imported.Task) {
		t.Name, t.Benchmark, t.System, t.Repository = id, Format, "lean", part
		if g != nil {
			t.Statement = strings.TrimSpace(g.Header + "\n" + g.Statement)
		}
		if known := r.known[id]; known != nil {
			t.Features, t.Categories, t.File, t.Line = known.Features, known.Categories, known.File, int32(known.Line)
			t.Truth = known.Truth.Proof
			if t.Statement == "" {
				t.Statement = known.Statement
			}
		} else if r.opts.Tasks != nil {
			r.Lint.Add(part, "problems that the tasks do not have; their features stay unknown", id)
		}
	})
}

func (r *reader) attempt(file, id string, s int, passed bool, g *generation) imported.Attempt {
	a := imported.Unknown(record.Rejected)
	if passed {
		a = imported.Proved()
	}
	a.Sample = int32(s)
	if g == nil {
		return a
	}
	if s < len(g.Output) {
		a.Response = g.Output[s]
	}
	if s < len(g.Proof) {
		a.Candidate = g.Proof[s]
	}
	if strings.TrimSpace(a.Candidate) == "" {
		if passed {
			r.Lint.Add(file, "samples that passed without a proof; counted as the evaluation says", id)
		} else if s < len(g.Proof) {
			a.Verdict = record.NoAnswer
		}
	}
	return a
}

// generations reads a file of generations: JSON lines or an array.
func (r *reader) generations(path string, into map[string]*generation) (spec.ImportedFile, error) {
	keep := func(g *generation) error {
		switch {
		case g.Problem == nil:
			return errors.New("no problem_id: not FormalML generations")
		case into[*g.Problem] != nil:
			return fmt.Errorf("problem %s stands twice", *g.Problem)
		}
		into[*g.Problem] = g
		return nil
	}
	head, err := imported.Head(path)
	if err != nil {
		return spec.ImportedFile{}, err
	}
	if text := bytes.TrimSpace(head); len(text) > 0 && text[0] == '[' {
		text, f, err := imported.ReadFile(path)
		if err != nil {
			return f, err
		}
		var all []*generation
		if err := imported.Decode(path, text, &all); err != nil {
			return f, err
		}
		for i, g := range all {
			if g == nil {
				g = &generation{}
			}
			if err := keep(g); err != nil {
				return f, fmt.Errorf("%s: entry %d: %w", path, i+1, err)
			}
		}
		return f, nil
	}
	return imported.Lines(path, func(n int, line []byte) error {
		g := &generation{}
		if err := json.Unmarshal(line, g); err != nil {
			if !r.opts.SkipDamaged {
				return fmt.Errorf("%w; --skip-damaged leaves such lines out", imported.Explain(err))
			}
			r.Lint.Add(imported.Base(path), "damaged lines, left out", fmt.Sprintf("line %d", n))
			return nil
		}
		return keep(g)
	})
}
