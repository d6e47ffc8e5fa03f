package plan

import (
	"fmt"
	"time"

	"proofgrid/experiments/regime"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
	mmverify "proofgrid/runner/verify/metamath"
)

// Plan is a spec made ready to run.
type Plan struct {
	Spec      *spec.Spec
	Source    *Source
	Tasks     []*task.Task
	Selection *task.SelectionRecord // nil: see Tasks
	Cells     []spec.Cell
	Models    map[string]model.Model // by name
	Verifier  verify.Verifier
}

// Make loads everything that a spec names. now is the clock of the verifier's
// durations. Errors name the spec's file, and the line where there is one.
func Make(s *spec.Spec, now func() time.Time) (*Plan, error) {
	src, tasks, selection, err := Tasks(s)
	if err != nil {
		return nil, err
	}
	p := &Plan{Spec: s, Source: src, Tasks: tasks, Selection: selection, Cells: s.Cells()}
	if err := windows(s, tasks); err != nil {
		return nil, err
	}
	if p.Models, err = models(s, src); err != nil {
		return nil, err
	}
	p.Verifier, err = verifier(s, src, now)
	return p, err
}

// verifier opens the checker of the source's system.
func verifier(s *spec.Spec, src *Source, now func() time.Time) (verify.Verifier, error) {
	if src.Metamath == nil {
		return nil, s.Fail([]any{"tasks"}, "no checker for %s tasks in this version: they can be listed, planned, exported and analysed, not run", src.System)
	}
	v, err := mmverify.New(src.Metamath.DB, mmverify.Policy{
		ForbiddenAxioms: s.Checker.ForbiddenAxioms, AllowedAxioms: s.Checker.AllowedAxioms,
	}, now)
	if err != nil {
		return nil, fmt.Errorf("%s: checker: %w", s.File, err)
	}
	return v, nil
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
