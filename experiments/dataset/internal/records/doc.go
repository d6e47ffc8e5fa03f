// Package records takes files of JSON records apart: a JSON array, or one record a
// line. Each record comes with its line, and what cannot be read is an error with
// file and line, or a finding where the user asked to go on without it. It also
// holds what the readers of tasks check of every text.
package records
