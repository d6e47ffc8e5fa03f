package analysis_test

import (
	"testing"

	"proofgrid/experiments/record/bulk"
	"proofgrid/experiments/spec"
	"proofgrid/reports/analysis"
)

// The whole default analysis of ten million attempts and as many calls, from the
// files to the last number. PROOFGRID_BENCH names a folder for the tables (5 GB),
// which are made on first use.
func BenchmarkAnalysisTenMillion(b *testing.B) {
	benchmarkAnalysis(b, bulk.TenMillion)
}

// The same of a hundred million attempts. PROOFGRID_BENCH_LARGE names a folder for
// the tables (35 GB), which are made on first use.
func BenchmarkAnalysisHundredMillion(b *testing.B) {
	benchmarkAnalysis(b, bulk.HundredMillion)
}

func benchmarkAnalysis(b *testing.B, set bulk.Set) {
	dir := set.Open(b)
	defaults := spec.Analysis{Level: 0.95, DepthBy: "nesting_depth", DepthEdges: []int{3, 6}, Resamples: 10_000, Seed: 1}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := analysis.ReadTables(dir); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			run, err := analysis.ReadTables(dir)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := analysis.Analyse(run, defaults, spec.Limits{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
