package verisoftbench

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/dataset/verisoftbench/lean"
	"proofgrid/experiments/imported"
	"proofgrid/experiments/task"
	"proofgrid/experiments/tokens"
)

// Benchmark is the name of the benchmark, System that of its proof system.
const (
	Benchmark = "verisoftbench"
	System    = "lean"
)

const (
	maxLine = 64 << 20 // the longest line of the published file has some hundred kB
	maxFile = 2 << 30
)

// Read reads a tasks file. Of the options it uses all but Columns; Repositories is the
// folder of the checkouts, each named like the tasks' lean_root. Damaged lines are
// errors that begin with file:line, or findings with Options.Skip.
func Read(path string, o dataset.Options) (*dataset.Source, error) {
	if o.Benchmark == "" {
		o.Benchmark = Benchmark
	}
	if o.Counter == nil {
		var err error
		if o.Counter, err = tokens.ByName(tokens.Estimate); err != nil {
			return nil, err
		}
	}
	f := &findings{file: filepath.Base(path)}
	lines, sum, err := readLines(path, o.Skip, f)
	if err != nil {
		return nil, err
	}
	src := &dataset.Source{Benchmark: o.Benchmark, System: System, Ref: task.Source{Path: path, SHA256: sum}}
	entries := make([]*entry, len(lines))
	for i, l := range lines {
		entries[i] = newEntry(l, o, f)
		src.Tasks = append(src.Tasks, entries[i].task)
	}
	names(entries, o.Benchmark, f)
	if err := pools(entries, path, o, src, f); err != nil {
		return nil, err
	}
	if err := src.Count(o.Counter); err != nil {
		return nil, err
	}
	leaks(src.Tasks, f)
	src.Findings = f.sorted()
	return src, nil
}

// line is a record with its place.
type line struct {
	*record
	n int
}

func readLines(path string, skip bool, f *findings) ([]line, string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	hash := sha256.New()
	in := bufio.NewReader(io.TeeReader(io.LimitReader(file, maxFile+1), hash))
	head, _ := in.Peek(4 << 10)
	head = bytes.Clone(head)
	s := bufio.NewScanner(in)
	s.Buffer(make([]byte, 0, 1<<20), maxLine)
	var lines []line
	n, size := 0, 0
	damaged := func(err error) error {
		if skip {
			f.add("damaged lines, left out", fmt.Sprintf("line %d: %v", n, err))
			return nil
		}
		hint := "leave such lines out with skip_damaged"
		if n == 1 {
			hint = "the file looks like " + imported.Guess(head)
		}
		return fmt.Errorf("%s:%d: no VeriSoftBench task: %w; %s", path, n, err, hint)
	}
	for s.Scan() {
		n++
		size += len(s.Bytes()) + 1
		text := bytes.TrimSpace(bytes.TrimPrefix(s.Bytes(), []byte("\xef\xbb\xbf")))
		if len(text) == 0 {
			continue
		}
		r, err := decode(text)
		if err != nil {
			if err := damaged(err); err != nil {
				return nil, "", err
			}
			continue
		}
		lines = append(lines, line{r, n})
	}
	if err := s.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("the line is longer than %d bytes", maxLine)
		}
		return nil, "", fmt.Errorf("%s:%d: %w", path, n+1, err)
	}
	switch {
	case size > maxFile:
		return nil, "", fmt.Errorf("%s: larger than %d bytes", path, maxFile)
	case len(lines) == 0:
		return nil, "", fmt.Errorf("%s: no VeriSoftBench task in it: the file looks like %s", path, imported.Guess(head))
	}
	return lines, hex.EncodeToString(hash.Sum(nil)), nil
}

// entry is a task in the making: its items are not yet in a pool.
type entry struct {
	*record
	task  *task.Task
	where string         // what findings call it
	cited []task.Premise // cleaned items of all groups
}

func newEntry(l line, o dataset.Options, f *findings) *entry {
	e := &entry{record: l.record, where: fmt.Sprintf("line %d, %s", l.n, l.Name)}
	if id := l.id(); id != "" && id != "null" {
		e.where = fmt.Sprintf("task %s, %s", id, l.Name)
	} else {
		f.add("tasks without an id", e.where)
	}
	t := &task.Task{Name: l.Name, Benchmark: o.Benchmark, System: System, Repository: l.Root, File: l.Path, Index: -1,
		Text: e.statement(f), Preamble: e.preamble(f), Suffix: l.Suffix,
		Truth:    task.GroundTruth{Proof: l.Proof},
		Features: map[string]float64{}, Categories: map[string]string{"lean_root": l.Root}}
	t.Statement = flat(t.Text)
	if l.Category != "" {
		t.Categories["category"] = l.Category
	}
	if l.Aristotle != nil {
		t.Categories["subset_aristotle"] = fmt.Sprint(*l.Aristotle)
	}
	for name, v := range map[string]*float64{task.NestingDepth: l.Depth, "transitive_dep_count": l.Dependencies} {
		if v != nil {
			t.Features[name] = *v
		}
	}
	e.checkProof(f)
	if l.Proof != "" {
		t.Features["proof_lines"] = float64(1 + strings.Count(strings.TrimSpace(l.Proof), "\n"))
		t.Features["proof_tokens"] = float64(o.Counter.Count(l.Proof))
	}
	for _, g := range l.groups() {
		items := g.clean(l.record, f, e.where)
		t.Features[g.feature] = float64(len(items))
		e.cited = append(e.cited, items...)
	}
	e.task = t
	return e
}

// statement returns the target without its proof and tells where the record's two
// versions of it differ.
func (e *entry) statement(f *findings) string {
	stmt, proof := lean.Split(e.Stmt)
	if proof != "" {
		f.add("proofs in thm_stmt", e.where)
	}
	target, proof := lean.Split(e.Target)
	if proof != "" {
		f.add("proofs in target_theorem", e.where)
	}
	switch {
	case target == "":
		f.add("fields that are empty", e.where+" target_theorem")
		return stmt
	case stmt == "":
		f.add("fields that are empty", e.where+" thm_stmt")
	case solid(stmt) != solid(target):
		f.add("target_theorem and thm_stmt differ", e.where)
	}
	return target
}

// preamble returns the local context, behind the imports that it lacks.
func (e *entry) preamble(f *findings) string {
	if strings.TrimSpace(e.Context) == "" {
		f.add("fields that are empty", e.where+" local_ctx")
	}
	var has []string
	for l := range strings.Lines(e.Context) {
		has = append(has, flat(l))
	}
	var missing []string
	for _, i := range e.Imports {
		// One repository keeps its modules in a folder src that is no part of their names.
		if i = strings.Replace(flat(i), "import src.", "import ", 1); i != "" && !slices.Contains(has, i) {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return e.Context
	}
	return strings.Join(missing, "\n") + "\n\n" + e.Context
}

func (e *entry) checkProof(f *findings) {
	proof := strings.TrimSpace(e.Proof)
	switch {
	case proof == "":
		f.add("fields that are empty", e.where+" ground_truth_proof")
	case !strings.HasPrefix(proof, ":=") && !strings.HasPrefix(proof, "where") && !strings.HasPrefix(proof, "|"):
		f.add("ground truths that begin with none of :=, where and |", e.where)
	}
	for _, w := range []string{"sorry", "admit"} {
		if lean.Uses(proof, w) {
			f.add("ground truths with "+w, e.where)
		}
	}
}

// names gives the tasks their IDs and tells of names that repeat.
func names(entries []*entry, benchmark string, f *findings) {
	files, ids := map[string]string{}, map[string]string{}
	used := map[string]bool{}
	for _, e := range entries {
		place := e.Root + "/" + e.Path
		first, known := files[e.Name]
		switch {
		case !known:
			files[e.Name] = place
		case first != place:
			f.add("theorem names that repeat across files", fmt.Sprintf("%s, first in %s", e.where, first))
		default:
			f.add("theorem names that repeat within a file", e.where)
		}
		if id := e.id(); id != "" && ids[id] != "" {
			f.add("ids that repeat", fmt.Sprintf("%s, first of %s", e.where, ids[id]))
		} else {
			ids[id] = e.Name
		}
		base := benchmark + "/" + place + ":" + e.Name
		id := base
		for n := 1; used[id]; n++ {
			id = base + "#" + e.id()
			if n > 1 {
				id += fmt.Sprintf(".%d", n)
			}
		}
		used[id] = true
		e.task.ID = id
	}
}
