package analysis

import (
	"math"
	"slices"

	"proofgrid/stats"
)

// Measure is success against one kind of cost.
type Measure struct {
	Name     string     `json:"name"`     // "checks", "tokens", "search nodes", "seconds", "USD"
	Volatile bool       `json:"volatile"` // a clock says it: another machine, another value
	Limit    float64    `json:"limit"`    // of the curves: the most that any unit spent, or the time limit
	Cells    []CostCell `json:"cells"`
	// Common counts the tasks known in every cell, over which the frontier is taken.
	Common int    `json:"common"`
	Why    string `json:"why,omitempty"` // there is no frontier
}

// CostCell is what a cell spent and got.
type CostCell struct {
	Total   float64        `json:"total"`   // of units whose outcome and cost are known; NaN when there are none
	Unknown int            `json:"unknown"` // units whose cost is not known
	PerTask stats.Estimate `json:"per_task"`
	// AsRun is the cost per solve with all that the stopping policy spent.
	AsRun stats.PerSolve `json:"as_run"`
	// Stopped is the same if every task stopped at its first success: under the
	// exhaustive policy the expectation over all orders of the samples, under the
	// others what was spent up to the first success.
	Stopped        stats.PerSolve `json:"stopped"`
	StoppedPerTask stats.Estimate `json:"stopped_per_task"`
	// Curve is the share solved by cost, in the order in which the run worked; over no
	// task where the cost of all solves is unknown.
	Curve stats.Curve `json:"curve"`
	Area  float64     `json:"area"` // under Curve up to Limit, divided by Limit
	// The cell's place against the others: cost per task, stopped, and success, both
	// over the common tasks.
	Cost       stats.Estimate `json:"frontier_cost"`
	Score      stats.Estimate `json:"frontier_score"`
	OnFrontier bool           `json:"on_frontier"` // no cell costs less and scores more
	Membership float64        `json:"membership"`  // share of cluster resamples on the frontier
}

// kind says where a kind of cost stands in the table of outcomes.
type kind struct {
	name     string
	volatile bool
	unit     func(o *outcomeColumns, i int) float64 // NaN when unknown
	toSolve  func(o *outcomeColumns, i int) float64 // of solved units; nil when the calls say it
}

// Kinds that attempts have too, as places in kinds.
const (
	ofChecks = iota
	ofTokens
	ofWork
	ofTime
	attemptKinds
	ofMoney = attemptKinds // which calls have instead
)

var kinds = []kind{
	ofChecks: {"checks", false,
		func(o *outcomeColumns, i int) float64 { return float64(o.Checks[i]) },
		func(o *outcomeColumns, i int) float64 { return orNaN(o.ChecksToSolve[i]) }},
	ofTokens: {"tokens", false,
		func(o *outcomeColumns, i int) float64 { return orNaN(o.Tokens[i]) },
		func(o *outcomeColumns, i int) float64 { return orNaN(o.TokensToSolve[i]) }},
	ofWork: {"search nodes", false,
		func(o *outcomeColumns, i int) float64 { return float64(o.Work[i]) },
		func(o *outcomeColumns, i int) float64 { return orNaN(o.WorkToSolve[i]) }},
	ofTime: {"seconds", true,
		func(o *outcomeColumns, i int) float64 { return o.Seconds[i] },
		func(o *outcomeColumns, i int) float64 { return o.SecondsToSolve[i] }},
	ofMoney: {"USD", false, func(o *outcomeColumns, i int) float64 { return o.Cost[i] }, nil},
}

func orNaN(v int64) float64 {
	if v < 0 {
		return math.NaN()
	}
	return float64(v)
}

// stoppedCost is the expected cost of a unit that stops at its first solved chain,
// over all orders of its chains; NaN when the cost of one is unknown. Chains lost
// to the infrastructure count as failures at what they cost.
func stoppedCost(cost []float64, solved []bool) float64 {
	e, err := stats.ExpectedCostAtK(cost, solved, len(cost), stats.DepthFirst)
	if err != nil {
		return math.NaN()
	}
	return e
}

// costs returns a measure for each kind of cost that some unit has.
func (g *grid) costs(s Settings) []Measure {
	var out []Measure
	for i, k := range kinds {
		m := Measure{Name: k.name, Volatile: k.volatile}
		most := 0.0
		columns := g.Run.costs[i]
		for c := range g.Cells {
			for _, v := range columns[c].spent {
				if v > most {
					most = v
				}
			}
		}
		if most == 0 {
			continue
		}
		if m.Limit = most; k.name == "seconds" && s.TaskLimit > 0 {
			m.Limit = s.TaskLimit
		}
		if i == ofWork {
			columns = searching(columns)
		}
		m.Cells = make([]CostCell, len(g.Cells))
		each(len(m.Cells), func(c int) { m.Cells[c] = g.costCell(c, columns[c], m.Limit) })
		g.frontier(&m, columns, s)
		out = append(out, m)
	}
	return out
}

// searching blanks the cells that expanded no node at all: their models do not search,
// which is not the same as searching at no cost.
func searching(columns []taskCosts) []taskCosts {
	out := slices.Clone(columns)
	for c := range out {
		if !slices.ContainsFunc(out[c].spent, func(v float64) bool { return v > 0 }) {
			none := slices.Repeat([]float64{math.NaN()}, len(out[c].spent))
			out[c] = taskCosts{spent: none, at: none, stopped: none}
		}
	}
	return out
}

func (g *grid) costCell(c int, cols taskCosts, limit float64) CostCell {
	cc := CostCell{Total: math.NaN(), Area: math.NaN(), Cost: undefined(0), Score: undefined(0), Membership: math.NaN()}
	y := g.solved[c]
	spent, _ := g.over(cols.spent, known(g.all(), cols.spent))
	cc.Unknown = len(known(g.all(), y)) - len(spent)
	if len(spent) > 0 {
		cc.Total = sum(spent)
	}
	cc.PerTask, cc.AsRun = g.meanCost(cols.spent, g.all()), g.perSolve(cols.spent, y)
	cc.StoppedPerTask, cc.Stopped = g.meanCost(cols.stopped, g.all()), g.perSolve(cols.stopped, y)
	at, _ := g.over(cols.at, reached(g.all(), cols, y))
	curve, err := stats.SolvedCurve(at, g.design.Level)
	if err != nil {
		curve = stats.Curve{Level: g.design.Level, Warnings: []string{err.Error()}}
	} else {
		cc.Area = curve.Area(limit)
	}
	cc.Curve = curve
	return cc
}

// reached returns the tasks that a curve of solved by cost is over. A task that is not
// solved is so at any cost, known or not; but where the cost of some solves is unknown,
// such failures would stand for all tasks of unknown cost, and are left out with them.
func reached(tasks []int, cols taskCosts, solved []float64) []int {
	out := known(tasks, cols.at)
	if len(out) < len(known(tasks, solved)) {
		out = known(out, cols.spent)
	}
	return out
}

// meanCost is the mean over those of the tasks whose cost is known.
func (g *grid) meanCost(cost []float64, tasks []int) stats.Estimate {
	v, d := g.over(cost, known(tasks, cost))
	e, err := stats.Rate(v, d)
	if err != nil {
		return undefined(0, err.Error())
	}
	e.Lo = math.Max(0, e.Lo)
	return e
}

func (g *grid) perSolve(cost, solved []float64) stats.PerSolve {
	both := known(g.all(), cost, solved)
	c, d := g.over(cost, both)
	s, _ := g.over(solved, both)
	p, err := stats.CostPerSolve(c, s, d)
	if err != nil {
		p.Cost, p.Solves, p.G = undefined(0, err.Error()), undefined(0, err.Error()), math.NaN()
		return p
	}
	if d.Clusters.Len() < 2 {
		p.Cost.Warnings = append(p.Cost.Warnings, oneRepository)
	}
	return p
}

// frontier finds the cells that no other beats in cost and score, and how often
// each is among them when repositories are drawn anew.
func (g *grid) frontier(m *Measure, columns []taskCosts, s Settings) {
	common := g.all()
	for c := range g.Cells {
		common = known(common, columns[c].stopped, g.solved[c])
	}
	m.Common = len(common)
	if len(g.Cells) < 2 {
		m.Why = "a frontier needs two cells"
		return
	}
	if len(common) == 0 {
		m.Why = "no task has a known outcome and cost in every cell"
		return
	}
	of := make([]int, len(common))
	for i, t := range common {
		if of[i] = g.groups.Of[t]; !g.clustered() {
			of[i] = t
		}
	}
	clusters := stats.GroupBy(of)
	arms := make([]stats.CostScore, len(g.Cells))
	cost, score := make([]float64, len(arms)), make([]float64, len(arms))
	for c := range arms {
		G := clusters.Len()
		arms[c] = stats.CostScore{Cost: make([]float64, G), Score: make([]float64, G), N: make([]float64, G)}
		for i, t := range common {
			k := clusters.Of[i]
			arms[c].Cost[k] += columns[c].stopped[t]
			arms[c].Score[k] += g.solved[c][t]
			arms[c].N[k]++
		}
		m.Cells[c].Cost, m.Cells[c].Score = g.meanCost(columns[c].stopped, common), g.rate(g.solved[c], common)
		cost[c], score[c] = m.Cells[c].Cost.Value, m.Cells[c].Score.Value
	}
	on, err := stats.Pareto(cost, score)
	if err != nil {
		m.Why = err.Error()
		return
	}
	for _, c := range on {
		m.Cells[c].OnFrontier = true
	}
	share, err := stats.ParetoMembership(arms, stats.Bootstrap{MonteCarlo: g.draws, Level: s.Level})
	if err != nil {
		m.Why = err.Error()
		return
	}
	for c := range share {
		m.Cells[c].Membership = share[c]
	}
}
