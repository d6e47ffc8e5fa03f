package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf8"

	"proofgrid/experiments/record"
	"proofgrid/reports/attempts"
)

// text is a column to add: the texts behind the hashes of another.
type text struct {
	hash, name string
	prompt     bool // a list of turns whose texts are hashes again
}

// texts are the columns of hashes behind which the run keeps a text, by table.
var texts = map[string][]text{
	"tasks":    {{hash: "statement_hash", name: "statement"}, {hash: "truth_hash", name: "truth"}},
	"contexts": {{hash: "dropped_list_hash", name: "dropped_list"}},
	"attempts": {{hash: "response_hash", name: "response"}, {hash: "candidate_hash", name: "candidate"}, {hash: "lemmas_hash", name: "lemmas"}},
	"calls":    {{hash: "prompt_hash", name: "prompt", prompt: true}},
}

// rows writes a table to w.
func (e *exporter) rows(table string, w io.Writer) error {
	path, err := e.run.Table(table)
	if err != nil {
		return err
	}
	return e.rowsOf(table, path, w)
}

func (e *exporter) rowsOf(table, path string, w io.Writer) error {
	info, rows, err := record.Values(path)
	if err != nil {
		return err
	}
	var names []string
	column := map[string]int{}
	for i, c := range info.Columns {
		names, column[c.Name] = append(names, c.Name), i
	}
	added := texts[table]
	if !e.Texts {
		added = nil
	}
	var from []int
	raw := make([]bool, len(names), len(names)+len(added)) // of JSON lines: the text is JSON itself
	for _, t := range added {
		at, ok := column[t.hash]
		if !ok {
			return fmt.Errorf("%s has no column %s", path, t.hash)
		}
		from, names, raw = append(from, at), append(names, t.name), append(raw, t.prompt)
	}
	write := jsonRow(names, raw)
	if e.Format == "csv" {
		write = csvRow
		if _, err := w.Write(csvHead(names)); err != nil {
			return err
		}
	}
	var line []byte
	var n int64
	for row, err := range rows {
		if err != nil {
			return err
		}
		for i, t := range added {
			v, err := e.textOf(row[from[i]], t)
			if err != nil {
				return fmt.Errorf("row %d of %s: %w", n, table, err)
			}
			row = append(row, v)
		}
		line = write(line[:0], row)
		if _, err := w.Write(line); err != nil {
			return err
		}
		n++
		if err := e.step(table, n); err != nil {
			return err
		}
	}
	e.res.Files = append(e.res.Files, File{table + "." + e.Format, n})
	return nil
}

// textOf returns the text behind a hash, null for null.
func (e *exporter) textOf(hash record.Value, t text) (record.Value, error) {
	if hash.Kind == record.Null {
		return record.Value{}, nil
	}
	if !t.prompt {
		s, err := e.run.Blob(hash.Text)
		return record.Value{Kind: record.Text, Text: s}, err
	}
	turns, err := attempts.Prompt(e.run, hash.Text)
	if err != nil {
		return record.Value{}, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err = enc.Encode(turns)
	return record.Value{Kind: record.Text, Text: string(bytes.TrimSpace(b.Bytes()))}, err
}

// csvHead and csvRow write records of RFC 4180, lines ending in CR LF. The standard
// library's writer would turn line breaks within texts into CR LF as well.
func csvHead(names []string) []byte {
	var b []byte
	for i, n := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = csvText(b, n)
	}
	return append(b, "\r\n"...)
}

func csvRow(b []byte, row []record.Value) []byte {
	for i, v := range row {
		if i > 0 {
			b = append(b, ',')
		}
		switch v.Kind {
		case record.Text:
			b = csvText(b, v.Text)
		case record.List:
			b = csvText(b, string(jsonList(nil, v.List)))
		case record.Float:
			b = append(b, floatText(v.Float)...)
		default:
			b = plain(b, v)
		}
	}
	return append(b, "\r\n"...)
}

// csvText quotes a text that needs it, and the empty one, which is no null.
func csvText(b []byte, s string) []byte {
	quote := s == "" || s[0] == ' ' || s[len(s)-1] == ' '
	for i := 0; i < len(s) && !quote; i++ {
		quote = s[i] == ',' || s[i] == '"' || s[i] == '\r' || s[i] == '\n'
	}
	if !quote {
		return append(b, s...)
	}
	b = append(b, '"')
	for i := range len(s) {
		if s[i] == '"' {
			b = append(b, '"')
		}
		b = append(b, s[i])
	}
	return append(b, '"')
}

// plain writes numbers and truth values, which both formats write alike, and nothing
// for null.
func plain(b []byte, v record.Value) []byte {
	switch v.Kind {
	case record.Int:
		return strconv.AppendInt(b, v.Int, 10)
	case record.Uint:
		return strconv.AppendUint(b, v.Uint, 10)
	case record.Bool:
		return strconv.AppendBool(b, v.Bool)
	}
	return b
}

// floatText writes the shortest number that reads back as f.
func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// jsonRow returns what writes a row as an object on a line. What JSON cannot say of a
// number is text: "NaN", "Infinity", "-Infinity".
func jsonRow(names []string, raw []bool) func([]byte, []record.Value) []byte {
	keys := make([][]byte, len(names))
	for i, n := range names {
		keys[i] = append(jsonText([]byte{"{,"[min(i, 1)]}, n), ':')
	}
	return func(b []byte, row []record.Value) []byte {
		for i, v := range row {
			b = append(b, keys[i]...)
			switch v.Kind {
			case record.Null:
				b = append(b, "null"...)
			case record.Text:
				if raw[i] {
					b = append(b, v.Text...)
				} else {
					b = jsonText(b, v.Text)
				}
			case record.List:
				b = jsonList(b, v.List)
			case record.Float:
				if s := floatText(v.Float); math.IsNaN(v.Float) || math.IsInf(v.Float, 0) {
					b = jsonText(b, s)
				} else {
					b = append(b, s...)
				}
			default:
				b = plain(b, v)
			}
		}
		return append(b, "}\n"...)
	}
}

func jsonList(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonText(b, s)
	}
	return append(b, ']')
}

// jsonText appends a string of JSON; the library is asked only for what needs escapes.
func jsonText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf || c == 0x7f {
			var buf bytes.Buffer
			enc := json.NewEncoder(&buf)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(s); err != nil {
				panic(err) // a string always has JSON
			}
			return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}
