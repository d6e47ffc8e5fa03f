package records

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/imported"
)

func TestEachNamesLines(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"lines":              {"{\"a\":1}\n\n{\"a\":2}\r\n", []string{`1 {"a":1}`, `3 {"a":2}`}},
		"one line":           {`{"a":1}`, []string{`1 {"a":1}`}},
		"an array":           {"[\n{\"a\":1},\n\n{\n\"a\":2}\n]\n", []string{`2 {"a":1}`, "4 {\n\"a\":2}"}},
		"an array in a line": {`[{"a":1}, {"a":2}]`, []string{`1 {"a":1}`, `1 {"a":2}`}},
		"objects over lines": {"{\n\"a\":1\n}\n{\n\"a\":2\n}", []string{"1 {\n\"a\":1\n}", "4 {\n\"a\":2\n}"}},
		"white space before": {"\n{\n\"a\":1}\n", []string{"2 {\n\"a\":1}"}},
		"an empty array":     {"[]", nil},
		"nothing":            {"", nil},
		"white space":        {"\n \n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			err := Each([]byte(c.text), &Damage{Path: "f"}, func(line int, record []byte) error {
				got = append(got, fmt.Sprintf("%d %s", line, record))
				return nil
			})
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%q (%v), want %q", got, err, c.want)
			}
		})
	}
}

func TestDamageIsAnErrorOrAFinding(t *testing.T) {
	text := []byte("{\"a\":1}\n{\"a\":2}\n{\"a\":\n{\"a\":4}")
	visit := func(line int, record []byte) error {
		if line == 2 {
			return errors.New("I do not like it")
		}
		return nil
	}
	if err := Each(text, &Damage{Path: "dir/f"}, visit); err == nil || err.Error() != "dir/f:2: I do not like it" {
		t.Errorf("error %v", err)
	}
	var lint imported.Findings
	seen := 0
	err := Each(text, &Damage{Path: "dir/f", Skip: true, Lint: &lint}, func(line int, record []byte) error {
		seen++
		if strings.HasSuffix(string(record), ":") {
			return Decode(record, new(any))
		}
		return visit(line, record)
	})
	if f := lint.List(); err != nil || seen != 4 || len(f) != 1 || f[0].N != 2 || f[0].File != "f" || f[0].Example != "line 2: I do not like it" {
		t.Errorf("%d records, %v, findings %+v", seen, err, f)
	}
}

func FuzzEach(f *testing.F) {
	f.Add([]byte("{\"a\":1}\n[2]"))
	f.Add([]byte("[{},\n1"))
	f.Add([]byte("{\n}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := strings.Count(string(text), "\n") + 1
		err := Each(text, &Damage{Path: "f", Skip: true, Lint: new(imported.Findings)}, func(line int, record []byte) error {
			if line < 1 || line > lines {
				t.Fatalf("record at line %d of %d", line, lines)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
