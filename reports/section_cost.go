package reports

import (
	"fmt"
	"math"
	"time"

	"proofgrid/reports/analysis"
	"proofgrid/reports/md"
)

// mainCost returns the measure of cost that the words are about.
func (d *document) mainCost() (analysis.Measure, bool) {
	for _, m := range d.a.Costs {
		if m.Name == mainCost(d.a) {
			return m, true
		}
	}
	return analysis.Measure{}, false
}

func (d *document) costLead() string {
	m, ok := d.mainCost()
	if !ok {
		return ""
	}
	lo := -1
	for c, cc := range m.Cells {
		v := cc.Stopped.Cost.Value
		if !math.IsNaN(v) && !math.IsInf(v, 0) && (lo < 0 || v < m.Cells[lo].Stopped.Cost.Value) {
			lo = c
		}
	}
	if lo < 0 {
		return fmt.Sprintf("Cost: no cell has a finite cost per solve in %s.", m.Name)
	}
	e := m.Cells[lo].Stopped.Cost
	s := fmt.Sprintf("Cost: the lowest observed cost per solve, stopping at the first success, is %s %s (%s)", with(e, amount), m.Name, name(d.a, lo))
	if len(d.a.Cells) > 1 && m.Why == "" {
		on, able, oracles := 0, 0, 0
		for c, cc := range m.Cells {
			if d.a.Success[c].Solved > 0 {
				able++
				if cc.OnFrontier {
					on++
					if oracle(d.a.Cells[c]) {
						oracles++
					}
				}
			}
		}
		s += fmt.Sprintf("; of %s that solve anything, %d %s on the frontier of cost and success", plural(able, "cell", "cells"), on, map[bool]string{true: "lies", false: "lie"}[on == 1])
		if anyOracle(d.a) {
			s += fmt.Sprintf(", %d of them with an oracle", oracles)
		}
	}
	return s + "."
}

func (d *document) costs() {
	if len(d.a.Costs) == 0 {
		d.section("Cost", "Nothing that was spent has been recorded.")
		return
	}
	d.section("Cost", d.costLead(),
		"A cost per solve is all that was spent, failures included, over the number of solves; its interval is Fieller's, and has no upper end where the solves cannot be told from none.")
	d.figure("solved-by-cost")
	d.figure("solved-by-time")
	d.figure("pareto")
	main, _ := d.mainCost()
	for _, m := range d.a.Costs {
		switch {
		case m.Name == "USD": // has a section of its own
		case m.Name == main.Name, m.Volatile:
			d.costTable(m)
		default:
			d.later = append(d.later, func() { d.costTable(m) })
		}
	}
	if d.Spec.Imported == nil { // which knows times alone; the table above has them
		d.accounts()
	}
	d.money()
}

func (d *document) costTable(m analysis.Measure) {
	var rows [][]string
	frontier := m.Why == ""
	for c, cc := range m.Cells {
		row := d.cellRow(c, amount(cc.Total)+d.unknownCost(m, cc), with(cc.PerTask, amount),
			with(cc.AsRun.Cost, amount)+d.Note(cc.AsRun.Cost.Warnings...), with(cc.Stopped.Cost, amount)+d.Note(cc.Stopped.Cost.Warnings...), fixed(cc.Area, 3))
		if frontier {
			on := "no"
			if cc.OnFrontier {
				on = "yes"
			}
			row = append(row, amount(cc.Cost.Value), on, percent(cc.Membership))
		}
		rows = append(rows, row)
	}
	clock := ""
	if m.Volatile {
		clock = " A clock measured this: another machine gives other values."
	}
	head := d.cellHead("total", "per task", "per solve, as run", "per solve, stopped", "AUC")
	more := ""
	if frontier {
		head = append(head, "stopped, per task", "frontier", "membership")
		more = fmt.Sprintf(" Frontier: no cell costs less and solves more, over the %s known in every cell; membership: share of resamples of repositories, in percent, in which the cell is on it.", plural(m.Common, "task", "tasks"))
	}
	title := m.Name
	if m.Name == "tokens" && d.a.Settings.Tokens != "" {
		title += " (" + md.Text(d.a.Settings.Tokens) + ")"
	}
	d.table(fmt.Sprintf("Cost in %s, with %s intervals. As run: what the stopping policy spent; stopped: if every task ended at its first success. AUC: area under the curve of solved against cost up to %s, as a share.%s%s",
		title, level(d.a), amount(m.Limit), more, clock), head, rows)
	if !frontier && len(d.a.Cells) > 1 {
		d.Para("No frontier in " + m.Name + ": " + md.Text(m.Why) + ".")
	}
}

func (d *document) unknownCost(m analysis.Measure, c analysis.CostCell) string {
	switch {
	case c.Unknown == 0:
		return ""
	case m.Name == "search nodes":
		return d.Note("The model does not search.")
	}
	return d.Note(fmt.Sprintf("The cost of %s is unknown and left out.", plural(c.Unknown, "task", "tasks")))
}

// accounts tabulates what was used up and the efficiency-weighted accuracy.
func (d *document) accounts() {
	var rows, ewa [][]string
	any := false
	for c, a := range d.a.Accounts {
		rows = append(rows, d.cellRow(c, count(a.Attempts), count(a.Calls), d.tokens(a.TokensIn, a.NoTokensIn, a.Calls), partOf(a.TokensCached, a.CachedShare), d.tokens(a.TokensOut, a.NoTokensOut, a.Calls),
			count(int(a.Checks)), count(int(a.Work)), seconds(a.Answering), seconds(a.Checking), count(int(a.Retries))))
		if a.Why != "" {
			ewa = append(ewa, d.cellRow(c, dash+d.Note(a.Why)))
			continue
		}
		any = true
		ewa = append(ewa, d.cellRow(c, count(a.Lengths), amount(a.EWA.Fraction), amount(a.EWA.Percent), amount(a.EWA.MeanOfRatios), amount(a.EWA.SolvedLength)))
	}
	d.table("What the run used up, whatever came of it. Times are sums over attempts in seconds, as a clock measured them.",
		d.cellHead("attempts", "calls", "tokens in", "of these cached", "tokens out", "checks", "search nodes", "answering s", "checking s", "retries"), rows)
	if any {
		d.table("Efficiency-weighted accuracy EWA@K = 100 · pass@K / length, in the readings that its definition leaves open. Length: mean output tokens of a task's answers, averaged over tasks. Rate as a fraction, or in percent; the mean over tasks of 100 · solved / length; or the length of solved tasks alone. Compare numbers of one column only.",
			d.cellHead("tasks", "fraction", "percent", "mean of ratios", "solved length"), ewa)
	}
}

// tokens prints a sum of tokens over calls, some of which do not say how many.
func (d *document) tokens(sum int64, unknown, calls int) string {
	switch {
	case unknown == 0:
		return count(int(sum))
	case unknown == calls:
		return dash
	}
	return count(int(sum)) + d.Note(fmt.Sprintf("The tokens of %s are unknown and not in the sum.", plural(unknown, "call", "calls")))
}

// partOf prints a part of tokens of which it is a share, NaN when no call says so.
func partOf(n int64, share float64) string {
	if n == 0 && math.IsNaN(share) {
		return dash
	}
	return count(int(n))
}

// seconds prints a time; a dash for a negative one, which is unknown.
func seconds(t time.Duration) string {
	if t < 0 {
		return dash
	}
	return amount(t.Seconds())
}
