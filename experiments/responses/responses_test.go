package responses

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var day = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func keyOf(i int) string {
	sum := sha256.Sum256(fmt.Append(nil, i))
	return hex.EncodeToString(sum[:])
}

// anEntry is an answer like those of a run, another for each i.
func anEntry(i int) *Entry {
	return &Entry{
		Header: Header{
			Intent: Intent{
				Key: keyOf(i), Run: fmt.Sprintf("e/r%d", i%2), Model: fmt.Sprintf("m%d", i%3), Task: fmt.Sprintf("task %d", i),
				Sample: i % 4, Round: i % 2, PromptTokens: 100, MaxTokens: 1000, At: day.Add(time.Duration(i) * time.Hour), Begun: 1,
			},
			Protocol: "openai", Endpoint: "local", ModelID: "some-model", Settings: json.RawMessage(`{"temperature":0.5,"note":"<&>"}`),
			PromptHash: keyOf(-i), Finish: "stop", Usage: Usage{In: 90, Cached: 10, CacheWrite: -1, Out: int64(i), Reasoning: -1},
			Retries: i % 3, Wait: time.Second, Latency: time.Duration(i) * time.Millisecond,
		},
		Text: fmt.Sprintf("Proof %d:\n  exact h\r\n\x00", i), Reasoning: strings.Repeat("hmm ", i%5),
	}
}

func open(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func put(t testing.TB, s *Store, es ...*Entry) {
	t.Helper()
	for _, e := range es {
		if err := s.Put(e); err != nil {
			t.Fatal(err)
		}
	}
}

func mustHave(t testing.TB, s *Store, want *Entry) {
	t.Helper()
	got, ok, err := s.Get(want.Key)
	if err != nil || !ok || !reflect.DeepEqual(got, want) {
		t.Fatalf("got  %+v, %v, %v\nwant %+v", got, ok, err, want)
	}
}

func headers(t testing.TB, s *Store, f Filter) (keys []string) {
	t.Helper()
	for h, err := range s.List(f) {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, h.Key)
	}
	return keys
}

func TestAnswersAreFoundAgainAsTheyWerePut(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "store")
	s := open(t, dir)
	hostile := anEntry(7)
	hostile.Text = "\xff\xfe\x00 ⊢ \u202e \r\n" + strings.Repeat("x", 5<<20)
	hostile.Reasoning = "\xc3("
	empty := &Entry{Header: Header{Intent: Intent{Key: keyOf(8), At: day, Begun: 1}}}
	all := []*Entry{anEntry(1), hostile, empty, anEntry(2)}
	if _, ok, err := s.Get(keyOf(1)); ok || err != nil {
		t.Errorf("found in an empty store: %v, %v", ok, err)
	}
	put(t, s, all...)
	for range 2 {
		for _, e := range all {
			mustHave(t, s, e)
		}
		if want := []string{keyOf(1), keyOf(7), keyOf(8), keyOf(2)}; !slices.Equal(headers(t, s, Filter{}), want) || s.Len() != 4 {
			t.Errorf("%v", headers(t, s, Filter{}))
		}
		if s.Recovered() != "" {
			t.Error(s.Recovered())
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open(t, dir)
	}
	if got := s.Keys(keyOf(1)[:5], 10); !slices.Equal(got, []string{keyOf(1)}) {
		t.Error(got)
	}
	if got := s.Keys("", 2); len(got) != 2 || !slices.IsSorted(got) {
		t.Error(got)
	}
}

func TestAKeyHasOneAnswer(t *testing.T) {
	s := open(t, t.TempDir())
	put(t, s, anEntry(1), anEntry(1))
	for name, change := range map[string]func(*Entry){
		"text":      func(e *Entry) { e.Text += " " },
		"reasoning": func(e *Entry) { e.Reasoning += " " },
		"finish":    func(e *Entry) { e.Finish = "length" },
		"usage":     func(e *Entry) { e.Usage.Out++ },
	} {
		e := anEntry(1)
		change(e)
		if err := s.Put(e); !errors.Is(err, ErrDiffers) || !strings.Contains(err.Error(), e.Key) {
			t.Errorf("another %s: %v", name, err)
		}
	}
	mustHave(t, s, anEntry(1))
	if s.Len() != 1 {
		t.Errorf("%d answers", s.Len())
	}
	if err := s.Begin(anEntry(1).Intent); err == nil || !strings.Contains(err.Error(), "answered already") {
		t.Errorf("a paid call may be sent again: %v", err)
	}
}

func TestWhatCannotBeKeptIsRefusedAndHarmsNothing(t *testing.T) {
	s := open(t, t.TempDir())
	bad := anEntry(1)
	bad.Settings = json.RawMessage(`{"a":`)
	long := anEntry(1)
	long.Text = strings.Repeat("x", maxTexts+1)
	for want, e := range map[string]*Entry{"cannot be kept": bad, "too long to keep": long} {
		if err := s.Put(e); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, id := range []string{"", "abc", keyOf(1)[1:], strings.ToUpper(keyOf(1)), keyOf(1) + "00", strings.Repeat("g", 64)} {
		e := anEntry(1)
		e.Key = id
		_, _, err := s.Get(id)
		for _, err := range []error{err, s.Put(e), s.Begin(e.Intent), s.Abandon(id, "")} {
			if err == nil || !strings.Contains(err.Error(), "is not the key of a response") {
				t.Errorf("%q: %v", id, err)
			}
		}
	}
	put(t, s, anEntry(1))
	mustHave(t, s, anEntry(1))
}

func TestIntentsWithoutAnAnswerAreInDoubt(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	begin := func(i int) {
		t.Helper()
		if err := s.Begin(anEntry(i).Intent); err != nil {
			t.Fatal(err)
		}
	}
	doubt := func() (out []string) {
		for _, i := range s.InDoubt(Filter{}) {
			out = append(out, fmt.Sprint(i.Task, " ×", i.Begun))
		}
		return out
	}
	reopen := func() {
		t.Helper()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open(t, dir)
	}
	for _, i := range []int{4, 1, 3, 2} {
		begin(i)
	}
	put(t, s, anEntry(1))
	if err := s.Abandon(keyOf(2), "HTTP 500 after all retries"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := doubt(); !slices.Equal(got, []string{"task 3 ×1", "task 4 ×1"}) { // oldest first
			t.Error(got)
		}
		reopen()
	}
	begin(3) // asked again after the crash
	begin(4)
	begin(2)
	if err := s.Abandon(keyOf(4), "failed"); err != nil { // the second call; the first may still have been paid
		t.Fatal(err)
	}
	put(t, s, anEntry(3), anEntry(2)) // 3 without knowing that it was begun twice
	for range 2 {
		if got := doubt(); !slices.Equal(got, []string{"task 4 ×1"}) {
			t.Error(got)
		}
		for i, want := range map[int]int{1: 1, 2: 1, 3: 2} {
			e, _, err := s.Get(keyOf(i))
			if err != nil || e.Begun != want {
				t.Errorf("%d was begun %d times, want %d; %v", i, e.Begun, want, err)
			}
		}
		reopen()
	}
	totals, err := s.Totals(Filter{Run: "e/r1"})
	if want := (Total{Run: "e/r1", Model: "m0", Calls: 1, InDoubt: 1, Usage: Usage{In: 90, Cached: 10, Out: 3}}); err != nil || len(totals) != 2 || totals[0] != want {
		t.Errorf("%+v, %v; want first %+v", totals, err, want)
	}
	if err := s.Abandon(keyOf(99), "never begun"); err != nil {
		t.Error(err)
	}
}

// TestAnySequenceOfStepsGivesWhatAModelSays compares a store, reopened now and
// then, with a map.
func TestAnySequenceOfStepsGivesWhatAModelSays(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 1))
		dir := t.TempDir()
		s := open(t, dir)
		answers, begun := map[int]*Entry{}, map[int]int{}
		for step := range 200 {
			i := rng.IntN(20)
			var err error
			switch op := rng.IntN(12); {
			case op < 4:
				err = s.Begin(anEntry(i).Intent)
				if (err != nil) != (answers[i] != nil) {
					t.Fatalf("seed %d, step %d: begin: %v", seed, step, err)
				}
				if err == nil {
					begun[i]++
				}
			case op < 8:
				err = s.Put(anEntry(i))
				if answers[i] == nil {
					answers[i] = anEntry(i)
					answers[i].Begun = max(1, begun[i])
				}
				delete(begun, i)
				if err != nil {
					t.Fatal(err)
				}
			case op < 10:
				if err = s.Abandon(keyOf(i), "why"); err != nil {
					t.Fatal(err)
				}
				if begun[i]--; begun[i] <= 0 {
					delete(begun, i)
				}
			case op == 10:
				f := Filter{Task: fmt.Sprintf("task %d", i)}
				n, err := s.Prune(f)
				if err != nil || (n.Answers == 1) != (answers[i] != nil) || (n.InDoubt == 1) != (begun[i] > 0) {
					t.Fatalf("seed %d, step %d: pruned %+v, %v", seed, step, n, err)
				}
				delete(answers, i)
				delete(begun, i)
			default:
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				s = open(t, dir)
			}
			if s.Len() != len(answers) || len(s.InDoubt(Filter{})) != len(begun) {
				t.Fatalf("seed %d, step %d: %d answers and %d in doubt, want %d and %d", seed, step, s.Len(), len(s.InDoubt(Filter{})), len(answers), len(begun))
			}
			if answers[i] != nil {
				mustHave(t, s, answers[i])
			}
		}
	}
}

func TestManyAtOnceShareSyncs(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		dir := t.TempDir()
		s := open(t, dir)
		const n = 200
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for i := range n {
					if (i+w)%2 == 0 { // each key is put by half of them, at about the same time
						if i%workers == w {
							_ = s.Begin(anEntry(i).Intent) // may be answered by another
						}
						if err := s.Put(anEntry(i)); err != nil {
							t.Error(err)
						}
						got, ok, err := s.Get(keyOf(i))
						if err != nil || !ok || got.Text != anEntry(i).Text {
							t.Errorf("not there after Put: %v, %v", ok, err)
						}
					}
				}
			})
		}
		wg.Wait()
		want := n
		if workers == 1 {
			want = n / 2
		}
		for range 2 {
			if got := headers(t, s, Filter{}); len(got) != want || s.Len() != want || len(s.InDoubt(Filter{})) != 0 {
				t.Errorf("%d workers: %d answers, %d listed, %d in doubt, want %d", workers, s.Len(), len(got), len(s.InDoubt(Filter{})), want)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open(t, dir)
		}
	}
}

func TestOneWriterManyReaders(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenReadOnly(dir); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "is no response store") {
		t.Error(err)
	}
	s := open(t, dir)
	put(t, s, anEntry(1))
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("process %d on ", os.Getpid())) || !strings.Contains(err.Error(), "is working on this response store") {
		t.Error(err)
	}
	r, err := OpenReadOnly(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	put(t, s, anEntry(2))
	mustHave(t, r, anEntry(1))
	if r.Len() != 1 {
		t.Errorf("%d answers, want those of its opening", r.Len())
	}
	for _, err := range []error{r.Put(anEntry(3)), r.Begin(anEntry(3).Intent), r.Abandon(keyOf(3), "")} {
		if !errors.Is(err, ErrReadOnly) {
			t.Error(err)
		}
	}
	if _, err := r.Prune(Filter{}); !errors.Is(err, ErrReadOnly) {
		t.Error(err)
	}
	if _, err := s.Prune(Filter{}); err != nil {
		t.Fatal(err)
	}
	mustHave(t, r, anEntry(1)) // its file is the old one
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error("closing twice:", err)
	}
	if err := s.Put(anEntry(4)); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
	if _, _, err := r.Get(keyOf(1)); err != nil {
		t.Error(err)
	}
}

func TestDamageIsToldFromTheTraceOfACrash(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	put(t, s, anEntry(1))
	first := s.log.Size()
	put(t, s, anEntry(2))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "answers")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(b []byte) {
		t.Helper()
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for n := first; n < int64(len(whole)); n += 37 {
		write(whole[:n])
		r, err := OpenReadOnly(dir)
		if err != nil || r.Len() != 1 || (r.Recovered() == "") != (n == first) {
			t.Fatalf("cut to %d: %v", n, err)
		}
		_ = r.Close()
		if info, err := os.Stat(path); err != nil || info.Size() != n {
			t.Fatal("a reader changed the file")
		}
		s := open(t, dir)
		mustHave(t, s, anEntry(1))
		if _, ok, err := s.Get(keyOf(2)); ok || err != nil {
			t.Fatal(ok, err)
		}
		put(t, s, anEntry(2))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	bad := bytes.Clone(whole)
	bad[first-20] ^= 1
	write(bad)
	for _, open := range []func(string) (*Store, error){Open, OpenReadOnly} {
		if _, err := open(dir); err == nil || !strings.Contains(err.Error(), path+": damaged from offset") {
			t.Errorf("damage in the middle: %v", err)
		}
	}
	// While it is open, a text that rots is an error that names the answer.
	write(whole)
	s = open(t, dir)
	bad = bytes.Clone(whole)
	bad[s.places[mustKey(keyOf(1))].bodyOffset()+8] ^= 1
	write(bad)
	if _, _, err := s.Get(keyOf(1)); err == nil || !strings.Contains(err.Error(), "answer "+keyOf(1)) {
		t.Error(err)
	}
	mustHave(t, s, anEntry(2))
}

func mustKey(id string) key {
	k, err := parseKey(id)
	if err != nil {
		panic(err)
	}
	return k
}

func TestAFailedWriteTakesNothingMoreAndLosesNothing(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	put(t, s, anEntry(1))
	_ = s.log.Close() // every later write fails
	err := s.Put(anEntry(2))
	if err == nil || !strings.Contains(err.Error(), "cannot write: ") || !strings.Contains(err.Error(), "what was recorded before is safe") {
		t.Error(err)
	}
	if again := s.Put(anEntry(3)); again == nil || again.Error() != err.Error() {
		t.Errorf("after the failure: %v", again)
	}
	if begin := s.Begin(anEntry(4).Intent); begin == nil || begin.Error() != err.Error() {
		t.Errorf("a call may be sent whose answer cannot be kept: %v", begin)
	}
	if s.Len() != 1 {
		t.Errorf("%d answers", s.Len())
	}
	_ = s.Close()
	s = open(t, dir)
	mustHave(t, s, anEntry(1))
	if s.Len() != 1 {
		t.Errorf("%d answers", s.Len())
	}
}
