package kimina

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/imported"
)

func lines(r *imported.Results) string {
	var b strings.Builder
	for t, unit := range r.Cells[0].Units {
		for _, a := range unit {
			fmt.Fprintf(&b, "%s %d.%d %s\n", r.Tasks[t].Name, a.Sample, a.Round, a.Verdict)
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

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.json")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSample(t *testing.T) {
	r, err := Read([]string{"testdata/ember.jsonl"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `sum 0.0 proved
sum 1.0 rejected
prod 0.0 timeout
prod 1.0 rejected
half 0.0 proved
half 1.0 infrastructure-error
`
	if got := lines(r); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	a := r.Cells[0].Units[0][1]
	if a.Check != 500*time.Millisecond || a.Answering != -1 || a.TokensIn != -1 || len(a.Diagnostics) != 1 || a.Diagnostics[0].Message != "omega could not prove the goal" || a.Diagnostics[0].Kind != "error" {
		t.Errorf("attempt: %+v", a)
	}
	if s := r.Cells[0].Units[1][1]; s.Kind != "hasSorry" || len(s.Diagnostics) != 1 {
		t.Errorf("a sorry: %+v", s.Diagnostics)
	}
	if found(r, "server errors with another reply") != 1 {
		t.Errorf("findings: %+v", r.Findings)
	}
}

func TestSorryIsNotReadFromText(t *testing.T) {
	for name, c := range map[string]struct{ response, want string }{
		"a comment on sorry":  {`{"messages":[{"severity":"info","data":"declaration uses 'sorry'"}]}`, "proved"},
		"a sorry by its kind": {`{"messages":[{"severity":"warning","kind":"hasSorry","data":"x"}]}`, "rejected"},
		"a sorry in the list": {`{"sorries":[{}]}`, "rejected"},
		"nothing to say":      {`{"env":0}`, "proved"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Read([]string{write(t, `{"results":[{"id":"a","time":1,"response":`+c.response+`}]}`)}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := string(r.Cells[0].Units[0][0].Verdict); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestIDs(t *testing.T) {
	r := &reader{pattern: regexp.MustCompile(DefaultPattern)}
	for id, want := range map[string]string{
		"x": "x 0.0", "x#3": "x 3.0", "x_1": "x_1 0.0", "x_1_sample_2": "x_1 2.0", "x-sample2-round1": "x 2.1", "x#2.1": "x 2.1", "Nat.add_comm": "Nat.add_comm 0.0",
	} {
		task, sample, round, err := r.parse(id)
		if got := fmt.Sprintf("%s %d.%d", task, sample, round); got != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", id, got, err, want)
		}
	}
	counted, err := Read([]string{write(t, `{"results":[{"custom_id":"x#1","response":{"env":0}},{"custom_id":"x#2","response":{"env":0}}]}`)}, Options{})
	if err != nil || lines(counted) != "x 0.0 proved\nx 1.0 proved\n" || counted.Cells[0].K != 2 {
		t.Errorf("counted from 1: got %v, %v", counted, err)
	}
	res, err := Read([]string{write(t, `{"results":[{"custom_id":"7/x/2","response":{"env":0}}]}`)}, Options{Pattern: `^\d+/(?P<task>.+)/(?P<sample>\d+)$`})
	if err != nil || lines(res) != "x 0.0 not-run\nx 2.0 proved\n" {
		t.Errorf("got %v, %v", res, err)
	}
}

func TestRequestsAddProofs(t *testing.T) {
	requests := write(t, `{"codes":[{"custom_id":"sum#0","proof":"theorem sum : True := trivial"}],"timeout":60}`)
	r, err := Read([]string{"testdata/ember.jsonl"}, Options{Requests: []string{requests}})
	if err != nil {
		t.Fatal(err)
	}
	if a := r.Cells[0].Units[0][0]; a.Candidate != "theorem sum : True := trivial" || found(r, "without a request") != 6 {
		t.Errorf("%+v, %+v", a, r.Findings)
	}
}

func TestWrongFiles(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		opts Options
		want string
	}{
		"empty":               {"", Options{}, "empty file"},
		"another":             {`{"thm_name":"x","lean_root":"y","generated_proofs":[]}`, Options{}, "VeriSoftBench results directory"},
		"truncated":           {`{"results":[{"id":"a"`, Options{}, "truncated"},
		"a truncated line":    {"{\"results\":[]}\n{\"results\":[{", Options{}, "m.json:2: "},
		"no replies":          {`{"results":[]}`, Options{}, "no replies"},
		"a contradiction":     {`{"results":[{"id":"a","response":{"env":0}},{"id":"a","response":{"sorries":[{}]}}]}`, Options{}, "another reply for it says proved"},
		"a time of minus one": {`{"results":[{"id":"a","time":-1,"response":{"env":0}}]}`, Options{}, "impossible time"},
		"a huge sample":       {`{"results":[{"id":"a#99999999999999999999","response":{"env":0}}]}`, Options{}, "which is no number"},
		"no such ID":          {`{"results":[{"id":"a","response":{"env":0}}]}`, Options{Pattern: `^(?P<task>b)$`}, `does not read the ID "a"`},
		"no group":            {`{"results":[]}`, Options{Pattern: "x"}, "has no group"},
		"a bad pattern":       {`{"results":[]}`, Options{Pattern: "("}, "the pattern of IDs"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Read([]string{write(t, c.text)}, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
