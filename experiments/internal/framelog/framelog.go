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
	"sync"

	"proofgrid/experiments/internal/durable"
)

const (
	magicWord  = 0x31476750 // "PgG1": all before the frame was durable when it was begun
	looseWord  = 0x32476750 // "PgG2": part of it was; the payload begins behind the size of that part
	magicStart = "PgG"
	headerSize = 16
	claimSize  = 8
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

// Log is a log that is open for appending. It is safe for concurrent use, but for
// Close.
type Log struct {
	path string
	file *os.File

	mu      sync.Mutex
	size    int64
	durable int64 // of the size
	err     error // the first failure, after which nothing is written
	lost    error // the first failure of a sync, after which nothing is durable any more
}

// Open opens or creates the log at path and calls each with the payload of every
// frame behind the head and the payload's offset in the file; an error of each ends
// it. It cuts off the remains of unfinished writes, and says so. The rest is durable
// when it returns: a process that was killed may have written it and not synced.
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
	}
	if err := l.Sync(); err != nil {
		return nil, nil, err
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

// readAll scans a log whose damage must be what a crash leaves; good is the size of
// what is before it. Frames behind the damage are cut off with it: they were not
// durable either.
func readAll(f *os.File, path string, head Head, each func(payload []byte, offset int64) error) (good int64, cut *Cut, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, nil, err
	}
	good = info.Size()
	damage, durable, err := scan(f, path, good, head, func(fr frame, behindDamage bool) error {
		if behindDamage {
			return nil
		}
		return each(fr.payload, fr.offset)
	})
	if err != nil {
		return 0, nil, err
	}
	for i, d := range damage {
		if d.From < durable {
			return 0, nil, fmt.Errorf("%s: damaged from offset %d to %d with good records behind it: not the trace of a crash but of a failing disk or a foreign hand; restore the file from a copy", path, d.From, d.To)
		}
		if i == 0 {
			cut, good = &Cut{path, d.From, good - d.From}, d.From
		}
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
	frame, err := appendFrame(nil, magicWord, payload)
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
	if offset, err = l.Write(payload); err == nil {
		err = l.Sync()
	}
	return offset, err
}

// Write writes one frame and returns the payload's offset in the file. From then on
// the frame outlives the process, however it ends; once Sync has returned, it
// outlives the machine's power too. Errors are as with Append.
func (l *Log) Write(payload []byte) (offset int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return 0, l.err
	}
	frame, err := appendClaim(nil, payload, l.size, l.durable)
	if err != nil {
		l.err = fmt.Errorf("%s: %w", l.path, err)
		return 0, l.err
	}
	if _, err := l.file.WriteAt(frame, l.size); err != nil {
		// Give back what a full disk took; if that fails too, reopening does it.
		_ = l.file.Truncate(l.size)
		l.err = err
		return 0, err
	}
	l.size += int64(len(frame))
	return l.size - int64(len(payload)), nil
}

// Sync makes durable what was written before it was called, also when a later write
// has failed.
func (l *Log) Sync() error {
	l.mu.Lock()
	size, err := l.size, l.lost
	l.mu.Unlock()
	if err != nil {
		return err
	}
	err = l.file.Sync()
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.lost != nil: // another's meanwhile
		return l.lost
	case err != nil:
		l.lost = err
		if l.err == nil {
			l.err = err
		}
		return err
	}
	l.durable = max(l.durable, size)
	return nil
}

// appendClaim appends the frame that is begun at an offset of a log that is durable
// up to another.
func appendClaim(b, payload []byte, at, durable int64) ([]byte, error) {
	if durable == at {
		return appendFrame(b, magicWord, payload)
	}
	claim := binary.LittleEndian.AppendUint64(nil, uint64(durable))
	return appendFrame(b, looseWord, claim, payload)
}

func appendFrame(b []byte, magic uint32, parts ...[]byte) ([]byte, error) {
	n, sum := uint64(0), uint32(0)
	for _, p := range parts {
		n += uint64(len(p))
		sum = crc32.Update(sum, castagnoli, p)
	}
	if n > math.MaxUint32 {
		return nil, fmt.Errorf("a record of %d bytes is too long", n)
	}
	at := len(b)
	b = slices.Grow(b, headerSize+int(n))
	b = binary.LittleEndian.AppendUint32(b, magic)
	b = binary.LittleEndian.AppendUint32(b, uint32(n))
	b = binary.LittleEndian.AppendUint32(b, sum)
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[at:], castagnoli))
	for _, p := range parts {
		b = append(b, p...)
	}
	return b, nil
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
	frame, err := appendFrame(nil, magicWord, payload)
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
func (l *Log) Size() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.size
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }

// Scan calls each with the payload of every good frame behind the head, and its
// offset in the file, and returns the damaged regions in order.
func Scan(r io.ReaderAt, path string, size int64, want Head, each func(payload []byte, offset int64) error) ([]Span, error) {
	damage, _, err := scan(r, path, size, want, func(f frame, _ bool) error { return each(f.payload, f.offset) })
	return damage, err
}

// scan also returns up to where the frames say that the log was durable.
func scan(r io.ReaderAt, path string, size int64, want Head, each func(f frame, behindDamage bool) error) (damage []Span, durable int64, err error) {
	first := true
	for at := int64(0); at < size; {
		f, ok, err := readFrame(r, at, size)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", path, err)
		}
		if !ok {
			next, err := nextFrame(r, at+1, size)
			if err != nil {
				return nil, 0, fmt.Errorf("%s: %w", path, err)
			}
			damage = append(damage, Span{at, next})
			at = next
			continue
		}
		if first {
			if err := checkHead(f.payload, path, want); err != nil {
				return nil, 0, err
			}
			first = false
		} else if err := each(f, len(damage) > 0); err != nil {
			return nil, 0, fmt.Errorf("%s: offset %d: %w", path, at, err)
		}
		durable = max(durable, f.durable)
		at = f.offset + int64(len(f.payload))
	}
	return damage, durable, nil
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

// frame is a frame that was read.
type frame struct {
	payload []byte
	offset  int64 // of the payload
	durable int64 // the log was, up to there, when the frame was begun
}

// readFrame returns the frame at an offset; ok is false when there is no whole and
// intact one.
func readFrame(r io.ReaderAt, at, size int64) (f frame, ok bool, err error) {
	if at+headerSize > size {
		return f, false, nil
	}
	var h [headerSize]byte
	if _, err := r.ReadAt(h[:], at); err != nil {
		return f, false, noEOF(err)
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(h[4*i:]) }
	n, loose := int64(word(1)), word(0) == looseWord
	if word(0) != magicWord && !loose || word(3) != crc32.Checksum(h[:12], castagnoli) || at+headerSize+n > size {
		return f, false, nil
	}
	b := make([]byte, n)
	if _, err := r.ReadAt(b, at+headerSize); err != nil {
		return f, false, noEOF(err)
	}
	if crc32.Checksum(b, castagnoli) != word(2) {
		return f, false, nil
	}
	if !loose {
		return frame{b, at + headerSize, at}, true, nil
	}
	if n < claimSize {
		return f, false, nil
	}
	claim := binary.LittleEndian.Uint64(b)
	return frame{b[claimSize:], at + headerSize + claimSize, int64(claim)}, claim < uint64(at), nil
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
	magic := []byte(magicStart)
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
