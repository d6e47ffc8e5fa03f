// Package nearest finds what somebody meant by a name that does not exist.
package nearest
