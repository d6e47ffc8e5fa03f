package seal

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"proofgrid/experiments/coq"
)

// Refusal says why a candidate is no proof.
type Refusal struct {
	Kind     string // of heads.tsv, or one of this package's constants
	Reason   string // names the sentence
	Start    int    // byte span in the text that was vetted, both 0 when unknown
	End      int
	Cheating bool // it would pass, or has passed, a checker that does not look
}

// Kinds of refusals beside those of heads.tsv.
const (
	incomplete    = "incomplete"     // says itself that it is not finished
	Unreadable    = "unreadable"     // no text of Coq
	Unknown       = "unknown"        // a sentence of a sort that is not on the list
	Size          = "size"           // too long
	Options       = "option"         // sets an option that is not on the list
	Attributes    = "attribute"      // has an attribute that is not on the list
	Library       = "library"        // loads a library against the policy
	Context       = "context"        // adds to the context that the statement was made in, or leaves it
	Kernel        = "kernel bug"     // recursion beyond the policy
	EndsProof     = "ends the proof" // goes on behind the end of the proof
	Statement     = "statement"      // proves something else
	AxiomsUsed    = "axiom"          // rests on what the policy does not allow
	Flags         = "unchecked"      // rests on what was not checked
	Forged        = "forged"         // the checker's own questions were not answered as they must be
	CoqRejects    = "coq"            // Coq does not accept it
	Recheck       = "re-check"       // coqchk does not accept it
	TimeLimit     = "time"           // it ran too long
	OutputLimit   = "output"         // it printed too much
	ResourceLimit = "resources"      // it used too much memory or ended the checker
)

// honest are the kinds of refusals that no checker would let through, or that say
// nothing about intentions.
var honest = set(incomplete, Unreadable, Unknown, Size, Library, Kernel, CoqRejects, TimeLimit, OutputLimit, ResourceLimit)

// Text is a candidate to be vetted.
type Text struct {
	Script string // sentences
	Proof  int    // where the proof begins that must end with the script; -1: a script with statements of its own
}

// Vetted is a candidate that may be run.
type Vetted struct {
	Script    string         // with blanks for its comments
	Sentences []coq.Sentence // spans in the script
	Recursion Recursion      // what it defines by recursion
	Libraries []string       // that it loads; each must be looked up where its prefix is not written out
}

// Vet reads a candidate. Nothing of it may be run when there is a refusal, which is
// that of the first sentence that cannot be let through. What may be run is the script
// of the result: a comment might be none to Coq, where a token of some notation ends in
// its opening, and what it holds has not been vetted.
func Vet(p *Policy, t Text) (*Vetted, *Refusal) {
	limit := p.Bytes
	if limit == 0 {
		limit = defaultBytes
	}
	switch {
	case len(t.Script) > limit:
		return nil, &Refusal{Kind: Size, Reason: fmt.Sprintf("%d bytes, more than the %d of the policy", len(t.Script), limit)}
	case !utf8.ValidString(t.Script):
		i := 0
		for r, n := utf8.DecodeRuneInString(t.Script); r != utf8.RuneError || n != 1; r, n = utf8.DecodeRuneInString(t.Script[i:]) {
			i += n
		}
		return nil, &Refusal{Kind: Unreadable, Reason: fmt.Sprintf("byte %d is not UTF-8", i), Start: i, End: i + 1}
	case strings.IndexFunc(t.Script, control) >= 0:
		i := strings.IndexFunc(t.Script, control)
		r, size := utf8.DecodeRuneInString(t.Script[i:])
		return nil, &Refusal{Kind: Unreadable, Reason: fmt.Sprintf("byte %d is the control character %q", i, r), Start: i, End: i + size}
	}
	written := t.Script
	t.Script = coq.WithoutComments(written)
	if i := behindStop(written, t.Script); i >= 0 {
		return nil, &Refusal{Kind: Unreadable, Reason: fmt.Sprintf("byte %d: Coq reads no comment right behind a full stop", i), Start: i, End: i + 2}
	}
	v := vetter{candidate: true, policy: p, proof: t.Proof, out: Vetted{Script: t.Script, Sentences: coq.Sentences(t.Script), Recursion: NoRecursion}}
	if len(v.out.Sentences) == 0 {
		return nil, &Refusal{Kind: Unreadable, Reason: "there is no sentence in it"}
	}
	for i := range v.out.Sentences {
		s := v.out.Sentences[i]
		if kind, reason := v.sentence(t.Script, s); kind != "" {
			return nil, refuse(kind, reason, t.Script[s.Start:s.End], s)
		}
	}
	if len(v.open) > 0 {
		s := v.out.Sentences[len(v.out.Sentences)-1]
		return nil, refuse(Context, fmt.Sprintf("%s is not closed at the end", v.open[len(v.open)-1].what), t.Script[s.Start:s.End], s)
	}
	if t.Proof >= 0 && !v.ended {
		return nil, &Refusal{Kind: incomplete, Reason: "the proof has no end: no Qed and no Defined"}
	}
	return &v.out, nil
}

// behindStop returns where a comment begins right behind a full stop, which is the token
// of projections to Coq, or -1.
func behindStop(written, bare string) int {
	for i := 0; ; i++ {
		n := strings.Index(written[i:], ".(*")
		if n < 0 {
			return -1
		}
		if i += n; bare[i] == '.' && bare[i+1] == ' ' {
			return i + 1
		}
	}
}

func control(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\n\r", r) }

func refuse(kind, reason, text string, s coq.Sentence) *Refusal {
	return &Refusal{Kind: kind, Reason: fmt.Sprintf("%s: %s", quoteShort(text), reason), Start: s.Start, End: s.End, Cheating: !honest[kind]}
}

func quoteShort(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60]) + "…"
	}
	return "“" + s + "”"
}

type vetter struct {
	policy    *Policy
	candidate bool // what is read is not trusted
	proof     int
	ended     bool
	notations bool
	illTyped  bool    // has unchecked steps
	machine   bool    // has the virtual machine compute
	open      []scope // sections and modules that the candidate opened
	out       Vetted
}

type scope struct {
	name    string
	section bool
	what    string
}

// ends are the sentences that end a proof.
var ends = set("Qed", "Defined", "Save")

// inProof are the commands that may stand in a proof that is not to be left.
var inProof = set("Proof", "Unshelve", "Focus", "Unfocus", "Unfocused", "Guarded", "Show", "Check", "About", "Print", "Search", "SearchPattern", "SearchRewrite", "Locate", "Eval", "Compute", "Optimize", "Grab", "Existential", "Opaque", "Transparent", "Fail", "Succeed", "Set", "Unset", "Open", "Close", "Strategy", "Notation", "Infix", "Arguments", "Hint", "Ltac", "Tactic", "Implicit", "Typeclasses", "Comments", "Inspect", "Existing")

// sentence judges the next sentence; kind is empty when it may be run.
func (v *vetter) sentence(script string, s coq.Sentence) (kind, reason string) {
	if s.Flaw != coq.Whole {
		return Unreadable, s.Flaw.String()
	}
	ts := tokens(script[s.Start:s.End])
	for _, t := range ts {
		if t.class == glued {
			return Unreadable, "numbers and letters without a space: " + t.text
		}
		if t.class == ident {
			for part := range strings.SplitSeq(t.text, ".") {
				if r, ok := words[part]; ok {
					return r.kind, r.reason
				}
			}
		}
	}
	if t := mislead(ts); t != "" {
		return Unreadable, "with the notation's token " + t + " Coq would find other ends of sentences and comments than are vetted"
	}
	if kind, reason = v.recursion(ts); kind != "" {
		return kind, reason
	}
	if kind, reason := v.unchecked(ts); kind != "" {
		return kind, reason
	}
	ts, kind, reason = strip(ts)
	if kind != "" {
		return kind, reason
	}
	if v.proof >= 0 && s.Start >= v.proof {
		if v.ended {
			return EndsProof, "it stands behind the end of the proof"
		}
		if len(ts) > 0 && ts[0].class == ident && upper(ts[0].text) {
			head := ts[0].text
			v.ended = ends[head] || head == "Proof" && len(ts) > 2 && ts[1].text != "with" && ts[1].text != "using"
			r, known := heads[head]
			leaves := r.kind == anywhere || r.kind == inSection || r.kind == special
			if known && leaves && !v.ended && !inProof[head] {
				return EndsProof, "it is no part of a proof"
			}
			if head == "Save" && len(ts) > 2 {
				return EndsProof, "it gives the proof another name"
			}
		}
	}
	return v.head(ts)
}

// notates are the words of the sentences that declare tokens.
var notates = set("Notation", "Infix", "where")

// mislead returns a token that the sentence declares and that may hold the full stop of
// a sentence or the beginning of a comment, since Coq takes the longest token.
func mislead(ts []token) string {
	if !slices.ContainsFunc(ts, func(t token) bool { return t.class == ident && notates[t.text] }) {
		return ""
	}
	for _, t := range ts {
		if t.class != quote {
			continue
		}
		for _, w := range strings.Fields(strings.Trim(t.text, `"`)) {
			w = strings.Trim(w, "'")
			if strings.LastIndexByte(w, '(') > 0 || strings.HasPrefix(w, "(*") || strings.HasSuffix(w, ".") && w != ".." {
				return w
			}
		}
	}
	return ""
}

// upper reports whether a word may begin a command: a qualified name is a tactic.
func upper(s string) bool { return s[0] >= 'A' && s[0] <= 'Z' && !strings.Contains(s, ".") }

// strip takes off what may stand before the word that says what a sentence does.
func strip(ts []token) (rest []token, kind, reason string) {
	for len(ts) > 0 {
		switch t := ts[0].text; {
		case t == "#" && len(ts) > 1 && ts[1].text == "[":
			depth := 0
			end := -1
			for i, u := range ts[1:] {
				switch u.text {
				case "[", "(":
					depth++
				case "]", ")":
					depth--
				}
				if depth == 0 {
					end = i + 1
					break
				}
				if depth == 1 && u.class == ident && !attributes[u.text] {
					return nil, Attributes, "the attribute " + u.text + " is not on the list"
				}
			}
			if end < 0 {
				return nil, Unreadable, "an attribute that is not closed"
			}
			ts = ts[end+1:]
		case t == "Timeout" && len(ts) > 1 && ts[1].class == number, t == "Instructions":
			ts = ts[min(2, len(ts)):]
		case t == "Time" || t == "Fail" || t == "Succeed":
			ts = ts[1:]
		case unsafeModifiers[t]:
			return nil, Kernel, "the kernel has accepted proofs of False by universe polymorphism and cumulativity"
		case slices.Contains(modifiers, t):
			ts = ts[1:]
		default:
			return ts, "", ""
		}
	}
	return ts, "", ""
}

var modifiers = []string{"Local", "Global", "Monomorphic", "NonCumulative", "Private", "Program"}

var unsafeModifiers = set("Polymorphic", "Cumulative")

// recursion holds a sentence to the policy.
func (v *vetter) recursion(ts []token) (kind, reason string) {
	r, why := recursion(ts)
	for _, t := range ts {
		if t.text == "Notation" || t.text == "Infix" || t.text == "Coercion" {
			v.notations = true
		}
	}
	if r == SimpleRecursion && v.notations {
		r, why = AnyRecursion, "recursion behind notations of the candidate's own"
	}
	switch {
	case r == NoRecursion:
		return "", ""
	case v.policy.Recursion == NoRecursion:
		return Kernel, "the policy allows no recursion of the candidate's own"
	case r == AnyRecursion && v.policy.Recursion != AnyRecursion:
		return Kernel, why + "; Coq accepts proofs of False of this form that only versions without the bug can tell from others"
	}
	if v.out.Recursion != AnyRecursion {
		v.out.Recursion = r
	}
	return "", ""
}

// unchecked refuses tactics that make ill-typed terms together with the machine that
// computes without a look at types: it can be made to overwrite the compiler's memory.
func (v *vetter) unchecked(ts []token) (kind, reason string) {
	for _, t := range ts {
		switch t.text {
		case "exact_no_check", "change_no_check", "convert_concl_no_check", "refine_no_check", "simple_refine_no_check":
			v.illTyped = true
		case "vm_compute", "vm_cast_no_check":
			v.machine = true
		}
	}
	if v.illTyped && v.machine {
		return Kernel, "vm_compute after unchecked steps may compute with terms that have no type"
	}
	return "", ""
}

// head judges a sentence by the word it begins with.
func (v *vetter) head(ts []token) (kind, reason string) {
	if len(ts) == 0 {
		return Unreadable, "nothing behind its modifiers"
	}
	t := ts[0]
	if t.class != ident || !upper(t.text) {
		return "", "" // a tactic, a bullet or a brace: Coq has no command that begins so
	}
	r, ok := heads[t.text]
	switch {
	case !ok:
		return Unknown, t.text + " is not on the list of sentences that are let through"
	case r.kind == anywhere:
		return "", ""
	case r.kind == inSection:
		if len(v.open) == 0 || !v.open[len(v.open)-1].section {
			return Context, r.reason
		}
		return "", ""
	case r.kind == special:
		return specials[t.text](v, ts)
	}
	return r.kind, r.reason
}

// specials are the sentences that have rules of their own.
var specials = map[string]func(v *vetter, ts []token) (kind, reason string){
	"Create":  allow(Unknown, "HintDb"),
	"Declare": allow("axiom", "Scope", "Custom", "Reduction", "Left", "Right", "Equivalent", "Morphism"),
	"Add":     allow("file", "Ring", "Field", "Morphism", "Parametric", "Relation", "Setoid", "Printing", "Search"),
	"Set":     option,
	"Unset":   option,
	"Require": require,
	"From":    require,
	"Section": func(v *vetter, ts []token) (string, string) { return v.enter(ts, true) },
	"Module":  func(v *vetter, ts []token) (string, string) { return v.enter(ts, false) },
	"End":     leave,
	"Print": func(_ *vetter, ts []token) (string, string) {
		if slices.ContainsFunc(ts, func(t token) bool { return t.class == quote }) {
			return "file", "a string behind Print may be a file to write"
		}
		return "", ""
	},
}

func init() {
	for _, h := range []string{"Succeed", "Fail"} { // taken off before
		specials[h] = func(*vetter, []token) (string, string) { return Unreadable, "nothing behind it" }
	}
}

// allow lets sentences through whose second word is one of these.
func allow(kind string, second ...string) func(*vetter, []token) (string, string) {
	return func(_ *vetter, ts []token) (string, string) {
		if len(ts) > 1 && slices.Contains(second, ts[1].text) {
			return "", ""
		}
		return kind, fmt.Sprintf("of %s only %s is let through", ts[0].text, strings.Join(second, ", "))
	}
}

func option(_ *vetter, ts []token) (kind, reason string) {
	var name []string
	for _, t := range ts[1:] {
		if t.class != ident {
			break
		}
		name = append(name, t.text)
	}
	if n := strings.Join(name, " "); !options[n] {
		return Options, fmt.Sprintf("the option %s is not on the list of those that change neither logic nor checks", n)
	}
	return "", ""
}

// enter opens a section or module, or does nothing for a module that is defined at
// once.
func (v *vetter) enter(ts []token, section bool) (kind, reason string) {
	rest := ts[1:]
	if !section && v.candidate && slices.ContainsFunc(rest, func(t token) bool { return t.class == symbol && t.text != "." || t.text == "Type" }) {
		return Kernel, "the kernel has accepted proofs of False by functors and the types of modules; only plain modules are let through"
	}
	for len(rest) > 0 && slices.Contains([]string{"Type", "Import", "Export"}, rest[0].text) {
		rest = rest[1:]
	}
	var name string
	for _, t := range rest {
		if t.class != ident && (t.class != symbol || strings.ContainsAny(t.text, "(:.<")) {
			break
		}
		name += t.text
	}
	if name == "" {
		return Unreadable, "it has no name"
	}
	if !section && slices.ContainsFunc(rest, func(t token) bool { return t.text == ":=" }) {
		return "", ""
	}
	v.open = append(v.open, scope{name, section, ts[0].text + " " + name})
	return "", ""
}

func leave(v *vetter, ts []token) (kind, reason string) {
	var name string
	for _, t := range ts[1:] {
		if t.text != "." {
			name += t.text
		}
	}
	if len(v.open) == 0 {
		return Context, "it closes what the candidate has not opened"
	}
	if last := v.open[len(v.open)-1]; last.name != name {
		return Context, "what is open is " + last.what
	}
	v.open = v.open[:len(v.open)-1]
	return "", ""
}

// require holds a library to the policy's prefixes, by the names that are written.
func require(v *vetter, ts []token) (kind, reason string) {
	from := ""
	if ts[0].text == "From" && len(ts) > 2 {
		from, ts = ts[1].text+".", ts[2:]
		if ts[0].text != "Require" {
			return Library, "From without Require"
		}
	}
	if len(v.open) > 0 {
		return Library, "a library is loaded inside of " + v.open[len(v.open)-1].what
	}
	for _, t := range ts[1:] {
		switch {
		case t.text == "Import" || t.text == "Export" || t.text == ".":
			continue
		case t.class != ident:
			return Library, "only plain names of libraries are let through, not " + t.text
		}
		name := from + t.text
		if !slices.ContainsFunc(v.policy.Require, func(p string) bool { return name == p || strings.HasPrefix(name, p+".") }) {
			return Library, fmt.Sprintf("the policy does not let a candidate load %s (allowed: %s)", name, orNothing(v.policy.Require))
		}
		v.out.Libraries = append(v.out.Libraries, name)
	}
	return "", ""
}

func orNothing(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}
