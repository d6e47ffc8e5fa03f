// Package metamath turns a Metamath database into tasks: every provable
// statement with its premises, its ground truth and its features.
//
// Start with [OpenFile], or with [Open] for a database that is already in memory.
// The result is a [Source] with the pool of declarations and one task for each
// theorem.
//
// # What counts as what
//
// The typecode |- asserts something and every other one (wff, class, setvar) says
// that an expression is well formed; in a database without |- the typecodes of
// its $f statements say so and the others assert. So
//
//	notation     any $a or $p statement of the first sort; weq of set.mm is one with a proof
//	definition   an asserting $a whose label begins with "df-" (Options.Definition says otherwise)
//	axiom        any other asserting $a
//	lemma        an asserting $p; each is a task
//
// The label decides because the Metamath language has no definitions: a database
// marks its definitional axioms by convention, and "df-" is the convention of
// set.mm and its kin.
//
// A theorem whose proof has a ? in it, or whose proof cannot be decoded, is still
// a task: it can be proved. It has no ground truth, no features that depend on
// one, and the category proof says incomplete. Open does not verify proofs. A
// comment's "(Proof modification is discouraged.)" or "(New usage is
// discouraged.)" excludes nothing and shows in the category discouraged.
//
// # What a statement needs
//
// The syntax axioms are a grammar, by which every statement is parsed. A
// premise's Deps are the notations in its parse tree; a notation's Deps are its
// definitions, which stand after it. A definition defines the latest declared
// notation in it when no earlier assertion uses that notation; otherwise the
// latest on the left side of its root. (The first rule fits df-an and even df-bi;
// the second df-cleq, whose left side is A = B.) Deps always stand with the
// statement, never with its proof.
//
// # Trivial tasks
//
// Task.InstanceOf is the earliest assertion from which the theorem follows in one
// step: its conclusion matches the theorem's, its hypotheses are among the
// theorem's and its distinct-variable conditions hold. Task.Restates is the same
// with a substitution that only renames variables and all hypotheses used.
package metamath
