package premises

import (
	"testing"

	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
)

func TestDeclared(t *testing.T) {
	for text, want := range map[string]string{
		"theorem foo (n : Nat) : n = n":                     "foo",
		"lemma Foo.bar' {α : Type*} : p":                    "Foo.bar'",
		"theorem f.{u, v} {α : Type u} : p":                 "f",
		"@[simp, norm_cast]\nprotected theorem add_zero: p": "add_zero",
		"noncomputable def x := 1":                          "x",
		"#[local] Instance i : C.":                          "i",
		"Lemma le_refl : forall n, n <= n.":                 "le_refl",
		"Program Definition f (n : nat) := n.":              "f",
		"add_zero":                                          "",
		"theorem : p":                                       "",
		"the theorem foo":                                   "",
		"":                                                  "",
	} {
		name, _, ok := Declared(text)
		if name != want || ok != (want != "") {
			t.Errorf("%q declares %q (%v), want %q", text, name, ok, want)
		}
	}
}

func TestFillSortsAndKeepsCitations(t *testing.T) {
	var s Set
	add := func(file, name string) int32 { return s.Add(task.Premise{File: file, Name: name, Text: name}) }
	a := &task.Task{Truth: task.GroundTruth{Premises: []int32{add("m", "z"), add("a", "y"), add("m", "z")}}}
	b := &task.Task{Truth: task.GroundTruth{Premises: []int32{add("m", "b")}}}
	s.Fill([]*task.Task{a, b})
	if s.Len() != 3 || a.Pool != b.Pool || a.Available != 3 || a.Index != -1 {
		t.Fatalf("%d premises, %+v", s.Len(), a)
	}
	for i, want := range []string{"y", "b", "z"} {
		if got := a.Pool.Premises[i].Name; got != want {
			t.Errorf("premise %d is %s, want %s", i, got, want)
		}
	}
	if p := a.Truth.Premises; len(p) != 2 || p[0] != 0 || p[1] != 2 || b.Truth.Premises[0] != 1 {
		t.Errorf("cited %v and %v", p, b.Truth.Premises)
	}
}

// A theorem that another record cites is no premise for its own proof.
func TestTheTheoremItselfIsNoPremise(t *testing.T) {
	var s Set
	add := func(file, name, statement string) int32 {
		return s.Add(task.Premise{File: file, Name: name, Statement: statement, Text: "lemma " + name + " " + statement})
	}
	self := &task.Task{Name: "a", Text: "lemma a : 1 = 1 := by"}
	other := &task.Task{Name: "b", Text: "lemma b : 2 = 2 :=", Truth: task.GroundTruth{Premises: []int32{
		add("f", "a", ": 1 = 1"), add("g", "N.a", ":\n1 = 1"), add("g", "M.a", ": 3 = 3"), add("f", "b", ": 0 = 0"),
	}}}
	s.Fill([]*task.Task{self, other})
	for _, c := range []struct {
		t    *task.Task
		want string
	}{{self, "b M.a "}, {other, "a b M.a N.a "}} {
		for _, r := range []regime.Params{{Kind: regime.Full}, {Kind: regime.Retrieved, M: 4}} {
			got, err := regime.Build(c.t, r)
			if err != nil {
				t.Fatal(err)
			}
			names := ""
			for _, i := range got.Shown {
				names += c.t.Pool.Premises[i].Name + " "
			}
			if names != c.want {
				t.Errorf("%s, %s: shown %s, want %s", c.t.Name, r, names, c.want)
			}
			if err := regime.Leak(c.t, got); err != nil {
				t.Error(err)
			}
		}
	}
}
