package responses

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// failed says where the failure of a cell lies.
type failed struct {
	cell string
	ref  ref
}

// of chooses the failure of a cell.
func of(cell string) func(failed) bool { return func(f failed) bool { return f.cell == cell } }

// Fail notes that a cell gives a question up, and returns when that is durable. A
// later failure of the cell replaces it. Whether calls for the key are in doubt is
// not touched, and the key may be asked for again.
func (s *Store) Fail(f *Failure) error {
	return s.durably(func() (*group, error) { return s.fail(f) })
}

// fail writes a failure; the caller holds mu.
func (s *Store) fail(f *Failure) (*group, error) {
	k, err := parseKey(f.Key)
	if err != nil {
		return nil, err
	}
	noted := *f
	noted.Begun, noted.At = 1, f.At.UTC()
	head, err := encodeJSON(noted)
	if err != nil {
		return nil, fmt.Errorf("the failure of %s cannot be kept: %w", f.Key, err)
	}
	g, at, err := s.write(failure, k, head, nil)
	if err == nil {
		s.forgive(k, f.Cell)
		s.failed[k] = append(s.failed[k], failed{f.Cell, at})
	}
	return g, err
}

// addFailure takes a failure over from another store unless there is an outcome; the
// group is nil then.
func (s *Store) addFailure(f *Failure) (*group, error) {
	k, err := parseKey(f.Key)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, answered := s.places[k]
	if s.err != nil || answered || s.pending[k] || slices.ContainsFunc(s.failed[k], of(f.Cell)) {
		return nil, s.err
	}
	return s.fail(f)
}

// Forgive takes the failure of a cell back, since it got an answer after all, and
// returns when that is durable. Without a failure it does nothing.
func (s *Store) Forgive(id, cell string) error {
	k, err := parseKey(id)
	if err != nil {
		return err
	}
	head, err := encodeJSON(forgiveness{cell})
	if err != nil {
		return err
	}
	return s.durably(func() (*group, error) {
		if !slices.ContainsFunc(s.failed[k], of(cell)) {
			return nil, nil
		}
		g, _, err := s.write(forgiven, k, head, nil)
		if err == nil {
			s.forgive(k, cell)
		}
		return g, err
	})
}

// forgive forgets the failure of a cell; the caller holds mu.
func (s *Store) forgive(k key, cell string) {
	left := slices.DeleteFunc(s.failed[k], of(cell))
	if len(left) == 0 {
		delete(s.failed, k)
		return
	}
	s.failed[k] = left
}

// Recall returns what became of a question when a cell asked it, so that a replay has
// the same rows: the cell's failure, else the answer, else the failure of another
// cell, the last one. All is nil when the store knows of none. Errors are as with Get.
func (s *Store) Recall(id, cell string) (*Entry, *Failure, error) {
	k, err := parseKey(id)
	if err != nil {
		return nil, nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := s.failed[k]
	own := slices.IndexFunc(all, of(cell))
	at, answered := s.places[k]
	switch {
	case own >= 0:
		f, err := s.readFailure(k, all[own].ref)
		return nil, f, err
	case answered:
		e, err := s.read(id, at)
		return e, nil, err
	case len(all) > 0:
		f, err := s.readFailure(k, all[len(all)-1].ref)
		return nil, f, err
	}
	return nil, nil, nil
}

// readFailure returns the failure at a place; the caller holds mu.
func (s *Store) readFailure(k key, at ref) (*Failure, error) {
	b, err := s.readAt(at.offset, int64(at.head))
	if err != nil {
		return nil, err
	}
	f := new(Failure)
	if err := json.Unmarshal(b, f); err != nil {
		return nil, fmt.Errorf("%s: the failure of %s at offset %d is damaged: %w", s.path(), k, at.offset, err)
	}
	return f, nil
}

// Failures returns the questions that were given up and not answered after all, as
// far as a filter chooses them, oldest first.
func (s *Store) Failures(f Filter) ([]Failure, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.failures(f)
}

func (s *Store) failures(filter Filter) ([]Failure, error) {
	var out []Failure
	for _, k := range slices.SortedFunc(maps.Keys(s.failed), func(a, b key) int { return slices.Compare(a[:], b[:]) }) {
		for _, at := range s.failed[k] {
			f, err := s.readFailure(k, at.ref)
			if err != nil {
				return nil, err
			}
			if filter.Match(&f.Intent) {
				out = append(out, *f)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Failure) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(a.Key, b.Key))
	})
	return out, nil
}
