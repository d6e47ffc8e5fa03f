package record

import (
	"fmt"
	"iter"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// Value is one value of a table, whichever its type: the field that Kind names holds
// it. Text and List point into a buffer of the reader.
type Value struct {
	Kind  Kind
	Text  string
	Int   int64
	Uint  uint64
	Float float64
	Bool  bool
	List  []string
}

// Kind says which type a Value has.
type Kind uint8

const (
	Null Kind = iota
	Text
	Int
	Uint
	Float
	Bool
	List
)

// Values streams the rows of a table file as plain values, whichever table it is, and
// returns its columns in their order; Rows of the Info is not set. A yielded row and
// what it points to are valid until the next. The first error, which names the file,
// is the last item. Memory is bounded by one record batch and the dictionaries.
func Values(path string) (Info, iter.Seq2[[]Value, error], error) {
	t, err := open(path)
	if err != nil {
		return Info{}, nil, err
	}
	info, err := t.info()
	t.close()
	if err != nil {
		return Info{}, nil, err
	}
	return info, func(yield func([]Value, error) bool) {
		t, err := open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer t.close()
		row := make([]Value, len(t.schema.Fields()))
		get := make([]func(*Value, int), len(row))
		dicts := make([]stringCache, len(row))
		for rec, err := range t.batches() {
			if err != nil {
				yield(nil, err)
				return
			}
			err = guard(func() (err error) {
				for i := range get {
					if get[i], err = valueOf(rec.Column(i), &dicts[i]); err != nil {
						return fmt.Errorf("column %s: %w", t.schema.Field(i).Name, err)
					}
				}
				return nil
			})
			if err != nil {
				yield(nil, t.wrap(err))
				return
			}
			for at := range int(rec.NumRows()) {
				err := guard(func() error {
					for i := range row {
						if rec.Column(i).IsNull(at) {
							row[i] = Value{}
						} else {
							get[i](&row[i], at)
						}
					}
					return nil
				})
				if err != nil {
					yield(nil, t.wrap(fmt.Errorf("row %d: %w", at, err)))
					return
				}
				if !yield(row, nil) {
					return
				}
			}
		}
	}, nil
}

// valueOf returns what reads a value of the array that is not null.
func valueOf(a arrow.Array, cache *stringCache) (func(*Value, int), error) {
	switch a := a.(type) {
	case *array.Dictionary:
		values, err := cache.of(a)
		return func(v *Value, i int) { v.Kind, v.Text = Text, values[a.GetValueIndex(i)] }, err
	case *array.String:
		return func(v *Value, i int) { v.Kind, v.Text = Text, a.Value(i) }, nil
	case *array.Boolean:
		return func(v *Value, i int) { v.Kind, v.Bool = Bool, a.Value(i) }, nil
	case *array.Int32:
		return func(v *Value, i int) { v.Kind, v.Int = Int, int64(a.Value(i)) }, nil
	case *array.Int64:
		return func(v *Value, i int) { v.Kind, v.Int = Int, a.Value(i) }, nil
	case *array.Uint64:
		return func(v *Value, i int) { v.Kind, v.Uint = Uint, a.Value(i) }, nil
	case *array.Float64:
		return func(v *Value, i int) { v.Kind, v.Float = Float, a.Value(i) }, nil
	case *array.List:
		values, ok := a.ListValues().(*array.String)
		if !ok {
			break
		}
		return func(v *Value, i int) {
			begin, end := a.ValueOffsets(i)
			if begin < 0 || begin > end || end > int64(values.Len()) {
				panic(fmt.Errorf("list [%d:%d] of %d values", begin, end, values.Len()))
			}
			v.Kind, v.List = List, v.List[:0]
			for j := begin; j < end; j++ {
				v.List = append(v.List, strings.Clone(values.Value(int(j))))
			}
		}, nil
	}
	return nil, fmt.Errorf("type %s is none of a proofgrid table", a.DataType())
}

// info describes the schema.
func (t *table) info() (info Info, err error) {
	if info.Table, info.Version, err = identity(t.schema); err != nil {
		return Info{}, t.wrap(err)
	}
	for _, f := range t.schema.Fields() {
		c := ColumnInfo{Name: f.Name, Type: f.Type.String(), Nullable: f.Nullable, Volatile: isVolatile(f)}
		c.Unit, _ = f.Metadata.GetValue("unit")
		c.Doc, _ = f.Metadata.GetValue("doc")
		info.Columns = append(info.Columns, c)
	}
	return info, nil
}
