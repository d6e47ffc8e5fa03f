// Package mm reads Metamath databases and checks their proofs.
//
// It follows the specification in chapter 4 and the appendix on compressed
// proofs of "Metamath: A Computer Language for Mathematical Proofs" (Megill and
// Wheeler, second edition, 2019), and where a program is more lenient than that
// text, the text decides. It imports the standard library only.
//
// Start with [ReadFile] or [Read], which give a [Database]: all labelled
// statements in order, with their frames. [Database.VerifyAll] verifies every
// proof of it, [Database.Check] judges a candidate proof of one statement, which
// may be hostile, and [Database.Proof] takes a proof apart.
//
// # How a proof is run
//
// Symbols are numbers and an expression is a slice of them. The hypotheses and
// the conclusion of each assertion are compiled once into templates, in which a
// variable is the number of the hypothesis that gives its value. A step compares
// the templates of the essential hypotheses with the stack and instantiates the
// conclusion at the end of a buffer that the proofs of one worker share, so that
// no proof allocates. Disjointness is a test of bit sets that are built only for
// proofs that need them.
//
// A Database is never written after reading, except for caches behind locks: all
// methods may be called at the same time, and what they return is shared and must
// not be written to.
package mm

// Version changes whenever a judgement of the kernel can.
const Version = "1.0.0"
