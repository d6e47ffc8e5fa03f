package responses

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// BenchmarkPut is one durable answer of some 4 kB, by so many workers.
func BenchmarkPut(b *testing.B) {
	for _, workers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			s := open(b, b.TempDir())
			var n atomic.Int64
			var wg sync.WaitGroup
			b.ResetTimer()
			for range workers {
				wg.Go(func() {
					for {
						i := int(n.Add(1))
						if i > b.N {
							return
						}
						if err := s.Put(long(i)); err != nil {
							b.Error(err)
						}
					}
				})
			}
			wg.Wait()
			b.StopTimer()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
			b.ReportMetric(float64(b.N)/float64(s.commits), "answers/sync")
		})
	}
}

// long is an answer with a text of some 4 kB.
func long(i int) *Entry {
	e := anEntry(i)
	for j := range 100 {
		e.Text += fmt.Sprintf("  have h%d : f %d = %d := by simp\n", j, i*j, i^j)
	}
	return e
}

const many = 20_000

func manyAnswers(b *testing.B) (*Store, string) {
	dir := b.TempDir()
	s := open(b, dir)
	var g *group
	for i := range many {
		var err error
		if g, _, err = s.add(long(i), 0); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.commit(g); err != nil {
		b.Fatal(err)
	}
	return s, dir
}

func BenchmarkGet(b *testing.B) {
	s, _ := manyAnswers(b)
	i := 0
	for b.Loop() {
		if _, ok, err := s.Get(keyOf(i % many)); !ok || err != nil {
			b.Fatal(ok, err)
		}
		i++
	}
}

// BenchmarkOpen opens a store of 20,000 answers.
func BenchmarkOpen(b *testing.B) {
	_, dir := manyAnswers(b)
	for b.Loop() {
		s, err := OpenReadOnly(dir)
		if err != nil || s.Len() != many {
			b.Fatal(err)
		}
		_ = s.Close()
	}
}

// BenchmarkTotals sums up 20,000 answers.
func BenchmarkTotals(b *testing.B) {
	s, _ := manyAnswers(b)
	for b.Loop() {
		if _, err := s.Totals(Filter{}); err != nil {
			b.Fatal(err)
		}
	}
}
