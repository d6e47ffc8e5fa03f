package seal

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/runner/sandbox"
)

const path = "/usr/local/bin:/usr/bin:/bin"

var box = sync.OnceValue(func() *sandbox.Sandbox { return sandbox.Detect(context.Background(), path) })

// checker is one with the machine's Coq.
func checker(t testing.TB) Checker {
	t.Helper()
	if _, err := exec.LookPath("coqc"); err != nil {
		t.Skip("no coqc on this machine: install the package coq")
	}
	return Checker{Sandbox: box(), Env: []string{"PATH=" + path, "HOME=/nonexistent"}, Time: 20 * time.Second,
		Policy: Policy{Require: []string{"Coq", "Stdlib"}, Recheck: true}}
}

func judge(t testing.TB, c Checker, k Case) Judgement {
	t.Helper()
	c.Policy.Axioms = append(c.Policy.Axioms, k.Axioms...)
	e, err := c.Open(t.Context(), Problem{Before: k.Preamble, Target: k.Target, Statement: k.Statement, Files: k.Files})
	if err != nil {
		t.Fatal(err)
	}
	j, err := e.Check(t.Context(), Text{Script: k.Script, Proof: -1})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// testCases judges every case of a file, each as a subtest, and returns their number.
func testCases(t *testing.T, file string, c Checker) (n int) {
	f, err := os.Open(file)
	if os.IsNotExist(err) {
		t.Skip("no " + file + " here")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	err = ReadCases(f, func(k Case) error {
		n++
		t.Run(k.ID, func(t *testing.T) {
			t.Parallel()
			c := c
			if strings.Contains(k.ID, "loop") || strings.Contains(k.ID, "flood") {
				c.Time = 3 * time.Second
			}
			j := judge(t, c, k)
			t.Logf("%s %s %+v", j.Verdict, j.Strength, j.Refusal)
			if (j.Verdict == record.Proved) != (k.Expected == "accept") || (j.Refusal == nil) != (j.Verdict == record.Proved) {
				t.Errorf("%s, expected %s: %+v", j.Verdict, k.Expected, j.Refusal)
			}
			if j.Verdict == record.Proved && j.Strength != Rechecked {
				t.Errorf("accepted as %q", j.Strength)
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestSharedCases(t *testing.T) {
	testCases(t, "../../../../../shared/data/coq_integrity/cases.jsonl", checker(t))
}
