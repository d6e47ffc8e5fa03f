// Package stats computes the statistics of evaluations. It imports nothing of
// this project: its inputs are plain slices of numbers.
package stats
