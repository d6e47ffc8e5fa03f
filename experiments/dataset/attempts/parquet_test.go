package attempts

import (
	"os"
	"path/filepath"
	"testing"

	"proofgrid/experiments/record"
	"proofgrid/experiments/record/parquet"
)

// TestParquet reads the same attempts as Arrow and as Parquet.
func TestParquet(t *testing.T) {
	dir := t.TempDir()
	arrow, path := filepath.Join(dir, "m.arrow"), filepath.Join(dir, "m.parquet")
	rows := []record.AttemptRow{
		{TaskID: "a", Model: "m", Regime: "full", Verdict: record.Rejected, TokensIn: 5, TokensOut: 7, Answering: -1, Repository: "r"},
		{TaskID: "a", Model: "m", Regime: "full", Sample: 1, Verdict: record.Proved, TokensIn: -1, TokensOut: -1, Repository: "r", Axioms: []string{"ax"}},
		{TaskID: "b", Model: "m", Regime: "full", Verdict: record.Timeout, TokensIn: -1, TokensOut: -1, Repository: "r"},
	}
	if _, err := record.Write(arrow, record.Rows(rows)); err != nil {
		t.Fatal(err)
	}
	if _, err := parquet.Write(path, arrow); err != nil {
		t.Fatal(err)
	}
	want := "m full a 0.0 rejected\nm full a 1.0 proved\nm full b 0.0 timeout\nm full b 1.0 not-run\n"
	for _, p := range []string{arrow, path} {
		r := read(t, p, Options{})
		if got := lines(r); got != want {
			t.Errorf("%s: got\n%s, want\n%s", p, got, want)
		}
		if u := r.Cells[0].Units[0]; u[0].TokensOut != 7 || u[1].TokensOut != -1 {
			t.Errorf("%s: tokens %d and %d", p, u[0].TokensOut, u[1].TokensOut)
		}
	}
	if err := os.Truncate(path, 200); err != nil {
		t.Fatal(err)
	}
	if _, err := Read([]string{path}, Options{}); err == nil {
		t.Error("a cut file was read")
	}
}
