// Command proofgrid runs experiments that evaluate theorem provers and reports
// on them.
//
//	proofgrid run experiments/quickstart.yaml
//
// runs a grid, and prints where its report is; `proofgrid help` lists the other
// commands. Each command is one file here: it reads flags, calls one package and
// prints. The exit codes are the constants beside [Main].
package main
