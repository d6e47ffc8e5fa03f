package lean

import (
	"strings"
	"testing"

	"proofgrid/runner/verify"
)

func TestCases(t *testing.T) {
	for statement, want := range map[string]string{
		"∀ n : Nat, n = n":        "theorem t : ∀ n : Nat, n = n",
		"(a = b) ∧ (c : Nat)":     "theorem t : (a = b) ∧ (c : Nat)",
		"(n : Nat) : n = n":       "theorem t (n : Nat) : n = n",
		": True":                  "theorem t : True",
		".{u} (a : Sort u) : F a": "theorem t.{u} (a : Sort u) : F a",
		"{n : Nat} [F n] (h : n = (1 : Nat)) : n = n": "theorem t {n : Nat} [F n] (h : n = (1 : Nat)) : n = n",
		"(fun x => x) = id":                           "theorem t : (fun x => x) = id",
	} {
		c := Case{Target: "t", Statement: statement}
		if got := c.Task().Text; got != want {
			t.Errorf("%s: %q, want %q", statement, got, want)
		}
	}
	for script, want := range map[string]verify.Candidate{
		"by rfl": {Proof: "by rfl"},
		"theorem a : 1 = 1 := rfl\ntheorem t (n : Nat) : n = n := by\n  rfl\n": {Lemmas: "theorem a : 1 = 1 := rfl\n", Proof: ":= by\n  rfl"},
		"axiom t : False": {Proof: "axiom t : False"},
		"by rfl /-":       {Proof: "by rfl /-"},
	} {
		c := Case{Target: "t", Script: script}
		if got := c.Candidate(); got != want {
			t.Errorf("%q: %+v, want %+v", script, got, want)
		}
	}
	for text, want := range map[string]string{
		"":   "no case",
		"\n": "no case",
		"{\"id\":\"a\",\"target\":\"t\",\"target_statement\":\"True\"}\n{": "line 2",
		"{\"id\":\"a\"}": "line 1",
		"{\"id\":\"a\",\"target\":\"t\",\"target_statement\":\"True\",\"expected\":\"maybe\"}": "line 1",
		"\xff": "line 1: invalid UTF-8",
	} {
		if err := ReadCases(strings.NewReader(text), func(Case) error { return nil }); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
