package attempts

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string, opts Options) *imported.Results {
	t.Helper()
	r, err := Read([]string{path}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// lines prints what was read, an attempt a line.
func lines(r *imported.Results) string {
	var b strings.Builder
	for _, c := range r.Cells {
		for t, unit := range c.Units {
			for _, a := range unit {
				fmt.Fprintf(&b, "%s %s %s %d.%d %s\n", c.Model, c.Regime, r.Tasks[t].TaskID, a.Sample, a.Round, a.Verdict)
			}
		}
	}
	return b.String()
}

func has(r *imported.Results, what string) int {
	for _, f := range r.Findings {
		if strings.Contains(f.What, what) {
			return f.N
		}
	}
	return 0
}

func TestJSONLines(t *testing.T) {
	r := read(t, "testdata/two-models.jsonl", Options{})
	want := `lab:ember unknown rev_rev 0.0 proved
lab:ember unknown rev_rev 1.0 rejected
lab:ember unknown sum_comm 0.0 rejected
lab:ember unknown sum_comm 1.0 not-run
lab:gale unknown rev_rev 0.0 no-answer
lab:gale unknown rev_rev 1.0 proved
lab:gale unknown sum_comm 0.0 rejected
lab:gale unknown sum_comm 1.0 rejected
`
	if got := lines(r); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	a := r.Cells[0].Units[0][0]
	if a.TokensIn != 210 || a.TokensOut != 35 || a.Call == nil || a.Call.Cost != 0.0021 || a.Call.TokensCached != -1 || a.Answering != 3500*time.Millisecond || a.Check != -1 || a.Candidate != "by simp" {
		t.Errorf("the first attempt: %+v", a)
	}
	if b := r.Cells[0].Units[0][1]; len(b.Diagnostics) != 1 || b.Diagnostics[0].Message != "omega could not prove the goal" || b.Category != "" {
		t.Errorf("the error became %+v", b.Diagnostics)
	}
	if b := r.Cells[1].Units[1][0]; b.Call != nil || b.TokensIn != -1 {
		t.Errorf("tokens were made up: %+v", b)
	}
	if task := r.Tasks[1]; task.Repository != "sums" || task.Features["depth"] != 5 || task.Categories["level"] != "hard" {
		t.Errorf("task: %+v", task)
	}
	if c := r.Cells[0]; c.K != 2 || c.R != 0 || c.Settings["model"] != "lab/ember" || r.Policy != spec.Exhaustive {
		t.Errorf("cell: %+v", c)
	}
	for what, n := range map[string]int{"null time": 1, "without an outcome": 1, "counted from 1": 1} {
		if got := has(r, what); got != n {
			t.Errorf("%d × %s, want %d", got, what, n)
		}
	}
}

func TestColumnsAndVerdicts(t *testing.T) {
	path := write(t, "a.csv", "\xef\xbb\xbfgoal,n,state,fix\r\nx,0,QED,0\r\nx,1,Gave Up,0\r\ny,0,meh,0\r\ny,0,error,1\r\n")
	r := read(t, path, Options{
		Columns:  map[string]string{"task": "goal", "sample": "n", "verdict": "state", "round": "fix"},
		Verdicts: map[string]record.Verdict{"qed": record.Proved, "error": record.InfrastructureError, "meh": record.Rejected},
		Regime:   "full", Model: "m",
	})
	want := "m full x 0.0 proved\nm full x 1.0 no-answer\nm full y 0.0 rejected\nm full y 0.1 infrastructure-error\nm full y 1.0 not-run\n"
	if got := lines(r); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	if r.Cells[0].K != 2 || r.Cells[0].R != 1 {
		t.Errorf("k = %d, r = %d", r.Cells[0].K, r.Cells[0].R)
	}
}

func TestSamplesAsTheyCome(t *testing.T) {
	path := write(t, "m.csv", "task,round,verdict\nx,0,failed\nx,1,failed\nx,2,passed\nx,0,failed\ny,0,timeout\n")
	want := "m unknown x 0.0 rejected\nm unknown x 0.1 rejected\nm unknown x 0.2 proved\nm unknown x 1.0 rejected\nm unknown y 0.0 timeout\nm unknown y 1.0 not-run\n"
	r := read(t, path, Options{})
	if got := lines(r); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	if has(r, "fewer than the cell's 2 samples") != 1 {
		t.Errorf("findings: %+v", r.Findings)
	}
}

func TestLimit(t *testing.T) {
	path := write(t, "m.csv", "task,verdict,time\na,passed,600\nb,passed,601\nc,failed,900\nd,skipped,\n")
	want := "m unknown a 0.0 proved\nm unknown b 0.0 timeout\nm unknown c 0.0 timeout\nm unknown d 0.0 not-run\n"
	r := read(t, path, Options{Limit: 10 * time.Minute})
	if got := lines(r); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	if has(r, "after the limit") != 1 || has(r, "beyond the limit") != 1 || has(r, "null time") != 1 {
		t.Errorf("findings: %+v", r.Findings)
	}
}

func TestContradictions(t *testing.T) {
	path := write(t, "m.csv", "task,sample,verdict,solved,proof,repo\na,0,passed,false,,r\na,0,passed,false,,s\n")
	r := read(t, path, Options{})
	for what, n := range map[string]int{"disagree": 2, "without any text": 2, "listed again": 1, "another repository": 1} {
		if got := has(r, what); got != n {
			t.Errorf("%d × %s, want %d", got, what, n)
		}
	}
}

func TestDamagedLines(t *testing.T) {
	text := "{\"task\":\"a\",\"solved\":true}\n{\"task\":\"b\",\"sol\n\n{\"task\":\"c\",\"solved\":false} x\n{\"task\":\"d\",\"solved\":false}\n"
	path := write(t, "m.jsonl", text)
	if _, err := Read([]string{path}, Options{}); err == nil || !strings.Contains(err.Error(), path+":2: the JSON ends too early: it is truncated; --skip-damaged") {
		t.Errorf("got %v", err)
	}
	r := read(t, path, Options{SkipDamaged: true})
	if len(r.Tasks) != 2 || has(r, "damaged lines") != 2 {
		t.Errorf("%d tasks, findings %+v", len(r.Tasks), r.Findings)
	}
	path = write(t, "m.csv", "task,solved\na,1\nb,1,1\nc,0\n")
	if _, err := Read([]string{path}, Options{}); err == nil || !strings.Contains(err.Error(), path+":3: wrong number of fields") {
		t.Errorf("got %v", err)
	}
	if r := read(t, path, Options{SkipDamaged: true}); len(r.Tasks) != 2 || has(r, "damaged lines") != 1 {
		t.Errorf("%d tasks, findings %+v", len(r.Tasks), r.Findings)
	}
}

func TestWrongTables(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		opts       Options
		want       string
	}{
		"no task":            {"a.csv", "x,solved\n1,1\n", Options{}, "a.csv:2: no column for the task; the columns are solved, x"},
		"no outcome":         {"a.csv", "task,x\n1,1\n", Options{}, "no column for the outcome"},
		"no such column":     {"a.csv", "task,solved\n1,1\n", Options{Columns: map[string]string{"cost": "usd2"}}, `no column "usd2" for cost`},
		"no such field":      {"a.csv", "task,solved\n1,1\n", Options{Columns: map[string]string{"costs": "x"}}, `no field "costs"`},
		"unknown words":      {"a.csv", "task,verdict\n1,error\n2,meh\n3,meh\n", Options{}, `"error" (1 rows, the first a.csv:2), "meh" (2 rows, the first a.csv:3)`},
		"two results":        {"a.csv", "task,sample,solved\na,0,1\na,0,0\n", Options{}, "a.csv:3: task a, model a, sample 0, round 0: another row says something else of this attempt: a.csv:2"},
		"a flag that is not": {"a.csv", "task,solved\na,0.5\n", Options{}, `a.csv:2: solved is "0.5"`},
		"a gap":              {"a.csv", "task,sample,round,solved\na,0,0,0\na,0,2,1\n", Options{}, "task a, sample 0: there is a round 2 without a round 1"},
		"half a sample":      {"a.csv", "task,sample,solved\na,0.5,1\n", Options{}, `sample "0.5"`},
		"a huge sample":      {"a.csv", "task,sample,solved\na,1e9,1\n", Options{}, `sample "1e9"`},
		"negative tokens":    {"a.csv", "task,tokens_in,solved\na,-3,1\n", Options{}, `tokens_in "-3"`},
		"a cost of NaN":      {"a.csv", "task,cost,solved\na,NaN,1\n", Options{}, `cost "NaN"`},
		"a time of minus":    {"a.csv", "task,time,solved\na,-1,1\n", Options{}, `impossible time: "-1" s`},
		"empty":              {"a.jsonl", "", Options{}, "looks like an empty file"},
		"only a header":      {"a.csv", "task,solved\n", Options{}, "no rows"},
		"one column":         {"a.csv", "hello\n", Options{}, "not a CSV file with a header"},
		"another format":     {"a.jsonl", `[{"thm_name":"x"}]`, Options{}, "looks like"},
		"text for lines":     {"a.jsonl", "hello, world\n", Options{}, "not JSON lines"},
		"a task of null":     {"a.jsonl", `{"task":null,"solved":true}`, Options{}, "a.jsonl:1: a row without a task"},
		"a feature of text":  {"a.csv", "task,solved,feature.x\na,1,big\n", Options{}, `column feature.x: "big" is no number`},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, c.file, c.text)
			t.Chdir(filepath.Dir(path))
			if _, err := Read([]string{c.file}, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestOwnTable imports the attempts of a sealed run, as Arrow.
func TestOwnTable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "attempts.arrow")
	rows := []record.AttemptRow{
		{TaskID: "a", Model: "m", Regime: "full", Sample: 0, Verdict: record.Rejected, TokensIn: 5, TokensOut: -1, Repository: "r"},
		{TaskID: "a", Model: "m", Regime: "full", Sample: 1, Verdict: record.Cheated, TokensIn: -1, TokensOut: -1, Repository: "r", Detail: "sorry"},
	}
	if _, err := record.Write(path, record.Rows(rows)); err != nil {
		t.Fatal(err)
	}
	r := read(t, path, Options{})
	if got := lines(r); got != "m full a 0.0 rejected\nm full a 1.0 cheated\n" {
		t.Errorf("got\n%s", got)
	}
	if a := r.Cells[0].Units[0]; a[0].TokensIn != 5 || a[1].TokensIn != -1 {
		t.Errorf("tokens %d and %d", a[0].TokensIn, a[1].TokensIn)
	}
	if err := os.Truncate(path, 900); err != nil {
		t.Fatal(err)
	}
	if _, err := Read([]string{path}, Options{}); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a cut file: %v", err)
	}
}

// BenchmarkRead reads 200,000 attempts of JSON lines.
func BenchmarkRead(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a.jsonl")
	var text strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&text, `{"task_id":"t%d","model":"m%d","sample":%d,"passed":%v,"usage":{"input_tokens":%d,"output_tokens":80},"cost_usd":0.0043,"time":7.25,"proof":"by omega %d","err_msg":"no","repo":"r%d"}`+"\n",
			i/8%1000, i/8000, i%8, i%7 == 0, i%500, i, i/8%20)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Read([]string{path}, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// What a table says in a way that cannot be read is told of, never silently unknown.
func TestNothingIsLostSilently(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"a list": {"m.jsonl", `{"task":"a","passed":true,"proof":["x","y"]}`, "lists where one value is due"},
		"NaN":    {"m.jsonl", `{"task":"a","passed":true,"seconds":NaN}`, "null time"},
	} {
		t.Run(name, func(t *testing.T) {
			if r := read(t, write(t, c.file, c.text), Options{}); has(r, c.want) != 1 {
				t.Errorf("findings: %+v", r.Findings)
			}
		})
	}
	for name, c := range map[string]struct{ file, text, want string }{
		"no text":               {"m.jsonl", "{\"task\":\"a\xff\",\"passed\":true}", "m.jsonl:1: invalid UTF-8"},
		"no text in CSV":        {"m.csv", "task,passed\na,1\nb\xff,1\n", "m.csv:3: invalid UTF-8"},
		"two columns of a name": {"m.csv", "task,passed,passed\na,1,0\n", `two columns are called "passed"`},
		"a cost of any size":    {"m.csv", "task,passed,cost\na,1,1e308\n", "no amount of money"},
		"two objects":           {"m.jsonl", `{"task":"a","passed":true} {"task":"b"}`, "something stands behind"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Read([]string{write(t, c.file, c.text)}, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestUnreadColumns(t *testing.T) {
	r := &reader{binder: newBinder(nil), name: "m.parquet"}
	err := r.unread(map[string]string{"cost": "is nested", "usage.input_tokens": "is nested", "other": "is nested"})
	if got := r.Lint.List(); err != nil || len(got) != 1 || got[0].N != 2 || got[0].Example != "cost, which is nested" {
		t.Errorf("%v, findings %+v", err, got)
	}
	if err := r.unread(map[string]string{"task": "is nested"}); err == nil {
		t.Error("a task that cannot be read passed")
	}
	r.opts.Columns = map[string]string{"cost": "price paid"}
	if err := r.unread(map[string]string{"price paid": "is nested"}); err == nil {
		t.Error("a column that was named and cannot be read passed")
	}
}
