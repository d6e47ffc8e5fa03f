package money

import (
	"fmt"
	"math"

	"proofgrid/experiments/responses"
)

// Prices are in USD per million tokens. Input and Output are needed; a price that is
// left out of the others is that of the tokens of which they are a part.
type Prices struct {
	Input       *float64 `yaml:"input"`        // of the prompt
	CachedInput *float64 `yaml:"cached_input"` // of its part that the provider read from its cache; default: Input
	CacheWrite  *float64 `yaml:"cache_write"`  // of its part that the provider wrote to its cache; default: Input
	Output      *float64 `yaml:"output"`       // of all that was generated
	Reasoning   *float64 `yaml:"reasoning"`    // of its part that is reasoning; default: Output
}

// Validate returns an error that starts with the name of the price when one is
// missing, negative or not finite. Nil prices are fine: nothing is known then.
func (p *Prices) Validate() error {
	if p == nil {
		return nil
	}
	for _, c := range []struct {
		name   string
		price  *float64
		needed bool
	}{
		{"input", p.Input, true}, {"cached_input", p.CachedInput, false}, {"cache_write", p.CacheWrite, false},
		{"output", p.Output, true}, {"reasoning", p.Reasoning, false},
	} {
		switch {
		case c.price == nil && c.needed:
			return fmt.Errorf("%s: the price is missing; it is in USD per million tokens, 0 for a model that costs nothing", c.name)
		case c.price != nil && (*c.price < 0 || math.IsNaN(*c.price) || math.IsInf(*c.price, 0)):
			return fmt.Errorf("%s: %v is not a price in USD per million tokens", c.name, *c.price)
		}
	}
	return nil
}

// Cost returns the price of a call in USD:
//
//	(In − Cached − CacheWrite)·Input + Cached·CachedInput + CacheWrite·CacheWrite
//	  + (Out − Reasoning)·Output + Reasoning·Reasoning
//
// over a million, since In includes Cached and CacheWrite, and Out includes
// Reasoning. A part without a price of its own is not split off, so its count is not
// needed. Parts that exceed their whole, as a provider may report, leave nothing
// for the rest. Cost is NaN when a needed price is missing, p is nil, or a count that
// bears on the cost is unknown; tokens that cost 0 need no count.
func (p *Prices) Cost(u responses.Usage) float64 {
	if p == nil || p.Input == nil || p.Output == nil {
		return math.NaN()
	}
	side := func(whole int64, price float64, parts ...part) float64 {
		free := price == 0
		for _, q := range parts {
			free = free && (q.price == nil || *q.price == 0)
		}
		if free {
			return 0
		}
		cost, rest := 0.0, count(whole)
		for _, q := range parts {
			if q.price != nil && *q.price != price {
				n := count(q.tokens)
				cost += n * *q.price
				rest -= n
			}
		}
		if rest < 0 {
			rest = 0
		}
		return cost + rest*price
	}
	return (side(u.In, *p.Input, part{u.Cached, p.CachedInput}, part{u.CacheWrite, p.CacheWrite}) +
		side(u.Out, *p.Output, part{u.Reasoning, p.Reasoning})) / 1e6
}

// part is a part of a side's tokens; its price is nil when it has none of its own.
type part struct {
	tokens int64
	price  *float64
}

// count is a number of tokens, NaN when it is unknown.
func count(n int64) float64 {
	if n < 0 {
		return math.NaN()
	}
	return float64(n)
}

// Totals is what calls took.
type Totals struct {
	Cost   float64 // USD, NaN when unknown
	Tokens int64   // of prompts and answers, -1 when unknown
	Calls  int64
}

// Of returns what an answered call took.
func (p *Prices) Of(u responses.Usage) Totals {
	return Totals{Cost: p.Cost(u), Tokens: sum(u.In, u.Out), Calls: 1}
}

// Bound returns the most that one call can take whose prompt has so many tokens and
// whose answer has at most so many, each -1 when unknown: every token is charged at
// the highest price that it may have.
func (p *Prices) Bound(promptTokens, maxTokens int64) Totals {
	t := Totals{Cost: math.NaN(), Tokens: sum(promptTokens, maxTokens), Calls: 1}
	if p != nil && p.Input != nil && p.Output != nil {
		highest := Prices{Input: highest(p.Input, p.CachedInput, p.CacheWrite), Output: highest(p.Output, p.Reasoning)}
		t.Cost = highest.Cost(responses.Usage{In: promptTokens, Out: maxTokens})
	}
	return t
}

func sum(in, out int64) int64 {
	if in < 0 || out < 0 {
		return -1
	}
	return in + out
}

func highest(prices ...*float64) *float64 {
	top := prices[0]
	for _, q := range prices[1:] {
		if q != nil && *q > *top {
			top = q
		}
	}
	return top
}

// Spent returns what a run took so far by the answers that it was the first to ask
// for, at the prices of the models by their name in the spec. An answer whose usage is
// unknown counts as its bound. Calls that a crash left in doubt count as their bound
// too, where that is known, but not among the calls: they may have been paid, and a
// cap on money is a promise. Cost is NaN, or Tokens -1, when an answer has neither
// usage nor bound.
func Spent(s *responses.Store, run string, prices map[string]*Prices) (Totals, error) {
	var spent amount
	of := responses.Filter{Run: run}
	lost := func(i *responses.Intent, times int) {
		bound := amountOf(prices[i.Model].Bound(i.PromptTokens, i.MaxTokens))
		bound[calls] = 0
		for range times {
			spent = spent.plus(bound.or(amount{}))
		}
	}
	for h, err := range s.List(of) {
		if err != nil {
			return Totals{}, err
		}
		p := prices[h.Model]
		spent = spent.plus(amountOf(p.Of(h.Usage)).or(amountOf(p.Bound(h.PromptTokens, h.MaxTokens))))
		lost(&h.Intent, h.Begun-1)
	}
	for _, i := range s.InDoubt(of) {
		lost(&i, i.Begun)
	}
	return spent.totals(), nil
}
