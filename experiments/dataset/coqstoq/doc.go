// Package coqstoq reads result files of CoqStoq, the benchmark on which Rango,
// Tactician and Proverbot9001 were compared: one file per tool, one entry per
// theorem of a Coq project, with the proof that the tool found and its time.
//
// [Read] turns files over the same theorems into results of one run with a cell per
// file. A tool makes one search per theorem, which ends at its first proof or at the
// time limit: a budget of one sample without repairs.
//
//	proof, time ≤ limit      proved
//	proof, time > limit      timeout: the proof came too late
//	no proof, time > limit   timeout, however long the tool went on
//	no proof, time ≤ limit   no answer: the tool gave up
//	time null                not run, which is no failure, whatever the proof says
//
// The files name no theorem: a task is called by project, file, line and column,
// both counted from 1. The proof text, the commit, the split, the hash of the source
// file and the extents of statement and human proof are kept; statements, contexts,
// tokens and costs are not in the files and stay unknown.
//
// # Tasks
//
// [ReadTasks] turns theorem files (one for each Coq file of a project), folders of
// them, and a split's list of references into tasks. By themselves they have positions
// only. With the projects' sources, whose hashes must be those of the theorem files, a
// task has
//
//	text         the statement, verbatim
//	preamble     what stands before it in open sections: imports, scopes, notations,
//	             variables and the like
//	premises     the declarations before it in its file, statements without proofs
//	truth        the human proof, and the declarations of the file that it names
//	suffix       the ends of the open sections
//
// What a statement or proof needs is found by name. Declarations of other files are
// not among the premises: full is the file up to the theorem.
//
// Lines and columns count from 0, an end is exclusive, and columns count characters.
package coqstoq
