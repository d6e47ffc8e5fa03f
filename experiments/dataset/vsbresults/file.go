package vsbresults

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"proofgrid/experiments/imported"
	"proofgrid/experiments/spec"
)

// detail is a file of the folder details.
type detail struct {
	Name       *string  `json:"thm_name"`
	Statement  string   `json:"thm_stmt"`
	Repository string   `json:"lean_root"`
	Path       string   `json:"rel_path"`
	Success    *bool    `json:"success"`
	FixSuccess *bool    `json:"fix_success"`
	Error      *string  `json:"error_message"`
	Cached     bool     `json:"cached"`
	Samples    []sample `json:"generated_proofs"`

	file string
}

type sample struct {
	ID        json.RawMessage `json:"proof_id"`
	Reasoning string          `json:"reasoning"`
	try
	Fixed *[]try `json:"fixed"`
}

// try is a proof that was checked.
type try struct {
	Proof  string  `json:"proof"`
	Lemmas string  `json:"aux_lemmas"`
	Error  *string `json:"err_msg"`
}

// key is what the evaluator takes a theorem for.
type key struct{ name, repository, path string }

func (d *detail) key() key { return key{*d.Name, d.Repository, d.Path} }

// passed tells whether a sample passes, and whether a repair does.
func (d *detail) passed() (sample, repair bool) {
	for _, s := range d.Samples {
		sample = sample || s.Error == nil
		for _, f := range s.repairs() {
			repair = repair || f.Error == nil
		}
	}
	return sample, repair
}

func (s *sample) repairs() []try {
	if s.Fixed == nil {
		return nil
	}
	return *s.Fixed
}

// number is the place of a sample among the model's answers, -1 when it has none.
func (s *sample) number() int {
	n, err := strconv.Atoi(strings.Trim(string(s.ID), `"`))
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// summary is a summary.json.
type summary struct {
	Total       *int     `json:"total_theorems"`
	ProvedNoFix *int     `json:"theorems_proved_wo_fix"`
	Proved      *int     `json:"theorems_proved_w_fix"`
	RateNoFix   *float64 `json:"proof_success_rate_wo_fix"`
	Rate        *float64 `json:"proof_success_rate_w_fix"`
}

// results is a results directory.
type results struct {
	dir     string
	name    string
	file    spec.ImportedFile // stands for all files
	summary *summary          // nil: the evaluation did not end
	details []*detail         // in the order of their names
}

// readDir reads a results directory. What skip returns nil for is left out.
func readDir(dir string, skip func(file string, err error) error) (*results, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	r := &results{dir: dir, name: filepath.Base(abs)}
	entries, err := os.ReadDir(filepath.Join(dir, "details"))
	if err != nil {
		return nil, notResults(dir, err)
	}
	all := sha256.New()
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".json" { // texts for readers
			continue
		}
		path := filepath.Join(dir, "details", e.Name())
		text, f, err := imported.ReadFile(path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(all, "%s %s\n", f.SHA256, f.Name)
		d := &detail{file: e.Name()}
		if err = imported.Decode(path, text, d); err == nil {
			err = d.check(path, text)
		}
		if err != nil {
			if err = skip(e.Name(), err); err != nil {
				return nil, err
			}
			continue
		}
		r.details = append(r.details, d)
	}
	if len(r.details) == 0 {
		return nil, fmt.Errorf("%s: no results in details", dir)
	}
	path := filepath.Join(dir, "summary.json")
	text, f, err := imported.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		fmt.Fprintf(all, "%s %s\n", f.SHA256, f.Name)
		r.summary = &summary{}
		if err := imported.Decode(path, text, r.summary); err != nil {
			return nil, err
		}
	}
	r.file = spec.ImportedFile{Name: r.name, SHA256: hex.EncodeToString(all.Sum(nil))}
	return r, nil
}

// notResults says what a path looks like that is no results directory.
func notResults(dir string, err error) error {
	info, statErr := os.Stat(dir)
	switch {
	case statErr != nil:
		return statErr
	case !info.IsDir():
		head, headErr := imported.Head(dir)
		if headErr != nil {
			return headErr
		}
		return fmt.Errorf("%s: not a results directory of VeriSoftBench but a file; it looks like %s", dir, imported.Guess(head))
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: not a results directory of VeriSoftBench: it has no folder details", dir)
	}
	return err
}

func (d *detail) check(path string, text []byte) error {
	switch {
	case d.Name == nil || *d.Name == "":
		return fmt.Errorf("%s: no thm_name: it looks like %s", path, imported.Guess(text[:min(len(text), 64<<10)]))
	case d.Success == nil:
		return fmt.Errorf("%s: no success: it looks like %s", path, imported.Guess(text[:min(len(text), 64<<10)]))
	case len(d.Samples) > spec.MaxK:
		return fmt.Errorf("%s: %d samples; at most %d are kept", path, len(d.Samples), spec.MaxK)
	}
	for i := range d.Samples {
		if n := len(d.Samples[i].repairs()); n > spec.MaxR {
			return fmt.Errorf("%s: sample %d has %d repairs; at most %d are kept", path, i+1, n, spec.MaxR)
		}
	}
	return nil
}

// where names a theorem for readers.
func (d *detail) where() string {
	return cmp.Or(d.Repository, "?") + "/" + cmp.Or(d.Path, "?") + ":" + *d.Name
}
