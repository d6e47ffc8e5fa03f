package compare

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"proofgrid/experiments/group"
	"proofgrid/reports/analysis"
)

// Budget is a budget that a run can speak for.
type Budget struct{ K, R int }

func (b Budget) String() string { return fmt.Sprintf("k = %d, r = %d", b.K, b.R) }

// Input is a run under the name by which results call it.
type Input struct {
	Name string
	Run  *analysis.Run
}

// Data is the units of all runs as a table.
type Data struct {
	Runs     []string
	units    group.Table // one row for each unit: columns of its run, cell and task
	y        []float64   // outcome of each unit: 1, 0, NaN, or a score in between
	cell     []int32     // of each unit, over all runs
	task     []int32     // of each unit, over all runs: shared tasks are one
	failed   []error     // of each cell, over all runs: why it has no scores of the budget
	doubts   [][]string  // of each cell, over all runs: why its scores of the budget are biased
	tasks    group.Table // columns of the tasks
	Warnings []string
}

// cellColumns are what a cell can differ in, in the order in which they are tried
// when it is not said what to compare by.
var cellColumns = []string{"model", "regime", "budget", "strategy", "policy", "seed", "run"}

// Join joins the units of several runs. A task of one id and one statement is the
// same task in each. With budgets, every cell stands once for each of them, with
// pass@(k, r) in place of its outcome; a cell that does not identify it is an error
// once it is compared.
func Join(inputs []Input, budgets []Budget) (*Data, error) {
	if len(inputs) == 0 {
		return nil, fmt.Errorf("no runs to compare")
	}
	d := &Data{}
	tasks := newTaskIndex()
	var cells cellRows
	for i, in := range inputs {
		d.Runs = append(d.Runs, in.Name)
		if slices.Contains(d.Runs[:i], in.Name) {
			return nil, fmt.Errorf("%s is given twice", in.Name)
		}
		place := make([]int32, len(in.Run.Tasks))
		for t := range in.Run.Tasks {
			place[t] = tasks.add(&in.Run.Tasks[t])
		}
		whole := budgets
		if budgets == nil {
			whole = []Budget{{}}
		}
		for _, b := range whole {
			scores, err := in.scores(b)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", in.Name, err)
			}
			for c := range in.Run.Cells {
				at := cells.add(in.Name, in.Run, c, b)
				fail := scores[c].Err
				if fail != nil {
					fail = fmt.Errorf("%s: %w", in.Name, fail)
				}
				var doubts []string
				for _, w := range scores[c].Warnings {
					doubts = append(doubts, in.Name+": "+w)
				}
				d.failed, d.doubts = append(d.failed, fail), append(d.doubts, doubts)
				for t := range in.Run.Tasks {
					y := math.NaN()
					if fail == nil {
						y = scores[c].Tasks[t]
					}
					d.y = append(d.y, y)
					d.cell = append(d.cell, at)
					d.task = append(d.task, place[t])
				}
			}
		}
	}
	d.tasks = tasks.table()
	d.units = cells.table().Take(d.cell).Beside(d.tasks.Take(d.task))
	d.Warnings = tasks.warnings()
	return d, nil
}

// scores are the outcomes of a run, or its pass@(k, r) when a budget is given.
func (in Input) scores(b Budget) ([]analysis.CellScores, error) {
	if b == (Budget{}) {
		solved, err := analysis.Outcomes(in.Run)
		scores := make([]analysis.CellScores, len(solved))
		for c := range solved {
			scores[c].Tasks = solved[c]
		}
		return scores, err
	}
	return analysis.Scores(in.Run, b.K, b.R)
}

// cellRows collects the columns of cells.
type cellRows struct {
	run, cell, model, regime, budget, strategy, policy, seed, k, r, settings []string
}

func (rows *cellRows) add(run string, from *analysis.Run, c int, b Budget) int32 {
	cell := &from.Cells[c]
	if b == (Budget{}) {
		b = Budget{int(cell.K), int(cell.R)}
	}
	for _, v := range []struct {
		to    *[]string
		value string
	}{
		{&rows.run, run}, {&rows.cell, cell.CellID}, {&rows.model, cell.Model}, {&rows.regime, cell.Regime},
		{&rows.budget, b.String()}, {&rows.strategy, cell.Strategy}, {&rows.policy, cell.Policy},
		{&rows.seed, strconv.FormatUint(cell.Seed, 10)}, {&rows.k, strconv.Itoa(b.K)}, {&rows.r, strconv.Itoa(b.R)}, {&rows.settings, cell.Settings},
	} {
		*v.to = append(*v.to, v.value)
	}
	return int32(len(rows.run) - 1)
}

func (rows *cellRows) table() group.Table {
	return group.Table{Rows: len(rows.run), Columns: []group.Column{
		group.Strings("model", rows.model), group.Strings("regime", rows.regime), group.Strings("budget", rows.budget),
		group.Strings("k", rows.k), group.Strings("r", rows.r), group.Strings("strategy", rows.strategy),
		group.Strings("policy", rows.policy), group.Strings("seed", rows.seed), group.Strings("run", rows.run),
		group.Strings("cell", rows.cell), group.Strings("settings", rows.settings),
	}}
}

// taskIndex finds the tasks that runs share.
type taskIndex struct {
	at        map[[2]string]int32 // by id and statement
	first     map[string]string   // statement by id
	rows      []*taskRow
	ambiguous int // tasks whose id has another statement elsewhere
}

func newTaskIndex() *taskIndex {
	return &taskIndex{at: map[[2]string]int32{}, first: map[string]string{}}
}

func (x *taskIndex) add(t *taskRow) int32 {
	key := [2]string{t.TaskID, t.StatementHash}
	if i, ok := x.at[key]; ok {
		return i
	}
	if s, ok := x.first[t.TaskID]; ok && s != t.StatementHash {
		x.ambiguous++
	} else {
		x.first[t.TaskID] = t.StatementHash
	}
	i := int32(len(x.rows))
	x.at[key] = i
	x.rows = append(x.rows, t)
	return i
}

func (x *taskIndex) warnings() []string {
	if x.ambiguous == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d tasks have the id of another task with another statement; they are taken for different tasks", x.ambiguous)}
}

func (x *taskIndex) table() group.Table {
	text := func(name string, of func(*taskRow) string) group.Column {
		values := make([]string, len(x.rows))
		for i, t := range x.rows {
			values[i] = of(t)
		}
		return group.Strings(name, values)
	}
	t := group.Table{Rows: len(x.rows), Columns: []group.Column{
		text("task", func(t *taskRow) string { return t.TaskID }),
		text("benchmark", func(t *taskRow) string { return t.Benchmark }),
		text("system", func(t *taskRow) string { return t.System }),
		text("repository", func(t *taskRow) string { return t.Repository }),
		text("file", func(t *taskRow) string { return t.File }),
	}}
	features, categories := map[string]bool{}, map[string]bool{}
	for _, t := range x.rows {
		for f := range t.Features {
			features[f] = true
		}
		for c := range t.Categories {
			categories[c] = true
		}
	}
	for _, f := range slices.Sorted(maps.Keys(features)) {
		values := make([]float64, len(x.rows))
		for i, t := range x.rows {
			v, ok := t.Features[f]
			if !ok {
				v = math.NaN()
			}
			values[i] = v
		}
		t.Columns = append(t.Columns, group.Numbers("feature."+f, values))
	}
	for _, c := range slices.Sorted(maps.Keys(categories)) {
		t.Columns = append(t.Columns, text("category."+c, func(t *taskRow) string { return t.Categories[c] }))
	}
	return t
}
