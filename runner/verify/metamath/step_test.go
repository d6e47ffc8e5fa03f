package metamath

import (
	"slices"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
	"proofgrid/experiments/quickstart"
	"proofgrid/experiments/record"
	"proofgrid/runner/verify"
)

func steps(t testing.TB, v *Verifier, name string) *tree {
	t.Helper()
	s, err := v.Steps(ctx, taskOf(t, v.db, name))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*tree)
}

func stepper(t testing.TB, p Policy) *Verifier {
	t.Helper()
	db, err := mm.ReadFile("testdata/steps.mm")
	if err != nil {
		t.Fatal(err)
	}
	v, err := New(db, p, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

var _ verify.Stepper = (*Verifier)(nil)

func apply(t testing.TB, s verify.Steps, from verify.StateID, step string) verify.Step {
	t.Helper()
	r, err := s.Apply(ctx, from, step, verify.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", step, err)
	}
	return r
}

// walk makes steps one after the other, each of which must be taken.
func walk(t testing.TB, s verify.Steps, list ...string) verify.State {
	t.Helper()
	at := s.Root()
	for i, step := range list {
		if len(at.Goals) == 0 {
			t.Fatalf("nothing is left before step %d, %s", i, step)
		}
		r := apply(t, s, at.ID, step)
		if r.Diagnostic != nil {
			t.Fatalf("step %d, %s: %s: %s; goals %q", i, step, r.Diagnostic.Kind, r.Diagnostic.Message, at.Goals)
		}
		at = r.State
	}
	return at
}

// TestReplay makes every proof of the built-in database backward: by labels alone, with
// the rest left to unification, and then with every variable chosen.
func TestReplay(t *testing.T) {
	db, err := mm.Read(quickstart.FS, quickstart.Name)
	if err != nil {
		t.Fatal(err)
	}
	v, err := New(db, Policy{}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	n, undetermined := 0, 0
	for id := mm.StmtID(0); int(id) < db.Len(); id++ {
		if db.Kind(id) != mm.Provable {
			continue
		}
		n++
		name := db.Label(id)
		root, err := v.library().Read(id, db.ProofText(id))
		if err != nil {
			t.Fatal(err)
		}
		var labels []string
		var preorder func(*mmlogic.Node)
		preorder = func(n *mmlogic.Node) {
			labels = append(labels, db.Label(n.Stmt))
			for _, k := range n.Kids {
				preorder(k)
			}
		}
		preorder(root)
		s := steps(t, v, name)
		accepted := func(end verify.State) {
			t.Helper()
			c, err := s.Proof(end.ID)
			if err != nil || len(end.Goals) > 0 {
				t.Fatalf("%s: %v left, %v", name, end.Goals, err)
			}
			if r := check(t, v, taskOf(t, db, name), c.Proof, verify.Limits{}); r.Verdict != record.Proved {
				t.Errorf("%s: %s: %+v", name, c.Proof, r)
			}
			if strings.ContainsAny(c.Proof, "()?") {
				t.Errorf("%s: no normal proof: %s", name, c.Proof)
			}
		}
		accepted(walk(t, s, labels...))
		if !s.problem.Assign(s.bank, s.root, maxAssign) {
			t.Fatalf("%s: no variables for what is open", name)
		}
		next := 0
		for i, label := range labels {
			if next == len(s.used) || db.Label(s.used[next].Stmt) != label {
				continue
			}
			used := s.used[next]
			next++
			for k, x := range v.library().Statement(used.Stmt).Vars {
				labels[i] += " " + v.library().Name(x) + " := " + s.bank.String(s.bank.Resolve(used.Slots[k]))
			}
		}
		if next != len(s.used) {
			t.Fatalf("%s: %d of %d citations", name, next, len(s.used))
		}
		for _, g := range s.nodes {
			if strings.Contains(strings.Join(g.goals, " "), "?") {
				undetermined++
				break
			}
		}
		s = steps(t, v, name)
		accepted(walk(t, s, labels...))
		for _, g := range s.nodes {
			if strings.Contains(strings.Join(g.goals, " "), "?") {
				t.Errorf("%s: open variables in %q", name, g.goals)
			}
		}
	}
	if n != 454 || undetermined < 100 {
		t.Errorf("%d proofs, %d of them with open variables", n, undetermined)
	}
}

func TestBranching(t *testing.T) {
	s := steps(t, stepper(t, Policy{}), "id")
	if r := s.Root(); r.ID != 0 || !slices.Equal(r.Goals, []string{"|- ( p -> p )"}) {
		t.Fatalf("%+v", r)
	}
	mp := apply(t, s, 0, "ax-mp").State
	if !slices.Equal(mp.Goals, []string{"|- ?0", "|- ( ?0 -> ( p -> p ) )"}) {
		t.Errorf("%q", mp.Goals)
	}
	wrong := apply(t, s, mp.ID, "ax-1").State
	if want := []string{"|- ( ( ?2 -> ( ?1 -> ?2 ) ) -> ( p -> p ) )"}; len(wrong.Goals) != 1 || strings.Count(wrong.Goals[0], "?") != strings.Count(want[0], "?") {
		t.Errorf("%q", wrong.Goals)
	}
	other := apply(t, s, 0, "ax-mp p := ( p -> ( q -> p ) )").State
	if !slices.Equal(other.Goals, []string{"|- ( p -> ( q -> p ) )", "|- ( ( p -> ( q -> p ) ) -> ( p -> p ) )"}) {
		t.Errorf("%q", other.Goals)
	}
	// ax-2 has its first premise chosen by the second, whatever was tried in between.
	list := []string{"ax-mp", "ax-1"}
	at := walk(t, s, list...)
	at = apply(t, s, at.ID, "ax-mp").State
	back := apply(t, s, other.ID, "ax-1").State
	if !slices.Equal(back.Goals, other.Goals[1:]) {
		t.Errorf("%q", back.Goals)
	}
	for _, step := range []string{"ax-1", "ax-2"} {
		r := apply(t, s, at.ID, step)
		if r.Diagnostic != nil {
			t.Fatalf("%s: %+v", step, r.Diagnostic)
		}
		at = r.State
	}
	if c, err := s.Proof(at.ID); err != nil || len(at.Goals) != 0 || !strings.HasSuffix(c.Proof, "ax-2 ax-mp ax-mp") {
		t.Errorf("%q, %q, %v", at.Goals, c.Proof, err)
	}
	if c, err := s.Proof(mp.ID); err != nil || c.Proof != "? wp wp wi ? ? ax-mp" {
		t.Errorf("%q, %v", c.Proof, err)
	}
	if _, err := s.Proof(99); err == nil {
		t.Error("a proof of no state")
	}
	if _, err := s.Apply(ctx, -1, "ax-1", verify.Limits{}); err == nil {
		t.Error("a step from no state")
	}
}

func TestHypotheses(t *testing.T) {
	s := steps(t, stepper(t, Policy{}), "mine")
	end := walk(t, s, "ax-mp", "mine.1", "mine.2")
	if c, err := s.Proof(end.ID); err != nil || c.Proof != "wp wq wr wi mine.1 mine.2 ax-mp" {
		t.Errorf("%q, %v", c.Proof, err)
	}
}

func TestRefusals(t *testing.T) {
	v := stepper(t, Policy{ForbiddenAxioms: []string{"ax-false"}})
	for _, c := range []struct {
		theorem string
		before  []string
		step    string
		kind    mm.ErrorKind
		say     string
	}{
		{"mine", nil, "", mm.Syntax, "a step is a label"},
		{"mine", nil, "nothing", mm.UnknownLabel, "no statement nothing"},
		{"mine", nil, "?", mm.UnknownLabel, "no statement ?"},
		{"mine", nil, "mine", mm.NotCitable, "does not come before"},
		{"mine", nil, "free", mm.NotCitable, "does not come before"},
		{"mine", nil, "wi", mm.NotCitable, "neither"},
		{"mine", nil, "wp", mm.NotCitable, "neither"},
		{"mine", nil, "wff2", mm.NotCitable, "neither"},
		{"mine", nil, "mp.1", mm.NotCitable, "neither"},
		{"mine", nil, "mine.1", mm.Mismatch, "mine.1 proves |- p"},
		{"mine", nil, "mine.1 p := q", mm.Syntax, "no variables to choose"},
		{"mine", nil, "ax-al", mm.Mismatch, "ax-al proves |- ( A. ?"},
		{"mine", nil, "id", mm.Mismatch, "cannot be the goal"},
		{"mine", nil, "ax-mp q := p", mm.Mismatch, "cannot be the goal"},
		{"mine", nil, "ax-mp r := p", mm.Syntax, "its variables: p q"},
		{"mine", nil, "ax-mp p", mm.Syntax, "its variables: p q"},
		{"mine", nil, "ax-mp p :=", mm.Syntax, "is no wff"},
		{"mine", nil, "ax-mp p := ( p ->", mm.Syntax, "is no wff"},
		{"mine", nil, "ax-mp p := x", mm.Syntax, "is no wff"},
		{"mine", nil, "ax-mp p := A. p p", mm.Syntax, "is no wff"},
		{"mine", nil, "ax-mp p := $", mm.Syntax, "no formula has the symbol"},
		{"mine", nil, "ax-mp p := F.", mm.Syntax, "wfal does not come before the theorem"},
		{"mine", nil, "ax-mp p := ?0", mm.Syntax, "no formula has the symbol"},
		{"mine", nil, "ax-mp p := p p := p", mm.Syntax, "chosen twice"},
		{"mine", nil, "ax-mp p := " + strings.Repeat("( ", 2001), mm.LimitExceeded, "2001 symbols"},
		{"mine", nil, strings.Repeat("x", 17000), mm.LimitExceeded, "17000 bytes"},
		{"id", []string{"ax-mp", "ax-1", "ax-mp", "ax-1", "ax-2"}, "ax-1", mm.LeftoverStack, "nothing is left"},
		{"bound", nil, "ax-5", mm.Disjointness, "ax-5 keeps apart"},
		{"bound", []string{"ax-mp", "ax-5"}, "ax-1", mm.Mismatch, ""},
	} {
		s := steps(t, v, c.theorem)
		at := walk(t, s, c.before...)
		r := apply(t, s, at.ID, c.step)
		if d := r.Diagnostic; d == nil || d.Kind != c.kind.String() || !strings.Contains(d.Message, c.say) || d.End > len(c.step) || len(d.Label) > maxLabel {
			t.Errorf("%.80q: %+v", c.step, d)
		}
		if len(s.nodes) != len(c.before)+1 {
			t.Errorf("%.80q: the tree has %d states", c.step, len(s.nodes))
		}
		if again := walk(t, s, c.before...); !slices.Equal(again.Goals, at.Goals) {
			t.Errorf("%.80q: then %q, before %q", c.step, again.Goals, at.Goals)
		}
	}
}

// TestWhole: what no step shows is refused when nothing is left.
func TestWhole(t *testing.T) {
	v := stepper(t, Policy{ForbiddenAxioms: []string{"ax-false"}})
	s := steps(t, v, "id")
	at := walk(t, s, "ax-mp p := ( ( p -> ( q -> p ) ) -> ( q -> p ) )", "ax-mp p := ( ( ( ( p -> ( q -> p ) ) -> ( q -> p ) ) -> r ) -> ( ( p -> ( q -> p ) ) -> ( q -> p ) ) )")
	if r := apply(t, s, at.ID, "ax-false"); r.Diagnostic != nil || len(r.State.Goals) != 2 {
		t.Errorf("a forbidden axiom before the end: %+v", r)
	}
	s = steps(t, v, "bad")
	if r := apply(t, s, 0, "ax-false"); r.Diagnostic == nil || r.Diagnostic.Kind != "axiom policy" || len(s.nodes) != 1 {
		t.Errorf("a forbidden axiom: %+v", r)
	}
	// y is no variable of the theorem, and nothing keeps it apart from p.
	s = steps(t, v, "id")
	end := walk(t, s, "ax-mp p := ( q -> A. y q )", "ax-5", "ax-mp p := ( p -> p )", "ax-mp", "ax-1", "ax-mp", "ax-1")
	if r := apply(t, s, end.ID, "ax-2"); r.Diagnostic != nil {
		t.Fatalf("%+v", r.Diagnostic)
	} else if r := apply(t, s, r.State.ID, "ax-1"); r.Diagnostic == nil || r.Diagnostic.Kind != mm.Disjointness.String() || !strings.HasPrefix(r.Diagnostic.Message, "the whole proof is refused") {
		t.Errorf("%+v", r)
	}
}

// TestGrowth: steps that double a formula each end at a bound, and soon.
func TestGrowth(t *testing.T) {
	start := time.Now()
	s := steps(t, stepper(t, Policy{}), "mine")
	at, refused := s.Root(), false
	f := "p"
	for range 9 {
		f = "( " + f + " -> " + f + " )"
	}
	for range 64 {
		for _, step := range []string{"ax-mp", "ax-2", "ax-1", "ax-mp p := " + f} {
			r := apply(t, s, at.ID, step)
			if r.Diagnostic == nil {
				at = r.State
			} else if r.Diagnostic.Kind == mm.LimitExceeded.String() {
				refused = true
			}
		}
	}
	if took := time.Since(start); !refused || took > 10*time.Second {
		t.Errorf("refused %v after %v", refused, took)
	}
}

func TestNoSteps(t *testing.T) {
	v := stepper(t, Policy{})
	if _, err := v.Steps(ctx, taskOf(t, v.db, "wff2")); err == nil || !strings.Contains(err.Error(), "syntax axioms") {
		t.Errorf("%v", err)
	}
}

// FuzzSteps: no text of a step, from any state, makes a tree panic, and what it calls
// complete is proved.
func FuzzSteps(f *testing.F) {
	v := stepper(f, Policy{})
	for _, s := range []string{"ax-mp\nax-1\nax-mp\nax-1\nax-2", "ax-mp p := ( p -> q )\nid", "ax-5 x := y", "mine.1\n\n:= :=", "ax-mp p :=\np :=", "ax-al\nax-mp q := A. x p"} {
		f.Add(s, byte(1))
	}
	f.Fuzz(func(t *testing.T, text string, jump byte) {
		for _, name := range []string{"id", "mine", "bound", "free"} {
			s := steps(t, v, name)
			at := verify.StateID(0)
			for i, step := range strings.Split(text, "\n") {
				if i == 50 {
					break
				}
				r := apply(t, s, at, step)
				if r.Diagnostic != nil {
					at = verify.StateID(int(jump) % len(s.nodes))
					continue
				}
				c, err := s.Proof(r.State.ID)
				if err != nil {
					t.Fatal(err)
				}
				complete := check(t, v, taskOf(t, v.db, name), c.Proof, verify.Limits{}).Verdict == record.Proved
				if complete != (len(r.State.Goals) == 0) {
					t.Fatalf("%s: %q: %q", name, r.State.Goals, c.Proof)
				}
				at = r.State.ID
			}
		}
	})
}
