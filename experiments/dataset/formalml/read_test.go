package formalml

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
	"proofgrid/experiments/tokens"
)

func words(t *testing.T) dataset.Options {
	t.Helper()
	c, err := tokens.ByName(tokens.Words)
	if err != nil {
		t.Fatal(err)
	}
	return dataset.Options{Counter: c}
}

func sample(t *testing.T) *dataset.Source {
	t.Helper()
	s, err := Read(filepath.Join("testdata", "sample.json"), words(t))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func names(tk *task.Task, indices []int32) string {
	var out []string
	for _, i := range indices {
		out = append(out, tk.Pool.Premises[i].Name)
	}
	return strings.Join(out, " ")
}

func TestTasks(t *testing.T) {
	s := sample(t)
	if len(s.Tasks) != 8 || s.System != "lean" || s.Benchmark != "formalml" {
		t.Fatalf("%d tasks of %s for %s", len(s.Tasks), s.Benchmark, s.System)
	}
	first, second := s.Tasks[0], s.Tasks[1]
	if first.ID != "formalml/optlib/Optlib/Algorithm/Steps.lean:12:0" || first.Name != "extracted_formal_statement_0" ||
		first.Repository != "optlib" || first.Line != 12 || first.Categories["domain"] != "optimization" {
		t.Errorf("first task: %+v", first)
	}
	if want := "import Mathlib\nimport Optlib\n\n\nopen Set Finset\n\ntheorem extracted_formal_statement_0 (f : ℕ → ℝ) (h : ∀ k, f (k + 1) ≤ f k) :\n  f 1 ≤ f 0 :=\n"; string(first.Append(nil)) != want {
		t.Errorf("the task reads\n%q\nwant\n%q", first.Append(nil), want)
	}
	if !strings.HasSuffix(second.Text, "let y := 2 * x; 0 ≤ y :=") {
		t.Errorf("a let in the statement was taken for the place of the proof: %q", second.Text)
	}
	if first.Truth.Proof != "exact step_mono f h" || names(first, first.Truth.Premises) != "step_mono" {
		t.Errorf("ground truth %q citing %s", first.Truth.Proof, names(first, first.Truth.Premises))
	}
	for feature, want := range map[string]float64{"tactics": 3, "cited_premises": 1, "cited_local": 1, "hypotheses": 3} {
		if got := second.Features[feature]; got != want {
			t.Errorf("%s = %v, want %v", feature, got, want)
		}
	}
	for i, tk := range s.Tasks {
		if want := len(strings.Fields(string(tk.Append(nil)))); tk.Tokens != want {
			t.Errorf("task %d: %d tokens, want %d words", i, tk.Tokens, want)
		}
	}
}

func TestPoolSaysNothingAboutTheRecords(t *testing.T) {
	s := sample(t)
	pool := s.Tasks[0].Pool
	if len(pool.Premises) != 8 {
		t.Errorf("%d premises, want each library statement once: 8", len(pool.Premises))
	}
	if !slices.IsSortedFunc(pool.Premises, func(a, b task.Premise) int { return strings.Compare(a.File+" "+a.Name, b.File+" "+b.Name) }) {
		t.Error("the pool is not in the order of libraries and names")
	}
	for i := range pool.Premises {
		p := &pool.Premises[i]
		if p.Tokens != len(strings.Fields(p.Text)) || (p.Origin == task.Library) != (p.File == "Mathlib") {
			t.Errorf("premise %+v", p)
		}
	}
}

// TestRetrieval builds the benchmark's three retrieval settings, and the leak check
// finds no proof in them but the one that stands in a statement of the data.
func TestRetrieval(t *testing.T) {
	s := sample(t)
	for _, tk := range s.Tasks {
		for _, c := range []struct {
			name  string
			shown int
			cited bool
		}{{"retrieved-0", 0, false}, {"retrieved-0+inject", 0, false}, {"retrieved-4+inject", 4, true}, {"retrieved-10+inject", 8, true}, {"retrieved-20+inject", 8, true}} {
			p, err := regime.Parse(c.name)
			if err != nil {
				t.Fatal(err)
			}
			ctx, err := regime.Build(tk, p)
			if err != nil {
				t.Fatal(err)
			}
			if len(ctx.Shown) != c.shown {
				t.Errorf("%s of %s shows %d premises, want %d", c.name, tk.ID, len(ctx.Shown), c.shown)
			}
			for _, i := range tk.Truth.Premises {
				if slices.Contains(ctx.Shown, i) != c.cited {
					t.Errorf("%s of %s: the cited %s is shown: %v", c.name, tk.ID, tk.Pool.Premises[i].Name, !c.cited)
				}
			}
			if err := regime.Leak(tk, ctx); err != nil {
				t.Error(err)
			}
			if text := regime.Render(tk, ctx); strings.Contains(text, "sorry") || strings.Contains(text, tk.Truth.Proof) && tk.Truth.Proof != "rfl" {
				t.Errorf("%s of %s shows more than it may:\n%s", c.name, tk.ID, text)
			}
		}
	}
}

func TestLint(t *testing.T) {
	got := map[string]dataset.Finding{}
	for _, f := range sample(t).Findings {
		got[f.What] = f
		if f.File != "sample.json" || f.Example == "" {
			t.Errorf("a finding without its place: %+v", f)
		}
	}
	for what, n := range map[string]int{
		"statements with a proof inside; cut off before it":                    1,
		"statements with parts that were left out (⋯), which Lean cannot read": 1,
		"statements with inaccessible names (✝), which Lean cannot read":       1,
		"statements that say the same as an earlier one; both are kept":        1,
		"records that are repeated; kept once":                                 1,
		"retrieval items that repeat within their record; kept once":           1,
		"retrieval items that are cut off inside a bracket":                    1,
	} {
		if got[what].N != n {
			t.Errorf("%d × %s, want %d", got[what].N, what, n)
		}
		delete(got, what)
	}
	if len(got) > 0 {
		t.Errorf("found besides: %v", got)
	}
}

func TestJSONLinesReadTheSame(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "sample.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, r := range all {
		var v any
		if err := json.Unmarshal(r, &v); err != nil {
			t.Fatal(err)
		}
		line, _ := json.Marshal(v)
		lines.Write(append(line, "\r\n"...))
	}
	path := filepath.Join(t.TempDir(), "sample.jsonl")
	if err := os.WriteFile(path, []byte(lines.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Read(path, words(t))
	if err != nil {
		t.Fatal(err)
	}
	want := sample(t)
	for i := range want.Tasks {
		if s.Tasks[i].ID != want.Tasks[i].ID || s.Tasks[i].Text != want.Tasks[i].Text || len(s.Tasks) != len(want.Tasks) {
			t.Errorf("task %d differs as JSON lines", i)
		}
	}
}

func TestDamagedFiles(t *testing.T) {
	good := `{"filename":"optlib/A.lean","line":1,"tactic":"simp","theorem_header":"import Optlib","formal_statement":"theorem a : 1 = 1 := sorry","goal":"⊢ 1 = 1","retrieval":[]}`
	other := strings.Replace(good, `"line":1`, `"line":2`, 1)
	for name, c := range map[string]struct {
		text string
		want string // the error
		kept int    // tasks when damage is skipped; 0: an error all the same
	}{
		"a truncated last line":    {good + "\n" + other[:80], "f:2: the JSON ends too early: it is truncated", 1},
		"a broken line":            {"{\"filename\":1,}\n" + good, "f:1: ", 1},
		"a wrong type":             {good + "\n" + strings.Replace(other, `"line":2`, `"line":"2"`, 1), "f:2: line is a string, not a int", 1},
		"no statement":             {good + "\n" + strings.Replace(other, "formal_statement", "statement", 1), "f:2: no formal_statement", 1},
		"no filename":              {good + "\n" + strings.Replace(other, `"optlib/A.lean"`, `""`, 1), "f:2: no filename", 1},
		"a negative line":          {good + "\n" + strings.Replace(other, `"line":2`, `"line":-2`, 1), "f:2: impossible line: -2", 1},
		"NUL":                      {good + "\n" + strings.Replace(other, "simp", `si\u0000mp`, 1), "f:2: tactic holds a NUL character", 1},
		"invalid UTF-8":            {good + "\n" + strings.Replace(other, "simp", "si\xffmp", 1), "f:2: invalid UTF-8", 1},
		"an array cut off":         {"[\n" + good + ",\n" + other[:80], "f:3: the JSON ends too early: it is truncated", 1},
		"an array without its end": {"[\n" + good + ",\n" + other, "f:3: the JSON ends too early: it is truncated", 2},
		"two arrays":               {"[\n" + good + "\n]\n[" + other + "]", "f:4: something stands behind the array", 1},
		"nothing usable":           {strings.Replace(good, `"optlib/A.lean"`, `""`, 1), "f:1: no filename", 0},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			o := words(t)
			_, err := Read(path, o)
			if err == nil || !strings.Contains(err.Error(), string(filepath.Separator)+c.want) {
				t.Errorf("error %v, want %s", err, c.want)
			}
			o.Skip = true
			s, err := Read(path, o)
			switch {
			case c.kept == 0 && err == nil:
				t.Error("a file without a task is taken")
			case c.kept > 0 && (err != nil || len(s.Tasks) != c.kept):
				t.Errorf("with damage skipped: %v", err)
			case c.kept > 0 && !slices.ContainsFunc(s.Findings, func(f dataset.Finding) bool { return f.What == "damaged records; left out" && f.N == 1 }):
				t.Errorf("the damage is no finding: %v", s.Findings)
			}
		})
	}
}

func TestWrongFormat(t *testing.T) {
	for text, want := range map[string]string{
		`{"id":1,"thm_name":"a","lean_root":"b"}` + "\n" + `{"id":2}`: "it looks like VeriSoftBench tasks (JSON lines)",
		`{"optlib":{"statistics":{},"results":[]}}`:                   "it looks like a FormalML evaluation",
		`[{"problem_id":1,"header":"h","model_output":[]}]`:           "it looks like FormalML generations",
		"id,statement\n1,a\n":                                         "it looks like a CSV file",
		"":                                                            "it looks like an empty file",
		"PK\x03\x04":                                                  "it looks like a zip archive",
	} {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path, words(t)); err == nil || !strings.Contains(err.Error(), "f: not FormalML tasks") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want %s", text, err, want)
		}
	}
}

func TestCut(t *testing.T) {
	for statement, want := range map[string]struct {
		text, inside string
		closed       bool
	}{
		"theorem a : p := sorry":                          {"theorem a : p :=", "", true},
		"theorem a : p := by\n  sorry\n":                  {"theorem a : p :=", "", true},
		"theorem a : p :=":                                {"theorem a : p :=", "", true},
		"theorem a (n := 2) : p := by\n  have b : q := c": {"theorem a (n := 2) : p :=", "by\n  have b : q := c", true},
		"theorem a : let n := 2; p := sorry":              {"theorem a : let n := 2; p :=", "", true},
		"theorem a : p := h":                              {"theorem a : p :=", "h", true},
		"theorem a : p := by":                             {"theorem a : p :=", "", true},
		"theorem a (n := 2) : p":                          {"theorem a (n := 2) : p :=", "", false},
	} {
		text, inside, closed := cut(statement)
		if text != want.text || inside != want.inside || closed != want.closed {
			t.Errorf("%q is cut into %q and %q (%v), want %q and %q (%v)", statement, text, inside, closed, want.text, want.inside, want.closed)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add("theorem a (n := 2) : p := by\n  rfl")
	f.Add(":=by")
	f.Fuzz(func(t *testing.T, statement string) {
		text, _, _ := cut(statement)
		if !strings.HasSuffix(text, ":=") {
			t.Errorf("%q is cut into %q, which does not end in :=", statement, text)
		}
		tactics(statement)
		hypotheses(statement)
		balanced(statement)
	})
}
