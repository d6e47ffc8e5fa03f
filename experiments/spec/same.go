package spec

import (
	"reflect"

	"go.yaml.in/yaml/v3"
)

// SameRows reports whether two texts of specs describe the same rows: they differ in
// comments, layout and caps alone. A run that a cap ended goes on under another one.
func SameRows(a, b []byte) bool {
	x, err := withoutCaps(a)
	if err != nil {
		return false
	}
	y, err := withoutCaps(b)
	return err == nil && reflect.DeepEqual(x, y)
}

func withoutCaps(text []byte) (v map[string]any, err error) {
	if err := yaml.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	delete(v, "caps")
	return v, nil
}
