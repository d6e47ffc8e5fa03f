package responses

import (
	"encoding/json"
	"errors"
	"os"

	"proofgrid/experiments/internal/durable"
	"proofgrid/experiments/internal/framelog"
)

// Prune forgets the answers and the intents in doubt that a filter chooses, and
// gives back their space; it returns how many there were. It may be killed at any
// moment: either all of them are gone or none. No call may be in flight.
func (s *Store) Prune(f Filter) (answers, intents int, err error) {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, 0, s.err
	}
	if s.next.records > 0 {
		return 0, 0, errors.New("answers are being put: prune when no run is at work")
	}
	err = durable.Replace(s.path(), func(file *os.File) error {
		w, err := framelog.NewWriter(file, logHead)
		if err != nil {
			return err
		}
		answers, intents, err = s.copyBut(f, w)
		return err
	}, func(string) error {
		return s.log.Close() // a file that is open cannot be replaced everywhere
	})
	if err != nil {
		err = durable.Explain(s.path(), err)
		answers, intents = 0, 0
	}
	_ = s.log.Close()
	if lerr := s.load(); lerr != nil {
		s.err = lerr
		return 0, 0, errors.Join(err, lerr)
	}
	return answers, intents, err
}

// copyBut writes the store without what a filter chooses.
func (s *Store) copyBut(f Filter, w *framelog.Writer) (answers, intents int, err error) {
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
			return 0, 0, err
		}
		var i Intent
		if err := json.Unmarshal(b[:r.head], &i); err != nil {
			return 0, 0, err
		}
		if f.Match(&i) {
			answers++
			continue
		}
		payload = appendRecord(payload, answer, k, b[:r.head], b[len(b)-int(r.body):])
		if err := flush(8 << 20); err != nil {
			return 0, 0, err
		}
	}
	for _, i := range s.inDoubt(Filter{}) {
		if f.Match(&i) {
			intents++
			continue
		}
		k, err := parseKey(i.Key)
		if err != nil {
			return 0, 0, err
		}
		head, err := encodeJSON(i)
		if err != nil {
			return 0, 0, err
		}
		payload = appendRecord(payload, intent, k, head, nil)
	}
	return answers, intents, flush(0)
}
