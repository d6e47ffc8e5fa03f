// Package coq reads compiled Coq projects as tasks: any folder of sources (.v) with the
// .glob files that coqc writes beside them, such as a checkout that was built or an
// installed library (user-contrib/stdpp).
//
// # Tasks
//
// A task is a Theorem, Lemma, Fact, Remark, Corollary, Proposition, Property or Example
// whose proof ends in Qed or Defined. Definitions and instances that are made by
// tactics, statements proved by a term and admitted ones are premises alone.
//
//	text         the statement, verbatim
//	preamble     what stands before it in its file and in open sections: imports, scopes,
//	             notations, variables and the like
//	truth        the proof, from its first sentence to its last, and what it refers to
//	suffix       the ends of the open sections
//	source       the places of statement and proof in the file, and the load paths: those
//	             of _CoqProject, or what the logical names in the .glob files tell; they
//	             are relative to the root
//	repository   the file: the cluster of statistics
//	categories   file, kind, section, proof_end, dependencies (glob or dpd)
//
// # Premises
//
// One pool holds what the project declares: files behind those that they require, else
// in the order of their paths, and each in its own order. A declaration is shown as its
// source has it, without its proof; one made inside of a section lacks the section's
// variables. Full is all before the theorem in its file and in the files that it
// requires, directly or not. Files that it does not require are never shown, nor are
// notations of its own file, which the preamble has (task.Task.Quoted names both). What
// a statement needs is what it refers to, and what the variables of its section do.
//
// # Dependencies
//
// A .glob file has a line for each reference that Coq resolved, which is all that the
// authors wrote and nothing that tactics and instances brought in. Where a file of
// coq-dpdgraph (*.dpd) lies in the folder, its edges are added; it does not tell
// statements from proofs, and what the statement does not name counts as the proof's.
// References to other libraries are counted and are not among the premises.
//
//	nesting_depth              longest chain of theorems, each cited by the proof of the next
//	file_depth                 the same within the file
//	dependency_depth           longest chain of declarations of any kind that it rests on
//	deps_direct_theorems       theorems that the proof cites
//	deps_direct_project        declarations that statement or proof refer to
//	deps_direct_library        those of other libraries
//	deps_transitive_…          the same, and what they rest on
//	proof_tactics              sentences of the proof and what ; joins in them
//
// Offsets are bytes. Whatever is not what its .glob was made from is left out with a
// finding: references would mean other places.
package coq
