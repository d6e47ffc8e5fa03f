// Package audit checks the numbers that a paper prints against each other. A YAML
// file describes the paper's tables as printed and says how they hang together;
// every check shows its arithmetic and gives the paper the benefit of rounding. The
// format is described in docs/audit.md.
//
// The arithmetic itself is that of package stats (its Check functions); here is what
// turns tables and references into its arguments. May import stats and
// experiments/spec, whose strictness it shares.
//
// Where to start reading: audit.go, then table.go for references and kinds.go for
// what each kind of check does.
package audit
