package seal

import (
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/coq"
)

// Find looks for a theorem in the text of a file. It returns what is to be proved, and
// the sentence that states it. A name that is stated more than once, or not by a
// statement with a proof of its own behind it, is an error.
func Find(text, name string) (p Problem, header string, err error) {
	var found []coq.Sentence
	for _, s := range coq.Sentences(text) {
		if s.Flaw != coq.Whole {
			return p, "", fmt.Errorf("byte %d: %s", s.Start, s.Flaw)
		}
		if _, next := coq.Leading(text[s.Start:s.End]); statements[s.Head] && next == name {
			found = append(found, s)
		}
	}
	if len(found) != 1 {
		return p, "", fmt.Errorf("%s is stated %d times, want once", name, len(found))
	}
	header = text[found[0].Start:found[0].End]
	statement, err := StatementOf(header)
	if err != nil {
		return p, "", fmt.Errorf("%s: %w", name, err)
	}
	return Problem{Before: text[:found[0].Start], Target: name, Statement: statement}, header, nil
}

// StatementOf makes a term of the sentence that states a theorem: its binders become
// those of a product. It fails for a sentence with a body or universes, and for several
// theorems in one.
func StatementOf(header string) (string, error) {
	ts := tokens(header)
	if mutual(ts) {
		return "", fmt.Errorf("several theorems are stated together")
	}
	head, name := coq.Leading(header)
	if !statements[head] || name == "" {
		return "", fmt.Errorf("%s is no statement of a theorem", quoteShort(header))
	}
	at := strings.Index(header, head) + len(head)
	at += strings.Index(header[at:], name) + len(name)
	colon, depth := -1, 0
scan:
	for i := at; i < len(header); i++ {
		if n, _ := coq.Blank(header, i); n > i {
			i = n - 1
			continue
		}
		switch c := header[i]; {
		case c == '"':
			n := strings.IndexByte(header[i+1:], '"')
			if n < 0 {
				break scan
			}
			i += n + 1
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == ':' && depth == 0:
			colon = i
			break scan
		}
	}
	if colon < 0 || strings.HasPrefix(header[colon:], ":=") {
		return "", fmt.Errorf("%s has no type", quoteShort(header))
	}
	binders := strings.TrimSpace(header[at:colon])
	if strings.HasPrefix(binders, "@") {
		return "", fmt.Errorf("%s declares universes", quoteShort(header))
	}
	end := strings.LastIndexByte(header, '.')
	body := strings.TrimSpace(header[colon+1 : end])
	if slices.ContainsFunc(tokens(body), func(t token) bool { return t.text == ":=" }) && strings.Contains(outside(body), ":=") {
		return "", fmt.Errorf("%s has a body", quoteShort(header))
	}
	if binders == "" {
		return body, nil
	}
	return "forall " + binders + ", (" + body + ")", nil
}

// outside is what stands in a text outside of brackets and of let … in.
func outside(text string) string {
	var b strings.Builder
	depth, lets := 0, 0
	for _, t := range tokens(text) {
		switch {
		case t.class == symbol && strings.ContainsAny(t.text, "([{"):
			depth++
		case t.class == symbol && strings.ContainsAny(t.text, ")]}"):
			depth--
		case t.text == "let":
			lets++
		case t.text == "in" && lets > 0:
			lets--
		case depth == 0 && lets == 0:
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// Join puts a candidate's declarations before the statement and its proof behind it.
func Join(lemmas, header, proof string) Text {
	script := header + "\n"
	if strings.TrimSpace(lemmas) != "" {
		script = lemmas + "\n" + script
	}
	return Text{Script: script + proof, Proof: len(script)}
}
