package parquet

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"

	"proofgrid/experiments/internal/durable"
	"proofgrid/experiments/record"
	"proofgrid/experiments/record/internal/bound"
)

// schemaKey is where Arrow's writers keep the Arrow schema in a Parquet file.
const schemaKey = "ARROW:schema"

// Write copies a table file of a run, whichever table it is, to the Parquet file path
// and returns its number of rows. Memory is bounded by one record batch. The file
// appears whole or not at all; errors name the file that is to blame.
func Write(path, table string) (rows int64, err error) {
	sc, batches, err := record.Batches(table)
	if err != nil {
		return 0, err
	}
	err = durable.Replace(path, func(f *os.File) error {
		rows, err = encode(f, table, sc, batches)
		return err
	}, func(name string) error {
		r, err := Open(name)
		if err == nil {
			defer r.Close()
			if r.Rows() != rows {
				err = fmt.Errorf("%d rows, but %d were written", r.Rows(), rows)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: reading back what was written: %w", path, err)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return rows, nil
}

// encode writes to f what batches yield.
func encode(f *os.File, table string, sc *arrow.Schema, batches func(func(arrow.Record, error) bool)) (rows int64, err error) {
	root, err := groupOf(sc)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", table, err)
	}
	meta, err := keyValues(sc)
	if err != nil {
		return 0, err
	}
	// The library reports some failed writes by panics, and forgets others.
	out := &sticky{f: f}
	props := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Zstd), parquet.WithVersion(parquet.V2_LATEST))
	var w *file.Writer
	write := func(f func() error) error { return errors.Join(bound.Guard("Arrow", f), out.err) }
	if err := write(func() error {
		w = file.NewParquetWriter(out, root, file.WithWriterProps(props), file.WithWriteMetadata(meta))
		return nil
	}); err != nil {
		return 0, err
	}
	for rec, err := range batches {
		if err == nil {
			err = write(func() error { return rowGroup(w, rec) })
			if err != nil && out.err == nil {
				err = fmt.Errorf("%s: %w", table, err)
			}
		}
		if err != nil {
			return 0, err
		}
		rows += rec.NumRows()
	}
	return rows, write(w.Close)
}

// sticky keeps the first error of a file and lets nothing pass after it.
type sticky struct {
	f   *os.File
	err error
}

func (s *sticky) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.f.Write(p)
	s.err = err
	return n, err
}

func keyValues(sc *arrow.Schema) (metadata.KeyValueMetadata, error) {
	meta := metadata.KeyValueMetadata{}
	m := sc.Metadata()
	for i, key := range m.Keys() {
		if err := meta.Append(key, m.Values()[i]); err != nil {
			return nil, err
		}
	}
	// An IPC stream without batches is the message of its schema and 8 bytes that end it.
	var stream bytes.Buffer
	w := ipc.NewWriter(&stream, ipc.WithSchema(sc))
	if err := w.Close(); err != nil {
		return nil, err
	}
	message := stream.Bytes()[:stream.Len()-8]
	return meta, meta.Append(schemaKey, base64.StdEncoding.EncodeToString(message))
}

// groupOf returns the Parquet schema of a table's schema.
func groupOf(sc *arrow.Schema) (*schema.GroupNode, error) {
	var fields schema.FieldList
	for _, f := range sc.Fields() {
		rep := parquet.Repetitions.Required
		if f.Nullable {
			rep = parquet.Repetitions.Optional
		}
		node, err := nodeOf(f.Name, f.Type, rep)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", f.Name, err)
		}
		fields = append(fields, node)
	}
	return schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
}

func nodeOf(name string, t arrow.DataType, rep parquet.Repetition) (schema.Node, error) {
	logical, physical := schema.LogicalType(schema.NoLogicalType{}), parquet.Types.Undefined
	switch t := t.(type) {
	case *arrow.DictionaryType:
		return nodeOf(name, t.ValueType, rep)
	case *arrow.ListType:
		item, err := nodeOf("element", t.Elem(), parquet.Repetitions.Optional)
		if err != nil {
			return nil, err
		}
		return schema.ListOfWithName(name, item, rep, -1)
	case *arrow.StringType:
		logical, physical = schema.StringLogicalType{}, parquet.Types.ByteArray
	case *arrow.BooleanType:
		physical = parquet.Types.Boolean
	case *arrow.Int32Type:
		logical, physical = schema.NewIntLogicalType(32, true), parquet.Types.Int32
	case *arrow.Int64Type:
		logical, physical = schema.NewIntLogicalType(64, true), parquet.Types.Int64
	case *arrow.Uint64Type:
		logical, physical = schema.NewIntLogicalType(64, false), parquet.Types.Int64
	case *arrow.Float64Type:
		physical = parquet.Types.Double
	default:
		return nil, fmt.Errorf("no Parquet type for %s", t)
	}
	return schema.NewPrimitiveNodeLogical(name, rep, logical, physical, -1, -1)
}

// rowGroup writes a record batch.
func rowGroup(w *file.Writer, rec arrow.Record) error {
	group := w.AppendRowGroup()
	for i, a := range rec.Columns() {
		cw, err := group.NextColumn()
		if err == nil {
			err = writeColumn(cw, a)
		}
		if err == nil {
			err = cw.Close()
		}
		if err != nil {
			return fmt.Errorf("column %s: %w", rec.ColumnName(i), err)
		}
	}
	return group.Close()
}

// writeColumn writes the values that are not null, and for each row its definition
// level: 1 for a value, 0 for null, ignored where the column has no nulls.
func writeColumn(w file.ColumnChunkWriter, a arrow.Array) (err error) {
	levels := make([]int16, a.Len())
	for i := range levels {
		if a.IsValid(i) {
			levels[i] = 1
		}
	}
	switch w := w.(type) {
	case *file.BooleanColumnChunkWriter:
		_, err = w.WriteBatch(present(a, a.(*array.Boolean).Value), levels, nil)
	case *file.Int32ColumnChunkWriter:
		_, err = w.WriteBatch(present(a, a.(*array.Int32).Value), levels, nil)
	case *file.Int64ColumnChunkWriter:
		value := func(i int) int64 { return int64(a.(*array.Uint64).Value(i)) }
		if signed, ok := a.(*array.Int64); ok {
			value = signed.Value
		}
		_, err = w.WriteBatch(present(a, value), levels, nil)
	case *file.Float64ColumnChunkWriter:
		_, err = w.WriteBatch(present(a, a.(*array.Float64).Value), levels, nil)
	case *file.ByteArrayColumnChunkWriter:
		if list, ok := a.(*array.List); ok {
			return writeLists(w, list)
		}
		value := func(i int) parquet.ByteArray { return parquet.ByteArray(a.(*array.String).Value(i)) }
		if coded, ok := a.(*array.Dictionary); ok {
			texts := coded.Dictionary().(*array.String)
			value = func(i int) parquet.ByteArray { return parquet.ByteArray(texts.Value(coded.GetValueIndex(i))) }
		}
		_, err = w.WriteBatch(present(a, value), levels, nil)
	default:
		err = fmt.Errorf("no Parquet values of %s", a.DataType())
	}
	return err
}

func present[T any](a arrow.Array, value func(int) T) []T {
	values := make([]T, 0, a.Len()-a.NullN())
	for i := range a.Len() {
		if a.IsValid(i) {
			values = append(values, value(i))
		}
	}
	return values
}

// writeLists writes lists of strings, none of which is null. The definition level of
// an empty list is 0 and that of an element 2; the repetition level of a list's first
// row is 0 and that of its others 1.
func writeLists(w *file.ByteArrayColumnChunkWriter, a *array.List) error {
	texts := a.ListValues().(*array.String)
	var values []parquet.ByteArray
	var defs, reps []int16
	for i := range a.Len() {
		begin, end := a.ValueOffsets(i)
		if begin < 0 || begin > end || end > int64(texts.Len()) {
			return fmt.Errorf("list [%d:%d] of %d values", begin, end, texts.Len())
		}
		if begin == end {
			defs, reps = append(defs, 0), append(reps, 0)
		}
		for j := begin; j < end; j++ {
			rep := int16(1)
			if j == begin {
				rep = 0
			}
			values = append(values, parquet.ByteArray(texts.Value(int(j))))
			defs, reps = append(defs, 2), append(reps, rep)
		}
	}
	_, err := w.WriteBatch(values, defs, reps)
	return err
}
