package attempts

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"proofgrid/experiments/record"
	"proofgrid/reports/internal/synthetic"
)

// tables are a run whose texts are their own hashes, but for those in a map.
type tables struct {
	dir   string
	texts map[string]string
}

func (r tables) Name() string { return "e/r" }

func (r tables) Table(name string) (string, error) { return filepath.Join(r.dir, name+".arrow"), nil }

func (r tables) Blob(hash string) (string, error) {
	if t, ok := r.texts[hash]; ok || hash == "" {
		return t, nil
	}
	return "", fmt.Errorf("no blob %s", hash)
}

func written(t *testing.T) tables {
	t.Helper()
	p := synthetic.Plan{
		Cells: []record.CellRow{synthetic.Cell("m", "full", 2, 1, "exhaustive"), synthetic.Cell("m", "none", 2, 1, "exhaustive")},
		Tasks: []record.TaskRow{synthetic.Task("a", "r", nil), synthetic.Task("b", "r", nil)},
		Fate:  func(_, task, sample int) synthetic.Fate { return synthetic.Fate{Solve: task - sample} }, // a never or at once, b after a repair or at once
		Call:  func(k *record.CallRow) { k.PromptHash = fmt.Sprint("p", k.Round) },
	}
	all := p.Tables()
	for _, a := range all.Attempts {
		if a.Verdict == record.Rejected {
			all.Diagnostics = append(all.Diagnostics, record.DiagnosticRow{CellID: a.CellID, TaskID: a.TaskID, Sample: a.Sample, Round: a.Round, Message: fmt.Sprint(a.TaskID, a.Sample, a.Round)})
		}
	}
	r := tables{t.TempDir(), map[string]string{"p0": `[{"role":"system","text":"s"},{"role":"user","text":"u"}]`, "s": "be brief", "u": "prove b", "p1": "no list"}}
	if err := all.Write(r.dir); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFindBringsWhatBelongsToAnAttempt(t *testing.T) {
	run := written(t)
	for _, c := range []struct {
		Filter
		want []string
	}{
		{Filter{Task: "b", Regime: "full", Sample: 0, Round: -1}, []string{"b 0.0 rejected", "b 0.1 proved"}},
		{Filter{Task: "synthetic/a", Model: "m", Regime: "none", Sample: -1, Round: 1}, []string{"a 1.1 rejected"}},
		{Filter{Sample: 1, Round: 0}, []string{"a 1.0 rejected", "b 1.0 proved", "a 1.0 rejected", "b 1.0 proved"}},
	} {
		found, err := Find(run, c.Filter)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, fmt.Sprintf("%s %d.%d %s", f.TaskName, f.Sample, f.Round, f.Verdict))
			if len(f.Calls) != 1 || f.Calls[0].Round != f.Round || f.Calls[0].CellID != f.CellID {
				t.Errorf("calls %+v", f.Calls)
			}
			if f.Verdict == record.Rejected != (len(f.Diagnostics) == 1 && f.Diagnostics[0].Message == fmt.Sprint(f.TaskID, f.Sample, f.Round)) {
				t.Errorf("diagnostics %+v of %s", f.Diagnostics, f.Verdict)
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.Filter, got, c.want)
		}
	}
	for want, f := range map[string]Filter{`no task "x"`: {Task: "x", Sample: -1, Round: -1}, "no such attempt": {Sample: 9, Round: -1}} {
		if _, err := Find(run, f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", f, err, want)
		}
	}
}

func TestPromptIsPutTogether(t *testing.T) {
	run := written(t)
	found, err := Find(run, Filter{Task: "b", Regime: "full", Sample: 0, Round: -1})
	if err != nil {
		t.Fatal(err)
	}
	turns, err := found[0].Prompt(run)
	if want := []Turn{{"system", "be brief"}, {"user", "prove b"}}; err != nil || !reflect.DeepEqual(turns, want) {
		t.Errorf("%v, %v", turns, err)
	}
	if _, err := found[1].Prompt(run); err == nil || !strings.Contains(err.Error(), "prompt p1 is not a list") {
		t.Errorf("a damaged prompt: %v", err)
	}
	if turns, err := Prompt(run, ""); turns != nil || err != nil {
		t.Errorf("no prompt: %v, %v", turns, err)
	}
}
