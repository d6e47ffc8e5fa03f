package named

import (
	"reflect"
	"slices"
	"strings"

	"proofgrid/stats"
)

// Statistic is one statistic by its name.
type Statistic struct {
	Name    string
	Line    string // what it answers, in a line
	Example string // an input that it accepts, as JSON
	Fields  []Field
	compute func(*reader, *node) (Object, error)
}

// Compute reads the statistic's input from JSON text and returns its result. The
// error is an *InputError where the text does not say what Fields ask for, and
// otherwise the refusal of package stats, which errors.Is tells apart.
func (s Statistic) Compute(text []byte) (Object, error) {
	r, root, err := parse(text)
	if err != nil {
		return nil, err
	}
	out, err := s.compute(r, root)
	if err != nil {
		return nil, err
	}
	all := warnings(reflect.ValueOf(out))
	if i := slices.IndexFunc(out, func(m Member) bool { return m.Name == "warnings" }); i >= 0 {
		all = append(out[i].Value.([]string), all...)
		out = slices.Delete(out, i, i+1)
	}
	if len(all) > 0 {
		out = append(out, Member{"warnings", all})
	}
	return out, nil
}

// All lists the statistics by topic.
func All() []Statistic {
	return slices.Concat(proportions, clusters, samples, ranks, pairs, tables, regressions,
		survival, costs, planning, distributions, published)
}

// Find returns the statistic of a name; upper case and "-" for "_" are forgiven.
func Find(name string) (Statistic, bool) {
	all := All()
	name = strings.ReplaceAll(strings.ToLower(name), "-", "_")
	i := slices.IndexFunc(all, func(s Statistic) bool { return s.Name == name })
	if i < 0 {
		return Statistic{}, false
	}
	return all[i], true
}

// define makes a statistic of a function from an input struct.
func define[In any](name, line, example string, f func(In) (Object, error)) Statistic {
	return Statistic{name, line, example, fieldsOf(reflect.TypeFor[In]()), func(r *reader, root *node) (Object, error) {
		var in In
		if err := r.fill(root, reflect.ValueOf(&in).Elem(), ""); err != nil {
			return nil, err
		}
		return f(in)
	}}
}

// ends are the limits of an interval.
func ends(e stats.Estimate) []float64 { return []float64{e.Lo, e.Hi} }

// result passes on a struct of package stats as the whole answer.
func result[T any](v T, err error) (Object, error) {
	if err != nil {
		return nil, err
	}
	return fields(v), nil
}
