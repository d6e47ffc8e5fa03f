//go:build unix

package portfolio

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/runner/model"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
	coqverify "proofgrid/runner/verify/coq"
)

// TestProvesInCoq: with its repairs the prover proves most of what the test's file
// states, needs the premises for some of it, and the repairs for some.
func TestProvesInCoq(t *testing.T) {
	if testing.Short() {
		t.Skip("runs coqtop on some dozens of candidates; left out by -short")
	}
	const path = "/usr/local/bin:/usr/bin:/bin"
	found := false
	for _, dir := range filepath.SplitList(path) {
		_, err := os.Stat(filepath.Join(dir, "coqtop"))
		found = found || err == nil
	}
	if !found {
		t.Skip("no coqtop on this machine: install the package coq")
	}
	box := sandbox.Detect(t.Context(), path)
	v, err := coqverify.New(t.Context(), coqverify.Config{Sandbox: box, Env: []string{"PATH=" + path, "HOME=/nonexistent"}, Isolate: box.CanIsolate(), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	// How many samples and rounds each needs at most, 0 for none that would do.
	tasks := garden(t)
	root, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range tasks {
		x.Source.Root = root
	}
	for _, c := range []struct {
		name           string
		samples, round int
		hidden         []string
		proved         bool
	}{
		{"total_empty", 1, 0, nil, true},
		{"join_empty", 2, 0, nil, true},
		{"total_join", 2, 0, nil, true},
		{"total_twice", 8, 2, nil, true},
		{"total_swap", 8, 2, nil, true},
		{"both_even", 8, 2, nil, true},
		{"hard", 2, 1, nil, false},
		{"total_swap", 3, 0, []string{"total_join"}, false},
	} {
		env, err := v.Open(t.Context(), tasks[c.name])
		if err != nil {
			t.Fatal(err)
		}
		if got, at := proves(t, env, request(tasks[c.name], c.hidden...), c.samples, c.round); got != c.proved {
			t.Errorf("%s without %v: proved %v, want %v", c.name, c.hidden, got, c.proved)
		} else {
			t.Logf("%s without %v: proved %v by sample and round %v", c.name, c.hidden, got, at)
		}
		env.Close()
	}
}

// proves asks for samples with repairs until one is accepted.
func proves(t *testing.T, env verify.Environment, r *model.Request, samples, rounds int) (bool, [2]int) {
	t.Helper()
	for r.Sample = range samples {
		r.History = nil
		for r.Round = 0; r.Round <= rounds; r.Round++ {
			r.Seed = uint64(10*r.Sample + r.Round)
			c := verify.Candidate{Proof: answer(t, r)}
			reports, err := env.Check(context.Background(), []verify.Candidate{c}, verify.Limits{Time: 20 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			if reports[0].Verdict == record.Proved {
				return true, [2]int{r.Sample, r.Round}
			}
			if !reports[0].Signals.Syntax || reports[0].Verdict == record.Cheated {
				t.Errorf("%s, sample %d, round %d: %+v\n%s", r.Task.Name, r.Sample, r.Round, reports[0], c.Proof)
			}
			r.History = append(r.History, model.Exchange{Candidate: c, Report: reports[0]})
		}
	}
	return false, [2]int{}
}
