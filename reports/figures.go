package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"proofgrid/plots"
	"proofgrid/reports/analysis"
	"proofgrid/stats"
)

// Figure is a drawing with the name of its files, less the extension.
type Figure struct {
	Name string
	*plots.Figure
}

// Bounds on what a figure shows.
const (
	maxPairs = 12
	maxSets  = 12
)

// figures draws what the analysis supports, in the order of the document. What has
// no data is left out; an error is a fault of this package.
func figures(a *analysis.Analysis) ([]Figure, error) {
	d := drawer{a: a}
	d.success()
	d.passAtK()
	for _, c := range bestOfModels(a) {
		d.surface(c)
	}
	d.repair()
	d.comparisons()
	d.overlap()
	d.upset()
	d.depth()
	for _, c := range bestOfModels(a) {
		d.correlations(c)
	}
	d.repositories()
	d.errors()
	d.costCurves()
	d.timeCurves()
	d.pareto()
	return d.out, d.err
}

type drawer struct {
	a   *analysis.Analysis
	out []Figure
	err error
}

func (d *drawer) add(name string, f *plots.Figure, err error) {
	if err != nil && d.err == nil {
		d.err = fmt.Errorf("figure %s: %w", name, err)
	}
	if err == nil {
		d.out = append(d.out, Figure{name, f})
	}
}

// bestOfModels returns the cell with the highest rate of each model without an
// oracle and of each with one, in this order and the highest first. Figures of one
// cell are drawn for these, so that a wide grid buries nobody.
func bestOfModels(a *analysis.Analysis) []int {
	var cells []int
	for _, withOracle := range []bool{false, true} {
		seen := map[string]bool{}
		for _, c := range best(a, len(a.Cells)) {
			if m := a.Cells[c].Model; !seen[m] && oracle(a.Cells[c]) == withOracle {
				seen[m] = true
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// best returns at most n cells with a known rate, the highest rates first.
func best(a *analysis.Analysis, n int) []int {
	var cells []int
	for c, s := range a.Success {
		if s.Known > 0 {
			cells = append(cells, c)
		}
	}
	slices.SortStableFunc(cells, func(x, y int) int {
		switch p, q := a.Success[x].Complete, a.Success[y].Complete; {
		case p > q:
			return -1
		case p < q:
			return 1
		}
		return 0
	})
	return cells[:min(n, len(cells))]
}

// shown tells whether a figure of curves has room for a cell: one that solved
// nothing is a line on the axis, which the note of the figure says better. With
// nothing solved anywhere all are shown.
func (d *drawer) shown(c int) bool {
	return d.a.Success[c].Solved > 0 || !slices.ContainsFunc(d.a.Success, func(s analysis.Success) bool { return s.Solved > 0 })
}

// silent names the cells that are not shown.
func (d *drawer) silent() string {
	var names []string
	for c := range d.a.Cells {
		if !d.shown(c) {
			names = append(names, d.a.Cells[c].Name)
		}
	}
	if names == nil {
		return ""
	}
	return " Left out because they solved nothing: " + strings.Join(names, "; ") + "."
}

func (d *drawer) success() {
	var in plots.Success
	at := map[[2]string]stats.Estimate{}
	for i, c := range d.a.Cells {
		column := columnName(c)
		if !slices.Contains(in.Models, c.Model) {
			in.Models = append(in.Models, c.Model)
		}
		if !slices.Contains(in.Regimes, column) {
			in.Regimes = append(in.Regimes, column)
		}
		at[[2]string{c.Model, column}] = d.a.Success[i].Rate
	}
	known := false
	for _, m := range in.Models {
		var row []stats.Estimate
		for _, r := range in.Regimes {
			e, ok := at[[2]string{m, r}]
			if !ok {
				e = unmeasured()
			}
			known = known || !math.IsNaN(e.Value)
			row = append(row, e)
		}
		in.Rates = append(in.Rates, row)
	}
	if !known {
		return
	}
	in.Note = budgetNote(d.a)
	if anyOracle(d.a) {
		in.Note += " " + daggerNote + "."
	}
	f, err := plots.NewSuccess(in)
	d.add("success", f, err)
}

// columnName is what tells a cell from the others of its model.
func columnName(c analysis.Cell) string {
	if c.Variant == "" {
		return c.Regime
	}
	return c.Regime + ", " + c.Variant
}

func unmeasured() stats.Estimate {
	nan := math.NaN()
	return stats.Estimate{Value: nan, SE: nan, DF: nan, Lo: nan, Hi: nan, Level: nan}
}

// budgetNote names the budget when all cells share it.
func budgetNote(a *analysis.Analysis) string {
	for _, c := range a.Cells {
		if c.Budget != a.Cells[0].Budget {
			return ""
		}
	}
	return "Budget: " + a.Cells[0].Budget + "."
}

// point translates what a run knows of a budget.
func point(p stats.BudgetPoint) plots.BudgetPoint {
	out := plots.BudgetPoint{K: p.K, R: p.R, Estimate: plainMethod(p.Estimate)}
	switch {
	case p.Known == 0:
		out.Knowledge = plots.Unidentified
	case !p.Identified, !p.ByPolicy: // bounds that meet by luck are bounds
		out.Knowledge = plots.Bounded
		out.Estimate = stats.Estimate{Value: math.NaN(), Lo: p.Low.Value, Hi: p.High.Value, N: p.Known}
	}
	return out
}

// plainMethod names the interval of a budget's estimate alone: the budget, which
// the method names too, is clear from where the figure has it.
func plainMethod(e stats.Estimate) stats.Estimate {
	if _, rest, ok := strings.Cut(e.Method, " run, "); ok {
		e.Method = rest
	}
	return e
}

func (d *drawer) passAtK() {
	in := plots.PassAtK{}
	steps := 0
	for i, b := range d.a.Budgets {
		if len(b.Points) == 0 || !d.shown(i) {
			continue
		}
		cv := plots.PassCurve{Name: d.a.Cells[i].Name}
		for k := 1; k <= b.K; k++ {
			p, _ := b.At(k, b.R)
			cv.Points = append(cv.Points, point(p))
		}
		steps = max(steps, b.K)
		in.Curves = append(in.Curves, cv)
	}
	if steps < 2 {
		return
	}
	in.Wide = len(in.Curves) > 4 // panels, whose names need room
	in.Note = "All repair rounds of each cell are used." + d.silent()
	f, err := plots.NewPassAtK(in)
	d.add("pass-at-k", f, err)
}

func (d *drawer) surface(c int) {
	b := d.a.Budgets[c]
	if len(b.Points) == 0 || b.K < 2 && b.R < 1 {
		return
	}
	in := plots.BudgetSurface{Layout: plots.Layout{Title: d.a.Cells[c].Name}}
	for _, p := range b.Points {
		in.Points = append(in.Points, point(p))
	}
	in.Note = "Stopping policy: " + d.a.Cells[c].Policy + "."
	f, err := plots.NewBudgetSurface(in)
	d.add(fmt.Sprintf("budget-%d", c+1), f, err)
}

func (d *drawer) repair() {
	in := plots.RepairGain{}
	for i, r := range d.a.Repairs {
		s := plots.RepairSeries{Name: d.a.Cells[i].Name}
		known := false
		for _, round := range r.Rounds {
			s.Rounds = append(s.Rounds, plainMethod(round.Solved))
			known = known || !math.IsNaN(round.Solved.Value)
		}
		if len(s.Rounds) > 1 && known && d.shown(i) {
			in.Series = append(in.Series, s)
		}
	}
	if len(in.Series) == 0 {
		return
	}
	in.Wide = len(in.Series) > 4
	in.Note = "All samples of each cell are used." + d.silent()
	f, err := plots.NewRepairGain(in)
	d.add("repair", f, err)
}

func (d *drawer) comparisons() {
	in := plots.Forest{Layout: plots.Layout{Wide: true}, Test: testName(d.a), Correction: "Holm"}
	for _, c := range d.a.Comparisons {
		if !math.IsNaN(c.Difference.Value) {
			in.Rows = append(in.Rows, plots.Difference{
				Label: differenceName(d.a, c), Group: axisName[c.Axis], Diff: c.Difference, P: c.Holm,
			})
		}
	}
	if len(in.Rows) == 0 {
		return
	}
	f, err := plots.NewForest(in)
	d.add("comparisons", f, err)
}

var axisName = map[string]string{
	"regime": "context regimes within a model", "model": "models within a regime", "budget": "budgets within model and regime",
}

// differenceName names a comparison by what differs and what is held fixed.
func differenceName(a *analysis.Analysis, c analysis.Comparison) string {
	x, y := a.Cells[c.A], a.Cells[c.B]
	rest := x.Variant
	if rest != "" {
		rest = ", " + rest
	}
	switch c.Axis {
	case "regime":
		return x.Regime + " − " + y.Regime + " (" + x.Model + rest + ")"
	case "model":
		return x.Model + " − " + y.Model + " (" + x.Regime + rest + ")"
	}
	return x.Budget + " − " + y.Budget + " (" + x.Model + ", " + x.Regime + ")"
}

// testName is the test behind the p-values of the comparisons.
func testName(a *analysis.Analysis) string {
	if len(a.Repositories) > 1 {
		return "cluster sign-flip test"
	}
	return "McNemar mid-p test"
}

func (d *drawer) overlap() {
	in := plots.Overlap{}
	for _, c := range d.a.Comparisons {
		if c.Why == "" && len(in.Pairs) < maxPairs {
			in.Pairs = append(in.Pairs, plots.Pair{
				A: d.a.Cells[c.A].Name, B: d.a.Cells[c.B].Name, Both: c.Both, OnlyA: c.OnlyA, OnlyB: c.OnlyB, Neither: c.Neither,
			})
		}
	}
	if len(in.Pairs) == 0 {
		return
	}
	in.Note = overlapNote(d.a)
	f, err := plots.NewOverlap(in)
	d.add("overlap", f, err)
}

// overlapNote says which comparisons the figure has no room for, if there are any.
func overlapNote(a *analysis.Analysis) string {
	n := 0
	for _, c := range a.Comparisons {
		if c.Why == "" {
			n++
		}
	}
	if n <= maxPairs {
		return ""
	}
	return fmt.Sprintf("The first %d of %d comparisons; the table has all.", maxPairs, n)
}

func (d *drawer) upset() {
	o := d.a.Overlap
	if len(d.a.Cells) < 3 || len(d.a.Cells) > maxSets || o.Tasks == 0 {
		return
	}
	in := plots.UpSet{Layout: plots.Layout{Wide: len(d.a.Cells) > 4}}
	for _, c := range d.a.Cells {
		in.Sets = append(in.Sets, c.Name)
	}
	for _, x := range o.Intersections {
		in.Intersections = append(in.Intersections, plots.Intersection{In: x.In, Count: x.N})
	}
	f, err := plots.NewUpSet(in)
	d.add("upset", f, err)
}

func (d *drawer) depth() {
	in := plots.Buckets{Layout: plots.Layout{Wide: len(d.a.Cells) > 3, Note: d.silent()}, Feature: d.a.Depth.Feature}
	if len(d.a.Depth.Cells) == 0 {
		return
	}
	for _, b := range d.a.Depth.Buckets {
		in.Buckets = append(in.Buckets, b.Label)
	}
	for i, c := range d.a.Depth.Cells {
		if d.shown(i) {
			in.Series = append(in.Series, plots.BucketSeries{Name: d.a.Cells[i].Name, Rates: c.Rates})
		}
	}
	f, err := plots.NewBuckets(in)
	d.add("depth", f, err)
}

func (d *drawer) correlations(c int) {
	in := plots.Correlations{
		Layout: plots.Layout{Title: d.a.Cells[c].Name}, Given: "repository",
		Test: fmt.Sprintf("permutation, Holm over %d tests", d.a.Correlations.Tests),
	}
	for _, r := range d.a.Correlations.Rows {
		if r.Cell == c {
			in.Rows = append(in.Rows, plots.Correlation{
				Feature: r.Feature, Spearman: r.Plain.Rho, SpearmanP: r.PlainHolm, Partial: r.Partial.Rho, PartialP: r.PartialHolm,
			})
		}
	}
	if len(in.Rows) == 0 {
		return
	}
	f, err := plots.NewCorrelations(in)
	d.add(fmt.Sprintf("correlations-%d", c+1), f, err)
}

func (d *drawer) repositories() {
	in := plots.Repositories{Layout: plots.Layout{Wide: len(d.a.Cells) > 3}}
	for _, c := range d.a.Cells {
		in.Cells = append(in.Cells, c.Name)
	}
	for _, r := range d.a.Repositories {
		in.Rows = append(in.Rows, plots.RepositoryRow{Name: r.Name, Rates: r.Rates})
	}
	if len(best(d.a, 1)) == 0 {
		return
	}
	f, err := plots.NewRepositories(in)
	d.add("repositories", f, err)
}

// errors draws why chains failed in the end; the tables have the first answers too.
func (d *drawer) errors() {
	in := plots.ErrorCategories{Layout: plots.Layout{Wide: len(d.a.Cells) > 3, Unit: "failed chains"}}
	for _, e := range d.a.Errors {
		for _, c := range e.Final.Categories {
			if !slices.Contains(in.Categories, c.Name) {
				in.Categories = append(in.Categories, c.Name)
			}
		}
	}
	if len(in.Categories) == 0 {
		return
	}
	for i, c := range d.a.Cells {
		counts := make([]int, len(in.Categories))
		for _, cat := range d.a.Errors[i].Final.Categories {
			counts[slices.Index(in.Categories, cat.Name)] = cat.N
		}
		in.Rows = append(in.Rows, plots.CategoryRow{Name: c.Name, Counts: counts})
	}
	in.Note = "Counted are the last attempts of chains that never succeeded."
	f, err := plots.NewErrorCategories(in)
	d.add("errors", f, err)
}
