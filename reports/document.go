package reports

import (
	"fmt"
	"strconv"
	"strings"

	"proofgrid/reports/analysis"
	"proofgrid/reports/md"
	"proofgrid/reports/tex"
)

// document is a report in the making.
type document struct {
	md.Doc
	*Report
	a                   *analysis.Analysis
	figureCount, tables int      // numbered so far
	later               []func() // tables put off to the appendix
	kept                []tex.Table
}

// markdown writes the whole report.
func (r *Report) markdown() string {
	d := &document{Report: r, a: marked(r.Analysis)}
	d.header()
	d.design()
	d.success()
	d.budgets()
	d.repairs()
	d.comparisons()
	d.overlap()
	d.depth()
	d.correlations()
	d.repositories()
	d.failures()
	d.costs()
	d.precision()
	d.threats()
	d.unmeasured()
	d.methods()
	d.provenance()
	d.appendix()
	return d.String()
}

// figure places the figure with this name, if there is one.
func (d *document) figure(name string) {
	for _, f := range d.figures {
		if f.Name == name {
			d.figureCount++
			d.Figure("figures/"+f.Name+".png", clipAlt(f.Alt()), fmt.Sprintf("Figure %d.", d.figureCount), f.Caption())
		}
	}
}

// figureOfCells places the first of the figures that come once per cell, named by
// their number, and links to the others.
func (d *document) figureOfCells(prefix string) {
	var links []string
	for _, f := range d.figures {
		rest, ok := strings.CutPrefix(f.Name, prefix+"-")
		c, err := strconv.Atoi(rest)
		if !ok || err != nil {
			continue
		}
		if links == nil {
			d.figure(f.Name)
			links = []string{}
			continue
		}
		links = append(links, "["+md.Text(d.a.Cells[c-1].Name)+"](figures/"+f.Name+".png)")
	}
	if len(links) > 0 {
		d.Para("The same for other cells, the best of each model with and without an oracle: " + list(links) + ".")
	}
}

// clipAlt bounds a description to what a listener can take in; the table beside the
// figure has the rest.
func clipAlt(alt string) string {
	const most = 600
	if len(alt) <= most {
		return alt
	}
	end := strings.LastIndex(alt[:most], ";")
	if end < 0 {
		end = strings.LastIndex(alt[:most], " ")
	}
	return alt[:end] + "; the rest is in the table."
}

// table adds a numbered table under its caption.
func (d *document) table(caption string, head []string, rows [][]string) {
	d.tables++
	d.Para(fmt.Sprintf("**Table %d.** %s", d.tables, caption))
	d.Table(head, rows)
	d.kept = append(d.kept, tex.Table{Caption: caption, Head: head, Rows: rows})
}

// section begins a section whose first words say what the numbers show.
func (d *document) section(title string, lead ...string) {
	d.Heading(2, title)
	d.Para(lead...)
}

// cellHead and cellNames begin the rows of a table that has one row per cell.
func (d *document) cellHead(more ...string) []string {
	head := []string{"model\t", "regime\t"}
	if d.variants() {
		head = append(head, "cell\t")
	}
	return append(head, more...)
}

func (d *document) cellRow(c int, more ...string) []string {
	cell := d.a.Cells[c]
	row := []string{md.Text(cell.Model), md.Text(cell.Regime)}
	if d.variants() {
		row = append(row, md.Text(cell.Variant))
	}
	return append(row, more...)
}

// appendix adds the tables that sections have put off.
func (d *document) appendix() {
	if len(d.later) > 0 {
		d.Heading(2, "Appendix: tables in full")
		for _, add := range d.later {
			add()
		}
	}
	if len(d.Footnotes()) > 0 {
		d.Heading(2, "Notes to the numbers")
	}
}

// variants tells whether cells differ in more than model and regime.
func (d *document) variants() bool {
	for _, c := range d.a.Cells {
		if c.Variant != "" {
			return true
		}
	}
	return false
}
