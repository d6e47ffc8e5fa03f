package mm

import (
	"os"
	"runtime"
	"strconv"
	"testing"
)

// database returns the path of the set.mm to measure with: $SET_MM, or where Debian's
// package metamath-databases puts it.
func database(tb testing.TB) string {
	tb.Helper()
	path := os.Getenv("SET_MM")
	if path == "" {
		path = "/usr/share/metamath/databases/set.mm"
	}
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("no set.mm to measure with: %v", err)
	}
	return path
}

// BenchmarkVerifySetMM takes reading and verifying apart.
func BenchmarkVerifySetMM(b *testing.B) {
	path := database(b)
	db, err := ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := ReadFile(path); err != nil {
				b.Fatal(err)
			}
		}
	})
	for workers := 1; workers <= runtime.NumCPU(); workers *= 2 {
		b.Run("verify/workers="+strconv.Itoa(workers), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sum, errs := db.VerifyAll(ctx, workers)
				if len(errs) > 0 || sum.Verified != sum.Proofs || sum.Proofs == 0 {
					b.Fatal(sum, errs)
				}
			}
		})
	}
}
