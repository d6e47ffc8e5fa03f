package vsbresults

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
)

const sampleDir = "testdata/ember_20260102"

func read(t *testing.T, dir string, opts Options) *imported.Results {
	t.Helper()
	r, err := Read([]string{dir}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// unit prints the attempts on the theorem of a name.
func unit(r *imported.Results, name string) string {
	for i, task := range r.Tasks {
		if task.Name == name {
			var list []string
			for _, a := range r.Cells[0].Units[i] {
				list = append(list, fmt.Sprintf("%d.%d %s", a.Sample, a.Round, a.Verdict))
			}
			return strings.Join(list, ", ")
		}
	}
	return "no such task"
}

func finding(r *imported.Results, what string) dataset.Finding {
	for _, f := range r.Findings {
		if strings.Contains(f.What, what) {
			return f
		}
	}
	return dataset.Finding{}
}

func TestSample(t *testing.T) {
	r := read(t, sampleDir, Options{})
	for name, want := range map[string]string{
		"twice_le": "0.0 proved, 1.0 rejected",
		"sum_zero": "0.0 rejected, 0.1 rejected, 0.2 proved, 1.0 no-answer, 1.1 no-answer, 1.2 timeout, 1.3 infrastructure-error",
		"hard":     "0.0 rejected, 0.1 not-run, 1.0 rejected, 1.1 rejected, 1.2 rejected, 1.3 proved",
		"old":      "0.0 not-run, 1.0 proved",
		"broken":   "0.0 infrastructure-error, 1.0 not-run",
	} {
		if got := unit(r, name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if c := r.Cells[0]; c.Model != "ember_20260102" || c.Regime != "unknown" || c.K != 2 || c.R != 3 || r.Policy != "breadth-first" {
		t.Errorf("cell: %+v", c)
	}
	var proof imported.Attempt
	for i, task := range r.Tasks {
		if task.Name == "twice_le" {
			proof = r.Cells[0].Units[i][0]
		}
	}
	if !strings.HasPrefix(proof.Lemmas, "lemma bounded") || proof.Candidate == "" || proof.Response != "use a helper" || proof.TokensIn != -1 || proof.Check != -1 || proof.Call != nil {
		t.Errorf("the proof: %+v", proof)
	}
	if f := finding(r, "numbers of the summary"); f.N != 1 || f.Example != "total_theorems is 6, the details have 5" {
		t.Errorf("finding: %+v", f)
	}
	if f := finding(r, "rows from the cache"); f.N != 2 {
		t.Errorf("finding: %+v", f)
	}
	if n := r.Count(0); n.Proved != 4 || n.NotRun != 1 {
		t.Errorf("count: %+v", n)
	}
}

func TestTasksAreJoined(t *testing.T) {
	known := &dataset.Source{Tasks: []*task.Task{{
		ID: "verisoftbench/7", Name: "twice_le", Repository: "toy", File: "Toy/Run.lean", Benchmark: "verisoftbench", Text: "theorem twice_le",
		Truth: task.GroundTruth{Proof: ":= by simp"}, Features: map[string]float64{"nesting_depth": 3}, Categories: map[string]string{"category": "c"},
	}}}
	r := read(t, sampleDir, Options{Tasks: known, Models: []string{"ember"}, Regimes: []string{"curated"}})
	found := false
	for _, task := range r.Tasks {
		if task.TaskID == "verisoftbench/7" {
			found = task.Features["nesting_depth"] == 3 && task.Truth == ":= by simp" && task.Statement == "theorem twice_le"
		}
	}
	if f := finding(r, "that the tasks do not have"); !found || f.N != 4 || r.Cells[0].Model != "ember" || r.Cells[0].Regime != "curated" {
		t.Errorf("joined: %v; finding: %+v", found, f)
	}
}

// dir makes a results directory of files by name.
func dir(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestContradictions(t *testing.T) {
	r := read(t, dir(t, map[string]string{
		"details/a.json": `{"thm_name":"a","lean_root":"r","rel_path":"A.lean","success":true,"fix_success":true,"generated_proofs":[
			{"proof_id":5,"proof":"x","aux_lemmas":"","err_msg":"no","fixed":[]},{"proof_id":5,"proof":" ","aux_lemmas":"","err_msg":null,"fixed":[{"proof":"y","aux_lemmas":"","err_msg":"e"}]}]}`,
		"details/b.json":    `{"thm_name":"b","lean_root":"r","rel_path":"B.lean","success":true,"generated_proofs":[{"proof_id":0,"proof":"x","aux_lemmas":"","err_msg":"no"}]}`,
		"details/b__B.json": `{"thm_name":"b","lean_root":"r","rel_path":"B.lean","success":true,"fix_success":false,"cached":true}`,
		"details/b__C.json": `{"thm_name":"b","lean_root":"r","rel_path":"C.lean","success":false,"fix_success":false,"cached":true}`,
	}), Options{})
	for what, n := range map[string]int{
		"success flags that disagree with the samples": 1, "fix_success flags": 1, "are no numbering": 1, "although some sample passed": 1,
		"without any text": 1, "from the cache beside": 1, "names that repeat": 1, "no summary.json": 1, "fewer than the cell's 2 samples": 1,
	} {
		if f := finding(r, what); f.N != n {
			t.Errorf("%d × %s, want %d", f.N, what, n)
		}
	}
	if got := unit(r, "b"); got != "0.0 rejected, 0.1 not-run, 1.0 not-run" {
		t.Errorf("b: %s", got)
	}
}

// The evaluator leaves fixed empty when a call for a repair fails: that theorem has not
// failed in the whole budget.
func TestLostRepairs(t *testing.T) {
	const no = `{"proof":"x","err_msg":"no"}`
	detail := func(name, fixed string) string {
		return `{"thm_name":"` + name + `","lean_root":"r","rel_path":"A.lean","success":false,"fix_success":false,"generated_proofs":[{"proof_id":0,"proof":"x","err_msg":"no"` + fixed + `}]}`
	}
	r := read(t, dir(t, map[string]string{
		"details/a.json": detail("a", `,"fixed":[`+no+`,`+no+`]`),
		"details/b.json": detail("b", `,"fixed":[]`),
		"details/c.json": detail("c", ``),
	}), Options{})
	for name, want := range map[string]string{"a": "0.0 rejected, 0.1 rejected, 0.2 rejected", "b": "0.0 rejected, 0.1 not-run", "c": "0.0 rejected, 0.1 not-run"} {
		if got := unit(r, name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if n := r.Count(0); n.NoProof != 1 || n.NotRun != 2 || finding(r, "without all of their repairs").N != 2 {
		t.Errorf("%+v, findings %+v", n, r.Findings)
	}
}

func TestBrokenChecksInTheMiddle(t *testing.T) {
	r := read(t, dir(t, map[string]string{
		"details/a.json": `{"thm_name":"a","lean_root":"r","rel_path":"A.lean","success":false,"fix_success":true,"generated_proofs":[
			{"proof_id":0,"proof":"x","err_msg":"Compilation error: disk","fixed":[{"proof":"y","err_msg":null},{"proof":"z","err_msg":"no"}]}]}`,
		"details/b.json": `{"thm_name":"b","lean_root":"r","rel_path":"A.lean","success":false,"fix_success":false,"cached":true}`,
	}), Options{})
	if got := unit(r, "a"); got != "0.0 rejected, 0.1 proved" {
		t.Errorf("a: %s", got)
	}
	if got := unit(r, "b"); got != "0.0 rejected, 0.1 rejected, 0.2 rejected" {
		t.Errorf("b: %s", got)
	}
	if finding(r, "the machine broke").N != 1 || finding(r, "proved already").N != 1 {
		t.Errorf("findings: %+v", r.Findings)
	}
}

func TestWrongDirectories(t *testing.T) {
	good := `{"thm_name":"a","lean_root":"r","rel_path":"A.lean","success":true,"cached":true}`
	file := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(file, []byte(`{"hardware":"h","results":[]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		dirs []string
		opts Options
		want string
	}{
		"none":           {nil, Options{}, "no results directories"},
		"a file":         {[]string{file}, Options{}, "it looks like CoqStoq results"},
		"no details":     {[]string{t.TempDir()}, Options{}, "no folder details"},
		"empty":          {[]string{dir(t, map[string]string{"details/x.txt": ""})}, Options{}, "no results in details"},
		"absent":         {[]string{filepath.Join(t.TempDir(), "absent")}, Options{}, "no such file"},
		"truncated":      {[]string{dir(t, map[string]string{"details/x.json": "{\n\"thm_name\": \"a\",\n"})}, Options{}, "x.json:3: the JSON ends too early"},
		"another type":   {[]string{dir(t, map[string]string{"details/x.json": `{"thm_name":"a","success":"yes"}`})}, Options{}, "x.json:1: success is a string"},
		"a summary":      {[]string{dir(t, map[string]string{"details/x.json": `{"total_theorems":3}`})}, Options{}, "it looks like the summary of a VeriSoftBench results directory"},
		"twice the same": {[]string{dir(t, map[string]string{"details/a.json": good}), dir(t, map[string]string{"details/a.json": good})}, Options{Models: []string{"m", "m"}}, "name the models or the regimes"},
		"two files":      {[]string{dir(t, map[string]string{"details/a.json": strings.Replace(good, `"cached":true`, `"generated_proofs":[]`, 1), "details/a__A.json": strings.Replace(good, `"cached":true`, `"generated_proofs":[]`, 1)})}, Options{}, "are both of r/A.lean:a"},
		"too many names": {[]string{sampleDir}, Options{Models: []string{"a", "b"}}, "2 names of models for 1 directories"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Read(c.dirs, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	damaged := dir(t, map[string]string{"details/a.json": good, "details/b.json": "{"})
	if r := read(t, damaged, Options{SkipDamaged: true}); len(r.Tasks) != 1 || finding(r, "damaged files").N != 1 {
		t.Errorf("%d tasks, %+v", len(r.Tasks), r.Findings)
	}
}

// TestNothingIsMadeUp: no attempt of an import has tokens, costs or times.
func TestNothingIsMadeUp(t *testing.T) {
	for _, u := range read(t, sampleDir, Options{}).Cells[0].Units {
		for _, a := range u {
			if a.TokensIn != -1 || a.TokensOut != -1 || a.Wait != -1 || a.Answering != -1 || a.Start != -1 || a.Check != -1 || a.Call != nil || a.Category != "" || a.Verdict == record.Cheated {
				t.Errorf("%+v", a)
			}
		}
	}
}
