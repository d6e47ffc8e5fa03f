package portfolio

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed scripts.tsv
var source string

// row is a line of the table.
type row struct {
	kind, library string
	goal          []string // words of which one is needed; nil for any
	text          string
}

// table is what scripts.tsv says.
type table struct {
	rows      map[string][]row           // by kind
	libraries map[string]map[string]bool // words of Require by group
}

// parse reads a table; it names the line of an error.
func parse(text string) (*table, error) {
	t := &table{rows: map[string][]row{}, libraries: map[string]map[string]bool{}}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 || slices.Contains(fields, "") {
			return nil, fmt.Errorf("line %d: %d fields instead of kind, library, goal and text", n, len(fields))
		}
		r := row{kind: fields[0], library: fields[1], text: fields[3]}
		if fields[2] != "-" {
			r.goal = strings.Fields(fields[2])
		}
		switch {
		case r.kind == "library":
			group := map[string]bool{}
			for _, w := range strings.Fields(r.text) {
				group[w] = true
			}
			t.libraries[r.library] = group
			continue
		case !slices.Contains([]string{"quick", "close", "script", "step"}, r.kind):
			return nil, fmt.Errorf("line %d: no kind %q", n, r.kind)
		case r.library != "-" && t.libraries[r.library] == nil:
			return nil, fmt.Errorf("line %d: no group of libraries %q above it", n, r.library)
		}
		for _, s := range slots(r.text) {
			if !slices.Contains(known, s) {
				return nil, fmt.Errorf("line %d: no slot %q", n, s)
			}
		}
		t.rows[r.kind] = append(t.rows[r.kind], r)
	}
	return t, nil
}

// scripts is the table of the program; a test reads it too.
var scripts = func() *table {
	t, err := parse(source)
	if err != nil {
		panic("portfolio: scripts.tsv: " + err.Error())
	}
	return t
}()

var (
	slot = regexp.MustCompile(`\{([a-z]+)\}`)
	each = regexp.MustCompile(`«([a-z]+) ([0-9]+): ([^»]*)»`)
	// known are the names of slots.
	known = []string{"apply", "rewrite", "unfold", "lemmas", "ind", "using", "quick", "var", "other", "revert"}
)

func slots(text string) []string {
	var out []string
	for _, m := range slot.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	for _, m := range each.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// fillers are what stands for slots: for each a list, of which {slot} takes as many
// as widths says, 1 elsewhere.
type fillers map[string][]string

var widths = map[string]int{"unfold": 3, "using": 6}

// fill fills a row; ok is false when something is missing.
func (f fillers) fill(text string) (out string, ok bool) {
	ok = true
	text = each.ReplaceAllStringFunc(text, func(m string) string {
		parts := each.FindStringSubmatch(m)
		n, _ := strconv.Atoi(parts[2])
		of := f[parts[1]]
		if len(of) == 0 {
			ok = false
		}
		var alternatives []string
		for _, x := range of[:min(n, len(of))] {
			alternatives = append(alternatives, strings.ReplaceAll(parts[3], "%", x))
		}
		return strings.Join(alternatives, " | ")
	})
	text = slot.ReplaceAllStringFunc(text, func(m string) string {
		key := m[1 : len(m)-1]
		of := f[key]
		if len(of) == 0 {
			ok = false
			return ""
		}
		return strings.Join(of[:min(max(widths[key], 1), len(of))], ", ")
	})
	return text, ok
}

// site is a place at which a row may be used.
type site struct {
	required map[string]bool // words of the preamble's Require sentences
	goal     map[string]bool // words of the goal
	fillers  fillers
	banned   map[string]bool // names that Coq does not know
}

// filled returns the rows of a kind that can be used, filled.
func (t *table) filled(kind string, s *site) []string {
	var out []string
	for _, r := range t.rows[kind] {
		if r.library != "-" && !overlap(t.libraries[r.library], s.required) {
			continue
		}
		if r.goal != nil && !slices.ContainsFunc(r.goal, func(w string) bool { return s.goal[w] }) {
			continue
		}
		text, ok := s.fillers.fill(r.text)
		if ok && !slices.ContainsFunc(words(text), func(w string) bool { return s.banned[w] }) && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

func overlap(a, b map[string]bool) bool {
	for w := range a {
		if b[w] {
			return true
		}
	}
	return false
}
