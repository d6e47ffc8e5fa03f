package record

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// Codes is a column of strings with few distinct values: Values[Code[i]] is the
// value of row i. Code is -1 for null. Values holds no value twice; it may hold
// values that no row has.
type Codes struct {
	Code   []int32
	Values []string
}

// Value returns the string of row i, empty for null.
func (c Codes) Value(i int) string {
	if c.Code[i] < 0 {
		return ""
	}
	return c.Values[c.Code[i]]
}

// Lookup returns the code of a value, -1 when no row can have it.
func (c Codes) Lookup(value string) int32 {
	for i, v := range c.Values {
		if v == value {
			return int32(i)
		}
	}
	return -1
}

// ReadColumns reads named columns of the table of R into the fields of the
// struct that dst points to, appending one element for each row. A field says its
// column as a row type does, with the tag col:"name"; fields without the tag are
// left alone. Its type is []int32, []int64, []uint64, []float64, []bool, []string
// or, for any column of strings, Codes. The columns of a map field, such as
// "feature.", go into a map[string][]float64 or map[string]Codes by key.
//
// Null becomes what it is in R's field: -1, 0, NaN, the empty string, code -1. A
// column that R does not have, or of another type, is an error. On an error the
// fields hold an unspecified part of the table.
func ReadColumns[R Row](path string, dst any) error {
	t, err := open(path)
	if err != nil {
		return err
	}
	defer t.close()
	cols, err := match(reflect.TypeFor[R](), t.schema)
	if err != nil {
		return t.wrap(err)
	}
	sinks, err := bind(reflect.ValueOf(dst), reflect.TypeFor[R](), cols)
	if err != nil {
		return t.wrap(err)
	}
	for rec, err := range t.batches() {
		if err != nil {
			return err
		}
		for _, s := range sinks {
			if err := guard(func() error { return s.take(rec.Column(s.index)) }); err != nil {
				return t.wrap(fmt.Errorf("column %s: %w", cols[s.index].name, err))
			}
		}
	}
	for _, s := range sinks {
		if s.done != nil {
			s.done()
		}
	}
	return nil
}

// sink takes one column, batch after batch.
type sink struct {
	index int
	take  func(arrow.Array) error
	done  func()
}

func bind(dst reflect.Value, row reflect.Type, cols []column) ([]sink, error) {
	if dst.Kind() != reflect.Pointer || dst.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("ReadColumns needs a pointer to a struct, not %s", dst.Type())
	}
	dst = dst.Elem()
	var sinks []sink
	for i := range dst.NumField() {
		name, ok := dst.Type().Field(i).Tag.Lookup("col")
		if !ok {
			continue
		}
		field, found := dst.Field(i), false
		for j := range cols {
			c := &cols[j]
			of := row.Field(c.field)
			isMap := c.key != ""
			switch {
			case isMap && strings.HasPrefix(of.Tag.Get("col"), name) && field.Kind() == reflect.Map:
				if field.IsNil() {
					field.Set(reflect.MakeMap(field.Type()))
				}
				value := reflect.New(field.Type().Elem())
				s, err := newSink(c, j, value.Interface())
				if err != nil {
					return nil, err
				}
				done := s.done
				s.done = func() {
					if done != nil {
						done()
					}
					field.SetMapIndex(reflect.ValueOf(c.key), value.Elem())
				}
				sinks = append(sinks, s)
				found = true
			case c.name == name:
				s, err := newSink(c, j, field.Addr().Interface())
				if err != nil {
					return nil, err
				}
				sinks = append(sinks, s)
				found = true
			}
		}
		if !found && field.Kind() != reflect.Map {
			return nil, fmt.Errorf("table %s: no column %q", tableName(row), name)
		}
	}
	return sinks, nil
}

func newSink(c *column, index int, dst any) (sink, error) {
	s := sink{index: index}
	null := c.nullReflect()
	kind := c.typ.Kind()
	ok := true
	switch dst := dst.(type) {
	case *[]int32:
		ok = kind == reflect.Int32
		s.take = func(a arrow.Array) error { return gather(dst, a.(*array.Int32).Int32Values(), a, null) }
	case *[]int64:
		ok = kind == reflect.Int64
		s.take = func(a arrow.Array) error { return gather(dst, a.(*array.Int64).Int64Values(), a, null) }
	case *[]uint64:
		ok = kind == reflect.Uint64
		s.take = func(a arrow.Array) error { return gather(dst, a.(*array.Uint64).Uint64Values(), a, null) }
	case *[]float64:
		ok = kind == reflect.Float64
		if c.key != "" {
			null = reflect.ValueOf(math.NaN())
		}
		s.take = func(a arrow.Array) error { return gather(dst, a.(*array.Float64).Float64Values(), a, null) }
	case *[]bool:
		ok = kind == reflect.Bool
		s.take = func(a arrow.Array) error {
			if a.NullN() > 0 {
				return errNull
			}
			for i := range a.Len() {
				*dst = append(*dst, a.(*array.Boolean).Value(i))
			}
			return nil
		}
	case *[]string:
		ok = kind == reflect.String
		s.take = c.takeStrings(dst)
	case *Codes:
		ok = kind == reflect.String
		s.take = c.takeCodes(dst)
	default:
		return s, fmt.Errorf("column %s: ReadColumns has no %T", c.name, dst)
	}
	if !ok {
		return s, fmt.Errorf("column %s is %s, which does not go into %s", c.name, c.arrowType(), reflect.TypeOf(dst).Elem())
	}
	return s, nil
}

var errNull = errors.New("null where none may be")

func gather[T any](dst *[]T, values []T, a arrow.Array, null reflect.Value) error {
	if len(values) != a.Len() {
		return fmt.Errorf("%d values in %d rows", len(values), a.Len())
	}
	begin := len(*dst)
	*dst = append(*dst, values...)
	if a.NullN() == 0 {
		return nil
	}
	if !null.IsValid() {
		return errNull
	}
	value := null.Convert(reflect.TypeFor[T]()).Interface().(T)
	for i := range values {
		if a.IsNull(i) {
			(*dst)[begin+i] = value
		}
	}
	return nil
}

func (c *column) takeStrings(dst *[]string) func(arrow.Array) error {
	var cache stringCache
	return func(a arrow.Array) error {
		value := func(i int) string { return strings.Clone(a.(*array.String).Value(i)) }
		if d, ok := a.(*array.Dictionary); ok {
			values, err := cache.of(d)
			if err != nil {
				return err
			}
			value = func(i int) string { return values[d.GetValueIndex(i)] }
		}
		for i := range a.Len() {
			switch {
			case !a.IsNull(i):
				*dst = append(*dst, value(i))
			case c.null != nil:
				*dst = append(*dst, "")
			default:
				return errNull
			}
		}
		return nil
	}
}

func (c *column) takeCodes(dst *Codes) func(arrow.Array) error {
	code := map[string]int32{}
	number := func(s string) int32 {
		n, ok := code[s]
		if !ok {
			n = int32(len(dst.Values))
			s = strings.Clone(s)
			code[s], dst.Values = n, append(dst.Values, s)
		}
		return n
	}
	var cache stringCache
	var renumber []int32
	return func(a arrow.Array) error {
		var at func(i int) int32
		if d, ok := a.(*array.Dictionary); ok {
			if d.Dictionary().Data() != cache.data {
				values, err := cache.of(d)
				if err != nil {
					return err
				}
				renumber = renumber[:0]
				for _, s := range values {
					renumber = append(renumber, number(s))
				}
			}
			indices, ok := d.Indices().(*array.Int32)
			if !ok {
				return fmt.Errorf("dictionary indices of type %s", d.Indices().DataType())
			}
			raw := indices.Int32Values()
			at = func(i int) int32 { return renumber[raw[i]] }
		} else {
			at = func(i int) int32 { return number(a.(*array.String).Value(i)) }
		}
		for i := range a.Len() {
			switch {
			case !a.IsNull(i):
				dst.Code = append(dst.Code, at(i))
			case c.null != nil:
				dst.Code = append(dst.Code, -1)
			default:
				return errNull
			}
		}
		return nil
	}
}
