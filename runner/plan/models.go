package plan

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"proofgrid/experiments/mmlogic"
	"proofgrid/experiments/spec"
	"proofgrid/runner/model"
	"proofgrid/runner/model/analogy"
	"proofgrid/runner/model/portfolio"
	"proofgrid/runner/model/search"
)

// proverOptions are the options of the built-in provers in a spec. A pointer
// tells an option that is not given from one that is zero.
type proverOptions struct {
	Nodes      int      `yaml:"nodes"`      // expansions per answer
	Branch     int      `yaml:"branch"`     // citations kept per expansion
	Candidates int      `yaml:"candidates"` // premises tried per expansion
	Noise      *float64 `yaml:"noise"`      // by how much samples after the first change the prices of premises
	Disjoint   *bool    `yaml:"disjoint"`   // refuse broken disjoint-variable conditions at once, instead of leaving them to the checker
}

// MaxNodes bounds the work of one answer.
const MaxNodes = 1_000_000

func (o proverOptions) check(m spec.Model) error {
	for _, v := range []struct {
		name string
		n    int
	}{{"nodes", o.Nodes}, {"branch", o.Branch}, {"candidates", o.Candidates}} {
		if v.n < 0 || v.n > MaxNodes {
			return m.Fail("model %s: %s = %d; it takes 1 to %d", m.Name, v.name, v.n, MaxNodes)
		}
	}
	if o.Noise != nil && !(*o.Noise >= 0 && *o.Noise <= 100) { // NaN fails too
		return m.Fail("model %s: noise = %v; it takes 0 to 100", m.Name, *o.Noise)
	}
	return nil
}

// settings fills s with the options that are given.
func (o proverOptions) settings(s *search.Settings) {
	for _, v := range []struct{ to, from *int }{{&s.Nodes, &o.Nodes}, {&s.Branch, &o.Branch}, {&s.Candidates, &o.Candidates}} {
		if *v.from != 0 {
			*v.to = *v.from
		}
	}
	if o.Noise != nil {
		s.Noise = *o.Noise
	}
	if o.Disjoint != nil {
		s.Disjoint = *o.Disjoint
	}
}

// provers are the kinds that are part of the program.
var provers = map[string]func(*mmlogic.Library, proverOptions) model.Model{
	"search": func(l *mmlogic.Library, o proverOptions) model.Model {
		s := search.DefaultSettings()
		o.settings(&s)
		return search.New(l, s)
	},
	"analogy": func(l *mmlogic.Library, o proverOptions) model.Model {
		s := analogy.DefaultSettings()
		o.settings(&s.Settings)
		return analogy.New(l, s)
	},
}

// models makes the models of a spec; built-in provers share one library.
func (p *Plan) models() error {
	lib := sync.OnceValue(func() *mmlogic.Library { return mmlogic.NewLibrary(p.Source.Metamath.DB) })
	for _, m := range p.Spec.Models {
		var err error
		switch {
		case provers[m.Kind] != nil:
			p.Models[m.Name], err = p.prover(m, lib)
		case m.Kind == portfolioKind:
			p.Models[m.Name], err = p.portfolio(m)
		case protocols[m.Kind] != nil:
			p.Models[m.Name], err = p.remote(m, protocols[m.Kind])
		case m.Kind == "command":
			p.Models[m.Name], err = p.command(m)
		default:
			known := slices.Sorted(maps.Keys(provers))
			known = append(append(known, slices.Sorted(maps.Keys(protocols))...), "command", portfolioKind)
			err = m.Fail("model %s: no kind %q%s", m.Name, m.Kind, spec.Hint(m.Kind, known))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *Plan) prover(m spec.Model, lib func() *mmlogic.Library) (model.Model, error) {
	if p.Source.Metamath == nil {
		return nil, m.Fail("model %s: the prover %s works on metamath tasks, and these are for %s", m.Name, m.Kind, p.Source.System)
	}
	var o proverOptions
	if err := m.Decode(&o); err != nil {
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	}
	if err := o.check(m); err != nil {
		return nil, err
	}
	return provers[m.Kind](lib(), o), nil
}

const portfolioKind = "portfolio"

// portfolioOptions are the options of the prover of Coq scripts.
type portfolioOptions struct {
	Noise   *float64 `yaml:"noise"`   // by how much samples after the first change the scores of premises
	Seconds *int     `yaml:"seconds"` // of wall time for the end of a script at each open goal
}

func (p *Plan) portfolio(m spec.Model) (model.Model, error) {
	if p.Source.System != "coq" {
		return nil, m.Fail("model %s: the prover %s works on coq tasks, and these are for %s", m.Name, m.Kind, p.Source.System)
	}
	var o portfolioOptions
	if err := m.Decode(&o); err != nil {
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	}
	s := portfolio.DefaultSettings()
	if o.Noise != nil {
		if s.Noise = *o.Noise; !(s.Noise >= 0 && s.Noise <= 100) { // NaN fails too
			return nil, m.Fail("model %s: noise = %v; it takes 0 to 100", m.Name, s.Noise)
		}
	}
	if o.Seconds != nil {
		if s.Seconds = *o.Seconds; s.Seconds < 1 || s.Seconds > 3600 {
			return nil, m.Fail("model %s: seconds = %d; it takes 1 to 3600", m.Name, s.Seconds)
		}
	}
	return portfolio.New(s), nil
}
