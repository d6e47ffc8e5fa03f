package record

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
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
//
// Only the bytes of these columns are read, and they are held once.
func ReadColumns[R Row](path string, dst any) error {
	p, err := project(path, reflect.TypeFor[R]())
	if err != nil {
		return err
	}
	defer p.close()
	fields, err := p.bind(reflect.TypeFor[R](), reflect.ValueOf(dst))
	if err != nil {
		return p.wrap(err)
	}
	begin := make([]int, len(p.batches)+1)
	for i, b := range p.batches {
		begin[i+1] = begin[i] + b.rows
		for _, s := range fields {
			if !p.fits(&b, s.column) {
				return p.wrap(p.inBatch(i, s, errors.New("its buffers are too short for its rows")))
			}
		}
	}
	for _, s := range fields {
		s.resize(begin[len(p.batches)])
	}
	workers := runtime.GOMAXPROCS(0)
	for _, s := range fields {
		if s.inOrder {
			workers = 1
		}
	}
	errs := make([]error, len(p.batches))
	var next atomic.Int64
	var failed atomic.Bool
	var wg sync.WaitGroup
	for range min(workers, len(p.batches)) {
		wg.Go(func() {
			l := loader{projection: p}
			for !failed.Load() { // what came before the first error has been begun, so it is the first
				i := int(next.Add(1)) - 1
				if i >= len(p.batches) {
					return
				}
				if errs[i] = l.fill(i, fields, begin[i]); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return p.wrap(err)
		}
	}
	finish(fields)
	return nil
}

// Columns streams the columns that the fields of C name, as ReadColumns reads them,
// some ten thousand rows at a time and in the order of the table. What is yielded
// holds one batch of rows, and is overwritten after the next is asked for. The Codes
// of a dictionary-encoded column mean the same in every batch; those of plain strings
// are numbered anew in each. The first error, which names the file, is the last item.
//
// Batches are read ahead on other cores. Memory is bounded by a few batches of these
// columns and the dictionaries, whatever the size of the file.
func Columns[R Row, C any](path string) iter.Seq2[*C, error] {
	return func(yield func(*C, error) bool) {
		p, err := project(path, reflect.TypeFor[R]())
		if err != nil {
			yield(nil, err)
			return
		}
		defer p.close()
		slots := make([]slot[C], min(runtime.GOMAXPROCS(0)+1, len(p.batches)))
		for i := range slots {
			s := &slots[i]
			s.full, s.empty = make(chan error, 1), make(chan struct{}, 1)
			if s.fields, err = p.bind(reflect.TypeFor[R](), reflect.ValueOf(&s.columns)); err != nil {
				yield(nil, p.wrap(err))
				return
			}
		}
		var wg sync.WaitGroup
		defer wg.Wait()
		for i := range slots {
			s := &slots[i]
			defer close(s.empty)
			wg.Go(func() {
				l := loader{projection: p}
				for b := i; b < len(p.batches); b += len(slots) {
					err := s.fill(&l, b)
					if s.full <- err; err != nil {
						return
					}
					if _, more := <-s.empty; !more {
						return
					}
				}
			})
		}
		for b := range p.batches {
			s := &slots[b%len(slots)]
			if err := <-s.full; err != nil {
				yield(nil, p.wrap(err))
				return
			}
			if !yield(&s.columns, nil) {
				return
			}
			s.empty <- struct{}{}
		}
	}
}

// slot is a place for one batch that is read ahead: in turn a reader fills it and
// the caller empties it.
type slot[C any] struct {
	columns C
	fields  []sink
	full    chan error
	empty   chan struct{}
}

func (s *slot[C]) fill(l *loader, batch int) error {
	rows := l.batches[batch].rows
	for _, f := range s.fields {
		if !l.fits(&l.batches[batch], f.column) {
			return l.inBatch(batch, f, errors.New("its buffers are too short for its rows"))
		}
		f.resize(rows)
	}
	err := l.fill(batch, s.fields, 0)
	finish(s.fields)
	return err
}

// fill reads a batch into the rows of the fields from at on.
func (l *loader) fill(number int, fields []sink, at int) error {
	err := guard(func() error { return l.load(number) })
	if err != nil {
		return fmt.Errorf("record batch %d: %w", number, err)
	}
	defer l.release()
	for _, s := range fields {
		if err := guard(func() error { return s.fill(l, at) }); err != nil {
			return l.inBatch(number, s, err)
		}
	}
	return nil
}

func (p *projection) inBatch(number int, s sink, err error) error {
	return fmt.Errorf("record batch %d: column %s: %w", number, p.cols[s.column].name, err)
}

func finish(fields []sink) {
	for _, s := range fields {
		if s.done != nil {
			s.done()
		}
	}
}

// bind finds the columns of the fields of the struct that dst points to.
func (p *projection) bind(row reflect.Type, dst reflect.Value) ([]sink, error) {
	if dst.Kind() != reflect.Pointer || dst.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("reading columns needs a pointer to a struct, not %s", dst.Type())
	}
	dst = dst.Elem()
	var sinks []sink
	add := func(j int, to any) error {
		values, err := p.dictionary(j)
		if err != nil {
			return err
		}
		s, err := newSink(&p.cols[j], j, values, to)
		sinks = append(sinks, s)
		return err
	}
	for i := range dst.NumField() {
		name, ok := dst.Type().Field(i).Tag.Lookup("col")
		if !ok {
			continue
		}
		field, found := dst.Field(i), false
		for j := range p.cols {
			c := &p.cols[j]
			of := row.Field(c.field)
			switch {
			case c.key != "" && strings.HasPrefix(of.Tag.Get("col"), name) && field.Kind() == reflect.Map:
				if field.IsNil() {
					field.Set(reflect.MakeMap(field.Type()))
				}
				value := reflect.New(field.Type().Elem())
				if err := add(j, value.Interface()); err != nil {
					return nil, err
				}
				sinks[len(sinks)-1].done = func() { field.SetMapIndex(reflect.ValueOf(c.key), value.Elem()) }
				found = true
			case c.name == name:
				if err := add(j, field.Addr().Interface()); err != nil {
					return nil, err
				}
				found = true
			}
		}
		if !found && field.Kind() != reflect.Map {
			return nil, fmt.Errorf("table %s: no column %q", tableName(row), name)
		}
	}
	return sinks, nil
}
