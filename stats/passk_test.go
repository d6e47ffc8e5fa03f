package stats

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
)

// Every subset of k samples is looked at.
func TestPassAtKIsTheShareOfSubsets(t *testing.T) {
	for n := 1; n <= 9; n++ {
		for c := 0; c <= n; c++ {
			for k := 1; k <= n; k++ {
				some, all, subsets := 0, 0, 0
				for s := range uint(1) << n {
					if bits.OnesCount(s) != k {
						continue
					}
					subsets++
					right := bits.OnesCount(s & (1<<c - 1))
					if right > 0 {
						some++
					}
					if right == k {
						all++
					}
				}
				near(t, "pass@k", PassAtK(n, c, k), float64(some)/float64(subsets), 1e-15)
				near(t, "pass^k", PassHatK(n, c, k), float64(all)/float64(subsets), 1e-15)
			}
			if !math.IsNaN(PassAtK(n, c, n+1)) || !math.IsNaN(PassHatK(n, c, n+1)) {
				t.Errorf("k > n is answered for n = %d", n)
			}
		}
	}
	for _, bad := range [][3]int{{0, 0, 1}, {3, 4, 1}, {3, -1, 1}, {3, 1, 0}} {
		if p := PassAtK(bad[0], bad[1], bad[2]); !math.IsNaN(p) {
			t.Errorf("pass@k of %v is %v", bad, p)
		}
	}
	if l := LogFailAtK(4, 3, 2); !math.IsInf(l, -1) {
		t.Errorf("certain success has ln(1−p) = %v", l)
	}
}

// The mean of pass@k over binomial counts is 1 − (1−p)^k: the estimate is unbiased.
func TestPassAtKIsUnbiased(t *testing.T) {
	const n, p = 10, 0.23
	for k := 1; k <= n; k++ {
		mean := 0.0
		for c := 0; c <= n; c++ {
			mean += math.Exp(logChoose(n, float64(c))) * math.Pow(p, float64(c)) * math.Pow(1-p, float64(n-c)) * PassAtK(n, c, k)
		}
		near(t, "E pass@k", mean, 1-math.Pow(1-p, float64(k)), 1e-13)
	}
}

func TestPassAtKRisesWithKAndC(t *testing.T) {
	const n = 50
	for c := 1; c <= n; c++ {
		for k := 2; k <= n; k++ {
			if PassAtK(n, c, k) < PassAtK(n, c, k-1) || PassAtK(n, c, k) < PassAtK(n, c-1, k) {
				t.Fatalf("pass@%d falls at %d of %d", k, c, n)
			}
			if PassHatK(n, c, k) > PassHatK(n, c, k-1) {
				t.Fatalf("pass^%d rises at %d of %d", k, c, n)
			}
		}
	}
}

func TestPassAtKMean(t *testing.T) {
	repos := GroupBy([]string{"a", "a", "b", "c"})
	e := must(PassAtKMean([]int{4, 4, 2, 0}, []int{1, 4, 0, 0}, 2, Design{Clusters: repos}))
	near(t, "mean", e.Value, (0.5+1+0)/3, 1e-15)
	if e.N != 3 || e.Clusters != 2 || len(e.Warnings) < 1 {
		t.Errorf("%+v", e)
	}
	_, err := PassAtKMean([]int{4, 1}, []int{0, 0}, 2, Design{})
	refused(t, "k beyond a task's samples", err, ErrNotIdentified)
	if _, err := PassAtKMean([]int{4}, []int{5}, 2, Design{}); err == nil {
		t.Error("5 correct of 4 is accepted")
	}
	near(t, "pass^k mean", must(PassHatKMean([]int{4, 4}, []int{2, 4}, 2, Design{})).Value, (1.0/6+1)/2, 1e-15)
}

// outcome of one chain: the round of its success, or R+1.
func chainOf(success, R int) Chain {
	if success > R {
		return Chain{Rounds: R + 1}
	}
	return Chain{Rounds: success + 1, Solved: true}
}

// stopped cuts exhaustive chains down to what a policy would have run.
func stopped(full []Chain, policy Policy) []Chain {
	out := append([]Chain(nil), full...)
	switch policy {
	case DepthFirst:
		done := false
		for i := range out {
			if done {
				out[i] = Chain{}
			}
			done = done || out[i].Solved
		}
	case BreadthFirst:
		done := false
		for _, c := range full {
			done = done || c.Solved && c.Rounds == 1
		}
		for i := range out {
			if done && out[i].Rounds > 1 {
				out[i] = Chain{Rounds: 1}
			}
		}
	}
	return out
}

// Every outcome of K chains is weighed by its probability, so the expectation of
// each estimate is exact.
func TestBudgetSurfaceIsUnbiasedOrBoundsTheTruth(t *testing.T) {
	const K, R = 3, 2
	chance := []float64{0.2, 0.15, 0.25, 0.4} // success in round 0, 1, 2, never
	for _, policy := range []Policy{Exhaustive, DepthFirst, BreadthFirst} {
		var estimate, low, high, worst, best [K + 1][R + 1]float64
		identified := [K + 1][R + 1]bool{}
		for k := 1; k <= K; k++ {
			for r := range R + 1 {
				identified[k][r] = true
			}
		}
		for code := range 64 { // 4^K
			p, full := 1.0, make([]Chain, K)
			for i, c := 0, code; i < K; i, c = i+1, c/4 {
				p *= chance[c%4]
				full[i] = chainOf(c%4, R)
			}
			s, err := BudgetSurface(Run{policy, K, R, [][]Chain{stopped(full, policy)}}, Design{})
			if err != nil {
				t.Fatal(err)
			}
			for k := 1; k <= K; k++ {
				for r := range R + 1 {
					at := s.At(k, r)
					identified[k][r] = identified[k][r] && at.Identified
					if at.Identified {
						estimate[k][r] += p * at.Estimate.Value
					}
					low[k][r] += p * at.Low.Value
					high[k][r] += p * at.High.Value
					worst[k][r] += p * at.Worst
					best[k][r] += p * at.Best
				}
			}
		}
		by := 0.0
		for r := range R + 1 {
			by += chance[r]
			for k := 1; k <= K; k++ {
				truth := 1 - math.Pow(1-by, float64(k))
				name := fmt.Sprintf("%s pass@(%d, %d)", policy, k, r)
				want := policy == Exhaustive || policy == DepthFirst && (k == 1 || r == R) || policy == BreadthFirst && (r == 0 || k == K)
				if identified[k][r] != want {
					t.Errorf("%s: identified %t, want %t", name, identified[k][r], want)
				}
				if want {
					near(t, name, estimate[k][r], truth, 1e-14)
				}
				if low[k][r] > truth+1e-14 || high[k][r] < truth-1e-14 || low[k][r] != worst[k][r] || high[k][r] != best[k][r] {
					t.Errorf("%s: truth %v, bounds [%v, %v], worst %v, best %v", name, truth, low[k][r], high[k][r], worst[k][r], best[k][r])
				}
			}
		}
	}
}

func TestPassAtKOfNothingRightIsPlainZero(t *testing.T) {
	if p := PassAtK(4, 0, 2); p != 0 || math.Signbit(p) {
		t.Errorf("pass@2 of none among four: %v", p)
	}
}

func TestBreadthFirstBoundsOfATaskSolvedAtRoundZero(t *testing.T) {
	chains := []Chain{{Rounds: 1, Solved: true}, {Rounds: 1}, {Rounds: 1}, {Rounds: 1, Solved: true}}
	s := must(BudgetSurface(Run{BreadthFirst, 4, 2, [][]Chain{chains}}, Design{}))
	at := s.At(2, 1)
	near(t, "lower bound 1 − C(2,2)/C(4,2)", at.Low.Value, 1-1.0/6, 1e-15)
	near(t, "upper bound", at.High.Value, 1, 0)
	if at.Identified || !math.IsNaN(at.Estimate.Value) || len(at.Estimate.Warnings) == 0 {
		t.Errorf("a value is made up: %+v", at)
	}
}

func TestBudgetSurfaceWithLostChains(t *testing.T) {
	tasks := [][]Chain{
		{{Rounds: 1, Solved: true}, {Rounds: 1}, {Rounds: 0, Lost: true}},
		{{Rounds: 1}, {Rounds: 1}, {Rounds: 1}},
		nil,
	}
	s := must(BudgetSurface(Run{Exhaustive, 3, 0, tasks}, Design{}))
	at := s.At(1, 0)
	near(t, "pass@1, lost chain at random", at.Estimate.Value, (0.5+0)/2, 1e-15)
	near(t, "worst", at.Worst, (1.0/3+0+0)/3, 1e-15)
	near(t, "best", at.Best, (2.0/3+0+1)/3, 1e-15)
	if at.Known != 2 || at.Missing != 1 || !at.Identified {
		t.Errorf("%+v", at)
	}
	if at := s.At(2, 0); at.Known != 2 || at.Missing != 1 || at.Estimate.Value != 0.5 {
		t.Errorf("two chains remain: %+v", at)
	}
	if at := s.At(3, 0); at.Known != 2 || at.Missing != 1 || at.Estimate.Value != 0.5 || at.Worst != 1.0/3 || at.Best != 2.0/3 {
		t.Errorf("a task with a solved chain is solved by all three, whatever the lost one would have done: %+v", at)
	}
	d := must(BudgetSurface(Run{DepthFirst, 2, 0, [][]Chain{{{Lost: true}, {Rounds: 1, Solved: true}}, {{Rounds: 1}, {Rounds: 1}}}}, Design{}))
	if at := d.At(1, 0); at.Known != 1 || at.Worst != 0 || at.Best != 0.5 {
		t.Errorf("%+v", at)
	}
	if at := d.At(2, 0); at.Known != 2 || at.Worst != 0.5 || at.Best != 0.5 || at.Estimate.Value != 0.5 {
		t.Errorf("%+v", at)
	}
}

// Chains that fail run on and are lost on the way, so that what remains looks better
// than it is: the points say so, and where the truth may lie.
func TestBudgetSurfaceWarnsWhereLostChainsLeanIt(t *testing.T) {
	won, gone, failed := Chain{Rounds: 1, Solved: true}, Chain{Rounds: 1, Lost: true}, Chain{Rounds: 2}
	s := must(BudgetSurface(Run{Exhaustive, 4, 1, [][]Chain{{won, gone, gone, failed}, {failed, failed, failed, failed}}}, Design{}))
	for r, want := range []float64{0.125, 0.25} {
		near(t, "pass@(1, r)", s.At(1, r).Estimate.Value, want, 1e-15)
	}
	if at := s.At(1, 0); at.Lost != 0 || strings.Contains(strings.Join(at.Estimate.Warnings, ";"), "lost") {
		t.Errorf("nothing was lost by round 0: %+v", at)
	}
	at := s.At(1, 1)
	for _, e := range []Estimate{at.Estimate, at.Low, at.High} {
		if !strings.Contains(strings.Join(e.Warnings, ";"), "lost chains: 2; chains that fail run longer and are lost more often, so the value leans upward; with all unknown as failures or as solves it lies in [0.125, 0.375]") {
			t.Errorf("warnings %q", e.Warnings)
		}
	}
	if !strings.HasPrefix(at.Low.Method, "pass@(1, 1) from an exhaustive run, ") {
		t.Errorf("method %q", at.Low.Method)
	}
	if at.Lost != 2 {
		t.Errorf("%d chains lost, want 2", at.Lost)
	}
	for r := range 2 {
		near(t, "all samples solve the task that one of them solves", s.At(4, r).Estimate.Value, 0.5, 0)
	}
	d := must(BudgetSurface(Run{DepthFirst, 2, 1, [][]Chain{{failed, gone}, {failed, failed}}}, Design{}))
	if d.At(1, 1).Lost != 0 || d.At(2, 1).Lost != 1 {
		t.Errorf("the first k chains lost %d and %d, want 0 and 1", d.At(1, 1).Lost, d.At(2, 1).Lost)
	}
}

// Bounds that meet by luck do not make a budget identified by the policy: averaged
// over runs, the values that they leave are biased.
func TestBudgetsIdentifiedByPolicyAndByLuck(t *testing.T) {
	const K, R = 3, 2
	for policy, want := range map[Policy]func(k, r int) bool{
		Exhaustive:   func(k, r int) bool { return true },
		DepthFirst:   func(k, r int) bool { return k == 1 || r == R },
		BreadthFirst: func(k, r int) bool { return k == K || r == 0 },
		"eager":      func(k, r int) bool { return false },
	} {
		for k := 1; k <= K; k++ {
			for r := 0; r <= R; r++ {
				if got := policy.Identifies(k, r, K, R); got != want(k, r) {
					t.Errorf("%s at (%d, %d): %t", policy, k, r, got)
				}
			}
		}
	}
	failed, won := Chain{Rounds: 2}, Chain{Rounds: 1, Solved: true}
	s := must(BudgetSurface(Run{DepthFirst, 2, 1, [][]Chain{{failed, won}, {failed, failed}}}, Design{}))
	for k := 1; k <= 2; k++ {
		for r := 0; r <= 1; r++ {
			at, luck := s.At(k, r), k == 2 && r == 0
			warned := strings.Contains(strings.Join(at.Estimate.Warnings, ";"), "the bounds coincide in this run")
			if !at.Identified || at.ByPolicy == luck || warned != luck {
				t.Errorf("(%d, %d): %+v", k, r, at)
			}
		}
	}
}

func TestBudgetSurfaceRefusesRunsThatBreakTheirPolicy(t *testing.T) {
	won, lost, open, unrun := Chain{Rounds: 1, Solved: true}, Chain{Rounds: 2}, Chain{Rounds: 1}, Chain{}
	for name, run := range map[string]Run{
		"unknown policy":                        {"eager", 2, 1, [][]Chain{{won, lost}}},
		"no task":                               {Exhaustive, 2, 1, nil},
		"exhaustive, ended early":               {Exhaustive, 2, 1, [][]Chain{{won, open}}},
		"exhaustive, not run":                   {Exhaustive, 2, 1, [][]Chain{{lost, unrun}}},
		"depth-first, ran on":                   {DepthFirst, 2, 1, [][]Chain{{won, lost}}},
		"depth-first, ended early":              {DepthFirst, 2, 1, [][]Chain{{open, won}}},
		"breadth-first, repaired after success": {BreadthFirst, 2, 1, [][]Chain{{won, lost}}},
		"breadth-first, sample not checked":     {BreadthFirst, 2, 1, [][]Chain{{won, unrun}}},
		"breadth-first, not repaired":           {BreadthFirst, 2, 1, [][]Chain{{lost, open}}},
		"wrong number of chains":                {Exhaustive, 2, 1, [][]Chain{{lost}}},
		"too many rounds":                       {Exhaustive, 1, 1, [][]Chain{{{Rounds: 3}}}},
		"solved in no round":                    {Exhaustive, 1, 1, [][]Chain{{{Solved: true}}}},
		"impossible budget":                     {Exhaustive, 0, 1, [][]Chain{{}}},
		"everything lost":                       {Exhaustive, 1, 1, [][]Chain{{{Lost: true}}}},
	} {
		if _, err := BudgetSurface(run, Design{}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestBudgetSurfaceIgnoresTheOrderOfExhaustiveChains(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var tasks, shuffled [][]Chain
	for range 20 {
		var chains []Chain
		for range 5 {
			chains = append(chains, chainOf(rng.IntN(6), 3))
		}
		tasks = append(tasks, chains)
		other := append([]Chain(nil), chains...)
		rng.Shuffle(5, func(i, j int) { other[i], other[j] = other[j], other[i] })
		shuffled = append(shuffled, other)
	}
	a, b := must(BudgetSurface(Run{Exhaustive, 5, 3, tasks}, Design{})), must(BudgetSurface(Run{Exhaustive, 5, 3, shuffled}, Design{}))
	for k := 1; k <= 5; k++ {
		for r := 0; r <= 3; r++ {
			if a.At(k, r).Estimate.Value != b.At(k, r).Estimate.Value {
				t.Errorf("pass@(%d, %d) depends on the order of chains", k, r)
			}
			if k > 1 && a.At(k, r).Estimate.Value < a.At(k-1, r).Estimate.Value || r > 0 && a.At(k, r).Estimate.Value < a.At(k, r-1).Estimate.Value {
				t.Errorf("pass@(%d, %d) falls", k, r)
			}
		}
	}
}

// Every order of the chains is run.
func TestExpectedCostIsTheMeanOverAllOrders(t *testing.T) {
	cost, solved := []float64{3, 1, 4, 1.5, 9}, []bool{false, true, false, true, false}
	for k := 1; k <= 5; k++ {
		sum, orders := 0.0, 0
		order := []float64{0, 1, 2, 3, 4}
		for more := true; more; more = nextPermutation(order) {
			orders++
			for _, i := range order[:k] {
				sum += cost[int(i)]
				if solved[int(i)] {
					break
				}
			}
		}
		near(t, "depth-first", must(ExpectedCostAtK(cost, solved, k, DepthFirst)), sum/float64(orders), 1e-12)
		near(t, "exhaustive", must(ExpectedCostAtK(cost, solved, k, Exhaustive)), float64(k)*18.5/5, 1e-12)
	}
	repair := []float64{2, 0, 5, 0, 1}
	for k := 1; k <= 5; k++ {
		sum, subsets := 0.0, 0
		for s := range uint(1) << 5 {
			if bits.OnesCount(s) != k {
				continue
			}
			subsets++
			passed, later := false, 0.0
			for i := range 5 {
				if s>>i&1 == 1 {
					sum += cost[i]
					passed = passed || solved[i]
					later += repair[i]
				}
			}
			if !passed {
				sum += later
			}
		}
		near(t, "breadth-first", must(ExpectedCostBreadthFirst(cost, repair, solved, k)), sum/float64(subsets), 1e-12)
	}
	near(t, "prefix stops at the success", must(PrefixCostAtK(cost[:2], solved[:2], 5)), 4, 0)
	near(t, "prefix stops at k", must(PrefixCostAtK(cost, solved, 1)), 3, 0)
	_, err := PrefixCostAtK(cost[:1], solved[:1], 2)
	refused(t, "chains missing before any success", err, ErrNotIdentified)
	_, err = ExpectedCostAtK(cost, solved, 6, DepthFirst)
	refused(t, "k > n", err, ErrNotIdentified)
	_, err = ExpectedCostAtK(cost, solved, 2, BreadthFirst)
	refused(t, "breadth-first", err, ErrNotIdentified)
}
