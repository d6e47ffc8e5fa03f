package lean

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestSplit(t *testing.T) {
	for name, c := range map[string][2]string{
		"tactics":                 {"theorem t (a : ℕ) : a = a", ":= by\n  rfl"},
		"term":                    {"lemma t : 1 = 1", ":= rfl"},
		"default in a binder":     {"theorem t (h : 1 = 1 := by simp) : 2 = 2", ":= by omega"},
		"named argument":          {"theorem t : f (x := 3) = 4", ":= foo"},
		"let in the statement":    {"theorem t :\n    let x := 5; let y := x\n    x = y", ":= by\n  intro x\n  rfl"},
		"have in the statement":   {"theorem t : haveI := inst; a = b", ":= by simp"},
		"arms on lines":           {"theorem t : ∀ n, p n", "| 0 => rfl\n  | n + 1 => by simp"},
		"arms on one line":        {"theorem t : ∀ n, p n", "| 0 => rfl | n + 1 => by simp"},
		"absolute value":          {"theorem t (x : ℝ) :\n    |x| ≤ |x + 0|", ":= by simp"},
		"set builder":             {"theorem t : {x | x = 1} = {1}", ":= by ext; simp"},
		"match in the statement":  {"theorem t : match n with\n  | 0 => True\n  | _ => False", ":= by cases n"},
		"where":                   {"theorem t : A ∧ B", "where\n  left := a\n  right := b"},
		"comment that looks like": {"theorem t -- here := by simp\n  : a = b /- := -/", ":= c"},
		"string":                  {`theorem t : f ":= by" = ':'`, ":= rfl"},
		"no proof":                {"theorem t : a = b", ""},
		"statement only":          {"theorem hn (hn : i < l.length) :\n(l ++ m)[i] = l[i]", ""},
	} {
		statement, proof := Split(c[0] + "\n  " + c[1])
		if statement != c[0] || proof != c[1] {
			t.Errorf("%s: %q and %q", name, statement, proof)
		}
	}
	if s, p := Split("theorem t : a = b :="); s != "theorem t : a = b" || p != "" {
		t.Errorf("a bare := at the end: %q and %q", s, p)
	}
}

func TestElide(t *testing.T) {
	for name, c := range map[string]struct {
		in, out string
		n       int
	}{
		"no tactics":        {"def f : ℕ := 3", "def f : ℕ := 3", 0},
		"whole body":        {"def f : Fin 3 := by\n  have h : 1 < 3 := by simp\n  exact ⟨1, h⟩", "def f : Fin 3 := by sorry", 1},
		"in brackets":       {"def f : Fin 3 := ⟨1, by simp, x⟩", "def f : Fin 3 := ⟨1, by sorry, x⟩", 1},
		"quantified comma":  {"def f := g (by have : ∀ x, p x := h; exact this) y", "def f := g (by sorry) y", 1},
		"fields":            {"instance : A where\n  a := by\n    intro x\n    simp\n  b := 3\n  c := by omega\n  d := 4", "instance : A where\n  a := by sorry\n  b := 3\n  c := by sorry\n  d := 4", 2},
		"arms":              {"def f : ℕ → ℕ\n  | 0 => by exact 1\n  | n + 1 => f n", "def f : ℕ → ℕ\n  | 0 => by sorry\n  | n + 1 => f n", 1},
		"termination":       {"def f (n) := f (n - 1)\ntermination_by n\ndecreasing_by\n  simp\n  omega", "def f (n) := f (n - 1)\ntermination_by n\ndecreasing_by sorry", 1},
		"elided already":    {"def f := ⟨1, by admit /- gone -/⟩", "def f := ⟨1, by admit /- gone -/⟩", 0},
		"word in a comment": {"def f := 1 -- by simp\n", "def f := 1 -- by simp\n", 0},
		"block with gap":    {"def f := by\n  simp\n\n  exact 3\n", "def f := by sorry\n", 1},
	} {
		if out, n := Elide(c.in); out != c.out || n != c.n {
			t.Errorf("%s: %d blocks, %q", name, n, out)
		}
	}
}

const source = `/- A file. theorem not_this : x := y -/
import Mathlib.Data.Nat.Basic
import Proj.Defs -- more

open Nat

namespace Outer

/-- A point. -/
structure Point where
  x : ℕ
  y : ℕ := 0
  deriving Repr

variable (p : Point)

section
@[simp, to_additive (attr := simp [foo])]
theorem x_eq :
    p.x = p.x := by
  rfl
end

namespace Inner
  protected noncomputable def get : ℕ :=
    let r := (by exact 3)
    r
  /-- doc := by -/
  lemma get_pos : 0 < get := by
    have h := 'a'
    theorem_like h
end Inner

omit [Foo p] in
open Bar in
theorem _root_.top : "theorem no : 1" = s
  | 0 => rfl

instance : Inhabited Point := ⟨⟨0, by simp⟩⟩
local notation "‹" x "›" => f x
end Outer

private theorem last' : ¬ False := fun h => h
#eval 3
axiom choice : α
`

func TestScan(t *testing.T) {
	f := Scan(source)
	if got := fmt.Sprint(f.Imports); got != "[Mathlib.Data.Nat.Basic Proj.Defs]" {
		t.Errorf("imports %s", got)
	}
	var got []string
	for _, d := range f.Decls {
		got = append(got, fmt.Sprintf("%d %d %s | %s | %s", d.Line, d.Kind, d.Name, strings.ReplaceAll(d.Text, "\n", "⏎"), strings.ReplaceAll(d.Proof, "\n", "⏎")))
	}
	want := []string{
		"10 0 Outer.Point | structure Point where⏎  x : ℕ⏎  y : ℕ := 0⏎  deriving Repr | ",
		"19 1 Outer.x_eq | @[simp, to_additive (attr := simp [foo])]⏎theorem x_eq :⏎    p.x = p.x | := by⏎  rfl",
		"25 0 Outer.Inner.get | protected noncomputable def get : ℕ :=⏎    let r := (by sorry)⏎    r | ",
		"29 1 Outer.Inner.get_pos | lemma get_pos : 0 < get | := by⏎    have h := 'a'⏎    theorem_like h",
		"36 1 top | omit [Foo p] in⏎open Bar in⏎theorem _root_.top : \"theorem no : 1\" = s | | 0 => rfl",
		"39 0  | instance : Inhabited Point := ⟨⟨0, by sorry⟩⟩ | ",
		"40 3  | local notation \"‹\" x \"›\" => f x | ",
		"43 1 last' | private theorem last' : ¬ False | := fun h => h",
		"45 2 choice | axiom choice : α | ",
	}
	if len(got) != len(want) {
		t.Fatalf("%d declarations:\n%s", len(got), strings.Join(got, "\n"))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
}

func TestHostileSources(t *testing.T) {
	start := time.Now()
	for name, s := range map[string]string{
		"empty": "", "open comment": "theorem t : a /- := by", "open string": `theorem t : "`, "open char": `def c := '\`, "NUL and broken UTF-8": "theorem \x00\xff : \xe2 := by\xf0",
		"brackets": strings.Repeat("(", 1<<18), "closing": "theorem t : a" + strings.Repeat(")", 1<<16) + " := b", "ends": strings.Repeat("end A.B\n", 1<<12),
		"comments": strings.Repeat("/-", 1<<18), "bys": strings.Repeat("def f := by ", 1<<12), "attributes": strings.Repeat("@[", 1<<10), "bars": "theorem t : a\n" + strings.Repeat("|\n", 1<<12),
		"opens": strings.Repeat("open A\n", 1<<12), "one line": "def f := " + strings.Repeat("x ", 1<<18), "primes": strings.Repeat("'", 1<<16),
	} {
		Scan(s)
		Split(s)
		Elide(s)
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("%s: %v", name, d)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add(source)
	f.Fuzz(func(t *testing.T, s string) {
		for _, d := range Scan(s).Decls {
			if d.Line < 1 || d.Line > 1+strings.Count(s, "\n") {
				t.Errorf("line %d of %q", d.Line, s)
			}
		}
		statement, proof := Split(s)
		if !strings.Contains(s, statement) || !strings.Contains(s, proof) {
			t.Errorf("%q is split into %q and %q", s, statement, proof)
		}
		Elide(s)
	})
}
