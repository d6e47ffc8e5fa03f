package imported

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

var day = time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)

// results are two tools on three tasks; the second lacks the last.
func results() *Results {
	proved := Unknown(record.Proved)
	proved.Candidate, proved.Answering, proved.Done = "Qed.", 3*time.Second, true
	r := &Results{
		Format: "f", Policy: spec.DepthFirst, Limit: time.Minute,
		Files: []spec.ImportedFile{{Name: "a", SHA256: "00"}, {Name: "b", SHA256: "01"}},
	}
	for _, name := range []string{"x", "y", "z"} {
		r.Tasks = append(r.Tasks, Task{TaskRow: record.TaskRow{TaskID: name, Name: name, Repository: "repo"}, Statement: "statement of " + name})
	}
	r.Cells = []Cell{
		{Model: "a", Regime: "own", K: 1, Settings: map[string]string{"file": "a"}, Units: [][]Attempt{{proved}, {Unknown(record.Timeout)}, {Unknown(record.NoAnswer)}}},
		{Model: "b", Regime: "own", K: 1, Units: [][]Attempt{{Unknown(record.NotRun)}, {proved}, nil}},
	}
	return r
}

func TestWriteSealsWhatTheSourceSays(t *testing.T) {
	root := t.TempDir()
	run, err := results().Write(root, "e", "r", notebook.Provenance{Created: day})
	if err != nil {
		t.Fatal(err)
	}
	if !run.Sealed() || run.Verify() != nil {
		t.Fatal("the run is not sealed")
	}
	if p := run.Provenance; p.Verifier != NotChecked || p.Inputs["b"] != "01" {
		t.Errorf("provenance: %+v", p)
	}
	outcomes, err := record.ReadAll[record.OutcomeRow](run.Path("tables", "outcomes.arrow"))
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ solved, known bool }{{true, true}, {false, true}, {false, true}, {false, false}, {true, true}, {false, false}}
	for i, o := range outcomes {
		if o.Solved != want[i].solved || o.Known != want[i].known {
			t.Errorf("outcome %d: solved %v, known %v, want %v", i, o.Solved, o.Known, want[i])
		}
		if o.Tokens != -1 || o.Cost == o.Cost {
			t.Errorf("outcome %d: tokens %d and cost %v are made up", i, o.Tokens, o.Cost)
		}
	}
	if outcomes[0].SecondsToSolve != 3 {
		t.Errorf("solved after %v s, want 3", outcomes[0].SecondsToSolve)
	}
	attempts, err := record.ReadAll[record.AttemptRow](run.Path("tables", "attempts.arrow"))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := run.Blob(attempts[0].CandidateHash); err != nil || text != "Qed." {
		t.Errorf("the proof reads back as %q, %v", text, err)
	}
	if a := attempts[5]; a.Verdict != record.NotRun || a.Detail == "" {
		t.Errorf("a task that the source lacks: %+v", a)
	}
	if m, _ := run.Manifest(); m.Tables[2].Name != "contexts" || m.Tables[2].Rows != 0 {
		t.Errorf("contexts that nobody knows: %+v", m.Tables[2])
	}
}

func TestWriteTwice(t *testing.T) {
	root := t.TempDir()
	if _, err := results().Write(root, "e", "r", notebook.Provenance{Created: day}); err != nil {
		t.Fatal(err)
	}
	if _, err := results().Write(root, "e", "r", notebook.Provenance{Created: day}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("an import over a sealed run: %v", err)
	}
}

func TestInterruptedImportIsFinished(t *testing.T) {
	root := t.TempDir()
	r := results()
	text, err := r.spec("e")
	if err != nil {
		t.Fatal(err)
	}
	run, err := notebook.Create(root, "e", "r", text, notebook.Provenance{Created: day})
	if err != nil {
		t.Fatal(err)
	}
	j, err := run.Journal(notebook.Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	cells, tasks, err := r.rows(j)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.unit(j, 0, 1, &cells[0], &tasks[1]); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil { // as a kill leaves it
		t.Fatal(err)
	}
	other := results()
	other.Files[0].SHA256 = "ff"
	if _, err := other.Write(root, "e", "r", notebook.Provenance{Created: day}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("other files are taken for the same import: %v", err)
	}
	run, err = results().Write(root, "e", "r", notebook.Provenance{Created: day})
	if err != nil || !run.Sealed() {
		t.Fatalf("not finished: %v", err)
	}
	whole, err := results().Write(root, "e", "whole", notebook.Provenance{Created: day})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := run.Manifest()
	b, _ := whole.Manifest()
	for i := range a.Tables {
		if a.Tables[i].SHA256 != b.Tables[i].SHA256 {
			t.Errorf("table %s differs from that of an undisturbed import", a.Tables[i].Name)
		}
	}
}

func TestWriteRefusesBeforeItBegins(t *testing.T) {
	root := filepath.Join(t.TempDir(), "notebook")
	for name, c := range map[string]struct {
		edit func(*Results)
		want string
	}{
		"nothing":               {func(r *Results) { r.Cells = nil }, "nothing to import"},
		"a setting called name": {func(r *Results) { r.Cells[0].Settings["name"] = "x" }, `cannot be called "name"`},
		"a model with a slash":  {func(r *Results) { r.Cells[0].Model = "a/b" }, "no slashes"},
	} {
		t.Run(name, func(t *testing.T) {
			r := results()
			c.edit(r)
			_, err := r.Write(root, "e", "r", notebook.Provenance{Created: day})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if _, err := os.Stat(root); err == nil {
				t.Error("a run was begun")
			}
		})
	}
}
