package spec

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"proofgrid/experiments/regime"
)

// Regime is a context regime as a spec writes it: its canonical name, such as
// full, curated@8000 or retrieved-20+inject, which regime.Parse reads.
type Regime struct{ regime.Params }

// UnmarshalYAML reads the canonical name.
func (r *Regime) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode {
		return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: a regime is a name such as full, curated@8000 or retrieved-20+inject", n.Line)}}
	}
	p, err := regime.Parse(n.Value)
	if err != nil {
		return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: %v", n.Line, err)}}
	}
	r.Params = p
	return nil
}
