package named

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// InputError is a fault of the JSON input at its place there.
type InputError struct {
	Line, Col int // 1-based; the column counts characters
	Msg       string
}

func (e *InputError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Col, e.Msg)
}

// maxDepth is far above what any input needs, and keeps hostile text from
// exhausting the stack.
const maxDepth = 16

// node is a JSON value and where it begins.
type node struct {
	at    int
	value any // nil, bool, string or json.Number for a scalar
	array bool
	names []*node // of an object's members: strings
	items []*node // members of an object, elements of an array
}

func (n *node) object() bool { return n.names != nil }

// reader turns text into nodes and nodes into Go values.
type reader struct {
	text []byte
	dec  *json.Decoder
	any  bool // the next whole number may be any, as seeds are
}

// most bounds whole numbers: none of an evaluation is larger, and work and memory
// grow with some.
const most = 10_000_000

func (r *reader) fault(at int, format string, args ...any) error {
	at = min(max(at, 0), len(r.text))
	line := 1 + bytes.Count(r.text[:at], []byte("\n"))
	begin := bytes.LastIndexByte(r.text[:at], '\n') + 1
	return &InputError{line, 1 + utf8.RuneCount(r.text[begin:at]), fmt.Sprintf(format, args...)}
}

// parse reads one JSON value and nothing after it.
func parse(text []byte) (*reader, *node, error) {
	r := &reader{text: text, dec: json.NewDecoder(bytes.NewReader(text))}
	if r.next(0) == len(text) {
		return nil, nil, errors.New("the input is empty; it takes a JSON object")
	}
	var whole json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, &whole); errors.As(err, &syntax) {
		return nil, nil, r.fault(int(syntax.Offset)-1, "%s", syntax) // Offset counts the bad byte
	}
	r.dec.UseNumber()
	root, err := r.read(0)
	return r, root, err
}

// next is where the next token begins.
func (r *reader) next(from int) int {
	for from < len(r.text) && strings.IndexByte(" \t\r\n,:", r.text[from]) >= 0 {
		from++
	}
	return from
}

func (r *reader) token() (json.Token, int, error) {
	at := r.next(int(r.dec.InputOffset()))
	t, err := r.dec.Token()
	if err != nil {
		return nil, at, r.fault(at, "%v", err)
	}
	return t, at, nil
}

func (r *reader) read(depth int) (*node, error) {
	t, at, err := r.token()
	if err != nil {
		return nil, err
	}
	n := &node{at: at}
	open, ok := t.(json.Delim)
	if !ok {
		n.value = t
		return n, nil
	}
	if depth == maxDepth {
		return nil, r.fault(at, "nested more than %d deep", maxDepth)
	}
	if n.array = open == '['; !n.array {
		n.names = []*node{}
	}
	for r.dec.More() {
		if !n.array {
			name, at, err := r.token()
			if err != nil {
				return nil, err
			}
			for _, before := range n.names {
				if before.value == name {
					return nil, r.fault(at, "%q stands twice", name)
				}
			}
			n.names = append(n.names, &node{at: at, value: name})
		}
		item, err := r.read(depth + 1)
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, item)
	}
	_, _, err = r.token()
	return n, err
}

// custom is an input type with a notation of its own.
type custom interface {
	read(r *reader, n *node, path string) error
	notation() string
}

// fill decodes n into v; path names it in messages.
func (r *reader) fill(n *node, v reflect.Value, path string) error {
	if c, ok := v.Addr().Interface().(custom); ok {
		return c.read(r, n, path)
	}
	switch v.Kind() {
	case reflect.Struct:
		return r.fillStruct(n, v, path)
	case reflect.Slice, reflect.Array:
		if !n.array {
			return r.fault(n.at, "%s must be %s, not %s", path, notation(v.Type()), n)
		}
		if v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), len(n.items), len(n.items)))
		} else if v.Len() != len(n.items) {
			return r.fault(n.at, "%s must have %d elements, not %d", path, v.Len(), len(n.items))
		}
		for i, item := range n.items {
			if err := r.fill(item, v.Index(i), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Float64:
		f, ok := float(n)
		if !ok {
			return r.fault(n.at, "%s must be a number, null or \"NaN\", not %s", path, n)
		}
		v.SetFloat(f)
		return nil
	case reflect.Int:
		i, ok := whole(n)
		if !ok || !r.any && (i > most || i < -most) {
			return r.fault(n.at, "%s must be a whole number of at most %d, not %s", path, most, n)
		}
		v.SetInt(int64(i))
		return nil
	case reflect.Bool:
		b, isBool := n.value.(bool)
		i, isWhole := whole(n)
		if !isBool && (!isWhole || i != 0 && i != 1) {
			return r.fault(n.at, "%s must be true or false (or 1 or 0), not %s", path, n)
		}
		v.SetBool(b || i == 1)
		return nil
	case reflect.String:
		s, ok := n.value.(string)
		if !ok {
			return r.fault(n.at, "%s must be text in quotes, not %s", path, n)
		}
		v.SetString(s)
		return nil
	case reflect.Pointer: // an optional value: nil when absent
		v.Set(reflect.New(v.Type().Elem()))
		return r.fill(n, v.Elem(), path)
	}
	panic("named: no input of type " + v.Type().String())
}

func (r *reader) fillStruct(n *node, v reflect.Value, path string) error {
	if !n.object() {
		what := "the input"
		if path != "" {
			what = path
		}
		return r.fault(n.at, "%s must be an object with %s, not %s", what, fieldNames(v.Type()), n)
	}
	given := map[string]bool{}
	for i, name := range n.names {
		key := name.value.(string)
		f, ok := findField(v, key)
		if !ok {
			return r.fault(name.at, "unknown field %q; known: %s", key, fieldNames(v.Type()))
		}
		given[key] = true
		r.any = key == "seed"
		if err := r.fill(n.items[i], f, strings.TrimPrefix(path+"."+key, ".")); err != nil {
			return err
		}
	}
	for _, f := range fieldsOf(v.Type()) {
		if !f.Optional && !given[f.Name] {
			return r.fault(n.at, "%q is missing; the fields are %s", strings.TrimPrefix(path+"."+f.Name, "."), fieldNames(v.Type()))
		}
	}
	return nil
}

// findField returns the field of a struct, or of one that it embeds, by its tag.
func findField(v reflect.Value, name string) (reflect.Value, bool) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			if inner, ok := findField(v.Field(i), name); ok {
				return inner, true
			}
		} else if tag, _, _ := strings.Cut(f.Tag.Get("in"), ","); tag == name {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

var special = map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)}

func float(n *node) (float64, bool) {
	switch x := n.value.(type) {
	case json.Number:
		f, err := strconv.ParseFloat(x.String(), 64)
		return f, err == nil
	case string:
		f, ok := special[x]
		return f, ok
	}
	return math.NaN(), n.value == nil && !n.array && !n.object()
}

// whole accepts 8 and 8.0 up to 2⁵³, beyond which not every whole number has a float.
func whole(n *node) (int, bool) {
	x, ok := n.value.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(x.String(), 64)
	return int(f), err == nil && f == math.Trunc(f) && math.Abs(f) <= 1<<53
}

// String shows a value in a message.
func (n *node) String() string {
	switch {
	case n.array:
		return "a list"
	case n.object():
		return "an object"
	case n.value == nil:
		return "null"
	}
	if s, ok := n.value.(string); ok {
		return strconv.Quote(s)
	}
	return fmt.Sprint(n.value)
}
