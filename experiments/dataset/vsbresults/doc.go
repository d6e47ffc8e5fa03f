// Package vsbresults reads results directories of VeriSoftBench's evaluator: a
// summary.json, and in details a file for each theorem with its samples and repairs.
// Each directory becomes a cell.
//
// The evaluator works breadth-first: it checks all samples of a theorem, and repairs
// each of them only when none passes.
//
//	err_msg null                 proved
//	err_msg "Compilation timeout…"  timeout
//	any other err_msg            rejected, with a diagnostic; its category is not
//	                             judged from the text
//	no proof and no lemmas       no answer
//	no lake, a broken compiler   infrastructure error, and so is an error_message
//	                             without samples: the evaluator failed
//
// Samples stand in the files in the order in which their checks ended. Their proof_id
// is the place among the model's answers; where these are a numbering it is the number
// of the sample, else the place in the file is. Neither is a seed. Repairs, which the
// files call fixed, are rounds 1, 2, ….
//
// Where others have more repairs, a failed sample that lacks some of them lost them to
// a failed call or the end of the evaluation: the next of them counts as not run.
//
// A row from the evaluator's cache has success bits and nothing else. A theorem that
// no sample and no repair proved has failed attempts only. Of one that was proved only
// that is known: it is solved within the whole budget, and which attempt did it is not.
// The last attempt of the last sample stands for the proof and the other samples count
// as not run, so that smaller budgets claim no success that the row does not tell.
//
// The directories name neither model nor regime, and have no tokens and no times: all
// that stays unknown.
package vsbresults
