package taxonomy

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"proofgrid/experiments/mm"
	"proofgrid/runner/verify"
)

// TestMessages reads testdata/SYSTEM.tsv: a category, a kind and a message with \n for
// its line breaks. Every rule must be the first that fits one of them.
func TestMessages(t *testing.T) {
	if len(Systems()) < 7 {
		t.Errorf("systems %v", Systems())
	}
	for _, system := range Systems() {
		t.Run(system, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", system+".tsv"))
			if err != nil {
				t.Fatal(err)
			}
			hit := map[int]bool{}
			for i, line := range strings.Split(string(text), "\n") {
				if line == "" || line[0] == '#' {
					continue
				}
				f := strings.Split(line, "\t")
				if len(f) != 3 {
					t.Fatalf("line %d has %d fields", i+1, len(f))
				}
				d := verify.Diagnostic{Kind: f[1], Message: strings.ReplaceAll(f[2], `\n`, "\n")}
				if got := Classify(system, d); got != f[0] {
					t.Errorf("line %d: %q, want %q: %s %s", i+1, got, f[0], f[1], f[2])
				}
				if r := first(system, &d); r != nil {
					hit[r.line] = true
				}
			}
			for _, r := range rules()[system] {
				if !hit[r.line] {
					t.Errorf("rules/%s.tsv:%d is not the first that fits any message", system, r.line)
				}
			}
		})
	}
}

func TestUnknownSystem(t *testing.T) {
	if got := For("no such system")(verify.Diagnostic{Message: "unsolved goals"}); got != Other {
		t.Errorf("%q", got)
	}
}

// TestKernel holds the rules to the kinds that the kernel has.
func TestKernel(t *testing.T) {
	n := 0
	for k := mm.Syntax; k <= mm.CyclicInclude; k++ {
		if slices.Contains([]mm.ErrorKind{mm.Unreadable, mm.Declaration, mm.Scope, mm.CyclicInclude}, k) {
			continue // of databases, never of proofs
		}
		n++
		if first("metamath", &verify.Diagnostic{Kind: k.String()}) == nil {
			t.Errorf("no rule for %v", k)
		}
	}
	if n == 0 {
		t.Error("no kinds")
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "no rules",
		"# a\n":                  "no rules",
		"other\tkind":            "1: 2 fields",
		"\nsyntax\tkind\ta":      `2: "syntax" is no category`,
		"other\tspan\ta":         `1: "span" is neither kind nor message`,
		"other\tmessage\t(":      "1: error parsing",
		"other\tkind\ta\tb":      "1: 4 fields",
		"other\tkind\ta\nother)": "2: 1 fields",
	} {
		if _, err := parse(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestDepth(t *testing.T) {
	for i, want := range []Class{
		0: SyntaxError, 1: TypeError, 2: SyntaxError, 3: NearMiss, 4: SyntaxError, 5: TypeError, 6: SyntaxError, 7: NearMiss,
		8: SyntaxError, 9: TypeError, 10: SyntaxError, 11: Complete, 12: SyntaxError, 13: TypeError, 14: SyntaxError, 15: Complete,
	} {
		s := verify.Signals{Syntax: i&1 > 0, Type: i&2 > 0, Progress: i&4 > 0, Complete: i&8 > 0}
		if got := Depth(s); got != want {
			t.Errorf("%+v: %v, want %v", s, got, want)
		}
	}
	if s := NearMiss.String(); s != "near-miss" || len(Classes) != 4 {
		t.Errorf("%q of %s", s, strconv.Quote(strings.Join(Classes, ",")))
	}
}
