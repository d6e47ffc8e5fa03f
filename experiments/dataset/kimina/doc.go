// Package kimina reads replies of kimina-lean-server to batches of Lean proofs, both
// of /verify, {"results": [{"custom_id", "error", "response"}]}, and of /api/check,
// {"results": [{"id", "time", "error" or "response"}]}: a file has one reply or, as
// JSON lines, many. Each file is of one model and becomes a cell.
//
//	error with "timed out"                     timeout
//	any other error, response {"message": …}   infrastructure error: the server failed
//	a message of severity error                rejected
//	sorries, or a message of kind hasSorry     rejected: something is left to prove
//	otherwise                                  proved, as the server says
//
// The server does not audit axioms, so a proof here may rest on any; the text of a
// message never decides whether there is a sorry. Messages of errors and sorries
// become diagnostics.
//
// The ID of a reply names task and sample by a pattern, a regular expression with the
// groups task, sample and round, of which the last two may be missing; those that all
// begin at 1 are counted from 0. Proofs are not
// in the replies; files of requests, if there are any, add them. The time of a reply is
// that of its check.
package kimina
