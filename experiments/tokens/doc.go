// Package tokens counts the tokens of texts: exactly where the tokenizer of a
// model is public and known, and else by an estimate whose name says that it is
// one. Windows of regimes, the plan of an experiment's cost and the limits of a
// model's input are all counted here.
//
// [ForModel] picks the counter of a model, [ByName] that of a spec.
package tokens
