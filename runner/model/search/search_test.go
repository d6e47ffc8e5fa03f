package search

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
)

// bench is a database with its library and pool.
type bench struct {
	testing.TB
	db    *mm.Database
	lib   *mmlogic.Library
	pool  *task.Pool
	index map[string]int
}

func open(t testing.TB, path string) *bench {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is not on this machine", path[strings.LastIndexByte(path, '/')+1:])
	}
	db, err := mm.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{TB: t, db: db, lib: mmlogic.NewLibrary(db), pool: &task.Pool{}, index: map[string]int{}}
	for id := mm.StmtID(0); int(id) < db.Len(); id++ {
		if k := db.Kind(id); k == mm.Axiom || k == mm.Provable {
			b.index[db.Label(id)] = len(b.pool.Premises)
			b.pool.Premises = append(b.pool.Premises, task.Premise{Name: db.Label(id), Proof: db.ProofText(id)})
		}
	}
	return b
}

func toy(t testing.TB) *bench { return open(t, "../../../experiments/mmlogic/testdata/toy.mm") }

const setmm = "/usr/share/metamath/databases/set.mm"

// request shows the named premises, or with none everything before the theorem.
func (b *bench) request(label string, shown ...string) *model.Request {
	i, ok := b.index[label]
	if !ok {
		b.Fatalf("no theorem %s", label)
	}
	r := &model.Request{
		Task:    &task.Task{Name: label, Pool: b.pool, Available: i, Index: i},
		Context: &regime.Context{Tokens: 17},
		Seed:    1,
	}
	for _, s := range shown {
		r.Context.Shown = append(r.Context.Shown, int32(b.index[s]))
	}
	if len(shown) == 0 {
		for k := range i {
			r.Context.Shown = append(r.Context.Shown, int32(k))
		}
	}
	return r
}

func (b *bench) answer(m model.Model, r *model.Request) *model.Answer {
	b.Helper()
	a, err := m.Answer(context.Background(), r)
	if err != nil {
		b.Fatal(err)
	}
	return a
}

func (b *bench) check(label, proof string) mm.Result {
	id, _ := b.db.Lookup(label)
	return b.db.Check(context.Background(), id, proof, mm.Limits{})
}

// report says what a checker would: nil when the proof is accepted.
func report(r mm.Result) *verify.Report {
	if r.OK {
		return nil
	}
	d := verify.Diagnostic{Kind: r.Err.Kind.String(), Message: r.Err.Msg, Step: r.Err.Step, Label: r.Err.Cited}
	for _, o := range r.Open {
		d.Goals = append(d.Goals, o.Formula)
	}
	return &verify.Report{Diagnostics: []verify.Diagnostic{d}}
}

// repair answers, and repairs while the checker rejects. It returns the rounds that
// it took and whether the last candidate was accepted.
func (b *bench) repair(m model.Model, r *model.Request, rounds int) (int, bool) {
	for ; ; r.Round++ {
		a := b.answer(m, r)
		rep := report(b.check(r.Task.Name, a.Candidate.Proof))
		if rep == nil {
			return r.Round, true
		}
		if r.Round == rounds {
			return r.Round, false
		}
		r.History = append(r.History, model.Exchange{Candidate: a.Candidate, Report: *rep})
		r.Seed++
	}
}

func TestSearchProvesSmallTheorems(t *testing.T) {
	b := toy(t)
	p := New(b.lib, DefaultSettings())
	for _, label := range []string{"a1i", "syl", "sucsuc", "symtr", "genid", "keep", "dbl"} {
		a := b.answer(p, b.request(label))
		r := b.check(label, a.Candidate.Proof)
		if !r.OK || a.Finish != "proof" {
			t.Errorf("%s: %s (%s): %v", label, a.Candidate.Proof, a.Finish, r.Err)
		}
		if a.Usage.Out != int64(r.Steps) || a.Usage.In != 17 {
			t.Errorf("%s: usage %+v for %d steps", label, a.Usage, r.Steps)
		}
	}
}

func TestOnlyShownPremisesAreCited(t *testing.T) {
	b := toy(t)
	p := New(b.lib, DefaultSettings())
	a := b.answer(p, b.request("sucsuc", "eq-suc", "ax-1", "ax-2", "mp"))
	if strings.Contains(a.Candidate.Proof, "syl") || strings.Contains(a.Candidate.Proof, "mpd") {
		t.Errorf("what was not shown is cited: %s", a.Candidate.Proof)
	}
	a = b.answer(p, b.request("sucsuc", "eq-suc", "syl"))
	if r := b.check("sucsuc", a.Candidate.Proof); !r.OK {
		t.Errorf("sucsuc from what it takes: %v", r.Err)
	}
	a = b.answer(p, b.request("id", "ax-3"))
	if a.Finish != "exhausted" || b.check("id", a.Candidate.Proof).Err.Kind != mm.Incomplete {
		t.Errorf("with ax-3 alone: %s, %s", a.Finish, a.Candidate.Proof)
	}
}

func TestNodesBoundTheWork(t *testing.T) {
	b := toy(t)
	s := DefaultSettings()
	for _, s.Nodes = range []int{1, 7, 40} {
		if a := b.answer(New(b.lib, s), b.request("con")); a.Work > int64(s.Nodes) {
			t.Errorf("%d nodes expanded, %d allowed", a.Work, s.Nodes)
		}
	}
}

func TestUnknownTheoremsAreErrors(t *testing.T) {
	b := toy(t)
	r := b.request("id")
	r.Task.Name = "nosuch"
	if _, err := New(b.lib, DefaultSettings()).Answer(context.Background(), r); err == nil {
		t.Error("no error")
	}
}

func TestACancelledSearchIsAnError(t *testing.T) {
	b := toy(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New(b.lib, DefaultSettings()).Answer(ctx, b.request("con")); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// TestDisjointnessReportsAreUsed: the first proof in the order of the database
// breaks a condition, which a search without its own checks learns from the report.
func TestDisjointnessReportsAreUsed(t *testing.T) {
	b := toy(t)
	s := DefaultSettings()
	s.Disjoint = false
	p := New(b.lib, s)
	a := b.answer(p, b.request("keep"))
	if r := b.check("keep", a.Candidate.Proof); r.OK || r.Err.Kind != mm.Disjointness {
		t.Fatalf("the first answer, %s, was meant to break a condition: %v", a.Candidate.Proof, r.Err)
	}
	if round, ok := b.repair(p, b.request("keep"), 1); !ok || round != 1 {
		t.Errorf("not repaired: round %d, %v", round, ok)
	}
	s.Disjoint = true
	if r := b.check("keep", b.answer(New(b.lib, s), b.request("keep")).Candidate.Proof); !r.OK {
		t.Errorf("a search with its own checks: %v", r.Err)
	}
}

func TestRepairsGoOnFromPartialProofs(t *testing.T) {
	b := toy(t)
	s := DefaultSettings()
	for s.Nodes = 1; ; s.Nodes++ {
		p := New(b.lib, s)
		if b.check("id", b.answer(p, b.request("id", "ax-1", "ax-2", "mp")).Candidate.Proof).OK {
			break // found at once: no repair is needed from here on
		}
		if round, ok := b.repair(p, b.request("id", "ax-1", "ax-2", "mp"), 30); ok {
			t.Logf("with %d nodes a round, repaired in round %d", s.Nodes, round)
			return
		}
	}
	t.Error("no budget was both too small for one round and enough for several")
}

// TestAWholeProofAsHintNeedsNoSearch also checks reading and writing proofs: the
// database's own proofs, laid into the graph and written again, are accepted.
func TestAWholeProofAsHintNeedsNoSearch(t *testing.T) {
	test := func(t *testing.T, b *bench, ids []mm.StmtID) {
		e := NewEngine(b.lib)
		done := 0
		for _, id := range ids {
			root, err := b.lib.Read(id, b.db.ProofText(id))
			if err != nil || strings.Contains(b.db.ProofText(id), "?") {
				continue
			}
			p, ok := b.lib.Problem(b.db.Label(id))
			if !ok {
				t.Fatal(b.db.Label(id))
			}
			shown := mmlogic.NewSet(b.lib)
			for k := range id {
				if b.lib.Statement(k) != nil {
					shown.Add(k)
				}
			}
			r, err := e.Run(context.Background(), p, shown, Options{Ranking: DefaultRanking, Prices: DefaultPrices, Hints: []Hint{{Proof: root}}})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Complete || r.Nodes != 0 {
				continue // a goal is too large, or too many hold together
			}
			// Dummy variables may come out otherwise than in the original; everything
			// else must be right.
			if c := b.check(b.db.Label(id), r.Text); !c.OK && c.Err.Kind != mm.Disjointness {
				t.Errorf("%s: %s: %v", b.db.Label(id), r.Text, c.Err)
			} else if c.OK {
				done++
			}
		}
		if done*10 < len(ids)*9 {
			t.Errorf("%d of %d proofs were carried over", done, len(ids))
		}
		t.Logf("%d of %d proofs were carried over", done, len(ids))
	}
	t.Run("toy", func(t *testing.T) {
		b := toy(t)
		var ids []mm.StmtID
		for _, label := range []string{"a1i", "a2i", "mpd", "syl", "id"} {
			id, _ := b.db.Lookup(label)
			ids = append(ids, id)
		}
		test(t, b, ids)
	})
	t.Run("set", func(t *testing.T) {
		if testing.Short() {
			t.Skip("works through all of set.mm; left out by -short")
		}
		b := open(t, setmm)
		var all []mm.StmtID
		for id := mm.StmtID(0); int(id) < b.db.Len(); id++ {
			if b.db.Kind(id) == mm.Provable && b.lib.Statement(id) != nil {
				all = append(all, id)
			}
		}
		rng := rand.New(rand.NewPCG(5, 5))
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		test(t, b, all[:120])
	})
}

// TestCandidatesAreWhatTheySay asks for candidates on theorems of set.mm: what the search calls a
// proof must be one, disjointness apart, and what it leaves open must be only that.
func TestCandidatesAreWhatTheySay(t *testing.T) {
	if testing.Short() {
		t.Skip("works through all of set.mm; left out by -short")
	}
	b := open(t, setmm)
	s := DefaultSettings()
	s.Nodes = 48
	p := New(b.lib, s)
	rng := rand.New(rand.NewPCG(6, 6))
	proofs, partial := 0, 0
	for range 25 {
		var label string
		for label == "" {
			id := mm.StmtID(rng.IntN(b.db.Len()))
			if b.db.Kind(id) == mm.Provable && b.lib.Statement(id) != nil {
				label = b.db.Label(id)
			}
		}
		r := b.request(label)
		for r.Sample = range 2 {
			r.Seed = rng.Uint64()
			a := b.answer(p, r)
			c := b.check(label, a.Candidate.Proof)
			switch {
			case c.OK:
				proofs++
			case c.Err.Kind == mm.Disjointness:
			case c.Err.Kind == mm.Incomplete && a.Finish != "proof":
				partial++
			default:
				t.Errorf("%s, %s: %s: %v", label, a.Finish, a.Candidate.Proof, c.Err)
			}
			if c.OK && a.Finish != "proof" {
				t.Errorf("%s: accepted, but the search says %s", label, a.Finish)
			}
		}
	}
	if proofs == 0 || partial == 0 {
		t.Errorf("%d proofs and %d partial proofs", proofs, partial)
	}
}

func TestAnswersDependOnTheRequestAlone(t *testing.T) {
	b := toy(t)
	p := New(b.lib, DefaultSettings())
	labels := []string{"id", "con", "dbl", "symtr", "drop", "mpd"}
	want := map[string]string{}
	ask := func(label string, sample int) string {
		r := b.request(label)
		r.Sample, r.Seed = sample, uint64(sample)*7+1
		a, err := p.Answer(context.Background(), r)
		if err != nil {
			return err.Error()
		}
		return a.Candidate.Proof
	}
	for _, l := range labels {
		want[l] = ask(l, 1)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := len(labels) - 1; i >= 0; i-- {
				ask(labels[i], 2)
				if got := ask(labels[i], 1); got != want[labels[i]] {
					t.Errorf("%s: %s, then %s", labels[i], want[labels[i]], got)
				}
			}
		}()
	}
	wg.Wait()
}

func TestSamplesDiffer(t *testing.T) {
	b := toy(t)
	s := DefaultSettings()
	s.Nodes = 12
	p := New(b.lib, s)
	seen := map[string]bool{}
	labels := []string{"con", "drop", "mpd", "id", "a2i"}
	for _, label := range labels {
		for i := range 8 {
			r := b.request(label)
			r.Sample, r.Seed = i, uint64(i)
			seen[label+b.answer(p, r).Candidate.Proof] = true
		}
	}
	if len(seen) < 3*len(labels) {
		t.Errorf("8 samples of %d theorems gave %d answers", len(labels), len(seen))
	}
	r := b.request("con")
	first := b.answer(p, r).Candidate.Proof
	r.Seed = 99
	if b.answer(p, r).Candidate.Proof != first {
		t.Error("the first sample depends on its seed")
	}
}
