package coq

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/coq/seal"
)

// tree is a tree of proof states in one process. Coq can go back on the way that it
// has come, but to no other branch: there the sentences are run again from where the
// ways part.
type tree struct {
	v       *Verifier
	theorem *theorem
	w       *walker
	nodes   []node
	way     []int // nodes from the root to where the process stands
}

type node struct {
	parent   int
	sentence string
	state    int // in the process, while the node is on the way
}

// Steps opens the tree of a task's statement. It keeps a process until it is closed. A
// step is one sentence: a tactic, a bullet or a brace.
func (v *Verifier) Steps(ctx context.Context, t *task.Task) (verify.Steps, error) {
	th, err := v.theorem(t)
	if err != nil {
		return nil, err
	}
	w, err := v.at(ctx, th)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	tr := &tree{v: v, theorem: th, w: w, nodes: []node{{parent: -1}}}
	if err := tr.enter(ctx); err != nil {
		tr.Close()
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	return tr, nil
}

// enter states the theorem.
func (t *tree) enter(ctx context.Context) error {
	for _, s := range t.theorem.locked {
		r, err := t.w.Exec(ctx, s, auditLimit)
		if err != nil {
			return err
		}
		if r.Error != nil {
			return fmt.Errorf("%s: Coq refuses the statement: %s", t.theorem.source.name, r.Error.Text)
		}
	}
	if open := t.w.Prompt().Open; len(open) != 1 || open[0] != t.theorem.name {
		return fmt.Errorf("%s: the statement opens no proof of %s", t.theorem.source.name, t.theorem.name)
	}
	t.nodes[0].state, t.way = t.w.State(), []int{0}
	return nil
}

func (t *tree) Root() verify.State {
	goals, _ := t.goals(context.Background())
	return verify.State{Goals: goals}
}

func (t *tree) goals(ctx context.Context) ([]string, error) {
	r, err := t.w.Exec(ctx, "Show.", auditLimit)
	if err != nil {
		return nil, err
	}
	if err := t.w.Back(ctx, t.nodes[t.way[len(t.way)-1]].state); err != nil {
		return nil, err
	}
	return goals(r.Messages), nil
}

// path lists the nodes from the root to one.
func (t *tree) path(id int) []int {
	var out []int
	for ; id >= 0; id = t.nodes[id].parent {
		out = append(out, id)
	}
	slices.Reverse(out)
	return out
}

// move brings the process to a node.
func (t *tree) move(ctx context.Context, id int) error {
	if t.w.Err() != nil { // a step has ended it
		if err := t.v.renew(ctx, &t.w, t.theorem); err != nil {
			return err
		}
		if err := t.enter(ctx); err != nil {
			return err
		}
	}
	path := t.path(id)
	same := 0
	for same < len(path) && same < len(t.way) && path[same] == t.way[same] {
		same++
	}
	if err := t.w.Back(ctx, t.nodes[path[same-1]].state); err != nil {
		return err
	}
	t.way = path[:same:same]
	for _, n := range path[same:] {
		r, err := t.w.Exec(ctx, t.nodes[n].sentence, auditLimit)
		if err != nil {
			return err
		}
		if r.Error != nil {
			return fmt.Errorf("a step that Coq had accepted is refused the second time: %s", r.Error.Text)
		}
		t.nodes[n].state = r.State
		t.way = append(t.way, n)
	}
	return nil
}

func (t *tree) Apply(ctx context.Context, from verify.StateID, step string, limits verify.Limits) (verify.Step, error) {
	if int(from) < 0 || int(from) >= len(t.nodes) {
		return verify.Step{}, fmt.Errorf("there is no state %d", from)
	}
	refused := func(kind, message string, start, end int) (verify.Step, error) {
		return verify.Step{Diagnostic: &verify.Diagnostic{Kind: kind, Message: shorten(message), Step: len(t.path(int(from))), Start: start, End: end}}, nil
	}
	s, ok := coq.Next(step, 0)
	if _, more := coq.Next(step, max(s.End, 0)); !ok || more {
		return refused(seal.Unreadable, "a step is one sentence", 0, len(step))
	}
	vetted, refusal := seal.Vet(&t.v.Policy, seal.Text{Script: step + "\nQed."})
	if refusal != nil {
		return refused(refusal.Kind, refusal.Reason, min(refusal.Start, len(step)), min(refusal.End, len(step)))
	}
	if err := t.move(ctx, int(from)); err != nil {
		return verify.Step{}, err
	}
	r, err := t.w.Exec(ctx, vetted.Script[s.Start:s.End], limits.Time)
	if err != nil {
		if ctx.Err() != nil {
			return verify.Step{}, context.Cause(ctx)
		}
		trial := &trial{batch: &batch{}}
		trial.ended(err)
		d := trial.report.Diagnostics[0]
		return refused(d.Kind, d.Message, s.Start, s.End)
	}
	if r.Error != nil {
		kind := classify(r.Error.Text)
		if r.TimedOut {
			kind = seal.TimeLimit
		}
		return refused(kind, r.Error.Text, s.Start+r.Error.Start, s.Start+r.Error.End)
	}
	if open := r.Open; len(open) != 1 || open[0] != t.theorem.name {
		return refused(seal.EndsProof, "a step does not end the proof", s.Start, s.End)
	}
	t.nodes = append(t.nodes, node{parent: int(from), sentence: vetted.Script[s.Start:s.End], state: r.State})
	id := len(t.nodes) - 1
	t.way = append(t.way, id)
	goals, err := t.goals(ctx)
	if err != nil {
		return verify.Step{}, err
	}
	return verify.Step{State: verify.State{ID: verify.StateID(id), Goals: goals}}, nil
}

func (t *tree) Proof(id verify.StateID) (verify.Candidate, error) {
	if int(id) < 0 || int(id) >= len(t.nodes) {
		return verify.Candidate{}, errors.New("there is no such state")
	}
	var lines []string
	for _, n := range t.path(int(id))[1:] {
		lines = append(lines, t.nodes[n].sentence)
	}
	return verify.Candidate{Proof: "Proof.\n" + strings.Join(append(lines, "Qed."), "\n")}, nil
}

func (t *tree) Close() error {
	t.v.pool.release(t.w)
	return nil
}
