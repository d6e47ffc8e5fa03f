package seal

import "strings"

// recursive words, in terms, tactics and commands.
var recursive = set("fix", "cofix", "Fixpoint", "CoFixpoint", "Function")

// keywords of terms, behind which a term begins.
var opens = set("then", "else", "in", "match", "return", "fun", "forall", "exists", "if", "let", "of", "as")

// closes are what may not follow a function's name: with them it is a value.
var closers = set("then", "else", "in", "with", "end", "as", "return", "using", "is", "of")

// recursion returns what a sentence defines by recursion: NoRecursion, SimpleRecursion
// or AnyRecursion, with the reason why it is not simple.
//
// Simple is one Fixpoint with a body, without another one in it, mutual ones or a
// notation for it, whose name occurs in the body only at the head of an application to
// plain variables (see smaller). The proofs of False that are known for 8.16 pass the
// function on as a value, nest fixpoints, recur on what a match on a match returns, or
// use cofixpoints.
func recursion(ts []token) (Recursion, string) {
	at, count := -1, 0
	for i, t := range ts {
		if t.class == ident && recursive[t.text] {
			count++
			if at < 0 {
				at = i
			}
		}
	}
	switch {
	case count == 0:
		if mutual(ts) {
			return AnyRecursion, "theorems that are proved together are fixpoints"
		}
		return NoRecursion, ""
	case count > 1:
		return AnyRecursion, "recursion inside of recursion"
	case ts[at].text != "Fixpoint":
		return AnyRecursion, "recursion by " + ts[at].text
	case at+1 == len(ts) || ts[at+1].class != ident:
		return AnyRecursion, "the function's name cannot be read"
	}
	name, body, matches := ts[at+1].text, -1, 0
	depth := 0
	for i, t := range ts[at:] {
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ":=":
			if depth == 0 && body < 0 {
				body = at + i
			}
		case "match":
			matches++
		case "with":
			matches--
		case "where":
			return AnyRecursion, "a notation for the function"
		case "ltac":
			return AnyRecursion, "a tactic in the function"
		}
	}
	for _, t := range ts[:at] {
		if t.text == "Program" || t.text == "program" {
			return AnyRecursion, "recursion by Program"
		}
	}
	if body < 0 {
		return AnyRecursion, "the function is made by tactics"
	}
	if matches != 0 {
		return AnyRecursion, "functions that are defined together"
	}
	for i := at + 2; i < len(ts); i++ {
		if t := ts[i]; t.class == ident && t.text == name && !applied(ts, i) {
			return AnyRecursion, "the function " + name + " is passed on as a value"
		}
	}
	if why := smaller(ts, at+2, body, name); why != "" {
		return AnyRecursion, why
	}
	return SimpleRecursion, ""
}

// applied reports whether the identifier at i is the head of an application.
func applied(ts []token, i int) bool {
	prev := ts[i-1]
	switch prev.class {
	case ident:
		if !opens[prev.text] {
			return false // an argument itself
		}
	case number, quote, glued:
		return false
	default:
		if strings.ContainsAny(prev.text, ")]}@%!?_") {
			return false
		}
	}
	if i+1 == len(ts) {
		return false
	}
	next := ts[i+1]
	switch next.class {
	case ident:
		return !closers[next.text]
	case number, quote:
		return true
	}
	return next.text == "("
}

// mutual reports whether a statement is one of several.
func mutual(ts []token) bool {
	var statement bool
	with := 0
	for i, t := range ts {
		switch {
		case t.class != ident:
		case i < 4 && statements[t.text]:
			statement = true
		case t.text == "with":
			with++
		case t.text == "match":
			with--
		}
	}
	return statement && with > 0
}

var statements = set("Theorem", "Lemma", "Remark", "Fact", "Corollary", "Proposition", "Property", "Definition", "Example")
