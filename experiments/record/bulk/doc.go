// Package bulk makes the tables of runs far larger than a test would, for
// benchmarks. Nothing in them was measured: a seed decides every row, so that two
// machines time the same work.
//
//	run := bulk.New(bulk.Size{Tasks: 10_000, Cells: 10, K: 26, R: 3, Repositories: 100, Seed: 1})
//	err := run.Write(dir) // tasks, cells, contexts, attempts, calls, outcomes
//
// The shape is that of real runs: repositories of very unequal size, tasks that get
// harder with depth, cells that differ by a few points, chains that end at their
// first success, texts that are stored by a hash which never repeats, and a few
// attempts lost to the infrastructure. Rows are made one unit at a time, so that a
// table may be larger than memory.
package bulk
