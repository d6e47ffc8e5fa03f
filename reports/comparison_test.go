package reports

import (
	"fmt"
	"strings"
	"testing"

	"proofgrid/experiments/group"
	"proofgrid/reports/analysis"
	"proofgrid/reports/compare"
	"proofgrid/reports/internal/synthetic"
)

// compared is the text of a comparison of models, of which model i solves the first
// solved[i] of n tasks in some repositories.
func compared(t *testing.T, n, repositories int, opts compare.Options, solved ...int) string {
	t.Helper()
	p := synthetic.Plan{Fate: func(cell, task, _ int) synthetic.Fate {
		switch {
		case solved[cell] < 0: // lost
			return synthetic.Fate{NoStart: true}
		case task < solved[cell]:
			return synthetic.Fate{}
		}
		return synthetic.Fate{Solve: -1}
	}}
	for i := range n {
		p.Tasks = append(p.Tasks, synthetic.Task(fmt.Sprint("t", i), fmt.Sprint("repo", i%repositories), map[string]float64{"depth": float64(i + 1)}))
	}
	for i := range solved {
		p.Cells = append(p.Cells, synthetic.Cell(string(rune('a'+i)), "full", 1, 0, "exhaustive"))
	}
	dir := t.TempDir()
	if err := p.Tables().Write(dir); err != nil {
		t.Fatal(err)
	}
	run, err := analysis.ReadTables(dir)
	if err != nil {
		t.Fatal(err)
	}
	d, err := compare.Join([]compare.Input{{Name: "e/r", Run: run}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := compare.Arms(d, opts)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Comparison(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestComparisonInWords(t *testing.T) {
	buckets, _ := group.ParseProjection("depth[20]")
	onlyA, _ := group.ParseFilter("model=a")
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a difference": {compared(t, 60, 10, compare.Options{}, 48, 15), []string{
			"e/r: by model\n\n60 tasks in 10 clusters (repository)\n",
			"a          48  60    80.0",
			"- a is 55.0 points above b (48/60 against 15/60), 95 % CI [+",
			", cluster sign-flip p = 0.002, Holm-adjusted p = 0.002.\n",
		}},
		"no difference": {compared(t, 60, 10, compare.Options{}, 20, 21), []string{
			"- a is 1.7 points below b (20/60 against 21/60), 95 % CI [−",
			" No difference is shown; the data are compatible with any from −",
		}},
		"equal": {compared(t, 60, 10, compare.Options{}, 20, 20), []string{
			"- a and b solve equally many (20/60 against 20/60), no interval[2], cluster sign-flip p = 1, Holm-adjusted p = 1.[3]",
			" Without an interval, the test alone speaks.",
		}},
		"few clusters": {compared(t, 60, 3, compare.Options{}, 40, 20), []string{
			"need ≥ 6 clusters with a difference; with 3 the smallest possible p is 0.25",
			"Were tasks independent, McNemar's mid-p test would give p < 0.0001.",
		}},
		"three arms": {compared(t, 60, 10, compare.Options{}, 40, 20, 0), []string{
			"Whether all 3 arms solve alike, over the 60 tasks known in each: Cochran's Q = ",
			"Holm adjusts over 3 comparisons.",
		}},
		"unknown outcomes": {compared(t, 60, 10, compare.Options{}, 40, -1), []string{
			"unknown  ", "60  [0.0, 100.0]", "a and b cannot be compared: no task has an outcome in one of the arms.",
			"the bounds take the unknown ones as unsolved, and as solved",
		}},
		"unpaired": {compared(t, 60, 10, compare.Options{By: buckets, Filters: []group.Filter{onlyA}, Cluster: compare.Independent}, 10, 20), []string{
			"e/r: by feature.depth, of the units with model=a\n\n60 tasks, taken as independent\n",
			"- depth ≤20 is 50.0 points above depth ≥21 (10/20 against 0/40, no shared tasks), 95 % CI [", "Fisher's exact p < 0.0001",
		}},
		"within": {compared(t, 60, 10, compare.Options{Within: buckets}, 10, 20), []string{
			"by model, within feature.depth\n", "\ndepth = ≤20: 20 tasks in 10 clusters (repository)\n", "\ndepth = ≥21: 40 tasks",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, w := range c.want {
				if !strings.Contains(c.text, w) {
					t.Errorf("no %q in\n%s", w, c.text)
				}
			}
			if strings.Contains(c.text, "NaN") || strings.Contains(c.text, "&lt;") {
				t.Errorf("not for a reader:\n%s", c.text)
			}
		})
	}
}

func TestKeyNames(t *testing.T) {
	for _, c := range []struct {
		columns, key []string
		want         string
	}{
		{[]string{"model"}, []string{"a"}, "a"},
		{[]string{"model", "seed"}, []string{"a", "2"}, "a, seed = 2"},
		{[]string{"feature.depth"}, []string{"≤3"}, "depth ≤3"},
		{[]string{"feature.depth"}, []string{"4"}, "depth = 4"},
		{[]string{"category.kind"}, []string{""}, "unknown"},
		{[]string{"model"}, []string{"a\nb"}, "a b"},
		{nil, nil, "all"},
	} {
		if got := keyName(c.columns, c.key, false); got != c.want {
			t.Errorf("%v = %v is called %q, want %q", c.columns, c.key, got, c.want)
		}
	}
}
