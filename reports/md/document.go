package md

import (
	"fmt"
	"strconv"
	"strings"
)

// Doc is a document that grows from top to bottom. The zero value is empty.
//
// Strings given to it are Markdown unless said otherwise: whatever comes from
// outside has been through [Text] or [Code].
type Doc struct {
	b     strings.Builder
	notes []string
	known map[string]int
}

// Heading adds a heading of level 1 to 6.
func (d *Doc) Heading(level int, text string) {
	d.block(strings.Repeat("#", level) + " " + text)
}

// Para adds a paragraph of sentences, leaving out empty ones.
func (d *Doc) Para(sentences ...string) {
	var kept []string
	for _, s := range sentences {
		if s != "" {
			kept = append(kept, s)
		}
	}
	if len(kept) > 0 {
		d.block(strings.Join(kept, " "))
	}
}

// List adds a bullet list.
func (d *Doc) List(items ...string) {
	if len(items) > 0 {
		d.block("- " + strings.Join(items, "\n- "))
	}
}

// Figure adds an image with its caption below. alt and caption are plain text;
// path is relative to the document.
func (d *Doc) Figure(path, alt, label, caption string) {
	d.block("![" + Text(alt) + "](" + path + ")")
	d.block("**" + label + "** " + Text(caption))
}

// Fence adds a block of code that is shown as it is.
func (d *Doc) Fence(language, code string) {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	d.block(fence + language + "\n" + strings.TrimRight(code, "\n") + "\n" + fence)
}

// Table adds a table. Columns whose head ends in a tab are aligned to the left,
// others to the right; rows shorter than the head are filled up.
func (d *Doc) Table(head []string, rows [][]string) {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteByte('|')
		for i := range head {
			c := ""
			if i < len(cells) {
				c = cells[i]
			}
			b.WriteString(" " + c + " |")
		}
		b.WriteByte('\n')
	}
	shown, rule := make([]string, len(head)), make([]string, len(head))
	for i, h := range head {
		shown[i], rule[i] = strings.TrimSuffix(h, "\t"), "---:"
		if strings.HasSuffix(h, "\t") {
			rule[i] = ":---"
		}
	}
	line(shown)
	line(rule)
	for _, r := range rows {
		line(r)
	}
	d.block(strings.TrimSuffix(b.String(), "\n"))
}

// Note returns references to footnotes with the given plain texts. The same text
// is the same footnote wherever it is referred to.
func (d *Doc) Note(texts ...string) string {
	var b strings.Builder
	for _, t := range texts {
		n, ok := d.known[t]
		if !ok {
			if d.known == nil {
				d.known = map[string]int{}
			}
			d.notes = append(d.notes, t)
			n = len(d.notes)
			d.known[t] = n
		}
		b.WriteString("[^" + strconv.Itoa(n) + "]")
	}
	return b.String()
}

// Footnotes returns the texts of the footnotes so far, in order.
func (d *Doc) Footnotes() []string { return d.notes }

// String returns the document with its footnotes at the end.
func (d *Doc) String() string {
	var b strings.Builder
	b.WriteString(d.b.String())
	for i, t := range d.notes {
		fmt.Fprintf(&b, "[^%d]: %s\n", i+1, Text(t))
	}
	return b.String()
}

func (d *Doc) block(s string) {
	d.b.WriteString(s)
	d.b.WriteString("\n\n")
}
