package task

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
)

// Selection describes a seeded, stratified sample of tasks.
type Selection struct {
	Count int    `json:"count"` // 0 takes every eligible task
	Seed  uint64 `json:"seed"`

	// MinSteps excludes tasks whose ground truth has fewer logical steps (the
	// feature ProofSteps); 0 excludes none for that reason.
	MinSteps int `json:"min_steps"`
	// DepthBy is the feature that is called depth; empty means NestingDepth.
	DepthBy string `json:"depth_by"`
	// DepthEdges are the upper ends of the depth buckets but the last, rising:
	// [3, 6] is 1–3, 4–6, 7+. Without edges there is one bucket.
	DepthEdges []int `json:"depth_edges"`
	// Repositories to draw from; empty means all.
	Repositories []string `json:"repositories,omitempty"`
}

// SelectionRecord says how a selection went: enough to redo it and to weight its strata.
type SelectionRecord struct {
	Selection
	Method   string         `json:"method"`
	Source   int            `json:"source"`   // tasks to choose from
	Eligible int            `json:"eligible"` // after exclusions
	Chosen   int            `json:"chosen"`
	Excluded map[string]int `json:"excluded"` // by the first reason that applies, in the order of the constants
	Buckets  []Bucket       `json:"buckets"`  // by rising depth
}

// Bucket is a range of nesting depths.
type Bucket struct {
	Depth     string    `json:"depth"` // such as "1–3" or "7+"
	Available int       `json:"available"`
	Chosen    int       `json:"chosen"`
	Strata    []Stratum `json:"strata"` // by repository, those without an eligible task left out
}

// Stratum is one repository within a depth bucket.
type Stratum struct {
	Repository string `json:"repository"`
	Available  int    `json:"available"`
	Chosen     int    `json:"chosen"`
}

// Reasons for which Select passes over a task.
const (
	NoGroundTruth   = "no complete ground-truth proof"
	OtherRepository = "not in a selected repository"
	TooShort        = "fewer logical steps than the minimum"
	Restated        = "says the same as an earlier statement up to renaming"
	OneStep         = "one-step consequence of an earlier statement"
)

// Reasons lists the reasons in the order in which they are tried.
var Reasons = []string{NoGroundTruth, OtherRepository, TooShort, Restated, OneStep}

// selectMethod is recorded with every selection; change it when Select changes.
const selectMethod = "equal over depth buckets, proportional over repositories within a bucket (largest remainder), " +
	"then the smallest keys in each stratum; key = first output of PCG(seed, FNV-1a of the task id)"

// Select draws a stratified sample that serves analyses by depth: the depth
// buckets get equal shares (a bucket with fewer tasks gives all it has and the
// others share the rest), and within a bucket the repositories get shares in
// proportion to their eligible tasks, rounded by largest remainder. The rates of
// such a sample are not those of the source; the record holds what is needed to
// weight them.
//
// Which tasks of a stratum are taken follows from the seed and their IDs alone,
// through the documented output of math/rand/v2's PCG: Select does not depend on
// the order of tasks. It returns them in order of declaration.
//
// Trivial tasks are excluded: those below MinSteps, where steps are known, those that
// restate an earlier statement and one-step consequences (a proof of one logical step, or
// Task.InstanceOf). Tasks without the feature that is called depth have no
// complete ground truth and are excluded too, unless the source has no such feature at
// all and no depth edges are given.
//
// It fails when there are no tasks, when a depth bucket or a named repository is
// empty, when fewer than Count tasks are eligible, and when the selection makes
// no sense.
func Select(tasks []*Task, s Selection) ([]*Task, *SelectionRecord, error) {
	if err := s.check(); err != nil {
		return nil, nil, err
	}
	if s.DepthBy == "" {
		s.DepthBy = NestingDepth
	}
	if len(tasks) == 0 {
		return nil, nil, fmt.Errorf("no tasks to select from")
	}
	deep := slices.ContainsFunc(tasks, func(t *Task) bool { _, ok := t.Features[s.DepthBy]; return ok })
	if s.DepthBy != NestingDepth && !deep {
		return nil, nil, fmt.Errorf("no task has the feature %q, by which depth is to be measured; known are %s", s.DepthBy, strings.Join(features(tasks), ", "))
	}
	r := &SelectionRecord{Selection: s, Method: selectMethod, Source: len(tasks), Excluded: map[string]int{}}
	var eligible []*Task
	for _, t := range tasks {
		if why := s.excludes(t, deep || len(s.DepthEdges) > 0); why != "" {
			r.Excluded[why]++
		} else {
			eligible = append(eligible, t)
		}
	}
	r.Eligible = len(eligible)
	if err := s.checkRepositories(tasks); err != nil {
		return nil, nil, err
	}
	if len(eligible) < max(s.Count, 1) {
		return nil, nil, fmt.Errorf("%s asked for, %d eligible of %d%s", plural(s.Count), len(eligible), len(tasks), r.reasons())
	}

	strata := make([]map[string][]*Task, len(s.DepthEdges)+1)
	available := make([]int, len(strata))
	for b := range strata {
		strata[b] = map[string][]*Task{}
	}
	for _, t := range eligible {
		b := s.bucket(t)
		strata[b][t.Repository] = append(strata[b][t.Repository], t)
		available[b]++
	}
	quota := available
	if s.Count > 0 {
		for b, n := range available {
			if n == 0 {
				return nil, nil, fmt.Errorf("no eligible task of depth %s among %d%s: change the depth edges", s.bucketName(b), len(tasks), r.reasons())
			}
		}
		quota = equalShares(s.Count, available)
	}

	var chosen []*Task
	for b, byRepository := range strata {
		bucket := Bucket{Depth: s.bucketName(b), Available: available[b], Chosen: quota[b], Strata: []Stratum{}}
		names := make([]string, 0, len(byRepository))
		for name := range byRepository {
			names = append(names, name)
		}
		slices.Sort(names)
		sizes := make([]int, len(names))
		for i, name := range names {
			sizes[i] = len(byRepository[name])
		}
		for i, n := range proportionalShares(quota[b], sizes) {
			bucket.Strata = append(bucket.Strata, Stratum{Repository: names[i], Available: sizes[i], Chosen: n})
			chosen = append(chosen, draw(byRepository[names[i]], n, s.Seed)...)
		}
		r.Buckets = append(r.Buckets, bucket)
	}
	r.Chosen = len(chosen)
	slices.SortFunc(chosen, func(a, b *Task) int {
		return cmp.Or(cmp.Compare(a.Available, b.Available), cmp.Compare(a.ID, b.ID))
	})
	return chosen, r, nil
}

func (s *Selection) check() error {
	switch {
	case s.Count < 0:
		return fmt.Errorf("a selection of %d tasks", s.Count)
	case s.MinSteps < 0:
		return fmt.Errorf("a minimum of %d steps", s.MinSteps)
	}
	for i, e := range s.DepthEdges {
		if e < 1 || i > 0 && e <= s.DepthEdges[i-1] {
			return fmt.Errorf("depth edges %v: they must rise from at least 1", s.DepthEdges)
		}
	}
	return nil
}

func (s *Selection) checkRepositories(tasks []*Task) error {
	known := map[string]bool{}
	for _, t := range tasks {
		known[t.Repository] = true
	}
	for _, name := range s.Repositories {
		if !known[name] {
			return fmt.Errorf("no task stands in the repository %q", name)
		}
	}
	return nil
}

// excludes says why a task is not eligible; deep: it needs a depth.
func (s *Selection) excludes(t *Task, deep bool) string {
	depth, ok := t.Features[s.DepthBy]
	steps, counted := t.Features[ProofSteps]
	switch {
	case deep && (!ok || math.IsNaN(depth)):
		return NoGroundTruth
	case len(s.Repositories) > 0 && !slices.Contains(s.Repositories, t.Repository):
		return OtherRepository
	case counted && steps < float64(s.MinSteps):
		return TooShort
	case t.Restates != "":
		return Restated
	case t.InstanceOf != "" || counted && steps <= 1:
		return OneStep
	}
	return ""
}

func (s *Selection) bucket(t *Task) int {
	return sort.Search(len(s.DepthEdges), func(i int) bool { return t.Features[s.DepthBy] <= float64(s.DepthEdges[i]) })
}

func (s *Selection) bucketName(b int) string {
	low := 1
	if b > 0 {
		low = s.DepthEdges[b-1] + 1
	}
	switch {
	case b == len(s.DepthEdges):
		return fmt.Sprintf("%d+", low)
	case low == s.DepthEdges[b]:
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d–%d", low, s.DepthEdges[b])
}

// reasons renders the exclusions for an error: " (1 …; 2 …)".
func (r *SelectionRecord) reasons() string {
	var parts []string
	for _, why := range []string{NoGroundTruth, OtherRepository, TooShort, Restated, OneStep} {
		if n := r.Excluded[why]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d excluded: %s", n, why))
		}
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

func plural(n int) string {
	switch n {
	case 0:
		return "all eligible tasks"
	case 1:
		return "1 task"
	}
	return fmt.Sprintf("%d tasks", n)
}

// equalShares splits n over buckets as evenly as their sizes allow; what cannot
// be split evenly goes to the earlier ones. n is at most the sum of sizes.
func equalShares(n int, sizes []int) []int {
	shares := make([]int, len(sizes))
	for n > 0 {
		open := 0
		for b := range sizes {
			if shares[b] < sizes[b] {
				open++
			}
		}
		each := max(n/open, 1)
		for b := range sizes {
			take := min(each, sizes[b]-shares[b], n)
			shares[b] += take
			n -= take
		}
	}
	return shares
}

// proportionalShares splits n over strata in proportion to their sizes by the
// method of largest remainders, ties to the earlier one. n is at most the sum of
// sizes, so no share exceeds its stratum.
func proportionalShares(n int, sizes []int) []int {
	total := 0
	for _, size := range sizes {
		total += size
	}
	shares := make([]int, len(sizes))
	order := make([]int, len(sizes))
	left := n
	for i, size := range sizes {
		shares[i] = n * size / total
		left -= shares[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(n*sizes[b]%total, n*sizes[a]%total)
	})
	for _, i := range order[:left] {
		shares[i]++
	}
	return shares
}

// draw returns the n tasks with the smallest keys.
func draw(tasks []*Task, n int, seed uint64) []*Task {
	key := make(map[*Task]uint64, len(tasks))
	for _, t := range tasks {
		h := fnv.New64a()
		h.Write([]byte(t.ID))
		key[t] = rand.NewPCG(seed, h.Sum64()).Uint64()
	}
	tasks = slices.Clone(tasks)
	slices.SortFunc(tasks, func(a, b *Task) int {
		return cmp.Or(cmp.Compare(key[a], key[b]), cmp.Compare(a.ID, b.ID))
	})
	return tasks[:n]
}

// features lists the names of the tasks' numeric features.
func features(tasks []*Task) []string {
	names := map[string]bool{}
	for _, t := range tasks {
		for f := range t.Features {
			names[f] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}
