package analogy

import (
	"context"
	"fmt"
	"math"
	"sync"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/model/search"
)

// Settings size a prover.
type Settings struct {
	search.Settings         // of the search that fills the gaps
	Neighbours      int     // similar theorems whose proofs are read
	Similar         float32 // added to the score of what the proof of an identical statement would cite, less for less similar ones
	Carried         float32 // price of a citation that is carried over
	Popular         float32 // added to a premise's score for each e-fold of proofs in context that cite it
}

// Prover proves by analogy. Sample s carries over the proof of the s-th most
// similar theorem, in turn; samples after the first also change prices by their
// seed. A repair goes on from the rejected proof as package search does.
type Prover struct {
	lib       *mmlogic.Library
	settings  Settings
	features  *features
	citations citations
	pools     *search.Pools
	engines   sync.Pool
}

// New returns a prover over a library.
func New(l *mmlogic.Library, s Settings) *Prover {
	p := &Prover{lib: l, settings: s, features: newFeatures(l), pools: search.NewPools(l), citations: citations{lib: l, known: map[*task.Pool][][]mm.StmtID{}}}
	p.engines.New = func() any { return search.NewEngine(l) }
	return p
}

var _ model.Model = (*Prover)(nil)

// Settings lists the sizes and prices.
func (p *Prover) Settings() map[string]any {
	m := p.settings.Settings.Map("analogy")
	m["neighbours"], m["similar"], m["popular"], m["carried"] = p.settings.Neighbours, p.settings.Similar, p.settings.Popular, p.settings.Carried
	return m
}

// Answer carries a proof over and searches once. It fails when the task is not of
// the library or cannot be read by it.
func (p *Prover) Answer(ctx context.Context, r *model.Request) (*model.Answer, error) {
	problem, ok := p.lib.Problem(r.Task.Name)
	if !ok {
		return nil, fmt.Errorf("analogy: %s is not a theorem that the library can read", r.Task.Name)
	}
	shown := p.pools.Shown(r.Task, r.Context)
	pool := p.pools.Of(r.Task.Pool)
	proof := func(id mm.StmtID) string { return r.Task.Pool.Premises[pool.Premise[id]].Proof }
	near := p.features.nearest(problem.ID, p.settings.Neighbours, func(id mm.StmtID) bool {
		return shown.Has(id) && proof(id) != ""
	})

	o := p.settings.Options(r)
	o.Bonus = make([]float32, p.lib.Len())
	for id, n := range p.citations.counts(r.Task, r.Context, pool) {
		if n > 0 {
			o.Bonus[id] = p.settings.Popular * float32(math.Log1p(float64(n)))
		}
	}
	var skeletons []*mmlogic.Node
	for _, m := range near {
		root, err := p.lib.Read(m.id, proof(m.id))
		if err != nil {
			continue
		}
		skeletons = append(skeletons, root)
		root.Each(func(n *mmlogic.Node) {
			if n.Stmt >= 0 && p.lib.Statement(n.Stmt) != nil {
				o.Bonus[n.Stmt] = max(o.Bonus[n.Stmt], p.settings.Similar*m.score)
			}
		})
	}
	if len(skeletons) > 0 {
		o.Hints = append(o.Hints, search.Hint{Proof: skeletons[r.Sample%len(skeletons)], Price: p.settings.Carried})
	}
	o.Learn(p.lib, problem, r.History)
	e := p.engines.Get().(*search.Engine)
	defer p.engines.Put(e)
	return e.Answer(ctx, r, problem, shown, o)
}

// DefaultSettings are those of a prover whose spec says nothing else. The ranking
// was fitted together with Popular on proofs of set.mm.
func DefaultSettings() Settings {
	s := search.DefaultSettings()
	s.Ranking = search.Ranking{
		RootShared: 5.35,
		Guessed:    0.007,
		Hyps:       0.006,
		Early:      -0.041,
		Near:       -0.644,
		Fresh:      -0.24,
		News:       -0.042,
		Closed:     1.49,
		Several:    -0.12,
		Own:        8,
	}
	return Settings{Settings: s, Neighbours: 8, Similar: 2, Popular: 0.87, Carried: 0.3}
}
