package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"proofgrid/reports/analysis"
	"proofgrid/reports/md"
	"proofgrid/stats"
)

func (d *document) depthLead() string {
	dep := d.a.Depth
	if len(dep.Cells) == 0 {
		return ""
	}
	falls, rises, tested := 0, 0, 0
	for _, c := range dep.Cells {
		if math.IsNaN(c.Holm) {
			continue
		}
		tested++
		if c.Holm < d.a.Settings.Alpha() {
			if c.Stratified.Statistic < 0 {
				falls++
			} else {
				rises++
			}
		}
	}
	if tested == 0 {
		return fmt.Sprintf("No cell has a testable trend with depth (%s).", md.Code(dep.Feature))
	}
	s := fmt.Sprintf("Depth (%s): within repositories, success falls with depth in %d of %s", md.Code(dep.Feature), falls, plural(tested, "cell", "cells"))
	if rises > 0 {
		s += fmt.Sprintf(" and rises in %d", rises)
	}
	s += fmt.Sprintf(" (stratified trend test, Holm-adjusted p below %s)", fixed(d.a.Settings.Alpha(), 2))
	if rest := tested - falls - rises; rest > 0 {
		s += fmt.Sprintf("; in %d no trend is shown", rest)
	}
	return s + "."
}

func (d *document) depth() {
	dep := d.a.Depth
	if len(dep.Cells) == 0 {
		d.section("Depth", fmt.Sprintf("Nothing can be said about depth: no task has the feature %s, or the spec sets no edges.", md.Code(dep.Feature)))
		return
	}
	unknown := ""
	if dep.Unknown > 0 {
		unknown = fmt.Sprintf("%s no such feature and stand in no bucket.", plural(dep.Unknown, "task has", "tasks have"))
	}
	d.section("Depth", d.depthLead(), unknown)
	d.figure("depth")
	var rates, trends [][]string
	for c, dc := range dep.Cells {
		for b, bucket := range dep.Buckets {
			rates = append(rates, d.cellRow(c, bucket.Label, of(dc.Solved[b], dc.Known[b]), percent(dc.Wilson[b].Value), between(dc.Wilson[b], percent),
				robust(dc.Rates[b])+d.Note(dc.Rates[b].Warnings...)))
		}
		trends = append(trends, d.cellRow(c, fixed(dc.Trend.Statistic, 2)+d.Note(dc.Trend.Warnings...), pValue(dc.Trend.P),
			fixed(dc.Stratified.Statistic, 2)+d.Note(dc.Stratified.Warnings...), pValue(dc.Stratified.P), pValue(dc.Holm)))
	}
	d.table(fmt.Sprintf("Success by bucket of %s, in percent of the known tasks, with %s intervals.", md.Code(dep.Feature), level(d.a)),
		d.cellHead("bucket\t", "solved", "rate", "Wilson", "cluster-robust"), rates)
	d.table("Trend of success over the buckets, with scores 1, 2, 3 …: Cochran–Armitage over all tasks, and stratified by repository. A negative z means that success falls with depth. Holm's family: the stratified tests of all cells.",
		d.cellHead("z", "p", "z, stratified", "p", "p Holm"), trends)
}

// robust is the interval of a rate when it allows for clusters, a dash otherwise.
func robust(e stats.Estimate) string {
	if e.Clusters == 0 {
		return dash
	}
	return between(e, percent)
}

func (d *document) correlations() {
	cor := d.a.Correlations
	if len(cor.Rows) == 0 {
		d.section("Features of the tasks", "No numeric feature varies over the tasks, so there is nothing to correlate."+d.leftOut())
		return
	}
	alpha := d.a.Settings.Alpha()
	type strong struct {
		words string
		rho   float64
	}
	var kept []strong
	for _, r := range cor.Rows {
		p, e := r.PartialHolm, r.Partial.Rho
		if len(d.a.Repositories) < 2 {
			p, e = r.PlainHolm, r.Plain.Rho
		}
		if p < alpha {
			kept = append(kept, strong{fmt.Sprintf("%s for %s (ρ = %s)", md.Code(r.Feature), name(d.a, r.Cell), fixed(e.Value, 2)), e.Value})
		}
	}
	slices.SortStableFunc(kept, func(x, y strong) int { return cmp.Compare(math.Abs(y.rho), math.Abs(x.rho)) })
	kind := "within repositories (partial Spearman)"
	if len(d.a.Repositories) < 2 {
		kind = "(Spearman)"
	}
	lead := fmt.Sprintf("Of %s %s, none remains after Holm's correction.", plural(cor.Tests, "correlation of success with a feature", "correlations of success with a feature"), kind)
	if len(kept) > 0 {
		var words []string
		for _, k := range kept {
			words = append(words, k.words)
		}
		lead = fmt.Sprintf("Of %s %s, %d remain%s after Holm's correction; the strongest: %s.",
			plural(cor.Tests, "correlation of success with a feature", "correlations of success with a feature"), kind,
			len(kept), map[bool]string{true: "s", false: ""}[len(kept) == 1], list(words[:min(5, len(words))]))
	}
	d.section("Features of the tasks", lead, "A correlation says nothing about causes: features go together, and a deep theorem is also a long one."+d.leftOut())
	d.figureOfCells("correlations")
	d.correlationMatrix()
	d.Para(d.permutations())
	d.later = append(d.later, d.correlationTable)
}

// correlationMatrix shows one coefficient per feature and cell; the appendix has
// both with all p-values.
func (d *document) correlationMatrix() {
	cor := d.a.Correlations
	head, kind := []string{"feature\t"}, "partial Spearman ρ (within repositories)"
	if len(d.a.Repositories) < 2 {
		kind = "Spearman's ρ"
	}
	rows := make([][]string, len(cor.Features))
	for i, f := range cor.Features {
		rows[i] = []string{md.Code(f)}
	}
	for c := range d.a.Cells {
		if d.a.Success[c].Solved == 0 || d.a.Success[c].Solved == d.a.Success[c].Known {
			continue // constant: no correlation is defined
		}
		head = append(head, md.Text(d.a.Cells[c].Name))
		for i := range cor.Features {
			r := cor.Rows[c*len(cor.Features)+i]
			e, p := r.Partial.Rho, r.PartialHolm
			if len(d.a.Repositories) < 2 {
				e, p = r.Plain.Rho, r.PlainHolm
			}
			cell := fixed(e.Value, 2)
			if p < d.a.Settings.Alpha() {
				cell = "**" + cell + "**"
			}
			rows[i] = append(rows[i], cell)
		}
	}
	if len(head) == 1 {
		return
	}
	d.table(fmt.Sprintf("The %s of success with each feature; bold where Holm's adjusted permutation p is below %s. Cells that solved all tasks or none have no correlation. Both coefficients with intervals and all p-values are in the appendix.",
		kind, fixed(d.a.Settings.Alpha(), 2)), head, rows)
}

func (d *document) correlationTable() {
	cor := d.a.Correlations
	var rows [][]string
	for _, r := range cor.Rows {
		rows = append(rows, append(d.cellRow(r.Cell), md.Code(r.Feature), count(r.Plain.Rho.N),
			with(r.Plain.Rho, rho)+d.Note(r.Plain.Rho.Warnings...), pValue(r.Plain.T.P), pValue(r.Plain.Permutation.P), pValue(r.PlainHolm), pValue(r.PlainBH),
			with(r.Partial.Rho, rho)+d.Note(r.Partial.Rho.Warnings...), pValue(r.Partial.T.P), pValue(r.Partial.Permutation.P), pValue(r.PartialHolm), pValue(r.PartialBH)))
	}
	d.table(fmt.Sprintf("Rank correlation of success (0 or 1) with numeric features. p by the t approximation and by permutation (%s draws where not exact; within repositories for the partial one). Holm and Benjamini–Hochberg (BH) adjust the permutation p over %s; plain and partial are a family each. Intervals (95 %%, Fisher z) take tasks as independent.",
		count(d.a.Settings.Resamples), plural(cor.Tests, "test", "tests")),
		d.cellHead("feature\t", "n", "Spearman ρ", "p t", "p perm.", "Holm", "BH", "partial ρ", "p t", "p perm.", "Holm", "BH"), rows)
}

func rho(v float64) string { return fixed(v, 2) }

func (d *document) leftOut() string {
	s := ""
	if c := d.a.Correlations.Constant; len(c) > 0 {
		s += " Left out because constant: " + list(codes(c)) + "."
	}
	if u := d.a.Correlations.Unknown; len(u) > 0 {
		s += " Asked for in the spec, but no task has it: " + list(codes(u)) + "."
	}
	return s
}

func codes(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = md.Code(n)
	}
	return out
}

// maxRepositories bounds the table of repositories; analysis.json has all.
const maxRepositories = 40

func (d *document) repositories() {
	repos := slices.Clone(d.a.Repositories)
	// The largest first, since the smallest say least.
	slices.SortStableFunc(repos, func(a, b analysis.Repository) int { return cmp.Compare(b.Tasks, a.Tasks) })
	small := 0
	for _, r := range repos {
		if r.Tasks < tooSmall {
			small++
		}
	}
	lead := fmt.Sprintf("The tasks come from %s with %s to %s each.", plural(len(repos), "repository", "repositories"), count(repos[len(repos)-1].Tasks), plural(repos[0].Tasks, "task", "tasks"))
	second := ""
	if small > 0 {
		second = fmt.Sprintf("%s fewer than %d tasks (marked ‡): their rates by themselves say next to nothing.", plural(small, "repository has", "repositories have"), tooSmall)
	}
	third := ""
	if best := best(d.a, 1); len(best) > 0 && len(repos) > 1 {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, r := range repos {
			if v := r.Rates[best[0]].Value; !math.IsNaN(v) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		third = fmt.Sprintf("The rate of %s ranges from %s %% to %s %% between repositories, part of which is chance.", name(d.a, best[0]), percent(lo), percent(hi))
	}
	d.section("Repositories", lead, third, second)
	d.figure("repositories")
	head := []string{"repository\t", "tasks"}
	for _, c := range d.a.Cells {
		head = append(head, md.Text(c.Name))
	}
	var rows [][]string
	for _, r := range repos[:min(maxRepositories, len(repos))] {
		mark := ""
		if r.Tasks < tooSmall {
			mark = " ‡"
		}
		row := []string{md.Text(r.Name) + mark, count(r.Tasks)}
		for _, e := range r.Rates {
			row = append(row, repositoryRate(e))
		}
		rows = append(rows, row)
	}
	more := ""
	if n := len(repos) - maxRepositories; n > 0 {
		more = fmt.Sprintf(" The %d smallest are left to analysis.json.", n)
	}
	d.table(fmt.Sprintf("Solved of known tasks by repository, percent with %s Wilson intervals.%s", level(d.a), more), head, rows)
}

// tooSmall is the number of tasks below which a repository is marked: with four
// tasks even 0 of 4 and 2 of 4 have overlapping intervals.
const tooSmall = 5

func repositoryRate(e stats.Estimate) string {
	if math.IsNaN(e.Value) {
		return dash
	}
	return of(int(math.Round(e.Value*float64(e.N))), e.N) + ": " + with(e, percent)
}

func (d *document) failures() {
	last := 0
	sums, categories := map[string]int{}, []string(nil) // categories of first and last attempts, sums of last ones
	see := func(list []analysis.CategoryCount) {
		for _, c := range list {
			if !slices.Contains(categories, c.Name) {
				categories = append(categories, c.Name)
			}
		}
	}
	for _, e := range d.a.Errors {
		see(e.Final.Categories)
		see(e.First.Categories)
		last += e.Final.N
		for _, c := range e.Final.Categories {
			sums[c.Name] += c.N
		}
	}
	slices.SortStableFunc(categories, func(a, b string) int { return cmp.Or(sums[b]-sums[a], cmp.Compare(a, b)) })
	switch {
	case len(categories) == 0:
		d.section("Failures", "No attempt failed.")
	case last == 0:
		d.section("Failures", "Every chain succeeded in the end; the tables are about the first answers that failed.")
	default:
		d.section("Failures", fmt.Sprintf("Over all cells, %s never succeeded; the commonest reason for which their last attempts failed is %s: %s.",
			plural(last, "chain", "chains"), md.Text(categories[0]), share(sums[categories[0]], last)))
	}
	if len(categories) > 0 {
		d.Para("The category is that of the checker's first diagnostic; attempts without one stand under their verdict. Counts are attempts, which are not independent, so there are no intervals.")
		d.define(d.categoriesPresent(categories))
		d.figure("errors")
		d.failureTables(categories)
	}
	var rows [][]string
	for c, e := range d.a.Errors {
		row := d.cellRow(c)
		for _, n := range e.Verdicts {
			row = append(row, count(n))
		}
		rows = append(rows, row)
	}
	head := d.cellHead()
	for _, v := range analysis.Verdicts {
		head = append(head, string(v))
	}
	d.table("All attempts by verdict.", head, rows)
	var lost []string
	for c, e := range d.a.Errors {
		for _, l := range e.Lost[:min(3, len(e.Lost))] {
			lost = append(lost, fmt.Sprintf("%s: %s × %s", name(d.a, c), count(l.N), md.Code(clip(l.Name, 200))))
		}
	}
	if len(lost) > 0 {
		d.Para("The commonest infrastructure errors, which count as no failure:")
		d.List(lost...)
	}
}

// failureTables break the failed attempts down by category and by signal.
func (d *document) failureTables(categories []string) {
	head := d.cellHead("attempts\t", "failed")
	for _, n := range categories {
		head = append(head, md.Text(n))
	}
	var byCategory, bySignal [][]string
	for c, e := range d.a.Errors {
		for _, of := range []struct {
			what string
			analysis.Failures
		}{{"first answers", e.First}, {"last of failed chains", e.Final}} {
			row := d.cellRow(c, of.what, count(of.N))
			for _, n := range categories {
				x := 0
				for _, cat := range of.Categories {
					if cat.Name == n {
						x = cat.N
					}
				}
				row = append(row, part(x, of.N))
			}
			byCategory = append(byCategory, row)
			row = d.cellRow(c, of.what, count(of.N))
			for _, x := range of.Signals {
				row = append(row, part(x, of.N))
			}
			bySignal = append(bySignal, row)
		}
	}
	d.table("Failed attempts by category, with their share in percent.", head, byCategory)
	if d.Spec.Imported != nil { // which does not say how far a failure came
		return
	}
	d.table("Failed attempts by the deepest signal that they reached, with their share in percent.", d.cellHead(append([]string{"attempts\t", "failed"}, analysis.Signals...)...), bySignal)
}

func part(x, n int) string {
	if x == 0 {
		return "0"
	}
	return fmt.Sprintf("%s (%s)", count(x), percent(float64(x)/float64(n)))
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
