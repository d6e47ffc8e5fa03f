// Package toplevel talks to one coqtop: a sentence at a time, with its states to go
// back to.
//
// Start with [Start], then [Session.Exec] and [Session.Back]. What Coq prints is
// never taken for what Coq did: each sentence is followed by a question with a fresh
// random name in it, and only the prompt that stands right before Coq's answer to
// that question counts. A sentence has succeeded when that prompt shows another
// state, and in no other case; messages, which a candidate can fill with anything,
// are text for people and for the questions that the caller itself asked.
//
// The protocol is that of Proof General: coqtop -emacs writes
// <prompt>NAME < STATE |PROOF|PROOF| DEPTH < </prompt> before it reads, the
// innermost proof first, and errors give byte offsets from the start of the
// sentence. It is the same from Coq 8.16 to Rocq 9.
package toplevel
