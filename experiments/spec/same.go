package spec

import (
	"reflect"

	"go.yaml.in/yaml/v3"
)

// SameRows reports whether two texts of specs describe the same rows: they differ in
// comments, layout, caps, and in how endpoints are used alone. So a run that a cap
// ended goes on under another one, and one that was slow with more calls at a time.
func SameRows(a, b []byte) bool {
	x, err := deciding(a)
	if err != nil {
		return false
	}
	y, err := deciding(b)
	return err == nil && reflect.DeepEqual(x, y)
}

// deciding returns what of a spec decides its rows.
func deciding(text []byte) (v map[string]any, err error) {
	if err := yaml.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	delete(v, "caps")
	models, _ := v["models"].([]any)
	for _, m := range models {
		if options, ok := m.(map[string]any); ok {
			dropHandling(options)
		}
	}
	return v, nil
}
