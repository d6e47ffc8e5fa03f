package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"reflect"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"proofgrid/experiments/internal/durable"
)

// A record batch ends at either bound, so that writer and reader hold little
// memory whatever the rows carry.
const (
	batchRows  = 64 << 10
	batchBytes = 16 << 20
)

// Rows streams the rows of a slice, as Write takes them.
func Rows[R Row](rows []R) iter.Seq2[*R, error] {
	return func(yield func(*R, error) bool) {
		for i := range rows {
			if !yield(&rows[i], nil) {
				return
			}
		}
	}
}

// Write writes a table to the file path and returns its number of rows.
//
// The sequence is read twice and must yield the same rows both times: the first
// pass collects the dictionaries and the keys of map fields. A yielded row is
// read before the next one is asked for and not kept. Memory is bounded by one
// record batch and the dictionaries. Text that is not valid UTF-8 is stored with
// U+FFFD in place of each bad run.
//
// The file appears whole or not at all: it is written under a temporary name in
// the same folder, synced, read back to compare its schema and number of rows, and
// renamed. On an error nothing but the former file, if any, is left; an error of
// the sequence is returned as it is.
func Write[R Row](path string, rows iter.Seq2[*R, error]) (n int64, err error) {
	err = durable.Replace(path, func(f *os.File) (err error) {
		n, err = encode(f, rows, memory.DefaultAllocator)
		return err
	}, func(name string) error {
		if err := readBack[R](name, n); err != nil {
			return fmt.Errorf("%s: reading back what was written: %w", path, err)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

func readBack[R Row](path string, want int64) error {
	t, err := open(path)
	if err != nil {
		return err
	}
	defer t.close()
	if _, err := match(reflect.TypeFor[R](), t.schema); err != nil {
		return err
	}
	var got int64
	for rec, err := range t.batches() {
		if err != nil {
			return err
		}
		got += rec.NumRows()
	}
	if got != want {
		return fmt.Errorf("%d rows, but %d were written", got, want)
	}
	return nil
}

// encode writes the table to w.
func encode[R Row](w io.Writer, rows iter.Seq2[*R, error], mem memory.Allocator) (n int64, err error) {
	typ := reflect.TypeFor[R]()
	cols, dicts, err := survey(typ, rows)
	if err != nil {
		return 0, err
	}
	schema := schemaOf(typ, cols)
	encoders := make([]*encoder, len(cols))
	for i, c := range cols {
		encoders[i] = newEncoder(c, dicts[c.name], mem)
		defer encoders[i].builder.Release()
	}
	out := &sticky{w: bufio.NewWriterSize(w, 1<<20)}
	fw, err := ipc.NewFileWriter(out, ipc.WithSchema(schema), ipc.WithAllocator(mem))
	if err != nil {
		return 0, err
	}
	flush := func(rows int64) error {
		arrays := make([]arrow.Array, len(encoders))
		for i, e := range encoders {
			arrays[i] = e.flush()
			defer arrays[i].Release()
			if e.err != nil {
				return e.err
			}
		}
		rec := array.NewRecord(schema, arrays, rows)
		defer rec.Release()
		return errors.Join(fw.Write(rec), out.err)
	}
	var pending int64
	for row, err := range rows {
		if err != nil {
			return 0, err
		}
		v := reflect.ValueOf(row).Elem()
		bytes := 0
		for _, e := range encoders {
			e.add(v)
			bytes += e.bytes
		}
		n++
		pending++
		if pending == batchRows || bytes >= batchBytes {
			if err := flush(pending); err != nil {
				return 0, err
			}
			pending = 0
		}
	}
	if pending > 0 {
		if err := flush(pending); err != nil {
			return 0, err
		}
	}
	// After a failed write the file writer's Close says nothing.
	if err := errors.Join(fw.Close(), out.err); err != nil {
		return 0, err
	}
	return n, out.w.Flush()
}

// survey is the first pass over the rows: which columns there are, and the
// dictionary of each column that has one.
func survey[R Row](typ reflect.Type, rows iter.Seq2[*R, error]) ([]column, map[string]*dictionary, error) {
	fixed := columns(typ, nil)
	var mapFields []int
	for i := range typ.NumField() {
		if typ.Field(i).Type.Kind() == reflect.Map {
			mapFields = append(mapFields, i)
		}
	}
	dicts := map[string]*dictionary{}
	byColumn := make([]*dictionary, len(fixed))
	for i, c := range fixed {
		if c.dict {
			byColumn[i] = &dictionary{code: map[string]int32{}}
			dicts[c.name] = byColumn[i]
		}
	}
	seen := map[int]map[string]*dictionary{}
	for _, i := range mapFields {
		seen[i] = map[string]*dictionary{}
	}
	for row, err := range rows {
		if err != nil {
			return nil, nil, err
		}
		v := reflect.ValueOf(row).Elem()
		for i, d := range byColumn {
			if d != nil && !fixed[i].isNull(fixed[i].value(v)) {
				d.add(fixed[i].value(v).String())
			}
		}
		for _, i := range mapFields {
			for it := v.Field(i).MapRange(); it.Next(); {
				key := it.Key().String()
				if seen[i][key] == nil {
					seen[i][key] = &dictionary{code: map[string]int32{}}
				}
				if s := it.Value(); s.Kind() == reflect.String && s.String() != "" {
					seen[i][key].add(s.String())
				}
			}
		}
	}
	keys := map[int][]string{}
	for i, found := range seen {
		keys[i] = slices.Sorted(maps.Keys(found))
	}
	cols := columns(typ, keys)
	for _, c := range cols {
		if c.key != "" && c.dict {
			dicts[c.name] = seen[c.field][c.key]
		}
	}
	for _, d := range dicts {
		d.seal()
	}
	return cols, dicts, nil
}

// sticky keeps the first write error and lets nothing pass after it: the IPC
// writer forgets a failed write and would leave a short file that looks whole.
type sticky struct {
	w   *bufio.Writer
	n   int64
	err error
}

func (s *sticky) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.n += int64(n)
	s.err = err
	return n, err
}

// Seek answers the IPC writer's only question: where it starts.
func (s *sticky) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.ErrUnsupported
	}
	return s.n, nil
}
