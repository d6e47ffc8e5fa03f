package mm

import (
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"unsafe"
)

// Position is a place in a source file.
type Position struct {
	File      string
	Line, Col int // 1-based, Col in bytes
	Offset    int // bytes from the start of the file
}

// String returns "file:line:col".
func (p Position) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// source is one file of a database. Its text is held once: labels, comments and
// proofs are substrings of it.
type source struct {
	name string
	text string
	info fs.FileInfo // tells two names of one file from two files

	once  sync.Once
	lines []int32 // offsets of line starts, built when a position is first asked for
}

func (s *source) position(off int) Position {
	s.once.Do(func() {
		s.lines = append(s.lines, 0)
		for i := 0; ; {
			n := strings.IndexByte(s.text[i:], '\n')
			if n < 0 {
				return
			}
			i += n + 1
			s.lines = append(s.lines, int32(i))
		}
	})
	line := sort.Search(len(s.lines), func(i int) bool { return int(s.lines[i]) > off })
	return Position{File: s.name, Line: line, Col: off - int(s.lines[line-1]) + 1, Offset: off}
}

// opener reads the files of a database. resolve gives the name under which a file
// is known that the file from includes as name.
type opener struct {
	open    func(name string) (fs.File, error)
	resolve func(from, name string) string
}

func fsOpener(fsys fs.FS) opener {
	return opener{
		open:    fsys.Open,
		resolve: func(from, name string) string { return path.Join(path.Dir(from), name) },
	}
}

func osOpener() opener {
	return opener{
		open: func(name string) (fs.File, error) { return os.Open(name) },
		resolve: func(from, name string) string {
			if filepath.IsAbs(name) {
				return filepath.Clean(name)
			}
			return filepath.Join(filepath.Dir(from), name)
		},
	}
}

func (o opener) stat(name string) (fs.FileInfo, fs.File, error) {
	f, err := o.open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("not a regular file")}
	}
	if err == nil && info.Size() > math.MaxInt32-1 {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("%d bytes: files end at 2 GiB here", info.Size())}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return info, f, nil
}

func (o opener) read(name string) (*source, error) {
	info, f, err := o.stat(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := make([]byte, info.Size())
	if _, err := io.ReadFull(f, text); err != nil {
		return nil, err
	}
	// A file that grew since is read as it was, but not half.
	if n, _ := f.Read(make([]byte, 1)); n > 0 {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("it is being written to")}
	}
	// The bytes are never written to again, so they can be the string.
	return &source{name: name, text: unsafe.String(unsafe.SliceData(text), len(text)), info: info}, nil
}

// Classes of bytes (section 4.1.1): everything else is not Metamath.
const (
	bad byte = iota
	white
	printable
	dollar
)

var class = func() (t [256]byte) {
	for c := '!'; c <= '~'; c++ {
		t[c] = printable
	}
	for _, c := range " \t\r\n\f" {
		t[c] = white
	}
	t['$'] = dollar
	return
}()

var labelByte = func() (t [256]bool) {
	for c := range t {
		t[c] = '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' ||
			c == '-' || c == '_' || c == '.'
	}
	return
}()

// findBad returns the offset of the first byte of text that no Metamath file may
// hold, or -1.
func findBad(text string) int {
	const ones = 0x0101010101010101
	var word [8]byte
	i := 0
	for ; i+8 <= len(text); i += 8 {
		copy(word[:], text[i:i+8])
		x := binary.LittleEndian.Uint64(word[:])
		// The high bit of a byte is set where it is below 0x20, at least 0x80, or
		// (a false alarm that costs nothing) above such a byte; adding one finds 0x7f.
		if (x|(x-0x20*ones)|(x+ones))&(0x80*ones) == 0 {
			continue
		}
		for j := i; j < i+8; j++ {
			if class[text[j]] == bad {
				return j
			}
		}
	}
	for ; i < len(text); i++ {
		if class[text[i]] == bad {
			return i
		}
	}
	return -1
}
