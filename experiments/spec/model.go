package spec

import (
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// Model names a prover and holds the options of its kind undecoded.
type Model struct {
	Name string // as it stands in tables and figures; default: the kind
	Kind string

	file string
	node *yaml.Node // the mapping less name and kind
}

// UnmarshalYAML takes a mapping with a kind, or the kind alone.
func (m *Model) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		m.Name, m.Kind = n.Value, n.Value
		m.node = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: n.Line, Column: n.Column}
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: a model is a mapping with a kind, or a kind alone", n.Line)}}
	}
	rest := *n
	rest.Content = nil
	for i := 0; i+1 < len(n.Content); i += 2 {
		switch n.Content[i].Value {
		case "name":
			m.Name = n.Content[i+1].Value
		case "kind":
			m.Kind = n.Content[i+1].Value
		default:
			rest.Content = append(rest.Content, n.Content[i], n.Content[i+1])
		}
	}
	if m.Name == "" {
		m.Name = m.Kind
	}
	m.node = &rest
	return nil
}

// Decode fills options, a pointer to a struct with yaml tags, and reports what
// it does not know as [Errors].
func (m Model) Decode(options any) error {
	return decode(m.file, m.node, options).err()
}

// Fail is an error about this model, at its place in the spec.
func (m Model) Fail(format string, args ...any) error {
	var errs Errors
	errs.add(m.file, m.node, format, args...)
	return errs
}

// handling are the options of any kind that say how an endpoint is used and change
// no answer.
var handling = []string{"key_env", "stream", "concurrency", "requests_per_minute", "tokens_per_minute", "first_byte", "idle", "retries", "max_wait"}

// dropHandling removes from a model's options what changes no answer. A base URL
// does not when a label stands for it.
func dropHandling(options map[string]any) {
	for _, o := range handling {
		delete(options, o)
	}
	if options["endpoint"] != nil {
		delete(options, "base_url")
	}
}

// Options returns the options as canonical JSON: part of what identifies a cell. It
// leaves out those that change no answer, such as concurrency.
func (m Model) Options() string {
	var v map[string]any
	if err := m.node.Decode(&v); err != nil || v == nil {
		return "{}"
	}
	dropHandling(v)
	b, err := json.Marshal(v) // sorts keys
	if err != nil {
		return "{}"
	}
	return string(b)
}
