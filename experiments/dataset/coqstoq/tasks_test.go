package coqstoq

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
	"proofgrid/experiments/tokens"
)

func options(t *testing.T) dataset.Options {
	t.Helper()
	c, err := tokens.ByName(tokens.Words)
	if err != nil {
		t.Fatal(err)
	}
	return dataset.Options{Counter: c, Repositories: filepath.Join("testdata", "sources")}
}

func readTasks(t *testing.T, path string, o dataset.Options) *dataset.Source {
	t.Helper()
	s, err := ReadTasks(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func premiseNames(tk *task.Task, list []int32) string {
	var out []string
	for _, i := range list {
		out = append(out, tk.Pool.Premises[i].Name)
	}
	return strings.Join(out, " ")
}

func TestTasksWithSources(t *testing.T) {
	s := readTasks(t, filepath.Join("testdata", "theorems"), options(t))
	if len(s.Warnings) > 0 || len(s.Findings) > 0 {
		t.Errorf("warnings %v, findings %v", s.Warnings, s.Findings)
	}
	byName := map[string]*task.Task{}
	for _, tk := range s.Tasks {
		byName[tk.Name] = tk
	}
	if got := strings.Join(slices.Sorted(maps.Keys(byName)), " "); got != "grow_size size_not_zero size_positive twice_zero wide_seven wide_zero" {
		t.Fatalf("tasks %s", got)
	}
	for _, c := range []struct {
		name, id, text, proof, cited, suffix string
		before                               []string
		preamble                             string
	}{
		{"size_positive", "coqstoq/willow/Branch.v:22:1", "Lemma size_positive (b : branch)\n  : 0 < size b.",
			"Proof.\n  induction b as [| l IHl r IHr]; simpl.\n  - auto with arith.\n  - apply Nat.lt_le_trans with (size l); auto with arith.\nQed.", "size", "",
			[]string{"branch", "size", "holds"}, "Notation \"Γ ⊢ n\" := (holds Γ n)."},
		{"wide_zero", "coqstoq/willow/Branch.v:36:3", "Lemma wide_zero\n    : wide ⊢ 0.", "Proof. right. exact Γ_zero. Qed.", "", "End Weaken.\n",
			[]string{"branch", "size", "holds", "size_positive", "wide"}, "Hypothesis Γ_zero : Γ ⊢ 0."},
		{"wide_seven", "coqstoq/willow/Branch.v:40:3", "Theorem wide_seven : wide ⊢ 7 /\\ wide ⊢ 0.",
			"Proof.\n    split.\n    - left; reflexivity.\n    - apply wide_zero.\n  Qed.", "wide_zero", "End Weaken.\n",
			[]string{"branch", "size", "holds", "size_positive", "wide", "wide_zero"}, "Hypothesis Γ_zero : Γ ⊢ 0."},
		{"grow_size", "coqstoq/willow/Branch.v:55:1", "Remark grow_size (b : branch) : size (Tools.grow b) = size b + 1.",
			"unfold Tools.grow. simpl. reflexivity.\nQed.", "grow", "",
			[]string{"branch", "size", "holds", "size_positive", "wide", "wide_zero", "wide_seven", "leaf_exists", "grow"}, "Notation \"Γ ⊢ n\" := (holds Γ n)."},
		{"size_not_zero", "coqstoq/willow/Branch.v:59:1", "Theorem size_not_zero : forall b, size b <> 0.",
			"Proof.\n  intros b H. pose proof (size_positive b) as P.\n  rewrite H in P. inversion P.\nQed.", "size_positive", "",
			[]string{"branch", "size", "holds", "size_positive", "wide", "wide_zero", "wide_seven", "leaf_exists", "grow", "grow_size"}, "Notation \"Γ ⊢ n\" := (holds Γ n)."},
		{"twice_zero", "coqstoq/maple/Twice.v:4:1", "Lemma twice_zero :\n  twice 0 = 0.", "Proof.\n  reflexivity.\nQed.", "", "", []string{"twice"}, ""},
	} {
		tk := byName[c.name]
		if tk.ID != c.id || tk.Text != c.text || tk.Truth.Proof != c.proof || tk.Suffix != c.suffix {
			t.Errorf("%s:\nid %s\ntext %q\nproof %q\nsuffix %q", c.name, tk.ID, tk.Text, tk.Truth.Proof, tk.Suffix)
		}
		var before []string
		for i := range tk.Pool.Premises[:tk.Available] {
			before = append(before, tk.Pool.Premises[i].Name)
		}
		if !slices.Equal(before, c.before) || tk.Index != len(before) {
			t.Errorf("%s stands at %d behind %v, want %v", c.name, tk.Index, before, c.before)
		}
		if got := premiseNames(tk, tk.Truth.Premises); got != c.cited {
			t.Errorf("the proof of %s cites %q, want %q", c.name, got, c.cited)
		}
		lines := strings.Split(tk.Preamble, "\n")
		if lines[len(lines)-1] != c.preamble {
			t.Errorf("the preamble of %s ends in %q, want %q", c.name, lines[len(lines)-1], c.preamble)
		}
	}
	first := byName["size_positive"]
	if want := "Require Import Arith.\nRequire Import List.\nImport ListNotations.\nSet Implicit Arguments.\nReserved Notation \"Γ ⊢ n\" (at level 70).\nNotation \"Γ ⊢ n\" := (holds Γ n)."; first.Preamble != want {
		t.Errorf("preamble\n%s\nwant\n%s", first.Preamble, want)
	}
	if p := byName["grow_size"].Preamble; strings.Contains(p, "Weaken") || strings.Contains(p, ".+1") {
		t.Errorf("what stands in closed sections and modules is in the preamble:\n%s", p)
	}
	if p := first.Pool.Premises[4]; p.Name != "wide" || p.Text != "Definition wide : list nat := 7 :: Γ." || p.Kind != task.Definition || premiseNames(first, p.Deps) != "" {
		t.Errorf("premise %+v", p)
	}
	if p := first.Pool.Premises[5]; p.Proof != "Proof. right. exact Γ_zero. Qed." || p.Kind != task.Lemma || premiseNames(first, p.Deps) != "wide" {
		t.Errorf("premise %+v", p)
	}
	if c := first.Categories; c["commit"] != "5b1d0b1ac0ffee" || c["compile_args"] != "-Q . Willow" || c["split"] != "grove-theorems" || len(c["source_hash"]) != 64 || first.File != "Branch.v" || first.Line != 22 {
		t.Errorf("categories %v", c)
	}
}

func TestRegimesShowNoProof(t *testing.T) {
	for _, tk := range readTasks(t, filepath.Join("testdata", "theorems"), options(t)).Tasks {
		for _, name := range []string{"none", "curated", "full", "same-file", "retrieved-3+inject"} {
			p, err := regime.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			c, err := regime.Build(tk, p)
			if err != nil {
				t.Fatal(err)
			}
			if err := regime.Leak(tk, c); err != nil {
				t.Error(err)
			}
			if text := regime.Render(tk, c); strings.Contains(text, "Qed") || strings.Contains(text, "Proof") || !strings.HasSuffix(text, tk.Text+"\n") {
				t.Errorf("%s of %s:\n%s", name, tk.ID, text)
			}
			if name == "full" && len(c.Shown) != tk.Available {
				t.Errorf("full shows %d of %d", len(c.Shown), tk.Available)
			}
		}
	}
}

func TestTasksWithoutSources(t *testing.T) {
	o := options(t)
	o.Repositories = ""
	s := readTasks(t, filepath.Join("testdata", "theorems", "willow", "Branch.json"), o)
	if len(s.Tasks) != 5 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "repositories") {
		t.Fatalf("%d tasks, warnings %v", len(s.Tasks), s.Warnings)
	}
	if tk := s.Tasks[0]; tk.Name != "Branch.v:22:1" || tk.Statement != "" || tk.Features["proof_lines"] != 5 || tk.Pool == nil {
		t.Errorf("task %+v", tk)
	}
}

func TestListOfReferencesKeepsItsOrder(t *testing.T) {
	s := readTasks(t, filepath.Join("testdata", "grove-theorems.json"), options(t))
	var got []string
	for _, tk := range s.Tasks {
		got = append(got, tk.Name)
	}
	if want := []string{"wide_seven", "twice_zero", "size_positive"}; !slices.Equal(got, want) {
		t.Errorf("tasks %v, want %v", got, want)
	}
}

func TestResultFileServesForItsTheorems(t *testing.T) {
	o := options(t)
	o.Repositories = ""
	s := readTasks(t, filepath.Join("testdata", "quartz-sample.json"), o)
	results := read(t, sample("quartz"), Options{})
	if len(s.Tasks) != len(results.Tasks) || len(s.Findings) != 1 || s.Findings[0].What != "theorems that are listed again; kept once" {
		t.Fatalf("%d tasks, findings %v", len(s.Tasks), s.Findings)
	}
	for i, tk := range s.Tasks {
		if want := results.Tasks[i]; tk.ID != want.TaskID || tk.Name != want.Name || tk.Repository != want.Repository {
			t.Errorf("task %d is %s, but %s in the results", i, tk.ID, want.TaskID)
		}
	}
}

// TestPublishedTheorems reads the theorems of a published result file, which is not
// part of this project.
func TestPublishedTheorems(t *testing.T) {
	path := filepath.Join("..", "..", "..", "..", "shared", "data", "coqstoq", "rango-cutoff.json")
	if _, err := os.Stat(path); err != nil {
		t.Skip("the published result files are not here")
	}
	o := options(t)
	o.Repositories = ""
	if s := readTasks(t, path, o); len(s.Tasks) != 1171 || len(s.Findings) != 0 {
		t.Errorf("%d tasks, findings %v", len(s.Tasks), s.Findings)
	}
}

// TestColumnsCountCharacters holds a fact of the release: theorem HilbertCalculus_sound
// of pnvrocqlib ends at column 14 of "  : Gamma ⊨ C.", which has 14 characters and 16
// bytes.
func TestColumnsCountCharacters(t *testing.T) {
	f := newSource("Theorem a\n  : Gamma ⊨ C.\nProof.\n")
	at, err := f.offset(position{1, 14})
	if err != nil || f.text[:at] != "Theorem a\n  : Gamma ⊨ C." {
		t.Errorf("column 14 is behind %q (%v)", f.text[:max(at, 0)], err)
	}
	for _, p := range []position{{1, 15}, {4, 0}, {0, 10}} {
		if _, err := f.offset(p); err == nil {
			t.Errorf("%v is a place", p)
		}
	}
	if _, err := f.offset(position{3, 0}); err != nil {
		t.Errorf("the end of the file is no place: %v", err)
	}
}

func TestDamagedTheorems(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "theorems", "willow", "Branch.json"))
	if err != nil {
		t.Fatal(err)
	}
	hash := between2(string(text), `"hash": "`, `"`)
	edit := func(old, new string) string { return strings.Replace(string(text), old, new, 1) }
	for name, c := range map[string]struct {
		text, want string
		kept       int // tasks with damage skipped; 0: an error all the same
	}{
		"another source":           {strings.ReplaceAll(string(text), hash, strings.Repeat("0", 64)), "a.json:2: willow/Branch.v:22:1: the source has another hash, so that positions may mean other theorems; check out commit 5b1d0b1ac0ffee", 0},
		"two hashes":               {edit(hash, strings.Repeat("0", 64)), "a.json:35: willow/Branch.v:36:3: its source file has another hash than before", 0},
		"no source":                {strings.ReplaceAll(string(text), "Branch.v", "Twig.v"), "a.json:2: willow/Twig.v:22:1: no such source in", 0},
		"a path that leads out":    {edit("Branch.v", "../Branch.v"), "a.json:2: willow/../Branch.v:22:1: the path leads out of the project", 4},
		"a project that leads out": {edit("willow", "/etc"), "the path leads out of the project", 4},
		"a line beyond the file":   {edit(`"line": 58`, `"line": 5800`), "impossible positions", 4},
		"a proof beyond the file":  {edit(`"line": 62`, `"line": 620`), "a.json:134: willow/Branch.v:59:1: the source has no such place: line 621 of 64", 4},
		"a column beyond the line": {edit(`"column": 15`, `"column": 16`), "a.json:2: willow/Branch.v:22:1: the source has no such place: column 17 of line 23, which has 15 characters", 4},
		"truncated":                {string(text[:len(text)/2]), "the JSON ends too early: it is truncated", 2},
		"a wrong type":             {edit(`"line": 21`, `"line": "21"`), "a.json:2: theorem_start_pos.line is a string, not a int", 4},
		"no position":              {edit(`"theorem_end_pos"`, `"end"`), "a.json:2: no theorem_start_pos, theorem_end_pos", 4},
		"a proof in the statement": {strings.Replace(string(text), `"line": 23`, `"line": 21`, 1), "the source has no statement before its proof", 4},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, "a.json", c.text)
			o := options(t)
			if _, err := ReadTasks(path, o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			o.Skip = true
			s, err := ReadTasks(path, o)
			switch {
			case c.kept == 0 && err == nil:
				t.Errorf("%d tasks are taken", len(s.Tasks))
			case c.kept > 0 && (err != nil || len(s.Tasks) != c.kept || s.Findings[0].What != "damaged records; left out"):
				t.Errorf("with damage skipped: %v %+v", err, s)
			}
		})
	}
}

func between2(s, before, after string) string {
	_, s, _ = strings.Cut(s, before)
	s, _, _ = strings.Cut(s, after)
	return s
}

func TestWrongTheoremFiles(t *testing.T) {
	for text, want := range map[string]string{
		`{"id":1,"thm_name":"a","lean_root":"b"}` + "\n" + `{"id":2,"thm_name":"c","lean_root":"b"}`: "it looks like VeriSoftBench tasks (JSON lines)",
		`[{"filename":"a","tactic_state_before":"","formal_statement":""}]`:                          "it looks like FormalML tasks",
		"task,model\na,b\n": "it looks like a CSV file",
		"":                  "it looks like an empty file",
		"[]":                "it looks like a JSON array",
	} {
		if _, err := ReadTasks(write(t, "a.json", text), options(t)); err == nil || !strings.Contains(err.Error(), "a.json: not CoqStoq theorems") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: got %v, want %s", text, err, want)
		}
	}
	if _, err := ReadTasks(t.TempDir(), options(t)); err == nil || !strings.Contains(err.Error(), "no theorem file") {
		t.Errorf("an empty folder: %v", err)
	}
	for _, list := range []string{`[{"thm_path":"../a.json","thm_idx":0}]`, `[{"thm_path":"a.json"}]`, `[{"thm_path":"a.json","thm_idx":0}]`} {
		if _, err := ReadTasks(write(t, "list.json", list), options(t)); err == nil {
			t.Errorf("%s is taken", list)
		}
	}
}

func FuzzOutline(f *testing.F) {
	text, err := os.ReadFile(filepath.Join("testdata", "sources", "willow", "Branch.v"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text), 3)
	f.Add("Section. End. Lemma (* Proof", 0)
	f.Fuzz(func(t *testing.T, text string, at int) {
		o := newOutline(text, "a.v", "p", []int{at})
		for i, p := range o.pool.Premises {
			for _, d := range p.Deps {
				if int(d) >= i {
					t.Fatalf("declaration %d needs %d", i, d)
				}
			}
		}
		o.scope(at)
		o.at(at, at+1)
	})
}

func FuzzReadTasks(f *testing.F) {
	text, err := os.ReadFile(filepath.Join("testdata", "theorems", "willow", "Branch.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`[{"thm_path":"a","thm_idx":1}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "a.json")
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := ReadTasks(path, dataset.Options{Repositories: filepath.Join("testdata", "sources"), Skip: true})
		if err == nil {
			if _, err := json.Marshal(s.Findings); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestOutlineOfCoqsOwnLibrary holds the outline to real sources, where Coq is installed:
// it finds the statements that a search for their keywords at the beginning of a line
// finds, and takes no proof for part of one.
func TestOutlineOfCoqsOwnLibrary(t *testing.T) {
	const library = "/usr/lib/ocaml/coq/theories"
	if _, err := os.Stat(library); err != nil {
		t.Skip("Coq's own library is not installed here")
	}
	comment := regexp.MustCompile(`(?s)\(\*.*?\*\)`)
	statement := regexp.MustCompile(`(?m)^\s*(?:Theorem|Lemma|Fact|Remark|Corollary|Proposition)\s+([\w']+)`)
	statements, missed := 0, []string{}
	err := filepath.WalkDir(library, func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".v" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		o := newOutline(string(text), path, "coq", nil)
		have := map[string]bool{}
		for _, p := range o.pool.Premises {
			have[p.Name] = true
			if p.Kind == task.Lemma && strings.Contains(p.Text, "Qed.") {
				t.Errorf("%s: a proof is part of %s", path, p.Text)
			}
		}
		for _, m := range statement.FindAllStringSubmatch(comment.ReplaceAllString(string(text), ""), -1) {
			if statements++; !have[m[1]] {
				missed = append(missed, path+" "+m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if statements < 1000 || len(missed)*1000 > statements {
		t.Errorf("%d of %d statements are missed: %v", len(missed), statements, missed)
	}
}
