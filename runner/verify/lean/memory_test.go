package lean

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/runner/verify"
)

// TestMemory: a candidate that fills the memory is stopped, which is no verdict of Lean's
// and costs no other candidate its own.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is watched on Linux alone")
	}
	t.Parallel()
	v, _ := standIn(t, "lake")
	e, err := v.Open(t.Context(), toy())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	began := time.Now()
	reps, err := e.Check(t.Context(), []verify.Candidate{{Proof: "rfl"}, {Proof: "rfl -- do: hoard"}, {Proof: "rfl"}}, verify.Limits{Time: time.Minute, Bytes: 150 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if reps[0].Verdict != record.Proved || reps[2].Verdict != record.Proved {
		t.Errorf("%+v", reps)
	}
	if r := reps[1]; r.Verdict != record.Timeout || !strings.Contains(r.Diagnostics[0].Message, "memory") || time.Since(began) > 30*time.Second {
		t.Errorf("%+v after %v", r, time.Since(began))
	}
}
