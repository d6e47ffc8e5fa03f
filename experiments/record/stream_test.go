package record

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// every kind of field, with and without nulls.
type everyKind struct {
	Cell     Codes    `col:"cell_id"`
	Category Codes    `col:"category"`
	Detail   Codes    `col:"detail"`
	Verifier []string `col:"verifier"`
	Request  []string `col:"request_hash"`
	Response []string `col:"response_hash"`
	Round    []int32  `col:"round"`
	TokensIn []int64  `col:"tokens_in"`
	Seed     []uint64 `col:"seed"`
	Syntax   []bool   `col:"signal_syntax"`
}

func (c *everyKind) row(i int) []any {
	return []any{c.Cell.Value(i), c.Category.Value(i), c.Detail.Value(i), c.Verifier[i], c.Request[i], c.Response[i], c.Round[i], c.TokensIn[i], c.Seed[i], c.Syntax[i]}
}

// rewrite saves the batches of a table again, as another writer might.
func rewrite(t *testing.T, path string, opts ...ipc.Option) string {
	t.Helper()
	in, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	var buf bytes.Buffer
	w, err := ipc.NewFileWriter(&seekable{&buf}, append(opts, ipc.WithSchema(in.schema))...)
	if err != nil {
		t.Fatal(err)
	}
	for rec, err := range in.batches() {
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(rec); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), filepath.Base(path))
	if err := os.WriteFile(out, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestStreamedColumnsAreThoseOfTheWholeTable(t *testing.T) {
	rows := random[AttemptRow](3*batchRows+77, 3)
	plain := write(t, rows)
	for name, path := range map[string]string{
		"as written": plain, "zstd": rewrite(t, plain, ipc.WithZstd()), "lz4": rewrite(t, plain, ipc.WithLZ4()),
	} {
		var whole everyKind
		if err := ReadColumns[AttemptRow](path, &whole); err != nil {
			t.Fatal(name, err)
		}
		at := 0
		var cells []string
		for c, err := range Columns[AttemptRow, everyKind](path) {
			if err != nil {
				t.Fatal(name, err)
			}
			if cells == nil {
				cells = slices.Clone(c.Cell.Values)
			} else if !slices.Equal(cells, c.Cell.Values) {
				t.Fatalf("%s: the codes of a dictionary change from %q to %q", name, cells, c.Cell.Values)
			}
			for i := range c.Round {
				r := rows[at]
				want := []any{r.CellID, r.Category, r.Detail, r.Verifier, r.RequestHash, r.ResponseHash, r.Round, r.TokensIn, r.Seed, r.Syntax}
				if got := c.row(i); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(whole.row(at), want) {
					t.Fatalf("%s: row %d streamed %v, whole %v, want %v", name, at, got, whole.row(at), want)
				}
				at++
			}
		}
		if at != len(rows) || len(whole.Round) != at {
			t.Errorf("%s: %d rows streamed, %d read, want %d", name, at, len(whole.Round), len(rows))
		}
	}
}

func TestColumnsAreAppendedToWhatIsThere(t *testing.T) {
	rows := random[AttemptRow](10, 4)
	path := write(t, rows)
	var c everyKind
	for range 2 {
		if err := ReadColumns[AttemptRow](path, &c); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 10 {
		if !reflect.DeepEqual(c.row(i), c.row(i+10)) || c.Cell.Value(i) != rows[i].CellID {
			t.Errorf("row %d is %v the first time, %v the second", i, c.row(i), c.row(i+10))
		}
	}
	if len(c.Round) != 20 || repeats(c.Cell.Values) || repeats(c.Detail.Values) {
		t.Errorf("%d rows; values %q, %q", len(c.Round), c.Cell.Values, c.Detail.Values)
	}
}

func TestLeavingAStreamEndsItsReaders(t *testing.T) {
	path := write(t, random[AttemptRow](3*batchRows, 5))
	before := runtime.NumGoroutine()
	for _, err := range Columns[AttemptRow, everyKind](path) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	for wait := 0; runtime.NumGoroutine() > before; wait++ { // they have finished, but may not be gone yet
		if wait == 1000 {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
		time.Sleep(time.Millisecond)
	}
}

func TestAStreamSaysWhatIsWrong(t *testing.T) {
	path := write(t, random[AttemptRow](5, 6))
	type unknown struct {
		X []int32 `col:"rond"`
	}
	for c, err := range Columns[AttemptRow, unknown](path) {
		if c != nil || err == nil || !strings.Contains(err.Error(), `no column "rond"`) || !strings.Contains(err.Error(), path) {
			t.Errorf("%v, %v", c, err)
		}
	}
	for c, err := range Columns[CellRow, unknown](path) {
		if c != nil || err == nil || !strings.Contains(err.Error(), `holds the table "attempts", not "cells"`) {
			t.Errorf("%v, %v", c, err)
		}
	}
}

// A dictionary of another writer may hold a value twice; Codes may not.
func TestAValueTwiceInADictionaryHasOneCode(t *testing.T) {
	path := write(t, []DiagnosticRow{{Kind: "a"}, {Kind: "b"}})
	in, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	var rec arrow.Record
	for r := range in.batches() {
		r.Retain()
		rec = r
	}
	defer rec.Release()
	kind := rec.Schema().FieldIndices("kind")[0]
	values := array.NewStringBuilder(memory.DefaultAllocator)
	values.AppendValues([]string{"same", "same"}, nil)
	cols := slices.Clone(rec.Columns())
	cols[kind] = array.NewDictionaryArray(stringDictionary, cols[kind].(*array.Dictionary).Indices(), values.NewArray())
	twice := array.NewRecord(rec.Schema(), cols, rec.NumRows())
	var buf bytes.Buffer
	w, err := ipc.NewFileWriter(&seekable{&buf}, ipc.WithSchema(rec.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(twice); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var c struct {
		Kind Codes `col:"kind"`
	}
	if err := ReadColumns[DiagnosticRow](save(t, buf.Bytes()), &c); err != nil {
		t.Fatal(err)
	}
	if want := (Codes{Code: []int32{0, 0}, Values: []string{"same"}}); !reflect.DeepEqual(c.Kind, want) {
		t.Errorf("%+v, want %+v", c.Kind, want)
	}
}
