package audit

import (
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/spec"
	"proofgrid/stats"
)

// oneCount: every percentage stands for a single count.
type oneCount struct {
	Percents texts `yaml:"percents"`
}

func (k *oneCount) run(c *call) {
	f := stats.Finding{Check: "one count for each percentage", Consistent: true}
	var said []string
	total := span{}
	for _, v := range c.values("percents", k.Percents) {
		if v.of == "" {
			c.fault(v.line, v.col, "percents: %s has no percent_of in its table", v.label)
			continue
		}
		s, ok := c.count(v)
		if !ok {
			return
		}
		total.lo, total.hi = total.lo+s.lo, total.hi+s.hi
		if s.lo != s.hi {
			f.Consistent = false
			said = append(said, fmt.Sprintf("%s: %s of %s is no single count", v.row, v.value, v.of))
		}
	}
	if f.Arithmetic = strings.Join(said, "; "); f.Consistent {
		f.Arithmetic = fmt.Sprintf("the counts add up to %s", total)
	}
	c.done(name(k.Percents), f, nil)
}

// oneRate: several statements describe one number of solved tasks.
type oneRate struct {
	Of       texts      `yaml:"of"`
	Percents texts      `yaml:"percents"`
	Counts   []quantity `yaml:"counts"`
}

// quantity is a count said outright, as a sum, or as what is left of the tasks.
type quantity struct {
	Count texts `yaml:"count"`
	Sum   texts `yaml:"sum"`
	Less  texts `yaml:"less"`
}

func (k *oneRate) run(c *call) {
	n := c.wholeOne("of", k.Of)
	if len(k.Percents)+len(k.Counts) < 2 {
		c.fault(c.line, c.col, "one_rate compares at least two statements: percents and counts")
		return
	}
	// A percentage stands for a run of counts, so statements meet where their spans do.
	common := span{0, n}
	var said []string
	say := func(how string, s span) {
		common = span{max(common.lo, s.lo), min(common.hi, s.hi)}
		said = append(said, fmt.Sprintf("%s → %s", how, s))
	}
	if len(k.Percents) > 0 {
		for _, p := range c.values("percents", k.Percents) {
			counts, err := stats.PercentCounts(p.value, n)
			switch {
			case err != nil:
				c.fault(p.line, p.col, "%s: %v", p.label, err)
			case len(counts) == 0:
				say(p.value+" %", nothing)
			default:
				say(p.value+" %", span{counts[0], counts[len(counts)-1]})
			}
		}
	}
	for _, q := range k.Counts {
		if s, how := q.span(c, n); !c.failed() {
			say(how, s)
		}
	}
	c.done(name(k.Percents), stats.Finding{
		Check: "one rate, several statements", Consistent: common.lo <= common.hi,
		Arithmetic: fmt.Sprintf("of %d: %s", n, strings.Join(said, "; ")),
	}, nil)
}

func (q quantity) span(c *call, n int) (s span, how string) {
	given := 0
	for _, operand := range []texts{q.Count, q.Sum, q.Less} {
		if len(operand) > 0 {
			given++
		}
	}
	if given != 1 {
		c.fault(c.line, c.col, "an entry of counts has one of count, sum and less")
		return s, ""
	}
	operand := slices.Concat(q.Count, q.Sum, q.Less)
	cells := c.values("counts", operand)
	if len(q.Count) > 0 && len(cells) != 1 && !c.failed() {
		c.fault(operand[0].line, operand[0].col, "count: one value is wanted, not %d; sum adds several", len(cells))
	}
	for _, v := range cells {
		part, ok := c.count(v)
		if !ok {
			return s, ""
		}
		s.lo, s.hi = s.lo+part.lo, s.hi+part.hi
	}
	switch {
	case len(q.Less) > 0:
		return span{n - s.hi, n - s.lo}, fmt.Sprintf("%d − %s (%s)", n, s, name(q.Less))
	case len(q.Sum) > 0:
		return s, "sum of " + name(q.Sum)
	}
	return s, name(q.Count)
}

// sum: parts add up to the total; percentages stand for their counts.
type sum struct {
	Parts texts `yaml:"parts"`
	Total texts `yaml:"total"`
}

func (k *sum) run(c *call) {
	var least, most []int
	for _, v := range c.values("parts", k.Parts) {
		s, ok := c.count(v)
		if !ok {
			return
		}
		least, most = append(least, s.lo), append(most, s.hi)
	}
	total := c.wholeOne("total", k.Total)
	f := stats.CheckSum(least, total)
	if high := stats.CheckSum(most, total); !f.Consistent && addUp(least) <= total && total <= addUp(most) {
		f = high
		f.Consistent = true
	}
	if addUp(least) != addUp(most) {
		f.Arithmetic = fmt.Sprintf("parts add up to %s, stated %d", span{addUp(least), addUp(most)}, total)
	}
	c.done(name(k.Parts), f, nil)
}

func addUp(x []int) int {
	total := 0
	for _, v := range x {
		total += v
	}
	return total
}

// hull: an overall value lies among the parts that it averages.
type hull struct {
	Parts   texts `yaml:"parts"`
	Overall texts `yaml:"overall"`
}

func (k *hull) run(c *call) {
	parts, whole := c.values("parts", k.Parts), c.one("overall", k.Overall)
	if c.failed() {
		return
	}
	f, err := stats.CheckHull(printed(parts), whole.value)
	c.done(name(k.Parts), f, err)
}

// weightedMean: an overall value is the mean of the parts by these weights.
type weightedMean struct {
	Parts   texts `yaml:"parts"`
	Weights texts `yaml:"weights"`
	Overall texts `yaml:"overall"`
}

func (k *weightedMean) run(c *call) {
	parts, whole := c.values("parts", k.Parts), c.one("overall", k.Overall)
	weights := c.wholes("weights", k.Weights)
	if c.failed() {
		return
	}
	f, err := stats.CheckWeightedMean(printed(parts), weights, whole.value)
	c.done(name(k.Parts), f, err)
}

// macro: an overall value is the unweighted mean of percentages.
type macro struct {
	Parts   texts `yaml:"parts"`
	Overall texts `yaml:"overall"`
}

func (k *macro) run(c *call) {
	parts, whole := c.values("parts", k.Parts), c.one("overall", k.Overall)
	var sizes []int
	for _, v := range parts {
		if v.of == "" { // without every size, rates as they are printed
			sizes = nil
			break
		}
		n, _ := c.whole(cell{text: text{v.of, v.line, v.col}, label: v.label})
		sizes = append(sizes, n)
	}
	if c.failed() {
		return
	}
	f, err := stats.CheckMacro(printed(parts), sizes, whole.value)
	c.done(name(k.Parts), f, err)
}

// monotone: values fall, or rise, at every step.
type monotone struct {
	Values    texts  `yaml:"values"`
	Direction string `yaml:"direction"`
}

func (k *monotone) run(c *call) {
	values := c.values("values", k.Values)
	if k.Direction != "falling" && k.Direction != "rising" {
		c.fault(c.line, c.col, "direction %q: it is falling or rising", k.Direction)
	}
	if c.failed() {
		return
	}
	f, err := stats.CheckMonotone(printed(values), k.Direction == "rising")
	f.Check = k.Direction + " at every step"
	c.done(name(k.Values), f, err)
}

// widening: the gap a − b grows at every step.
type widening struct {
	A texts `yaml:"a"`
	B texts `yaml:"b"`
}

func (k *widening) run(c *call) {
	x, y := c.values("a", k.A), c.values("b", k.B)
	if c.failed() {
		return
	}
	f, err := stats.CheckWidening(printed(x), printed(y))
	c.done(name(k.A)+" less "+name(k.B), f, err)
}

// strongest: one value is the largest in magnitude.
type strongest struct {
	Values texts `yaml:"values"`
	Which  text  `yaml:"which"`
}

func (k *strongest) run(c *call) {
	values := c.values("values", k.Values)
	index := -1
	var rows []string
	for i, v := range values {
		rows = append(rows, v.row)
		if v.row == k.Which.value {
			index = i
		}
	}
	switch {
	case k.Which.value == "":
		c.missing("which")
	case index < 0 && !c.failed():
		c.fault(k.Which.line, k.Which.col, "which: no row %q among the values%s", k.Which.value, spec.Hint(k.Which.value, rows))
	}
	if c.failed() {
		return
	}
	f, err := stats.CheckStrongest(printed(values), index)
	c.done(k.Which.value+" of "+name(k.Values), f, err)
}

// atLeast: row by row, one value is at least the other.
type atLeast struct {
	Larger  texts `yaml:"larger"`
	Smaller texts `yaml:"smaller"`
}

func (k *atLeast) run(c *call) {
	c.pairs(func(row []cell) {
		f, err := stats.CheckAtLeast(row[0].value, row[1].value)
		c.done(row[0].label+" ≥ "+row[1].label, f, err)
	}, []string{"larger", "smaller"}, k.Larger, k.Smaller)
}

// correlationP: row by row, a correlation of n pairs has the stated p.
type correlationP struct {
	R          texts `yaml:"r"`
	N          texts `yaml:"n"`
	P          texts `yaml:"p"`
	Covariates int   `yaml:"covariates"`
}

func (k *correlationP) run(c *call) {
	c.pairs(func(row []cell) {
		if n, ok := c.whole(row[1]); ok {
			f, err := stats.CheckCorrelationP(row[0].value, n, k.Covariates, row[2].value)
			c.done(row[0].label, f, err)
		}
	}, []string{"r", "n", "p"}, k.R, k.N, k.P)
}

// mcNemarP: some paired table with these numbers of solved tasks has the stated p.
type mcNemarP struct {
	A texts `yaml:"a"`
	B texts `yaml:"b"`
	N texts `yaml:"n"`
	P texts `yaml:"p"`
}

func (k *mcNemarP) run(c *call) {
	c.pairs(func(row []cell) {
		n, ok := c.whole(row[2])
		x, okX := c.countOf(row[0], n)
		y, okY := c.countOf(row[1], n)
		if !ok || !okX || !okY {
			return
		}
		f := stats.Finding{}
		for a := x.lo; a <= x.hi && !f.Consistent; a++ {
			for b := y.lo; b <= y.hi && !f.Consistent; b++ {
				var err error
				if f, err = stats.CheckMcNemarP(a, b, n, row[3].value); err != nil {
					c.done(row[0].label, f, err)
					return
				}
			}
		}
		f.Arithmetic = fmt.Sprintf("%s and %s solved of %d: %s", x, y, n, f.Arithmetic)
		c.done(row[0].label+" and "+row[1].label, f, nil)
	}, []string{"a", "b", "n", "p"}, k.A, k.B, k.N, k.P)
}

// countOf reads a value with a decimal point or a percent sign as a percentage of n.
func (c *call) countOf(v cell, n int) (span, bool) {
	if v.of == "" && strings.ContainsAny(v.value, ".%") {
		v.of = fmt.Sprint(n)
	}
	return c.count(v)
}

// speedup: parallelism makes nothing faster than by its own number.
type speedup struct {
	Values   texts `yaml:"values"`
	Parallel texts `yaml:"parallel"`
}

func (k *speedup) run(c *call) {
	c.pairs(func(row []cell) {
		if n, ok := c.whole(row[1]); ok {
			f, err := stats.CheckSpeedup(row[0].value, n)
			c.done(row[0].label, f, err)
		}
	}, []string{"values", "parallel"}, k.Values, k.Parallel)
}

// sd: the scores of some seeds on binary tasks have the printed standard deviation.
type sd struct {
	Values texts `yaml:"values"`
	Tasks  texts `yaml:"tasks"`
	Seeds  texts `yaml:"seeds"`
}

func (k *sd) run(c *call) {
	c.pairs(func(row []cell) {
		n, okN := c.whole(row[1])
		s, okS := c.whole(row[2])
		if okN && okS {
			f, err := stats.CheckSD(row[0].value, n, s)
			c.done(row[0].label, f, err)
		}
	}, []string{"values", "tasks", "seeds"}, k.Values, k.Tasks, k.Seeds)
}
