package coq

import (
	"crypto/md5"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
)

// The .glob files of testdata/orchard are Coq 8.16's, made by
// coqc -Q theories orchard FILE on Base, Aside, Kinds/Pear and Rows.
const orchard = "testdata/orchard"

func read(t *testing.T, root string) *dataset.Source {
	t.Helper()
	s, err := Read(root, dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func find(t *testing.T, s *dataset.Source, id string) *task.Task {
	t.Helper()
	i := slices.IndexFunc(s.Tasks, func(t *task.Task) bool { return t.ID == id })
	if i < 0 {
		t.Fatalf("no task %s", id)
	}
	return s.Tasks[i]
}

func names(pool *task.Pool, of []int32) string {
	var out []string
	for _, i := range of {
		out = append(out, pool.Premises[i].Name)
	}
	return strings.Join(out, " ")
}

func TestTasks(t *testing.T) {
	s := read(t, orchard)
	var ids []string
	for _, x := range s.Tasks {
		ids = append(ids, x.ID)
	}
	if got, want := strings.Join(ids, " "), "orchard/Base.count_nil orchard/Base.count_cons orchard/Base.count_two orchard/Aside.aside "+
		"orchard/Kinds.Pear.Pear.small orchard/Kinds.Pear.Pear.none orchard/Kinds.Pear.Pear.small' "+
		"orchard/Rows.one orchard/Rows.empty orchard/Rows.two orchard/Rows.last"; got != want {
		t.Errorf("tasks %s\nwant %s", got, want)
	}
	if s.Benchmark != "orchard" || s.System != "coq" {
		t.Errorf("benchmark %s, system %s", s.Benchmark, s.System)
	}
	x := find(t, s, "orchard/Rows.one")
	if x.Preamble != `From Coq Require Import Arith.
From orchard Require Import Base.
From orchard Require Kinds.Pear.
Import Kinds.Pear.Pear.
Open Scope row_scope.
Notation "∅" := (@nil fruit) : row_scope.
Section rows.
Notation "[ x ]" := (cons x nil) : row_scope.
Variable r : Ripe fruit.` {
		t.Errorf("preamble\n%s", x.Preamble)
	}
	if x.Name != "one" || x.Text != "Lemma one x : count [x] ~~ 1." || x.Line != 24 || x.Suffix != "End rows.\n" {
		t.Errorf("task %+v", x)
	}
	if x.Truth.Proof != "Proof. rewrite count_cons. now rewrite count_nil. Qed." {
		t.Errorf("proof %q", x.Truth.Proof)
	}
	want := map[string]string{"file": "theories/Rows.v", "kind": "lemma", "proof_end": "qed", "section": "rows", "dependencies": "glob"}
	if !reflect.DeepEqual(x.Categories, want) {
		t.Errorf("categories %v, want %v", x.Categories, want)
	}
	if got := find(t, s, "orchard/Kinds.Pear.Pear.none"); got.Suffix != "End sizes.\nEnd Pear.\n" || got.Pool.Premises[got.Index].Name != "Pear.none" || got.Name != "none" {
		t.Errorf("task in a module: %+v", got)
	}
}

func TestDependencies(t *testing.T) {
	s := read(t, orchard)
	pool := s.Tasks[0].Pool
	for id, want := range map[string]struct {
		cites, needs                          string
		depth, file, chain, theorems, project float64
	}{
		"orchard/Base.count_nil": {"", "count", 1, 1, 2, 0, 2},
		"orchard/Base.count_two": {"count_nil count_cons", "count", 2, 2, 3, 2, 4},
		"orchard/Rows.one":       {"count_nil count_cons", "Ripe fruit count x '~~' y [ x ]", 2, 1, 3, 2, 6},
		"orchard/Rows.empty":     {"Pear.small'", "Ripe fruit x '~~' y tally ∅", 4, 1, 5, 3, 8},
		"orchard/Rows.two":       {"count_cons one", "count", 3, 2, 4, 3, 7},
		"orchard/Rows.last":      {"count_nil Pear.none", "count ∅", 4, 1, 5, 3, 6},
	} {
		x := find(t, s, id)
		if got := names(pool, x.Truth.Premises); got != want.cites {
			t.Errorf("%s cites %s, want %s", id, got, want.cites)
		}
		if got := names(pool, pool.Premises[x.Index].Deps); got != want.needs {
			t.Errorf("%s needs %s, want %s", id, got, want.needs)
		}
		for name, v := range map[string]float64{
			task.NestingDepth: want.depth, FileDepth: want.file, DependencyDepth: want.chain,
			"deps_transitive_theorems": want.theorems, "deps_transitive_project": want.project,
		} {
			if x.Features[name] != v {
				t.Errorf("%s: %s is %v, want %v", id, name, x.Features[name], v)
			}
		}
	}
	if x := find(t, s, "orchard/Rows.two"); x.Features[ProofTactics] != 3 || x.Features["proof_lines"] != 4 || x.Features["deps_direct_library"] != 5 {
		t.Errorf("features of two: %v", x.Features)
	}
}

func TestPremises(t *testing.T) {
	pool := read(t, orchard).Tasks[0].Pool
	for name, want := range map[string]struct {
		kind  task.Kind
		text  string
		proof string
	}{
		"Ripe":     {task.Definition, "Class Ripe (A : Type) := ripen { ripe : A -> bool; turn : A -> A }.", ""},
		"nat_ripe": {task.Definition, "#[global] Instance nat_ripe : Ripe nat.", "Proof. split; [exact (fun _ => true) | exact (fun x => x)]. Defined."},
		"plot":     {task.Definition, "Program Definition plot (n : nat) : { m : nat | m = n } := n.", ""},
		"tally":    {task.Notation, "Notation tally := count.", ""},
		"weather":  {task.Axiom, "Axiom weather : nat.", ""},
		"later":    {task.Axiom, "Lemma later : forall f, turn (turn f) = turn (A := fruit) f -> True.", "Proof. Admitted."},
		"given":    {task.Lemma, "Example given : let n := 0 in n = 0.", ":= eq_refl."},
		"by_term":  {task.Lemma, "Lemma by_term : count nil = 0.", "Proof count_nil."},
		"∅":        {task.Notation, "Notation \"∅\" := (@nil fruit) : row_scope.", ""},
	} {
		i, ok := pool.Lookup(name)
		if p := pool.Premises[max(i, 0)]; !ok || p.Kind != want.kind || p.Text != want.text || p.Proof != want.proof || p.Origin != task.Repository {
			t.Errorf("%s: %+v, want %+v", name, p, want)
		}
	}
}

func TestRegimes(t *testing.T) {
	s := read(t, orchard)
	x := find(t, s, "orchard/Rows.empty")
	for name, want := range map[string]string{
		"none":      "x '~~' y tally",
		"curated":   "Ripe fruit count x '~~' y tally Pear.small'",
		"same-file": "x '~~' y tally fruit_ripe nat_ripe plot one",
		"full": "Ripe fruit count x '~~' y tally count_nil count_cons count_two weather by_term always given " +
			"Pear.small Pear.none Pear.small' fruit_ripe nat_ripe plot one", // not aside, nor notations of the file
	} {
		p, err := regime.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := regime.Build(x, p)
		if err == nil {
			err = regime.Leak(x, c)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := names(x.Pool, c.Shown); got != want {
			t.Errorf("%s shows %s\nwant %s", name, got, want)
		}
	}
	if x.Features["premises_available"] != 21 {
		t.Errorf("%v premises before it", x.Features["premises_available"])
	}
}

// located checks that each task stands where its location says.
func located(t *testing.T, s *dataset.Source) {
	for _, x := range s.Tasks {
		l := x.Source
		text, err := os.ReadFile(filepath.Join(l.Root, filepath.FromSlash(l.File)))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(text[l.Start:l.Proof]); strings.TrimSpace(got) != x.Text && !strings.HasPrefix(got, x.Text) {
			t.Errorf("%s stands at %q", x.ID, got)
		}
		if got := string(text[l.Proof:l.End]); got != x.Truth.Proof {
			t.Errorf("the proof of %s stands at %q", x.ID, got)
		}
		if n := strings.Count(string(text[:l.Start]), "\n") + 1; n != x.Line {
			t.Errorf("%s is at line %d, not %d", x.ID, n, x.Line)
		}
	}
}

func TestLocations(t *testing.T) {
	s := read(t, orchard)
	located(t, s)
	if got := strings.Join(s.Tasks[0].Source.Args, " "); got != "-Q theories orchard -w -deprecated" {
		t.Errorf("arguments %s", got)
	}
}

func TestFindings(t *testing.T) {
	var got []string
	for _, f := range read(t, orchard).Findings {
		got = append(got, fmt.Sprintf("%s: %d %s: %s", f.File, f.N, f.What, f.Example))
	}
	slices.Sort(got)
	want := []string{
		"theories/Base.v: 1 axioms and parameters: weather",
		"theories/Base.v: 2 theorems whose proof is a term, or does not end; no tasks: by_term",
		"theories/Kinds/Pear.v: 4 references outside of declarations, as of hints and section variables: nat",
		"theories/Rows.v: 1 theorems without a proof (Admitted): later",
		"theories/Rows.v: 2 references outside of declarations, as of hints and section variables: Ripe",
		"theories/Weeds.v: 1 files without .glob; left out: ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("findings\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// copied returns a copy of the project, whose files a test may change.
func copied(t *testing.T) string {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(orchard)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// edit replaces in a file of a project, and has the .glob of a source say that it was
// made from what is there now.
func edit(t *testing.T, root, name, old, new string) {
	t.Helper()
	path := filepath.Join(root, name)
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(was), old, new, 1)
	if text == string(was) {
		t.Fatalf("%s has no %q", name, old)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if base, ok := strings.CutSuffix(name, ".v"); ok {
		edit(t, root, base+".glob", fmt.Sprintf("%x", md5.Sum(was)), fmt.Sprintf("%x", md5.Sum([]byte(text))))
	}
}

func TestLoadPathsWithoutProjectFile(t *testing.T) {
	root := copied(t)
	if err := os.Remove(filepath.Join(root, "_CoqProject")); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(read(t, root).Tasks[0].Source.Args, " "); got != "-Q theories orchard" {
		t.Errorf("arguments %s", got)
	}
	// Without From, only -R finds Base.
	edit(t, root, "theories/Aside.v", "From orchard Require Import Base.", "             Require Import Base.")
	if got := strings.Join(read(t, root).Tasks[0].Source.Args, " "); got != "-R theories orchard" {
		t.Errorf("arguments %s", got)
	}
}

func TestUnusableFilesAreLeftOut(t *testing.T) {
	for what, damage := range map[string]func(root string){
		"files with the .glob of another version; left out": func(root string) {
			os.WriteFile(filepath.Join(root, "theories/Aside.v"), []byte("Lemma a : b. Proof. c. Qed."), 0o644)
		},
		"files that are not UTF-8; left out": func(root string) { edit(t, root, "theories/Aside.v", "aside", "asid\xe9") },
		"files with a damaged .glob; left out": func(root string) {
			edit(t, root, "theories/Aside.glob", "prf ", "prf 99999999:")
		},
		"files without .glob; left out": func(root string) { os.Remove(filepath.Join(root, "theories/Aside.glob")) },
	} {
		root := copied(t)
		damage(root)
		s := read(t, root)
		if len(s.Tasks) != 10 || !slices.ContainsFunc(s.Findings, func(f dataset.Finding) bool { return f.What == what && f.File == "theories/Aside.v" }) {
			t.Errorf("%s: %d tasks, findings %v", what, len(s.Tasks), s.Findings)
		}
	}
}

func TestNewlinesOfWindows(t *testing.T) {
	root := copied(t)
	edit(t, root, "theories/Aside.v", ".\nProof.", ".\r\nProof.")
	if x := find(t, read(t, root), "orchard/Aside.aside"); strings.Contains(x.Text+x.Truth.Proof+x.Preamble, "\r") || x.Source.Proof-x.Source.Start != len(x.Text)+2 {
		t.Errorf("task %+v at %+v", x, x.Source)
	}
}

func TestErrors(t *testing.T) {
	empty, uncompiled, twice := t.TempDir(), t.TempDir(), copied(t)
	for name, text := range map[string]string{
		uncompiled + "/a.v": "Lemma a : b.", twice + "/a.dpd": "", twice + "/b.dpd": "",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	wrongDpd, noEdges, openQuote := copied(t), copied(t), copied(t)
	os.WriteFile(filepath.Join(wrongDpd, "a.dpd"), []byte("N: 1 \"a\" [path=\"b\", ];\nhello\n"), 0o644)
	os.WriteFile(filepath.Join(noEdges, "a.dpd"), nil, 0o644)
	os.WriteFile(filepath.Join(openQuote, "_CoqProject"), []byte("-arg \"x"), 0o644)
	for root, want := range map[string]string{
		filepath.Join(empty, "none"): "no such file",
		empty:                        "no Coq source (*.v) in this folder",
		orchard + "/_CoqProject":     "not the folder of a Coq project",
		uncompiled:                   "the project is not compiled: none of its 1 sources has a .glob beside it that can be used (files without .glob; left out)",
		twice:                        "2 files of coq-dpdgraph (*.dpd); keep one",
		wrongDpd:                     "a.dpd:2: no line of coq-dpdgraph",
		noEdges:                      "a.dpd: no dependencies between declarations of this project",
		openQuote:                    "_CoqProject: a quote is not closed",
	} {
		if _, err := Read(root, dataset.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestDpdgraph(t *testing.T) {
	root := copied(t)
	before := read(t, root)
	text := `N: 1 "count_nil" [body=yes, kind=cnst, prop=yes, path="Base", ];
N: 2 "count_cons" [body=yes, kind=cnst, prop=yes, path="orchard.Base", ];
N: 3 "small'" [body=yes, kind=cnst, prop=yes, path="Kinds.Pear.Pear", ];
N: 4 "hidden" [body=yes, kind=cnst, prop=yes, path="Base", ];
N: 5 "count" [body=yes, kind=cnst, prop=no, path="Base", ];
E: 3 2 [weight=1, ];
E: 3 4 [weight=1, ];
E: 3 5 [weight=2, ];
`
	if err := os.WriteFile(filepath.Join(root, "orchard.dpd"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s := read(t, root)
	x := find(t, s, "orchard/Kinds.Pear.Pear.small'")
	if got := names(x.Pool, x.Truth.Premises); got != "count_nil count_cons Pear.small" || x.Categories["dependencies"] != "dpd" {
		t.Errorf("cites %s by %s", got, x.Categories["dependencies"])
	}
	if !slices.ContainsFunc(s.Findings, func(f dataset.Finding) bool { return f.File == "orchard.dpd" && f.N == 1 && f.Example == "Base.hidden" }) {
		t.Errorf("findings %v", s.Findings)
	}
	if before.Ref.SHA256 == s.Ref.SHA256 {
		t.Error("the source's hash does not cover the dependencies")
	}
}

func TestSameTwice(t *testing.T) {
	a, b := read(t, orchard), read(t, orchard)
	if !reflect.DeepEqual(a.Tasks, b.Tasks) || !reflect.DeepEqual(a.Findings, b.Findings) || a.Ref != b.Ref {
		t.Error("two readings differ")
	}
}

func TestProjectFile(t *testing.T) {
	for text, want := range map[string]string{
		"-Q a b.c\n-R d e # -R f g\n-I h": "-Q|a|b.c|-R|d|e|-I|h",
		"-Q \"a b\" c x.v X = y":          "-Q|a b|c",
		"-Q . \"\"":                       "-Q|.|",
		"-arg \"-w '-a b'\" -arg -native": "-w|-a b|-native",
		"":                                "",
	} {
		got, err := coqProject(text)
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%q gives %q (%v), want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"-Q a", "-arg", "'"} {
		if got, err := coqProject(text); err == nil {
			t.Errorf("%q gives %q", text, got)
		}
	}
}

func TestConstructors(t *testing.T) {
	for text, want := range map[string]string{
		"Class C := c { f : nat }.":                  "c",
		"Record r (A : Type) : Type := mk{ f : A }.": "mk",
		"Record r := { f : nat }.":                   "",
		"Inductive i := a | b.":                      "",
		"Definition d := c { f := 1 }.":              "",
		"Record r.":                                  "",
	} {
		if got := constructor(text); got != want {
			t.Errorf("%q has the constructor %q, want %q", text, got, want)
		}
	}
}

func FuzzParseGlob(f *testing.F) {
	filepath.WalkDir(orchard, func(name string, d fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".glob" {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
		return err
	})
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := parseGlob(text, 1000)
		if (g == nil) == (err == nil) {
			t.Fatal("neither a .glob nor an error, or both")
		}
		if err != nil {
			return
		}
		for _, e := range append(g.decls, g.refs...) {
			if e.start < 0 || e.start > 1000 {
				t.Fatalf("%+v lies outside of the source", e)
			}
		}
	})
}
