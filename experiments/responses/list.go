package responses

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// List yields the headers of the answers that a filter chooses, in the order in
// which they became durable, as far as they were when it began. An error ends it.
func (s *Store) List(f Filter) iter.Seq2[*Header, error] {
	return func(yield func(*Header, error) bool) {
		s.mu.RLock()
		keys := s.order[:len(s.order):len(s.order)]
		s.mu.RUnlock()
		for _, k := range keys {
			h, ok, err := s.header(k)
			if err != nil {
				yield(nil, err)
				return
			}
			if ok && f.Match(&h.Intent) && !yield(h, nil) {
				return
			}
		}
	}
}

func (s *Store) header(k key) (h *Header, ok bool, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	r, ok := s.places[k]
	if !ok { // pruned meanwhile
		return nil, false, nil
	}
	b, err := s.readAt(r.offset, int64(r.head))
	if err != nil {
		return nil, false, err
	}
	h = new(Header)
	if err := json.Unmarshal(b, h); err != nil {
		return nil, false, fmt.Errorf("%s: answer %s at offset %d is damaged: %w", s.path(), k, r.offset, err)
	}
	return h, true, nil
}

// Keys returns the keys of answers that begin with a prefix, sorted, at most limit
// of them.
func (s *Store) Keys(prefix string, limit int) []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var found []string
	for _, k := range s.order {
		if id := k.String(); strings.HasPrefix(id, prefix) {
			found = append(found, id)
		}
	}
	slices.Sort(found)
	return found[:min(limit, len(found))]
}

// InDoubt returns the intents without an answer that a filter chooses, oldest
// first: calls in flight, and calls that a crash cut off, which may have been paid
// and whose answers are lost.
func (s *Store) InDoubt(f Filter) []Intent {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.inDoubt(f)
}

func (s *Store) inDoubt(f Filter) []Intent {
	var out []Intent
	for _, i := range s.open {
		if f.Match(i) {
			out = append(out, *i)
		}
	}
	slices.SortFunc(out, func(a, b Intent) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(a.Key, b.Key))
	})
	return out
}

// Total sums up what one run asked of one model. Answers that other runs asked for
// first are theirs.
type Total struct {
	Run     string `json:"run"`
	Model   string `json:"model"`
	Calls   int64  `json:"calls"`    // with an answer
	InDoubt int64  `json:"in_doubt"` // begun, and neither answered nor failed for certain
	Usage   Usage  `json:"usage"`    // of the answers whose provider says; 0 when none does
	Unknown int64  `json:"unknown"`  // answers whose tokens of prompt or answer are not known
}

// Totals returns a total for each run and model that a filter chooses, sorted by
// run and model.
func (s *Store) Totals(f Filter) ([]Total, error) {
	type group struct{ run, model string }
	sums := map[group]*Total{}
	of := func(i *Intent) *Total {
		g := group{i.Run, i.Model}
		if sums[g] == nil {
			sums[g] = &Total{Run: i.Run, Model: i.Model}
		}
		return sums[g]
	}
	for h, err := range s.List(f) {
		if err != nil {
			return nil, err
		}
		t, u := of(&h.Intent), h.Usage
		t.Calls++
		t.InDoubt += int64(h.Begun - 1)
		if u.In < 0 || u.Out < 0 {
			t.Unknown++
		}
		t.Usage.In += max(0, u.In)
		t.Usage.Cached += max(0, u.Cached)
		t.Usage.CacheWrite += max(0, u.CacheWrite)
		t.Usage.Out += max(0, u.Out)
		t.Usage.Reasoning += max(0, u.Reasoning)
	}
	for _, i := range s.InDoubt(f) {
		of(&i).InDoubt += int64(i.Begun)
	}
	out := make([]Total, 0, len(sums))
	for _, t := range sums {
		out = append(out, *t)
	}
	slices.SortFunc(out, func(a, b Total) int {
		return cmp.Or(strings.Compare(a.Run, b.Run), strings.Compare(a.Model, b.Model))
	})
	return out, nil
}

// Counts are numbers of what a store holds.
type Counts struct {
	Answers  int `json:"answers"`
	InDoubt  int `json:"in_doubt"` // keys begun without an answer
	Failures int `json:"failures"` // questions that a cell gave up
}

// Count counts what a filter chooses.
func (s *Store) Count(f Filter) (n Counts, err error) {
	for _, err := range s.List(f) {
		if err != nil {
			return n, err
		}
		n.Answers++
	}
	failures, err := s.Failures(f)
	n.InDoubt, n.Failures = len(s.InDoubt(f)), len(failures)
	return n, err
}

// Stats describes a store.
type Stats struct {
	Counts
	Bytes  int64   `json:"bytes"` // on disk
	Totals []Total `json:"totals"`
}

// Stats counts what the store holds.
func (s *Store) Stats() (Stats, error) {
	totals, err := s.Totals(Filter{})
	if err != nil {
		return Stats{}, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	st := Stats{Counts: Counts{Answers: len(s.places), InDoubt: len(s.open)}, Totals: totals}
	for _, f := range s.failed {
		st.Failures += len(f)
	}
	if s.file == nil {
		return st, nil
	}
	info, err := s.file.Stat()
	if err != nil {
		return Stats{}, err
	}
	st.Bytes = info.Size()
	return st, nil
}
