package coq

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"proofgrid/runner/verify/coq/toplevel"
)

// walker is a process somewhere in a file.
type walker struct {
	*toplevel.Session
	source *source
	states []int // states[i] is that before sentence i; the last one is where it stands
	used   int   // candidates since its memory was looked at
	first  int64 // bytes of heap when it was looked at first, 0 before
}

// walk starts a process at the beginning of a file.
func (v *Verifier) walk(ctx context.Context, s *source) (*walker, error) {
	session, err := toplevel.Start(ctx, v.process(s))
	if err != nil {
		return nil, err
	}
	return &walker{Session: session, source: s, states: []int{session.State()}}, nil
}

// to brings the process before a sentence of its file, by going back or walking on.
func (w *walker) to(ctx context.Context, index int, limit time.Duration) error {
	if at := len(w.states) - 1; index <= at {
		w.states = w.states[:index+1]
		return w.Back(ctx, w.states[index])
	}
	if err := w.Back(ctx, w.states[len(w.states)-1]); err != nil {
		return err
	}
	from := len(w.states) - 1
	var text []string
	for i := from; i < index; i++ {
		text = append(text, w.source.sentence(i))
	}
	states, refused, err := w.Run(ctx, text, limit)
	if err != nil {
		return fmt.Errorf("%s, from line %d on: %w", w.source.name, w.source.line(w.source.sentences[from].Start), err)
	}
	if refused != nil {
		at := w.source.sentences[from+refused.Index].Start
		return fmt.Errorf("%s:%d: Coq does not accept the file up to the theorem: %s%s", w.source.name, w.source.line(at), refused.Text, hint(refused.Text))
	}
	w.states = append(w.states, states...)
	return nil
}

// hint says what to do about errors that come from how a project was built.
func hint(message string) string {
	for _, h := range []struct{ sign, text string }{
		{"Cannot find a physical path bound to logical path", "; compile the project first, and give its load paths"},
		{"Unable to locate library", "; compile the project first, and give its load paths"},
		{"Cannot find library", "; compile the project first, and give its load paths"},
		{"Bad version number", "; the project was compiled by another version of Coq"},
		{"bad magic number", "; the project was compiled by another version of Coq"},
		{"makes inconsistent assumptions", "; compile the project again: some files are older than what they use"},
	} {
		if strings.Contains(message, h.sign) {
			return h.text
		}
	}
	return ""
}

// heap returns how much memory the process's OCaml heap takes.
func (w *walker) heap(ctx context.Context) (int64, error) {
	r, err := w.Exec(ctx, "Print Debug GC.", time.Minute)
	if err != nil {
		return 0, err
	}
	_, rest, ok := strings.Cut(r.Messages, "\nheap_words: ")
	words, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.ParseInt(words, 10, 64)
	if !ok || err != nil {
		return 0, errors.New("Coq does not say how large its heap is")
	}
	return n * 8, nil
}
