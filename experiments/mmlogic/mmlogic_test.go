package mmlogic

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/mm"
)

func readFile(t testing.TB, path string) *mm.Database {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is not on this machine", filepath.Base(path))
	}
	db, err := mm.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func toy(t testing.TB) (*mm.Database, *Library) {
	db := readFile(t, "testdata/toy.mm")
	return db, NewLibrary(db)
}

func text(db *mm.Database, id mm.StmtID) string {
	var words []string
	for _, s := range db.Formula(id) {
		words = append(words, db.Symbol(s))
	}
	return strings.Join(words, " ")
}

// Debian's databases, with how many of their provable statements the grammar
// cannot read: miu.mm has a rule with an empty right-hand side.
var databases = []struct {
	name     string
	unparsed int
}{
	{"demo0", 0}, {"peano", 0}, {"hol", 0}, {"ql", 0}, {"nf", 0}, {"iset", 0}, {"set", 0}, {"miu", 3}, {"big-unifier", 0},
}

func TestEveryStatementReadsBackAsItWasWritten(t *testing.T) {
	check := func(t *testing.T, db *mm.Database, l *Library, unparsed int) {
		if n := len(l.Unparsed()); n != unparsed {
			t.Errorf("%d statements are not parsed, want %d", n, unparsed)
		}
		read := 0
		for id := mm.StmtID(0); int(id) < l.Len(); id++ {
			st := l.Statement(id)
			if st == nil {
				continue
			}
			read++
			if got, want := l.Format(st, st.Conclusion), text(db, id); got != want {
				t.Fatalf("%s reads back as %s, want %s", st.Label, got, want)
			}
			for i, h := range st.Hyps {
				if got, want := l.Format(st, h), text(db, st.HypIDs[i]); got != want {
					t.Fatalf("%s reads back as %s, want %s", db.Label(st.HypIDs[i]), got, want)
				}
			}
		}
		if read == 0 {
			t.Error("nothing was parsed")
		}
	}
	t.Run("toy", func(t *testing.T) {
		db, l := toy(t)
		check(t, db, l, 0)
	})
	for _, d := range databases {
		t.Run(d.name, func(t *testing.T) {
			if testing.Short() && d.name == "set" {
				t.Skip("works through all of set.mm; left out by -short")
			}
			db := readFile(t, "/usr/share/metamath/databases/"+d.name+".mm")
			check(t, db, NewLibrary(db), d.unparsed)
		})
	}
}

func TestPostfixOperatorsAndConversionsNest(t *testing.T) {
	_, l := toy(t)
	id, _ := l.Lookup("sucsuc")
	st := l.Statement(id)
	var labels []string
	for _, c := range st.Conclusion {
		if c >= 0 {
			labels = append(labels, l.g.cons[c].label)
		}
	}
	// The first is the root, |- over a wff.
	if want := []string{"", "wi", "weq", "weq", "tsuc", "tsuc", "tsuc", "tsuc"}; !slices.Equal(labels, want) {
		t.Errorf("constructors %q, want %q", labels, want)
	}
}

// random makes goals from the conclusions of a library: parts are replaced by
// metavariables, and the rest of the variables stand for themselves or for parts
// of other formulas.
type random struct {
	*rand.Rand
	l   *Library
	b   *Bank
	ids []mm.StmtID
}

func newRandom(l *Library, seed uint64) *random {
	r := &random{Rand: rand.New(rand.NewPCG(seed, 1)), l: l, b: NewBank(l)}
	for id := mm.StmtID(0); int(id) < l.Len(); id++ {
		if l.Statement(id) != nil {
			r.ids = append(r.ids, id)
		}
	}
	return r
}

func (r *random) goal() Term {
	st := r.l.Statement(r.ids[r.IntN(len(r.ids))])
	in := Instance{Stmt: st, Slots: make([]Term, len(st.Vars))}
	for i, v := range st.Vars {
		if r.IntN(3) > 0 {
			in.Slots[i] = r.b.make(int32(v.con), nil)
		}
	}
	return r.blur(r.b.Build(in, st.Conclusion), true)
}

func (r *random) blur(t Term, root bool) Term {
	if r.b.IsMeta(t) {
		return t
	}
	con := r.b.Con(t)
	if !root && r.IntN(8) == 0 {
		var typ uint8
		if con >= r.l.firstVar {
			return t
		}
		typ = r.l.g.cons[con].typ
		return r.b.meta(int32(r.IntN(3)), typ)
	}
	var args []Term
	for _, a := range r.b.Args(t) {
		args = append(args, r.blur(a, false))
	}
	return r.b.make(int32(con), args)
}

func TestUnifiedTermsAreEqual(t *testing.T) {
	_, l := toy(t)
	r := newRandom(l, 1)
	unified := 0
	for range 20000 {
		s, u := r.goal(), r.goal()
		m := r.b.Mark()
		r.b.Reserve(3)
		if r.b.Unify(s, u) {
			unified++
			if a, b := r.b.Resolve(s), r.b.Resolve(u); a != b {
				t.Fatalf("%s and %s", r.b.String(a), r.b.String(b))
			}
		}
		r.b.Undo(m)
	}
	if unified < 100 {
		t.Errorf("only %d pairs could be unified", unified)
	}
}

func TestUnifyRefusesCycles(t *testing.T) {
	_, l := toy(t)
	b := NewBank(l)
	id, _ := l.Lookup("ax-1")
	st := l.Statement(id)
	in := Instance{Stmt: st, Slots: make([]Term, len(st.Vars))}
	whole := b.Body(b.Build(in, st.Conclusion)) // ( ?0 -> ( ?1 -> ?0 ) )
	if b.Unify(b.Args(whole)[0], whole) {
		t.Error("a formula was unified with a part of itself")
	}
}

// TestUndoForgetsBindings guards the search's use of one bank for many trials.
func TestUndoForgetsBindings(t *testing.T) {
	_, l := toy(t)
	r := newRandom(l, 2)
	for range 2000 {
		s, u := r.goal(), r.goal()
		m := r.b.Mark()
		r.b.Unify(s, u)
		r.b.Undo(m)
		if r.b.Resolve(s) != s || r.b.Resolve(u) != u {
			t.Fatal("a binding survived Undo")
		}
	}
}

func (r *random) unifies(id mm.StmtID, goal Term) bool {
	st := r.l.Statement(id)
	m := r.b.Mark()
	defer r.b.Undo(m)
	r.b.Reserve(3)
	return r.b.UnifyPattern(Instance{Stmt: st, Slots: make([]Term, len(st.Vars))}, st.Conclusion, goal)
}

func TestRetrievalMissesNothing(t *testing.T) {
	test := func(t *testing.T, l *Library, goals int) {
		r := newRandom(l, 3)
		var q, q2 Query
		hits, extra := 0, 0
		for range goals {
			goal := r.goal()
			set := NewSet(l)
			for _, id := range r.ids[:r.IntN(len(r.ids))] {
				if r.IntN(4) > 0 {
					set.Add(id)
				}
			}
			found := map[mm.StmtID]bool{}
			for _, id := range l.Index.Find(&q, r.b, goal, set) {
				if found[id] {
					t.Fatalf("%s comes twice", l.Statement(id).Label)
				}
				found[id] = true
			}
			among := map[mm.StmtID]bool{}
			for _, id := range l.Index.Among(&q2, r.b, goal, set.Members()) {
				among[id] = true
			}
			for _, id := range r.ids {
				switch fits := set.Has(id) && r.unifies(id, goal); {
				case fits && !found[id]:
					t.Fatalf("Find missed %s for %s", l.Statement(id).Label, r.b.String(goal))
				case fits && !among[id]:
					t.Fatalf("Among missed %s for %s", l.Statement(id).Label, r.b.String(goal))
				case fits:
					hits++
				case found[id]:
					extra++
				}
			}
			if n := len(found); l.Index.Count(&q, r.b, goal, set, 5) != min(n, 5) {
				t.Fatalf("Count is not min(%d, 5)", n)
			}
		}
		if hits < goals/2 || extra > hits {
			t.Errorf("%d hits and %d others", hits, extra)
		}
	}
	t.Run("toy", func(t *testing.T) {
		_, l := toy(t)
		test(t, l, 3000)
	})
	t.Run("set", func(t *testing.T) {
		if testing.Short() {
			t.Skip("works through all of set.mm; left out by -short")
		}
		test(t, NewLibrary(readFile(t, "/usr/share/metamath/databases/set.mm")), 150)
	})
}

func TestReadRejectsWhatIsNoProof(t *testing.T) {
	_, l := toy(t)
	id, _ := l.Lookup("syl")
	for _, text := range []string{"", "nothing", "( mp", "( mp ) F", "( mp ) AAAAAA", "( ) Z", "( ) A!", "wph wps", "( ) AAAAB UUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUA"} {
		if n, err := l.Read(id, text); err == nil {
			t.Errorf("%q was read as %v", text, n)
		}
	}
}

func TestReadKnowsStepsAndCitations(t *testing.T) {
	db, l := toy(t)
	id, _ := l.Lookup("a2i")
	root, err := l.Read(id, db.ProofText(id))
	if err != nil {
		t.Fatal(err)
	}
	if got := db.Label(root.Stmt); got != "mp" || root.Step != 18 || len(root.Kids) != 2 {
		t.Errorf("the last step cites %s as step %d with %d hypotheses", got, root.Step, len(root.Kids))
	}
	if n := root.At(13); n == nil || db.Label(n.Stmt) != "a2i.1" {
		t.Errorf("step 13 is %v", n)
	}
	if n := root.At(1); n != nil {
		t.Errorf("step 1 is syntax, not %v", n)
	}
}

func TestDisjointSeesWhatMetavariablesCannotMend(t *testing.T) {
	_, l := toy(t)
	instance := func(of string, body func(b *Bank, x, y Term) Term) (*Bank, Instance) {
		p, ok := l.Problem(of)
		if !ok {
			t.Fatal(of)
		}
		b := NewBank(l)
		p.Goal(b)
		id, _ := l.Lookup("all-i") // ( ph -> A. x ph ), x and ph disjoint
		st := l.Statement(id)
		in := Instance{Stmt: st, Slots: make([]Term, 2)}
		x, y := b.fresh(st.Vars[1].Type), b.fresh(st.Vars[1].Type)
		in.Slots[0], in.Slots[1] = body(b, x, y), x
		return b, in
	}
	con := func(label string) int32 {
		return int32(slices.IndexFunc(l.g.cons, func(c constructor) bool { return c.label == label }))
	}
	equal := func(b *Bank, x Term) Term {
		v := b.make(con("tv"), []Term{x})
		return b.make(con("weq"), []Term{v, v})
	}
	b, in := instance("allsym", func(b *Bank, x, y Term) Term { return equal(b, x) })
	if b.Disjoint(in) {
		t.Error("x and a formula with x are taken for disjoint")
	}
	b, in = instance("allsym", func(b *Bank, x, y Term) Term { return equal(b, y) })
	if !b.Disjoint(in) {
		t.Error("two metavariables that may yet differ are refused")
	}
	// In the scope of id, no variable is disjoint from ph; in that of drop, x is.
	ph := func(b *Bank, x, y Term) Term { return b.make(int32(b.problem.Stmt.Vars[0].con), nil) }
	if b, in = instance("id", ph); b.Disjoint(in) {
		t.Error("no variable could be bound, and none is missed")
	}
	if b, in = instance("drop", ph); !b.Disjoint(in) {
		t.Error("the variable that could be bound is not seen")
	}
}
