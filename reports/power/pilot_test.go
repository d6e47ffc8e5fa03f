package power

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"proofgrid/experiments/group"
	"proofgrid/experiments/record"
	"proofgrid/reports/internal/synthetic"
	"proofgrid/stats"
)

// pilot writes a plan down and reads it back.
func pilot(t *testing.T, plan synthetic.Plan) *Pilot {
	t.Helper()
	dir := t.TempDir()
	if err := plan.Tables().Write(dir); err != nil {
		t.Fatal(err)
	}
	p, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var options = Options{Alpha: 0.05, Power: 0.8, Level: 0.95}

const tasks, repositories = 40, 12

// drawn is a run of two regimes whose samples were drawn with the task's and the
// regime's chances, and the fates that were drawn.
func drawn(policy string) (synthetic.Plan, [2][tasks][4]int) {
	rng := rand.New(rand.NewPCG(3, 0))
	var fate [2][tasks][4]int
	plan := synthetic.Plan{
		Cells: []record.CellRow{synthetic.Cell("m", "curated", 4, 1, policy), synthetic.Cell("m", "full", 4, 1, policy)},
		Fate:  func(c, i, s int) synthetic.Fate { return synthetic.Fate{Solve: fate[c][i][s]} },
	}
	for i := range tasks {
		plan.Tasks = append(plan.Tasks, synthetic.Task(fmt.Sprint("t", i), fmt.Sprint("r", i%repositories), nil))
		q := rng.Float64()
		for c := range fate {
			for s := range fate[c][i] {
				if fate[c][i][s] = -1; rng.Float64() < q*(1-0.4*float64(c)) {
					fate[c][i][s] = rng.IntN(2)
				}
			}
		}
	}
	return plan, fate
}

func TestPilotSaysWhatItsTablesHold(t *testing.T) {
	plan, fate := drawn("exhaustive")
	p := pilot(t, plan)
	pairs, err := p.Pairs([]int{0, 1}, options)
	if err != nil || len(pairs) != 1 {
		t.Fatal(pairs, err)
	}
	pair := pairs[0]
	var scores [2][][]float64
	var y [2][]float64
	var repo []int
	discordant := 0
	for i := range tasks {
		repo = append(repo, i%repositories)
		for c := range fate {
			row, solved := []float64{}, 0.0
			for _, f := range fate[c][i] {
				row = append(row, 0)
				if f >= 0 {
					row[len(row)-1], solved = 1, 1
				}
			}
			scores[c], y[c] = append(scores[c], row), append(y[c], solved)
		}
		if y[0][i] != y[1][i] {
			discordant++
		}
	}
	want, err := stats.PilotPower(scores[0], scores[1], stats.GroupBy(repo))
	if err != nil {
		t.Fatal(err)
	}
	if !pair.ByScores || pair.ScoredTasks != tasks || pair.Scores.Omega2 != want.Omega2 || pair.Scores.VarA != want.VarA || pair.Scores.VarB != want.VarB ||
		pair.Scores.DesignEffect != math.Max(1, want.DesignEffect) {
		t.Errorf("plan on samples %+v, want %+v", pair.Scores, want)
	}
	if pair.Tasks != tasks || pair.Clusters != repositories || discordant == 0 {
		t.Errorf("%d tasks in %d clusters, %d discordant", pair.Tasks, pair.Clusters, discordant)
	}
	near(t, "discordant share", pair.Outcomes.Discordant, float64(discordant)/tasks, 1e-15)
	compared, err := stats.PairedDifference(y[0], y[1], stats.Design{Clusters: stats.GroupBy(repo)}, stats.MonteCarlo{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "difference", pair.Difference.Value, compared.Difference.Value, 1e-15)
	found, err := stats.DetectableEffect(compared.Difference, 0.05, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "detectable difference", pair.Found, found, 1e-15)
	if pair.Cautious.Discordant <= pair.Outcomes.Discordant {
		t.Errorf("the cautious plan takes %v discordant tasks, the other %v", pair.Cautious.Discordant, pair.Outcomes.Discordant)
	}
	if pair.Outcomes.DesignEffect < 1 {
		t.Errorf("design effect %v", pair.Outcomes.DesignEffect)
	}
}

// A run that stops early does not show every sample, so no plan rests on samples.
func TestNoPlanOnSamplesThatWereNotRun(t *testing.T) {
	for _, policy := range []string{"depth-first", "breadth-first"} {
		plan, _ := drawn(policy)
		pairs, err := pilot(t, plan).Pairs([]int{0, 1}, options)
		if err != nil {
			t.Fatal(err)
		}
		if pairs[0].ByScores {
			t.Errorf("%s: %+v", policy, pairs[0].Scores)
		}
		if _, err := pairs[0].Outcomes.Tasks(0.05, 0); err != nil {
			t.Errorf("%s: %v", policy, err)
		}
	}
}

// What the infrastructure took away is no failure: the sample is unknown, and so is
// an unsolved task with it.
func TestLostSamplesAreUnknown(t *testing.T) {
	plan, fate := drawn("exhaustive")
	before := plan.Fate
	unsolved := -1
	for i := range tasks {
		if fate[0][i] == [4]int{-1, -1, -1, -1} {
			unsolved = i
		}
	}
	if unsolved < 0 {
		t.Fatal("every task is solved")
	}
	plan.Fate = func(c, i, s int) synthetic.Fate {
		f := before(c, i, s)
		if c == 0 && i == unsolved && s < 3 {
			f.NoStart = true
		}
		return f
	}
	pairs, err := pilot(t, plan).Pairs([]int{0, 1}, options)
	if err != nil {
		t.Fatal(err)
	}
	if pairs[0].Tasks != tasks-1 || pairs[0].ScoredTasks != tasks-1 {
		t.Errorf("%d tasks and %d scored ones, want %d: %+v", pairs[0].Tasks, pairs[0].ScoredTasks, tasks-1, pairs[0])
	}
}

func TestDoubtsAreSaid(t *testing.T) {
	same := func(policy string, repositories int) synthetic.Plan {
		plan := synthetic.Plan{
			Cells: []record.CellRow{synthetic.Cell("m", "curated", 2, 0, policy), synthetic.Cell("m", "full", 2, 0, policy)},
			Fate:  func(c, i, s int) synthetic.Fate { return synthetic.Fate{Solve: i%2 - 1} },
		}
		for i := range 12 {
			plan.Tasks = append(plan.Tasks, synthetic.Task(fmt.Sprint("t", i), fmt.Sprint("r", i%repositories), nil))
		}
		return plan
	}
	for name, c := range map[string]struct {
		plan synthetic.Plan
		want []string
	}{
		"one repository": {same("exhaustive", 1), []string{"tasks of one repository", "no task is solved by one arm alone", "no spread"}},
		"three":          {same("exhaustive", 3), []string{"only 3 repositories", "the differences do not vary"}},
	} {
		pairs, err := pilot(t, c.plan).Pairs([]int{0, 1}, options)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		pair := pairs[0]
		all := strings.Join(pair.Warnings, "; ")
		for _, w := range c.want {
			if !strings.Contains(all, w) {
				t.Errorf("%s: no warning %q in %s", name, w, all)
			}
		}
		if !math.IsNaN(pair.Found) || pair.Outcomes.DesignEffect != 1 {
			t.Errorf("%s: %+v", name, pair)
		}
		if _, err := pair.Outcomes.Tasks(0.05, 0); err == nil {
			t.Errorf("%s: a plan without discordant tasks", name)
		}
		if n, err := pair.Cautious.Tasks(0.05, 0); err != nil || n < 100 {
			t.Errorf("%s: the cautious plan says %d, %v", name, n, err)
		}
	}
}

func TestPilotsWithFewDiscordantTasksWarn(t *testing.T) {
	for alone, want := range map[int]bool{3: true, 9: true, 10: false} {
		plan, _ := drawn("exhaustive")
		plan.Fate = func(c, i, _ int) synthetic.Fate { // the second arm solves none of the first's
			if c == 0 && i < alone {
				return synthetic.Fate{}
			}
			return synthetic.Fate{Solve: -1}
		}
		pair := must(pilot(t, plan).Pairs([]int{0, 1}, options))[0]
		if got := strings.Contains(strings.Join(pair.Warnings, ";"), fmt.Sprintf("one arm alone solves: %d in the pilot", alone)); got != want {
			t.Errorf("%d discordant tasks: %q", alone, pair.Warnings)
		}
	}
}

func TestCellsAreChosenAndPaired(t *testing.T) {
	plan, _ := drawn("exhaustive")
	plan.Cells = []record.CellRow{
		synthetic.Cell("m", "curated", 4, 1, "exhaustive"), synthetic.Cell("m", "full", 4, 1, "exhaustive"),
		synthetic.Cell("n", "curated", 4, 1, "exhaustive"), synthetic.Cell("n", "full", 2, 1, "exhaustive"),
	}
	before := plan.Fate
	plan.Fate = func(c, i, s int) synthetic.Fate { return before(c%2, i, s) }
	p := pilot(t, plan)
	choose := func(filters ...string) []int {
		var f []group.Filter
		for _, text := range filters {
			f = append(f, must(group.ParseFilter(text)))
		}
		return must(p.Choose(f))
	}
	if got := choose("model=m"); fmt.Sprint(got) != "[0 1]" {
		t.Errorf("model=m chooses %v", got)
	}
	if got := choose("k<=2", "model=n"); fmt.Sprint(got) != "[3]" {
		t.Errorf("k<=2 chooses %v", got)
	}
	pairs := must(p.Pairs(choose(), options))
	var got []string
	for _, pair := range pairs {
		got = append(got, fmt.Sprint(pair.A, pair.B))
	}
	if fmt.Sprint(got) != "[0 1 0 2]" { // 0–1 differ in regime, 0–2 in model, the others in more
		t.Errorf("pairs %v", got)
	}
	if pairs := must(p.Pairs([]int{1, 3}, options)); len(pairs) != 1 {
		t.Errorf("two cells make %d pairs", len(pairs))
	}
	if _, err := p.Pairs([]int{2}, options); err == nil {
		t.Error("one cell makes a pair")
	}
	if _, err := p.Choose([]group.Filter{must(group.ParseFilter("colour=red"))}); err == nil {
		t.Error("cells have a colour")
	}
}

func TestBrokenTablesAreNoPilot(t *testing.T) {
	plan, _ := drawn("exhaustive")
	tables := plan.Tables()
	tables.Cells = tables.Cells[:1]
	dir := t.TempDir()
	if err := tables.Write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "which the run does not have") {
		t.Errorf("rows of an unknown cell: %v", err)
	}
	if _, err := Read(t.TempDir()); err == nil {
		t.Error("no tables are a pilot")
	}
}
