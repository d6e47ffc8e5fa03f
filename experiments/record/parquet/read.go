package parquet

import (
	"encoding/base64"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/schema"

	"proofgrid/experiments/record"
	"proofgrid/experiments/record/internal/bound"
)

// Reader reads a Parquet file that another program may have written.
type Reader struct {
	path    string
	f       *os.File
	r       *file.Reader
	columns []column
}

// column is a flat column of the file.
type column struct {
	name     string
	index    int // among all columns
	optional bool
	unsigned bool
	problem  string // why it cannot be read; empty when it can
}

// Open opens a Parquet file. Bytes that make no sense are an error, never a panic.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r := &Reader{path: path, f: f}
	info, err := f.Stat()
	if err == nil {
		err = bound.Guard("Parquet", func() (err error) {
			props := parquet.NewReaderProperties(bound.New(info.Size()))
			props.BufferedStreamEnabled = true // a column's claimed size then costs nothing
			if r.r, err = file.NewParquetReader(f, file.WithReadProps(props)); err != nil {
				return err
			}
			sc := r.r.MetaData().Schema
			for i := range sc.NumColumns() {
				r.columns = append(r.columns, describe(sc.Column(i), i))
			}
			return r.durations()
		})
	}
	if err != nil {
		f.Close()
		return nil, r.wrap(err)
	}
	return r, nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.f.Close() }

// Rows returns the number of rows that the file claims to have.
func (r *Reader) Rows() int64 { return r.r.NumRows() }

// Flat lists the names of the columns that Read knows: those that are not nested and
// hold text, numbers or truth values.
func (r *Reader) Flat() []string {
	var names []string
	for _, c := range r.columns {
		if c.problem == "" {
			names = append(names, c.name)
		}
	}
	return names
}

// Unread says of every other column why it is not read, by its name.
func (r *Reader) Unread() map[string]string {
	why := map[string]string{}
	for _, c := range r.columns {
		if c.problem != "" {
			why[c.name] = c.problem
		}
	}
	return why
}

func (r *Reader) wrap(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return err
	}
	return fmt.Errorf("%s: %w", r.path, err)
}

// durations marks the columns whose numbers are durations. Parquet has no such type:
// the unit stands in the Arrow schema alone that Arrow's writers put beside the data.
func (r *Reader) durations() error {
	text := r.r.MetaData().KeyValueMetadata().FindValue(schemaKey)
	if text == nil {
		return nil
	}
	b, err := base64.StdEncoding.DecodeString(*text)
	if err != nil {
		return fmt.Errorf("%s: %w", schemaKey, err)
	}
	s, err := record.Schema(b)
	if err != nil {
		return fmt.Errorf("%s: %w", schemaKey, err)
	}
	for _, f := range s.Fields() {
		if f.Type.ID() != arrow.DURATION {
			continue
		}
		for i := range r.columns {
			if r.columns[i].name == f.Name {
				r.columns[i].problem = fmt.Sprintf("has durations (%s); write them as a number of seconds", f.Type)
			}
		}
	}
	return nil
}

func describe(c *schema.Column, index int) column {
	out := column{name: c.Path(), index: index, optional: c.MaxDefinitionLevel() > 0}
	switch logical := c.LogicalType().(type) {
	case *schema.IntLogicalType:
		out.unsigned = !logical.IsSigned()
	case schema.NoLogicalType, schema.UnknownLogicalType, schema.StringLogicalType, schema.EnumLogicalType, schema.JSONLogicalType:
	default:
		out.problem = "has values of type " + strings.ToLower(logical.String())
	}
	switch {
	case c.MaxRepetitionLevel() > 0 || c.MaxDefinitionLevel() > 1:
		out.problem = "is nested"
	case c.PhysicalType() == parquet.Types.Int96 || c.PhysicalType() == parquet.Types.FixedLenByteArray:
		out.problem = "has values of type " + strings.ToLower(c.PhysicalType().String())
	}
	return out
}

// batchRows is how many rows are decoded at once.
const batchRows = 4096

// Read streams the rows of the named columns, in this order. A yielded row is valid
// until the next; its strings are the caller's own. The first error, which names the
// file, is the last item. Memory is bounded by some thousand rows of these columns and
// one page of each.
func (r *Reader) Read(names []string) iter.Seq2[[]record.Value, error] {
	return func(yield func([]record.Value, error) bool) {
		chosen := make([]column, len(names))
		for i, name := range names {
			j := slices.IndexFunc(r.columns, func(c column) bool { return c.name == name })
			if j < 0 {
				yield(nil, r.wrap(fmt.Errorf("no column %q", name)))
				return
			}
			if chosen[i] = r.columns[j]; chosen[i].problem != "" {
				yield(nil, r.wrap(fmt.Errorf("column %q %s, which cannot be read", name, chosen[i].problem)))
				return
			}
		}
		row := make([]record.Value, len(names))
		for g := range r.r.NumRowGroups() {
			for batch, err := range r.batches(g, chosen) {
				if err != nil {
					yield(nil, r.wrap(fmt.Errorf("row group %d: %w", g, err)))
					return
				}
				for at := range batch.rows {
					for i := range row {
						row[i] = batch.values[i][at]
					}
					if !yield(row, nil) {
						return
					}
				}
			}
		}
	}
}

type batch struct {
	rows   int
	values [][]record.Value // by column
}

// batches decodes the chosen columns of a row group side by side.
func (r *Reader) batches(group int, chosen []column) iter.Seq2[batch, error] {
	return func(yield func(batch, error) bool) {
		var left int64
		b := batch{values: make([][]record.Value, len(chosen))}
		decoders := make([]*decoder, len(chosen))
		err := bound.Guard("Parquet", func() error {
			rg := r.r.RowGroup(group)
			left = rg.NumRows()
			for i, c := range chosen {
				cr, err := rg.Column(c.index)
				if err != nil {
					return fmt.Errorf("column %s: %w", c.name, err)
				}
				decoders[i] = newDecoder(c, cr)
			}
			return nil
		})
		for err == nil && left > 0 {
			b.rows = int(min(left, batchRows))
			err = bound.Guard("Parquet", func() error {
				for i, d := range decoders {
					if err := d.next(b.rows); err != nil {
						return fmt.Errorf("column %s: %w", chosen[i].name, err)
					}
					b.values[i] = d.out
				}
				return nil
			})
			if err == nil && !yield(b, nil) {
				return
			}
			left -= int64(b.rows)
		}
		if err != nil {
			yield(b, err)
		}
	}
}

// decoder decodes a column.
type decoder struct {
	column
	read func(n int64, defs []int16) (levels int64, values int, err error)
	get  func(i int) record.Value
	defs []int16
	out  []record.Value
	err  func() error
}

func newDecoder(c column, r file.ColumnChunkReader) *decoder {
	d := &decoder{column: c, defs: make([]int16, batchRows), out: make([]record.Value, batchRows), err: r.Err}
	switch r := r.(type) {
	case *file.BooleanColumnChunkReader:
		values := make([]bool, batchRows)
		d.read = func(n int64, defs []int16) (int64, int, error) { return r.ReadBatch(n, values, defs, nil) }
		d.get = func(i int) record.Value { return record.Value{Kind: record.Bool, Bool: values[i]} }
	case *file.Int32ColumnChunkReader:
		values := make([]int32, batchRows)
		d.read = func(n int64, defs []int16) (int64, int, error) { return r.ReadBatch(n, values, defs, nil) }
		d.get = func(i int) record.Value {
			if c.unsigned {
				return record.Value{Kind: record.Int, Int: int64(uint32(values[i]))}
			}
			return record.Value{Kind: record.Int, Int: int64(values[i])}
		}
	case *file.Int64ColumnChunkReader:
		values := make([]int64, batchRows)
		d.read = func(n int64, defs []int16) (int64, int, error) { return r.ReadBatch(n, values, defs, nil) }
		d.get = func(i int) record.Value {
			if c.unsigned {
				return record.Value{Kind: record.Uint, Uint: uint64(values[i])}
			}
			return record.Value{Kind: record.Int, Int: values[i]}
		}
	case *file.Float32ColumnChunkReader:
		values := make([]float32, batchRows)
		d.read = func(n int64, defs []int16) (int64, int, error) { return r.ReadBatch(n, values, defs, nil) }
		d.get = func(i int) record.Value { return record.Value{Kind: record.Float, Float: float64(values[i])} }
	case *file.Float64ColumnChunkReader:
		values := make([]float64, batchRows)
		d.read = func(n int64, defs []int16) (int64, int, error) { return r.ReadBatch(n, values, defs, nil) }
		d.get = func(i int) record.Value { return record.Value{Kind: record.Float, Float: values[i]} }
	case *file.ByteArrayColumnChunkReader:
		values := make([]parquet.ByteArray, batchRows)
		d.read = func(n int64, defs []int16) (int64, int, error) { return r.ReadBatch(n, values, defs, nil) }
		d.get = func(i int) record.Value { return record.Value{Kind: record.Text, Text: string(values[i])} }
	default:
		panic(fmt.Errorf("column of physical type %s", r.Type()))
	}
	return d
}

// next decodes n rows into out.
func (d *decoder) next(n int) error {
	for at := 0; at < n; {
		levels, values, err := d.read(int64(n-at), d.defs[:n-at])
		if err == nil {
			err = d.err()
		}
		if err != nil {
			return err
		}
		rows := values
		if d.optional {
			rows = int(levels)
		}
		if rows <= 0 || rows > n-at || values > rows {
			return fmt.Errorf("it ends %d rows before its row group", n-at)
		}
		v := 0
		for i := range rows {
			if d.optional && d.defs[i] == 0 {
				d.out[at+i] = record.Value{}
				continue
			}
			if v >= values {
				return errors.New("fewer values than its levels say")
			}
			d.out[at+i] = d.get(v)
			v++
		}
		at += rows
	}
	return nil
}
