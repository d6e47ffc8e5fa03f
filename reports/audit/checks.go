package audit

import (
	"strings"

	"go.yaml.in/yaml/v3"

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

func (c *call) wholes(what string, operand texts) []int {
	var out []int
	for _, v := range c.values(what, operand) {
		n, _ := c.whole(v)
		out = append(out, n)
	}
	return out
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
		rows = max(rows, len(columns[i]))
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
