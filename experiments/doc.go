// Package experiments is the tour for newcomers: what an experiment is made of,
// and which folder holds it. It has no code of its own.
//
// An experiment asks how often a prover proves theorems, and what that depends on.
// A spec (package [proofgrid/experiments/spec]) names models, context regimes and
// budgets of k samples with r repair rounds; their product is a grid of cells. A
// task (package [proofgrid/experiments/task]) is one theorem; the packages under
// dataset make tasks from benchmarks. A regime (package
// [proofgrid/experiments/regime]) decides which premises of a task a model is
// shown.
//
// A unit is a cell on a task. The runner, which lives beside this folder, works
// through the units and hands their rows (package [proofgrid/experiments/record])
// to the notebook (package [proofgrid/experiments/notebook]), which keeps them on
// disk and seals them into Arrow tables when the grid is done. Statistics, figures
// and reports read those tables and nothing else.
//
//	spec → cells × tasks → units → rows → sealed tables → statistics → report
//
// Results that another program made enter beside the runner: an importer reads them
// into package [proofgrid/experiments/imported], which makes the sealed run. Package
// [proofgrid/experiments/group] sorts rows by columns that a user names.
//
// Three packages are content rather than frame: [proofgrid/experiments/mm] reads
// Metamath databases and checks their proofs, [proofgrid/experiments/mmlogic] has the
// formulas and the unification that provers and steppers share, and
// [proofgrid/experiments/quickstart] is a database written for this project.
package experiments
