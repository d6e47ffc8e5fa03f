package search

// DefaultRanking was fitted on proofs of set.mm.
var DefaultRanking = Ranking{
	RootShared: 7.95,
	Shared:     -0.75,
	Guessed:    -0.147,
	Hyps:       -0.008,
	Early:      -0.454,
	Near:       -0.48,
	Fresh:      -0.2,
	News:       -0.133,
	Closed:     1.34,
	Several:    -0.41,
	Own:        5,
}

// DefaultPrices were tuned on theorems of set.mm.
var DefaultPrices = Prices{
	Surprise: 1,
	Step:     0.12,
	Goal:     0.4,
	Size:     0.09,
	Meta:     0.1,
	Bare:     0.25,
	New:      0.01,
	Deep:     0.01,
	Foreign:  1,
}

// DefaultSettings are those of a prover whose spec says nothing else.
func DefaultSettings() Settings {
	return Settings{
		Nodes: 64, Branch: 24, Candidates: 96, Noise: 2, Disjoint: true,
		Ranking: DefaultRanking, Prices: DefaultPrices,
	}
}
