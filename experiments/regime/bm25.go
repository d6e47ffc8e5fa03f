package regime

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"proofgrid/experiments/task"
)

// The parameters of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
// Framework: BM25 and Beyond", 2009), at the values that Lucene uses.
const (
	bm25K1 = 1.2
	bm25B  = 0.75
)

// index holds the words of every premise but notations.
type index struct {
	postings map[string][]posting // by word, in order of declaration
	length   []int32              // words of each premise; 0 for notations
	count    []int32              // count[n] premises that are no notations among the first n
	total    []int64              // total[n] words of the first n premises
}

type posting struct{ premise, frequency int32 }

type indexKey struct{}

func indexOf(pool *task.Pool) *index {
	return pool.Derive(indexKey{}, func() any {
		n := len(pool.Premises)
		x := &index{postings: map[string][]posting{}, length: make([]int32, n), count: make([]int32, n+1), total: make([]int64, n+1)}
		for i := range pool.Premises {
			p := &pool.Premises[i]
			x.count[i+1], x.total[i+1] = x.count[i], x.total[i]
			if p.Kind == task.Notation {
				continue
			}
			for w := range words(p.Text != "", p.Name, p.Statement, p.Hypotheses) {
				list := x.postings[w]
				if k := len(list) - 1; k >= 0 && list[k].premise == int32(i) {
					list[k].frequency++
				} else {
					x.postings[w] = append(list, posting{int32(i), 1})
				}
				x.length[i]++
			}
			x.count[i+1]++
			x.total[i+1] += int64(x.length[i])
		}
		return x
	}).(*index)
}

// scores returns the relevance of every premise before the theorem to its
// statement and hypotheses.
//
// The score of a premise d is the sum over the distinct words w of the query of
// ln(1 + (N−n+½)/(n+½)) · f·(k1+1)/(f + k1·(1−b+b·|d|/avg)), with f the count of
// w in d, n the premises that contain w, N all premises and avg their mean
// length. N, n and avg are those of the premises before the theorem, so that
// nothing declared later has an influence.
func (x *index) scores(t *task.Task) []float64 {
	total := float64(x.count[t.Available])
	avg := float64(x.total[t.Available]) / total
	score := make([]float64, t.Available)
	for _, w := range query(t) {
		list := x.postings[w]
		list = list[:sort.Search(len(list), func(k int) bool { return int(list[k].premise) >= t.Available })]
		n := float64(len(list))
		idf := math.Log1p((total - n + 0.5) / (n + 0.5))
		for _, p := range list {
			f := float64(p.frequency)
			norm := 1 - bm25B + bm25B*float64(x.length[p.premise])/avg
			score[p.premise] += idf * f * (bm25K1 + 1) / (f + bm25K1*norm)
		}
	}
	return score
}

// query returns the distinct words of the task in a fixed order, which fixes the
// order of floating-point sums.
func query(t *task.Task) []string {
	q := slices.Collect(words(t.Text != "", t.Name, t.Statement, t.Hypotheses))
	slices.Sort(q)
	return slices.Compact(q)
}

// words yields what is searched: the words of the statement and the hypotheses
// between white space, or, of source code, the words of these and of the name,
// which says in words what the statement says in symbols.
func words(source bool, name, statement string, hypotheses []string) iter.Seq[string] {
	split, texts := strings.FieldsSeq, append([]string{statement}, hypotheses...)
	if source {
		split, texts = codeWords, append(texts, name)
	}
	return func(yield func(string) bool) {
		for _, s := range texts {
			for w := range split(s) {
				if !yield(w) {
					return
				}
			}
		}
	}
}

// codeWords yields the words of source code: the parts of identifiers between dots
// and underscores, and each symbol but brackets and punctuation.
func codeWords(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range s {
			if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r == '\'' {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 && !yield(s[start:i]) {
				return
			}
			start = -1
			if !unicode.IsSpace(r) && !strings.ContainsRune("._()[]{}⟨⟩,:;\"`", r) && !yield(string(r)) {
				return
			}
		}
		if start >= 0 {
			yield(s[start:])
		}
	}
}

// retrieve returns p.M premises, notations aside: with inject the cited ones
// first, which replace the worst ranked, then the others, each group from the
// most to the least relevant. When the ground truth cites more than M, the most
// relevant of them are kept. Ties, and premises without a common word, stand
// nearest to the theorem first.
func retrieve(t *task.Task, p Params) []int32 {
	m := p.M
	if m == 0 {
		return nil
	}
	cited := map[int32]bool{}
	if p.Inject {
		for _, i := range t.Truth.Premises {
			cited[i] = true
		}
	}
	score := indexOf(t.Pool).scores(t)
	injected, others := top{score: score, m: m}, top{score: score, m: m}
	for i := range int32(t.Available) {
		switch {
		case !p.shows(t, i) || t.Pool.Premises[i].Kind == task.Notation:
		case cited[i]:
			injected.add(i)
		default:
			others.add(i)
		}
	}
	out := append(injected.best, others.best...)
	return out[:min(m, len(out))]
}

// top keeps the m best premises of those added, best first.
type top struct {
	score []float64
	m     int // at least 1
	best  []int32
}

func (t *top) add(i int32) {
	if len(t.best) == t.m {
		if t.order(t.best[t.m-1], i) < 0 {
			return
		}
		t.best = t.best[:t.m-1]
	}
	at, _ := slices.BinarySearchFunc(t.best, i, t.order)
	t.best = slices.Insert(t.best, at, i)
}

func (t *top) order(a, b int32) int {
	return cmp.Or(cmp.Compare(t.score[b], t.score[a]), cmp.Compare(b, a))
}
