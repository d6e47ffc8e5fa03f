package lean

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// Steps opens a tree of proof states in a REPL. It is an error where the door is not
// repl.
func (v *Verifier) Steps(ctx context.Context, t *task.Task) (verify.Steps, error) {
	if v.pool == nil {
		return nil, fmt.Errorf("proof states of Lean need the door repl, not %s", v.options.Door)
	}
	s, d, err := v.open(ctx, t)
	if err != nil {
		return nil, err
	}
	tree := &steps{door: d.(*repl), s: s}
	if err := tree.begin(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("task %s: %w", t.ID, err), d.close())
	}
	return tree, nil
}

// node is a state of a tree. Its number in the REPL holds for one session alone: a state
// that an earlier one made is made again by its steps.
type node struct {
	parent  verify.StateID
	tactic  string
	goals   []string
	state   int
	session *session
}

type steps struct {
	door  *repl
	s     *situation
	nodes []node
}

// begin has the REPL read the statement, proved by sorry, and makes the root.
func (t *steps) begin(ctx context.Context) error {
	s, _, err := t.door.session(ctx)
	if err != nil {
		return err
	}
	code := t.s.prefix + t.s.spec
	_, a := s.ask(ctx, request{Cmd: code, Env: s.header}, probeTime)
	if a.ending != read {
		t.door.drop(false)
		return fmt.Errorf("the REPL does not read the statement: %s", a.detail)
	}
	line := strings.Count(code, "\n")
	i := slices.IndexFunc(a.holes, func(h hole) bool { return h.ProofState != nil && h.Pos != nil && h.Pos.Line == line })
	if i < 0 {
		return errors.New("the REPL shows no proof state for the statement")
	}
	root := node{goals: []string{a.holes[i].Goal}, state: *a.holes[i].ProofState, session: s}
	if len(t.nodes) == 0 {
		t.nodes = append(t.nodes, root)
	}
	t.nodes[0].state, t.nodes[0].session = root.state, s
	return nil
}

// Root is the statement's state.
func (t *steps) Root() verify.State { return verify.State{Goals: t.nodes[0].goals} }

// Apply runs a tactic. States live on when the REPL has to be replaced.
func (t *steps) Apply(ctx context.Context, from verify.StateID, step string, limits verify.Limits) (verify.Step, error) {
	if int(from) < 0 || int(from) >= len(t.nodes) {
		return verify.Step{}, fmt.Errorf("no proof state %d", from)
	}
	refuse := func(d verify.Diagnostic) (verify.Step, error) {
		d.Message = cut(d.Message)
		return verify.Step{Diagnostic: &d}, nil
	}
	if _, r := t.s.place(verify.Candidate{Proof: "by\n" + indented(step)}); r != nil || strings.TrimSpace(step) == "" {
		why := "it is empty"
		if r != nil {
			why = r.why
		}
		return refuse(verify.Diagnostic{Kind: "refused", Message: why})
	}
	if err := t.revive(ctx, from); err != nil {
		return verify.Step{}, err
	}
	n := &t.nodes[from]
	r, a := n.session.ask(ctx, request{Tactic: step, ProofState: &n.state}, limits.Time)
	switch {
	case a.ending != read:
		t.door.drop(false)
		if ctx.Err() != nil {
			return verify.Step{}, context.Cause(ctx)
		}
		return refuse(verify.Diagnostic{Kind: endings[a.ending].kind, Message: a.detail})
	case r.ProofState == nil:
		return refuse(verify.Diagnostic{Kind: "error", Message: strings.TrimPrefix(r.Message, "Lean error:\n")})
	}
	for i := range r.Messages {
		if m := &r.Messages[i]; m.isError() {
			return refuse(verify.Diagnostic{Kind: "error", Message: m.Data})
		}
	}
	if len(r.Sorries) > 0 || len(r.Goals) == 0 && r.ProofStatus != "" && !strings.HasPrefix(r.ProofStatus, "Completed") {
		return refuse(verify.Diagnostic{Kind: "hollow", Message: "the step leaves something open that no goal shows: " + r.ProofStatus})
	}
	t.nodes = append(t.nodes, node{parent: from, tactic: step, goals: r.Goals, state: *r.ProofState, session: n.session})
	return verify.Step{State: verify.State{ID: verify.StateID(len(t.nodes) - 1), Goals: r.Goals}}, nil
}

// revive makes a state again in the session that runs.
func (t *steps) revive(ctx context.Context, id verify.StateID) error {
	if n := &t.nodes[id]; t.door.held != nil && n.session == t.door.held {
		return nil
	}
	if id == 0 {
		return t.begin(ctx)
	}
	n := &t.nodes[id]
	if err := t.revive(ctx, n.parent); err != nil {
		return err
	}
	p := &t.nodes[n.parent]
	r, a := p.session.ask(ctx, request{Tactic: n.tactic, ProofState: &p.state}, probeTime)
	if a.ending != read || r.ProofState == nil || !slices.Equal(r.Goals, n.goals) {
		t.door.drop(false)
		return fmt.Errorf("the step %.100q does not lead where it led before", n.tactic)
	}
	n.state, n.session = *r.ProofState, p.session
	return nil
}

// Proof writes the steps to a state as a block of tactics.
func (t *steps) Proof(id verify.StateID) (verify.Candidate, error) {
	if int(id) < 0 || int(id) >= len(t.nodes) {
		return verify.Candidate{}, fmt.Errorf("no proof state %d", id)
	}
	if id == 0 {
		return verify.Candidate{}, errors.New("the statement itself is no proof")
	}
	var lines []string
	for ; id != 0; id = t.nodes[id].parent {
		lines = append(lines, indented(t.nodes[id].tactic))
	}
	slices.Reverse(lines)
	return verify.Candidate{Proof: "by\n" + strings.Join(lines, "\n")}, nil
}

func indented(tactic string) string {
	return "  " + strings.ReplaceAll(strings.Trim(unix(tactic), "\n"), "\n", "\n  ")
}

func (t *steps) Close() error { return t.door.close() }
