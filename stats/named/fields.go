package named

import (
	"fmt"
	"reflect"
	"strings"

	"proofgrid/stats"
)

// Field is one member of a statistic's input.
type Field struct {
	Name     string `json:"name"`
	Notation string `json:"notation"` // such as "list of numbers"
	Doc      string `json:"doc"`
	Optional bool   `json:"optional"`
}

// fieldsOf reads the fields off the tags of an input struct: in:"name" or
// in:"name,optional", and doc:"…".
func fieldsOf(t reflect.Type) []Field {
	var out []Field
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			out = append(out, fieldsOf(f.Type)...)
			continue
		}
		name, option, _ := strings.Cut(f.Tag.Get("in"), ",")
		out = append(out, Field{name, notation(f.Type), f.Tag.Get("doc"), option == "optional"})
	}
	return out
}

func fieldNames(t reflect.Type) string {
	var names []string
	for _, f := range fieldsOf(t) {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

func notation(t reflect.Type) string {
	if c, ok := reflect.New(t).Interface().(custom); ok {
		return c.notation()
	}
	switch t.Kind() {
	case reflect.Slice:
		return "list of " + plural(notation(t.Elem()))
	case reflect.Array:
		return fmt.Sprintf("list of %d %s", t.Len(), plural(notation(t.Elem())))
	case reflect.Pointer:
		return notation(t.Elem())
	case reflect.Struct:
		return "object {" + fieldNames(t) + "}"
	}
	return map[reflect.Kind]string{
		reflect.Float64: "number", reflect.Int: "whole number", reflect.Bool: "true/false", reflect.String: "text",
	}[t.Kind()]
}

func plural(s string) string {
	if s == "true/false" {
		return s
	}
	word, rest, _ := strings.Cut(s, " ")
	if word == "list" || word == "object" {
		return strings.TrimSpace(word + "s " + rest)
	}
	return s + "s"
}

// columns are numbers with units in common, such as what a user writes for one
// covariate: a list of numbers stands for a single column.
type columns [][]float64

func (c *columns) notation() string { return "list of numbers, or of lists of numbers" }

func (c *columns) read(r *reader, n *node, path string) error {
	if !n.array {
		return r.fault(n.at, "%s must be a %s, not %s", path, c.notation(), n)
	}
	*c = make(columns, len(n.items))
	for i, item := range n.items {
		row := item
		if !item.array {
			row = &node{at: item.at, array: true, items: []*node{item}}
		}
		if err := r.fill(row, reflect.ValueOf(&(*c)[i]).Elem(), fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	return nil
}

// oneOrMore is a whole number or a list of them; the answer has the same form.
type oneOrMore struct {
	values []int
	one    bool
}

func (o *oneOrMore) notation() string { return "whole number, or list of whole numbers" }

func (o *oneOrMore) read(r *reader, n *node, path string) error {
	list := n
	if o.one = !n.array; o.one {
		list = &node{at: n.at, array: true, items: []*node{n}}
		path = strings.TrimSuffix(path, "[0]")
	}
	return r.fill(list, reflect.ValueOf(&o.values).Elem(), path)
}

func (o oneOrMore) each(f func(k int) float64) any {
	var out []float64
	for _, k := range o.values {
		out = append(out, f(k))
	}
	if o.one {
		return out[0]
	}
	return out
}

// labels name the group of every unit.
type labels []string

func (l *labels) notation() string { return "list of texts or numbers" }

func (l *labels) read(r *reader, n *node, path string) error {
	if !n.array {
		return r.fault(n.at, "%s must be a %s, not %s", path, l.notation(), n)
	}
	*l = labels{} // given, if empty
	for i, item := range n.items {
		if item.value == nil {
			return r.fault(item.at, "%s[%d] must be text or a number, not %s", path, i, item)
		}
		*l = append(*l, item.String())
	}
	return nil
}

// groups is the zero Groups when no labels are given.
func (l labels) groups() stats.Groups {
	if l == nil {
		return stats.Groups{}
	}
	return stats.GroupBy(l)
}

// round is a repair round, −1 for null.
type round int

func (o *round) notation() string { return "whole number or null" }

func (o *round) read(r *reader, n *node, path string) error {
	i, ok := whole(n)
	switch {
	case n.String() == "null":
		*o = -1
	case !ok || i < 0:
		return r.fault(n.at, "%s must be a round (0, 1, …) or null, not %s", path, n)
	default:
		*o = round(i)
	}
	return nil
}

// printedOf is a pair [n, "percent"].
type printedOf struct {
	n    int
	text string
}

func (p *printedOf) notation() string { return `[n, "percent"] pair` }

func (p *printedOf) read(r *reader, n *node, path string) error {
	if !n.array || len(n.items) != 2 {
		return r.fault(n.at, "%s must be a pair [n, \"percent\"], not %s", path, n)
	}
	if err := r.fill(n.items[0], reflect.ValueOf(&p.n).Elem(), path+"[0]"); err != nil {
		return err
	}
	return r.fill(n.items[1], reflect.ValueOf(&p.text).Elem(), path+"[1]")
}

// Options that several inputs share.
type level struct {
	Level float64 `in:"level,optional" doc:"confidence level; 0.95 when absent"`
}

type seeded struct {
	Seed  int `in:"seed,optional" doc:"of the random draws; 0 when absent"`
	Draws int `in:"draws,optional" doc:"random draws; 10000 when absent"`
}

func (s seeded) draws() stats.MonteCarlo {
	return stats.MonteCarlo{Draws: s.Draws, Seed: uint64(s.Seed)}
}

// fewest draws show the spread of a resampled statistic.
const fewest = 100

// check refuses too few resamples; the permutation tests count theirs in.
func (s seeded) check() error {
	if s.Draws != 0 && s.Draws < fewest {
		return fmt.Errorf("draws = %d: resampling needs at least %d", s.Draws, fewest)
	}
	return nil
}

type clustered struct {
	Clusters labels `in:"clusters,optional" doc:"cluster of every unit, such as its repository; without it units are independent"`
}

func design(c clustered, l level) stats.Design {
	return stats.Design{Clusters: c.Clusters.groups(), Level: l.Level}
}

type interval struct {
	Interval string `in:"interval,optional" doc:"BCa (when absent) or percentile"`
}

func bootstrap(i interval, l level, s seeded) (stats.Bootstrap, error) {
	b := stats.Bootstrap{MonteCarlo: s.draws(), Level: l.Level}
	if err := s.check(); err != nil {
		return b, err
	}
	switch strings.ToLower(i.Interval) {
	case "", "bca":
	case "percentile":
		b.Interval = stats.Percentile
	default:
		return b, fmt.Errorf("bootstrap interval %q: it is BCa or percentile", i.Interval)
	}
	return b, nil
}
