package imported

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// NotChecked stands where a run names its checker.
const NotChecked = "none: verdicts are those of the imported files"

// Write makes the run root/experiment/run of the results and seals it. It is an
// error when the run exists, unless it is an import of the same files that was
// interrupted, which is then finished. prov is the provenance of this process;
// verifier and inputs are filled in.
func (r *Results) Write(root, experiment, run string, prov notebook.Provenance) (*notebook.Run, error) {
	if len(r.Cells) == 0 || len(r.Tasks) == 0 {
		return nil, fmt.Errorf("nothing to import: %d cells and %d tasks", len(r.Cells), len(r.Tasks))
	}
	text, err := r.spec(experiment)
	if err != nil {
		return nil, err
	}
	prov.Verifier, prov.Inputs = NotChecked, map[string]string{}
	for _, f := range r.Files {
		prov.Inputs[f.Name] = f.SHA256
	}
	nb, err := notebook.Create(root, experiment, run, text, prov)
	if errors.Is(err, fs.ErrExist) {
		nb, err = reopen(filepath.Join(root, experiment, run), text, err)
	}
	if err != nil {
		return nil, err
	}
	j, err := nb.Journal(prov)
	if err != nil {
		return nil, err
	}
	defer j.Close()
	cells, tasks, err := r.rows(j)
	if err != nil {
		return nil, err
	}
	if err := r.record(j, cells, tasks); err != nil {
		return nil, err
	}
	if _, err := j.Seal(cells, tasks); err != nil {
		return nil, fmt.Errorf("seal the tables: %w", err)
	}
	return nb, nil
}

// reopen finds an interrupted import of the same files; otherwise exists stays.
func reopen(dir string, text []byte, exists error) (*notebook.Run, error) {
	nb, err := notebook.Open(dir)
	if err != nil {
		return nil, exists
	}
	if nb.Sealed() {
		return nil, fmt.Errorf("%s: %w; choose another name", dir, fs.ErrExist)
	}
	if was, err := nb.Spec(); err != nil || string(was) != string(text) {
		return nil, exists
	}
	return nb, nil
}

func (r *Results) spec(experiment string) ([]byte, error) {
	d := spec.Description{
		Name: experiment, Description: r.Description, Policy: r.Policy, Limits: spec.Limits{Task: r.Limit},
		Imported: spec.Imported{Format: r.Format, Files: r.Files},
	}
	seen := map[string]bool{}
	for _, c := range r.Cells {
		for _, reserved := range []string{"name", "kind"} {
			if _, ok := c.Settings[reserved]; ok {
				return nil, fmt.Errorf("model %s: a setting cannot be called %q", c.Model, reserved)
			}
		}
		if !seen[c.Model] {
			seen[c.Model] = true
			d.Models = append(d.Models, spec.DescribedModel{Name: c.Model, Options: c.Settings})
		}
	}
	text, err := spec.Describe(d)
	if err != nil {
		return nil, err
	}
	if _, err := spec.Parse("spec.yaml", text); err != nil { // such as a name that is none
		return nil, err
	}
	return text, nil
}

// rows returns the rows of the tables cells and tasks.
func (r *Results) rows(j *notebook.Journal) ([]record.CellRow, []record.TaskRow, error) {
	cells, tasks := make([]record.CellRow, len(r.Cells)), make([]record.TaskRow, len(r.Tasks))
	for i, c := range r.Cells {
		settings, err := json.Marshal(map[string]any{"kind": spec.ImportedKind, "model": c.Settings, "task_limit": r.Limit.String()})
		if err != nil {
			return nil, nil, err
		}
		cells[i] = record.CellRow{
			Model: c.Model, Regime: c.Regime, K: int32(c.K), R: int32(c.R),
			Strategy: c.Strategy, Policy: string(r.Policy), Seed: c.Seed, Settings: string(settings),
		}
		id, err := json.Marshal(cells[i])
		if err != nil {
			return nil, nil, err
		}
		h := sha256.Sum256(id)
		cells[i].CellID = hex.EncodeToString(h[:6])
	}
	for i, t := range r.Tasks {
		tasks[i] = t.TaskRow
		var err error
		if tasks[i].StatementHash, err = j.Blob(t.Statement); err != nil {
			return nil, nil, err
		}
		if tasks[i].TruthHash, err = j.Blob(t.Truth); err != nil {
			return nil, nil, err
		}
	}
	return cells, tasks, nil
}

// record keeps all units. Thousands wait at the same time so that they share syncs: a
// run that needs hundreds of them takes longer for the disk than for all the rest.
func (r *Results) record(j *notebook.Journal, cells []record.CellRow, tasks []record.TaskRow) error {
	const waiting = 4096
	type place struct{ cell, task int }
	places := make(chan place)
	failed := make(chan error, waiting)
	var workers sync.WaitGroup
	for range waiting {
		workers.Go(func() {
			for p := range places {
				if err := r.unit(j, p.cell, p.task, &cells[p.cell], &tasks[p.task]); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	var err error
feed:
	for c := range cells {
		for t := range tasks {
			select {
			case places <- place{c, t}:
			case err = <-failed:
				break feed
			}
		}
	}
	close(places)
	workers.Wait()
	close(failed)
	if err == nil {
		err = <-failed // nil when it is empty
	}
	return err
}

func (r *Results) unit(j *notebook.Journal, c, t int, cell *record.CellRow, task *record.TaskRow) error {
	name := notebook.UnitName(cell.CellID, task.TaskID)
	if j.Done(name) {
		return nil
	}
	attempts := r.Cells[c].Units[t]
	if len(attempts) == 0 {
		a := Unknown(record.NotRun)
		a.Detail = "not among the imported results"
		attempts = []Attempt{a}
	}
	var u record.Unit
	calls := slices.ContainsFunc(attempts, func(a Attempt) bool { return a.Call != nil })
	for i := range attempts {
		a, err := attempts[i].row(j, cell, task)
		if err != nil {
			return err
		}
		u.Attempts = append(u.Attempts, a)
		for ordinal, d := range attempts[i].Diagnostics {
			d.CellID, d.TaskID, d.Sample, d.Round, d.Ordinal = a.CellID, a.TaskID, a.Sample, a.Round, int32(ordinal)
			u.Diagnostics = append(u.Diagnostics, d)
		}
		// For every attempt that ran, so that sums know what they lack.
		if calls && (attempts[i].Call != nil || a.Verdict != record.NotRun) {
			c := attempts[i].Call
			if c == nil {
				c = UnknownCall("unknown")
			}
			call := *c
			call.CellID, call.TaskID, call.Model, call.Sample, call.Round = a.CellID, a.TaskID, a.Model, a.Sample, a.Round
			u.Calls = append(u.Calls, call)
		}
	}
	return j.Record(name, u)
}

// row keeps the texts of an attempt and fills the columns that refer to them or
// repeat its cell and task.
func (a *Attempt) row(j *notebook.Journal, cell *record.CellRow, task *record.TaskRow) (record.AttemptRow, error) {
	row := a.AttemptRow
	row.CellID, row.Model, row.Regime, row.Policy, row.K, row.R = cell.CellID, cell.Model, cell.Regime, cell.Policy, cell.K, cell.R
	row.TaskID, row.Repository = task.TaskID, task.Repository
	for _, text := range []struct {
		text string
		hash *string
	}{{a.Candidate, &row.CandidateHash}, {a.Lemmas, &row.LemmasHash}, {a.Response, &row.ResponseHash}} {
		var err error
		if *text.hash, err = j.Blob(text.text); err != nil {
			return row, err
		}
	}
	return row, nil
}
