package record

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"reflect"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"

	"proofgrid/experiments/record/internal/bound"
)

// Read streams the rows of a table. Memory is bounded by one record batch and
// the rows that the caller keeps; a yielded row is the caller's own. The first
// error, which names the file, is the last item. A file of another table, another
// schema version, or with bytes that make no sense is an error, never a panic.
func Read[R Row](path string) iter.Seq2[*R, error] {
	return func(yield func(*R, error) bool) {
		for chunk, err := range readChunks[R](path) {
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range chunk {
				if !yield(&chunk[i], nil) {
					return
				}
			}
		}
	}
}

// ReadAll returns the rows of a table; see Read.
func ReadAll[R Row](path string) ([]R, error) {
	var all []R
	for chunk, err := range readChunks[R](path) {
		if err != nil {
			return nil, err
		}
		all = append(all, chunk...)
	}
	return all, nil
}

// readChunks bounds the rows decoded at once, so that a batch that claims many
// rows over few bytes costs no memory before it fails.
func readChunks[R Row](path string) iter.Seq2[[]R, error] {
	const chunkRows = 4096
	return func(yield func([]R, error) bool) {
		t, err := open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer t.close()
		cols, err := match(reflect.TypeFor[R](), t.schema)
		if err != nil {
			yield(nil, t.wrap(err))
			return
		}
		dicts := make([]stringCache, len(cols))
		for rec, err := range t.batches() {
			if err != nil {
				yield(nil, err)
				return
			}
			rows := int(rec.NumRows())
			for from := 0; from < rows; from += chunkRows {
				chunk := make([]R, min(chunkRows, rows-from))
				err := guard(func() error {
					v := reflect.ValueOf(chunk)
					for i := range cols {
						if err := cols[i].decode(v, rec.Column(i), from, &dicts[i]); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					yield(nil, t.wrap(err))
					return
				}
				if !yield(chunk, nil) {
					return
				}
			}
		}
	}
}

// decode sets the column's field in each row of the chunk from a[from:].
func (c *column) decode(chunk reflect.Value, a arrow.Array, from int, cache *stringCache) error {
	var set func(v reflect.Value, i int)
	switch a := a.(type) {
	case *array.Dictionary:
		values, err := cache.of(a)
		if err != nil {
			return err
		}
		set = func(v reflect.Value, i int) { v.SetString(values[a.GetValueIndex(i)]) }
	case *array.String:
		set = func(v reflect.Value, i int) { v.SetString(strings.Clone(a.Value(i))) }
	case *array.Boolean:
		set = func(v reflect.Value, i int) { v.SetBool(a.Value(i)) }
	case *array.Int32:
		set = func(v reflect.Value, i int) { v.SetInt(int64(a.Value(i))) }
	case *array.Int64:
		set = func(v reflect.Value, i int) { v.SetInt(a.Value(i)) }
	case *array.Uint64:
		set = func(v reflect.Value, i int) { v.SetUint(a.Value(i)) }
	case *array.Float64:
		set = func(v reflect.Value, i int) { v.SetFloat(a.Value(i)) }
	case *array.List:
		values := a.ListValues().(*array.String)
		set = func(v reflect.Value, i int) {
			begin, end := a.ValueOffsets(i)
			if begin == end {
				return
			}
			if begin < 0 || begin > end || end > int64(values.Len()) {
				panic(fmt.Errorf("column %s: list [%d:%d] of %d values", c.name, begin, end, values.Len()))
			}
			list := make([]string, end-begin)
			for j := range list {
				list[j] = strings.Clone(values.Value(int(begin) + j))
			}
			v.Set(reflect.ValueOf(list))
		}
	}
	null := c.nullReflect()
	for k := range chunk.Len() {
		i, v := from+k, chunk.Index(k).Field(c.field)
		if c.key != "" {
			if !a.IsNull(i) {
				c.setKey(v, set, i)
			}
			continue
		}
		if a.IsNull(i) {
			if !null.IsValid() {
				return fmt.Errorf("column %s: row %d is null", c.name, i)
			}
			v.Set(null)
			continue
		}
		set(v, i)
	}
	return nil
}

func (c *column) setKey(m reflect.Value, set func(reflect.Value, int), i int) {
	if m.IsNil() {
		m.Set(reflect.MakeMap(m.Type()))
	}
	v := reflect.New(c.typ).Elem()
	set(v, i)
	m.SetMapIndex(reflect.ValueOf(c.key), v)
}

func (c *column) nullReflect() reflect.Value {
	if c.null == nil {
		return reflect.Value{}
	}
	return reflect.ValueOf(c.null).Convert(c.typ)
}

// stringCache holds the values of the dictionary that a column last had.
type stringCache struct {
	data   arrow.ArrayData
	values []string
}

func (c *stringCache) of(a *array.Dictionary) ([]string, error) {
	dict := a.Dictionary()
	if c.data == dict.Data() {
		return c.values, nil
	}
	s, ok := dict.(interface { // of any width
		Len() int
		Value(int) string
	})
	if !ok {
		return nil, fmt.Errorf("dictionary of type %s", dict.DataType())
	}
	values := make([]string, s.Len())
	for i := range values {
		values[i] = strings.Clone(s.Value(i))
	}
	c.data, c.values = dict.Data(), values
	return values, nil
}

// table is an open file.
type table struct {
	path   string
	f      *os.File
	r      *ipc.FileReader
	mem    *bound.Allocator
	schema *arrow.Schema
	blocks []block // of the record batches
}

func open(path string) (*table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	t := &table{path: path, f: f}
	info, err := f.Stat()
	if err == nil {
		err = guard(func() (err error) { return t.readHead(info.Size()) })
	}
	if err != nil {
		f.Close()
		return nil, t.wrap(err)
	}
	return t, nil
}

func (t *table) readHead(size int64) (err error) {
	if t.blocks, err = readFooter(t.f, size); err != nil {
		return err
	}
	t.mem = bound.New(size)
	t.r, err = ipc.NewFileReader(t.f, ipc.WithAllocator(t.mem), ipc.WithEnsureNativeEndian(false))
	if err != nil {
		return err
	}
	t.schema = t.r.Schema()
	if !t.schema.IsNativeEndian() {
		return errors.New("written on a machine of the other byte order")
	}
	return nil
}

func (t *table) close() {
	t.r.Close()
	t.f.Close()
}

func (t *table) wrap(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return err
	}
	return fmt.Errorf("%s: %w", t.path, err)
}

// batches streams the record batches; each is valid until the next.
func (t *table) batches() iter.Seq2[arrow.Record, error] {
	return func(yield func(arrow.Record, error) bool) {
		for i := range t.r.NumRecords() {
			var rec arrow.Record
			err := guard(func() (err error) {
				rec, err = t.r.RecordAt(i)
				return err
			})
			if err != nil {
				yield(nil, t.wrap(fmt.Errorf("record batch %d: %w", i, err)))
				return
			}
			more := yield(rec, nil)
			rec.Release()
			if !more {
				return
			}
		}
	}
}

// Batches streams the record batches of a table file, whichever table it is, for
// packages below this one that store tables in other formats. A batch is valid until
// the next. The first error, which names the file, is the last item.
func Batches(path string) (*arrow.Schema, iter.Seq2[arrow.Record, error], error) {
	t, err := open(path)
	if err != nil {
		return nil, nil, err
	}
	_, _, err = identity(t.schema)
	t.close()
	if err != nil {
		return nil, nil, t.wrap(err)
	}
	return t.schema, func(yield func(arrow.Record, error) bool) {
		t, err := open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer t.close()
		t.batches()(yield)
	}, nil
}

// guard turns a panic of the Arrow library over malformed bytes into an error.
// It runs no code of a caller.
func guard(f func() error) error { return bound.Guard("Arrow", f) }
