package reports

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"proofgrid/reports/compare"
	"proofgrid/stats"
)

// Comparison prints a comparison for a terminal: in each group the arms with what
// they solved, a sentence for each pair of arms, and the numbers behind it. Doubts are
// notes at the end.
func Comparison(w io.Writer, r *compare.Result) error {
	c := comparison{Result: r}
	c.head()
	for _, g := range r.Groups {
		c.group(g)
	}
	for _, warning := range r.Warnings {
		c.mark(warning)
	}
	if len(c.notes) > 0 {
		c.printf("\nnotes\n")
	}
	for i, n := range c.notes {
		c.printf("%4s %s\n", fmt.Sprintf("[%d]", i+1), oneLine(n))
	}
	_, err := io.WriteString(w, c.text.String())
	return err
}

type comparison struct {
	*compare.Result
	text  strings.Builder
	notes []string
}

func (c *comparison) printf(format string, args ...any) { fmt.Fprintf(&c.text, format, args...) }

// mark numbers notes and returns their numbers in brackets.
func (c *comparison) mark(notes ...string) string {
	s := ""
	for _, n := range notes {
		i := slices.Index(c.notes, n)
		if i < 0 {
			i = len(c.notes)
			c.notes = append(c.notes, n)
		}
		if m := fmt.Sprintf("[%d]", i+1); !strings.Contains(s, m) {
			s += m
		}
	}
	return s
}

func (c *comparison) head() {
	c.printf("%s: by %s", oneLine(strings.Join(c.Runs, ", ")), strings.Join(c.By, ", "))
	if len(c.Within) > 0 {
		c.printf(", within %s", strings.Join(c.Within, ", "))
	}
	if len(c.Filters) > 0 {
		c.printf(", of the units with %s", strings.Join(c.Filters, " and "))
	}
	c.printf("\n")
}

func (c *comparison) group(g compare.Group) {
	c.printf("\n")
	if len(c.Within) > 0 {
		c.printf("%s: ", keyName(c.Within, g.Key, true))
	}
	c.printf("%s", plural(g.Tasks, "task", "tasks"))
	if g.Clusters > 0 {
		c.printf(" in %s (%s)\n\n", plural(g.Clusters, "cluster", "clusters"), c.Cluster)
	} else {
		c.printf(", taken as independent\n\n")
	}
	c.arms(g)
	if len(g.Comparisons) == 0 {
		return
	}
	c.printf("\n")
	for _, x := range g.Comparisons {
		c.printf("- %s\n", c.sentence(g, x))
	}
	if !math.IsNaN(g.CochranQ.P) {
		c.printf("- Whether all %d arms solve alike, over the %s known in each: Cochran's Q = %s, %s.%s\n", len(g.Arms), plural(g.CochranQ.N, "task", "tasks"),
			fixed(g.CochranQ.Statistic, 1), plainP(g.CochranQ.P), c.mark(append([]string{"Cochran's Q takes tasks as independent"}, g.CochranQ.Warnings...)...))
	}
	c.tests(g)
}

// arms tabulates what each arm solved.
func (c *comparison) arms(g compare.Group) {
	unknown, whole := 0, true
	for _, a := range g.Arms {
		unknown += a.Tasks - a.Known
		whole = whole && a.Binary
	}
	head := append(slices.Clone(c.By), "solved", "of", "rate %", percentLevel(c.Level)+" interval")
	if whole {
		head = append(head, "Wilson")
	}
	if unknown > 0 {
		head = append(head, "unknown", "bounds")
	}
	var rows [][]string
	for _, a := range g.Arms {
		row := make([]string, 0, len(head))
		for _, v := range a.Key {
			row = append(row, valueName(v))
		}
		for _, p := range a.Pooled {
			row[len(a.Key)-1] += c.mark(fmt.Sprintf("pools %s %s, which --by does not tell apart: each task counts with the mean over its %s", p.Column, list(few(oneLines(p.Values), 5)), units(a)))
		}
		row = append(row, sum(a.Solved), count(a.Tasks), percent(a.Rate.Value), between(a.Rate, percent)+c.mark(a.Rate.Warnings...))
		if whole {
			row = append(row, between(a.Wilson, percent))
		}
		if n := a.Tasks - a.Known; unknown > 0 {
			row = append(row, count(n), "["+percent(a.Worst)+", "+percent(a.Best)+"]")
		}
		rows = append(rows, row)
	}
	c.table(len(c.By), head, rows)
	if unknown > 0 {
		c.printf("\nRates are of the known tasks; the bounds take the unknown ones as unsolved, and as solved.\n")
	}
}

func units(a compare.Arm) string {
	if a.FewestUnits == a.MostUnits {
		return plural(a.MostUnits, "unit", "units")
	}
	return fmt.Sprintf("%d to %d units, so that tasks do not all mix the same", a.FewestUnits, a.MostUnits)
}

// sum prints a sum of scores: a number of tasks, unless scores lie between 0 and 1.
func sum(v float64) string {
	if v == math.Trunc(v) {
		return count(int(v))
	}
	return fixed(v, 1)
}

func percentLevel(level float64) string { return strings.TrimSuffix(fixed(100*level, 1), ".0") + " %" }

// sentence is a comparison in plain language.
func (c *comparison) sentence(g compare.Group, x compare.Comparison) string {
	where, a, b := c.names(g.Arms[x.A].Key, g.Arms[x.B].Key)
	if x.Why != "" {
		return fmt.Sprintf("%s%s and %s cannot be compared: %s.", where, a, b, x.Why) + c.apart(x)
	}
	e := x.Difference
	s := fmt.Sprintf("%s%s is %s points %s %s", where, a, percent(math.Abs(e.Value)), map[bool]string{true: "below", false: "above"}[e.Value < 0], b)
	if e.Value == 0 {
		s = fmt.Sprintf("%s%s and %s solve equally many", where, a, b)
	}
	s += c.counts(x)
	if math.IsNaN(e.Lo) {
		s += ", no interval"
	} else {
		s += fmt.Sprintf(", %s CI %s", percentLevel(c.Level), between(e, signed))
	}
	s += c.mark(e.Warnings...)
	if math.IsNaN(x.Test.P) {
		return s + ", no test." + c.mark(x.Test.Warnings...) + c.apart(x)
	}
	s += fmt.Sprintf(", %s %s, Holm-adjusted %s.", testOf(x), plainP(x.Test.P), plainP(x.Holm)) + c.mark(x.Test.Warnings...)
	s += judgeDifference(e, x.Holm, floorOf(x.Test, e.Clusters), 1-c.Level).words(e, x.Holm, floorOf(x.Test, e.Clusters))
	if x.IsPaired && x.Paired.Binary && e.Clusters > 0 && e.Clusters < 6 {
		s += fmt.Sprintf(" Were tasks independent, McNemar's mid-p test would give %s.", plainP(x.Paired.McNemarMidP.P))
	}
	return s + c.apart(x)
}

// names splits two keys into what they have in common, ending in a colon, and the rest.
func (c *comparison) names(a, b []string) (where, x, y string) {
	var common, columns, ka, kb, shared []string
	for i, name := range c.By {
		if a[i] == b[i] {
			shared, common = append(shared, name), append(common, a[i])
			continue
		}
		columns, ka, kb = append(columns, name), append(ka, a[i]), append(kb, b[i])
	}
	if len(common) > 0 {
		where = keyName(shared, common, false) + ": "
	}
	return where, keyName(columns, ka, false), keyName(columns, kb, false)
}

// counts are the numbers behind a difference.
func (c *comparison) counts(x compare.Comparison) string {
	if !x.IsPaired {
		return fmt.Sprintf(" (%s/%s against %s/%s, no shared tasks)", sum(x.Unpaired.SolvedA), count(x.Unpaired.KnownA), sum(x.Unpaired.SolvedB), count(x.Unpaired.KnownB))
	}
	p := x.Paired
	left := ""
	if x.OnlyInA+x.OnlyInB > 0 {
		left += c.mark(fmt.Sprintf("of the tasks of the two arms, %s in both, %d in the first and %d in the second alone; the latter are left out", count(x.Shared), x.OnlyInA, x.OnlyInB))
	}
	if p.Excluded > 0 {
		left += c.mark(fmt.Sprintf("%s left out of the pairs, unknown in one of the two", plural(p.Excluded, "task is", "tasks are")))
	}
	if !p.Binary {
		return fmt.Sprintf(" (%s %% against %s %% over %s)", percent(p.RateA), percent(p.RateB), plural(p.Difference.N, "task", "tasks")) + left
	}
	n := p.Both + p.OnlyA + p.OnlyB + p.Neither
	return fmt.Sprintf(" (%s against %s)", of(p.Both+p.OnlyA, n), of(p.Both+p.OnlyB, n)) + left
}

// apart names what else sets the arms apart.
func (c *comparison) apart(x compare.Comparison) string {
	if len(x.Also) == 0 {
		return ""
	}
	return fmt.Sprintf(" They also differ in %s.", list(x.Also))
}

func testOf(x compare.Comparison) string {
	switch {
	case !x.IsPaired:
		return "Fisher's exact"
	case x.Difference.Clusters > 0:
		return "cluster sign-flip"
	case x.Paired.Binary:
		return "McNemar (mid-p)"
	}
	return "sign-flip"
}

// tests tabulates the paired tests.
func (c *comparison) tests(g compare.Group) {
	var rows [][]string
	for _, x := range g.Comparisons {
		p := x.Paired
		if !x.IsPaired || x.Why != "" || !p.Binary {
			continue
		}
		where, a, b := c.names(g.Arms[x.A].Key, g.Arms[x.B].Key)
		rows = append(rows, []string{
			where + a + " " + minus + " " + b,
			count(p.Both + p.OnlyA + p.OnlyB + p.Neither), count(p.Both), count(p.OnlyA), count(p.OnlyB), count(p.Neither),
			between(p.Tango, signed), between(p.Newcombe, signed), terminalP(p.SignFlip), terminalP(p.McNemarExact), terminalP(p.McNemarMidP), pPlain(x.Holm),
		})
	}
	if len(rows) == 0 {
		return
	}
	c.printf("\n")
	c.table(1, []string{"paired, A " + minus + " B", "pairs", "both", "only A", "only B", "neither", "Tango", "Newcombe", "p sign-flip", "p McNemar", "p mid-p", "p Holm"}, rows)
	c.printf("\nTango, Newcombe and McNemar take tasks as independent. Holm adjusts over %s.\n", plural(c.Family, "comparison", "comparisons"))
}

func terminalP(t stats.Test) string { return pPlain(t.P) }

// pPlain prints a p-value for a table of a terminal.
func pPlain(p float64) string { return strings.ReplaceAll(pValue(p), "&lt;", "<") }

// table prints rows under a head: the first columns are text, the others numbers.
func (c *comparison) table(text int, head []string, rows [][]string) {
	width := make([]int, len(head))
	for _, row := range append([][]string{head}, rows...) {
		for i, v := range row {
			width[i] = max(width[i], len([]rune(v)))
		}
	}
	tw := tabwriter.NewWriter(&c.text, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{head}, rows...) {
		for i, v := range row {
			if i >= text {
				v = strings.Repeat(" ", width[i]-len([]rune(v))) + v
			}
			if i > 0 {
				v = "\t" + v
			}
			fmt.Fprint(tw, v)
		}
		fmt.Fprintln(tw)
	}
	tw.Flush()
}

// keyName names a key: values, and before numbers what they are of.
func keyName(columns, key []string, always bool) string {
	var out []string
	for i, v := range key {
		_, err := strconv.ParseFloat(v, 64)
		switch short := columns[i][strings.Index(columns[i], ".")+1:]; {
		case always || err == nil:
			out = append(out, short+" = "+valueName(v))
		case strings.HasPrefix(columns[i], "feature."): // a bucket
			out = append(out, short+" "+valueName(v))
		default:
			out = append(out, valueName(v))
		}
	}
	if len(out) == 0 {
		return "all"
	}
	return strings.Join(out, ", ")
}

func valueName(v string) string {
	if v == "" {
		return "unknown"
	}
	return oneLine(v)
}

func oneLines(values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = valueName(v)
	}
	return out
}
