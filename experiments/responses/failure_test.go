package responses

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

func aFailure(i int, cell string) *Failure {
	f := &Failure{
		Intent: anEntry(i).Intent, Cell: cell, Error: fmt.Sprintf("HTTP 500 in %s: \x00\xff <&>", cell), Cost: 0.25,
		Retries: 6, Wait: 3 * time.Second, Latency: 20 * time.Millisecond,
	}
	f.Error = strings.ToValidUTF8(f.Error, "?") // JSON carries no other
	return f
}

func fail(t testing.TB, s *Store, fs ...*Failure) {
	t.Helper()
	for _, f := range fs {
		if err := s.Fail(f); err != nil {
			t.Fatal(err)
		}
	}
}

// recalls says what a cell would get in a replay.
func recalls(t testing.TB, s *Store, i int, cell string) string {
	t.Helper()
	e, f, err := s.Recall(keyOf(i), cell)
	switch {
	case err != nil || e != nil && f != nil:
		t.Fatal(e, f, err)
	case e != nil:
		if !reflect.DeepEqual(e, anEntry(i)) {
			t.Errorf("%+v", e)
		}
		return "answer"
	case f != nil:
		if want := aFailure(i, f.Cell); !reflect.DeepEqual(f, want) {
			t.Errorf("got  %+v\nwant %+v", f, want)
		}
		return "failure of " + f.Cell
	}
	return "nothing"
}

func TestAReplayGivesEachCellWhatItGot(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	// 1: a gives up, b gives up, c gets an answer. 2: a gives up and asks again. 3: a
	// gives up twice, b takes it as it is. 4: an answer.
	fail(t, s, aFailure(1, "a"), aFailure(1, "b"), aFailure(2, "a"), aFailure(3, "a"), aFailure(3, "a"))
	put(t, s, anEntry(1), anEntry(2), anEntry(4))
	if err := s.Forgive(keyOf(2), "a"); err != nil {
		t.Fatal(err)
	}
	for _, cell := range []string{"b", "x"} { // which did not fail
		if err := s.Forgive(keyOf(2), cell); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{
		"1 a": "failure of a", "1 b": "failure of b", "1 c": "answer",
		"2 a": "answer", "2 b": "answer",
		"3 a": "failure of a", "3 b": "failure of a",
		"4 a": "answer", "5 a": "nothing",
	}
	check := func(s *Store) {
		t.Helper()
		for who, what := range want {
			i, cell := 0, ""
			fmt.Sscan(who, &i, &cell)
			if got := recalls(t, s, i, cell); got != what {
				t.Errorf("%s: %s, want %s", who, got, what)
			}
		}
		n, err := s.Count(Filter{})
		if st, serr := s.Stats(); err != nil || serr != nil || n != (Counts{3, 0, 3}) || st.Counts != n {
			t.Errorf("%+v, %+v, %v, %v", n, st, err, serr)
		}
	}
	check(s)
	text, n := export(t, s, Filter{})
	if n != 3 || strings.Count(text, "\n") != 7 {
		t.Errorf("%d answers exported:\n%s", n, text)
	}
	if n, err := s.Prune(Filter{Task: "task 5"}); err != nil || n != (Counts{}) { // which writes all anew
		t.Fatal(n, err)
	}
	check(s)
	_ = s.Close()
	s, err := OpenReadOnly(dir)
	if err != nil {
		t.Fatal(err)
	}
	check(s)
	_ = s.Close()

	// Elsewhere all is the same, unless something else became of the question there.
	other := open(t, t.TempDir())
	for round := range 2 {
		if fresh, known, err := other.Import(strings.NewReader(text), "f"); err != nil || fresh+known != 3 || (fresh == 0) != (round == 1) {
			t.Fatal(fresh, known, err)
		}
		check(other)
	}
	if again, _ := export(t, other, Filter{}); again != text {
		t.Errorf("an export of the import is another:\n%s", again)
	}
	third := open(t, t.TempDir())
	put(t, third, anEntry(1), anEntry(2), anEntry(4))
	fail(t, third, aFailure(3, "a"))
	if _, _, err := third.Import(strings.NewReader(text), "f"); err != nil {
		t.Fatal(err)
	}
	if got := recalls(t, third, 1, "a"); got != "answer" {
		t.Errorf("the failure of another store goes before the answer here: %s", got)
	}

	s = open(t, dir)
	if n, err := s.Prune(Filter{Task: "task 1"}); err != nil || n != (Counts{1, 0, 2}) {
		t.Error(n, err)
	}
	if got := recalls(t, s, 1, "a"); got != "nothing" {
		t.Error(got)
	}
	if got := recalls(t, s, 3, "a"); got != "failure of a" {
		t.Error(got)
	}
}

func TestAFailureDoesNotKeepFromAskingAgain(t *testing.T) {
	s := open(t, t.TempDir())
	fail(t, s, aFailure(1, "a"))
	if _, ok, err := s.Get(keyOf(1)); ok || err != nil {
		t.Error(ok, err)
	}
	if err := s.Begin(anEntry(1).Intent); err != nil {
		t.Error(err)
	}
	if n := len(s.InDoubt(Filter{})); n != 1 {
		t.Errorf("%d in doubt", n)
	}
	put(t, s, anEntry(1))
	mustHave(t, s, anEntry(1))
	if all, err := s.Failures(Filter{Model: "m1"}); err != nil || len(all) != 1 {
		t.Error(all, err)
	}
	if all, err := s.Failures(Filter{Model: "m2"}); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
}

func TestBadFailuresAreRefused(t *testing.T) {
	s := open(t, t.TempDir())
	f := aFailure(1, "a")
	f.Cost = math.NaN()
	if err := s.Fail(f); err == nil || !strings.Contains(err.Error(), "cannot be kept") {
		t.Error(err)
	}
	f = aFailure(1, "a")
	f.Key = "x"
	_, _, err := s.Recall("x", "a")
	for _, err := range []error{err, s.Fail(f), s.Forgive("x", "a")} {
		if err == nil || !strings.Contains(err.Error(), "is not the key of a response") {
			t.Error(err)
		}
	}
	head := `{"format":"proofgrid responses","version":1}` + "\n"
	for text, want := range map[string]string{
		`{"failure":{"key":"x"}}`:  `f:2: "x" is not the key`,
		`{"failure":{"keys":"x"}}`: `f:2: json: unknown field "keys"`,
	} {
		if _, _, err := s.Import(strings.NewReader(head+text+"\n"), "f"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	r, err := OpenReadOnly(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Fail(aFailure(1, "a")); !errors.Is(err, ErrReadOnly) {
		t.Error(err)
	}
}
