package responses

import (
	"encoding/json"
	"errors"
	"os"

	"proofgrid/experiments/internal/durable"
	"proofgrid/experiments/internal/framelog"
)

// Prune forgets the answers, the intents in doubt and the failures that a filter
// chooses, and gives back their space; it returns how many there were. It may be
// killed at any moment: either all of them are gone or none. No call may be in flight.
func (s *Store) Prune(f Filter) (n Counts, err error) {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return n, s.err
	}
	if s.next.records > 0 {
		return n, errors.New("answers are being put: prune when no run is at work")
	}
	err = durable.Replace(s.path(), func(file *os.File) error {
		w, err := framelog.NewWriter(file, logHead)
		if err != nil {
			return err
		}
		n, err = s.copyBut(f, w)
		return err
	}, func(string) error {
		return s.log.Close() // a file that is open cannot be replaced everywhere
	})
	if err != nil {
		err = durable.Explain(s.path(), err)
		n = Counts{}
	}
	_ = s.log.Close()
	if lerr := s.load(); lerr != nil {
		s.err = lerr
		return Counts{}, errors.Join(err, lerr)
	}
	return n, err
}

// copyBut writes the store without what a filter chooses.
func (s *Store) copyBut(f Filter, w *framelog.Writer) (n Counts, err error) {
	var payload []byte
	flush := func(least int) error {
		if len(payload) <= least {
			return nil
		}
		err := w.Append(payload)
		payload = payload[:0]
		return err
	}
	for _, k := range s.order {
		r := s.places[k]
		b, err := s.readAt(r.offset, r.bodyOffset()+int64(r.body)-r.offset)
		if err != nil {
			return n, err
		}
		var i Intent
		if err := json.Unmarshal(b[:r.head], &i); err != nil {
			return n, err
		}
		if f.Match(&i) {
			n.Answers++
			continue
		}
		payload = appendRecord(payload, answer, k, b[:r.head], b[len(b)-int(r.body):])
		if err := flush(8 << 20); err != nil {
			return n, err
		}
	}
	keep := func(what kind, id string, head any) error {
		k, err := parseKey(id)
		if err != nil {
			return err
		}
		b, err := encodeJSON(head)
		if err != nil {
			return err
		}
		payload = appendRecord(payload, what, k, b, nil)
		return nil
	}
	for _, i := range s.inDoubt(Filter{}) {
		if f.Match(&i) {
			n.InDoubt++
		} else if err := keep(intent, i.Key, i); err != nil {
			return n, err
		}
	}
	failures, err := s.failures(Filter{})
	if err != nil {
		return n, err
	}
	for _, x := range failures {
		if f.Match(&x.Intent) {
			n.Failures++
		} else if err := keep(failure, x.Key, x); err != nil {
			return n, err
		}
	}
	return n, flush(0)
}
