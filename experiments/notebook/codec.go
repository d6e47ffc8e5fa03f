package notebook

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"proofgrid/experiments/internal/squeeze"
	"proofgrid/experiments/record"
)

// A unit's rows are journaled as the plain sequence of their fields. The layout
// of the row types stands in the head of the journal instead of in each record, so
// a journal is only read by a program with the same rows.
var unitLayout = func() string {
	var b strings.Builder
	b.WriteString("packed ")
	describe(&b, reflect.TypeFor[record.Unit]())
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:8])
}()

func describe(b *strings.Builder, t reflect.Type) {
	switch t.Kind() {
	case reflect.Struct:
		b.WriteString("{")
		for i := range t.NumField() {
			b.WriteString(t.Field(i).Name + " ")
			describe(b, t.Field(i).Type)
			b.WriteString(";")
		}
		b.WriteString("}")
	case reflect.Slice:
		b.WriteString("[]")
		describe(b, t.Elem())
	default:
		b.WriteString(t.Kind().String())
	}
}

// Rows of a unit are packed with a byte that tells how.
const (
	plain    = 0
	squeezed = 1
	// worthIt is the size from which compressing saves more time at the disk than it
	// takes: most units of an import are smaller.
	worthIt = 1 << 10
)

func packUnit(u *record.Unit) []byte {
	b := encodeUnit(u)
	if len(b) < worthIt {
		return append([]byte{plain}, b...)
	}
	return append([]byte{squeezed}, squeeze.Compress(b)...)
}

// unpackUnit decodes what packUnit returned; known may be nil.
func unpackUnit(b []byte, known interner) (*record.Unit, error) {
	if len(b) == 0 {
		return nil, errShort
	}
	how, b := b[0], b[1:]
	switch how {
	case plain:
	case squeezed:
		var err error
		if b, err = squeeze.Decompress(b); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("packed in an unknown way (%d)", how)
	}
	return decodeUnit(b, known)
}

func encodeUnit(u *record.Unit) []byte { return encode(nil, reflect.ValueOf(u).Elem()) }

func encode(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		return append(b, v.String()...)
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.Slice:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		for i := range v.Len() {
			b = encode(b, v.Index(i))
		}
		return b
	case reflect.Struct:
		for i := range v.NumField() {
			b = encode(b, v.Field(i))
		}
		return b
	}
	panic("notebook: no encoding of " + v.Type().String())
}

// decodeUnit decodes what encodeUnit returned; known may be nil.
func decodeUnit(b []byte, known interner) (*record.Unit, error) {
	u := new(record.Unit)
	d := decoder{b: b, known: known}
	d.value(reflect.ValueOf(u).Elem())
	if d.err == nil && len(d.b) > 0 {
		d.err = fmt.Errorf("%d bytes too many", len(d.b))
	}
	return u, d.err
}

// decoder consumes b; after the first error every value is zero.
type decoder struct {
	b     []byte
	known interner
	err   error
}

var errShort = errors.New("a record ends too early")

func (d *decoder) bytes(n uint64) []byte {
	if n > uint64(len(d.b)) {
		d.b, d.err = nil, errShort
		return nil
	}
	out := d.b[:n]
	d.b = d.b[n:]
	return out
}

func (d *decoder) uvarint() uint64 {
	x, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.b, d.err = nil, errShort
		return 0
	}
	d.b = d.b[n:]
	return x
}

// count reads the length of a sequence whose elements take a byte at least, but
// for structs without fields, of which there are none.
func (d *decoder) count() int {
	n := d.uvarint()
	if n > uint64(len(d.b)) {
		d.b, d.err = nil, errShort
		return 0
	}
	return int(n)
}

func (d *decoder) value(v reflect.Value) {
	if d.err != nil {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(d.known.of(d.bytes(d.uvarint())))
	case reflect.Bool:
		if b := d.bytes(1); len(b) == 1 {
			v.SetBool(b[0] != 0)
		}
	case reflect.Int, reflect.Int32, reflect.Int64:
		x, n := binary.Varint(d.b)
		if n <= 0 {
			d.b, d.err = nil, errShort
			return
		}
		d.b = d.b[n:]
		v.SetInt(x)
	case reflect.Uint64:
		v.SetUint(d.uvarint())
	case reflect.Float64:
		if b := d.bytes(8); len(b) == 8 {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
	case reflect.Slice:
		n := d.count()
		if n == 0 {
			return
		}
		// Grown as elements come, so that a false count costs no memory.
		s := reflect.MakeSlice(v.Type(), 0, min(n, 1024))
		for i := 0; i < n && d.err == nil; i++ {
			s = reflect.Append(s, reflect.Zero(v.Type().Elem()))
			d.value(s.Index(i))
		}
		v.Set(s)
	case reflect.Struct:
		for i := range v.NumField() {
			d.value(v.Field(i))
		}
	}
}
