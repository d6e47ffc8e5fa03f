package kimina

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// Format is the name of the format.
const Format = "kimina"

// DefaultPattern reads IDs such as "aime_1", "aime_1#3", "aime_1_sample_3" and
// "aime_1_sample_3_round_1".
const DefaultPattern = `^(?P<task>.+?)(?:(?:#|[_-]sample[_-]?)(?P<sample>\d+))?(?:(?:\.|[_-]round[_-]?)(?P<round>\d+))?$`

// Options say how replies are to be read.
type Options struct {
	Models      []string // parallel to the files; nil calls each by its name
	Regime      string   // empty: unknown
	Pattern     string   // of IDs; empty: DefaultPattern
	Policy      spec.Policy
	Requests    []string // files of the requests, of any of the replies
	SkipDamaged bool     // leave damaged lines out, as findings
}

// reply is one of either form.
type reply struct {
	CustomID json.RawMessage `json:"custom_id"`
	ID       json.RawMessage `json:"id"`
	Error    *string         `json:"error"`
	Response *struct {
		Message  *string           `json:"message"`
		Messages []message         `json:"messages"`
		Sorries  []json.RawMessage `json:"sorries"`
		Time     *float64          `json:"time"`
	} `json:"response"`
	Time *float64 `json:"time"`
}

type message struct {
	Severity string  `json:"severity"`
	Kind     string  `json:"kind"`
	Data     *string `json:"data"`
}

// request is one of either form.
type request struct {
	Codes []struct {
		ID    json.RawMessage `json:"custom_id"`
		Proof string          `json:"proof"`
	} `json:"codes"`
	Snippets []struct {
		ID   json.RawMessage `json:"id"`
		Code string          `json:"code"`
	} `json:"snippets"`
}

// Read reads the replies for one model from each file into one run. Errors name file
// and line. An ID that the pattern does not read is an error, and so are two replies
// for the same sample that say different things.
func Read(paths []string, opts Options) (*imported.Results, error) {
	switch {
	case len(paths) == 0:
		return nil, errors.New("no files of replies")
	case opts.Models != nil && len(opts.Models) != len(paths):
		return nil, fmt.Errorf("%d names of models for %d files", len(opts.Models), len(paths))
	}
	r := &reader{opts: opts, proofs: map[string]string{}}
	r.Format, r.Policy, r.Description = Format, opts.Policy, "replies of a kimina server"
	if r.Policy == "" {
		r.Policy = spec.Exhaustive
	}
	if r.opts.Regime == "" {
		r.opts.Regime = "unknown"
	}
	pattern := opts.Pattern
	if pattern == "" {
		pattern = DefaultPattern
	}
	var err error
	if r.pattern, err = regexp.Compile(pattern); err != nil {
		return nil, fmt.Errorf("the pattern of IDs: %w", err)
	}
	if r.pattern.SubexpIndex("task") < 0 {
		return nil, fmt.Errorf("the pattern of IDs, %s, has no group (?P<task>…)", pattern)
	}
	for _, path := range opts.Requests {
		if err := r.requests(path); err != nil {
			return nil, err
		}
	}
	for i, path := range paths {
		model := imported.Stem(path)
		if opts.Models != nil {
			model = opts.Models[i]
		}
		if err := r.file(path, model); err != nil {
			return nil, err
		}
	}
	r.FromZero(r.Files[len(r.Files)-1].Name)
	return r.Finish()
}

type reader struct {
	imported.Builder
	opts    Options
	pattern *regexp.Regexp
	proofs  map[string]string // by ID
}

// values calls visit with each JSON value of a file: the whole of it, or its lines.
func (r *reader) values(path string, visit func(line int, text []byte) error) (spec.ImportedFile, error) {
	text, f, err := imported.ReadFile(path)
	if err != nil {
		return f, err
	}
	first, _, more := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	if !more || !json.Valid(first) {
		return f, visit(1, text)
	}
	return imported.Lines(path, visit)
}

func (r *reader) file(path, model string) error {
	for _, c := range r.Cells {
		if c.Model == imported.ModelName(model) {
			return fmt.Errorf("%s: a file before it is also of the model %q: name the models", path, model)
		}
	}
	name := imported.Base(path)
	cell := r.Cell(model, r.opts.Regime, map[string]string{"file": name})
	seen := map[[3]int]*imported.Attempt{}
	lines := 0
	f, err := r.values(path, func(line int, text []byte) error {
		lines++
		var batch struct {
			Results []json.RawMessage `json:"results"`
		}
		err := json.Unmarshal(text, &batch)
		if err != nil {
			if r.opts.SkipDamaged && line > 1 {
				r.Lint.Add(name, "damaged lines, left out", fmt.Sprintf("line %d", line))
				return nil
			}
			if lines == 1 {
				err = fmt.Errorf("%w; it looks like %s", imported.Explain(err), imported.Guess(text[:min(len(text), 64<<10)]))
			}
			return imported.Explain(err)
		}
		list := batch.Results
		if list == nil { // lines of single replies
			list = []json.RawMessage{text}
		}
		for i, raw := range list {
			if err := r.reply(name, cell, raw, seen); err != nil {
				return fmt.Errorf("reply %d: %w", i+1, err)
			}
		}
		return nil
	})
	if err != nil {
		if !strings.HasPrefix(err.Error(), path) {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return err
	}
	if len(seen) == 0 {
		return fmt.Errorf("%s: no replies", path)
	}
	r.Files = append(r.Files, f)
	return nil
}

func (r *reader) reply(file string, cell int, raw json.RawMessage, seen map[[3]int]*imported.Attempt) error {
	var p reply
	if err := json.Unmarshal(raw, &p); err != nil {
		return imported.Explain(err)
	}
	id := identifier(p.CustomID)
	if id == "" {
		id = identifier(p.ID)
	}
	if id == "" {
		return fmt.Errorf("no custom_id and no id: not a reply of kimina; it looks like %s", imported.Guess(raw[:min(len(raw), 64<<10)]))
	}
	name, sample, round, err := r.parse(id)
	if err != nil {
		return err
	}
	t := r.Task(Format+"/"+name, func(t *imported.Task) {
		t.Name, t.Benchmark, t.System, t.Repository = name, Format, "lean", Format
	})
	a, err := r.attempt(file, id, &p)
	if err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	a.Sample, a.Round, a.Candidate = int32(sample), int32(round), r.proofs[id]
	if r.opts.Requests != nil && a.Candidate == "" {
		r.Lint.Add(file, "replies without a request", id)
	}
	key := [3]int{t, sample, round}
	if was := seen[key]; was != nil {
		if was.Verdict == a.Verdict {
			r.Lint.Add(file, "replies that are listed again with the same result; counted once", id)
			return nil
		}
		// What the server failed on is sent again.
		retried := func(v record.Verdict) bool { return v == record.InfrastructureError }
		if !retried(was.Verdict) && !retried(a.Verdict) {
			return fmt.Errorf("%s: another reply for it says %s, this one %s", id, was.Verdict, a.Verdict)
		}
		r.Lint.Add(file, "server errors with another reply for the same sample; the latter counts", id)
		if retried(was.Verdict) {
			unit := r.Cells[cell].Units[t]
			i := slices.IndexFunc(unit, func(u imported.Attempt) bool { return u.Sample == a.Sample && u.Round == a.Round })
			unit[i] = a
			*was = a
		}
		return nil
	}
	seen[key] = &a
	r.Add(cell, t, a)
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

func (r *reader) parse(id string) (task string, sample, round int, err error) {
	m := r.pattern.FindStringSubmatch(id)
	if m == nil {
		return "", 0, 0, fmt.Errorf("the pattern %s does not read the ID %q", r.pattern, id)
	}
	for _, g := range []struct {
		group string
		to    *int
	}{{"sample", &sample}, {"round", &round}} {
		if i := r.pattern.SubexpIndex(g.group); i >= 0 && m[i] != "" {
			if *g.to, err = strconv.Atoi(m[i]); err != nil || *g.to < 0 || *g.to > spec.MaxK {
				return "", 0, 0, fmt.Errorf("the ID %q has the %s %q, which is no number from 0 to %d", id, g.group, m[i], spec.MaxK)
			}
		}
	}
	if task = m[r.pattern.SubexpIndex("task")]; task == "" {
		return "", 0, 0, fmt.Errorf("the pattern %s finds no task in the ID %q", r.pattern, id)
	}
	return task, sample, round, nil
}

// attempt judges a reply by the rules of the package comment.
func (r *reader) attempt(file, id string, p *reply) (imported.Attempt, error) {
	a := imported.Unknown(record.InfrastructureError)
	failed := func(detail string) imported.Attempt {
		a.Detail = detail
		return a
	}
	seconds := p.Time
	if p.Response != nil && p.Response.Time != nil {
		seconds = p.Response.Time
	}
	if seconds == nil {
		r.Lint.Add(file, "replies with a null time", id)
	} else {
		took, ok := imported.Seconds(*seconds)
		if !ok {
			return a, fmt.Errorf("impossible time: %v s", *seconds)
		}
		a.Check, a.Checks = took, 1
	}
	switch {
	case p.Error != nil && *p.Error != "":
		if strings.Contains(strings.ToLower(*p.Error), "timed out") {
			a.Verdict = record.Timeout
		}
		return failed(*p.Error), nil
	case p.Response == nil:
		return failed("neither a response nor an error"), nil
	case p.Response.Message != nil:
		return failed(*p.Response.Message), nil
	}
	a.Syntax, a.Verdict, a.Verifier = true, record.Proved, "kimina-lean-server"
	for i, m := range p.Response.Messages {
		sorry := m.Kind == "hasSorry"
		if m.Data == nil {
			return a, fmt.Errorf("message %d has no data", i+1)
		}
		if m.Severity == "error" || sorry {
			a.Verdict = record.Rejected
			kind := m.Kind
			if kind == "" || kind == "[anonymous]" {
				kind = m.Severity
			}
			a.Diagnostics = append(a.Diagnostics, record.DiagnosticRow{Kind: kind, Message: *m.Data})
		}
	}
	if n := len(p.Response.Sorries); n > 0 {
		if a.Verdict == record.Proved {
			a.Diagnostics = append(a.Diagnostics, record.DiagnosticRow{Kind: "sorry", Message: fmt.Sprintf("%d sorries", n)})
		}
		a.Verdict = record.Rejected
	}
	if len(a.Diagnostics) > 0 {
		a.Kind = a.Diagnostics[0].Kind
		a.Syntax = false // which of the four signals it reached is not in the reply
	}
	if a.Verdict == record.Proved {
		a.Type, a.Progress, a.Done = true, true, true
	}
	return a, nil
}

func (r *reader) requests(path string) error {
	f, err := r.values(path, func(line int, text []byte) error {
		var q request
		if err := json.Unmarshal(text, &q); err != nil {
			return fmt.Errorf("%s:%d: %w", path, line, imported.Explain(err))
		}
		if q.Codes == nil && q.Snippets == nil {
			return fmt.Errorf("%s:%d: neither codes nor snippets: not a request to kimina; it looks like %s", path, line, imported.Guess(text[:min(len(text), 64<<10)]))
		}
		for _, c := range q.Codes {
			r.proofs[identifier(c.ID)] = c.Proof
		}
		for _, c := range q.Snippets {
			r.proofs[identifier(c.ID)] = c.Code
		}
		return nil
	})
	r.Files = append(r.Files, f)
	return err
}
