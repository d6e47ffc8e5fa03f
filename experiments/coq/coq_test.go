package coq

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func texts(text string) (out []string) {
	for _, s := range Sentences(text) {
		out = append(out, text[s.Start:s.End])
	}
	return out
}

// The ends of these were taken from Coq 8.16 (coqc -time), where Coq reads on at all.
func TestSentences(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                      nil,
		" \t\r\n":                               nil,
		"Lemma a : b. Proof.":                   {"Lemma a : b.", "Proof."},
		"apply Nat.add. exact x.":               {"apply Nat.add.", "exact x."},
		"exact (x.1).\r\nQed.\r\n":              {"exact (x.1).", "Qed."},
		"(* a. b *) Lemma c : d. (* e *)":       {"Lemma c : d."},
		"Lemma (* a. b *) c : d.(**) Qed.":      {"Lemma (* a. b *) c : d.(**) Qed."},
		"(* \"*)\" (* *) *) Check x.":           {"Check x."},
		"(*) a. *) Check x.":                    {"Check x."},
		"(* (*) *) a. *) Check x.":              {"Check x."},
		"Notation \"a . b\" := (c a b).":        {"Notation \"a . b\" := (c a b)."},
		"Check \"a\"\". b\". C.":                {"Check \"a\"\". b\".", "C."},
		"Notation \"[ x ; .. ; y ]\" := z. A.":  {"Notation \"[ x ; .. ; y ]\" := z.", "A."},
		"Notation l := (x .. y). B.":            {"Notation l := (x .. y).", "B."},
		"intros x .. y. C.":                     {"intros x .. y.", "C."},
		"auto... D.":                            {"auto...", "D."},
		"- a. -- b. { c. } * d.":                {"-", "a.", "--", "b.", "{", "c.", "}", "*", "d."},
		"+-exact I. +(* - *)- {-a. }}":          {"+", "-", "exact I.", "+", "-", "{", "-", "a.", "}", "}"},
		"2: { a. } [x]: { b. } [ x ] :{c.\n}":   {"2: {", "a.", "}", "[x]: {", "b.", "}", "[ x ] :{", "c.", "}"},
		"1-1: { a. } all: { b. } !:{ c. }":      {"1-1: {", "a.", "}", "all: {", "b.", "}", "!:{", "c.", "}"},
		"[x'] (*:*) : (*{*) { a.":               {"[x'] (*:*) : (*{*) {", "a."},
		"Time { a. Time } #[local] { Program {": {"Time {", "a.", "Time }", "#[local] {", "Program {"},
		"Timeout 5 { a. Fail } Redirect \"f\" {": {
			"Timeout 5 {", "a.", "Fail }", "Redirect \"f\" {"},
		"Time - a. B.":                          {"Time - a.", "B."},
		"2: exact x. all: auto. 1,3-4: idtac.":  {"2: exact x.", "all: auto.", "1,3-4: idtac."},
		"[a|b]. [a]. move: {x}. B.":             {"[a|b].", "[a].", "move: {x}.", "B."},
		"Record r := { x : nat; y : bool }. A.": {"Record r := { x : nat; y : bool }.", "A."},
		"#[a(b=\"]. \"), c[d]] Lemma e. F.":     {"#[a(b=\"]. \"), c[d]] Lemma e.", "F."},
		"Check x.\fCheck y.":                    {"Check x.\fCheck y."},
		"Check x.\u00a0Check y.":                {"Check x.\u00a0Check y."},
		"Check λ\xff. A.":                       {"Check λ\xff.", "A."},
		"(f x). \"a. b\". A.":                   {"(f x).", "\"a. b\".", "A."},
		"#[a Lemma b. C.":                       {"#[a Lemma b.", "C."},
	} {
		if got := texts(text); !slices.Equal(got, want) {
			t.Errorf("%q has the sentences %q, want %q", text, got, want)
		}
		for _, s := range Sentences(text) {
			if s.Flaw != Whole {
				t.Errorf("%q: %q is flagged: %v", text, text[s.Start:s.End], s.Flaw)
			}
		}
	}
}

func TestFlaws(t *testing.T) {
	for text, want := range map[string]Sentence{
		"Lemma unfinished : a":                   {0, 20, "Lemma", NoStop},
		"Check x..":                              {0, 9, "Check", NoStop},
		"Definition s := \"never closed. Check.": {0, 37, "Definition", InString},
		"A. (* a *)\n(* never closed. Lemma b.":  {11, 36, "", InComment},
		"A. (* (* *) a. \"*)":                    {3, 18, "", InComment},
		"A. Check (* never closed. ":             {3, 26, "Check", InComment},
		"A. (*":                                  {3, 5, "", InComment},
	} {
		all := Sentences(text)
		if len(all) == 0 || all[len(all)-1] != want {
			t.Errorf("%q ends in %+v, want %+v", text, all, want)
		}
	}
}

func TestLeading(t *testing.T) {
	for text, want := range map[string][2]string{
		"Lemma a : b.":                                  {"Lemma", "a"},
		"#[local] Hint Resolve x : core.":               {"Hint", "Resolve"},
		"Local Notation x := y.":                        {"Notation", "x"},
		"#[global, a(b=\"]\")] Program Instance i : C.": {"Instance", "i"},
		"Global Instance: C x.":                         {"Instance", ""},
		"(* c *) Time (* d *) Lemma (* e *) a'.":        {"Lemma", "a'"},
		"Timeout 5 Time Qed.":                           {"Qed", ""},
		"Fail Qed.":                                     {"Fail", "Qed"},
		"Fail {":                                        {"Fail", ""},
		"Redirect \"x\" Qed.":                           {"Redirect", ""},
		"2: exact x.":                                   {"exact", "x"},
		"[g]: exact x.":                                 {"exact", "x"},
		"all: Check x.":                                 {"Check", "x"},
		"2: {":                                          {"{", ""},
		"Time }":                                        {"}", ""},
		"--":                                            {"--", ""},
		"(f x).":                                        {"(", "f"},
		"[a|b].":                                        {"[", "a"},
		"∀ x.":                                          {"∀", "x"},
		"Lemma λx_1 : a.":                               {"Lemma", "λx_1"},
		"all x.":                                        {"all", "x"},
		"x := 1.":                                       {"x", ""},
		"#[a Lemma b.":                                  {"#", ""},
		"\xff.":                                         {"\xff", ""},
		"  ":                                            {"", ""},
	} {
		head, next := Leading(text)
		if head != want[0] || next != want[1] {
			t.Errorf("%q begins with %q %q, want %q", text, head, next, want)
		}
	}
}

func TestIdentifiers(t *testing.T) {
	got := slices.Collect(Identifiers("Nat.add_0 x' (* no (* no *) *) \"no\"\"no\" λy ∀ z1 \xff w (*"))
	if want := []string{"Nat", "add_0", "x'", "λy", "z1", "w"}; !slices.Equal(got, want) {
		t.Errorf("identifiers %q, want %q", got, want)
	}
}

// whole checks what holds of every text.
func whole(t *testing.T, text string) {
	at := 0
	for _, s := range Sentences(text) {
		if s.Start < at || s.End <= s.Start || s.End > len(text) {
			t.Fatalf("%q: sentence %+v behind byte %d", text, s, at)
		}
		if end, flaw := Blank(text, at); flaw == Whole && end != s.Start {
			t.Fatalf("%q: bytes %d to %d belong to no sentence and are not blank", text, end, s.Start)
		}
		if s.Flaw == Whole {
			// A sentence by itself, or before anything else, is the same sentence.
			for _, suffix := range []string{"", " ", "\n- x."} {
				if got, ok := Next(text[s.Start:s.End]+suffix, 0); suffix == "" && s.Head != "" && strings.Trim(s.Head, "-+*") == "" {
					continue
				} else if !ok || got.End != s.End-s.Start || got.Head != s.Head {
					t.Fatalf("%q alone, before %q: %+v, want %+v", text[s.Start:s.End], suffix, got, s)
				}
			}
		} else if s.End != len(text) {
			t.Fatalf("%q: flagged sentence %+v ends before the text", text, s)
		}
		if head, _ := Leading(text[s.Start:s.End]); head != s.Head {
			t.Fatalf("%q begins with %q, and the sentence has the head %q", text[s.Start:s.End], head, s.Head)
		}
		at = s.End
	}
	if end, flaw := Blank(text, at); end != len(text) || (flaw != Whole && at != len(text)) {
		t.Fatalf("%q: the rest from byte %d on is not blank", text, at)
	}
	for range Identifiers(text) {
	}
}

func FuzzSentences(f *testing.F) {
	for _, text := range []string{"Lemma a. - (* \"*)\" *) { 2: { Fail Redirect \"x\" } auto...", "#[a(\"]\")] Time 1-2,3 : {", "(*(*)*)\"", "Timeout 5 [x]:{.. . ..."} {
		f.Add(text)
	}
	f.Fuzz(whole)
}

// stdpp is the library that most tests of Coq files use, as Debian installs it.
const stdpp = "/usr/lib/ocaml/coq/user-contrib/stdpp"

func library(tb testing.TB) map[string]string {
	files, _ := filepath.Glob(filepath.Join(stdpp, "*.v"))
	if len(files) == 0 {
		tb.Skip("not installed: Debian's package libcoq-stdpp")
	}
	out := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		out[file] = string(text)
	}
	return out
}

func TestLibraryIsWhole(t *testing.T) {
	for file, text := range library(t) {
		all := Sentences(text)
		if len(all) == 0 {
			t.Errorf("%s has no sentences", file)
		}
		for _, s := range all {
			if s.Flaw != Whole {
				t.Errorf("%s: byte %d: %v", file, s.Start, s.Flaw)
			}
		}
		if strings.Join(strings.Fields(text), "") == "" {
			t.Errorf("%s is empty", file)
		}
	}
}

// TestHostileTexts fails where the work grows with the square of the text.
func TestHostileTexts(t *testing.T) {
	for _, unit := range []string{"#[ . ", "{", "1:{", "Fail ", "(*", "\"", "(* \" *) ", "1,", ".", "Local ", "#[a", "- ", "Redirect \"", "[x]:", "\xff", "x.\n"} {
		began := time.Now()
		Sentences(strings.Repeat(unit, 1<<20/len(unit)))
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%q, repeated in 1 MB, takes %v", unit, took)
		} else {
			t.Logf("%q: %v", unit, took)
		}
	}
}

func BenchmarkSentences(b *testing.B) {
	text := ""
	for _, t := range library(b) {
		text += t
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for at := 0; ; {
			s, ok := Next(text, at)
			if !ok {
				break
			}
			at = s.End
		}
	}
}

func TestWithoutComments(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		"exact I.":                      "exact I.",
		"a(* b *)c.":                    "a       c.",
		"(* a\r\n(* b *) \"*)\" é *)c.": "    \r\n                  c.",
		"idtac \"(* no *)\".":           "idtac \"(* no *)\".",
		"a(**). (* open":                "a    . (* open",
		"(**)\"(*":                      "    \"(*",
	} {
		if got := WithoutComments(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestBeginsProof(t *testing.T) {
	for source, want := range map[string]bool{
		"Proof.": true, "Proof .": true, "Proof (* a *).": true, "Proof using A.": true, "Proof with auto.": true,
		"Proof I.": false, "Proof (f x).": false, "Proof @f x.": false, "Proof fun x => x.": false,
	} {
		if got := BeginsProof(source); got != want {
			t.Errorf("%s: %v", source, got)
		}
	}
}
