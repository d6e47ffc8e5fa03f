// Package model is the face of whatever proposes proofs: built-in provers and,
// in folders below, remote models.
package model
