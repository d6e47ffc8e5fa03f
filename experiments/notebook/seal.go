package notebook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"

	"proofgrid/experiments/internal/durable"
	"proofgrid/experiments/internal/framelog"
	"proofgrid/experiments/record"
)

// Manifest describes the sealed tables of a run.
type Manifest struct {
	SchemaVersion int           `json:"schema_version"`
	Units         int           `json:"units"`
	Tables        []SealedTable `json:"tables"`
	BlobBytes     int64         `json:"blob_bytes"` // size of the blob pack
	Blobs         int           `json:"blobs"`
}

// SealedTable describes one sealed table.
type SealedTable struct {
	Name   string `json:"name"`
	Rows   int64  `json:"rows"`
	SHA256 string `json:"sha256"` // of the file
	// Values is a digest of the values alone, volatile columns left out: equal for
	// two runs of one specification.
	Values string `json:"values"`
}

// UnitName names the unit of a cell and a task in the journal.
func UnitName(cellID, taskID string) string { return cellID + "/" + taskID }

// Seal turns the recorded units into the run's tables, each sorted by the given
// order of cells, then the given order of tasks, then sample and round, and
// closes the journal. contexts is sorted by task within the first cell of each
// regime. Every unit of the grid must be recorded, under its UnitName, and no
// other.
//
// It may be killed at any moment: tables count only once sealed.json, which is
// written last, is there, and until then the units are kept. After an error the
// run can be sealed again.
func (j *Journal) Seal(cells []record.CellRow, tasks []record.TaskRow) (*Manifest, error) {
	if err := j.Sync(); err != nil {
		return nil, err
	}
	s := &sealer{Journal: j}
	if err := s.order(cells, tasks); err != nil {
		return nil, err
	}
	if err := s.derive(); err != nil {
		return nil, err
	}
	for _, write := range []func() (SealedTable, error){
		func() (SealedTable, error) { return seal(j, record.Rows(tasks)) },
		func() (SealedTable, error) { return seal(j, record.Rows(cells)) },
		func() (SealedTable, error) { return seal(j, record.Rows(s.contexts)) },
		func() (SealedTable, error) { return seal(j, rowsOf(s, attemptsOf)) },
		func() (SealedTable, error) { return seal(j, rowsIf(s.calls > 0, s, callsOf)) },
		func() (SealedTable, error) { return seal(j, rowsIf(s.diagnostics > 0, s, diagnosticsOf)) },
		func() (SealedTable, error) { return seal(j, record.Rows(s.outcomes)) },
	} {
		t, err := write()
		if err != nil {
			return nil, err
		}
		s.manifest.Tables = append(s.manifest.Tables, t)
	}
	s.manifest.SchemaVersion, s.manifest.Units = Version, len(s.units)
	s.manifest.Blobs, s.manifest.BlobBytes = len(j.texts), j.blobs.Size()
	if err := j.at("manifest"); err != nil {
		return nil, err
	}
	if err := writeJSON(j.run.Path("sealed.json"), &s.manifest); err != nil {
		return nil, durable.Explain(j.run.Path("sealed.json"), err)
	}
	if err := j.at("sealed"); err != nil {
		return nil, err
	}
	j.mu.Lock()
	j.err = ErrSealed
	j.mu.Unlock()
	err := j.units.Close()
	j.units = nil
	return &s.manifest, errors.Join(err, removeIfThere(j.run.Path("journal")), durable.SyncDir(j.run.Dir), j.close())
}

func (j *Journal) at(step string) error {
	if j.step == nil {
		return nil
	}
	return j.step(step)
}

// sealer is the state of sealing.
type sealer struct {
	*Journal
	units    []string // names in the order of the tables
	contexts []record.ContextRow
	outcomes []record.OutcomeRow
	manifest Manifest

	calls, diagnostics int // rows

	kept      []*readUnit // the first units, as far as they fit into memory
	keptBytes int
}

// order lists the units of the grid and compares them with those recorded.
func (s *sealer) order(cells []record.CellRow, tasks []record.TaskRow) error {
	missing := 0
	for _, c := range cells {
		for _, t := range tasks {
			name := UnitName(c.CellID, t.TaskID)
			if _, ok := s.done[name]; !ok {
				missing++
			}
			s.units = append(s.units, name)
		}
	}
	if missing > 0 {
		return fmt.Errorf("%s: %d of %d units are not recorded yet; resume the run", s.run.Name(), missing, len(s.units))
	}
	if len(s.units) != len(s.done) {
		return fmt.Errorf("%s: the journal has %d units, the grid %d: cells or tasks are not those that the run began with, or not unique", s.run.Name(), len(s.done), len(s.units))
	}
	return nil
}

// derive collects the tables that have few rows for each unit.
func (s *sealer) derive() error {
	type key struct{ regime, task string }
	seen := map[key]record.ContextRow{}
	for name, u := range s.each {
		if u.err != nil {
			return u.err
		}
		if len(u.Attempts) == 0 {
			return fmt.Errorf("%s: unit %s has no attempt", s.run.Name(), name)
		}
		k := key{u.Context.Regime, u.Context.TaskID}
		switch c, ok := seen[k]; {
		case u.Context == (record.ContextRow{}): // an import, whose source does not say what was shown
		case !ok:
			seen[k] = u.Context
			s.contexts = append(s.contexts, u.Context)
		case c != u.Context:
			return fmt.Errorf("%s: unit %s: regime %s gave task %s another context than in an earlier unit", s.run.Name(), name, k.regime, k.task)
		}
		if err := s.haveTexts(name, &u.Unit); err != nil {
			return err
		}
		s.outcomes = append(s.outcomes, record.Outcome(u.Attempts, u.Calls))
		s.calls += len(u.Calls)
		s.diagnostics += len(u.Diagnostics)
		s.keep(u)
	}
	return nil
}

// haveTexts makes sure that every text that a unit refers to was kept: a pack that
// was lost or replaced must not be sealed as complete.
func (s *sealer) haveTexts(unit string, u *record.Unit) error {
	hashes := []string{u.Context.DroppedListHash}
	for i := range u.Attempts {
		hashes = append(hashes, u.Attempts[i].ResponseHash, u.Attempts[i].CandidateHash, u.Attempts[i].LemmasHash)
	}
	for i := range u.Calls {
		hashes = append(hashes, u.Calls[i].PromptHash)
	}
	for _, hex := range hashes {
		if hex == "" {
			continue
		}
		h, err := parseHash(hex)
		if err != nil {
			return fmt.Errorf("%s: unit %s: %w", s.run.Name(), unit, err)
		}
		if _, ok := s.texts[h]; !ok {
			return fmt.Errorf("%s: unit %s refers to the text %s, which %s does not hold: the texts were lost or replaced after they were recorded", s.run.Name(), unit, hex, s.run.Path("blobs"))
		}
	}
	return nil
}

func attemptsOf(u *record.Unit) []record.AttemptRow       { return u.Attempts }
func callsOf(u *record.Unit) []record.CallRow             { return u.Calls }
func diagnosticsOf(u *record.Unit) []record.DiagnosticRow { return u.Diagnostics }

// rowsOf streams one kind of rows of all units.
func rowsOf[R record.Row](s *sealer, of func(*record.Unit) []R) iter.Seq2[*R, error] {
	return func(yield func(*R, error) bool) {
		for _, u := range s.each {
			if u.err != nil {
				yield(nil, u.err)
				return
			}
			rows := of(&u.Unit)
			for i := range rows {
				if !yield(&rows[i], nil) {
					return
				}
			}
		}
	}
}

// rowsIf is rowsOf, or nothing: an import has no calls and need not read all units to
// find none.
func rowsIf[R record.Row](any bool, s *sealer, of func(*record.Unit) []R) iter.Seq2[*R, error] {
	if !any {
		return record.Rows([]R(nil))
	}
	return rowsOf(s, of)
}

// seal writes one table and describes it.
func seal[R record.Row](j *Journal, rows iter.Seq2[*R, error]) (SealedTable, error) {
	t := SealedTable{Name: record.TableName[R]()}
	if err := j.at(t.Name); err != nil {
		return t, err
	}
	path := j.run.tablePath(t.Name)
	var err error
	if t.Rows, err = record.Write(path, rows); err != nil {
		return t, durable.Explain(path, err)
	}
	if t.SHA256, err = fileHash(path); err != nil {
		return t, err
	}
	t.Values, err = record.Digest(path, true)
	return t, err
}

func fileHash(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func (r *Run) tablePath(name string) string { return r.Path("tables", name+".arrow") }

// Sealed reports whether the run is complete and its tables can be read.
func (r *Run) Sealed() bool {
	_, err := os.Stat(r.Path("sealed.json"))
	return err == nil
}

// Manifest returns what Seal wrote about the tables. It is an error when the run
// is not sealed.
func (r *Run) Manifest() (*Manifest, error) {
	b, err := os.ReadFile(r.Path("sealed.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not complete; resume it first", r.Name())
	}
	if err != nil {
		return nil, err
	}
	m := new(Manifest)
	if err := json.Unmarshal(b, m); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Path("sealed.json"), err)
	}
	return m, nil
}

// Table returns the path of a sealed table, such as "attempts". It is an error
// when the run is not sealed or has no such table.
func (r *Run) Table(name string) (string, error) {
	m, err := r.Manifest()
	if err != nil {
		return "", err
	}
	for _, t := range m.Tables {
		if t.Name == name {
			return r.tablePath(name), nil
		}
	}
	return "", fmt.Errorf("%s has no table %q", r.Name(), name)
}

// Verify compares the tables with the hashes taken when they were sealed.
func (r *Run) Verify() error {
	m, err := r.Manifest()
	if err != nil {
		return err
	}
	var errs []error
	for _, t := range m.Tables {
		path := r.tablePath(t.Name)
		got, err := fileHash(path)
		if err == nil && got != t.SHA256 {
			err = fmt.Errorf("%s was changed after it was sealed: its sha256 is not the one in sealed.json", path)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Progress returns the number of units recorded so far, also while a process
// records more.
func (r *Run) Progress() (units int, err error) {
	if m, err := r.Manifest(); err == nil {
		return m.Units, nil
	}
	f, err := os.Open(r.Path("journal"))
	if errors.Is(err, fs.ErrNotExist) {
		if m, err := r.Manifest(); err == nil { // sealed just now
			return m.Units, nil
		}
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	names := map[string]struct{}{}
	_, err = framelog.Scan(f, f.Name(), info.Size(), journalHead, func(payload []byte, _ int64) error {
		return walkUnits(payload, func(name string, _ unitRef) { names[name] = struct{}{} })
	})
	return len(names), err
}
