package group

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"proofgrid/experiments/internal/nearest"
)

// Filter is a condition on one column.
type Filter struct {
	Column string
	Op     string   // one of = != < <= > >=
	Values []string // alternatives of = and !=; one number for the others
}

// String returns what ParseFilter reads.
func (f Filter) String() string { return f.Column + f.Op + strings.Join(f.Values, "|") }

// ParseFilter reads a condition such as model=rango|tactician, regime!=none or
// feature.nesting_depth<=3. The empty value is null.
func ParseFilter(text string) (Filter, error) {
	at := strings.IndexAny(text, "=!<>")
	if at < 0 {
		return Filter{}, fmt.Errorf("filter %q: write column=value, column=a|b, column!=value or column<=number", text)
	}
	f := Filter{Column: strings.TrimSpace(text[:at])}
	for _, op := range []string{"!=", "<=", ">=", "=", "<", ">"} {
		if strings.HasPrefix(text[at:], op) {
			f.Op = op
			break
		}
	}
	if f.Op == "" || f.Column == "" {
		return Filter{}, fmt.Errorf("filter %q: write column=value, column=a|b, column!=value or column<=number", text)
	}
	value := strings.TrimSpace(text[at+len(f.Op):])
	switch f.Op {
	case "=", "!=":
		f.Values = strings.Split(value, "|")
	default:
		if v, err := strconv.ParseFloat(value, 64); err != nil || math.IsNaN(v) {
			return Filter{}, fmt.Errorf("filter %q: %q is not a number", text, value)
		}
		f.Values = []string{value}
	}
	return f, nil
}

// Select returns the places of the rows that pass every filter, ascending. A value
// that no row has, a column that does not exist and an order of what are no numbers
// are errors; null passes no order. No row at all is no error.
func (t Table) Select(filters ...Filter) ([]int32, error) {
	pass := make([]bool, t.Rows)
	for i := range pass {
		pass[i] = true
	}
	for _, f := range filters {
		c, err := t.Find(f.Column)
		if err != nil {
			return nil, err
		}
		ok, err := f.values(c)
		if err != nil {
			return nil, err
		}
		for r, code := range c.Code {
			if code < 0 {
				code = int32(len(c.Values))
			}
			pass[r] = pass[r] && ok[code]
		}
	}
	rows := make([]int32, 0, t.Rows)
	for r, ok := range pass {
		if ok {
			rows = append(rows, int32(r))
		}
	}
	return rows, nil
}

// values tells which values of the column's dictionary pass; the last is null.
func (f Filter) values(c Column) ([]bool, error) {
	pass := make([]bool, len(c.Values)+1)
	have := c.Distinct()
	if f.Op == "=" || f.Op == "!=" {
		for _, v := range f.Values {
			if !slices.Contains(have, v) {
				return nil, fmt.Errorf("filter %s: no row has %s=%s%s", f, c.Name, v, nearest.Hint(v, have))
			}
		}
		for i := range pass {
			v := ""
			if i < len(c.Values) {
				v = c.Values[i]
			}
			pass[i] = slices.Contains(f.Values, v) == (f.Op == "=")
		}
		return pass, nil
	}
	limit, err := strconv.ParseFloat(f.Values[0], 64)
	if err != nil {
		return nil, fmt.Errorf("filter %s: %w", f, err)
	}
	for _, text := range have {
		if _, err := strconv.ParseFloat(text, 64); err != nil && text != "" {
			return nil, fmt.Errorf("filter %s: %q is not a number", f, text)
		}
	}
	for i, text := range c.Values {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			continue
		}
		switch f.Op {
		case "<":
			pass[i] = v < limit
		case "<=":
			pass[i] = v <= limit
		case ">":
			pass[i] = v > limit
		case ">=":
			pass[i] = v >= limit
		}
	}
	return pass, nil
}
