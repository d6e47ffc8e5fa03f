package group

// Pooled says that keys put rows together that differ in a column.
type Pooled struct {
	Column string
	Values []string // that stand together under some key, in order of first appearance
	Keys   int      // keys under which several stand
}

// Pooled lists the columns, of those named, in which rows of one key differ. of is
// the key of every row, as in Keys.Of. Numbers of what is pooled without being told
// apart are about a mixture.
func (t Table) Pooled(of []int32, columns ...string) ([]Pooled, error) {
	keys := 0
	for _, k := range of {
		keys = max(keys, int(k)+1)
	}
	var out []Pooled
	for _, name := range columns {
		c, err := t.Find(name)
		if err != nil {
			return nil, err
		}
		if p := c.pooled(of, keys); p.Keys > 0 {
			out = append(out, p)
		}
	}
	return out, nil
}

func (c Column) pooled(of []int32, keys int) Pooled {
	p := Pooled{Column: c.Name}
	first := make([]int32, keys) // row
	mixed := make([]bool, keys)
	for i := range first {
		first[i] = -1
	}
	for r, k := range of {
		switch {
		case first[k] < 0:
			first[k] = int32(r)
		case !mixed[k] && c.Value(int(first[k])) != c.Value(r):
			mixed[k] = true
			p.Keys++
		}
	}
	if p.Keys == 0 {
		return p
	}
	var rows []int32
	for r, k := range of {
		if mixed[k] {
			rows = append(rows, int32(r))
		}
	}
	p.Values = c.Take(rows).Distinct()
	return p
}
