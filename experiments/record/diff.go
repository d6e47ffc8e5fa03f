package record

import (
	"fmt"
	"iter"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// Info says what a table file holds.
type Info struct {
	Table   string
	Version int
	Rows    int64
	Columns []ColumnInfo
}

// ColumnInfo describes one column of a file.
type ColumnInfo struct {
	Name, Type, Unit, Doc string
	Nullable, Volatile    bool
}

// Inspect returns what the table file at path holds, whichever table it is. It
// reads the whole file, so a file that it accepts is readable to the end.
func Inspect(path string) (Info, error) {
	t, err := open(path)
	if err != nil {
		return Info{}, err
	}
	defer t.close()
	info, err := t.info()
	if err != nil {
		return Info{}, err
	}
	for rec, err := range t.batches() {
		if err != nil {
			return Info{}, err
		}
		info.Rows += rec.NumRows()
	}
	return info, nil
}

func isVolatile(f arrow.Field) bool {
	v, _ := f.Metadata.GetValue("volatile")
	return v == "true"
}

// Diff compares two table files value by value and describes the first
// difference in the order of rows, empty when there is none. How the rows are
// split into batches, how dictionaries are numbered and whether buffers are
// compressed make no difference. With ignoreVolatile the columns that are marked
// volatile are not compared.
func Diff(a, b string, ignoreVolatile bool) (string, error) {
	ta, err := open(a)
	if err != nil {
		return "", err
	}
	defer ta.close()
	tb, err := open(b)
	if err != nil {
		return "", err
	}
	defer tb.close()
	if d, err := diffSchemas(ta, tb); d != "" || err != nil {
		return d, err
	}
	left, right := newCursor(ta), newCursor(tb)
	defer left.stop()
	defer right.stop()
	for row := int64(0); ; {
		na, err := left.fill()
		if err != nil {
			return "", err
		}
		nb, err := right.fill()
		if err != nil {
			return "", err
		}
		if na == 0 || nb == 0 {
			if na == nb {
				return "", nil
			}
			more, fewer := a, b
			if na == 0 {
				more, fewer = b, a
			}
			return fmt.Sprintf("%s has only %d rows, %s has more", fewer, row, more), nil
		}
		n := min(na, nb)
		var d string
		err = guard(func() error { d = diffRows(left, right, n, row, ignoreVolatile); return nil })
		if d != "" || err != nil {
			return d, err
		}
		left.at += n
		right.at += n
		row += n
	}
}

func diffSchemas(a, b *table) (string, error) {
	nameA, _, err := identity(a.schema)
	if err != nil {
		return "", a.wrap(err)
	}
	nameB, _, err := identity(b.schema)
	if err != nil {
		return "", b.wrap(err)
	}
	if nameA != nameB {
		return fmt.Sprintf("%s is the table %s, %s is %s", a.path, nameA, b.path, nameB), nil
	}
	for i := range max(a.schema.NumFields(), b.schema.NumFields()) {
		fa, fb := "absent", "absent"
		if i < a.schema.NumFields() {
			fa = a.schema.Field(i).Name + " " + typeText(a.schema.Field(i))
		}
		if i < b.schema.NumFields() {
			fb = b.schema.Field(i).Name + " " + typeText(b.schema.Field(i))
		}
		if fa != fb {
			return fmt.Sprintf("%s: column %d is %s in %s, %s in %s", nameA, i, fa, a.path, fb, b.path), nil
		}
	}
	return "", nil
}

// cursor walks the rows of a table.
type cursor struct {
	*table
	next func() (arrow.Record, error, bool)
	stop func()
	rec  arrow.Record
	at   int64
}

func newCursor(t *table) *cursor {
	c := &cursor{table: t}
	c.next, c.stop = iter.Pull2(t.batches())
	return c
}

// fill returns the number of rows at hand, 0 at the end.
func (c *cursor) fill() (int64, error) {
	for c.rec == nil || c.at == c.rec.NumRows() {
		rec, err, ok := c.next()
		if !ok || err != nil {
			return 0, err
		}
		c.rec, c.at = rec, 0
	}
	return c.rec.NumRows() - c.at, nil
}

func (c *cursor) column(i int, n int64) arrow.Array {
	return array.NewSlice(c.rec.Column(i), c.at, c.at+n)
}

// diffRows compares n rows from both cursors, whole columns at a time, and looks
// at single values only where columns differ.
func diffRows(a, b *cursor, n, row int64, ignoreVolatile bool) string {
	first, column := n, -1
	for i, f := range a.schema.Fields() {
		if ignoreVolatile && isVolatile(f) {
			continue
		}
		ca, cb := a.column(i, n), b.column(i, n)
		if !array.Equal(ca, cb) {
			for k := range first {
				if !sameValue(ca, cb, int(k)) {
					first, column = k, i
					break
				}
			}
		}
		ca.Release()
		cb.Release()
	}
	if column < 0 {
		return ""
	}
	value := func(c *cursor) string { return c.rec.Column(column).ValueStr(int(c.at + first)) }
	table, _ := a.schema.Metadata().GetValue(tableKey)
	return fmt.Sprintf("%s row %d (%s): %s is %s in %s, %s in %s", table, row+first, a.rowName(a.at+first),
		a.schema.Field(column).Name, value(a), a.path, value(b), b.path)
}

func sameValue(a, b arrow.Array, i int) bool {
	return a.IsNull(i) == b.IsNull(i) && (a.IsNull(i) || a.ValueStr(i) == b.ValueStr(i))
}

// rowName names a row by its keys, so that a difference can be looked up.
func (c *cursor) rowName(at int64) string {
	var parts []string
	for i, f := range c.schema.Fields() {
		switch f.Name {
		case "cell_id", "task_id", "regime", "sample", "round", "ordinal":
			parts = append(parts, f.Name+"="+c.rec.Column(i).ValueStr(int(at)))
		}
	}
	return strings.Join(parts, " ")
}
