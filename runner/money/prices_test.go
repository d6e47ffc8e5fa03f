package money

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/responses"
)

func usd(x float64) *float64 { return &x }

var (
	nan  = math.NaN()
	full = &Prices{Input: usd(3), CachedInput: usd(0.3), CacheWrite: usd(3.75), Output: usd(15), Reasoning: usd(20)}
	flat = &Prices{Input: usd(3), Output: usd(15)}
	free = &Prices{Input: usd(0), Output: usd(0)}
)

func TestCost(t *testing.T) {
	for name, c := range map[string]struct {
		prices *Prices
		usage  responses.Usage
		want   float64 // USD, by hand
	}{
		"every part has its price":       {full, responses.Usage{In: 1000, Cached: 600, CacheWrite: 100, Out: 500, Reasoning: 200}, (300*3 + 600*0.3 + 100*3.75 + 300*15 + 200*20) / 1e6},
		"a million each":                 {flat, responses.Usage{In: 1e6, Cached: 0, CacheWrite: 0, Out: 1e6, Reasoning: 0}, 18},
		"parts at the price of all":      {flat, responses.Usage{In: 1000, Cached: 600, CacheWrite: 100, Out: 500, Reasoning: 200}, (1000*3 + 500*15) / 1e6},
		"unknown parts that cost alike":  {flat, responses.Usage{In: 1000, Cached: -1, CacheWrite: -1, Out: 500, Reasoning: -1}, (1000*3 + 500*15) / 1e6},
		"an unknown part with a price":   {full, responses.Usage{In: 1000, Cached: -1, CacheWrite: 0, Out: 500, Reasoning: 0}, nan},
		"unknown reasoning with a price": {full, responses.Usage{In: 1000, Cached: 0, CacheWrite: 0, Out: 500, Reasoning: -1}, nan},
		"unknown input":                  {flat, responses.Usage{In: -1, Out: 500}, nan},
		"unknown output":                 {flat, responses.Usage{In: 1000, Out: -1}, nan},
		"nothing is known, all is free":  {free, responses.Usage{In: -1, Cached: -1, CacheWrite: -1, Out: -1, Reasoning: -1}, 0},
		"free input is not counted":      {&Prices{Input: usd(0), Output: usd(15)}, responses.Usage{In: -1, Out: 100}, 100 * 15 / 1e6},
		"free input, dear cache writes":  {&Prices{Input: usd(0), CacheWrite: usd(1), Output: usd(0)}, responses.Usage{In: 5, Cached: 0, CacheWrite: 5, Out: 0}, 5 / 1e6},
		"a part beyond its whole":        {full, responses.Usage{In: 100, Cached: 150, CacheWrite: 0, Out: 0, Reasoning: 0}, 150 * 0.3 / 1e6},
		"no tokens":                      {full, responses.Usage{}, 0},
		"no prices":                      {nil, responses.Usage{In: 1, Out: 1}, nan},
		"no price of output":             {&Prices{Input: usd(1)}, responses.Usage{In: 1, Out: 1}, nan},
	} {
		if got := c.prices.Cost(c.usage); math.Abs(got-c.want) > 1e-15 || math.IsNaN(got) != math.IsNaN(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestABoundIsNeverBelowTheCost(t *testing.T) {
	for _, p := range []*Prices{full, flat, free, {Input: usd(1), CachedInput: usd(2), Output: usd(3), Reasoning: usd(1)}} {
		for cached := int64(0); cached <= 90; cached += 30 {
			for written := int64(0); written+cached <= 90; written += 30 {
				for thought := int64(0); thought <= 50; thought += 25 {
					took := p.Of(responses.Usage{In: 90, Cached: cached, CacheWrite: written, Out: 50, Reasoning: thought})
					bound := p.Bound(90, 50)
					if !(took.Cost <= bound.Cost) || took.Tokens != 140 || bound.Tokens != 140 || took.Calls != 1 || bound.Calls != 1 {
						t.Fatalf("%+v beyond %+v", took, bound)
					}
				}
			}
		}
	}
	if b := full.Bound(90, 50); b.Cost != (90*3.75+50*20)/1e6 {
		t.Errorf("%+v", b)
	}
	if b := full.Bound(90, -1); !math.IsNaN(b.Cost) || b.Tokens != -1 {
		t.Errorf("%+v", b)
	}
	if b := (*Prices)(nil).Bound(90, 50); !math.IsNaN(b.Cost) || b.Tokens != 140 {
		t.Errorf("%+v", b)
	}
}

func TestValidate(t *testing.T) {
	for want, p := range map[string]*Prices{
		"input: the price is missing":  {Output: usd(1)},
		"output: the price is missing": {Input: usd(1)},
		"cached_input: -1 is not":      {Input: usd(1), Output: usd(1), CachedInput: usd(-1)},
		"cache_write: +Inf is not":     {Input: usd(1), Output: usd(1), CacheWrite: usd(math.Inf(1))},
		"reasoning: NaN is not":        {Input: usd(1), Output: usd(1), Reasoning: &nan},
	} {
		if err := p.Validate(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, p := range []*Prices{nil, full, flat, free} {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
	}
}

func TestSpentCountsWhatTheRunAskedForFirst(t *testing.T) {
	s, err := responses.Open(filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n := 0
	intent := func(run, model string, prompt, most int64) responses.Intent {
		n++
		return responses.Intent{Key: strings.Repeat("0", 62) + string("0123456789abcdef"[n/16]) + string("0123456789abcdef"[n%16]), Run: run, Model: model, PromptTokens: prompt, MaxTokens: most, At: time.Unix(int64(n), 0)}
	}
	put := func(i responses.Intent, u responses.Usage) {
		t.Helper()
		if err := s.Put(&responses.Entry{Header: responses.Header{Intent: i, Settings: json.RawMessage(`{}`), Usage: u}}); err != nil {
			t.Fatal(err)
		}
	}
	begin := func(i responses.Intent) {
		t.Helper()
		if err := s.Begin(i); err != nil {
			t.Fatal(err)
		}
	}
	prices := map[string]*Prices{"dear": flat, "free": free}
	known := responses.Usage{In: 100, Cached: -1, CacheWrite: -1, Out: 10, Reasoning: -1}
	unknownUsage := responses.Usage{In: -1, Cached: -1, CacheWrite: -1, Out: -1, Reasoning: -1}
	put(intent("e/a", "dear", 90, 50), known)
	put(intent("e/a", "free", 90, 50), known)
	put(intent("e/b", "dear", 90, 50), known)
	put(intent("e/a", "dear", 90, 50), unknownUsage) // counts as its bound
	check := func(want Totals) {
		t.Helper()
		got, err := Spent(s, "e/a", prices)
		if err != nil || math.Abs(got.Cost-want.Cost) > 1e-12 || got.Tokens != want.Tokens || got.Calls != want.Calls {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	want := Totals{Cost: (100*3 + 10*15 + 90*3 + 50*15) / 1e6, Tokens: 110 + 110 + 140, Calls: 3}
	check(want)

	twice := intent("e/a", "dear", 90, 50)
	begin(twice)
	want.Cost += (90*3 + 50*15) / 1e6
	want.Tokens += 140
	check(want) // in doubt
	begin(twice)
	put(twice, known)
	want.Cost += (100*3 + 10*15) / 1e6
	want.Tokens += 110
	want.Calls++
	check(want) // answered, but one call for it may have been paid in vain
	begin(intent("e/a", "dear", 90, -1))
	check(want) // in doubt, of an unknown bound

	put(intent("e/a", "no prices", 90, -1), unknownUsage)
	if got, err := Spent(s, "e/a", prices); err != nil || !math.IsNaN(got.Cost) || got.Tokens != -1 || got.Calls != 5 {
		t.Errorf("%+v, %v", got, err)
	}
}
