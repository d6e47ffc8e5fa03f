package search

// DefaultRanking was fitted on proofs of set.mm.
var DefaultRanking = Ranking{
	Rigid:   6.6,
	Hyps:    -0.045,
	Early:   -0.44,
	Near:    -0.36,
	Fresh:   -0.45,
	Metas:   0.18,
	News:    -0.07,
	Closed:  5,
	Several: -0.4,
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
	Foreign:  1,
}

// DefaultSettings are those of a prover whose spec says nothing else.
func DefaultSettings() Settings {
	return Settings{
		Nodes: 64, Branch: 24, Candidates: 96, Noise: 2, Disjoint: true,
		Ranking: DefaultRanking, Prices: DefaultPrices,
	}
}
