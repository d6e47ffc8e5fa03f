package coq

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/dataset"
	"proofgrid/experiments/dataset/internal/records"
	"proofgrid/experiments/task"
)

// Format is the name of the format.
const Format = "coq"

// Read reads the theorems of the compiled project in a folder as tasks. It reads
// Benchmark and Counter of the options; the default benchmark is the project's logical
// name. Files that cannot be used are left out with a finding; a project without any
// that can is an error.
func Read(root string, o dataset.Options) (*dataset.Source, error) {
	b, err := build(root)
	if err != nil {
		return nil, err
	}
	b.benchmark = o.Benchmark
	source := "glob"
	found, err := b.dpd()
	if err != nil {
		return nil, err
	}
	if found != "" {
		source = "dpd"
	}
	src := &dataset.Source{System: "coq", Tasks: b.tasks(source)}
	src.Benchmark = b.benchmark
	if len(src.Tasks) == 0 {
		return nil, fmt.Errorf("%s: no theorem that makes a task", root)
	}
	src.Ref = task.Source{Path: root, SHA256: hex.EncodeToString(b.hash.Sum(nil))}
	src.Findings = b.lint.List()
	if source == "glob" {
		src.Warnings = append(src.Warnings, "dependencies are what .glob files tell, which lack most instances that Coq finds by itself; a file of coq-dpdgraph (*.dpd) in the folder is read besides them")
	} else {
		src.Warnings = append(src.Warnings, "dependencies are those of "+found+" and of the .glob files")
	}
	src.Warnings = append(src.Warnings, "a cluster is a file; declarations of other libraries are counted but not among the premises")
	return src, src.Count(o.Counter)
}

// item is a declaration of a file: a premise.
type item struct {
	coq.Declaration
	premise int32
}

// span is a part of a file in which references belong to an item.
type span struct {
	coq.Span
	item  int
	proof bool
}

// node is what is known of a premise besides what is shown of it.
type node struct {
	states, proves []int32 // premises that the statement, or its proof, refers to
	libraries      []int32 // declarations outside the project that either refers to
}

type builder struct {
	*project
	benchmark string
	pool      *task.Pool
	nodes     []node
	at        map[string]int32 // premise by key
	inside    map[string]int32 // its number, from 1, by key without the module; -1 for several
	library   map[string]int32 // number by key of what is declared outside the project
	ids       map[string]int
	ours      map[string]bool // libraries of the project
}

// build reads a project and finds what its declarations refer to.
func build(root string) (*builder, error) {
	p, err := openProject(root)
	if err != nil {
		return nil, err
	}
	b := &builder{project: p, pool: &task.Pool{}, at: map[string]int32{}, library: map[string]int32{}, inside: map[string]int32{}, ids: map[string]int{}, ours: map[string]bool{}}
	for _, f := range p.files {
		b.ours[f.glob.library] = true
		b.declare(f)
	}
	b.nodes = make([]node, len(b.pool.Premises))
	for _, f := range p.files {
		b.refer(f)
	}
	return b, nil
}

// declare makes the premises of a file: what its sentences declare, and its notations.
func (b *builder) declare(f *file) {
	for _, d := range f.outline.Declarations {
		f.items = append(f.items, item{Declaration: d})
	}
	for _, s := range f.outline.Context {
		if notations[s.Head] {
			f.items = append(f.items, item{Declaration: coq.Declaration{Sentence: s, Role: coq.Context}})
		}
	}
	slices.SortFunc(f.items, func(x, y item) int { return x.Start - y.Start })
	for i := range f.items {
		it := &f.items[i]
		f.spans = append(f.spans, span{coq.Span{Start: it.Start, End: it.End}, i, false}, span{it.Proof, i, true})
		for _, o := range it.Obligations {
			f.spans = append(f.spans, span{o, i, true})
		}
	}
	f.spans = slices.DeleteFunc(f.spans, func(s span) bool { return s.Start == s.End })
	slices.SortFunc(f.spans, func(x, y span) int { return x.Start - y.Start })
	f.entries = make([][]entry, len(f.items))
	for _, e := range f.glob.decls {
		if s := f.spanAt(e.start); s != nil && !s.proof && e.kind != "binder" && e.kind != "var" {
			f.entries[s.item] = append(f.entries[s.item], e)
		}
	}
	for i := range f.items {
		it := &f.items[i]
		it.premise = int32(len(b.pool.Premises))
		b.pool.Premises = append(b.pool.Premises, b.premise(f, it, f.entries[i]))
		for _, e := range f.entries[i] {
			k := key(f.glob.library, e.module, e.name)
			if _, known := b.at[k]; known {
				if e.kind == "prf" || e.kind == "def" || e.kind == "ind" {
					b.lint.Add(f.path, "names that are declared twice; references are taken to mean the first", k)
				}
				continue
			}
			b.at[k] = it.premise
			if short := key(f.glob.library, "", e.name); b.inside[short] == 0 {
				b.inside[short] = it.premise + 1
			} else {
				b.inside[short] = -1
			}
		}
		if name := constructor(f.text[it.Start:it.End]); name != "" && len(f.entries[i]) > 0 {
			k := key(f.glob.library, f.entries[i][0].module, name)
			if _, known := b.at[k]; !known {
				b.at[k] = it.premise
			}
		}
	}
}

// recordHeads are the heads of sentences whose one constructor .glob does not list.
var recordHeads = map[string]bool{"Record": true, "Structure": true, "Class": true, "Inductive": true, "CoInductive": true, "Variant": true}

// constructor returns the name of a record's constructor: of "Class C := c { … }." it
// is c.
func constructor(sentence string) string {
	head, _ := coq.Leading(sentence)
	body := coq.Body(sentence)
	if !recordHeads[head] || body == len(sentence) {
		return ""
	}
	first, rest := "", sentence[body+2:]
	for w := range coq.Identifiers(rest) {
		first = w
		break
	}
	at, _ := coq.Blank(rest, 0)
	if first == "" || !strings.HasPrefix(rest[at:], first) {
		return ""
	}
	at, _ = coq.Blank(rest, at+len(first))
	if at < len(rest) && rest[at] == '{' {
		return first
	}
	return ""
}

// notations are the heads of sentences that make a premise of the kind notation.
var notations = map[string]bool{"Notation": true, "Infix": true, "Abbreviation": true}

// spanAt returns the span of an item that holds a byte, nil when there is none.
func (f *file) spanAt(at int) *span {
	i, found := slices.BinarySearchFunc(f.spans, at, func(s span, at int) int { return s.Start - at })
	if !found {
		i--
	}
	if i < 0 || at >= f.spans[i].End {
		return nil
	}
	return &f.spans[i]
}

// premise renders a declaration without its proof.
func (b *builder) premise(f *file, it *item, entries []entry) task.Premise {
	source := f.text[it.Start:it.End]
	p := task.Premise{Name: it.Name, Kind: task.Definition, Origin: task.Repository, File: f.path, Repository: f.path}
	if len(entries) > 0 {
		if p.Name = entries[0].name; entries[0].module != "" {
			p.Name = entries[0].module + "." + p.Name
		}
	}
	switch it.Role {
	case coq.Context:
		p.Kind = task.Notation
		if _, quoted, ok := strings.Cut(source, `"`); ok {
			p.Name, _, _ = strings.Cut(quoted, `"`)
		}
	case coq.States:
		p.Kind = task.Lemma
		if body := coq.Body(source); body < len(source) {
			p.Proof = records.Newlines(source[body:])
			source = strings.TrimRight(source[:body], " \t\r\n") + "."
		}
		if it.Ending == "Admitted" {
			p.Kind = task.Axiom
			b.lint.Add(f.path, "theorems without a proof (Admitted)", p.Name)
		}
	case coq.Assumes:
		p.Kind = task.Axiom
		b.lint.Add(f.path, "axioms and parameters", p.Name)
	}
	if it.Proof.End > 0 {
		p.Proof = records.Newlines(f.text[it.Proof.Start:it.Proof.End])
	}
	p.Text = records.Newlines(source)
	p.Statement = p.Text
	if _, name := coq.Leading(p.Text); name != "" {
		_, rest, _ := strings.Cut(p.Text, name)
		p.Statement = strings.TrimSpace(rest)
	}
	return p
}

// refer notes what the statements and proofs of a file refer to.
func (b *builder) refer(f *file) {
	inside := map[int][]int32{} // of the sentences of the context, by their start
	for _, e := range f.glob.refs {
		if ignored[e.kind] {
			continue
		}
		to, known := b.resolve(e)
		s := f.spanAt(e.start)
		switch {
		case !known && numbered.MatchString(e.name) && e.file == f.glob.library: // what is being declared
		case s == nil:
			b.lint.Add(f.path, "references outside of declarations, as of hints and section variables", e.name)
			if known {
				if i, found := slices.BinarySearchFunc(f.outline.Context, e.start, func(s coq.Sentence, at int) int { return s.Start - at }); i > 0 || found {
					if !found {
						i--
					}
					start := f.outline.Context[i].Start
					inside[start] = append(inside[start], to)
				}
			}
		case !known && b.ours[e.file]:
			b.lint.Add(f.path, "references to declarations that were not found", key(e.file, e.module, e.name)+" "+e.kind)
		case !known:
			k := key(e.file, e.module, e.name)
			n, ok := b.library[k]
			if !ok {
				n = int32(len(b.library))
				b.library[k] = n
			}
			node := &b.nodes[f.items[s.item].premise]
			node.libraries = append(node.libraries, n)
		case to >= f.items[s.item].premise: // itself, or its own notation
		case s.proof:
			node := &b.nodes[f.items[s.item].premise]
			node.proves = append(node.proves, to)
		default:
			node := &b.nodes[f.items[s.item].premise]
			node.states = append(node.states, to)
		}
	}
	for i := range f.items {
		it := &f.items[i]
		n := &b.nodes[it.premise]
		n.proves, n.states, n.libraries = set(n.proves), set(n.states), set(n.libraries)
		// A statement cannot be read without what its section's variables are of.
		deps := slices.Clone(n.states)
		scope, _ := f.outline.Scope(it.Start)
		for _, s := range scope {
			if variables[s.Head] {
				deps = append(deps, inside[s.Start]...)
			}
		}
		b.pool.Premises[it.premise].Deps = set(slices.DeleteFunc(deps, func(d int32) bool { return d >= it.premise }))
	}
}

// ignored are the kinds of references to what is no declaration.
var ignored = map[string]bool{"var": true, "binder": true, "lib": true, "sec": true, "mod": true, "modtype": true, "varprfax": true, "defax": true, "prfax": true}

// variables are the heads of sentences that declare what a section is about.
var variables = map[string]bool{"Variable": true, "Variables": true, "Hypothesis": true, "Hypotheses": true, "Context": true}

// numbered are the names that a recursive declaration has inside of itself.
var numbered = regexp.MustCompile(`^[^:]+:[0-9]+$`)

// schemes are the ends of the names that Coq gives to what it makes of an inductive
// type.
var schemes = []string{"_ind", "_rec", "_rect", "_sind"}

// resolve returns the premise that a reference means.
func (b *builder) resolve(e entry) (int32, bool) {
	if i, ok := b.at[key(e.file, e.module, e.name)]; ok {
		return i, true
	}
	// While a module is open, .glob may leave it out.
	if i := b.inside[key(e.file, "", e.name)]; i > 0 && e.module == "" {
		return i - 1, true
	}
	for _, end := range schemes {
		if name, ok := strings.CutSuffix(e.name, end); ok {
			if i, ok := b.at[key(e.file, e.module, name)]; ok {
				return i, true
			}
		}
	}
	return 0, false
}

// set sorts a list and takes out what repeats.
func set(s []int32) []int32 {
	slices.Sort(s)
	return slices.Clip(slices.Compact(s))
}

// tasks makes the tasks of all files.
func (b *builder) tasks(source string) []*task.Task {
	root := ""
	if first, _, _ := strings.Cut(b.files[0].glob.library, "."); !slices.ContainsFunc(b.files, func(f *file) bool { return !strings.HasPrefix(f.glob.library, first+".") }) {
		root = first + "."
	}
	if b.benchmark == "" {
		if b.benchmark = strings.TrimSuffix(root, "."); root == "" {
			b.benchmark = Format
		}
	}
	features := b.features()
	var out []*task.Task
	for _, f := range b.files {
		hidden, reachable := b.hidden(f)
		for i := range f.items {
			it := &f.items[i]
			if it.Role != coq.States {
				continue
			}
			if it.Ending != "Qed" && it.Ending != "Defined" {
				if it.Ending != "Admitted" {
					b.lint.Add(f.path, "theorems whose proof is a term, or does not end; no tasks", it.Name)
				}
				continue
			}
			if len(f.entries[i]) == 0 {
				b.lint.Add(f.path, "theorems that .glob does not list; no tasks", it.Name)
				continue
			}
			t := b.task(f, it, source)
			t.Quoted = hidden
			t.Features = features(int(it.premise))
			t.Features["premises_available"] = float64(reachable + t.Available - int(f.items[0].premise))
			t.Features["statement_characters"] = float64(utf8.RuneCountInString(t.Text))
			t.Features["proof_characters"] = float64(utf8.RuneCountInString(t.Truth.Proof))
			t.Features["proof_lines"] = float64(strings.Count(t.Truth.Proof, "\n") + 1)
			t.Features[ProofTactics] = float64(tactics(t.Truth.Proof))
			t.Features["cited_premises"] = float64(len(t.Truth.Premises))
			k := key(strings.TrimPrefix(f.glob.library, root), f.entries[i][0].module, f.entries[i][0].name)
			t.ID = b.benchmark + "/" + k
			if b.ids[k]++; b.ids[k] > 1 {
				t.ID += fmt.Sprintf("#%d", b.ids[k])
			}
			out = append(out, t)
		}
	}
	for _, t := range out {
		t.Benchmark = b.benchmark
	}
	return out
}

// task makes the task of a theorem.
func (b *builder) task(f *file, it *item, source string) *task.Task {
	text := records.Newlines(f.text[it.Start:it.End])
	sentences, open := f.outline.Scope(it.Start)
	var preamble, suffix []string
	for _, s := range sentences {
		preamble = append(preamble, f.text[s.Start:s.End])
	}
	for _, name := range slices.Backward(open) {
		suffix = append(suffix, "End "+name+".\n")
	}
	t := &task.Task{
		Name: it.Name, System: "coq", Repository: f.path, File: f.path, Line: f.line(it.Start),
		Statement: text, Text: text, Preamble: records.Newlines(strings.Join(preamble, "\n")), Suffix: strings.Join(suffix, ""),
		Pool: b.pool, Available: int(it.premise), Index: int(it.premise),
		Truth:  task.GroundTruth{Proof: records.Newlines(f.text[it.Proof.Start:it.Proof.End]), Premises: b.nodes[it.premise].proves},
		Source: &task.Location{Root: b.root, File: f.path, Start: it.Start, Proof: it.Proof.Start, End: it.Proof.End, Args: b.args},
		Categories: map[string]string{
			"file": f.path, "kind": strings.ToLower(it.Head), "proof_end": strings.ToLower(it.Ending), "dependencies": source,
		},
	}
	if len(open) > 0 {
		t.Categories["section"] = strings.Join(open, ".")
	}
	return t
}

// hidden returns the premises that no task of a file is shown: those of files that it
// does not require, which stand before it for another file's sake, and its own
// notations, which the preamble has as far as they are in force. reachable counts the
// premises of the files that it requires.
func (b *builder) hidden(f *file) (hidden []int32, reachable int) {
	for _, g := range b.files[:f.number] {
		if f.reaches[g.number] {
			reachable += len(g.items)
			continue
		}
		for _, it := range g.items {
			hidden = append(hidden, it.premise)
		}
	}
	for _, it := range f.items {
		if it.Role == coq.Context {
			hidden = append(hidden, it.premise)
		}
	}
	return hidden, reachable
}

// ProofTactics is the feature that counts the tactics of the proof: its sentences, and
// what semicolons join in them. It is no task.ProofSteps: one tactic may search for long,
// where one logical step makes a task trivial.
const ProofTactics = "proof_tactics"

func tactics(proof string) int {
	n := 0
	for _, s := range coq.Sentences(proof) {
		if slices.Contains(coq.Endings, s.Head) || s.Head == "Proof" || strings.Contains("{}", s.Head) || strings.Trim(s.Head, "-+*") == "" {
			continue
		}
		n += 1 + coq.Semicolons(proof[s.Start:s.End])
	}
	return n
}
