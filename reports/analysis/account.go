package analysis

import (
	"math"
	"time"

	"proofgrid/stats"
)

// Account is what a cell used up, over all of its attempts whatever their verdict.
type Account struct {
	Attempts     int   `json:"attempts"`
	Calls        int   `json:"calls"`
	TokensIn     int64 `json:"tokens_in"` // known ones only
	TokensCached int64 `json:"tokens_cached"`
	Written      int64 `json:"tokens_cache_write"`
	TokensOut    int64 `json:"tokens_out"`
	NoTokensIn   int   `json:"calls_without_tokens_in"` // calls that do not say
	NoTokensOut  int   `json:"calls_without_tokens_out"`
	// Of the calls that say so: tokens served from a cache, and tokens written to one, as
	// shares of those sent, and tokens of reasoning, of which Thought is the number, as a share of those answered.
	// NaN when no call says so.
	Thought      int64         `json:"tokens_reasoning"`
	CachedShare  float64       `json:"cached_share"`
	WrittenShare float64       `json:"cache_write_share"`
	ThoughtShare float64       `json:"reasoning_share"`
	Retries      int64         `json:"retries"`
	Waiting      time.Duration `json:"waiting_ns"`      // for rate limits and between retries, of calls that say; −1 when none does
	Latency      time.Duration `json:"mean_latency_ns"` // of calls that say; −1 when none does
	Checks       int64         `json:"checks"`
	Work         int64         `json:"work"`
	Answering    time.Duration `json:"answering_ns"`          // known ones only
	Checking     time.Duration `json:"checking_ns"`           // known ones only
	NoTime       int           `json:"attempts_without_time"` // that ran, and of which neither is known
	// EWA is the efficiency-weighted accuracy at K; a task's length is the mean number
	// of tokens of its answers. Lengths counts the tasks that have one.
	EWA     stats.EWA `json:"ewa"`
	Lengths int       `json:"lengths"`
	Why     string    `json:"why,omitempty"` // there is no EWA
}

func (g *grid) accounts() []Account {
	out := make([]Account, len(g.Cells))
	for c := range out {
		a, calls, attempts := &out[c], &g.calls[c], &g.attempts[c]
		a.Calls, a.NoTokensIn, a.NoTokensOut, a.Retries = calls.calls, calls.noIn, calls.noOut, calls.retries
		a.Thought, a.Waiting, a.Latency = calls.tokensThought, -1, -1
		a.CachedShare = float64(calls.cachedOfIn) / float64(calls.inOfCached)
		a.WrittenShare = float64(calls.writtenOfIn) / float64(calls.inOfWritten)
		a.ThoughtShare = float64(calls.thoughtOfOut) / float64(calls.outOfThought)
		if calls.waited > 0 {
			a.Waiting = calls.wait
		}
		if calls.timed > 0 {
			a.Latency = calls.latency / time.Duration(calls.timed)
		}
		a.TokensIn, a.TokensCached, a.Written, a.TokensOut = calls.tokensIn, calls.tokensCached, calls.tokensWritten, calls.tokensOut
		a.Attempts, a.Checks, a.Work = attempts.attempts, attempts.checks, attempts.work
		a.Answering, a.Checking = attempts.answering, attempts.checking
		a.NoTime = attempts.noTime
		length := g.length[c]
		for t, y := range g.solved[c] {
			if !math.IsNaN(length[t]) && !math.IsNaN(y) {
				a.Lengths++
			}
		}
		var err error
		if a.EWA, err = stats.EWAAtK(g.solved[c], length); err != nil {
			nan := math.NaN()
			a.EWA = stats.EWA{Fraction: nan, Percent: nan, MeanOfRatios: nan, SolvedLength: nan}
			a.Why = err.Error()
		}
	}
	return out
}
