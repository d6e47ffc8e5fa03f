package analysis

import (
	"math"
	"time"

	"proofgrid/stats"
)

// Account is what a cell used up, over all of its attempts whatever their verdict.
type Account struct {
	Attempts     int           `json:"attempts"`
	Calls        int           `json:"calls"`
	TokensIn     int64         `json:"tokens_in"` // known ones only
	TokensCached int64         `json:"tokens_cached"`
	TokensOut    int64         `json:"tokens_out"`
	NoTokens     int           `json:"calls_without_tokens"` // calls whose tokens are unknown
	Retries      int64         `json:"retries"`
	Checks       int64         `json:"checks"`
	Work         int64         `json:"work"`
	Answering    time.Duration `json:"answering_ns"`
	Checking     time.Duration `json:"checking_ns"`
	// EWA is the efficiency-weighted accuracy at K; a task's length is the mean number
	// of tokens of its answers. Lengths counts the tasks that have one.
	EWA     stats.EWA `json:"ewa"`
	Lengths int       `json:"lengths"`
	Why     string    `json:"why,omitempty"` // there is no EWA
}

func (g *grid) accounts() []Account {
	out := make([]Account, len(g.Cells))
	for _, call := range g.Calls {
		a := &out[call.Cell]
		a.Calls++
		a.Retries += call.Retries
		if call.TokensIn < 0 || call.TokensOut < 0 {
			a.NoTokens++
		}
		a.TokensIn += max(0, call.TokensIn)
		a.TokensOut += max(0, call.TokensOut)
		a.TokensCached += max(0, call.TokensCached)
	}
	for c := range out {
		a := &out[c]
		length := make([]float64, len(g.Tasks))
		for t, u := range g.units[c] {
			total, answers := int64(0), 0
			for _, at := range u.attempts {
				a.Attempts++
				a.Checks += at.Checks
				a.Work += at.Work
				a.Answering += at.Answering
				a.Checking += at.Checked
				if at.TokensOut > 0 {
					total += at.TokensOut
					answers++
				}
			}
			length[t] = math.NaN()
			if answers > 0 {
				length[t] = float64(total) / float64(answers)
				if !math.IsNaN(g.solved[c][t]) {
					a.Lengths++
				}
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
