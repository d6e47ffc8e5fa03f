package toplevel

import (
	"bytes"
	"fmt"
	"sync"
)

// stream keeps what Coq prints until somebody takes it. It never blocks the writer:
// a program that prints faster than it is read is stopped by the reader's cap.
type stream struct {
	mu   sync.Mutex
	buf  []byte
	max  int
	full bool
	more chan struct{} // has an element when there is something new
}

func newStream(max int) *stream { return &stream{max: max, more: make(chan struct{}, 1)} }

func (s *stream) Write(b []byte) (int, error) {
	s.mu.Lock()
	if len(s.buf)+len(b) > s.max {
		s.full = true
	} else {
		s.buf = append(s.buf, b...)
	}
	s.mu.Unlock()
	select {
	case s.more <- struct{}{}:
	default:
	}
	return len(b), nil
}

// take passes what was printed so far to f. When f returns true, all of it is
// forgotten. full says that more was printed than is kept.
func (s *stream) take(f func([]byte) bool) (done, full bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full {
		return false, true
	}
	if done = f(s.buf); done {
		s.buf = s.buf[:0]
	}
	return done, false
}

// last returns the last line that was printed and not taken, quoted behind a colon, to
// end an error with; nothing when there is none.
func (s *stream) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines := bytes.Split(bytes.TrimSpace(s.buf), []byte("\n"))
	line := lines[len(lines)-1]
	if len(line) == 0 {
		return ""
	}
	return fmt.Sprintf(": %q", line[:min(len(line), 300)])
}
