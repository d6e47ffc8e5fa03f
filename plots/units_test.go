package plots_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"proofgrid/plots"
	"proofgrid/stats"
)

func TestNumbersAreShort(t *testing.T) {
	cases := map[float64]string{
		0: "0", 1: "1", 12: "12", 0.5: "0.5", 0.012: "0.012", 999: "999", 1000: "1k", 1500: "1.5k",
		12345: "12.3k", 2e6: "2M", 3.5e9: "3.5G", 1e12: "1T", -1500: "−1.5k", 1e-5: "1e−5",
	}
	for v, want := range cases {
		if got := plots.Number(v); got != want {
			t.Errorf("%v is printed %q, want %q", v, got, want)
		}
	}
}

func TestThereIsNoNegativeZero(t *testing.T) {
	f, err := plots.NewForest(plots.Forest{Test: "sign-flip", Rows: []plots.Difference{{
		Label: "a − b", P: 0.5, Diff: stats.Estimate{Value: 0.01, Lo: -0.0003, Hi: 0.02, Level: 0.95, N: 10, Method: "t"},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if alt := f.Alt(); strings.Contains(alt, "−0.0") || !strings.Contains(alt, "[0.0, +2.0]") {
		t.Error(alt)
	}
}

func TestPValuesArePrintedAsInPapers(t *testing.T) {
	cases := map[float64]string{0: "<.001", 0.0009: "<.001", 0.001: ".001", 0.0312: ".031", 0.5: ".500", 1: ">.999"}
	for p, want := range cases {
		if got := plots.PValue(p); got != want {
			t.Errorf("p = %v is printed %q, want %q", p, got, want)
		}
	}
	if got := plots.PValue(nan); got != "–" {
		t.Errorf("an undefined p is printed %q", got)
	}
}

func TestRateAxisBeginsAtZeroUnlessThatWastesTheFigure(t *testing.T) {
	cases := []struct {
		lo, hi   float64
		want     []string
		fromZero bool
	}{
		{0, 0, []string{"0", "2.5", "5", "7.5", "10"}, true},
		{0.1, 0.45, []string{"0", "20", "40", "60"}, true},
		{0, 1, []string{"0", "25", "50", "75", "100"}, true},
		{0.9, 1, []string{"90", "92.5", "95", "97.5", "100"}, false},
		{1, 1, []string{"99", "99.25", "99.5", "99.75", "100"}, false},
	}
	for _, c := range cases {
		got, zero := plots.RateTicks(c.lo, c.hi)
		if zero != c.fromZero {
			t.Errorf("[%v, %v]: begins at 0: %v, want %v", c.lo, c.hi, zero, c.fromZero)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("[%v, %v]: ticks %v, want %v", c.lo, c.hi, got, c.want)
		}
	}
}

func TestLogTicksCoverTheRange(t *testing.T) {
	cases := []struct {
		lo, hi float64
		want   []string
	}{
		{3, 40, []string{"2", "5", "10", "20", "50"}},
		{1, 1e6, []string{"1", "100", "10k", "1M"}},
		{0.02, 0.02, []string{"0.02", "0.05"}},
		{700, 90000, []string{"1k", "10k", "100k"}},
	}
	for _, c := range cases {
		if got := plots.LogTicks(c.lo, c.hi); !slices.Equal(got, c.want) {
			t.Errorf("[%v, %v]: ticks %v, want %v", c.lo, c.hi, got, c.want)
		}
	}
}

func TestWrapBreaksWhereNamesAreJoined(t *testing.T) {
	cases := []struct {
		width float64
		lines int
		in    string
		want  []string
	}{
		{100, 2, "short", []string{"short"}},
		{40, 2, "search-large curated", []string{"search-large", "curated"}},
		{30, 3, "search-large/full", []string{"search-", "large/full"}},
		{30, 1, "search-large curated", []string{"sea…ted"}},
		{30, 2, "unbrokenunbrokenunbroken", []string{"unb…ken"}},
		{2, 2, "unbroken", []string{"…"}},
	}
	for _, c := range cases {
		got := plots.Wrap(c.width, c.lines, c.in)
		for _, line := range got {
			if w := plots.TextWidth(line); w > c.width && line != "…" {
				t.Errorf("%q in %v: line %q is %v wide", c.in, c.width, line, w)
			}
		}
		if len(got) > c.lines {
			t.Errorf("%q has %d lines, at most %d are wanted", c.in, len(got), c.lines)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q in %v: %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

func TestShortenedLabelsStayDistinctAndAreSaidInFull(t *testing.T) {
	names := []string{"prefix-one-suffix", "prefix-two-suffix", "prefix-six-suffix", "short"}
	shown, cut := plots.FitLabels(36, names)
	seen := map[string]bool{}
	for i, s := range shown {
		if seen[s] {
			t.Errorf("%q stands for two names", s)
		}
		seen[s] = true
		if s != names[i] && !slices.ContainsFunc(cut, func(c string) bool { return strings.HasSuffix(c, " is "+names[i]) }) {
			t.Errorf("%q is not said in full: %q", s, cut)
		}
	}
	if shown[3] != "short" || len(cut) != 3 {
		t.Errorf("shown %q, cut %q", shown, cut)
	}
}

func TestWarningsReachTheCaption(t *testing.T) {
	in := successExample()
	in.Rates[0][0].Warnings = []string{"need ≥ 6 clusters"}
	in.Rates[1][2].Warnings = []string{"need ≥ 6 clusters"}
	in.Rates[2][0].Method = "cluster-robust t interval"
	fig, err := plots.NewSuccess(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Warning: need ≥ 6 clusters (2 of 9 estimates).",
		"Bars are 95 % Wilson score intervals and 95 % cluster-robust t intervals.",
	} {
		if !strings.Contains(fig.Caption(), want) {
			t.Errorf("caption lacks %q: %s", want, fig.Caption())
		}
	}
}

func TestBudgetsMustMakeSense(t *testing.T) {
	point := func(k, r int, e stats.Estimate, kn plots.Knowledge) plots.BudgetPoint {
		return plots.BudgetPoint{K: k, R: r, Estimate: e, Knowledge: kn}
	}
	ok := wilson(1, 2)
	cases := map[string][]plots.BudgetPoint{
		"no points":         nil,
		"k of 0":            {point(0, 0, ok, plots.Identified)},
		"negative r":        {point(1, -1, ok, plots.Identified)},
		"twice":             {point(2, 0, ok, plots.Identified), point(2, 0, ok, plots.Identified)},
		"bounds beyond 1":   {point(1, 0, stats.Estimate{Lo: 0.5, Hi: 1.5}, plots.Bounded)},
		"bounds reversed":   {point(1, 0, stats.Estimate{Lo: 0.5, Hi: 0.4}, plots.Bounded)},
		"bounds missing":    {point(1, 0, stats.Estimate{Lo: nan, Hi: nan}, plots.Bounded)},
		"strange certainty": {point(1, 0, ok, plots.Knowledge(7))},
	}
	for name, points := range cases {
		if _, err := plots.NewBudgetSurface(plots.BudgetSurface{Points: points}); err == nil {
			t.Errorf("surface accepted %s", name)
		}
		if _, err := plots.NewPassAtK(plots.PassAtK{Curves: []plots.PassCurve{{Name: "a", Points: points}}}); err == nil {
			t.Errorf("pass@k accepted %s", name)
		}
	}
	falling := []plots.BudgetPoint{point(4, 0, ok, plots.Identified), point(2, 0, ok, plots.Identified)}
	if _, err := plots.NewPassAtK(plots.PassAtK{Curves: []plots.PassCurve{{Name: "a", Points: falling}}}); err == nil {
		t.Error("pass@k accepted k that falls")
	}
}

func TestABudgetOfBoundsAloneIsDrawn(t *testing.T) {
	var points []plots.BudgetPoint
	for k := 1; k <= 4; k++ {
		points = append(points, plots.BudgetPoint{K: k, Estimate: stats.Estimate{Value: nan, Lo: 0, Hi: 1}, Knowledge: plots.Bounded})
	}
	points = append(points, plots.BudgetPoint{K: 5, Knowledge: plots.Unidentified})
	fig, err := plots.NewPassAtK(plots.PassAtK{Curves: []plots.PassCurve{{Name: "a", Points: points}}})
	if err != nil {
		t.Fatal(err)
	}
	legible(t, fig)
	if !strings.Contains(fig.Alt(), "in part known only as bounds") || !strings.Contains(fig.Caption(), "Hatching spans bounds") {
		t.Errorf("bounds are not mentioned: %s / %s", fig.Caption(), fig.Alt())
	}
	fig, err = plots.NewBudgetSurface(plots.BudgetSurface{Points: points})
	if err != nil {
		t.Fatal(err)
	}
	legible(t, fig)
}

func TestASurfaceOfManySamplesLeavesColumnsOut(t *testing.T) {
	in := plots.BudgetSurface{}
	for k := 1; k <= 64; k++ {
		for r := range 2 {
			in.Points = append(in.Points, plots.BudgetPoint{K: k, R: r, Estimate: wilson(k, 100)})
		}
	}
	fig, err := plots.NewBudgetSurface(in)
	if err != nil {
		t.Fatal(err)
	}
	legible(t, fig)
	if !strings.Contains(fig.Caption(), "8 of 64 values of k are shown") {
		t.Errorf("caption does not say what is left out: %s", fig.Caption())
	}
	texts := fig.Texts()
	for _, want := range []string{"1", "64"} {
		if !slices.ContainsFunc(texts, func(x plots.Text) bool { return x.String == want }) {
			t.Errorf("k = %s is not shown", want)
		}
	}
}

func TestBadCostsAreErrors(t *testing.T) {
	point := func(cost float64) plots.SolvedPoint { return plots.SolvedPoint{Cost: cost, Solved: wilson(1, 2)} }
	curve := func(end float64, costs ...float64) plots.CostPanel {
		c := plots.SolvedCurve{Name: "a", End: end}
		for _, x := range costs {
			c.Points = append(c.Points, point(x))
		}
		return plots.CostPanel{Cost: "checks", Curves: []plots.SolvedCurve{c}}
	}
	limited := curve(0, 1)
	limited.Limit = math.Inf(1)
	other := curve(0, 1)
	other.Cost, other.Curves = "tokens", []plots.SolvedCurve{{Name: "b", Points: []plots.SolvedPoint{point(1)}}}
	cases := map[string][]plots.CostPanel{
		"no panel":        nil,
		"no points":       {curve(0)},
		"negative":        {curve(0, -1)},
		"not a number":    {curve(0, nan)},
		"infinite":        {curve(0, math.Inf(1))},
		"falling":         {curve(0, 2, 1)},
		"repeated":        {curve(0, 2, 2)},
		"end before last": {curve(1, 2)},
		"infinite limit":  {limited},
		"other curves":    {curve(0, 1), other},
		"repeated panel":  {curve(0, 1), curve(0, 1)},
	}
	for name, panels := range cases {
		if _, err := plots.NewSolvedCurves(plots.SolvedCurves{Panels: panels}); err == nil {
			t.Errorf("accepted: %s", name)
		}
	}
}

func TestACurveOfTenThousandSolvesStaysSmall(t *testing.T) {
	c := plots.SolvedCurve{Name: "search"}
	for i := range 10000 {
		c.Points = append(c.Points, plots.SolvedPoint{Cost: float64(i) * 0.06, Solved: wilson(i, 20000)})
	}
	fig, err := plots.NewSolvedCurves(plots.SolvedCurves{Panels: []plots.CostPanel{{Cost: "time (s)", Limit: 600, Curves: []plots.SolvedCurve{c}}}})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(encode(t, fig, "svg")); n > 200<<10 {
		t.Errorf("the SVG has %d bytes", n)
	}
}

func TestParetoRefusesWhatHasNoPlace(t *testing.T) {
	point := func(change func(*plots.ParetoPoint)) plots.Pareto {
		p := plots.ParetoPoint{Name: "a", Cost: noInterval(3, 5), Score: wilson(1, 5), Membership: nan}
		change(&p)
		return plots.Pareto{Cost: "checks", Log: true, Points: []plots.ParetoPoint{p}}
	}
	cases := map[string]plots.Pareto{
		"free on a logarithmic axis": point(func(p *plots.ParetoPoint) { p.Cost.Value = 0 }),
		"negative cost":              point(func(p *plots.ParetoPoint) { p.Cost.Value = -1 }),
		"infinite cost":              point(func(p *plots.ParetoPoint) { p.Cost.Value = math.Inf(1) }),
		"membership in percent":      point(func(p *plots.ParetoPoint) { p.Membership = 95 }),
	}
	for name, in := range cases {
		if _, err := plots.NewPareto(in); err == nil {
			t.Errorf("accepted: %s", name)
		}
	}
	if _, err := plots.NewPareto(point(func(*plots.ParetoPoint) {})); err != nil {
		t.Errorf("a plain point is refused: %v", err)
	}
}

func TestRowsOfAnotherLengthAreErrors(t *testing.T) {
	short := []stats.Estimate{wilson(1, 2)}
	checks := map[string]error{}
	_, checks["success"] = plots.NewSuccess(plots.Success{Models: []string{"a"}, Regimes: []string{"x", "y"}, Rates: [][]stats.Estimate{short}})
	_, checks["success models"] = plots.NewSuccess(plots.Success{Models: []string{"a", "b"}, Regimes: []string{"x"}, Rates: [][]stats.Estimate{short}})
	_, checks["buckets"] = plots.NewBuckets(plots.Buckets{Buckets: []string{"x", "y"}, Series: []plots.BucketSeries{{Name: "a", Rates: short}}})
	_, checks["repositories"] = plots.NewRepositories(plots.Repositories{Cells: []string{"x", "y"}, Rows: []plots.RepositoryRow{{Name: "a", Rates: short}}})
	_, checks["categories"] = plots.NewErrorCategories(plots.ErrorCategories{Categories: []string{"x", "y"}, Rows: []plots.CategoryRow{{Name: "a", Counts: []int{1}}}})
	_, checks["upset"] = plots.NewUpSet(plots.UpSet{Sets: []string{"x", "y"}, Intersections: []plots.Intersection{{In: []bool{true}}}})
	_, checks["repair"] = plots.NewRepairGain(plots.RepairGain{Series: []plots.RepairSeries{{Name: "a"}}})
	for name, err := range checks {
		if err == nil {
			t.Errorf("%s accepted", name)
		}
	}
}

func TestPoolingKeepsTheRateOverAllTasks(t *testing.T) {
	in := plots.Repositories{Cells: []string{"full"}, MaxRows: 2}
	for i, x := range []int{50, 3, 1} {
		n := []int{100, 10, 5}[i]
		in.Rows = append(in.Rows, plots.RepositoryRow{Name: fmt.Sprintf("r%d", i), Rates: []stats.Estimate{wilson(x, n)}})
	}
	fig, err := plots.NewRepositories(in)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range fig.Texts() {
		got = append(got, x.String)
	}
	// 3 of 10 and 1 of 5 are 4 of 15, which is 27 %.
	for _, want := range []string{"2 others", "27", "15"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not in the figure: %q", want, got)
		}
	}
	if !strings.Contains(fig.Caption(), "pools the 2 smallest") {
		t.Errorf("caption does not say so: %s", fig.Caption())
	}
}

func TestTooManyCellsForThePageAreRefused(t *testing.T) {
	in := plots.Repositories{Cells: numbered(60)}
	in.Rows = []plots.RepositoryRow{{Name: "a"}}
	for range 60 {
		in.Rows[0].Rates = append(in.Rows[0].Rates, wilson(1, 2))
	}
	if _, err := plots.NewRepositories(in); err == nil || !strings.Contains(err.Error(), "have room") {
		t.Errorf("60 cells in one column: error %v", err)
	}
}
