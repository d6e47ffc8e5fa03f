package coq

import (
	"slices"
	"testing"
)

func TestStatementTerm(t *testing.T) {
	for sentence, want := range map[string][2]string{
		"Lemma a : True.":                                   {"a", "( True)"},
		"Theorem b (n : nat) {m} : n = m.":                  {"b", "forall (n : nat) {m}, ( n = m)"},
		"#[local] Instance c `{Countable K} : Inj (f) | 3.": {"c", "forall `{Countable K}, ( Inj (f) )"},
		"Lemma d : (fun x : nat => x :: nil) 1 = [1].":      {"d", "( (fun x : nat => x :: nil) 1 = [1])"},
		"Lemma e (* : no *) x : \"a : b\" = x.":             {"e", "forall (* : no *) x, ( \"a : b\" = x)"},
		"Lemma f : { n | n > 1 }.":                          {"f", "( { n | n > 1 })"},
		"Definition g x : nat := x.":                        {},
		"Lemma h@{u} : True.":                               {},
		"Lemma i.":                                          {},
		"Instance : Foo.":                                   {},
		"Goal True.":                                        {},
		"Qed.":                                              {},
		"":                                                  {},
	} {
		name, term, ok := statementTerm(sentence)
		if ok != (want[0] != "") || ok && (name != want[0] || term != want[1]) {
			t.Errorf("%s: %q, %q, %v", sentence, name, term, ok)
		}
	}
}

func TestGoals(t *testing.T) {
	for shown, want := range map[string][]string{
		"1 goal (ID 4)\n  \n  n : nat\n  ====\n  n = n":            {"n : nat\n  ====\n  n = n"},
		"2 goals (ID 3)\n  \n  ====\n  A\n\ngoal 2 (ID 4) is:\n B": {"====\n  A", "B"},
		"2 goals\n  \n  ====\n  A\n\ngoal 2 is:\n B":               {"====\n  A", "B"},
		"No more goals.": nil,
		"":               nil,
	} {
		if got := goals(shown); !slices.Equal(got, want) {
			t.Errorf("%q: %q", shown, got)
		}
	}
}

func TestComplete(t *testing.T) {
	for _, c := range [][3]string{
		{"reflexivity.", "Qed.", "reflexivity.\nQed."},
		{"reflexivity.", "Defined.", "reflexivity.\nDefined."},
		{"reflexivity.", "Admitted.", "reflexivity.\nQed."},
		{"reflexivity. Qed.", "Defined.", "reflexivity. Qed."},
		{"admit. Admitted.", "Qed.", "admit. Admitted."},
		{"exact (* open", "Qed.", "exact (* open"},
	} {
		if got := complete(c[0], c[1]); got != c[2] {
			t.Errorf("%q ended with %q: %q", c[0], c[1], got)
		}
	}
}
