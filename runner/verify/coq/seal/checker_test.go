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
	e, err := c.Open(Problem{Before: k.Preamble, Target: k.Target, Statement: k.Statement, Files: k.Files})
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
		if testing.Short() && n%4 != 0 {
			return nil
		}
		t.Run(k.ID, func(t *testing.T) {
			t.Parallel()
			c := c
			if strings.Contains(k.ID, "loop") || k.ID == "memory" {
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

// TestCases judges our own cheats, and honest scripts that look like some.
func TestCases(t *testing.T) {
	if n := testCases(t, "testdata/cheats.jsonl", checker(t)); n < 100 {
		t.Errorf("only %d cases", n)
	}
}

// TestSealAlone shows what the seal is worth when nothing is refused unread: all that it
// lets through are the bugs of Coq that the rules on recursion and options are for.
func TestSealAlone(t *testing.T) {
	if os.Getenv("PROOFGRID_COQ_ALL") == "" {
		t.Skip("runs all cheats again: set PROOFGRID_COQ_ALL=1")
	}
	c := checker(t)
	known := map[string]bool{
		"section_end_foreign":    true, // a section variable of another type under the same name
		"u33_kernel_cofix_22386": true, // proofs of False that the kernel and coqchk accept
		"guard_match_on_match":   true,
		// The same, where only the words around the match differ.
		"guard_letter": true, "guard_binder": true, "guard_bind_ascii": true, "guard_let_notation": true, "guard_rebound": true,
		// What is harmless but not as vetted, or hides one of those.
		"token_comment_sentences": true, "token_comment_term": true, "token_parenthesis": true, "token_stop": true,
	}
	cheats := 0
	for _, file := range []string{"testdata/cheats.jsonl", "../../../../../shared/data/coq_integrity/cases.jsonl"} {
		f, err := os.Open(file)
		if err != nil {
			t.Skip(err)
		}
		err = ReadCases(f, func(k Case) error {
			if k.Expected != "reject" {
				return nil
			}
			c := c
			c.Time = 5 * time.Second
			c.Policy.Axioms = k.Axioms
			e, err := c.Open(Problem{Before: k.Preamble, Target: k.Target, Statement: k.Statement, Files: k.Files})
			if err != nil {
				return err
			}
			j, err := e.compile(t.Context(), &Vetted{Script: k.Script})
			if err != nil {
				return err
			}
			if j.Verdict == record.Proved {
				if t.Logf("%s: %s", k.ID, j.Strength); !known[k.ID] {
					t.Errorf("%s passes the seal", k.ID)
				}
			}
			cheats++
			return nil
		})
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	if cheats < 150 {
		t.Errorf("only %d cheats", cheats)
	}
}

// TestLeavesNothing judges candidates that write, flood and run out of time, and looks
// for what they left behind.
func TestLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	c := checker(t)
	c.Time = 2 * time.Second
	for script, want := range map[string]string{
		"Goal True. do 3000000 idtac \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\". Abort.": OutputLimit,
		"Ltac l := idtac; l. Goal True. l. Abort.":                                            TimeLimit,
		"Goal forall x y : nat, x + y = y + x. intros; assert_succeeds (idtac). Abort.":       Statement,
		"Redirect \"x\" Print nat.":                                                           "file",
	} {
		e, err := c.Open(Problem{Target: "t", Statement: "True"})
		if err != nil {
			t.Fatal(err)
		}
		// The compiler itself is what is tried: what is refused unread leaves nothing.
		j, err := e.compile(t.Context(), &Vetted{Script: script})
		if want == "file" {
			if err != nil || j.Refusal == nil {
				t.Errorf("%s: %+v, %v", script, j, err)
			}
			continue
		}
		if err != nil || j.Refusal == nil || j.Refusal.Kind != want {
			t.Errorf("%s: %+v %+v, %v, want %s", script, j, j.Refusal, err, want)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestInfrastructure tells what is not the candidate's fault from what is.
func TestInfrastructure(t *testing.T) {
	c := checker(t)
	for _, p := range []Problem{
		{Before: "Definition x := nowhere.", Target: "t", Statement: "True"},
		{Target: "t", Statement: "nowhere"},
		{Before: "Section S.\nLemma open : True.", Target: "t", Statement: "True ->"},
	} {
		e, err := c.Open(p)
		if err != nil {
			t.Fatal(err)
		}
		if j, err := e.Check(t.Context(), Text{Script: "Definition t := I.", Proof: -1}); err == nil {
			t.Errorf("%+v: judged: %+v", p, j)
		}
	}
	c.Coqc = "no-such-coqc"
	e, _ := c.Open(Problem{Target: "t", Statement: "True"})
	if j, err := e.Check(t.Context(), Text{Script: "Definition t := I.", Proof: -1}); err == nil {
		t.Errorf("judged without Coq: %+v", j)
	}
}
