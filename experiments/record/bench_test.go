package record

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"
)

const benchRows = 1_000_000

// attempts streams plausible rows: two models, two regimes, 500 tasks, hashes
// that do not repeat.
func attempts(n int) iter.Seq2[*AttemptRow, error] {
	return func(yield func(*AttemptRow, error) bool) {
		for i := range n {
			row := AttemptRow{
				CellID: fmt.Sprintf("%016x", i%24), TaskID: fmt.Sprintf("metamath/theorem%d", i%500), Model: []string{"search", "analogy"}[i%2],
				Regime: []string{"curated", "full"}[i/2%2], Policy: "exhaustive", K: 8, R: 3, Repository: fmt.Sprintf("section %d", i%40),
				Sample: int32(i % 8), Round: int32(i % 4), Seed: uint64(i) * 0x9e3779b97f4a7c15, Verdict: Rejected, Category: "unification",
				RequestHash: benchHash(i), ResponseHash: benchHash(i + 1), CandidateHash: benchHash(i + 2),
				TokensIn: int64(i % 4000), TokensOut: 200, Checks: 1, Work: int64(i % 9000), Audit: "kernel", Verifier: "proofgrid 1", Check: time.Duration(i),
			}
			if !yield(&row, nil) {
				return
			}
		}
	}
}

func benchHash(i int) string {
	x := uint64(i)*0x9e3779b97f4a7c15 + 0x632be59bd9b4e019
	return fmt.Sprintf("%016x%016x%016x%016x", x, x*3, x*5, x*7)
}

func BenchmarkGenerateMillionAttempts(b *testing.B) { // the share of the writing benchmark that is not writing
	for b.Loop() {
		for range attempts(benchRows) {
		}
	}
}

func BenchmarkMillionAttempts(b *testing.B) {
	path := filepath.Join(b.TempDir(), "attempts.arrow")
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if _, err := Write(path, attempts(benchRows)); err != nil {
				b.Fatal(err)
			}
		}
		if info, err := os.Stat(path); err == nil {
			b.ReportMetric(float64(info.Size())/benchRows, "B/row")
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			n := 0
			for _, err := range Read[AttemptRow](path) {
				if err != nil {
					b.Fatal(err)
				}
				n++
			}
			if n != benchRows {
				b.Fatal(n)
			}
		}
	})
	b.Run("columns", func(b *testing.B) {
		for b.Loop() {
			var c struct {
				Cell    Codes   `col:"cell_id"`
				Task    Codes   `col:"task_id"`
				Verdict Codes   `col:"verdict"`
				Sample  []int32 `col:"sample"`
				Round   []int32 `col:"round"`
				Tokens  []int64 `col:"tokens_out"`
			}
			if err := ReadColumns[AttemptRow](path, &c); err != nil || len(c.Round) != benchRows {
				b.Fatal(err)
			}
		}
	})
	b.Run("diff", func(b *testing.B) {
		for b.Loop() {
			if d, err := Diff(path, path, true); d != "" || err != nil {
				b.Fatal(d, err)
			}
		}
	})
}
