// Package command asks provers that are programs: of any kind, in any language.
//
// A program is started once for each answer. It gets a [Request] as JSON on stdin
// and writes its answer to stdout: a [Reply] as JSON, or the response's text alone
// when the spec says so. In a spec:
//
//   - name: mine
//     kind: command
//     command: [python3, prover.py, --depth, "8"] # never read by a shell
//     env: [HOME]           # variables that it gets beside PATH
//     secrets: [MY_API_KEY] # further ones, whose values are kept out of errors and tables
//     timeout: 5m
//
// Exit code 0 with a well-formed answer is an answer. One without a proof says so by
// an empty proof. A program that its time limit ended gives the answer without a
// proof that finished by "timeout": the limit is part of what it is given. All else
// is a failure of the infrastructure.
//
// Answers are kept in the response store under all that decides them: the request,
// the arguments, and the hashes of the files that the arguments name. The same
// question is not asked again, and runs replay without the program. Set store to
// false for a fast program whose answers are a function of its request.
package command
