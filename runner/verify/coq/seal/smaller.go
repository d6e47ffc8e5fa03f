package seal

import (
	"fmt"
	"unicode/utf8"
)

// infix are the signs behind which no argument of an application can follow.
var infix = set(")", "]", "}", "|", ",", ";", ":", "+", "*", "-", "/", "<", ">", "=", "&", "^", "\\", "=>", ":=")

// foreign returns why the words of a function's body may mean something else than they
// do to smaller: notations that stand before the candidate, as λ and ← in stdpp and "if
// … is" in ssreflect, bind names, and letters beyond ASCII make other names of those
// that are seen. A binder that is made of words alone is not noticed.
func foreign(body []token) string {
	for i, t := range body {
		switch {
		case t.text[0] >= utf8.RuneSelf:
			return fmt.Sprintf("%q in the function may be part of a name or of a notation that binds one", t.text)
		case t.text == "<" && i+1 < len(body) && body[i+1].text == "-", t.class == ident && t.text == "is":
			return "a notation in the function may bind names"
		}
	}
	return ""
}

// smaller returns why the recursive calls of a function are not of the plain form that
// the kernel judges without reducing anything: every argument is a parameter or a
// variable that a match on such variables binds. Versions 8.16 to 9.0 take for smaller
// what a match on a match returns, also where it hides in a let or a definition.
//
// ts is the sentence; the header begins behind the function's name, the body at :=.
func smaller(ts []token, header, body int, name string) string {
	if why := foreign(ts[body:]); why != "" {
		return why
	}
	good, bad := map[string]bool{}, map[string]bool{}
	for _, t := range ts[header:body] {
		switch {
		case t.text == ":=":
			return "a parameter has a value"
		case t.class == ident && t.text != "struct":
			good[t.text] = true
		}
	}
	var matches []bool // of the open matches: those that are on plain variables
	for i := body + 1; i < len(ts); i++ {
		switch ts[i].text {
		case "match":
			plain, end := true, i+1
			for ; end < len(ts) && ts[end].text != "with" && ts[end].text != "return" && ts[end].text != "as" && ts[end].text != "in"; end++ {
				t := ts[end]
				plain = plain && (t.text == "," || t.class == ident && good[t.text] && !bad[t.text])
			}
			// Two words are an application.
			for k := i + 2; k < end; k++ {
				plain = plain && (ts[k].class != ident || ts[k-1].class != ident)
			}
			for ; end < len(ts) && ts[end].text != "with"; end++ {
				if ts[end].class == ident {
					bad[ts[end].text] = bad[ts[end].text] || ts[end-1].text == "as"
				}
				if ts[end].text == "match" {
					return "a match in the type of another"
				}
			}
			matches = append(matches, plain)
			i = pattern(ts, end, plain, good, bad)
		case "|":
			if len(matches) > 0 {
				i = pattern(ts, i, matches[len(matches)-1], good, bad)
			}
		case "end":
			if len(matches) == 0 {
				return "its matches cannot be read"
			}
			matches = matches[:len(matches)-1]
		case ":=": // in the style of let, by another word
			bad[ts[i-1].text] = true
		case "let", "fun":
			for k := i + 1; k < len(ts) && ts[k].text != ":=" && ts[k].text != "=>"; k++ {
				if ts[k].class == ident {
					bad[ts[k].text] = true
				}
			}
		}
	}
	for i := body + 1; i < len(ts); i++ {
		if ts[i].class != ident || ts[i].text != name {
			continue
		}
		for k := i + 1; k < len(ts); k++ {
			t := ts[k]
			if t.class == symbol && infix[t.text] || closers[t.text] || t.text == "." && k == len(ts)-1 {
				break
			}
			if t.text == "%" { // a scope
				k++
				continue
			}
			if t.class != ident || !good[t.text] || bad[t.text] {
				return fmt.Sprintf("%s is called with %q, which is no parameter and no variable of a match on one", name, t.text)
			}
		}
	}
	return ""
}

// pattern notes the variables of the pattern that begins behind ts[i] and returns where
// it ends.
func pattern(ts []token, i int, plain bool, good, bad map[string]bool) int {
	for i++; i < len(ts) && ts[i].text != "=>" && ts[i].text != "end"; i++ {
		if ts[i].class != ident {
			continue
		}
		if plain {
			good[ts[i].text] = true
		} else {
			bad[ts[i].text] = true
		}
	}
	if i < len(ts) && ts[i].text == "end" {
		return i - 1
	}
	return i
}
