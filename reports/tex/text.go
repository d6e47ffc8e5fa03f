package tex

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Text returns s as literal text for any place in running text or a table: nothing in
// it is a command, an argument or a ligature. White space becomes single spaces.
// Invalid UTF-8 and characters that plain LaTeX cannot set are spelled [U+XXXX].
func Text(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), unicode.IsSpace), " ") {
		writeRune(&b, r)
	}
	return b.String()
}

func writeRune(b *strings.Builder, r rune) {
	last := byte(0)
	if b.Len() > 0 {
		last = b.String()[b.Len()-1]
	}
	switch t, ok := special[r]; {
	case ok:
		b.WriteString(t)
	case (r == '[' || r == '*') && last == 0, // what \\ before it would take for its argument
		(r == '-' || r == ',' || r == '\'') && last == byte(r): // a ligature
		b.WriteString("{" + string(r) + "}")
	case r >= ' ' && r <= '~':
		b.WriteRune(r)
	default:
		fmt.Fprintf(b, "{[U+%04X]}", r)
	}
}

// special spells the characters that do not stand for themselves; braces around a
// quotation mark keep it from joining its neighbours in a ligature.
var special = func() map[rune]string {
	m := map[rune]string{
		'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
		'^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
		'"': `{''}`, '`': "{`}",

		'−': `$-$`, '–': `--`, '—': `---`, '…': `\ldots{}`, '†': `\dag{}`, '‡': `\ddag{}`, '§': `\S{}`, '©': `\copyright{}`,
		'‘': "{`}", '’': `{'}`, '“': "{``}", '”': `{''}`, 'ß': `\ss{}`, 'ø': `\o{}`, 'Ø': `\O{}`, 'å': `\aa{}`, 'Å': `\AA{}`,
		'æ': `\ae{}`, 'Æ': `\AE{}`, 'œ': `\oe{}`, 'Œ': `\OE{}`, 'ł': `\l{}`, 'Ł': `\L{}`, 'ı': `\i{}`,
	}
	for c, words := range map[string]string{ // accent, and pairs of a letter and its base
		`\'`: "áaéeóoúuýyćcńnśsźzÁAÉEÓOÚUÝYĆCŃNŚSŹZ", "\\`": "àaèeòoùuÀAÈEÒOÙU", `\^`: "âaêeôoûuÂAÊEÔOÛU",
		`\"`: "äaëeöoüuÿyÄAËEÖOÜU", `\~`: "ãañnõoÃAÑNÕO", `\c`: "çcşsÇCŞS", `\v`: "čcšsžzřrěeČCŠSŽZŘRĚE",
	} {
		letters := []rune(words)
		for i := 0; i < len(letters); i += 2 {
			m[letters[i]] = c + "{" + string(letters[i+1]) + "}"
		}
	}
	m['í'], m['ì'], m['î'], m['ï'] = `\'{\i}`, "\\`{\\i}", `\^{\i}`, `\"{\i}`
	for r, command := range map[rune]string{
		'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "varepsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta", 'ι': "iota",
		'κ': "kappa", 'λ': "lambda", 'μ': "mu", 'µ': "mu", 'ν': "nu", 'ξ': "xi", 'π': "pi", 'ρ': "rho", 'σ': "sigma", 'ς': "varsigma",
		'τ': "tau", 'υ': "upsilon", 'φ': "varphi", 'χ': "chi", 'ψ': "psi", 'ω': "omega", 'Γ': "Gamma", 'Δ': "Delta", 'Θ': "Theta",
		'Λ': "Lambda", 'Ξ': "Xi", 'Π': "Pi", 'Σ': "Sigma", 'Φ': "Phi", 'Ψ': "Psi", 'Ω': "Omega",
		'→': "rightarrow", '←': "leftarrow", '↔': "leftrightarrow", '⇒': "Rightarrow", '⇔': "Leftrightarrow", '↦': "mapsto",
		'∀': "forall", '∃': "exists", '¬': "neg", '∧': "wedge", '∨': "vee", '⊢': "vdash", '⊤': "top", '⊥': "bot", '∅': "emptyset",
		'≤': "leq", '≥': "geq", '≠': "neq", '≡': "equiv", '≈': "approx", '∈': "in", '∉': "notin", '⊆': "subseteq", '⊂': "subset",
		'∪': "cup", '∩': "cap", '×': "times", '·': "cdot", '∘': "circ", '±': "pm", '÷': "div", '∞': "infty", '∑': "sum", '∏': "prod",
		'⟨': "langle", '⟩': "rangle", '√': "surd", '∂': "partial", '∇': "nabla", '⊕': "oplus", '⊗': "otimes", '∣': "mid",
	} {
		m[r] = `$\` + command + `$`
	}
	for r, letter := range map[rune]string{'ℕ': "N", 'ℤ': "Z", 'ℚ': "Q", 'ℝ': "R", 'ℂ': "C"} {
		m[r] = `$\mathbf{` + letter + `}$`
	}
	for i, r := range "₀₁₂₃₄₅₆₇₈₉" {
		m[r] = "$_" + strconv.Itoa(i/len("₀")) + "$"
	}
	for i, r := range []rune("⁰¹²³⁴⁵⁶⁷⁸⁹") {
		m[r] = "$^" + strconv.Itoa(i) + "$"
	}
	return m
}()

// entities are those that package md writes.
var entities = map[string]rune{"&lt;": '<', "&gt;": '>', "&amp;": '&', "&#46;": '.'}

// Markdown translates the inline Markdown of package md: escaped text, bold, code
// spans and footnotes. note returns the LaTeX of the mark of footnote n.
func Markdown(s string, note func(n int) string) string {
	var b strings.Builder
	bold := false
	for s != "" {
		switch {
		case s[0] == '\\' && len(s) > 1:
			writeRune(&b, rune(s[1]))
			s = s[2:]
			continue
		case strings.HasPrefix(s, "**"):
			b.WriteString(map[bool]string{false: `\textbf{`, true: `}`}[bold])
			bold, s = !bold, s[2:]
			continue
		case strings.HasPrefix(s, "[^"):
			if number, rest, ok := strings.Cut(s[2:], "]"); ok {
				if n, err := strconv.Atoi(number); err == nil {
					b.WriteString(note(n))
					s = rest
					continue
				}
			}
		case s[0] == '`':
			fence := s[:len(s)-len(strings.TrimLeft(s, "`"))]
			if code, rest, ok := strings.Cut(s[len(fence):], fence); ok {
				if len(fence) > 1 {
					code = strings.TrimSuffix(strings.TrimPrefix(code, " "), " ")
				}
				b.WriteString(`\texttt{` + Text(strings.ReplaceAll(code, `\|`, "|")) + `}`)
				s = rest
				continue
			}
		case s[0] == '&':
			if end := strings.IndexByte(s, ';'); end > 0 {
				if r, ok := entities[s[:end+1]]; ok {
					writeRune(&b, r)
					s = s[end+1:]
					continue
				}
			}
		}
		r := []rune(s[:min(len(s), 4)])[0]
		writeRune(&b, r)
		if n := len(string(r)); r != unicode.ReplacementChar {
			s = s[n:]
		} else {
			s = strings.TrimPrefix(s[1:], "\xbf\xbd") // of a proper U+FFFD
		}
	}
	if bold {
		b.WriteByte('}')
	}
	return b.String()
}
