package inspect

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
)

// member is a file of an archive; method 0 means deflate.
type member struct {
	name, text string
	method     uint16
}

func archiveOf(t testing.TB, members ...member) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.eval")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := zip.NewWriter(f)
	w.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	for _, m := range members {
		if m.method == 0 {
			m.method = zip.Deflate
		}
		e, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: m.method})
		if err == nil {
			_, err = e.Write([]byte(m.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

const head = `{"version":2,"status":"success","eval":{"run_id":"r1","task":"toy","model":"lab/ember","dataset":{"name":"d"},"config":{"epochs":2},"packages":{"inspect_ai":"0.3"}},
"results":{"total_samples":4,"completed_samples":4,"scores":[{"name":"verify","reducer":"mean","metrics":{"accuracy":{"value":0.5}}}]}}`

func sampleText(id string, epoch int, rest string) string {
	return fmt.Sprintf(`{"id":%q,"epoch":%d,"input":"prove it","target":"","metadata":{"depth":3,"level":"easy","repo":"lists","long":null},%s}`, id, epoch, rest)
}

func at(id string, epoch int, rest string) member {
	return member{name: fmt.Sprintf("samples/%s_epoch_%d.json", id, epoch), text: sampleText(id, epoch, rest)}
}

func scored(value string) string { return `"scores":{"verify":{"value":` + value + `}}` }

func lines(r *imported.Results) string {
	var b strings.Builder
	for _, c := range r.Cells {
		for t, unit := range c.Units {
			for _, a := range unit {
				fmt.Fprintf(&b, "%s %s %d %s\n", c.Model, r.Tasks[t].TaskID, a.Sample, a.Verdict)
			}
		}
	}
	return b.String()
}

func found(r *imported.Results, what string) int {
	for _, f := range r.Findings {
		if strings.Contains(f.What, what) {
			return f.N
		}
	}
	return 0
}

func read(t *testing.T, path string, opts Options) *imported.Results {
	t.Helper()
	r, err := Read([]string{path}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestArchive(t *testing.T) {
	old := at("a", 1, scored(`"I"`))
	packed := at("b", 2, scored(`"C"`)+`,"limit":{"type":"token"}`)
	packed.method = zstd.ZipMethodWinZip
	path := archiveOf(t,
		member{name: "_journal/start.json", text: "{}"},
		old,
		at("a", 2, `"scores":{"verify":{"value":"I","explanation":"unsolved goals"}}`),
		at("b", 1, `"error":{"message":"connection reset"}`),
		packed,
		at("a", 1, `"scores":{"verify":{"value":"C","answer":"by simp"}},"total_time":12.5,"working_time":4.5,
			"output":{"completion":"I try by simp","choices":[{"stop_reason":"stop","message":{"content":"I try by simp"}}],"usage":{"input_tokens":1,"output_tokens":1}},
			"model_usage":{"lab/ember":{"input_tokens":100,"output_tokens":40,"input_tokens_cache_read":900,"input_tokens_cache_write":50,"reasoning_tokens":30},"lab/grader":{"input_tokens":7,"output_tokens":7}}`),
		member{name: "header.json", text: strings.Replace(head, "success", "started", 1)},
		member{name: "header.json", text: head},
	)
	r := read(t, path, Options{})
	want := "lab:ember toy/a 0 proved\nlab:ember toy/a 1 rejected\nlab:ember toy/b 0 infrastructure-error\nlab:ember toy/b 1 proved\n"
	if got := lines(r); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	a := r.Cells[0].Units[0][0]
	if c := a.Call; c == nil || c.TokensIn != 1050 || c.TokensCached != 900 || c.TokensWritten != 50 || c.TokensOut != 40 || c.TokensThought != 30 || c.Cost == c.Cost || c.Finish != "stop" {
		t.Errorf("call: %+v", c)
	}
	if a.TokensIn != 1050 || a.Answering != 4500*time.Millisecond || a.Wait != 8*time.Second || a.Check != -1 || a.Candidate != "by simp" || a.Response != "I try by simp" {
		t.Errorf("attempt: %+v", a)
	}
	if b := r.Cells[0].Units[0][1]; len(b.Diagnostics) != 1 || b.Diagnostics[0].Message != "unsolved goals" || b.Call != nil || b.Answering != -1 {
		t.Errorf("attempt: %+v", b)
	}
	if task := r.Tasks[0]; task.Features["depth"] != 3 || task.Categories["level"] != "easy" || task.Repository != "lists" || task.Statement != "prove it" {
		t.Errorf("task: %+v", task)
	}
	for what, n := range map[string]int{"usage of other models": 1, "with an error": 1, "struck a limit": 1, "null time": 3, "status is not success": 0, "accuracies that disagree": 1} {
		if got := found(r, what); got != n {
			t.Errorf("%d × %s, want %d", got, what, n)
		}
	}
}

func TestScores(t *testing.T) {
	for name, c := range map[string]struct {
		rest string
		opts Options
		want record.Verdict
	}{
		"correct":                 {scored(`"C"`), Options{}, record.Proved},
		"incorrect":               {scored(`"I"`), Options{}, record.Rejected},
		"partial":                 {scored(`"P"`), Options{}, record.Rejected},
		"partial, that suffices":  {scored(`"P"`), Options{Threshold: 0.5}, record.Proved},
		"no answer":               {scored(`"N"`), Options{}, record.NoAnswer},
		"one":                     {scored(`1`), Options{}, record.Proved},
		"0.99":                    {scored(`0.99`), Options{}, record.Rejected},
		"0.6 of 0.5":              {scored(`0.6`), Options{Threshold: 0.5}, record.Proved},
		"true":                    {scored(`true`), Options{}, record.Proved},
		"false":                   {scored(`false`), Options{}, record.Rejected},
		"a number as text":        {scored(`"1.0"`), Options{}, record.Proved},
		"none":                    {`"scores":{}`, Options{}, record.NotRun},
		"null scores":             {`"scores":null`, Options{}, record.NotRun},
		"NaN, as of no score":     {scored(`NaN`) + `,"metadata":{"x":-Infinity,"y":"NaN \"NaN"}`, Options{}, record.NotRun},
		"NaN of a key":            {`"scores":{"a":{"value":{"x":NaN,"y":0}}}`, Options{Score: "a.x"}, record.NotRun},
		"a limit of time":         {scored(`"I"`) + `,"limit":{"type":"time"}`, Options{}, record.Timeout},
		"a limit of working time": {`"limit":{"type":"working"}`, Options{}, record.Timeout},
		"a limit of tokens":       {scored(`"I"`) + `,"limit":{"type":"token"}`, Options{}, record.NoAnswer},
		"an error with a score":   {scored(`"C"`) + `,"error":{"message":"m"}`, Options{}, record.InfrastructureError},
		"one of two":              {`"scores":{"a":{"value":"C"},"b":{"value":"I"}}`, Options{Score: "b"}, record.Rejected},
		"a key of several":        {`"scores":{"a":{"value":{"x":1,"y":0}}}`, Options{Score: "a.x"}, record.Proved},
		"a name with a dot":       {`"scores":{"a.x":{"value":1}}`, Options{Score: "a.x"}, record.Proved},
	} {
		t.Run(name, func(t *testing.T) {
			r := read(t, archiveOf(t, member{name: "header.json", text: head}, at("a", 1, c.rest)), c.opts)
			if got := r.Cells[0].Units[0][0].Verdict; got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestJSONLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.json")
	text := strings.TrimSuffix(strings.Replace(head, "success", "error", 1), "}") + `,"samples":[` + sampleText("a", 1, scored(`"C"`)) + `,` + sampleText("a", 2, scored(`"I"`)) + `]}`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r := read(t, path, Options{Models: []string{"m"}, Regime: "full"})
	if got := lines(r); got != "m toy/a 0 proved\nm toy/a 1 rejected\n" {
		t.Errorf("got\n%s", got)
	}
	if found(r, "status is not success") != 1 || found(r, "numbers of samples") != 1 || found(r, "accuracies") != 0 {
		t.Errorf("findings: %+v", r.Findings)
	}
}

// The accuracy of a log weighs tasks alike, however many of their epochs have a score.
func TestAccuracyIsTheMeanOfTasks(t *testing.T) {
	r := read(t, archiveOf(t, member{name: "header.json", text: head},
		at("a", 1, scored(`"C"`)), at("a", 2, `"error":{"message":"m"}`), at("b", 1, scored(`"I"`)), at("b", 2, scored(`"I"`))), Options{})
	if found(r, "accuracies that disagree") != 0 {
		t.Errorf("findings: %+v", r.Findings)
	}
}

func TestALogThatNeverEnded(t *testing.T) {
	r := read(t, archiveOf(t, member{name: "_journal/start.json", text: head}, at("a", 1, scored(`"C"`))), Options{})
	if found(r, "status is not success") != 1 || found(r, "fewer than the cell's 2 samples") != 1 {
		t.Errorf("findings: %+v", r.Findings)
	}
}

func TestWrongLogs(t *testing.T) {
	h := member{name: "header.json", text: head}
	good := at("a", 1, scored(`"C"`))
	damaged := archiveOf(t, h, good)
	b, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(damaged, b[:len(b)-30], 0o644); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(text, []byte(`{"optlib":null}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path string
		opts Options
		want string
	}{
		"another format":     {text, Options{}, "looks like a FormalML evaluation"},
		"cut":                {damaged, Options{}, "a damaged zip archive"},
		"no header":          {archiveOf(t, good), Options{}, "a zip archive without header.json"},
		"no eval":            {archiveOf(t, member{name: "header.json", text: "{}"}), Options{}, "has no eval"},
		"no samples":         {archiveOf(t, h), Options{}, "no samples"},
		"a cut sample":       {archiveOf(t, h, member{name: "samples/a_epoch_1.json", text: "{\n\"id\":"}), Options{}, "samples/a_epoch_1.json:2: the JSON ends too early"},
		"no id":              {archiveOf(t, h, member{name: "samples/a_epoch_1.json", text: `{"epoch":1}`}), Options{}, "without an id"},
		"no epoch":           {archiveOf(t, h, member{name: "samples/a_epoch_1.json", text: `{"id":"a"}`}), Options{}, "no epoch"},
		"two scores":         {archiveOf(t, h, at("a", 1, `"scores":{"x":{"value":1},"y":{"value":1}}`)), Options{}, "it has the scores x, y"},
		"no such score":      {archiveOf(t, h, good), Options{Score: "z"}, `no score "z"; it has verify`},
		"a grade of its own": {archiveOf(t, h, at("a", 1, scored(`"great"`))), Options{}, `"great" is none of C, I, P, N`},
		"a list":             {archiveOf(t, h, at("a", 1, scored(`[1]`))), Options{}, "neither a grade nor a number"},
		"several values":     {archiveOf(t, h, at("a", 1, scored(`{"x":1}`))), Options{}, "--score verify.KEY"},
		"a negative time":    {archiveOf(t, h, at("a", 1, `"total_time":-1`)), Options{}, "impossible time"},
		"the same twice":     {archiveOf(t, h, good, member{name: "samples/b.json", text: good.text}), Options{}, "two attempts with sample 0"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Read([]string{c.path}, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	r := read(t, archiveOf(t, h, good, member{name: "samples/b.json", text: "{"}), Options{SkipDamaged: true})
	if len(r.Tasks) != 1 || found(r, "damaged samples") != 1 {
		t.Errorf("findings: %+v", r.Findings)
	}
}

// TestBomb: what unpacks to far more than a log of its size holds is refused before
// it fills the memory, whatever its directory claims.
func TestBomb(t *testing.T) {
	for _, method := range []uint16{zip.Deflate, zstd.ZipMethodWinZip} {
		path := archiveOf(t, member{name: "header.json", text: head}, member{name: "samples/a.json", text: `{"id":"` + strings.Repeat("a", slack*2) + `"}`, method: method})
		if _, err := Read([]string{path}, Options{}); err == nil || !strings.Contains(err.Error(), "no plausible log") {
			t.Errorf("method %d: %v", method, err)
		}
	}
}

// TestDamage flips bytes: what comes is an error or results, never a panic.
func TestDamage(t *testing.T) {
	path := archiveOf(t, member{name: "header.json", text: head}, at("a", 1, scored(`"C"`)), at("b", 1, scored(`"I"`)))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= byte(1 + crc32.ChecksumIEEE([]byte{byte(i), byte(i >> 8)})%255)
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read([]string{path}, Options{}); err != nil {
			failed++
		}
	}
	if failed < len(whole)/3 {
		t.Errorf("%d of %d flips were noticed", failed, len(whole))
	}
	if !json.Valid([]byte(head)) {
		t.Error("the header of the tests is no JSON")
	}
}
