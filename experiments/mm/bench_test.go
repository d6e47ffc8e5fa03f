package mm

import (
	"context"
	"os"
	"runtime"
	"testing"
)

const setMM = "/usr/share/metamath/databases/set.mm"

// BenchmarkVerifySetMM reads and verifies the whole of set.mm.
func BenchmarkVerifySetMM(b *testing.B) {
	if _, err := os.Stat(setMM); err != nil {
		b.Skipf("no set.mm: %v", err)
	}
	b.Run("read", func(b *testing.B) {
		for range b.N {
			if _, err := ReadFile(setMM); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, workers := range []int{1, runtime.NumCPU()} {
		b.Run("verify", func(b *testing.B) {
			db, err := ReadFile(setMM)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				sum, errs := db.VerifyAll(context.Background(), workers)
				if len(errs) > 0 || sum.Verified != sum.Proofs || sum.Proofs < 30000 {
					b.Fatal(sum, errs)
				}
			}
		})
	}
}
