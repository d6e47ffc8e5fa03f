package analogy

import (
	"context"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/model/search"
	"proofgrid/runner/verify"
)

const toy = "../../../experiments/mmlogic/testdata/toy.mm"

func source(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func read(t testing.TB, text string) *mm.Database {
	t.Helper()
	db, err := mm.Read(fstest.MapFS{"db.mm": {Data: []byte(text)}}, "db.mm")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// pool makes the premises of a database; change may alter each proof.
func pool(db *mm.Database, change func(label, proof string) string) (*task.Pool, map[string]int) {
	p, index := &task.Pool{}, map[string]int{}
	for id := mm.StmtID(0); int(id) < db.Len(); id++ {
		if k := db.Kind(id); k == mm.Axiom || k == mm.Provable {
			label := db.Label(id)
			index[label] = len(p.Premises)
			p.Premises = append(p.Premises, task.Premise{Name: label, Proof: change(label, db.ProofText(id))})
		}
	}
	return p, index
}

func asIs(_, proof string) string { return proof }

// full is the request for a theorem under the full regime.
func full(p *task.Pool, index map[string]int, label string) *model.Request {
	i := index[label]
	r := &model.Request{
		Task:    &task.Task{Name: label, Pool: p, Available: i, Index: i},
		Context: &regime.Context{},
		Seed:    1,
	}
	for k := range i {
		r.Context.Shown = append(r.Context.Shown, int32(k))
	}
	return r
}

func answer(t testing.TB, m model.Model, r *model.Request) string {
	t.Helper()
	a, err := m.Answer(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return a.Candidate.Proof
}

func proved(db *mm.Database, label, candidate string) bool {
	id, _ := db.Lookup(label)
	return db.Check(context.Background(), id, candidate, mm.Limits{}).OK
}

func TestTheMostSimilarComesFirst(t *testing.T) {
	db := read(t, source(t, toy))
	l := mmlogic.NewLibrary(db)
	f := newFeatures(l)
	of, _ := l.Lookup("allsym")
	got := f.nearest(of, 3, func(mm.StmtID) bool { return true })
	if len(got) != 3 || db.Label(got[0].id) != "allsuc" {
		t.Fatalf("nearest to allsym: %v", got)
	}
	for i, m := range got {
		if m.score <= 0 || m.score > 1 || i > 0 && m.score > got[i-1].score {
			t.Errorf("score %d is %v", i, m.score)
		}
	}
	if got := f.nearest(of, 3, func(id mm.StmtID) bool { return db.Label(id) != "allsuc" }); db.Label(got[0].id) == "allsuc" {
		t.Error("what is not kept is found")
	}
}

// TestASkeletonIsCarriedOver: allsym follows like allsuc but for one citation,
// which one expansion fills; the search alone needs more.
func TestASkeletonIsCarriedOver(t *testing.T) {
	db := read(t, source(t, toy))
	l := mmlogic.NewLibrary(db)
	p, index := pool(db, asIs)
	s := DefaultSettings()
	s.Nodes = 1
	if c := answer(t, New(l, s), full(p, index, "allsym")); !proved(db, "allsym", c) {
		t.Errorf("not proved: %s", c)
	}
	if c := answer(t, search.New(l, s.Settings), full(p, index, "allsym")); proved(db, "allsym", c) {
		t.Errorf("the search needs no help: %s", c)
	}
	// Without the similar proof there is nothing to carry over.
	p, index = pool(db, func(label, proof string) string { return "" })
	if c := answer(t, New(l, s), full(p, index, "allsym")); proved(db, "allsym", c) {
		t.Errorf("proved without a proof to learn from: %s", c)
	}
}

func TestOnlyProofsInContextAreRead(t *testing.T) {
	db := read(t, source(t, toy))
	l := mmlogic.NewLibrary(db)
	s := DefaultSettings()
	s.Nodes = 1
	p, index := pool(db, asIs)
	r := full(p, index, "allsym")
	// allsuc leaves the context, what its proof cites stays.
	var shown []int32
	for _, i := range r.Context.Shown {
		if int(i) != index["allsuc"] {
			shown = append(shown, i)
		}
	}
	r.Context.Shown = shown
	if c := answer(t, New(l, s), r); proved(db, "allsym", c) {
		t.Errorf("a proof outside the context was used: %s", c)
	}
}

// TestProversAreBlindToTheGroundTruth: under the full regime no answer, in any
// sample or repair, changes with the proofs of the theorem itself or of later
// ones, or with the tasks' ground truth.
func TestProversAreBlindToTheGroundTruth(t *testing.T) {
	text := source(t, toy)
	db := read(t, text)
	settings := DefaultSettings()
	settings.Nodes = 12
	labels := []string{"mpd", "syl", "id", "sucsuc", "symtr", "drop", "keep", "dbl", "con", "allsuc", "allsym"}

	// Everything that the answers may not depend on is changed: the database that
	// the library is made from has no proofs, the pool has others from the theorem
	// on, and the ground truth is another task's.
	bare := read(t, stripProofs(text))
	provers := func(db *mm.Database) []model.Model {
		l := mmlogic.NewLibrary(db)
		return []model.Model{search.New(l, settings.Settings), New(l, settings)}
	}
	before, after := provers(db), provers(bare)
	distinct := map[string]bool{}
	for n, label := range labels {
		p, index := pool(db, asIs)
		q, _ := pool(db, func(other, proof string) string {
			if index[other] >= index[label] {
				return "( ax-1 ax-2 mp ) ABCDEFG"
			}
			return proof
		})
		for m := range before {
			for sample := range 3 {
				x, y := full(p, index, label), full(q, index, label)
				x.Task.Truth = task.GroundTruth{Proof: p.Premises[index[label]].Proof, Premises: []int32{1}}
				other := labels[(n+1)%len(labels)]
				y.Task.Truth = task.GroundTruth{Proof: p.Premises[index[other]].Proof, Premises: []int32{2, 3}}
				for x.Round = range 2 {
					x.Sample, y.Sample, y.Round = sample, sample, x.Round
					x.Seed = uint64(10*sample + x.Round)
					y.Seed = x.Seed
					a, b := answer(t, before[m], x), answer(t, after[m], y)
					if a != b {
						t.Fatalf("%s, sample %d, round %d: %s becomes %s", label, sample, x.Round, a, b)
					}
					distinct[label+a] = true
					h := []model.Exchange{{Candidate: verify.Candidate{Proof: a}}}
					x.History, y.History = h, h
				}
			}
		}
	}
	if len(distinct) < 2*len(labels) {
		t.Errorf("%d different answers say little", len(distinct))
	}
}

// stripProofs replaces every proof by a question mark.
func stripProofs(text string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "$=")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		_, text, _ = strings.Cut(rest, "$.")
		b.WriteString("$= ? $.")
	}
}

func TestRepairsAreWellFormed(t *testing.T) {
	db := read(t, source(t, toy))
	p, index := pool(db, asIs)
	s := DefaultSettings()
	s.Nodes = 3
	m := New(mmlogic.NewLibrary(db), s)
	r := full(p, index, "con")
	id, _ := db.Lookup("con")
	for r.Round = range 4 {
		c := answer(t, m, r)
		res := db.Check(context.Background(), id, c, mm.Limits{})
		if !res.OK && res.Err.Kind != mm.Incomplete && res.Err.Kind != mm.Disjointness {
			t.Errorf("round %d: %s: %v", r.Round, c, res.Err)
		}
		r.History = append(r.History, model.Exchange{Candidate: verify.Candidate{Proof: c}})
	}
}
