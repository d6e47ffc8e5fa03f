package analysis

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/stats"
)

// Run is what the tables of a run say.
type Run struct {
	Tasks    []record.TaskRow
	Cells    []record.CellRow
	Contexts []record.ContextRow
	Outcomes []record.OutcomeRow
	Attempts []Attempt
	Calls    []Call
	// Verifiers are the checkers that judged attempts, in order of appearance.
	Verifiers []string
}

// Attempt is what the analysis needs of a row of the table attempts.
type Attempt struct {
	Cell, Task          int // indices in Run.Cells and Run.Tasks
	Sample, Round       int
	Verdict             record.Verdict
	Signal              Signal
	Category, Detail    string
	TokensIn, TokensOut int64 // -1 when unknown
	Checks, Work        int64
	Answering, Checked  time.Duration
}

// Call is what the analysis needs of a row of the table calls.
type Call struct {
	Cell                  int
	Finish                string
	TokensIn, TokensOut   int64 // -1 when unknown
	TokensCached, Retries int64
}

// Signal is the deepest point that a candidate reached.
type Signal int

const (
	NoSignal Signal = iota // it could not be read
	SyntaxValid
	TypeCorrect
	GoalProgress
	Complete
)

// Signals lists the names of the signals in rising order.
var Signals = []string{"unreadable", "syntax valid", "types correct", "goal progress", "complete"}

// ReadTables reads the tables tasks, cells, contexts, outcomes, attempts and calls
// from the Arrow files in dir. Rows that contradict each other, such as an attempt
// of an unknown task or two outcomes of one unit, are an error.
func ReadTables(dir string) (*Run, error) {
	r := &Run{}
	var err error
	read := func(f func() error) {
		if err == nil {
			err = f()
		}
	}
	read(func() (err error) { r.Tasks, err = record.ReadAll[record.TaskRow](table[record.TaskRow](dir)); return })
	read(func() (err error) { r.Cells, err = record.ReadAll[record.CellRow](table[record.CellRow](dir)); return })
	read(func() (err error) {
		r.Contexts, err = record.ReadAll[record.ContextRow](table[record.ContextRow](dir))
		return
	})
	read(func() (err error) {
		r.Outcomes, err = record.ReadAll[record.OutcomeRow](table[record.OutcomeRow](dir))
		return
	})
	read(func() error { return r.readAttempts(dir) })
	read(func() error { return r.readCalls(dir) })
	if err != nil {
		return nil, err
	}
	return r, nil
}

func table[R record.Row](dir string) string {
	return filepath.Join(dir, record.TableName[R]()+".arrow")
}

func (r *Run) readAttempts(dir string) error {
	var c struct {
		Cell      record.Codes `col:"cell_id"`
		Task      record.Codes `col:"task_id"`
		Sample    []int32      `col:"sample"`
		Round     []int32      `col:"round"`
		Verdict   record.Codes `col:"verdict"`
		Syntax    []bool       `col:"signal_syntax"`
		Type      []bool       `col:"signal_type"`
		Progress  []bool       `col:"signal_progress"`
		Done      []bool       `col:"signal_complete"`
		Category  record.Codes `col:"category"`
		Detail    []string     `col:"detail"`
		TokensIn  []int64      `col:"tokens_in"`
		TokensOut []int64      `col:"tokens_out"`
		Checks    []int32      `col:"checks"`
		Work      []int64      `col:"work"`
		Answering []int64      `col:"answer_ns"`
		Check     []int64      `col:"check_ns"`
		Verifier  record.Codes `col:"verifier"`
	}
	path := table[record.AttemptRow](dir)
	if err := record.ReadColumns[record.AttemptRow](path, &c); err != nil {
		return err
	}
	cell, task := r.lookup()
	for i := range c.Verifier.Code {
		if v := c.Verifier.Value(i); v != "" && !slices.Contains(r.Verifiers, v) {
			r.Verifiers = append(r.Verifiers, v)
		}
	}
	r.Attempts = make([]Attempt, len(c.Sample))
	for i := range r.Attempts {
		a := Attempt{
			Sample: int(c.Sample[i]), Round: int(c.Round[i]),
			Verdict: record.Verdict(c.Verdict.Value(i)), Category: c.Category.Value(i), Detail: c.Detail[i],
			Checks: int64(c.Checks[i]), Work: c.Work[i], TokensIn: c.TokensIn[i], TokensOut: c.TokensOut[i],
			Answering: time.Duration(c.Answering[i]), Checked: time.Duration(c.Check[i]),
		}
		switch {
		case c.Done[i]:
			a.Signal = Complete
		case c.Progress[i]:
			a.Signal = GoalProgress
		case c.Type[i]:
			a.Signal = TypeCorrect
		case c.Syntax[i]:
			a.Signal = SyntaxValid
		}
		var ok bool
		if a.Cell, ok = cell[c.Cell.Value(i)]; !ok {
			return fmt.Errorf("%s: row %d is of the unknown cell %q", path, i, c.Cell.Value(i))
		}
		if a.Task, ok = task[c.Task.Value(i)]; !ok {
			return fmt.Errorf("%s: row %d is of the unknown task %q", path, i, c.Task.Value(i))
		}
		r.Attempts[i] = a
	}
	return nil
}

func (r *Run) readCalls(dir string) error {
	var c struct {
		Cell      record.Codes `col:"cell_id"`
		Finish    record.Codes `col:"finish"`
		TokensIn  []int64      `col:"tokens_in"`
		TokensOut []int64      `col:"tokens_out"`
		Cached    []int64      `col:"tokens_cached"`
		Retries   []int32      `col:"retries"`
	}
	path := table[record.CallRow](dir)
	if err := record.ReadColumns[record.CallRow](path, &c); err != nil {
		return err
	}
	cell, _ := r.lookup()
	r.Calls = make([]Call, len(c.Retries))
	for i := range r.Calls {
		r.Calls[i] = Call{Finish: c.Finish.Value(i), TokensIn: c.TokensIn[i], TokensOut: c.TokensOut[i], TokensCached: c.Cached[i], Retries: int64(c.Retries[i])}
		var ok bool
		if r.Calls[i].Cell, ok = cell[c.Cell.Value(i)]; !ok {
			return fmt.Errorf("%s: row %d is of the unknown cell %q", path, i, c.Cell.Value(i))
		}
	}
	return nil
}

// lookup maps the ids of cells and tasks to their places.
func (r *Run) lookup() (cell, task map[string]int) {
	cell, task = make(map[string]int, len(r.Cells)), make(map[string]int, len(r.Tasks))
	for i := range r.Cells {
		cell[r.Cells[i].CellID] = i
	}
	for i := range r.Tasks {
		task[r.Tasks[i].TaskID] = i
	}
	return cell, task
}

func sumKnown(a, b int64) int64 {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}

// unit is what is known of one task in one cell. A unit that has no rows has a nil
// outcome and no attempts.
type unit struct {
	outcome  *record.OutcomeRow
	attempts []Attempt // by sample, then round
}

// grid is a run as a matrix of units, with what all sections share.
type grid struct {
	*Run
	TaskSet
	units  [][]unit    // [cell][task]
	solved [][]float64 // [cell][task]: 1, 0 or NaN
	repos  []string    // names of the groups
}

// newGrid sorts the rows into units and refuses rows that contradict each other.
func newGrid(r *Run, level float64, draws stats.MonteCarlo) (*grid, error) {
	if len(r.Tasks) == 0 {
		return nil, fmt.Errorf("the run has no tasks: %w", stats.ErrNoData)
	}
	if len(r.Cells) == 0 {
		return nil, fmt.Errorf("the run has no cells: %w", stats.ErrNoData)
	}
	labels := make([]string, len(r.Tasks))
	for i := range r.Tasks {
		labels[i] = r.Tasks[i].Repository
	}
	g := &grid{Run: r, TaskSet: NewTaskSet(labels, "repository", level, draws)}
	g.repos = make([]string, g.groups.Len())
	for i, c := range g.groups.Of {
		g.repos[c] = labels[i]
	}

	cell, task := r.lookup()
	if len(cell) != len(r.Cells) || len(task) != len(r.Tasks) {
		return nil, fmt.Errorf("%d cells with %d ids and %d tasks with %d ids: ids repeat", len(r.Cells), len(cell), len(r.Tasks), len(task))
	}
	g.units, g.solved = make([][]unit, len(r.Cells)), make([][]float64, len(r.Cells))
	for c := range g.units {
		g.units[c], g.solved[c] = make([]unit, len(r.Tasks)), make([]float64, len(r.Tasks))
		for t := range g.solved[c] {
			g.solved[c][t] = math.NaN()
		}
	}
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		c, okC := cell[o.CellID]
		t, okT := task[o.TaskID]
		switch {
		case !okC || !okT:
			return nil, fmt.Errorf("outcome of cell %q and task %q, which the run does not have", o.CellID, o.TaskID)
		case g.units[c][t].outcome != nil:
			return nil, fmt.Errorf("two outcomes of cell %q and task %q", o.CellID, o.TaskID)
		}
		g.units[c][t].outcome = o
		switch {
		case o.Solved:
			g.solved[c][t] = 1
		case o.Known:
			g.solved[c][t] = 0
		}
	}
	slices.SortStableFunc(r.Attempts, func(a, b Attempt) int {
		return cmp.Or(a.Cell-b.Cell, a.Task-b.Task, a.Sample-b.Sample, a.Round-b.Round)
	})
	for i, j := 0, 0; i < len(r.Attempts); i = j {
		a := &r.Attempts[i]
		proved := false
		for j = i; j < len(r.Attempts) && r.Attempts[j].Cell == a.Cell && r.Attempts[j].Task == a.Task; j++ {
			b := &r.Attempts[j]
			proved = proved || b.Verdict == record.Proved
			if j > i && b.Sample == r.Attempts[j-1].Sample && b.Round == r.Attempts[j-1].Round {
				return nil, fmt.Errorf("two attempts of sample %d, round %d of cell %q and task %q", b.Sample, b.Round, r.Cells[b.Cell].CellID, r.Tasks[b.Task].TaskID)
			}
		}
		u := &g.units[a.Cell][a.Task]
		if u.outcome == nil || u.outcome.Solved != proved {
			return nil, fmt.Errorf("the outcome of cell %q and task %q is missing or says otherwise than its attempts", r.Cells[a.Cell].CellID, r.Tasks[a.Task].TaskID)
		}
		u.attempts = r.Attempts[i:j:j]
	}
	return g, nil
}

// chains returns the unit's samples with their repairs as stats wants them: k of
// them, or none when the unit has no attempts.
func (u unit) chains(k int) ([]stats.Chain, error) {
	if len(u.attempts) == 0 {
		return nil, nil
	}
	chains := make([]stats.Chain, k)
	for _, a := range u.attempts {
		if a.Sample < 0 || a.Sample >= k {
			return nil, fmt.Errorf("sample %d of %d", a.Sample, k)
		}
		switch c := &chains[a.Sample]; {
		case a.Verdict == record.InfrastructureError || a.Verdict == record.NotRun:
			c.Lost = true
		case c.Lost || c.Solved || a.Round != c.Rounds:
			return nil, fmt.Errorf("sample %d has an attempt of round %d after its end or a gap before it", a.Sample, a.Round)
		default:
			c.Rounds++
			c.Solved = a.Verdict == record.Proved
		}
	}
	return chains, nil
}
