// Package attempts reads attempts that anyone wrote down as a table: JSON lines, CSV,
// Arrow or Parquet with a row for each attempt.
//
// [Read] finds the columns by their names, of which each field knows some usual ones,
// or by a map. A row needs a task and an outcome: a verdict in words, or whether it
// was solved. Keys of nested JSON objects have dots between, as in "usage.output".
//
//	task, model, regime, sample, round   which attempt it is
//	verdict, solved                      what became of it
//	tokens_in, tokens_cached, tokens_cache_write, tokens_out, tokens_reasoning
//	cost, seconds, finish
//	proof, lemmas, response, error       texts
//	repository, file, statement          of the task
//	feature.X, category.X                of the task
//
// What a row does not say stays unknown. Without a column for samples the rows of a
// task are numbered as they come. Samples and rounds that begin at 1 are counted from
// 0. A failed row that has a column for proofs and no proof in it is no answer.
package attempts
