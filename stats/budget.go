package stats

import (
	"fmt"
	"math"
	"slices"
)

// Policy says when a run stopped working on a task. It decides which smaller
// budgets one run can speak for.
type Policy string

const (
	// Exhaustive: every chain ran to its own success or to the last round.
	Exhaustive Policy = "exhaustive"
	// DepthFirst: chains ran in order, each to its last round, until the first success.
	DepthFirst Policy = "depth-first"
	// BreadthFirst: all samples were checked first; repair rounds ran only while
	// nothing had passed.
	BreadthFirst Policy = "breadth-first"
)

// Identifies reports whether a run of K samples and R repair rounds determines
// pass@(k, r) whatever its chains did. Elsewhere the bounds of [BudgetSurface] may
// still meet, but only where the chains happened to let them: values chosen by that
// are biased.
func (p Policy) Identifies(k, r, K, R int) bool {
	switch p {
	case Exhaustive:
		return true
	case DepthFirst:
		return k == 1 || r == R
	case BreadthFirst:
		return k == K || r == 0
	}
	return false
}

// run names a run of the policy in a sentence.
func (p Policy) run() string {
	if p == Exhaustive {
		return "an exhaustive run"
	}
	return "a " + string(p) + " run"
}

// Chain is what is known of one sample and its repairs.
type Chain struct {
	Rounds int  // rounds with an outcome, from round 0: 0 … R+1
	Solved bool // the last of them proved the task
	Lost   bool // broken by the infrastructure: what would have followed is unknown
}

// Run is what one cell of a grid recorded: for every task, its K chains in the
// order in which they ran. A chain that the policy did not start is the zero Chain.
// A task with no chain at all is unknown.
type Run struct {
	Policy Policy
	K, R   int // budget of the run: samples, repair rounds
	Tasks  [][]Chain
}

// Surface holds the solve rate at every smaller budget that a run speaks for.
type Surface struct {
	K, R   int
	Policy Policy
	points []BudgetPoint
}

// At returns the point of k samples (1 … K) and r repair rounds (0 … R).
func (s Surface) At(k, r int) BudgetPoint {
	if k < 1 || k > s.K || r < 0 || r > s.R {
		panic(fmt.Sprintf("stats: budget (%d, %d) outside (1…%d, 0…%d)", k, r, s.K, s.R))
	}
	return s.points[(k-1)*(s.R+1)+r]
}

// BudgetPoint is pass@(k, r), averaged over tasks.
type BudgetPoint struct {
	K, R int
	// Identified: the bounds of every task meet in this run; Estimate holds the rate,
	// and Low and High equal it. Otherwise Estimate.Value is NaN and the rate lies between Low.Value
	// and High.Value; [Low.Lo, High.Hi] covers it at the level or more.
	Identified bool
	// ByPolicy: they meet in every run of this policy (see [Policy.Identifies]). An
	// Identified point without it is biased by the choice, and Estimate warns.
	ByPolicy  bool
	Estimate  Estimate
	Low, High Estimate
	// Over all tasks, with everything unknown as a failure (Worst) or a solve (Best).
	// They differ from Low and High only where the infrastructure lost something.
	Worst, Best float64
	// Tasks whose outcome at this budget the infrastructure did not take away, and the rest.
	Known, Missing int
	Lost           int // chains that the infrastructure broke by round r, among those that the point rests on
}

// BudgetSurface estimates pass@(k, r) for every k ≤ K and r ≤ R from one run.
//
// Under Exhaustive it is the unbiased pass@k on chains solved by round r. Under
// DepthFirst it is the indicator that one of the first k chains was solved by
// round r: known at r = R and at k = 1, else bounded, because chains after the
// first success never ran. Under BreadthFirst, chains that were not repaired
// because another had passed count as failures in Low and as solves in High:
// [1 − C(n−c₀,k)/C(n,k), 1] for a task solved at round 0.
//
// Chains lost to the infrastructure leave the chains of their task. The task keeps a
// value while k chains remain (under DepthFirst: while none of the first k is lost),
// or when the lost ones could not change it, and is Missing otherwise. That would be
// fair if losses were random, but every round can lose a chain and those that fail go
// through more of them: what remains favours success, and tasks that are solved all
// the same stay while unsolved ones drop out. Points with losses warn; Worst and
// Best make no assumption about them.
//
// A run that does not keep to its policy (an unsolved chain that ended early under
// Exhaustive, work after a success under DepthFirst) is an error: its rates would
// be biased. So is an unknown policy.
func BudgetSurface(run Run, d Design) (Surface, error) {
	if err := run.check(); err != nil {
		return Surface{}, err
	}
	s := Surface{K: run.K, R: run.R, Policy: run.Policy}
	n := len(run.Tasks)
	low, high := make([]float64, n), make([]float64, n)
	fates := make([][]roundFates, run.R+1)
	for r := range fates {
		fates[r] = run.fates(r)
	}
	for k := 1; k <= run.K; k++ {
		pass := passTable{k: k}
		for r := 0; r <= run.R; r++ {
			pt := BudgetPoint{K: k, R: r, Identified: true, ByPolicy: run.Policy.Identifies(k, r, run.K, run.R), Lost: run.lost(k, r)}
			for i := range fates[r] {
				lo, hi, worst, best := run.score(&fates[r][i], &pass)
				low[i], high[i] = lo, hi
				pt.Worst, pt.Best = pt.Worst+worst/float64(n), pt.Best+best/float64(n)
				if math.IsNaN(lo) {
					pt.Missing++
					continue
				}
				pt.Known++
				if lo != hi {
					pt.Identified = false
				}
			}
			if pt.Known == 0 {
				return Surface{}, fmt.Errorf("pass@(%d, %d): every task was lost: %w", k, r, ErrNoData)
			}
			var err error
			if pt.Low, err = Rate(low, d); err != nil {
				return Surface{}, err
			}
			name := fmt.Sprintf("pass@(%d, %d) from %s, ", k, r, run.Policy.run())
			if pt.High = pt.Low; !pt.Identified {
				if pt.High, err = Rate(high, d); err != nil {
					return Surface{}, err
				}
				pt.Low.Method, pt.High.Method = name+"lower bound, "+pt.Low.Method, name+"upper bound, "+pt.High.Method
				pt.Estimate = point(nan, pt.Known, name+"bounds only", "the stopping policy does not identify this budget: bounds only")
			} else {
				pt.Low.Method = name + pt.Low.Method
				pt.Estimate, pt.High = pt.Low, pt.Low
			}
			for _, e := range []*Estimate{&pt.Estimate, &pt.Low, &pt.High} {
				e.Warnings = append(slices.Clip(e.Warnings), run.warnings(pt)...)
			}
			s.points = append(s.points, pt)
		}
	}
	return s, nil
}

// Doubts says why the values of [Run.Scores] at a budget are not those of an unbiased
// estimate, a sentence each: bounds that meet by luck alone, and lost chains, which
// lean them. Empty when nothing does. The budget lies within the run's.
func (run Run) Doubts(k, r int) []string {
	var out []string
	if !run.Policy.Identifies(k, r, run.K, run.R) {
		out = append(out, fmt.Sprintf("a %s run does not identify this budget: the bounds coincide in this run, and the value is not unbiased", run.Policy))
	}
	switch n := run.lost(k, r); {
	case n > 0 && r == 0:
		out = append(out, fmt.Sprintf("lost chains: %d; the value takes their loss for chance", n))
	case n > 0:
		out = append(out, fmt.Sprintf("lost chains: %d; chains that fail run longer and are lost more often, so the value leans upward", n))
	}
	return out
}

// warnings are the doubts that hold for a point, losses with what they can hide.
func (run Run) warnings(p BudgetPoint) []string {
	out := run.Doubts(p.K, p.R)
	if !p.ByPolicy && !p.Identified {
		out = out[1:] // bounds make no claim
	}
	if p.Lost > 0 {
		out[len(out)-1] += fmt.Sprintf("; with all unknown as failures or as solves it lies in [%.4g, %.4g]", p.Worst, p.Best)
	}
	return out
}

// lost counts the chains whose fate at round r the infrastructure took away, among
// those that pass@(k, r) rests on: the first k of a depth-first run, else all.
func (run Run) lost(k, r int) int {
	if run.Policy != DepthFirst {
		k = run.K
	}
	n := 0
	for _, chains := range run.Tasks {
		for _, c := range chains[:min(k, len(chains))] {
			if c.Lost && c.at(r) == lost {
				n++
			}
		}
	}
	return n
}

// check refuses runs that contradict their policy.
func (run Run) check() error {
	switch run.Policy {
	case Exhaustive, DepthFirst, BreadthFirst:
	default:
		return fmt.Errorf("stopping policy %q: a budget surface needs exhaustive, depth-first or breadth-first: %w", run.Policy, ErrNotIdentified)
	}
	if run.K < 1 || run.R < 0 {
		return fmt.Errorf("budget of %d samples and %d rounds", run.K, run.R)
	}
	if len(run.Tasks) == 0 {
		return fmt.Errorf("budget surface: %w", ErrNoData)
	}
	for i, chains := range run.Tasks {
		if len(chains) != 0 && len(chains) != run.K {
			return fmt.Errorf("task %d has %d chains of %d", i, len(chains), run.K)
		}
		if err := run.checkTask(chains); err != nil {
			return fmt.Errorf("task %d: %w", i, err)
		}
	}
	return nil
}

func (run Run) checkTask(chains []Chain) error {
	anySolved, solvedAtStart := false, false
	for _, c := range chains {
		anySolved = anySolved || c.Solved
		solvedAtStart = solvedAtStart || c.Solved && c.Rounds == 1
	}
	before := false // an earlier chain solved it
	for j, c := range chains {
		if c.Rounds < 0 || c.Rounds > run.R+1 || c.Solved && (c.Rounds == 0 || c.Lost) {
			return fmt.Errorf("chain %d has %d rounds of %d, solved %t, lost %t", j, c.Rounds, run.R+1, c.Solved, c.Lost)
		}
		ended := c.Solved || c.Lost || c.Rounds == run.R+1
		switch {
		case run.Policy == Exhaustive && !ended,
			run.Policy == DepthFirst && !before && !ended,
			run.Policy == BreadthFirst && !anySolved && !ended,
			run.Policy == BreadthFirst && c.Rounds == 0 && !c.Lost:
			return fmt.Errorf("chain %d ended unsolved after %d of %d rounds with no success to stop it, which %s does not", j, c.Rounds, run.R+1, run.Policy.run())
		case run.Policy == DepthFirst && before && (c.Rounds > 0 || c.Lost):
			return fmt.Errorf("chain %d ran after a success, which a %s run does not", j, run.Policy)
		case run.Policy == BreadthFirst && solvedAtStart && c.Rounds > 1:
			return fmt.Errorf("chain %d was repaired after a success in round 0, which a %s run does not", j, run.Policy)
		}
		before = before || c.Solved
	}
	return nil
}

// fate of a chain at round r.
type fate int

const (
	failed  fate = iota
	solved       // by round r
	skipped      // not run, because of the stopping policy
	lost         // unknown, because of the infrastructure
)

func (c Chain) at(r int) fate {
	switch {
	case c.Solved && c.Rounds-1 <= r:
		return solved
	case c.Rounds > r:
		return failed
	case c.Lost:
		return lost
	}
	return skipped
}

// roundFates counts the chains of one task by their fate at a round, and has the
// place of the first of each fate, len(chains) when there is none.
type roundFates struct {
	count, first [4]int32
	chains       int32
}

func (run Run) fates(r int) []roundFates {
	out := make([]roundFates, len(run.Tasks))
	for i, chains := range run.Tasks {
		f := &out[i]
		f.chains = int32(len(chains))
		f.first = [4]int32{f.chains, f.chains, f.chains, f.chains}
		for j, c := range chains {
			at := c.at(r)
			if f.count[at]++; f.count[at] == 1 {
				f.first[at] = int32(j)
			}
		}
	}
	return out
}

// score returns bounds of one task's pass@(k, r): lo and hi go without the lost
// chains and are NaN when too few remain, unless those could not change the value;
// worst and best take them for failures and solves.
func (run Run) score(f *roundFates, pass *passTable) (lo, hi, worst, best float64) {
	if f.chains == 0 {
		return nan, nan, 0, 1
	}
	if run.Policy == DepthFirst {
		return scorePrefix(f, pass.k)
	}
	n, c, open, gone := int(f.chains), int(f.count[solved]), int(f.count[skipped]), int(f.count[lost])
	all := pass.of(n)
	worst, best = all[c], all[c+open+gone]
	if worst == best {
		return worst, best, worst, best
	}
	if gone > 0 {
		all = pass.of(n - gone)
	}
	return all[c], all[c+open], worst, best
}

// passTable holds pass@k for every c of those n that are asked for: a run asks for
// the same few once per task.
type passTable struct {
	k    int
	rows [][]float64
}

func (t *passTable) of(n int) []float64 {
	for len(t.rows) <= n {
		t.rows = append(t.rows, nil)
	}
	if t.rows[n] == nil {
		t.rows[n] = make([]float64, n+1)
		for c := range t.rows[n] {
			t.rows[n][c] = PassAtK(n, c, t.k)
		}
	}
	return t.rows[n]
}

// scorePrefix looks at the first k chains, as a depth-first run of k would.
func scorePrefix(f *roundFates, k int) (lo, hi, worst, best float64) {
	among := func(of fate) bool { return int(f.first[of]) < k }
	if among(solved) {
		worst, best = 1, 1
	} else if among(skipped) || among(lost) {
		best = 1
	}
	if among(lost) && worst != best {
		return nan, nan, worst, best
	}
	return worst, best, worst, best
}
