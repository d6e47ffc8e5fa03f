package reports_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
	"proofgrid/reports"
	"proofgrid/reports/analysis"
	"proofgrid/reports/internal/synthetic"
)

const specText = `name: synthetic
description: Made-up tables for a test; nothing here was measured.
seed: 3
tasks: {metamath: builtin:quickstart}
models: [search, analogy]
regimes: [curated, full]
budgets: [{k: 4, r: 2}]
analysis: {resamples: 300, depth_by: nesting_depth}
`

// grid is a run with effects of model, regime, depth, samples and repairs, all
// made up from a hash.
func grid(models, regimes []string, policies ...string) synthetic.Plan {
	var p synthetic.Plan
	for _, m := range models {
		for _, r := range regimes {
			for _, policy := range policies {
				p.Cells = append(p.Cells, synthetic.Cell(m, r, 4, 2, policy))
			}
		}
	}
	for i := range 60 {
		depth := float64(1 + i%10)
		p.Tasks = append(p.Tasks, synthetic.Task(fmt.Sprintf("thm%02d", i), fmt.Sprintf("section %d", i*i%8), map[string]float64{
			"nesting_depth": depth, "proof_steps": 3*depth + float64(i*7%5), "premises": float64(i * 13 % 29), "constant": 1,
		}))
	}
	categories := []string{"unification mismatch", "unsolved goals", "unknown label"}
	p.Fate = func(cell, task, sample int) synthetic.Fate {
		h := fnv.New32a()
		fmt.Fprint(h, p.Cells[cell].Model, p.Cells[cell].Regime, task, "/", sample/2)
		u := float64(h.Sum32()%1000) / 1000
		ease := 0.75 - 0.06*float64(task%10)
		if p.Cells[cell].Regime == "full" {
			ease -= 0.15
		}
		if strings.HasPrefix(p.Cells[cell].Model, "analogy") {
			ease -= 0.1
		}
		f := synthetic.Fate{Solve: -1, Category: categories[h.Sum32()/1000%3]}
		switch {
		case u < ease*0.6:
			f.Solve = 0
		case u < ease*0.8:
			f.Solve = 1
		case u < ease:
			f.Solve = 2
		case u > 0.97:
			f.Fail = record.Timeout
		case u > 0.95:
			f.NoStart = true
		}
		return f
	}
	return p
}

func report(t *testing.T, p synthetic.Plan, text string) *reports.Report {
	t.Helper()
	dir := t.TempDir()
	if err := p.Tables().Write(dir); err != nil {
		t.Fatal(err)
	}
	run, err := analysis.ReadTables(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := spec.Parse("spec.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := reports.New(reports.Source{
		Provenance: notebook.Provenance{
			Experiment: s.Name, Run: "test", SpecSHA256: strings.Repeat("ab", 32), Created: time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC),
			Command: []string{"proofgrid", "run", "my spec.yaml"}, Proofgrid: "devel", Go: "go1.25", Verifier: "none", OS: "linux", Arch: "amd64", CPUs: 2,
		},
		Sessions: 1, Spec: s,
	}, run)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReportOfAGrid(t *testing.T) {
	r := report(t, grid([]string{"search", "analogy"}, []string{"curated", "full"}, "exhaustive"), specText)
	dir := t.TempDir()
	if keep := os.Getenv("PROOFGRID_KEEP_REPORT"); keep != "" {
		dir = keep
	}
	paths, err := r.Write(dir)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(paths.Report)
	if err != nil {
		t.Fatal(err)
	}
	embedded := regexp.MustCompile(`!\[([^\]]+)\]\((figures/[a-z0-9-]+\.png)\)`).FindAllSubmatch(text, -1)
	if len(embedded) < 8 {
		t.Errorf("%d figures are embedded, want at least 8", len(embedded))
	}
	if len(embedded) != len(r.Figures()) {
		t.Errorf("%d figures are embedded, but %d were drawn", len(embedded), len(r.Figures()))
	}
	for _, m := range embedded {
		if _, err := os.Stat(filepath.Join(dir, string(m[2]))); err != nil {
			t.Error(err)
		}
	}
	for _, want := range []string{
		"## Success", "## Budget", "## Repair", "## Paired comparisons", "## Depth", "## Features", "## Repositories", "## Failures",
		"## Cost", "## Threats to validity", "## What was not measured", "## How the numbers were computed", "## Provenance",
		"proofgrid run 'my spec.yaml'",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, bad := range []string{"NaN", "Inf", "%!", "<nil>"} {
		if strings.Contains(string(text), bad) {
			i := strings.Index(string(text), bad)
			t.Errorf("the report has %q: …%s…", bad, text[max(0, i-60):min(len(text), i+60)])
		}
	}
}

func TestSameTablesSameBytes(t *testing.T) {
	var first map[string][]byte
	for range 2 {
		r := report(t, grid([]string{"search"}, []string{"curated", "full"}, "exhaustive"), specText)
		dir := t.TempDir()
		if _, err := r.Write(dir); err != nil {
			t.Fatal(err)
		}
		files := map[string][]byte{}
		for _, pattern := range []string{"*", "figures/*"} {
			names, _ := filepath.Glob(filepath.Join(dir, pattern))
			for _, n := range names {
				if b, err := os.ReadFile(n); err == nil {
					rel, _ := filepath.Rel(dir, n)
					files[rel] = b
				}
			}
		}
		if first == nil {
			first = files
			continue
		}
		if len(files) != len(first) {
			t.Errorf("%d files, then %d", len(first), len(files))
		}
		for n, b := range first {
			if !bytes.Equal(b, files[n]) {
				t.Errorf("%s differs", n)
			}
		}
	}
}
