// Package taxonomy sorts failed proofs into classes that hold for every proof
// assistant, so that one table can compare them.
//
// [Classify] gives the category of a diagnostic. The categories are those of
// VeriSoftBench's error analysis, which was made for Lean; which message of which
// checker belongs to which is data, in rules/SYSTEM.tsv, and a system is added by
// adding a file. [Depth] gives how far a candidate came.
//
// A checker's words quote the candidate, so a candidate can choose its category. No
// verdict may rest on one.
package taxonomy
