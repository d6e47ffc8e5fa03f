package tex

import (
	"fmt"
	"strconv"
	"strings"
)

// Table is a table with its notes, all in the inline Markdown of package md.
type Table struct {
	Label   string // for \ref; letters, digits and hyphens
	Caption string
	Head    []string   // a column whose head ends in a tab is aligned to the left, others to the right
	Rows    [][]string // shorter ones are filled up
	Notes   []string   // plain texts of footnotes; [^1] refers to the first
}

// Tables of more columns are set smaller to fit a page.
const wide, wider = 7, 8

// String returns the table as a float for a document with \usepackage{booktabs}.
// Only notes that the table refers to are printed, numbered as they are met.
func (t Table) String() string {
	var marks []int // footnotes in the order in which they are met
	note := func(n int) string {
		if n < 1 || n > len(t.Notes) {
			return ""
		}
		for i, m := range marks {
			if m == n {
				return mark(i + 1)
			}
		}
		marks = append(marks, n)
		return mark(len(marks))
	}
	var b strings.Builder
	align, size := "", `\small`
	if len(t.Head) > wide {
		size = `\scriptsize\setlength{\tabcolsep}{3pt}`
		if len(t.Head) > wider {
			size = `\tiny\setlength{\tabcolsep}{2pt}`
		}
		fmt.Fprintf(&b, "%% %d columns: where they are too wide for the page, turn the float (rotating) or leave some out.\n", len(t.Head))
	}
	for _, h := range t.Head {
		align += map[bool]string{true: "l", false: "r"}[strings.HasSuffix(h, "\t")]
	}
	caption := Markdown(t.Caption, note)
	fmt.Fprintf(&b, "\\begin{table}\n\\centering%s\n\\setlength{\\belowcaptionskip}{4pt}\n\\caption{%s}\n\\label{tab:%s}\n\\begin{tabular}{@{}%s@{}}\n\\toprule\n", size, caption, t.Label, align)
	line := func(cells []string) {
		for i := range t.Head {
			c := ""
			if i < len(cells) {
				c = Markdown(strings.TrimSuffix(cells[i], "\t"), note)
			}
			if i > 0 {
				b.WriteString(" & ")
			}
			b.WriteString(c)
		}
		b.WriteString(" \\\\\n")
	}
	line(t.Head)
	b.WriteString("\\midrule\n")
	for _, r := range t.Rows {
		line(r)
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	if len(marks) > 0 {
		b.WriteString("\n\\smallskip\n\\begin{minipage}{\\linewidth}\\footnotesize\n")
		for i, n := range marks {
			b.WriteString(mark(i+1) + "\\," + Text(t.Notes[n-1]) + "\\par\n")
		}
		b.WriteString("\\end{minipage}\n")
	}
	b.WriteString("\\end{table}\n")
	return b.String()
}

func mark(n int) string { return `\textsuperscript{` + strconv.Itoa(n) + `}` }

// List returns items, in the inline Markdown of package md, as an itemize list with
// footnotes of which notes are the plain texts; empty without items.
func List(items, notes []string) string {
	if len(items) == 0 {
		return ""
	}
	note := func(n int) string {
		if n < 1 || n > len(notes) {
			return ""
		}
		return `\footnote{` + Text(notes[n-1]) + `}`
	}
	var b strings.Builder
	b.WriteString("\\begin{itemize}\n")
	for _, s := range items {
		b.WriteString("\\item " + Markdown(s, note) + "\n")
	}
	b.WriteString("\\end{itemize}\n")
	return b.String()
}
