// Package inspect reads logs of inspect_ai: .eval files, which are zip archives, and
// .json files. Epochs become samples, counted from 0. A log's cell is that of its
// model; logs of other tasks of the same model share it.
//
//	error                          infrastructure error
//	score C, or at the threshold   proved
//	limit of time or working time  timeout, unless the score says proved
//	any other limit                no answer, unless the score says proved
//	score N                        no answer
//	score I, P, below              rejected; P counts 0.5
//	no score, or the value NaN     not run
//
// Of an archive the last member of a name counts, as inspect_ai has it. The prompt's
// tokens are those of the log and those read from and written to a cache, which
// inspect_ai counts apart; usage of other models, such as graders, is left out. Working
// time is the time that the attempt took, scoring included, and what the total has
// beyond it was waiting. Costs are not in the logs.
package inspect
