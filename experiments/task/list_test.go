package task

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// small returns two tasks over a pool of four premises.
func small() (*Pool, []*Task) {
	pool := &Pool{Tokenizer: Words, Premises: []Premise{
		{Name: "wi", Kind: Notation, Statement: "wff ( ph -> ps )"},
		{Name: "ax-mp", Kind: Axiom, Hypotheses: []string{"|- ph", "|- ( ph -> ps )"}, Statement: "|- ps"},
		{Name: "a1i", Kind: Lemma, Hypotheses: []string{"|- ph"}, Statement: "|- ( ps -> ph )"},
		{Name: "id", Kind: Lemma, Statement: "|- ( ph -> ph )"},
	}}
	tasks := []*Task{
		{ID: "mini/a1i", Name: "a1i", Benchmark: "mini", System: "metamath", Repository: "Logic", File: "mini.mm", Line: 12,
			Statement: "|- ( ps -> ph )", Hypotheses: []string{"|- ph"}, HypothesisNames: []string{"a1i.1"}, Conditions: []string{"$d x ph"},
			Tokens: 12, Pool: pool, Available: 2, Index: 2, Restates: "b", InstanceOf: "c",
			Truth:    GroundTruth{Proof: "( wi ax-mp )\n ABC", Premises: []int32{0, 1}},
			Features: map[string]float64{NestingDepth: 1, "x": 0.1}, Categories: map[string]string{"part": "A <b> & \u2028 \"c\""}},
		{ID: "mini/id", Name: "id", Benchmark: "mini", System: "metamath", Statement: "|- ( ph -> ph )", Tokens: 7, Pool: pool, Available: 3, Index: 3},
	}
	return pool, tasks
}

func write(t *testing.T) string {
	t.Helper()
	_, tasks := small()
	var b bytes.Buffer
	record := &SelectionRecord{Selection: Selection{Count: 2, Seed: math.MaxUint64, DepthEdges: []int{3}}, Method: "m", Excluded: map[string]int{TooShort: 3},
		Buckets: []Bucket{{Depth: "1–3", Available: 4, Chosen: 2, Strata: []Stratum{{"Logic", 4, 2}}}}}
	if err := Write(&b, Header{Benchmark: "mini", System: "metamath", Source: Source{"mini.mm", "abc"}, Selection: record}, tasks); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestListRoundTrip(t *testing.T) {
	pool, want := small()
	text := write(t)
	if n := strings.Count(text, "\n"); n != 3 {
		t.Fatalf("%d lines, want a header and two tasks", n)
	}
	l, err := Read(strings.NewReader(text), "tasks.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if l.Selection.Seed != math.MaxUint64 || l.Selection.Buckets[0].Strata[0].Chosen != 2 {
		t.Errorf("selection %+v", l.Selection)
	}
	got, err := l.Resolve(pool, "abc")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read back:\n%+v\n%+v\nwant:\n%+v\n%+v", got[0], got[1], want[0], want[1])
	}
	var again bytes.Buffer
	if err := Write(&again, l.Header, got); err != nil || again.String() != text {
		t.Errorf("written again it differs (%v):\n%s\n%s", err, again.String(), text)
	}
}

func TestReadErrorsNameTheLine(t *testing.T) {
	good := strings.SplitAfter(write(t), "\n")
	replace := func(line int, old, new string) string {
		lines := append([]string{}, good...)
		if !strings.Contains(lines[line], old) {
			t.Fatalf("line %d has no %s", line, old)
		}
		lines[line] = strings.Replace(lines[line], old, new, 1)
		return strings.Join(lines, "")
	}
	for name, c := range map[string]struct{ text, want string }{
		"an empty file":        {"", "t:1: not a task list: the file is empty"},
		"another file":         {"{}\n", "t:1: not a task list"},
		"no JSON":              {"hello\n", "t:1: not a task list"},
		"another version":      {replace(0, `"version":1`, `"version":2,"new":3`), "t:1: version 2"},
		"unknown header field": {replace(0, `"system"`, `"sistem"`), `t:1: json: unknown field "sistem"`},
		"unknown field":        {replace(1, `"line"`, `"lin"`), `t:2: json: unknown field "lin"`},
		"a wrong type":         {replace(2, `"available":3`, `"available":"3"`), "t:3: "},
		"a cut line":           {replace(2, "}\n", "\n"), "t:3: "},
		"an empty line":        {replace(1, good[1], "\n"), "t:2: an empty line"},
		"two values":           {replace(2, "\n", "{}\n"), "t:3: more than one"},
		"a repeated id":        {replace(2, "mini/id", "mini/a1i"), "t:3: task mini/a1i stands at t:2"},
		"no statement":         {replace(2, "|- ( ph -> ph )", ""), "t:3: a task needs"},
		"names missing":        {replace(1, `["a1i.1"]`, `["a1i.1","a1i.2"]`), "t:2: 1 hypotheses with 2 names"},
		"invalid UTF-8":        {replace(2, "mini/id", "mini/\xff"), "t:3: invalid UTF-8"},
		"no tasks":             {good[0], "t:1: the list has no tasks"},
	} {
		if _, err := Read(strings.NewReader(c.text), "t"); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
}

func TestResolveErrors(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Pool)
		sha    string
		want   string
	}{
		"another source":    {func(*Pool) {}, "abd", "SHA-256 abc"},
		"a missing premise": {func(p *Pool) { p.Premises[1].Name = "mp" }, "abc", "t:2: the source has no ax-mp"},
		"another statement": {func(p *Pool) { p.Premises[3].Statement += " x" }, "abc", "t:3: the source states id otherwise"},
		"another place":     {func(p *Pool) { p.Premises[2], p.Premises[3] = p.Premises[3], p.Premises[2] }, "abc", "t:2: 2 declarations before a1i"},
		"a shorter pool":    {func(p *Pool) { p.Premises = p.Premises[:2] }, "abc", "t:3: 3 declarations before id"},
	} {
		pool, _ := small()
		c.change(pool)
		l, err := Read(strings.NewReader(write(t)), "t")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Resolve(pool, c.sha); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

func TestWriteRefusesWhatCannotBeReadBack(t *testing.T) {
	_, tasks := small()
	h := Header{Benchmark: "mini", System: "metamath"}
	tasks[0].Features["x"] = math.NaN()
	if err := Write(new(bytes.Buffer), h, tasks); err == nil || !strings.Contains(err.Error(), "feature x is NaN") {
		t.Errorf("NaN: error %v", err)
	}
	tasks[0].Features["x"] = 1
	h.Benchmark = "other"
	if err := Write(new(bytes.Buffer), h, tasks); err == nil || !strings.Contains(err.Error(), "benchmark mini") {
		t.Errorf("another benchmark: error %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format":"proofgrid-tasks","version":1}` + "\n" + `{"id":"a","name":"a","statement":"s"}`))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := Read(bytes.NewReader(text), "t")
		if (l == nil) == (err == nil) {
			t.Fatal("neither a list nor an error, or both")
		}
		if err != nil && !strings.HasPrefix(err.Error(), "t:") {
			t.Errorf("the error names no line: %v", err)
		}
	})
}

func TestRendering(t *testing.T) {
	pool, tasks := small()
	for i, want := range []string{
		"wi: wff ( ph -> ps )",
		"ax-mp: |- ph & |- ( ph -> ps ) => |- ps",
		"a1i: |- ph => |- ( ps -> ph )",
	} {
		p := &pool.Premises[i]
		if got := string(p.Append(nil)); got != want || p.WordCount() != len(strings.Fields(want)) {
			t.Errorf("rendered %q (%d words), want %q", got, p.WordCount(), want)
		}
	}
	p := Premise{Name: "ax-5", Statement: "|-\n( ph  ->\tA. x ph )", Conditions: []string{"$d x ph", "$d x y"}}
	want := "ax-5: |- ( ph -> A. x ph ) where $d x ph and $d x y"
	if got := string(p.Append(nil)); got != want || p.WordCount() != len(strings.Fields(want)) {
		t.Errorf("rendered %q (%d words), want %q", got, p.WordCount(), want)
	}
	want = "a1i.1: |- ph\na1i: |- ( ps -> ph ) where $d x ph\n"
	if got := string(tasks[0].Append(nil)); got != want || tasks[0].WordCount() != len(strings.Fields(want)) {
		t.Errorf("rendered %q (%d words), want %q", got, tasks[0].WordCount(), want)
	}
}

func TestDeriveIsComputedOnce(t *testing.T) {
	pool, _ := small()
	n := 0
	for range 3 {
		if got := pool.Derive("key", func() any { n++; return fmt.Sprint("made ", n) }); got != "made 1" {
			t.Errorf("derived %v", got)
		}
	}
	if i, ok := pool.Lookup("id"); i != 3 || !ok {
		t.Errorf("id is found at %d, %v", i, ok)
	}
	if _, ok := pool.Lookup("none"); ok {
		t.Error("a missing name is found")
	}
}
