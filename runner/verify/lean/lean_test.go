package lean

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
)

// machine is what the tests give a verifier.
func machine(t *testing.T) Machine {
	n := 0
	path := os.Getenv("PATH")
	return Machine{Sandbox: sandbox.Detect(t.Context(), path), Env: []string{"PATH=" + path}, Temp: t.TempDir(), Now: time.Now,
		Nonce: func() string { n++; return fmt.Sprintf("n%d", n) }}
}

func standIn(t *testing.T, door string) (*Verifier, string) {
	t.Helper()
	dir := t.TempDir()
	v, err := New(t.Context(), Options{Door: door, Lean: program(t, dir, "lean"), REPL: program(t, dir, "repl"), Plain: true}, machine(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	return v, filepath.Join(dir, "log")
}

func toy() *task.Task {
	return &task.Task{ID: "toy/t", Name: "t", System: "lean", Preamble: "import Init\n\nnamespace Shop\n\ntheorem helper : True := trivial\n",
		Text: "@[simp] theorem t (x : Nat) : x = x :=", Suffix: "end Shop\n"}
}

func check(t *testing.T, v verify.Verifier, k *task.Task, limit time.Duration, candidates ...verify.Candidate) []verify.Report {
	t.Helper()
	e, err := v.Open(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	reports, err := e.Check(t.Context(), candidates, verify.Limits{Time: limit})
	if err != nil {
		t.Fatal(err)
	}
	if len(reports) != len(candidates) {
		t.Fatalf("%d reports for %d candidates", len(reports), len(candidates))
	}
	return reports
}

func why(r verify.Report) string {
	if len(r.Diagnostics) == 0 {
		return ""
	}
	return r.Diagnostics[0].Message
}

// What each local door says, whatever the checker does. The candidates are judged in
// one batch: none may cost another its verdict.
func TestDoors(t *testing.T) {
	t.Parallel()
	proof := func(do string) verify.Candidate { return verify.Candidate{Proof: "by\n  rfl -- do: " + do} }
	cases := []struct {
		do      string
		verdict record.Verdict
		message string // of the first diagnostic, in part
	}{
		{"nothing", record.Proved, ""},
		{"error unsolved goals\\n⊢ 1 = 2", record.Rejected, "unsolved goals"},
		{"sorry", record.Rejected, "sorry"},
		{"axioms propext, Quot.sound", record.Proved, ""},
		{"axioms propext, sorryAx", record.Rejected, "sorry"},
		{"axioms Lean.ofReduceBool, propext", record.Cheated, "Lean.ofReduceBool"},
		{"axioms Lean.trustCompiler", record.Cheated, "Lean.trustCompiler"},
		{"silent", record.Cheated, "not answered"},
		{"fake", record.Cheated, "not answered"},
		{"twice", record.Cheated, "more than one"},
		{"other", record.Cheated, "not an answer"},
		{"hang", record.Timeout, "stopped after"},
		{"crash", record.Rejected, ""},
		{"flood", record.Rejected, "more than"},
		{"exit", record.Rejected, "broke"},
		{"file_hang", record.Timeout, "stopped after"},
		{"file_error no", record.Rejected, "no"}, // though the REPL accepts it
		{"split", record.Proved, ""},
		{"nothing more", record.Proved, ""},
	}
	var all []verify.Candidate
	for _, c := range cases {
		all = append(all, proof(c.do))
	}
	for _, door := range []string{"lake", "repl"} {
		t.Run(door, func(t *testing.T) {
			v, _ := standIn(t, door)
			began := time.Now()
			reports := check(t, v, toy(), 1500*time.Millisecond, all...)
			if took := time.Since(began); took > time.Minute {
				t.Errorf("it took %s", took)
			}
			for i, c := range cases {
				if r := reports[i]; r.Verdict != c.verdict || !strings.Contains(why(r), c.message) {
					t.Errorf("%s: %s (%q), want %s (%q)", c.do, r.Verdict, why(r), c.verdict, c.message)
				}
			}
			if r := reports[1]; r.Category != "unsolved goals" || r.Diagnostics[0].Start != 5 || r.Diagnostics[0].End != 7 || len(r.Diagnostics[0].Goals) != 1 || !r.Signals.Type || r.Signals.Complete {
				t.Errorf("an error: %+v", r)
			}
			if r := reports[0]; r.Audit != Sealed || r.Signals != (verify.Signals{Syntax: true, Type: true, Progress: true, Complete: true}) {
				t.Errorf("a proof: %+v", r)
			}
		})
	}
}

func TestREPLGarbageAndWrongEnvironment(t *testing.T) {
	t.Parallel()
	v, log := standIn(t, "repl")
	reports := check(t, v, toy(), time.Second, verify.Candidate{Proof: "rfl -- do: garbage"}, verify.Candidate{Proof: "rfl -- do: wrongenv"}, verify.Candidate{Proof: "rfl"})
	for i, want := range []record.Verdict{record.Rejected, record.Rejected, record.Proved} {
		if reports[i].Verdict != want {
			t.Errorf("%d: %s %q", i, reports[i].Verdict, why(reports[i]))
		}
	}
	b, _ := os.ReadFile(log)
	// Each of the two that break it is tried on a second REPL, and the third needs one.
	if n := strings.Count(string(b), "repl\n"); n != 5 {
		t.Errorf("%d REPLs were started, want 5:\n%s", n, b)
	}
}

// A REPL serves all tasks with its header and no others.
func TestPool(t *testing.T) {
	t.Parallel()
	v, log := standIn(t, "repl")
	other := toy()
	other.Preamble = "-- a comment\n" + other.Preamble
	for _, k := range []*task.Task{toy(), toy(), other, toy()} {
		check(t, v, k, time.Second, verify.Candidate{Proof: "rfl"}, verify.Candidate{Proof: "rfl"})
	}
	b, _ := os.ReadFile(log)
	if n := strings.Count(string(b), "repl\n"); n != 2 {
		t.Errorf("%d REPLs for two headers:\n%s", n, b)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	for _, door := range []string{"lake", "repl"} {
		v, _ := standIn(t, door)
		e, err := v.Open(t.Context(), toy())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		began := time.Now()
		_, err = e.Check(ctx, []verify.Candidate{{Proof: "rfl -- do: hang"}}, verify.Limits{})
		cancel()
		if err == nil || time.Since(began) > 3*time.Second {
			t.Errorf("%s: %v after %s", door, err, time.Since(began))
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	v, _ := standIn(t, "lake")
	for name, k := range map[string]func(*task.Task){
		"does not compile": func(k *task.Task) { k.Preamble += "-- do: error unknown module\n" },
		"no theorem or":    func(k *task.Task) { k.Text = "def f := 1" },
		"has no statement": func(k *task.Task) { k.Text = "" },
		"has no name":      func(k *task.Task) { k.Text = "theorem : True" },
		"not closed":       func(k *task.Task) { k.Preamble += "/- " },
		"no such file":     func(k *task.Task) { k.Source = &task.Location{Root: t.TempDir(), File: "A.lean", Proof: 1} },
		"cannot be read":   func(k *task.Task) { k.Preamble += "-- do: crash\n" },
	} {
		task := toy()
		k(task)
		if _, err := v.Open(t.Context(), task); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("want an error with %q, got %v", name, err)
		}
	}
	if _, err := New(t.Context(), Options{Door: "lake", Lean: "/no/such/lean"}, machine(t)); err == nil || !strings.Contains(err.Error(), "elan") {
		t.Errorf("no Lean: %v", err)
	}
	if _, err := New(t.Context(), Options{Door: "window"}, machine(t)); err == nil {
		t.Error("an unknown door is taken")
	}
}

func TestExamine(t *testing.T) {
	dir := t.TempDir()
	m := machine(t)
	m.Env = []string{"PATH=" + dir}
	for _, f := range Examine(t.Context(), m) {
		if f.OK || f.Advice == "" || f.Detail == "" {
			t.Errorf("an empty machine: %+v", f)
		}
	}
	program(t, dir, "lean")
	program(t, dir, "repl")
	m.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH")}
	ok := map[string]bool{}
	for _, f := range Examine(t.Context(), m) {
		ok[f.Part] = f.OK
	}
	if !ok["lean"] || !ok["lean REPL"] {
		t.Errorf("%v", ok)
	}
}
