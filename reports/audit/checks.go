package audit

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"proofgrid/experiments/spec"
	"proofgrid/stats"
)

// check is one entry of the list of checks: a claim of the paper, in its words, and
// exactly one kind of check.
type check struct {
	Claim        string        `yaml:"claim"`
	OneCount     *oneCount     `yaml:"one_count"`
	OneRate      *oneRate      `yaml:"one_rate"`
	Sum          *sum          `yaml:"sum"`
	Hull         *hull         `yaml:"hull"`
	WeightedMean *weightedMean `yaml:"weighted_mean"`
	Macro        *macro        `yaml:"macro"`
	Monotone     *monotone     `yaml:"monotone"`
	Widening     *widening     `yaml:"widening"`
	Strongest    *strongest    `yaml:"strongest"`
	AtLeast      *atLeast      `yaml:"at_least"`
	CorrelationP *correlationP `yaml:"correlation_p"`
	McNemarP     *mcNemarP     `yaml:"mcnemar_p"`
	Speedup      *speedup      `yaml:"speedup"`
	SD           *sd           `yaml:"sd"`
}

// kind does its check through c, which has the place and the operands.
type kind interface{ run(c *call) }

func (c check) kinds() []kind {
	var out []kind
	for _, k := range []struct {
		given bool
		kind  kind
	}{
		{c.OneCount != nil, c.OneCount}, {c.OneRate != nil, c.OneRate}, {c.Sum != nil, c.Sum}, {c.Hull != nil, c.Hull},
		{c.WeightedMean != nil, c.WeightedMean}, {c.Macro != nil, c.Macro}, {c.Monotone != nil, c.Monotone},
		{c.Widening != nil, c.Widening}, {c.Strongest != nil, c.Strongest}, {c.AtLeast != nil, c.AtLeast},
		{c.CorrelationP != nil, c.CorrelationP}, {c.McNemarP != nil, c.McNemarP}, {c.Speedup != nil, c.Speedup}, {c.SD != nil, c.SD},
	} {
		if k.given {
			out = append(out, k.kind)
		}
	}
	return out
}

func (a *auditor) check(c *check, at *yaml.Node) {
	kinds := c.kinds()
	if len(kinds) != 1 {
		a.fault(at.Line, at.Column, "an entry of checks has one kind of check beside its claim, not %d", len(kinds))
		return
	}
	before := len(a.faults)
	kinds[0].run(&call{a, at.Line, at.Column, c.Claim, before})
}

// call is one check under way.
type call struct {
	*auditor
	line, col int
	claim     string
	before    int // faults when it began
}

func (c *call) failed() bool { return len(c.faults) > c.before }

func (c *call) missing(name string) { c.fault(c.line, c.col, "%q is missing", name) }

// values resolves an operand that must hold something everywhere.
func (c *call) values(name string, operand texts) []cell {
	if len(operand) == 0 {
		c.missing(name)
		return nil
	}
	cells := c.resolve(operand)
	for _, v := range cells {
		if v.value == "" {
			c.fault(v.line, v.col, "%s: %s is empty", name, v.label)
		}
	}
	return cells
}

// one resolves an operand that is a single value.
func (c *call) one(name string, operand texts) cell {
	cells := c.values(name, operand)
	if len(cells) != 1 {
		if !c.failed() {
			c.fault(operand[0].line, operand[0].col, "%s: one value is wanted, not %d", name, len(cells))
		}
		return cell{}
	}
	return cells[0]
}

func (c *call) wholeOne(name string, operand texts) int {
	if v := c.one(name, operand); !c.failed() {
		n, _ := c.whole(v)
		return n
	}
	return 0
}

func (c *call) done(of string, f stats.Finding, err error) {
	if !c.failed() || err != nil {
		c.add(c.line, c.col, of, c.claim, f, err)
	}
}

func printed(cells []cell) []string {
	out := make([]string, len(cells))
	for i, v := range cells {
		out[i] = v.value
	}
	return out
}

// name is how an operand is called in a finding.
func name(operand texts) string {
	var out []string
	for _, t := range operand {
		out = append(out, t.value)
	}
	return strings.Join(out, ", ")
}

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
	var percents []cell
	if len(k.Percents) > 0 {
		percents = c.values("percents", k.Percents)
	}
	var said []string
	common := span{0, n}
	for _, q := range k.Counts {
		s, how := q.span(c, n)
		if c.failed() {
			return
		}
		common = span{max(common.lo, s.lo), min(common.hi, s.hi)}
		said = append(said, fmt.Sprintf("%s → %s", how, s))
	}
	if c.failed() {
		return
	}
	// The statements of counts leave a range; the percentages must share one of it.
	f := stats.Finding{}
	for count := common.lo; count <= common.hi && !f.Consistent; count++ {
		var err error
		if f, err = stats.CheckSameRate(n, printed(percents), count); err != nil {
			c.done(name(k.Of), f, err)
			return
		}
	}
	f.Check = "one rate, several statements"
	var rates []string
	for _, p := range percents {
		counts, err := stats.PercentCounts(p.value, n)
		if err != nil {
			c.done(p.label, f, err)
			return
		}
		rates = append(rates, fmt.Sprintf("%s %% → %s", p.value, orNone(counts)))
	}
	f.Arithmetic = fmt.Sprintf("of %d: %s", n, strings.Join(append(rates, said...), "; "))
	c.done(name(k.Percents), f, nil)
}

func orNone(counts []int) string {
	switch len(counts) {
	case 0:
		return "no count"
	case 1:
		return fmt.Sprint(counts[0])
	}
	return span{counts[0], counts[len(counts)-1]}.String()
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

func (c *call) wholes(what string, operand texts) []int {
	var out []int
	for _, v := range c.values(what, operand) {
		n, _ := c.whole(v)
		out = append(out, n)
	}
	return out
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

// pairs goes row by row; single values serve every row, and rows in which a value is
// empty are passed over.
func (c *call) pairs(do func(row []cell), names []string, operands ...texts) {
	rows := 1
	columns := make([][]cell, len(operands))
	for i, operand := range operands {
		if len(operand) == 0 {
			c.missing(names[i])
			return
		}
		columns[i] = c.resolve(operand)
		if len(columns[i]) > 1 {
			rows = len(columns[i])
		}
	}
	if c.failed() {
		return
	}
	for i, column := range columns {
		if len(column) != rows && len(column) != 1 {
			c.fault(operands[i][0].line, operands[i][0].col, "%s: %d values for %d rows", names[i], len(column), rows)
			return
		}
	}
rows:
	for r := range rows {
		row := make([]cell, len(columns))
		for i, column := range columns {
			if row[i] = column[min(r, len(column)-1)]; row[i].value == "" {
				continue rows
			}
		}
		do(row)
	}
}

// atLeast: row by row, one value is at least the other.
type atLeast struct {
	Larger  texts `yaml:"larger"`
	Smaller texts `yaml:"smaller"`
}

func (k *atLeast) run(c *call) {
	c.pairs(func(row []cell) {
		f, err := stats.CheckAtLeast(row[0].value, row[1].value)
		c.done(row[0].label, f, err)
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
