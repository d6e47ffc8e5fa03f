package coq

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/imported"
)

// project is a folder of compiled Coq files.
type project struct {
	root  string
	files []*file // each behind those that it requires
	args  []string
	hash  hash.Hash
	lint  imported.Findings
}

// file is a source with its .glob.
type file struct {
	path     string // relative to the root, with slashes
	text     string
	lines    []int // start of each
	glob     *glob
	outline  *coq.Outline
	number   int       // in project.files
	requires []*file   // directly
	reaches  []bool    // by number: what it requires, directly or not, and itself
	items    []item    // in the order of their start
	spans    []span    // of the items, ascending and disjoint
	entries  [][]entry // the .glob's declarations of each item
	bare     bool      // requires a file of the project by a name that only -R resolves
}

// maxSource bounds a source and its .glob.
const maxSource = 256 << 20

func openProject(root string) (*project, error) {
	info, err := os.Stat(root)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s: not the folder of a Coq project", root)
	}
	// WalkDir does not enter a link.
	folder, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	p := &project{root: root, hash: sha256.New()}
	sources := 0
	var files []*file
	// WalkDir goes in lexical order, so that nothing depends on the file system.
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != folder {
			return filepath.SkipDir
		}
		if !d.Type().IsRegular() || filepath.Ext(name) != ".v" {
			return nil
		}
		sources++
		f, err := p.open(folder, name)
		if f != nil {
			files = append(files, f)
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case sources == 0:
		return nil, fmt.Errorf("%s: no Coq source (*.v) in this folder", root)
	case len(files) == 0:
		return nil, fmt.Errorf("%s: the project is not compiled: none of its %d sources has a .glob beside it that can be used (%s); coqc writes it",
			root, sources, p.lint.List()[0].What)
	}
	p.order(files)
	return p, p.arguments()
}

// open reads a source with its .glob; it is nil, with a finding, where they are of no
// use.
func (p *project) open(folder, name string) (*file, error) {
	rel, err := filepath.Rel(folder, name)
	if err != nil {
		return nil, err
	}
	rel = filepath.ToSlash(rel)
	text, err := readFile(name)
	if err != nil {
		return nil, err
	}
	globName := strings.TrimSuffix(name, ".v") + ".glob"
	globText, err := readFile(globName)
	if errors.Is(err, fs.ErrNotExist) {
		p.lint.Add(rel, "files without .glob; left out", "")
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	sum := md5.Sum(text)
	first, _, _ := strings.Cut(string(globText[:min(len(globText), 64)]), "\n")
	digest, ok := strings.CutPrefix(strings.TrimSpace(first), "DIGEST ")
	if ok && digest != hex.EncodeToString(sum[:]) { // its places would be those of other text
		p.lint.Add(rel, "files with the .glob of another version; left out", "digest "+digest)
		return nil, nil
	}
	g, err := parseGlob(globText, len(text))
	switch {
	case err != nil:
		p.lint.Add(rel, "files with a damaged .glob; left out", fmt.Sprintf("%s.glob:%v", strings.TrimSuffix(rel, ".v"), err))
		return nil, nil
	case !utf8.Valid(text):
		p.lint.Add(rel, "files that are not UTF-8; left out", "")
		return nil, nil
	}
	fmt.Fprintf(p.hash, "%s %x %x\n", rel, sha256.Sum256(text), sha256.Sum256(globText))
	f := &file{path: rel, text: string(text), lines: []int{0}, glob: g, outline: coq.NewOutline(string(text), nil)}
	for i, c := range text {
		if c == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f, nil
}

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSource+1))
	if err == nil && len(text) > maxSource {
		err = fmt.Errorf("%s: larger than %d bytes", name, maxSource)
	}
	return text, err
}

// line returns the line of a byte, from 1.
func (f *file) line(at int) int {
	n, found := slices.BinarySearch(f.lines, at)
	if found {
		n++
	}
	return n
}

// order puts files behind those that they require; where that leaves a choice, in the
// order of their paths. Coq knows no circles.
func (p *project) order(files []*file) {
	byLibrary := map[string]*file{}
	for _, f := range files {
		if first := byLibrary[f.glob.library]; first != nil {
			p.lint.Add(f.path, "files with the logical name of another one, which references are taken to mean", first.path)
			continue
		}
		byLibrary[f.glob.library] = f
	}
	for _, f := range files {
		for _, e := range f.glob.refs {
			g := byLibrary[e.file]
			if e.kind != "lib" || g == nil || g == f {
				continue
			}
			if !slices.Contains(f.requires, g) {
				f.requires = append(f.requires, g)
			}
			f.bare = f.bare || f.requiresBare(e.start, g.glob.library)
		}
	}
	seen := map[*file]bool{}
	var visit func(f *file)
	visit = func(f *file) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, g := range f.requires {
			visit(g)
		}
		f.number = len(p.files)
		p.files = append(p.files, f)
	}
	for _, f := range files {
		visit(f)
	}
	for _, f := range p.files {
		f.reaches = make([]bool, len(p.files))
		f.reaches[f.number] = true
		for _, g := range f.requires {
			for n, r := range g.reaches {
				f.reaches[n] = f.reaches[n] || r
			}
		}
	}
}

// requiresBare tells whether the sentence with a reference to a library names it
// without its prefix, as -R allows.
func (f *file) requiresBare(at int, library string) bool {
	i, found := slices.BinarySearchFunc(f.outline.Context, at, func(s coq.Sentence, at int) int { return s.Start - at })
	if !found {
		i--
	}
	return i >= 0 && at < f.outline.Context[i].End && f.outline.Context[i].Head == "Require" && !strings.HasPrefix(f.text[at:], library)
}

// arguments finds the load paths: those of _CoqProject where there is one, else what
// the logical names of the compiled files tell.
func (p *project) arguments() error {
	text, err := readFile(filepath.Join(p.root, "_CoqProject"))
	if err == nil {
		p.args, err = coqProject(string(text))
		if err != nil {
			err = fmt.Errorf("%s: %w", filepath.Join(p.root, "_CoqProject"), err)
		}
		return err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	flag := "-Q"
	for _, f := range p.files {
		if f.bare {
			flag = "-R"
		}
	}
	seen := map[[2]string]bool{}
	for _, f := range p.files {
		dir, prefix := mapping(f.path, f.glob.library)
		if m := [2]string{dir, prefix}; !seen[m] && m != [2]string{".", ""} {
			seen[m] = true
			p.args = append(p.args, flag, dir, prefix)
		}
	}
	return nil
}

// mapping returns the folder and the logical prefix that make a library of a path:
// theories/a/b.v and lib.a.b give theories and lib.
func mapping(file, library string) (dir, prefix string) {
	dirs := strings.Split(strings.TrimSuffix(file, ".v"), "/")
	names := strings.Split(library, ".")
	for len(dirs) > 0 && len(names) > 0 && dirs[len(dirs)-1] == names[len(names)-1] {
		dirs, names = dirs[:len(dirs)-1], names[:len(names)-1]
	}
	return path.Join(append([]string{"."}, dirs...)...), strings.Join(names, ".")
}

// coqProject returns what a _CoqProject file gives coqc: load paths and what -arg
// passes on. It is a list of words, with quotes and # comments as in a shell.
func coqProject(text string) ([]string, error) {
	words, err := shellWords(text)
	if err != nil {
		return nil, err
	}
	var out []string
	operands := map[string]int{"-Q": 2, "-R": 2, "-I": 1, "-arg": 1}
	for i := 0; i < len(words); i++ {
		n := operands[words[i]]
		if i+n >= len(words) {
			return nil, fmt.Errorf("%s at the end lacks what it is for", words[i])
		}
		switch {
		case words[i] == "-arg":
			more, err := shellWords(words[i+1])
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		case n > 0:
			out = append(out, words[i:i+n+1]...)
		}
		i += n
	}
	return out, nil
}

func shellWords(text string) ([]string, error) {
	var out []string
	var word []byte
	in := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			n := strings.IndexByte(text[i+1:], c)
			if n < 0 {
				return nil, errors.New("a quote is not closed")
			}
			word, in = append(word, text[i+1:i+1+n]...), true
			i += n + 1
		case c == '#' && !in:
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				n = len(text) - i
			}
			i += n
		case strings.IndexByte(" \t\r\n", c) >= 0:
			if in {
				out, word, in = append(out, string(word)), word[:0], false
			}
		default:
			word, in = append(word, c), true
		}
	}
	if in {
		out = append(out, string(word))
	}
	return out, nil
}
