// Package record defines the rows of an experiment's tables and reads and
// writes them as Arrow IPC files. It is the one place that imports Arrow.
//
// A table is a slice or stream of one row type ([TaskRow], [CellRow],
// [ContextRow], [AttemptRow], [CallRow], [DiagnosticRow], [OutcomeRow]). The
// struct tags of a row type are the table's schema, and the only copy of it:
// column name, unit, meaning, which value stands for null, which strings are
// dictionary-encoded, and which columns are volatile, that is, may differ
// between two runs of one specification.
//
//	record.Write("attempts.arrow", record.Rows(attempts)) // whole or not at all
//	for row, err := range record.Read[record.AttemptRow]("attempts.arrow") { … }
//
// Statistics over many rows read a few columns into slices instead:
//
//	var c struct {
//		Task    record.Codes `col:"task_id"`
//		Verdict record.Codes `col:"verdict"`
//		Round   []int32      `col:"round"`
//	}
//	err := record.ReadColumns[record.AttemptRow]("attempts.arrow", &c)
//
// [Columns] streams the same, batch after batch, from a table of any size. Both read
// the bytes of these columns alone, and on all cores.
//
// [Diff] compares two tables value by value. Any other Arrow reader opens the
// files; the table's name and schema version stand in the schema's metadata, and
// unit, doc and volatile in each field's.
package record
