package spec

import (
	"strings"
	"testing"
	"time"
)

func TestDescribedResultsAreReadAgain(t *testing.T) {
	text, err := Describe(Description{
		Name: "coqstoq", Description: "three tools: \"post-cutoff\"\nsplit",
		Imported: Imported{Format: "coqstoq", Files: []ImportedFile{{Name: "a: b.json", SHA256: "00"}}},
		Models: []DescribedModel{
			{"rango", map[string]string{"file": "a: b.json", "hardware": "# one cpu"}},
			{"- null", nil},
		},
		Policy: DepthFirst, Limits: Limits{Task: 10 * time.Minute},
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse("spec.yaml", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if s.Imported == nil || s.Imported.Format != "coqstoq" || s.Imported.Files[0].Name != "a: b.json" ||
		s.Description != "three tools: \"post-cutoff\"\nsplit" || s.Policy != DepthFirst || s.Limits != (Limits{Task: 10 * time.Minute}) {
		t.Errorf("read back as %+v\n%s", s, text)
	}
	if len(s.Models) != 2 || s.Models[1].Name != "- null" || s.Models[0].Kind != ImportedKind || s.Models[0].Options() != `{"file":"a: b.json","hardware":"# one cpu"}` {
		t.Errorf("models read back as %+v", s.Models)
	}
	if n := len(s.Cells()); n != 0 {
		t.Errorf("%d cells to run in a spec of imported results", n)
	}
}

func TestImportedResultsAreNoPlan(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"tasks to run":     {"name: a\nimported: {format: coqstoq}\nmodels: [imported]\ntasks: {metamath: builtin:quickstart}\n", "4:8: tasks and imported exclude each other"},
		"regimes to run":   {"name: a\nimported: {format: coqstoq}\nmodels: [imported]\nregimes: [full]\n", "regimes and imported exclude each other"},
		"a prover to run":  {"name: a\nimported: {format: coqstoq}\nmodels: [{name: m, kind: search}]\n", "3:10: model m: in a spec of imported results the kind of every model is imported"},
		"no format":        {"name: a\nimported: {}\nmodels: [imported]\n", "imported.format is missing"},
		"an unknown field": {"name: a\nimported: {formt: coqstoq}\nmodels: [imported]\n", `unknown field "formt" in imported; did you mean "format"?`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("a.yaml", []byte(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
