package command

import (
	"fmt"
	"regexp"
	"strings"
	"text/template"

	"proofgrid/experiments/task"
)

// page is what templates can show. Part has the named groups of Config.Statement.
type page struct {
	Name, Statement, Text, Preamble, Suffix string
	Lemmas, Proof                           string // of the candidate
	Nonce                                   string // letters and digits that no candidate can guess
	Part                                    map[string]string
}

// functions of templates: all REGEXP TEXT lists the first group of each match, and join
// LIST SEPARATOR makes one text of a list.
var functions = template.FuncMap{
	"all": func(re, text string) ([]string, error) {
		r, err := regexp.Compile(re)
		if err != nil {
			return nil, err
		}
		if r.NumSubexp() == 0 {
			return nil, fmt.Errorf("all %q: the expression has no group", re)
		}
		var out []string
		for _, m := range r.FindAllStringSubmatch(text, -1) {
			out = append(out, m[1])
		}
		return out, nil
	},
	"join": func(list []string, separator string) string { return strings.Join(list, separator) },
}

// page prepares a task. It is an error when its text is not as Config.Statement says.
func (c *Config) page(t *task.Task, nonce string) (page, error) {
	p := page{Name: t.Name, Statement: t.Statement, Text: t.Text, Preamble: t.Preamble, Suffix: t.Suffix, Nonce: nonce, Part: map[string]string{}}
	if p.Text == "" {
		p.Text = t.Statement
	}
	if r := odd(p.Text + p.Preamble + p.Suffix); r != nil {
		return p, fmt.Errorf("task %s: its text has %s", t.ID, r.why)
	}
	m := c.statement.FindStringSubmatch(p.Text)
	if m == nil {
		return p, fmt.Errorf("task %s: its text is not of the form that %s describes: %.200q", t.ID, c.Name, p.Text)
	}
	for i, name := range c.statement.SubexpNames() {
		if name != "" {
			p.Part[name] = m[i]
		}
	}
	return p, nil
}

// rendered is a file; the proof stands at text[start:end] of the first.
type rendered struct {
	name, text string
	start, end int
}

// The marks hold a character that no candidate and no task has.
const openMark, closeMark = "\x00<", "\x00>"

// render makes the files of a page. The proof stands once in the first, a line ends
// behind it, and in no other file.
func (c *Config) render(p page) ([]rendered, error) {
	p.Proof = openMark + p.Proof + closeMark
	out := make([]rendered, 0, 1+len(c.Files))
	for i, f := range append([]File{c.File}, c.Files...) {
		var b strings.Builder
		if err := f.template.Execute(&b, p); err != nil {
			return nil, err
		}
		text := b.String()
		if i > 0 {
			if strings.Contains(text, openMark) {
				return nil, fmt.Errorf("%s: the proof stands in %s alone", f.Name, c.File.Name)
			}
			out = append(out, rendered{name: f.Name, text: text})
			continue
		}
		before, rest, ok := strings.Cut(text, openMark)
		proof, after, closed := strings.Cut(rest, closeMark)
		if !ok || !closed || strings.Contains(after, openMark) {
			return nil, fmt.Errorf("{{.Proof}} stands exactly once in %s", f.Name)
		}
		if !strings.HasSuffix(before, " ") && !strings.HasSuffix(before, "\n") || !strings.HasPrefix(after, "\n") {
			return nil, fmt.Errorf("{{.Proof}} stands behind a space or at the start of a line, and at the end of one")
		}
		out = append(out, rendered{name: f.Name, text: before + proof + after, start: len(before), end: len(before) + len(proof)})
	}
	return out, nil
}

// span moves a place in the file to one in the proof; 0, 0 when it lies outside. Lines
// count from 1, columns from first, in characters or bytes.
func (f *rendered) span(line, col, endLine, endCol, first int, inBytes bool) (int, int) {
	start, ok := f.offset(line, col-first, inBytes)
	if !ok || start < f.start || start > f.end {
		return 0, 0
	}
	end, ok := f.offset(endLine, endCol-first, inBytes)
	end = min(end, f.end)
	if !ok || end < start {
		end = start
	}
	return start - f.start, end - f.start
}

func (f *rendered) offset(line, col int, inBytes bool) (int, bool) {
	if line < 1 {
		return 0, false
	}
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(f.text[at:], '\n')
		if i < 0 {
			return 0, false
		}
		at += i + 1
	}
	rest, _, _ := strings.Cut(f.text[at:], "\n")
	col = max(col, 0)
	if inBytes {
		return at + min(col, len(rest)), true
	}
	for i := range rest {
		if col == 0 {
			return at + i, true
		}
		col--
	}
	return at + len(rest), true
}
