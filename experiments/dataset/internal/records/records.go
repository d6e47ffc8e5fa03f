package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/imported"
)

// Damage decides what becomes of records that cannot be used.
type Damage struct {
	Path string // as the user gave it
	Skip bool   // leave them out, as findings
	Lint *imported.Findings
}

// At returns an error with file and line, or nil after noting a finding.
func (d *Damage) At(line int, err error) error {
	if !d.Skip {
		return fmt.Errorf("%s:%d: %w", d.Path, line, err)
	}
	d.Lint.Add(filepath.Base(d.Path), "damaged records; left out", fmt.Sprintf("line %d: %v", line, err))
	return nil
}

// Each calls visit with every record of a JSON array or of JSON lines, in order, and
// with its first line, counted from 1. An error of visit, invalid UTF-8 and broken
// JSON go to damage, whose error ends the reading. Behind broken JSON in an array
// nothing can be found any more; JSON lines go on with the next line.
func Each(text []byte, damage *Damage, visit func(line int, record []byte) error) error {
	one := func(line int, record []byte) error {
		err := invalid(record)
		if err == nil {
			err = visit(line, record)
		}
		if err != nil {
			return damage.At(line, err)
		}
		return nil
	}
	if Lined(text) {
		return eachLine(text, one)
	}
	s := NewScanner(text)
	array := bytes.HasPrefix(bytes.TrimSpace(text), []byte("["))
	if array {
		if _, err := s.Token(); err != nil {
			return damage.At(s.Line(), imported.Explain(err))
		}
	}
	for s.More() {
		line := s.Next()
		var record json.RawMessage
		if err := s.Decode(&record); err != nil {
			return damage.At(line, fmt.Errorf("%w; nothing behind it can be read", imported.Explain(err)))
		}
		if err := one(line, record); err != nil {
			return err
		}
	}
	if _, err := s.Token(); err != nil && (array || !errors.Is(err, io.EOF)) {
		return damage.At(s.Line(), imported.Explain(err))
	}
	if _, err := s.Token(); !errors.Is(err, io.EOF) {
		return damage.At(s.Line(), errors.New("something stands behind the array"))
	}
	return nil
}

// Lined reports whether a text is JSON lines rather than an array or an object that
// is spread over lines.
func Lined(text []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	first = bytes.TrimSpace(first)
	return !bytes.HasPrefix(first, []byte("[")) && string(first) != "{"
}

func eachLine(text []byte, one func(int, []byte) error) error {
	for n := 1; len(text) > 0; n++ {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := one(n, line); err != nil {
			return err
		}
	}
	return nil
}

func invalid(record []byte) error {
	switch {
	case len(record) > imported.MaxLine:
		return fmt.Errorf("a record of more than %d bytes", imported.MaxLine)
	case !utf8.Valid(record):
		return errors.New("invalid UTF-8")
	}
	return nil
}

// Decode decodes one record into v; errors say what is wrong in a reader's words.
func Decode(record []byte, v any) error {
	if err := json.Unmarshal(record, v); err != nil {
		return imported.Explain(err)
	}
	return nil
}

// Field is a text of a record with its name there.
type Field struct{ Name, Text string }

// Clean returns an error that names the first field that holds a NUL, which no
// source text does and which checkers and models choke on.
func Clean(fields ...Field) error {
	for _, f := range fields {
		if strings.ContainsRune(f.Text, 0) {
			return fmt.Errorf("%s holds a NUL character", f.Name)
		}
	}
	return nil
}

// Newlines turns the line ends of Windows into those of everybody else.
func Newlines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// Scanner is a decoder that knows its line.
type Scanner struct {
	*json.Decoder
	text []byte
	seen int // bytes whose line ends are counted
	line int
}

// NewScanner returns a scanner at the beginning of a text.
func NewScanner(text []byte) *Scanner {
	return &Scanner{Decoder: json.NewDecoder(bytes.NewReader(text)), text: text, line: 1}
}

// Line is the line of what was read last, counted from 1.
func (s *Scanner) Line() int {
	end := min(int(s.InputOffset()), len(s.text))
	s.line += bytes.Count(s.text[s.seen:end], []byte("\n"))
	s.seen = end
	return s.line
}

// Next is the line of the value to come.
func (s *Scanner) Next() int {
	line := s.Line()
	for _, c := range s.text[s.seen:] {
		switch c {
		case '\n':
			line++
		case ' ', '\t', '\r', ',', ':':
		default:
			return line
		}
	}
	return line
}

// Wrong is the error about a file of another format, which it names.
func Wrong(path string, text []byte, want, why string) error {
	return fmt.Errorf("%s: not %s (%s): it looks like %s", path, want, why, imported.Guess(text[:min(len(text), 64<<10)]))
}
