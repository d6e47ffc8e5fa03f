// Package lean splits Lean 4 sources into declarations and takes the proofs out of
// them. It is a light scanner, not a parser: Lean's grammar is open, and a checkout of
// a benchmark has to be read without its compiler.
//
// [Scan] reads a file, [Split] divides one declaration into statement and proof, and
// [Elide] replaces the tactic blocks inside of a definition. What they rest on:
//
//   - A command begins at the start of a line, in the first column, or indented where
//     its keyword is one of declarations and no bracket is open.
//   - The proof of a theorem begins at the first := outside of brackets that belongs to
//     no let or have, at where, or at the first line that begins with | and is an arm.
//   - A tactic block ends where a bracket that is open around it closes, or before the
//     first line that stands left of its first line.
//
// Comments and strings are recognised, macros that look like none of this are not.
// It imports the standard library only.
package lean
