package attempts

import (
	"encoding/json"
	"fmt"
	"iter"

	"proofgrid/experiments/record"
)

// Filter says which attempts are meant; an empty text and a negative number take all.
type Filter struct {
	Task          string // id or name
	Model, Regime string
	Sample, Round int
}

// Found is an attempt with what belongs to it.
type Found struct {
	record.AttemptRow
	TaskName    string
	Statement   string // hash of its text
	Calls       []record.CallRow
	Diagnostics []record.DiagnosticRow
}

// Most bounds what Find returns.
const Most = 10_000

// Run is a run of the notebook.
type Run interface {
	Name() string
	Table(name string) (path string, err error)
	Blobs
}

// Blobs returns texts by their hashes, the empty text for the empty hash.
type Blobs interface {
	Blob(hash string) (string, error)
}

// Find returns the attempts that the filter means, in the order of the tables. None, and
// more than Most, are an error.
func Find(run Run, f Filter) ([]Found, error) {
	type unit struct {
		cell, task    string
		sample, round int32
	}
	names, statements := map[string]string{}, map[string]string{}
	for t, err := range rows[record.TaskRow](run) {
		if err != nil {
			return nil, err
		}
		if f.Task == "" || f.Task == t.TaskID || f.Task == t.Name {
			names[t.TaskID], statements[t.TaskID] = t.Name, t.StatementHash
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no task %q; 'proofgrid export' with --table tasks lists them", run.Name(), f.Task)
	}
	var found []Found
	at := map[unit]int{}
	for a, err := range rows[record.AttemptRow](run) {
		if err != nil {
			return nil, err
		}
		name, ok := names[a.TaskID]
		if !ok || f.Model != "" && f.Model != a.Model || f.Regime != "" && f.Regime != a.Regime ||
			f.Sample >= 0 && f.Sample != int(a.Sample) || f.Round >= 0 && f.Round != int(a.Round) {
			continue
		}
		if len(found) == Most {
			return nil, fmt.Errorf("more than %d attempts of %s are meant: name a task, a model, a regime, a sample or a round", Most, run.Name())
		}
		at[unit{a.CellID, a.TaskID, a.Sample, a.Round}] = len(found)
		found = append(found, Found{AttemptRow: *a, TaskName: name, Statement: statements[a.TaskID]})
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s has no such attempt", run.Name())
	}
	for k, err := range rows[record.CallRow](run) {
		if err != nil {
			return nil, err
		}
		if i, ok := at[unit{k.CellID, k.TaskID, k.Sample, k.Round}]; ok {
			found[i].Calls = append(found[i].Calls, *k)
		}
	}
	for d, err := range rows[record.DiagnosticRow](run) {
		if err != nil {
			return nil, err
		}
		if i, ok := at[unit{d.CellID, d.TaskID, d.Sample, d.Round}]; ok {
			found[i].Diagnostics = append(found[i].Diagnostics, *d)
		}
	}
	return found, nil
}

func rows[R record.Row](run Run) iter.Seq2[*R, error] {
	path, err := run.Table(record.TableName[R]())
	if err != nil {
		return func(yield func(*R, error) bool) { yield(nil, err) }
	}
	return record.Read[R](path)
}

// Turn is one message of a prompt.
type Turn struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// Prompt returns the prompt of the attempt's last call; nil for built-in provers, which
// have none.
func (f *Found) Prompt(blobs Blobs) ([]Turn, error) {
	if len(f.Calls) == 0 {
		return nil, nil
	}
	return Prompt(blobs, f.Calls[len(f.Calls)-1].PromptHash)
}

// Prompt returns the prompt behind a hash of the table calls, whose text is a JSON list
// of roles and the hashes of their texts; nil for the empty hash.
func Prompt(blobs Blobs, hash string) ([]Turn, error) {
	list, err := blobs.Blob(hash)
	if err != nil || list == "" {
		return nil, err
	}
	var turns []Turn
	if err := json.Unmarshal([]byte(list), &turns); err != nil {
		return nil, fmt.Errorf("prompt %s is not a list of roles and texts: %w", hash, err)
	}
	for i := range turns {
		if turns[i].Text, err = blobs.Blob(turns[i].Text); err != nil {
			return nil, err
		}
	}
	return turns, nil
}
