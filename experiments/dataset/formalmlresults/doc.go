// Package formalmlresults reads evaluation files of FormalML: by part, optlib or foml,
// which samples of each problem passed. Each file is of one model and becomes a cell.
//
// A sample that passed is proved and one that did not is rejected: the files do not say
// whether it ran out of time. Files of generations, if there are any, add what the
// model answered and the proof that was checked; a sample without a proof is then no
// answer. All samples of a problem were checked, so the run is exhaustive; tokens,
// times and costs are in neither file and stay unknown.
//
// The parts are the tasks' repositories, the clusters of statistics.
package formalmlresults
