package lean

import (
	"strings"
	"testing"
	"unicode/utf8"

	"proofgrid/experiments/record"
	"proofgrid/runner/verify"
)

// Candidates that Lean itself would be fooled by, or could be. The stand-in accepts
// every file, as a fooled Lean does.
func TestCheats(t *testing.T) {
	t.Parallel()
	v, _ := standIn(t, "lake")
	cases := []judged{
		{"an axiom", "axiom lie : False\n", "lie.elim", record.Cheated, "axiom"},
		{"an axiom by its old name", "constant lie : False\n", "lie.elim", record.Cheated, "constant"},
		{"the kernel left out", "set_option debug.skipKernelTC true\n", "rfl", record.Cheated, "debug.skipKernelTC"},
		{"the kernel left out in a proof", "", "set_option debug.skipKernelTC true in rfl", record.Cheated, "debug.skipKernelTC"},
		{"a macro for theorem", "macro \"theorem\" : command => `(#check 1)\n", "rfl", record.Cheated, "macro"},
		{"macro_rules for print", "macro_rules | `(#print axioms $x) => `(#eval 1)\n", "rfl", record.Cheated, "macro_rules"},
		{"an elaborator", "elab_rules : command | `(#print axioms $x) => pure ()\n", "rfl", record.Cheated, "elab_rules"},
		{"elab", "elab \"foo\" : tactic => pure ()\n", "foo", record.Cheated, "elab"},
		{"syntax", "syntax \"foo\" : tactic\n", "foo", record.Cheated, "syntax"},
		{"notation", "local notation \"False\" => True\n", "trivial", record.Cheated, "notation"},
		{"infix", "infixl:65 \" = \" => fun _ _ => True\n", "trivial", record.Cheated, "infixl"},
		{"run_cmd", "run_cmd Lean.logInfo \"x\"\n", "rfl", record.Cheated, "run_cmd"},
		{"run_tac", "", "by run_tac Lean.Elab.admitGoal", record.Cheated, "run_tac"},
		{"by_elab", "", "by_elab return Lean.mkConst ``True", record.Cheated, "by_elab"},
		{"initialize", "initialize IO.println \"x\"\n", "rfl", record.Cheated, "initialize"},
		{"#eval", "#eval IO.println \"x\"\n", "rfl", record.Cheated, "#eval"},
		{"#eval in a line", "", "by rfl #eval 1", record.Cheated, "#eval"},
		{"#exit", "", "sorry\n#exit", record.Cheated, "#exit"},
		{"a printed answer", "", "rfl\n#print axioms helper", record.Cheated, "#print"},
		{"implemented_by", "@[implemented_by foo] def f : Nat := 1\n", "rfl", record.Cheated, "implemented_by"},
		{"extern", "@[simp, extern \"f\"] def f : Nat := 1\n", "rfl", record.Cheated, "extern"},
		{"csimp", "attribute [local csimp] foo\n", "rfl", record.Cheated, "csimp"},
		{"init", "@[init foo] def f : Nat := 1\n", "rfl", record.Cheated, "attribute init"},
		{"an attribute that registers an elaborator", "@[command_elab Lean.Parser.Command.print]\ndef f := 1\n", "rfl", record.Cheated, "command_elab"},
		{"a simproc", "simproc foo (_) := fun _ => pure .continue\n", "by simp", record.Cheated, "simproc"},
		{"unsafe", "unsafe def f : False := f\n", "rfl", record.Cheated, "unsafe"},
		{"unsafeCast", "def f : False := unsafeCast 1\n", "f.elim", record.Cheated, "unsafeCast"},
		{"a tactic monad", "def f : Lean.Elab.Tactic.TacticM Unit := pure ()\n", "rfl", record.Cheated, "TacticM"},
		{"the same with marks", "def f : Lean.«Elab».Tactic.«TacticM» Unit := pure ()\n", "rfl", record.Cheated, "TacticM"},
		{"addDecl", "def f := Lean.addDecl\n", "rfl", record.Cheated, "addDecl"},
		{"code in a string", "def f := s!\"{\"/-\"} \"\n", "rfl", record.Rejected, "comment"},
		{"code in a string that ends", "def f := s!\"{1}\"\n", "rfl", record.Rejected, "holds {"},
		{"a quotation mark behind a letter of later versions", "", "f é'\"' a \" run_cmd x \"", record.Rejected, "behind a letter"},
		{"a character that is none", "", "f '\\n\" a' run_cmd x", record.Rejected, "string"},
		{"include_str", "def f := include_str \"/etc/passwd\"\n", "rfl", record.Cheated, "include_str"},
		{"quotation", "def f := `(rfl)\n", "rfl", record.Cheated, "quotes"},
		{"double quotation", "def f := ``(rfl)\n", "rfl", record.Cheated, "quotes"},
		{"a second theorem", "", "sorry\ntheorem t2 : True := trivial", record.Rejected, "ends before theorem"},
		{"a second theorem in the line", "", "trivial theorem t2 : True := trivial", record.Rejected, "ends before theorem"},
		{"a keyword behind a letter that is none", "", "fun x => xᶜtheorem t2 : True := trivial", record.Rejected, "ends before theorem"},
		{"the end of the namespace", "", "trivial\nend Shop", record.Rejected, "ends before end"},
		{"the end of the namespace in lemmas", "end Shop\nnamespace Other\n", "rfl", record.Cheated, "did not open"},
		{"an open namespace", "namespace Other\n", "rfl", record.Rejected, "open"},
		{"an open comment", "", "rfl /- ", record.Rejected, "comment"},
		{"an open comment in lemmas", "theorem a : True := trivial\n/- /- -/", "rfl", record.Rejected, "comment"},
		{"an open string", "", "\"rfl", record.Rejected, "string"},
		{"an open raw string", "", "r#\"rfl\"", record.Rejected, "string"},
		{"a closed bracket", "", "trivial) (", record.Rejected, "ends before )"},
		{"an open bracket", "", "(trivial", record.Rejected, "open"},
		{"a command of a project", "", "trivial\nmy_command foo", record.Rejected, "my_command"},
		{"a command of a project in lemmas", "my_command foo\n", "rfl", record.Rejected, "my_command"},
		{"an attribute in a proof", "", "rfl\n@[simp]", record.Rejected, "@"},
		{"an import", "import Lean\n", "rfl", record.Rejected, "import"},
		{"export", "", "rfl\nexport Nat (succ)", record.Rejected, "export"},
		{"the checker's names", "", "_pg_n1_spec x", record.Cheated, "_pg_"},
		{"nothing", "", " \n", record.Rejected, "no proof"},
		{"a NUL", "", "rfl\x00", record.Rejected, "NUL"},
		{"invalid UTF-8", "", "rfl \xff", record.Rejected, "UTF-8"},
		{"ten megabytes", "", strings.Repeat("x", 10<<20), record.Rejected, "longer"},
	}
	reports := judgeAll(t, v, toy(), cases)
	for i, r := range reports {
		if r.Audit != lexical || len(r.Diagnostics) == 0 || r.Diagnostics[0].End > len(cases[i].proof) {
			t.Errorf("%s: %+v", cases[i].name, r)
		}
	}
}

// What honest proofs hold is let through.
func TestHonest(t *testing.T) {
	t.Parallel()
	v, _ := standIn(t, "lake")
	var cases []judged
	for _, p := range []string{
		"by\n  simp only [foo] at *\n  omega",
		":= by\n  rfl",
		"fun x => by exact rfl",
		"| 0 => rfl\n| n + 1 => by simp",
		"where\n  go : True := trivial",
		"by\n  induction x with\n  | zero => rfl\n  | succ n ih => -- it's (\n    simp /- theorem ( -/",
		"by\n  have h' : c = 'x' := rfl\n  exact h'",
		"by\n  have : c = '\"' ∧ d = '\\'' ∧ e = '\\x41' ∧ f = '\\\\' := foo\n  exact #[1, 2].size_pos",
		"by open Nat in\n  set_option maxRecDepth 1000 in\n  decide",
		"by\n  rcases h with ⟨a, b⟩\n  exact List.prefix.theorem a s!\"no braces\"",
		"by\r\n  simp\r\n  rfl\r\n",
		"by\n  simp [h.macro, `foo]\n  native_decide",
		"foo x\ntermination_by x\ndecreasing_by simp",
		"by\n  show s.card = #s\n  rfl",
	} {
		cases = append(cases, judged{p, "", p, record.Proved, ""})
	}
	for _, l := range []string{
		"@[simp, local simp] private theorem a (x : Nat) : x = x := rfl\n",
		"/-- Says it. -/\ndef f : Nat → Nat\n| 0 => 1\n| n + 1 => f n\n\nopen Nat in\ninstance : Inhabited Nat := ⟨1⟩",
		"section\nvariable {α : Type} [DecidableEq α]\nlemma a : True := by\n  trivial\nend\n",
		"mutual\ndef f : Nat := 1\ndef g : Nat := 2\nend\nattribute [-simp] foo",
		"structure S where\n  x : Nat\n  deriving Repr\n",
	} {
		cases = append(cases, judged{l, l, "rfl", record.Proved, ""})
	}
	judgeAll(t, v, toy(), cases)
}

func TestPlace(t *testing.T) {
	k := toy()
	k.Preamble = "/- first -/ import A\nimport B -- why\r\n\r\nnamespace Shop.Inner\nsection\ntheorem helper : True := trivial\ntheorem helper_1 : True := trivial\n"
	k.Text = "open Nat in\n@[simp, foo (bar := 1)] private theorem In.t (x : Nat) : x = x"
	s, err := situate(k, "", "N")
	if err != nil {
		t.Fatal(err)
	}
	if s.header != "/- first -/ import A\nimport B -- why\n" || s.target != "In.t" || s.specName != "_root_.Shop.Inner.In._pg_N_spec" {
		t.Errorf("header %q, target %q, spec %q", s.header, s.target, s.specName)
	}
	f, r := s.place(verify.Candidate{Lemmas: "theorem helper : True := trivial\r\ntheorem other : True := helper\n", Proof: "by\r\n  exact ℝ helper.x other (y.helper) helper'"})
	if r != nil {
		t.Fatal(r.why)
	}
	want := "\ntheorem helper_2 : True := trivial\ntheorem other : True := helper_2\n\n\nopen Nat in\n@[simp, foo (bar := 1)] private theorem In.t (x : Nat) : x = x := by\n  exact ℝ helper_2.x other (y.helper) helper'\n\n" +
		"theorem _pg_N_seal : type_of% @_root_.Shop.Inner.In._pg_N_spec := @In.t\n#print axioms _pg_N_seal\n\nend Shop\n"
	spec := "open Nat in\n  theorem In._pg_N_spec (x : Nat) : x = x :=\n  sorry\n"
	if _, got, _ := strings.Cut(f.text, spec); got != want {
		t.Errorf("got\n%s\nwant\n%s\nin\n%s", got, want, f.text)
	}
	line := strings.Split(f.text, "\n")[f.sealed-1]
	if line != "#print axioms _pg_N_seal" {
		t.Errorf("line %d is %q", f.sealed, line)
	}
	// A place in the file goes back to the candidate's own text.
	at := strings.Index(f.text, "other (y")
	pos := position{Line: 1 + strings.Count(f.text[:at], "\n"), Column: utf8.RuneCountInString(f.text[strings.LastIndexByte(f.text[:at], '\n')+1 : at])}
	if got := f.offset(pos); got != at {
		t.Errorf("offset %d, want %d", got, at)
	}
	original := "by\r\n  exact ℝ helper.x other"
	if from, to := f.span(at, at+5); from != len(original)-5 || to != len(original) {
		t.Errorf("span %d to %d, want %d to %d", from, to, len(original)-5, len(original))
	}
}

func TestParseAxioms(t *testing.T) {
	for data, want := range map[string]string{
		"'A.x' depends on axioms: [propext,\n Classical.choice,\n Quot.sound]": "propext Classical.choice Quot.sound",
		"'x' does not depend on any axioms":                                    "",
		"'x' depends on axioms: [a]\n":                                         "a",
		"'y' depends on axioms: [a]":                                           "error",
		"'yx' does not depend on any axioms":                                   "error",
		"'x' depends on axioms: []":                                            "error",
		"'x' depends on axioms: [a":                                            "error",
		"x does not depend on any axioms":                                      "error",
		"'x' does not depend on any axioms, or so it seems":                    "error",
	} {
		axioms, err := parseAxioms(data, "x")
		got := strings.Join(axioms, " ")
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", data, got, want)
		}
	}
}

func FuzzPlace(f *testing.F) {
	f.Add("by\n  rfl", "theorem helper : True := trivial\n")
	f.Add("\"", "r#\"")
	f.Add("'\\", "/- -/ «")
	f.Fuzz(func(t *testing.T, proof, lemmas string) {
		s, err := situate(toy(), "", "N")
		if err != nil {
			t.Fatal(err)
		}
		file, r := s.place(verify.Candidate{Proof: proof, Lemmas: lemmas})
		if r != nil {
			return
		}
		if line := strings.Split(file.text, "\n")[file.sealed-1]; line != "#print axioms "+s.sealName {
			t.Errorf("line %d is %q", file.sealed, line)
		}
		for i := file.proof[0]; i <= file.proof[1]; i++ {
			if a, b := file.span(i, file.proof[1]); a < 0 || b > len(proof) || a > b {
				t.Errorf("span of %d is %d to %d in %q", i, a, b, proof)
			}
		}
	})
}
