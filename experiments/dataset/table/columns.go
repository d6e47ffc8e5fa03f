package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"proofgrid/experiments/internal/nearest"
)

// fields are what a column can be of a task, besides features and categories.
var fields = []string{"id", "name", "statement", "text", "preamble", "suffix", "proof", "premises", "system", "repository", "file", "line"}

// families are fields of which there are many, each with a name behind the dot.
var families = []string{"feature.", "category."}

// constant begins what stands for a column and is the value itself.
const constant = "="

// mapping says which column a field is read from.
type mapping map[string]string

// known reports whether a task has the field.
func known(field string) bool {
	return slices.Contains(fields, field) || slices.ContainsFunc(families, func(f string) bool { return strings.HasPrefix(field, f) && len(field) > len(f) })
}

// newMapping maps fields to the columns of a file: as given, and the others by name,
// small letters or not. unused are the columns that no field reads.
func newMapping(columns []string, given map[string]string) (m mapping, unused []string, err error) {
	m = mapping{}
	used := map[string]bool{}
	for _, field := range slices.Sorted(maps.Keys(given)) {
		column := given[field]
		switch {
		case !known(field):
			return nil, nil, fmt.Errorf("columns: no field %q%s", field, nearest.Hint(field, slices.Concat(fields, []string{"feature.X", "category.X"})))
		case column == "":
			return nil, nil, fmt.Errorf("columns: the field %s names no column", field)
		case !strings.HasPrefix(column, constant) && !slices.Contains(columns, column):
			return nil, nil, fmt.Errorf("columns: no column %q for the field %s; the file has %s", column, field, list(columns))
		}
		m[field] = column
		used[column] = true
	}
	for _, column := range columns {
		field := strings.ToLower(column)
		if i := strings.IndexByte(field, '.'); i >= 0 {
			field = field[:i] + column[i:] // the name of a feature is as it is spelled
		}
		if _, taken := m[field]; known(field) && !taken && !used[column] {
			m[field] = column
			used[column] = true
		}
		if !used[column] {
			unused = append(unused, column)
		}
	}
	switch {
	case m["id"] == "" && m["name"] == "":
		err = fmt.Errorf("columns: no column for id or name; the file has %s", list(columns))
	case m["statement"] == "" && m["text"] == "":
		err = fmt.Errorf("columns: no column for statement or text; the file has %s", list(columns))
	}
	return m, unused, err
}

// String says what was read from where.
func (m mapping) String() string {
	var parts []string
	for _, field := range slices.Sorted(maps.Keys(m)) {
		if m[field] == field {
			parts = append(parts, field)
		} else {
			parts = append(parts, field+" from "+strings.TrimPrefix(m[field], constant))
		}
	}
	return strings.Join(parts, ", ")
}

func list(names []string) string {
	const most = 20
	if n := len(names) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n)
	}
	return strings.Join(names, ", ")
}
