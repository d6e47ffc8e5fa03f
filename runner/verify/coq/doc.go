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
// With Admitted in the place of every proof that ends in Qed, the walk through the
// whole of stdpp's fin_maps.v takes 3.0 s instead of 31 and a heap of 313 MB instead of
// 547, that of list.v 4.1 s instead of 14.5. It changes what is judged: the lemmas of a
// section may be generalized over other variables than the library's own, the
// constraints on universes that proofs add are missing, and the axioms below earlier
// lemmas are hidden. It would be sound for what it rejects in sections that are still
// open, but each success would need the whole walk as well, and most files have one.
// So the original proofs are run.
//
// # What a success costs
//
// Print Assumptions takes 0.01 s to 0.4 s of computing for lemmas of stdpp, by what
// they rest on; a failing candidate takes some hundredths. Each success stands on a
// branch of states of its own, so that one question for several would need their
// proofs to be run again side by side, under other names; equal candidates are judged
// once instead.
package coq
