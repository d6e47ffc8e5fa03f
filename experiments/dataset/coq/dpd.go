package coq

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Lines of a file of coq-dpdgraph: a node with its number, name and module, of which a
// prefix that Coq can do without is left out, and an edge from a declaration to one
// that its type or body uses.
var (
	dpdNode = regexp.MustCompile(`^N: (\d+) "([^"]*)" \[.*\bpath="([^"]*)".*\];$`)
	dpdEdge = regexp.MustCompile(`^E: (\d+) (\d+) \[.*\];$`)
)

// dpd adds the dependencies of the file of coq-dpdgraph in the project's folder and
// returns its name, empty when there is none. It does not tell statements from proofs:
// what a statement does not refer to is taken to be of the proof.
func (b *builder) dpd() (string, error) {
	names, err := filepath.Glob(filepath.Join(globQuote(b.root), "*.dpd"))
	if err != nil || len(names) == 0 {
		return "", err
	}
	if len(names) > 1 {
		return "", fmt.Errorf("%s: %d files of coq-dpdgraph (*.dpd); keep one", b.root, len(names))
	}
	text, err := readFile(names[0])
	if err != nil {
		return "", err
	}
	name := filepath.Base(names[0])
	fmt.Fprintf(b.hash, "%s\n%s", name, text)
	edges, err := b.dpdEdges(names[0], text)
	if err != nil {
		return "", err
	}
	for _, e := range edges {
		node := &b.nodes[e.from]
		if _, stated := slices.BinarySearch(node.states, e.to); !stated {
			node.proves = append(node.proves, e.to)
		}
	}
	for i := range b.nodes {
		b.nodes[i].proves = set(b.nodes[i].proves)
	}
	return name, nil
}

// edge is from a premise to an earlier one that it uses.
type edge struct{ from, to int32 }

// dpdEdges reads the text of a file of coq-dpdgraph. Errors begin with path:line.
func (b *builder) dpdEdges(path string, text []byte) ([]edge, error) {
	name := filepath.Base(path)
	ends := b.suffixes()
	premise := map[string]int32{} // by number of the node
	var out []edge
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if m := dpdNode.FindStringSubmatch(line); m != nil {
			full := m[2]
			if m[3] != "" {
				full = m[3] + "." + m[2]
			}
			switch at, known := ends[full]; {
			case !known:
				b.lint.Add(name, "declarations that the sources do not show, such as those that Coq makes by itself", full)
			case at < 0:
				b.lint.Add(name, "declarations whose name means more than one", full)
			default:
				premise[m[1]] = at
			}
			continue
		}
		m := dpdEdge.FindStringSubmatch(line)
		if m == nil {
			if line == "" {
				continue
			}
			return nil, fmt.Errorf("%s:%d: no line of coq-dpdgraph: %.80q", path, n, line)
		}
		from, ok1 := premise[m[1]]
		to, ok2 := premise[m[2]]
		if ok1 && ok2 && to < from {
			out = append(out, edge{from, to})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no dependencies between declarations of this project", path)
	}
	return out, nil
}

// suffixes returns the premises by every end of their keys that begins behind a dot,
// -1 where it is of several.
func (b *builder) suffixes() map[string]int32 {
	out := map[string]int32{}
	for k, i := range b.at {
		for end, more := k, true; more; _, end, more = strings.Cut(end, ".") {
			if j, ok := out[end]; ok && j != i {
				out[end] = -1
				continue
			}
			out[end] = i
		}
	}
	return out
}

// globQuote makes a pattern that matches a path alone.
func globQuote(path string) string {
	return regexp.MustCompile(`[*?\[\\]`).ReplaceAllString(path, `\$0`)
}
