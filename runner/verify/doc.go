// Package verify is the face that every proof checker shows to the runner.
//
// A [Verifier] opens an [Environment] for a task; the environment judges
// candidates and answers with a [Report] each. The systems live in folders
// below. A verifier trusts nothing in a candidate.
package verify
