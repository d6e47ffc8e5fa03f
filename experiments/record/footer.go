package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"

	"proofgrid/experiments/record/internal/bound"
)

// block says where a message of the file lies: meta bytes that describe it, then
// its body.
type block struct{ at, meta, body int64 }

// readFooter returns the blocks of the record batches. It bounds what the IPC
// reader would believe without looking: the lengths of the footer's vectors, the
// number and depth of fields, the extent of each message, and that of all together,
// for a file may name one message many times over.
func readFooter(f *os.File, size int64) ([]block, error) {
	const trailer = 10 // footer length and magic
	if size < 2*trailer {
		return nil, fmt.Errorf("not an Arrow file: %d bytes", size)
	}
	var end [trailer]byte
	if _, err := f.ReadAt(end[:], size-trailer); err != nil {
		return nil, err
	}
	if string(end[4:]) != string(ipc.Magic) {
		return nil, errors.New("not a whole Arrow file: it does not end as one")
	}
	n := int64(binary.LittleEndian.Uint32(end[:]))
	if n > size-2*trailer {
		return nil, errors.New("footer longer than the file")
	}
	buf := make([]byte, n)
	if _, err := f.ReadAt(buf, size-trailer-n); err != nil {
		return nil, err
	}
	fb := flat{buf: buf}
	root := fb.ref(0)
	schema := fb.field(root, 1)
	if schema == 0 {
		return nil, errors.New("footer without a schema")
	}
	schema = fb.ref(schema)
	fb.fields(fb.field(schema, 1), 0)
	fb.vector(fb.field(schema, 2), 4)
	var blocks []block
	left := uint64(size)
	for _, slot := range []int{2, 3} { // dictionaries, record batches
		begin, count := fb.vector(fb.field(root, slot), 24)
		blocks = make([]block, count)
		for i := range count {
			offset, meta, body := fb.u64(begin+24*i), uint64(fb.u32(begin+24*i+8)), fb.u64(begin+24*i+16)
			if s := uint64(size); offset > s || meta > s || body > s || offset+meta+body > s {
				return nil, fmt.Errorf("message %d lies outside the file", i)
			}
			if meta+body > left {
				return nil, errors.New("its messages together are longer than the file")
			}
			left -= meta + body
			blocks[i] = block{int64(offset), int64(meta), int64(body)}
		}
	}
	return blocks, nil
}

// Schema reads a schema as Arrow's writers put it beside the data of other formats: an
// IPC message that was written by anyone.
func Schema(message []byte) (s *arrow.Schema, err error) {
	err = bound.Guard("Arrow schema", func() error {
		const head = 8 // continuation mark and length
		if len(message) < head {
			return errors.New("too short")
		}
		fb := flat{buf: message[head:]}
		schema := fb.field(fb.ref(0), 2)
		if schema == 0 {
			return errors.New("no schema")
		}
		schema = fb.ref(schema)
		fb.fields(fb.field(schema, 1), 0)
		fb.vector(fb.field(schema, 2), 4)
		r, err := ipc.NewReader(bytes.NewReader(message))
		if err != nil {
			return err
		}
		defer r.Release()
		s = r.Schema()
		return nil
	})
	return s, err
}

// flat reads a FlatBuffer with every access checked by Go's bounds checks, whose
// panics guard catches.
type flat struct {
	buf   []byte
	nodes int
}

func (b *flat) u32(at int) uint32 { return binary.LittleEndian.Uint32(b.buf[at:]) }
func (b *flat) u64(at int) uint64 { return binary.LittleEndian.Uint64(b.buf[at:]) }
func (b *flat) ref(at int) int    { return at + int(b.u32(at)) }

// field returns where the slot of a table lies, 0 when absent.
func (b *flat) field(table, slot int) int {
	vtable := table - int(int32(b.u32(table)))
	at := 4 + 2*slot
	if at+2 > int(binary.LittleEndian.Uint16(b.buf[vtable:])) {
		return 0
	}
	if o := int(binary.LittleEndian.Uint16(b.buf[vtable+at:])); o != 0 {
		return table + o
	}
	return 0
}

// vector returns the first element and the length of the vector that the field
// at refers to.
func (b *flat) vector(at, elem int) (begin, n int) {
	if at == 0 {
		return 0, 0
	}
	at = b.ref(at)
	n = int(b.u32(at))
	if n > (len(b.buf)-at)/elem {
		panic(errors.New("a vector in the footer is longer than the footer"))
	}
	return at + 4, n
}

// fields walks a vector of schema fields and their children, which may be shared
// in a hostile file so that few bytes unfold to many fields.
func (b *flat) fields(at, depth int) {
	const maxFields, maxDepth = 100_000, 16
	begin, n := b.vector(at, 4)
	if b.nodes += n; b.nodes > maxFields || depth > maxDepth {
		panic(errors.New("schema with too many or too deeply nested fields"))
	}
	for i := range n {
		field := b.ref(begin + 4*i)
		b.vector(b.field(field, 6), 4)
		b.fields(b.field(field, 5), depth+1)
	}
}
