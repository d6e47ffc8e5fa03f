package mm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// shared is where the public test databases are, when they are there.
const shared = "../../../shared/data/metamath_test"

type ruleCase struct {
	name, want string
	files      fstest.MapFS
}

var escape = regexp.MustCompile(`\\x[0-9a-f]{2}`)

func readRules(t testing.TB) []ruleCase {
	t.Helper()
	raw, err := os.ReadFile("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []ruleCase
	var pre, file string
	for _, line := range strings.SplitAfter(string(raw), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "== "):
			name, want, _ := strings.Cut(trimmed[3:], ": ")
			file = "a.mm"
			cases = append(cases, ruleCase{name, want, fstest.MapFS{file: {}}})
			continue
		case len(cases) == 0 || strings.HasPrefix(line, "# ") || trimmed == "":
			continue
		case strings.HasPrefix(line, "-- "):
			file = strings.Trim(trimmed, "- ")
			cases[len(cases)-1].files[file] = &fstest.MapFile{}
			continue
		case trimmed == "PRE":
			line = strings.TrimSuffix(pre, " ") + "\n"
		case strings.HasSuffix(trimmed, `\`):
			line = strings.TrimSuffix(trimmed, `\`)
		}
		line = escape.ReplaceAllStringFunc(line, func(s string) string {
			n, _ := strconv.ParseUint(s[2:], 16, 8)
			return string([]byte{byte(n)})
		})
		if len(cases) == 1 {
			pre += strings.TrimSuffix(line, "\n") + " "
		}
		f := cases[len(cases)-1].files[file]
		f.Data = append(f.Data, line...)
	}
	return cases
}

// verdict reads and verifies a database and returns its first error in the form of
// rules.txt.
func verdict(files fstest.MapFS, name string) string {
	db, err := Read(files, name)
	if err == nil {
		_, errs := db.VerifyAll(context.Background(), 1)
		if len(errs) == 0 {
			return "accept"
		}
		err = errs[0]
	}
	var e *Error
	if !errors.As(err, &e) {
		return "an error of another type: " + err.Error()
	}
	out := fmt.Sprintf("reject %v %d:%d", e.Kind, e.Line, e.Col)
	if e.Step > 0 {
		out += fmt.Sprintf(" step %d", e.Step)
	}
	if e.File != name {
		out += " " + e.File
	}
	return out
}

func TestRules(t *testing.T) {
	cases := readRules(t)
	if len(cases) < 150 {
		t.Fatalf("only %d cases were read", len(cases))
	}
	seen := map[string]bool{}
	for _, c := range cases {
		if seen[c.name] {
			t.Errorf("two cases are named %q", c.name)
		}
		seen[c.name] = true
		if got := verdict(c.files, "a.mm"); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestPublicDatabases(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(shared, "expected.json"))
	if err != nil {
		t.Skipf("no public test databases: %v", err)
	}
	var list struct{ Expected map[string]string }
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Expected) == 0 {
		t.Fatal("no databases in the list")
	}
	for name, want := range list.Expected {
		db, err := ReadFile(filepath.Join(shared, name))
		got := "accept"
		if err != nil {
			got = "reject"
		} else if _, errs := db.VerifyAll(context.Background(), 2); len(errs) > 0 {
			got, err = "reject", errs[0]
		}
		if got != want {
			t.Errorf("%s: %s, want %s: %v", name, got, want, err)
		}
	}
}

func TestPublicCases(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(shared, "cases.json"))
	if err != nil {
		t.Skipf("no public test cases: %v", err)
	}
	var list struct {
		Cases []struct {
			ID    string
			Valid bool
			Text  string
		}
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Cases) == 0 {
		t.Fatal("no cases in the list")
	}
	for _, c := range list.Cases {
		got := verdict(fstest.MapFS{"a.mm": {Data: []byte(c.Text)}}, "a.mm")
		if (got == "accept") != c.Valid {
			t.Errorf("%s: %s, valid is %v", c.ID, got, c.Valid)
		}
	}
}
