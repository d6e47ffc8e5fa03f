// Package prompt turns a request into the messages that a language model is sent,
// and finds the candidate in what it answers.
//
// [Load] reads the templates: those of the program, each of which a folder of the
// user's may replace. [Templates.Prompt] fills them; repairs are a conversation, in
// which each earlier answer is followed by the checker's report on it. [Extract]
// reads an answer.
//
// A template sees a [View], which has copies of what a model may know and no way to
// the ground truth.
package prompt
