package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"proofgrid/experiments/group"
	"proofgrid/experiments/record"
	"proofgrid/reports/analysis"
	"proofgrid/stats"
)

type taskRow = record.TaskRow

// Independent is the cluster of tasks that are declared to be independent.
const Independent = "none"

// Options say what is compared with what, and how.
type Options struct {
	// By tells the arms apart; nil takes the fewest columns of cells that tell all
	// cells apart.
	By      group.Projection
	Within  group.Projection // groups whose arms are compared; nil: one group
	Filters []group.Filter   // on units
	// Cluster is the column of tasks in whose values they hang together: "" is
	// repository, Independent is none.
	Cluster string
	Level   float64 // 0 means 0.95
	Draws   stats.MonteCarlo
}

// Result is a comparison of arms. Groups and arms are in the order of their keys.
type Result struct {
	Runs     []string
	Level    float64
	Cluster  string
	By       []string // columns that tell the arms apart
	Within   []string // columns that tell the groups apart
	Filters  []string
	Groups   []Group
	Family   int // comparisons that Holm's adjustment counts
	Warnings []string
}

// MarshalJSON writes the result with undefined numbers as null.
func (r *Result) MarshalJSON() ([]byte, error) { return analysis.JSON(*r) }

// Group is the arms of one key of Within.
type Group struct {
	Key         []string
	Tasks       int // of all arms
	Clusters    int // of these; 0: tasks are taken as independent
	Arms        []Arm
	Comparisons []Comparison
	// CochranQ tests whether all arms solve alike, over the tasks known in each;
	// undefined with fewer than three arms. It takes tasks as independent.
	CochranQ stats.Test
}

// Arm is the units of one key of By.
type Arm struct {
	Key   []string
	Tasks int
	Known int // tasks with an outcome
	// A task has at least and at most so many units in the arm. It counts once, with
	// their mean, and is unknown when any of them is.
	FewestUnits, MostUnits int
	// Solved is the sum over the known tasks: their number when outcomes are 0 or 1.
	Solved float64
	Binary bool
	Rate   stats.Estimate // over known tasks
	Wilson stats.Estimate // the same with tasks as independent; undefined unless binary
	// Worst and Best are Rate if every unknown task were unsolved, or solved.
	Worst, Best float64
	Pooled      []Pooled // what the arm mixes
}

// Pooled says that an arm mixes cells that differ in a column.
type Pooled struct {
	Column string
	Values []string
}

// Comparison is one of two arms: A − B.
type Comparison struct {
	A, B int // arms of the group
	// Shared counts the tasks of both arms, OnlyInA and OnlyInB those of one.
	Shared, OnlyInA, OnlyInB int
	// IsPaired: Paired holds the comparison task by task. Else the arms share no task
	// with an outcome in both, and Unpaired holds it.
	IsPaired bool
	Paired   stats.Paired `json:"paired,omitempty"`
	Unpaired Unpaired     `json:"unpaired,omitempty"`
	// Difference and Test are those of the two that count.
	Difference stats.Estimate
	Test       stats.Test
	Holm       float64 // Test's p, adjusted over all comparisons of the result
	// Also lists further columns of cells in which the arms differ.
	Also []string
	Why  string // there is no comparison
}

// Arms compares the arms of data.
func Arms(data *Data, opts Options) (*Result, error) {
	rows, err := data.units.Select(opts.Filters...)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("no unit passes the filters %s", join(opts.Filters))
	}
	var doubts []string
	last := int32(-1)
	for _, i := range rows {
		cell := data.cell[i]
		if err := data.failed[cell]; err != nil {
			return nil, err // a cell without the budget matters only when it is asked for
		}
		if cell != last { // the units of a cell stand together
			doubts = append(doubts, data.doubts[cell]...)
		}
		last = cell
	}
	c := &comparer{Data: data, opts: opts, rows: rows, units: data.units.Take(rows)}
	if c.opts.Level == 0 {
		c.opts.Level = 0.95
	}
	if !(c.opts.Level > 0 && c.opts.Level < 1) {
		return nil, fmt.Errorf("confidence level %v is not between 0 and 1", c.opts.Level)
	}
	if c.opts.By == nil {
		if c.opts.By, err = c.telling(); err != nil {
			return nil, err
		}
	}
	if err := c.clusters(); err != nil {
		return nil, err
	}
	if err := c.filteredToOneCluster(); err != nil {
		return nil, err
	}
	if c.by, err = c.opts.By.Of(c.units); err != nil {
		return nil, err
	}
	if c.within, err = opts.Within.Of(c.units); err != nil {
		return nil, err
	}
	for _, f := range c.within.Fields {
		if slices.Contains(c.by.Fields, f) {
			return nil, fmt.Errorf("column %s tells both the arms and the groups apart", f)
		}
	}
	r := &Result{Runs: data.Runs, Level: c.opts.Level, Cluster: c.opts.Cluster, By: c.by.Fields, Within: c.within.Fields, Warnings: slices.Concat(data.Warnings, doubts)}
	for _, f := range opts.Filters {
		r.Filters = append(r.Filters, f.String())
	}
	for g, rows := range c.within.Rows() {
		one, err := c.group(c.within.Values[g], rows)
		if err != nil {
			return nil, err
		}
		r.Groups = append(r.Groups, one)
	}
	r.adjust()
	return r, nil
}

func join(filters []group.Filter) string {
	var text []string
	for _, f := range filters {
		text = append(text, f.String())
	}
	return strings.Join(text, " and ")
}

// adjust is Holm's correction over all comparisons that were made.
func (r *Result) adjust() {
	var p []float64
	for _, g := range r.Groups {
		for _, c := range g.Comparisons {
			p = append(p, c.Test.P)
			if !math.IsNaN(c.Test.P) {
				r.Family++
			}
		}
	}
	p = stats.Holm(p)
	for g := range r.Groups {
		for c := range r.Groups[g].Comparisons {
			r.Groups[g].Comparisons[c].Holm, p = p[0], p[1:]
		}
	}
}

// comparer is the state of a comparison. Its rows are the units that pass.
type comparer struct {
	*Data
	opts       Options
	rows       []int32 // places of the units in Data
	units      group.Table
	by, within *group.Keys
	label      []string // cluster of every task; nil: independent
}

// telling finds the fewest columns that tell all cells apart, the model at least.
func (c *comparer) telling() (group.Projection, error) {
	cells := make([]int32, len(c.rows))
	for i, r := range c.rows {
		cells[i] = c.cell[r]
	}
	var p group.Projection
	keys := 1
	for _, name := range cellColumns {
		finer := append(slices.Clip(p), group.Field{Column: name})
		k, err := finer.Of(c.units)
		if err != nil {
			return nil, err
		}
		if k.Len() > keys {
			p, keys = finer, k.Len()
		}
		if apart(k.Of, cells) {
			break
		}
		if name == cellColumns[len(cellColumns)-1] { // settings alone tell them apart
			p = append(p, group.Field{Column: "cell"})
		}
	}
	if p == nil {
		p = group.Projection{{Column: cellColumns[0]}}
	}
	return p, nil
}

// apart tells whether no key has the units of two cells.
func apart(keys, cells []int32) bool {
	of := map[int32]int32{}
	for i, k := range keys {
		if cell, ok := of[k]; ok && cell != cells[i] {
			return false
		}
		of[k] = cells[i]
	}
	return true
}

// clusters looks up in which cluster every task is.
func (c *comparer) clusters() error {
	if c.opts.Cluster == "" {
		c.opts.Cluster = "repository"
	}
	if c.opts.Cluster == Independent {
		return nil
	}
	col, err := c.tasks.Find(c.opts.Cluster)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	c.label = make([]string, c.tasks.Rows)
	for t := range c.label {
		if c.label[t] = col.Value(t); c.label[t] == "" {
			return fmt.Errorf("cluster: task %s has no %s", c.tasks.Columns[0].Value(t), col.Name)
		}
	}
	c.opts.Cluster = col.Name
	return nil
}

// filteredToOneCluster refuses what a filter has left a single cluster of: with
// tasks taken as independent it would find what the whole data do not show.
func (c *comparer) filteredToOneCluster() error {
	if c.label == nil || len(c.opts.Filters) == 0 {
		return nil
	}
	left, all := map[string]bool{}, map[string]bool{}
	for _, i := range c.rows {
		left[c.label[c.task[i]]] = true
	}
	for _, l := range c.label {
		all[l] = true
	}
	if len(left) > 1 || len(all) == 1 {
		return nil
	}
	return fmt.Errorf("the filters %s leave one of %d clusters (%s), and one cluster has no interval: choose another with --cluster, or --cluster %s takes tasks as independent",
		join(c.opts.Filters), len(all), c.opts.Cluster, Independent)
}

// set is the design of some tasks.
func (c *comparer) set(tasks []int32) analysis.TaskSet {
	if c.label == nil {
		return analysis.IndependentTasks(len(tasks), c.opts.Level, c.opts.Draws)
	}
	labels := make([]string, len(tasks))
	for i, t := range tasks {
		labels[i] = c.label[t]
	}
	return analysis.NewTaskSet(labels, strings.TrimPrefix(strings.TrimPrefix(c.opts.Cluster, "category."), "feature."), c.opts.Level, c.opts.Draws)
}
