package verisoftbench

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
	"proofgrid/experiments/tokens"
)

const (
	toy    = "testdata/tasks.jsonl"
	sample = "../../../../shared/data/verisoftbench/tasks_sample.jsonl"
)

func read(t *testing.T, path string, o dataset.Options) *dataset.Source {
	t.Helper()
	if o.Counter == nil {
		var err error
		if o.Counter, err = tokens.ByName(tokens.Words); err != nil {
			t.Fatal(err)
		}
	}
	src, err := Read(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func build(t *testing.T, x *task.Task, name string) *regime.Context {
	t.Helper()
	p, err := regime.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	c, err := regime.Build(x, p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// prompt builds and renders a context, which must not leak and whose tokens must be
// those that it says.
func prompt(t *testing.T, x *task.Task, name string) string {
	t.Helper()
	c := build(t, x, name)
	if err := regime.Leak(x, c); err != nil {
		t.Fatal(err)
	}
	text := regime.Render(x, c)
	if n := len(strings.Fields(text)); n != c.Tokens {
		t.Fatalf("%s: %d tokens, but %d words in\n%s", name, c.Tokens, n, text)
	}
	return text
}

func counts(src *dataset.Source) map[string]int {
	m := map[string]int{}
	for _, f := range src.Findings {
		m[f.What] = f.N
	}
	return m
}

func TestTasks(t *testing.T) {
	src := read(t, toy, dataset.Options{})
	var ids []string
	for _, x := range src.Tasks {
		ids = append(ids, x.ID)
	}
	if want := []string{"verisoftbench/toy/Toy/Main.lean:Toy.Run.twice_le", "verisoftbench/toy/Toy/Z.lean:Toy.Counter.count_le", "verisoftbench/other/Toy/Z.lean:Toy.Counter.count_le"}; !slices.Equal(ids, want) {
		t.Errorf("ids %q", ids)
	}
	x := src.Tasks[0]
	if x.Text != "theorem twice_le : twice c ≤ 2 * c.bound" || !strings.HasPrefix(x.Truth.Proof, ":= by\n  have bounded") || x.Suffix != "end Toy.Run" || x.Repository != "toy" || x.System != "lean" {
		t.Errorf("task %+v", x)
	}
	if want := map[string]float64{"nesting_depth": 2, "transitive_dep_count": 5, "proof_lines": 5, "proof_tokens": 30, "library_definitions": 1, "library_lemmas": 1,
		"repository_definitions": 1, "repository_lemmas": 1, "local_definitions": 1, "local_lemmas": 1}; fmt.Sprint(x.Features) != fmt.Sprint(want) {
		t.Errorf("features %v, want %v", x.Features, want)
	}
	if want := map[string]string{"category": "Toy verif.", "subset_aristotle": "true", "lean_root": "toy"}; fmt.Sprint(x.Categories) != fmt.Sprint(want) {
		t.Errorf("categories %v", x.Categories)
	}
}

func TestFindings(t *testing.T) {
	want := map[string]int{
		"placeholder items": 1, "items leaked from the example of a prompt": 1, `line breaks written as \n`: 1, "proofs in thm_stmt": 2,
		"theorem names that repeat across files": 1, "target_theorem and thm_stmt differ": 1, "ground truths with sorry": 1, "fields that are empty": 1,
		"items without a name or a content": 1, "tasks without their repository: full is no more than their record": 3,
	}
	src := read(t, toy, dataset.Options{})
	if got := counts(src); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("findings %v\nwant     %v", got, want)
	}
	if len(src.Warnings) != 1 || !strings.Contains(src.Warnings[0], "toy, other") {
		t.Errorf("warnings %q", src.Warnings)
	}
	for _, f := range src.Findings {
		if f.Example == "" || f.File != "tasks.jsonl" {
			t.Errorf("finding %+v", f)
		}
	}
	src = read(t, toy, dataset.Options{Repositories: "testdata/repos"})
	want["tasks without their repository: full is no more than their record"] = 1
	if got := counts(src); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("with the checkout, findings %v\nwant     %v", got, want)
	}
}

func TestPromptsOfARecord(t *testing.T) {
	x := read(t, toy, dataset.Options{}).Tasks[0]
	const context = `import Toy.Z

open Toy

namespace Toy.Run

variable (c : Counter)

def twice : Nat := 2 * c.count

def half : Fin 2 := ⟨1, by admit /- gone -/⟩

theorem twice_le : twice c ≤ 2 * c.bound
`
	const items = `Nat -- Init.Prelude
Nat.add_le_add -- Init.Data.Nat.Basic
structure Counter where
  count : Nat
  bound : Nat
  ok : count ≤ bound

theorem Counter.count_le (c : Counter) :
    c.count ≤ c.bound

`
	for name, want := range map[string]string{
		"none":                context,
		"curated":             items + "\n" + context,
		"full":                items + "\n" + context,
		"curated+same-file":   items + "lemma twice_eq : twice c = c.count + c.count\n\n" + context,
		"same-file":           "lemma twice_eq : twice c = c.count + c.count\n\n" + context,
		"retrieved-0+inject":  context,
		"retrieved-10+inject": items + "\n" + context,
	} {
		if got := prompt(t, x, name); got != want {
			t.Errorf("%s shows\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestPromptsOfACheckout(t *testing.T) {
	src := read(t, toy, dataset.Options{Repositories: "testdata/repos"})
	x, z := src.Tasks[0], src.Tasks[1]
	if x.Pool != z.Pool || x.Pool == src.Tasks[2].Pool {
		t.Fatal("one pool per repository is wanted")
	}
	if x.Line != 20 || x.Pool.Premises[x.Index].Name != "Toy.Run.twice_le" || z.Pool.Premises[z.Index].Name != "Toy.Counter.count_le" {
		t.Fatalf("line %d, indices %d and %d", x.Line, x.Index, z.Index)
	}
	full, file, curated := prompt(t, x, "full"), prompt(t, x, "full+same-file"), prompt(t, x, "curated")
	has := func(name, text string, want bool, parts ...string) {
		t.Helper()
		for _, p := range parts {
			if strings.Contains(text, p) != want {
				t.Errorf("%s: %q is shown: %v, want %v, in\n%s", name, p, !want, want, text)
			}
		}
	}
	has("full", full, true, "Nat.add_le_add", "def Counter.zero (n : Nat) : Counter where\n  count := 0\n  bound := n\n  ok := by sorry\n", "theorem apart (a b : Nat) : a + b = b + a\n", "Counter.count_le", "lemma unused")
	has("full", full, false, "twice_eq", "Nat.zero_le", "later", "add_comm")
	has("full+same-file", file, true, "lemma twice_eq : twice c = c.count + c.count\n", "lemma unused")
	has("curated", curated, true, "structure Counter", "Counter.count_le", "Nat.add_le_add")
	has("curated", curated, false, "twice_eq", "apart", "unused", "Counter.zero")
	for _, text := range []string{full, file} {
		for _, once := range []string{"def twice", "def half", "theorem twice_le"} {
			if n := strings.Count(text, once); n != 1 {
				t.Errorf("%q is shown %d times", once, n)
			}
		}
	}
	// Z imports nothing of the repository, so that Apart stands before it and Main behind.
	before := prompt(t, z, "full+same-file")
	has("full of Z", before, true, "apart", "Counter.zero")
	has("full of Z", before, false, "twice", "c.ok\n")
}

func TestWindows(t *testing.T) {
	for _, o := range []dataset.Options{{}, {Repositories: "testdata/repos"}} {
		x := read(t, toy, o).Tasks[0]
		whole, oracle := build(t, x, "full"), build(t, x, "curated")
		for window := x.Tokens; window <= whole.Tokens; window++ {
			name := fmt.Sprintf("full@%d", window)
			prompt(t, x, name)
			c := build(t, x, name)
			all := slices.Concat(c.Shown, c.Dropped)
			slices.Sort(all)
			if c.Tokens > window || !slices.Equal(all, whole.Shown) {
				t.Fatalf("%s: %d tokens, shown %v, dropped %v of %v", name, c.Tokens, c.Shown, c.Dropped, whole.Shown)
			}
			if window >= oracle.Tokens {
				for _, i := range oracle.Shown {
					if !slices.Contains(c.Shown, i) {
						t.Fatalf("%s drops %s, which is cited", name, x.Pool.Premises[i].Name)
					}
				}
			} else if len(c.Shown) > 0 && slices.ContainsFunc(c.Shown, func(i int32) bool { return !slices.Contains(oracle.Shown, i) }) {
				t.Fatalf("%s shows others before all cited ones", name)
			}
		}
	}
}

// Retrieval finds by the words of code what the statement is about.
func TestRetrievalOnSourceText(t *testing.T) {
	x := read(t, toy, dataset.Options{Repositories: "testdata/repos"}).Tasks[0]
	c := build(t, x, "retrieved-1")
	if len(c.Shown) != 1 || x.Pool.Premises[c.Shown[0]].Name != "Toy.Counter.count_le" {
		t.Errorf("retrieved %v: %s", c.Shown, regime.Render(x, c))
	}
}

func TestLeaksAreFound(t *testing.T) {
	text, err := os.ReadFile(toy)
	if err != nil {
		t.Fatal(err)
	}
	var r map[string]any
	if err := json.Unmarshal([]byte(strings.SplitN(string(text), "\n", 2)[0]), &r); err != nil {
		t.Fatal(err)
	}
	proof := r["ground_truth_proof"].(string)
	for name, spoil := range map[string]func(){
		"a definition that quotes it": func() {
			const body = "have bounded := Counter.count_le c\n  exact (twice_eq c).le.trans (Nat.mul_le_mul_left 2 bounded)"
			r["ground_truth_proof"] = ":= by\n  " + body
			r["used_repo_defs"] = []any{map[string]any{"name": "d", "content": "macro \"m\" : tactic =>\n  `(tactic| (" + body + "))"}}
		},
		"the local context": func() { r["local_ctx"] = "theorem twice_le : twice c ≤ 2 * c.bound " + proof },
		"a short proof there": func() {
			r["local_ctx"], r["ground_truth_proof"] = "theorem twice_le : twice c ≤ 2 * c.bound := by simp\n", ":= by\n  simp"
		},
	} {
		if err := json.Unmarshal([]byte(strings.SplitN(string(text), "\n", 2)[0]), &r); err != nil {
			t.Fatal(err)
		}
		spoil()
		line, _ := json.Marshal(r)
		src := read(t, write(t, string(line)), dataset.Options{})
		if counts(src)["contexts that show the ground truth"] != 1 {
			t.Errorf("%s: findings %v", name, src.Findings)
		}
		if err := regime.Leak(src.Tasks[0], build(t, src.Tasks[0], "curated")); err == nil {
			t.Errorf("%s: no leak", name)
		}
	}
	// A proof in the target is cut off before it is shown.
	if err := json.Unmarshal([]byte(strings.SplitN(string(text), "\n", 2)[0]), &r); err != nil {
		t.Fatal(err)
	}
	r["target_theorem"] = r["thm_stmt"].(string) + " " + proof
	line, _ := json.Marshal(r)
	src := read(t, write(t, string(line)), dataset.Options{})
	if counts(src)["proofs in target_theorem"] != 1 || strings.Contains(prompt(t, src.Tasks[0], "curated"), "Nat.add_le_add bounded") {
		t.Errorf("findings %v, task %q", src.Findings, src.Tasks[0].Text)
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDamagedFiles(t *testing.T) {
	text, err := os.ReadFile(toy)
	if err != nil {
		t.Fatal(err)
	}
	good := strings.SplitAfter(string(text), "\n")
	for name, c := range map[string]struct{ file, want string }{
		"truncated":       {good[0] + good[1][:300], "t.jsonl:2: no VeriSoftBench task: the JSON object is truncated"},
		"a NUL in a text": {good[0] + strings.Replace(good[1], "Toy", "T\\u0000y", 1), " holds a NUL character"},
		"a path outside":  {strings.Replace(good[0], `"rel_path": "`, `"rel_path": "../`, 1), `leads out of the benchmark's folder`},
		"invalid UTF-8":   {good[0] + strings.Replace(good[1], "Toy", "T\xffy", 1), ":2: no VeriSoftBench task: invalid UTF-8"},
		"a wrong type":    {good[0] + strings.Replace(good[1], `"thm_name": "`, `"thm_name": 3, "x": "`, 1), ":2:"},
		"no name":         {good[0] + `{"id": 3}` + "\n", ":2: no VeriSoftBench task: no thm_name"},
		"another format":  {`{"hardware": "x", "results": []}`, "looks like CoqStoq results"},
		"not JSON":        {"a,b\n1,2\n", "CSV"},
		"empty":           {"", "an empty file"},
		"NUL":             {"\x00\x00", "t.jsonl:1:"},
		"a list of tasks": {"[" + strings.TrimSpace(good[0]) + "]", "t.jsonl:1:"},
	} {
		if _, err := Read(write(t, c.file), dataset.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	src := read(t, write(t, good[0]+"{\"id\n"+good[1]), dataset.Options{Skip: true})
	if len(src.Tasks) != 2 || counts(src)["damaged lines, left out"] != 1 {
		t.Errorf("%d tasks, findings %v", len(src.Tasks), src.Findings)
	}
	if _, err := Read(write(t, strings.Replace(good[0], `"toy"`, `"../toy"`, 1)), dataset.Options{Repositories: "testdata/repos"}); err == nil || !strings.Contains(err.Error(), "../toy") {
		t.Errorf("a repository outside of the folder: %v", err)
	}
}

func TestIDsAreUnique(t *testing.T) {
	text, err := os.ReadFile(toy)
	if err != nil {
		t.Fatal(err)
	}
	line := strings.SplitAfter(string(text), "\n")[0]
	src := read(t, write(t, line+line+strings.Replace(line, `"id": 7`, `"id": 70`, 1)), dataset.Options{})
	const base = "verisoftbench/toy/Toy/Main.lean:Toy.Run.twice_le"
	for i, want := range []string{base, base + "#7", base + "#70"} {
		if src.Tasks[i].ID != want {
			t.Errorf("id %q, want %q", src.Tasks[i].ID, want)
		}
	}
	if n := counts(src); n["ids that repeat"] != 1 || n["theorem names that repeat within a file"] != 2 {
		t.Errorf("findings %v", n)
	}
}

func TestTheSampleOfTheBenchmark(t *testing.T) {
	if _, err := os.Stat(sample); err != nil {
		t.Skip("no VeriSoftBench sample beside the project")
	}
	src := read(t, sample, dataset.Options{})
	if n := counts(src); n["placeholder items"] != 2 || n["items leaked from the example of a prompt"] != 2 {
		t.Errorf("findings %v", src.Findings)
	}
	for _, x := range src.Tasks {
		for _, name := range []string{"none", "curated", "full", "curated+same-file", "full+same-file", "same-file", "retrieved-10", "retrieved-20+inject"} {
			text := prompt(t, x, name)
			for _, line := range strings.Split(x.Truth.Proof, "\n")[1:] {
				if strings.Contains(text, strings.TrimSpace(line)) {
					t.Errorf("%s %s shows the line %q of the proof", x.ID, name, line)
				}
			}
			if strings.Contains(text, "...") || strings.Contains(text, "getElem_append_left") {
				t.Errorf("%s %s shows a placeholder or the leaked item", x.ID, name)
			}
			if shows, want := strings.Contains(text, "_pos : 0 < "), strings.Contains(name, "same-file"); shows != want {
				t.Errorf("%s %s: the same-file lemma is shown: %v", x.ID, name, shows)
			}
		}
	}
}

// The published file has 500 lines and 9 MB.
func TestALargeFileIsReadInTime(t *testing.T) {
	text, err := os.ReadFile(toy)
	if err != nil {
		t.Fatal(err)
	}
	var r map[string]any
	if err := json.Unmarshal([]byte(strings.SplitN(string(text), "\n", 2)[0]), &r); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i := range 500 {
		r["id"], r["thm_name"] = i, fmt.Sprint("t", i)
		r["local_ctx"] = strings.Repeat(fmt.Sprintf("def f%d (n : ℕ) : ℕ := n + %d -- ≤\n", i, i), 500)
		line, _ := json.Marshal(r)
		b.Write(append(line, '\n'))
	}
	path := write(t, b.String())
	start := time.Now()
	src := read(t, path, dataset.Options{Counter: nil})
	t.Logf("%d tasks, %d bytes: %v", len(src.Tasks), b.Len(), time.Since(start))
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("%v", d)
	}
}

// The benchmark's list of library items stands before the declarations of a checkout.
func TestLibraryItemsOfTheRepository(t *testing.T) {
	text, err := os.ReadFile(toy)
	if err != nil {
		t.Fatal(err)
	}
	path := write(t, string(text))
	lib := filepath.Join(filepath.Dir(path), "full_context", "repo_lib_items.json")
	if err := os.Mkdir(filepath.Dir(lib), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(lib, []byte(`{"toy": {"lib_defs": [{"name": "Nat", "module": "Init.Prelude"}, {"name": "Fin", "module": "Init.Prelude"}], "lib_lemmas": [{"name": "Nat.le_refl", "module": "Init.Core"}]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	x := read(t, path, dataset.Options{Repositories: "testdata/repos"}).Tasks[0]
	full, curated := prompt(t, x, "full"), prompt(t, x, "curated")
	if !strings.HasPrefix(full, "Nat -- Init.Prelude\nFin -- Init.Prelude\nNat.le_refl -- Init.Core\nNat.add_le_add -- Init.Data.Nat.Basic\n") || strings.Contains(curated, "Fin --") {
		t.Errorf("full\n%s\ncurated\n%s", full, curated)
	}
	if err := os.WriteFile(lib, []byte(`{"toy": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path, dataset.Options{Repositories: "testdata/repos"}); err == nil || !strings.Contains(err.Error(), "repo_lib_items.json") {
		t.Errorf("a damaged list: %v", err)
	}
}
