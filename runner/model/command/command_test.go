package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/responses"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/money"
	"proofgrid/runner/prompt"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
)

var (
	_ model.Concurrent = (*Model)(nil)
	_ Store            = (*responses.Store)(nil)
	_ Ledger           = (*money.Ledger)(nil)
)

// TestMain lets the test binary be the program: its first argument is what it does.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "as-prover" {
		os.Exit(prover(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

func prover(what string, args []string) int {
	in, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	if len(args) > 0 { // leave a trace: one file for each time that it ran
		f, err := os.CreateTemp(args[0], "ran-*")
		if err != nil {
			panic(err)
		}
		f.Write(in)
		f.Close()
	}
	switch what {
	case "env":
		b, _ := json.Marshal(strings.Join(os.Environ(), "\n"))
		fmt.Printf(`{"response": %s}`, b)
	case "fail":
		fmt.Fprintf(os.Stderr, "first\nthe key is %s\n\x1b[31mno licence\n", os.Getenv("API_KEY"))
		return 3
	case "hang":
		time.Sleep(time.Hour)
	case "flood":
		for {
			fmt.Println(strings.Repeat("x", 1<<16))
		}
	default:
		fmt.Print(what)
	}
	return 0
}

func program(t *testing.T, args ...string) []string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{exe, "as-prover"}, args...)
}

func request0() *model.Request {
	pool := &task.Pool{Premises: []task.Premise{
		{Name: "ax-mp", Kind: task.Axiom, Hypotheses: []string{"|- ph", "|- ( ph -> ps )"}, Statement: "|- ps", Proof: "SECRET"},
		{Name: "other", Kind: task.Lemma, Statement: "|- OTHER", Proof: "SECRET"},
	}}
	t := &task.Task{
		ID: "b/a1i", Name: "a1i", Benchmark: "b", System: "metamath", Pool: pool, Available: 2, Index: -1,
		Statement: "|- ( ps -> ph )", Hypotheses: []string{"|- ph"}, HypothesisNames: []string{"a1i.1"},
		Variables: []task.Variable{{Name: "wph", Type: "wff", Symbol: "ph"}},
		Truth:     task.GroundTruth{Proof: "SECRET TRUTH", Premises: []int32{0}},
	}
	return &model.Request{Task: t, Context: &regime.Context{Regime: "curated", Shown: []int32{0}, Dropped: []int32{1}}, Seed: math.MaxUint64}
}

var held = sandbox.Detect(context.Background(), os.Getenv("PATH"))

func config(t *testing.T) Config {
	t.Helper()
	store, err := responses.Open(filepath.Join(t.TempDir(), "responses"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return Config{
		Run: "e/r", Store: store, Ledger: money.NewLedger(spec.Caps{}, money.Totals{}), Now: time.Now, Sandbox: held, Dir: t.TempDir(),
		Getenv: func(n string) string {
			return map[string]string{"PATH": os.Getenv("PATH"), "API_KEY": "k-123\"456789", "SHORT": "no", "GIVEN": "g", "HIDDEN": "h"}[n]
		},
	}
}

func mine(t *testing.T, o Options, c Config, prices *money.Prices) *Model {
	t.Helper()
	prompts, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	m, err := New("mine", o, c, prompts, prices)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		stdout, answer, proof, lemmas, note, finish string
	}{
		"a proof":          {`{"proof": "$= wph wps $.", "finish": "found"}`, "", "wph wps", "", "", "found"},
		"with lemmas":      {`{"proof": "a", "lemmas": "l"}` + "\n", "", "a", "l", "", "stop"},
		"a response":       {`{"response": "Well:\n<proof>\nwph\n</proof>"}`, "", "wph", "", "", "stop"},
		"two proofs":       {`{"response": "<proof>\na\n</proof>\n<proof>\nb\n</proof>"}`, "", "b", "", "2 proofs, the last one counts", "stop"},
		"text":             {"<proof>\nwph\n</proof>", "text", "wph", "", "", "stop"},
		"nothing found":    {`{"proof": "", "lemmas": "x", "finish": "budget"}`, "", "", "", "the program found no proof", "budget"},
		"nothing in text":  {"", "text", "", "", "no <proof> block and 0 code fences", "stop"},
		"invalid UTF-8":    {"<proof>\na\xff\n</proof>", "text", "a\uFFFD", "", "", "stop"},
		"more than we ask": {`{"proof": "a", "confidence": 0.5}`, "", "a", "", "", "stop"},
	} {
		t.Run(name, func(t *testing.T) {
			m := mine(t, Options{Command: program(t, c.stdout), Answer: c.answer}, config(t), nil)
			ans, err := m.Answer(t.Context(), request0())
			if err != nil {
				t.Fatal(err)
			}
			if ans.Candidate.Proof != c.proof || ans.Candidate.Lemmas != c.lemmas || ans.Note != c.note || ans.Finish != c.finish {
				t.Errorf("%+v", ans)
			}
			if u := ans.Usage; u != (model.Usage{In: -1, Cached: -1, CacheWrite: -1, Out: -1, Reasoning: -1}) || !math.IsNaN(ans.Call.Cost) {
				t.Errorf("made up: %+v, cost %v", u, ans.Call.Cost)
			}
		})
	}
}

func TestRequestIsWhole(t *testing.T) {
	r := request0()
	r.Sample, r.Round = 2, 1
	r.History = []model.Exchange{{
		Response: "resp", Candidate: verify.Candidate{Proof: "p", Lemmas: "l"},
		Report: verify.Report{Verdict: record.Rejected, Category: "c", Diagnostics: []verify.Diagnostic{{Kind: "k", Message: "m", Step: 1, Label: "lab", Start: 1, End: 2, Goals: []string{"g"}}}},
	}}
	trace := t.TempDir()
	m := mine(t, Options{Command: program(t, `{"proof":"a"}`, trace), Timeout: time.Minute, Memory: 8 << 30}, config(t), nil)
	if _, err := m.Answer(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(trace, "*"))
	if len(files) != 1 {
		t.Fatalf("it ran %d times", len(files))
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "SECRET") || strings.Contains(string(b), "OTHER") || strings.Contains(string(b), "null") {
		t.Errorf("the request has what it may not: %s", b)
	}
	var got Request
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	prompts, _ := m.Prompt(r)
	want := Request{
		Format: Format, Version: 1, Sample: 2, Round: 1, Seed: 1<<53 - 1, Prompt: prompts,
		Task: Task{ID: "b/a1i", Name: "a1i", Benchmark: "b", System: "metamath", Statement: "|- ( ps -> ph )",
			Hypotheses: []Hypothesis{{"a1i.1", "|- ph"}}, Conditions: []string{},
			Variables: []Variable{{"wph", "wff", "ph"}}},
		Context: Context{Regime: "curated", Dropped: 1, Premises: []Premise{{Name: "ax-mp", Kind: "axiom", Hypotheses: []string{"|- ph", "|- ( ph -> ps )"}, Statement: "|- ps",
			Text: "ax-mp: |- ph & |- ( ph -> ps ) => |- ps"}}},
		History: []Round{{"resp", "p", "l", "rejected", "c", []Diagnostic{{"k", "m", 1, "lab", 1, 2, []string{"g"}}}}},
		Limits:  Limits{60, maxOutput, 8 << 30},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func TestOneRunForOneQuestion(t *testing.T) {
	c, trace := config(t), t.TempDir()
	count := func() int {
		files, _ := filepath.Glob(filepath.Join(trace, "*"))
		return len(files)
	}
	o := Options{Command: program(t, `{"proof":"a","usage":{"in":5,"cache_write":2,"out":7},"cost":0.25,"settings":{"depth":8}}`, trace), Concurrency: 4}
	m := mine(t, o, c, nil)
	var wg sync.WaitGroup
	answers := make([]*model.Answer, 8)
	for i := range answers {
		wg.Go(func() {
			var err error
			if answers[i], err = m.Answer(t.Context(), request0()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if count() != 1 {
		t.Errorf("it ran %d times", count())
	}
	a := answers[0]
	if a.Usage.In != 5 || a.Usage.Out != 7 || a.Usage.Cached != -1 || a.Usage.CacheWrite != 2 || a.Call.Cost != 0.25 || a.Call.Latency <= 0 {
		t.Errorf("%+v %+v", a, a.Call)
	}
	c.Replay = true
	replayed, err := mine(t, o, c, nil).Answer(t.Context(), request0())
	if err != nil || !reflect.DeepEqual(replayed, a) {
		t.Errorf("replayed: %v\n%+v\n%+v", err, replayed, a)
	}
	for name, change := range map[string]func(*model.Request, *Options){
		"another sample":    func(r *model.Request, _ *Options) { r.Sample = 1 },
		"another seed":      func(r *model.Request, _ *Options) { r.Seed = 1 },
		"another statement": func(r *model.Request, _ *Options) { r.Task.Statement = "|- x" },
		"another context":   func(r *model.Request, _ *Options) { r.Context.Shown = nil },
		"another argument":  func(_ *model.Request, o *Options) { o.Command = append(o.Command, "x") },
		"another version":   func(_ *model.Request, o *Options) { o.Version = "2" },
		"another timeout":   func(_ *model.Request, o *Options) { o.Timeout = time.Second },
	} {
		r, o := request0(), o
		change(r, &o)
		var stop *model.Stop
		if _, err := mine(t, o, c, nil).Answer(t.Context(), r); !errors.As(err, &stop) || stop.Cap || !strings.Contains(err.Error(), "no answer for task b/a1i") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if count() != 1 {
		t.Error("a replay ran the program")
	}

	keep := false
	c.Store = nil
	o.Store = &keep
	for range 2 {
		if _, err := mine(t, o, c, nil).Answer(t.Context(), request0()); err != nil {
			t.Error(err)
		}
	}
	if count() != 3 {
		t.Errorf("without a store it ran %d times", count()-1)
	}
}

func TestChangedProgramIsAskedAgain(t *testing.T) {
	c := config(t)
	path := filepath.Join(c.Dir, "p.sh")
	ask := func(script string) string {
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		ans, err := mine(t, Options{Command: []string{"./p.sh"}, Answer: "text"}, c, nil).Answer(t.Context(), request0())
		if err != nil {
			t.Fatal(err)
		}
		return ans.Candidate.Proof
	}
	for _, p := range []string{"a", "b", "a"} {
		if got := ask("echo '<proof>" + p + "</proof>'"); got != p {
			t.Errorf("%q, want %q", got, p)
		}
	}
}

func TestFailures(t *testing.T) {
	for name, c := range map[string]struct{ what, want string }{
		"exit code":          {"fail", `exit code 3; stderr: first | the key is [secret] | [31mno licence`},
		"no JSON":            {"hello", "no JSON object"},
		"nothing":            {"", "it ends after 0 bytes"},
		"cut":                {`{"proof": "a`, "it ends after 12 bytes"},
		"neither":            {`{}`, `needs either "response" or "proof"`},
		"both":               {`{"proof":"a","response":"b"}`, `needs either "response" or "proof"`},
		"lemmas apart":       {`{"response":"a","lemmas":"b"}`, `"lemmas" beside "response"`},
		"text behind":        {`{"proof":"a"} done`, "4 bytes after its JSON object"},
		"a price beyond all": {`{"proof":"a","cost":1e300}`, `"cost" 1e+300`},
		"a negative price":   {`{"proof":"a","cost":-1}`, `"cost" -1`},
		"a flood":            {"flood", "limit: output"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config(t)
			m := mine(t, Options{Command: program(t, c.what), Secrets: []string{"API_KEY"}}, cfg, nil)
			_, err := m.Answer(t.Context(), request0())
			var f *model.Failure
			if !errors.As(err, &f) || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want a failure with %q", err, c.want)
			}
			if len(err.Error()) > 2000 || !math.IsNaN(f.Call.Cost) {
				t.Errorf("%d bytes, cost %v", len(err.Error()), f.Call.Cost)
			}
			if s := cfg.Store.(*responses.Store); s.Len() != 0 {
				t.Error("the failure is stored as an answer")
			}
		})
	}
}

// A failure is kept for replays alone, for the cell that it struck; else the program
// runs again.
func TestAReplayFailsAsTheRunDid(t *testing.T) {
	c := config(t)
	if err := os.WriteFile(filepath.Join(c.Dir, "p.sh"), []byte("#!/bin/sh\n"+`[ -e licence ] || { echo no licence >&2; exit 3; }
echo '<proof>a</proof>'
`), 0o755); err != nil {
		t.Fatal(err)
	}
	ask := func(replay bool, cell string) string {
		t.Helper()
		c.Replay = replay
		r := request0()
		r.Cell = cell
		ans, err := mine(t, Options{Command: []string{"./p.sh"}, Answer: "text"}, c, nil).Answer(t.Context(), r)
		var f *model.Failure
		switch {
		case errors.As(err, &f):
			if len(f.Call.Prompt) == 0 || f.Call.Settings["answer"] != "text" || f.Call.Latency <= 0 {
				t.Errorf("%+v", f.Call)
			}
			return fmt.Sprintf("%v %+v", err, f.Call) // the cost is NaN
		case err != nil:
			t.Fatal(err)
		}
		return ans.Candidate.Proof
	}
	failed := ask(false, "x")
	if !strings.Contains(failed, "no licence") {
		t.Fatal(failed)
	}
	for _, cell := range []string{"x", "y"} { // y asks what nobody answered
		if got := ask(true, cell); got != failed {
			t.Errorf("replayed: %s\nwant %s", got, failed)
		}
	}
	if err := os.WriteFile(filepath.Join(c.Dir, "licence"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := ask(false, "y"); got != "a" {
		t.Errorf("it was not run again: %s", got)
	}
	if x, y := ask(true, "x"), ask(true, "y"); x != failed || y != "a" {
		t.Errorf("replayed: %s and %s", x, y)
	}
	if got := ask(false, "x"); got != "a" {
		t.Error(got)
	}
	if got := ask(true, "x"); got != "a" {
		t.Errorf("the last run of x got an answer, a replay %s", got)
	}
}

func TestTimeoutIsAnAnswerWithoutAProof(t *testing.T) {
	c := config(t)
	o := Options{Command: program(t, "hang"), Timeout: 200 * time.Millisecond}
	for range 2 { // the second one replays
		ans, err := mine(t, o, c, nil).Answer(t.Context(), request0())
		if err != nil || ans.Candidate.Proof != "" || ans.Finish != "timeout" || ans.Note != "the program was ended by its time limit of 200ms" {
			t.Errorf("%+v %v", ans, err)
		}
		c.Replay = true
	}
}

func TestEndOfTheContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	c := config(t)
	if _, err := mine(t, Options{Command: program(t, "hang")}, c, nil).Answer(ctx, request0()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if c.Store.(*responses.Store).Len() != 0 {
		t.Error("an answer was stored")
	}
}

func TestEnvironmentAndSecrets(t *testing.T) {
	c := config(t)
	m := mine(t, Options{Command: program(t, "env"), Env: []string{"GIVEN"}, Secrets: []string{"API_KEY", "SHORT"}}, c, nil)
	ans, err := m.Answer(t.Context(), request0())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []string{"GIVEN=g", "PATH=", "API_KEY=[secret]", "SHORT=no"} {
		if !strings.Contains(ans.Response, w) {
			t.Errorf("no %s in %s", w, ans.Response)
		}
	}
	if strings.Contains(ans.Response, "HIDDEN") || strings.Contains(ans.Response, "123") {
		t.Errorf("it got or told too much: %s", ans.Response)
	}
}

func TestPaidCommandsKeepToTheCaps(t *testing.T) {
	c := config(t)
	c.Ledger = money.NewLedger(spec.Caps{Cost: 0.5}, money.Totals{})
	m := mine(t, Options{Command: program(t, `{"proof":"a","cost":0.3}`), Paid: true}, c, nil)
	var err error
	n := 0
	for ; n < 10 && err == nil; n++ {
		r := request0()
		r.Sample = n
		_, err = m.Answer(t.Context(), r)
	}
	var stop *model.Stop
	if n != 3 || !errors.As(err, &stop) || !stop.Cap {
		t.Errorf("after %d calls: %v", n, err)
	}
	price := 2.0
	p := mine(t, Options{Command: program(t, `{"proof":"a","usage":{"in":1000000,"out":500000}}`)}, config(t), &money.Prices{Input: &price, Output: &price})
	if ans, err := p.Answer(t.Context(), request0()); err != nil || ans.Call.Cost != 3 {
		t.Errorf("%+v %v", ans, err)
	}
}

func TestWrongOptionsAreNamed(t *testing.T) {
	no := false
	prompts, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		o    Options
		want string
	}{
		"no command":       {Options{}, "command: required"},
		"a NUL":            {Options{Command: []string{"a", "\x00"}}, "command: an argument"},
		"a missing file":   {Options{Command: []string{"./missing"}}, "command: "},
		"a value":          {Options{Command: []string{"a"}, Secrets: []string{"A=b"}}, "secrets: it takes names"},
		"another answer":   {Options{Command: []string{"a"}, Answer: "xml"}, `answer: "xml"`},
		"a long timeout":   {Options{Command: []string{"a"}, Timeout: 1 << 62}, "timeout: "},
		"no concurrency":   {Options{Command: []string{"a"}, Concurrency: -1}, "concurrency: "},
		"paid and dropped": {Options{Command: []string{"a"}, Paid: true, Store: &no}, "store: false loses"},
	} {
		if _, err := New("m", c.o, config(t), prompts, nil); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
	var stop *model.Stop
	m := mine(t, Options{Command: []string{"no-such-prover"}}, config(t), nil)
	if _, err := m.Answer(t.Context(), request0()); !errors.As(err, &stop) || !strings.Contains(err.Error(), "no program no-such-prover in PATH") {
		t.Errorf("error %v", err)
	}
}

// TestExampleProver runs the script that users start from.
func TestExampleProver(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 on this machine")
	}
	c := config(t)
	if c.Dir, err = filepath.Abs("../../../experiments"); err != nil {
		t.Fatal(err)
	}
	m := mine(t, Options{Command: []string{python, "prover-example.py"}}, c, nil)
	r := request0()
	ans, err := m.Answer(t.Context(), r)
	if err != nil || ans.Candidate.Proof != "" || ans.Finish != "exhausted" {
		t.Fatalf("%+v %v", ans, err)
	}
	r.Task.Statement = "|- ph"
	if ans, err = m.Answer(t.Context(), r); err != nil || ans.Candidate.Proof != "a1i.1" {
		t.Fatalf("%+v %v", ans, err)
	}
}

func TestCountsThatNobodyCanHaveUsedAreUnknown(t *testing.T) {
	r, err := parse(`{"proof":"a","usage":{"in":9223372036854775807,"cached":-2,"out":7}}`)
	if err != nil {
		t.Fatal(err)
	}
	if u := r.usage(); u.In != -1 || u.Cached != -1 || u.Out != 7 || u.Reasoning != -1 {
		t.Errorf("%+v", u)
	}
}
