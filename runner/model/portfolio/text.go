package portfolio

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// letter tells whether a rune may stand in an identifier of Coq. λ is a keyword in
// projects that use it at all.
func letter(r rune) bool {
	return r == '_' || r == '\'' || r != 'λ' && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.No, r))
}

// words splits text of Coq into identifiers, qualified names, brackets and runs of
// symbols. It does not know comments: statements have next to none.
func words(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		class := classOf(r)
		j := i + n
		for class != blank && class != bracket && j < len(text) {
			r, n := utf8.DecodeRuneInString(text[j:])
			if c := classOf(r); c != class && !(class == name && r == '.' && followed(text[j+n:])) {
				break
			}
			j += n
		}
		if class != blank {
			out = append(out, text[i:j])
		}
		i = j
	}
	return out
}

type class int

const (
	blank class = iota
	name
	bracket
	symbol
)

func classOf(r rune) class {
	switch {
	case unicode.IsSpace(r):
		return blank
	case letter(r):
		return name
	case strings.ContainsRune("()[]{}⟨⟩,;`", r):
		return bracket
	}
	return symbol
}

// followed tells whether an identifier begins, so that a full stop before it joins.
func followed(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return letter(r) && !unicode.IsDigit(r)
}

// variable is what a statement or a goal binds, with the words of its type, which are
// missing where it is not written.
type variable struct {
	name string
	of   []string
}

// shape is what can be read off a statement or a goal without Coq.
type shape struct {
	variables  []variable
	conclusion []string
	head       string // of the conclusion: its weakest operator, else its first name
}

// statement reads what stands behind the name of a theorem: binders, a colon, a type.
func statement(text string) shape {
	var s shape
	w := words(strings.TrimSuffix(strings.TrimSpace(text), "."))
	at := s.binders(w, ":")
	if at == len(w) { // no binders: all of it is the type
		s.variables, at = nil, -1
	}
	s.typed(w[min(at+1, len(w)):])
	return s
}

// goal reads a goal as Coq shows it: hypotheses, a line, a conclusion.
func goal(text string) shape {
	var s shape
	hypotheses, conclusion, ok := cutRule(text)
	if !ok {
		hypotheses, conclusion = "", text
	}
	for line := range strings.Lines(hypotheses) {
		names, of, ok := strings.Cut(line, " : ")
		if !ok {
			continue
		}
		names, _, _ = strings.Cut(names, ":=")
		for _, n := range strings.Split(names, ",") {
			if n = strings.TrimSpace(n); n != "" && !strings.Contains(n, " ") {
				s.variables = append(s.variables, variable{n, words(of)})
			}
		}
	}
	s.typed(words(conclusion))
	return s
}

// cutRule cuts a goal at the line between hypotheses and conclusion.
func cutRule(text string) (above, below string, ok bool) {
	above, below, ok = strings.Cut(text, "=====")
	return above, strings.TrimLeft(below, "="), ok
}

// binders reads binders up to a word at depth 0 and returns its place.
func (s *shape) binders(w []string, until string) int {
	depth := 0
	group := []string{} // names of the open bracket, until its colon
	typed := false
	for i, x := range w {
		switch {
		case opens(x):
			depth++
			group, typed = nil, false
		case closes(x):
			depth--
		case depth == 0 && x == until:
			return i
		case x == ":" && depth == 1:
			typed = true
			end := i + 1
			for d := 1; end < len(w); end++ {
				if opens(w[end]) {
					d++
				} else if closes(w[end]) {
					if d--; d == 0 {
						break
					}
				}
			}
			for _, n := range group {
				s.variables = append(s.variables, variable{n, w[i+1 : end]})
			}
		case depth == 0 && isName(x):
			s.variables = append(s.variables, variable{name: x})
		case depth == 1 && !typed && isName(x):
			group = append(group, x)
		}
	}
	return len(w)
}

// typed reads a type: quantifiers, premises, a conclusion.
func (s *shape) typed(w []string) {
	for len(w) > 0 && (w[0] == "∀" || w[0] == "forall") {
		at := s.binders(w[1:], ",")
		w = w[min(at+2, len(w)):]
	}
	depth, last := 0, 0
	for i, x := range w {
		switch {
		case opens(x):
			depth++
		case closes(x):
			depth--
		case depth == 0 && (x == "→" || x == "->"):
			last = i + 1
		case depth == 0 && (x == "∀" || x == "forall" || x == "∃" || x == "exists" || x == "let"):
			// What is bound reaches to the end: its arrows are inside.
			if x != "∀" && x != "forall" {
				depth = len(w)
			}
		}
	}
	if w = w[last:]; last > 0 && len(w) > 0 && (w[0] == "∀" || w[0] == "forall") {
		s.typed(w)
		return
	}
	s.conclusion, s.head = w, head(w)
}

// operators are relations and connectives, the weakest first.
var operators = [][]string{
	{"∃", "exists"},
	{"↔", "<->"},
	{"∨", `\/`},
	{"∧", `/\`},
	{"=", "≡", "≡ₚ", "≠", "<>", "≤", "<=", "<", ">", ">=", "≥", "∈", "∉", "⊆", "⊂", "⊈", "##", "⊑", "≼", "≢", "`prefix_of`", "∣"},
	{"¬", "~"},
}

func head(w []string) string {
	for _, level := range operators {
		depth := 0
		for _, x := range w {
			switch {
			case opens(x):
				depth++
			case closes(x):
				depth--
			case depth == 0 && slices.Contains(level, x):
				return x
			}
		}
	}
	for _, x := range w {
		if isName(x) {
			return x
		}
	}
	return ""
}

func opens(w string) bool  { return w == "(" || w == "[" || w == "{" || w == "⟨" }
func closes(w string) bool { return w == ")" || w == "]" || w == "}" || w == "⟩" }
func isName(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return letter(r) && !unicode.IsDigit(r)
}
