package compare

import (
	"math"

	"proofgrid/reports/analysis"
	"proofgrid/stats"
)

// Unpaired compares two arms that tried different tasks.
type Unpaired struct {
	KnownA, KnownB   int
	SolvedA, SolvedB float64
	// Difference is the difference of rates with the interval that fits the design:
	// by a bootstrap of clusters when both arms lie in several; else Miettinen and
	// Nurminen's, or a bootstrap of tasks when outcomes are not all 0 or 1.
	Difference                  stats.Estimate
	MiettinenNurminen, Newcombe stats.Estimate // tasks as independent; undefined unless outcomes are 0 or 1
	Fisher                      stats.Test     // exact test of equal rates, tasks as independent
}

const differentTasks = "the arms tried different tasks: a difference may be one of the tasks"

func (c *comparer) unpaired(a, b column) (u Unpaired, why string) {
	ta, ya := settled(a)
	tb, yb := settled(b)
	u.KnownA, u.KnownB, u.SolvedA, u.SolvedB = len(ta), len(tb), total(ya), total(yb)
	u.Difference, u.MiettinenNurminen, u.Newcombe = analysis.Undefined(), analysis.Undefined(), analysis.Undefined()
	u.Fisher = analysis.UndefinedTest()
	if len(ta) == 0 || len(tb) == 0 {
		return u, "no task has an outcome in one of the arms"
	}
	yes := binary(ya) && binary(yb)
	if yes {
		sa, na, sb, nb := int(u.SolvedA), u.KnownA, int(u.SolvedB), u.KnownB
		var errs [3]error
		u.MiettinenNurminen, errs[0] = stats.MiettinenNurminen(sa, na, sb, nb, c.opts.Level)
		u.Newcombe, errs[1] = stats.NewcombeUnpaired(sa, na, sb, nb, c.opts.Level)
		u.Fisher, errs[2] = stats.FisherExact(stats.Table2x2{SolvedA: sa, UnsolvedA: na - sa, SolvedB: sb, UnsolvedB: nb - sb})
		for _, err := range errs {
			if err != nil {
				return u, err.Error()
			}
		}
	}
	var err error
	lone := c.label != nil
	switch la, lb := c.labels(ta), c.labels(tb); {
	case several(la) && several(lb):
		lone = false
		u.Difference, err = bootstrap(la, ya, lb, yb, c.opts)
		if yes {
			u.Fisher.Warnings = append(u.Fisher.Warnings, "the test takes tasks as independent; the interval does not")
		}
	case yes:
		u.Difference = u.MiettinenNurminen
	default:
		u.Difference, err = bootstrap(ta, ya, tb, yb, c.opts)
	}
	if err != nil {
		return u, err.Error()
	}
	if lone {
		u.Difference.Warnings = append(u.Difference.Warnings, "an arm lies in one cluster: tasks are taken as independent, which they may not be")
	}
	u.Difference.Warnings = append(u.Difference.Warnings, differentTasks)
	return u, ""
}

// labels are the clusters of tasks, nil when they are independent.
func (c *comparer) labels(tasks []int32) []string {
	if c.label == nil {
		return nil
	}
	out := make([]string, len(tasks))
	for i, t := range tasks {
		out[i] = c.label[t]
	}
	return out
}

func several(labels []string) bool {
	for _, l := range labels {
		if l != labels[0] {
			return true
		}
	}
	return false
}

// bootstrap resamples clusters, those of both arms together.
func bootstrap[K comparable](la []K, ya []float64, lb []K, yb []float64, opts Options) (stats.Estimate, error) {
	g := stats.GroupBy(append(append([]K(nil), la...), lb...))
	arms := []stats.Arm{armOf(g, g.Of[len(la):], yb), armOf(g, g.Of[:len(la)], ya)} // differences are from the first
	_, differences, err := stats.BootstrapRates(arms, stats.Bootstrap{MonteCarlo: opts.Draws, Level: opts.Level})
	if err != nil {
		return analysis.Undefined(), err
	}
	d := differences[1]
	d.N = len(ya) + len(yb)
	return d, nil
}

func armOf(g stats.Groups, of []int, y []float64) stats.Arm {
	a := stats.Arm{Sum: make([]float64, g.Len()), N: make([]float64, g.Len())}
	for i, k := range of {
		a.Sum[k] += y[i]
		a.N[k]++
	}
	return a
}

// settled are the tasks with an outcome.
func settled(c column) (tasks []int32, y []float64) {
	for i, v := range c.score {
		if !math.IsNaN(v) {
			tasks, y = append(tasks, c.tasks[i]), append(y, v)
		}
	}
	return tasks, y
}

func binary(y []float64) bool {
	for _, v := range y {
		if v != 0 && v != 1 {
			return false
		}
	}
	return true
}

func total(y []float64) float64 {
	s := 0.0
	for _, v := range y {
		s += v
	}
	return s
}
