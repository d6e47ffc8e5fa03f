package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/dataset/internal/records"
)

// row is a line of a table: the values by column.
type row struct {
	line   int
	values map[string]value
}

// value is a cell: a text, or a JSON value that is none.
type value struct {
	text string
	json json.RawMessage // a list or an object; nil for a text
}

// read returns the columns of a table, in the order of their first appearance, and its
// rows.
func read(text []byte, tabs bool, damage *records.Damage) (columns []string, rows []row, err error) {
	if start := bytes.TrimSpace(text); bytes.HasPrefix(start, []byte("{")) || bytes.HasPrefix(start, []byte("[")) {
		return readJSON(text, damage)
	}
	return readCSV(text, tabs, damage)
}

func readJSON(text []byte, damage *records.Damage) (columns []string, rows []row, err error) {
	seen := map[string]bool{}
	err = records.Each(text, damage, func(line int, raw []byte) error {
		var object map[string]json.RawMessage
		if err := records.Decode(raw, &object); err != nil {
			return err
		}
		r := row{line, make(map[string]value, len(object))}
		for name, raw := range object {
			v, err := newValue(raw)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			r.values[name] = v
		}
		names, err := keys(raw)
		if err != nil {
			return err
		}
		for _, name := range names {
			if !seen[name] {
				seen[name] = true
				columns = append(columns, name)
			}
		}
		rows = append(rows, r)
		return nil
	})
	return columns, rows, err
}

// keys lists those of an object in their order, which a map forgets.
func keys(object []byte) ([]string, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var out []string
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var skip json.RawMessage
		if err := d.Decode(&skip); err != nil {
			return nil, err
		}
		if name, ok := name.(string); ok {
			out = append(out, name)
		}
	}
	return out, nil
}

func newValue(raw json.RawMessage) (value, error) {
	switch raw[0] {
	case '"':
		var s string
		if err := records.Decode(raw, &s); err != nil {
			return value{}, err
		}
		return newText(s)
	case '[', '{':
		return value{json: raw}, nil
	case 'n':
		return value{}, nil
	}
	return value{text: string(raw)}, nil
}

func newText(s string) (value, error) {
	switch {
	case !utf8.ValidString(s):
		return value{}, errors.New("invalid UTF-8")
	case strings.ContainsRune(s, 0):
		return value{}, errors.New("a NUL character")
	}
	return value{text: records.Newlines(s)}, nil
}

func readCSV(text []byte, tabs bool, damage *records.Damage) (columns []string, rows []row, err error) {
	c := csv.NewReader(bytes.NewReader(text))
	c.FieldsPerRecord = -1 // told below in words that name the header
	if tabs {
		c.Comma = '\t'
	}
	columns, err = c.Read()
	if err != nil {
		return nil, nil, fmt.Errorf("%s:1: %w", damage.Path, csvError(err))
	}
	for i := range columns {
		columns[i] = strings.TrimSpace(columns[i])
		v, err := newText(columns[i])
		switch {
		case err != nil:
		case v.text == "":
			err = errors.New("a column without a name")
		case slices.Contains(columns[:i], v.text):
			err = fmt.Errorf("two columns are called %q", v.text)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s:1: column %d: %w", damage.Path, i+1, err)
		}
	}
	for {
		cells, err := c.Read()
		if errors.Is(err, io.EOF) {
			return columns, rows, nil
		}
		var r row
		var pe *csv.ParseError
		if errors.As(err, &pe) {
			r.line = pe.StartLine
		} else if err == nil {
			r.line, _ = c.FieldPos(0)
			err = r.fill(columns, cells)
		}
		if err != nil {
			if err = damage.At(r.line, csvError(err)); err != nil {
				return nil, nil, err
			}
			continue
		}
		rows = append(rows, r)
	}
}

func (r *row) fill(columns, cells []string) error {
	if len(cells) != len(columns) {
		return fmt.Errorf("%d fields, but the header has %d", len(cells), len(columns))
	}
	r.values = make(map[string]value, len(cells))
	for i, cell := range cells {
		v, err := newText(cell)
		if err != nil {
			return fmt.Errorf("%s: %w", columns[i], err)
		}
		r.values[columns[i]] = v
	}
	return nil
}

// csvError leaves out the place, which stands before it already.
func csvError(err error) error {
	var pe *csv.ParseError
	if !errors.As(err, &pe) {
		return err
	}
	if errors.Is(pe.Err, csv.ErrQuote) && pe.Line > pe.StartLine {
		return fmt.Errorf("a quote that is never closed, or badly so in line %d", pe.Line)
	}
	return pe.Err
}
