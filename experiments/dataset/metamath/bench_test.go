package metamath

import (
	"os"
	"runtime"
	"testing"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/task"
)

func BenchmarkOpenSetMM(b *testing.B) {
	if _, err := os.Stat(debian + "set.mm"); err != nil {
		b.Skip("set.mm is not installed: Debian's package metamath-databases")
	}
	db, err := mm.ReadFile(debian + "set.mm")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s, err := Open(db, Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.HeapAlloc)/1e6, "MB-live")
		b.ReportMetric(float64(m.Sys)/1e6, "MB-from-system")
		runtime.KeepAlive(s)
		b.StartTimer()
	}
}

func BenchmarkSelect500(b *testing.B) {
	if _, err := os.Stat(debian + "set.mm"); err != nil {
		b.Skip("set.mm is not installed: Debian's package metamath-databases")
	}
	s, err := OpenFile(debian+"set.mm", Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := task.Select(s.Tasks, task.Selection{Count: 500, Seed: 1, MinSteps: 3, DepthEdges: []int{25, 100}}); err != nil {
			b.Fatal(err)
		}
	}
}
