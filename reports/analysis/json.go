package analysis

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unicode"
)

// MarshalJSON is JSON of the analysis.
func (a *Analysis) MarshalJSON() ([]byte, error) { return JSON(*a) }

// JSON writes structs and slices of numbers and text, with undefined numbers as null
// and infinite ones as "Infinity" and "-Infinity", which JSON itself cannot say.
// Fields without a tag have their names in snake case, embedded ones are those of
// their holder.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := encode(&b, reflect.ValueOf(v)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

var marshaler = reflect.TypeFor[json.Marshaler]()

func encode(b *bytes.Buffer, v reflect.Value) error {
	if v.Type().Implements(marshaler) {
		return plain(b, v)
	}
	switch v.Kind() {
	case reflect.Float64:
		switch f := v.Float(); {
		case math.IsNaN(f):
			b.WriteString("null")
		case math.IsInf(f, 1):
			b.WriteString(`"Infinity"`)
		case math.IsInf(f, -1):
			b.WriteString(`"-Infinity"`)
		default:
			return plain(b, v)
		}
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := encode(b, v.Index(i)); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case reflect.Struct:
		b.WriteByte('{')
		first := true
		if err := encodeFields(b, v, &first); err != nil {
			return err
		}
		b.WriteByte('}')
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint64:
		return plain(b, v)
	default:
		return fmt.Errorf("no JSON for a field of type %s", v.Type())
	}
	return nil
}

func encodeFields(b *bytes.Buffer, v reflect.Value, first *bool) error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() || name == "-" || option == "omitempty" && v.Field(i).IsZero():
			continue
		case f.Anonymous && name == "":
			if err := encodeFields(b, v.Field(i), first); err != nil {
				return err
			}
			continue
		case name == "":
			name = snake(f.Name)
		}
		if !*first {
			b.WriteByte(',')
		}
		*first = false
		fmt.Fprintf(b, "%q:", name)
		if err := encode(b, v.Field(i)); err != nil {
			return err
		}
	}
	return nil
}

func plain(b *bytes.Buffer, v reflect.Value) error {
	text, err := json.Marshal(v.Interface())
	b.Write(text)
	return err
}

// snake turns OnlyA into only_a and ICC into icc.
func snake(name string) string {
	var b strings.Builder
	r := []rune(name)
	for i, c := range r {
		if unicode.IsUpper(c) && i > 0 && (unicode.IsLower(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}
