package metamath

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/task"
)

func mini(t *testing.T) *Source {
	t.Helper()
	s, err := OpenFile("testdata/mini.mm", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func find(t *testing.T, s *Source, name string) *task.Task {
	t.Helper()
	for _, x := range s.Tasks {
		if x.Name == name {
			return x
		}
	}
	t.Fatalf("no task %s", name)
	return nil
}

func premiseNames(s *Source, indices []int32) string {
	var names []string
	for _, i := range indices {
		names = append(names, s.Pool.Premises[i].Name)
	}
	return strings.Join(names, " ")
}

func TestMiniIsProved(t *testing.T) {
	_, errs := mini(t).DB.VerifyAll(context.Background(), 1)
	var labels []string
	for _, e := range errs {
		labels = append(labels, e.Label)
	}
	if !slices.Equal(labels, []string{"todo", "ax5not"}) {
		t.Fatalf("rejected: %v, want only the two that are left open", errs)
	}
}

func TestPool(t *testing.T) {
	s := mini(t)
	for _, c := range []struct {
		name       string
		kind       task.Kind
		repository string
		line       string // as rendered
		deps       string
	}{
		{"wn", task.Notation, "Syntax", "wn: wff -. ph", ""},
		{"wnn", task.Notation, "Syntax", "wnn: wff -. -. ph", "wn"},
		{"wa", task.Notation, "Logic / More", "wa: wff ( ph /\\ ps )", "df-an"},
		{"df-an", task.Definition, "Logic / More", "df-an: |- ( ( ph /\\ ps ) -> -. ( ph -> -. ps ) )", "wn wi wa"},
		{"ax-mp", task.Axiom, "Implication", "ax-mp: |- ph & |- ( ph -> ps ) => |- ps", "wi"},
		{"nn", task.Lemma, "Logic / More", "nn: |- ( -. -. ph -> -. -. ph )", "wn wi"},
		{"ax-5", task.Axiom, "Quantifiers / More", "ax-5: |- ( ph -> A. x ph ) where $d ph x", "wi wal"},
		{"ax5d", task.Lemma, "Quantifiers / More", "ax5d: |- ( ps -> ph ) => |- ( ps -> A. x ph ) where $d ph x and $d ps x", "wi wal"},
	} {
		i, ok := s.Pool.Lookup(c.name)
		if !ok {
			t.Fatalf("no %s", c.name)
		}
		p := &s.Pool.Premises[i]
		if got := string(p.Append(nil)); got != c.line || p.Kind != c.kind || p.Repository != c.repository || premiseNames(s, p.Deps) != c.deps {
			t.Errorf("%s: %s of %q, %q, needs %q; want %s of %q, %q, %q", c.name, p.Kind, p.Repository, got, premiseNames(s, p.Deps), c.kind, c.repository, c.line, c.deps)
		}
		if p.Tokens != len(strings.Fields(c.line)) {
			t.Errorf("%s: %d tokens", c.name, p.Tokens)
		}
		if id := s.Statement(i); s.DB.Label(id) != c.name || s.Premise(id) != i {
			t.Errorf("%s: statement and premise do not lead back to each other", c.name)
		}
	}
}

func TestTasks(t *testing.T) {
	s := mini(t)
	for _, c := range []struct {
		name, cites                 string
		steps, depth, section       float64
		direct, transitive          [4]float64 // syntax, definitions, axioms, theorems
		tokens                      float64
		restates, instance, comment string
	}{
		{"a1i", "wi ax-1 ax-mp", 2, 1, 1, [4]float64{1, 0, 2, 0}, [4]float64{1, 0, 2, 0}, 8, "", "", "yes"},
		{"mpd", "wi ax-mp a2i", 2, 2, 2, [4]float64{1, 0, 1, 1}, [4]float64{1, 0, 2, 1}, 22, "", "", "no"},
		{"syl", "wi a1i mpd", 2, 3, 3, [4]float64{1, 0, 0, 2}, [4]float64{1, 0, 3, 3}, 18, "", "", "no"},
		{"id", "wi ax-1 mpd", 3, 3, 3, [4]float64{1, 0, 1, 1}, [4]float64{1, 0, 3, 2}, 6, "", "", "no"},
		{"idps", "id", 1, 4, 4, [4]float64{0, 0, 0, 1}, [4]float64{1, 0, 3, 3}, 6, "id", "", "no"},
		{"idim", "wi id", 1, 4, 4, [4]float64{1, 0, 0, 1}, [4]float64{1, 0, 3, 3}, 14, "", "id", "no"},
		{"sylx", "wn syl", 1, 4, 4, [4]float64{1, 0, 0, 1}, [4]float64{2, 0, 3, 4}, 20, "", "syl", "no"},
		{"an", "wn wi syl wa df-an", 2, 4, 1, [4]float64{3, 1, 0, 1}, [4]float64{3, 1, 3, 4}, 22, "", "", "no"},
		{"nn", "wnn id", 1, 4, 1, [4]float64{1, 0, 0, 1}, [4]float64{3, 0, 3, 3}, 10, "", "id", "no"},
		{"ax5ps", "ax-5", 1, 1, 1, [4]float64{0, 0, 1, 0}, [4]float64{0, 0, 1, 0}, 8, "ax-5", "", "no"},
		{"ax5d", "syl wal ax-5", 2, 4, 1, [4]float64{1, 0, 1, 1}, [4]float64{2, 0, 4, 4}, 14, "", "", "no"},
	} {
		x := find(t, s, c.name)
		f := x.Features
		want := map[string]float64{
			task.ProofSteps: c.steps, task.NestingDepth: c.depth, SectionDepth: c.section, "statement_tokens": c.tokens,
			"hypotheses": float64(len(x.Hypotheses)), "premises_available": float64(x.Available),
			"deps_direct": sum(c.direct), "deps_transitive": sum(c.transitive),
		}
		for k, name := range []string{"syntax", "definitions", "axioms", "theorems"} {
			want["deps_direct_"+name], want["deps_transitive_"+name] = c.direct[k], c.transitive[k]
		}
		if !reflect.DeepEqual(f, want) {
			t.Errorf("%s: features %v, want %v", c.name, f, want)
		}
		if got := premiseNames(s, x.Truth.Premises); got != c.cites {
			t.Errorf("%s cites %q, want %q", c.name, got, c.cites)
		}
		if x.Restates != c.restates || x.InstanceOf != c.instance {
			t.Errorf("%s restates %q and is an instance of %q, want %q and %q", c.name, x.Restates, x.InstanceOf, c.restates, c.instance)
		}
		if x.Categories["discouraged"] != c.comment || x.Categories["proof"] != "complete" {
			t.Errorf("%s: categories %v", c.name, x.Categories)
		}
	}
	x := find(t, s, "ax5d")
	if x.ID != "mini/ax5d" || x.File != "quantifier.mm" || x.Line != 23 || x.Repository != "Quantifiers / More" || x.Categories["part"] != "Quantifiers" {
		t.Errorf("ax5d: %s at %s:%d in %s, %v", x.ID, x.File, x.Line, x.Repository, x.Categories)
	}
	if got := strings.Join(x.Conditions, ", "); got != "$d ph x, $d ps x y" || !slices.Equal(x.HypothesisNames, []string{"ax5d.1"}) {
		t.Errorf("ax5d: conditions %q, hypotheses %v", got, x.HypothesisNames)
	}
}

func sum(c [4]float64) float64 { return c[0] + c[1] + c[2] + c[3] }

// A proof can be written from the variables of a task: every $f label that its ground
// truth or a declaration before it needs is among them, and those of other blocks and
// of later lines are not.
func TestVariablesInScope(t *testing.T) {
	const text = `$c wff |- $. $v p q $. wp $f wff p $. ax $a |- p $.
		${ wq $f wff q $. in $p |- q $= wq ax $. $}
		out $p |- p $= wp ax $.
		$v r $. wr $f wff r $. late $p |- p $= wp ax $.`
	s, err := OpenFS(fstest.MapFS{"d.mm": {Data: []byte(text)}}, "d.mm", "d.mm", Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, q, r := task.Variable{Name: "wp", Type: "wff", Symbol: "p"}, task.Variable{Name: "wq", Type: "wff", Symbol: "q"}, task.Variable{Name: "wr", Type: "wff", Symbol: "r"}
	for name, want := range map[string][]task.Variable{"in": {p, q}, "out": {p}, "late": {p, r}} {
		if got := find(t, s, name).Variables; !slices.Equal(got, want) {
			t.Errorf("%s: variables %v, want %v", name, got, want)
		}
	}
	s = mini(t)
	for _, x := range s.Tasks {
		for w := range strings.FieldsSeq(x.Truth.Proof) {
			id, ok := s.DB.Lookup(w)
			if ok && s.DB.Kind(id) == mm.Floating && !slices.ContainsFunc(x.Variables, func(v task.Variable) bool { return v.Name == w }) {
				t.Errorf("%s: its proof cites %s, which is not among its variables", x.Name, w)
			}
		}
	}
}

func TestIncompleteProofs(t *testing.T) {
	s := mini(t)
	for _, name := range []string{"todo", "ax5not"} {
		x := find(t, s, name)
		if _, ok := x.Features[task.NestingDepth]; ok || x.Truth.Proof != "" || x.Truth.Premises != nil || x.Categories["proof"] != "incomplete" {
			t.Errorf("%s has a ground truth: %+v, features %v", name, x.Truth, x.Features)
		}
		if x.Restates != "" || x.InstanceOf != "" {
			t.Errorf("%s is called trivial: a theorem without the condition of ax-5 is none", name)
		}
	}
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "2 of 14 theorems") {
		t.Errorf("warnings %q", s.Warnings)
	}
}

func TestHash(t *testing.T) {
	read := func(name string) []byte {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	h := sha256.Sum256(append(read("testdata/mini.mm"), read("testdata/quantifier.mm")...))
	s := mini(t)
	if s.Ref.SHA256 != hex.EncodeToString(h[:]) || s.Ref.Path != "testdata/mini.mm" {
		t.Errorf("source %+v", s.Ref)
	}
	same, err := OpenFS(os.DirFS("testdata"), "mini.mm", "builtin:mini", Options{})
	if err != nil || same.Ref != (task.Source{Path: "builtin:mini", SHA256: s.Ref.SHA256}) {
		t.Errorf("source %+v, %v", same.Ref, err)
	}
}

func TestOptions(t *testing.T) {
	s, err := OpenFile("testdata/mini.mm", Options{Benchmark: "b", Level: 1, Definition: func(l string) bool { return l == "ax-2" }})
	if err != nil {
		t.Fatal(err)
	}
	if x := find(t, s, "an"); x.ID != "b/an" || x.Repository != "Logic" || x.Features["deps_transitive_definitions"] != 1 || x.Features["deps_transitive_axioms"] != 3 {
		t.Errorf("%s in %s, features %v", x.ID, x.Repository, x.Features)
	}
	if _, err := OpenFile("testdata/mini.mm", Options{Level: -1}); err == nil {
		t.Error("level -1 is taken")
	}
}

func TestTaskListOfASource(t *testing.T) {
	s := mini(t)
	chosen, record, err := task.Select(s.Tasks, task.Selection{Count: 5, Seed: 3, MinSteps: 2, DepthEdges: []int{2}})
	if err != nil {
		t.Fatal(err)
	}
	if record.Excluded[task.Restated]+record.Excluded[task.OneStep]+record.Excluded[task.TooShort] != 5 || record.Excluded[task.NoGroundTruth] != 2 {
		t.Errorf("excluded %v", record.Excluded)
	}
	var b bytes.Buffer
	if err := task.Write(&b, s.Header(record), chosen); err != nil {
		t.Fatal(err)
	}
	got, list, err := s.Read(&b, "tasks.jsonl")
	if err != nil || !reflect.DeepEqual(got, chosen) || !reflect.DeepEqual(list.Selection, record) {
		t.Errorf("read back otherwise: %v", err)
	}
}

func TestDatabasesWithoutTheUsualShape(t *testing.T) {
	open := func(text string) (*Source, error) {
		return OpenFS(fstest.MapFS{"d.mm": {Data: []byte(text)}}, "d.mm", "d.mm", Options{})
	}
	if _, err := open("$c wff |- $. $v p $. wp $f wff p $. ax $a |- p $."); err == nil || !strings.Contains(err.Error(), "proves no statement") {
		t.Errorf("a database of axioms: error %v", err)
	}
	// Without headings, and with statements that its syntax axioms do not cover.
	s, err := open("$c wff |- * $. $v p $. wp $f wff p $. ax $a |- p * $. th $p |- p * $= wp ax $.")
	if err != nil {
		t.Fatal(err)
	}
	if s.Tasks[0].Repository != "d" || len(s.Warnings) != 2 || !strings.Contains(s.Warnings[0], "no section headings") || !strings.Contains(s.Warnings[1], "2 of 2 statements, ax the first") {
		t.Errorf("repository %q, warnings %q", s.Tasks[0].Repository, s.Warnings)
	}
	// Left recursion, an empty rule and ambiguity: strings over { I } as in the MIU system.
	s, err = open("$c wff |- I $. $v x y $. wx $f wff x $. wy $f wff y $. we $a wff $. wxy $a wff x y $. wI $a wff x I $. ax $a |- $. two $a |- I I $. th $p |- I I $= two $. gen $a |- x y I I $.")
	if err != nil || len(s.Warnings) != 1 {
		t.Fatal(err, s.Warnings)
	}
	for _, name := range []string{"ax", "two", "gen"} {
		i, _ := s.Pool.Lookup(name)
		if len(s.Pool.Premises[i].Deps) == 0 {
			t.Errorf("%s does not parse", name)
		}
	}
	if s.Tasks[0].Restates != "two" {
		t.Errorf("th restates %q", s.Tasks[0].Restates)
	}
}

func TestOpenDoesNotDependOnTheNumberOfProcessors(t *testing.T) {
	a := mini(t)
	for range 5 {
		b := mini(t)
		for i := range a.Tasks {
			b.Tasks[i].Pool = a.Tasks[i].Pool
		}
		if !reflect.DeepEqual(a.Tasks, b.Tasks) || !reflect.DeepEqual(a.Pool.Premises, b.Pool.Premises) {
			t.Fatal("opened again, the source differs")
		}
	}
}
