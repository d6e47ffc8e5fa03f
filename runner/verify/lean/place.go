package lean

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"proofgrid/runner/verify"
)

// edit is a change of a candidate's text: bytes [start, end) became text.
type edit struct {
	start, end int
	text       string
}

// rewrite makes edits, which are in order and do not overlap.
func rewrite(s string, edits []edit) string {
	var b strings.Builder
	done := 0
	for _, e := range edits {
		b.WriteString(s[done:e.start])
		b.WriteString(e.text)
		done = e.end
	}
	b.WriteString(s[done:])
	return b.String()
}

// before returns where an offset in the rewritten text was before the edits.
func before(offset int, edits []edit) int {
	shift := 0
	for _, e := range edits {
		at := e.start + shift
		switch {
		case offset < at:
			return offset - shift
		case offset < at+len(e.text):
			return e.start
		}
		shift += len(e.text) - (e.end - e.start)
	}
	return offset - shift
}

// file is a candidate in its place.
type file struct {
	text   string
	lines  []int // where they begin
	rest   int   // where the header ends
	lemmas [2]int
	proof  [2]int
	edits  []edit // of the proof
	sealed int    // line of the question for the axioms, 1-based; 0 when none is asked
	answer string // name that its answer begins with, less the namespaces
}

func (f *file) finish() *file {
	f.lines = []int{0}
	for i := range f.text {
		if f.text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// offset returns the byte at a position in Lean's counting: lines from 1, columns in
// characters. Positions outside of the file are moved into it.
func (f *file) offset(p position) int {
	if p.Line < 1 {
		return 0
	}
	if p.Line > len(f.lines) {
		return len(f.text)
	}
	i := f.lines[p.Line-1]
	for n := 0; n < p.Column && i < len(f.text) && f.text[i] != '\n'; n++ {
		_, size := utf8.DecodeRuneInString(f.text[i:])
		i += size
	}
	return i
}

// bare is the file with the statement proved by sorry and no candidate: it shows
// whether the task is in order, and what its imports cost.
func (s *situation) bare() *file {
	return (&file{text: s.header + s.prefix + s.spec + "\n" + s.suffix, rest: len(s.header)}).finish()
}

// maxCandidate is how long a candidate may be, in bytes.
const maxCandidate = 1 << 20

// place puts a candidate into the file, or refuses it.
func (s *situation) place(c verify.Candidate) (*file, *refusal) {
	switch {
	case len(c.Proof)+len(c.Lemmas) > maxCandidate:
		return nil, &refusal{why: fmt.Sprintf("it is longer than %d bytes", maxCandidate)}
	case !utf8.ValidString(c.Proof) || !utf8.ValidString(c.Lemmas):
		return nil, &refusal{why: "it is not valid UTF-8"}
	case strings.ContainsRune(c.Proof+c.Lemmas, 0):
		return nil, &refusal{why: "it holds a NUL"}
	case strings.TrimSpace(c.Proof) == "":
		return nil, &refusal{why: "it has no proof"}
	case strings.Contains(c.Proof+c.Lemmas, "_pg_"):
		return nil, &refusal{why: "_pg_ begins the checker's own names", cheat: true}
	}
	proof, err := scan(c.Proof)
	if err != nil {
		return nil, &refusal{why: "the proof does not end: " + err.Error(), start: 0, end: len(c.Proof)}
	}
	if r := inspectProof(proof); r != nil {
		return nil, r
	}
	lemmas, err := scan(c.Lemmas)
	if err != nil {
		return nil, &refusal{why: "the lemmas do not end: " + err.Error()}
	}
	if r := inspectLemmas(lemmas); r != nil {
		r.start, r.end = 0, 0 // spans are of the proof
		return nil, r
	}
	renames := s.renames(lemmas)
	f := &file{rest: len(s.header), answer: s.sealName}
	var b strings.Builder
	b.WriteString(s.header + s.prefix + s.spec + "\n")
	f.lemmas[0] = b.Len()
	b.WriteString(rewrite(c.Lemmas, append(carriage(c.Lemmas), renamed(lemmas, renames)...).sorted()))
	f.lemmas[1] = b.Len()
	b.WriteString("\n\n" + s.text + " ")
	if !isDefinition(proof) {
		b.WriteString(":= ")
	}
	f.edits = append(carriage(c.Proof), renamed(proof, renames)...).sorted()
	f.proof[0] = b.Len()
	b.WriteString(rewrite(c.Proof, f.edits))
	f.proof[1] = b.Len()
	b.WriteString("\n\n")
	fmt.Fprintf(&b, "theorem %s : type_of%% @%s := @%s\n", s.sealName, s.specName, s.target)
	f.sealed = strings.Count(b.String(), "\n") + 1
	fmt.Fprintf(&b, "#print axioms %s\n\n", s.sealName)
	b.WriteString(s.suffix)
	f.text = b.String()
	return f.finish(), nil
}

// isDefinition reports whether a proof brings its own :=, or is none since it goes by
// cases or where.
func isDefinition(proof []token) bool {
	switch {
	case len(proof) > 1 && proof[0].text == ":" && proof[1].text == "=":
		return true
	case len(proof) > 0 && (proof[0].text == "where" || proof[0].text == "|"):
		return true
	}
	return false
}

type edits []edit

func (e edits) sorted() []edit {
	slices.SortFunc(e, func(a, b edit) int { return a.start - b.start })
	return e
}

// carriage removes the carriage returns before line breaks, as Lean does.
func carriage(s string) edits {
	var out edits
	for i := range s {
		if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			out = append(out, edit{i, i + 1, ""})
		}
	}
	return out
}

// renames gives new names to those of a candidate's lemmas that the file has already.
func (s *situation) renames(lemmas []token) map[string]string {
	out := map[string]string{}
	_, mine := outline(lemmas, s.open)
	taken := func(name string) bool {
		return s.declared[name] || name == qualified(s.open, s.name)
	}
	for i, t := range lemmas {
		if t.kind != word || !declaring[t.text] || i+1 == len(lemmas) || lemmas[i+1].kind != word {
			continue
		}
		name := lemmas[i+1].text
		if out[name] != "" || !taken(qualified(s.open, name)) || strings.ContainsAny(name, "«.") {
			continue
		}
		for n := 1; out[name] == ""; n++ {
			fresh := fmt.Sprintf("%s_%d", name, n)
			if full := qualified(s.open, fresh); !taken(full) && !mine[full] {
				out[name] = fresh
			}
		}
	}
	return out
}

// renamed returns the edits that rename names, also where a dot follows them.
func renamed(tokens []token, renames map[string]string) edits {
	var out edits
	for i, t := range tokens {
		if t.kind != word || i > 0 && tokens[i-1].text == "." && tokens[i-1].end == t.start {
			continue
		}
		first, _, _ := strings.Cut(t.text, ".")
		if fresh := renames[first]; fresh != "" {
			out = append(out, edit{t.start, t.start + len(first), fresh})
		}
	}
	return out
}
