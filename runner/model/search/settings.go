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
	Surprise: 0.5,
	Step:     0.5,
	Goal:     1.5,
	Size:     0.3,
	Meta:     0.6,
	Bare:     2,
	New:      0.8,
	Foreign:  0.5,
}

// DefaultSettings are those of a prover whose spec says nothing else.
func DefaultSettings() Settings {
	return Settings{
		Nodes: 64, Branch: 12, Candidates: 96, Noise: 0.6, Disjoint: true,
		Ranking: DefaultRanking, Prices: DefaultPrices,
	}
}
