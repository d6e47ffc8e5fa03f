package reports

import (
	"math"

	"proofgrid/plots"
	"proofgrid/reports/analysis"
	"proofgrid/stats"
)

var costTitle = map[string]string{
	"checks": "checks per task", "tokens": "tokens per task", "search nodes": "search nodes per task",
	"seconds": "time per task (s)", "USD": "US dollars per task",
}

// costCurves draws the share solved against every cost that no clock decides.
func (d *drawer) costCurves() {
	in := plots.SolvedCurves{Layout: plots.Layout{Wide: true}}
	for _, m := range d.a.Costs {
		if !m.Volatile {
			if p, ok := d.panel(m); ok {
				p.Limit = 0
				in.Panels = append(in.Panels, p)
			}
		}
	}
	if len(in.Panels) == 0 {
		return
	}
	if len(in.Panels) == 1 {
		in.Wide = false
	}
	in.Note = "Costs add up in the order in which the run worked; a task stops counting at its first success." + d.silent()
	f, err := plots.NewSolvedCurves(in)
	d.add("solved-by-cost", f, err)
}

func (d *drawer) timeCurves() {
	for _, m := range d.a.Costs {
		if !m.Volatile {
			continue
		}
		p, ok := d.panel(m)
		if !ok {
			return
		}
		in := plots.SolvedCurves{Panels: []plots.CostPanel{p}}
		in.Note = "Time is that of answering and checking, without waiting and start-up; a task given up is a failure, not censored." + d.silent()
		if d.a.Settings.TaskLimit == 0 {
			in.Panels[0].Limit = 0
			in.Note += " The run set no time limit for a task."
		}
		f, err := plots.NewSolvedCurves(in)
		d.add("solved-by-time", f, err)
		return
	}
}

// panel translates the curves of a measure, a gap where the cost of a cell's solves is
// unknown; ok is false when no cell that is shown has a curve.
func (d *drawer) panel(m analysis.Measure) (p plots.CostPanel, ok bool) {
	p = plots.CostPanel{Cost: costTitle[m.Name], Limit: m.Limit}
	least := math.Inf(1)
	for i, c := range m.Cells {
		if !d.shown(i) {
			continue
		}
		cv := plots.SolvedCurve{Name: d.a.Cells[i].Name, End: m.Limit}
		if c.Curve.N == 0 {
			unknown := stats.Estimate{Value: math.NaN(), Lo: math.NaN(), Hi: math.NaN(), SE: math.NaN(), DF: math.NaN()}
			cv.Points = []plots.SolvedPoint{{Solved: unknown}}
			p.Curves = append(p.Curves, cv)
			continue
		}
		ok = true
		for j, x := range c.Curve.X {
			if x > m.Limit {
				break
			}
			if x > 0 {
				least = min(least, x)
			}
			cv.Points = append(cv.Points, plots.SolvedPoint{Cost: x, Solved: stats.Estimate{
				Value: c.Curve.Y[j], Lo: c.Curve.Lo[j], Hi: c.Curve.Hi[j], SE: math.NaN(), DF: math.NaN(),
				Level: c.Curve.Level, N: c.Curve.N, Method: "pointwise Wilson",
			}})
		}
		if len(cv.Points) == 0 {
			none, err := stats.Wilson(0, c.Curve.N, c.Curve.Level)
			if err != nil {
				return p, false
			}
			none.Method = "pointwise Wilson"
			cv.Points = append(cv.Points, plots.SolvedPoint{Cost: 0, Solved: none})
		}
		p.Curves = append(p.Curves, cv)
	}
	p.Log = least < math.Inf(1) && m.Limit/least >= 50
	return p, ok
}

// pareto draws cost against score for the measure that compares the cells best.
func (d *drawer) pareto() {
	name := mainCost(d.a)
	for _, m := range d.a.Costs {
		if m.Why != "" || m.Name != name {
			continue
		}
		in := plots.Pareto{Cost: costTitle[m.Name]}
		lo, hi := math.Inf(1), 0.0
		for i, c := range m.Cells {
			if math.IsNaN(c.Cost.Value) || math.IsNaN(c.Score.Value) {
				continue
			}
			in.Points = append(in.Points, plots.ParetoPoint{
				Name: d.a.Cells[i].Name, Cost: c.Cost, Score: c.Score, Frontier: c.OnFrontier, Membership: c.Membership,
			})
			lo, hi = min(lo, c.Cost.Value), max(hi, c.Cost.Value)
		}
		if len(in.Points) < 2 {
			continue
		}
		in.Log = lo > 0 && hi/lo >= 8
		in.Note = "Cost is that of stopping every task at its first success."
		f, err := plots.NewPareto(in)
		d.add("pareto", f, err)
	}
}

// mainCost names the measure that compares the cells best: money where every cell has a
// price, search nodes where every cell searches, else tokens where all are known, else
// checks, and time where nothing else is known.
func mainCost(a *analysis.Analysis) string {
	others := false
	for _, name := range []string{"USD", "search nodes", "tokens", "checks"} {
		for _, m := range a.Costs {
			others = others || !m.Volatile
			if m.Name != name || m.Why != "" {
				continue
			}
			every := true
			for _, c := range m.Cells {
				every = every && c.Unknown == 0 && c.PerTask.Value > 0
			}
			if every {
				return name
			}
		}
	}
	if !others {
		return "seconds"
	}
	return "checks"
}
