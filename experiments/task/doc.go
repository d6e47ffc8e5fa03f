// Package task holds the words of an evaluation: a task (one theorem to prove),
// the premises that its proof may cite, and its ground truth.
//
// Start with [Task]. Datasets under experiments/dataset build tasks, the package
// regime decides which premises of a task a model is shown, and the runner has
// them proved.
package task
