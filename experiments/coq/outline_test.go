package coq

import (
	"strings"
	"testing"
)

const orchard = `Require Import A.
Section s.
Variable n : nat.
Lemma one : let x := 0 in x = n. Proof. auto. - auto. Qed.
Definition two := n.
Program Definition three : nat := _.
Next Obligation. auto. Defined.
Obligation Tactic := idtac.
Instance four : C. split. Qed.
Add Morphism two : two_m. Proof. auto. Qed.
Lemma five : n = n. Proof eq_refl.
Module Import m. Notation "a" := n. Lemma six : n. Admitted.
End m.
End s.
Goal True. auto. Qed.
Axiom seven : False.
Inductive eight := e.
Lemma nine : True. auto.
`

func TestOutline(t *testing.T) {
	o := NewOutline(orchard, nil)
	var got []string
	for _, d := range o.Declarations {
		proofs := orchard[d.Proof.Start:d.Proof.End]
		for _, p := range d.Obligations {
			proofs += "|" + orchard[p.Start:p.End]
		}
		preamble, open := o.Scope(d.Start)
		got = append(got, strings.Join([]string{d.Name, d.Ending, proofs, strings.Join(open, ".")}, "; "))
		if d.Name == "six" && (len(preamble) != 5 || orchard[preamble[4].Start:preamble[4].End] != `Notation "a" := n.`) {
			t.Errorf("preamble of six: %+v", preamble)
		}
		if d.Name == "nine" && len(preamble) != 1 {
			t.Errorf("preamble of nine: %+v", preamble)
		}
	}
	want := []string{
		"one; Qed; Proof. auto. - auto. Qed.; s",
		"two; ; ; s",
		"three; ; |auto. Defined.; s",
		"four; Qed; split. Qed.; s",
		"five; Proof; Proof eq_refl.; s",
		"six; Admitted; Admitted.; s.m",
		"seven; ; ; ",
		"eight; ; ; ",
		"nine; ; auto.; ",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("declarations\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestKnownStatementsEndProofs(t *testing.T) {
	text := "Lemma a : b. auto. Lemma c : d. auto. Qed."
	o := NewOutline(text, []int{19})
	if len(o.Declarations) != 2 || o.Declarations[0].Ending != "" || text[o.Declarations[1].Proof.Start:] != "auto. Qed." {
		t.Errorf("%+v", o.Declarations)
	}
}

func TestBody(t *testing.T) {
	for text, want := range map[string]string{
		"Definition a := b.":                       ":= b.",
		"Lemma a : let x := 0 in x = 0.":           "",
		"Example a : let x := 0 in x = 0 := p.":    ":= p.",
		"Definition a (x := 1) : {y := 2} := b.":   ":= b.",
		"Lemma a (* := *) : s = \":=\".":           "",
		"Record r := { f : nat := 1 }.":            ":= { f : nat := 1 }.",
		"Lemma a : b.":                             "",
		"Definition a : forall outlet, b := c.":    ":= c.",
		"Definition a := let x := 1 in x.":         ":= let x := 1 in x.",
		"Definition a : let x := let y := 1 in y.": "",
	} {
		if got := text[Body(text):]; got != want {
			t.Errorf("the body of %q is %q, want %q", text, got, want)
		}
	}
}

func TestSemicolons(t *testing.T) {
	if n := Semicolons(`a; [b | c; d] (* ; *); e ";".`); n != 3 {
		t.Errorf("%d semicolons", n)
	}
}

func FuzzOutline(f *testing.F) {
	f.Add(orchard, 10)
	f.Fuzz(func(t *testing.T, text string, at int) {
		o := NewOutline(text, []int{at})
		last := 0
		for _, d := range o.Declarations {
			spans := append([]Span{{d.Start, d.End}, d.Proof}, d.Obligations...)
			for _, s := range spans {
				if s.End == 0 {
					continue
				}
				if s.Start < last || s.End <= s.Start || s.End > len(text) {
					t.Fatalf("%q: %+v lies behind byte %d", text, s, last)
				}
				last = s.End
			}
			if b := Body(text[d.Start:d.End]); b < 0 || b > d.End-d.Start {
				t.Fatalf("%q: body at %d", text, b)
			}
		}
		o.Scope(at)
	})
}
