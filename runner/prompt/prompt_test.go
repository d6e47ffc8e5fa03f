package prompt

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"proofgrid/experiments/record"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
)

func request(system string) *model.Request {
	pool := &task.Pool{Premises: []task.Premise{
		{Name: "ax-mp", Kind: task.Axiom, Hypotheses: []string{"|- ph", "|- ( ph -> ps )"}, Statement: "|- ps", Proof: "SECRET PREMISE PROOF"},
		{Name: "hidden", Kind: task.Lemma, Statement: "|- hidden", Proof: "SECRET"},
	}}
	t := &task.Task{
		ID: "b/a1i", Name: "a1i", Benchmark: "b", System: system, File: "Mini.src", Pool: pool, Available: 2, Index: -1,
		Text: "theorem a1i : p", Preamble: "import Base", Truth: task.GroundTruth{Proof: "SECRET TRUTH", Premises: []int32{0}},
	}
	return &model.Request{Task: t, Context: &regime.Context{Regime: "curated", Shown: []int32{0}, Dropped: []int32{1}}}
}

func load(t *testing.T, files map[string]string) (*Templates, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Load(dir)
}

func builtins(t *testing.T) *Templates {
	t.Helper()
	set, err := Load("")
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestFirstPrompt(t *testing.T) {
	set := builtins(t)
	for system, words := range map[string][]string{
		"lean": {"Lean 4", "by\n"}, "coq": {"Coq", "Qed."}, "metamath": {"reverse Polish"}, "agda": {"theorems in agda"},
	} {
		msgs, err := set.Prompt(request(system))
		if err != nil {
			t.Fatal(err)
		}
		if len(msgs) != 2 || msgs[0].Role != model.System || msgs[1].Role != model.User {
			t.Fatalf("%s: messages %+v", system, msgs)
		}
		for _, w := range append(words, "<proof>", "</proof>") {
			if !strings.Contains(msgs[0].Text, w) {
				t.Errorf("%s: the system message lacks %q", system, w)
			}
		}
		if lemmas := strings.Contains(msgs[0].Text, "<lemmas>"); lemmas == (system == "metamath") {
			t.Errorf("%s: lemmas offered: %v", system, lemmas)
		}
		want := "These declarations are available, shown without their proofs:\n\nax-mp: |- ph & |- ( ph -> ps ) => |- ps\n\n" +
			"1 more are available that are not shown here.\n\nThe file begins like this:\n\nimport Base\n\nProve this theorem of Mini.src:\n\ntheorem a1i : p"
		if msgs[1].Text != want {
			t.Errorf("%s: first message\n%s\nwant\n%s", system, msgs[1].Text, want)
		}
	}
}

// Without the names of its variables' types no Metamath proof can be written.
func TestVariablesOfMetamath(t *testing.T) {
	r := request("metamath")
	r.Task.Variables = []task.Variable{
		{Name: "wph", Type: "wff", Symbol: "ph"}, {Name: "wps", Type: "wff", Symbol: "ps"},
		{Name: "vx", Type: "setvar", Symbol: "x"}, {Name: "wch", Type: "wff", Symbol: "ch"},
	}
	msgs, err := builtins(t).Prompt(r)
	if err != nil {
		t.Fatal(err)
	}
	want := "each behind the name that proves its type:\n\nwff: wph ph, wps ps\nsetvar: vx x\nwff: wch ch\n\nThe file begins like this:"
	if !strings.Contains(msgs[1].Text, want) {
		t.Errorf("got\n%s\nwant\n%s", msgs[1].Text, want)
	}
}

// TestDefaultFormIsUnderstood answers with the very form that the system message
// shows: what is asked for is what is read.
func TestDefaultFormIsUnderstood(t *testing.T) {
	set := builtins(t)
	for _, system := range []string{"lean", "coq", "metamath", "agda"} {
		r := request(system)
		msgs, err := set.Prompt(r)
		if err != nil {
			t.Fatal(err)
		}
		c, note := Extract(msgs[0].Text, r.Task)
		if c.Proof == "" || note != "" || (c.Lemmas == "") != (system == "metamath") {
			t.Errorf("%s: %+v, note %q", system, c, note)
		}
	}
}

func TestRepairIsAConversation(t *testing.T) {
	r := request("lean")
	r.Round = 3
	r.History = []model.Exchange{
		{Response: "<think>hm</think>\n<proof>\nby smip\n</proof>", Candidate: verify.Candidate{Proof: ":= by smip"}, Report: verify.Report{
			Verdict: record.Rejected, Category: "unknown identifier",
			Diagnostics: []verify.Diagnostic{{Message: "unknown tactic", Start: 6, End: 10, Step: 1, Label: "smip", Goals: []string{"p"}}},
		}},
		{Response: "no idea", Report: verify.Report{Verdict: record.NoAnswer}},
		{Response: " ", Candidate: verify.Candidate{Proof: ":= by loop"}, Report: verify.Report{Verdict: record.Timeout}},
	}
	msgs, err := builtins(t).Prompt(r)
	if err != nil {
		t.Fatal(err)
	}
	first, err := builtins(t).Prompt(request("lean"))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(msgs[:2], first) {
		t.Error("a repair's conversation does not begin as the first prompt did")
	}
	const again = "\n\nWrite the corrected proof, whole, in the same form."
	want := []model.Message{
		{Role: model.Assistant, Text: "<proof>\nby smip\n</proof>"},
		{Role: model.User, Text: "The checker does not accept this proof.\n\n- step 1: unknown tactic\n  cited there: smip\n  at: smip\n  left to prove: p" + again},
		{Role: model.Assistant, Text: "no idea"},
		{Role: model.User, Text: "There was no complete <proof> block in your answer." + again},
		{Role: model.Assistant, Text: "(no answer)"},
		{Role: model.User, Text: "The checker ran out of time on this proof." + again},
	}
	if !reflect.DeepEqual(msgs[2:], want) {
		t.Errorf("got\n%q\nwant\n%q", msgs[2:], want)
	}
}

func TestHugeReportsAreCut(t *testing.T) {
	r := request("coq")
	r.Round = 1
	d := verify.Diagnostic{Message: strings.Repeat("é", 1<<20) + "\xff", Start: -5, End: 1 << 30, Goals: make([]string, 1000)}
	e := model.Exchange{Response: strings.Repeat("ü", 1<<20), Candidate: verify.Candidate{Proof: "x"}}
	for range 1000 {
		e.Report.Diagnostics = append(e.Report.Diagnostics, d)
	}
	r.History = []model.Exchange{e}
	msgs, err := builtins(t).Prompt(r)
	if err != nil {
		t.Fatal(err)
	}
	report, answer := msgs[3].Text, msgs[2].Text
	if len(report) > 32<<10 || len(answer) > 40<<10 {
		t.Errorf("the report has %d bytes, the answer %d", len(report), len(answer))
	}
	for _, w := range []string{"more bytes left out", "[992 more goals left out]", "992 more messages"} {
		if !strings.Contains(report, w) {
			t.Errorf("the report does not say %q", w)
		}
	}
	for _, m := range msgs {
		if !utf8.ValidString(m.Text) {
			t.Error("invalid UTF-8 in a message")
		}
	}
}

// TestTruthIsOutOfReach walks every type that a template can reach: all are this
// package's own views of strings and numbers.
func TestTruthIsOutOfReach(t *testing.T) {
	home := reflect.TypeFor[View]().PkgPath()
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		if p := typ.PkgPath(); p != "" && p != home {
			t.Errorf("a template reaches %v of %s", typ, p)
		}
		switch typ.Kind() {
		case reflect.Struct:
			for i := range typ.NumField() {
				walk(typ.Field(i).Type)
			}
		case reflect.Slice, reflect.Pointer:
			walk(typ.Elem())
		case reflect.String, reflect.Int:
		default:
			t.Errorf("a template reaches a %v", typ)
		}
		for i := range typ.NumMethod() {
			for o := range typ.Method(i).Type.NumOut() {
				walk(typ.Method(i).Type.Out(o))
			}
		}
	}
	walk(reflect.TypeFor[*View]())
	if len(seen) < 7 {
		t.Errorf("only %d types were seen", len(seen))
	}
}

func TestHostileTemplateFindsNoTruth(t *testing.T) {
	for _, text := range []string{"{{.Task.Truth}}", "{{.Task.Truth.Proof}}", "{{.Task.Pool}}", "{{.Request}}", "{{range .Context.Premises}}{{.Proof}}{{end}}"} {
		if _, err := load(t, map[string]string{"lean/first.tmpl": text}); err == nil || !strings.Contains(err.Error(), "first.tmpl:1:") {
			t.Errorf("%s: error %v, want one at first.tmpl:1", text, err)
		}
	}
	for _, text := range []string{`{{printf "%+v %#v" . .}}`, `{{js .}}{{html .Task}}{{print .Context}}`} {
		set, err := load(t, map[string]string{"lean/first.tmpl": text, "lean/system.tmpl": text, "lean/repair.tmpl": text})
		if err != nil {
			t.Fatal(err)
		}
		r := request("lean")
		r.History = []model.Exchange{{}}
		msgs, err := set.Prompt(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range msgs {
			if strings.Contains(m.Text, "SECRET") || strings.Contains(m.Text, "hidden") {
				t.Errorf("%s shows what no model may see: %s", text, m.Text)
			}
		}
	}
}

func TestOverrides(t *testing.T) {
	set, err := load(t, map[string]string{
		"lean/first.tmpl": "Do {{.Task.Name}}, sample {{.Sample}}.\r\n", "lean/system.tmpl": " \n", "generic/system.tmpl": "general", "lean/README": "{{broken",
	})
	if err != nil {
		t.Fatal(err)
	}
	msgs, err := set.Prompt(request("lean"))
	if err != nil {
		t.Fatal(err)
	}
	if want := []model.Message{{Role: model.User, Text: "Do a1i, sample 0."}}; !reflect.DeepEqual(msgs, want) {
		t.Errorf("%q, want %q", msgs, want)
	}
	if msgs, _ := set.Prompt(request("agda")); msgs[0].Text != "general" {
		t.Errorf("agda gets %q", msgs[0].Text)
	}
	if msgs, _ := set.Prompt(request("coq")); !strings.Contains(msgs[0].Text, "Coq") {
		t.Errorf("coq lost its own template to the generic one: %q", msgs[0].Text)
	}
	if own := builtins(t); set.Hash() == own.Hash() || own.Hash() != builtins(t).Hash() || len(own.Hash()) != 64 {
		t.Errorf("hashes %s and %s", set.Hash(), own.Hash())
	}
}

func TestBrokenTemplatesAreNamed(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"syntax":           {"lean/first.tmpl", "a\n{{if}}", "lean/first.tmpl:2: "},
		"unknown field":    {"coq/repair.tmpl", "a\n\n{{.Last.Prof}}", "coq/repair.tmpl:3:"},
		"unknown function": {"coq/repair.tmpl", "{{env}}", "coq/repair.tmpl:1: "},
		"in a branch":      {"lean/first.tmpl", "{{with .Context.Dropped}}\n{{.X}}{{end}}", "lean/first.tmpl:2:"},
		"in the else":      {"lean/first.tmpl", "{{with .Context.Dropped}}{{else}}\n{{.X}}{{end}}", "lean/first.tmpl:2:"},
		"unknown part":     {"lean/frist.tmpl", "a", "lean/frist.tmpl: no such template"},
		"no system":        {"first.tmpl", "a", "first.tmpl: no such template"},
		"too deep":         {"a/lean/first.tmpl", "a", "a/lean/first.tmpl: no such template"},
		"invalid UTF-8":    {"lean/first.tmpl", "a\n\xff", "lean/first.tmpl:2: invalid UTF-8"},
		"too long":         {"lean/first.tmpl", strings.Repeat("a", maxTemplate+1), "lean/first.tmpl: a template is a file of at most"},
	} {
		if _, err := load(t, map[string]string{c.file: c.text}); err == nil || !strings.Contains(filepath.ToSlash(err.Error()), c.want) {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "missing")); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("a missing folder: %v", err)
	}
}

func TestEndlessTemplateIsStopped(t *testing.T) {
	set, err := load(t, map[string]string{"lean/first.tmpl": "{{range $a := .Context.Premises}}{{range $.Context.Premises}}{{$a.Text}}{{end}}{{end}}"})
	if err != nil {
		t.Fatal(err)
	}
	r := request("lean")
	r.Task.Pool.Premises[0].Text = strings.Repeat("x", 1<<20)
	r.Context.Shown = make([]int32, 100)
	if _, err := set.Prompt(r); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("error %v", err)
	}
}
