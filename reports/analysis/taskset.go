package analysis

import (
	"errors"
	"math"

	"proofgrid/stats"
)

// TaskSet is tasks with the clusters in which they hang together: the design of all
// statistics of columns that have a number for each task, NaN when it is unknown.
type TaskSet struct {
	groups stats.Groups // clusters of all tasks
	design stats.Design // with clusters when there are several
	draws  stats.MonteCarlo
	lone   string // warns of intervals that had to do without clusters
	equal  string // warns of intervals that clusters say nothing of
}

// oneRepository is the warning of every result that had to do without clusters.
const oneRepository = "one repository only: tasks are taken as independent, which they may not be"

// NewTaskSet returns the tasks whose clusters are the labels. kind names what a label
// is, such as "repository", in warnings. A level of 0 means 0.95.
func NewTaskSet[K comparable](labels []K, kind string, level float64, draws stats.MonteCarlo) TaskSet {
	s := TaskSet{
		groups: stats.GroupBy(labels), draws: draws,
		lone:  "one " + kind + " only: tasks are taken as independent, which they may not be",
		equal: "every " + kind + " has the same rate, so the interval takes tasks as independent",
	}
	s.design = s.alone()
	s.design.Level = level
	if s.clustered() {
		s.design.Clusters = s.groups
	}
	return s
}

// IndependentTasks returns n tasks that the caller declares to be independent.
func IndependentTasks(n int, level float64, draws stats.MonteCarlo) TaskSet {
	s := NewTaskSet(make([]struct{}, n), "", level, draws)
	s.lone = ""
	return s
}

// Clusters returns the number of clusters, 0 when tasks are independent.
func (s TaskSet) Clusters() int { return s.design.Clusters.Len() }

// Take returns the tasks at the given places.
func (s TaskSet) Take(tasks []int) TaskSet {
	of := make([]int, len(tasks))
	for i, t := range tasks {
		of[i] = s.groups.Of[t]
	}
	out := s
	out.groups = stats.GroupBy(of)
	out.design = s.alone()
	if s.clustered() && out.clustered() {
		out.design.Clusters = out.groups
	}
	return out
}

// Rate returns the mean of y over the tasks where it is known, with the interval that
// suits it best: cluster-robust where there is one, else that of independent tasks
// with a warning. NaN with a warning when no task is known.
func (s TaskSet) Rate(y []float64) stats.Estimate { return s.rate(y, s.all()) }

// Paired compares two columns over the tasks known in both; left out are counted. why
// says, in place of numbers, why there is no comparison.
func (s TaskSet) Paired(a, b []float64) (p stats.Paired, why string) {
	// Of the tasks known in both; their clusters may be fewer than those of all.
	both := known(s.all(), a, b)
	ya, d := s.over(a, both)
	yb, _ := s.over(b, both)
	p, err := stats.PairedDifference(ya, yb, d, s.draws)
	if err != nil {
		why = err.Error()
		p.Difference, p.P, p.SignFlip = undefined(0, why), undefinedTest(0, why), undefinedTest(0, why)
		p.McNemarExact, p.McNemarMidP = p.P, p.P
		p.Tango, p.Newcombe, p.DiscordantOdds = p.Difference, p.Difference, p.Difference
		return p, why
	}
	p.Excluded = len(a) - len(both)
	if d.Clusters.Len() < 2 && s.lone != "" {
		p.Difference.Warnings = append(p.Difference.Warnings, s.lone)
	}
	return p, ""
}

// alone is the design that takes units as independent.
func (s TaskSet) alone() stats.Design { return stats.Design{Level: s.design.Level} }

func (s TaskSet) clustered() bool { return s.groups.Len() > 1 }

// all lists the indices of all tasks.
func (s TaskSet) all() []int {
	tasks := make([]int, len(s.groups.Of))
	for i := range tasks {
		tasks[i] = i
	}
	return tasks
}

// over restricts a column and the design to some tasks.
func (s TaskSet) over(y []float64, tasks []int) ([]float64, stats.Design) {
	v, of := make([]float64, len(tasks)), make([]int, len(tasks))
	for i, t := range tasks {
		v[i], of[i] = y[t], s.groups.Of[t]
	}
	d := s.alone()
	if groups := stats.GroupBy(of); groups.Len() > 1 {
		d.Clusters = groups
	}
	return v, d
}

// known lists those of the tasks that have a value in every column. Statistics are
// given these alone, with the number left out beside them in the analysis, so that
// their warnings are about what cannot be seen from the counts.
func known(tasks []int, columns ...[]float64) []int {
	out := make([]int, 0, len(tasks))
next:
	for _, t := range tasks {
		for _, y := range columns {
			if math.IsNaN(y[t]) {
				continue next
			}
		}
		out = append(out, t)
	}
	return out
}

// rate is Rate over some of the tasks.
func (s TaskSet) rate(y []float64, tasks []int) stats.Estimate {
	v, d := s.over(y, known(tasks, y))
	e, err := stats.Rate(v, d)
	switch {
	case err == nil && d.Clusters.Len() > 1 && !math.IsNaN(e.Lo):
		return e
	case err != nil && !errors.Is(err, stats.ErrOneCluster):
		return undefined(0, err.Error())
	}
	e, err = stats.Rate(v, s.alone())
	if err != nil {
		return undefined(0, err.Error())
	}
	why := s.equal
	if d.Clusters.Len() < 2 {
		why = s.lone
	}
	if why != "" {
		e.Warnings = append(e.Warnings, why)
	}
	return e
}

func undefined(n int, why ...string) stats.Estimate {
	nan := math.NaN()
	return stats.Estimate{Value: nan, SE: nan, DF: nan, Lo: nan, Hi: nan, Level: nan, N: n, Warnings: why}
}

func undefinedTest(n int, why ...string) stats.Test {
	nan := math.NaN()
	return stats.Test{Statistic: nan, DF: nan, P: nan, LogP: nan, N: n, Warnings: why}
}

// Undefined is an estimate of what cannot be computed, with the reasons.
func Undefined(why ...string) stats.Estimate { return undefined(0, why...) }

// UndefinedTest is a test that cannot be made, with the reasons.
func UndefinedTest(why ...string) stats.Test { return undefinedTest(0, why...) }
