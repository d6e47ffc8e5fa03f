package analogy

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
)

// features describe statements as sparse vectors. They are made once per library,
// from statements alone, and what is said of a statement depends on those up to it
// only: how rare a feature is, is counted there.
type features struct {
	of       [][]int32     // by statement: sorted, without repetition
	postings [][]mm.StmtID // by feature: the statements that have it, ascending
	norm     []float32     // by statement, with the weights that held when it was declared
	count    []int32       // by statement: how many there are up to it
	sums     sync.Pool
}

// weight is the squared inverse document frequency of a feature that some of so
// many statements have.
func weight(statements int32, having int) float32 {
	idf := math.Log(float64(statements+1) / float64(having))
	return float32(idf * idf)
}

func newFeatures(l *mmlogic.Library) *features {
	f := &features{of: make([][]int32, l.Len()), norm: make([]float32, l.Len()), count: make([]int32, l.Len())}
	f.sums.New = func() any { s := make([]float32, l.Len()); return &s }
	numbers := map[int64]int32{}
	statements := int32(0)
	for id := mm.StmtID(0); int(id) < l.Len(); id++ {
		st := l.Statement(id)
		if st != nil {
			statements++
		}
		f.count[id] = statements
		if st == nil {
			continue
		}
		var set []int32
		add := func(key int64) {
			n, ok := numbers[key]
			if !ok {
				n = int32(len(f.postings))
				numbers[key] = n
				f.postings = append(f.postings, nil)
			}
			set = append(set, n)
		}
		l.Nested(st.Conclusion, func(c, parent int32) {
			add(int64(c) << 1)
			if parent >= 0 {
				add(int64(c)<<33 | int64(parent)<<1)
			}
		})
		for _, h := range st.Hyps {
			l.Nested(h, func(c, _ int32) { add(int64(c)<<1 | 1) })
		}
		slices.Sort(set)
		f.of[id] = slices.Compact(set)
		sum := float32(0)
		for _, n := range f.of[id] {
			f.postings[n] = append(f.postings[n], id)
			sum += weight(statements, len(f.postings[n]))
		}
		f.norm[id] = float32(math.Sqrt(float64(sum)))
	}
	return f
}

// match is a statement and its similarity to a theorem, between 0 and 1.
type match struct {
	id    mm.StmtID
	score float32
}

// nearest returns the n statements most similar to a theorem among those before it
// that keep accepts, the most similar first and the later on a tie.
func (f *features) nearest(of mm.StmtID, n int, keep func(mm.StmtID) bool) []match {
	if n <= 0 {
		return nil
	}
	buf := f.sums.Get().(*[]float32)
	defer f.sums.Put(buf)
	sums := *buf
	clear(sums[:of])
	for _, k := range f.of[of] {
		having, _ := slices.BinarySearch(f.postings[k], of) // before the theorem
		if having > common {
			continue
		}
		w := weight(f.count[of], having+1)
		for _, id := range f.postings[k][:having] {
			sums[id] += w
		}
	}
	var best []match
	for id := range of {
		if sums[id] == 0 {
			continue
		}
		m := match{id, sums[id] / (f.norm[id] * f.norm[of])}
		if len(best) == n && compare(m, best[n-1]) >= 0 || !keep(id) {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, m, compare)
		best = slices.Insert(best, at, m)
		if len(best) > n {
			best = best[:n]
		}
	}
	return best
}

// common is how many statements may have a feature that is looked up: what more
// have tells little and costs much.
const common = 4000

func compare(a, b match) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.id, a.id))
}
