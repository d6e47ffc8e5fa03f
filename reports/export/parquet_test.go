package export

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"proofgrid/experiments/record"
)

// TestParquetInPyarrow has the other implementation read what was written, as the
// test of the Arrow tables does.
func TestParquetInPyarrow(t *testing.T) {
	run := sealed(t, plan("exhaustive"), nil)
	out := filepath.Join(t.TempDir(), "parquet")
	res := write(t, run, Options{Format: "parquet", Out: out})
	if len(res.Files) != 7 || res.Files[3].Name != "attempts.parquet" || res.Files[3].Rows == 0 {
		t.Errorf("files %+v", res.Files)
	}
	python := os.Getenv("PROOFGRID_PYARROW")
	if python == "" || python == "1" {
		python = "python3"
	}
	if exec.Command(python, "-c", "import pyarrow.parquet").Run() != nil {
		t.Skip("no python with pyarrow; PROOFGRID_PYARROW names one")
	}
	const script = `
import json, sys, pyarrow.parquet as pq
t = pq.read_table(sys.argv[1])
t.validate(full=True)
text = lambda d: {k.decode(): v.decode() for k, v in (d or {}).items()}
json.dump({"meta": text(t.schema.metadata), "unit": text(t.schema.field("tokens_in").metadata)["unit"],
  "verdicts": t.column("verdict").to_pylist(), "tokens": t.column("tokens_in").to_pylist(), "nulls": t.column("category").null_count}, sys.stdout)
`
	text, err := exec.Command(python, "-c", script, filepath.Join(out, "attempts.parquet")).Output()
	check(t, err)
	var got struct {
		Meta     map[string]string
		Unit     string
		Verdicts []string
		Tokens   []int64
		Nulls    int
	}
	check(t, json.Unmarshal(text, &got))
	if got.Meta["proofgrid.table"] != "attempts" || got.Unit != "tokens" {
		t.Errorf("metadata %v, unit %q", got.Meta, got.Unit)
	}
	attempts, err := record.ReadAll[record.AttemptRow](run.Path("tables", "attempts.arrow"))
	check(t, err)
	nulls := 0
	for i, a := range attempts {
		if got.Verdicts[i] != string(a.Verdict) || got.Tokens[i] != a.TokensIn {
			t.Errorf("row %d: %s, %d tokens, want %s, %d", i, got.Verdicts[i], got.Tokens[i], a.Verdict, a.TokensIn)
		}
		if a.Category == "" {
			nulls++
		}
	}
	if got.Nulls != nulls || len(got.Verdicts) != len(attempts) {
		t.Errorf("%d nulls of %d rows, want %d of %d", got.Nulls, len(got.Verdicts), nulls, len(attempts))
	}
	_, err = Write(t.Context(), run, Options{Format: "parquet", Texts: true, Out: out})
	if err == nil || !strings.Contains(err.Error(), "not to parquet") {
		t.Errorf("texts in Parquet: %v", err)
	}
}
