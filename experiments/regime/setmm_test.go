package regime_test

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"proofgrid/experiments/dataset/metamath"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
)

const setmm = "/usr/share/metamath/databases/set.mm"

var open = sync.OnceValues(func() (*metamath.Source, error) { return metamath.OpenFile(setmm, metamath.Options{}) })

// source opens the set.mm of Debian's package metamath-databases.
func source(tb testing.TB) *metamath.Source {
	tb.Helper()
	if _, err := os.Stat(setmm); err != nil {
		tb.Skip("set.mm is not installed: Debian's package metamath-databases")
	}
	if testing.Short() {
		tb.Skip("short: set.mm is left out")
	}
	s, err := open()
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// sample returns every n-th task.
func sample(s *metamath.Source, n int) []*task.Task {
	var out []*task.Task
	for i := n / 2; i < len(s.Tasks); i += n {
		out = append(out, s.Tasks[i])
	}
	return out
}

func build(tb testing.TB, t *task.Task, name string) *regime.Context {
	tb.Helper()
	p, err := regime.Parse(name)
	if err != nil {
		tb.Fatal(err)
	}
	c, err := regime.Build(t, p)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func TestRegimesOfSetMM(t *testing.T) {
	for _, x := range sample(source(t), 1500) {
		for _, name := range []string{"none", "curated", "full", "full@8000", "retrieved-20", "retrieved-20+inject", "same-section", "curated@4000"} {
			c := build(t, x, name)
			if err := regime.Leak(x, c); err != nil {
				t.Error(err)
			}
			if len(c.Shown) < 5000 {
				if words := len(strings.Fields(regime.Render(x, c))); words != c.Tokens {
					t.Errorf("%s %s: %d tokens, %d words", x.Name, name, c.Tokens, words)
				}
			}
		}
		if c := build(t, x, "full"); len(c.Shown) != x.Available {
			t.Errorf("%s: full shows %d of %d", x.Name, len(c.Shown), x.Available)
		}
		cited := 0
		for _, i := range x.Truth.Premises {
			if x.Pool.Premises[i].Kind != task.Notation {
				cited++
			}
			if !slices.Contains(build(t, x, "curated").Shown, i) {
				t.Errorf("%s: curated lacks %s", x.Name, x.Pool.Premises[i].Name)
			}
		}
		premises := 0
		for _, i := range build(t, x, "retrieved-20+inject").Shown {
			if x.Pool.Premises[i].Kind != task.Notation {
				premises++
			}
			if _, found := slices.BinarySearch(x.Truth.Premises, i); found && x.Pool.Premises[i].Kind != task.Notation {
				cited--
			}
		}
		if premises != 20 || cited > 0 && cited != countCited(x)-20 {
			t.Errorf("%s: 20 with injection shows %d premises and misses %d cited ones", x.Name, premises, cited)
		}
	}
}

func countCited(x *task.Task) int {
	n := 0
	for _, i := range x.Truth.Premises {
		if x.Pool.Premises[i].Kind != task.Notation {
			n++
		}
	}
	return n
}

func BenchmarkBuild(b *testing.B) {
	for _, name := range []string{"none", "curated", "full", "full@8000", "retrieved-20", "retrieved-20+inject", "retrieved-1000"} {
		b.Run(name, func(b *testing.B) {
			tasks := sample(source(b), 100)
			build(b, tasks[0], name) // indexes are made once for a pool
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				build(b, tasks[i%len(tasks)], name)
			}
		})
	}
}

func BenchmarkLeak(b *testing.B) {
	tasks := sample(source(b), 100)
	for i := 0; b.Loop(); i++ {
		x := tasks[i%len(tasks)]
		if err := regime.Leak(x, build(b, x, "full")); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRenderFull(b *testing.B) {
	tasks := sample(source(b), 100)
	for i := 0; b.Loop(); i++ {
		x := tasks[i%len(tasks)]
		b.SetBytes(int64(len(regime.Render(x, build(b, x, "full")))))
	}
}
