package reports

import (
	"fmt"
	"math"
	"strings"

	"proofgrid/reports/analysis"
	"proofgrid/reports/md"
)

func (d *document) comparisonLead() string {
	n := len(d.a.Comparisons)
	if n == 0 {
		return ""
	}
	var found []string
	counts := map[finding]int{}
	for _, c := range d.a.Comparisons {
		f := judge(d.a, c)
		counts[f]++
		if f == difference {
			found = append(found, md.Text(differenceName(d.a, c))+" ("+signed(c.Difference.Value)+" points)")
		}
	}
	if counts[powerless] == n {
		return fmt.Sprintf("Whether cells differ is not decided: over %s the %s cannot reach the %s level after Holm's correction, however clear the data.",
			plural(len(d.a.Repositories), "repository", "repositories"), testName(d.a), level(d.a))
	}
	s := fmt.Sprintf("Of %s, %s a difference at the %s level after Holm's correction", plural(n, "paired comparison", "paired comparisons"),
		map[bool]string{true: "none shows", false: plural(len(found), "shows", "show")}[len(found) == 0], level(d.a))
	if len(found) > 0 {
		s += ": " + list(few(found, 6))
	}
	s += "."
	if counts[lead] > 0 {
		s += fmt.Sprintf(" In %s the interval excludes zero but the corrected test does not agree: %s.", map[bool]string{true: fmt.Sprint(counts[lead]), false: fmt.Sprintf("%d more", counts[lead])}[len(found) == 0], map[bool]string{true: "a lead, not a finding", false: "leads, not findings"}[counts[lead] == 1])
	}
	if counts[powerless] > 0 {
		s += fmt.Sprintf(" In %d the test could not have shown one, as too few repositories differ.", counts[powerless])
	}
	return s
}

// verdict is a comparison in plain language.
func (d *document) verdict(c analysis.Comparison) string {
	a, b := d.a.Cells[c.A], d.a.Cells[c.B]
	x, y, where := a.Regime, b.Regime, a.Model
	switch c.Axis {
	case "model":
		x, y, where = a.Model, b.Model, a.Regime
	case "budget":
		x, y, where = a.Budget, b.Budget, a.Model+", "+a.Regime
	}
	if a.Variant != "" && c.Axis != "budget" {
		where += ", " + a.Variant
	}
	x, y, where = "**"+md.Text(x)+"**", "**"+md.Text(y)+"**", md.Text(where)
	if c.Why != "" {
		return fmt.Sprintf("%s: %s and %s cannot be compared (%s).", where, x, y, md.Text(c.Why))
	}
	e := c.Difference
	n := c.Both + c.OnlyA + c.OnlyB + c.Neither
	s := fmt.Sprintf("%s: %s is %s points %s %s", where, x, percent(math.Abs(e.Value)), map[bool]string{true: "below", false: "above"}[e.Value < 0], y)
	if e.Value == 0 {
		s = fmt.Sprintf("%s: %s and %s solve equally many", where, x, y)
	}
	interval := "no interval"
	if !math.IsNaN(e.Lo) {
		interval = level(d.a) + " CI " + between(e, signed)
	}
	s += fmt.Sprintf(" (%s against %s tasks), %s, %s %s, Holm-adjusted %s.",
		of(c.Both+c.OnlyA, n), of(c.Both+c.OnlyB, n), interval, strings.TrimSuffix(testName(d.a), " test"), pIs(c.P.P), pIs(c.Holm))
	s += d.Note(append(e.Warnings, c.P.Warnings...)...)
	return s + judge(d.a, c).words(e, c.Holm, floorOfHolm(d.a, c))
}

func (d *document) comparisons() {
	if len(d.a.Comparisons) == 0 {
		return
	}
	d.section("Paired comparisons", d.comparisonLead(),
		fmt.Sprintf("Cells are compared task by task when they differ in one thing only. The family of Holm's correction is all %s of this section; the test is the %s.",
			plural(len(d.a.Comparisons), "comparison", "comparisons"), testName(d.a)))
	d.figure("comparisons")
	axis := ""
	var lines []string
	flush := func() { d.List(lines...); lines = nil }
	for _, c := range d.a.Comparisons {
		if c.Axis != axis {
			flush()
			axis = c.Axis
			title := axisName[axis]
			d.Heading(3, strings.ToUpper(title[:1])+title[1:])
		}
		lines = append(lines, d.verdict(c))
	}
	flush()
	var rows [][]string
	for _, c := range d.a.Comparisons {
		n := c.Both + c.OnlyA + c.OnlyB + c.Neither
		rows = append(rows, []string{
			md.Text(differenceName(d.a, c)), count(n) + d.excluded(c), with(c.Difference, signed), between(c.Tango, signed), between(c.Newcombe, signed),
			pValue(c.SignFlip.P), pValue(c.McNemarExact.P), pValue(c.McNemarMidP.P), pValue(c.Holm),
		})
	}
	robust := "cluster-robust interval"
	if len(d.a.Repositories) < 2 {
		robust = "interval"
	}
	d.table(fmt.Sprintf("Paired differences in percentage points. The first column of numbers has the %s; Tango's and Newcombe's take tasks as independent, as do both McNemar tests. Holm adjusts the p of the %s.", robust, testName(d.a)),
		[]string{"difference\t", "pairs", "difference [CI]", "Tango", "Newcombe", "p sign-flip", "p McNemar exact", "p McNemar mid-p", "p Holm"}, rows)
}

func (d *document) excluded(c analysis.Comparison) string {
	if c.Excluded == 0 {
		return ""
	}
	return d.Note(fmt.Sprintf("%s left out of the pairs, unknown in one of the two cells.", plural(c.Excluded, "task is", "tasks are")))
}

func (d *document) overlap() {
	o := d.a.Overlap
	if len(d.a.Cells) < 2 {
		return
	}
	if o.Tasks == 0 {
		d.section("What is solved by whom", "No task has a known outcome in every cell.")
		return
	}
	alone := -1
	for c, n := range o.Unique {
		if n > 0 && (alone < 0 || n > o.Unique[alone]) {
			alone = c
		}
	}
	second := "No task is solved by one cell alone."
	if alone >= 0 {
		second = fmt.Sprintf("%s solves most alone: %s.", name(d.a, alone), plural(o.Unique[alone], "task", "tasks"))
	}
	d.section("What is solved by whom",
		fmt.Sprintf("All cells together solve %s of the tasks known in each; the best single cell solves %s.", share(o.Union, o.Tasks), d.bestAlone()), second)
	if len(d.a.Cells) < 3 || len(d.a.Cells) > maxSets {
		d.figure("overlap")
	} else {
		d.figure("upset")
		d.Para("The pairs of the comparisons [as bars](figures/overlap.png).", overlapNote(d.a))
	}
	if len(d.a.Comparisons) == 0 {
		return
	}
	var rows [][]string
	for _, c := range d.a.Comparisons {
		if c.Why == "" {
			rows = append(rows, []string{md.Text(differenceName(d.a, c)), count(c.Both), count(c.OnlyA), count(c.OnlyB), count(c.Neither), count(c.Both + c.OnlyA + c.OnlyB + c.Neither)})
		}
	}
	d.table("Overlap of the solved tasks in each comparison; A is the first of its name.", []string{"A − B\t", "both", "only A", "only B", "neither", "pairs"}, rows)
}

// bestAlone is the most that a single cell solves of the tasks known in all.
func (d *document) bestAlone() string {
	most := 0
	for c := range d.a.Cells {
		n := 0
		for _, x := range d.a.Overlap.Intersections {
			if x.In[c] {
				n += x.N
			}
		}
		most = max(most, n)
	}
	return count(most)
}
