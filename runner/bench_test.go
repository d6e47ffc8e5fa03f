package runner

import (
	"context"
	"fmt"
	"testing"
	"time"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/record"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
)

// null answers at once, never rightly; nullChecker rejects at once. What is left
// is the runner's own work.
type null struct{}

func (null) Answer(_ context.Context, r *model.Request) (*model.Answer, error) {
	text := fmt.Sprint(r.Seed)
	return &model.Answer{Response: text, Candidate: verify.Candidate{Proof: text}, Finish: "stop"}, nil
}
func (null) Settings() map[string]any { return map[string]any{"null": true} }

type nullChecker struct{}

func (c nullChecker) Open(context.Context, *task.Task) (verify.Environment, error) { return c, nil }
func (nullChecker) Version() string                                                { return "null" }
func (nullChecker) Close() error                                                   { return nil }
func (nullChecker) Check(_ context.Context, cs []verify.Candidate, _ verify.Limits) ([]verify.Report, error) {
	reps := make([]verify.Report, len(cs))
	for i := range reps {
		reps[i] = verify.Report{Verdict: record.Rejected, Category: "other", Diagnostics: []verify.Diagnostic{{Kind: "null", Message: "no"}}}
	}
	return reps, nil
}

// BenchmarkOverhead reports the runner's time per attempt with a null model and a
// null checker, k = 8 and r = 3, in memory and with the notebook's durable journal
// and texts.
func BenchmarkOverhead(b *testing.B) {
	full, err := regime.Parse("full")
	if err != nil {
		b.Fatal(err)
	}
	for _, where := range []string{"memory", "notebook"} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", where, workers), func(b *testing.B) {
				attempts := 0
				for b.Loop() {
					b.StopTimer()
					pool := &task.Pool{Premises: []task.Premise{{Name: "ax", Kind: task.Axiom, Statement: "|- a"}}}
					var tasks []*task.Task
					for i := range 500 {
						tasks = append(tasks, &task.Task{ID: fmt.Sprint("t/", i), Name: "t", Statement: "|- b", Pool: pool, Available: 1, Index: -1})
					}
					var rec Recorder = &memory{}
					closeJournal := func() error { return nil }
					if where == "notebook" {
						run, err := notebook.Create(b.TempDir(), "bench", "", []byte("name: bench\n"), notebook.Provenance{Created: time.Unix(0, 0)})
						if err != nil {
							b.Fatal(err)
						}
						j, err := run.Journal(notebook.Provenance{})
						if err != nil {
							b.Fatal(err)
						}
						rec, closeJournal = j, j.Close
					}
					b.StartTimer()
					sum, err := Run(b.Context(), Config{
						Cells: []spec.Cell{{ID: "c", Model: spec.Model{Name: "null", Kind: "null"}, Regime: full, Budget: spec.Budget{K: 8, R: 3}, Policy: spec.Exhaustive}},
						Tasks: tasks, Models: map[string]model.Model{"null": null{}}, Verifier: nullChecker{},
						Recorder: rec, Workers: workers, Now: time.Now,
					})
					if err != nil {
						b.Fatal(err)
					}
					if err := closeJournal(); err != nil {
						b.Fatal(err)
					}
					attempts += sum.Attempts
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(attempts), "µs/attempt")
			})
		}
	}
}
