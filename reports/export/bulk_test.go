package export

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"proofgrid/experiments/record/bulk"
)

// TestManyRowsInLittleMemory streams a table of as many attempts as
// PROOFGRID_EXPORT_ROWS says, 200,000 without it, and bounds the heap.
func TestManyRowsInLittleMemory(t *testing.T) {
	want := 200_000
	if s := os.Getenv("PROOFGRID_EXPORT_ROWS"); s != "" {
		var err error
		want, err = strconv.Atoi(s)
		check(t, err)
	}
	dir := t.TempDir()
	_, err := bulk.New(bulk.Size{Tasks: want / 200, Cells: 10, K: 8, R: 3, Repositories: 10, Seed: 1, NoCalls: true}).Write(dir)
	check(t, err)
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, format := range []string{"csv", "jsonl"} {
		e := &exporter{Options: Options{Format: format}, ctx: t.Context(), res: &Result{}}
		most, start := uint64(0), time.Now()
		e.Progress = func(_ string, done, _ int64) {
			if done%(1<<16) == 0 {
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
			}
		}
		check(t, e.rowsOf("attempts", filepath.Join(dir, "attempts.arrow"), io.Discard))
		n := e.res.Files[0].Rows
		t.Logf("%s: %d rows in %v, at most %d MB of heap", format, n, time.Since(start).Round(time.Millisecond), most>>20)
		if most > 200<<20 {
			t.Errorf("%s took %d MB", format, most>>20)
		}
	}
}
