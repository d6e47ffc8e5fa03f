package verisoftbench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
)

// pools gives every task its pool: of its repository where there is a checkout, else
// of its own record.
func pools(entries []*entry, path string, o dataset.Options, src *dataset.Source, f *findings) error {
	library, err := readLibrary(filepath.Join(filepath.Dir(path), "full_context", "repo_lib_items.json"))
	if err != nil {
		return err
	}
	var roots []string
	byRoot := map[string][]*entry{}
	for _, e := range entries {
		if byRoot[e.Root] == nil {
			roots = append(roots, e.Root)
		}
		byRoot[e.Root] = append(byRoot[e.Root], e)
	}
	var lacking []string
	for _, root := range roots {
		es := byRoot[root]
		var c *checkout
		if o.Repositories != "" {
			if c, err = openCheckout(o.Repositories, root); err != nil {
				return err
			}
		}
		if c != nil {
			for _, e := range c.pool(es, library[root], f) {
				e.ownPool()
				f.add("tasks whose file the checkout lacks: full is no more than their record", e.where)
			}
			continue
		}
		lacking = append(lacking, root)
		for _, e := range es {
			e.ownPool()
			f.add("tasks without their repository: full is no more than their record", e.where)
		}
	}
	if len(lacking) > 0 {
		src.Warnings = append(src.Warnings, fmt.Sprintf("no checkout of %s: there, full shows what the records list, which is the oracle's choice and not the whole repository, "+
			"and same-file the cited lemmas only; give the folder of the checkouts as tasks.repositories", strings.Join(lacking, ", ")))
	}
	return nil
}

// ownPool makes a pool of the record's own items.
func (e *entry) ownPool() {
	pool := &task.Pool{Premises: e.cited}
	t := e.task
	t.Pool, t.Available = pool, len(pool.Premises)
	context := solid(t.Preamble)
	for i := range pool.Premises {
		t.Truth.Premises = append(t.Truth.Premises, int32(i))
		e.classify(int32(i), &pool.Premises[i], context)
	}
}

// classify notes whether the prompt has a premise already, in the local context or as
// the statement itself, and else whether the benchmark withholds it.
func (e *entry) classify(i int32, p *task.Premise, context string) {
	t := e.task
	switch {
	case p.Origin == task.Library:
	case p.File == t.File && strings.Contains(context, head(p.Text)), solid(p.Text) == solid(t.Text):
		t.Quoted = append(t.Quoted, i)
	case p.Origin == task.Local && p.Kind == task.Lemma:
		t.Withheld = append(t.Withheld, i)
	}
}

// head returns a declaration without white space, up to the first proof that is taken
// out of it: exporters differ in what they write there.
func head(text string) string {
	s := solid(text)
	for _, mark := range []string{"bysorry", "byadmit"} {
		if i := strings.Index(s, mark); i > 0 {
			s = s[:i]
		}
	}
	return s
}

// libraryItems are the items of the libraries that a repository uses.
type libraryItems struct {
	Defs   []item `json:"lib_defs"`
	Lemmas []item `json:"lib_lemmas"`
}

// readLibrary reads the benchmark's list of library items; it is optional.
func readLibrary(path string) (map[string]libraryItems, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var m map[string]libraryItems
	if err := json.NewDecoder(io.LimitReader(file, maxLine)).Decode(&m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

func (l libraryItems) premises(f *findings, root string) []task.Premise {
	r := &record{Root: root, LibDefs: l.Defs, LibLemmas: l.Lemmas}
	var out []task.Premise
	for _, g := range r.groups()[:2] {
		out = append(out, g.clean(r, f, root+" repo_lib_items.json")...)
	}
	return out
}

// leaks builds the widest context of each task and tells of those that quote the
// ground truth.
func leaks(tasks []*task.Task, f *findings) {
	for _, t := range tasks {
		c, err := regime.Build(t, regime.Params{Kind: regime.Full, File: true})
		if err == nil {
			err = regime.Leak(t, c)
		}
		if err != nil {
			f.add("contexts that show the ground truth", t.ID+": "+err.Error())
		}
	}
}

// sortedSet returns indices ascending, each once.
func sortedSet(s []int32) []int32 {
	slices.Sort(s)
	return slices.Compact(s)
}
