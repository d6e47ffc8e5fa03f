package responses

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"proofgrid/experiments/internal/durable"
	"proofgrid/experiments/internal/framelog"
	"proofgrid/experiments/internal/lock"
)

// ErrReadOnly tells that a store was opened for reading.
var ErrReadOnly = errors.New("the response store is open for reading only")

// Store is a response store. It holds keys and places in memory and reads texts
// when they are asked for. Its methods are safe for concurrent use, but for Close.
//
// After an error of writing, such as a full disk, nothing is taken any more; what
// was written before is safe and can be read.
type Store struct {
	dir  string
	held io.Closer // the lock; nil when read only
	cut  *framelog.Cut

	// turn is full while somebody syncs, or prunes. It is taken before mu.
	turn chan struct{}

	mu      sync.RWMutex
	file    file          // what answers are read from
	log     *framelog.Log // the same file; nil when read only
	next    *group
	places  map[key]ref
	order   []key        // of places
	pending map[key]bool // answers that are written and not durable yet
	open    map[key]*Intent
	failed  map[key][]failed // oldest first
	err     error            // the first failure to write, after which nothing is taken
	commits int64            // syncs
}

type file interface {
	io.ReaderAt
	io.Closer
	Stat() (os.FileInfo, error)
}

// group is what was written and becomes durable with one sync.
type group struct {
	records int
	answers []answered
	durable chan struct{} // closed when it is, or failed
	err     error         // valid then
}

type answered struct {
	key key
	ref ref
}

func newGroup() *group { return &group{durable: make(chan struct{})} }

// Open opens the store in a directory, which is made when it is not there, for
// reading and writing. It is an error when another process has it open for
// writing, and when its file is damaged other than by a crash. What a crash left
// unfinished is cut off; Recovered says so.
func Open(dir string) (_ *Store, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	held, err := lock.Take(filepath.Join(dir, "lock"), "response store")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	s := &Store{dir: dir, held: held, turn: make(chan struct{}, 1)}
	defer func() {
		if err != nil {
			held.Close()
		}
	}()
	if err := s.sweep(); err != nil {
		return nil, err
	}
	if err := s.load(); err != nil {
		return nil, err
	}
	// The first answer is not to wait, in memory alone, for encoders to be made.
	_, _ = encodeTexts(&Entry{Text: "warm"})
	_, _ = encodeJSON(Header{})
	return s, nil
}

// OpenReadOnly opens the store in a directory for reading, as it is now, also while
// another process writes it or when the directory cannot be written. It is an error
// that wraps fs.ErrNotExist when there is none.
func OpenReadOnly(dir string) (*Store, error) {
	s := &Store{dir: dir, err: ErrReadOnly, turn: make(chan struct{}, 1)}
	s.forget()
	f, cut, err := framelog.OpenReadOnly(s.path(), logHead, s.replay)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is no response store: %w", dir, err)
	}
	if err != nil {
		return nil, err
	}
	s.file, s.cut = f, cut
	return s, nil
}

func (s *Store) path() string { return filepath.Join(s.dir, "answers") }

// sweep removes what a crash while pruning left.
func (s *Store) sweep() error {
	left, err := filepath.Glob(s.path() + ".*.tmp")
	if err != nil {
		return err
	}
	for _, path := range left {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) forget() {
	s.next = newGroup()
	s.places, s.order, s.pending, s.open = map[key]ref{}, nil, map[key]bool{}, map[key]*Intent{}
	s.failed = map[key][]failed{}
}

// load opens the file for writing and learns what it holds.
func (s *Store) load() error {
	s.forget()
	l, cut, err := framelog.Open(s.path(), logHead, s.replay)
	if err != nil {
		return durable.Explain(s.path(), err)
	}
	s.file, s.log = l, l
	if cut != nil {
		s.cut = cut
	}
	return nil
}

// replay learns what the records of a payload say.
func (s *Store) replay(payload []byte, offset int64) error {
	return walk(payload, offset, func(r record) error {
		switch r.kind {
		case intent:
			var i Intent
			if err := json.Unmarshal(r.head, &i); err != nil {
				return err
			}
			s.begun(r.key, i)
		case abandoned:
			s.tookBack(r.key)
		case answer:
			s.found(answered{r.key, r.ref()})
		case failure, forgiven:
			var h forgiveness // the cell alone
			if err := json.Unmarshal(r.head, &h); err != nil {
				return err
			}
			s.forgive(r.key, h.Cell)
			if r.kind == failure {
				s.failed[r.key] = append(s.failed[r.key], failed{h.Cell, r.ref()})
			}
		default:
			return fmt.Errorf("a record of the unknown kind %q", byte(r.kind))
		}
		return nil
	})
}

// found notes an answer; of two with one key the first counts.
func (s *Store) found(a answered) {
	if _, ok := s.places[a.key]; !ok {
		s.places[a.key] = a.ref
		s.order = append(s.order, a.key)
	}
	delete(s.pending, a.key)
	delete(s.open, a.key)
}

// begun notes a call; labels stay those of the first.
func (s *Store) begun(k key, i Intent) {
	if o := s.open[k]; o != nil {
		o.Begun++
		return
	}
	i.Key, i.Begun = k.String(), max(1, i.Begun)
	s.open[k] = &i
}

func (s *Store) tookBack(k key) {
	if o := s.open[k]; o != nil {
		if o.Begun--; o.Begun == 0 {
			delete(s.open, k)
		}
	}
}

// Recovered tells what an earlier crash had left unfinished; empty when nothing.
func (s *Store) Recovered() string {
	if s.cut == nil {
		return ""
	}
	return s.cut.String()
}

// Len returns the number of answers.
func (s *Store) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.places)
}

// Get returns the answer with a key, and whether there is one. An answer that was
// just put is found once it is durable. An error means a string that is no key, or
// a disk that fails.
func (s *Store) Get(id string) (*Entry, bool, error) {
	k, err := parseKey(id)
	if err != nil {
		return nil, false, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	r, ok := s.places[k]
	if !ok {
		return nil, false, nil
	}
	e, err := s.read(id, r)
	return e, err == nil, err
}

// read returns the answer at a place; the caller holds mu.
func (s *Store) read(id string, r ref) (*Entry, error) {
	b, err := s.readAt(r.offset, r.bodyOffset()+int64(r.body)-r.offset)
	if err != nil {
		return nil, err
	}
	e := new(Entry)
	if err = json.Unmarshal(b[:r.head], &e.Header); err == nil {
		err = decodeTexts(b[len(b)-int(r.body):], e)
	}
	if err == nil && e.Key != id {
		err = fmt.Errorf("the answer there has the key %s", e.Key)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: answer %s at offset %d is damaged: %w", s.path(), id, r.offset, err)
	}
	return e, nil
}

// readAt reads from the file; the caller holds mu.
func (s *Store) readAt(offset, n int64) ([]byte, error) {
	if s.file == nil {
		return nil, fmt.Errorf("%s: %w", s.path(), fs.ErrClosed)
	}
	b := make([]byte, n)
	if _, err := s.file.ReadAt(b, offset); err != nil {
		return nil, fmt.Errorf("%s: offset %d: %w", s.path(), offset, err)
	}
	return b, nil
}

// Close makes everything durable and gives the store free for other processes.
// Closing twice does nothing.
func (s *Store) Close() error {
	if s.file == nil {
		return nil
	}
	var errs []error
	if s.log != nil {
		s.mu.RLock()
		g := s.next
		s.mu.RUnlock()
		errs = append(errs, s.commit(g))
	}
	errs = append(errs, s.file.Close())
	if s.held != nil {
		errs = append(errs, s.held.Close())
	}
	s.file, s.log = nil, nil
	s.err = fs.ErrClosed
	return errors.Join(errs...)
}
