package record

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/decimal128"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// Polars writes texts as views; what cannot be read has a reason.
func TestForeignTypes(t *testing.T) {
	mem := memory.DefaultAllocator
	views := array.NewStringViewBuilder(mem)
	views.AppendValues([]string{"short", "longer than fits into a view itself"}, nil)
	money := array.NewDecimal128Builder(mem, &arrow.Decimal128Type{Precision: 9, Scale: 2})
	money.AppendValues([]decimal128.Num{decimal128.FromI64(1), decimal128.FromI64(2)}, nil)
	words := array.NewLargeStringBuilder(mem)
	words.AppendValues([]string{"failed", "proved"}, nil)
	places := array.NewUint32Builder(mem)
	places.AppendValues([]uint32{1, 0}, nil)
	dict := array.NewDictionaryArray(&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint32, ValueType: arrow.BinaryTypes.LargeString}, places.NewArray(), words.NewArray())
	columns := []arrow.Array{views.NewArray(), money.NewArray(), dict}
	var fields []arrow.Field
	for i, name := range []string{"view", "money", "dict"} {
		fields = append(fields, arrow.Field{Name: name, Type: columns[i].DataType()})
	}
	schema := arrow.NewSchema(fields, nil)
	path := filepath.Join(t.TempDir(), "m.arrow")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := ipc.NewFileWriter(f, ipc.WithSchema(schema))
	if err == nil {
		err = w.Write(array.NewRecord(schema, columns, 2))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	names, unread, rows, err := Foreign(path)
	if err != nil || !slices.Equal(names, []string{"view", "dict"}) || !maps.Equal(unread, map[string]string{"money": "has values of type decimal(9, 2)"}) {
		t.Fatalf("columns %v, unread %v, %v", names, unread, err)
	}
	var got []string
	for row, err := range rows {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, row[0].Text, row[1].Text)
	}
	if want := []string{"short", "proved", "longer than fits into a view itself", "failed"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
