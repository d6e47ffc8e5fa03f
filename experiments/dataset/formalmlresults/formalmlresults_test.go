package formalmlresults

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"proofgrid/experiments/imported"
)

func verdicts(r *imported.Results, cell int) string {
	var list []string
	for t, unit := range r.Cells[cell].Units {
		s := r.Tasks[t].TaskID + ":"
		for _, a := range unit {
			s += " " + string(a.Verdict)
		}
		list = append(list, s)
	}
	return strings.Join(list, "\n")
}

func found(r *imported.Results, what string) (n int, example string) {
	for _, f := range r.Findings {
		if strings.Contains(f.What, what) {
			return f.N, f.Example
		}
	}
	return 0, ""
}

func TestSample(t *testing.T) {
	r, err := Read([]string{"testdata/gale.json"}, Options{Generations: []string{"testdata/gale-generations.jsonl"}})
	if err != nil {
		t.Fatal(err)
	}
	want := `formalml/optlib/convex_sum: rejected proved no-answer proved
formalml/optlib/grad_zero: rejected rejected rejected rejected
formalml/foml/bernoulli_mean: proved proved rejected proved
formalml/foml/markov: rejected rejected rejected not-run`
	if got := verdicts(r, 0); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	if c := r.Cells[0]; c.K != 4 || c.R != 0 || c.Model != "gale" {
		t.Errorf("cell: %+v", c)
	}
	a := r.Cells[0].Units[0][1]
	if a.Candidate != "trivial" || a.Response != "b" || a.TokensOut != -1 || a.Answering != -1 || r.Tasks[0].Statement != "import Toy\ntheorem convex_sum : True := by" || r.Tasks[0].Repository != "optlib" {
		t.Errorf("attempt %+v of %+v", a, r.Tasks[0])
	}
	for what, n := range map[string]int{"passed problems that disagree": 1, "pass rates that disagree": 1, "listed again": 1, "fewer than the cell's 4": 1, "generations without an evaluation": 1} {
		if got, example := found(r, what); got != n {
			t.Errorf("%d × %s (%s), want %d", got, what, example, n)
		}
	}
	if n, example := found(r, "passed problems that disagree"); n != 1 || example != "foml: passed_problems is 2, the results have 1" {
		t.Errorf("finding: %s", example)
	}
}

func TestWithoutGenerations(t *testing.T) {
	r, err := Read([]string{"testdata/gale.json"}, Options{Models: []string{"lab/gale"}, Regime: "M=10"})
	if err != nil {
		t.Fatal(err)
	}
	if c := r.Cells[0]; c.Model != "lab:gale" || c.Regime != "M=10" || c.Units[0][2].Verdict != "rejected" || c.Units[0][1].Candidate != "" {
		t.Errorf("cell: %+v", c)
	}
}

func TestWrongFiles(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"empty":         {"", "looks like an empty file"},
		"another":       {`{"hardware":"h","results":[]}`, "looks like CoqStoq results"},
		"truncated":     {"{\"optlib\": {\"statistics\": {},\n\"results\": [", "truncated"},
		"both null":     {`{"optlib": null, "foml": null}`, "no results"},
		"no problem":    {`{"foml": {"results":[{"passed":[true]}]}}`, "foml: result 1 has no problem_id"},
		"contradiction": {`{"foml": {"results":[{"problem_id":"a","passed":[true]},{"problem_id":"a","passed":[false]}]}}`, "problem a has two results that differ"},
		"flags of text": {"{\n\"foml\": {\"results\":[{\"problem_id\":\"a\",\"passed\":[\"yes\"]}]}}", ":2: foml: results.passed is a string"},
		"a list":        {`[{"problem_id":"a"}]`, "looks like"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "m.json")
			if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := Read([]string{path}, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if _, err := Read([]string{"testdata/gale.json", "testdata/gale.json"}, Options{}); err == nil || !strings.Contains(err.Error(), "name the models") {
		t.Errorf("got %v", err)
	}
	cut := filepath.Join(t.TempDir(), "g.jsonl")
	if err := os.WriteFile(cut, []byte(fmt.Sprintf("%s\n%s\n", `{"problem_id":"markov","full_proof":["x"]}`, `{"prob`)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read([]string{"testdata/gale.json"}, Options{Generations: []string{cut}}); err == nil || !strings.Contains(err.Error(), "g.jsonl:2: ") {
		t.Errorf("got %v", err)
	}
	if _, err := Read([]string{"testdata/gale.json"}, Options{Generations: []string{cut}, SkipDamaged: true}); err != nil {
		t.Error(err)
	}
}
