package search

// DefaultWeights were tuned on theorems of set.mm.
var DefaultWeights = Weights{
	Step:  1,
	Goal:  1,
	Size:  0.5,
	Meta:  0.3,
	Bare:  4,
	Rigid: 0.1,
	New:   0.1,
	Near:  0.05,
}

// DefaultSettings are those of a prover whose spec says nothing else.
func DefaultSettings() Settings {
	return Settings{Nodes: 64, Branch: 12, Candidates: 96, Noise: 0.6, Weights: DefaultWeights}
}
