package task

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// field returns n tasks over repositories and depths, with some trivial ones.
func field(n int) []*Task {
	rng := rand.New(rand.NewPCG(1, 2))
	var out []*Task
	for i := range n {
		t := &Task{ID: fmt.Sprintf("b/t%d", i), Name: fmt.Sprintf("t%d", i), Available: i, Index: i,
			Repository: fmt.Sprintf("r%d", int(rng.ExpFloat64()*3)),
			Features:   map[string]float64{NestingDepth: float64(1 + int(rng.ExpFloat64()*4)), ProofSteps: float64(2 + rng.IntN(20))}}
		switch i % 20 {
		case 0:
			t.Features[ProofSteps] = 1
		case 1:
			t.Restates = "t0"
		case 2:
			t.InstanceOf = "t1"
		case 3:
			t.Features = nil
		}
		out = append(out, t)
	}
	return out
}

var edges = Selection{Count: 100, Seed: 7, MinSteps: 3, DepthBy: NestingDepth, DepthEdges: []int{3, 6}}

func TestSelectionIsBalancedOverDepthAndProportionalOverRepositories(t *testing.T) {
	tasks := field(4000)
	chosen, r, err := Select(tasks, edges)
	if err != nil {
		t.Fatal(err)
	}
	if len(chosen) != 100 || r.Chosen != 100 || r.Source != 4000 {
		t.Fatalf("%d tasks, record %+v", len(chosen), r)
	}
	var got []string
	for _, b := range r.Buckets {
		got = append(got, fmt.Sprint(b.Depth, " ", b.Chosen))
		sum := 0
		for _, s := range b.Strata {
			sum += s.Chosen
			exact := float64(b.Chosen) * float64(s.Available) / float64(b.Available)
			if d := float64(s.Chosen) - exact; d <= -1 || d >= 1 {
				t.Errorf("depth %s, %s: %d of %d chosen, the quota is %.2f", b.Depth, s.Repository, s.Chosen, s.Available, exact)
			}
			n := 0
			for _, x := range chosen {
				if x.Repository == s.Repository && r.bucketName(r.bucket(x)) == b.Depth {
					n++
				}
			}
			if n != s.Chosen {
				t.Errorf("depth %s, %s: the record says %d, chosen are %d", b.Depth, s.Repository, s.Chosen, n)
			}
		}
		if sum != b.Chosen {
			t.Errorf("depth %s: strata give %d of %d", b.Depth, sum, b.Chosen)
		}
	}
	if want := []string{"1–3 34", "4–6 33", "7+ 33"}; !slices.Equal(got, want) {
		t.Errorf("buckets %v, want %v", got, want)
	}
	excluded := 0
	for _, n := range r.Excluded {
		excluded += n
	}
	if excluded+r.Eligible != r.Source {
		t.Errorf("%d excluded and %d eligible of %d", excluded, r.Eligible, r.Source)
	}
	for _, why := range []string{NoGroundTruth, Restated, OneStep, TooShort} {
		if r.Excluded[why] == 0 && why != OneStep {
			t.Errorf("nothing excluded because %s", why)
		}
	}
	for _, x := range chosen {
		if why := edges.excludes(x, true); why != "" {
			t.Errorf("%s chosen: %s", x.ID, why)
		}
	}
}

func TestSelectionDoesNotDependOnTheOrderOfTasks(t *testing.T) {
	tasks := field(1000)
	want, record, err := Select(tasks, edges)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for range 5 {
		shuffled := slices.Clone(tasks)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		before := slices.Clone(shuffled)
		got, r, err := Select(shuffled, edges)
		if err != nil || !slices.Equal(got, want) || !reflect.DeepEqual(r, record) {
			t.Fatal("another order of the same tasks gives another selection")
		}
		if !slices.Equal(shuffled, before) {
			t.Fatal("the caller's slice was changed")
		}
	}
	if !slices.IsSortedFunc(want, func(a, b *Task) int { return a.Available - b.Available }) {
		t.Error("not in order of declaration")
	}
}

func TestSeedsDrawEveryTaskEquallyOften(t *testing.T) {
	var tasks []*Task
	for i := range 40 {
		tasks = append(tasks, &Task{ID: fmt.Sprint("b/", i), Repository: "r", Available: i, Features: map[string]float64{NestingDepth: 1, ProofSteps: 5}})
	}
	const draws, take = 4000, 10
	count := map[string]int{}
	for seed := range uint64(draws) {
		chosen, _, err := Select(tasks, Selection{Count: take, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range chosen {
			count[x.ID]++
		}
	}
	// Pearson's statistic for sampling without replacement has n−1 degrees of
	// freedom after the correction (n−1)/(n−take); 72.05 is the 0.999 quantile of
	// chi-squared with 39 (R: qchisq(.999, 39)).
	expected := float64(draws*take) / 40
	x2 := 0.0
	for _, x := range tasks {
		d := float64(count[x.ID]) - expected
		x2 += d * d / expected
	}
	if x2 *= 39.0 / 30; x2 > 72.05 {
		t.Errorf("chi-squared %.1f: some tasks are drawn more often than others", x2)
	}
}

// The draw rests on documented generators only, so it must never change.
func TestTheDrawIsFixed(t *testing.T) {
	var ids []string
	chosen, _, err := Select(field(200), Selection{Count: 6, Seed: 1, DepthEdges: []int{3, 6}})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range chosen {
		ids = append(ids, x.Name)
	}
	if got, want := strings.Join(ids, " "), "t8 t74 t75 t88 t135 t196"; got != want {
		t.Errorf("drawn: %s, want %s", got, want)
	}
}

func TestShares(t *testing.T) {
	for _, c := range []struct {
		n           int
		sizes, want []int
	}{
		{9, []int{5, 5, 5}, []int{3, 3, 3}},
		{10, []int{5, 5, 5}, []int{4, 3, 3}},
		{10, []int{100, 2, 100}, []int{4, 2, 4}},
		{12, []int{5, 5, 2}, []int{5, 5, 2}},
		{3, []int{1, 0, 9}, []int{1, 0, 2}},
		{2, []int{4, 4, 4}, []int{1, 1, 0}},
	} {
		if got := equalShares(c.n, c.sizes); !slices.Equal(got, c.want) {
			t.Errorf("equalShares(%d, %v) = %v, want %v", c.n, c.sizes, got, c.want)
		}
	}
	for _, c := range []struct {
		n           int
		sizes, want []int
	}{
		{10, []int{50, 30, 20}, []int{5, 3, 2}},
		{2, []int{1, 1, 1}, []int{1, 1, 0}},
		{5, []int{47, 16, 15, 22}, []int{2, 1, 1, 1}}, // quotas 2.35, 0.8, 0.75, 1.1
		{0, []int{3, 4}, []int{0, 0}},
		{7, []int{3, 4}, []int{3, 4}},
	} {
		if got := proportionalShares(c.n, c.sizes); !slices.Equal(got, c.want) {
			t.Errorf("proportionalShares(%d, %v) = %v, want %v", c.n, c.sizes, got, c.want)
		}
	}
}

func TestSelectionErrors(t *testing.T) {
	tasks := field(200)
	for name, c := range map[string]struct {
		tasks []*Task
		s     Selection
		want  string
	}{
		"no tasks":              {nil, edges, "no tasks"},
		"more than there are":   {tasks, Selection{Count: 190}, "190 tasks asked for, 160 eligible of 200"},
		"nothing eligible":      {tasks, Selection{MinSteps: 1000}, "0 eligible"},
		"an empty bucket":       {tasks, Selection{Count: 5, DepthEdges: []int{3, 500}}, "depth 501+"},
		"edges that fall":       {tasks, Selection{Count: 5, DepthEdges: []int{6, 3}}, "rise"},
		"edge zero":             {tasks, Selection{Count: 5, DepthEdges: []int{0}}, "rise"},
		"negative count":        {tasks, Selection{Count: -1}, "-1 tasks"},
		"an unknown repository": {tasks, Selection{Count: 1, Repositories: []string{"nowhere"}}, "nowhere"},
	} {
		if _, _, err := Select(c.tasks, c.s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

func TestSelectAll(t *testing.T) {
	tasks := field(200)
	chosen, r, err := Select(tasks, Selection{DepthEdges: []int{3, 500}})
	if err != nil || len(chosen) != r.Eligible || r.Buckets[2].Available != 0 {
		t.Fatalf("%d chosen, record %+v, %v", len(chosen), r, err)
	}
	chosen, _, err = Select(tasks, Selection{Repositories: []string{"r1"}})
	if err != nil || len(chosen) == 0 {
		t.Fatal(err)
	}
	for _, x := range chosen {
		if x.Repository != "r1" {
			t.Errorf("%s stands in %s", x.ID, x.Repository)
		}
	}
}

// Benchmarks of source code know neither depth nor steps.
func TestSelectWithoutDepthAndSteps(t *testing.T) {
	tasks := field(60)
	for _, x := range tasks {
		x.Features = nil
	}
	chosen, _, err := Select(tasks, Selection{Count: 10, MinSteps: 2})
	if err != nil || len(chosen) != 10 {
		t.Fatalf("%d chosen, %v", len(chosen), err)
	}
	if _, _, err := Select(tasks, Selection{Count: 10, DepthEdges: []int{3}}); err == nil {
		t.Error("depth edges are accepted where no task has a depth")
	}
}
