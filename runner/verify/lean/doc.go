// Package lean judges Lean 4 proofs: a verifier behind one of three doors.
//
//   - lake: each candidate is a file of its own that lean --json reads in the
//     environment of its project, whose toolchain lake finds.
//   - repl: a REPL (leanprover-community/repl) that keeps the imports in memory sorts out
//     what fails; what it accepts is read again as a file, which alone decides.
//   - kimina: a kimina-lean-server reads the files, over HTTP.
//
// A candidate stands in its original file: what precedes the theorem, the candidate's
// lemmas (renamed where the file has their names), the statement as the source spells
// it, the proof, and what the file needs behind it.
//
// A candidate may say anything, and reading a Lean file can run any program, so that
// what Lean says about a hostile file says nothing. The check that [Sealed] names:
//
//   - The text is inspected before Lean sees it, with Lean's own rules for names,
//     comments and strings. It may not hold what runs code while the file is read,
//     changes the syntax, sets options other than a few, gives attributes other than a
//     few, or goes past the kernel. Lemmas consist of a list of commands; a proof closes
//     no bracket that it did not open, and begins no command.
//   - The statement stands once more before the candidate, proved by sorry under a name
//     that nobody knows. Behind the proof, under another such name, the theorem is given
//     as a proof of that statement's type, and #print axioms asks for this name's axioms.
//     Both lines use no notation. The answer counts only at that line, and alone.
//   - Lean must find no error anywhere, and say so by its exit code where it has one; the
//     axioms must be permitted, which are [Permitted] unless the options say otherwise.
//     A sorry is known by its kind, its place and its axiom, never by words.
//
// Known limits: before Lean 4.12 a theorem takes in the section variables that its proof
// uses, and a candidate that uses others than the statement does is then rejected. A
// project that declares commands or tactics of its own which run code given to them is
// trusted with the candidates. Kernel bugs pass.
package lean
