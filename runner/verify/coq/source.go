package coq

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/task"
)

// source is a file of a project.
type source struct {
	name      string // for errors: the file relative to its project
	root      string
	args      []string
	text      string
	sentences []coq.Sentence
}

func load(at *task.Location) (*source, error) {
	if info, err := os.Stat(at.Root); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("there is no project folder %s", at.Root)
	}
	root, err := filepath.Abs(at.Root) // since Coq works in it and its sandbox binds it
	if err != nil {
		return nil, err
	}
	b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(at.File)))
	if err != nil {
		return nil, err
	}
	return &source{name: at.File, root: root, args: at.Args, text: string(b), sentences: coq.Sentences(string(b))}, nil
}

// sentence returns the text of a sentence.
func (s *source) sentence(i int) string { return s.text[s.sentences[i].Start:s.sentences[i].End] }

// line returns the line of a byte, from 1.
func (s *source) line(at int) int { return 1 + strings.Count(s.text[:at], "\n") }

// theorem is a task's place in a file.
type theorem struct {
	*source
	index  int      // of the statement's sentence
	locked []string // the sentences that every candidate begins with: the statement
	name   string
	term   string // the statement as a term
	ender  string // of the original proof, such as "Qed."
}

// find locates a task's theorem in its file. Each error says what differs.
func (s *source) find(t *task.Task) (*theorem, error) {
	at := t.Source
	if at.Start < 0 || at.Proof < at.Start || at.End < at.Proof || at.End > len(s.text) {
		return nil, fmt.Errorf("%s has %d bytes and the task says that the theorem is at %d to %d", s.name, len(s.text), at.Start, at.End)
	}
	out := &theorem{source: s, index: -1, ender: "Qed."}
	here := fmt.Sprintf("%s:%d", s.name, s.line(at.Start))
	for i, x := range s.sentences {
		switch {
		case x.Start < at.Start && x.End > at.Start:
			return nil, fmt.Errorf("%s: the task's theorem begins inside of the sentence %s", here, short(s.sentence(i)))
		case x.Start < at.Start:
		case x.Start < at.Proof:
			if x.End > at.Proof {
				return nil, fmt.Errorf("%s: the task's proof begins inside of the sentence %s", here, short(s.sentence(i)))
			}
			if out.index < 0 {
				out.index = i
			}
			out.locked = append(out.locked, s.sentence(i))
		case x.Start < at.End:
			if x.End <= at.End && enders[x.Head] {
				out.ender = s.sentence(i)
			}
		}
	}
	if out.index < 0 {
		return nil, fmt.Errorf("%s: there is no sentence where the task says that its theorem is", here)
	}
	statement := out.locked[0]
	if want := strings.Join(strings.Fields(t.Text), " "); want != "" {
		if got := strings.Join(strings.Fields(s.text[at.Start:at.Proof]), " "); got != want {
			return nil, fmt.Errorf("%s: the task's theorem is not here: the file has %s, the task %s", here, short(got), short(want))
		}
	}
	var ok bool
	if out.name, out.term, ok = statementTerm(statement); !ok {
		return nil, fmt.Errorf("%s: %s is no statement of one theorem that has a name", here, short(statement))
	}
	if last := t.Name[strings.LastIndexByte(t.Name, '.')+1:]; last != out.name {
		return nil, fmt.Errorf("%s: the task's theorem is not here: the file states %s, the task %s", here, out.name, t.Name)
	}
	return out, nil
}

// enders are the sentences that end a proof.
var enders = map[string]bool{"Qed": true, "Defined": true, "Save": true, "Admitted": true, "Abort": true}

// statementTerm takes "Lemma name binders : type." apart: the name, and the statement
// as a term, "forall binders, type".
func statementTerm(sentence string) (name, term string, ok bool) {
	head, name := coq.Leading(sentence)
	if head == "" || name == "" {
		return "", "", false
	}
	i := strings.Index(sentence, head) + len(head)
	at := strings.Index(sentence[i:], name)
	if at < 0 {
		return "", "", false
	}
	i += at + len(name)
	body := strings.TrimSuffix(sentence[i:], ".")
	colon, bar, end := -1, -1, len(body)
	depth := 0
	for i := 0; i < end; {
		if n, _ := coq.Blank(body, i); n > i {
			i = n
			continue
		}
		switch body[i] {
		case '"':
			j := strings.IndexByte(body[i+1:], '"')
			if j < 0 {
				return "", "", false
			}
			i += j + 1
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ':':
			if depth == 0 && colon < 0 && !strings.HasPrefix(body[i:], "::") {
				colon = i
			}
			if depth == 0 && strings.HasPrefix(body[i:], ":=") {
				return "", "", false
			}
		case '|':
			bar = i
		}
		i++
	}
	if colon < 0 {
		return "", "", false
	}
	binders, kind := strings.TrimSpace(body[:colon]), body[colon+1:]
	if strings.HasPrefix(binders, "@") {
		return "", "", false // a statement for any universe is no single term
	}
	if head == "Instance" && bar > colon && strings.Trim(body[bar+1:], " \t\r\n0123456789") == "" {
		kind = body[colon+1 : bar] // a priority is not part of it
	}
	if binders == "" {
		return name, "(" + kind + ")", true
	}
	return name, "forall " + binders + ", (" + kind + ")", true
}

// short quotes a text for an error.
func short(s string) string {
	if r := []rune(strings.Join(strings.Fields(s), " ")); len(r) > 70 {
		return fmt.Sprintf("%q…", string(r[:70]))
	} else {
		return fmt.Sprintf("%q", string(r))
	}
}
