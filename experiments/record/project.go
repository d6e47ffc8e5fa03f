package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// projection reads the buffers of single columns from where they lie in the file:
// a few columns of a wide table then cost what they hold, not what the table holds.
// The IPC library reads whole messages; it is used for compressed ones.
type projection struct {
	*table
	cols    []column
	first   []place // of each column
	batches []batch
	dicts   map[int][]string // of columns; nil before they are read
}

// place is a column's first node and first buffer in each record batch.
type place struct{ node, buffer int }

// batch is what a record batch's message says of it.
type batch struct {
	number  int
	rows    int
	nulls   []int64 // by node
	buffers []span
	packed  bool // buffers are compressed
}

// span is a buffer's place in the file.
type span struct{ at, size int64 }

// project opens a table and reads the heads of its record batches.
func project(path string, row reflect.Type) (*projection, error) {
	t, err := open(path)
	if err != nil {
		return nil, err
	}
	p := &projection{table: t}
	err = guard(func() (err error) {
		if p.cols, err = match(row, t.schema); err != nil {
			return err
		}
		next := place{}
		for _, f := range t.schema.Fields() {
			p.first = append(p.first, next)
			switch f.Type.(type) {
			case *arrow.StringType:
				next = place{next.node + 1, next.buffer + 3}
			case *arrow.ListType: // of strings
				next = place{next.node + 2, next.buffer + 5}
			default:
				next = place{next.node + 1, next.buffer + 2}
			}
		}
		for i := range t.blocks {
			b, err := p.head(i, next)
			if err != nil {
				return fmt.Errorf("record batch %d: %w", i, err)
			}
			p.batches = append(p.batches, b)
		}
		return nil
	})
	if err != nil {
		t.close()
		return nil, t.wrap(err)
	}
	return p, nil
}

// head reads the message of a record batch that must have so many nodes and buffers.
func (p *projection) head(number int, want place) (batch, error) {
	at := p.blocks[number]
	raw := make([]byte, at.meta)
	if _, err := p.f.ReadAt(raw, at.at); err != nil {
		return batch{}, err
	}
	const continuation = 0xffffffff
	prefix := 4
	if binary.LittleEndian.Uint32(raw) == continuation {
		prefix = 8
	}
	fb := flat{buf: raw[prefix:]}
	message := fb.ref(0)
	const recordBatch = 3
	if kind := fb.field(message, 1); kind == 0 || fb.buf[kind] != recordBatch {
		return batch{}, errors.New("its message is not a record batch")
	}
	record := fb.ref(fb.field(message, 2))
	b := batch{number: number, packed: fb.field(record, 3) != 0}
	rows := int64(0)
	if f := fb.field(record, 0); f != 0 {
		rows = int64(fb.u64(f))
	}
	if rows < 0 || rows/8 > at.body { // a row needs at least the bit of a bool
		return batch{}, fmt.Errorf("%d rows in %d bytes", rows, at.body)
	}
	b.rows = int(rows)
	begin, n := fb.vector(fb.field(record, 1), 16)
	if n != want.node {
		return batch{}, fmt.Errorf("%d nodes, want %d", n, want.node)
	}
	for i := range n {
		b.nulls = append(b.nulls, int64(fb.u64(begin+16*i+8)))
	}
	for j, c := range p.first {
		if length := int64(fb.u64(begin + 16*c.node)); length != rows {
			return batch{}, fmt.Errorf("column %s has %d of %d rows", p.cols[j].name, length, rows)
		}
	}
	begin, n = fb.vector(fb.field(record, 2), 16)
	if n != want.buffer {
		return batch{}, fmt.Errorf("%d buffers, want %d", n, want.buffer)
	}
	for i := range n {
		offset, size := int64(fb.u64(begin+16*i)), int64(fb.u64(begin+16*i+8))
		if offset < 0 || size < 0 || offset > at.body || size > at.body-offset {
			return batch{}, fmt.Errorf("buffer %d lies outside its message", i)
		}
		b.buffers = append(b.buffers, span{at.at + at.meta + offset, size})
	}
	return b, nil
}

// dictionary returns the values of a dictionary-encoded column, nil for others and
// in a table without rows. The library shows dictionaries only with a batch that it
// decodes; a file has one for each column, so any batch shows them whole.
func (p *projection) dictionary(column int) ([]string, error) {
	if !p.cols[column].dict {
		return nil, nil
	}
	if p.dicts == nil {
		p.dicts = map[int][]string{}
		smallest := -1
		for i, b := range p.batches {
			if b.rows > 0 && (smallest < 0 || b.rows < p.batches[smallest].rows) {
				smallest = i
			}
		}
		if smallest < 0 {
			return nil, nil
		}
		err := guard(func() error {
			rec, err := p.r.RecordAt(smallest)
			if err != nil {
				return err
			}
			defer rec.Release()
			for i, c := range p.cols {
				if !c.dict {
					continue
				}
				var cache stringCache
				if p.dicts[i], err = cache.of(rec.Column(i).(*array.Dictionary)); err != nil {
					return fmt.Errorf("column %s: %w", c.name, err)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return p.dicts[column], nil
}

// loader reads the buffers of one batch after another; each worker has its own.
type loader struct {
	*projection
	batch
	rec arrow.Record // of a compressed batch
	// Scratch space: a column's validity bits, its values or offsets, its text.
	valid, fixed, text []byte
}

// load turns to batch i, and release leaves it.
func (l *loader) load(i int) (err error) {
	l.batch = l.batches[i]
	if l.packed {
		l.rec, err = l.r.RecordAt(i)
	}
	return err
}

func (l *loader) release() {
	if l.rec != nil {
		l.rec.Release()
		l.rec = nil
	}
}

// size is the length of a column's k-th buffer.
func (l *loader) size(column, k int) int64 {
	if l.rec == nil {
		return l.buffers[l.first[column].buffer+k].size
	}
	if b := l.rec.Column(column).Data().Buffers()[k]; b != nil {
		return int64(b.Len())
	}
	return 0
}

// read fills dst from a column's k-th buffer, beginning at from.
func (l *loader) read(column, k int, dst []byte, from int64) error {
	if from < 0 || int64(len(dst)) > l.size(column, k)-from {
		return fmt.Errorf("buffer too short for %d rows", l.rows)
	}
	if len(dst) == 0 {
		return nil
	}
	if l.rec != nil {
		copy(dst, l.rec.Column(column).Data().Buffers()[k].Bytes()[from:])
		return nil
	}
	_, err := l.f.ReadAt(dst, l.buffers[l.first[column].buffer+k].at+from)
	return err
}

// validity returns a column's validity bits, nil when no row is null. They are valid
// until the next call.
func (l *loader) validity(column int) ([]byte, error) {
	if l.rec != nil {
		if l.rec.Column(column).NullN() == 0 {
			return nil, nil
		}
	} else if l.nulls[l.first[column].node] == 0 {
		return nil, nil
	}
	l.valid = extend(l.valid, (l.rows+7)/8)
	return l.valid, l.read(column, 0, l.valid, 0)
}

// extend returns x with length n and what it held; what is new may hold anything.
func extend[T any](x []T, n int) []T {
	if n <= cap(x) {
		return x[:n]
	}
	longer := make([]T, n)
	copy(longer, x)
	return longer
}

// fits says whether a column's buffers hold what its rows need, so that nothing is
// allocated for rows that a file only claims.
func (p *projection) fits(b *batch, column int) bool {
	if b.packed || b.rows == 0 { // the library's allocator has a bound of its own
		return true
	}
	size := b.buffers[p.first[column].buffer+1].size
	n := int64(b.rows)
	switch p.cols[column].typ.Kind() {
	case reflect.Bool:
		return size >= (n+7)/8
	case reflect.Int32, reflect.String: // of strings, codes or offsets
		return size >= 4*n
	}
	return size >= 8*n
}
