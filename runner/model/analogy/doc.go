// Package analogy proves Metamath theorems from the proofs of similar earlier
// theorems: those of the premises that a context shows.
//
// Similarity is the cosine of two statements' constructors and pairs of nested
// constructors, weighted by how rare they are among the statements before the
// theorem. The proof of a similar theorem is
// carried over as a skeleton of citations, as far as it unifies with the new goal
// and as the context shows what it cites. A small search fills the gaps; it
// prefers what the similar proofs cite, and what many proofs in the context cite.
//
// A proof is read from task.Pool, and only that of a premise in the context: the
// theorem's own proof and everything later are out of reach.
//
// It imports experiments/mm, mmlogic and task, runner/model and search.
package analogy
