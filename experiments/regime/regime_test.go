package regime

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/task"
)

// world returns a pool of n declarations over a small vocabulary, drawn from
// seed, and the tasks of its lemmas. Every seventh declaration is a notation,
// the one after it the notation's definition.
func world(seed uint64, n int) []*task.Task {
	rng := rand.New(rand.NewPCG(seed, 1))
	pool := &task.Pool{Tokenizer: task.Words}
	var notations []int32
	var tasks []*task.Task
	sentence := func() string {
		w := []string{"|-"}
		for range 3 + rng.IntN(12) {
			w = append(w, fmt.Sprintf("s%d", int(rng.ExpFloat64()*6)))
		}
		return strings.Join(w, " ")
	}
	for i := range n {
		p := task.Premise{Name: fmt.Sprintf("d%d", i), File: fmt.Sprintf("f%d", i/40), Repository: fmt.Sprintf("r%d", i/25), Statement: sentence()}
		switch {
		case i%7 == 0:
			p.Kind, p.Statement = task.Notation, fmt.Sprintf("wff n%d", i)
			if i+1 < n {
				p.Deps = []int32{int32(i + 1)}
			}
			notations = append(notations, int32(i))
		case i%7 == 1:
			p.Kind = task.Definition
		default:
			p.Kind = task.Lemma
			for range rng.IntN(3) {
				p.Hypotheses = append(p.Hypotheses, sentence())
			}
			if rng.IntN(3) == 0 {
				p.Conditions = []string{"$d a b", "$d c d"}
			}
			p.Proof = fmt.Sprintf("( step%d step%d ) ABC%d", i, i+1, i)
		}
		if p.Kind != task.Notation {
			for range 1 + rng.IntN(4) {
				p.Deps = append(p.Deps, notations[rng.IntN(len(notations))])
			}
			slices.Sort(p.Deps)
			p.Deps = slices.Compact(p.Deps)
		}
		p.Tokens = p.WordCount()
		pool.Premises = append(pool.Premises, p)
		if p.Kind == task.Lemma {
			t := &task.Task{ID: "w/" + p.Name, Name: p.Name, File: p.File, Repository: p.Repository, Statement: p.Statement,
				Hypotheses: p.Hypotheses, Conditions: p.Conditions, Pool: pool, Available: i, Index: i}
			for k := range p.Hypotheses {
				t.HypothesisNames = append(t.HypothesisNames, fmt.Sprintf("%s.%d", p.Name, k+1))
			}
			t.Tokens = t.WordCount()
			t.Truth.Proof = p.Proof
			for range 1 + rng.IntN(5) {
				t.Truth.Premises = append(t.Truth.Premises, rng.Int32N(int32(i)))
			}
			slices.Sort(t.Truth.Premises)
			t.Truth.Premises = slices.Compact(t.Truth.Premises)
			tasks = append(tasks, t)
		}
	}
	return tasks
}

func mustBuild(t *testing.T, x *task.Task, name string) *Context {
	t.Helper()
	p, err := Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Build(x, p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var regimes = []string{"none", "curated", "full", "retrieved-0", "retrieved-5", "retrieved-5+inject", "retrieved-50", "same-file", "same-section"}

func TestContextsOfRandomPools(t *testing.T) {
	for seed := range uint64(5) {
		for _, x := range world(seed, 120) {
			for _, name := range regimes {
				c := mustBuild(t, x, name)
				if !slices.IsSorted(c.Shown) || len(slices.Compact(slices.Clone(c.Shown))) != len(c.Shown) {
					t.Fatalf("%s %s: shown out of order or twice: %v", x.ID, name, c.Shown)
				}
				if words := len(strings.Fields(Render(x, c))); words != c.Tokens {
					t.Fatalf("%s %s: %d tokens, but the rendering has %d words", x.ID, name, c.Tokens, words)
				}
				if err := Leak(x, c); err != nil {
					t.Fatal(err)
				}
				if len(c.Dropped) != 0 {
					t.Fatalf("%s %s dropped %v without a window", x.ID, name, c.Dropped)
				}
				for _, i := range c.Shown {
					for _, d := range x.Pool.Premises[i].Deps {
						if x.Pool.Premises[d].Kind == task.Notation && !slices.Contains(c.Shown, d) {
							t.Fatalf("%s %s shows %d without its notation %d", x.ID, name, i, d)
						}
					}
				}
			}
		}
	}
}

func TestWindow(t *testing.T) {
	for _, x := range world(9, 150)[40:] {
		for _, name := range regimes[1:] {
			whole := mustBuild(t, x, name)
			p, _ := Parse(name)
			previous := map[int32]bool{}
			for window := 1; window <= whole.Tokens+40; window += 17 {
				p.Window = window
				c, err := Build(x, p)
				if err != nil {
					if len(previous) > 0 {
						t.Fatalf("%s: a smaller window was enough: %v", x.ID, err)
					}
					continue
				}
				if c.Tokens > window {
					t.Fatalf("%s %s: %d tokens in a window of %d", x.ID, name, c.Tokens, window)
				}
				if c.Regime != p.String() {
					t.Fatalf("regime %q, want %q", c.Regime, p)
				}
				shown := map[int32]bool{}
				for _, i := range c.Shown {
					shown[i] = true
				}
				for i := range previous {
					if !shown[i] {
						t.Fatalf("%s: window %d no longer shows %d", x.ID, window, i)
					}
				}
				previous = shown
				// Shown and dropped are disjoint and together what no window shows.
				all := slices.Concat(c.Shown, c.Dropped)
				slices.Sort(all)
				if window >= whole.Tokens && !slices.Equal(all, whole.Shown) || len(slices.Compact(slices.Clone(all))) != len(all) {
					t.Fatalf("%s %s@%d: shown and dropped are %v, want %v", x.ID, name, window, all, whole.Shown)
				}
				for _, i := range whole.Shown {
					if !slices.Contains(all, i) && x.Pool.Premises[i].Kind != task.Notation {
						t.Fatalf("%s %s@%d: %d is neither shown nor dropped", x.ID, name, window, i)
					}
				}
			}
			if len(previous) != len(whole.Shown) {
				t.Fatalf("%s %s: a window of everything shows %d of %d", x.ID, name, len(previous), len(whole.Shown))
			}
		}
	}
}

func TestFullWindowKeepsTheCuratedLongest(t *testing.T) {
	kept := 0
	for _, x := range world(3, 150)[60:] {
		oracle := mustBuild(t, x, "curated")
		c := mustBuild(t, x, fmt.Sprintf("full@%d", oracle.Tokens))
		if !slices.Equal(c.Shown, oracle.Shown) {
			// Packing may go on into the rest only after all curated ones are in.
			for _, i := range oracle.Shown {
				if !slices.Contains(c.Shown, i) {
					t.Fatalf("%s: the window of curated drops %d from full", x.ID, i)
				}
			}
		}
		for k := 1; k < len(c.Dropped); k++ {
			if c.Dropped[k] >= c.Dropped[k-1] {
				t.Fatalf("%s: dropped %v is not nearest first", x.ID, c.Dropped)
			}
		}
		kept += len(c.Dropped)
	}
	if kept == 0 {
		t.Fatal("no window dropped anything")
	}
}

// A file may hold several repositories (Metamath's sections), and a repository files.
func TestSameFileAndSameSection(t *testing.T) {
	for _, x := range world(8, 150)[40:] {
		for name, same := range map[string]func(p *task.Premise) bool{
			"same-file":    func(p *task.Premise) bool { return p.File == x.File },
			"same-section": func(p *task.Premise) bool { return p.Repository == x.Repository },
		} {
			c := mustBuild(t, x, name)
			for i := range x.Available {
				p := &x.Pool.Premises[i]
				if p.Kind != task.Notation && slices.Contains(c.Shown, int32(i)) != same(p) {
					t.Fatalf("%s of %s: %s is shown: %v", name, x.ID, p.Name, !same(p))
				}
			}
		}
	}
}

func TestCuratedIsTheCitedAndTheClosureOfDefinitions(t *testing.T) {
	pool := &task.Pool{Premises: []task.Premise{
		0: {Name: "wi", Kind: task.Notation},
		1: {Name: "ax-1", Kind: task.Axiom, Deps: []int32{0}},
		2: {Name: "wa", Kind: task.Notation, Deps: []int32{3}},
		3: {Name: "df-an", Kind: task.Definition, Deps: []int32{0, 2, 4}},
		4: {Name: "wn", Kind: task.Notation, Deps: []int32{9}}, // defined after the theorem
		5: {Name: "wo", Kind: task.Notation, Deps: []int32{6}},
		6: {Name: "df-or", Kind: task.Definition, Deps: []int32{5}},
		7: {Name: "lemma", Kind: task.Lemma, Deps: []int32{2}},
		8: {Name: "goal", Kind: task.Lemma, Deps: []int32{0}},
		9: {Name: "df-not", Kind: task.Definition, Deps: []int32{4}},
	}}
	x := &task.Task{ID: "goal", Name: "goal", Pool: pool, Available: 8, Index: 8, Truth: task.GroundTruth{Premises: []int32{7}}}
	if got, want := mustBuild(t, x, "curated").Shown, []int32{0, 2, 3, 4, 7}; !slices.Equal(got, want) {
		t.Errorf("curated shows %v, want %v", got, want)
	}
	if got, want := mustBuild(t, x, "none").Shown, []int32{0}; !slices.Equal(got, want) {
		t.Errorf("none shows %v, want the statement's notations %v", got, want)
	}
}

func TestGroundTruthChangesOnlyOracleRegimes(t *testing.T) {
	changed := map[string]bool{}
	names := append([]string{"full@400", "curated@90", "retrieved-5+inject@300", "retrieved-5@90", "same-section@200"}, regimes...)
	tasks := world(4, 150)[50:]
	for n, x := range tasks {
		y := *x
		y.Truth = tasks[(n+1)%len(tasks)].Truth
		y.Truth.Premises = slices.DeleteFunc(slices.Clone(y.Truth.Premises), func(i int32) bool { return int(i) >= x.Available })
		for _, name := range names {
			p, _ := Parse(name)
			a, errA := Build(x, p)
			b, errB := Build(&y, p)
			if errA != nil || errB != nil {
				if fmt.Sprint(errA) != fmt.Sprint(errB) {
					t.Fatalf("%s %s: %v and %v", x.ID, name, errA, errB)
				}
				continue
			}
			if !reflect.DeepEqual(a, b) {
				changed[name] = true
			}
		}
	}
	for _, name := range names {
		if p, _ := Parse(name); changed[name] != p.Oracle() {
			t.Errorf("%s: changing the ground truth changed the context: %v, want %v", name, changed[name], p.Oracle())
		}
	}
}

func TestBuildIsDeterministicAndHashesWhatIsShown(t *testing.T) {
	a, b := world(6, 120), world(6, 120)
	hashes := map[string]string{}
	for n, x := range a {
		for _, name := range append([]string{"full@300", "curated@300"}, regimes...) {
			p, _ := Parse(name)
			c, err := Build(x, p)
			d, err2 := Build(b[n], p)
			if err != nil || err2 != nil {
				continue
			}
			if !reflect.DeepEqual(c, d) {
				t.Fatalf("%s %s: %+v and %+v", x.ID, name, c, d)
			}
			if other := hashes[c.Hash]; other != "" {
				t.Fatalf("%s %s and %s have one hash", x.ID, name, other)
			}
			hashes[c.Hash] = x.ID + " " + name
		}
	}
	before := mustBuild(t, a[50], "full").Hash
	y := world(6, 120)[50]
	y.Pool.Premises[3].Statement += " more"
	y.Pool.Premises[3].Proof = "changes nothing"
	if mustBuild(t, y, "full").Hash == before {
		t.Error("the hash does not notice a changed premise")
	}
	z := world(6, 120)[50]
	z.Pool.Premises[3].Proof = "changes nothing"
	if mustBuild(t, z, "full").Hash != before {
		t.Error("the hash covers a proof, which is not shown")
	}
}

func TestWindowThatHoldsNoStatement(t *testing.T) {
	x := world(1, 60)[20]
	if _, err := Build(x, Params{Kind: Full, Window: 3}); err == nil || !strings.Contains(err.Error(), x.ID) {
		t.Fatalf("error %v, want one that names the task", err)
	}
}

func TestLeak(t *testing.T) {
	x := world(2, 80)[40]
	c := mustBuild(t, x, "full")
	if err := Leak(x, c); err != nil {
		t.Fatal(err)
	}
	for name, shown := range map[string][]int32{"itself": {int32(x.Index)}, "before": {int32(x.Index) + 1}} {
		bad := *c
		bad.Shown = shown
		if err := Leak(x, &bad); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("showing %v: error %v, want one with %q", shown, err, name)
		}
	}
	y := world(2, 80)[40]
	y.Pool.Premises[1].Statement += " =\n " + strings.ReplaceAll(y.Truth.Proof, " ", "\n\t")
	if err := Leak(y, mustBuild(t, y, "full")); err == nil || !strings.Contains(err.Error(), "proof") {
		t.Errorf("a premise that quotes the proof: error %v", err)
	}
	z := world(2, 80)[40]
	z.Statement += " := " + z.Truth.Proof
	if err := Leak(z, mustBuild(t, z, "none")); err == nil {
		t.Error("a statement that quotes the proof passes")
	}
}
