// Package runner turns a grid into rows: for each unit (cell × task) it asks the
// model, has the verifier judge, feeds the report back for repair rounds, and
// hands the rows to a recorder.
//
// [Run] is the whole interface. A unit's rows depend on the spec alone (timing
// apart): seeds derive from the cell's seed, the task, sample and round, so
// neither the number of workers nor an interruption changes them. The folder
// model holds what proposes proofs, verify what judges them.
package runner
