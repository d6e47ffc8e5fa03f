package analysis_test

import (
	"os"
	"testing"

	"proofgrid/experiments/record/bulk"
	"proofgrid/experiments/spec"
	"proofgrid/reports/analysis"
)

// The whole default analysis of ten million attempts, from the files to the last
// number. PROOFGRID_BENCH names a folder for the tables (about 6 GB), which are made
// on first use.
func BenchmarkTenMillion(b *testing.B) {
	root := os.Getenv("PROOFGRID_BENCH")
	if root == "" {
		b.Skip("PROOFGRID_BENCH names no folder for the tables (about 6 GB)")
	}
	dir, err := bulk.Dir(root, "ten-million", bulk.TenMillion)
	if err != nil {
		b.Fatal(err)
	}
	opts := spec.Analysis{Level: 0.95, DepthBy: "nesting_depth", DepthEdges: []int{3, 6}, Resamples: 10_000, Seed: 1} // the spec's defaults
	run, err := analysis.ReadTables(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if run, err = analysis.ReadTables(dir); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("analyse", func(b *testing.B) {
		for b.Loop() {
			if _, err := analysis.Analyse(run, opts, spec.Limits{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("both", func(b *testing.B) {
		for b.Loop() {
			run, err := analysis.ReadTables(dir)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := analysis.Analyse(run, opts, spec.Limits{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
