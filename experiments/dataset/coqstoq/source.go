package coqstoq

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/dataset/internal/records"
	"proofgrid/experiments/task"
)

// sourceFile is a Coq file of a project. err says why its theorems have no texts.
type sourceFile struct {
	text    string
	lines   []int // start of each
	outline *outline
	err     error
}

// maxSource bounds a Coq file; the largest of the benchmark's has less than 2 MB.
const maxSource = 64 << 20

// openSource reads the file of a theorem and finds its declarations. theorems are all
// theorems of the file. Projects stand under their names in the folder of
// repositories, or there under the names of their splits, as the release has them.
func (r *taskReader) openSource(p place, theorems []place) *sourceFile {
	text, err := readSource(r.options.Repositories, p.theorem)
	if err != nil {
		return &sourceFile{err: err}
	}
	f := newSource(text)
	var starts []int
	for _, t := range theorems {
		if at, err := f.offset(*t.Start); err == nil {
			starts = append(starts, at)
		}
	}
	f.outline = newOutline(text, p.Path, p.Project.DirName, starts)
	return f
}

func readSource(repositories string, t *theorem) (string, error) {
	dirs := []string{t.Project.DirName}
	if split := t.Project.Split.DirName; split != "" && filepath.IsLocal(split) {
		dirs = append(dirs, filepath.Join(split, t.Project.DirName))
	}
	for _, dir := range dirs {
		f, err := os.Open(filepath.Join(repositories, dir, t.Path))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, maxSource+1))
		sum := sha256.Sum256(text)
		switch {
		case err != nil:
			return "", err
		case len(text) > maxSource:
			return "", fmt.Errorf("the source is larger than %d bytes", maxSource)
		case t.Hash != "" && hex.EncodeToString(sum[:]) != strings.ToLower(t.Hash):
			return "", fmt.Errorf("the source has another hash, so that positions may mean other theorems; check out commit %s", t.commit())
		case !utf8.Valid(text):
			return "", errors.New("the source is not valid UTF-8")
		}
		return string(text), nil
	}
	return "", fmt.Errorf("no such source in %s; it is looked for as %s", repositories, strings.Join(dirs, " and as "))
}

func (t *theorem) commit() string {
	if t.Project.Commit == nil {
		return "(which the theorem file does not name)"
	}
	return *t.Project.Commit
}

func newSource(text string) *sourceFile {
	f := &sourceFile{text: text, lines: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// offset returns the byte at a position. Columns count characters (code points), as
// the benchmark's own checker does: in "  : Γ ⊢ b." the end is column 10.
func (f *sourceFile) offset(p position) (int, error) {
	if p.Line >= len(f.lines) {
		return 0, fmt.Errorf("line %d of %d", p.Line+1, len(f.lines))
	}
	at := f.lines[p.Line]
	end := len(f.text)
	if p.Line+1 < len(f.lines) {
		end = f.lines[p.Line+1] - 1
	}
	for n := 0; n < p.Column; n++ {
		if at >= end {
			return 0, fmt.Errorf("column %d of line %d, which has %d characters", p.Column+1, p.Line+1, n)
		}
		_, size := utf8.DecodeRuneInString(f.text[at:])
		at += size
	}
	return at, nil
}

// fill gives a task its texts and its pool.
func (f *sourceFile) fill(t *task.Task, thm *theorem) error {
	var at [4]int
	for i, p := range []*position{thm.Start, thm.End, thm.Proof, thm.Qed} {
		var err error
		if at[i], err = f.offset(*p); err != nil {
			return fmt.Errorf("the source has no such place: %w", err)
		}
	}
	start, end := at[0], at[1]
	text := records.Newlines(f.text[start:end])
	if strings.TrimSpace(text) == "" || at[2] < end {
		return errors.New("the source has no statement before its proof at these positions")
	}
	t.Text, t.Statement = text, text
	if _, name := coq.Leading(text); name != "" {
		t.Name = name
	}
	preamble, suffix := f.outline.scope(start)
	t.Preamble, t.Suffix = preamble, suffix
	t.Pool = f.outline.pool
	t.Available, t.Index = f.outline.at(start, end)
	t.Truth.Proof = records.Newlines(f.text[at[2]:at[3]])
	t.Truth.Premises = f.outline.cited(t.Truth.Proof, t.Available)
	t.Features["premises_before"] = float64(t.Available)
	t.Features["cited_premises"] = float64(len(t.Truth.Premises))
	return nil
}
