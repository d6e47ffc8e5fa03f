package responses

import (
	"slices"
	"testing"
	"time"
)

func TestPruneForgetsWhatTheFilterChooses(t *testing.T) {
	for name, c := range map[string]struct {
		filter           Filter
		answers, intents int
	}{
		"all":    {Filter{}, 12, 6},
		"run":    {Filter{Run: "e/r1"}, 6, 3},
		"model":  {Filter{Model: "m2"}, 4, 2},
		"task":   {Filter{Task: "task 3"}, 1, 0},
		"before": {Filter{Before: day.Add(5 * time.Hour)}, 5, 0},
		"both":   {Filter{Run: "e/r0", Before: day.Add(5 * time.Hour)}, 3, 0},
		"none":   {Filter{Run: "other"}, 0, 0},
	} {
		dir := t.TempDir()
		s := open(t, dir)
		for i := range 12 {
			put(t, s, anEntry(i))
		}
		for i := range 6 {
			if err := s.Begin(anEntry(12 + i).Intent); err != nil {
				t.Fatal(err)
			}
		}
		before := s.log.Size()
		want := slices.DeleteFunc(headers(t, s, Filter{}), func(k string) bool { return slices.Contains(headers(t, s, c.filter), k) })
		n, err := s.Prune(c.filter)
		answers, intents := n.Answers, n.InDoubt
		if err != nil || n != (Counts{c.answers, c.intents, 0}) {
			t.Fatalf("%s: %+v, %v; want %d and %d", name, n, err, c.answers, c.intents)
		}
		if (s.log.Size() < before) != (answers > 0) && answers+intents > 0 {
			t.Errorf("%s: %d bytes, before %d", name, s.log.Size(), before)
		}
		for range 2 {
			if got := headers(t, s, Filter{}); !slices.Equal(got, want) || len(s.InDoubt(Filter{})) != 6-c.intents {
				t.Errorf("%s: left %v, want %v; %d in doubt", name, got, want, len(s.InDoubt(Filter{})))
			}
			for i := range 12 {
				if slices.Contains(want, keyOf(i)) {
					mustHave(t, s, anEntry(i))
				}
			}
			put(t, s, anEntry(99)) // it goes on
			want = append(slices.DeleteFunc(want, func(k string) bool { return k == keyOf(99) }), keyOf(99))
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open(t, dir)
		}
	}
}

func TestStatsSumUpByRunAndModel(t *testing.T) {
	s := open(t, t.TempDir())
	unknown := anEntry(6)
	unknown.Usage = Usage{-1, -1, -1, -1, -1}
	put(t, s, anEntry(0), anEntry(1), unknown, anEntry(12))
	if err := s.Begin(anEntry(18).Intent); err != nil {
		t.Fatal(err)
	}
	st, err := s.Stats()
	want := []Total{
		{Run: "e/r0", Model: "m0", Calls: 3, InDoubt: 1, Usage: Usage{In: 180, Cached: 20, Out: 12}, Unknown: 1},
		{Run: "e/r1", Model: "m1", Calls: 1, Usage: Usage{In: 90, Cached: 10, Out: 1}},
	}
	if err != nil || st.Answers != 4 || st.InDoubt != 1 || st.Bytes != s.log.Size() || !slices.Equal(st.Totals, want) {
		t.Errorf("%+v, %v", st, err)
	}
}
