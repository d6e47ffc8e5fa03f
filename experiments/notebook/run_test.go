package notebook

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

var day = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)

func create(t testing.TB, root, experiment, run string, at time.Time) *Run {
	t.Helper()
	r, err := Create(root, experiment, run, []byte("name: "+experiment+"\n"), Provenance{Created: at, Proofgrid: "1.2.3", CPUs: 2, Git: &Git{Revision: "abc"}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestARunKeepsItsSpecAndProvenance(t *testing.T) {
	root := filepath.Join(t.TempDir(), "notebook")
	made := create(t, root, "regimes", "first", day)
	r, err := Open(made.Dir)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := r.Spec()
	if err != nil || string(spec) != "name: regimes\n" {
		t.Errorf("spec %q, %v", spec, err)
	}
	want := Provenance{SchemaVersion: Version, Experiment: "regimes", Run: "first", Created: day, Proofgrid: "1.2.3", CPUs: 2, Git: &Git{Revision: "abc"},
		SpecSHA256: "f324d53d8077e3529b622b251d6e010ffa1d158c18e249335ef61c1952dc01d7"}
	if !reflect.DeepEqual(r.Provenance, want) || r.Name() != "regimes/first" {
		t.Errorf("%+v", r.Provenance)
	}
	if left, err := filepath.Glob(filepath.Join(root, "regimes", ".*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestRunsThatCannotBeMade(t *testing.T) {
	root := t.TempDir()
	create(t, root, "e", "r", day)
	for _, c := range []struct{ experiment, run, want string }{
		{"e", "r", "file already exists; resume it or choose another name"},
		{"..", "r", `".." cannot name`},
		{"e", "a/b", `"a/b" cannot name`},
		{"", "r", `"" cannot name`},
		{"e", ".hidden", `".hidden" cannot name`},
		{"e", strings.Repeat("x", 101), "cannot name"},
	} {
		_, err := Create(root, c.experiment, c.run, nil, Provenance{Created: day})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q/%q: %v, want %q", c.experiment, c.run, err, c.want)
		}
	}
	if _, err := Create(root, "e", "r", nil, Provenance{}); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
}

func TestRunsWithoutANameAreNamedAfterTheirTime(t *testing.T) {
	root := t.TempDir()
	var names []string
	for range 3 {
		names = append(names, create(t, root, "e", "", day).Provenance.Run)
	}
	if want := []string{"20260314T150926Z", "20260314T150926Z-2", "20260314T150926Z-3"}; !reflect.DeepEqual(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

func TestDirectoriesThatAreNotAReadableRun(t *testing.T) {
	edit := func(file, from, to string) func(t *testing.T, r *Run) {
		return func(t *testing.T, r *Run) {
			b, err := os.ReadFile(r.Path(file))
			if err != nil || !strings.Contains(string(b), from) {
				t.Fatal(file, err)
			}
			if err := os.WriteFile(r.Path(file), []byte(strings.Replace(string(b), from, to, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		damage func(t *testing.T, r *Run)
		want   string
	}{
		"no provenance": {func(t *testing.T, r *Run) { os.Remove(r.Path("provenance.json")) }, "is not the directory of a run"},
		"other version": {edit("provenance.json", `"schema_version": 1`, `"schema_version": 7`), "run directory of schema version 7, this proofgrid reads version 1"},
		"broken json":   {edit("provenance.json", "{", "["), "provenance.json: "},
		"spec changed":  {edit("spec.yaml", "name", "Name"), "spec.yaml was changed after the run began"},
	} {
		t.Run(name, func(t *testing.T) {
			r := create(t, t.TempDir(), "e", "r", day)
			c.damage(t, r)
			_, err := Open(r.Dir)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), r.Dir) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q and the path in one line", err, c.want)
			}
		})
	}
}

func TestRunsAreFoundByDirectoryNameAndExperiment(t *testing.T) {
	root := filepath.Join(t.TempDir(), "note[book]") // no pattern, whatever its name
	old := create(t, root, "regimes", "old", day)
	newest := create(t, root, "regimes", "a-newer-one", day.Add(time.Hour))
	create(t, root, "budgets", "x", day.Add(2*time.Hour))
	for name, want := range map[string]string{
		old.Dir:              old.Dir,
		"regimes/old":        old.Dir,
		"regimes/old/":       old.Dir,
		"regimes":            newest.Dir,
		"regimes/":           newest.Dir,
		"budgets":            filepath.Join(root, "budgets", "x"),
		"./regimes/../a/../": "",
		"regime":             "",
		"":                   "",
	} {
		r, err := Find(root, name)
		switch {
		case want == "":
			if err == nil || !strings.Contains(err.Error(), "the newest are budgets/x, regimes/a-newer-one, regimes/old") {
				t.Errorf("%q: %v", name, err)
			}
		case err != nil || filepath.Clean(r.Dir) != filepath.Clean(want):
			t.Errorf("%q: %v, %v, want %s", name, r, err, want)
		}
	}
	if _, err := Find(t.TempDir(), "x"); err == nil || !strings.Contains(err.Error(), "there are none in") {
		t.Error(err)
	}
	if runs, err := List(filepath.Join(root, "absent")); err != nil || len(runs) != 0 {
		t.Errorf("%v, %v", runs, err)
	}
}

func TestOneBadRunDoesNotHideTheOthers(t *testing.T) {
	root := t.TempDir()
	create(t, root, "e", "good", day)
	bad := create(t, root, "e", "bad", day.Add(time.Hour))
	if err := os.WriteFile(bad.Path("provenance.json"), []byte(`{"schema_version": 9}`), 0o644); err != nil {
		t.Fatal(err)
	}
	runs, err := List(root)
	if len(runs) != 1 || runs[0].Name() != "e/good" || err == nil || !strings.Contains(err.Error(), "schema version 9") {
		t.Errorf("%v, %v", runs, err)
	}
	if r, err := Find(root, "e"); err != nil || r.Name() != "e/good" {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := Find(root, "e/bad"); err == nil || !strings.Contains(err.Error(), "schema version 9") {
		t.Error(err)
	}
}

func TestNotesAreDatedAndAppended(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	if n, err := r.Notes(); n != "" || err != nil {
		t.Errorf("%q, %v", n, err)
	}
	for i, text := range []string{"first\n", "second"} {
		if err := r.AddNote(day.AddDate(0, 0, i), text); err != nil {
			t.Fatal(err)
		}
	}
	want := "## 2026-03-14 15:09 +0000\n\nfirst\n\n## 2026-03-15 15:09 +0000\n\nsecond\n\n"
	if got, err := r.Notes(); got != want || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
