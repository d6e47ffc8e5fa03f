package audit

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"proofgrid/experiments/spec"
	"proofgrid/stats"
)

// table is a table of the paper, every cell as printed.
type table struct {
	ID      string   `yaml:"id"`
	Title   string   `yaml:"title"`
	Columns []string `yaml:"columns"`
	// PercentOf says of which column or number a column is the percentage.
	PercentOf map[string]string `yaml:"percent_of"`
	Rows      []texts           `yaml:"rows"`
}

// text is a scalar of the file as it stands there: 25.0 stays "25.0".
type text struct {
	value     string
	line, col int
}

func (t *text) UnmarshalYAML(n *yaml.Node) error {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.ScalarNode {
		return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: a single value is wanted here, not a list or a mapping", n.Line)}}
	}
	*t = text{n.Value, n.Line, n.Column}
	if n.Tag == "!!null" {
		t.value = ""
	}
	return nil
}

// texts is one value or a list of them.
type texts []text

// UnmarshalYAML keeps empty values, which a plain list of yaml.v3 would drop.
func (t *texts) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		*t = make(texts, 1)
		return (*t)[0].UnmarshalYAML(n)
	}
	*t = make(texts, len(n.Content))
	for i, item := range n.Content {
		if err := (*t)[i].UnmarshalYAML(item); err != nil {
			return err
		}
	}
	return nil
}

// cell is a printed value with what the tables know of it.
type cell struct {
	text
	label string // "table/column/row", or the value itself when it stands in the check
	row   string
	of    string // the number that it is a percentage of, "" when it is none
}

// readTables checks the shape of the tables and files them by name.
func (a *auditor) readTables(root *yaml.Node, d *document) {
	for i, t := range d.Tables {
		at := itemAt(root, "tables", i)
		fail := func(format string, args ...any) { a.fault(at.Line, at.Column, format, args...) }
		switch {
		case t == nil || t.ID == "" || strings.Contains(t.ID, "/"):
			fail("a table needs an id without '/'")
			continue
		case a.tables[t.ID] != nil:
			fail("two tables are called %q", t.ID)
			continue
		case len(t.Columns) < 2:
			fail("table %q needs at least two columns; the first names the rows", t.ID)
			continue
		}
		a.tables[t.ID] = t
		for j, c := range t.Columns {
			if c == "" || strings.Contains(c, "/") || t.column(c) != j {
				fail("table %q: column %q has '/' in it, is empty, or stands twice", t.ID, c)
			}
		}
		for column, of := range t.PercentOf {
			if t.column(column) < 1 {
				fail("table %q: percent_of names the column %q, which it does not have%s", t.ID, column, spec.Hint(column, t.Columns))
			}
			if _, err := strconv.Atoi(of); err != nil && t.column(of) < 1 {
				fail("table %q: %q is a percentage of %q, which is no column and no number%s", t.ID, column, of, spec.Hint(of, t.Columns))
			}
		}
		seen := map[string]bool{}
		for _, row := range t.Rows {
			if len(row) == 0 {
				fail("table %q has an empty row", t.ID)
				continue
			}
			if len(row) != len(t.Columns) {
				a.fault(row[0].line, row[0].col, "row %q has %d values for the %d columns of table %q", row[0].value, len(row), len(t.Columns), t.ID)
			}
			if seen[row[0].value] {
				a.fault(row[0].line, row[0].col, "two rows of table %q are called %q", t.ID, row[0].value)
			}
			seen[row[0].value] = true
		}
	}
}

// column returns the place of a column, -1 when there is none.
func (t *table) column(name string) int {
	for j, c := range t.Columns {
		if c == name {
			return j
		}
	}
	return -1
}

func (t *table) cell(row texts, column int) cell {
	name := t.Columns[column]
	c := cell{text: row[column], label: t.ID + "/" + name + "/" + row[0].value, row: row[0].value}
	if c.of = t.PercentOf[name]; t.column(c.of) > 0 {
		c.of = row[t.column(c.of)].value
	}
	return c
}

// resolve turns an operand into cells: "table/column" is a whole column,
// "table/column/row" one cell of it, and what has no slash is a printed value.
func (a *auditor) resolve(operand texts) []cell {
	var out []cell
	for _, t := range operand {
		if !strings.Contains(t.value, "/") {
			out = append(out, cell{text: t, label: t.value, row: t.value})
			continue
		}
		out = append(out, a.refer(t)...)
	}
	return out
}

func (a *auditor) refer(t text) []cell {
	part := strings.SplitN(t.value, "/", 3)
	table := a.tables[part[0]]
	if table == nil {
		var known []string
		for id := range a.tables {
			known = append(known, id)
		}
		a.fault(t.line, t.col, "%q: no table %q%s", t.value, part[0], spec.Hint(part[0], known))
		return nil
	}
	j := table.column(part[1])
	if j < 0 {
		a.fault(t.line, t.col, "%q: table %q has no column %q%s", t.value, table.ID, part[1], spec.Hint(part[1], table.Columns))
		return nil
	}
	var out []cell
	var rows []string
	for _, row := range table.Rows {
		rows = append(rows, row[0].value)
		if len(part) == 2 || part[2] == row[0].value {
			out = append(out, table.cell(row, j))
		}
	}
	if len(out) == 0 {
		why := "the table has no rows"
		if len(part) == 3 {
			why = fmt.Sprintf("table %q has no row %q%s", table.ID, part[2], spec.Hint(part[2], rows))
		}
		a.fault(t.line, t.col, "%q: %s", t.value, why)
	}
	return out
}

// percents checks every percentage whose total the tables give.
func (a *auditor) percents(tables []*table) {
	for _, t := range tables {
		for j, name := range t.Columns {
			if t.PercentOf[name] == "" {
				continue
			}
			for _, row := range t.Rows {
				c := t.cell(row, j)
				if c.value == "" || c.of == "" {
					continue
				}
				n, ok := a.whole(cell{text: text{c.of, c.line, c.col}, label: c.label + " as a percentage"})
				if !ok {
					continue
				}
				f, err := stats.CheckPercent(c.value, n)
				a.add(c.line, c.col, c.label, "", f, err)
			}
		}
	}
}

// add files a finding, or the fault that kept it from being made.
func (a *auditor) add(line, col int, of, claim string, f stats.Finding, err error) {
	if err != nil {
		a.fault(line, col, "%s: %v", of, err)
		return
	}
	a.findings = append(a.findings, Finding{line, f.Check, of, claim, f.Consistent, f.Arithmetic})
}

// whole reads a count.
func (a *auditor) whole(c cell) (int, bool) {
	n, err := strconv.Atoi(c.value)
	if err != nil || n < 0 {
		a.fault(c.line, c.col, "%s: %q is no count", c.label, c.value)
		return 0, false
	}
	return n, true
}

// span is the range of counts that a printed cell may stand for.
type span struct{ lo, hi int }

// count reads a cell as a count: itself, or what its percentage comes to.
func (a *auditor) count(c cell) (s span, ok bool) {
	if c.of == "" {
		n, ok := a.whole(c)
		return span{n, n}, ok
	}
	n, ok := a.whole(cell{text: text{c.of, c.line, c.col}, label: c.label + " as a percentage"})
	if !ok {
		return s, false
	}
	counts, err := stats.PercentCounts(c.value, n)
	if err != nil {
		a.fault(c.line, c.col, "%s: %v", c.label, err)
		return s, false
	}
	if len(counts) == 0 {
		// The percentage has its own finding. Here it stands for the nearest counts.
		p, _ := stats.ParsePrinted(c.value)
		k := min(n, max(0, int(p.Value*float64(n)/100)))
		return span{k, min(n, k+1)}, true
	}
	return span{counts[0], counts[len(counts)-1]}, true
}

var nothing = span{1, 0}

func (s span) String() string {
	switch {
	case s == nothing:
		return "no count"
	case s.lo == s.hi:
		return strconv.Itoa(s.lo)
	}
	return fmt.Sprintf("%d to %d", s.lo, s.hi)
}
