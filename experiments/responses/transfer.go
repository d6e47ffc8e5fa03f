package responses

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// The first line of an export says what it is.
type exportHead struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

var thisExport = exportHead{"proofgrid responses", 1}

// line is an entry as JSON. A text that is not valid UTF-8, which JSON cannot carry,
// goes in base64.
type line struct {
	Header
	Text            string `json:"text,omitempty"`
	TextBase64      []byte `json:"text_base64,omitempty"`
	Reasoning       string `json:"reasoning,omitempty"`
	ReasoningBase64 []byte `json:"reasoning_base64,omitempty"`
}

// failureLine is a failure as JSON. Its fields are below one of their own, so that
// it is not taken for an answer.
type failureLine struct {
	Failure *Failure `json:"failure"`
}

// MarshalJSON returns the entry as a line of an export has it.
func (e *Entry) MarshalJSON() ([]byte, error) {
	l := line{Header: e.Header, Text: e.Text, Reasoning: e.Reasoning}
	if !utf8.ValidString(e.Text) {
		l.Text, l.TextBase64 = "", []byte(e.Text)
	}
	if !utf8.ValidString(e.Reasoning) {
		l.Reasoning, l.ReasoningBase64 = "", []byte(e.Reasoning)
	}
	return encodeJSON(l)
}

// maxLine bounds a line of an export: texts may take six bytes for one.
const maxLine = 6*maxTexts + 1<<20

// Export writes the answers that a filter chooses as JSON lines, in the order in which
// they became durable, behind a line that says what they are and the failures that it
// chooses, and returns the number of answers. Intents in doubt stay behind.
func (s *Store) Export(w io.Writer, f Filter) (n int, err error) {
	b := bufio.NewWriterSize(w, 1<<16)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(thisExport); err != nil {
		return 0, err
	}
	failures, err := s.Failures(f)
	if err != nil {
		return 0, err
	}
	for _, x := range failures {
		if err := enc.Encode(failureLine{&x}); err != nil {
			return 0, err
		}
	}
	for h, err := range s.List(f) {
		if err != nil {
			return n, err
		}
		e, ok, err := s.Get(h.Key)
		if err != nil {
			return n, err
		}
		if !ok { // pruned meanwhile
			continue
		}
		if err := enc.Encode(e); err != nil {
			return n, err
		}
		n++
	}
	return n, b.Flush()
}

// Import reads what Export wrote, from a reader that errors call name, and returns
// the number of answers that were new and of those that were there. An answer that
// differs from the stored one of its key is an error that wraps ErrDiffers; it and
// everything that cannot be read end the import with the line's number. What stands
// before that line is kept, and a second import finds it there. A failure is left out
// where the store has an answer or a failure of the same cell, since what became of a
// question here counts; the numbers leave failures out.
func (s *Store) Import(r io.Reader, name string) (fresh, known int, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	var last *group
	number := 0
	defer func() {
		if last != nil {
			if cerr := s.commit(last); cerr != nil {
				fresh, err = 0, errors.Join(err, cerr)
			}
		}
	}()
	fail := func(err error) (int, int, error) {
		kept := ""
		if fresh+known > 0 {
			kept = fmt.Sprintf("; the %d answers before it are in the store: mend the line and import again", fresh+known)
		}
		return fresh, known, fmt.Errorf("%s:%d: %w%s", name, number, err, kept)
	}
	for {
		text, err := readLine(in, maxLine)
		if err == io.EOF {
			break
		}
		number++
		if err != nil {
			return fail(err)
		}
		if number == 1 {
			if err := checkHead(text); err != nil {
				return fail(err)
			}
			continue
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		e, failure, err := parseLine(text)
		if err != nil {
			return fail(err)
		}
		if failure != nil {
			g, err := s.addFailure(failure)
			if err != nil {
				return fail(err)
			}
			if g != nil {
				last = g
			}
			continue
		}
		g, isNew, err := s.add(e, e.Begun)
		if err != nil {
			return fail(err)
		}
		if !isNew {
			known++
			continue
		}
		fresh, last = fresh+1, g
	}
	if number == 0 {
		number = 1
		return fail(errNoExport)
	}
	return fresh, known, nil
}

var errNoExport = errors.New("this is no export of a response store; 'proofgrid responses export' makes one")

func checkHead(text []byte) error {
	var head exportHead
	if err := json.Unmarshal(text, &head); err != nil || head.Format != thisExport.Format {
		return errNoExport
	}
	if head.Version != thisExport.Version {
		return fmt.Errorf("an export of version %d, this proofgrid reads version %d; use the version that made it", head.Version, thisExport.Version)
	}
	return nil
}

// readLine returns the next line without its end; io.EOF means that there is none.
func readLine(in *bufio.Reader, limit int) ([]byte, error) {
	var text []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(text)+len(part) > limit {
			return nil, fmt.Errorf("a line of more than %d bytes", limit)
		}
		text = append(text, part...)
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(text) > 0, err == nil:
			return bytes.TrimRight(text, "\r\n"), nil
		}
		return nil, err
	}
}

// parseLine returns the answer or the failure of a line.
func parseLine(text []byte) (*Entry, *Failure, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	var l struct {
		line
		failureLine
	}
	if err := dec.Decode(&l); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the line is cut off")
		}
		return nil, nil, err
	}
	if dec.More() {
		return nil, nil, errors.New("more than one value in the line")
	}
	if l.Failure != nil {
		return nil, l.Failure, nil
	}
	e := &Entry{Header: l.Header, Text: l.Text, Reasoning: l.Reasoning}
	if l.TextBase64 != nil {
		e.Text = string(l.TextBase64)
	}
	if l.ReasoningBase64 != nil {
		e.Reasoning = string(l.ReasoningBase64)
	}
	return e, nil, nil
}
