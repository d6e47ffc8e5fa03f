package metamath

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/mm"
	"proofgrid/experiments/task"
)

// System is the name of the proof system in tasks and task lists.
const System = "metamath"

// Options say how a database is read as a benchmark. The zero value is fine.
type Options struct {
	// Benchmark begins every task's ID; default is the file's name without .mm.
	Benchmark string
	// Level of the heading that serves as a statement's repository, counted from
	// the outermost level in use above it: 1 is the part, 2 the section. A
	// statement with fewer headings above it belongs to the innermost of them.
	// 0 means 2.
	Level int
	// Definition tells definitional axioms by their label; nil means the prefix
	// "df-".
	Definition func(label string) bool
	// Path and SHA256 identify the database in task lists. OpenFile and OpenFS set
	// them.
	Path, SHA256 string
}

// Source is a database as a benchmark. It is read-only and safe for concurrent
// use.
type Source struct {
	dataset.Source // its tasks are the asserting $p statements, in order
	DB             *mm.Database
	Pool           *task.Pool // every $a and $p statement, in order

	premise   []int32     // pool index by StmtID, -1 for hypotheses
	statement []mm.StmtID // by pool index
}

// Premise returns the pool index of a statement, -1 when it is a hypothesis.
func (s *Source) Premise(id mm.StmtID) int { return int(s.premise[id]) }

// Statement returns the statement of a pool index.
func (s *Source) Statement(premise int) mm.StmtID { return s.statement[premise] }

// OpenFile reads the database at path and the files that it includes.
func OpenFile(path string, o Options) (*Source, error) {
	db, err := mm.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return openHashed(db, path, o, func(name string) (io.ReadCloser, error) { return os.Open(name) })
}

// OpenFS is OpenFile in a file system, such as an embedded one. Path names the
// database in task lists; name is the file.
func OpenFS(fsys fs.FS, name, path string, o Options) (*Source, error) {
	db, err := mm.Read(fsys, name)
	if err != nil {
		return nil, err
	}
	return openHashed(db, path, o, func(name string) (io.ReadCloser, error) { return fsys.Open(name) })
}

// openHashed sets the hash: of the files' bytes, one after the other in the order
// in which the database first reads them, so for a single file its own SHA-256.
func openHashed(db *mm.Database, path string, o Options, open func(string) (io.ReadCloser, error)) (*Source, error) {
	h := sha256.New()
	for _, name := range db.Files() {
		f, err := open(name)
		if err != nil {
			return nil, err
		}
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return nil, err
		}
	}
	o.Path, o.SHA256 = path, hex.EncodeToString(h.Sum(nil))
	return Open(db, o)
}

// Read reads a task list that was made from this source. Name is what errors call
// the list.
func (s *Source) Read(r io.Reader, name string) ([]*task.Task, *task.List, error) {
	l, err := task.Read(r, name)
	if err != nil {
		return nil, nil, err
	}
	if l.System != System {
		return nil, nil, fmt.Errorf("%s:1: a task list of the system %q, not %s", name, l.System, System)
	}
	tasks, err := l.Resolve(s.Pool, s.Ref.SHA256)
	if err != nil {
		return nil, nil, err
	}
	variables := make(map[int][]task.Variable, len(s.Tasks))
	for _, t := range s.Tasks {
		variables[t.Index] = t.Variables
	}
	for _, t := range tasks {
		t.Variables = variables[t.Index]
	}
	return tasks, l, nil
}

// relative returns a file's name relative to the database's folder, so that it is
// the same on every machine.
func relative(root, name string) string {
	if r, err := filepath.Rel(filepath.Dir(root), name); err == nil {
		return filepath.ToSlash(r)
	}
	return name
}

func baseName(file string) string {
	return strings.TrimSuffix(path.Base(filepath.ToSlash(file)), ".mm")
}
