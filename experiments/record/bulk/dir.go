package bulk

import (
	"os"
	"path/filepath"
	"strconv"
)

// The sizes that the benchmarks name. TenMillion is 10,000 tasks × 10 cells with
// about 101 attempts each, in 100 repositories; its tables take 5 GB. HundredMillion
// has ten times the tasks and no calls; its tables take 35 GB.
var (
	TenMillion = Set{
		Name: "ten-million", Variable: "PROOFGRID_BENCH", Takes: "5 GB",
		Size: Size{Tasks: 10_000, Cells: 10, K: 26, R: 3, Repositories: 100, Seed: 1},
	}
	HundredMillion = Set{
		Name: "hundred-million", Variable: "PROOFGRID_BENCH_LARGE", Takes: "35 GB",
		Size: Size{Tasks: 100_000, Cells: 10, K: 26, R: 3, Repositories: 1000, Seed: 1, NoCalls: true},
	}
)

// Set is a size of tables that benchmarks share.
type Set struct {
	Name     string
	Variable string // of the environment: the folder for the tables
	Takes    string // room
	Size     Size
}

// Open returns the folder of the set's tables, which are made on first use. It skips
// the benchmark when the variable names no folder for them.
func (s Set) Open(b interface {
	Helper()
	Skipf(format string, args ...any)
	Fatal(args ...any)
}) string {
	b.Helper()
	root := os.Getenv(s.Variable)
	if root == "" {
		b.Skipf("%s names no folder for the tables (%s)", s.Variable, s.Takes)
	}
	dir, err := Dir(root, s.Name, s.Size)
	if err != nil {
		b.Fatal(err)
	}
	return dir
}

// Dir returns the folder of the tables of a size under root, in which they are
// written unless an earlier call has done it.
func Dir(root, name string, size Size) (string, error) {
	dir := filepath.Join(root, name)
	done := filepath.Join(dir, "rows.txt")
	if _, err := os.Stat(done); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	n, err := New(size).Write(dir)
	if err != nil {
		return "", err
	}
	return dir, os.WriteFile(done, strconv.AppendInt(nil, n, 10), 0o644)
}
