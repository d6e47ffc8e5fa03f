package record

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
)

// sink puts one column into a field of a caller's struct.
type sink struct {
	column int
	// inOrder: batches must come one after the other, from the first.
	inOrder bool
	// resize makes room for n rows after what the field held at first.
	resize func(n int)
	// fill reads the loader's batch into the rows from at on.
	fill func(l *loader, at int) error
	// done, if not nil, is called when all rows are there.
	done func()
}

var errNull = errors.New("null where none may be")

// newSink returns the sink of a column into *dst; values is its dictionary.
func newSink(c *column, index int, values []string, dst any) (sink, error) {
	s := sink{column: index}
	null := c.nullReflect()
	kind := c.typ.Kind()
	ok := true
	switch dst := dst.(type) {
	case *[]int32:
		ok = kind == reflect.Int32
		fixed(&s, dst, null)
	case *[]int64:
		ok = kind == reflect.Int64
		fixed(&s, dst, null)
	case *[]uint64:
		ok = kind == reflect.Uint64
		fixed(&s, dst, null)
	case *[]float64:
		ok = kind == reflect.Float64
		if c.key != "" {
			null = reflect.ValueOf(math.NaN())
		}
		fixed(&s, dst, null)
	case *[]bool:
		ok = kind == reflect.Bool
		bools(&s, dst)
	case *[]string:
		ok = kind == reflect.String
		if c.dict {
			codedStrings(&s, dst, values, c.null != nil)
		} else {
			plainStrings(&s, dst, c.null != nil)
		}
	case *Codes:
		ok = kind == reflect.String
		if c.dict {
			codes(&s, dst, values, c.null != nil)
		} else {
			numbered(&s, dst, c.null != nil)
		}
	default:
		return s, fmt.Errorf("column %s: reading columns has no %T", c.name, dst)
	}
	if !ok {
		return s, fmt.Errorf("column %s is %s, which does not go into %s", c.name, c.arrowType(), reflect.TypeOf(dst).Elem())
	}
	return s, nil
}

// eachNull calls f with every row of the batch that is null in the column.
func (l *loader) eachNull(column int, nullable bool, f func(i int)) error {
	valid, err := l.validity(column)
	if err != nil || valid == nil {
		return err
	}
	for i, b := range valid {
		for null := ^b; null != 0; null &= null - 1 {
			if row := 8*i + bits.TrailingZeros8(null); row < l.rows {
				if !nullable {
					return errNull
				}
				f(row)
			}
		}
	}
	return nil
}

// fixed reads values of fixed width straight into the field.
func fixed[T int32 | int64 | uint64 | float64](s *sink, dst *[]T, null reflect.Value) {
	base := len(*dst)
	var value T
	if null.IsValid() {
		value = null.Convert(reflect.TypeFor[T]()).Interface().(T)
	}
	s.resize = func(n int) { *dst = extend(*dst, base+n) }
	s.fill = func(l *loader, at int) error {
		part := (*dst)[base+at:][:l.rows]
		if err := l.read(s.column, 1, arrow.GetBytes(part), 0); err != nil {
			return err
		}
		return l.eachNull(s.column, null.IsValid(), func(i int) { part[i] = value })
	}
}

func bools(s *sink, dst *[]bool) {
	base := len(*dst)
	s.resize = func(n int) { *dst = extend(*dst, base+n) }
	s.fill = func(l *loader, at int) error {
		part := (*dst)[base+at:][:l.rows]
		l.fixed = extend(l.fixed, (l.rows+7)/8)
		if err := l.read(s.column, 1, l.fixed, 0); err != nil {
			return err
		}
		for i, b := range l.fixed {
			for j := range min(8, len(part)-8*i) {
				part[8*i+j] = b>>j&1 != 0
			}
		}
		return l.eachNull(s.column, false, nil)
	}
}

// codes reads the codes of a dictionary as they are, unless the field's own values,
// or a value that stands in the dictionary twice, number them otherwise.
func codes(s *sink, dst *Codes, values []string, nullable bool) {
	base := len(dst.Code)
	var renumber []int32
	if len(dst.Values) > 0 || repeats(values) {
		numbers := numbering{codes: dst}
		for _, v := range values {
			renumber = append(renumber, numbers.of(v))
		}
	} else {
		dst.Values = slices.Clip(values)
	}
	top := uint32(len(values))
	s.resize = func(n int) { dst.Code = extend(dst.Code, base+n) }
	s.fill = func(l *loader, at int) error {
		part := dst.Code[base+at:][:l.rows]
		if err := l.read(s.column, 1, arrow.GetBytes(part), 0); err != nil {
			return err
		}
		// What stands behind a null is anything.
		if err := l.eachNull(s.column, nullable, func(i int) { part[i] = -1 }); err != nil {
			return err
		}
		for i, c := range part {
			if uint32(c) >= top {
				if c != -1 || !nullable {
					return fmt.Errorf("code %d of a dictionary of %d", c, top)
				}
			} else if renumber != nil {
				part[i] = renumber[c]
			}
		}
		return nil
	}
}

func repeats(values []string) bool {
	seen := make(map[string]struct{}, len(values))
	for _, v := range values {
		seen[v] = struct{}{}
	}
	return len(seen) < len(values)
}

// numbering gives numbers to strings as they come.
type numbering struct {
	codes *Codes
	known map[string]int32
}

func (n *numbering) of(s string) int32 {
	if n.known == nil {
		n.known = make(map[string]int32, len(n.codes.Values))
		for i, v := range n.codes.Values {
			n.known[v] = int32(i)
		}
	}
	c, ok := n.known[s]
	if !ok {
		c = int32(len(n.codes.Values))
		n.known[s], n.codes.Values = c, append(n.codes.Values, s)
	}
	return c
}

// numbered numbers the values of a column of plain strings.
func numbered(s *sink, dst *Codes, nullable bool) {
	base := len(dst.Code)
	old := len(dst.Values)
	numbers := numbering{codes: dst}
	s.inOrder = true
	s.resize = func(n int) { dst.Code = extend(dst.Code, base+n) }
	s.fill = func(l *loader, at int) error {
		if at == 0 { // the first batch, or any of a stream
			dst.Values, numbers.known = dst.Values[:old], nil
		}
		part := dst.Code[base+at:][:l.rows]
		text, err := l.strings(s.column)
		if err != nil {
			return err
		}
		for i := range part {
			c, ok := numbers.known[string(text.at(i))]
			if !ok {
				c = numbers.of(string(text.at(i)))
			}
			part[i] = c
		}
		return l.eachNull(s.column, nullable, func(i int) { part[i] = -1 })
	}
}

func codedStrings(s *sink, dst *[]string, values []string, nullable bool) {
	base := len(*dst)
	var c Codes
	codes(s, &c, values, nullable)
	fill := s.fill
	s.resize = func(n int) { *dst = extend(*dst, base+n) }
	s.inOrder = true // c is one for all batches
	s.fill = func(l *loader, at int) error {
		c.Code = extend(c.Code, l.rows)
		if err := fill(l, 0); err != nil {
			return err
		}
		part := (*dst)[base+at:][:l.rows]
		for i := range part {
			part[i] = c.Value(i)
		}
		return nil
	}
}

func plainStrings(s *sink, dst *[]string, nullable bool) {
	base := len(*dst)
	s.resize = func(n int) { *dst = extend(*dst, base+n) }
	s.fill = func(l *loader, at int) error {
		part := (*dst)[base+at:][:l.rows]
		text, err := l.strings(s.column)
		if err != nil {
			return err
		}
		clear(part)
		for i := range part {
			if text.ends[i] != text.ends[i+1] {
				part[i] = string(text.at(i))
			}
		}
		return l.eachNull(s.column, nullable, func(i int) { part[i] = "" })
	}
}

// texts are the values of a column of plain strings, of which those behind a null are
// anything.
type texts struct {
	ends  []int32
	bytes []byte // from ends[0] on
}

func (t texts) at(i int) []byte { return t.bytes[t.ends[i]-t.ends[0] : t.ends[i+1]-t.ends[0]] }

// strings returns values that are valid until the next call.
func (l *loader) strings(column int) (texts, error) {
	if l.rows == 0 {
		return texts{}, nil
	}
	l.fixed = extend(l.fixed, 4*(l.rows+1))
	if err := l.read(column, 1, l.fixed, 0); err != nil {
		return texts{}, err
	}
	ends := arrow.Int32Traits.CastFromBytes(l.fixed)
	begin, end := ends[0], ends[l.rows]
	if begin < 0 || end < begin || int64(end) > l.size(column, 2) {
		return texts{}, fmt.Errorf("text from %d to %d of %d bytes", begin, end, l.size(column, 2))
	}
	l.text = extend(l.text, int(end-begin))
	return texts{ends, l.text}, l.read(column, 2, l.text, int64(begin))
}
