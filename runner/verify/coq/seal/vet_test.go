package seal

import (
	"strings"
	"testing"
)

func TestVet(t *testing.T) {
	all := &Policy{Require: []string{"Coq"}, Recursion: AnyRecursion}
	const header = "Lemma l : True.\n"
	for _, c := range []struct {
		name, script string
		policy       *Policy
		proof        bool // the script is the proof of header
		kind, reason string
	}{
		{name: "an honest proof", script: "Proof. exact I. Qed.", proof: true},
		{name: "a proof by a term", script: "Proof I.", proof: true},
		{name: "bullets, braces and selectors", script: "Proof. split. - { exact I. } - all: exact I. 1: idtac. 2: { auto. } Defined.", proof: true},
		{name: "a tactic of a module", script: "Proof. Z.bitwise. Qed.", proof: true},
		{name: "no end", script: "Proof. exact I.", proof: true, kind: incomplete},
		{name: "goes on", script: "Proof. exact I. Qed. Lemma m : True.", proof: true, kind: EndsProof, reason: "Lemma m"},
		{name: "goes on with a query", script: "Proof. exact I. Qed. Print l.", proof: true, kind: EndsProof},
		{name: "goes on behind a term", script: "Proof I. Lemma m : True.", proof: true, kind: EndsProof},
		{name: "another lemma in the proof", script: "Proof. Lemma m : False. Qed.", proof: true, kind: EndsProof},
		{name: "another name", script: "Proof. exact I. Save m.", proof: true, kind: EndsProof},
		{name: "leaves the proof", script: "Proof. Abort. Lemma l : True. exact I. Qed.", proof: true, kind: EndsProof},
		{name: "undo", script: "Proof. Undo. Qed.", proof: true, kind: "state"},
		{name: "an axiom behind modifiers", script: "Time Timeout 5 #[local, export] Global Parameter x : False.", kind: "axiom"},
		{name: "an unknown attribute", script: "#[local, typing(off)] Definition x := 0.", kind: Attributes, reason: "typing"},
		{name: "an attribute with a string", script: "#[deprecated(note=\"x ] )\")] Definition x := 0."},
		{name: "words in strings and comments", script: "(* Axiom *) Definition x := \"admit\". (* \"*)\" Admitted. *)"},
		{name: "admit in a branch", script: "Proof. destruct n; [admit|auto]. Qed.", proof: true, kind: incomplete},
		{name: "admit by a qualified name", script: "Proof. AdmitAxiom.admit. Qed.", proof: true, kind: incomplete},
		{name: "an unclosed comment", script: "Proof. exact I. Qed. (* ", kind: Unreadable},
		{name: "an unclosed string", script: "Proof. idtac \"Qed.", kind: Unreadable},
		{name: "no full stop", script: "Definition x := 0", kind: Unreadable},
		{name: "not UTF-8", script: "Definition x := \xff.", kind: Unreadable, reason: "byte 16"},
		{name: "a NUL byte", script: "Definition x := 0.\x00", kind: Unreadable},
		{name: "CR LF", script: "Definition x\r\n := 0.\r\n"},
		{name: "ten megabytes", script: "Definition x := 0." + strings.Repeat(" ", 10<<20), kind: Size},
		{name: "nothing", kind: Unreadable},
		{name: "a section of its own", script: "Section A. Variable x : nat. Section B. Hypothesis y : True. End B. End A."},
		{name: "a variable of nobody's section", script: "Variable x : False.", kind: Context},
		{name: "a variable in a module", script: "Module M. Variable x : False. End M.", kind: Context},
		{name: "a section left open", script: "Section A. Definition x := 0.", kind: Context},
		{name: "the wrong end", script: "Section A. End B.", kind: Context},
		{name: "a foreign end", script: "End A.", kind: Context},
		{name: "a module at once", script: "Module M := F Nat. Definition x := 0.", kind: Kernel},
		{name: "a plain module", script: "Module Import M. Definition x := 0. End M."},
		{name: "a type of modules", script: "Module Type M. End M.", kind: Kernel},
		{name: "polymorphism", script: "Polymorphic Definition x := 0.", kind: Kernel},
		{name: "strict propositions", script: "Definition x : SProp := y.", kind: Kernel},
		{name: "an unchecked step", script: "Proof. exact_no_check I. Qed.", proof: true},
		{name: "the machine after unchecked steps", script: "Proof. exact_no_check I. vm_compute. Qed.", proof: true, kind: Kernel},
		{name: "a module with an argument", script: "Module F (X : T) <: U. End F.", kind: Kernel},
		{name: "an allowed library", script: "From Coq Require Import Lia ZArith.ZArith. Require Coq.Lists.List."},
		{name: "a library by its short name", script: "Require Import Lia.", kind: Library},
		{name: "a library of another prefix", script: "From Coqx Require Import Lia.", kind: Library},
		{name: "no library by default", script: "From Coq Require Import Lia.", policy: &Policy{}, kind: Library, reason: "nothing"},
		{name: "an option of the list", script: "Set Implicit Arguments. Unset Strict Implicit. Set Default Proof Using \"Type\"."},
		{name: "an option of another table", script: "Local Set Universe Polymorphism.", kind: Options},
		{name: "Print with a file", script: "Print Sorted Universes \"x\".", kind: "file"},
		{name: "recursion, any", script: "CoFixpoint s : S1 := c s."},
		{name: "recursion, simple", script: "Fixpoint f (n : nat) : nat := match n with O => O | S k => 1 + f k end.", policy: &Policy{}},
		{name: "recursion, none", script: "Fixpoint f (n : nat) : nat := match n with O => O | S k => f k end.", policy: &Policy{Recursion: NoRecursion}, kind: Kernel},
		{name: "recursion by a tactic", script: "Proof. fix IH 1. auto. Qed.", proof: true, policy: &Policy{}, kind: Kernel},
		{name: "tokens of notations", script: "Notation \"x .. y , 'λ' (∈ z )\" := (x + y). Infix \".+1\" := S. Notation \"( x .)\" := x. Lemma a : True. idtac \"done. (*\". Abort."},
		{name: "a token with the end of a sentence", script: "Notation \"a '+.' b\" := (a + b).", kind: Unreadable, reason: "+."},
		{name: "a token with the beginning of a comment", script: "Tactic Notation \"a+(\" := idtac.", kind: Unreadable, reason: "a+("},
		{name: "a token for a function", script: "Inductive i := c where \"x (* y\" := (f x y).", kind: Unreadable, reason: "(*"},
		{name: "a control character beyond ASCII", script: "Lemma a : True. idtac \"\u009b31m\". Abort.", kind: Unreadable, reason: `byte 23 is the control character '\u009b'`},
		{name: "a comment behind a full stop", script: "Lemma a : True. Proof. idtac.(* *) exact I. Qed.", kind: Unreadable, reason: "byte 29"},
		{name: "comments", script: "(* a.(* *) *) Lemma a : True.\n(* *)Proof(* \"*)\" *).\n-(* *)exact I. Qed."},
		{name: "a name with fix in it", script: "Proof. apply prefix_fix'. Qed.", proof: true, policy: &Policy{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.policy
			if p == nil {
				p = all
			}
			text := Text{Script: c.script, Proof: -1}
			if c.proof {
				text = Join("", header, c.script)
			}
			_, r := Vet(p, text)
			switch {
			case r == nil && c.kind != "":
				t.Errorf("let through, want %s", c.kind)
			case r != nil && (r.Kind != c.kind || !strings.Contains(r.Reason, c.reason)):
				t.Errorf("%+v, want %q with %q", r, c.kind, c.reason)
			}
		})
	}
}

func TestRecursion(t *testing.T) {
	for _, c := range []struct {
		text string
		want Recursion
	}{
		{"Lemma l : True.", NoRecursion},
		{"Fixpoint f n := match n with O => O | S k => S (f k) end.", SimpleRecursion},
		{"Fixpoint f (n : nat) (m : nat) {struct n} : nat := match n, m with O, _ => O | S k, j => S (f k j) end.", SimpleRecursion},
		{"Local Fixpoint f n m := match n with O => g | S k => if b k then f k m else (f k n) :: nil end.", SimpleRecursion},
		{"Fixpoint f n := match n with O => O | S (S k) as j => match k with O => f j | S i => f i end | S k => f k end.", SimpleRecursion},
		{"Fixpoint f n := match n with O => O | S k => f (S k) end.", AnyRecursion},
		{"Fixpoint f n := match pred n with O => O | S k => f k end.", AnyRecursion},
		{"Fixpoint f n := match (if b then n else m) with O => O | S k => f k end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S j => let k := g j in f k end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S j => let k := g j in match k with O => O | S i => f i end end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S j => (fun k => f k) j end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S j => f c end.", AnyRecursion},
		{"Fixpoint f n (k := g n) := match k with O => O | S j => f j end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S k => f k%nat + f k - f k end.", SimpleRecursion},
		{"Fixpoint f l n := match n with O => O | S k => f k @a end.", AnyRecursion},
		{"Fixpoint f l n := match n with O => O | S k => f k [a] end.", AnyRecursion},
		{"Fixpoint f l n := match n with O => O | S k => f k%nat (g k) end.", AnyRecursion},
		{"Fixpoint f l n := match n with O => O | S k => f k éa end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S k => (λ k, f k) (g k) end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S k => k <- g k ;; f k end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S k => if g k is S k then f k else O end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S k => bind k := g k in f k end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S k => g f k end.", AnyRecursion},
		{"Fixpoint f n := match n with O => f | S k => f k end.", AnyRecursion},
		{"Fixpoint f n := match n with O => O | S k => (f) k end.", AnyRecursion},
		{"Fixpoint f n := (fun g => g n) f.", AnyRecursion},
		{"Fixpoint f n := let h := f in h n.", AnyRecursion},
		{"Fixpoint f n := @f n.", AnyRecursion},
		{"Fixpoint f n := (fix g m := g m) n.", AnyRecursion},
		{"Fixpoint f n := O with g n := O.", AnyRecursion},
		{"Fixpoint f n := N where \"'N'\" := f.", AnyRecursion},
		{"Fixpoint f n := ltac:(exact O).", AnyRecursion},
		{"Fixpoint f n : nat.", AnyRecursion},
		{"Program Fixpoint f n := O.", AnyRecursion},
		{"Definition x := cofix f := c f.", AnyRecursion},
		{"Let Fixpoint f n := f n.", SimpleRecursion},
		{"Lemma a : A with b : B.", AnyRecursion},
		{"Lemma a : match x with O => A end.", NoRecursion},
		{"Function f n := O.", AnyRecursion},
	} {
		if got, why := recursion(tokens(c.text)); got != c.want || (why == "") == (got == AnyRecursion) {
			t.Errorf("%s: %s (%s), want %s", c.text, got, why, c.want)
		}
	}
}

// TestRead gives answers that a candidate might have tampered with.
func TestRead(t *testing.T) {
	s := New("n", "target", "True")
	const context = "No object of basename mark_n_0\n1 goal\n  \n  A : Type\n  x, y : A\n  f := 0 : nat\n  ============================\n  True\nNo object of basename mark_n_1\n"
	mark := func(n string) string { return "No object of basename mark_n_" + n + "\n" }
	for _, c := range []struct {
		name, printed string
		want          string // names, or the kind of the refusal
	}{
		{"closed", context + "noise\n" + mark("2") + "Closed under the global context\n" + mark("3"), ""},
		{"closed, by emacs", context + mark("2") + "<infomsg>Fetching opaque proofs from disk for A.B\n</infomsg>\nClosed under the global context\n\n" + mark("3"), ""},
		{"an axiom", context + mark("2") + "Axioms:\nM.ax : forall P : Prop,\n  P\nlong_name\n  : nat\n" + mark("3"), "M.ax long_name"},
		{"variables", context + mark("2") + "Section Variables:\nA\n: Type\ny : A\nf : nat\n" + mark("3"), "A= y= f="},
		{"a variable that was not there", context + mark("2") + "Section Variables:\nz : A\n" + mark("3"), "z"},
		{"said before the marks", context + "Closed under the global context\n" + mark("2") + "Axioms:\nax : False\n" + mark("3"), "ax"},
		{"said twice", context + mark("2") + "Closed under the global context\nAxioms:\nax : False\n" + mark("3"), Flags},
		{"said in an axiom's type", context + mark("2") + "Axioms:\nax\n: Closed under the global context\n" + mark("3"), "ax"},
		{"a title in an axiom's type", context + mark("2") + "Axioms:\nax : \nSection Variables:\nA : Type\n" + mark("3"), "ax A="},
		{"unguarded", context + mark("2") + "Axioms:\nloop is assumed to be guarded.\n" + mark("3"), Flags},
		{"type in type", context + mark("2") + "Axioms:\nu relies on an unsafe hierarchy.\n" + mark("3"), Flags},
		{"a theory", context + mark("2") + "Type hierarchy is collapsed (logic is inconsistent)\n" + mark("3"), Flags},
		{"no answer", context + mark("2") + mark("3"), Forged},
		{"a title alone", context + mark("2") + "Axioms:\n" + mark("3"), Forged},
		{"no mark", context + mark("2") + "Closed under the global context\n", Forged},
		{"a mark twice", context + mark("2") + mark("2") + "Closed under the global context\n" + mark("3"), Forged},
		{"marks in the wrong order", context + mark("3") + "Closed under the global context\n" + mark("2"), Forged},
		{"no context", mark("2") + "Closed under the global context\n" + mark("3"), Forged},
		{"nothing", "", Forged},
	} {
		rests, refusal := s.Read(c.printed)
		var got []string
		for _, a := range rests {
			if a.Variable {
				a.Name += "="
			}
			got = append(got, a.Name)
		}
		if refusal != nil {
			got = []string{refusal.Kind}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q (%+v)", c.name, got, c.want, refusal)
		}
	}
}

func TestReadNames(t *testing.T) {
	s := New("n", "target", "True")
	mark := func(n string) string { return "No object of basename mark_n_" + n + "\n" }
	got, r := s.ReadNames(mark("4")+"Constant Coq.Logic.Classical_Prop.classic\n"+mark("5")+"Variable A\n"+mark("6"), []Assumption{{Name: "classic"}, {Name: "A", Variable: true}})
	if r != nil || got[0].Full != "Coq.Logic.Classical_Prop.classic" || !got[1].Variable {
		t.Errorf("%+v %+v", got, r)
	}
	// A constant that looks like a variable by its name is none.
	got, r = s.ReadNames(mark("4")+"Constant M.A\n"+mark("5"), []Assumption{{Name: "A", Variable: true}})
	if r != nil || got[0].Variable || (&Policy{}).Allowed(got) == nil {
		t.Errorf("%+v %+v", got, r)
	}
	if _, r = s.ReadNames(mark("4")+"Variable z\n"+mark("5"), []Assumption{{Name: "z"}}); r == nil {
		t.Error("a variable that was not there is let through")
	}
}

func TestAllows(t *testing.T) {
	p := &Policy{Axioms: []string{"Coq.Logic.Classical_Prop.classic", "own.ax", "functional_extensionality_dep"}}
	for name, want := range map[string]bool{
		"Coq.Logic.Classical_Prop.classic":    true,
		"Stdlib.Logic.Classical_Prop.classic": true,
		"own.ax":                              true,
		"Coq.Logic.FunctionalExtensionality.functional_extensionality_dep": true,
		"M.functional_extensionality_dep":                                  false,
		"Top.Coq.Logic.Classical_Prop.classic":                             false,
		"classic":                                                          false,
		"":                                                                 false,
	} {
		if p.allows(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
	if _, err := Expand([]string{"classical", "choice"}); err == nil {
		t.Error("an unknown preset is let through")
	}
	if got := own("Seal_1.Coq.Logic.x", "Seal_1"); got != "Seal_1.Coq.Logic.x" {
		t.Errorf("own passes for the library's: %s", got)
	}
}

func TestStatementOf(t *testing.T) {
	for header, want := range map[string]string{
		"Lemma l : True.": "True",
		"Theorem l (A : Type) `{C A} {x y} : x = y :> A.":   "forall (A : Type) `{C A} {x y}, (x = y :> A)",
		"#[local] Lemma l (* : *) x : let y := 1 in x = y.": "forall (* : *) x, (let y := 1 in x = y)",
		"Definition d : nat := 0.":                          "",
		"Definition d := 0.":                                "",
		"Lemma l@{u} : True.":                               "",
		"Lemma a : A with b : B.":                           "",
	} {
		got, err := StatementOf(header)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v, want %q", header, got, err, want)
		}
	}
}

func TestChkArgs(t *testing.T) {
	got := strings.Join(chkArgs(strings.Fields("-w -all -Q /a A -I /b -R /c C -top x -indices-matter -Q /d")), " ")
	if got != "-Q /a A -R /c C -indices-matter -Q /d" {
		t.Error(got)
	}
}
