// Package quickstart holds the Metamath database of the quickstart experiment, so
// that a first run needs no file but the program.
//
// The database is original work under the project's licence: axioms, notation,
// statements and proofs were made for it. It is small enough to verify in
// milliseconds and wide enough to measure with: its sections are the clusters of
// every statistic, every section has easy and hard theorems, and the longest chain
// of theorems that rest on each other has over a dozen links. Read it with
// mm.Read([FS], [Name]).
package quickstart
