package record

import (
	"math"
	"reflect"
	"testing"
)

// sameValues compares what Values yields with the rows that were written.
func sameValues[R Row](t *testing.T, rows []R) {
	t.Helper()
	path := write(t, rows)
	info, seq, err := Values(path)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.close()
	cols, err := match(reflect.TypeFor[R](), tab.schema)
	if err != nil {
		t.Fatal(err)
	}
	if info.Table != TableName[R]() || len(info.Columns) != len(cols) {
		t.Fatalf("table %s with %d columns, want %s with %d", info.Table, len(info.Columns), TableName[R](), len(cols))
	}
	n := 0
	for got, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range cols {
			v := c.value(reflect.ValueOf(rows[n]))
			if info.Columns[i].Name != c.name {
				t.Fatalf("column %d is %s, want %s", i, info.Columns[i].Name, c.name)
			}
			if null := !v.IsValid() || c.isNull(v); null || got[i].Kind == Null {
				if null != (got[i].Kind == Null) {
					t.Fatalf("row %d, %s: null is %v", n, c.name, !null)
				}
				continue
			}
			same := false
			switch v.Kind() {
			case reflect.String:
				same = got[i].Kind == Text && got[i].Text == v.String()
			case reflect.Bool:
				same = got[i].Kind == Bool && got[i].Bool == v.Bool()
			case reflect.Uint64:
				same = got[i].Kind == Uint && got[i].Uint == v.Uint()
			case reflect.Float64:
				same = got[i].Kind == Float && math.Float64bits(got[i].Float) == math.Float64bits(v.Float())
			case reflect.Slice:
				same = got[i].Kind == List && len(got[i].List) == v.Len()
				for j := 0; same && j < v.Len(); j++ {
					same = got[i].List[j] == v.Index(j).String()
				}
			default:
				same = got[i].Kind == Int && got[i].Int == v.Int()
			}
			if !same {
				t.Fatalf("row %d, %s: %+v, want %v", n, c.name, got[i], v)
			}
		}
		n++
	}
	if n != len(rows) {
		t.Errorf("%d rows, want %d", n, len(rows))
	}
}

func TestValuesAreThoseOfTheRows(t *testing.T) {
	sameValues(t, random[TaskRow](300, 31))
	sameValues(t, random[AttemptRow](500, 32))
	sameValues(t, random[CallRow](300, 33))
	sameValues(t, random[DiagnosticRow](300, 34))
	sameValues(t, random[OutcomeRow](300, 35))
	sameValues(t, []CellRow(nil))
}
