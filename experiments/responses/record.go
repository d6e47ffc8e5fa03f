package responses

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"proofgrid/experiments/internal/framelog"
	"proofgrid/experiments/internal/squeeze"
)

// The payload of a frame is a sequence of records:
//
//	kind (a byte), key (32 bytes), length of the head, head, length of the body, body
//
// with lengths as uvarints. The head is JSON; the body, which answers alone have,
// is compressed: the length of the text as a uvarint, the text, the reasoning.
var logHead = framelog.Head{Format: "proofgrid response store", Layout: "1"}

type kind byte

const (
	intent    kind = 'I' // head: Intent
	abandoned kind = 'X' // head: abandonment
	answer    kind = 'A' // head: Header
	failure   kind = 'F' // head: Failure
	forgiven  kind = 'G' // head: forgiveness
)

// abandonment is the head of the record that takes an intent back.
type abandonment struct {
	Why string `json:"why"`
}

// forgiveness is the head of the record that takes a failure back.
type forgiveness struct {
	Cell string `json:"cell"`
}

// maxTexts bounds the texts of one answer, so that a damaged file cannot claim more
// memory.
const maxTexts = 128 << 20

// record is one record, head and body in place.
type record struct {
	kind       kind
	key        key
	head, body []byte
	offset     int64 // of the head
}

func (r record) ref() ref { return ref{r.offset, uint32(len(r.head)), uint32(len(r.body))} }

func appendRecord(b []byte, k kind, id key, head, body []byte) []byte {
	b = append(b, byte(k))
	b = append(b, id[:]...)
	for _, part := range [][]byte{head, body} {
		b = binary.AppendUvarint(b, uint64(len(part)))
		b = append(b, part...)
	}
	return b
}

var errShort = errors.New("a record ends too early")

// walk visits the records of a payload that lies at an offset of the file.
func walk(payload []byte, offset int64, visit func(record) error) error {
	rest := payload
	part := func() ([]byte, bool) {
		n, k := binary.Uvarint(rest)
		if k <= 0 || n > uint64(len(rest)-k) {
			return nil, false
		}
		p := rest[k : k+int(n)]
		rest = rest[k+int(n):]
		return p, true
	}
	for len(rest) > 0 {
		var r record
		if len(rest) < 1+len(r.key) {
			return errShort
		}
		r.kind = kind(rest[0])
		copy(r.key[:], rest[1:])
		rest = rest[1+len(r.key):]
		var ok bool
		if r.head, ok = part(); !ok {
			return errShort
		}
		r.offset = offset + int64(len(payload)-len(rest)-len(r.head))
		if r.body, ok = part(); !ok {
			return errShort
		}
		if err := visit(r); err != nil {
			return err
		}
	}
	return nil
}

// ref says where an answer lies in the file: its head, the length of the body, the
// body.
type ref struct {
	offset     int64
	head, body uint32
}

func (r ref) bodyOffset() int64 {
	var b [binary.MaxVarintLen64]byte
	return r.offset + int64(r.head) + int64(binary.PutUvarint(b[:], uint64(r.body)))
}

func encodeTexts(e *Entry) ([]byte, error) {
	if n := len(e.Text) + len(e.Reasoning); n > maxTexts {
		return nil, fmt.Errorf("the answer %s of %d bytes is too long to keep: at most %d", e.Key, n, maxTexts)
	}
	b := binary.AppendUvarint(nil, uint64(len(e.Text)))
	b = append(b, e.Text...)
	return squeeze.Compress(append(b, e.Reasoning...)), nil
}

func decodeTexts(z []byte, e *Entry) error {
	b, err := squeeze.Decompress(z)
	if err != nil {
		return err
	}
	n, k := binary.Uvarint(b)
	if k <= 0 || n > uint64(len(b)-k) {
		return errShort
	}
	e.Text, e.Reasoning = string(b[k:k+int(n)]), string(b[k+int(n):])
	return nil
}

// encodeJSON returns v as JSON on one line, the same for equal values.
func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
