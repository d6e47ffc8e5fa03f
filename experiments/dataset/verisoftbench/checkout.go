package verisoftbench

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"proofgrid/experiments/dataset/verisoftbench/lean"
	"proofgrid/experiments/task"
)

// Bounds of a checkout; Lean's own library has some 2,000 files and 30 MB.
const (
	maxFiles    = 20000
	maxSource   = 8 << 20
	maxCheckout = 512 << 20
)

// checkout is a repository's Lean files in an order in which each stands behind those
// that it imports, ties by path.
type checkout struct {
	root  string
	files []source
}

type source struct {
	path string
	*lean.File
}

// openCheckout reads the checkout of a repository, nil when there is none.
func openCheckout(folder, root string) (*checkout, error) {
	if !filepath.IsLocal(root) {
		return nil, fmt.Errorf("lean_root %q is no folder name", root)
	}
	// Links that lead out of the folder are not followed.
	dir, err := os.OpenRoot(filepath.Join(folder, root))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	c := &checkout{root: root}
	total := 0
	err = fs.WalkDir(dir.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "lake-packages" || d.Name() == "build"):
			return fs.SkipDir
		case !d.Type().IsRegular() || path.Ext(name) != ".lean":
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if total += int(info.Size()); info.Size() > maxSource || total > maxCheckout || len(c.files) == maxFiles {
			return fmt.Errorf("%s: the checkout is larger than %d files, %d bytes a file or %d bytes in all", name, maxFiles, maxSource, maxCheckout)
		}
		text, err := fs.ReadFile(dir.FS(), name)
		if err != nil {
			return err
		}
		c.files = append(c.files, source{name, lean.Scan(strings.ToValidUTF8(string(text), "\uFFFD"))})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("checkout of %s: %w", root, err)
	}
	if len(c.files) == 0 {
		return nil, nil
	}
	c.sort()
	return c, nil
}

// sort puts imports before what imports them. A cycle, which Lean forbids, is cut
// where it is met.
func (c *checkout) sort() {
	slices.SortFunc(c.files, func(a, b source) int { return strings.Compare(a.path, b.path) })
	byModule := map[string]int{}
	for i, f := range c.files {
		module := strings.ReplaceAll(strings.TrimSuffix(f.path, ".lean"), "/", ".")
		byModule[module] = i
		// A library may keep its modules in a folder that is no part of their names.
		if _, rest, ok := strings.Cut(module, "."); ok {
			if _, known := byModule[rest]; !known {
				byModule[rest] = i
			}
		}
	}
	seen := make([]bool, len(c.files))
	var out []source
	var visit func(i int)
	visit = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		for _, m := range c.files[i].Imports {
			if k, ok := byModule[m]; ok {
				visit(k)
			}
		}
		out = append(out, c.files[i])
	}
	for i := range c.files {
		visit(i)
	}
	c.files = out
}

var kinds = map[lean.Kind]task.Kind{lean.Definition: task.Definition, lean.Theorem: task.Lemma, lean.Axiom: task.Axiom, lean.Notation: task.Notation}

// declarations returns the premises of the checkout and where each file's begin.
func (c *checkout) declarations() (premises []task.Premise, lines []int, begin map[string]int) {
	begin = map[string]int{}
	for _, f := range c.files {
		begin[f.path] = len(premises)
		for _, d := range f.Decls {
			name := d.Name
			if name == "" {
				name = fmt.Sprintf("%s:%d", f.path, d.Line)
			}
			premises = append(premises, task.Premise{Name: name, Kind: kinds[d.Kind], Origin: task.Repository, File: f.path, Repository: c.root,
				Text: d.Text, Statement: flat(d.Text), Proof: d.Proof})
			lines = append(lines, d.Line)
		}
	}
	return premises, lines, begin
}

// pool gives the entries of a repository one pool. It returns those whose file the
// checkout lacks.
func (c *checkout) pool(entries []*entry, library libraryItems, f *findings) (left []*entry) {
	decls, lines, begin := c.declarations()
	byName := map[string][]int{}
	for i, d := range decls {
		byName[lastName(d.Name)] = append(byName[lastName(d.Name)], i)
	}
	// What no declaration is stands before all of them.
	var extras []task.Premise
	place := map[string]int{}
	extra := func(p task.Premise) int {
		k := p.Name + "\x00" + p.Text
		i, ok := place[k]
		if !ok {
			i = len(extras)
			place[k] = i
			extras = append(extras, p)
		}
		return i
	}
	for _, p := range library.premises(f, c.root) {
		extra(p)
	}
	type ref struct {
		in int // index of extras or, when found, of decls
		is bool
	}
	refs := map[*entry][]ref{}
	at := map[*entry]int{}
	var placed []*entry
	for _, e := range entries {
		start, ok := begin[path.Clean(filepath.ToSlash(e.Path))]
		if !ok {
			left = append(left, e)
			continue
		}
		placed = append(placed, e)
		e.task.File = path.Clean(filepath.ToSlash(e.Path))
		here, found := c.locate(e, decls, start)
		if !found {
			f.add("theorems that the checkout's file lacks: what stands before its file is shown", e.where)
		}
		at[e] = here
		if found {
			e.task.Line = lines[here]
		}
		for _, p := range e.cited {
			i, ok := match(&p, decls[:here], byName)
			if !ok {
				if p.Origin != task.Library {
					f.add("cited items that the checkout lacks: the record's are shown", e.where+" "+p.Name)
				}
				i = extra(p)
			}
			refs[e] = append(refs[e], ref{i, ok})
		}
	}
	n := len(extras)
	pool := &task.Pool{Premises: append(extras, decls...)}
	for _, e := range placed {
		t := e.task
		t.Pool, t.Available = pool, n+at[e]
		if t.Line > 0 {
			t.Index = t.Available
		}
		context := solid(t.Preamble)
		for k, r := range refs[e] {
			i := r.in
			if r.is {
				i += n
			}
			t.Truth.Premises = append(t.Truth.Premises, int32(i))
			if p := e.cited[k]; p.Origin == task.Local && p.Kind == task.Lemma {
				t.Withheld = append(t.Withheld, int32(i))
			}
		}
		for i := range t.Available {
			p := &pool.Premises[i]
			if i < n || p.File == t.File {
				e.classify(int32(i), p, context)
			}
		}
		t.Truth.Premises, t.Withheld, t.Quoted = sortedSet(t.Truth.Premises), sortedSet(t.Withheld), sortedSet(t.Quoted)
	}
	return left
}

// locate returns the place of the entry's theorem among the declarations, of which
// those of its file begin at start: the one that reads like it, else the one of its
// name. When there is none it returns start.
func (c *checkout) locate(e *entry, decls []task.Premise, start int) (int, bool) {
	want, named := solid(e.task.Text), -1
	for i := start; i < len(decls) && decls[i].File == e.task.File; i++ {
		switch {
		case strings.HasSuffix(solid(decls[i].Text), want):
			return i, true
		case named < 0 && sameName(decls[i].Name, e.Name):
			named = i
		}
	}
	if named >= 0 {
		return named, true
	}
	return start, false
}

// match returns the declaration that an item is: of its name, the one that reads like
// it, else the last before the theorem.
func match(p *task.Premise, before []task.Premise, byName map[string][]int) (int, bool) {
	if p.Origin == task.Library {
		return 0, false
	}
	named := -1
	for _, i := range byName[lastName(p.Name)] {
		if i >= len(before) || p.Origin == task.Local && before[i].File != p.File || (before[i].Kind == task.Lemma) != (p.Kind == task.Lemma) {
			continue
		}
		if strings.Contains(solid(before[i].Text), head(p.Text)) {
			return i, true
		}
		if sameName(before[i].Name, p.Name) {
			named = i
		}
	}
	return named, named >= 0
}

func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// sameName reports whether one name is the other, or ends with it behind a dot: the
// scanner may miss a namespace.
func sameName(a, b string) bool {
	return a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a)
}
