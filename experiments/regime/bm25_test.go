package regime

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/task"
)

// slowBM25 follows the formula word for word, on whole texts.
func slowBM25(x *task.Task) []int32 {
	text := func(statement string, hypotheses []string) []string {
		return strings.Fields(statement + " " + strings.Join(hypotheses, " "))
	}
	docs := map[int32][]string{}
	total := 0.0
	for i, p := range x.Pool.Premises[:x.Available] {
		if p.Kind != task.Notation {
			docs[int32(i)] = text(p.Statement, p.Hypotheses)
			total += float64(len(docs[int32(i)]))
		}
	}
	n := float64(len(docs))
	query := text(x.Statement, x.Hypotheses)
	slices.Sort(query)
	score := map[int32]float64{}
	var ids []int32
	for i, d := range docs {
		ids = append(ids, i)
		for _, w := range slices.Compact(slices.Clone(query)) {
			f, in := 0.0, 0.0
			for _, v := range d {
				if v == w {
					f++
				}
			}
			for _, e := range docs {
				if slices.Contains(e, w) {
					in++
				}
			}
			score[i] += math.Log(1+(n-in+0.5)/(in+0.5)) * f * 2.2 / (f + 1.2*(0.25+0.75*float64(len(d))/(total/n)))
		}
	}
	slices.SortFunc(ids, func(a, b int32) int {
		if math.Abs(score[a]-score[b]) < 1e-9 {
			return cmp.Compare(b, a)
		}
		return cmp.Compare(score[b], score[a])
	})
	return ids
}

func TestBM25FollowsTheFormula(t *testing.T) {
	for _, x := range world(11, 90)[20:] {
		want := slowBM25(x)
		for _, m := range []int{1, 3, 10, len(want), len(want) + 5} {
			if got := retrieve(x, Params{Kind: Retrieved, M: m}); !slices.Equal(got, want[:min(m, len(want))]) {
				t.Fatalf("%s: the best %d are %v, want %v", x.ID, m, got, want[:min(m, len(want))])
			}
		}
	}
}

func TestRetrievalIsBlindToWhatComesLater(t *testing.T) {
	ten := Params{Kind: Retrieved, M: 10}
	short, long := world(12, 60), world(12, 140)
	for n, x := range short {
		if got, want := retrieve(long[n], ten), retrieve(x, ten); !slices.Equal(got, want) {
			t.Fatalf("%s: %v with later declarations, %v without", x.ID, got, want)
		}
	}
}

func TestInjectPlacesTheCitedAmongTheM(t *testing.T) {
	for _, x := range world(13, 150)[40:] {
		var cited []int32
		for _, i := range x.Truth.Premises {
			if x.Pool.Premises[i].Kind != task.Notation {
				cited = append(cited, i)
			}
		}
		for _, m := range []int{0, 2, 10} {
			got := retrieve(x, Params{Kind: Retrieved, M: m, Inject: true})
			if len(got) != m {
				t.Fatalf("%s: %d premises for M = %d", x.ID, len(got), m)
			}
			in := 0
			for _, i := range got {
				if slices.Contains(cited, i) {
					in++
				}
			}
			if in != min(m, len(cited)) {
				t.Fatalf("%s: %d of %d cited premises among M = %d", x.ID, in, len(cited), m)
			}
			// The distractors are the best of the others.
			var others []int32
			for _, i := range retrieve(x, Params{Kind: Retrieved, M: 1000}) {
				if !slices.Contains(cited, i) {
					others = append(others, i)
				}
			}
			if !slices.Equal(got[in:], others[:m-in]) {
				t.Fatalf("%s: distractors %v, want %v", x.ID, got[in:], others[:m-in])
			}
		}
	}
}
