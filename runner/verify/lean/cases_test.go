package lean

import (
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
		c := verify.Case{Target: "t", Statement: statement}
		if got := CaseTask(&c).Text; got != want {
			t.Errorf("%s: %q, want %q", statement, got, want)
		}
	}
	for script, want := range map[string]verify.Candidate{
		"by rfl": {Proof: "by rfl"},
		"theorem a : 1 = 1 := rfl\ntheorem t (n : Nat) : n = n := by\n  rfl\n": {Lemmas: "theorem a : 1 = 1 := rfl\n", Proof: ":= by\n  rfl"},
		"axiom t : False": {Proof: "axiom t : False"},
		"by rfl /-":       {Proof: "by rfl /-"},
	} {
		c := verify.Case{Target: "t", Script: script}
		if got := CaseCandidate(&c); got != want {
			t.Errorf("%q: %+v, want %+v", script, got, want)
		}
	}
}
