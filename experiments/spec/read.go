package spec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// maxSize is far above any real spec; it keeps a wrong path from being read whole.
const maxSize = 8 << 20

// ReadFile reads the spec at path. The error is [Errors] when the file could be
// read but says something wrong.
func ReadFile(path string) (*Spec, error) {
	text, err := ReadText(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// ReadText returns the text of the YAML file at path, cut off where Parse and Decode
// refuse it for its length.
func ReadText(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return text, nil
}

// Parse reads a spec from text; file is its name in errors.
func Parse(file string, text []byte) (*Spec, error) {
	root, err := document(file, text, "a spec", "name, tasks and models")
	if err != nil {
		return nil, err
	}
	s := &Spec{File: file, Source: text, root: root}
	errs := decode(file, root, s)
	if len(errs) == 0 {
		s.fill()
		errs = s.check(root)
	}
	return s, errs.err()
}

// Fail is an error about the field at a path of keys and indices, such as
// ("regimes", 1): for faults that show only when a spec meets its tasks.
func (s *Spec) Fail(path []any, format string, args ...any) error {
	var errs Errors
	errs.add(s.File, at(s.root, path...), format, args...)
	return errs
}

// Decode reads another kind of file as strictly as a spec: one YAML mapping into v, a
// pointer to a struct, in which unknown fields and wrong types are [Errors] with
// their places. what ("an audit") and holds ("tables and checks") name the kind of
// file and its main fields in messages. The node is the mapping, whose places are for
// faults that show later.
func Decode(file string, text []byte, what, holds string, v any) (*yaml.Node, error) {
	root, err := document(file, text, what, holds)
	if err != nil {
		return nil, err
	}
	return root, decode(file, root, v).err()
}

// FailAt is an error about the field at a path of keys and indices below the node that
// [Decode] returned.
func FailAt(file string, root *yaml.Node, path []any, format string, args ...any) error {
	var errs Errors
	errs.add(file, at(root, path...), format, args...)
	return errs
}

// document returns the only mapping of a YAML text.
func document(file string, text []byte, what, holds string) (*yaml.Node, error) {
	switch {
	case len(text) > maxSize:
		return nil, Errors{{File: file, Msg: "larger than 8 MiB: this is not " + what}}
	case !utf8.Valid(text):
		line := 1 + bytes.Count(text[:invalidAt(text)], []byte("\n"))
		return nil, Errors{{File: file, Line: line, Col: 1, Msg: "invalid UTF-8"}}
	}
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, Errors{{File: file, Msg: fmt.Sprintf("empty file; %s needs at least %s", what, holds)}}
		}
		e := &Error{File: file, Col: 1, Msg: strings.TrimPrefix(err.Error(), "yaml: ")}
		if _, err := fmt.Sscanf(e.Msg, "line %d:", &e.Line); err == nil {
			e.Msg = strings.TrimSpace(e.Msg[strings.Index(e.Msg, ":")+1:])
		}
		return nil, Errors{e}
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, Errors{{File: file, Msg: fmt.Sprintf("more than one YAML document; %s is a single one", what)}}
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, Errors{{File: file, Line: root.Line, Col: root.Column, Msg: fmt.Sprintf("%s is a mapping with %s …", what, holds)}}
	}
	return root, nil
}

func invalidAt(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(text)
}

// fill sets the defaults.
func (s *Spec) fill() {
	for i := range s.Models {
		s.Models[i].file = s.File
	}
	for _, o := range []*Options{s.Checker.Coq, s.Checker.Lean} {
		if o != nil {
			o.file = s.File
		}
	}
	def(&s.Policy, Exhaustive)
	if s.Imported == nil {
		def(&s.Limits.Candidate, 10*time.Second)
	}
	if s.Tasks.Metamath != "" {
		def(&s.Tasks.Select.MinSteps, 2)
	}
	def(&s.Analysis.Level, 0.95)
	def(&s.Analysis.DepthBy, "nesting_depth")
	def(&s.Tasks.Select.DepthBy, s.Analysis.DepthBy)
	def(&s.Analysis.Resamples, 10_000)
	def(&s.Analysis.Seed, s.Seed)
	def(&s.Tasks.Select.Seed, s.Seed)
	if s.Analysis.DepthEdges == nil {
		s.Analysis.DepthEdges = []int{3, 6} // the buckets of the benchmark card: 1–3, 4–6, 7+
	}
	if s.Tasks.Select.DepthEdges == nil {
		s.Tasks.Select.DepthEdges = s.Analysis.DepthEdges
	}
	if s.Budgets == nil {
		s.Budgets = []Budget{{K: 1}}
	}
}

func def[T comparable](v *T, d T) {
	var zero T
	if *v == zero {
		*v = d
	}
}

// MaxK and MaxR bound a budget: beyond them a typing error is likelier than a plan.
const (
	MaxK = 100_000
	MaxR = 1_000
)

var nameRE = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// check reports what decodes but makes no experiment, each at its place.
func (s *Spec) check(root *yaml.Node) Errors {
	var errs Errors
	fail := func(path []any, format string, args ...any) {
		errs.add(s.File, at(root, path...), format, args...)
	}
	if !nameRE.MatchString(s.Name) {
		fail([]any{"name"}, "name %q: it names a directory, so it takes letters, digits, '.', '_' and '-' and starts with a letter or digit", s.Name)
	}
	if s.Imported != nil {
		s.checkImported(fail)
	}
	if s.Imported == nil {
		s.checkSource(fail)
	}
	if s.Tasks.Select.Count < 0 {
		fail([]any{"tasks", "select", "count"}, "count %d is negative; 0 takes every eligible task", s.Tasks.Select.Count)
	}
	if l := s.Tasks.Level; l < 0 || l > 4 {
		fail([]any{"tasks", "level"}, "level %d: headings have the levels 1 (part) to 4 (subsubsection)", l)
	}
	if len(s.Models) == 0 {
		fail([]any{"models"}, "no models: name at least one")
	}
	names := map[string]bool{}
	for i, m := range s.Models {
		switch {
		case m.Kind == "":
			fail([]any{"models", i}, "a model without a kind")
		case names[m.Name]:
			fail([]any{"models", i}, "two models are called %q: give each a name of its own", m.Name)
		case strings.ContainsAny(m.Name, "\n\r\t/") || len(m.Name) > 100:
			fail([]any{"models", i}, "model name %q: no slashes, tabs or line ends, at most 100 bytes", m.Name)
		}
		names[m.Name] = true
	}
	if len(s.Regimes) == 0 && s.Imported == nil {
		fail([]any{"regimes"}, "no regimes: name at least one of none, curated, full, retrieved-M")
	}
	seen := map[string]bool{}
	for i, r := range s.Regimes {
		if seen[r.String()] {
			fail([]any{"regimes", i}, "regime %s stands twice", r)
		}
		seen[r.String()] = true
	}
	for i, b := range s.Budgets {
		switch {
		case b.K < 1 || b.K > MaxK:
			fail([]any{"budgets", i, "k"}, "impossible budget: k = %d samples; it takes 1 to %d", b.K, MaxK)
		case b.R < 0 || b.R > MaxR:
			fail([]any{"budgets", i, "r"}, "impossible budget: r = %d repair rounds; it takes 0 to %d", b.R, MaxR)
		case slices.Contains(s.Budgets[:i], b):
			fail([]any{"budgets", i}, "budget k = %d, r = %d stands twice", b.K, b.R)
		}
	}
	if p := s.Policy; p != Exhaustive && p != DepthFirst && p != BreadthFirst {
		fail([]any{"policy"}, "policy %q: known are %s, %s and %s", p, Exhaustive, DepthFirst, BreadthFirst)
	}
	if s.Limits.Candidate < 0 {
		fail([]any{"limits", "candidate"}, "a negative time limit")
	}
	if s.Limits.Task < 0 {
		fail([]any{"limits", "task"}, "a negative time limit")
	}
	if c := s.Caps; !(c.Cost >= 0) || c.Tokens < 0 || c.Calls < 0 { // NaN fails too
		fail([]any{"caps"}, "a negative cap; leave it out for none")
	}
	if l := s.Analysis.Level; !(l > 0 && l < 1) { // NaN fails too
		fail([]any{"analysis", "level"}, "level %v: a confidence level lies between 0 and 1, such as 0.95", l)
	}
	if s.Analysis.Resamples < 100 {
		fail([]any{"analysis", "resamples"}, "%d resamples: at least 100, else the intervals say nothing", s.Analysis.Resamples)
	}
	checkEdges(fail, []any{"analysis", "depth_edges"}, s.Analysis.DepthEdges)
	if !slices.Equal(s.Tasks.Select.DepthEdges, s.Analysis.DepthEdges) {
		checkEdges(fail, []any{"tasks", "select", "depth_edges"}, s.Tasks.Select.DepthEdges)
	}
	return errs
}

func checkEdges(fail func([]any, string, ...any), path []any, edges []int) {
	for i, e := range edges {
		if e < 0 || i > 0 && e <= edges[i-1] {
			fail(append(path, i), "depth edges must rise: %v", edges)
			return
		}
	}
}

// at finds the node of a path of keys and indices, or the deepest one on the way.
func at(n *yaml.Node, path ...any) *yaml.Node {
	for _, p := range path {
		var next *yaml.Node
		switch p := p.(type) {
		case string:
			for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
				if n.Content[i].Value == p {
					next = n.Content[i+1]
				}
			}
		case int:
			if n.Kind == yaml.SequenceNode && p < len(n.Content) {
				next = n.Content[p]
			}
		}
		if next == nil {
			break
		}
		n = next
	}
	return n
}
