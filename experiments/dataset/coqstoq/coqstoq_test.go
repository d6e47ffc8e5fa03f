package coqstoq

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
)

func sample(names ...string) []string {
	var paths []string
	for _, n := range names {
		paths = append(paths, filepath.Join("testdata", n+"-sample.json"))
	}
	return paths
}

func read(t *testing.T, paths []string, opts Options) *imported.Results {
	t.Helper()
	r, err := Read(paths, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func findingsOf(r *imported.Results, file string) map[string]dataset.Finding {
	out := map[string]dataset.Finding{}
	for _, f := range r.Findings {
		if strings.HasPrefix(f.File, file) {
			what, _, _ := strings.Cut(f.What, ";")
			out[what] = f
		}
	}
	return out
}

func TestSample(t *testing.T) {
	r := read(t, sample("ember", "gale", "quartz"), Options{Limit: DefaultLimit})
	if len(r.Tasks) != 30 || len(r.Cells) != 3 {
		t.Fatalf("%d tasks and %d cells", len(r.Tasks), len(r.Cells))
	}
	for c, want := range []imported.Count{
		{Proved: 22, Timeout: 5, NoProof: 3},
		{Proved: 16, Timeout: 13, NotRun: 1},
		{Proved: 10, Timeout: 4, NoProof: 16},
	} {
		if got := r.Count(c); got != want {
			t.Errorf("%s: %+v, want %+v", r.Cells[c].Model, got, want)
		}
	}
	for i, name := range []string{"ember", "gale", "quartz"} {
		if r.Cells[i].Model != name {
			t.Errorf("the model of file %d is %q, want %q", i, r.Cells[i].Model, name)
		}
	}
	task := r.Tasks[0]
	if task.TaskID != "coqstoq/orchard/Trees/Graft.v:9:1" || task.Name != "Trees/Graft.v:9:1" || task.Line != 9 || task.Repository != "orchard" ||
		task.Categories["split"] != "sample-theorems" || task.Categories["commit"] == "" {
		t.Errorf("first task: %+v", task.TaskRow)
	}
	if last := r.Tasks[len(r.Tasks)-1]; last.Categories["commit"] != "" {
		t.Errorf("a commit that the file calls null became %q", last.Categories["commit"])
	}
	if n := findingsOf(r, "ember")["proofs that came after the limit"].N; n != 1 {
		t.Errorf("%d late proofs of ember found, want 1", n)
	}
	if n := findingsOf(r, "gale")["rows with time null"].N; n != 1 {
		t.Errorf("%d null times of gale found, want 1", n)
	}
	quartz := findingsOf(r, "quartz")
	if n := quartz["theorems that are listed again with the same result"].N; n != 1 {
		t.Errorf("%d repeated theorems of quartz found, want 1", n)
	}
	if f := quartz["failures with a time beyond the limit"]; f.N != 4 || !strings.HasSuffix(f.Example, ", 1898.5 s (the longest)") {
		t.Errorf("failures beyond the limit: %+v", f)
	}
}

func TestLimit(t *testing.T) {
	for limit, want := range map[time.Duration]int{0: 23, 10 * time.Minute: 22, 11 * time.Minute: 23, time.Second: 0} {
		r := read(t, sample("ember"), Options{Limit: limit})
		if got := r.Count(0).Proved; got != want {
			t.Errorf("%d proved within %v, want %d", got, limit, want)
		}
	}
}

// TestPublishedTable reads the files of the published post-cutoff comparison, which
// are not part of this project.
func TestPublishedTable(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "shared", "data", "coqstoq")
	var paths []string
	for _, n := range []string{"rango", "tactician", "proverbot"} {
		paths = append(paths, filepath.Join(dir, n+"-cutoff.json"))
	}
	if _, err := os.Stat(paths[0]); err != nil {
		t.Skip("the published result files are not here")
	}
	r := read(t, paths, Options{Limit: DefaultLimit})
	if len(r.Tasks) != 1171 {
		t.Fatalf("%d tasks, want 1171", len(r.Tasks))
	}
	for c, want := range []struct {
		model                    string
		bb5, pnv, notRun, giveUp int
	}{{"rango", 186, 166, 11, 42}, {"tactician", 163, 168, 11, 0}, {"proverbot", 104, 113, 0, 950}} {
		n := r.Count(c)
		by := map[string]int{}
		for i, u := range r.Cells[c].Units {
			if u[0].Verdict == record.Proved {
				by[r.Tasks[i].Repository]++
			}
		}
		if r.Cells[c].Model != want.model || by["bb5"] != want.bb5 || by["pnvrocqlib"] != want.pnv || n.NotRun != want.notRun || n.NoProof != want.giveUp || n.Absent != 0 {
			t.Errorf("%s: %v %+v, want %+v", r.Cells[c].Model, by, n, want)
		}
	}
}

// one is a file with one theorem; edit replaces in its text.
func one(edit ...string) string {
	text := `{"hardware":"h","results":[
{"thm":{"project":{"dir_name":"p","split":{"dir_name":"s","thm_dir_name":"t"},"commit_hash":null,"compile_args":[]},"path":"A.v",
"theorem_start_pos":{"line":3,"column":2},"theorem_end_pos":{"line":3,"column":9},"proof_start_pos":{"line":4,"column":0},"proof_end_pos":{"line":5,"column":4},"hash":"aa"},"proof":"Qed.","time":1.5}
]}`
	return strings.NewReplacer(edit...).Replace(text)
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestVerdicts(t *testing.T) {
	for name, c := range map[string]struct {
		proof, time string
		want        record.Verdict
		took        time.Duration
		detail      string
	}{
		"a proof in time":            {`"Qed."`, "1.5", record.Proved, 1500 * time.Millisecond, ""},
		"a proof at the limit":       {`"Qed."`, "600", record.Proved, 10 * time.Minute, ""},
		"a late proof":               {`"Qed."`, "600.1", record.Timeout, 600100 * time.Millisecond, ""},
		"given up":                   {"null", "12.25", record.NoAnswer, 12250 * time.Millisecond, "gave up after 12.2 s"},
		"a failure beyond the limit": {"null", "1898", record.Timeout, 1898 * time.Second, ""},
		"not run":                    {"null", "null", record.NotRun, -1, "time is null"},
		"a proof without a time":     {`"Qed."`, "null", record.NotRun, -1, "a proof without a time"},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, "a.json", one(`"proof":"Qed.","time":1.5`, `"proof":`+c.proof+`,"time":`+c.time))
			r := read(t, []string{path}, Options{Limit: DefaultLimit})
			a := r.Cells[0].Units[0][0]
			if a.Verdict != c.want || a.Answering != c.took || a.Detail != c.detail {
				t.Errorf("%s after %v (%s), want %s after %v (%s)", a.Verdict, a.Answering, a.Detail, c.want, c.took, c.detail)
			}
			if a.TokensIn != -1 || a.TokensOut != -1 || a.Check != -1 || a.Done != (c.want == record.Proved) {
				t.Errorf("what the file does not say is filled in: %+v", a.AttemptRow)
			}
		})
	}
}

func TestWrongFiles(t *testing.T) {
	whole := one()
	for name, c := range map[string]struct{ text, want string }{
		"truncated in an entry":       {whole[:len(whole)-40], "a.json:2: entry 1: the file ends here: it is truncated"},
		"truncated behind an entry":   {strings.TrimSuffix(whole, "]}"), "a.json:3: after entry 1: the file ends here: it is truncated"},
		"truncated behind the array":  {strings.TrimSuffix(whole, "}"), "a.json:4: the file ends here: it is truncated"},
		"NaN":                         {one(`"time":1.5`, `"time":NaN`), "a.json:2: entry 1: invalid character 'N' looking for beginning of value; JSON has no NaN or Infinity"},
		"a time that is text":         {one(`"time":1.5`, `"time":"1.5"`), "a.json:2: entry 1: time is a string"},
		"a negative time":             {one(`"time":1.5`, `"time":-1`), "entry 1: impossible time: -1 s"},
		"an endless time":             {one(`"time":1.5`, `"time":1e300`), "entry 1: impossible time: 1e+300 s"},
		"no theorem":                  {`{"results":[{"proof":null,"time":1}]}`, "a.json:1: entry 1: no thm"},
		"no project":                  {one(`"dir_name":"p"`, `"dir":"p"`), "no thm.project.dir_name"},
		"no path":                     {one(`"path":"A.v"`, `"path":""`), "no thm.path"},
		"no position":                 {one(`"theorem_start_pos"`, `"start"`), "no thm.theorem_start_pos"},
		"a proof that ends early":     {one(`"line":5`, `"line":1`), "impossible positions"},
		"a negative line":             {one(`"line":3,"column":2`, `"line":-3,"column":2`), "impossible positions"},
		"results that are no array":   {`{"results":{}}`, "results is not an array"},
		"no entries":                  {`{"hardware":"h","results":[]}`, "results is empty"},
		"two files in one":            {whole + "\n" + whole, "a.json:5: something stands behind the results"},
		"no results":                  {`{"hardware":"h"}`, "not CoqStoq results (there is no key results): it looks like a JSON object"},
		"VeriSoftBench tasks":         {`{"id":1,"thm_name":"a","lean_root":"b"}` + "\n" + `{"id":2,"thm_name":"c","lean_root":"b"}`, "it looks like VeriSoftBench tasks (JSON lines)"},
		"a FormalML evaluation":       {`{"optlib":{"statistics":{},"results":[]}}`, "it looks like a FormalML evaluation"},
		"a log of inspect_ai":         {"PK\x03\x04\x00", "it looks like a zip archive, as inspect_ai logs are"},
		"theorems without results":    {`[{"project":{"dir_name":"p"},"path":"A.v","theorem_start_pos":{}}]`, "it looks like CoqStoq theorems without results"},
		"a spec":                      {"name: a\nmodels: []\n", "it looks like a YAML file, such as a spec"},
		"CSV":                         {"task,model,solved\na,b,1\n", "it looks like a CSV file"},
		"an empty file":               {"", "it looks like an empty file"},
		"another result of a theorem": {one("\n]}", ",\n"+strings.Replace(between(whole), "1.5", "2.5", 1)+"\n]}"), "a.json:4: entry 2: p/A.v:4:3 has another result in entry 1 (line 2)"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read([]string{write(t, "a.json", c.text)}, Options{Limit: DefaultLimit})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// between is the entry of one.
func between(whole string) string {
	_, rest, _ := strings.Cut(whole, "[\n")
	return strings.TrimSuffix(rest, "\n]}")
}

func TestFilesOfDifferentTheorems(t *testing.T) {
	a, b := write(t, "a.json", one()), write(t, "b.json", one(`"line":3`, `"line":13`, `"line":4`, `"line":14`, `"line":5`, `"line":15`))
	r := read(t, []string{a, b}, Options{Limit: DefaultLimit})
	if len(r.Tasks) != 2 {
		t.Fatalf("%d tasks of two files without a common theorem", len(r.Tasks))
	}
	for c := range r.Cells {
		if n := r.Count(c); n != (imported.Count{Proved: 1, Absent: 1}) {
			t.Errorf("cell %d: %+v", c, n)
		}
	}
	if n := findingsOf(r, "b.json")["theorems that other files have and this one lacks"].N; n != 1 {
		t.Errorf("%d missing theorems found, want 1", n)
	}
}

func TestContradictingFiles(t *testing.T) {
	a, b := write(t, "a.json", one()), write(t, "b.json", one(`"hash":"aa"`, `"hash":"bb"`))
	_, err := Read([]string{a, b}, Options{})
	if want := "b.json:2: entry 1: p/A.v:4:3: its source file has another hash than in a.json"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := Read([]string{a, a}, Options{}); err == nil || !strings.Contains(err.Error(), `would both be the model "a": name the models`) {
		t.Errorf("one file twice: %v", err)
	}
	if _, err := Read([]string{a, a}, Options{Models: []string{"one", "two"}}); err != nil {
		t.Errorf("one file twice under two names: %v", err)
	}
	if _, err := Read([]string{a}, Options{Models: []string{"one", "two"}}); err == nil {
		t.Error("two names for one file are taken")
	}
}

func TestAttemptsOfTheSearchAreKept(t *testing.T) {
	path := write(t, "a.json", one(`"time":1.5`, `"time":1.5,"n_attempts":7`))
	if got := read(t, []string{path}, Options{}).Cells[0].Units[0][0].Detail; got != "n_attempts 7" {
		t.Errorf("detail %q", got)
	}
}

func TestModelNames(t *testing.T) {
	for _, c := range []struct{ paths, want []string }{
		{[]string{"x/rango-cutoff.json", "y/tactician-cutoff.json"}, []string{"rango", "tactician"}},
		{[]string{"rango-cutoff.json"}, []string{"rango-cutoff"}},
		{[]string{"a.json", "ba.json"}, []string{"a", "ba"}},
		{[]string{"-cut.json", "b-cut.json"}, []string{"-cut", "b"}},
		{[]string{"a_é-x.json", "b_é-x.json"}, []string{"a", "b"}},
	} {
		if got := modelNames(c.paths); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%v are named %v, want %v", c.paths, got, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(one()))
	f.Add([]byte(`{"results":[`))
	f.Add([]byte("[[[{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := parse("fuzz.json", text); err != nil && !strings.Contains(err.Error(), "fuzz.json") {
			t.Errorf("the error does not name the file: %v", err)
		}
	})
}
