// Package mmlogic holds what Metamath provers and the step-by-step interface of the
// checker need to reason with: formulas as trees, unification, an index of premises by
// conclusion, and proofs as trees that can be read from and written as Metamath proof
// text.
//
// A [Library] is made once per database, from statements alone; it has no way to
// reach a proof. Its syntax axioms are a grammar, by which every statement is
// parsed into a [Pattern]: a tree over constructors and the statement's own
// variables. A prover works in a [Bank], where a task's goal, its hypotheses and
// instances of patterns are hash-consed terms with metavariables. [Library.Index]
// finds the premises whose conclusion may unify with a goal. A finished or
// partial proof is a [Node], which [Problem.Write] renders and [Library.Read]
// reads back.
//
// Disjoint-variable conditions are judged by the checker. Here they serve to refuse
// citations that cannot meet them ([Bank.Disjoint]) and to choose dummy variables
// ([Problem.Settle]).
//
// It imports experiments/mm and the standard library.
package mmlogic
