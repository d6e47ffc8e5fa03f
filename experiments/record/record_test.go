package record

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow/memory"
)

// random returns n rows whose fields take every kind of value, null ones
// included.
func random[R Row](n int, seed uint64) []R {
	rng := rand.New(rand.NewPCG(seed, 1))
	rows := make([]R, n)
	cols := columns(reflect.TypeFor[R](), nil)
	for i := range rows {
		v := reflect.ValueOf(&rows[i]).Elem()
		for _, c := range cols {
			f := v.Field(c.field)
			if c.null != nil && rng.IntN(4) == 0 {
				f.Set(c.nullReflect())
				continue
			}
			switch f.Kind() {
			case reflect.String:
				if c.dict {
					f.SetString(fmt.Sprintf("%s %d", c.name, rng.IntN(9)))
				} else {
					f.SetString(fmt.Sprintf("⊢ %x", rng.Uint64()))
				}
			case reflect.Bool:
				f.SetBool(rng.IntN(2) == 0)
			case reflect.Int32:
				f.SetInt(int64(rng.Int32N(1000)) + 1)
			case reflect.Int64:
				f.SetInt(rng.Int64N(1 << 60))
			case reflect.Uint64:
				f.SetUint(rng.Uint64())
			case reflect.Float64:
				f.SetFloat(rng.NormFloat64())
			case reflect.Slice:
				for range rng.IntN(3) {
					f.Set(reflect.Append(f, reflect.ValueOf(fmt.Sprintf("ax-%d", rng.IntN(50)))))
				}
			}
		}
		if task, ok := any(&rows[i]).(*TaskRow); ok && i%3 != 0 {
			task.Features = map[string]float64{"depth": float64(rng.IntN(12))}
			task.Categories = map[string]string{"level": fmt.Sprint(rng.IntN(3))}
			if i%2 == 0 {
				task.Features["steps"] = rng.Float64()
			}
		}
	}
	return rows
}

// sameRows compares rows with NaN equal to NaN.
func sameRows[R Row](t *testing.T, got, want []R) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range want {
		g, w := reflect.ValueOf(got[i]), reflect.ValueOf(want[i])
		for f := range w.NumField() {
			if a, ok := w.Field(f).Interface().(float64); ok && math.IsNaN(a) && math.IsNaN(g.Field(f).Float()) {
				continue
			}
			if !reflect.DeepEqual(g.Field(f).Interface(), w.Field(f).Interface()) {
				t.Fatalf("row %d, %s: %#v, want %#v", i, w.Type().Field(f).Name, g.Field(f), w.Field(f))
			}
		}
	}
}

func write[R Row](t testing.TB, rows []R) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), TableName[R]()+".arrow")
	n, err := Write(path, Rows(rows))
	if err != nil || n != int64(len(rows)) {
		t.Fatalf("Write: %d rows, %v", n, err)
	}
	return path
}

func testRoundTrip[R Row](t *testing.T) {
	t.Run(TableName[R](), func(t *testing.T) {
		for _, n := range []int{0, 1, 5000} {
			rows := random[R](n, uint64(n))
			got, err := ReadAll[R](write(t, rows))
			if err != nil {
				t.Fatal(err)
			}
			sameRows(t, got, rows)
		}
	})
}

func TestRowsComeBackAsWritten(t *testing.T) {
	testRoundTrip[TaskRow](t)
	testRoundTrip[CellRow](t)
	testRoundTrip[ContextRow](t)
	testRoundTrip[AttemptRow](t)
	testRoundTrip[CallRow](t)
	testRoundTrip[DiagnosticRow](t)
	testRoundTrip[OutcomeRow](t)
}

func TestRowsComeBackOverManyBatches(t *testing.T) {
	rows := random[DiagnosticRow](3*batchRows+7, 1)
	rows[len(rows)-1].Kind = "a value that only the last batch has"
	path := write(t, rows)
	got, err := ReadAll[DiagnosticRow](path)
	if err != nil {
		t.Fatal(err)
	}
	sameRows(t, got, rows)

	long := make([]DiagnosticRow, 40)
	for i := range long {
		long[i] = DiagnosticRow{Message: strings.Repeat("x", batchBytes/8), Ordinal: int32(i)}
	}
	tab, err := open(write(t, long))
	if err != nil {
		t.Fatal(err)
	}
	defer tab.close()
	if got := tab.r.NumRecords(); got != 5 {
		t.Errorf("40 rows of an eighth of the byte bound in %d batches, want 5", got)
	}
}

func TestEveryFieldIsADocumentedColumn(t *testing.T) {
	snake := regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	for _, row := range []reflect.Type{
		reflect.TypeFor[TaskRow](), reflect.TypeFor[CellRow](), reflect.TypeFor[ContextRow](), reflect.TypeFor[AttemptRow](),
		reflect.TypeFor[CallRow](), reflect.TypeFor[DiagnosticRow](), reflect.TypeFor[OutcomeRow](),
	} {
		seen := map[string]bool{}
		for i := range row.NumField() {
			f := row.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("col"), ",")
			if f.Type.Kind() == reflect.Map {
				name = strings.TrimSuffix(name, ".")
			}
			if !snake.MatchString(name) || seen[name] {
				t.Errorf("%s.%s: column name %q is not snake case or not unique", row.Name(), f.Name, name)
			}
			seen[name] = true
			if f.Tag.Get("doc") == "" {
				t.Errorf("%s.%s has no doc", row.Name(), f.Name)
			}
			if isTime := f.Type == reflect.TypeFor[time.Duration](); isTime != (f.Tag.Get("unit") == "ns") {
				t.Errorf("%s.%s: unit %q", row.Name(), f.Name, f.Tag.Get("unit"))
			}
		}
		for _, c := range columns(row, nil) {
			if c.typ == reflect.TypeFor[time.Duration]() && !c.volatile {
				t.Errorf("%s: duration %s is not volatile", row.Name(), c.name)
			}
		}
	}
}

func TestUnknownValuesAreNull(t *testing.T) {
	path := write(t, []AttemptRow{{TokensIn: -1, TokensOut: 0, Category: "", Detail: "x"}})
	tab, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.close()
	for rec, err := range tab.batches() {
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{"tokens_in": true, "tokens_out": false, "category": true, "kind": true, "detail": false, "cell_id": false, "candidate_hash": true}
		for name, null := range want {
			if got := rec.Column(tab.schema.FieldIndices(name)[0]).IsNull(0); got != null {
				t.Errorf("%s: null is %v, want %v", name, got, null)
			}
		}
	}
}

func TestTextThatIsNotUTF8IsMendedOnTheWay(t *testing.T) {
	got, err := ReadAll[DiagnosticRow](write(t, []DiagnosticRow{{Message: "a\xff\xfeb", Kind: "k\xff", Goals: []string{"\xc3"}}}))
	if err != nil {
		t.Fatal(err)
	}
	want := []DiagnosticRow{{Message: "a\uFFFDb", Kind: "k\uFFFD", Goals: []string{"\uFFFD"}}}
	sameRows(t, got, want)
}

func TestInspectGivesUnitsAndVolatility(t *testing.T) {
	info, err := Inspect(write(t, random[AttemptRow](3, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if info.Table != "attempts" || info.Version != Version || info.Rows != 3 {
		t.Errorf("%+v", info)
	}
	found := 0
	for _, c := range info.Columns {
		switch c.Name {
		case "check_ns":
			found++
			if c.Unit != "ns" || !c.Volatile || c.Doc == "" || c.Type != "int64" {
				t.Errorf("%+v", c)
			}
		case "tokens_in":
			found++
			if c.Unit != "tokens" || c.Volatile || !c.Nullable {
				t.Errorf("%+v", c)
			}
		}
	}
	if found != 2 {
		t.Errorf("found %d of 2 columns", found)
	}
}

func TestWriterReleasesWhatItAllocates(t *testing.T) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	rows := random[AttemptRow](1000, 2)
	if _, err := encode(io.Discard, Rows(rows), mem); err != nil {
		t.Fatal(err)
	}
	if _, err := encode(io.Discard, Rows(random[TaskRow](1000, 2)), mem); err != nil {
		t.Fatal(err)
	}
	for _, budget := range []int{0, 8, 5000, 100_000} {
		if _, err := encode(&shortWriter{budget}, Rows(rows), mem); err == nil {
			t.Errorf("no error from a writer that fails after %d bytes", budget)
		}
	}
}

func TestReaderReleasesEachBatch(t *testing.T) {
	tab, err := open(write(t, random[CellRow](2*batchRows+1, 3)))
	if err != nil {
		t.Fatal(err)
	}
	defer tab.close()
	left := tab.mem.Left()
	batches := 0
	for _, err := range tab.batches() {
		if err != nil {
			t.Fatal(err)
		}
		batches++
	}
	if batches != 3 || tab.mem.Left() != left {
		t.Errorf("%d batches left %d bytes in use", batches, left-tab.mem.Left())
	}
}

type shortWriter struct{ left int }

var errFull = errors.New("no space left on device")

func (w *shortWriter) Write(p []byte) (int, error) {
	n := min(len(p), w.left)
	w.left -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

func TestAFailedWriteIsAnErrorWhereverItFails(t *testing.T) {
	rows := Rows(random[AttemptRow](20_000, 4))
	var whole counter
	if _, err := encode(&whole, rows, memory.DefaultAllocator); err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		budget := int(whole) * i / 12
		if i == 11 {
			budget = int(whole) - 1
		}
		if _, err := encode(&shortWriter{budget}, rows, memory.DefaultAllocator); !errors.Is(err, errFull) {
			t.Errorf("full after %d of %d bytes: %v", budget, whole, err)
		}
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

func TestAnErrorOfTheRowsLeavesTheOldTable(t *testing.T) {
	path := write(t, []CellRow{{CellID: "old"}})
	boom := errors.New("boom")
	for _, failing := range []int{1, 2} { // the pass that fails
		pass := 0
		var rows iter.Seq2[*CellRow, error] = func(yield func(*CellRow, error) bool) {
			pass++
			if yield(&CellRow{CellID: "new"}, nil) && pass == failing {
				yield(nil, boom)
			}
		}
		if _, err := Write(path, rows); !errors.Is(err, boom) {
			t.Errorf("pass %d: %v", failing, err)
		}
	}
	got, err := ReadAll[CellRow](path)
	if err != nil || len(got) != 1 || got[0].CellID != "old" {
		t.Errorf("%v, %v", got, err)
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

func TestRowsThatChangeBetweenThePassesAreRefused(t *testing.T) {
	pass := 0
	rows := func(yield func(*CellRow, error) bool) {
		pass++
		yield(&CellRow{Model: fmt.Sprint("model of pass ", pass)}, nil)
	}
	if _, err := Write(filepath.Join(t.TempDir(), "cells.arrow"), rows); err == nil {
		t.Error("no error")
	}
}
