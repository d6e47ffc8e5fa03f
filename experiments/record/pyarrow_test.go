package record

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// pyarrow returns a Python that can import pyarrow. PROOFGRID_PYARROW names one,
// or is 1 to have the test install pyarrow into a temporary environment.
func pyarrow(t *testing.T) string {
	t.Helper()
	has := func(python string) bool { return exec.Command(python, "-c", "import pyarrow").Run() == nil }
	switch p := os.Getenv("PROOFGRID_PYARROW"); {
	case p == "1":
		venv := filepath.Join(t.TempDir(), "venv")
		python := filepath.Join(venv, "bin", "python")
		for _, command := range [][]string{{"python3", "-m", "venv", venv}, {python, "-m", "pip", "install", "-q", "pyarrow"}} {
			if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, out)
			}
		}
		return python
	case p != "":
		if !has(p) {
			t.Fatalf("PROOFGRID_PYARROW: %s cannot import pyarrow", p)
		}
		return p
	case has("python3"):
		return "python3"
	}
	t.Skip("python3 has no pyarrow; PROOFGRID_PYARROW=1 installs it for this test")
	return ""
}

// The script prints each table as JSON, values as Python sees them, after it has
// had pyarrow check every buffer.
const script = `
import json, sys, pyarrow as pa
out = {}
for path in sys.argv[1:]:
    with pa.memory_map(path) as f:
        r = pa.ipc.open_file(f)
        t = r.read_all()
        t.validate(full=True)
        text = lambda d: {k.decode(): v.decode() for k, v in (d or {}).items()}
        out[path] = {
            "batches": r.num_record_batches, "rows": t.num_rows, "meta": text(t.schema.metadata),
            "fields": {f.name: {"type": str(f.type), "meta": text(f.metadata), "nullable": f.nullable} for f in t.schema},
            "columns": {n: t.column(n).to_pylist() for n in t.column_names},
        }
json.dump(out, sys.stdout)
`

type pyTable struct {
	Batches, Rows int
	Meta          map[string]string
	Fields        map[string]struct {
		Type     string
		Meta     map[string]string
		Nullable bool
	}
	Columns map[string][]any
}

func readWithPyarrow(t *testing.T, python string, paths ...string) map[string]pyTable {
	t.Helper()
	cmd := exec.Command(python, append([]string{"-c", script}, paths...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]pyTable{}
	d := json.NewDecoder(strings.NewReader(string(out)))
	d.UseNumber()
	if err := d.Decode(&tables); err != nil {
		t.Fatal(err)
	}
	return tables
}

// python renders a value as it comes out of the script.
func python(v reflect.Value) any {
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Slice:
		list := []any{}
		for i := range v.Len() {
			list = append(list, python(v.Index(i)))
		}
		return list
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		panic(err)
	}
	return json.Number(text)
}

func comparePyarrow[R Row](t *testing.T, python3 string, rows []R) {
	t.Run(TableName[R](), func(t *testing.T) {
		path := write(t, rows)
		got := readWithPyarrow(t, python3, path)[path]
		if got.Rows != len(rows) || got.Meta[tableKey] != TableName[R]() || got.Meta[versionKey] != strconv.Itoa(Version) {
			t.Fatalf("%d rows, want %d; %v", got.Rows, len(rows), got.Meta)
		}
		keys := map[int][]string{}
		if TableName[R]() == "tasks" {
			typ := reflect.TypeFor[R]()
			for i := range typ.NumField() {
				switch typ.Field(i).Name {
				case "Features":
					keys[i] = []string{"depth", "steps"}
				case "Categories":
					keys[i] = []string{"level"}
				}
			}
		}
		cols := columns(reflect.TypeFor[R](), keys)
		if len(cols) != len(got.Columns) {
			t.Errorf("%d columns, want %d", len(got.Columns), len(cols))
		}
		for _, c := range cols {
			f := got.Fields[c.name]
			if f.Meta["unit"] != c.unit || f.Meta["doc"] != c.doc || (f.Meta["volatile"] == "true") != c.volatile || f.Nullable != (c.null != nil) {
				t.Errorf("field %s: %+v", c.name, f)
			}
			if c.dict && f.Type != "dictionary<values=string, indices=int32, ordered=0>" {
				t.Errorf("field %s has type %s", c.name, f.Type)
			}
			for i := range rows {
				v := c.value(reflect.ValueOf(rows[i]))
				var want any
				if v.IsValid() && !c.isNull(v) {
					want = python(v)
				}
				if g := got.Columns[c.name][i]; !reflect.DeepEqual(g, want) && !sameFloat(g, want) {
					t.Fatalf("row %d, %s: %v, want %v", i, c.name, g, want)
				}
			}
		}
	})
}

// sameFloat allows for the two languages' ways to write one float.
func sameFloat(a, b any) bool {
	x, ok := a.(json.Number)
	y, ok2 := b.(json.Number)
	if !ok || !ok2 {
		return false
	}
	f, err := x.Float64()
	g, err2 := y.Float64()
	return err == nil && err2 == nil && math.Float64bits(f) == math.Float64bits(g) && strings.ContainsAny(string(x)+string(y), ".eE")
}

func TestPyarrowReadsTheSameValues(t *testing.T) {
	python3 := pyarrow(t)
	comparePyarrow(t, python3, random[TaskRow](200, 21))
	comparePyarrow(t, python3, random[CellRow](200, 22))
	comparePyarrow(t, python3, random[ContextRow](200, 23))
	comparePyarrow(t, python3, random[AttemptRow](1000, 24))
	comparePyarrow(t, python3, random[CallRow](200, 25))
	comparePyarrow(t, python3, random[DiagnosticRow](200, 26))
	comparePyarrow(t, python3, random[OutcomeRow](200, 27))
	comparePyarrow(t, python3, []AttemptRow(nil))
	comparePyarrow(t, python3, random[CellRow](2*batchRows+5, 28)) // one dictionary over three batches
}
