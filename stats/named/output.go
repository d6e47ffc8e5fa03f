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
	w := writer{}
	err := w.object(o, "")
	return w.Bytes(), err
}

// Text is the same JSON for people: a line for every member, lists on one line.
func (o Object) Text() (string, error) {
	w := writer{lines: true}
	err := w.object(o, "")
	return w.String() + "\n", err
}

type writer struct {
	bytes.Buffer
	lines bool
}

func (w *writer) value(v reflect.Value, indent string) error {
	if !v.IsValid() {
		w.WriteString("null")
		return nil
	}
	if o, ok := v.Interface().(Object); ok {
		return w.object(o, indent)
	}
	if s, ok := v.Interface().(fmt.Stringer); ok && v.Kind() == reflect.Int { // a named choice
		v = reflect.ValueOf(s.String())
	}
	switch v.Kind() {
	case reflect.Interface:
		return w.value(v.Elem(), indent)
	case reflect.Struct:
		return w.object(membersOf(v), indent)
	case reflect.Slice, reflect.Array:
		w.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				w.WriteByte(',')
				if w.lines {
					w.WriteByte(' ')
				}
			}
			if err := w.value(v.Index(i), indent+"  "); err != nil {
				return err
			}
		}
		w.WriteByte(']')
		return nil
	case reflect.Float64:
		for name, f := range special {
			if f == v.Float() || math.IsNaN(f) && math.IsNaN(v.Float()) {
				fmt.Fprintf(w, "%q", name)
				return nil
			}
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v.Interface()); err != nil {
		return err
	}
	w.Truncate(w.Len() - 1) // the line end that Encode adds
	return nil
}

func (w *writer) object(o Object, indent string) error {
	w.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			w.WriteByte(',')
		}
		if w.lines {
			w.WriteString("\n" + indent + "  ")
		}
		fmt.Fprintf(w, "%q:", m.Name)
		if w.lines {
			w.WriteByte(' ')
		}
		if err := w.value(reflect.ValueOf(m.Value), indent+"  "); err != nil {
			return err
		}
	}
	if w.lines && len(o) > 0 {
		w.WriteString("\n" + indent)
	}
	w.WriteByte('}')
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

// warnUnknown adds a warning where numbers of x are unknown.
func (o Object) warnUnknown(x []float64, so string) Object {
	n := 0
	for _, v := range x {
		if math.IsNaN(v) {
			n++
		}
	}
	if n == 0 {
		return o
	}
	return append(o, Member{"warnings", []string{fmt.Sprintf("unknown numbers: %d of %d, %s", n, len(x), so)}})
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
