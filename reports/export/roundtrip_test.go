package export

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"proofgrid/experiments/dataset/vsbresults"
	"proofgrid/experiments/notebook"
	"proofgrid/experiments/record"
	"proofgrid/reports/internal/synthetic"
)

// TestVeriSoftBenchComesBack imports what was exported: of a breadth-first run, which is
// how the evaluator works, every attempt has the verdict and the texts that it had.
func TestVeriSoftBenchComesBack(t *testing.T) {
	p := plan("breadth-first")
	fate := p.Fate
	p.Tasks = append(p.Tasks, synthetic.Task("3", "repo 3", nil))
	p.Tasks[3].Name, p.Tasks[3].File = "slow", "C/Slow.lean"
	p.Fate = func(c, task, sample int) synthetic.Fate {
		if task == 3 {
			return synthetic.Fate{Solve: -1, Fail: record.Timeout}
		}
		return fate(c, task, sample)
	}
	run := sealed(t, p, func(j *notebook.Journal, u *record.Unit) {
		for i := range u.Attempts {
			if a := &u.Attempts[i]; a.TaskID == "synthetic/2" && a.Sample == 1 { // no answer, twice
				a.Verdict, a.CandidateHash, a.Category, a.Kind = record.NoAnswer, "", "", ""
			} else if a.Sample == 0 {
				var err error
				a.LemmasHash, err = j.Blob(fmt.Sprint("lemma of round ", a.Round))
				check(t, err)
			}
		}
		u.Diagnostics = slices.DeleteFunc(u.Diagnostics, func(d record.DiagnosticRow) bool { return d.TaskID == "synthetic/2" && d.Sample == 1 })
	})
	out := filepath.Join(t.TempDir(), "results")
	write(t, run, Options{Format: "verisoftbench", Out: out})
	back, err := vsbresults.Read([]string{out}, vsbresults.Options{})
	check(t, err)
	if len(back.Findings) > 1 { // names that repeat across files, which is so
		t.Errorf("findings %+v", back.Findings)
	}
	imported, err := back.Write(t.TempDir(), "e", "back", notebook.Provenance{})
	check(t, err)
	want, got := said(t, run), said(t, imported)
	if len(want) != 2+4+4+4 || !slices.Equal(got, want) {
		t.Errorf("came back as\n%q, want\n%q", got, want)
	}
}

// said lists what is said of every attempt, sorted.
func said(t *testing.T, run *notebook.Run) []string {
	t.Helper()
	tasks, err := record.ReadAll[record.TaskRow](run.Path("tables", "tasks.arrow"))
	check(t, err)
	where := map[string]string{}
	for _, x := range tasks {
		where[x.TaskID] = x.Repository + "/" + x.File + ":" + x.Name
	}
	attempts, err := record.ReadAll[record.AttemptRow](run.Path("tables", "attempts.arrow"))
	check(t, err)
	var out []string
	for _, a := range attempts {
		proof, err := run.Blob(a.CandidateHash)
		check(t, err)
		lemmas, err := run.Blob(a.LemmasHash)
		check(t, err)
		out = append(out, fmt.Sprintf("%s %d.%d %s %q %q", where[a.TaskID], a.Sample, a.Round, a.Verdict, proof, lemmas))
	}
	slices.Sort(out)
	return out
}
