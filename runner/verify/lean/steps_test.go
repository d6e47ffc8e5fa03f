package lean

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/runner/verify"
)

func TestSteps(t *testing.T) {
	t.Parallel()
	v, log := standIn(t, "repl")
	tree, err := v.Steps(t.Context(), toy())
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if g := tree.Root().Goals; len(g) != 1 || g[0] != "⊢ root" {
		t.Fatalf("root %q", g)
	}
	apply := func(from verify.StateID, tactic string) verify.Step {
		t.Helper()
		s, err := tree.Apply(t.Context(), from, tactic, verify.Limits{Time: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a := apply(0, "intro a")
	b := apply(0, "intro b")
	c := apply(a.State.ID, "cases a\n| x => y")
	for tactic, kind := range map[string]string{"fail": "error", "hollow": "hollow", "simp)": "refused", "": "refused", "run_tac x": "refused", "rfl -- do: garbage": "broken", "rfl -- do: crash": "broken"} {
		if s := apply(b.State.ID, tactic); s.Diagnostic == nil || s.Diagnostic.Kind != kind {
			t.Errorf("%q: %+v, want %s", tactic, s.Diagnostic, kind)
		}
	}
	if s := apply(b.State.ID, "rfl -- do: hang"); s.Diagnostic == nil || s.Diagnostic.Kind != "limit" {
		t.Errorf("hang: %+v", s.Diagnostic)
	}
	// The REPL is a new one now; the state is made again by its steps.
	d := apply(c.State.ID, "done")
	if d.Diagnostic != nil || len(d.State.Goals) != 0 {
		t.Fatalf("%+v", d)
	}
	proof, err := tree.Proof(d.State.ID)
	if err != nil || proof.Proof != "by\n  intro a\n  cases a\n  | x => y\n  done" {
		t.Errorf("%q, %v", proof.Proof, err)
	}
	if r := check(t, v, toy(), time.Second, proof)[0]; r.Verdict != record.Proved {
		t.Errorf("%+v", r)
	}
	text, _ := os.ReadFile(log)
	if lines := strings.Split(string(text), "\n"); !slices.Contains(lines, "repl") || strings.Count(string(text), "tactic intro a\n") != 2 {
		t.Errorf("log:\n%s", text)
	}
	if _, err := tree.Apply(t.Context(), 99, "rfl", verify.Limits{}); err == nil {
		t.Error("a state that is none")
	}
	if _, err := tree.Proof(0); err == nil {
		t.Error("the root is no proof")
	}
	l, _ := standIn(t, "lake")
	if _, err := l.Steps(t.Context(), toy()); err == nil {
		t.Error("the door lake has no proof states")
	}
}
