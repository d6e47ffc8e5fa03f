package record

import (
	"iter"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// Foreign streams the rows of an Arrow file that need not be a proofgrid table, as
// plain values, and returns the names of its columns: those with text, numbers, truth
// values or lists of strings. Others are left out, and unread says why, by name. A
// yielded row and what it points to are valid until the next. The first error, which
// names the file, is the last item. Memory is bounded by one record batch and the
// dictionaries.
func Foreign(path string) (names []string, unread map[string]string, rows iter.Seq2[[]Value, error], err error) {
	t, err := open(path)
	if err != nil {
		return nil, nil, nil, err
	}
	unread = map[string]string{}
	defer t.close()
	var columns []int
	for i, f := range t.schema.Fields() {
		if readable(f.Type) {
			names, columns = append(names, f.Name), append(columns, i)
		} else {
			unread[f.Name] = "has values of type " + f.Type.String()
		}
	}
	return names, unread, func(yield func([]Value, error) bool) {
		t, err := open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer t.close()
		row := make([]Value, len(columns))
		get := make([]func(*Value, int), len(columns))
		dicts := make([]stringCache, len(columns))
		for rec, err := range t.batches() {
			if err == nil {
				err = guard(func() (err error) {
					for i, c := range columns {
						if get[i], err = foreignValue(rec.Column(c), &dicts[i]); err != nil {
							return err
						}
					}
					return nil
				})
			}
			if err != nil {
				yield(nil, t.wrap(err))
				return
			}
			for at := range int(rec.NumRows()) {
				err := guard(func() error {
					for i, c := range columns {
						if rec.Column(c).IsNull(at) {
							row[i] = Value{}
						} else {
							get[i](&row[i], at)
						}
					}
					return nil
				})
				if err != nil {
					yield(nil, t.wrap(err))
					return
				}
				if !yield(row, nil) {
					return
				}
			}
		}
	}, nil
}

// readable tells whether foreignValue knows a type.
func readable(t arrow.DataType) bool {
	switch t := t.(type) {
	case *arrow.DictionaryType:
		id := t.ValueType.ID()
		return id == arrow.STRING || id == arrow.LARGE_STRING || id == arrow.STRING_VIEW
	case *arrow.ListType:
		return t.Elem().ID() == arrow.STRING
	}
	switch t.ID() {
	case arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW, arrow.BOOL, arrow.FLOAT32, arrow.FLOAT64,
		arrow.INT8, arrow.INT16, arrow.INT32, arrow.INT64, arrow.UINT8, arrow.UINT16, arrow.UINT32, arrow.UINT64:
		return true
	}
	return false
}

// foreignValue is valueOf for the types too that no proofgrid table has.
func foreignValue(a arrow.Array, cache *stringCache) (func(*Value, int), error) {
	switch a := a.(type) {
	case *array.LargeString:
		return func(v *Value, i int) { v.Kind, v.Text = Text, a.Value(i) }, nil
	case *array.StringView:
		return func(v *Value, i int) { v.Kind, v.Text = Text, a.Value(i) }, nil
	case *array.Float32:
		return func(v *Value, i int) { v.Kind, v.Float = Float, float64(a.Value(i)) }, nil
	case *array.Int8:
		return integer(a.Value), nil
	case *array.Int16:
		return integer(a.Value), nil
	case *array.Uint8:
		return integer(a.Value), nil
	case *array.Uint16:
		return integer(a.Value), nil
	case *array.Uint32:
		return integer(a.Value), nil
	}
	return valueOf(a, cache)
}

func integer[T int8 | int16 | uint8 | uint16 | uint32](value func(int) T) func(*Value, int) {
	return func(v *Value, i int) { v.Kind, v.Int = Int, int64(value(i)) }
}
