// Package command judges proofs by any checker that a YAML file describes: Dafny, Agda,
// an SMT solver, Verus.
//
// The file says how a candidate is made into files ([Config.File]), what is run on them,
// what counts as success, where diagnostics stand in the output, and what a candidate
// may not do. See experiments/checkers for files that work.
//
// A candidate passes through these, in their order:
//
//  1. Its text alone: it is UTF-8 without control characters, its comments, strings and
//     brackets are closed within it, it has the shape that its place asks for, and its
//     code, outside of comments and strings, holds nothing that is forbidden. So it
//     cannot leave the place where it is put.
//  2. The checker, in a folder of its own, without a shell, isolated where the machine
//     can: the exit code, and all that the output must and must not say.
//  3. The seal, where the template has one: the statement stands in the file a second
//     time, under a name with a nonce, and is proved by what the candidate proved.
//
// The audit of a report names those that were in force. Controls, a proof that the checker must
// accept and one that it must not, are tried before anything else: a checker that is
// broken, or that accepts everything, is an error and no verdict. They also tell whose
// fault it is when a checker ends as it never should: where they still pass, the
// candidate's.
package command
