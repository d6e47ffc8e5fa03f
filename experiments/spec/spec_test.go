package spec

import (
	"strings"
	"testing"
	"time"
)

const good = `name: demo
description: a demonstration
seed: 7
tasks:
  metamath: builtin:quickstart
  select: {count: 20}
models:
  - analogy
  - {name: small, kind: search, nodes: 64}
regimes: [full, curated@8000]
budgets:
  - {k: 8, r: 3}
  - {k: 2}
limits: {candidate: 5s}
`

func TestDefaults(t *testing.T) {
	s, err := Parse("demo.yaml", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	if s.Policy != Exhaustive || s.Limits.Candidate != 5*time.Second || s.Analysis.Level != 0.95 ||
		s.Tasks.Select.Seed != 7 || s.Analysis.Seed != 7 || s.Models[0].Name != "analogy" || s.Models[0].Kind != "analogy" {
		t.Errorf("defaults are not filled in: %+v", s)
	}
	cells := s.Cells()
	if len(cells) != 2*2*2 {
		t.Fatalf("%d cells, want models × regimes × budgets = 8", len(cells))
	}
	ids := map[string]bool{}
	for _, c := range cells {
		ids[c.ID] = true
	}
	if len(ids) != 8 {
		t.Errorf("%d different cell IDs, want 8", len(ids))
	}
	if c := cells[1]; c.Model.Name != "analogy" || c.Regime.String() != "full" || c.Budget != (Budget{K: 2}) {
		t.Errorf("second cell is %s %s %+v; the grid runs models, regimes, budgets", c.Model.Name, c.Regime, c.Budget)
	}
}

func TestCellIDsStayWhenTheGridGrows(t *testing.T) {
	a, err := Parse("a", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Parse("b", []byte(strings.Replace(good, "[full,", "[none, full,", 1)))
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, c := range b.Cells() {
		have[c.ID] = true
	}
	for _, c := range a.Cells() {
		if !have[c.ID] {
			t.Errorf("cell %s %s of the smaller grid has another ID in the larger", c.Model.Name, c.Regime)
		}
	}
	c, _ := Parse("c", []byte(strings.Replace(good, "nodes: 64", "nodes: 65", 1)))
	if c.Cells()[4].ID == a.Cells()[4].ID {
		t.Error("another option of the model leaves the cell's ID as it was")
	}
}

func TestModelOptionsAreStrict(t *testing.T) {
	s, err := Parse("demo.yaml", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	var known struct {
		Nodes int `yaml:"nodes"`
	}
	if err := s.Models[1].Decode(&known); err != nil || known.Nodes != 64 {
		t.Errorf("decoded %+v, %v", known, err)
	}
	var other struct {
		Node int `yaml:"node"`
	}
	err = s.Models[1].Decode(&other)
	if err == nil || !strings.Contains(err.Error(), `demo.yaml:9:33: unknown field "nodes"; did you mean "node"?`) {
		t.Errorf("got %v", err)
	}
}

// TestBadSpecs changes one thing in a good spec, or gives another text outright.
func TestBadSpecs(t *testing.T) {
	for _, tc := range []struct{ name, from, to, want string }{
		{"unknown field", "budgets:", "budget:", `s.yaml:11:1: unknown field "budget"; did you mean "budgets"?`},
		{"unknown field far from all", "description:", "zzz:", `s.yaml:2:1: unknown field "zzz"; known: analysis, budgets,`},
		{"unknown nested field", "count: 20", "cuont: 20", `s.yaml:6:12: unknown field "cuont" in tasks.select; did you mean "count"?`},
		{"wrong type", "seed: 7", "seed: seven", "s.yaml:3:1: cannot unmarshal !!str `seven` into uint64"},
		{"field twice", "seed: 7", "seed: 7\nseed: 8", `s.yaml:4:1: mapping key "seed" already defined at line 3`},
		{"zero samples", "k: 8", "k: 0", "s.yaml:12:9: impossible budget: k = 0 samples"},
		{"negative repairs", "r: 3", "r: -1", "s.yaml:12:15: impossible budget: r = -1 repair rounds"},
		{"budget twice", "{k: 2}", "{k: 8, r: 3}", "s.yaml:13:5: budget k = 8, r = 3 stands twice"},
		{"unknown regime", "full,", "fulll,", `s.yaml:10:1: regime "fulll": no such regime; known are none, curated`},
		{"regime twice", "full,", "full, full,", "s.yaml:10:17: regime full stands twice"},
		{"unknown policy", "seed: 7", "policy: eager", `policy "eager": known are exhaustive, depth-first and breadth-first`},
		{"no models", "models:\n  - analogy\n  - {name: small, kind: search, nodes: 64}\n", "", "no models: name at least one"},
		{"no regimes", "regimes: [full, curated@8000]\n", "", "no regimes: name at least one of"},
		{"model twice", "name: small", "name: analogy", `two models are called "analogy"`},
		{"model without a kind", "kind: search, ", "", "s.yaml:9:5: a model without a kind"},
		{"no tasks", "  metamath: builtin:quickstart\n", "", "tasks name no source"},
		{"a name that is no directory", "name: demo", "name: ../demo", `name "../demo": it names a directory`},
		{"falling depth edges", "seed: 7", "analysis: {depth_edges: [6, 3]}", "s.yaml:3:29: depth edges must rise"},
		{"level of 95", "seed: 7", "analysis: {level: 95}", "a confidence level lies between 0 and 1"},
		{"syntax", "regimes: [full,", "regimes: [full", "s.yaml:10:"},
		{"two documents", "limits:", "---\nlimits:", "more than one YAML document"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := strings.Replace(good, tc.from, tc.to, 1)
			if text == good {
				t.Fatal("the case changes nothing")
			}
			_, err := Parse("s.yaml", []byte(text))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("\n got %v\nwant %s", err, tc.want)
			}
		})
	}
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "s.yaml: empty file"},
		{"a list", "- a\n", "s.yaml:1:1: a spec is a mapping"},
		{"invalid UTF-8", "name: demo\nseed: \xff\n", "s.yaml:2:1: invalid UTF-8"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Parse("s.yaml", []byte(tc.text))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("\n got %v\nwant %s", err, tc.want)
			}
		})
	}
}

func TestAllFaultsAreReportedAtOnce(t *testing.T) {
	text := strings.NewReplacer("seed:", "sead:", "count:", "cuont:").Replace(good)
	_, err := Parse("s.yaml", []byte(text))
	errs, ok := err.(Errors)
	if !ok || len(errs) != 2 || errs[0].Line != 3 || errs[1].Line != 6 {
		t.Errorf("got %v, want the faults of lines 3 and 6", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("name: &a {x: *a}"))
	f.Add([]byte("? [a]\n: b\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if s, err := Parse("f.yaml", text); err == nil && len(s.Cells()) == 0 {
			t.Error("a spec without cells was accepted")
		}
	})
}
