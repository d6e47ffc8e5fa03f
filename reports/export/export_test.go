package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/record"
	"proofgrid/reports/internal/synthetic"
)

const specText = `name: synthetic
seed: 3
tasks: {metamath: builtin:quickstart}
models: [search]
regimes: [curated, full]
budgets: [{k: 2, r: 1}]
analysis: {resamples: 100, depth_by: depth}
`

// awkward texts go through every format.
var awkward = []string{"plain", "two\nlines\r\nand a \"quote\", comma", " spaced ", "", "αβ → ℕ", "tab\tnul\x00esc\x1b"}

// sealed makes a run of the tables; change, if not nil, changes the rows of a unit
// before they are recorded.
func sealed(t *testing.T, p synthetic.Plan, change func(j *notebook.Journal, u *record.Unit)) *notebook.Run {
	t.Helper()
	run, err := notebook.Create(t.TempDir(), "e", "r", []byte(specText), notebook.Provenance{Created: time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC), Verifier: "none"})
	check(t, err)
	j, err := run.Journal(notebook.Provenance{})
	check(t, err)
	blob := func(text string) string {
		h, err := j.Blob(text)
		check(t, err)
		return h
	}
	for i := range p.Tasks {
		p.Tasks[i].StatementHash, p.Tasks[i].TruthHash = blob("statement of "+p.Tasks[i].Name), ""
	}
	tables := p.Tables()
	units := map[string]*record.Unit{}
	of := func(cell, task string) *record.Unit {
		name := notebook.UnitName(cell, task)
		if units[name] == nil {
			units[name] = &record.Unit{}
		}
		return units[name]
	}
	for i, a := range tables.Attempts {
		a.CandidateHash = blob(fmt.Sprintf("proof %d.%d", a.Sample, a.Round))
		a.ResponseHash = blob(awkward[i%len(awkward)])
		if a.Verdict == record.Rejected {
			u := of(a.CellID, a.TaskID)
			u.Diagnostics = append(u.Diagnostics, record.DiagnosticRow{
				CellID: a.CellID, TaskID: a.TaskID, Sample: a.Sample, Round: a.Round, Kind: "k", Message: fmt.Sprintf("bad %d.%d", a.Sample, a.Round), Goals: []string{"a, \"b\"", "c"},
			})
		}
		u := of(a.CellID, a.TaskID)
		u.Attempts = append(u.Attempts, a)
	}
	for _, k := range tables.Calls {
		u := of(k.CellID, k.TaskID)
		u.Calls = append(u.Calls, k)
	}
	for name, u := range units {
		for _, c := range tables.Contexts {
			if c.TaskID == u.Attempts[0].TaskID && c.Regime == u.Attempts[0].Regime {
				u.Context = c
			}
		}
		if change != nil {
			change(j, u)
		}
		check(t, j.Record(name, *u))
	}
	_, err = j.Seal(p.Cells, p.Tasks)
	check(t, err)
	return run
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// plan has three tasks and a cell of two samples with one repair: the first answer of
// t1 is proved, t2 is proved by a repair of its second sample, t3 is not. The task t2
// shares its name and the stem of its file with t1.
func plan(policy string) synthetic.Plan {
	p := synthetic.Plan{Cells: []record.CellRow{synthetic.Cell("m [1] & 50 %_$", "curated", 2, 1, policy)}}
	for i, name := range []string{"Foo.bar", "Foo.bar", "Foo/../baz"} {
		task := synthetic.Task(fmt.Sprint(i), "repo "+fmt.Sprint(i), map[string]float64{"depth": float64(i) + 0.5, "big": 1e22})
		task.Name, task.File = name, []string{"A/Basic.lean", "B/Basic.lean", ""}[i]
		p.Tasks = append(p.Tasks, task)
	}
	p.Fate = func(_, task, sample int) synthetic.Fate {
		switch {
		case task == 0 && sample == 0:
			return synthetic.Fate{}
		case task == 1 && sample == 1:
			return synthetic.Fate{Solve: 1}
		}
		return synthetic.Fate{Solve: -1}
	}
	return p
}

func write(t *testing.T, run *notebook.Run, o Options) *Result {
	t.Helper()
	res, err := Write(t.Context(), run, o)
	check(t, err)
	return res
}

func TestCSVAndJSONLinesSayWhatTheTablesSay(t *testing.T) {
	run := sealed(t, plan("exhaustive"), func(j *notebook.Journal, u *record.Unit) {
		text, err := j.Blob("prove it")
		check(t, err)
		for i := range u.Calls {
			u.Calls[i].PromptHash, err = j.Blob(`[{"role":"user","text":"` + text + `"}]`)
			check(t, err)
		}
		u.Attempts[0].Seed = 1<<64 - 1
		u.Attempts[0].Axioms = []string{"ax-1", "a,\"b\""}
	})
	dir := t.TempDir()
	for _, format := range []string{"csv", "jsonl"} {
		res := write(t, run, Options{Format: format, Texts: true, Out: filepath.Join(dir, format)})
		if len(res.Files) != 7 {
			t.Errorf("%s: files %v", format, res.Files)
		}
	}
	attempts, err := record.ReadAll[record.AttemptRow](run.Path("tables", "attempts.arrow"))
	check(t, err)

	text, err := os.ReadFile(filepath.Join(dir, "csv", "attempts.csv"))
	check(t, err)
	if n := bytes.Count(text, []byte("\r\n")) - 1; !bytes.HasPrefix(text, []byte("cell_id,task_id,")) || n < len(attempts) {
		t.Errorf("%d lines for %d rows", n, len(attempts))
	}
	// The reader drops CR before LF within texts, so compare without.
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	check(t, err)
	lines := strings.Split(strings.TrimSuffix(read(t, filepath.Join(dir, "jsonl", "attempts.jsonl")), "\n"), "\n")
	if len(rows) != len(attempts)+1 || len(lines) != len(attempts) {
		t.Fatalf("%d CSV and %d JSON rows for %d", len(rows), len(lines), len(attempts))
	}
	for i, a := range attempts {
		response := awkwardOf(t, run, a)
		obj := object(t, lines[i])
		got := map[string]string{}
		for c, name := range rows[0] {
			got[name] = rows[i+1][c]
		}
		if got["response"] != strings.ReplaceAll(response, "\r\n", "\n") || obj["response"] != response && (response != "" || obj["response"] != nil) { // the empty text has no hash
			t.Errorf("row %d: response %q and %q, want %q", i, got["response"], obj["response"], response)
		}
		if got["seed"] != fmt.Sprint(a.Seed) || obj["seed"] != json.Number(fmt.Sprint(a.Seed)) || got["sample"] != fmt.Sprint(a.Sample) {
			t.Errorf("row %d: seed %s and %v, want %d", i, got["seed"], obj["seed"], a.Seed)
		}
		if obj["category"] == nil != (a.Category == "") || got["category"] != a.Category || obj["lemmas"] != nil || got["lemmas"] != "" {
			t.Errorf("row %d: category %q and %v; lemmas %q and %v", i, got["category"], obj["category"], got["lemmas"], obj["lemmas"])
		}
		if i == 0 && (got["axioms"] != `["ax-1","a,\"b\""]` || !reflect.DeepEqual(obj["axioms"], []any{"ax-1", `a,"b"`})) {
			t.Errorf("axioms %q and %v", got["axioms"], obj["axioms"])
		}
	}
	if call := object(t, strings.Split(read(t, filepath.Join(dir, "jsonl", "calls.jsonl")), "\n")[0]); !reflect.DeepEqual(call["prompt"], []any{map[string]any{"role": "user", "text": "prove it"}}) || call["cost"] != nil {
		t.Errorf("call %v", call)
	}
	if task := object(t, strings.Split(read(t, filepath.Join(dir, "jsonl", "tasks.jsonl")), "\n")[0]); task["feature.depth"] != json.Number("0.5") || task["feature.big"] != json.Number("1e+22") || task["statement"] != "statement of Foo.bar" || task["truth"] != nil {
		t.Errorf("task %v", task)
	}
}

func TestCSVTellsNullFromEmpty(t *testing.T) {
	row := []record.Value{{}, {Kind: record.Text}, {Kind: record.Text, Text: "a\nb"}, {Kind: record.Text, Text: " x"}, {Kind: record.List, List: nil}, {Kind: record.Bool, Bool: true}, {Kind: record.Int, Int: -1 << 63}}
	if got, want := string(csvRow(nil, row)), ",\"\",\"a\nb\",\" x\",[],true,-9223372036854775808\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func awkwardOf(t *testing.T, run *notebook.Run, a record.AttemptRow) string {
	t.Helper()
	s, err := run.Blob(a.ResponseHash)
	check(t, err)
	return s
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	check(t, err)
	return string(b)
}

func object(t *testing.T, line string) map[string]any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(line))
	d.UseNumber()
	var o map[string]any
	check(t, d.Decode(&o))
	return o
}

// Whether the lost first answer of the second task was a proof is not known.
// left requires the names in a folder: nothing half-written stays.
func left(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	check(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", dir, got, want)
	}
}

func TestOutputIsWholeAndReplacesNothingOfOthers(t *testing.T) {
	run := sealed(t, plan("exhaustive"), nil)
	dir := t.TempDir()
	out := filepath.Join(dir, "csv")
	o := Options{Format: "csv", Out: out}
	write(t, run, o)
	if _, err := Write(t.Context(), run, o); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Errorf("an export was replaced: %v", err)
	}
	o.Force = true
	write(t, run, o)
	check(t, os.WriteFile(filepath.Join(out, "mine.txt"), []byte("x"), 0o644))
	if _, err := Write(t.Context(), run, o); err == nil || !strings.Contains(err.Error(), "mine.txt is not of an earlier export") {
		t.Errorf("another's file was replaced: %v", err)
	}
	if read(t, filepath.Join(out, "mine.txt")) != "x" {
		t.Error("the file has changed")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	one := Options{Format: "latex", Out: filepath.Join(dir, "latex")}
	if _, err := Write(ctx, run, one); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled export: %v", err)
	}
	file := Options{Format: "jsonl", Tables: []string{"cells"}, Out: filepath.Join(dir, "cells.jsonl")}
	write(t, run, file)
	file.Force = true
	write(t, run, file)
	file.Out = out
	if _, err := Write(t.Context(), run, file); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("a folder was replaced by a file: %v", err)
	}
	file.Out = run.Path("tables", "cells.arrow")
	if _, err := Write(t.Context(), run, file); err == nil || !strings.Contains(err.Error(), "does not end in .jsonl") {
		t.Errorf("a table of the run was replaced by its export: %v", err)
	}
	if err := run.Verify(); err != nil {
		t.Error(err)
	}
	left(t, dir, "cells.jsonl", "csv")
	if got := read(t, filepath.Join(dir, "cells.jsonl")); strings.Count(got, "\n") != 1 {
		t.Errorf("cells: %q", got)
	}
}

func TestOnlyFilesThatExportsWriteAreReplaced(t *testing.T) {
	for format, names := range map[string][2][]string{ // replaced, and not
		"csv":           {{"tasks.csv", "attempts.csv", "outcomes.csv"}, {"data.csv", "tasks.jsonl", "tasks.csv.bak", "x/tasks.csv"}},
		"latex":         {{"success-1.tex", "cost-12.tex", "threats.tex", "preview.tex", "preview.pdf"}, {"main.tex", "paper.tex", "success.tex", "main.pdf"}},
		"verisoftbench": {{"summary.json", "details/a.json", "12-m/details/a.json"}, {"results.json", "details/a/sample_0.txt"}},
	} {
		for i, want := range []bool{true, false} {
			for _, name := range names[i] {
				if got := owned[format].MatchString(name); got != want {
					t.Errorf("%s, %s: %v", format, name, got)
				}
			}
		}
	}
}

// Names are found in linear time also where all tasks share one.
func TestWrongOptions(t *testing.T) {
	run := sealed(t, plan("exhaustive"), nil)
	for want, o := range map[string]Options{
		"no format":       {Format: "xls"},
		"takes no table":  {Format: "latex", Tables: []string{"cells"}},
		"not to latex":    {Format: "latex", Texts: true},
		"no table \"x\"":  {Format: "csv", Tables: []string{"x"}},
		"named twice":     {Format: "csv", Tables: []string{"cells", "cells"}},
		"skipped in veri": {Format: "csv", SkipUnknown: true},
		"no path":         {Format: "csv"},
	} {
		if _, err := Write(t.Context(), run, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", o, err, want)
		}
	}
	table := run.Path("tables", "cells.arrow")
	check(t, os.WriteFile(table, append([]byte(read(t, table)), 0), 0o644))
	if _, err := Write(t.Context(), run, Options{Format: "csv", Out: filepath.Join(t.TempDir(), "x")}); err == nil || !strings.Contains(err.Error(), "cells.arrow") {
		t.Errorf("a damaged table was exported: %v", err)
	}
}

func TestLaTeXCompiles(t *testing.T) {
	p := plan("exhaustive")
	for i := range 20 {
		p.Tasks = append(p.Tasks, synthetic.Task(fmt.Sprint(i+3), fmt.Sprintf("repo_%d", i%4), map[string]float64{"depth": float64(i)}))
	}
	other := synthetic.Cell(`\end{document} αβ`, "full", 2, 1, "exhaustive")
	p.Cells = append(p.Cells, other)
	fate := p.Fate
	p.Fate = func(c, task, sample int) synthetic.Fate {
		if task > 2 && (task+c)%3 == 0 {
			return synthetic.Fate{Solve: task % 2}
		}
		return fate(c, task, sample)
	}
	run := sealed(t, p, nil)
	out := filepath.Join(t.TempDir(), "latex")
	if keep := os.Getenv("PROOFGRID_KEEP_LATEX"); keep != "" {
		out = keep
	}
	res := write(t, run, Options{Format: "latex", Out: out})
	var names []string
	for _, f := range res.Files {
		names = append(names, f.Name)
	}
	for _, want := range []string{"success-1.tex", "budget-1.tex", "cost-1.tex", "threats.tex", "preview.tex"} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s in %q", want, names)
		}
	}
	success := read(t, filepath.Join(out, "success-1.tex"))
	for _, want := range []string{"Wilson", `m [1] \& 50 \%\_\$ & curated\dag{} &`, `\textbackslash{}end\{document\} $\alpha$$\beta$`, "95 \\% intervals", `\dag{} marks oracles`} {
		if !strings.Contains(success, want) {
			t.Errorf("no %q in\n%s", want, success)
		}
	}
	if threats := read(t, filepath.Join(out, "threats.tex")); !strings.Contains(threats, `\item \textbf{Few tasks (23).} Only large`) {
		t.Errorf("threats:\n%s", threats)
	}
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex: that the tables compile is not tested")
	}
	cmd := exec.Command(latex, "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "preview.tex")
	cmd.Dir = out
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestStream(t *testing.T) {
	run := sealed(t, plan("exhaustive"), nil)
	var b strings.Builder
	if _, err := Stream(t.Context(), run, Options{Format: "csv", Tables: []string{"outcomes"}}, &b); err != nil || strings.Count(b.String(), "\r\n") != 4 {
		t.Errorf("%v, %q", err, b.String())
	}
	if _, err := Stream(t.Context(), run, Options{Format: "csv"}, &b); err == nil {
		t.Error("all tables went to one stream")
	}
}
