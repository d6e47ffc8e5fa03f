package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

func save(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cells.arrow")
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// foreign returns an Arrow file with one row of zero values.
func foreign(t testing.TB, fields []arrow.Field, meta map[string]string, opts ...ipc.Option) []byte {
	t.Helper()
	md := arrow.MetadataFrom(meta)
	schema := arrow.NewSchema(fields, &md)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for _, f := range b.Fields() {
		if d, ok := f.(*array.BinaryDictionaryBuilder); ok { // its empty value is a code without a dictionary entry
			if err := d.AppendString("x"); err != nil {
				t.Fatal(err)
			}
			continue
		}
		f.AppendEmptyValue()
	}
	rec := b.NewRecord()
	defer rec.Release()
	var buf bytes.Buffer
	w, err := ipc.NewFileWriter(&seekable{&buf}, append(opts, ipc.WithSchema(schema))...)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(rec); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

type seekable struct{ *bytes.Buffer }

func (s *seekable) Seek(int64, int) (int64, error) { return int64(s.Len()), nil }

func TestFilesThatAreNotTheTableAreNamedWithTheReason(t *testing.T) {
	meta := func(table, version string) map[string]string {
		return map[string]string{tableKey: table, versionKey: version}
	}
	whole := schemaOf(typeOf[CellRow](), columns(typeOf[CellRow](), nil)).Fields()
	edited := func(edit func([]arrow.Field) []arrow.Field) []arrow.Field {
		return edit(append([]arrow.Field(nil), whole...))
	}
	cells, err := os.ReadFile(write(t, random[CellRow](10, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"empty", nil, "not an Arrow file"},
		{"text", bytes.Repeat([]byte("not arrow\n"), 100), "does not end as one"},
		{"cut short", cells[:len(cells)-5], "does not end as one"},
		{"no proofgrid table", foreign(t, whole, nil), "not a proofgrid table"},
		{"newer version", foreign(t, whole, meta("cells", "3")), "table cells has schema version 3, this proofgrid reads version 2"},
		{"version not a number", foreign(t, whole, meta("cells", "x")), `is "x", not a number`},
		{"other table", foreign(t, whole, meta("tasks", "2")), `holds the table "tasks", not "cells"`},
		{"column missing", foreign(t, whole[:len(whole)-1], meta("cells", "2")), `no column "settings"`},
		{"column unknown", foreign(t, edited(func(f []arrow.Field) []arrow.Field {
			return append(f, arrow.Field{Name: "extra", Type: arrow.BinaryTypes.String})
		}), meta("cells", "2")), `unknown column "extra"`},
		{"columns swapped", foreign(t, edited(func(f []arrow.Field) []arrow.Field {
			f[0], f[1] = f[1], f[0]
			return f
		}), meta("cells", "2")), `column 0 is "model", want "cell_id"`},
		{"column of another type", foreign(t, edited(func(f []arrow.Field) []arrow.Field {
			f[3].Type = arrow.PrimitiveTypes.Int64
			return f
		}), meta("cells", "2")), `column "k" has type int64, want int32`},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := save(t, c.content)
			rows, err := ReadAll[CellRow](path)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%d rows, %v; want %q and the file's name in one line", len(rows), err, c.want)
			}
			var cols struct {
				K []int32 `col:"k"`
			}
			if err := ReadColumns[CellRow](path, &cols); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("ReadColumns: %v", err)
			}
		})
	}
	if _, err := ReadAll[CellRow](filepath.Join(t.TempDir(), "absent.arrow")); !os.IsNotExist(err) {
		t.Errorf("absent file: %v", err)
	}
	if _, err := ReadAll[CellRow](t.TempDir()); err == nil {
		t.Error("a folder was read")
	}
}

func TestCompressedFilesOfOtherWritersAreRead(t *testing.T) {
	fields := schemaOf(typeOf[CellRow](), columns(typeOf[CellRow](), nil)).Fields()
	for name, o := range map[string]ipc.Option{"zstd": ipc.WithZstd(), "lz4": ipc.WithLZ4()} {
		rows, err := ReadAll[CellRow](save(t, foreign(t, fields, map[string]string{tableKey: "cells", versionKey: "2"}, o)))
		if err != nil || len(rows) != 1 {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
		}
	}
}

// exercise runs every reading function over the bytes; what they return is free,
// but they must return, and hold little memory.
func exercise(t testing.TB, content []byte) (failed bool) {
	path := save(t, content)
	var cols struct {
		Model Codes    `col:"model"`
		ID    []string `col:"cell_id"`
		K     []int32  `col:"k"`
		Seed  []uint64 `col:"seed"`
	}
	var task struct {
		Features   map[string][]float64 `col:"feature."`
		Categories map[string]Codes     `col:"category."`
		Truth      []string             `col:"truth_hash"`
	}
	_, err := ReadAll[CellRow](path)
	_, err2 := ReadAll[DiagnosticRow](path)
	_, err3 := ReadAll[TaskRow](path)
	_ = ReadColumns[CellRow](path, &cols)
	type streamed struct {
		Model    Codes    `col:"model"`
		Settings []string `col:"settings"`
		K        []int32  `col:"k"`
	}
	for range Columns[CellRow, streamed](path) {
	}
	var diagnostic struct {
		Category Codes   `col:"category"`
		Message  Codes   `col:"message"`
		Step     []int32 `col:"step"`
	}
	_ = ReadColumns[DiagnosticRow](path, &diagnostic)
	_ = ReadColumns[TaskRow](path, &task)
	_, _ = Diff(path, path, false)
	_, _ = Inspect(path)
	if _, rows, err := Values(path); err == nil {
		for range rows {
		}
	}
	return err != nil && err2 != nil && err3 != nil
}

func TestDamagedFilesNeverPanic(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, name := range []string{"cells", "tasks", "diagnostics"} {
		var path string
		switch name {
		case "cells":
			path = write(t, random[CellRow](20, 1))
		case "tasks":
			path = write(t, random[TaskRow](20, 1))
		case "diagnostics":
			path = write(t, random[DiagnosticRow](20, 1))
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for range 150 {
			cut := rng.IntN(len(whole))
			if !exercise(t, whole[:cut]) {
				t.Errorf("%s cut to %d of %d bytes was read", name, cut, len(whole))
			}
			bad := bytes.Clone(whole)
			for range 1 + rng.IntN(3) {
				at := rng.IntN(len(bad))
				if rng.IntN(2) == 0 { // the footer holds most of what can mislead
					at = len(bad) - 1 - rng.IntN(len(bad)/3)
				}
				switch rng.IntN(3) {
				case 0:
					bad[at] = byte(rng.Uint32())
				case 1:
					binary.LittleEndian.PutUint32(bad[min(at, len(bad)-4):], rng.Uint32())
				case 2:
					binary.LittleEndian.PutUint32(bad[min(at, len(bad)-4):], []uint32{0, 1, 1 << 31, 0xffffffff, 0x7fffffff}[rng.IntN(5)])
				}
			}
			exercise(t, bad)
		}
	}
}

// A compressed buffer begins with the size that it claims to unfold to.
func TestAClaimOfAHugeBufferIsRefusedBeforeItIsAllocated(t *testing.T) {
	fields := schemaOf(typeOf[CellRow](), columns(typeOf[CellRow](), nil)).Fields()
	content := foreign(t, fields, map[string]string{tableKey: "cells", versionKey: "2"}, ipc.WithZstd())
	zstdMagic := []byte{0x28, 0xb5, 0x2f, 0xfd}
	at := bytes.LastIndex(content, zstdMagic)
	if at < 8 {
		t.Fatal("no compressed buffer in the file")
	}
	binary.LittleEndian.PutUint64(content[at-8:], 1<<40)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ReadAll[CellRow](save(t, content))
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "more than a file of its size may need") {
		t.Errorf("%v", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
		t.Errorf("allocated %d MB", used>>20)
	}
}

func TestFooterVectorsLongerThanTheFooterAreRefused(t *testing.T) {
	whole, err := os.ReadFile(write(t, random[CellRow](3, 1)))
	if err != nil {
		t.Fatal(err)
	}
	size := int(binary.LittleEndian.Uint32(whole[len(whole)-10:]))
	begin := len(whole) - 10 - size
	fb := flat{buf: whole[begin : begin+size]}
	root := fb.ref(0)
	schema := fb.ref(fb.field(root, 1))
	for name, at := range map[string]int{
		"fields": fb.ref(fb.field(schema, 1)), "metadata": fb.ref(fb.field(schema, 2)),
		"dictionaries": fb.ref(fb.field(root, 2)), "batches": fb.ref(fb.field(root, 3)),
	} {
		bad := bytes.Clone(whole)
		binary.LittleEndian.PutUint32(bad[begin+at:], 0xfffffff0)
		if _, err := ReadAll[CellRow](save(t, bad)); err == nil || !strings.Contains(err.Error(), "longer than the footer") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzReadersReturn(f *testing.F) {
	for i := range 3 {
		content, err := os.ReadFile(write(f, random[CellRow](i, 1)))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) { exercise(t, content) })
}

func TestGuardNamesThePanic(t *testing.T) {
	err := guard(func() error { panic(fmt.Errorf("index out of range")) })
	if err == nil || !strings.Contains(err.Error(), "malformed Arrow file: index out of range") {
		t.Error(err)
	}
}
