package attempts

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// row is a row of any table. Its slices and texts are valid until the next.
type row struct {
	line   int // or number of the row, from 1
	names  []string
	values []record.Value
}

func (r *row) add(name string, v record.Value) {
	r.names, r.values = append(r.names, name), append(r.values, v)
}

// visitor takes a row; damaged takes a line that is none and returns nil to leave it
// out; unread takes columns that cannot be read, with the reason.
type visitor struct {
	row     func(*row) error
	damaged func(line int, err error) error
	unread  func(columns map[string]string) error
}

// readTable reads a table in the format that its first bytes or its name show.
func readTable(path string, v visitor) (spec.ImportedFile, error) {
	head, err := imported.Head(path)
	if err != nil {
		return spec.ImportedFile{}, err
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	var read func(string, visitor) error
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case bytes.HasPrefix(head, []byte("PAR1")):
		read = readParquet
	case bytes.HasPrefix(head, []byte("ARROW1")):
		read = readArrow
	case bytes.HasPrefix(text, []byte("{")) && ext != ".csv" && ext != ".tsv":
		return readLines(path, v)
	case bytes.HasPrefix(text, []byte("[")) || bytes.IndexByte(head, 0) >= 0 || len(text) == 0:
		return spec.ImportedFile{}, fmt.Errorf("%s: not a table of attempts in JSON lines, CSV, Arrow or Parquet: it looks like %s", path, imported.Guess(head))
	case ext == ".jsonl":
		return spec.ImportedFile{}, fmt.Errorf("%s:1: not JSON lines: the file looks like %s", path, imported.Guess(head))
	case ext == ".tsv":
		read = func(path string, v visitor) error { return readCSV(path, '\t', v) }
	default:
		read = func(path string, v visitor) error { return readCSV(path, ',', v) }
	}
	if err := read(path, v); err != nil {
		return spec.ImportedFile{}, err
	}
	return imported.Describe(path)
}

func readLines(path string, v visitor) (spec.ImportedFile, error) {
	var r row
	return imported.Lines(path, func(n int, line []byte) error {
		if !utf8.Valid(line) {
			return v.damaged(n, errors.New("invalid UTF-8"))
		}
		var object map[string]any
		dec := json.NewDecoder(bytes.NewReader(imported.WithoutNaN(line)))
		dec.UseNumber()
		err := dec.Decode(&object)
		if err == nil && object == nil {
			err = errors.New("null, not an object")
		}
		if err == nil && dec.More() {
			err = errors.New("something stands behind the object")
		}
		if err != nil {
			return v.damaged(n, imported.Explain(err))
		}
		r = row{n, r.names[:0], r.values[:0]}
		flatten(&r, "", object, 0)
		return v.row(&r)
	})
}

// flatten adds the values of an object; the order of a row's columns means nothing.
func flatten(r *row, prefix string, object map[string]any, depth int) {
	const maxDepth = 4
	for key, value := range object {
		name := prefix + key
		switch value := value.(type) {
		case string:
			r.add(name, record.Value{Kind: record.Text, Text: value})
		case json.Number:
			r.add(name, number(value.String()))
		case bool:
			r.add(name, record.Value{Kind: record.Bool, Bool: value})
		case nil:
			r.add(name, record.Value{})
		case []any:
			r.add(name, record.Value{Kind: record.List})
		case map[string]any:
			if depth < maxDepth {
				flatten(r, name+".", value, depth+1)
			}
		}
	}
}

// number is an integer where it fits, else a float, else the text.
func number(s string) record.Value {
	n := json.Number(s)
	if i, err := n.Int64(); err == nil {
		return record.Value{Kind: record.Int, Int: i}
	}
	if f, err := n.Float64(); err == nil {
		return record.Value{Kind: record.Float, Float: f}
	}
	return record.Value{Kind: record.Text, Text: s}
}

func readCSV(path string, comma rune, v visitor) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := csv.NewReader(io.MultiReader(skipBOM(f), f))
	in.Comma, in.ReuseRecord = comma, true
	header, err := in.Read()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r := row{names: append([]string(nil), header...)}
	if len(r.names) < 2 {
		return fmt.Errorf("%s:1: one column, %q: not a CSV file with a header", path, r.names[0])
	}
	for i, name := range r.names {
		if slices.Contains(r.names[:i], name) {
			return fmt.Errorf("%s:1: two columns are called %q: rename one", path, name)
		}
	}
	for {
		fields, err := in.Read()
		var wrong *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &wrong):
			if err := v.damaged(wrong.StartLine, wrong.Err); err != nil {
				return fmt.Errorf("%s:%d: %w", path, wrong.StartLine, err)
			}
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", path, err)
		}
		r.line, _ = in.FieldPos(0)
		if !utf8.ValidString(strings.Join(fields, "")) {
			if err := v.damaged(r.line, errors.New("invalid UTF-8")); err != nil {
				return fmt.Errorf("%s:%d: %w", path, r.line, err)
			}
			continue
		}
		r.values = r.values[:0]
		for _, s := range fields {
			value := record.Value{Kind: record.Text, Text: s}
			if s == "" {
				value = record.Value{}
			}
			r.values = append(r.values, value)
		}
		if err := v.row(&r); err != nil {
			return fmt.Errorf("%s:%d: %w", path, r.line, err)
		}
	}
}

// skipBOM returns the beginning of a file, less a byte order mark.
func skipBOM(f *os.File) io.Reader {
	head := make([]byte, 3)
	n, _ := io.ReadFull(f, head)
	return bytes.NewReader(bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf")))
}

func readArrow(path string, v visitor) error {
	names, unread, rows, err := record.Foreign(path)
	if err != nil {
		return err
	}
	if err := v.unread(unread); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return readRows(path, names, rows, v)
}

// readRows visits rows of a columnar file.
func readRows(path string, names []string, rows func(func([]record.Value, error) bool), v visitor) error {
	r := row{names: names}
	var failed error
	for values, err := range rows {
		if err != nil {
			return err
		}
		r.line++
		r.values = values
		if failed = v.row(&r); failed != nil {
			return fmt.Errorf("%s: row %d: %w", path, r.line, failed)
		}
	}
	return nil
}
