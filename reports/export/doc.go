// Package export writes a sealed run in the formats of other programs.
//
//	res, err := export.Write(ctx, run, export.Options{Format: "csv", Out: "tables"})
//
// The formats:
//
//   - csv (RFC 4180) and jsonl hold the tables, a row a line, in the order of the run.
//     Columns are those of the tables; a map is one column for each key, such as
//     feature.depth. Null is an empty field in CSV, where an empty text is "", and null
//     in JSON lines. Lists are JSON arrays, in CSV as text. Integers are exact in both:
//     a reader of JSON that knows floating point only rounds seeds. With Texts, the
//     texts behind the hashes follow as columns of their own.
//   - parquet holds the tables with the metadata of their columns.
//   - latex holds the main tables of the report; see [reports.Report.LaTeX].
//   - verisoftbench is a results directory as that benchmark's evaluator writes it;
//     verisoftbench.go says how a run is mapped onto it.
//
// Output appears whole or not at all, and replaces an earlier export only when asked
// to. Tables are streamed, so that their size does not matter.
package export
