package lean

import (
	"fmt"
	"strings"

	"proofgrid/experiments/task"
)

// scope is one part of a namespace or section that is open.
type scope struct {
	name      string
	namespace bool
}

// declaring keywords, behind which a name stands.
var declaring = words(`theorem lemma def abbrev structure class inductive coinductive axiom opaque instance alias irreducible_def`)

// outline walks over code and returns what is open at its end and the full names of
// what it declares.
func outline(tokens []token, open []scope) ([]scope, map[string]bool) {
	declared := map[string]bool{}
	for i, t := range tokens {
		if t.kind != word {
			continue
		}
		next := ""
		if i+1 < len(tokens) && tokens[i+1].kind == word {
			next = tokens[i+1].text
		}
		sameLine := next != "" && tokens[i+1].line == t.line
		switch {
		case t.text == "namespace":
			for _, part := range strings.Split(next, ".") {
				open = append(open, scope{part, true})
			}
		case t.text == "section" || t.text == "mutual":
			if !sameLine || t.text == "mutual" {
				next = ""
			}
			for _, part := range strings.Split(next, ".") {
				open = append(open, scope{part, false})
			}
		case t.text == "end":
			parts := 1
			if sameLine {
				parts = 1 + strings.Count(next, ".")
			}
			open = open[:max(0, len(open)-parts)]
		case declaring[t.text] && next != "" && !declaring[next]:
			declared[qualified(open, next)] = true
		}
	}
	return open, declared
}

// qualified returns the full name of what is declared as name inside of scopes.
func qualified(open []scope, name string) string {
	if root, ok := strings.CutPrefix(name, "_root_."); ok {
		return root
	}
	var parts []string
	for _, s := range open {
		if s.namespace {
			parts = append(parts, s.name)
		}
	}
	return strings.Join(append(parts, name), ".")
}

// situation is a theorem in its file, ready to take candidates.
type situation struct {
	root     string // folder of the project, empty when none is known
	header   string // the imports, and what stands before them, exactly
	prefix   string // what follows, up to the statement
	text     string // the statement, without the := before its proof
	suffix   string
	name     string // as declared
	target   string // how the theorem is called at the end of its proof
	spec     string // a declaration of the same statement under the name specName, proved by sorry
	specName string
	sealName string
	open     []scope
	declared map[string]bool // full names
}

// situate finds the theorem of a task. Source, where it is set, has been read into
// file. nonce makes the names that no candidate can know. An error means that the task
// does not say where its theorem stands.
func situate(t *task.Task, file, nonce string) (*situation, error) {
	s := &situation{}
	before := t.Preamble
	s.text, s.suffix = t.Text, t.Suffix
	if l := t.Source; l != nil {
		if l.Start < 0 || l.Start >= l.Proof || l.Proof > l.End || l.End > len(file) {
			return nil, fmt.Errorf("task %s: the theorem stands at bytes %d, %d to %d of %s, which has %d", t.ID, l.Start, l.Proof, l.End, l.File, len(file))
		}
		s.root = l.Root
		before, s.text, s.suffix = file[:l.Start], file[l.Start:l.Proof], ""
	}
	before, s.text, s.suffix = unix(before), unix(s.text), unix(s.suffix)
	s.text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s.text), ":="))
	if s.text == "" {
		return nil, fmt.Errorf("task %s has no statement as its source spells it", t.ID)
	}
	if !strings.HasSuffix(before, "\n") && before != "" {
		before += "\n"
	}
	n := headerEnd(before)
	s.header, s.prefix = before[:n], before[n:]

	tokens, err := scan(before)
	if err != nil {
		return nil, fmt.Errorf("task %s: before the theorem, %w", t.ID, err)
	}
	s.open, s.declared = outline(tokens, nil)
	after, err := scan(s.suffix)
	if err != nil {
		return nil, fmt.Errorf("task %s: behind the theorem, %w", t.ID, err)
	}
	_, later := outline(after, s.open)
	for name := range later {
		s.declared[name] = true
	}
	return s, s.parse(t, nonce)
}

func unix(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// modifiers of a theorem that its copy goes without.
var modifiers = words(`private protected public nonrec noncomputable`)

// parse reads the statement and prepares its copy.
func (s *situation) parse(t *task.Task, nonce string) error {
	tokens, err := scan(s.text)
	if err != nil {
		return fmt.Errorf("task %s: in the statement, %w", t.ID, err)
	}
	var copied strings.Builder
	done, depth, private := 0, 0, false
	drop := func(from, to int) { copied.WriteString(s.text[done:from]); done = to }
	for i := 0; i < len(tokens); i++ {
		tok := tokens[i]
		depth += bracket(tok)
		switch {
		case depth == 0 && tok.kind == word && modifiers[tok.text]:
			private = private || tok.text == "private"
			drop(tok.start, tok.end)
		case tok.kind == symbol && tok.text == "@" && i+1 < len(tokens) && tokens[i+1].text == "[":
			end, inside := i+2, 1
			for ; end < len(tokens) && inside > 0; end++ {
				inside += bracket(tokens[end])
			}
			drop(tok.start, tokens[end-1].end)
			i = end - 1
		case depth == 0 && tok.kind == word && (tok.text == "theorem" || tok.text == "lemma"):
			if i+1 == len(tokens) || tokens[i+1].kind != word {
				return fmt.Errorf("task %s: its theorem has no name", t.ID)
			}
			n := tokens[i+1]
			s.name = n.text
			full := qualified(s.open, s.name)
			s.target = "_root_." + full
			if private {
				s.target = s.name
			}
			// The namespaces in a theorem's own name are open in its statement, so the
			// copy keeps them.
			at := strings.LastIndexByte(s.name, '.') + 1
			if strings.HasSuffix(s.name, "»") {
				at = strings.LastIndexByte(s.name, '«')
			}
			s.specName = s.name[:at] + "_pg_" + nonce + "_spec"
			s.sealName = "_pg_" + nonce + "_seal"
			drop(tok.start, n.end)
			copied.WriteString("theorem " + s.specName)
			copied.WriteString(s.text[done:])
			s.spec = strings.TrimSpace(copied.String()) + " :=\n  sorry\n"
			if strings.HasPrefix(s.specName, "_root_.") {
				return nil
			}
			s.specName = "_root_." + qualified(s.open, s.specName)
			return nil
		}
	}
	return fmt.Errorf("task %s: its statement is no theorem or lemma: %.60q", t.ID, s.text)
}

// headerEnd returns where the imports end: a file's header is its first comments,
// module, prelude and import commands.
func headerEnd(code string) int {
	tokens, err := scan(code)
	if err != nil {
		return 0
	}
	end := 0
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch t.text {
		case "module", "prelude":
			end = t.end
			continue
		case "public", "meta", "private":
			continue
		case "import":
			for i+1 < len(tokens) && (tokens[i+1].text == "all" || tokens[i+1].text == "runtime") && tokens[i+1].line == t.line {
				i++
			}
			if i+1 < len(tokens) && tokens[i+1].kind == word {
				i++
				end = tokens[i].end
				continue
			}
		}
		break
	}
	if end == 0 {
		return 0
	}
	return end + min(len(code)-end, upTo(code[end:], "\n")+1)
}
