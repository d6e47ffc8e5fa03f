package record

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// Digest returns a sha256 in hex of a table's name, columns and values, whatever
// their encoding: two tables have one digest when Diff finds no difference. With
// ignoreVolatile it leaves out the columns that are marked volatile.
func Digest(path string, ignoreVolatile bool) (string, error) {
	t, err := open(path)
	if err != nil {
		return "", err
	}
	defer t.close()
	name, _, err := identity(t.schema)
	if err != nil {
		return "", t.wrap(err)
	}
	// One hash for each column, so that the split into batches makes no difference.
	hashes := make([]hash.Hash, t.schema.NumFields())
	for i, f := range t.schema.Fields() {
		if !ignoreVolatile || !isVolatile(f) {
			hashes[i] = sha256.New()
		}
	}
	for rec, err := range t.batches() {
		if err != nil {
			return "", err
		}
		for i, h := range hashes {
			if h == nil {
				continue
			}
			if err := guard(func() error { return hashColumn(h, rec.Column(i)) }); err != nil {
				return "", t.wrap(err)
			}
		}
	}
	total := sha256.New()
	fmt.Fprintf(total, "%q\n", name)
	for i, h := range hashes {
		if h != nil {
			fmt.Fprintf(total, "%q %q %x\n", t.schema.Field(i).Name, typeText(t.schema.Field(i)), h.Sum(nil))
		}
	}
	return hex.EncodeToString(total.Sum(nil)), nil
}

// hashColumn writes each value with a byte before it that tells null from value,
// and text with its length.
func hashColumn(h hash.Hash, a arrow.Array) error {
	var appendValue func(b []byte, i int) []byte
	appendText := func(b []byte, s string) []byte {
		return append(binary.LittleEndian.AppendUint64(b, uint64(len(s))), s...)
	}
	switch a := a.(type) {
	case *array.Dictionary:
		var cache stringCache
		values, err := cache.of(a)
		if err != nil {
			return err
		}
		appendValue = func(b []byte, i int) []byte { return appendText(b, values[a.GetValueIndex(i)]) }
	case *array.String:
		appendValue = func(b []byte, i int) []byte { return appendText(b, a.Value(i)) }
	case *array.Boolean:
		appendValue = func(b []byte, i int) []byte {
			if a.Value(i) {
				return append(b, 1)
			}
			return append(b, 0)
		}
	case *array.Int32:
		appendValue = func(b []byte, i int) []byte { return binary.LittleEndian.AppendUint32(b, uint32(a.Value(i))) }
	case *array.Int64:
		appendValue = func(b []byte, i int) []byte { return binary.LittleEndian.AppendUint64(b, uint64(a.Value(i))) }
	case *array.Uint64:
		appendValue = func(b []byte, i int) []byte { return binary.LittleEndian.AppendUint64(b, a.Value(i)) }
	case *array.Float64:
		appendValue = func(b []byte, i int) []byte {
			v := a.Value(i)
			if v == 0 {
				v = 0 // one zero, as for Diff
			} else if math.IsNaN(v) {
				v = math.NaN()
			}
			return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
	case *array.List:
		values, ok := a.ListValues().(*array.String)
		if !ok {
			return fmt.Errorf("list of type %s", a.DataType())
		}
		appendValue = func(b []byte, i int) []byte {
			begin, end := a.ValueOffsets(i)
			b = binary.LittleEndian.AppendUint64(b, uint64(end-begin))
			for k := begin; k < end; k++ {
				b = appendText(b, values.Value(int(k)))
			}
			return b
		}
	default:
		return fmt.Errorf("no digest of type %s", a.DataType())
	}
	var b []byte
	for i := range a.Len() {
		if a.IsNull(i) {
			b = append(b, 0)
		} else {
			b = appendValue(append(b, 1), i)
		}
		if len(b) > 64<<10 {
			h.Write(b)
			b = b[:0]
		}
	}
	h.Write(b)
	return nil
}
