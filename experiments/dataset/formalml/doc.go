// Package formalml reads the tasks of FormalML, a benchmark of subgoals that were cut
// out of proofs in machine learning theory (arXiv 2510.02335): a JSON array, or a
// record a line, as github.com/njuyxw/FormalML publishes them.
//
// A task is one extracted theorem. Its text is the formal statement up to its ":=",
// its preamble the header (imports and open namespaces), its ground truth the tactics
// that the library's author wrote at that place. The fully elaborated statement and
// the tactic states of a record are not part of what a model is shown.
//
// The premises are the library statements that the tactics cite, which the benchmark
// finds by name and lists under "retrieval". One pool holds those of all records, so
// that those of other tasks serve as distractors:
//
//	retrieved-0            no premises: M = 0
//	retrieved-10+inject    the cited ones among 10: M = 10
//	retrieved-20+inject    the cited ones among 20: M = 20
//	curated                the cited ones alone
//
// The records do not say where a premise was declared, so that a premise may stand
// later in its library than the task.
//
// Tasks keep the order of the records: where none is left out, the task number n from
// 0 is the problem_id n of the benchmark's own generations and evaluations of the file.
package formalml
