package group

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Field is a column of a projection. With edges, numbers are put into buckets: up to
// and with the first edge, above it up to and with the second, …, above the last.
type Field struct {
	Column string
	Edges  []float64
}

// String returns what ParseProjection reads.
func (f Field) String() string {
	if f.Edges == nil {
		return f.Column
	}
	var edges []string
	for _, e := range f.Edges {
		edges = append(edges, strconv.FormatFloat(e, 'g', -1, 64))
	}
	return f.Column + "[" + strings.Join(edges, ",") + "]"
}

// Projection says which columns make the key of a row.
type Projection []Field

// String returns what ParseProjection reads.
func (p Projection) String() string {
	var fields []string
	for _, f := range p {
		fields = append(fields, f.String())
	}
	return strings.Join(fields, ",")
}

// ParseProjection reads columns with commas between them, such as
// "model,regime" or "repository,feature.nesting_depth[3,6]". The empty text is the
// projection that gives all rows one key.
func ParseProjection(text string) (Projection, error) {
	var p Projection
	for rest := strings.TrimSpace(text); rest != ""; {
		end := strings.IndexAny(rest, ",[")
		if end < 0 {
			end = len(rest)
		}
		f := Field{Column: strings.TrimSpace(rest[:end])}
		if f.Column == "" {
			return nil, fmt.Errorf("%q: a column without a name", text)
		}
		rest = rest[end:]
		if strings.HasPrefix(rest, "[") {
			inside, after, ok := strings.Cut(rest[1:], "]")
			if !ok {
				return nil, fmt.Errorf("%q: a [ without its ]", text)
			}
			var err error
			if f.Edges, err = parseEdges(inside); err != nil {
				return nil, fmt.Errorf("%q: %s: %w", text, f.Column, err)
			}
			rest = strings.TrimSpace(after)
			if rest != "" && rest[0] != ',' {
				return nil, fmt.Errorf("%q: %q behind a ]", text, rest)
			}
		}
		for _, g := range p {
			if g.Column == f.Column {
				return nil, fmt.Errorf("%q: column %s stands twice", text, f.Column)
			}
		}
		p = append(p, f)
		if after, ok := strings.CutPrefix(rest, ","); ok {
			if rest = strings.TrimSpace(after); rest == "" {
				return nil, fmt.Errorf("%q: a column without a name", text)
			}
		}
	}
	return p, nil
}

func parseEdges(text string) ([]float64, error) {
	var edges []float64
	for _, word := range strings.Split(text, ",") {
		e, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || math.IsNaN(e) || math.IsInf(e, 0) {
			return nil, fmt.Errorf("%q is not an edge of buckets", strings.TrimSpace(word))
		}
		if n := len(edges); n > 0 && e <= edges[n-1] {
			return nil, fmt.Errorf("edges must rise: [%s]", text)
		}
		edges = append(edges, e)
	}
	return edges, nil
}

// Keys are the keys of the rows of a table, in order.
type Keys struct {
	Fields []string   // names of the columns, in full
	Of     []int32    // key of each row
	Values [][]string // of each key, one for each field; null is the empty text
}

// Len returns the number of keys.
func (k *Keys) Len() int { return len(k.Values) }

// Rows returns the rows of every key, ascending.
func (k *Keys) Rows() [][]int32 {
	size := make([]int, k.Len())
	for _, of := range k.Of {
		size[of]++
	}
	rows := make([][]int32, k.Len())
	for i := range rows {
		rows[i] = make([]int32, 0, size[i])
	}
	for r, of := range k.Of {
		rows[of] = append(rows[of], int32(r))
	}
	return rows
}

// Of returns the keys of a table's rows. They are sorted field by field: buckets by
// their edges, other values by their first appearance, unknown ones of buckets last.
func (p Projection) Of(t Table) (*Keys, error) {
	k := &Keys{Of: make([]int32, t.Rows)}
	keys := [][]int32{{}} // ranks of the fields so far, of each key
	if t.Rows == 0 {
		keys = nil
	}
	var names [][]string // of each field by rank
	for _, f := range p {
		c, err := t.Find(f.Column)
		if err != nil {
			return nil, err
		}
		k.Fields = append(k.Fields, c.Name)
		rank, values, err := f.ranks(c)
		if err != nil {
			return nil, err
		}
		names = append(names, values)
		keys = refine(k.Of, keys, rank, len(values))
	}
	order := make([]int32, len(keys))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return slices.Compare(keys[a], keys[b]) })
	place := make([]int32, len(keys))
	for to, from := range order {
		place[from] = int32(to)
		values := make([]string, len(p))
		for f, rank := range keys[from] {
			values[f] = names[f][rank]
		}
		k.Values = append(k.Values, values)
	}
	for r, of := range k.Of {
		k.Of[r] = place[of]
	}
	return k, nil
}

// refine splits the keys of rows by a further field.
func refine(of []int32, keys [][]int32, rank []int32, ranks int) [][]int32 {
	var out [][]int32
	code := coder(len(keys) * ranks)
	for r := range of {
		n, isNew := code(int(of[r])*ranks+int(rank[r]), len(out))
		if isNew {
			out = append(out, append(slices.Clip(keys[of[r]]), rank[r]))
		}
		of[r] = int32(n)
	}
	return out
}

// coder returns a function that gives a number below n the code of its first call,
// or next if this is its first.
func coder(n int) func(v, next int) (code int, isNew bool) {
	if n > 1<<22 { // a table would be larger than most columns
		seen := map[int]int{}
		return func(v, next int) (int, bool) {
			if code, ok := seen[v]; ok {
				return code, false
			}
			seen[v] = next
			return next, true
		}
	}
	seen := make([]int32, n) // code + 1
	return func(v, next int) (int, bool) {
		if seen[v] > 0 {
			return int(seen[v]) - 1, false
		}
		seen[v] = int32(next) + 1
		return next, true
	}
}

// ranks returns the rank of each row's value in the order of keys, and the values by
// rank.
func (f Field) ranks(c Column) (rank []int32, values []string, err error) {
	null := len(c.Values) // place of null and the empty text in byCode
	byCode := make([]int32, null+1)
	for i := range byCode {
		byCode[i] = -1
	}
	if f.Edges != nil {
		if values, err = f.buckets(c, byCode); err != nil {
			return nil, nil, err
		}
	}
	empty := slices.Index(c.Values, "")
	rank = make([]int32, len(c.Code))
	for r, code := range c.Code {
		at := int(code)
		if at < 0 || at == empty {
			at = null
		}
		if byCode[at] < 0 {
			byCode[at] = int32(len(values))
			values = append(values, c.Value(r))
		}
		rank[r] = byCode[at]
	}
	return rank, values, nil
}

// buckets gives the rank of the bucket of every code that some row has and returns
// the names of the buckets, that of null last.
func (f Field) buckets(c Column, byCode []int32) ([]string, error) {
	whole := true
	used := make([]bool, len(c.Values))
	for _, code := range c.Code {
		if code >= 0 {
			used[code] = true
		}
	}
	for code, text := range c.Values {
		if !used[code] || text == "" {
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(v) {
			return nil, fmt.Errorf("column %s has no buckets: %q is not a number", c.Name, text)
		}
		whole = whole && v == math.Trunc(v)
		b, _ := slices.BinarySearch(f.Edges, v) // a value on an edge belongs below it
		byCode[code] = int32(b)
	}
	names := BucketNames(f.Edges, whole)
	byCode[len(c.Values)] = int32(len(names))
	return append(names, "unknown"), nil
}

// BucketNames names the buckets of rising edges, at least one: "≤3", "4–6", "≥7" when
// both values and edges are whole numbers, else "≤3", ">3 to 6", ">6".
func BucketNames(edges []float64, whole bool) []string {
	for _, e := range edges {
		whole = whole && e == math.Trunc(e)
	}
	text := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	names := []string{"≤" + text(edges[0])}
	for b := 1; b < len(edges); b++ {
		lo, hi := edges[b-1], edges[b]
		switch {
		case whole && lo+1 == hi:
			names = append(names, text(hi))
		case whole:
			names = append(names, text(lo+1)+"–"+text(hi))
		default:
			names = append(names, ">"+text(lo)+" to "+text(hi))
		}
	}
	last := edges[len(edges)-1]
	if whole {
		return append(names, "≥"+text(last+1))
	}
	return append(names, ">"+text(last))
}
