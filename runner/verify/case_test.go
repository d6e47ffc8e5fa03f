package verify

import (
	"strings"
	"testing"
)

func TestBadCasesAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"":   "no case",
		"\n": "no case",
		"{\"id\":\"a\",\"target\":\"t\",\"target_statement\":\"True\"}\n{": "line 2",
		"{\"id\":\"a\"}": "line 1",
		"{\"id\":\"a\",\"target\":\"t\",\"target_statement\":\"True\",\"expected\":\"maybe\"}": "line 1",
		"\xff": "line 1: invalid UTF-8",
	} {
		if err := ReadCases(strings.NewReader(text), func(Case) error { return nil }); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
