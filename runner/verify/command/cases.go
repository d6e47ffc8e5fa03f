package command

import (
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// CaseTask is the theorem that a case states, for a system: the statement is its text up
// to where the proof begins.
func CaseTask(c *verify.Case, system string) *task.Task {
	return &task.Task{ID: c.ID, Name: c.Target, System: system, Preamble: c.Preamble, Statement: c.Statement, Text: c.Statement, Suffix: c.Suffix}
}

// CaseCandidate is the proof that a case brings: its script is what is to stand where
// the proof stands.
func CaseCandidate(c *verify.Case) verify.Candidate {
	return verify.Candidate{Proof: c.Script, Lemmas: c.Lemmas}
}
