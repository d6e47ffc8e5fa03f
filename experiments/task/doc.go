// Package task holds the words of an evaluation: a task (one theorem to prove),
// the premises that its proof may cite, and its ground truth.
//
// Start with [Task]. Datasets under experiments/dataset build tasks, [Select]
// draws a recorded sample of them, [Write] and [Read] keep such a sample as a
// file, the package regime decides which premises of a task a model is shown,
// and the runner has them proved. It imports the standard library only.
package task
