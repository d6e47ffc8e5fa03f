package compare_test

import (
	"testing"

	"proofgrid/experiments/record/bulk"
	"proofgrid/reports/analysis"
	"proofgrid/reports/compare"
)

// Comparing all cells of a run of ten million attempts, once it is read. PROOFGRID_BENCH
// names a folder for the tables (5 GB), which are made on first use.
func BenchmarkTenMillion(b *testing.B) {
	run, err := analysis.ReadTables(bulk.TenMillion.Open(b))
	if err != nil {
		b.Fatal(err)
	}
	within := project(b, "feature.nesting_depth[3,6]")
	for b.Loop() {
		d, err := compare.Join([]compare.Input{{Name: "bulk", Run: run}}, nil)
		if err != nil {
			b.Fatal(err)
		}
		r, err := compare.Arms(d, compare.Options{Within: within})
		if err != nil || r.Family == 0 {
			b.Fatal(err, r)
		}
	}
}
