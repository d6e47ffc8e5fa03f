package responses

import (
	"errors"
	"fmt"

	"proofgrid/experiments/internal/durable"
)

// Begin records that a call is about to be sent, and returns when that is durable.
// It is an error when the key is answered: the call would be paid twice. A key that
// is in doubt may be begun again.
func (s *Store) Begin(i Intent) error {
	k, err := parseKey(i.Key)
	if err != nil {
		return err
	}
	i.Begun, i.At = 1, i.At.UTC()
	head, err := encodeJSON(i)
	if err != nil {
		return err
	}
	return s.durably(func() (*group, error) {
		if _, ok := s.places[k]; ok || s.pending[k] {
			return nil, fmt.Errorf("%s: %s is answered already and must not be asked for again", s.dir, i.Key)
		}
		g, _, err := s.write(intent, k, head, nil)
		if err == nil {
			s.begun(k, i)
		}
		return g, err
	})
}

// Abandon takes one Begin back: its call failed for certain and brought no answer.
// It returns when that is durable. A key that is not begun is left alone. why is for
// people who look into the file.
func (s *Store) Abandon(id, why string) error {
	k, err := parseKey(id)
	if err != nil {
		return err
	}
	head, err := encodeJSON(abandonment{why})
	if err != nil {
		return err
	}
	return s.durably(func() (*group, error) {
		if s.open[k] == nil {
			return nil, nil
		}
		g, _, err := s.write(abandoned, k, head, nil)
		if err == nil {
			s.tookBack(k)
		}
		return g, err
	})
}

// durably has add write a record, holding mu, and returns when the record's group is
// durable; none means that there was nothing to write.
func (s *Store) durably(add func() (*group, error)) error {
	s.mu.Lock()
	err := s.err
	var g *group
	if err == nil {
		g, err = add()
	}
	s.mu.Unlock()
	if err != nil || g == nil {
		return err
	}
	return s.commit(g)
}

// write hands a record to the file system, so that it outlives the process, and
// returns its place and the group with which it becomes durable; the caller holds mu.
func (s *Store) write(what kind, k key, head, body []byte) (g *group, at ref, err error) {
	payload := appendRecord(nil, what, k, head, body)
	offset, err := s.log.Write(payload)
	if err != nil {
		s.err = durable.Explain(s.path(), err)
		return nil, at, s.err
	}
	s.next.records++
	err = walk(payload, offset, func(r record) error {
		at = r.ref()
		return nil
	})
	return s.next, at, err
}

// Put keeps an answer and returns when it is durable. No kill of the process loses it
// once it is written, which comes first of all; the sync, which the power's failure
// takes, is shared with others that write at the same time. A key that has the same answer already is left as it is; one that
// has another is an error that names it. So are settings that are not JSON and texts
// of more than 128 MiB together.
func (s *Store) Put(e *Entry) error {
	g, _, err := s.add(e, 0)
	if err != nil || g == nil {
		return err
	}
	return s.commit(g)
}

// add puts an answer into a group, and reports whether it is new; the group is nil
// for one that is durable already. elsewhere counts calls for it that this store
// does not know of.
func (s *Store) add(e *Entry, elsewhere int) (g *group, fresh bool, err error) {
	k, err := parseKey(e.Key)
	if err != nil {
		return nil, false, err
	}
	body, err := encodeTexts(e)
	if err != nil {
		return nil, false, err
	}
	h := e.Header
	h.At, h.Begun = h.At.UTC(), elsewhere
	s.mu.Lock()
	for s.err == nil && s.pending[k] {
		g := s.next
		s.mu.Unlock()
		if err := s.commit(g); err != nil { // waits for the groups before g too
			return nil, false, err
		}
		s.mu.Lock()
	}
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, false, s.err
	}
	if r, ok := s.places[k]; ok {
		return nil, false, s.same(e, r)
	}
	if o := s.open[k]; o != nil {
		h.Begun += o.Begun
	}
	h.Begun = max(1, h.Begun)
	head, err := encodeJSON(h)
	if err != nil {
		return nil, false, fmt.Errorf("the answer %s cannot be kept: %w", e.Key, err)
	}
	g, at, err := s.write(answer, k, head, body)
	if err != nil {
		return nil, false, err
	}
	g.answers = append(g.answers, answered{k, at})
	s.pending[k] = true
	return g, true, nil
}

// ErrDiffers tells that a key has another answer already.
var ErrDiffers = errors.New("is stored with another answer")

// same compares an entry with the stored one of its key; the caller holds mu.
func (s *Store) same(e *Entry, at ref) error {
	old, err := s.read(e.Key, at)
	if err != nil {
		return err
	}
	a, b := old.Header, e.Header
	a.Begun, b.Begun, b.At = 0, 0, b.At.UTC()
	x, err := encodeJSON(a)
	if err != nil {
		return err
	}
	y, err := encodeJSON(b)
	if err != nil {
		return err
	}
	if string(x) != string(y) || old.Text != e.Text || old.Reasoning != e.Reasoning {
		return fmt.Errorf("%s: %s %w (of %s, task %s, sample %d, round %d)", s.dir, e.Key, ErrDiffers, old.Model, old.Task, old.Sample, old.Round)
	}
	return nil
}

// commit returns when the group is durable. The first to come makes it so, with all
// that has gathered meanwhile, so that syncs never wait in a queue.
func (s *Store) commit(g *group) error {
	select {
	case <-g.durable:
		return g.err
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	}
	select {
	case <-g.durable: // by the one before
		return g.err
	default:
	}
	s.mu.Lock()
	s.next = newGroup()
	s.mu.Unlock()
	g.err = s.sync(g)
	close(g.durable)
	return g.err
}

// sync makes a group durable and its answers found.
func (s *Store) sync(g *group) error {
	if g.records == 0 {
		return nil
	}
	err := s.log.Sync()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		err = durable.Explain(s.path(), err)
		if s.err == nil {
			s.err = err
		}
		return err
	}
	s.commits++
	for _, a := range g.answers {
		s.found(a)
	}
	return nil
}
