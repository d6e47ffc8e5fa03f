package table

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
)

func readTable(t *testing.T, path string, columns map[string]string) *dataset.Source {
	t.Helper()
	s, err := Read(path, dataset.Options{Columns: columns})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func cited(tk *task.Task) string {
	var out []string
	for _, i := range tk.Truth.Premises {
		out = append(out, tk.Pool.Premises[i].Name)
	}
	return strings.Join(out, " ")
}

func TestCSV(t *testing.T) {
	s := readTable(t, filepath.Join("testdata", "lemmas.csv"), map[string]string{"text": "goal"})
	if len(s.Tasks) != 3 || s.Benchmark != "lemmas" || s.System != "lean" {
		t.Fatalf("%d tasks of %s for %s", len(s.Tasks), s.Benchmark, s.System)
	}
	if want := "columns: category.topic, feature.nesting_depth, file, id, line, premises, proof, repository from Repository, text from goal; not read: author"; len(s.Warnings) != 1 || s.Warnings[0] != want {
		t.Errorf("warnings %q, want %q", s.Warnings, want)
	}
	if len(s.Findings) != 1 || s.Findings[0] != (dataset.Finding{File: "lemmas.csv", What: "tasks without a proof", N: 1, Example: "lemmas/mul_one"}) {
		t.Errorf("findings %+v", s.Findings)
	}
	first, second, third := s.Tasks[0], s.Tasks[1], s.Tasks[2]
	if first.ID != "lemmas/add_zero" || first.Name != "add_zero" || first.Line != 3 || first.Repository != "arith" || first.Features[task.NestingDepth] != 1 ||
		first.Categories["topic"] != "addition" || first.Truth.Proof != "by rfl" || first.Statement != first.Text {
		t.Errorf("first task %+v", first)
	}
	if want := "theorem my_add_comm (a b : Nat) :\n  a + b = b + a :=\n"; string(second.Append(nil)) != want {
		t.Errorf("the second task reads %q, want %q", second.Append(nil), want)
	}
	if _, ok := third.Features[task.NestingDepth]; ok || cited(first) != "" || cited(second) != "Nat.add_succ Nat.succ_add" || cited(third) != "Nat.mul my_add_zero" {
		t.Errorf("cited %q, %q, %q; features %v", cited(first), cited(second), cited(third), third.Features)
	}
	if len(first.Pool.Premises) != 4 || first.Available != 4 || second.Index != -1 || first.Tokens == 0 || first.Pool.Tokenizer != "estimate" {
		t.Errorf("%d premises, %d available, %d tokens by %q", len(first.Pool.Premises), first.Available, first.Tokens, first.Pool.Tokenizer)
	}
	if i, _ := first.Pool.Lookup("my_add_zero"); first.Index != i {
		t.Errorf("the first task's own theorem, which the third cites, is %d, want %d", first.Index, i)
	}
	i, _ := first.Pool.Lookup("Nat.mul")
	if p := first.Pool.Premises[i]; p.Kind != task.Definition || string(p.Append(nil)) != "Nat.mul: Nat → Nat → Nat" {
		t.Errorf("premise %+v", p)
	}
	ctx, err := regime.Build(third, regime.Params{Kind: regime.Retrieved, M: 3, Inject: true})
	if err != nil || len(ctx.Shown) != 3 {
		t.Errorf("retrieved-3+inject shows %v (%v)", ctx, err)
	}
}

func TestJSONLines(t *testing.T) {
	s := readTable(t, filepath.Join("testdata", "lemmas.jsonl"), nil)
	first, second := s.Tasks[0], s.Tasks[1]
	if want := "Require Import Arith.\n\nLemma le_refl : forall n, n <= n.\n"; string(first.Append(nil)) != want || first.Statement != "forall n, n <= n" {
		t.Errorf("the first task reads %q, its statement %q", first.Append(nil), first.Statement)
	}
	if s.System != "coq" || first.ID != "lemmas/le_refl" || first.Features[task.ProofSteps] != 3 || second.Categories["hard"] != "true" || cited(first) != "le_n" {
		t.Errorf("for %s: %+v", s.System, first)
	}
	if s.Tasks[1].Text != s.Tasks[1].Statement {
		t.Errorf("the second task has the text %q", second.Text)
	}
}

func TestConstantsAndUnknownSystem(t *testing.T) {
	path := write(t, "a.csv", "name,statement\nx,1 = 1\n")
	s := readTable(t, path, nil)
	if s.System != Unknown || len(s.Warnings) != 2 {
		t.Errorf("system %s, warnings %q", s.System, s.Warnings)
	}
	s = readTable(t, path, map[string]string{"system": "=isabelle", "repository": "=mine"})
	if s.System != "isabelle" || s.Tasks[0].Repository != "mine" || s.Warnings[0] != "columns: name, repository from mine, statement, system from isabelle" {
		t.Errorf("system %s, %q", s.System, s.Warnings)
	}
}

func TestColumns(t *testing.T) {
	for name, c := range map[string]struct {
		columns map[string]string
		want    string
	}{
		"an unknown field":   {map[string]string{"statment": "b"}, `columns: no field "statment"; did you mean "statement"?`},
		"a nameless feature": {map[string]string{"feature.": "b"}, `columns: no field "feature."`},
		"a missing column":   {map[string]string{"statement": "c"}, `columns: no column "c" for the field statement; the file has id, b`},
		"an empty column":    {map[string]string{"statement": ""}, `columns: the field statement names no column`},
		"nothing to prove":   {nil, `columns: no column for statement or text; the file has id, b`},
		"nothing to call":    {map[string]string{"statement": "b", "proof": "id"}, `columns: no column for id or name; the file has id, b`},
	} {
		if _, err := Read(write(t, "a.csv", "id,b\nx,y\n"), dataset.Options{Columns: c.columns}); err == nil || !strings.Contains(err.Error(), "a.csv: "+c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	known := `columns: no field "qqq"; known: category.X, feature.X, file, id, line, name, preamble, premises, proof, repository, statement, suffix, system, text`
	if _, err := Read(write(t, "a.csv", "id,b\nx,y\n"), dataset.Options{Columns: map[string]string{"qqq": "b"}}); err == nil || !strings.Contains(err.Error(), known) {
		t.Errorf("%v, want %s", err, known)
	}
}

func TestDamagedRows(t *testing.T) {
	head := "id,statement,system,line,feature.x,premises\n"
	good := "a,1 = 1,lean,1,2.5,\n"
	for name, c := range map[string]struct {
		file, text, want string
		kept             int // tasks with damage skipped; 0: an error all the same
	}{
		"a short row":              {"a.csv", head + good + "b,1\n", ":3: 2 fields, but the header has 6", 1},
		"a long row":               {"a.csv", head + "b,1,lean,1,2,,7\n" + good, ":2: 7 fields, but the header has 6", 1},
		"invalid UTF-8":            {"a.csv", head + good + "b,\xff = 1,lean,1,2,\n", ":3: statement: invalid UTF-8", 1},
		"NUL":                      {"a.csv", head + good + "b,1\x00 = 1,lean,1,2,\n", ":3: statement: a NUL character", 1},
		"a bare quote":             {"a.csv", head + "b,1 \" 2,lean,1,2,\n" + good, ":2: bare \" in non-quoted-field", 1},
		"a quote never closed":     {"a.csv", head + good + "b,\"1 = 1,lean,1,2,\nc,2,lean,1,2,\n", ":3: a quote that is never closed", 1},
		"no statement":             {"a.csv", head + good + "b,,lean,1,2,\n", ":3: no statement", 1},
		"no id":                    {"a.csv", head + good + ",1,lean,1,2,\n", ":3: neither an id nor a name", 1},
		"an id twice":              {"a.csv", head + good + good, ":3: the task a stands at line 2 already", 1},
		"another system":           {"a.csv", head + good + "b,1,coq,1,2,\n", ":3: a task for coq among tasks for lean", 1},
		"a line that is none":      {"a.csv", head + good + "b,1,lean,one,2,\n", `:3: line is "one", not a line number`, 1},
		"a feature that is none":   {"a.csv", head + good + "b,1,lean,1,big,\n", `:3: feature.x is "big", not a number`, 1},
		"a feature NaN":            {"a.csv", head + good + "b,1,lean,1,NaN,\n", `:3: feature.x is "NaN", not a number`, 1},
		"broken premises":          {"a.csv", head + good + "b,1,lean,1,2,[1\n", ":3: premises: the JSON ends too early", 1},
		"premises without names":   {"a.csv", head + good + `b,1,lean,1,2,"[{""text"":""""}]"` + "\n", ":3: premises: an object without a name", 1},
		"a nameless column":        {"a.csv", "id,\na,b\n", ":1: column 2: a column without a name", 0},
		"a column twice":           {"a.csv", "id,id\na,b\n", `:1: column 2: two columns are called "id"`, 0},
		"only a header":            {"a.csv", head, "a.csv: no row that makes a task", 0},
		"a truncated last line":    {"a.jsonl", `{"id":"a","statement":"1"}` + "\n" + `{"id":"b","state`, ":2: the JSON ends too early: it is truncated", 1},
		"a line that is no object": {"a.jsonl", `{"id":"a","statement":"1"}` + "\n[1]\n", ":2: ", 1},
		"a text that is a list":    {"a.jsonl", `{"id":"a","statement":"1"}` + "\n" + `{"id":"b","statement":["1"]}`, ":2: statement is a list or an object, not a text", 1},
		"NUL in JSON":              {"a.jsonl", `{"id":"a","statement":"1"}` + "\n" + `{"id":"b","statement":"1\u0000"}`, ":2: statement: a NUL character", 1},
		"invalid UTF-8 in JSON":    {"a.jsonl", `{"id":"a","statement":"1"}` + "\n" + "{\"id\":\"b\",\"statement\":\"\xff\"}", ":2: invalid UTF-8", 1},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, c.file, c.text)
			_, err := Read(path, dataset.Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			s, err := Read(path, dataset.Options{Skip: true})
			switch {
			case c.kept == 0 && err == nil:
				t.Errorf("%d tasks are taken", len(s.Tasks))
			case c.kept > 0 && (err != nil || len(s.Tasks) != c.kept || len(s.Findings) != 1 || s.Findings[0].What != "damaged records; left out" || s.Findings[0].N != 1):
				t.Errorf("with damage skipped: %v %+v", err, s)
			}
		})
	}
}

func TestLineEndsOfWindows(t *testing.T) {
	s := readTable(t, write(t, "a.csv", "\xef\xbb\xbfid,statement,proof\r\nx,\"a\r\nb\",by\r\ny,c,d\r\n"), nil)
	if len(s.Tasks) != 2 || s.Tasks[0].Text != "a\nb" || s.Tasks[1].Truth.Proof != "d" {
		t.Errorf("%+v", s.Tasks[0])
	}
}

func TestLint(t *testing.T) {
	s := readTable(t, write(t, "a.csv", "id,text,proof,premises\nx,lemma p : by exact foo bar,exact foo bar,q; q\ny,lemma p : by exact foo bar,z,\n"), nil)
	got := map[string]int{}
	for _, f := range s.Findings {
		got[f.What] = f.N
	}
	for _, what := range []string{"tasks that show their own proof", "tasks that say the same as an earlier one; both are kept", "premises that repeat within their row; kept once"} {
		if got[what] != 1 || len(got) != 3 {
			t.Errorf("%d × %s of %v", got[what], what, got)
		}
	}
}

func TestWrongFiles(t *testing.T) {
	for text, want := range map[string]string{"PK\x03\x04": "a zip archive", "PAR1": "a Parquet file", "": "an empty file", "name: a\nmodels: []\n": "a YAML file"} {
		if _, err := Read(write(t, "a", text), dataset.Options{}); err == nil || !strings.Contains(err.Error(), "it looks like "+want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"lemmas.csv", "lemmas.jsonl"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "a")
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := Read(path, dataset.Options{Skip: true, Columns: map[string]string{"repository": "=r"}})
		if err != nil {
			return
		}
		for _, tk := range s.Tasks {
			for _, i := range tk.Truth.Premises {
				_ = tk.Pool.Premises[i]
			}
			if tk.Statement == "" || tk.Text == "" {
				t.Fatalf("task %s says nothing", tk.ID)
			}
		}
	})
}
