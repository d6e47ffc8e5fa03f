// Package seal tells a proof in Coq from what only looks like one.
//
// A candidate is hostile text, and Coq has many ways to let through what is no proof of
// the statement: axioms by a dozen names, switched-off checks, notations that change
// what the statement says, output that imitates Coq's own. Three defences stand one
// behind the other, each with its own file:
//
//   - [Vet] reads the candidate without running it. Each sentence must begin with a
//     word of a list (heads.tsv, with reasons) and keep rules of its own; recursion is
//     held to a form that known bugs of Coq's kernel do not reach.
//   - [Seal] fixes the statement under a name that the candidate cannot know before the
//     candidate is read, has the kernel compare it with what was proved, and asks what
//     the result rests on between marks that the candidate cannot know either.
//   - [Checker] runs that in a process of its own and, by [Policy], has the compiled
//     file checked again by coqchk.
//
// Vet and Seal are text in, text out: they serve a checker that is started for each
// candidate as well as one that is kept warm. [Strength] says in words how much of it
// an accepted proof has passed.
//
// It may import experiments, runner/sandbox and runner/verify.
package seal
