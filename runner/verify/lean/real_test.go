package lean

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// real returns a verifier with a Lean that is installed. testdata/Basis.lean takes the
// place of Lean's library, so that the program alone is enough.
func real(t *testing.T) *Verifier {
	t.Helper()
	lean := os.Getenv("PROOFGRID_LEAN")
	if lean == "" {
		t.Skip("no Lean: set PROOFGRID_LEAN to the program lean, which elan installs")
	}
	v, err := New(t.Context(), Options{Door: "lake", Lean: lean, Plain: true}, machine(t))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func basis(t *testing.T, text string) *task.Task {
	t.Helper()
	b, err := os.ReadFile("testdata/Basis.lean")
	if err != nil {
		t.Fatal(err)
	}
	return &task.Task{ID: "basis/t", Name: "t", System: "lean", Preamble: string(b), Text: text, Suffix: "end Shop\n"}
}

type judged struct {
	name          string
	lemmas, proof string
	verdict       record.Verdict
	message       string
}

func judgeAll(t *testing.T, v *Verifier, k *task.Task, cases []judged) []verify.Report {
	t.Helper()
	var all []verify.Candidate
	for _, c := range cases {
		all = append(all, verify.Candidate{Proof: c.proof, Lemmas: c.lemmas})
	}
	reports := check(t, v, k, 20*time.Second, all...)
	for i, c := range cases {
		if r := reports[i]; r.Verdict != c.verdict || !strings.Contains(why(r), c.message) {
			t.Errorf("%s: %s (%q), want %s (%q)", c.name, r.Verdict, why(r), c.verdict, c.message)
		}
	}
	return reports
}

func TestRealLean(t *testing.T) {
	t.Parallel()
	v := real(t)
	if !strings.HasPrefix(v.Version(), "Lean 4.") {
		t.Errorf("version %q", v.Version())
	}
	k := basis(t, "/-- Said back to front. -/\nprotected nonrec theorem Deep.t (y : α) (h : Eq x y) : Eq y x :=")
	reports := judgeAll(t, v, k, []judged{
		{"a term", "", "h.rec (Eq.refl x)", record.Proved, ""},
		{"with :=", "", ":= h.rec (Eq.refl x)", record.Proved, ""},
		{"a lemma", "theorem turn {a b : α} (h : Eq a b) : Eq b a := h.rec (Eq.refl a)\n", "turn h", record.Proved, ""},
		{"a lemma whose name is taken", "theorem helper {a b : α} (h : Eq a b) : Eq b a := h.rec (Eq.refl a)\r\n", "\r\n  helper h", record.Proved, ""},
		{"a namespace", "namespace Mine\ntheorem turn {a b : α} (h : Eq a b) : Eq b a := h.rec (Eq.refl a)\nend Mine\n", "Mine.turn h", record.Proved, ""},
		{"the library", "", "Eq.symm h", record.Proved, ""},
		{"nonsense", "", "((", record.Rejected, "open"},
		{"a syntax error", "", "fun => =>", record.Rejected, ""},
		{"an unknown name", "", "nowhere h", record.Rejected, "nowhere"},
		{"the wrong type", "", "h", record.Rejected, "ismatch"},
		{"sorry", "", "sorry", record.Rejected, "sorry"},
		{"by sorry's axiom", "", "sorryAx (Eq y x) Bool.true", record.Rejected, "sorry"},
		{"a file's own axiom", "", "False.elim Secret", record.Cheated, "Secret"},
		{"an empty block", "", "by {}", record.Rejected, "unsolved goals"},
	})
	unknown := reports[8]
	if d := unknown.Diagnostics[0]; d.Start != 0 || d.End != len("nowhere") || unknown.Category != "unknown identifier" || !unknown.Signals.Syntax || unknown.Signals.Type {
		t.Errorf("an unknown name: %+v", unknown)
	}
	if r := reports[9]; r.Category != "type mismatch" {
		t.Errorf("the wrong type: %+v", r)
	}
	if r := reports[13]; r.Category != "unsolved goals" || len(r.Diagnostics[0].Goals) != 1 || !strings.Contains(r.Diagnostics[0].Goals[0], "⊢ Eq y x") {
		t.Errorf("an empty block: %+v", r)
	}
	for _, r := range reports[:6] {
		if r.Audit != Sealed || len(r.Axioms) > 0 || r.Start <= 0 {
			t.Errorf("%+v", r)
		}
	}
}

// Cheats that pass the inspection of the text are left to the seal. Here there is no
// inspection, so that the seal is tried alone.
func TestRealSeal(t *testing.T) {
	t.Parallel()
	v := real(t)
	s, d, err := v.open(t.Context(), basis(t, "theorem t : False :="))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"an axiom":                 "axiom lie : False\ntheorem t : False := lie\n",
		"another statement":        "theorem t : True := True.intro\n",
		"another namespace":        "end Shop\nnamespace Other\ntheorem t : True := True.intro\nend Other\nnamespace Shop\n",
		"a new False":              "namespace New\ninductive False : Prop where\n  | intro : False\nend New\nopen New in\ntheorem t : New.False := New.False.intro\n",
		"the end of the file":      "theorem t : False := sorry\n#exit\n",
		"a comment to the end":     "theorem t : False := sorry\n/-\n",
		"a printed answer":         "theorem t : False := Secret\n#print axioms used\n#print axioms used\n",
		"a variable as hypothesis": "variable (h : False)\ninclude h\ntheorem t : False := h\n",
		"a kernel left out":        "set_option debug.skipKernelTC true\ntheorem t : False := Secret\n",
		"an error before":          "theorem t : False := True.intro\n",
	} {
		f, _ := s.place(verify.Candidate{Proof: "Secret"})
		statement := strings.Index(f.text[f.lemmas[0]:], "theorem t : False") + f.lemmas[0]
		end := f.proof[1]
		g := *f
		g.text = f.text[:statement] + text + f.text[end:]
		g.proof = [2]int{statement, statement + len(text)}
		g.sealed += strings.Count(text, "\n") - strings.Count(f.text[statement:end], "\n")
		answers, err := d.check(t.Context(), []*file{g.finish()}, verify.Limits{Time: 20 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if r := judge(&g, &answers[0], Permitted, Sealed); r.Verdict == record.Proved {
			t.Errorf("%s: proved: %v", name, r.Axioms)
		}
	}
}

// Cheats that only Lean can see through, and what is none.
func TestRealCheats(t *testing.T) {
	t.Parallel()
	v := real(t)
	reports := judgeAll(t, v, basis(t, "theorem t : False :="), []judged{
		{"a new False", "inductive False : Prop where\n  | intro : False\n", ".intro", record.Rejected, "but is expected to have type"},
		{"a variable as hypothesis", "variable (h : False)\ninclude h\n", "h", record.Rejected, "False → False"},
		{"a loop", "theorem loop : False := loop\n", "loop", record.Rejected, "termination"},
		{"a loop of its own", "", "t", record.Rejected, "termination"},
		{"another theorem", "", "True.intro", record.Rejected, "ismatch"},
		{"a file's own axiom through a lemma", "theorem a : False := Secret\n", "a", record.Cheated, "Secret"},
		{"an option that is left on", "", "set_option maxRecDepth 100 in Secret", record.Cheated, "Secret"},
		{"a flood of brackets", "", strings.Repeat("(", 20000) + "Secret" + strings.Repeat(")", 20000), record.Rejected, ""},
	})
	for _, r := range reports[:2] {
		if r.Diagnostics[0].Kind != "seal" {
			t.Errorf("%+v", r)
		}
	}
	c := verify.Case{Target: "t", Statement: ".{q} {β : Sort q} (a b : β) (h : Eq a b) : Eq b a"}
	judgeAll(t, v, basis(t, CaseTask(&c).Text), []judged{{"universes", "", "h.rec (Eq.refl a)", record.Proved, ""}})
}

// The theorem in a project's own file.
func TestRealLocation(t *testing.T) {
	t.Parallel()
	v := real(t)
	dir := t.TempDir()
	k := basis(t, "")
	text := k.Preamble + "private theorem quiet : True := True.intro\ntheorem loud : False := Secret\nend Shop\nthis is never read\n"
	if err := os.WriteFile(filepath.Join(dir, "A.lean"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	start := strings.Index(text, "private")
	proof := start + strings.Index(text[start:], ":=")
	k = &task.Task{ID: "a", Name: "quiet", System: "lean", Source: &task.Location{Root: dir, File: "A.lean", Start: start, Proof: proof, End: proof + len(":= True.intro")}}
	judgeAll(t, v, k, []judged{
		{"the truth", "", ":= True.intro", record.Proved, ""},
		{"what comes later", "", "False.elim loud", record.Rejected, "loud"},
	})
}
