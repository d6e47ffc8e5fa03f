package taxonomy

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"proofgrid/runner/verify"
)

// The categories of VeriSoftBench (arXiv 2602.18307, Table 7).
const (
	UnknownIdentifier = "unknown identifier" // it names what does not exist, or may not be named
	TypeMismatch      = "type mismatch"      // a term, or a cited result, does not fit where it stands
	UnsolvedGoals     = "unsolved goals"     // something is left to prove
	TacticFailure     = "tactic failure"     // a step does not apply, or does not do what it is there for
	Other             = "other"              // all else: syntax, limits, policies
)

// Categories lists the categories in the order of the paper.
var Categories = []string{UnknownIdentifier, TypeMismatch, UnsolvedGoals, TacticFailure, Other}

// rule says which category a diagnostic belongs to.
type rule struct {
	line     int // of the file
	category string
	kind     bool // the pattern is for the whole of the kind, not for a part of the message
	pattern  *regexp.Regexp
}

func (r *rule) fits(d *verify.Diagnostic) bool {
	if r.kind {
		return r.pattern.MatchString(d.Kind)
	}
	return r.pattern.MatchString(d.Message)
}

//go:embed rules/*.tsv
var files embed.FS

// rules are the rules of each system. The files are part of the program, so that a
// fault in one is a fault of the program.
var rules = sync.OnceValue(func() map[string][]rule {
	names, err := fs.Glob(files, "rules/*.tsv")
	if err != nil {
		panic(err)
	}
	out := map[string][]rule{}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		list, err := parse(string(text))
		if err != nil {
			panic(fmt.Sprintf("%s:%v", name, err))
		}
		out[strings.TrimSuffix(path.Base(name), ".tsv")] = list
	}
	return out
})

// parse reads the lines category, kind or message, pattern, which tabs separate. Empty
// lines and those that begin with # are for the reader.
func parse(text string) ([]rule, error) {
	var out []rule
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("%d: %d fields, not the 3 of category, kind or message, pattern", i+1, len(f))
		}
		r := rule{line: i + 1, category: f[0], kind: f[1] == "kind"}
		if !slices.Contains(Categories, r.category) {
			return nil, fmt.Errorf("%d: %q is no category", i+1, f[0])
		}
		if !r.kind && f[1] != "message" {
			return nil, fmt.Errorf("%d: %q is neither kind nor message", i+1, f[1])
		}
		flags, whole := "(?m)", f[2]
		if r.kind {
			flags, whole = "", "^(?:"+f[2]+")$"
		}
		var err error
		if r.pattern, err = regexp.Compile(flags + whole); err != nil {
			return nil, fmt.Errorf("%d: %w", i+1, err)
		}
		out = append(out, r)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no rules")
	}
	return out, nil
}

// Systems lists the systems that have rules, sorted.
func Systems() []string {
	var out []string
	for s := range rules() {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// Classify returns the category of a diagnostic: that of the system's first rule that
// fits, [Other] when none does or the system has none.
func Classify(system string, d verify.Diagnostic) string {
	if r := first(system, &d); r != nil {
		return r.category
	}
	return Other
}

func first(system string, d *verify.Diagnostic) *rule {
	list := rules()[system]
	for i := range list {
		if list[i].fits(d) {
			return &list[i]
		}
	}
	return nil
}

// For returns Classify for one system.
func For(system string) func(verify.Diagnostic) string {
	return func(d verify.Diagnostic) string { return Classify(system, d) }
}
