package spec

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"

	"go.yaml.in/yaml/v3"

	"proofgrid/experiments/internal/nearest"
)

// Error is one fault of a spec.
type Error struct {
	File      string
	Line, Col int // 1-based, 0 when the fault has no place
	Msg       string
}

func (e *Error) Error() string {
	switch {
	case e.Line > 0:
		return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
	default:
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
}

// Errors are all faults found in a file, in their order there.
type Errors []*Error

func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

func (es *Errors) add(file string, n *yaml.Node, format string, args ...any) {
	e := &Error{File: file, Msg: fmt.Sprintf(format, args...)}
	if n != nil {
		e.Line, e.Col = n.Line, n.Column
	}
	*es = append(*es, e)
}

// err returns es as an error, sorted by place, or nil when it is empty.
func (es Errors) err() error {
	if len(es) == 0 {
		return nil
	}
	sort.SliceStable(es, func(i, j int) bool {
		if es[i].Line != es[j].Line {
			return es[i].Line < es[j].Line
		}
		return es[i].Col < es[j].Col
	})
	return es
}

// decode fills v, a pointer to a struct, from node and reports every unknown
// field with its nearest known name and every value of the wrong type.
func decode(file string, node *yaml.Node, v any) Errors {
	var errs Errors
	checkFields(file, node, reflect.TypeOf(v).Elem(), "", &errs)
	if err := node.Decode(v); err != nil {
		te, ok := err.(*yaml.TypeError)
		if !ok {
			errs.add(file, node, "%v", err)
			return errs
		}
		for _, m := range te.Errors {
			e := &Error{File: file, Col: 1, Msg: m}
			if _, err := fmt.Sscanf(m, "line %d:", &e.Line); err == nil {
				e.Msg = strings.TrimSpace(m[strings.Index(m, ":")+1:])
			}
			errs = append(errs, e)
		}
	}
	return errs
}

var unmarshaler = reflect.TypeFor[yaml.Unmarshaler]()

// checkFields walks node beside the type it will be decoded into. Types that
// decode themselves check themselves.
func checkFields(file string, node *yaml.Node, t reflect.Type, path string, errs *Errors) {
	for node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(unmarshaler) {
		return
	}
	switch {
	case t.Kind() == reflect.Slice && node.Kind == yaml.SequenceNode:
		for i, n := range node.Content {
			checkFields(file, n, t.Elem(), fmt.Sprintf("%s[%d]", path, i), errs)
		}
	case t.Kind() == reflect.Struct && node.Kind == yaml.MappingNode:
		fields := yamlFields(t)
		seen := map[string]bool{}
		for i := 0; i+1 < len(node.Content); i += 2 {
			key, value := node.Content[i], node.Content[i+1]
			if seen[key.Value] {
				continue // Decode names duplicates itself
			}
			seen[key.Value] = true
			ft, ok := fields[key.Value]
			if !ok {
				errs.add(file, key, "unknown field %q%s%s", key.Value, in(path), suggest(key.Value, fields))
				continue
			}
			checkFields(file, value, ft, strings.TrimPrefix(path+"."+key.Value, "."), errs)
		}
	}
}

func in(path string) string {
	if path == "" {
		return ""
	}
	return " in " + path
}

// yamlFields maps the YAML names of a struct's fields to their types.
func yamlFields(t reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if option == "inline" {
			maps.Copy(fields, yamlFields(f.Type))
		}
		if name != "" && name != "-" {
			fields[name] = f.Type
		}
	}
	return fields
}

// suggest names the nearest of the known names, or all of them when none is near.
func suggest[V any](name string, known map[string]V) string {
	return nearest.Hint(name, slices.Collect(maps.Keys(known)))
}

// Hint ends an error about an unknown name, in a spec or beside one, with what it may
// have meant: the nearest of the known names, or all of them when none is near.
func Hint(name string, known []string) string { return nearest.Hint(name, known) }
