package metamath

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// Steps opens the tree of a theorem's proofs from its statement backward.
//
// A step names what proves the first goal: a hypothesis of the theorem, which must be
// the goal, or an earlier axiom or theorem, whose essential hypotheses become goals in
// the place of the first. Behind an axiom or theorem there may be formulas for some of
// its variables:
//
//	ax-mp ph := ( ps -> ch )
//
// A variable of what is cited and := right behind it begin the next formula, which is
// written in the theorem's variables. Variables that neither these nor the goal determine
// stay open, as ?0, ?1, … in the goals; later steps determine them, and at the end some
// variable in scope or constant stands for those that are left. That something is well formed is
// no goal: the syntax axioms say how it is.
//
// A step that breaks a disjoint-variable condition for certain is refused. The step that
// leaves no goal is refused unless Check would call the proof proved.
//
// It is an error when the theorem's statement cannot be read by the grammar that the
// database's syntax axioms make.
func (v *Verifier) Steps(ctx context.Context, t *task.Task) (verify.Steps, error) {
	env, err := v.Open(ctx, t)
	if err != nil {
		return nil, err
	}
	l := v.library()
	p, ok := l.Problem(t.Name)
	if !ok {
		return nil, fmt.Errorf("task %s: the syntax axioms do not make its statement", t.ID)
	}
	tr := &tree{env: env.(*environment), problem: p, bank: mmlogic.NewBank(l), nodes: []node{{parent: -1}}}
	tr.begin()
	tr.at = 0
	tr.nodes[0].goals, _ = tr.goals()
	return tr, nil
}

// Bounds of one step, so that none can take more than a moment: terms are shared, and
// what they stand for can be exponentially larger.
const (
	maxStep    = 16 << 10 // bytes of its text
	maxSymbols = 2000     // of a formula in its text
	maxFormula = 1 << 14  // nodes of a formula
	maxState   = 1 << 17  // nodes of all goals
	maxUnify   = 1 << 18  // what unification looks at
	maxAssign  = 1 << 12  // tries to find variables for what is open at the end
	maxTerms   = 1 << 20  // in the bank, before it is made anew
	maxProof   = 1 << 20  // steps of a proof, the kernel's own bound
)

// tree is a tree of states. It keeps the steps; the formulas are those of one state, and
// are made again by the same steps where another is gone on from.
type tree struct {
	env     *environment
	problem *mmlogic.Problem
	nodes   []node

	at   verify.StateID // the state that the fields below are of, -1 for none
	bank *mmlogic.Bank
	hyps []mmlogic.Term
	root *mmlogic.Node
	open []*mmlogic.Node // what is left to prove, the next first
	used []*mmlogic.Node // the citations
}

type node struct {
	parent verify.StateID
	step   string
	goals  []string
}

func (t *tree) Close() error { return nil }

func (t *tree) Root() verify.State { return verify.State{Goals: slices.Clone(t.nodes[0].goals)} }

// begin makes the formulas of the root.
func (t *tree) begin() {
	t.bank.Reset()
	t.bank.MaxWork = 0
	goal, hyps := t.problem.Goal(t.bank)
	t.root = &mmlogic.Node{Stmt: mmlogic.Open, Goal: goal}
	t.at, t.hyps, t.open, t.used = -1, hyps, []*mmlogic.Node{t.root}, nil
}

// move makes the formulas of a state.
func (t *tree) move(to verify.StateID) error {
	if int(to) < 0 || int(to) >= len(t.nodes) {
		return fmt.Errorf("there is no state %d", to)
	}
	if t.at == to && t.bank.Len() < maxTerms {
		return nil
	}
	var way []string
	for id := to; id > 0; id = t.nodes[id].parent {
		way = append(way, t.nodes[id].step)
	}
	t.begin()
	for _, step := range slices.Backward(way) {
		if d := t.do(step); d != nil {
			return fmt.Errorf("the step %.100q does not do again what it did: %s", step, d.Message)
		}
	}
	t.at = to
	return nil
}

// Apply makes a step as [Verifier.Steps] says. Limits.Time and Limits.Bytes hold for the
// kernel's check of a whole proof; the steps before it are bounded in any case.
func (t *tree) Apply(ctx context.Context, from verify.StateID, step string, limits verify.Limits) (verify.Step, error) {
	if err := ctx.Err(); err != nil {
		return verify.Step{}, context.Cause(ctx)
	}
	if err := t.move(from); err != nil {
		return verify.Step{}, err
	}
	if d := t.do(step); d != nil {
		return verify.Step{Diagnostic: d}, nil
	}
	t.at = -1 // until the state is taken
	goals, d := t.goals()
	if d == nil && len(goals) == 0 {
		var err error
		if d, err = t.check(ctx, limits); err != nil {
			return verify.Step{}, err
		}
	}
	if d != nil {
		return verify.Step{Diagnostic: d}, nil
	}
	t.at = verify.StateID(len(t.nodes))
	t.nodes = append(t.nodes, node{parent: from, step: step, goals: goals})
	return verify.Step{State: verify.State{ID: t.at, Goals: slices.Clone(goals)}}, nil
}

// Proof returns the normal proof that the steps to a state make up, with ? for what is
// left. It is an error when there is no such state, or its proof takes more than 2^20
// steps.
func (t *tree) Proof(id verify.StateID) (verify.Candidate, error) {
	if err := t.move(id); err != nil {
		return verify.Candidate{}, err
	}
	text, ok := t.text()
	if !ok {
		return verify.Candidate{}, fmt.Errorf("the proof has more than %d steps", maxProof)
	}
	return verify.Candidate{Proof: text}, nil
}

func (t *tree) text() (string, bool) {
	m := t.bank.Mark()
	defer t.bank.Undo(m)
	if len(t.open) == 0 {
		t.bank.MaxWork = 0
		if !t.problem.Assign(t.bank, t.root, maxAssign) {
			t.problem.Settle(t.bank, t.root)
		}
	}
	return t.problem.Normal(t.bank, t.root, maxProof)
}

// check is what the checker says against the whole proof.
func (t *tree) check(ctx context.Context, limits verify.Limits) (*verify.Diagnostic, error) {
	text, ok := t.text()
	if !ok {
		return refuse(mm.LimitExceeded, "", "the proof has more than %d steps", maxProof), nil
	}
	rep, err := t.env.checkOne(ctx, verify.Candidate{Proof: text}, limits)
	if err != nil || rep.Verdict == record.Proved {
		return nil, err
	}
	d := rep.Diagnostics[0]
	d.Message = "the whole proof is refused: " + d.Message
	d.Step, d.Start, d.End = 0, 0, 0 // they are of the proof, not of the step's text
	return &d, nil
}

// goals writes what is left to prove.
func (t *tree) goals() ([]string, *verify.Diagnostic) {
	var out []string
	size := 0
	for _, n := range t.open {
		if size += t.bank.Expanded(n.Goal); size > maxState {
			return nil, refuse(mm.LimitExceeded, "", "the goals have more than %d symbols", maxState)
		}
		out = append(out, t.bank.String(t.bank.Resolve(n.Goal)))
	}
	return out, nil
}

func refuse(kind mm.ErrorKind, label, format string, args ...any) *verify.Diagnostic {
	return &verify.Diagnostic{Kind: kind.String(), Label: label[:min(len(label), maxLabel)], Message: fmt.Sprintf(format, args...)}
}

// do makes a step from the state at hand, or leaves that as it is and says why not.
func (t *tree) do(step string) *verify.Diagnostic {
	words := strings.Fields(step)
	switch {
	case len(step) > maxStep:
		return refuse(mm.LimitExceeded, "", "a step of %d bytes; at most %d are read", len(step), maxStep)
	case len(words) == 0:
		return refuse(mm.Syntax, "", "a step is a label, and formulas for variables behind it")
	case len(t.open) == 0:
		return refuse(mm.LeftoverStack, words[0], "nothing is left to prove")
	}
	m := t.bank.Mark()
	t.bank.Work, t.bank.MaxWork = 0, maxUnify
	d := t.cite(words[0], words[1:])
	if d != nil {
		t.bank.Undo(m)
		at := strings.Index(step, words[0])
		d.Start, d.End = at, at+len(words[0])
	}
	return d
}

func (t *tree) cite(label string, words []string) *verify.Diagnostic {
	l, goal := t.problem.Library, t.open[0]
	id, ok := l.Lookup(label)
	if !ok {
		return refuse(mm.UnknownLabel, label, "there is no statement %.100s", label)
	}
	if k := t.problem.Hyp(id); k >= 0 {
		if len(words) > 0 {
			return refuse(mm.Syntax, label, "a hypothesis of the theorem has no variables to choose")
		}
		if !t.bank.Unify(goal.Goal, t.hyps[k]) {
			return t.mismatch(label, t.hyps[k])
		}
		return t.take(&mmlogic.Node{Stmt: id}, t.open[1:])
	}
	st := l.Statement(id)
	switch {
	case id >= t.problem.ID:
		return refuse(mm.NotCitable, label, "%s does not come before the theorem", label)
	case st == nil:
		return refuse(mm.NotCitable, label, "%s is neither a hypothesis of the theorem nor an axiom or theorem that asserts something", label)
	}
	in := mmlogic.Instance{Stmt: st, Slots: make([]mmlogic.Term, len(st.Vars))}
	if d := t.choose(in, words); d != nil {
		return d
	}
	if !t.bank.UnifyPattern(in, st.Conclusion, goal.Goal) {
		general := mmlogic.Instance{Stmt: st, Slots: make([]mmlogic.Term, len(st.Vars))}
		return t.mismatch(label, t.bank.Build(general, st.Conclusion))
	}
	cited := &mmlogic.Node{Stmt: id}
	for _, h := range st.Hyps {
		cited.Kids = append(cited.Kids, &mmlogic.Node{Stmt: mmlogic.Open, Goal: t.bank.Build(in, h)})
	}
	cited.Slots = in.Slots
	return t.take(cited, append(slices.Clone(cited.Kids), t.open[1:]...))
}

// mismatch says that what a label proves is not the goal.
func (t *tree) mismatch(label string, proves mmlogic.Term) *verify.Diagnostic {
	if t.bank.Work > maxUnify {
		return refuse(mm.LimitExceeded, label, "it takes too long to find out what the variables of %s stand for", label)
	}
	d := refuse(mm.Mismatch, label, "%s proves %s, which cannot be the goal", label, t.bank.String(proves))
	d.Goals = t.current()[:1]
	return d
}

// current are the goals before the step.
func (t *tree) current() []string { return t.nodes[max(t.at, 0)].goals }

// choose reads the formulas for variables of what is cited.
func (t *tree) choose(in mmlogic.Instance, words []string) *verify.Diagnostic {
	l, label := t.problem.Library, in.Stmt.Label
	var names []string
	for _, v := range in.Stmt.Vars {
		names = append(names, l.Name(v))
	}
	begins := func(i int) bool {
		return i+1 < len(words) && words[i+1] == ":=" && slices.Contains(names, words[i])
	}
	for i := 0; i < len(words); {
		if !begins(i) {
			return refuse(mm.Syntax, label, "where %.100q stands there should be a variable of %s and := behind it; its variables: %s",
				words[i], label, cmp.Or(strings.Join(names, " "), "none"))
		}
		k, end := slices.Index(names, words[i]), i+2
		for end < len(words) && !begins(end) {
			end++
		}
		switch {
		case in.Slots[k] != 0:
			return refuse(mm.Syntax, label, "%s is chosen twice", names[k])
		case end-i-2 > maxSymbols:
			return refuse(mm.LimitExceeded, label, "a formula of %d symbols; at most %d are read", end-i-2, maxSymbols)
		}
		var err error
		if in.Slots[k], err = t.problem.Formula(t.bank, in.Stmt.Vars[k], strings.Join(words[i+2:end], " ")); err != nil {
			return refuse(mm.Syntax, label, "%s: %v", names[k], err)
		}
		i = end
	}
	return nil
}

// take puts a citation in the place of the first goal, unless some formula is too large
// or some disjoint-variable condition cannot be met any more.
func (t *tree) take(cited *mmlogic.Node, open []*mmlogic.Node) *verify.Diagnostic {
	used := t.used
	if cited.Slots != nil {
		used = append(slices.Clip(used), cited)
	}
	for _, n := range used {
		st := t.problem.Library.Statement(n.Stmt)
		for _, s := range n.Slots {
			if t.bank.Expanded(s) > maxFormula {
				return refuse(mm.LimitExceeded, st.Label, "a formula would have more than %d symbols", maxFormula)
			}
		}
		if !t.bank.Disjoint(mmlogic.Instance{Stmt: st, Slots: n.Slots}) {
			return refuse(mm.Disjointness, st.Label, "variables that %s keeps apart would not be", st.Label)
		}
	}
	*t.open[0] = mmlogic.Node{Stmt: cited.Stmt, Kids: cited.Kids, Slots: cited.Slots, Goal: t.open[0].Goal}
	if cited.Slots != nil {
		used[len(used)-1] = t.open[0]
	}
	t.open, t.used = open, used
	return nil
}
