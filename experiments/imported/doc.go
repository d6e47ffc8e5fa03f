// Package imported turns results that another program made into a sealed run of
// the notebook, so that reports and comparisons work on them as on any other run.
//
// An importer, one for each format in a package beside the datasets, reads files
// into [Results]: tasks, cells, attempts, and what it found wrong with the files.
// [Results.Write] makes the run; a [Builder] orders attempts that come in any order.
// What the source does not say stays unknown: tokens, costs and times are null, and
// contexts have no row. The spec of such a run says that proofgrid ran and checked
// nothing.
//
// [Guess] says what a file of a wrong format looks like.
package imported
