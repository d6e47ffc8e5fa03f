package analysis

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/stats"
)

// Run is what the tables of a run say: the rows of the small tables, and sums over
// the large ones. Attempts and calls are added up while they are read, so that what
// is held grows with cells × tasks × samples and not with the number of rows.
type Run struct {
	Tasks []record.TaskRow
	Cells []record.CellRow
	// Verifiers are the checkers that judged attempts, in order of appearance.
	Verifiers []string
	// Struck is the number of attempts that were not run for a reason, which is the
	// time limit of their task.
	Struck int

	clusters stats.Groups // tasks by repository, or each for itself when there is one only
	contexts []Context    // by regime, in order of appearance

	recorded []bool        // units that have an outcome, by cell and task
	solved   [][]float64   // [cell][task]: 1, 0 or NaN
	costs    [][]taskCosts // [kind][cell]

	calls    []callTotals // [cell]
	first    [][]solve    // [cell][task]
	tries    [][]float64  // [cell][task]: attempts that were run, NaN when not known
	payments payments     // zero without a call of known cost

	attempts   []attemptTotals // [cell]
	categories []string        // of failures, by the table's code
	chains     [][]chain       // [cell], k for each task; nil without an attempt
	seen       []bool          // units that have attempts, by cell and task
	lost       [][]loss        // [cell][task]
	length     [][]float64     // [cell][task]: mean tokens of its answers, NaN without one
}

// taskCosts are the costs of one kind of a cell's tasks, NaN when unknown: what was
// spent, what would have been had the task stopped at its first success, and what it
// took to solve it, +Inf for an unsolved one.
type taskCosts struct{ spent, stopped, at []float64 }

// callTotals are sums over the calls of one cell.
type callTotals struct {
	calls, noIn, noOut, noCost                 int
	retries, tokensIn, tokensCached, tokensOut int64 // of known ones
	tokensWritten, tokensThought               int64
	inOfCached, inOfWritten, outOfThought      int64 // tokens in, and out, of calls that say how many were cached, written to a cache, and thought
	cachedOfIn, writtenOfIn, thoughtOfOut      int64 // and these
	cost                                       float64
	latency, wait                              time.Duration // of known ones
	timed, waited                              int           // calls with a latency, and a waiting time
	finish                                     map[string]int
}

// loss says why the outcome of a unit may be unknown; the greater reason counts.
type loss uint8

const (
	nothingLost loss = iota
	notRun
	infrastructure
)

// ReadTables reads the tables tasks, cells, contexts, outcomes, attempts and calls
// from the Arrow files in dir. Rows that contradict each other, such as an attempt
// of an unknown task or two outcomes of one unit, are an error.
func ReadTables(dir string) (*Run, error) {
	r := &Run{}
	var err error
	if r.Tasks, err = record.ReadAll[record.TaskRow](table[record.TaskRow](dir)); err != nil {
		return nil, err
	}
	if r.Cells, err = record.ReadAll[record.CellRow](table[record.CellRow](dir)); err != nil {
		return nil, err
	}
	ids, err := r.ids()
	if err != nil {
		return nil, err
	}
	r.allocate()
	err = concurrently(
		func() error { return r.readContexts(table[record.ContextRow](dir)) },
		func() error { return r.readCalls(table[record.CallRow](dir), ids) },
		func() error {
			if err := r.readOutcomes(table[record.OutcomeRow](dir), ids); err != nil {
				return err
			}
			return r.readAttempts(table[record.AttemptRow](dir), ids)
		},
	)
	if err != nil || !slices.ContainsFunc(r.calls, func(c callTotals) bool { return c.calls > c.noCost }) {
		return r, err
	}
	return r, r.readPayments(table[record.CallRow](dir), ids)
}

func table[R record.Row](dir string) string {
	return filepath.Join(dir, record.TableName[R]()+".arrow")
}

// concurrently does the jobs at once and returns the first of their errors.
func concurrently(jobs ...func() error) error {
	errs := make([]error, len(jobs))
	var wg sync.WaitGroup
	for i, job := range jobs {
		wg.Go(func() { errs[i] = job() })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// index finds cells and tasks by their ids.
type index struct{ cell, task map[string]int }

func (r *Run) ids() (index, error) {
	x := index{make(map[string]int, len(r.Cells)), make(map[string]int, len(r.Tasks))}
	for i := range r.Cells {
		x.cell[r.Cells[i].CellID] = i
	}
	for i := range r.Tasks {
		x.task[r.Tasks[i].TaskID] = i
	}
	if len(x.cell) != len(r.Cells) || len(x.task) != len(r.Tasks) {
		return x, fmt.Errorf("%d cells with %d ids and %d tasks with %d ids: ids repeat", len(r.Cells), len(x.cell), len(r.Tasks), len(x.task))
	}
	return x, nil
}

// places translates the codes of a column of ids; -1 stands for an unknown id.
func places(c record.Codes, index map[string]int) []int {
	at := make([]int, len(c.Values))
	for code, id := range c.Values {
		var ok bool
		if at[code], ok = index[id]; !ok {
			at[code] = -1
		}
	}
	return at
}

// repositories lists the repository of every task.
func (r *Run) repositories() []string {
	labels := make([]string, len(r.Tasks))
	for i := range r.Tasks {
		labels[i] = r.Tasks[i].Repository
	}
	return labels
}

func (r *Run) allocate() {
	if r.clusters = stats.GroupBy(r.repositories()); r.clusters.Len() < 2 {
		own := make([]int, len(r.Tasks))
		for t := range own {
			own[t] = t
		}
		r.clusters = stats.GroupBy(own)
	}
	cells, tasks := len(r.Cells), len(r.Tasks)
	unknown := func() []float64 {
		x := make([]float64, tasks)
		for i := range x {
			x[i] = math.NaN()
		}
		return x
	}
	r.solved, r.length, r.lost = make([][]float64, cells), make([][]float64, cells), make([][]loss, cells)
	r.calls, r.recorded = make([]callTotals, cells), make([]bool, cells*tasks)
	r.first, r.tries = make([][]solve, cells), make([][]float64, cells)
	for c := range r.Cells {
		r.solved[c], r.length[c], r.lost[c] = unknown(), unknown(), make([]loss, tasks)
		r.calls[c].finish = map[string]int{}
		r.first[c], r.tries[c] = make([]solve, tasks), unknown()
	}
	r.costs = make([][]taskCosts, len(kinds))
	for k := range r.costs {
		for range r.Cells {
			r.costs[k] = append(r.costs[k], taskCosts{unknown(), unknown(), unknown()})
		}
	}
}

func (r *Run) exhaustive(cell int) bool { return r.Cells[cell].Policy == string(stats.Exhaustive) }

func (r *Run) readContexts(path string) error {
	type columns struct {
		Regime  record.Codes `col:"regime"`
		Tokens  []int64      `col:"tokens"`
		Shown   []int32      `col:"shown"`
		Dropped []int32      `col:"dropped"`
	}
	place := map[int32]int{}
	for c, err := range record.Columns[record.ContextRow, columns](path) {
		if err != nil {
			return err
		}
		for i, code := range c.Regime.Code {
			at, ok := place[code]
			if !ok {
				at = len(r.contexts)
				place[code] = at
				r.contexts = append(r.contexts, Context{Regime: c.Regime.Value(i)})
			}
			x := &r.contexts[at]
			x.Tasks++
			x.Tokens += float64(c.Tokens[i])
			x.MaxTokens = max(x.MaxTokens, c.Tokens[i])
			x.Shown += float64(c.Shown[i])
			x.Dropped += float64(c.Dropped[i])
			if c.Dropped[i] > 0 {
				x.Overflowing++
			}
		}
	}
	for i := range r.contexts {
		x := &r.contexts[i]
		n := float64(x.Tasks)
		x.Tokens, x.Shown, x.Dropped = x.Tokens/n, x.Shown/n, x.Dropped/n
	}
	return nil
}

// outcomeColumns are the columns of the table outcomes that the analysis reads.
type outcomeColumns struct {
	Cell    record.Codes `col:"cell_id"`
	Task    record.Codes `col:"task_id"`
	Solved  []bool       `col:"solved"`
	Known   []bool       `col:"known"`
	Checks  []int64      `col:"checks"`
	Tokens  []int64      `col:"tokens"`
	Work    []int64      `col:"work"`
	Seconds []float64    `col:"seconds"`
	Cost    []float64    `col:"cost"`

	ChecksToSolve  []int64   `col:"checks_to_solve"`
	TokensToSolve  []int64   `col:"tokens_to_solve"`
	WorkToSolve    []int64   `col:"work_to_solve"`
	SecondsToSolve []float64 `col:"seconds_to_solve"`

	FirstSample []int32 `col:"first_sample"`
	FirstRound  []int32 `col:"first_round"`
	Attempts    []int32 `col:"attempts"`
	NotRun      []int32 `col:"not_run"`
}

func (r *Run) readOutcomes(path string, ids index) error {
	var cell, task []int
	for o, err := range record.Columns[record.OutcomeRow, outcomeColumns](path) {
		if err != nil {
			return err
		}
		if cell == nil {
			cell, task = places(o.Cell, ids.cell), places(o.Task, ids.task)
		}
		for i := range o.Solved {
			c, t := cell[o.Cell.Code[i]], task[o.Task.Code[i]]
			if c < 0 || t < 0 {
				return fmt.Errorf("outcome of cell %q and task %q, which the run does not have", o.Cell.Value(i), o.Task.Value(i))
			}
			if r.recorded[c*len(r.Tasks)+t] {
				return fmt.Errorf("two outcomes of cell %q and task %q", o.Cell.Value(i), o.Task.Value(i))
			}
			r.recorded[c*len(r.Tasks)+t] = true
			r.first[c][t] = solve{o.FirstSample[i], o.FirstRound[i]}
			r.tries[c][t] = float64(o.Attempts[i] - o.NotRun[i])
			switch {
			case o.Solved[i]:
				r.solved[c][t] = 1
			case o.Known[i]:
				r.solved[c][t] = 0
			default:
				continue // and what it cost says nothing
			}
			for k, kind := range kinds {
				x := &r.costs[k][c]
				x.spent[t] = kind.unit(o, i)
				if kind.toSolve == nil { // the calls say it
					continue
				}
				x.at[t] = math.Inf(1)
				if o.Solved[i] {
					x.at[t] = kind.toSolve(o, i)
				}
				switch {
				case r.exhaustive(c): // its attempts say it
				case o.Solved[i]:
					x.stopped[t] = x.at[t]
				default:
					x.stopped[t] = x.spent[t]
				}
			}
		}
	}
	return nil
}

func (r *Run) readCalls(path string, ids index) error {
	type columns struct {
		Cell      record.Codes `col:"cell_id"`
		Finish    record.Codes `col:"finish"`
		TokensIn  []int64      `col:"tokens_in"`
		TokensOut []int64      `col:"tokens_out"`
		Cached    []int64      `col:"tokens_cached"`
		Written   []int64      `col:"tokens_cache_write"`
		Thought   []int64      `col:"tokens_reasoning"`
		Cost      []float64    `col:"cost"`
		Latency   []int64      `col:"latency_ns"`
		Wait      []int64      `col:"wait_ns"`
		Retries   []int32      `col:"retries"`
	}
	var cell []int
	finish := make([][]int, len(r.Cells)) // by cell and code
	var reasons []string
	for k, err := range record.Columns[record.CallRow, columns](path) {
		if err != nil {
			return err
		}
		if cell == nil {
			cell, reasons = places(k.Cell, ids.cell), k.Finish.Values
			for c := range finish {
				finish[c] = make([]int, len(reasons))
			}
		}
		for i, code := range k.Cell.Code {
			c := cell[code]
			if c < 0 {
				return fmt.Errorf("%s: a call is of the unknown cell %q", path, k.Cell.Value(i))
			}
			x := &r.calls[c]
			x.calls++
			x.retries += int64(k.Retries[i])
			if k.TokensIn[i] < 0 {
				x.noIn++
			}
			if k.TokensOut[i] < 0 {
				x.noOut++
			}
			x.tokensIn += max(0, k.TokensIn[i])
			x.tokensOut += max(0, k.TokensOut[i])
			x.tokensCached += max(0, k.Cached[i])
			x.tokensWritten += max(0, k.Written[i])
			x.tokensThought += max(0, k.Thought[i])
			if k.Cached[i] >= 0 && k.TokensIn[i] >= 0 {
				x.inOfCached += k.TokensIn[i]
				x.cachedOfIn += k.Cached[i]
			}
			if k.Written[i] >= 0 && k.TokensIn[i] >= 0 {
				x.inOfWritten += k.TokensIn[i]
				x.writtenOfIn += k.Written[i]
			}
			if k.Thought[i] >= 0 && k.TokensOut[i] >= 0 {
				x.outOfThought += k.TokensOut[i]
				x.thoughtOfOut += k.Thought[i]
			}
			if math.IsNaN(k.Cost[i]) {
				x.noCost++
			} else {
				x.cost += k.Cost[i]
			}
			if k.Latency[i] >= 0 {
				x.timed++
				x.latency += time.Duration(k.Latency[i])
			}
			if k.Wait[i] >= 0 {
				x.waited++
				x.wait += time.Duration(k.Wait[i])
			}
			finish[c][k.Finish.Code[i]]++
		}
	}
	for c, counts := range finish {
		for code, n := range counts {
			if n > 0 {
				r.calls[c].finish[cmp.Or(reasons[code], "unknown")] += n
			}
		}
	}
	return nil
}
