package coq

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
)

// stdpp is where Debian's package libcoq-stdpp installs the library.
const stdpp = "/usr/lib/ocaml/coq/user-contrib/stdpp"

func library(tb testing.TB) *dataset.Source {
	tb.Helper()
	if _, err := os.Stat(stdpp); err != nil {
		tb.Skip("not installed: Debian's package libcoq-stdpp")
	}
	s, err := Read(stdpp, dataset.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// quantiles are the nearest ranks of a feature at 10, 50, 90 and 100 %.
func quantiles(s *dataset.Source, name string) string {
	var v []float64
	for _, t := range s.Tasks {
		v = append(v, t.Features[name])
	}
	slices.Sort(v)
	at := func(p int) float64 { return v[(p*(len(v)-1)+50)/100] }
	return fmt.Sprintf("%v/%v/%v/%v", at(10), at(50), at(90), at(100))
}

// TestLibrary holds the reader to numbers that another program found in the same
// library, version 1.8.0: 2,651 theorems, less two that are proved by a term.
func TestLibrary(t *testing.T) {
	s := library(t)
	if !slices.ContainsFunc(s.Tasks, func(x *task.Task) bool { return x.ID == "stdpp/list.app_inj_1" }) {
		t.Error("no task stdpp/list.app_inj_1")
	}
	if len(s.Tasks) != 2649 {
		t.Skipf("%d theorems: another version of stdpp than the numbers are of", len(s.Tasks))
	}
	for name, want := range map[string]string{
		DependencyDepth: "1/4/9/18", "deps_transitive_project": "1/9/50/156", task.NestingDepth: "1/2/6/16",
	} {
		if got := quantiles(s, name); got != want {
			t.Errorf("%s has the quantiles %s, want %s", name, got, want)
		}
	}
	located(t, s)
	missing := 0
	for _, f := range s.Findings {
		if f.What == "references to declarations that were not found" {
			missing += f.N
		}
	}
	if missing > 20 {
		t.Errorf("%d references to the project's own declarations were not found", missing)
	}
}

func TestRegimesOfLibrary(t *testing.T) {
	s := library(t)
	each := 1
	if testing.Short() {
		each = 10
	}
	for _, name := range []string{"none", "curated", "full", "same-file", "same-section", "retrieved-16", "full@8000"} {
		p, err := regime.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		began, shown := time.Now(), 0
		for i := 0; i < len(s.Tasks); i += each {
			x := s.Tasks[i]
			c, err := regime.Build(x, p)
			if err != nil {
				if name == "full@8000" { // some preambles are longer
					continue
				}
				t.Fatal(err)
			}
			shown += len(c.Shown)
		}
		t.Logf("%-13s %7.1f premises a task, %v", name, float64(shown*each)/float64(len(s.Tasks)), time.Since(began))
		// Leak reads whole contexts: each 40th task will do.
		for i := 0; i < len(s.Tasks); i += 40 {
			c, err := regime.Build(s.Tasks[i], p)
			if err == nil {
				err = regime.Leak(s.Tasks[i], c)
			}
			if err != nil && name != "full@8000" {
				t.Error(s.Tasks[i].ID, err)
			}
		}
	}
}

// TestAgainstDpdgraph compares the edges between theorems with those of coq-dpdgraph,
// in whose file the references of proofs and statements are one. What .glob lacks is
// nearly all of it lemmas that tactics use, such as f_equal_help.
func TestAgainstDpdgraph(t *testing.T) {
	path := os.Getenv("PROOFGRID_DPD")
	if path == "" {
		t.Skip("PROOFGRID_DPD does not name a file that coq-dpdgraph (Debian's package libcoq-dpdgraph) made of all of stdpp")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := build(stdpp)
	if err != nil {
		t.Fatal(err)
	}
	edges, err := b.dpdEdges(path, text)
	if err != nil {
		t.Fatal(err)
	}
	lemma := func(i int32) bool { return b.pool.Premises[i].Kind == task.Lemma }
	truth, both, ours := map[edge]bool{}, 0, 0
	for _, e := range edges {
		if lemma(e.from) && lemma(e.to) {
			truth[e] = true
		}
	}
	for i := range b.nodes {
		for _, d := range b.cites(i) {
			if !lemma(int32(i)) || !lemma(d) {
				continue
			}
			ours++
			if truth[edge{int32(i), d}] {
				both++
			}
		}
	}
	recall, precision := float64(both)/float64(len(truth)), float64(both)/float64(ours)
	t.Logf("%d edges between theorems by coq-dpdgraph, %d by .glob: recall %.3f, precision %.3f", len(truth), ours, recall, precision)
	if recall < 0.8 || precision < 0.98 {
		t.Errorf("recall %.3f, precision %.3f", recall, precision)
	}
}

func BenchmarkRead(b *testing.B) {
	library(b)
	for b.Loop() {
		library(b)
	}
}
