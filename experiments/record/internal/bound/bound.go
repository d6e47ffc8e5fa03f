// Package bound keeps readers of column files from believing what a damaged or
// hostile file claims: [Guard] turns panics of a library over malformed bytes into
// errors, and [Allocator] bounds the memory that lengths in a file can ask for.
package bound

import (
	"fmt"
	"sync"

	"github.com/apache/arrow/go/v17/arrow/memory"
)

// Guard runs f and returns a panic in it as an error that calls the file malformed.
// f must run no code of a caller, whose panics are not to be hidden.
func Guard(format string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("malformed %s file: %v", format, p)
		}
	}()
	return f()
}

// Allocator is an allocator with a bound on what is in use: the lengths in a file
// are claims, and a compressed buffer may claim any size. Beyond the bound it panics.
type Allocator struct {
	memory.Allocator
	mu   sync.Mutex
	left int
}

// New returns an allocator for reading a file of a size. An uncompressed table needs
// its own size at most twice over (a message and the buffers copied out of it); the
// constant leaves room for compression.
func New(size int64) *Allocator {
	return &Allocator{Allocator: memory.NewGoAllocator(), left: int(256<<20 + 4*size)}
}

func (l *Allocator) take(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n > l.left {
		panic(fmt.Errorf("it claims buffers of %d bytes more than a file of its size may need", n-l.left))
	}
	l.left -= n
}

func (l *Allocator) Allocate(n int) []byte {
	l.take(n)
	return l.Allocator.Allocate(n)
}

func (l *Allocator) Reallocate(n int, b []byte) []byte {
	l.take(n - len(b))
	return l.Allocator.Reallocate(n, b)
}

func (l *Allocator) Free(b []byte) { l.take(-len(b)) }

// Left returns how many bytes may still be asked for.
func (l *Allocator) Left() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.left
}
