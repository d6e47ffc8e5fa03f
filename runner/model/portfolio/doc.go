// Package portfolio proves Coq theorems by trying tactic scripts: templates of a table
// (scripts.tsv), filled with the premises that a context shows.
//
// Start with [New]. Sample s takes the s-th script of the table that fits the theorem,
// so that samples differ, and the seed decides by how much the ranking of premises is
// shaken; sample 0 is the best guess. A repair goes on from the checker's report: it
// keeps the sentences that Coq accepted (of those that end goals only what is quick), works on the goal that was left open there with
// the premises that fit this goal, and leaves out names that Coq did not know.
//
// Premises are ranked by the words and symbols that they share with a goal (BM25, with
// frequencies counted among the shown premises) and by their shape: a lemma whose
// conclusion is about what the goal is about may be applied, an equation or equivalence
// may rewrite. Only names and statements of shown premises are read; neither the ground
// truth nor the proofs of premises are.
//
// Scripts bound what may run long with Ltac's timeout, whole seconds of wall time, so
// that on a busy machine a proof that needs most of it may be missed. The answer itself
// depends on the request alone.
//
// It imports experiments/coq and task, runner/model and verify.
package portfolio
