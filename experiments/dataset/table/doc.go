// Package table reads tasks from a plain table: CSV with a header (or .tsv), JSON
// lines, or a JSON array of objects.
//
// A column goes to the field of a task that has its name, or that the user says:
//
//	id, name                 one of them at least; a task is called benchmark/id
//	statement, text          one of them at least; text is the statement verbatim, up to
//	                         where the proof begins
//	preamble, suffix         what stands before and behind it in its file
//	proof                    the ground truth
//	premises                 what the proof cites: a JSON list, or split at ";"
//	system                   lean, coq, …; else by the ending of file
//	repository, file, line   where it stands; the repository is the cluster of statistics
//	feature.X                a number
//	category.X               a word
//
// In place of a column, "=lean" is the same value in every row. A premise is a text, of
// which the declared name is found, or an object with name, statement, text and kind.
// The premises of all rows make one pool, in which those of others are distractors.
//
// What was read from where stands in the warnings of the source.
package table
