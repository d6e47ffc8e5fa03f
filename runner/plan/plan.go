package plan

import (
	"context"
	"time"

	"proofgrid/experiments/regime"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/model/command"
	"proofgrid/runner/model/remote"
	"proofgrid/runner/money"
	"proofgrid/runner/prompt"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
)

// Plan is a spec made ready to run.
type Plan struct {
	Spec      *spec.Spec
	Source    *Source
	Tasks     []*task.Task
	Selection *task.SelectionRecord // nil: see Tasks
	Cells     []spec.Cell
	Models    map[string]model.Model // by name
	Verifier  verify.Verifier        // nil after Load

	world     World
	session   *remote.Session
	outside   []*remote.Model
	commands  []*command.Model
	templates map[string]*prompt.Templates // by folder
	prices    map[string]*money.Prices     // by the models that may be paid; nil when the spec has none
	ledger    *money.Ledger                // nil before Connect
}

// World is what a plan takes from outside of the spec.
type World struct {
	Now     func() time.Time // for durations
	Getenv  func(string) string
	Sandbox *sandbox.Sandbox // where commands and checkers run
	Workers int              // of the run: checkers keep so many processes
	Nonce   func() string    // a name part that nobody can guess, a new one at each call
}

// Load loads everything that a spec names but the checker: enough to look at tasks
// and prompts, and to estimate what a run would ask for. Errors name the spec's
// file, and the line where there is one.
func Load(s *spec.Spec, w World) (*Plan, error) {
	src, tasks, selection, err := Tasks(s)
	if err != nil {
		return nil, err
	}
	p := &Plan{
		Spec: s, Source: src, Tasks: tasks, Selection: selection, Cells: s.Cells(),
		Models: map[string]model.Model{}, prices: map[string]*money.Prices{}, templates: map[string]*prompt.Templates{},
		world: w, session: remote.NewSession(remote.Config{Getenv: w.Getenv, Clock: remote.RealTime}),
	}
	for _, t := range tasks {
		if t.Statement == "" && t.Text == "" {
			return nil, s.Fail([]any{"tasks"}, "task %s has no statement in its file: name the folder of the projects' sources in tasks.repositories", t.ID)
		}
	}
	if err := windows(s, tasks); err != nil {
		return nil, err
	}
	if err := p.models(); err != nil {
		return nil, err
	}
	return p, p.capped()
}

// capped makes sure that a cap on money can be kept: every model that is paid has
// prices.
func (p *Plan) capped() error {
	if p.Spec.Caps.Cost == 0 {
		return nil
	}
	for _, m := range p.Spec.Models {
		if prices, paid := p.prices[m.Name]; paid && prices == nil {
			return m.Fail("model %s: caps.cost needs its prices, in USD per million tokens: prices: {input: …, output: …}, 0 for one that costs nothing", m.Name)
		}
	}
	return nil
}

// Make is [Load] with the checker: the plan can be run, once it is connected.
func Make(ctx context.Context, s *spec.Spec, w World) (*Plan, error) {
	p, err := Load(s, w)
	if err != nil {
		return nil, err
	}
	p.Verifier, err = p.checker(ctx)
	return p, err
}

// windows makes sure that every regime's window holds the statement of every
// task: better now than after hours.
func windows(s *spec.Spec, tasks []*task.Task) error {
	for i, r := range s.Regimes {
		if r.Window == 0 {
			continue
		}
		for _, t := range tasks {
			if _, err := regime.Build(t, r.Params); err != nil {
				return s.Fail([]any{"regimes", i}, "%v", err)
			}
		}
	}
	return nil
}
