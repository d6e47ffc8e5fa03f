// Package analysis turns the tables of a run into the numbers of its report.
//
// [ReadTables] reads the tables of a run, adding up the large ones while they stream
// by, [Analyse] computes everything that the
// report prints and draws, and [Analysis] holds it as plain values. There is one
// file per question (success, budget, repair, paired comparison, depth,
// correlation, repositories, errors, cost, power), each with the type of its
// answer above the function that fills it. Every statistic comes from the package
// stats; here stands which columns it is given, and what is done when they cannot
// support it.
//
// # Rules
//
//   - The outcome of a task in a cell is 1 (solved), 0 (failed) or NaN (unknown: an
//     infrastructure error or something not run stands in its way). Unknown is
//     never a failure.
//   - Clusters are repositories. With fewer than two of them, units are taken as
//     independent and the result says so in a warning.
//   - What cannot be computed is NaN with a warning that says why; nothing is left
//     out silently.
//   - The same tables give the same Analysis, whatever the number of cores.
package analysis
