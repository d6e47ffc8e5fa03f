package imported

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"proofgrid/experiments/spec"
)

// MaxFile bounds a file that is read as a whole, and MaxLine a line of JSON lines.
const (
	MaxFile = 1 << 30
	MaxLine = 64 << 20
)

var bom = []byte("\xef\xbb\xbf")

// ReadFile reads a whole file, less a byte order mark, and describes it. It is an
// error when the file is larger than MaxFile.
func ReadFile(path string) ([]byte, spec.ImportedFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, spec.ImportedFile{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, spec.ImportedFile{}, err
	}
	if len(text) > MaxFile {
		return nil, spec.ImportedFile{}, fmt.Errorf("%s: larger than %d bytes", path, MaxFile)
	}
	sum := sha256.Sum256(text)
	return bytes.TrimPrefix(text, bom), spec.ImportedFile{Name: filepath.Base(path), SHA256: hex.EncodeToString(sum[:])}, nil
}

// Describe returns the name and hash of a file of any size.
func Describe(path string) (spec.ImportedFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return spec.ImportedFile{}, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return spec.ImportedFile{}, err
	}
	return spec.ImportedFile{Name: filepath.Base(path), SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

// Head returns the beginning of a file, as Guess takes it.
func Head(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(f, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head[:n], err
}

// Lines calls visit with each line of a file that is not blank, less its end, and
// its number from 1, and describes the file. The line is valid until visit returns,
// whose error ends the reading and gets file and line before it. So does a line of
// more than MaxLine bytes.
func Lines(path string, visit func(n int, line []byte) error) (spec.ImportedFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return spec.ImportedFile{}, err
	}
	defer f.Close()
	h := sha256.New()
	s := bufio.NewScanner(io.TeeReader(f, h))
	s.Buffer(make([]byte, 0, 1<<20), MaxLine)
	n := 0
	for s.Scan() {
		n++
		line := s.Bytes()
		if n == 1 {
			line = bytes.TrimPrefix(line, bom)
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := visit(n, line); err != nil {
			return spec.ImportedFile{}, fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	if err := s.Err(); errors.Is(err, bufio.ErrTooLong) {
		return spec.ImportedFile{}, fmt.Errorf("%s:%d: a line of more than %d bytes", path, n+1, MaxLine)
	} else if err != nil {
		return spec.ImportedFile{}, err
	}
	return spec.ImportedFile{Name: filepath.Base(path), SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

// Explain says in a reader's words what made decoding JSON fail.
func Explain(err error) error {
	var te *json.UnmarshalTypeError
	var se *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON ends too early: it is truncated")
	case errors.As(err, &te):
		return fmt.Errorf("%s is a %s, not a %s", te.Field, te.Value, te.Type)
	case errors.As(err, &se) && se.Error() == "unexpected end of JSON input":
		return errors.New("the JSON ends too early: it is truncated")
	case errors.As(err, &se):
		return fmt.Errorf("%w at byte %d; JSON has no NaN, Infinity or comments", err, se.Offset)
	}
	return err
}

// LineOf returns the 1-based line of a byte of a text.
func LineOf(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(int(offset), 0), len(text))], []byte("\n"))
}

// Decode decodes a whole file of JSON; errors name the file and the line.
func Decode(path string, text []byte, v any) error {
	err := json.Unmarshal(text, v)
	if err == nil {
		return nil
	}
	at := int64(len(text))
	var te *json.UnmarshalTypeError
	var se *json.SyntaxError
	switch {
	case errors.As(err, &te):
		at = te.Offset
	case errors.As(err, &se):
		at = se.Offset
	}
	return fmt.Errorf("%s:%d: %w", path, LineOf(text, at), Explain(err))
}

// Base is the name of a file, less its folder, as findings and specs call it.
func Base(path string) string { return filepath.Base(path) }

// Stem is the name of a file, less its folder and its ending.
func Stem(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
