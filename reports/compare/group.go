package compare

import (
	"fmt"
	"math"
	"slices"

	"proofgrid/reports/analysis"
	"proofgrid/stats"
)

// column is an arm's score of every task that it has.
type column struct {
	tasks        []int32 // ascending
	score        []float64
	fewest, most int // units of a task
}

// group compares the arms among some rows of the units.
func (c *comparer) group(key []string, rows []int32) (Group, error) {
	g := Group{Key: key}
	byArm := make([][]int32, c.by.Len())
	for _, r := range rows {
		byArm[c.by.Of[r]] = append(byArm[c.by.Of[r]], r)
	}
	var columns []column
	all := map[int32]bool{}
	for a, rows := range byArm {
		if len(rows) == 0 {
			continue
		}
		col := c.column(rows)
		arm, err := c.arm(col)
		if err != nil {
			return g, err
		}
		arm.Key = c.by.Values[a]
		if arm.Pooled, err = c.pooled(rows); err != nil {
			return g, err
		}
		g.Arms = append(g.Arms, arm)
		columns = append(columns, col)
		for _, t := range col.tasks {
			all[t] = true
		}
	}
	g.Tasks = len(all)
	g.Clusters = c.countClusters(all)
	also, err := c.also(byArm)
	if err != nil {
		return g, err
	}
	for _, pair := range c.pairs(g.Arms) {
		one := c.pair(columns[pair[0]], columns[pair[1]])
		one.A, one.B = pair[0], pair[1]
		one.Also = also(pair[0], pair[1])
		g.Comparisons = append(g.Comparisons, one)
	}
	g.CochranQ = cochranQ(columns)
	return g, nil
}

// column averages over the units of each task: a task counts once, and is unknown
// when any of its units is.
func (c *comparer) column(rows []int32) column {
	sum, n := map[int32]float64{}, map[int32]int{}
	var col column
	for _, r := range rows {
		u := c.rows[r]
		t := c.task[u]
		if n[t] == 0 {
			col.tasks = append(col.tasks, t)
		}
		sum[t] += c.y[u]
		n[t]++
	}
	slices.Sort(col.tasks)
	col.fewest = len(rows)
	for _, t := range col.tasks {
		col.score = append(col.score, sum[t]/float64(n[t]))
		col.fewest, col.most = min(col.fewest, n[t]), max(col.most, n[t])
	}
	return col
}

func (c *comparer) arm(col column) (Arm, error) {
	a := Arm{Tasks: len(col.tasks), FewestUnits: col.fewest, MostUnits: col.most, Binary: true}
	for _, y := range col.score {
		if math.IsNaN(y) {
			continue
		}
		a.Known++
		a.Solved += y
		a.Binary = a.Binary && (y == 0 || y == 1)
	}
	a.Worst = a.Solved / float64(a.Tasks)
	a.Best = (a.Solved + float64(a.Tasks-a.Known)) / float64(a.Tasks)
	a.Rate = c.set(col.tasks).Rate(col.score)
	a.Wilson = analysis.Undefined("outcomes are not all 0 or 1")
	if a.Binary {
		var err error
		if a.Wilson, err = stats.Wilson(int(a.Solved), a.Known, c.opts.Level); err != nil {
			a.Wilson = analysis.Undefined(err.Error())
		}
	}
	return a, nil
}

// pooled lists in what the cells of an arm differ.
func (c *comparer) pooled(rows []int32) ([]Pooled, error) {
	found, err := c.units.Take(rows).Pooled(make([]int32, len(rows)), append(slices.Clip(cellColumns), "settings")...)
	if err != nil {
		return nil, err
	}
	var out []Pooled
	for _, p := range found {
		if p.Column == "settings" {
			if len(out) > 0 { // which explain that settings differ
				continue
			}
			p.Values = []string{fmt.Sprintf("%d different ones", len(p.Values))}
		}
		out = append(out, Pooled{p.Column, p.Values})
	}
	return out, nil
}

func (c *comparer) countClusters(tasks map[int32]bool) int {
	if c.label == nil {
		return 0
	}
	seen := map[string]bool{}
	for t := range tasks {
		seen[c.label[t]] = true
	}
	return len(seen)
}

// also returns a function that lists the columns of cells in which two arms differ
// beside those that tell them apart.
func (c *comparer) also(byArm [][]int32) (func(a, b int) []string, error) {
	var names []string
	var values [][][]string // [column][arm] distinct values, sorted
	for _, name := range cellColumns {
		if slices.Contains(c.by.Fields, name) || name == "budget" && (slices.Contains(c.by.Fields, "k") || slices.Contains(c.by.Fields, "r")) {
			continue
		}
		col, err := c.units.Find(name)
		if err != nil {
			return nil, err
		}
		var arms [][]string
		for _, rows := range byArm {
			if len(rows) > 0 {
				v := col.Take(rows).Distinct()
				slices.Sort(v)
				arms = append(arms, v)
			}
		}
		names, values = append(names, name), append(values, arms)
	}
	return func(a, b int) []string {
		var out []string
		for i, name := range names {
			if !slices.Equal(values[i][a], values[i][b]) {
				out = append(out, name)
			}
		}
		return out
	}, nil
}

// pairs lists the pairs of arms to compare: those that differ in one column alone,
// or all when no two do.
func (c *comparer) pairs(arms []Arm) [][2]int {
	var single, all [][2]int
	for a := range arms {
		for b := a + 1; b < len(arms); b++ {
			differ := 0
			for f := range arms[a].Key {
				if arms[a].Key[f] != arms[b].Key[f] {
					differ++
				}
			}
			all = append(all, [2]int{a, b})
			if differ == 1 {
				single = append(single, [2]int{a, b})
			}
		}
	}
	if len(single) == 0 {
		return all
	}
	return single
}

// pair compares two arms: task by task over those that both have, or as unpaired
// samples when no task has an outcome in both.
func (c *comparer) pair(a, b column) Comparison {
	out := Comparison{Holm: math.NaN()}
	var shared []int32
	var ya, yb []float64
	known := 0
	for i, j := 0, 0; i < len(a.tasks) && j < len(b.tasks); {
		switch {
		case a.tasks[i] < b.tasks[j]:
			i++
		case a.tasks[i] > b.tasks[j]:
			j++
		default:
			shared = append(shared, a.tasks[i])
			ya, yb = append(ya, a.score[i]), append(yb, b.score[j])
			if !math.IsNaN(a.score[i] + b.score[j]) {
				known++
			}
			i++
			j++
		}
	}
	out.Shared = len(shared)
	out.OnlyInA, out.OnlyInB = len(a.tasks)-len(shared), len(b.tasks)-len(shared)
	if known == 0 {
		out.Unpaired, out.Why = c.unpaired(a, b)
		out.Difference, out.Test = out.Unpaired.Difference, out.Unpaired.Fisher
		return out
	}
	out.IsPaired = true
	out.Paired, out.Why = c.set(shared).Paired(ya, yb)
	out.Difference, out.Test = out.Paired.Difference, out.Paired.P
	return out
}

// cochranQ is undefined, without a warning, for fewer than three arms and for scores
// that are not outcomes.
func cochranQ(columns []column) stats.Test {
	if len(columns) < 3 {
		return analysis.UndefinedTest()
	}
	scores := make(map[int32][]float64)
	for _, col := range columns {
		if _, y := settled(col); !binary(y) {
			return analysis.UndefinedTest()
		}
		for i, t := range col.tasks {
			if !math.IsNaN(col.score[i]) {
				scores[t] = append(scores[t], col.score[i])
			}
		}
	}
	var x [][]float64
	for _, t := range columns[0].tasks {
		if len(scores[t]) == len(columns) {
			x = append(x, scores[t])
		}
	}
	test, err := stats.CochranQ(x)
	if err != nil {
		return analysis.UndefinedTest(err.Error())
	}
	return test
}
