package parquet

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Durations are plain integers to Parquet, whose unit Arrow's schema tells alone: read
// as numbers they would be wrong by a factor.
func TestDurationsAreNotTakenForNumbers(t *testing.T) {
	python := os.Getenv("PROOFGRID_PYARROW")
	if python == "" {
		t.Skip("no pyarrow: set PROOFGRID_PYARROW to a python that has it")
	}
	path := filepath.Join(t.TempDir(), "durations.parquet")
	script := `import sys, pyarrow as pa, pyarrow.parquet as pq
pq.write_table(pa.table({"n": [1, 2], "took": pa.array([1500000, 2000000], pa.duration("us"))}), sys.argv[1])`
	if out, err := exec.Command(python, "-c", script, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got := r.Flat(); len(got) != 1 || got[0] != "n" {
		t.Errorf("readable columns: %q", got)
	}
	if why := r.Unread()["took"]; !strings.Contains(why, "duration[us]") {
		t.Errorf("took: %q", why)
	}
}
