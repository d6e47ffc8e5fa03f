package prompt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/dataset/coqstoq"
	"proofgrid/experiments/dataset/verisoftbench"
	"proofgrid/experiments/tokens"
)

// TestRealProofsComeBackWhole answers with the ground truths of benchmarks, plainly
// and behind the repeated statement: what is extracted is what stood in their files.
func TestRealProofsComeBackWhole(t *testing.T) {
	counter, err := tokens.ByName(tokens.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	o := dataset.Options{Counter: counter, Repositories: filepath.FromSlash("../../experiments/dataset/coqstoq/testdata/sources")}
	coq, err := coqstoq.ReadTasks(filepath.FromSlash("../../experiments/dataset/coqstoq/testdata/theorems"), o)
	if err != nil {
		t.Fatal(err)
	}
	tasks := coq.Tasks
	sample := filepath.FromSlash("../../../shared/data/verisoftbench/tasks_sample.jsonl")
	if _, err := os.Stat(sample); err != nil {
		t.Log("no sample of VeriSoftBench beside the project: its own small file is used")
		sample = filepath.FromSlash("../../experiments/dataset/verisoftbench/testdata/tasks.jsonl")
	}
	lean, err := verisoftbench.Read(sample, dataset.Options{Counter: counter})
	if err != nil {
		t.Fatal(err)
	}
	proofs := 0
	for _, k := range append(tasks, lean.Tasks...) {
		truth := strings.TrimRight(strings.ReplaceAll(k.Truth.Proof, "\r\n", "\n"), " \n")
		if truth == "" {
			continue
		}
		proofs++
		for what, answer := range map[string]string{
			"plainly":              "<proof>\n" + truth + "\n</proof>",
			"in a fence":           "Here it is.\n```\n" + truth + "\n```",
			"behind its statement": "<proof>\n" + k.Text + " " + truth + "\n</proof>",
		} {
			c, note := Extract(answer, k)
			if same(c.Proof) != same(truth) || c.Lemmas != "" {
				t.Errorf("%s, %s (%s):\n%q\nwant\n%q", k.ID, what, note, c, truth)
			}
		}
		if c, _ := Extract("<proof>\n"+truth+"\n</proof>", k); c.Proof != truth && k.System == "lean" {
			t.Errorf("%s: the layout differs:\n%s\nwant\n%s", k.ID, c.Proof, truth)
		}
	}
	if proofs < 8 {
		t.Errorf("only %d proofs were tried", proofs)
	}
}

func same(s string) string { return strings.Join(strings.Fields(s), " ") }
