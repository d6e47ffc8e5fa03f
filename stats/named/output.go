package named

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// Object is a JSON object whose members keep their order.
type Object []Member

// Member is one name with its value: numbers, text, true/false, slices, and structs
// of package stats, whose fields are named in snake case.
type Member struct {
	Name  string
	Value any
}

// Get returns the value of a member, nil when there is none.
func (o Object) Get(name string) any {
	for _, m := range o {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// MarshalJSON writes numbers that JSON cannot say as "NaN", "Infinity" and
// "-Infinity".
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	if err := write(&b, reflect.ValueOf(o)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func write(b *bytes.Buffer, v reflect.Value) error {
	if !v.IsValid() {
		b.WriteString("null")
		return nil
	}
	if o, ok := v.Interface().(Object); ok {
		return writeMembers(b, o)
	}
	if s, ok := v.Interface().(fmt.Stringer); ok && v.Kind() == reflect.Int { // a named choice
		fmt.Fprintf(b, "%q", s)
		return nil
	}
	switch v.Kind() {
	case reflect.Interface:
		return write(b, v.Elem())
	case reflect.Struct:
		return writeMembers(b, membersOf(v))
	case reflect.Slice, reflect.Array:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := write(b, v.Index(i)); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	case reflect.Float64:
		for name, f := range special {
			if f == v.Float() || math.IsNaN(f) && math.IsNaN(v.Float()) {
				fmt.Fprintf(b, "%q", name)
				return nil
			}
		}
	}
	text, err := json.Marshal(v.Interface())
	b.Write(text)
	return err
}

func writeMembers(b *bytes.Buffer, o Object) error {
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "%q:", m.Name)
		if err := write(b, reflect.ValueOf(m.Value)); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// membersOf lists the exported fields of a struct, embedded ones as its own, and
// leaves out empty warnings.
func membersOf(v reflect.Value) Object {
	var out Object
	for i := range v.NumField() {
		switch f := v.Type().Field(i); {
		case f.Anonymous:
			out = append(out, membersOf(v.Field(i))...)
		case f.Name == "Warnings" && v.Field(i).Len() == 0, !f.IsExported():
		default:
			out = append(out, Member{snake(f.Name), v.Field(i).Interface()})
		}
	}
	return out
}

// fields are the members of a struct of package stats.
func fields(v any) Object { return membersOf(reflect.ValueOf(v)) }

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

// with adds what the numbers of o rest on.
func (o Object) with(details ...Member) Object {
	return append(o, Member{"details", Object(details)})
}

// warnings are all that v says anywhere, each once.
func warnings(v reflect.Value) []string {
	var out []string
	add := func(found []string) {
		for _, w := range found {
			if !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			add(warnings(v.Elem()))
		}
	case reflect.Slice:
		for i := range v.Len() {
			add(warnings(v.Index(i)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); v.Type().Field(i).Name == "Warnings" {
				add(f.Interface().([]string))
			} else if v.Type().Field(i).IsExported() {
				add(warnings(f))
			}
		}
	}
	return out
}
