package coq

import (
	"math/bits"

	"proofgrid/experiments/task"
)

// FileDepth is the feature that counts the longest chain of theorems within the task's
// own file.
const FileDepth = "file_depth"

// DependencyDepth is the feature that counts the longest chain of declarations of the
// project that the theorem rests on, each on the next.
const DependencyDepth = "dependency_depth"

// cites returns what a premise rests on directly.
func (b *builder) cites(i int) []int32 {
	return set(append(append([]int32(nil), b.nodes[i].states...), b.nodes[i].proves...))
}

// depths returns each lemma's nesting depth: one more than the greatest of the lemmas
// that its proof cites, so 1 when it cites none. Everything else has 0. own is the same
// over the lemmas of the lemma's own file alone.
func (b *builder) depths() (depth, own []int) {
	depth, own = make([]int, len(b.nodes)), make([]int, len(b.nodes))
	for i := range b.nodes {
		p := &b.pool.Premises[i]
		if p.Kind != task.Lemma {
			continue
		}
		for _, d := range b.nodes[i].proves {
			depth[i] = max(depth[i], depth[d])
			if b.pool.Premises[d].File == p.File {
				own[i] = max(own[i], own[d])
			}
		}
		depth[i]++
		own[i]++
	}
	return depth, own
}

// reach counts, for every premise, which of the columns it rests on, directly or not.
// A column is a premise or, from len(nodes) on, a declaration of another library. The
// columns are worked off in blocks of bitsets, each in one pass over the premises in
// their order, which is topological: a citation points back.
func (b *builder) reach(cites [][]int32, columns []int32) []int {
	const words = 64
	n := len(b.nodes)
	count := make([]int, n)
	rows := make([][words]uint64, n)
	bit := make([]int32, n+len(b.library))
	for len(columns) > 0 {
		block := columns[:min(len(columns), 64*words)]
		columns = columns[len(block):]
		for i := range bit {
			bit[i] = -1
		}
		for c, i := range block {
			bit[i] = int32(c)
		}
		for i := range rows {
			row := &rows[i]
			*row = [words]uint64{}
			for _, d := range cites[i] {
				for w := range row {
					row[w] |= rows[d][w]
				}
				if c := bit[d]; c >= 0 {
					row[c/64] |= 1 << (c % 64)
				}
			}
			for _, l := range b.nodes[i].libraries {
				if c := bit[n+int(l)]; c >= 0 {
					row[c/64] |= 1 << (c % 64)
				}
			}
			for _, w := range row {
				count[i] += bits.OnesCount64(w)
			}
		}
	}
	return count
}

// features returns a function that gives a lemma's numbers of its place among the
// declarations.
func (b *builder) features() func(i int) map[string]float64 {
	depth, own := b.depths()
	cites := make([][]int32, len(b.nodes))
	chain := make([]int, len(b.nodes))
	var lemmas, project, libraries []int32
	for i := range b.nodes {
		cites[i] = b.cites(i)
		for _, d := range cites[i] {
			chain[i] = max(chain[i], chain[d]+1)
		}
		project = append(project, int32(i))
		if b.pool.Premises[i].Kind == task.Lemma {
			lemmas = append(lemmas, int32(i))
		}
	}
	for l := range len(b.library) {
		libraries = append(libraries, int32(len(b.nodes)+l))
	}
	transitive := map[string][]int{
		"deps_transitive_theorems": b.reach(cites, lemmas),
		"deps_transitive_project":  b.reach(cites, project),
		"deps_transitive_library":  b.reach(cites, libraries),
	}
	return func(i int) map[string]float64 {
		theorems := 0
		for _, d := range b.nodes[i].proves {
			if b.pool.Premises[d].Kind == task.Lemma {
				theorems++
			}
		}
		f := map[string]float64{
			task.NestingDepth:      float64(depth[i]),
			FileDepth:              float64(own[i]),
			DependencyDepth:        float64(chain[i]),
			"deps_direct_theorems": float64(theorems),
			"deps_direct_project":  float64(len(cites[i])),
			"deps_direct_library":  float64(len(b.nodes[i].libraries)),
		}
		for name, of := range transitive {
			f[name] = float64(of[i])
		}
		return f
	}
}
