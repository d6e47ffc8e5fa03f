package record

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
)

// Version is the schema version of every table that this package writes and
// the only one that it reads. It rises with every change of a column's name,
// type or meaning.
const Version = 2

const (
	tableKey   = "proofgrid.table"
	versionKey = "proofgrid.schema_version"
)

// Row is a row of one of the tables.
type Row interface {
	TaskRow | CellRow | ContextRow | AttemptRow | CallRow | DiagnosticRow | OutcomeRow
}

// TableName returns the name of the table that holds rows of type R, such as
// "attempts".
func TableName[R Row]() string { return tableName(reflect.TypeFor[R]()) }

func tableName(t reflect.Type) string {
	return strings.ToLower(strings.TrimSuffix(t.Name(), "Row")) + "s"
}

// column maps a field of a row type, or one key of a map field, to a column.
type column struct {
	name     string
	field    int
	key      string // in a map field
	typ      reflect.Type
	dict     bool
	null     any // the Go value that is null in the table; nil when it has none
	volatile bool
	unit     string
	doc      string
}

// columns lists the columns of a row type in the order of its fields. keys gives
// the keys of its map fields by field index, sorted; each becomes a column.
func columns(row reflect.Type, keys map[int][]string) []column {
	var cols []column
	for i := range row.NumField() {
		f := row.Field(i)
		c := column{field: i, typ: f.Type, unit: f.Tag.Get("unit"), doc: f.Tag.Get("doc")}
		options := strings.Split(f.Tag.Get("col"), ",")
		for _, o := range options[1:] {
			switch name, value, _ := strings.Cut(o, "="); name {
			case "dict":
				c.dict = true
			case "volatile":
				c.volatile = true
			case "null":
				c.null = nullValue(f.Type, value)
			default:
				panic("record: unknown option " + o + " of field " + f.Name)
			}
		}
		if f.Type.Kind() != reflect.Map {
			c.name = options[0]
			cols = append(cols, c)
			continue
		}
		c.typ = f.Type.Elem()
		c.null = nullValue(c.typ, "")
		for _, key := range keys[i] {
			c.key, c.name = key, options[0]+key
			cols = append(cols, c)
		}
	}
	return cols
}

func nullValue(t reflect.Type, text string) any {
	switch t.Kind() {
	case reflect.String:
		return text
	case reflect.Float64:
		return math.NaN()
	}
	n := int64(0)
	if text != "" {
		var err error
		if n, err = strconv.ParseInt(text, 10, 64); err != nil {
			panic("record: null value " + text)
		}
	}
	return n
}

var stringDictionary = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}

func (c *column) arrowType() arrow.DataType {
	switch c.typ.Kind() {
	case reflect.String:
		if c.dict {
			return stringDictionary
		}
		return arrow.BinaryTypes.String
	case reflect.Bool:
		return arrow.FixedWidthTypes.Boolean
	case reflect.Int32:
		return arrow.PrimitiveTypes.Int32
	case reflect.Int64:
		return arrow.PrimitiveTypes.Int64
	case reflect.Uint64:
		return arrow.PrimitiveTypes.Uint64
	case reflect.Float64:
		return arrow.PrimitiveTypes.Float64
	case reflect.Slice:
		return arrow.ListOf(arrow.BinaryTypes.String)
	}
	panic("record: no column type for " + c.typ.String())
}

func (c *column) arrowField() arrow.Field {
	meta := map[string]string{"doc": c.doc}
	if c.unit != "" {
		meta["unit"] = c.unit
	}
	if c.volatile {
		meta["volatile"] = "true"
	}
	keys := slices.Sorted(maps.Keys(meta))
	values := make([]string, len(keys))
	for i, k := range keys {
		values[i] = meta[k]
	}
	return arrow.Field{Name: c.name, Type: c.arrowType(), Nullable: c.null != nil, Metadata: arrow.NewMetadata(keys, values)}
}

func schemaOf(row reflect.Type, cols []column) *arrow.Schema {
	fields := make([]arrow.Field, len(cols))
	for i := range cols {
		fields[i] = cols[i].arrowField()
	}
	meta := arrow.NewMetadata([]string{tableKey, versionKey}, []string{tableName(row), strconv.Itoa(Version)})
	return arrow.NewSchema(fields, &meta)
}

// identity reads the table name and schema version that a schema claims.
func identity(s *arrow.Schema) (table string, version int, err error) {
	meta := s.Metadata()
	table, ok := meta.GetValue(tableKey)
	if !ok {
		return "", 0, fmt.Errorf("not a proofgrid table: its schema has no %s", tableKey)
	}
	text, _ := meta.GetValue(versionKey)
	version, err = strconv.Atoi(text)
	if err != nil {
		return "", 0, fmt.Errorf("%s is %q, not a number", versionKey, text)
	}
	if version != Version {
		return "", 0, fmt.Errorf("table %s has schema version %d, this proofgrid reads version %d; read it with the version that wrote it", table, version, Version)
	}
	return table, version, nil
}

// match returns the columns of a file's schema, in its order, or says where it
// differs from the row type's.
func match(row reflect.Type, s *arrow.Schema) ([]column, error) {
	table, _, err := identity(s)
	if err != nil {
		return nil, err
	}
	if want := tableName(row); table != want {
		return nil, fmt.Errorf("holds the table %q, not %q", table, want)
	}
	keys := map[int][]string{}
	for i := range row.NumField() {
		if row.Field(i).Type.Kind() != reflect.Map {
			continue
		}
		prefix, _, _ := strings.Cut(row.Field(i).Tag.Get("col"), ",")
		for _, f := range s.Fields() {
			if key, ok := strings.CutPrefix(f.Name, prefix); ok {
				keys[i] = append(keys[i], key)
			}
		}
	}
	cols := columns(row, keys)
	for i, f := range s.Fields() {
		if i >= len(cols) {
			return nil, fmt.Errorf("table %s: unknown column %q", table, f.Name)
		}
		want := cols[i].arrowField()
		if f.Name != want.Name {
			return nil, fmt.Errorf("table %s: column %d is %q, want %q", table, i, f.Name, want.Name)
		}
		if !arrow.TypeEqual(f.Type, want.Type) || f.Nullable && !want.Nullable {
			return nil, fmt.Errorf("table %s: column %q has type %s, want %s", table, f.Name, typeText(f), typeText(want))
		}
	}
	if len(cols) > s.NumFields() {
		return nil, fmt.Errorf("table %s: no column %q", table, cols[s.NumFields()].name)
	}
	return cols, nil
}

func typeText(f arrow.Field) string {
	if f.Nullable {
		return f.Type.String() + " (nullable)"
	}
	return f.Type.String()
}
