package inspect

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// Format is the name of the format.
const Format = "inspect"

// Options say how logs are to be read.
type Options struct {
	Models []string // parallel to the files; nil takes what the logs call them
	Regime string   // empty: unknown
	System string   // proof system of the tasks; empty: unknown
	// Score names the score that decides, NAME.KEY one value of a score of several;
	// empty takes the only one.
	Score       string
	Threshold   float64 // least score of a proof; 0 means 1
	SkipDamaged bool    // leave damaged samples out, as findings
}

// Read reads logs into one run. Errors name the file and the member of the archive.
// A task that a model has twice in the same epoch is an error.
func Read(paths []string, opts Options) (*imported.Results, error) {
	switch {
	case len(paths) == 0:
		return nil, errors.New("no logs")
	case opts.Models != nil && len(opts.Models) != len(paths):
		return nil, fmt.Errorf("%d names of models for %d files", len(opts.Models), len(paths))
	case math.IsNaN(opts.Threshold) || math.IsInf(opts.Threshold, 0):
		return nil, fmt.Errorf("a threshold of %v", opts.Threshold)
	}
	r := &reader{opts: opts}
	r.Format, r.Policy, r.Description = Format, spec.Exhaustive, "logs of inspect_ai"
	if r.opts.Regime == "" {
		r.opts.Regime = "unknown"
	}
	if r.opts.System == "" {
		r.opts.System = "unknown"
	}
	if r.opts.Threshold == 0 {
		r.opts.Threshold = 1
	}
	for i, path := range paths {
		model := ""
		if opts.Models != nil {
			model = opts.Models[i]
		}
		if err := r.file(path, model); err != nil {
			return nil, err
		}
	}
	return r.Finish()
}

type reader struct {
	imported.Builder
	opts Options
}

// tally is what a log's own results are compared with.
type tally struct {
	samples int
	values  map[string][]float64 // of the score, by task
	score   string               // that decides
}

func (r *reader) file(path, model string) error {
	name := imported.Base(path)
	sum := tally{values: map[string][]float64{}}
	cell := -1
	h, f, err := readLog(path, func(h *header, where string, s *sample) error {
		if cell < 0 {
			cell = r.cell(name, model, h)
		}
		return r.sample(name, cell, h, s, &sum)
	}, func(where string, err error) error {
		if !r.opts.SkipDamaged {
			return fmt.Errorf("%w; --skip-damaged leaves such samples out", err)
		}
		r.Lint.Add(name, "damaged samples, left out", where)
		return nil
	})
	if err != nil {
		return err
	}
	if sum.samples == 0 {
		return fmt.Errorf("%s: no samples", path)
	}
	r.Files = append(r.Files, f)
	if h.Status != "success" {
		r.Lint.Add(name, "logs whose status is not success; what they have counts", h.Status)
	}
	r.compare(name, h, &sum)
	return nil
}

func (r *reader) cell(file, model string, h *header) int {
	e := h.Eval
	settings := map[string]string{"file": file, "model": e.Model, "task": e.Task}
	for name, v := range map[string]string{"run_id": e.RunID, "created": e.Created, "inspect_ai": e.Packages["inspect_ai"]} {
		if v != "" {
			settings[name] = v
		}
	}
	if e.Revision != nil && e.Revision.Commit != "" {
		settings["commit"] = e.Revision.Commit
	}
	if model == "" {
		if model = e.Model; model == "" {
			model = imported.Stem(file)
		}
	}
	i := r.Cell(model, r.opts.Regime, settings)
	if e.Config.Epochs != nil && *e.Config.Epochs > 0 && *e.Config.Epochs <= spec.MaxK {
		r.Cells[i].K = max(r.Cells[i].K, *e.Config.Epochs)
	}
	return i
}

func (r *reader) sample(file string, cell int, h *header, s *sample, sum *tally) error {
	id := identifier(s.ID)
	switch {
	case id == "":
		return errors.New("a sample without an id")
	case s.Epoch == nil || *s.Epoch < 1 || *s.Epoch > spec.MaxK:
		return fmt.Errorf("sample %s has no epoch from 1 to %d", id, spec.MaxK)
	}
	a, err := r.attempt(file, id, h, s, sum)
	if err != nil {
		return fmt.Errorf("sample %s: %w", id, err)
	}
	a.Sample = int32(*s.Epoch - 1)
	r.Cells[cell].K = max(r.Cells[cell].K, *s.Epoch)
	r.Add(cell, r.task(h, id, s), a)
	sum.samples++
	return nil
}

// identifier is an ID that is a text or a number.
func identifier(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	if s := string(raw); s != "null" {
		return s
	}
	return ""
}

func (r *reader) task(h *header, id string, s *sample) int {
	set := h.Eval.Task
	if set == "" {
		set = Format
	}
	return r.Task(set+"/"+id, func(t *imported.Task) {
		t.Name, t.Benchmark, t.System, t.Repository = id, set, r.opts.System, set
		var input string
		if json.Unmarshal(s.Input, &input) == nil {
			t.Statement = input
		}
		const longest, most = 100, 64
		for _, key := range slices.Sorted(maps.Keys(s.Metadata)) {
			var number float64
			var text string
			switch {
			case len(t.Features)+len(t.Categories) >= most:
			case json.Unmarshal(s.Metadata[key], &number) == nil && string(s.Metadata[key]) != "null":
				if t.Features == nil {
					t.Features = map[string]float64{}
				}
				t.Features[key] = number
			case json.Unmarshal(s.Metadata[key], &text) == nil && text != "" && len(text) <= longest:
				if slices.Contains([]string{"repository", "repo", "lean_root"}, key) {
					t.Repository = text
					continue
				}
				if t.Categories == nil {
					t.Categories = map[string]string{}
				}
				t.Categories[key] = text
			}
		}
	})
}

// attempt judges a sample by the rules of the package comment.
func (r *reader) attempt(file, id string, h *header, s *sample, sum *tally) (imported.Attempt, error) {
	a := imported.Unknown(record.NotRun)
	if err := r.times(file, id, s, &a); err != nil {
		return a, err
	}
	a.Response = completion(s)
	a.Candidate = a.Response
	a.Call = r.call(file, id, h, s)
	if a.Call != nil {
		a.TokensIn, a.TokensOut = a.Call.TokensIn, a.Call.TokensOut
	}
	if s.Error != nil {
		r.Lint.Add(file, "samples with an error; infrastructure errors", id)
		a.Verdict, a.Detail = record.InfrastructureError, s.Error.Message
		return a, nil
	}
	name, sc, value, err := r.score(s)
	if err != nil {
		return a, err
	}
	if sc == nil || len(value) == 0 || string(value) == "null" {
		r.Lint.Add(file, "samples without a score; counted as not run", id)
		a.Detail = "no score"
	} else {
		number, verdict, err := r.judge(value)
		if err != nil {
			return a, fmt.Errorf("score %s: %w", name, err)
		}
		a.Verdict = verdict
		sum.score, sum.values[id] = name, append(sum.values[id], number)
		if answer := identifier(sc.Answer); answer != "" {
			a.Candidate = answer
		}
		if sc.Explanation != nil && *sc.Explanation != "" && verdict == record.Rejected {
			a.Kind = name
			a.Diagnostics = []record.DiagnosticRow{{Kind: name, Message: *sc.Explanation}}
		}
	}
	switch {
	case a.Verdict == record.Proved:
		a.Syntax, a.Type, a.Progress, a.Done = true, true, true, true
		if s.Limit != nil {
			r.Lint.Add(file, "proofs of samples that struck a limit; counted as the score says", id)
		}
	case s.Limit != nil:
		a.Verdict, a.Detail = record.NoAnswer, "limit: "+s.Limit.Type
		if s.Limit.Type == "time" || s.Limit.Type == "working" {
			a.Verdict = record.Timeout
		}
	}
	return a, nil
}

// score finds the score that decides; nil when the sample has none.
func (r *reader) score(s *sample) (name string, sc *score, value json.RawMessage, err error) {
	names := slices.Sorted(maps.Keys(s.Scores))
	if len(names) == 0 {
		return "", nil, nil, nil
	}
	name, key := r.opts.Score, ""
	if _, ok := s.Scores[name]; !ok && name != "" {
		if i := strings.LastIndex(name, "."); i > 0 {
			name, key = name[:i], name[i+1:]
		}
	}
	if name == "" {
		if len(names) > 1 {
			return "", nil, nil, fmt.Errorf("it has the scores %s: name the one that decides with --score", strings.Join(names, ", "))
		}
		name = names[0]
	}
	found, ok := s.Scores[name]
	if !ok {
		return "", nil, nil, fmt.Errorf("no score %q; it has %s", r.opts.Score, strings.Join(names, ", "))
	}
	value = found.Value
	var several map[string]json.RawMessage
	if json.Unmarshal(value, &several) == nil && several != nil {
		keys := strings.Join(slices.Sorted(maps.Keys(several)), ", ")
		if key == "" {
			return "", nil, nil, fmt.Errorf("score %s has the values %s: name one as --score %s.KEY", name, keys, name)
		}
		if value, ok = several[key]; !ok {
			return "", nil, nil, fmt.Errorf("score %s has no value %q, but %s", name, key, keys)
		}
		return name + "." + key, &found, value, nil
	}
	return name, &found, value, nil
}

// letters are the grades of inspect_ai with their values.
var letters = map[string]float64{"C": 1, "P": 0.5, "I": 0, "N": 0}

// judge turns a score's value into a number and a verdict.
func (r *reader) judge(raw json.RawMessage) (float64, record.Verdict, error) {
	var text string
	var number float64
	var flag bool
	switch {
	case json.Unmarshal(raw, &text) == nil:
		if text == "N" {
			return 0, record.NoAnswer, nil
		}
		var ok bool
		if number, ok = letters[text]; !ok && json.Unmarshal([]byte(text), &number) != nil {
			return 0, "", fmt.Errorf("%q is none of C, I, P, N and no number", text)
		}
	case json.Unmarshal(raw, &flag) == nil:
		if flag {
			number = 1
		}
	case json.Unmarshal(raw, &number) != nil:
		return 0, "", errors.New("its value is neither a grade nor a number")
	}
	if number >= r.opts.Threshold {
		return number, record.Proved, nil
	}
	return number, record.Rejected, nil
}

func (r *reader) times(file, id string, s *sample, a *imported.Attempt) error {
	if s.Total == nil && s.Working == nil {
		r.Lint.Add(file, "samples with a null time", id)
		return nil
	}
	for _, t := range []*float64{s.Total, s.Working} {
		if t != nil {
			if _, ok := imported.Seconds(*t); !ok {
				return fmt.Errorf("impossible time: %v s", *t)
			}
		}
	}
	switch {
	case s.Working == nil:
		a.Answering, _ = imported.Seconds(*s.Total)
	default:
		a.Answering, _ = imported.Seconds(*s.Working)
		if s.Total != nil && *s.Total >= *s.Working {
			a.Wait, _ = imported.Seconds(*s.Total - *s.Working)
		}
	}
	return nil
}

// call sums up what the model of the log used on the sample; nil when that is unknown.
func (r *reader) call(file, id string, h *header, s *sample) *record.CallRow {
	u := s.Output.Usage
	if own, ok := s.Usage[h.Eval.Model]; ok {
		u = &own
		if len(s.Usage) > 1 {
			r.Lint.Add(file, "samples with usage of other models, which is left out", id)
		}
	}
	finish := "unknown"
	if len(s.Output.Choices) > 0 && s.Output.Choices[0].Stop != "" {
		finish = s.Output.Choices[0].Stop
	}
	if u == nil {
		return nil
	}
	c := imported.UnknownCall(finish)
	if u.Input != nil {
		c.TokensIn = *u.Input
		for _, cache := range []*int64{u.CacheRead, u.CacheWrite} {
			if cache != nil {
				c.TokensIn += *cache
			}
		}
	}
	for _, n := range []struct{ from, to *int64 }{{u.Output, &c.TokensOut}, {u.CacheRead, &c.TokensCached}, {u.CacheWrite, &c.TokensWritten}, {u.Reasoning, &c.TokensThought}} {
		if n.from != nil {
			*n.to = *n.from
		}
	}
	if min(c.TokensIn, c.TokensOut, c.TokensCached, c.TokensWritten, c.TokensThought) < -1 {
		r.Lint.Add(file, "samples with negative numbers of tokens; taken for unknown", id)
		return imported.UnknownCall(finish)
	}
	return c
}

// completion is the text of the model's answer.
func completion(s *sample) string {
	if s.Output.Completion != nil && *s.Output.Completion != "" {
		return *s.Output.Completion
	}
	if len(s.Output.Choices) == 0 {
		return ""
	}
	raw := s.Output.Choices[0].Message.Content
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"` // empty for reasoning, images and the like
	}
	_ = json.Unmarshal(raw, &parts) // of any other form there is no text
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

// compare recomputes what the log states: its accuracy is the mean over tasks of the
// means over those of their epochs that have a score.
func (r *reader) compare(file string, h *header, sum *tally) {
	if h.Results == nil {
		return
	}
	if n := h.Results.Completed; n != nil && *n > sum.samples {
		r.Lint.Add(file, "numbers of samples that disagree with those in the log", fmt.Sprintf("completed_samples is %d, the log has %d", *n, sum.samples))
	}
	for _, s := range h.Results.Scores {
		if s.Name != sum.score || s.Reducer != nil && *s.Reducer != "mean" || len(sum.values) == 0 {
			continue
		}
		var stated float64
		m, ok := s.Metrics["accuracy"]
		if !ok || json.Unmarshal(m.Value, &stated) != nil {
			continue
		}
		if mean := sum.mean(); math.Abs(stated-mean) > 1e-6 {
			r.Lint.Add(file, "accuracies that disagree with the samples; the samples count", fmt.Sprintf("%s: accuracy is %v, the samples have %.4f", s.Name, stated, mean))
		}
	}
}

func (t *tally) mean() float64 {
	total := 0.0
	for _, id := range slices.Sorted(maps.Keys(t.values)) {
		sum := 0.0
		for _, v := range t.values[id] {
			sum += v
		}
		total += sum / float64(len(t.values[id]))
	}
	return total / float64(len(t.values))
}
