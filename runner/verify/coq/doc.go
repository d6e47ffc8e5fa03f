// Package coq judges proofs in Coq projects with warm processes: Coq 8.16 to Rocq 9.
//
// Start with [New]. A file's theorems are judged by one coqtop that walks forward
// through the file's own text. At a theorem it tests candidates, going back behind
// each, then it runs the original text and walks on; so the file before a theorem is
// paid for once, not once for each candidate. What a candidate is held to is the
// business of package seal, and how coqtop is talked to that of package toplevel.
//
// A candidate that hangs, floods or ends the process has its own verdict and nobody
// else's: a new process walks to the theorem and goes on with the next candidate.
//
// # A start that is cheaper than a compiler's, and why it is not used
//
// Putting Admitted in the place of every proof of a prefix makes the walk five to ten
// times faster. It changes what is judged: a section's lemmas are then generalized
// over other variables than the library's own, the constraints on universes that
// proofs add are missing, and assumptions of earlier lemmas are hidden. So the
// original proofs are run.
package coq
