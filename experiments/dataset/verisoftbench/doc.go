// Package verisoftbench reads the tasks of VeriSoftBench (arXiv 2602.18307): theorems
// of Lean 4 repositories of software verification, one JSON object a line.
//
// [Read] is the start. A task is called by its place,
// "verisoftbench/<repository>/<file>:<theorem>", since theorem names repeat across
// files and a results directory knows no other key; a second theorem of one name in a
// file gets "#<id>" behind it.
//
// # What the benchmark shows
//
// Its prompts hold, in this order, library definitions and lemmas by name and module,
// the repository's definitions and lemma statements from other files, the local
// context (the theorem's file up to it, without its lemmas), and the theorem. Here
//
//	local context    Task.Preamble, which every regime shows
//	theorem          Task.Text, up to where the proof begins
//	cited items      Truth.Premises: the lemmas that the proof cites, and the definitions
//	                 that it needs directly or transitively, as the record lists them
//	same-file lemmas cited premises that are withheld: the benchmark keeps them from its
//	                 filtered and full contexts, and regimes with +same-file show them
//	file-local definitions   quoted: the local context has them
//
// # Where full comes from
//
// With a checkout of the repository in Options.Repositories, the pool is every
// declaration of its Lean files, proofs taken out (package lean), in an order in which
// a file stands behind what it imports. Before it stand the library items, from the
// benchmark's full_context/repo_lib_items.json where that lies beside the tasks and
// else as the tasks of the repository cite them, and cited items that the scanner did
// not find. The benchmark's own full context has the declarations of every file, those
// behind the theorem in other files too; here full is what stands before it, which is
// all that a proof can cite, and files that it does not import where the order puts them
// first. Without a checkout a task's pool is what its own record lists, so that full
// shows no more than curated; a finding and a warning say so.
//
// # Defects
//
// Placeholders and the item that leaked from the example of a prompt are left out,
// line breaks that are written as \n are repaired in texts without any other, and a
// proof within a statement is cut off. Findings count all of these.
package verisoftbench
