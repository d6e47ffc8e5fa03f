package verisoftbench

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/dataset/internal/records"
	"proofgrid/experiments/dataset/verisoftbench/lean"
	"proofgrid/experiments/task"
)

// record is a line of the tasks file.
type record struct {
	ID           json.RawMessage `json:"id"`
	Name         string          `json:"thm_name"`
	Stmt         string          `json:"thm_stmt"`
	Root         string          `json:"lean_root"`
	Path         string          `json:"rel_path"`
	Imports      []string        `json:"imports"`
	LibDefs      []item          `json:"used_lib_defs"`
	LibLemmas    []item          `json:"lib_lemmas"`
	RepoDefs     []item          `json:"used_repo_defs"`
	RepoLemmas   []item          `json:"repo_lemmas"`
	LocalDefs    []item          `json:"used_local_defs"`
	LocalLemmas  []item          `json:"used_local_lemmas"`
	Context      string          `json:"local_ctx"`
	Target       string          `json:"target_theorem"`
	Proof        string          `json:"ground_truth_proof"`
	Suffix       string          `json:"suffix"`
	Depth        *float64        `json:"nesting_depth"`
	Dependencies *float64        `json:"transitive_dep_count"`
	Aristotle    *bool           `json:"subset_aristotle"`
	Category     string          `json:"category"`
}

type item struct {
	Name    string `json:"name"`
	Module  string `json:"module"`  // of library items
	Content string `json:"content"` // of the others
}

// group is one of a record's lists of items.
type group struct {
	field   string
	feature string
	kind    task.Kind
	origin  task.Origin
	items   []item
}

func (r *record) groups() []group {
	return []group{
		{"used_lib_defs", "library_definitions", task.Definition, task.Library, r.LibDefs},
		{"lib_lemmas", "library_lemmas", task.Lemma, task.Library, r.LibLemmas},
		{"used_repo_defs", "repository_definitions", task.Definition, task.Repository, r.RepoDefs},
		{"repo_lemmas", "repository_lemmas", task.Lemma, task.Repository, r.RepoLemmas},
		{"used_local_defs", "local_definitions", task.Definition, task.Local, r.LocalDefs},
		{"used_local_lemmas", "local_lemmas", task.Lemma, task.Local, r.LocalLemmas},
	}
}

func (r *record) id() string { return strings.Trim(string(r.ID), `"`) }

// decode reads a line. Fields that it does not know are allowed.
func decode(line []byte) (*record, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("invalid UTF-8")
	}
	r := &record{}
	if err := json.Unmarshal(line, r); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) && int(syntax.Offset) >= len(line) {
			return nil, errors.New("the JSON object is truncated")
		}
		return nil, err
	}
	for _, need := range []struct{ field, value string }{
		{"thm_name", r.Name}, {"lean_root", r.Root}, {"rel_path", r.Path}, {"target_theorem or thm_stmt", r.Target + r.Stmt},
	} {
		if need.value == "" {
			return nil, fmt.Errorf("no %s", need.field)
		}
	}
	for _, place := range []struct{ field, value string }{{"lean_root", r.Root}, {"rel_path", r.Path}} {
		if !filepath.IsLocal(place.value) {
			return nil, fmt.Errorf("%s %q leads out of the benchmark's folder", place.field, place.value)
		}
	}
	return r, r.clean()
}

// clean returns an error when some text of the record holds a NUL.
func (r *record) clean() error {
	fields := []records.Field{
		{Name: "thm_name", Text: r.Name}, {Name: "thm_stmt", Text: r.Stmt}, {Name: "target_theorem", Text: r.Target}, {Name: "lean_root", Text: r.Root},
		{Name: "rel_path", Text: r.Path}, {Name: "imports", Text: strings.Join(r.Imports, "")}, {Name: "local_ctx", Text: r.Context},
		{Name: "ground_truth_proof", Text: r.Proof}, {Name: "suffix", Text: r.Suffix}, {Name: "category", Text: r.Category},
	}
	for _, g := range r.groups() {
		for _, it := range g.items {
			fields = append(fields, records.Field{Name: g.field, Text: it.Name}, records.Field{Name: g.field, Text: it.Module}, records.Field{Name: g.field, Text: it.Content})
		}
	}
	return records.Clean(fields...)
}

// leaked is the name, as exported, of an item of the benchmark's example prompt.
const leaked = "List.getElem_append_left{α"

// clean returns the usable items of a group, each as a premise, in their order and
// each once. Where is what findings call the record.
func (g group) clean(r *record, f *findings, where string) []task.Premise {
	var out []task.Premise
	seen := map[string]bool{}
	for _, it := range g.items {
		at := where + " " + g.field
		switch {
		case it.Name == "..." || it.Content == "...":
			f.add("placeholder items", at)
			continue
		case it.Name == leaked:
			f.add("items leaked from the example of a prompt", at+" "+it.Name)
			continue
		case it.Name == "" || g.origin != task.Library && strings.TrimSpace(it.Content) == "":
			f.add("items without a name or a content", at+" "+it.Name)
			continue
		}
		p := g.premise(r, it, f, at)
		if k := p.Name + "\x00" + solid(p.Text); seen[k] {
			f.add("items that a list repeats", at+" "+it.Name)
		} else {
			seen[k] = true
			out = append(out, p)
		}
	}
	return out
}

func (g group) premise(r *record, it item, f *findings, at string) task.Premise {
	p := task.Premise{Name: it.Name, Kind: g.kind, Origin: g.origin}
	if i := strings.IndexAny(p.Name, " \t\n({["); i > 0 {
		f.add("item names with more than a name", at+" "+it.Name)
		p.Name = p.Name[:i]
	}
	if g.origin == task.Library {
		p.Text = libraryText(p.Name, it.Module)
		p.File = it.Module
		return p
	}
	p.Repository = r.Root
	if g.origin == task.Local {
		p.File = r.Path
	}
	p.Text = repaired(it.Content, f, at+" "+it.Name)
	if g.kind == task.Lemma {
		statement, proof := lean.Split(p.Text)
		if proof != "" {
			f.add("lemmas with their proof", at+" "+it.Name)
		}
		p.Text = statement
	} else {
		text, n := lean.Elide(p.Text)
		if n > 0 {
			f.add("definitions with a tactic block", at+" "+it.Name)
		}
		p.Text = strings.TrimSpace(text)
	}
	p.Statement = flat(p.Text)
	return p
}

// libraryText shows a library item: its statement is not in the file.
func libraryText(name, module string) string {
	if module == "" {
		return name
	}
	return name + " -- " + module
}

// repaired returns the text with line breaks for each \n, if that is the only way in
// which it has any: elsewhere it may be code.
func repaired(s string, f *findings, at string) string {
	if !strings.Contains(s, `\n`) || strings.Contains(s, "\n") {
		return s
	}
	f.add(`line breaks written as \n`, at)
	return strings.ReplaceAll(s, `\n`, "\n")
}

// flat joins the words of a text by single spaces.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

// solid is a text without white space, by which texts are compared.
func solid(s string) string { return strings.Join(strings.Fields(s), "") }
