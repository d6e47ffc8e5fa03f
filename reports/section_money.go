package reports

import (
	"fmt"
	"slices"

	"proofgrid/reports/analysis"
	"proofgrid/reports/md"
)

// usd prints an amount of money with its currency.
func usd(v float64) string { return amount(v) + " USD" }

// moneyWords sums up what the run cost; empty when no call has a known cost.
func moneyWords(a *analysis.Analysis) string {
	m := a.Money
	if m.Cells == nil {
		return ""
	}
	s := fmt.Sprintf("By the prices recorded with the calls the cells cost %s, each taken alone", usd(m.Alone))
	if len(m.Cells) == 1 {
		s = fmt.Sprintf("By the prices recorded with the calls the run cost %s", usd(m.Alone))
	}
	if m.Shared > 0 {
		s += fmt.Sprintf("; %s the very request of another and %s its answer, so that all requests, each once, cost %s, in this run or in an earlier one that asked first",
			plural(m.Shared, "call repeats", "calls repeat"), map[bool]string{true: "shares", false: "share"}[m.Shared == 1], usd(m.Paid))
	}
	s += "."
	if m.Unknown > 0 {
		s += fmt.Sprintf(" The cost of %s of %s is unknown and in no sum.", count(m.Unknown), plural(m.Calls, "call", "calls"))
	}
	return s
}

// money tabulates what the calls cost and how they went, for models that are paid or
// asked over a network; for others there is nothing to say.
func (d *document) money() {
	if d.a.Money.Cells != nil {
		d.Heading(3, "Money")
		d.Para(moneyWords(d.a), "A cost is what the cell would have cost alone; calls that failed and were tried again are in it only as far as their provider says what they cost.")
		var rows [][]string
		for c, m := range d.a.Money.Cells {
			rows = append(rows, d.cellRow(c, count(m.Calls), count(m.Unknown), amount(m.Total), with(m.PerAttempt, amount)+d.Note(m.PerAttempt.Warnings...)))
		}
		d.table(fmt.Sprintf("What the calls cost in USD, whatever came of them. Calls of unknown cost are in no sum. Per attempt: a ratio of sums over the tasks all of whose costs are known, with Fieller's %s interval.", level(d.a)),
			d.cellHead("calls", "of unknown cost", "USD in all", "USD per attempt"), rows)
		for _, m := range d.a.Costs {
			if m.Name == "USD" {
				d.costTable(m)
			}
		}
	}
	if d.a.Money.Cells != nil || slices.ContainsFunc(d.a.Accounts, tellsMore) {
		d.usage()
	}
}

// tellsMore tells whether a cell's calls say more than those of a built-in prover.
func tellsMore(a analysis.Account) bool {
	return a.CachedShare > 0 || a.WrittenShare > 0 || a.ThoughtShare > 0 || a.Retries > 0 || a.Waiting > 0
}

// usage tabulates how the calls went.
func (d *document) usage() {
	var rows, ends [][]string
	var reasons []string
	for _, e := range d.a.Errors {
		for _, f := range e.Finish {
			if !slices.Contains(reasons, f.Name) {
				reasons = append(reasons, f.Name)
			}
		}
	}
	slices.Sort(reasons)
	for c, a := range d.a.Accounts {
		rows = append(rows, d.cellRow(c, count(a.Calls), d.tokens(a.TokensIn, a.NoTokensIn, a.Calls), percent(a.CachedShare), percent(a.WrittenShare), d.tokens(a.TokensOut, a.NoTokensOut, a.Calls), partOf(a.Thought, a.ThoughtShare), percent(a.ThoughtShare),
			count(int(a.Retries)), seconds(a.Waiting), seconds(a.Latency)))
		row := d.cellRow(c)
		for _, r := range reasons {
			n := 0
			for _, f := range d.a.Errors[c].Finish {
				if f.Name == r {
					n = f.N
				}
			}
			row = append(row, part(n, a.Calls))
		}
		ends = append(ends, row)
	}
	d.table("Calls and their tokens. Cached and written: shares in percent of the tokens sent that came from a cache and that were written to one, over the calls that say so; reasoning: tokens thought before the answer, which count as tokens out, and their share in percent. A dash: no call says. Waiting: for rate limits and between retries, summed; latency: mean of a call, retries left out.",
		d.cellHead("calls", "tokens in", "cached", "written", "tokens out", "reasoning", "share", "retries", "waiting s", "latency s"), rows)
	head := d.cellHead()
	for _, r := range reasons {
		head = append(head, md.Text(r))
	}
	d.table("Calls by the reason for which their answer ended, with their share in percent.", head, ends)
}
