package analogy

import (
	"context"
	"fmt"
	"sync"

	"proofgrid/experiments/mm"
	"proofgrid/runner/model"
	"proofgrid/runner/model/mmlogic"
	"proofgrid/runner/model/search"
)

// Settings size a prover.
type Settings struct {
	search.Settings         // of the search that fills the gaps
	Neighbours      int     // similar theorems whose proofs are read
	Bonus           float32 // by how much a citation in the most similar proof lowers a premise's price
}

// Prover proves by analogy. Sample s carries over the proof of the s-th most
// similar theorem, in turn; samples after the first also change prices by their
// seed. A repair goes on from the rejected proof as package search does.
type Prover struct {
	lib      *mmlogic.Library
	settings Settings
	features *features
	pools    *search.Pools
	engines  sync.Pool
}

// New returns a prover over a library.
func New(l *mmlogic.Library, s Settings) *Prover {
	p := &Prover{lib: l, settings: s, features: newFeatures(l), pools: search.NewPools(l)}
	p.engines.New = func() any { return search.NewEngine(l) }
	return p
}

var _ model.Model = (*Prover)(nil)

// Settings lists the sizes and prices.
func (p *Prover) Settings() map[string]any {
	m := p.settings.Settings.Map("analogy")
	m["neighbours"], m["bonus"] = p.settings.Neighbours, p.settings.Bonus
	return m
}

// Answer carries a proof over and searches once. It fails when the task is not of
// the library or cannot be read by it.
func (p *Prover) Answer(ctx context.Context, r *model.Request) (*model.Answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
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
	var skeletons []*mmlogic.Node
	for _, m := range near {
		root, err := p.lib.Read(m.id, proof(m.id))
		if err != nil {
			continue
		}
		skeletons = append(skeletons, root)
		root.Each(func(n *mmlogic.Node) {
			if n.Stmt >= 0 && p.lib.Statement(n.Stmt) != nil {
				o.Bonus[n.Stmt] = max(o.Bonus[n.Stmt], p.settings.Bonus*m.score)
			}
		})
	}
	if len(skeletons) > 0 {
		o.Hints = append(o.Hints, skeletons[r.Sample%len(skeletons)])
	}
	o.Learn(p.lib, problem, r.History)
	e := p.engines.Get().(*search.Engine)
	defer p.engines.Put(e)
	return e.Run(problem, shown, o).Answer(r), nil
}

// DefaultSettings are those of a prover whose spec says nothing else.
func DefaultSettings() Settings {
	return Settings{Settings: search.DefaultSettings(), Neighbours: 8, Bonus: 4}
}
