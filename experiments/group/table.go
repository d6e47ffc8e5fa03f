package group

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"proofgrid/experiments/internal/nearest"
	"proofgrid/experiments/record"
)

// Column is a named column of text in a dictionary. Null and the empty text are the
// same.
type Column struct {
	Name string
	record.Codes
}

// Strings makes a column of a slice; its dictionary is in order of first appearance.
func Strings(name string, rows []string) Column {
	c := Column{Name: name, Codes: record.Codes{Code: make([]int32, len(rows))}}
	index := map[string]int32{}
	for i, v := range rows {
		code, ok := index[v]
		if !ok {
			code = int32(len(c.Values))
			index[v] = code
			c.Values = append(c.Values, v)
		}
		c.Code[i] = code
	}
	return c
}

// Numbers makes a column of numbers in their shortest decimal form; NaN is null.
func Numbers(name string, rows []float64) Column {
	text := make([]string, len(rows))
	for i, v := range rows {
		if !math.IsNaN(v) {
			text[i] = strconv.FormatFloat(v, 'f', -1, 64)
		}
	}
	return Strings(name, text)
}

// Take returns the column of the rows at the given places.
func (c Column) Take(rows []int32) Column {
	out := c
	out.Code = make([]int32, len(rows))
	for i, r := range rows {
		out.Code[i] = c.Code[r]
	}
	return out
}

// Table is columns of the same length.
type Table struct {
	Rows    int
	Columns []Column
}

// Take returns the table of the rows at the given places; a place may stand
// several times, so that Take also repeats the rows of a smaller table.
func (t Table) Take(rows []int32) Table {
	out := Table{Rows: len(rows), Columns: make([]Column, len(t.Columns))}
	for i, c := range t.Columns {
		out.Columns[i] = c.Take(rows)
	}
	return out
}

// Beside returns the columns of both tables, which have the same number of rows.
func (t Table) Beside(other Table) Table {
	return Table{Rows: t.Rows, Columns: append(append([]Column(nil), t.Columns...), other.Columns...)}
}

// Find returns the column with a name. What stands behind a dot of one column's name
// alone is a short form of it: proof_lines for feature.proof_lines. An unknown name
// is an error that tells the nearest known one.
func (t Table) Find(name string) (Column, error) {
	var found []Column
	var names []string
	for _, c := range t.Columns {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
		if _, short, ok := strings.Cut(c.Name, "."); ok {
			names = append(names, short)
			if short == name {
				found = append(found, c)
			}
		}
	}
	switch len(found) {
	case 0:
		return Column{}, fmt.Errorf("no column %q%s", name, nearest.Hint(name, names))
	case 1:
		return found[0], nil
	}
	return Column{}, fmt.Errorf("column %q: there are %s and %s", name, found[0].Name, found[1].Name)
}

// Distinct returns the values of the column that some row has, in order of first
// appearance. Null is the empty text.
func (c Column) Distinct() []string {
	seen := make([]bool, len(c.Values))
	null := false
	var out []string
	for _, code := range c.Code {
		switch {
		case code >= 0 && !seen[code]:
			seen[code] = true
			if c.Values[code] != "" {
				out = append(out, c.Values[code])
				continue
			}
			fallthrough
		case code < 0:
			if !null {
				null = true
				out = append(out, "")
			}
		}
	}
	return out
}
