package record

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// isNull reports whether v is the value that stands for null in the column.
func (c *column) isNull(v reflect.Value) bool {
	switch null := c.null.(type) {
	case string:
		return v.String() == null
	case int64:
		return v.Int() == null
	case float64:
		return math.IsNaN(v.Float())
	}
	return false
}

// value returns the column's value in a row; an absent key of a map field is an
// invalid value.
func (c *column) value(row reflect.Value) reflect.Value {
	f := row.Field(c.field)
	if c.key == "" {
		return f
	}
	return f.MapIndex(reflect.ValueOf(c.key))
}

// text returns a string that every Arrow reader accepts. Checkers and models
// may put any bytes into their messages, but the type utf8 means what it says.
func text(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// dictionary numbers the distinct values of a column in sorted order. The IPC
// file format knows one dictionary per column, and sorting makes it depend on the
// values alone, so it must be complete before the first row is encoded.
type dictionary struct {
	code   map[string]int32
	values arrow.Array
}

func (d *dictionary) add(s string) {
	if _, ok := d.code[s]; !ok {
		d.code[s] = 0
	}
}

func (d *dictionary) seal() {
	values := make([]string, 0, len(d.code))
	for s := range d.code {
		values = append(values, s)
	}
	slices.Sort(values)
	// Never released: the file writer keeps references to dictionaries for good,
	// so they live in Go's memory, not in an allocator that counts.
	b := array.NewStringBuilder(memory.NewGoAllocator())
	for i, s := range values {
		d.code[s] = int32(i)
		b.Append(text(s))
	}
	d.values = b.NewArray()
}

// encoder builds one column of a record batch.
type encoder struct {
	column
	builder array.Builder
	append  func(reflect.Value)
	dict    *dictionary
	bytes   int // of text, since the last flush
	err     error
}

func newEncoder(c column, dict *dictionary, mem memory.Allocator) *encoder {
	e := &encoder{column: c, dict: dict}
	if dict != nil {
		b := array.NewInt32Builder(mem)
		e.builder, e.append = b, func(v reflect.Value) {
			code, ok := dict.code[v.String()]
			if !ok && e.err == nil {
				e.err = fmt.Errorf("column %s: %q was not there on the first pass over the rows", c.name, v.String())
			}
			b.Append(code)
		}
		return e
	}
	e.builder = array.NewBuilder(mem, c.arrowType())
	switch b := e.builder.(type) {
	case *array.StringBuilder:
		e.append = func(v reflect.Value) { b.Append(text(v.String())); e.bytes += v.Len() }
	case *array.BooleanBuilder:
		e.append = func(v reflect.Value) { b.Append(v.Bool()) }
	case *array.Int32Builder:
		e.append = func(v reflect.Value) { b.Append(int32(v.Int())) }
	case *array.Int64Builder:
		e.append = func(v reflect.Value) { b.Append(v.Int()) }
	case *array.Uint64Builder:
		e.append = func(v reflect.Value) { b.Append(v.Uint()) }
	case *array.Float64Builder:
		e.append = func(v reflect.Value) { b.Append(v.Float()) }
	case *array.ListBuilder:
		values := b.ValueBuilder().(*array.StringBuilder)
		e.append = func(v reflect.Value) {
			b.Append(true)
			for i := range v.Len() {
				s := v.Index(i).String()
				values.Append(text(s))
				e.bytes += len(s)
			}
		}
	}
	return e
}

func (e *encoder) add(row reflect.Value) {
	if v := e.value(row); !v.IsValid() || e.isNull(v) {
		e.builder.AppendNull()
	} else {
		e.append(v)
	}
}

// flush returns the column of the batch and starts the next one.
func (e *encoder) flush() arrow.Array {
	e.bytes = 0
	a := e.builder.NewArray()
	if e.dict == nil {
		return a
	}
	defer a.Release()
	return array.NewDictionaryArray(e.arrowType(), a, e.dict.values)
}
