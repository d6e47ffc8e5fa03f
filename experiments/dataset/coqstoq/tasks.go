package coqstoq

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/dataset"
	"proofgrid/experiments/dataset/internal/records"
	"proofgrid/experiments/imported"
	"proofgrid/experiments/task"
)

// reference is an entry of a split's list, which names a theorem by its file and its
// number there.
type reference struct {
	Path  string `json:"thm_path"`
	Index *int   `json:"thm_idx"`
}

// place is a theorem with where it was read.
type place struct {
	*theorem
	file string
	line int
}

// ReadTasks reads theorems as tasks: from a theorem file, a folder of them, a split's
// list of references into such a folder, or a result file, whose results it leaves
// alone. It reads Counter, Benchmark, Skip and Repositories of the options; see the
// package comment for what sources add. Errors name file and line.
func ReadTasks(path string, o dataset.Options) (*dataset.Source, error) {
	if o.Benchmark == "" {
		o.Benchmark = Format
	}
	r := &taskReader{options: o, ids: map[string]bool{}, hashes: map[string]string{}, files: map[string]*sourceFile{}, hash: sha256.New()}
	places, err := r.read(path)
	if err != nil {
		return nil, err
	}
	if places, err = r.admit(places); err != nil {
		return nil, err
	}
	src := &dataset.Source{Benchmark: o.Benchmark, System: "coq", Ref: task.Source{Path: path, SHA256: hex.EncodeToString(r.hash.Sum(nil))}}
	if o.Repositories == "" {
		empty := &task.Pool{}
		for _, p := range places {
			src.Tasks = append(src.Tasks, r.bare(p, empty))
		}
		src.Warnings = append(src.Warnings, "the theorems have positions but no statements, so that no model can be prompted with them: give the folder of the projects' sources as repositories")
	} else if src.Tasks, err = r.withSources(places); err != nil {
		return nil, err
	}
	if len(src.Tasks) == 0 {
		return nil, fmt.Errorf("%s: no theorem that makes a task", path)
	}
	src.Findings = r.lint.List()
	return src, src.Count(o.Counter)
}

type taskReader struct {
	options dataset.Options
	lint    imported.Findings
	ids     map[string]bool
	hashes  map[string]string      // of a source file, by project and path
	files   map[string]*sourceFile // by project and path
	hash    hash.Hash
}

// read returns the theorems of a path in their order.
func (r *taskReader) read(path string) ([]place, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return r.readFile(path, true)
	}
	var out []place
	err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".json" {
			return err
		}
		places, err := r.readFile(file, false)
		out = append(out, places...)
		return err
	})
	if err == nil && out == nil {
		err = fmt.Errorf("%s: no theorem file (*.json) in this folder", path)
	}
	return out, err
}

// readFile returns the theorems of one file; lists says whether it may be a list of
// references.
func (r *taskReader) readFile(path string, lists bool) ([]place, error) {
	text, file, err := imported.ReadFile(path)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(r.hash, "%s %s\n", file.Name, file.SHA256)
	switch guess := imported.Guess(text[:min(len(text), 64<<10)]); {
	case strings.HasPrefix(guess, "CoqStoq results"):
		f, err := parse(path, text)
		if err != nil {
			return nil, err
		}
		var out []place
		for i := range f.entries {
			out = append(out, place{f.entries[i].Thm, path, f.lines[i]})
		}
		return out, nil
	case bytes.Equal(bytes.TrimSpace(text), []byte("[]")) && !lists: // a source without a theorem
		return nil, nil
	case !bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) && !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")):
		return nil, records.Wrong(path, text, "CoqStoq theorems", "they are JSON")
	}
	var out []place
	read := map[string][]place{}
	damage := &records.Damage{Path: path, Skip: r.options.Skip, Lint: &r.lint}
	n := 0
	err = records.Each(text, damage, func(line int, raw []byte) error {
		n++
		var t theorem
		var ref reference
		if err := records.Decode(raw, &t); err != nil {
			return err
		}
		if err := records.Decode(raw, &ref); err != nil {
			return err
		}
		switch {
		case n == 1 && t.Start == nil && ref.Path == "":
			return errWrong
		case lists && ref.Path != "":
			p, err := r.follow(filepath.Dir(path), ref, read)
			if err == nil {
				out = append(out, p)
			}
			return err
		}
		if err := t.check(""); err != nil {
			return err
		}
		out = append(out, place{&t, path, line})
		return nil
	})
	if errors.Is(err, errWrong) || n == 0 || r.options.Skip && len(out) == 0 {
		return nil, records.Wrong(path, text, "CoqStoq theorems", "the first record has no theorem_start_pos")
	}
	return out, err
}

var errWrong = errors.New("no theorem_start_pos")

// follow reads the theorem of a reference; read holds the files that were read already.
func (r *taskReader) follow(dir string, ref reference, read map[string][]place) (place, error) {
	if !filepath.IsLocal(ref.Path) || ref.Index == nil {
		return place{}, fmt.Errorf("thm_path %q with its thm_idx is no theorem beside the list", ref.Path)
	}
	file := filepath.Join(dir, ref.Path)
	all, ok := read[file]
	if !ok {
		var err error
		if all, err = r.readFile(file, false); err != nil {
			return place{}, err
		}
		read[file] = all
	}
	if *ref.Index < 0 || *ref.Index >= len(all) {
		return place{}, fmt.Errorf("thm_idx %d: %s has %d theorems", *ref.Index, ref.Path, len(all))
	}
	return all[*ref.Index], nil
}

// admit leaves out theorems that are listed again, and refuses contradictions and
// paths that lead out of a project.
func (r *taskReader) admit(places []place) ([]place, error) {
	var out []place
	for _, p := range places {
		source := p.Project.DirName + "/" + p.Path
		damage := &records.Damage{Path: p.file, Skip: r.options.Skip, Lint: &r.lint}
		var err error
		switch was, known := r.hashes[source]; {
		case !filepath.IsLocal(p.Project.DirName) || !filepath.IsLocal(p.Path):
			err = fmt.Errorf("%s: the path leads out of the project", p.id())
		case known && was != p.Hash:
			err = fmt.Errorf("%s: its source file has another hash than before, so that positions may mean other theorems", p.id())
		case r.ids[p.id()]:
			r.lint.Add(filepath.Base(p.file), "theorems that are listed again; kept once", p.id())
			continue
		}
		if err != nil {
			if err = damage.At(p.line, err); err != nil {
				return nil, err
			}
			continue
		}
		r.hashes[source], r.ids[p.id()] = p.Hash, true
		out = append(out, p)
	}
	return out, nil
}

// bare makes the task of a theorem from its position alone.
func (r *taskReader) bare(p place, pool *task.Pool) *task.Task {
	t := &task.Task{
		ID: r.options.Benchmark + "/" + p.id(), Name: p.name(), Benchmark: r.options.Benchmark, System: "coq",
		Repository: p.Project.DirName, File: p.Path, Line: p.Start.Line + 1,
		Pool: pool, Index: -1, Features: p.features(), Categories: p.categories(),
	}
	if args := strings.Join(p.Project.CompileArgs, " "); args != "" {
		t.Categories["compile_args"] = args
	}
	return t
}

// withSources makes the tasks of theorems with the texts of their files.
func (r *taskReader) withSources(places []place) ([]*task.Task, error) {
	theorems := map[string][]place{}
	for _, p := range places {
		source := p.Project.DirName + "/" + p.Path
		theorems[source] = append(theorems[source], p)
	}
	var out []*task.Task
	for _, p := range places {
		source := p.Project.DirName + "/" + p.Path
		f := r.files[source]
		if f == nil {
			f = r.openSource(p, theorems[source])
			r.files[source] = f
		}
		t := r.bare(p, nil)
		err := f.err
		if err == nil {
			err = f.fill(t, p.theorem)
		}
		if err != nil {
			damage := &records.Damage{Path: p.file, Skip: r.options.Skip, Lint: &r.lint}
			if err = damage.At(p.line, fmt.Errorf("%s: %w", p.id(), err)); err != nil {
				return nil, err
			}
			continue
		}
		r.lintTask(p, t)
		out = append(out, t)
	}
	return out, nil
}

// lintTask notes what looks as if the positions were those of another version.
func (r *taskReader) lintTask(p place, t *task.Task) {
	for _, f := range []struct {
		odd  bool
		what string
	}{
		{!strings.HasSuffix(t.Text, "."), "statements that do not end in a full stop; the positions may be wrong"},
		{coq.RoleOf(head(t.Text)) != coq.States, "statements that begin like none; the positions may be wrong"},
		{t.Index < 0, "theorems that were not found among the declarations of their file"},
		{!slices.Contains(coq.Endings, strings.TrimSuffix(lastWord(t.Truth.Proof), ".")), "human proofs without an end"},
		{strings.Contains(t.Truth.Proof, "admit") || strings.Contains(t.Truth.Proof, "Admitted"), "human proofs that admit something"},
	} {
		if f.odd {
			r.lint.Add(filepath.Base(p.file), f.what, t.ID)
		}
	}
}

func head(s string) string {
	head, _ := coq.Leading(s)
	return head
}

func lastWord(s string) string {
	words := strings.Fields(s)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
