package notebook

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
)

// A log is a file of frames, each written and synced as a whole before the next:
//
//	magic, length of the payload, CRC of the payload, CRC of these 12 bytes, payload
//
// in little-endian 32-bit words. Since a frame is begun only after the one before
// is durable, damage with a valid frame behind it cannot come from a crash; damage
// at the end is what a crash leaves of a frame that nobody was told is durable.
const (
	frameMagic  = 0x31476750 // "PgG1"
	frameHeader = 16
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

// span is a damaged region of a log.
type span struct{ from, to int64 }

// logHead is the payload of a log's first frame.
type logHead struct {
	Format string `json:"format"`
	Layout string `json:"layout"` // of the payloads that follow
}

// log appends frames to a file.
type log struct {
	path string
	f    *os.File
	size int64
	err  error // the first failure, after which nothing is appended
}

// openLog opens or creates the log at path for appending and calls each with the
// payload of every frame behind the head and the payload's offset. It cuts off
// the remains of an unfinished write.
func openLog(path string, head logHead, each func(payload []byte, offset int64) error) (_ *log, cut *Cut, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	l := &log{path: path, f: f}
	damage, err := scanLog(f, path, info.Size(), head, each)
	if err != nil {
		return nil, nil, err
	}
	l.size = info.Size()
	for _, d := range damage {
		if d.to < info.Size() {
			return nil, nil, fmt.Errorf("%s: damaged from offset %d to %d with good records behind it: not the trace of a crash but of a failing disk or a foreign hand; restore the file from a copy", path, d.from, d.to)
		}
		cut, l.size = &Cut{path, d.from, d.to - d.from}, d.from
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
		if err := l.append(payload); err != nil {
			return nil, nil, err
		}
	}
	return l, cut, nil
}

// append writes one frame and returns when it is durable. After an error the log
// takes no more: what a failed sync leaves on the disk is unknown.
func (l *log) append(payload []byte) error {
	if l.err != nil {
		return l.err
	}
	l.err = l.write(payload)
	return l.err
}

func (l *log) write(payload []byte) error {
	if int64(len(payload)) > int64(^uint32(0)) {
		return fmt.Errorf("%s: a record of %d bytes is too long", l.path, len(payload))
	}
	frame := make([]byte, 0, frameHeader+len(payload))
	frame = binary.LittleEndian.AppendUint32(frame, frameMagic)
	frame = binary.LittleEndian.AppendUint32(frame, uint32(len(payload)))
	frame = binary.LittleEndian.AppendUint32(frame, crc32.Checksum(payload, castagnoli))
	frame = binary.LittleEndian.AppendUint32(frame, crc32.Checksum(frame, castagnoli))
	frame = append(frame, payload...)
	if _, err := l.f.WriteAt(frame, l.size); err != nil {
		// Give back what a full disk took; if that fails too, reopening does it.
		_ = l.f.Truncate(l.size)
		return err
	}
	if err := l.f.Sync(); err != nil {
		return err
	}
	l.size += int64(len(frame))
	return nil
}

func (l *log) close() error { return l.f.Close() }

// scanLog calls each with the payload of every good frame behind the head and
// returns the damaged regions in order.
func scanLog(r io.ReaderAt, path string, size int64, want logHead, each func(payload []byte, offset int64) error) ([]span, error) {
	var damage []span
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
			damage = append(damage, span{at, next})
			at = next
			continue
		}
		if first {
			if err := checkHead(payload, path, want); err != nil {
				return nil, err
			}
			first = false
		} else if err := each(payload, at+frameHeader); err != nil {
			return nil, fmt.Errorf("%s: offset %d: %w", path, at, err)
		}
		at += frameHeader + int64(len(payload))
	}
	return damage, nil
}

func checkHead(payload []byte, path string, want logHead) error {
	var head logHead
	if err := json.Unmarshal(payload, &head); err != nil || head.Format != want.Format {
		return fmt.Errorf("%s: not a %s", path, want.Format)
	}
	if head.Layout != want.Layout {
		return fmt.Errorf("%s: written by another version of proofgrid (layout %s, this one has %s); finish the run with the version that began it", path, head.Layout, want.Layout)
	}
	return nil
}

// readFrame returns the payload of the frame at an offset; ok is false when there
// is no whole and intact frame.
func readFrame(r io.ReaderAt, at, size int64) (payload []byte, ok bool, err error) {
	if at+frameHeader > size {
		return nil, false, nil
	}
	var h [frameHeader]byte
	if _, err := r.ReadAt(h[:], at); err != nil {
		return nil, false, noEOF(err)
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(h[4*i:]) }
	n := int64(word(1))
	if word(0) != frameMagic || word(3) != crc32.Checksum(h[:12], castagnoli) || at+frameHeader+n > size {
		return nil, false, nil
	}
	payload = make([]byte, n)
	if _, err := r.ReadAt(payload, at+frameHeader); err != nil {
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
	magic := binary.LittleEndian.AppendUint32(nil, frameMagic)
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
