package spec

import "testing"

func TestSameRows(t *testing.T) {
	const text = "name: a\nseed: 1\ncaps: {calls: 3}\nbudgets: [{k: 1}]\n"
	for name, c := range map[string]struct {
		other string
		want  bool
	}{
		"itself":        {text, true},
		"a raised cap":  {"name: a\nseed: 1\ncaps:\n  calls: 30\n  cost: 2.5\nbudgets: [{k: 1}]\n", true},
		"no cap":        {"# later\nname: a\nseed: 1\nbudgets: [{k: 1}]\n", true},
		"other samples": {"name: a\nseed: 1\ncaps: {calls: 3}\nbudgets: [{k: 2}]\n", false},
		"no YAML":       {"name: [", false},
	} {
		if got := SameRows([]byte(text), []byte(c.other)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestHowAnEndpointIsUsedChangesNoRows(t *testing.T) {
	const text = "models: [{kind: openai, model: x, endpoint: here, base_url: a, concurrency: 3}]\n"
	for name, c := range map[string]struct {
		other string
		want  bool
	}{
		"more at a time": {"models: [{kind: openai, model: x, endpoint: here, base_url: b, concurrency: 9, retries: 2}]\n", true},
		"another label":  {"models: [{kind: openai, model: x, endpoint: there, base_url: a, concurrency: 3}]\n", false},
		"another model":  {"models: [{kind: openai, model: y, endpoint: here, base_url: a, concurrency: 3}]\n", false},
	} {
		if got := SameRows([]byte(text), []byte(c.other)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	without := "models: [{kind: openai, model: x, base_url: a}]\n"
	if SameRows([]byte(without), []byte("models: [{kind: openai, model: x, base_url: b}]\n")) {
		t.Error("another address without a label is the same")
	}
}
