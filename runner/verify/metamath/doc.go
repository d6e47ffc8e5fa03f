// Package metamath judges Metamath proofs with the kernel in experiments/mm.
//
// A candidate is a proof text: labels, ? and the letters of a compressed proof,
// nothing else. It is judged against the statement as the database has it, so a
// candidate has no way to change what is proved.
//
// # Verdicts
//
//   - proved: the kernel accepts the proof, everything it rests on is an axiom of
//     the database, and the [Policy] allows each of these axioms.
//   - cheated: a checker that pasted the text into the database and looked at no
//     more than its own verdict could be made to accept it, and the audit does not.
//     That is an accepted proof that rests on a forbidden axiom or on a theorem of
//     the database whose own proof is incomplete or wrong, and a text with a keyword
//     that declares, opens or includes something ($a, $c, $[ and so on).
//   - timeout: a limit of time, memory or work ended the check.
//   - rejected: everything else. Citing the theorem itself or a later one is among
//     it: no checker accepts that. So are $= and $. around a proof, which models
//     write by habit and which declare nothing.
//
// # Signals
//
// Syntax: the text could be read. Type: all that it cites may be cited and every
// step applies, disjointness included, though the result may not be the statement.
// Progress: as [mm.Database.Check] defines it, for what was run before the first
// error. Complete: the kernel accepts it. Each is told on its own: a proof can make
// progress and then go wrong.
//
// Package taxonomy has the categories of the error kinds.
//
// # Steps
//
// [Verifier.Steps] proves backward, from the statement to the hypotheses; it is no part
// of the judgement: a proof made of steps is a candidate like any other.
package metamath
