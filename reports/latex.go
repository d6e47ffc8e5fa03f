package reports

import (
	"fmt"

	"proofgrid/reports/tex"
)

// LaTeX returns the main tables of the report as LaTeX by the names of their files,
// less the extension: success, budget, comparisons and cost, numbered within each, and
// two lists: findings, what each paired comparison allows to be said, and threats, what
// weakens the conclusions. They are those of report.md, with the same captions, numbers
// and footnotes. A document that takes them in needs \usepackage{booktabs}.
func (r *Report) LaTeX() []LaTeXFile {
	var out []LaTeXFile
	for _, part := range []struct {
		name  string
		write func(*document)
	}{
		{"success", (*document).success}, {"budget", (*document).budgets}, {"comparisons", (*document).comparisons}, {"cost", (*document).costs},
	} {
		d := &document{Report: r, a: marked(r.Analysis)}
		part.write(d)
		for _, add := range d.later {
			add()
		}
		for i, t := range d.kept {
			name := fmt.Sprintf("%s-%d", part.name, i+1)
			t.Label, t.Notes = name, d.Footnotes()
			if anyOracle(d.a) {
				t.Caption += " " + daggerNote + "."
			}
			out = append(out, LaTeXFile{name, t.String()})
		}
	}
	d := &document{Report: r, a: marked(r.Analysis)}
	var findings []string
	for _, c := range d.a.Comparisons {
		findings = append(findings, d.verdict(c))
	}
	for _, l := range []struct {
		name  string
		items []string
	}{{"findings", findings}, {"threats", d.threatList()}} {
		if list := tex.List(l.items, d.Footnotes()); list != "" {
			out = append(out, LaTeXFile{l.name, list})
		}
	}
	return out
}

// LaTeXFile is a piece of LaTeX for a document to take in.
type LaTeXFile struct{ Name, Text string }
