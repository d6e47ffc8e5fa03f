package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"proofgrid/reports/analysis"
	"proofgrid/stats"
)

func (d *document) successLead() string {
	cells := best(d.a, len(d.a.Cells))
	if len(cells) == 0 {
		return "No outcome is known in any cell, so nothing can be said about success."
	}
	hi, lo := cells[0], cells[len(cells)-1]
	if len(cells) == 1 {
		return fmt.Sprintf("%s solved %s of the tasks, %s interval %s.", name(d.a, hi), share(d.a.Success[hi].Solved, d.a.Success[hi].Known), level(d.a), between(d.a.Success[hi].Rate, percent))
	}
	s := fmt.Sprintf("Observed success lies between %s (%s, %s) and %s (%s, %s); brackets are %s intervals.",
		inText(d.a.Success[lo].Rate), name(d.a, lo), of(d.a.Success[lo].Solved, d.a.Success[lo].Known),
		inText(d.a.Success[hi].Rate), name(d.a, hi), of(d.a.Success[hi].Solved, d.a.Success[hi].Known), level(d.a))
	if c, ok := bestHonest(d.a); ok {
		s += fmt.Sprintf(" The best cell without an oracle is %s: %s, %s.", name(d.a, c), inText(d.a.Success[c].Rate), of(d.a.Success[c].Solved, d.a.Success[c].Known))
	}
	return s
}

func (d *document) success() {
	second := "Which of the cells differ is a question for the paired comparisons below: intervals of two cells over the same tasks may overlap although the difference is clear."
	if len(d.a.Cells) == 1 {
		second = ""
	}
	unknown := 0
	for _, s := range d.a.Success {
		unknown += s.Planned - s.Known
	}
	third := "Every planned outcome is known."
	if unknown > 0 {
		third = fmt.Sprintf("%s unknown (infrastructure errors, or work that was not run); they leave the denominator, and the bounds in the second table say what they could have changed.",
			plural(unknown, "outcome is", "outcomes are"))
	}
	d.section("Success", d.successLead(), second, third)
	d.figure("success")

	var rates, dependence [][]string
	for c, s := range d.a.Success {
		rates = append(rates, d.cellRow(c, of(s.Solved, s.Known), percent(s.Complete), between(s.Wilson, percent)+d.Note(s.Wilson.Warnings...),
			between(s.Micro, percent)+d.Note(s.Micro.Warnings...), fixed(s.Micro.DF, 1), with(s.Macro, percent)+d.Note(s.Macro.Warnings...)))
		dependence = append(dependence, d.cellRow(c, of(s.Known, s.Planned), count(s.Infrastructure), count(s.NotRun), count(s.Absent),
			"["+percent(s.Worst)+", "+percent(s.Best)+"]", count(s.LostAttempts),
			fixed(s.ICC.Value, 3)+d.Note(s.ICC.Warnings...), fixed(s.DesignEffect.Value, 2)+d.Note(s.DesignEffect.Warnings...), fixed(s.Effective, 1)))
	}
	d.table(fmt.Sprintf("Success within the whole budget, in percent of the tasks whose outcome is known, with %s intervals: Wilson's takes tasks as independent, the cluster-robust one (CR2, Satterthwaite degrees of freedom) allows for repositories. Macro is the unweighted mean over repositories. A dash: every repository has the same rate, so that the spread between them cannot be seen and Wilson's interval has to do.", level(d.a)),
		d.cellHead("solved", "rate", "Wilson", "cluster-robust", "df", "macro [interval]"), rates)
	d.table("Missing outcomes and dependence. Bounds: the rate if every unknown outcome were a failure, or a solve. Lost attempts also count those of tasks whose outcome is known all the same. ICC: likeness of tasks within a repository; design effect: how many times larger the variance is than for independent tasks; effective repositories: how many of equal size would carry the same weight.",
		d.cellHead("known", "infrastructure", "not run", "no rows", "bounds", "lost attempts", "ICC", "design effect", "effective repositories"), dependence)
}

func (d *document) budgetLead() string {
	return d.gainLead(func(c int) (stats.Estimate, string) {
		b := d.a.Budgets[c]
		return b.Samples, fmt.Sprintf("pass@1 to pass@%d", b.K)
	}, "More samples: going from %s adds between %s points (%s) and %s points (%s).", "More samples: for %s, going from %s adds %s points.")
}

func (d *document) repairLead() string {
	return d.gainLead(func(c int) (stats.Estimate, string) {
		b := d.a.Budgets[c]
		return b.Repairs, fmt.Sprintf("no repairs to r = %d", b.R)
	}, "Repairs: going from %s adds between %s points (%s) and %s points (%s).", "Repairs: for %s, going from %s adds %s points.")
}

// gainLead sums up what more of a budget brings.
func (d *document) gainLead(gain func(int) (stats.Estimate, string), several, single string) string {
	lo, hi, n := -1, -1, 0
	step := ""
	for c := range d.a.Cells {
		e, s := gain(c)
		if math.IsNaN(e.Value) || d.a.Success[c].Solved == 0 {
			continue
		}
		if n++; n > 1 && s != step {
			s = "the smallest to the whole budget"
		}
		step = s
		if lo < 0 || e.Value < at(gain, lo) {
			lo = c
		}
		if hi < 0 || e.Value > at(gain, hi) {
			hi = c
		}
	}
	switch {
	case n == 0:
		return ""
	case n == 1:
		e, _ := gain(hi)
		return fmt.Sprintf(single, name(d.a, hi), step, with(e, percent))
	}
	low, _ := gain(lo)
	high, _ := gain(hi)
	return fmt.Sprintf(several, step, with(low, percent), name(d.a, lo), with(high, percent), name(d.a, hi))
}

func at(gain func(int) (stats.Estimate, string), c int) float64 { e, _ := gain(c); return e.Value }

func (d *document) budgets() {
	if !d.anyBudget() {
		return
	}
	lead := d.budgetLead()
	if lead == "" {
		lead = "The run does not identify what more samples bring."
	}
	bounds, luck := 0, 0
	for _, b := range d.a.Budgets {
		for _, p := range b.Points {
			switch {
			case !p.Identified:
				bounds++
			case !p.ByPolicy:
				luck++
			}
		}
	}
	var second []string
	if bounds > 0 {
		second = append(second, fmt.Sprintf("%s not identified by the stopping policy; the report gives bounds for them and no value.", plural(bounds, "budget is", "budgets are")))
	}
	if luck > 0 {
		second = append(second, fmt.Sprintf("At %s the bounds coincide in this run although the stopping policy does not identify them: these values are not unbiased and have a footnote.", plural(luck, "budget", "budgets")))
	}
	if second == nil {
		second = []string{d.byPolicy()}
	}
	d.section("Budget: samples and repair rounds", lead, strings.Join(second, " "),
		"pass@(k, r) is the chance that at least one of k samples, each repaired up to r times, is proved; it is not pass@(k(1 + r)).")
	d.figure("pass-at-k")
	d.figureOfCells("budget")
	for _, r := range d.repairColumns() {
		d.passTable(r)
	}
	var rows [][]string
	for c, b := range d.a.Budgets {
		rows = append(rows, d.cellRow(c, d.gained(b.Samples), d.gained(b.Repairs)))
	}
	d.table(fmt.Sprintf("What the whole budget adds, in percentage points with %s intervals, task by task: pass@(K, R) − pass@(1, R) and pass@(K, R) − pass@(K, 0). Neither can be negative.", level(d.a)),
		d.cellHead("all samples over one", "all repairs over none"), rows)
}

// gained prints a gain with what weakens it. Scores never fall with the budget, so
// that a gain of zero is none for any task, and how the interval was found says less.
func (d *document) gained(e stats.Estimate) string {
	warnings := e.Warnings
	if e.Value == 0 {
		warnings = []string{"No task gained."}
		for _, w := range e.Warnings {
			if strings.HasPrefix(w, "pass@ ") { // a doubt about the scores themselves
				warnings = append(warnings, w)
			}
		}
	}
	return with(e, percent) + d.Note(warnings...)
}

// byPolicy says what it is worth that the policy identifies every budget.
func (d *document) byPolicy() string {
	const identified = "Every smaller budget is identified by the stopping policy"
	for _, b := range d.a.Budgets {
		for _, p := range b.Points {
			if p.Lost > 0 {
				return identified + "; lost chains lean the values, and footnotes say by how much at most."
			}
		}
	}
	return identified + ", so the values are unbiased."
}

func (d *document) anyBudget() bool {
	for _, b := range d.a.Budgets {
		if len(b.Points) > 1 {
			return true
		}
	}
	return false
}

// repairColumns are the repair rounds that pass@k is tabulated for: none and all.
func (d *document) repairColumns() []int {
	most := 0
	for _, b := range d.a.Budgets {
		most = max(most, b.R)
	}
	if most == 0 {
		return []int{0}
	}
	return []int{0, most}
}

// passTable tabulates pass@k at r repair rounds for k = 1, 2, 4 … and the most.
func (d *document) passTable(r int) {
	most := 0
	for _, b := range d.a.Budgets {
		if b.R >= r && len(b.Points) > 0 {
			most = max(most, b.K)
		}
	}
	var ks []int
	for k := 1; k < most; k *= 2 {
		ks = append(ks, k)
	}
	ks = append(ks, most)
	var head []string
	for _, k := range ks {
		head = append(head, fmt.Sprintf("k = %d", k))
	}
	var rows [][]string
	for c, b := range d.a.Budgets {
		var row []string
		for _, k := range ks {
			p, ok := b.At(k, r)
			switch {
			case !ok:
				row = append(row, dash)
			case p.Identified:
				row = append(row, with(p.Estimate, percent)+d.luckNote(p)+d.missingNote(p))
			default:
				row = append(row, percent(p.Low.Value)+" … "+percent(p.High.Value)+d.missingNote(p))
			}
		}
		rows = append(rows, d.cellRow(c, row...))
	}
	d.table(fmt.Sprintf("pass@k in percent with r = %d repair rounds, with %s intervals; “a … b” are bounds.", r, level(d.a)), d.cellHead(head...), rows)
}

func (d *document) luckNote(p stats.BudgetPoint) string {
	if p.ByPolicy {
		return ""
	}
	return d.Note("The stopping policy does not identify this budget: the bounds coincide in this run, and the value is not unbiased.")
}

func (d *document) missingNote(p stats.BudgetPoint) string {
	if p.Missing == 0 && p.Lost == 0 {
		return ""
	}
	lean := ""
	if p.Lost > 0 && p.R > 0 {
		lean = " Chains that fail run longer and are lost more often, so the value leans upward."
	}
	return d.Note(fmt.Sprintf("At k = %d, r = %d: %s lost, %s of %d missing; with all that is unknown as failures or solves the rate lies in [%s, %s].%s",
		p.K, p.R, plural(p.Lost, "sample", "samples"), plural(p.Missing, "task", "tasks"), p.Known+p.Missing, percent(p.Worst), percent(p.Best), lean))
}

func (d *document) repairs() {
	rounds := 0
	for _, r := range d.a.Repairs {
		rounds = max(rounds, len(r.Rounds))
	}
	if rounds < 2 {
		return
	}
	lead := d.repairLead()
	if lead == "" {
		lead = "The run does not identify what repairs bring at its full number of samples."
	}
	d.section("Repair, round by round", lead,
		"Chains that enter a later round are those that failed before, so that falling shares do not mean that repairing gets worse: what is left is harder.")
	d.figure("repair")
	var head []string
	for r := range rounds {
		head = append(head, fmt.Sprintf("round %d", r))
	}
	var rows [][]string
	for c, rep := range d.a.Repairs {
		var row []string
		for _, r := range rep.Rounds {
			cell := dash
			if r.Entered > 0 {
				cell = of(r.Proved, r.Entered) + ": " + with(r.Rate, percent) + d.Note(r.Rate.Warnings...)
			}
			row = append(row, cell)
		}
		rows = append(rows, d.cellRow(c, row...))
	}
	d.table(fmt.Sprintf("Proved among the chains (samples) that had an attempt in the round, in percent with %s cluster-robust intervals. Round 0 is the first answer.", level(d.a)), d.cellHead(head...), rows)
	if slices.ContainsFunc(d.a.Cells, func(c analysis.Cell) bool { return c.Policy != string(stats.Exhaustive) }) {
		d.Para("Under a policy that stops early, later rounds are entered on the harder tasks only; the shares are conditional on that.")
	}
}
