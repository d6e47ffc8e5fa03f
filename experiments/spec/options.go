package spec

import (
	"encoding/json"

	"go.yaml.in/yaml/v3"
)

// Options are a part of a spec that another package decodes: those of a checker. A
// nil *Options has no fields.
type Options struct {
	file string
	node *yaml.Node
}

// UnmarshalYAML keeps the node for Decode.
func (o *Options) UnmarshalYAML(n *yaml.Node) error {
	o.node = n
	return nil
}

// Decode fills v, a pointer to a struct with yaml tags, as strictly as a spec. Nil
// options leave it as it is.
func (o *Options) Decode(v any) error {
	if o == nil {
		return nil
	}
	return decode(o.file, o.node, v).err()
}

// Fail is an error about these options, at their place in the spec.
func (o *Options) Fail(format string, args ...any) error {
	var errs Errors
	if o == nil {
		o = &Options{}
	}
	errs.add(o.file, o.node, format, args...)
	return errs
}

// MarshalJSON writes the options as they stand in the spec, with sorted keys.
func (o *Options) MarshalJSON() ([]byte, error) {
	var v any
	if o != nil {
		if err := o.node.Decode(&v); err != nil {
			return nil, err
		}
	}
	return json.Marshal(v)
}
