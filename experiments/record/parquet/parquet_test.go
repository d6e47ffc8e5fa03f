package parquet

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"proofgrid/experiments/record"
)

// rows have nulls, empty and long lists, text with any bytes and numbers at their ends.
func rows(n int) []record.AttemptRow {
	rng := rand.New(rand.NewPCG(1, 2))
	out := make([]record.AttemptRow, n)
	for i := range out {
		out[i] = record.AttemptRow{
			CellID: "cell", TaskID: fmt.Sprintf("task %d", i/8), Sample: int32(i % 8), Seed: rng.Uint64() | 1<<63,
			Verdict: record.Rejected, Syntax: i%3 == 0, TokensIn: int64(i) - 1, TokensOut: -1, Wait: -1,
			Detail: strings.Repeat("ξ\n", i%5), RequestHash: fmt.Sprintf("%x", rng.Uint64()),
		}
		for j := range i % 4 {
			out[i].Axioms = append(out[i].Axioms, fmt.Sprintf("ax-%d", j))
		}
	}
	return out
}

func table(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "attempts.arrow")
	if _, err := record.Write(path, record.Rows(rows(n))); err != nil {
		t.Fatal(err)
	}
	return path
}

func written(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "attempts.parquet")
	if got, err := Write(path, table(t, n)); err != nil || got != int64(n) {
		t.Fatalf("wrote %d rows, %v", got, err)
	}
	return path
}

// TestRoundTrip compares what is read with the table, value by value. The sizes cross
// the bounds of batches of decoding and of row groups.
func TestRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, 7, 5000, 70000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			from := table(t, n)
			info, want, err := record.Values(from)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Open(written(t, n))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			var names []string
			var at []int
			for i, c := range info.Columns {
				if c.Name != "axioms" { // lists are nested
					names, at = append(names, c.Name), append(at, i)
				}
			}
			var wanted [][]record.Value
			for row, err := range want {
				if err != nil {
					t.Fatal(err)
				}
				var of []record.Value
				for _, i := range at {
					v := row[i]
					v.Text = strings.Clone(v.Text)
					// Which of a value's other fields are left over is the reader's affair.
					of = append(of, map[record.Kind]record.Value{
						record.Null: {}, record.Text: {Kind: v.Kind, Text: v.Text}, record.Int: {Kind: v.Kind, Int: v.Int},
						record.Uint: {Kind: v.Kind, Uint: v.Uint}, record.Float: {Kind: v.Kind, Float: v.Float}, record.Bool: {Kind: v.Kind, Bool: v.Bool},
					}[v.Kind])
				}
				wanted = append(wanted, of)
			}
			i := 0
			for row, err := range r.Read(names) {
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(row, wanted[i]) {
					t.Fatalf("row %d: %v, want %v", i, row, wanted[i])
				}
				i++
			}
			if i != n {
				t.Errorf("%d rows, want %d", i, n)
			}
		})
	}
}

func TestColumnsThatCannotBeRead(t *testing.T) {
	r, err := Open(written(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for name, want := range map[string]string{"axioms.list.element": "is nested", "absent": `no column "absent"`} {
		for _, err := range r.Read([]string{"task_id", name}) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
		}
	}
}

// TestDamage flips and cuts bytes: what is read is an error or rows, never a panic
// nor a file's own size of memory many times over.
func TestDamage(t *testing.T) {
	whole, err := os.ReadFile(written(t, 300))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	path := filepath.Join(t.TempDir(), "damaged.parquet")
	failed := 0
	for i := range 600 {
		b := append([]byte(nil), whole...)
		switch i % 3 {
		case 0: // anywhere
			b[rng.IntN(len(b))] ^= byte(1 + rng.IntN(255))
		case 1: // in the footer, which says where all lies
			b[len(b)-1-rng.IntN(min(len(b)/2, 4000))] = byte(rng.IntN(256))
		case 2:
			b = b[:rng.IntN(len(b))]
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := readAll(path); err != nil {
			failed++
			if !strings.Contains(err.Error(), path) {
				t.Fatalf("%v does not name the file", err)
			}
		}
	}
	if failed < 300 {
		t.Errorf("%d of 600 damaged files were noticed", failed)
	}
}

func readAll(path string) error {
	r, err := Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, err := range r.Read(r.Flat()) {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestWriteOfAnotherFile(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other")
	if err := os.WriteFile(other, []byte("no table"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(filepath.Join(dir, "x.parquet"), other); err == nil || !strings.Contains(err.Error(), "not an Arrow file") {
		t.Errorf("got %v", err)
	}
	if _, err := Write(filepath.Join(dir, "absent", "x.parquet"), table(t, 1)); err == nil {
		t.Error("written into a folder that is not there")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "x*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func BenchmarkRead(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a.parquet")
	from := filepath.Join(b.TempDir(), "a.arrow")
	if _, err := record.Write(from, record.Rows(rows(200_000))); err != nil {
		b.Fatal(err)
	}
	if _, err := Write(path, from); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := readAll(path); err != nil {
			b.Fatal(err)
		}
	}
}
