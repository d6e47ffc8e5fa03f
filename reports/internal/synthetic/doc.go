// Package synthetic makes tables for tests. Nothing here was measured: a plan says
// what every sample of every task does, and [Plan.Tables] writes down the rows that
// a run of that plan would leave, so that a test knows the truth that an analysis
// has to recover.
//
// Every attempt costs the same: 1 check, 10 search nodes, 100 tokens in, 20 tokens
// out, 40 ms of answering and 10 ms of checking.
package synthetic
