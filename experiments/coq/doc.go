// Package coq reads the text of Coq files without Coq: where the sentences are, what
// each begins with, and what it names.
//
// [Sentences] splits a text, [Next] takes one sentence at a time, [Leading] tells what
// a sentence does and to which name, and [Identifiers] lists what a text names.
//
// # What a sentence is
//
// Coq's lexer knows the end of a sentence without the grammar:
//
//   - a full stop, or the last of three, before a blank or the end of the text;
//   - a bullet: a run of one of - + * where a sentence begins;
//   - a brace where a sentence begins, also behind control words, attributes and goal
//     selectors, as in "Time {", "2: {" and "[goal]: {".
//
// Two dots, as in "[ x ; .. ; y ]", end nothing. Comments nest; strings in them hide
// what closes them; a quote in a string is doubled. Comments and blanks between
// sentences belong to none, so that a text is its sentences and what [Blank] takes.
// Blanks are space, tab, newline and carriage return, as in Coq.
//
// One thing needs Coq: a notation may make a word that ends in a full stop a token of
// its own, as "x !. y" would, and a full stop before a blank is then no end. Neither
// Coq's own editors nor this package know.
//
// The package imports the standard library only. Nothing in it fails: what is not
// closed is flagged, and text that is not UTF-8 is split as Coq would split its bytes.
package coq
