package spec

import "strings"

// Source returns the format of the tasks and the path as the spec gives it; both
// are empty when there is none.
func (t Tasks) Source() (format, path string) {
	for _, s := range t.sources() {
		if s.path != "" {
			return s.format, s.path
		}
	}
	return "", ""
}

type source struct{ format, path string }

func (t Tasks) sources() []source {
	return []source{{"metamath", t.Metamath}, {"verisoftbench", t.VeriSoftBench}, {"formalml", t.FormalML}, {"coqstoq", t.CoqStoq}, {"coq", t.Coq}, {"table", t.Table}}
}

// checkSource makes sure that the tasks come from one place and that no option of
// another format is given.
func (s *Spec) checkSource(fail func([]any, string, ...any)) {
	var known, given []string
	for _, src := range s.Tasks.sources() {
		known = append(known, "tasks."+src.format)
		if src.path != "" {
			given = append(given, src.format)
		}
	}
	switch len(given) {
	case 0:
		fail([]any{"tasks"}, "tasks name no source: give one of %s, such as metamath: builtin:quickstart", strings.Join(known, ", "))
		return
	case 1:
	default:
		fail([]any{"tasks", given[1]}, "tasks come from one source, and this names %s", strings.Join(given, " and "))
		return
	}
	only := func(option string, set bool, formats ...string) {
		for _, f := range formats {
			set = set && f != given[0]
		}
		if set {
			fail([]any{"tasks", option}, "tasks.%s belongs to %s, not to %s", option, strings.Join(formats, ", "), given[0])
		}
	}
	only("level", s.Tasks.Level != 0, "metamath")
	only("columns", len(s.Tasks.Columns) > 0, "table")
	only("repositories", s.Tasks.Repositories != "", "verisoftbench", "coqstoq")
	only("skip_damaged", s.Tasks.SkipDamaged, "verisoftbench", "formalml", "coqstoq", "table")
	if given[0] == "metamath" && s.Tasks.Tokenizer != "" && s.Tasks.Tokenizer != "words" {
		fail([]any{"tasks", "tokenizer"}, "the symbols of Metamath are words: leave tokenizer out")
	}
}
