package export

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/record"
	"proofgrid/reports/internal/synthetic"
)

func detail(t *testing.T, path string) (d vsbDetail) {
	t.Helper()
	check(t, json.Unmarshal([]byte(read(t, path)), &d))
	return d
}

func TestVeriSoftBenchDirectory(t *testing.T) {
	run := sealed(t, plan("exhaustive"), func(j *notebook.Journal, u *record.Unit) {
		lemmas, err := j.Blob("lemma l : True := trivial")
		check(t, err)
		for i := range u.Attempts {
			u.Attempts[i].LemmasHash = lemmas
		}
		if a := &u.Attempts[len(u.Attempts)-1]; a.TaskID == "synthetic/2" { // its last repair
			a.Verdict, a.Detail = record.Cheated, "uses sorryAx"
			u.Diagnostics = slices.DeleteFunc(u.Diagnostics, func(d record.DiagnosticRow) bool { return d.Sample == a.Sample && d.Round == a.Round })
		}
	})
	out := filepath.Join(t.TempDir(), "results")
	res := write(t, run, Options{Format: "verisoftbench", Out: out})
	var sum vsbSummary
	check(t, json.Unmarshal([]byte(read(t, filepath.Join(out, "summary.json"))), &sum))
	if want := (vsbSummary{3, 1, 2, 1. / 3, 2. / 3, []string{"Foo.bar", "Foo.bar"}}); !reflect.DeepEqual(sum, want) {
		t.Errorf("summary %+v, want %+v", sum, want)
	}
	d := detail(t, filepath.Join(out, "details", "Foo.bar__Basic.json"))
	// The second sample failed and was repaired although the first was proved.
	if !d.Success || d.Fixed || len(d.Proofs) != 2 || d.Proofs[0].Error != nil || *d.Proofs[1].Error != "bad 1.0" || len(d.Proofs[1].Fixes) != 0 || d.Root != "repo 0" || d.Path != "A/Basic.lean" || d.Statement != "statement of Foo.bar" {
		t.Errorf("first task: %+v", d)
	}
	if len(res.Notes) != 1 || !strings.HasPrefix(res.Notes[0], "1 repairs beside") {
		t.Errorf("notes %q", res.Notes)
	}
	d = detail(t, filepath.Join(out, "details", "Foo.bar__Basic__repo 1.json"))
	if d.Success || !d.Fixed || *d.Proofs[0].Fixes[0].Error != "bad 0.1" || d.Proofs[1].Fixes[0].Error != nil || d.Proofs[1].Fixes[0].Proof != "proof 1.1" || d.Proofs[1].Fixes[0].Lemmas != "lemma l : True := trivial" {
		t.Errorf("second task: %+v", d)
	}
	d = detail(t, filepath.Join(out, "details", "Foo_.._baz.json"))
	if d.Success || d.Fixed || *d.Proofs[1].Fixes[0].Error != "the proof fails the integrity audit: uses sorryAx" {
		t.Errorf("third task: %+v", d)
	}
	if !strings.Contains(read(t, filepath.Join(out, "details", "Foo.bar__Basic.json")), `"retrieved_lemmas": null`) {
		t.Error("retrieved_lemmas is not null")
	}
}

func TestVeriSoftBenchCountsNoUnknownAsFailure(t *testing.T) {
	p := plan("breadth-first")
	fate := p.Fate
	p.Fate = func(c, task, sample int) synthetic.Fate {
		if f := fate(c, task, sample); task != 0 || sample == 0 {
			if task == 2 && sample == 1 {
				return synthetic.Fate{NoStart: true}
			}
			return f
		}
		return synthetic.Fate{NoStart: true} // beside the proved one
	}
	p.Cells = append(p.Cells, synthetic.Cell("other", "full", 2, 1, "breadth-first"))
	run := sealed(t, p, nil)
	out := filepath.Join(t.TempDir(), "results")
	_, err := Write(t.Context(), run, Options{Format: "verisoftbench", Out: out})
	if err == nil || !strings.Contains(err.Error(), "2 of 6 outcomes are unknown") || !strings.Contains(err.Error(), "--skip-unknown") {
		t.Fatalf("error %v", err)
	}
	left(t, filepath.Dir(out))
	res := write(t, run, Options{Format: "verisoftbench", Out: out, SkipUnknown: true})
	left(t, filepath.Dir(out), "results")
	left(t, out, "1-m [1] & 50 %_$-curated", "2-other-full")
	var sum vsbSummary
	check(t, json.Unmarshal([]byte(read(t, filepath.Join(out, "2-other-full", "summary.json"))), &sum))
	if sum.Theorems != 2 || sum.First != 1 || sum.Fixed != 2 {
		t.Errorf("summary %+v", sum)
	}
	d := detail(t, filepath.Join(out, "2-other-full", "details", "Foo.bar__Basic.json"))
	if len(d.Proofs) != 1 || d.Proofs[0].ID != 0 || d.Proofs[0].Error != nil {
		t.Errorf("the lost sample is in %+v", d)
	}
	if len(res.Notes) != 2 || !strings.HasPrefix(res.Notes[1], "2 attempts without an outcome") {
		t.Errorf("notes %q", res.Notes)
	}
}

func TestVeriSoftBenchSaysWhereFirstAnswersAreLost(t *testing.T) {
	p := plan("breadth-first")
	fate := p.Fate
	p.Fate = func(c, task, sample int) synthetic.Fate {
		if task == 1 && sample == 0 || task == 0 && sample == 1 {
			return synthetic.Fate{NoStart: true}
		}
		return fate(c, task, sample)
	}
	res := write(t, sealed(t, p, nil), Options{Format: "verisoftbench", Out: filepath.Join(t.TempDir(), "x")})
	if len(res.Notes) != 2 || !strings.HasPrefix(res.Notes[1], "1 theorem counts as not proved without a fix") {
		t.Errorf("notes %q", res.Notes)
	}
}

func TestVeriSoftBenchRefusesDepthFirst(t *testing.T) {
	_, err := Write(t.Context(), sealed(t, plan("depth-first"), nil), Options{Format: "verisoftbench", Out: filepath.Join(t.TempDir(), "x")})
	if err == nil || !strings.Contains(err.Error(), "depth-first") {
		t.Errorf("error %v", err)
	}
}

func TestFileNames(t *testing.T) {
	long := fileName(strings.Repeat("é", 300))
	if len(long) > 200 || long == fileName(strings.Repeat("é", 301)) || !strings.HasPrefix(long, "éé") {
		t.Errorf("long name %q", long)
	}
	if got := fileName("a/b\\c:\x00\xff.«d»'"); got != "a_b_c___.«d»'" {
		t.Errorf("got %q", got)
	}
}

func TestManyTasksOfOneName(t *testing.T) {
	c := &vsbCell{used: map[string]bool{}, same: map[string]int{}}
	names := map[string]bool{}
	const n = 50_000
	for range n {
		names[c.name(&record.TaskRow{Name: "t", Repository: "R", File: "a/F.lean"})] = true
	}
	if len(names) != n || !names["t__F"] || !names["t__F__R"] || !names["t__F__R__2"] {
		t.Errorf("%d names for %d tasks", len(names), n)
	}
}
