// Package premises gathers the premises that the records of a benchmark name into
// one pool, in an order that says nothing about who names them.
package premises
