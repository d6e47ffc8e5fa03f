package framelog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var testHead = Head{Format: "test log", Layout: "1"}

// reopen returns the payloads of the log at path, opened once more.
func reopen(path string) (payloads []string, cut *Cut, err error) {
	l, cut, err := Open(path, testHead, func(p []byte, _ int64) error {
		payloads = append(payloads, string(p))
		return nil
	})
	if err == nil {
		err = l.Close()
	}
	return payloads, cut, err
}

// aLog writes a log of three frames and returns its content and where each begins.
func aLog(t testing.TB, path string) (content []byte, begins []int64) {
	t.Helper()
	l, _, err := Open(path, testHead, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"one", "", "three " + strings.Repeat("x", 100)} {
		begins = append(begins, l.Size())
		at, err := l.Append([]byte(p))
		if err != nil || at != begins[len(begins)-1]+headerSize {
			t.Fatal(at, err)
		}
		got := make([]byte, len(p))
		if _, err := l.ReadAt(got, at); err != nil || string(got) != p {
			t.Fatalf("%q, %v", got, err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if content, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return content, begins
}

func TestACutTailIsDroppedAndAppendingGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	whole, begins := aLog(t, path)
	for n := 0; n <= len(whole); n++ {
		if err := os.WriteFile(path, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		l, cut, err := Open(path, testHead, func([]byte, int64) error { return nil })
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		kept, frames := int64(0), 0
		for i, b := range append(begins, int64(len(whole))) {
			if b <= int64(n) {
				kept, frames = b, i
			}
		}
		if kept == int64(n) && cut != nil || kept != int64(n) && (cut == nil || *cut != Cut{path, kept, int64(n) - kept}) {
			t.Fatalf("%d bytes, of which %d are whole frames: %v", n, kept, cut)
		}
		if _, err := l.Append([]byte("after")); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		got, cut, err := reopen(path)
		if err != nil || cut != nil || len(got) != frames+1 || got[frames] != "after" {
			t.Fatalf("%d bytes: %q, %v, %v", n, got, cut, err)
		}
	}
}

func TestDamageBeforeTheEndIsAnErrorAndChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	whole, begins := aLog(t, path)
	for i := range begins[2] {
		bad := bytes.Clone(whole)
		bad[i] ^= 0x10
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err := reopen(path)
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") {
			t.Fatalf("byte %d: %v", i, err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, bad) {
			t.Fatalf("byte %d: the damaged file was changed", i)
		}
	}
}

// Frames that are written and not synced are there at once, for whoever opens the file
// after a kill. What a power cut leaves of them, in whatever order, is cut off; damage
// in what a later frame calls durable is told from that.
func TestWhatWasNotDurableMayBeDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, _, err := Open(path, testHead, nil)
	if err != nil {
		t.Fatal(err)
	}
	var ends []int64
	write := func(payload string) {
		t.Helper()
		at, err := l.Write([]byte(payload))
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(payload))
		if _, err := l.ReadAt(got, at); err != nil || string(got) != payload || l.Size() != at+int64(len(payload)) {
			t.Fatalf("%q at %d, %v", got, at, err)
		}
		ends = append(ends, l.Size())
	}
	write("one")
	write("two")
	if err := l.Sync(); err != nil {
		t.Fatal(err)
	}
	write("three") // the first to say that two is durable
	write("")
	write("five")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	names := []string{"one", "two", "three", "", "five"}
	if got, cut, err := reopen(path); err != nil || cut != nil || strings.Join(got, " ") != strings.Join(names, " ") {
		t.Fatalf("%q, %v, %v", got, cut, err)
	}
	for i := int64(0); i < int64(len(whole)); i++ {
		bad := bytes.Clone(whole)
		bad[i] ^= 0x10
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		got, cut, err := reopen(path)
		if i < ends[1] {
			if after, rerr := os.ReadFile(path); err == nil || rerr != nil || !bytes.Equal(after, bad) {
				t.Fatalf("byte %d of what was durable: %v; the file was changed or cannot be read: %v", i, err, rerr)
			}
			continue
		}
		kept, from := 2, ends[1]
		for j, e := range ends[2:] {
			if e <= i {
				kept, from = j+3, e
			}
		}
		if err != nil || len(got) != kept || *cut != (Cut{path, from, int64(len(whole)) - from}) {
			t.Fatalf("byte %d: %q, %v, %v", i, got, cut, err)
		}
		if got, cut, err := reopen(path); err != nil || cut != nil || len(got) != kept {
			t.Fatalf("byte %d, once more: %q, %v, %v", i, got, cut, err)
		}
	}
}

// A log that was opened is durable: what a killed process had written and not synced
// is not to be lost by a later power cut.
func TestAnOpenedLogIsDurable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, _, err := Open(path, testHead, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := l.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	if l.durable >= l.size {
		t.Fatal("durable without a sync")
	}
	_ = l.Close()
	if l, _, err = Open(path, testHead, func([]byte, int64) error { return nil }); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if l.durable != l.size {
		t.Errorf("%d of %d bytes are durable", l.durable, l.size)
	}
}

func TestManyWriteAndSyncAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, _, err := Open(path, testHead, nil)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 50 {
				if _, err := l.Write(fmt.Append(nil, w, i)); err != nil {
					t.Error(err)
				}
				if i%10 == w {
					if err := l.Sync(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	_ = l.Close()
	got, cut, err := reopen(path)
	seen := map[string]bool{}
	for _, p := range got {
		seen[p] = true
	}
	if err != nil || cut != nil || len(got) != 400 || len(seen) != 400 {
		t.Errorf("%d payloads, %d of them different, %v, %v", len(got), len(seen), cut, err)
	}
}

func TestAnotherFormatOrLayoutIsRefused(t *testing.T) {
	for want, head := range map[string]Head{
		"not a test log": {"other", "1"},
		"written by another version of proofgrid": {"test log", "2"},
	} {
		path := filepath.Join(t.TempDir(), "log")
		l, _, err := Open(path, head, nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Close()
		if _, _, err := reopen(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", head, err, want)
		}
	}
}

func TestAFileOfSomebodyElseIsRefusedAndLeftAlone(t *testing.T) {
	for _, content := range []string{"x", "my answers\n", strings.Repeat("\x00", 4096), "PgG1 but not a log", strings.Repeat("long ", 1000)} {
		path := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := reopen(path); err == nil || err.Error() != path+": not a test log" {
			t.Errorf("%.20q: %v", content, err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != content {
			t.Errorf("%.20q: became %.20q", content, after)
		}
	}
}

func TestNothingIsAppendedAfterAFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, _, err := Open(path, testHead, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = l.file.Close()
	_, first := l.Append([]byte("x"))
	if !errors.Is(first, os.ErrClosed) {
		t.Fatal(first)
	}
	if l.file, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, again := l.Append([]byte("y")); !errors.Is(again, first) {
		t.Errorf("%v, want %v", again, first)
	}
	if got, _, err := reopen(path); err != nil || len(got) != 0 {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAFailedWriteLeavesWhatWasWrittenToBeSynced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, _, err := Open(path, testHead, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	good := l.file
	if l.file, err = os.Open(path); err != nil { // cannot be written
		t.Fatal(err)
	}
	if _, err := l.Write([]byte("y")); err == nil {
		t.Fatal("written")
	}
	_ = l.file.Close()
	l.file = good
	defer l.Close()
	if err := l.Sync(); err != nil || l.durable != l.size {
		t.Errorf("%d of %d bytes are durable, %v", l.durable, l.size, err)
	}
	if _, err := l.Write([]byte("z")); err == nil {
		t.Error("written after a failure")
	}
	if got, cut, err := reopen(path); err != nil || cut != nil || len(got) != 1 {
		t.Errorf("%q, %v, %v", got, cut, err)
	}
}

// FuzzScan reads any bytes as a log: what it accepts is framed as Append does it,
// and what it calls damaged covers the rest.
func FuzzScan(f *testing.F) {
	whole, begins := aLog(f, filepath.Join(f.TempDir(), "log"))
	f.Add(whole)
	f.Add(whole[:len(whole)-3])
	f.Add(append(bytes.Clone(whole[:begins[1]+2]), whole[begins[1]:]...))
	f.Add([]byte("PgG1PgG1PgG1PgG1\xff\xff\xff\xff"))
	loose, err := appendClaim(bytes.Clone(whole), []byte("loose"), int64(len(whole)), begins[1])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(loose)
	f.Add(append(bytes.Clone(whole[:begins[1]+2]), loose[begins[1]:]...))
	f.Fuzz(func(t *testing.T, content []byte) {
		covered := int64(0)
		damage, err := Scan(bytes.NewReader(content), "f", int64(len(content)), testHead, func(p []byte, at int64) error {
			if !bytes.Equal(p, content[at:at+int64(len(p))]) {
				return fmt.Errorf("the payload at %d is not what stands there", at)
			}
			begin := at - headerSize
			if fr, ok, err := readFrame(bytes.NewReader(content), begin-claimSize, int64(len(content))); begin >= claimSize && err == nil && ok && fr.offset == at {
				begin -= claimSize
			}
			covered += at + int64(len(p)) - begin
			return nil
		})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f: not a test log") && !strings.HasPrefix(err.Error(), "f: written by another version") {
				t.Fatal(err)
			}
			return
		}
		last := int64(0)
		for _, d := range damage {
			if d.From < last || d.To <= d.From || d.To > int64(len(content)) {
				t.Fatalf("damage %v", damage)
			}
			last = d.To
			covered += d.To - d.From
		}
		if head := int64(len(content)) - covered; head != 0 && (head < headerSize || !bytes.Contains(content, []byte("test log"))) {
			t.Fatalf("%d bytes are neither read nor damaged", head)
		}
	})
}
