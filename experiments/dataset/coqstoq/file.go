package coqstoq

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"proofgrid/experiments/dataset/internal/records"
	"proofgrid/experiments/imported"
)

// position is 0-based in line and column.
type position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

func (p position) before(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Column < q.Column
}

type theorem struct {
	Project struct {
		DirName string `json:"dir_name"`
		Split   struct {
			DirName string `json:"dir_name"`
			ThmDir  string `json:"thm_dir_name"`
		} `json:"split"`
		Commit      *string  `json:"commit_hash"`
		CompileArgs []string `json:"compile_args"`
	} `json:"project"`
	Path  string    `json:"path"`
	Start *position `json:"theorem_start_pos"`
	End   *position `json:"theorem_end_pos"`
	Proof *position `json:"proof_start_pos"`
	Qed   *position `json:"proof_end_pos"`
	Hash  string    `json:"hash"` // of the source file
}

// id names the theorem by its place.
func (t *theorem) id() string {
	return fmt.Sprintf("%s/%s:%d:%d", t.Project.DirName, t.Path, t.Start.Line+1, t.Start.Column+1)
}

// check says what makes a theorem unusable; within ends in a dot and names what the
// theorem is part of, or is empty.
func (t *theorem) check(within string) error {
	switch {
	case t.Project.DirName == "":
		return fmt.Errorf("no %sproject.dir_name", within)
	case t.Path == "":
		return fmt.Errorf("no %spath", within)
	case t.Start == nil || t.End == nil || t.Proof == nil || t.Qed == nil:
		return fmt.Errorf("no %stheorem_start_pos, theorem_end_pos, proof_start_pos or proof_end_pos", within)
	case t.Start.Line < 0 || t.Start.Column < 0 || t.Start.Line >= math.MaxInt32 || t.End.before(*t.Start) || t.Qed.before(*t.Proof):
		return fmt.Errorf("impossible positions: statement %v to %v, proof %v to %v", *t.Start, *t.End, *t.Proof, *t.Qed)
	}
	return nil
}

// name is the theorem's place within its project.
func (t *theorem) name() string { return strings.TrimPrefix(t.id(), t.Project.DirName+"/") }

// features are what the positions say about the theorem.
func (t *theorem) features() map[string]float64 {
	return map[string]float64{
		"statement_lines": float64(t.End.Line - t.Start.Line + 1),
		"proof_lines":     float64(t.Qed.Line - t.Proof.Line + 1),
	}
}

// categories are what the file says about the theorem's project and source.
func (t *theorem) categories() map[string]string {
	out := map[string]string{}
	for name, v := range map[string]string{"split": t.Project.Split.ThmDir, "source_hash": t.Hash} {
		if v != "" {
			out[name] = v
		}
	}
	if c := t.Project.Commit; c != nil {
		out["commit"] = *c
	}
	return out
}

type entry struct {
	Thm      *theorem `json:"thm"`
	Proof    *string  `json:"proof"`
	Time     *float64 `json:"time"` // seconds
	Attempts *int     `json:"n_attempts"`
}

// maxTime bounds a plausible time: ten years.
const maxTime = 10 * 366 * 24 * time.Hour

// check says what makes an entry unusable.
func (e *entry) check() error {
	if e.Thm == nil {
		return errors.New("no thm")
	}
	if err := e.Thm.check("thm."); err != nil {
		return err
	}
	switch {
	case e.Time != nil && !(*e.Time >= 0 && *e.Time < maxTime.Seconds()):
		return fmt.Errorf("impossible time: %v s", *e.Time)
	}
	return nil
}

// same tells whether two entries say the same.
func (e *entry) same(f *entry) bool {
	return equal(e.Proof, f.Proof) && equal(e.Time, f.Time)
}

func equal[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// file is a result file.
type file struct {
	name, sha256 string
	hardware     string
	entries      []entry
	lines        []int // 1-based line of each entry
}

// maxFile bounds what is read into memory; the largest published file has 10 MB.
const maxFile = 2 << 30

func readFile(path string) (*file, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: larger than %d bytes", path, maxFile)
	}
	return parse(path, text)
}

func parse(path string, text []byte) (*file, error) {
	sum := sha256.Sum256(text)
	f := &file{name: filepath.Base(path), sha256: hex.EncodeToString(sum[:])}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	wrong := func(why string) error {
		return fmt.Errorf("%s: not CoqStoq results (%s): it looks like %s", path, why, imported.Guess(text[:min(len(text), 64<<10)]))
	}
	s := &scanner{records.NewScanner(text)}
	if t, err := s.Token(); err != nil || t != json.Delim('{') {
		return nil, wrong("they begin with {")
	}
	found := false
	for s.More() {
		key, err := s.Token()
		if err != nil {
			return nil, s.fail(path, err)
		}
		switch key {
		case "hardware":
			err = s.Decode(&f.hardware)
		case "results":
			found = true
			if err := f.results(path, s); err != nil {
				return nil, err
			}
		default:
			var skip json.RawMessage
			err = s.Decode(&skip)
		}
		if err != nil {
			return nil, s.fail(path, err)
		}
	}
	if _, err := s.Token(); err != nil {
		return nil, s.fail(path, err)
	}
	switch {
	case !found:
		return nil, wrong("there is no key results")
	case len(f.entries) == 0:
		return nil, fmt.Errorf("%s: results is empty", path)
	}
	if _, err := s.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s:%d: something stands behind the results", path, s.Line())
	}
	return f, nil
}

func (f *file) results(path string, s *scanner) error {
	t, err := s.Token()
	if err == nil && t != json.Delim('[') {
		return fmt.Errorf("%s:%d: results is not an array", path, s.Line())
	}
	if err != nil {
		return s.fail(path, err)
	}
	for s.More() {
		line := s.Next()
		var e entry
		err := s.Decode(&e)
		if err == nil {
			err = e.check()
		}
		if err != nil {
			return fmt.Errorf("%s:%d: entry %d: %w", path, line, len(f.entries)+1, explain(err))
		}
		f.entries, f.lines = append(f.entries, e), append(f.lines, line)
	}
	if _, err := s.Token(); err != nil {
		return fmt.Errorf("%s:%d: after entry %d: %w", path, s.Line(), len(f.entries), explain(err))
	}
	return nil
}

// explain names the usual causes of an error of decoding.
func explain(err error) error {
	var te *json.UnmarshalTypeError
	var se *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends here: it is truncated")
	case errors.As(err, &te):
		return fmt.Errorf("%s is a %s", te.Field, te.Value)
	case errors.As(err, &se):
		return fmt.Errorf("%w; JSON has no NaN or Infinity", err)
	}
	return err
}

// scanner is a decoder that knows its line.
type scanner struct{ *records.Scanner }

func (s *scanner) fail(path string, err error) error {
	return fmt.Errorf("%s:%d: %w", path, s.Line(), explain(err))
}
