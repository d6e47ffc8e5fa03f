package search

import (
	"context"
	"fmt"
	"math"
	"sync"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
)

// Settings size a prover.
type Settings struct {
	Nodes      int     // expansions per answer
	Branch     int     // citations kept per expansion
	Candidates int     // premises tried per expansion
	Noise      float64 // by how many nats the seed changes the scores of premises, in all answers but the first
	Disjoint   bool    // refuse citations whose disjoint-variable conditions are broken at once
	Ranking    Ranking
	Prices     Prices
}

// Prover is the search as a model. Its first answer follows the plain scores and
// prices; the seeds of other samples and of repairs change them. A repair begins
// with the proofs that were rejected: the steps that the checker blames are not
// taken again where they stood, and what was proved need not be found again, so
// the budget goes to what is left open.
type Prover struct {
	lib      *mmlogic.Library
	settings Settings
	pools    *Pools
	engines  sync.Pool
}

// New returns a prover over a library.
func New(l *mmlogic.Library, s Settings) *Prover {
	p := &Prover{lib: l, settings: s, pools: NewPools(l)}
	p.engines.New = func() any { return NewEngine(l) }
	return p
}

var _ model.Model = (*Prover)(nil)

// Settings lists the sizes and prices.
func (p *Prover) Settings() map[string]any {
	return p.settings.Map("search")
}

// Map lists the settings of a prover by name.
func (s Settings) Map(prover string) map[string]any {
	return map[string]any{
		"prover": prover, "nodes": s.Nodes, "branch": s.Branch, "candidates": s.Candidates,
		"noise": s.Noise, "disjoint": s.Disjoint, "ranking": s.Ranking, "prices": s.Prices,
	}
}

// Options are those of one request's search.
func (s Settings) Options(r *model.Request) Options {
	o := Options{
		Nodes: s.Nodes, Branch: s.Branch, Candidates: s.Candidates,
		Disjoint: s.Disjoint, Ranking: s.Ranking, Prices: s.Prices, Seed: r.Seed,
	}
	if r.Sample+r.Round > 0 {
		o.Noise = s.Noise
		o.Prices = s.Prices.vary(r.Seed)
	}
	return o
}

// Answer searches once. It fails when the task is not of the library or cannot be
// read by it.
func (p *Prover) Answer(ctx context.Context, r *model.Request) (*model.Answer, error) {
	problem, ok := p.lib.Problem(r.Task.Name)
	if !ok {
		return nil, fmt.Errorf("search: %s is not a theorem that the library can read", r.Task.Name)
	}
	o := p.settings.Options(r)
	o.Learn(p.lib, problem, r.History)
	e := p.engines.Get().(*Engine)
	defer p.engines.Put(e)
	return e.Answer(ctx, r, problem, p.pools.Shown(r.Task, r.Context), o)
}

// usual is the surprisal of a right citation in nats, on average (measured on
// set.mm, full regime).
const usual = 3

// vary changes each price by a seeded log-normal factor.
func (p Prices) vary(seed uint64) Prices {
	for i, x := range []*float32{&p.Step, &p.Goal, &p.Size, &p.Meta, &p.Bare, &p.New, &p.Deep, &p.Foreign, &p.Surprise} {
		*x *= float32(math.Exp(spread * gauss(seed, ^uint64(i))))
	}
	return p
}

const spread = 0.7 // standard deviation of the factor's logarithm

// Answer runs a search and puts its result into the words of a model. A proof's
// tokens are its steps.
func (e *Engine) Answer(ctx context.Context, q *model.Request, p *mmlogic.Problem, shown mmlogic.Set, o Options) (*model.Answer, error) {
	r, err := e.Run(ctx, p, shown, o)
	if err != nil {
		return nil, err
	}
	finish := "budget"
	switch {
	case r.Complete:
		finish = "proof"
	case r.Exhausted:
		finish = "exhausted"
	}
	return &model.Answer{
		Response: r.Text, Candidate: verify.Candidate{Proof: r.Text}, Finish: finish, Work: int64(r.Nodes),
		Usage: model.Usage{In: int64(q.Context.Tokens), Out: int64(r.Steps)},
	}, nil
}

// Learn takes from earlier rounds what a repair can use: each candidate becomes a
// hint, and the step that the checker's first diagnostic blames is banned where
// the candidate has it. A step left open blames nothing: the search goes on there.
func (o *Options) Learn(l *mmlogic.Library, p *mmlogic.Problem, history []model.Exchange) {
	for _, h := range history {
		root, err := l.Read(p.ID, h.Candidate.Proof)
		if err != nil {
			continue
		}
		o.Hints = append(o.Hints, Hint{root, usual})
		for _, d := range h.Report.Diagnostics {
			if d.Step == 0 || d.Kind == mm.Incomplete.String() {
				continue
			}
			if n := root.At(d.Step); n != nil {
				if o.Ban == nil {
					o.Ban = map[*mmlogic.Node]bool{}
				}
				o.Ban[n] = true
			}
		}
	}
}
