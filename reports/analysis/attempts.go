package analysis

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/stats"
)

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

// attemptColumns are the columns of the table attempts that the analysis reads.
type attemptColumns struct {
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

func (c *attemptColumns) signal(i int) Signal {
	switch {
	case c.Done[i]:
		return Complete
	case c.Progress[i]:
		return GoalProgress
	case c.Type[i]:
		return TypeCorrect
	case c.Syntax[i]:
		return SyntaxValid
	}
	return NoSignal
}

// attemptTotals are sums over the attempts of one cell.
type attemptTotals struct {
	attempts, lost      int
	verdicts            []int          // in the order of Verdicts
	first, final        tally          // failed first answers; last attempts of chains that never succeeded
	errors              map[string]int // infrastructure errors by their words
	checks, work        int64
	answering, checking time.Duration
	noTime              int // attempts that ran and whose time is unknown
	// Chains with an outcome in a round, and those proved in it, by round and cluster.
	entered, proved [][]float64
}

func newAttemptTotals(rounds, clusters int) attemptTotals {
	t := attemptTotals{
		verdicts: make([]int, len(Verdicts)), first: newTally(), final: newTally(), errors: map[string]int{},
		entered: make([][]float64, rounds+1), proved: make([][]float64, rounds+1),
	}
	for r := range t.entered {
		t.entered[r], t.proved[r] = make([]float64, clusters), make([]float64, clusters)
	}
	return t
}

// readAttempts adds up the attempts. A sealed table has them by unit, sample and
// round, and is streamed. When that meets a contradiction, it may be one of order
// alone: the rows are then sorted in memory first.
func (r *Run) readAttempts(path string, ids index) error {
	err := newAdder(r, ids).stream(path)
	if errors.Is(err, errOrder) {
		err = newAdder(r, ids).sort(path)
	}
	return err
}

// errOrder: the rows of a unit are not together, not by sample and round, or
// contradict each other.
var errOrder = errors.New("attempts are not in order, or contradict each other")

// adder adds up attempts that come in order.
type adder struct {
	*Run
	ids index
	// What the codes of the table mean: places of cells and tasks, numbers of verdicts,
	// and which verifiers have been seen.
	cells, tasks, verdicts []int
	judged                 []bool

	unit unit
}

// chain is a stats.Chain in few bytes: there is one for every sample of the run.
type chain struct {
	rounds       uint16
	solved, lost bool
}

// unit is the unit at hand, up to its last attempt.
type unit struct {
	cell, task    int // −1 before the first
	sample, round int32
	chains        []chain
	proved        bool
	failed        bool // the last attempt, and how
	failure       int
	signal        Signal
	answers       int
	answerTokens  int64
	exhaustive    bool // then also: what each chain cost, by kind, and whether it was solved
	costs         [attemptKinds][]float64
	solved        []bool
}

func newAdder(r *Run, ids index) *adder {
	r.Verifiers, r.Struck, r.attempts = nil, 0, nil
	r.chains, r.seen = make([][]chain, len(r.Cells)), make([]bool, len(r.Cells)*len(r.Tasks))
	for c, row := range r.Cells {
		r.attempts = append(r.attempts, newAttemptTotals(int(row.R), r.clusters.Len()))
		clear(r.lost[c])
	}
	return &adder{Run: r, ids: ids, unit: unit{cell: -1, task: -1}}
}

// learn translates the codes of the table.
func (a *adder) learn(c *attemptColumns) {
	a.cells, a.tasks = places(c.Cell, a.ids.cell), places(c.Task, a.ids.task)
	for _, v := range c.Verdict.Values {
		a.verdicts = append(a.verdicts, slices.Index(Verdicts, record.Verdict(v)))
	}
	a.categories = slices.Clone(c.Category.Values)
	a.judged = make([]bool, len(c.Verifier.Values))
}

// judge lists the verifiers of the rows.
func (a *adder) judge(c *attemptColumns) {
	for _, v := range c.Verifier.Code {
		if v >= 0 && !a.judged[v] {
			a.judged[v] = true
			a.Verifiers = append(a.Verifiers, c.Verifier.Values[v])
		}
	}
}

func (a *adder) stream(path string) error {
	for c, err := range record.Columns[record.AttemptRow, attemptColumns](path) {
		if err != nil {
			return err
		}
		if a.cells == nil {
			a.learn(c)
		}
		a.judge(c)
		for i := range c.Sample {
			if a.add(c, i) != nil {
				return errOrder
			}
		}
	}
	if a.leave() != nil {
		return errOrder
	}
	return nil
}

// sort adds the rows of a table in any order.
func (a *adder) sort(path string) error {
	c := new(attemptColumns)
	if err := record.ReadColumns[record.AttemptRow](path, c); err != nil {
		return err
	}
	a.learn(c)
	a.judge(c)
	order := make([]int, len(c.Sample))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(
			cmp.Compare(a.cells[c.Cell.Code[i]], a.cells[c.Cell.Code[j]]), cmp.Compare(a.tasks[c.Task.Code[i]], a.tasks[c.Task.Code[j]]),
			cmp.Compare(c.Sample[i], c.Sample[j]), cmp.Compare(c.Round[i], c.Round[j]))
	})
	for _, i := range order {
		if err := a.add(c, i); err != nil {
			return fmt.Errorf("%s: row %d: %w", path, i, err)
		}
	}
	return a.leave()
}

// add adds one attempt.
func (a *adder) add(c *attemptColumns, i int) error {
	u := &a.unit
	sample, round := c.Sample[i], c.Round[i]
	switch cell, task := a.cells[c.Cell.Code[i]], a.tasks[c.Task.Code[i]]; {
	case cell != u.cell || task != u.task || cell < 0:
		if err := a.leave(); err != nil {
			return err
		}
		if err := a.enter(c, i); err != nil {
			return err
		}
	case sample < u.sample || sample == u.sample && round < u.round:
		return errOrder
	case sample == u.sample && round == u.round:
		return fmt.Errorf("two attempts of sample %d, round %d of %s", sample, round, a.here())
	case sample != u.sample:
		a.endChain()
		a.beginChain()
	}
	u.sample, u.round = sample, round
	if sample < 0 || int(sample) >= len(u.chains) {
		return fmt.Errorf("sample %d of %d of %s", sample, len(u.chains), a.here())
	}
	verdict := a.verdicts[c.Verdict.Code[i]]
	lost := verdict == infraLost || verdict == neverRun
	switch chain := &u.chains[sample]; {
	case lost:
		chain.lost = true
	case chain.lost || chain.solved || round != int32(chain.rounds) || chain.rounds == math.MaxUint16:
		return fmt.Errorf("sample %d of %s has an attempt of round %d after its end or a gap before it", sample, a.here(), round)
	default:
		chain.rounds++
		chain.solved = verdict == proved
	}
	a.count(c, i, verdict, lost)
	a.spend(c, i, verdict)
	return nil
}

// count adds an attempt to the sums of its cell.
func (a *adder) count(c *attemptColumns, i, verdict int, lost bool) {
	u, t := &a.unit, &a.attempts[a.unit.cell]
	t.attempts++
	if verdict >= 0 {
		t.verdicts[verdict]++
	}
	u.proved = u.proved || verdict == proved
	u.failed = !lost && verdict != proved
	switch {
	case lost:
		a.lose(c, i, verdict)
	case u.failed:
		u.failure, u.signal = failure(verdict, int(c.Category.Code[i])), c.signal(i)
		if u.round == 0 {
			t.first.add(u.failure, u.signal)
		}
	}
	if r := int(u.round); !lost && r < len(t.entered) {
		at := a.clusters.Of[u.task]
		t.entered[r][at]++
		if verdict == proved {
			t.proved[r][at]++
		}
	}
}

func (a *adder) lose(c *attemptColumns, i, verdict int) {
	t, why := &a.attempts[a.unit.cell], &a.lost[a.unit.cell][a.unit.task]
	t.lost++
	if verdict == infraLost {
		*why = infrastructure
		t.errors[cmp.Or(c.Detail[i], "no details")]++
		return
	}
	*why = max(*why, notRun)
	if c.Detail[i] != "" {
		a.Struck++
	}
}

// spend adds up what an attempt cost.
func (a *adder) spend(c *attemptColumns, i, verdict int) {
	u, t := &a.unit, &a.attempts[a.unit.cell]
	t.checks += int64(c.Checks[i])
	t.work += c.Work[i]
	answering, checking := time.Duration(c.Answering[i]), time.Duration(c.Check[i]) // negative when unknown
	t.answering += max(answering, 0)
	t.checking += max(checking, 0)
	if verdict != neverRun && max(answering, checking) < 0 {
		t.noTime++
	}
	if out := c.TokensOut[i]; out > 0 {
		u.answers++
		u.answerTokens += out
	}
	if !u.exhaustive {
		return
	}
	last := len(u.solved) - 1
	u.solved[last] = u.solved[last] || verdict == proved
	u.costs[ofChecks][last] += float64(c.Checks[i])
	u.costs[ofTokens][last] += orNaN(sumKnown(c.TokensIn[i], c.TokensOut[i]))
	u.costs[ofWork][last] += float64(c.Work[i])
	u.costs[ofTime][last] += (&record.AttemptRow{Answering: answering, Check: checking}).Seconds()
}

func sumKnown(a, b int64) int64 {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}

// enter begins the unit of a row.
func (a *adder) enter(c *attemptColumns, i int) error {
	cell, task := a.cells[c.Cell.Code[i]], a.tasks[c.Task.Code[i]]
	switch {
	case cell < 0:
		return fmt.Errorf("unknown cell %q", c.Cell.Value(i))
	case task < 0:
		return fmt.Errorf("unknown task %q", c.Task.Value(i))
	case a.seen[cell*len(a.Tasks)+task]:
		return errOrder
	}
	a.seen[cell*len(a.Tasks)+task] = true
	k := max(0, int(a.Cells[cell].K))
	if most := 1 << 31; k > most/len(a.Tasks) {
		return fmt.Errorf("cell %q claims %d samples for each of %d tasks", a.Cells[cell].CellID, k, len(a.Tasks))
	}
	if a.chains[cell] == nil {
		a.chains[cell] = make([]chain, k*len(a.Tasks))
	}
	old := a.unit
	a.unit = unit{
		cell: cell, task: task, chains: a.chains[cell][k*task:][:k],
		exhaustive: a.exhaustive(cell), costs: old.costs, solved: old.solved[:0],
	}
	for kind := range old.costs {
		a.unit.costs[kind] = old.costs[kind][:0]
	}
	a.beginChain()
	return nil
}

func (a *adder) beginChain() {
	u := &a.unit
	u.failed = false
	u.solved = append(u.solved, false)
	for kind := range u.costs {
		u.costs[kind] = append(u.costs[kind], 0)
	}
}

func (a *adder) endChain() {
	if u := &a.unit; u.failed {
		a.attempts[u.cell].final.add(u.failure, u.signal)
	}
}

// leave ends the unit at hand.
func (a *adder) leave() error {
	u := &a.unit
	if u.cell < 0 {
		return nil
	}
	a.endChain()
	y := a.solved[u.cell][u.task]
	if !a.recorded[u.cell*len(a.Tasks)+u.task] || (y == 1) != u.proved {
		return fmt.Errorf("the outcome of %s is missing or says otherwise than its attempts", a.here())
	}
	if u.answers > 0 {
		a.length[u.cell][u.task] = float64(u.answerTokens) / float64(u.answers)
	}
	if u.exhaustive && !math.IsNaN(y) {
		for kind, cost := range u.costs {
			a.costs[kind][u.cell].stopped[u.task] = stoppedCost(cost, u.solved)
		}
	}
	return nil
}

func (a *adder) here() string {
	return fmt.Sprintf("cell %q and task %q", a.Cells[a.unit.cell].CellID, a.Tasks[a.unit.task].TaskID)
}

// stop returns a cell as the budget curves see it.
func (r *Run) stop(cell int) stats.Run {
	row, tasks := r.Cells[cell], len(r.Tasks)
	run := stats.Run{Policy: stats.Policy(row.Policy), K: int(row.K), R: int(row.R), Tasks: make([][]stats.Chain, tasks)}
	all := make([]stats.Chain, len(r.chains[cell]))
	for i, c := range r.chains[cell] {
		all[i] = stats.Chain{Rounds: int(c.rounds), Solved: c.solved, Lost: c.lost}
	}
	for t := range run.Tasks {
		if r.seen[cell*tasks+t] {
			run.Tasks[t] = all[run.K*t:][:run.K]
		}
	}
	return run
}
