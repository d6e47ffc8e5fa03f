package lean

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Kind groups the keywords of declarations.
type Kind int

const (
	Definition Kind = iota // def, abbrev, structure, inductive, class, instance, opaque
	Theorem                // theorem, lemma
	Axiom
	Notation // notation, infix, macro, syntax and their kin
)

// Decl is a declaration of a file.
type Decl struct {
	Kind Kind
	Name string // with the namespaces around it; empty for instances and notations without one
	Line int    // of the keyword, 1-based
	// Text is the declaration without its proof: the statement of a theorem, a
	// definition with its tactic blocks elided.
	Text  string
	Proof string // of a theorem
}

// File is what Scan found.
type File struct {
	Imports []string // module names
	Decls   []Decl   // in their order
}

// keywords of declarations, which may be indented.
var keywords = map[string]Kind{
	"theorem": Theorem, "lemma": Theorem, "axiom": Axiom,
	"def": Definition, "abbrev": Definition, "structure": Definition, "inductive": Definition, "coinductive": Definition,
	"class": Definition, "instance": Definition, "opaque": Definition, "constant": Definition,
	"notation": Notation, "notation3": Notation, "infix": Notation, "infixl": Notation, "infixr": Notation,
	"prefix": Notation, "postfix": Notation, "macro": Notation, "syntax": Notation, "macro_rules": Notation, "elab": Notation,
}

var modifiers = []string{"private", "protected", "public", "noncomputable", "unsafe", "partial", "nonrec", "local", "scoped", "meta"}

// scopes open or close something, alone on their line when indented.
var scopes = []string{"namespace", "section", "end", "mutual"}

// continuations begin lines in the first column without beginning a command.
var continuations = []string{"where", "termination_by", "decreasing_by", "deriving", "with", "then", "else", "by", "from", "in", "using", "fun", "at"}

// Scan splits a source into declarations. It finds what it can in any text.
func Scan(src string) *File {
	code := mask(src)
	f := &File{}
	var open []string // namespaces; sections and mutual blocks are ""
	starts := commands(code)
	line, counted := 1, 0
	for n := 0; n < len(starts); n++ {
		start, end := starts[n], len(code)
		// Attributes, modifiers and "open … in" belong to what follows.
		for n+1 < len(starts) && prefixOnly(code[start:starts[n+1]]) {
			n++
		}
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		end = start + len(strings.TrimRight(code[start:end], " \t\r\n"))
		at, key := keyword(code[start:end])
		rest := strings.TrimLeft(code[start+at+len(key):end], " \t")
		kind, declares := keywords[key]
		switch {
		case key == "import":
			if m := word(strings.TrimPrefix(rest, "all ")); m != "" {
				f.Imports = append(f.Imports, m)
			}
		case key == "namespace":
			open = append(open, word(rest))
		case key == "section" || key == "mutual":
			open = append(open, "")
		case key == "end":
			open = closed(open, word(rest))
		case declares:
			line += strings.Count(code[counted:start+at], "\n")
			counted = start + at
			d := Decl{Kind: kind, Line: line}
			if key == "class" {
				rest = strings.TrimLeft(strings.TrimPrefix(rest, "inductive "), " \t")
			}
			if kind != Notation {
				d.Name = qualified(open, word(rest))
			}
			text := src[start:end]
			if kind == Theorem {
				d.Text, d.Proof = Split(text)
			} else {
				d.Text, _ = Elide(text)
			}
			f.Decls = append(f.Decls, d)
		}
	}
	return f
}

// commands returns where commands begin, in ascending order.
func commands(code string) []int {
	var starts []int
	depth, at := 0, 0
	for line := range strings.Lines(code) {
		column, blank := lineIndent(line)
		body := line[column:]
		r, _ := utf8.DecodeRuneInString(body)
		w := word(body)
		begins := false
		switch {
		case blank:
		case column == 0 && (r == '@' || r == '#'):
			begins = true
		case column == 0:
			begins = w != "" && !slices.Contains(continuations, w) || w == "deriving" && strings.HasPrefix(body, "deriving instance")
		case depth == 0:
			_, key := keyword(body)
			_, declares := keywords[key]
			begins = declares || slices.Contains(scopes, w) && len(strings.Fields(body)) <= 2
		}
		if begins {
			starts, depth = append(starts, at+column), 0
		}
		for _, r := range line {
			depth = max(0, depth+bracket(r))
		}
		at += len(line)
	}
	return starts
}

// keyword returns the first word behind attributes, modifiers and prefixes such as
// "open Foo in", and where it stands.
func keyword(code string) (int, string) {
	i := 0
	for {
		i += len(code[i:]) - len(strings.TrimLeft(code[i:], " \t\r\n"))
		if strings.HasPrefix(code[i:], "@[") {
			n := strings.IndexByte(code[i:], ']')
			if n < 0 {
				return i, ""
			}
			// An attribute may hold brackets of its own.
			for depth := strings.Count(code[i:i+n+1], "[") - 1; depth > 0; depth-- {
				m := strings.IndexByte(code[i+n+1:], ']')
				if m < 0 {
					return i, ""
				}
				n += m + 1
			}
			i += n + 1
			continue
		}
		w := word(code[i:])
		switch {
		case slices.Contains(modifiers, w):
			i += len(w)
			continue
		case slices.Contains(prefixes, w):
			if n := inEnd(code[i:]); n > 0 {
				i += n
				continue
			}
		}
		return i, w
	}
}

// prefixes may begin a command that ends with "in" and applies to the next one.
var prefixes = []string{"open", "omit", "include", "variable", "set_option", "attribute"}

// inEnd returns the length of a prefix up to behind its "in", 0 when there is none
// before an empty line.
func inEnd(code string) int {
	at := 0
	for line := range strings.Lines(code) {
		if strings.TrimSpace(line) == "" {
			return 0
		}
		for i := range line {
			if strings.HasPrefix(line[i:], " in") && strings.TrimLeft(line[i+3:], " \t\r\n") != line[i+3:] || line[i:] == " in" {
				return at + i + len(" in")
			}
		}
		at += len(line)
	}
	return 0
}

// prefixOnly reports whether nothing but attributes, modifiers and prefixes stands in
// the code.
func prefixOnly(code string) bool {
	at, key := keyword(code)
	return key == "" && strings.TrimSpace(code[at:]) == ""
}

func qualified(open []string, name string) string {
	if name == "" {
		return ""
	}
	if root, ok := strings.CutPrefix(name, "_root_."); ok {
		return root
	}
	parts := slices.DeleteFunc(slices.Clone(open), func(s string) bool { return s == "" })
	return strings.Join(append(parts, name), ".")
}

// closed removes what an end closes: one scope, or as many namespaces as its name has
// parts.
func closed(open []string, name string) []string {
	for parts := 1 + strings.Count(name, "."); parts > 0 && len(open) > 0; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		parts -= 1 + strings.Count(last, ".")
	}
	return open
}
