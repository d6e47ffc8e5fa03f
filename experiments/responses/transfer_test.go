package responses

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// hostileEntry has texts that JSON alone cannot carry.
func hostileEntry(i int) *Entry {
	e := anEntry(i)
	e.Text, e.Reasoning = "\xff\x00\xfe ⊢", "\xc3("
	return e
}

func export(t testing.TB, s *Store, f Filter) (string, int) {
	t.Helper()
	var b bytes.Buffer
	n, err := s.Export(&b, f)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), n
}

func TestAnExportImportsToTheSameStore(t *testing.T) {
	s := open(t, t.TempDir())
	for i := range 300 {
		put(t, s, anEntry(i))
	}
	put(t, s, hostileEntry(300))
	text, n := export(t, s, Filter{})
	if n != 301 || strings.Count(text, "\n") != 302 {
		t.Fatalf("%d answers, %d lines", n, strings.Count(text, "\n"))
	}
	other := open(t, t.TempDir())
	put(t, other, anEntry(5))
	for round, want := range [][2]int{{300, 1}, {0, 301}} {
		fresh, known, err := other.Import(strings.NewReader(strings.ReplaceAll(text, "\n", "\r\n")), "f")
		if err != nil || fresh != want[0] || known != want[1] {
			t.Fatalf("round %d: %d new, %d known, %v", round, fresh, known, err)
		}
	}
	for i := range 300 {
		mustHave(t, other, anEntry(i))
	}
	mustHave(t, other, hostileEntry(300))
	third := open(t, t.TempDir())
	if _, _, err := third.Import(strings.NewReader(text), "f"); err != nil {
		t.Fatal(err)
	}
	if again, _ := export(t, third, Filter{}); again != text {
		t.Error("an export of the import is another")
	}
	part, n := export(t, s, Filter{Model: "m1"})
	if n != 100 || strings.Count(part, `"model":"m1"`) != 100 {
		t.Errorf("%d answers of m1", n)
	}
}

func TestAnImportedAnswerEndsADoubtAndKeepsCount(t *testing.T) {
	s := open(t, t.TempDir())
	put(t, s, anEntry(1))
	text, _ := export(t, s, Filter{})
	other := open(t, t.TempDir())
	if err := other.Begin(anEntry(1).Intent); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, _, err := other.Import(strings.NewReader(text), "f"); err != nil {
			t.Fatal(err)
		}
		if e, _, err := other.Get(keyOf(1)); err != nil || e.Begun != 2 || len(other.InDoubt(Filter{})) != 0 {
			t.Errorf("begun %d times, %v", e.Begun, err)
		}
	}
}

func TestBadImportsNameTheLine(t *testing.T) {
	s := open(t, t.TempDir())
	put(t, s, anEntry(1), anEntry(2))
	good, _ := export(t, s, Filter{})
	lines := strings.SplitAfter(good, "\n")
	change := func(old, new string) string { return lines[0] + lines[1] + strings.Replace(lines[2], old, new, 1) }
	for name, c := range map[string]struct {
		text, want string
		fresh      int
	}{
		"empty":           {"", "f:1: this is no export of a response store", 0},
		"another format":  {`{"task":"x"}` + "\n", "f:1: this is no export of a response store", 0},
		"not JSON":        {"PK\x03\x04\n", "f:1: this is no export", 0},
		"another version": {strings.Replace(good, `"version":1`, `"version":2`, 1), "f:1: an export of version 2", 0},
		"cut line":        {strings.TrimSuffix(good, lines[2]) + lines[2][:50], "f:3: the line is cut off; the 1 answers before it are in the store: mend the line and import again", 1},
		"bad key":         {change(keyOf(2), "abc"), `f:3: "abc" is not the key of a response`, 1},
		"upper case":      {change(keyOf(2), strings.ToUpper(keyOf(2))), "f:3: ", 1},
		"unknown field":   {change(`"finish"`, `"fnish"`), `f:3: json: unknown field "fnish"`, 1},
		"two values":      {change("}\n", "} {}\n"), "f:3: more than one value in the line", 1},
		"differs":         {good + strings.Replace(lines[1], "Proof 1", "Proof 9", 1), "f:4: ", 2},
	} {
		other := open(t, t.TempDir())
		fresh, _, err := other.Import(strings.NewReader(c.text), "f")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || fresh != c.fresh || other.Len() != c.fresh {
			t.Errorf("%s: %d new, %d kept, %v; want %d, %q", name, fresh, other.Len(), err, c.fresh, c.want)
		}
		if name == "differs" && (!errors.Is(err, ErrDiffers) || !strings.Contains(err.Error(), keyOf(1))) {
			t.Error(err)
		}
	}
	_, _, err := open(t, t.TempDir()).Import(io.MultiReader(strings.NewReader(lines[0]+lines[1]), failing{}), "f")
	if want := "f:3: the disk is gone"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

func TestALineIsBounded(t *testing.T) {
	in := bufio.NewReaderSize(strings.NewReader("short\n"+strings.Repeat("x", 5000)), 16)
	if text, err := readLine(in, 100); string(text) != "short" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := readLine(in, 100); err == nil || err.Error() != "a line of more than 100 bytes" || in.Buffered() > 16 {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// TestTheExampleImports keeps the example of the command's help in step.
func TestTheExampleImports(t *testing.T) {
	f, err := os.Open(filepath.Join("testdata", "answers.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := open(t, t.TempDir())
	if fresh, _, err := s.Import(f, f.Name()); err != nil || fresh != 3 {
		t.Errorf("%d answers, %v", fresh, err)
	}
}

// FuzzImport takes any bytes as an export: what it accepts, it gives back.
func FuzzImport(f *testing.F) {
	s := open(f, f.TempDir())
	put(f, s, anEntry(1), hostileEntry(2))
	good, _ := export(f, s, Filter{})
	f.Add(good)
	f.Add(good[:len(good)-9])
	f.Add(strings.Replace(good, "stop", "\xff", 1))
	f.Fuzz(func(t *testing.T, text string) {
		s := open(t, t.TempDir())
		fresh, _, err := s.Import(strings.NewReader(text), "f")
		if fresh != s.Len() {
			t.Fatalf("%d new, %d kept", fresh, s.Len())
		}
		if err != nil && !strings.HasPrefix(err.Error(), "f:") {
			t.Fatal(err)
		}
		out, n := export(t, s, Filter{})
		if n != fresh {
			t.Fatalf("%d imported, %d exported", fresh, n)
		}
		again := open(t, t.TempDir())
		if _, _, err := again.Import(strings.NewReader(out), "g"); err != nil {
			t.Fatal(err)
		}
		if twice, _ := export(t, again, Filter{}); twice != out {
			t.Fatalf("%q\n%q", out, twice)
		}
	})
}

// FuzzOpen reads any bytes as the file of a store: it opens, or says why not, and
// what it holds can be read or is said to be damaged.
func FuzzOpen(f *testing.F) {
	dir := f.TempDir()
	s := open(f, dir)
	put(f, s, anEntry(1))
	if err := s.Begin(anEntry(2).Intent); err != nil {
		f.Fatal(err)
	}
	if err := s.Abandon(keyOf(2), "x"); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(dir, "answers"))
	if err != nil {
		f.Fatal(err)
	}
	// The payloads alone are fuzzed too: a checksum would keep every other change out.
	head := len("xxxxxxxxxxxxxxxx" + `{"format":"proofgrid response store","layout":"1"}`)
	f.Add(whole, false)
	f.Add(whole[head+16:], true)
	f.Add([]byte("A"), true)
	f.Fuzz(func(t *testing.T, content []byte, payload bool) {
		dir := t.TempDir()
		if payload {
			s := open(t, dir)
			if _, err := s.log.Append(content); err != nil {
				t.Fatal(err)
			}
			_ = s.Close()
		} else if err := os.WriteFile(filepath.Join(dir, "answers"), content, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := Open(dir)
		if err != nil {
			if !strings.Contains(err.Error(), dir) {
				t.Fatal(err)
			}
			return
		}
		defer s.Close()
		for _, k := range slices.Clone(s.order) {
			if _, ok, err := s.Get(k.String()); ok == (err != nil) {
				t.Fatal(ok, err)
			}
		}
		s.InDoubt(Filter{})
		_, _ = s.Stats()
		_, _ = s.Export(io.Discard, Filter{})
		_, _ = s.Prune(Filter{Run: "e/r0"})
		e := anEntry(77)
		if err := s.Put(e); err != nil && !errors.Is(err, ErrDiffers) {
			t.Fatal(err)
		}
		fmt.Fprint(io.Discard, s.Recovered())
	})
}
