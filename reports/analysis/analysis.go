package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
	"proofgrid/stats"
)

// Analysis is everything that a report prints and draws. Cells and tasks are
// referred to by their index in the run's tables.
type Analysis struct {
	Settings     Settings     `json:"settings"`
	Tasks        int          `json:"tasks"`
	Attempts     int          `json:"attempts"`
	Repositories []Repository `json:"repositories"`
	Cells        []Cell       `json:"cells"`
	Contexts     []Context    `json:"contexts"`
	Success      []Success    `json:"success"`
	Budgets      []Budget     `json:"budgets"`
	Repairs      []Repair     `json:"repairs"`
	Comparisons  []Comparison `json:"comparisons"`
	Overlap      Overlap      `json:"overlap"`
	Depth        Depth        `json:"depth"`
	Correlations Correlations `json:"correlations"`
	Errors       []Errors     `json:"errors"`
	Costs        []Measure    `json:"costs"`
	Accounts     []Account    `json:"accounts"`
	Money        Money        `json:"money,omitempty"`
}

// Settings are the choices that the numbers depend on, with defaults filled in.
type Settings struct {
	Level     float64 `json:"level"`
	Resamples int     `json:"resamples"`
	Seed      uint64  `json:"seed"`
	DepthBy   string  `json:"depth_by"`
	Edges     []int   `json:"depth_edges"`
	Power     float64 `json:"power"` // of the minimum detectable effects
	Tokens    string  `json:"tokens"`
	// TaskLimit is the wall limit of a task in seconds, CandidateLimit that of checking
	// one candidate; 0 means none.
	TaskLimit      float64 `json:"task_limit"`
	CandidateLimit float64 `json:"candidate_limit"`
}

// Alpha is the size of the tests that goes with the level of the intervals.
func (s Settings) Alpha() float64 { return 1 - s.Level }

// Cell is one cell of the grid under a name that tells it from the others.
type Cell struct {
	ID       string `json:"id"`
	Name     string `json:"name"`   // model and whatever else differs between cells
	Budget   string `json:"budget"` // such as "k = 8, r = 3"
	Model    string `json:"model"`
	Regime   string `json:"regime"`
	K        int    `json:"k"`
	R        int    `json:"r"`
	Strategy string `json:"strategy"`
	Policy   string `json:"policy"`
	Seed     uint64 `json:"seed"`
	Settings string `json:"settings"`
	// Variant is what sets the cell apart besides model and regime, empty when
	// nothing does in this run.
	Variant string `json:"variant"`
}

// Repository is a cluster of tasks.
type Repository struct {
	Name  string           `json:"name"`
	Tasks int              `json:"tasks"`
	Rates []stats.Estimate `json:"rates"` // one per cell, Wilson; N is the known tasks
}

// Context says how much a regime showed.
type Context struct {
	Regime      string  `json:"regime"`
	Tasks       int     `json:"tasks"`
	Tokens      float64 `json:"mean_tokens"`
	MaxTokens   int64   `json:"max_tokens"`
	Shown       float64 `json:"mean_premises_shown"`
	Dropped     float64 `json:"mean_premises_dropped"`
	Overflowing int     `json:"tasks_with_dropped_premises"`
}

// Analyse computes the analysis of a run, of which it changes nothing. A run without
// tasks or cells is an error; numbers that the data cannot support are NaN with a
// warning.
func Analyse(run *Run, opts spec.Analysis, limits spec.Limits) (*Analysis, error) {
	s := Settings{
		Level: opts.Level, Resamples: opts.Resamples, Seed: opts.Seed,
		DepthBy: opts.DepthBy, Edges: slices.Clone(opts.DepthEdges), Power: 0.8, Tokens: opts.Tokens,
		TaskLimit: limits.Task.Seconds(), CandidateLimit: limits.Candidate.Seconds(),
	}
	if s.Level == 0 {
		s.Level = 0.95
	}
	if !(s.Level > 0 && s.Level < 1) {
		return nil, fmt.Errorf("confidence level %v is not between 0 and 1", s.Level)
	}
	if s.Resamples <= 0 {
		s.Resamples = 10_000
	}
	g, err := newGrid(run, s.Level, stats.MonteCarlo{Draws: s.Resamples, Seed: s.Seed})
	if err != nil {
		return nil, err
	}
	a := &Analysis{Settings: s, Tasks: len(run.Tasks), Cells: nameCells(run.Cells)}
	for c := range run.Cells {
		a.Attempts += run.attempts[c].attempts
	}
	sections := []func(){ // the longest first
		func() { a.Correlations = g.correlations(opts.Features) },
		func() { a.Budgets = g.budgets(); a.Repairs = g.repairs(a.Budgets) },
		func() { a.Costs = g.costs(s) },
		func() { a.Comparisons = g.comparisons(a.Cells, s) },
		func() { a.Depth = g.depth(s) },
		func() { a.Success = g.success() },
		func() { a.Accounts = g.accounts() },
		func() { a.Money = g.money() },
		func() { a.Repositories = g.repositories() },
		func() { a.Overlap = g.overlap() },
		func() { a.Errors = g.errors() },
		func() { a.Contexts = g.contexts() },
	}
	each(len(sections), func(i int) { sections[i]() })
	return a, nil
}

// nameCells gives every cell a name made of its model, its regime if there are
// several, and whatever else differs between the cells.
func nameCells(rows []record.CellRow) []Cell {
	cells := make([]Cell, len(rows))
	differs := func(of func(record.CellRow) string) bool {
		for _, r := range rows {
			if of(r) != of(rows[0]) {
				return true
			}
		}
		return false
	}
	budget := func(r record.CellRow) string { return fmt.Sprintf("k = %d, r = %d", r.K, r.R) }
	optional := []func(record.CellRow) string{
		budget,
		func(r record.CellRow) string { return r.Policy },
		func(r record.CellRow) string { return r.Strategy },
		func(r record.CellRow) string { return fmt.Sprintf("seed %d", r.Seed) },
	}
	several := differs(func(r record.CellRow) string { return r.Regime })
	count := map[string]int{}
	for i, r := range rows {
		var variant []string
		for _, of := range optional {
			if differs(of) {
				variant = append(variant, of(r))
			}
		}
		c := Cell{
			ID: r.CellID, Model: r.Model, Regime: r.Regime, K: int(r.K), R: int(r.R),
			Strategy: r.Strategy, Policy: r.Policy, Seed: r.Seed, Settings: r.Settings,
			Budget: budget(r), Variant: strings.Join(variant, ", "),
		}
		names := []string{c.Model}
		if several {
			names = append(names, c.Regime)
		}
		c.Name = strings.Join(append(names, variant...), ", ")
		if count[c.Name]++; count[c.Name] > 1 { // settings alone tell them apart
			c.Variant = strings.Join(append(variant, "cell "+c.ID), ", ")
			c.Name += ", cell " + c.ID
		}
		cells[i] = c
	}
	return cells
}

func (g *grid) repositories() []Repository {
	repos := make([]Repository, g.groups.Len())
	solved, known := make([]int, len(repos)), make([]int, len(repos))
	for i := range repos {
		repos[i] = Repository{Name: g.names[i], Tasks: g.groups.Size[i]}
	}
	for c := range g.Cells {
		clear(solved)
		clear(known)
		for t, y := range g.solved[c] {
			if !math.IsNaN(y) {
				known[g.groups.Of[t]]++
				solved[g.groups.Of[t]] += int(y)
			}
		}
		for i := range repos {
			e, err := stats.Wilson(solved[i], known[i], g.design.Level)
			if err != nil {
				e = undefined(0, "no outcome is known")
			}
			repos[i].Rates = append(repos[i].Rates, e)
		}
	}
	return repos
}

func (g *grid) contexts() []Context {
	out := slices.Clone(g.Run.contexts)
	order := map[string]int{} // of first appearance among the cells
	for i, c := range g.Cells {
		if _, ok := order[c.Regime]; !ok {
			order[c.Regime] = i
		}
	}
	slices.SortStableFunc(out, func(a, b Context) int { return order[a.Regime] - order[b.Regime] })
	return out
}
