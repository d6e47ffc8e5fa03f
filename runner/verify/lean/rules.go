package lean

import (
	"fmt"
	"slices"
	"strings"
)

// refusal says why a candidate is not given to Lean at all.
type refusal struct {
	why        string
	cheat      bool // no proof needs it, and it could change what the checker says
	start, end int
}

// A command that is none of these is refused among a candidate's lemmas. None of them
// can run code of its own, change the syntax, or switch the kernel off.
var lemmaCommands = words(`theorem lemma def abbrev instance structure class inductive coinductive
	namespace section end open variable universe attribute set_option omit include mutual
	private protected noncomputable nonrec partial local scoped public deriving in`)

// commandWords begin commands and are reserved: inside of a proof each of them ends it.
var commandWords = words(`theorem lemma def abbrev example structure class inductive coinductive axiom constant opaque
	namespace section end mutual universe universes variable variables attribute export import prelude module
	private protected public noncomputable partial local scoped omit include
	alias irreducible_def proof_wanted add_decl_doc suppress_compilation assert_not_exists assert_not_imported`)

// forbidden words let a text run code while it is checked, change what later text
// means, or leave the kernel out.
var forbidden = map[string]string{}

func init() {
	for why, list := range map[string]string{
		"runs code while the file is read": `run_cmd run_elab run_meta run_tac run_conv by_elab eval% initialize builtin_initialize
			include_str include_bytes simproc dsimproc simproc_decl dsimproc_decl builtin_simproc builtin_dsimproc builtin_simproc_decl
			declare_config_elab add_aesop_rules erase_aesop_rules declare_aesop_rule_sets register_option register_builtin_option
			register_simp_attr register_label_attr declare_simp_like_tactic elab_stx compile_inductive compile_def% decl_name% dbg_trace`,
		"changes the syntax": `macro macro_rules syntax declare_syntax_cat elab elab_rules notation notation3 infix infixl infixr prefix postfix
			binder_predicate binder_notation unif_hint add_tactic_doc library_note declare_command_config_elab tactic_extension recommended_spelling`,
		"leaves the kernel's world": `axiom constant unsafe implemented_by extern csimp unsafeCast unsafeIO unsafeBaseIO unsafeEIO lcProof lcUnreachable ptrAddrUnsafe`,
		"writes programs that change Lean's state": `TacticM MetaM TermElabM CommandElabM CoreM MacroM AttrM ImportM DelabM UnexpandM Unexpander Macro
			CommandElab TermElab addDecl addDeclCore addDeclWithoutChecking addAndCompile modifyEnv setEnv evalExpr evalDecl evalConst evalConstCheck`,
	} {
		for _, w := range strings.Fields(list) {
			forbidden[w] = why
		}
	}
}

// attributes that a lemma may carry: they teach tactics about a lemma and no more.
var attributes = words(`simp ext refl symm trans congr gcongr norm_cast push_cast mono simps reducible irreducible semireducible inline always_inline
	specialize noinline elab_as_elim instance local scoped grind induction_eliminator cases_eliminator match_pattern
	default_instance class inherit_doc deprecated nolint grw trigger bound fun_prop measurability continuity`)

// options that only bound or print what tactics do; by prefix.
var options = []string{"maxRecDepth", "maxHeartbeats", "synthInstance.", "pp.", "linter.", "autoImplicit", "relaxedAutoImplicit", "trace.", "tactic.", "exponentiation.", "grind.", "aesop.", "profiler"}

// commands that begin with # and print or run something; notations such as #s are none.
var hashCommands = words(`#eval #eval! #exit #print #check #check_failure #reduce #synth #find #where #help #guard #guard_msgs #guard_expr #simp #norm_num
	#lint #min_imports #test #sample #html #widget #plot #show_kind #instances #count_heartbeats #version #import_path #leansearch #loogle #moogle #conv #push_cast #discr_tree_key #discr_tree_simp_key #dump #search #long_names #eval_elab #redundant_imports #string_diagram #trans_imports #unfold? #explode #adaptation_note #parse #compile #aesop_rules #aesop_stats`)

// continuations may begin a line in the first column of a proof.
var continuations = words(`where termination_by decreasing_by with then else by from in using fun at have show calc match let if case next rw simp exact intro apply`)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// inspect refuses what no candidate may hold, be it in its lemmas or its proof.
func inspect(tokens []token) *refusal {
	for i, t := range tokens {
		no := func(why string) *refusal {
			return &refusal{why: fmt.Sprintf("%s %s", t.text, why), cheat: true, start: t.start, end: t.end}
		}
		next := func(n int) string {
			if i+n < len(tokens) && tokens[i+n].start == tokens[i+n-1].end {
				return tokens[i+n].text
			}
			return ""
		}
		switch {
		case t.kind == text && strings.ContainsRune(t.text, '{'):
			// Lean reads what stands in braces in some strings as code, quotation marks
			// included, and only its parser knows in which.
			return &refusal{why: "a string holds {, behind which some strings hold code", start: t.start, end: t.end}
		case t.kind == hash && (hashCommands[t.text] || t.first && t.column == 0):
			return no("is a command")
		case t.kind == symbol && t.text == "`" && slices.Contains([]string{"(", "[", "`"}, next(1)) && !(next(1) == "`" && next(2) != "("):
			return no("quotes syntax")
		case t.kind == symbol && t.text == "@" && next(1) == "[":
			if r := inspectAttributes(tokens[i+2:]); r != nil {
				return r
			}
		case t.kind != word:
			continue
		}
		whole, last := plain(t.text), lastPart(t.text)
		if next(1) == "%" {
			whole += "%"
		}
		if why, bad := forbidden[whole]; bad {
			return no(why)
		}
		if why, bad := forbidden[last]; bad && last != whole && (strings.HasPrefix(why, "leaves") || strings.HasPrefix(why, "writes")) {
			return no(why)
		}
		if strings.HasPrefix(whole, "Lean.Elab") || strings.HasPrefix(whole, "Lean.Meta") || strings.HasPrefix(whole, "IO.") {
			return no("reaches into Lean itself")
		}
		if whole == "set_option" {
			option := ""
			if i+1 < len(tokens) {
				option = plain(tokens[i+1].text)
			}
			if !slices.ContainsFunc(options, func(p string) bool { return option == p || strings.HasSuffix(p, ".") && strings.HasPrefix(option, p) }) {
				return no(option + " is not among the options that a candidate may set")
			}
		}
		if whole == "attribute" && i+1 < len(tokens) && tokens[i+1].text == "[" {
			if r := inspectAttributes(tokens[i+2:]); r != nil {
				return r
			}
		}
	}
	return nil
}

// inspectAttributes reads a list of attributes up to its closing bracket.
func inspectAttributes(tokens []token) *refusal {
	depth, begins := 1, true
	for _, t := range tokens {
		depth += bracket(t)
		switch {
		case depth == 0:
			return nil
		case depth == 1 && t.kind == symbol && (t.text == "," || t.text == "-"):
			begins = true
			continue
		case begins && (t.kind != word || !attributes[t.text]):
			return &refusal{why: fmt.Sprintf("the attribute %s is not among those that a candidate may give", t.text), cheat: true, start: t.start, end: t.end}
		}
		begins = begins && (t.text == "local" || t.text == "scoped")
	}
	return nil
}

// plain returns a word without the marks that «make» a name of anything, for names
// that are the same with and without; a quoted keyword stays quoted.
func plain(s string) string {
	s = strings.TrimPrefix(s, "_root_.")
	if !strings.Contains(s, "«") || !strings.Contains(s, ".") && commandWords[strings.Trim(s, "«»")] {
		return s
	}
	return strings.NewReplacer("«", "", "»", "").Replace(s)
}

func lastPart(s string) string {
	s = plain(s)
	return s[strings.LastIndexByte(s, '.')+1:]
}

// inspectProof refuses a proof that is not one proof: that closes what it did not open,
// or goes on with a command.
func inspectProof(tokens []token) *refusal {
	if r := inspect(tokens); r != nil {
		return r
	}
	depth := 0
	for i, t := range tokens {
		depth += bracket(t)
		leaves := depth < 0
		switch {
		case t.kind == word && commandWords[t.text]:
			leaves = true
		case t.kind == word && t.text == "instance": // reserved, but ends some names behind a dot
			leaves = i == 0 || tokens[i-1].text != "."
		case t.kind == symbol && t.text == "@" && i+1 < len(tokens) && tokens[i+1].text == "[" && tokens[i+1].start == t.end:
			leaves = true
		case t.first && t.column == 0 && t.line > 0 && depth == 0 && bracket(t) == 0 && t.kind == word:
			leaves = leaves || !continuations[t.text]
		}
		if leaves {
			return &refusal{why: fmt.Sprintf("the proof ends before %s", t.text), start: t.start, end: t.end}
		}
	}
	if depth != 0 {
		return &refusal{why: "the proof leaves a bracket open"}
	}
	return nil
}

// inspectLemmas refuses lemmas that hold a command which is not among lemmaCommands, or
// that open a namespace or section without closing it, or close one of the file's.
func inspectLemmas(tokens []token) *refusal {
	if r := inspect(tokens); r != nil {
		return r
	}
	depth, scopes := 0, 0
	for _, t := range tokens {
		depth += bracket(t)
		if depth < 0 {
			return &refusal{why: "a bracket is closed that was not opened", start: t.start, end: t.end}
		}
		if t.first && t.column == 0 && depth == 0 && (t.kind == word && !lemmaCommands[t.text] && !continuations[t.text] || t.kind == hash) {
			return &refusal{why: fmt.Sprintf("%s is not among the commands that a candidate's lemmas may use", t.text), start: t.start, end: t.end}
		}
		if t.kind != word {
			continue
		}
		switch t.text {
		case "namespace", "section", "mutual":
			scopes++
		case "end":
			if scopes--; scopes < 0 {
				return &refusal{why: "end closes what the lemmas did not open", cheat: true, start: t.start, end: t.end}
			}
		case "import", "prelude", "module", "example":
			return &refusal{why: fmt.Sprintf("%s is not among the commands that a candidate's lemmas may use", t.text), start: t.start, end: t.end}
		}
	}
	if depth != 0 || scopes != 0 {
		return &refusal{why: "the lemmas leave a bracket, namespace or section open"}
	}
	return nil
}
