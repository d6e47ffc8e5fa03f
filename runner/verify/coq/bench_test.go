//go:build unix

package coq

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
)

// The benchmarks compare with a compiler call for each candidate, on lemmas of stdpp:
//
//	go test -run '^$' -bench . -benchtime 1x -timeout 1h ./runner/verify/coq
//
// Metrics: s/candidate is the time of all, start included, by the number of candidates;
// coqc-s/candidate is that of coqc on the file up to the theorem with the candidate,
// the mean over some of the same candidates; times-coqc is their ratio.

func stdpp(t testing.TB) string {
	t.Helper()
	installed(t, "coqc", "coq")
	r, err := box.Run(t.Context(), sandbox.Command{Args: []string{"coqc", "-where"}, Env: environ})
	if err != nil || r.Err() != nil {
		t.Fatal(err, r)
	}
	dir := filepath.Join(strings.TrimSpace(string(r.Stdout)), "user-contrib", "stdpp")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no stdpp on this machine: install the package libcoq-stdpp")
	}
	return dir
}

// lemmas returns the tasks of a file that are proved between Proof and Qed in two
// sentences or more.
func lemmas(t testing.TB, root, file string) []*task.Task {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	text, names := string(b), map[string]bool{}
	var out []*task.Task
	sentences := coq.Sentences(text)
	for i, s := range sentences {
		head, name := coq.Leading(text[s.Start:s.End])
		if head != "Lemma" && head != "Theorem" || names[name] || !opensProof(sentences[i+1:]) {
			continue
		}
		names[name] = true
		end := i + 2
		for !enders[sentences[end].Head] {
			end++
		}
		if sentences[end].Head != "Qed" || end-i < 3 {
			continue
		}
		out = append(out, &task.Task{
			ID: file + "/" + name, Name: name, System: "coq", Text: text[s.Start:s.End],
			Source: &task.Location{Root: root, File: file, Start: s.Start, Proof: sentences[i+1].Start, End: sentences[end].End},
			Truth:  task.GroundTruth{Proof: text[sentences[i+1].Start:sentences[end].End]},
		})
	}
	return out
}

// attempts makes candidates, all different: every fourth is the original proof, the
// others stop somewhere in it.
func attempts(t *task.Task, n int) []verify.Candidate {
	proof := t.Truth.Proof
	sentences := coq.Sentences(proof)
	out := make([]verify.Candidate, n)
	for i := range out {
		cut := len(sentences) - 1
		if i%4 != 0 {
			cut = 1 + i%max(cut-1, 1)
		}
		out[i].Proof = fmt.Sprintf("%s (* %d *)\nQed.", proof[:sentences[cut-1].End], i)
	}
	return out
}

func judgeAll(t testing.TB, v *Verifier, task *task.Task, cs []verify.Candidate) (proved int) {
	env, err := v.Open(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	reps, err := env.Check(t.Context(), cs, verify.Limits{Time: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range reps {
		if r.Verdict == record.Proved {
			proved++
		}
		if i%4 == 0 && r.Verdict != record.Proved {
			t.Errorf("%s: the original proof: %s %+v", task.ID, r.Verdict, r.Diagnostics)
		}
	}
	return proved
}

// compile runs coqc on a file up to a theorem, with a candidate.
func compile(t testing.TB, task *task.Task, c verify.Candidate) time.Duration {
	b, err := os.ReadFile(filepath.Join(task.Source.Root, task.Source.File))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	text := string(b[:task.Source.Proof]) + "\n" + c.Proof
	if err := os.WriteFile(filepath.Join(dir, "candidate.v"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	// Sections stay open, which coqc refuses behind the last sentence: the time is the
	// same.
	r, err := box.Run(t.Context(), sandbox.Command{Args: []string{"coqc", "-q", "candidate.v"}, Dir: dir, Env: environ, Limits: sandbox.Limits{Output: 1 << 30}})
	if err != nil {
		t.Fatal(err)
	}
	return r.Wall
}

func compare(b *testing.B, ours time.Duration, candidates int, coqc time.Duration) {
	each := ours.Seconds() / float64(candidates)
	b.ReportMetric(each, "s/candidate")
	b.ReportMetric(coqc.Seconds(), "coqc-s/candidate")
	b.ReportMetric(coqc.Seconds()/each, "times-coqc")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkSixteenCandidates(b *testing.B) {
	root := stdpp(b)
	for _, c := range []struct{ file, lemma string }{{"gmap.v", "gset_to_gmap_union_singleton"}, {"list.v", "submseteq_app_inv_r"}, {"fin_maps.v", "map_cross_split"}} {
		b.Run(c.file, func(b *testing.B) {
			all := lemmas(b, root, c.file)
			i := slices.IndexFunc(all, func(t *task.Task) bool { return t.Name == c.lemma })
			if i < 0 {
				b.Skipf("this stdpp has no %s", c.lemma)
			}
			cs := attempts(all[i], 16)
			var ours, coqc time.Duration
			for range b.N {
				coqc += compile(b, all[i], cs[0])
				began := time.Now()
				v := walking(b, nil)
				judgeAll(b, v, all[i], cs)
				v.Close()
				ours += time.Since(began)
				coqc += compile(b, all[i], cs[1])
			}
			compare(b, ours, 16*b.N, coqc/time.Duration(2*b.N))
		})
	}
}

func BenchmarkFiftyTheorems(b *testing.B) {
	all := lemmas(b, stdpp(b), "fin_maps.v")
	var tasks []*task.Task
	for i := range 50 {
		tasks = append(tasks, all[i*len(all)/50])
	}
	var ours, coqc time.Duration
	compiled := 0
	for range b.N {
		v := walking(b, nil)
		began := time.Now()
		for _, t := range tasks {
			judgeAll(b, v, t, attempts(t, 8))
		}
		ours += time.Since(began)
		v.Close()
		for i := 4; i < 50; i += 10 { // five of them, evenly through the file
			coqc += compile(b, tasks[i], attempts(tasks[i], 8)[1])
			compiled++
		}
	}
	compare(b, ours, 50*8*b.N, coqc/time.Duration(compiled))
}

// BenchmarkWorkers judges the same files with one worker and with two, by turns.
func BenchmarkWorkers(b *testing.B) {
	root := stdpp(b)
	files := []string{"gmap.v", "option.v", "fin_sets.v", "finite.v", "numbers.v", "sets.v"}
	took := [3]time.Duration{}
	for range b.N {
		for _, workers := range []int{1, 2} {
			v := walking(b, func(c *Config) { c.Processes = workers })
			queue := make(chan []*task.Task)
			var wg sync.WaitGroup
			began := time.Now()
			for range workers {
				wg.Go(func() {
					for tasks := range queue {
						for _, t := range tasks {
							judgeAll(b, v, t, attempts(t, 8))
						}
					}
				})
			}
			for _, f := range files {
				all := lemmas(b, root, f)
				queue <- all[:min(len(all), 12)]
			}
			close(queue)
			wg.Wait()
			took[workers] += time.Since(began)
			v.Close()
		}
	}
	b.ReportMetric(took[1].Seconds()/took[2].Seconds(), "times-one-worker")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkMemory judges 2,000 candidates for one theorem and reports the largest
// heap and how many processes it took.
func BenchmarkMemory(b *testing.B) {
	all := lemmas(b, stdpp(b), "gmap.v")
	i := slices.IndexFunc(all, func(t *task.Task) bool { return t.Name == "gset_to_gmap_union_singleton" })
	v := walking(b, nil)
	for range b.N {
		judgeAll(b, v, all[i], attempts(all[i], 1))
		var largest, first int64
		for n := 0; n <= 2000; n += 100 {
			if n > 0 {
				cs := attempts(all[i], 100)
				for j := range cs {
					cs[j].Proof += fmt.Sprintf(" (* %d *)", n)
				}
				judgeAll(b, v, all[i], cs)
			}
			if len(v.pool.idle) == 0 {
				continue
			}
			heap, err := v.pool.idle[0].heap(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			if n == 0 {
				first = heap
			}
			largest = max(largest, heap)
			b.Logf("%d candidates: heap %d MB", n, heap/1e6)
		}
		b.ReportMetric(float64(first)/1e6, "first-MB")
		b.ReportMetric(float64(largest)/1e6, "largest-MB")
	}
	b.ReportMetric(0, "ns/op")
}
