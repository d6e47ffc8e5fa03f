package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"proofgrid/experiments/responses"
	"proofgrid/runner/model"
)

// Format and Version mark a request. A program should refuse another version.
// Fields may be added to a version; what programs do not know they ignore.
const (
	Format  = "proofgrid-request"
	Version = 1
)

// Request is what a program gets on stdin, as one JSON object. Lists are never null.
type Request struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	Task    Task            `json:"task"`
	Context Context         `json:"context"`
	Prompt  []model.Message `json:"prompt"` // what a language model would be asked: role and text
	Sample  int             `json:"sample"` // 0-based
	Round   int             `json:"round"`  // 0 is the first answer, then the repair rounds
	Seed    uint64          `json:"seed"`   // of this sample and round, below 2^53
	History []Round         `json:"history"`
	Limits  Limits          `json:"limits,omitzero"` // not part of what identifies an answer
}

// Task is the theorem to prove, without its proof.
type Task struct {
	ID         string       `json:"id"`
	Name       string       `json:"name"`
	Benchmark  string       `json:"benchmark"`
	System     string       `json:"system"`
	Repository string       `json:"repository"`
	File       string       `json:"file"`
	Statement  string       `json:"statement"`
	Hypotheses []Hypothesis `json:"hypotheses"`
	Conditions []string     `json:"conditions"` // such as "$d x ph"
	Variables  []Variable   `json:"variables"`  // in scope, in the order of declaration; empty but for Metamath
	Source     string       `json:"source"`     // the theorem up to its proof, empty where there is no source text
	Preamble   string       `json:"preamble"`
	Suffix     string       `json:"suffix"`
}

// Hypothesis is what the theorem assumes; Name is what a proof cites it by.
type Hypothesis struct {
	Name      string `json:"name"`
	Statement string `json:"statement"`
}

// Variable is a variable; Name is what a proof cites its type by, as in
// "wph $f wff ph $.".
type Variable struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Symbol string `json:"symbol"`
}

// Context is what the regime shows.
type Context struct {
	Regime   string    `json:"regime"`
	Premises []Premise `json:"premises"`
	Dropped  int       `json:"dropped"` // premises that did not fit the window
}

// Premise is a declaration that the proof may cite, without its proof.
type Premise struct {
	Name       string   `json:"name"`
	Kind       string   `json:"kind"`
	Origin     string   `json:"origin"`
	File       string   `json:"file"`
	Hypotheses []string `json:"hypotheses"`
	Statement  string   `json:"statement"`
	Text       string   `json:"text"` // as it is rendered in prompts
}

// Round is an earlier answer of this sample with the checker's report on it.
type Round struct {
	Response    string       `json:"response"`
	Proof       string       `json:"proof"`
	Lemmas      string       `json:"lemmas"`
	Verdict     string       `json:"verdict"`
	Category    string       `json:"category"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is one message of the checker.
type Diagnostic struct {
	Kind    string   `json:"kind"`
	Message string   `json:"message"`
	Step    int      `json:"step"`  // 1-based, 0 when unknown
	Label   string   `json:"label"` // the declaration cited there
	Start   int      `json:"start"` // bytes of the proof, both 0 when unknown
	End     int      `json:"end"`
	Goals   []string `json:"goals"`
}

// Limits are those that end the program.
type Limits struct {
	Seconds float64 `json:"seconds"`
	Output  int64   `json:"output_bytes"`
	Memory  int64   `json:"memory_bytes"` // 0: none
}

// Reply is what a program writes to stdout, as one JSON object: a response, in which
// a proof is looked for, or the proof itself. All else may be left out.
type Reply struct {
	Response *string        `json:"response"`
	Proof    *string        `json:"proof"`  // empty: none was found
	Lemmas   string         `json:"lemmas"` // declarations before the theorem; with proof alone
	Finish   string         `json:"finish"` // default: stop
	Usage    *Usage         `json:"usage"`
	Cost     *float64       `json:"cost"`     // USD
	Settings map[string]any `json:"settings"` // that the program says it used, for the tables
}

// Usage counts tokens; what is left out is unknown.
type Usage struct {
	In         *int64 `json:"in"`
	Cached     *int64 `json:"cached"`      // part of in
	CacheWrite *int64 `json:"cache_write"` // likewise
	Out        *int64 `json:"out"`
	Reasoning  *int64 `json:"reasoning"` // part of out
}

func request(r *model.Request, prompt []model.Message) *Request {
	t := r.Task
	out := &Request{
		Format: Format, Version: Version, Prompt: prompt, Sample: r.Sample, Round: r.Round,
		Seed: r.Seed & (1<<53 - 1), // JSON's readers round larger numbers
		Task: Task{
			ID: t.ID, Name: t.Name, Benchmark: t.Benchmark, System: t.System, Repository: t.Repository, File: t.File,
			Statement: t.Statement, Hypotheses: []Hypothesis{}, Conditions: list(t.Conditions), Variables: []Variable{},
			Source: t.Text, Preamble: t.Preamble, Suffix: t.Suffix,
		},
		Context: Context{Premises: []Premise{}}, History: []Round{},
	}
	for i, h := range t.Hypotheses {
		name := ""
		if i < len(t.HypothesisNames) {
			name = t.HypothesisNames[i]
		}
		out.Task.Hypotheses = append(out.Task.Hypotheses, Hypothesis{name, h})
	}
	for _, v := range t.Variables {
		out.Task.Variables = append(out.Task.Variables, Variable(v))
	}
	if c := r.Context; c != nil {
		out.Context.Regime, out.Context.Dropped = c.Regime, len(c.Dropped)
		for _, i := range c.Shown {
			p := &t.Pool.Premises[i]
			out.Context.Premises = append(out.Context.Premises, Premise{
				p.Name, string(p.Kind), string(p.Origin), p.File, list(p.Hypotheses), p.Statement, string(p.Append(nil)),
			})
		}
	}
	for _, e := range r.History {
		round := Round{
			Response: e.Response, Proof: e.Candidate.Proof, Lemmas: e.Candidate.Lemmas,
			Verdict: string(e.Report.Verdict), Category: e.Report.Category, Diagnostics: []Diagnostic{},
		}
		for _, d := range e.Report.Diagnostics {
			round.Diagnostics = append(round.Diagnostics, Diagnostic{d.Kind, d.Message, d.Step, d.Label, d.Start, d.End, list(d.Goals)})
		}
		out.History = append(out.History, round)
	}
	return out
}

func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// Bounds of what one answer may have taken, so that sums over a run mean something.
const (
	maxCost  = 1e9 // USD
	maxCount = 1e12
)

// parse reads a reply. Errors say what is wrong with it.
func parse(stdout string) (*Reply, error) {
	d := json.NewDecoder(strings.NewReader(stdout))
	r := &Reply{}
	if err := d.Decode(r); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = fmt.Errorf("it ends after %d bytes", len(stdout))
		}
		return nil, fmt.Errorf("the answer is no JSON object as asked for: %w", err)
	}
	if rest := bytes.TrimSpace([]byte(stdout[d.InputOffset():])); len(rest) > 0 {
		return nil, fmt.Errorf("the answer has %d bytes after its JSON object; messages belong to stderr", len(rest))
	}
	switch {
	case (r.Response == nil) == (r.Proof == nil):
		return nil, errors.New(`the answer needs either "response" or "proof"`)
	case r.Response != nil && r.Lemmas != "":
		return nil, errors.New(`the answer has "lemmas" beside "response"; they go with "proof"`)
	case r.Cost != nil && !(*r.Cost >= 0 && *r.Cost <= maxCost):
		return nil, fmt.Errorf(`the answer has "cost" %v`, *r.Cost)
	}
	return r, nil
}

// usage is the reply's, with -1 for what is unknown. A count that is negative or
// beyond maxCount is unknown.
func (r *Reply) usage() responses.Usage {
	u := responses.Usage{In: -1, Cached: -1, CacheWrite: -1, Out: -1, Reasoning: -1}
	if r.Usage == nil {
		return u
	}
	for _, v := range []struct {
		to   *int64
		from *int64
	}{{&u.In, r.Usage.In}, {&u.Cached, r.Usage.Cached}, {&u.CacheWrite, r.Usage.CacheWrite}, {&u.Out, r.Usage.Out}, {&u.Reasoning, r.Usage.Reasoning}} {
		if v.from != nil && *v.from >= 0 && *v.from <= maxCount {
			*v.to = *v.from
		}
	}
	return u
}
