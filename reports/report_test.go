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
		p.Tasks = append(p.Tasks, synthetic.Task(fmt.Sprintf("thm%02d", i), fmt.Sprintf("section %d", i*i%11%8), map[string]float64{
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
	if err := os.MkdirAll(filepath.Join(dir, "figures"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"budget-99.png", "mine.png"} {
		if err := os.WriteFile(filepath.Join(dir, "figures", n), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	paths, err := r.Write(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "figures", "budget-99.png")); err == nil {
		t.Error("a figure of an earlier report is left")
	}
	if _, err := os.Stat(filepath.Join(dir, "figures", "mine.png")); err != nil {
		t.Error("a figure of the user's is gone")
	}
	for _, f := range r.Figures() {
		if _, err := os.Stat(filepath.Join(dir, "figures", f.Name+".svg")); err != nil {
			t.Error(err)
		}
	}
	text, err := os.ReadFile(paths.Report)
	if err != nil {
		t.Fatal(err)
	}
	embedded := regexp.MustCompile(`(?m)^!\[(.+)\]\((figures/[a-z0-9-]+\.png)\)`).FindAllSubmatch(text, -1)
	if len(embedded) < 8 {
		t.Errorf("%d figures are embedded, want at least 8", len(embedded))
	}
	for _, f := range r.Figures() {
		if !strings.Contains(string(text), "(figures/"+f.Name+".png)") {
			t.Errorf("figure %s is neither embedded nor linked", f.Name)
		}
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
	for _, bad := range []string{"NaN", "Inf ", "+Inf", "%!", "<nil>"} {
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

// Every edge must give a report that says what is missing, in words.
func TestReportsOfEdgeCases(t *testing.T) {
	small := grid([]string{"search"}, []string{"full"}, "exhaustive")
	with := func(change func(*synthetic.Plan)) synthetic.Plan { p := small; change(&p); return p }
	always := func(int, int, int) synthetic.Fate { return synthetic.Fate{} }
	never := func(int, int, int) synthetic.Fate { return synthetic.Fate{Solve: -1} }
	lost := func(int, int, int) synthetic.Fate { return synthetic.Fate{Solve: -1, NoStart: true} }
	bare := []record.TaskRow{synthetic.Task("x", "A", nil), synthetic.Task("y", "B", nil)}
	for name, c := range map[string]struct {
		plan synthetic.Plan
		want []string
		not  []string
	}{
		"one cell": {small, []string{"## Success", "1 cell"}, []string{"## Paired comparisons"}},
		"one task": {with(func(p *synthetic.Plan) { p.Tasks = p.Tasks[:1] }),
			[]string{"**One repository.**", "**Few tasks (1).**"}, nil},
		"one repository": {with(func(p *synthetic.Plan) {
			p.Cells = append(p.Cells[:1:1], synthetic.Cell("search", "none", 4, 2, "exhaustive"))
			p.Tasks = p.Tasks[:2:2]
			p.Tasks[0].Repository, p.Tasks[1].Repository = "A", "A"
			p.Fate = func(c, task, _ int) synthetic.Fate { return synthetic.Fate{Solve: c*task - 1} }
		}), []string{"McNemar mid-p", "tasks are taken as independent"}, nil},
		"nothing solved": {with(func(p *synthetic.Plan) { p.Fate = never }), []string{"**Floor:**", "No task gained.", "no cell has a finite cost per solve"}, nil},
		"all solved":     {with(func(p *synthetic.Plan) { p.Fate = always }), []string{"**Ceiling:**", "No attempt failed."}, nil},
		"only infrastructure errors": {with(func(p *synthetic.Plan) { p.Fate = lost }),
			[]string{"No outcome is known in any cell", "connection reset"}, []string{"## Budget"}},
		"no features": {with(func(p *synthetic.Plan) { p.Tasks = bare }), []string{"no task has the feature", "nothing to correlate"}, nil},
		"constant features": {with(func(p *synthetic.Plan) {
			p.Tasks = nil
			for i := range 8 {
				p.Tasks = append(p.Tasks, synthetic.Task(fmt.Sprint(i), fmt.Sprint(i%4), map[string]float64{"nesting_depth": 2}))
			}
		}), []string{"Left out because constant: `nesting_depth`"}, nil},
		"twelve cells and three policies": {grid([]string{"search", "analogy"}, []string{"full", "curated"}, "exhaustive", "depth-first", "breadth-first"),
			[]string{"search, full, depth-first", "not identified by the stopping policy", " … "}, nil},
		"sixteen pairs": {grid([]string{"search", "analogy"}, []string{"full", "curated", "none", "same-file"}, "exhaustive"),
			[]string{"[as bars](figures/overlap.png). The first 12 of 16 comparisons; the table has all.", "permutation p-values, plain and partial, "}, nil},
		"two repositories": {with(func(p *synthetic.Plan) {
			p.Cells = append(p.Cells[:1:1], synthetic.Cell("search", "none", 4, 2, "exhaustive"))
			p.Tasks = nil
			for i := range 20 {
				p.Tasks = append(p.Tasks, synthetic.Task(fmt.Sprint(i), fmt.Sprint(i%2), nil))
			}
			p.Fate = func(c, task, _ int) synthetic.Fate { return synthetic.Fate{Solve: -min(1, c*task%5)} }
		}), []string{"over 2 repositories the cluster sign-flip test cannot reach the 95 % level", "The test cannot show a difference here"}, []string{"none shows a difference", "a lead, not"}},
		"bounds that meet by luck": {with(func(p *synthetic.Plan) {
			p.Cells = []record.CellRow{synthetic.Cell("m", "full", 2, 1, "depth-first")}
			p.Fate = func(_, task, s int) synthetic.Fate { return synthetic.Fate{Solve: s*(task%2) - 1} }
		}), []string{"At 1 budget the bounds coincide in this run although the stopping policy does not identify them", "the value is not unbiased"}, []string{"so the values are unbiased"}},
		"lost chains": {with(func(p *synthetic.Plan) {
			p.Cells = []record.CellRow{synthetic.Cell("m", "full", 2, 1, "exhaustive")}
			p.Fate = func(_, task, s int) synthetic.Fate { return synthetic.Fate{Solve: s*(task%2) - 1, Lost: 1 - s} }
		}), []string{"lost chains lean the values", "so the value leans upward"}, []string{"so the values are unbiased", "missing at random"}},
	} {
		t.Run(name, func(t *testing.T) {
			text := report(t, c.plan, specText).Markdown()
			for _, w := range c.want {
				if !strings.Contains(text, w) {
					t.Errorf("lacks %q", w)
				}
			}
			for _, w := range append(c.not, "NaN", "%!", "+Inf") {
				if i := strings.Index(text, w); i >= 0 {
					t.Errorf("has %q: …%s…", w, text[max(0, i-80):min(len(text), i+80)])
				}
			}
		})
	}
}

// A reader who knows no prover finds every word of the grid explained, and only those.
func TestWordsOfTheGridAreDefined(t *testing.T) {
	p := grid([]string{"search", "analogy"}, []string{"curated", "none", "retrieved-2+inject"}, "exhaustive")
	for i := range p.Cells {
		p.Cells[i].Settings = fmt.Sprintf(`{"kind":%q,"model":{"noise":2,"nodes":%d}}`, p.Cells[i].Model, len(p.Cells[i].Model))
	}
	for i := range p.Tasks {
		p.Tasks[i].System = "metamath"
	}
	text := report(t, p, specText).Markdown()
	for _, want := range []string{
		"- **curated**: exactly the premises", "- **none**: only the statement", "- **retrieved-M**: M premises", "- **+inject**:",
		"- **search**: best-first", "- **analogy**: carries over", "| all |  | `{\"noise\":2}` |", "| search | search | `{\"nodes\":6}` |",
		"- **unsolved goals**: a proof with open steps", "**Fitted weights.**", "The notations that are needed to read the statements are shown besides",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q", want)
		}
	}
	for _, bad := range []string{"- **full**", "- **same-file**", "- **@N**", "- **tactic failure**"} {
		if strings.Contains(text, bad) {
			t.Errorf("explains %q, which is not in the run", bad)
		}
	}
}

// An oracle wins easily; it must not be taken for what a prover can do.
func TestOraclesAreMarkedAndDoNotStandForTheRun(t *testing.T) {
	r := report(t, grid([]string{"search", "analogy"}, []string{"curated", "full"}, "exhaustive"), specText)
	text := r.Markdown()
	for _, want := range []string{
		"† marks oracles", "The best cell without an oracle is **search, full**", "| search | curated† |", "curated† − full (search)", "of them with an oracle",
		"](figures/budget-2.png)\n\n**Figure", "](figures/correlations-2.png)\n\n**Figure", "[search, curated†](figures/budget-1.png)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q", want)
		}
	}
	if i := strings.Index(text, "full†"); i >= 0 {
		t.Error("full without a window is marked as an oracle")
	}
	numbers, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(numbers, []byte("†")) {
		t.Error("a mark for readers is in analysis.json")
	}
}

// Names come from outside; none may format the page or put HTML into it.
func TestHostileNamesStayText(t *testing.T) {
	evil := "<img src=x onerror=alert(1)>|**b** [l](http://x) `c`\n# h"
	p := grid([]string{evil, "search"}, []string{"full"}, "exhaustive")
	for i := range p.Tasks {
		p.Tasks[i].Repository = evil + p.Tasks[i].Repository
		p.Tasks[i].Features[evil] = float64(i % 7)
	}
	fate := p.Fate
	p.Fate = func(c, task, s int) synthetic.Fate { f := fate(c, task, s); f.Category = evil; return f }
	text := report(t, p, specText).Markdown()
	outside := regexp.MustCompile("(?s)```.*?```|`+[^`\n]*`+").ReplaceAllString(text, "")
	for _, bad := range []string{"<img", "](http://x)", "\n# h", "**b**"} {
		if strings.Contains(outside, bad) {
			i := strings.Index(outside, bad)
			t.Errorf("%q gets through: …%s…", bad, outside[max(0, i-80):min(len(outside), i+80)])
		}
	}
	// A table whose rows have more bars than its head has been broken up.
	bars := func(line string) int { return strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") }
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines); i++ {
		if strings.HasPrefix(lines[i], "|") && strings.HasPrefix(lines[i-1], "|") && bars(lines[i]) != bars(lines[i-1]) {
			t.Errorf("a table changes its shape at %q", lines[i])
		}
	}
}

func TestSummary(t *testing.T) {
	var b strings.Builder
	if err := report(t, grid([]string{"search", "analogy"}, []string{"curated", "full"}, "exhaustive"), specText).Summary(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"synthetic/test: 4 cells × 60 tasks", "search   curated†", "best without an oracle: search, full", "95 % interval", "Holm over 4"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("lacks %q:\n%s", want, b.String())
		}
	}
}

func TestNothingIsLeftWhenTheFolderCannotBeWritten(t *testing.T) {
	r := report(t, grid([]string{"search"}, []string{"full"}, "exhaustive"), specText)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Write(filepath.Join(file, "report")); err == nil {
		t.Error("wrote into a file")
	}
}
