package power

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"

	"proofgrid/experiments/group"
	"proofgrid/experiments/record"
	"proofgrid/stats"
)

// Pilot is what planning needs of a sealed run.
type Pilot struct {
	Tasks  int
	Cells  []record.CellRow
	Repos  stats.Groups // repository of every task
	solved [][]float64  // [cell][task]: 1, 0, NaN for unknown
	// samples are [cell][task][sample], 1 for a sample that was proved by its last
	// repair; nil for cells whose policy may leave samples unrun.
	samples [][][]float64
}

// Read reads the tables of a sealed run from the Arrow files in dir.
func Read(dir string) (*Pilot, error) {
	tasks, err := record.ReadAll[record.TaskRow](path[record.TaskRow](dir))
	if err != nil {
		return nil, err
	}
	p := &Pilot{Tasks: len(tasks)}
	if p.Cells, err = record.ReadAll[record.CellRow](path[record.CellRow](dir)); err != nil {
		return nil, err
	}
	task, cell := map[string]int{}, map[string]int{}
	repository := make([]string, len(tasks))
	for i, t := range tasks {
		task[t.TaskID], repository[i] = i, t.Repository
	}
	for i, c := range p.Cells {
		cell[c.CellID] = i
	}
	p.Repos = stats.GroupBy(repository)
	if err := p.readOutcomes(dir, cell, task); err != nil {
		return nil, err
	}
	return p, p.readSamples(dir, cell, task)
}

func path[R record.Row](dir string) string {
	return filepath.Join(dir, record.TableName[R]()+".arrow")
}

// unknown is a column of a cell's tasks with nothing known.
func unknown(n int) []float64 {
	y := make([]float64, n)
	for i := range y {
		y[i] = math.NaN()
	}
	return y
}

func (p *Pilot) readOutcomes(dir string, cell, task map[string]int) error {
	var c struct {
		Cell   record.Codes `col:"cell_id"`
		Task   record.Codes `col:"task_id"`
		Solved []bool       `col:"solved"`
		Known  []bool       `col:"known"`
	}
	file := path[record.OutcomeRow](dir)
	if err := record.ReadColumns[record.OutcomeRow](file, &c); err != nil {
		return err
	}
	p.solved = make([][]float64, len(p.Cells))
	for i := range p.solved {
		p.solved[i] = unknown(p.Tasks)
	}
	for i, solved := range c.Solved {
		at, okCell := cell[c.Cell.Value(i)]
		t, okTask := task[c.Task.Value(i)]
		if !okCell || !okTask {
			return fmt.Errorf("%s: row %d is of cell %q and task %q, which the run does not have", file, i, c.Cell.Value(i), c.Task.Value(i))
		}
		switch {
		case solved:
			p.solved[at][t] = 1
		case c.Known[i]:
			p.solved[at][t] = 0
		}
	}
	return nil
}

// readSamples reads what became of each sample, in cells that ran all of them.
func (p *Pilot) readSamples(dir string, cell, task map[string]int) error {
	p.samples = make([][][]float64, len(p.Cells))
	any := false
	for i, c := range p.Cells {
		if c.Policy != string(stats.Exhaustive) || c.K < 2 {
			continue
		}
		any = true
		p.samples[i] = make([][]float64, p.Tasks)
		for t := range p.samples[i] {
			p.samples[i][t] = unknown(int(c.K))
		}
	}
	if !any {
		return nil
	}
	var c struct {
		Cell    record.Codes `col:"cell_id"`
		Task    record.Codes `col:"task_id"`
		Sample  []int32      `col:"sample"`
		Verdict record.Codes `col:"verdict"`
	}
	file := path[record.AttemptRow](dir)
	if err := record.ReadColumns[record.AttemptRow](file, &c); err != nil {
		return err
	}
	lost := map[[3]int]bool{}
	for i, s := range c.Sample {
		at, okCell := cell[c.Cell.Value(i)]
		t, okTask := task[c.Task.Value(i)]
		if !okCell || !okTask {
			return fmt.Errorf("%s: row %d is of cell %q and task %q, which the run does not have", file, i, c.Cell.Value(i), c.Task.Value(i))
		}
		if p.samples[at] == nil {
			continue
		}
		row := p.samples[at][t]
		if s < 0 || int(s) >= len(row) {
			return fmt.Errorf("%s: row %d is sample %d of %d", file, i, s, len(row))
		}
		switch record.Verdict(c.Verdict.Value(i)) {
		case record.Proved:
			row[s] = 1
		case record.InfrastructureError, record.NotRun:
			lost[[3]int{at, t, int(s)}] = true
		default:
			if row[s] != 1 {
				row[s] = 0
			}
		}
	}
	for k := range lost { // unproved, and what would have followed is unknown
		if row := p.samples[k[0]][k[1]]; row[k[2]] != 1 {
			row[k[2]] = math.NaN()
		}
	}
	return nil
}

// Pair is what a pilot says about the comparison of two of its cells, and what that
// means for an experiment to come.
type Pair struct {
	A, B       int // cells; the difference is A − B
	Tasks      int // with an outcome in both
	Clusters   int // repositories of these tasks; 0: taken as independent
	RateA      float64
	RateB      float64
	Difference stats.Estimate
	// Found is the smallest true difference that the pilot itself finds, with the t
	// quantiles of its clusters; NaN when it shows no spread.
	Found      float64
	Discordant stats.Estimate // share of tasks that one arm alone solves, Wilson
	// Outcomes plans on the share of discordant tasks as observed, Cautious on the
	// upper end of its interval.
	Outcomes, Cautious Plan
	// Scores plans on samples where ByScores: both cells ran all of theirs, and
	// ScoredTasks have two known ones or more in each.
	Scores      Plan
	ByScores    bool
	ScoredTasks int
	Warnings    []string
}

// Options are the error rates of the tests to come.
type Options struct {
	Alpha, Power float64
	Level        float64 // of the interval of the share of discordant tasks
}

// Choose returns the cells that pass all filters, on the columns model, regime, k, r
// and policy.
func (p *Pilot) Choose(filters []group.Filter) ([]int, error) {
	var model, regime, k, r, policy []string
	for _, c := range p.Cells {
		model, regime, policy = append(model, c.Model), append(regime, c.Regime), append(policy, c.Policy)
		k, r = append(k, strconv.Itoa(int(c.K))), append(r, strconv.Itoa(int(c.R)))
	}
	t := group.Table{Rows: len(p.Cells), Columns: []group.Column{
		group.Strings("model", model), group.Strings("regime", regime), group.Strings("k", k),
		group.Strings("r", r), group.Strings("policy", policy),
	}}
	rows, err := t.Select(filters...)
	if err != nil {
		return nil, err
	}
	var cells []int
	for _, row := range rows {
		cells = append(cells, int(row))
	}
	return cells, nil
}

// Pairs returns the pairs among the cells that differ in one of model, regime and
// budget alone; of exactly two cells, the one pair whatever they differ in.
func (p *Pilot) Pairs(cells []int, o Options) ([]Pair, error) {
	var out []Pair
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			if len(cells) > 2 && differences(p.Cells[a], p.Cells[b]) != 1 {
				continue
			}
			pair, err := p.pair(a, b, o)
			if err != nil {
				return nil, fmt.Errorf("%s against %s: %w", p.Name(a), p.Name(b), err)
			}
			out = append(out, pair)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%d of the run's %d cells are chosen, and no two of them differ in one of model, regime and budget alone", len(cells), len(p.Cells))
	}
	return out, nil
}

func differences(a, b record.CellRow) int {
	n := 0
	for _, same := range []bool{a.Model == b.Model, a.Regime == b.Regime, a.K == b.K && a.R == b.R,
		a.Policy == b.Policy, a.Strategy == b.Strategy, a.Seed == b.Seed} {
		if !same {
			n++
		}
	}
	return n
}

// Name names a cell of the run.
func (p *Pilot) Name(cell int) string {
	c := p.Cells[cell]
	return fmt.Sprintf("%s, %s, k = %d, r = %d", c.Model, c.Regime, c.K, c.R)
}

// fewClusters is where a design effect is little more than a guess.
const fewClusters = 10

func (p *Pilot) pair(a, b int, o Options) (Pair, error) {
	out := Pair{A: a, B: b}
	var x, y, diff []float64
	var repos []int
	discordant := 0
	for t := range p.Tasks {
		if math.IsNaN(p.solved[a][t]) || math.IsNaN(p.solved[b][t]) {
			continue
		}
		x, y, repos = append(x, p.solved[a][t]), append(y, p.solved[b][t]), append(repos, p.Repos.Of[t])
		d := p.solved[a][t] - p.solved[b][t]
		if diff = append(diff, d); d != 0 {
			discordant++
		}
	}
	out.Tasks = len(diff)
	if out.Tasks < 2 {
		return out, fmt.Errorf("%d tasks have an outcome in both cells: %w", out.Tasks, stats.ErrNoData)
	}
	design := stats.Design{Level: o.Level}
	if g := stats.GroupBy(repos); g.Len() > 1 {
		design.Clusters, out.Clusters = g, g.Len()
	}
	compared, err := stats.PairedDifference(x, y, design, stats.MonteCarlo{Draws: 1, Workers: 1})
	if err != nil {
		return out, err
	}
	out.RateA, out.RateB, out.Difference = compared.RateA, compared.RateB, compared.Difference
	found := out.Difference
	if out.Clusters == 0 { // Tango's interval has no standard error of its own
		mean := out.RateA - out.RateB
		found.SE = math.Sqrt((float64(discordant)/float64(out.Tasks) - mean*mean) / float64(out.Tasks-1))
	}
	switch out.Found, err = stats.DetectableEffect(found, o.Alpha, o.Power); {
	case errors.Is(err, stats.ErrNoData):
		out.warn("the pilot shows no spread of the difference, so what it could have found is unknown")
	case err != nil:
		return out, err
	}
	if out.Discordant, err = stats.Wilson(discordant, out.Tasks, o.Level); err != nil {
		return out, err
	}
	effect := p.designEffect(&out, diff, design.Clusters)
	plan := Plan{Design: Outcomes, Alpha: o.Alpha, Power: o.Power, DesignEffect: effect, Discordant: out.Discordant.Value}
	out.Outcomes, out.Cautious = plan, plan
	out.Cautious.Discordant = out.Discordant.Hi
	switch {
	case discordant > 0 && discordant < enoughDiscordant:
		out.warn("tasks that one arm alone solves: %d in the pilot; with fewer than %d their share is little more than a guess", discordant, enoughDiscordant)
	case discordant == 0:
		out.warn("no task is solved by one arm alone: only the cautious plan can be made")
	}
	return out, p.scores(&out, o)
}

func (out *Pair) warn(format string, args ...any) {
	out.Warnings = append(out.Warnings, fmt.Sprintf(format, args...))
}

// designEffect is that of the task differences, not below 1: a smaller estimate is
// rather chance than a gift.
func (p *Pilot) designEffect(out *Pair, diff []float64, clusters stats.Groups) float64 {
	if out.Clusters == 0 {
		out.warn("tasks of one repository: how tasks hang together cannot be seen, and the design effect is taken as 1")
		return 1
	}
	if out.Clusters < fewClusters {
		out.warn("only %d repositories: the design effect is little more than a guess", out.Clusters)
	}
	e, err := stats.DesignEffect(diff, clusters)
	if err != nil || math.IsNaN(e.Value) {
		out.warn("the differences do not vary: the design effect is taken as 1")
		return 1
	}
	return math.Max(1, e.Value)
}

// scores fills in the plan on samples where both cells ran all of theirs.
func (p *Pilot) scores(out *Pair, o Options) error {
	if p.samples[out.A] == nil || p.samples[out.B] == nil {
		return nil
	}
	var x, y [][]float64
	var repos []int
	for t := range p.Tasks {
		if a, b := p.samples[out.A][t], p.samples[out.B][t]; known(a) >= 2 && known(b) >= 2 {
			x, y, repos = append(x, a), append(y, b), append(repos, p.Repos.Of[t])
		}
	}
	out.ScoredTasks = len(x)
	if len(x) < 2 {
		return nil
	}
	var clusters stats.Groups
	if g := stats.GroupBy(repos); g.Len() > 1 {
		clusters = g
	}
	pilot, err := stats.PilotPower(x, y, clusters)
	if err != nil {
		return err
	}
	out.Scores = Plan{Design: Scores, Alpha: o.Alpha, Power: o.Power, DesignEffect: math.Max(1, pilot.DesignEffect),
		Omega2: pilot.Omega2, VarA: pilot.VarA, VarB: pilot.VarB}
	out.ByScores = out.Scores.check() == nil
	return nil
}

func known(row []float64) int {
	n := 0
	for _, v := range row {
		if !math.IsNaN(v) {
			n++
		}
	}
	return n
}
