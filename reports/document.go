package reports

import (
	"fmt"
	"slices"
	"strings"

	"proofgrid/reports/analysis"
	"proofgrid/reports/md"
)

// document is a report in the making.
type document struct {
	md.Doc
	*Report
	a       *analysis.Analysis
	sources []string // names of figures already placed
	tables  int
}

// markdown writes the whole report.
func (r *Report) markdown() string {
	d := &document{Report: r, a: r.Analysis}
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
	return d.String()
}

// figure places the figures with this name, or this name and a number behind it,
// and returns how many there were.
func (d *document) figure(name string) int {
	n := 0
	for _, f := range d.figures {
		rest, ok := strings.CutPrefix(f.Name, name)
		if !ok || rest != "" && strings.Trim(rest, "-0123456789") != "" || slices.Contains(d.sources, f.Name) {
			continue
		}
		d.sources = append(d.sources, f.Name)
		d.Figure("figures/"+f.Name+".png", f.Alt(), fmt.Sprintf("Figure %d.", len(d.sources)), f.Caption())
		n++
	}
	return n
}

// table adds a numbered table under its caption.
func (d *document) table(caption string, head []string, rows [][]string) {
	d.tables++
	d.Para(fmt.Sprintf("**Table %d.** %s", d.tables, caption))
	d.Table(head, rows)
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

// variants tells whether cells differ in more than model and regime.
func (d *document) variants() bool {
	for _, c := range d.a.Cells {
		if c.Variant != "" {
			return true
		}
	}
	return false
}
