package framelog

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"proofgrid/experiments/internal/durable"
)

const (
	magicWord  = 0x31476750 // "PgG1"
	headerSize = 16
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Cut tells that a crash had left an unfinished write, which was cut off. Nothing
// that was reported as recorded is in it.
type Cut struct {
	File   string
	Offset int64
	Bytes  int64
}

func (c Cut) String() string {
	return fmt.Sprintf("%s: an unfinished write of %d bytes at offset %d was cut off", c.File, c.Bytes, c.Offset)
}

// Span is a region of a log, from the first offset to before the second.
type Span struct{ From, To int64 }

// Head is the payload of a log's first frame: what the log is.
type Head struct {
	Format string `json:"format"`
	Layout string `json:"layout"` // of the payloads that follow
}

// Log is a log that is open for appending, by one goroutine at a time.
type Log struct {
	path string
	file *os.File
	size int64
	err  error // the first failure, after which nothing is appended
}

// Open opens or creates the log at path and calls each with the payload of every
// frame behind the head and the payload's offset in the file; an error of each ends
// it. It cuts off the remains of an unfinished write, and says so.
//
// It is an error when the file is of another format or layout, or none of ours, and
// when it is damaged before its end: then it is left as it is.
func Open(path string, head Head, each func(payload []byte, offset int64) error) (_ *Log, cut *Cut, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	l := &Log{path: path, file: f}
	if l.size, cut, err = readAll(f, path, head, each); err != nil {
		return nil, nil, err
	}
	if cut != nil {
		if err := f.Truncate(l.size); err != nil {
			return nil, nil, err
		}
		if err := f.Sync(); err != nil {
			return nil, nil, err
		}
	}
	if l.size == 0 {
		payload, err := json.Marshal(head)
		if err != nil {
			return nil, nil, err
		}
		if _, err := l.Append(payload); err != nil {
			return nil, nil, err
		}
		if err := durable.SyncDir(filepath.Dir(path)); err != nil {
			return nil, nil, err
		}
	}
	return l, cut, nil
}

// OpenReadOnly opens the log at path for reading, as it is now, and calls each as Open
// does. The remains of an unfinished write, maybe of one that goes on, are left and
// reported.
func OpenReadOnly(path string, head Head, each func(payload []byte, offset int64) error) (_ *os.File, rest *Cut, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	if _, rest, err = readAll(f, path, head, each); err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, rest, nil
}

// readAll scans a log whose damage must be at its end; good is the size up to there.
func readAll(f *os.File, path string, head Head, each func(payload []byte, offset int64) error) (good int64, cut *Cut, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, nil, err
	}
	damage, err := Scan(f, path, info.Size(), head, each)
	if err != nil {
		return 0, nil, err
	}
	good = info.Size()
	for _, d := range damage {
		if d.To < info.Size() {
			return 0, nil, fmt.Errorf("%s: damaged from offset %d to %d with good records behind it: not the trace of a crash but of a failing disk or a foreign hand; restore the file from a copy", path, d.From, d.To)
		}
		cut, good = &Cut{path, d.From, d.To - d.From}, d.From
	}
	if good == 0 && cut != nil && !begunHead(f, cut.Bytes, head) {
		return 0, nil, fmt.Errorf("%s: not a %s", path, head.Format)
	}
	return good, cut, nil
}

// begunHead reports whether so many bytes are what a crash can leave of a log's first
// frame: its start, with zeros for what did not reach the disk. Anything else is a
// file of somebody else, which must not be cut off.
func begunHead(r io.ReaderAt, size int64, head Head) bool {
	payload, err := json.Marshal(head)
	if err != nil {
		return false
	}
	frame, err := appendFrame(nil, payload)
	if err != nil || size > int64(len(frame)) {
		return false
	}
	b := make([]byte, size)
	if _, err := r.ReadAt(b, 0); noEOF(err) != nil {
		return false
	}
	for i := range b {
		if b[i] != frame[i] && b[i] != 0 {
			return false
		}
	}
	return true
}

// Append writes one frame and returns when it is durable, with the payload's offset
// in the file. After an error the log takes no more, and says the same error: what
// a failed sync leaves on the disk is unknown.
func (l *Log) Append(payload []byte) (offset int64, err error) {
	if l.err == nil {
		offset = l.size + headerSize
		l.err = l.write(payload)
	}
	return offset, l.err
}

func (l *Log) write(payload []byte) error {
	frame, err := appendFrame(nil, payload)
	if err != nil {
		return fmt.Errorf("%s: %w", l.path, err)
	}
	if _, err := l.file.WriteAt(frame, l.size); err != nil {
		// Give back what a full disk took; if that fails too, reopening does it.
		_ = l.file.Truncate(l.size)
		return err
	}
	if err := l.file.Sync(); err != nil {
		return err
	}
	l.size += int64(len(frame))
	return nil
}

func appendFrame(b, payload []byte) ([]byte, error) {
	if uint64(len(payload)) > math.MaxUint32 {
		return nil, fmt.Errorf("a record of %d bytes is too long", len(payload))
	}
	at := len(b)
	b = slices.Grow(b, headerSize+len(payload))
	b = binary.LittleEndian.AppendUint32(b, magicWord)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(payload)))
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(payload, castagnoli))
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[at:], castagnoli))
	return append(b, payload...), nil
}

// Writer writes a whole log anew, for a caller that syncs it and puts it in place.
type Writer struct{ w io.Writer }

// NewWriter begins a log.
func NewWriter(w io.Writer, head Head) (*Writer, error) {
	payload, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	n := &Writer{w}
	return n, n.Append(payload)
}

// Append writes one frame.
func (w *Writer) Append(payload []byte) error {
	frame, err := appendFrame(nil, payload)
	if err != nil {
		return err
	}
	_, err = w.w.Write(frame)
	return err
}

// ReadAt reads what is durable, or is about to be, at an offset of the file. It may
// be called while another goroutine appends.
func (l *Log) ReadAt(p []byte, offset int64) (int, error) { return l.file.ReadAt(p, offset) }

// Stat describes the file.
func (l *Log) Stat() (os.FileInfo, error) { return l.file.Stat() }

// Path returns the file's path.
func (l *Log) Path() string { return l.path }

// Size returns the file's size in bytes.
func (l *Log) Size() int64 { return l.size }

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }

// scanLog calls each with the payload of every good frame behind the head and
// returns the damaged regions in order.
func Scan(r io.ReaderAt, path string, size int64, want Head, each func(payload []byte, offset int64) error) ([]Span, error) {
	var damage []Span
	first := true
	for at := int64(0); at < size; {
		payload, ok, err := readFrame(r, at, size)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if !ok {
			next, err := nextFrame(r, at+1, size)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			damage = append(damage, Span{at, next})
			at = next
			continue
		}
		if first {
			if err := checkHead(payload, path, want); err != nil {
				return nil, err
			}
			first = false
		} else if err := each(payload, at+headerSize); err != nil {
			return nil, fmt.Errorf("%s: offset %d: %w", path, at, err)
		}
		at += headerSize + int64(len(payload))
	}
	return damage, nil
}

func checkHead(payload []byte, path string, want Head) error {
	var head Head
	if err := json.Unmarshal(payload, &head); err != nil || head.Format != want.Format {
		return fmt.Errorf("%s: not a %s", path, want.Format)
	}
	if head.Layout != want.Layout {
		return fmt.Errorf("%s: written by another version of proofgrid (layout %s, this one has %s); use the version that began it", path, head.Layout, want.Layout)
	}
	return nil
}

// readFrame returns the payload of the frame at an offset; ok is false when there
// is no whole and intact frame.
func readFrame(r io.ReaderAt, at, size int64) (payload []byte, ok bool, err error) {
	if at+headerSize > size {
		return nil, false, nil
	}
	var h [headerSize]byte
	if _, err := r.ReadAt(h[:], at); err != nil {
		return nil, false, noEOF(err)
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(h[4*i:]) }
	n := int64(word(1))
	if word(0) != magicWord || word(3) != crc32.Checksum(h[:12], castagnoli) || at+headerSize+n > size {
		return nil, false, nil
	}
	payload = make([]byte, n)
	if _, err := r.ReadAt(payload, at+headerSize); err != nil {
		return nil, false, noEOF(err)
	}
	return payload, crc32.Checksum(payload, castagnoli) == word(2), nil
}

// noEOF ignores that a file ends sooner than it did a moment ago: a writer may
// have cut it.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// nextFrame returns the offset of the first intact frame at or after an offset,
// or size.
func nextFrame(r io.ReaderAt, at, size int64) (int64, error) {
	magic := binary.LittleEndian.AppendUint32(nil, magicWord)
	buf := make([]byte, 1<<20)
	for at < size {
		n, err := r.ReadAt(buf[:min(int64(len(buf)), size-at)], at)
		if err := noEOF(err); err != nil {
			return 0, err
		}
		i := bytes.Index(buf[:n], magic)
		if i < 0 {
			if n < len(magic) {
				return size, nil
			}
			at += int64(n - len(magic) + 1)
			continue
		}
		at += int64(i)
		if _, ok, err := readFrame(r, at, size); err != nil {
			return 0, err
		} else if ok {
			return at, nil
		}
		at++
	}
	return size, nil
}
