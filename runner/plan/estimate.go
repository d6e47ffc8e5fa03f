package plan

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"proofgrid/experiments/regime"
	"proofgrid/experiments/responses"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/experiments/tokens"
	"proofgrid/runner"
	"proofgrid/runner/model"
	"proofgrid/runner/money"
)

// Assumptions are what an estimate has to suppose.
type Assumptions struct {
	// SolveRate is the probability that one attempt is a proof.
	SolveRate float64
	// AnswerTokens are those of one answer by the name of the model. A model that is
	// missing is taken to use all that its settings allow, or DefaultAnswer.
	AnswerTokens map[string]float64
	// ReportTokens are those of the checker's report that a repair is shown.
	ReportTokens float64
}

// DefaultAnswer is the length of an answer when neither the model's settings nor
// earlier answers say anything.
const DefaultAnswer = 4096

// DefaultReport is the length of a checker's report in a repair's prompt.
const DefaultReport = 300

// Estimate is what a plan will ask of the models that are paid for or waited for.
type Estimate struct {
	Lines []Line `json:"lines"` // by model and regime, in the order of the spec
	Total Line   `json:"total"`
}

// Line is the estimate of one model under one regime, over all budgets: samples
// that several budgets share are asked for once.
type Line struct {
	Model     string   `json:"model"`
	Regime    string   `json:"regime"`
	Cells     int      `json:"cells"`
	Tokenizer string   `json:"tokenizer"` // counts the prompts
	Exact     bool     `json:"exact"`     // the tokenizer is that of the model
	Answer    float64  `json:"answer_tokens"`
	Longest   int      `json:"longest_prompt"`        // tokens of the longest first prompt
	Beyond    int      `json:"prompts_beyond_window"` // first prompts that the model's window does not hold
	Calls     Spread   `json:"calls"`
	In        Spread   `json:"tokens_in"`
	Out       Spread   `json:"tokens_out"`
	Cost      Spread   `json:"cost"` // USD; NaN, null in JSON, without prices
	Notes     []string `json:"notes"`
}

// Spread is a quantity over what may become of the attempts. Same and Split are
// its expectation at the assumed solve rate: Same when every attempt has this
// probability, Split when some tasks are solved by every attempt and the rest by
// none. Real tasks lie between the two, since the quantity is convex in the rate.
type Spread struct {
	Least Number `json:"least"` // every attempt is a proof
	Same  Number `json:"same"`
	Split Number `json:"split"`
	Most  Number `json:"most"` // no attempt is a proof
}

// Number is a float64 whose NaN is null in JSON.
type Number float64

// MarshalJSON writes NaN as null.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) {
		return []byte("null"), nil
	}
	return fmt.Appendf(nil, "%g", float64(n)), nil
}

func (s *Spread) add(o Spread) {
	s.Least, s.Same, s.Split, s.Most = s.Least+o.Least, s.Same+o.Same, s.Split+o.Split, s.Most+o.Most
}

var unknownSpread = Spread{Number(math.NaN()), Number(math.NaN()), Number(math.NaN()), Number(math.NaN())}

// asked is a model that an estimate is about.
type asked interface {
	model.Model
	Prompt(*model.Request) ([]model.Message, error)
	Counter() tokens.Counter // of the model's tokens
	MaxTokens() int64        // of an answer, 0 when nothing bounds it
	Window() int             // tokens that prompt and answer share, 0 when unknown
	Prices() *money.Prices
}

// Estimate builds the first prompt of every task under every regime and sums up
// what the grid would ask for. Built-in provers cost nothing and are left out.
// Answers that the response store holds already are not taken off.
func (p *Plan) Estimate(a Assumptions) (Estimate, error) {
	var est Estimate
	unknown := 0
	type group struct {
		m     model.Concurrent
		cells []spec.Cell
	}
	var order []string
	groups := map[string]*group{}
	for _, c := range p.Cells {
		m, waits := p.Models[c.Model.Name].(model.Concurrent)
		if !waits {
			continue
		}
		id := c.Model.Name + "\x00" + c.Regime.String()
		if groups[id] == nil {
			groups[id] = &group{m: m}
			order = append(order, id)
		}
		groups[id].cells = append(groups[id].cells, c)
	}
	for _, id := range order {
		l := Line{Model: groups[id].cells[0].Model.Name, Regime: groups[id].cells[0].Regime.String(), Cells: len(groups[id].cells)}
		m, counted := groups[id].m.(asked)
		if counted {
			if err := l.fill(m, groups[id].cells, p.Tasks, a); err != nil {
				return Estimate{}, err
			}
		} else {
			l.count(groups[id].cells, len(p.Tasks), a)
		}
		est.Lines = append(est.Lines, l)
		est.Total.Cells += l.Cells
		est.Total.Beyond += l.Beyond
		est.Total.Longest = max(est.Total.Longest, l.Longest)
		est.Total.Calls.add(l.Calls)
		if !math.IsNaN(float64(l.In.Most)) {
			est.Total.In.add(l.In)
			est.Total.Out.add(l.Out)
		}
		if math.IsNaN(float64(l.Cost.Most)) {
			unknown++
		} else {
			est.Total.Cost.add(l.Cost)
		}
	}
	switch {
	case unknown > 0 && unknown == len(est.Lines):
		est.Total.Cost = unknownSpread
	case unknown > 0:
		est.Total.Notes = append(est.Total.Notes, fmt.Sprintf("the cost of %d of %d lines is not known: the total leaves them out", unknown, len(est.Lines)))
	}
	return est, nil
}

// count fills in the calls of a model of which nothing else is known before.
func (l *Line) count(cells []spec.Cell, tasks int, a Assumptions) {
	sum := func(rate float64) (n float64) {
		for _, c := range attempts(cells, rate) {
			n += c * float64(tasks)
		}
		return n
	}
	l.Calls = a.spread(sum(1), sum(a.SolveRate), sum(0))
	l.In, l.Out, l.Cost = unknownSpread, unknownSpread, unknownSpread
	l.Notes = append(l.Notes, "a program: what its calls take is not known before")
}

func (l *Line) fill(m asked, cells []spec.Cell, tasks []*task.Task, a Assumptions) error {
	first := cells[0]
	counter := m.Counter()
	l.Tokenizer, l.Exact = counter.Name(), counter.Exact()
	if !l.Exact {
		l.Notes = append(l.Notes, "the model's tokenizer is not known: token counts are estimates")
	}
	known := false
	if l.Answer, known = a.AnswerTokens[l.Model]; !known {
		if l.Answer = float64(m.MaxTokens()); l.Answer == 0 {
			l.Answer = DefaultAnswer
		}
		l.Notes = append(l.Notes, fmt.Sprintf("no earlier answers of this model: each is taken to be %.0f tokens long", l.Answer))
	}
	prices := m.Prices()
	if prices == nil {
		l.Notes = append(l.Notes, "no prices in the spec: the cost is unknown")
		l.Cost = unknownSpread
	}
	for _, t := range tasks {
		n, err := firstPrompt(m, counter, t, first)
		if err != nil {
			return err
		}
		l.Longest = max(l.Longest, n)
		if w := m.Window(); w > 0 && n > w {
			l.Beyond++
			continue // it is not sent
		}
		l.addTask(float64(n), cells, prices, a)
	}
	if l.Beyond > 0 {
		note := fmt.Sprintf("%d of %d first prompts are longer than the model's window of %d tokens: they are not sent and count as no answer", l.Beyond, len(tasks), m.Window())
		if p := first.Regime; p.Kind != regime.None && p.Window == 0 {
			p.Window = m.Window() * 3 / 4
			note += fmt.Sprintf("; give the regime a window, as in %s", p)
		}
		l.Notes = append(l.Notes, note)
	}
	return nil
}

func firstPrompt(m asked, counter tokens.Counter, t *task.Task, c spec.Cell) (int, error) {
	shown, err := regime.Build(t, c.Regime)
	if err != nil {
		return 0, fmt.Errorf("task %s: %w", t.ID, err)
	}
	if err := regime.Leak(t, shown); err != nil {
		return 0, fmt.Errorf("task %s: %w", t.ID, err)
	}
	prompt, err := m.Prompt(&model.Request{Task: t, Context: shown, Seed: runner.Seed(c.Seed, t.ID, 0, 0)})
	if err != nil {
		return 0, fmt.Errorf("task %s: %w", t.ID, err)
	}
	n := 0
	for _, msg := range prompt {
		n += counter.Count(msg.Text)
	}
	return n, nil
}

// addTask adds the expected calls on one task whose first prompt has n tokens.
func (l *Line) addTask(n float64, cells []spec.Cell, prices *money.Prices, a Assumptions) {
	at := func(rate float64) (calls, in, out float64) {
		for round, c := range attempts(cells, rate) {
			calls += c
			in += c * (n + float64(round)*(l.Answer+a.ReportTokens))
			out += c * l.Answer
		}
		return calls, in, out
	}
	const million = 1_000_000
	perIn := prices.Cost(responses.Usage{In: million}) / million
	perOut := prices.Cost(responses.Usage{Out: million}) / million
	cost := func(in, out float64) float64 { return in*perIn + out*perOut }
	c1, i1, o1 := at(1)
	cp, ip, op := at(a.SolveRate)
	c0, i0, o0 := at(0)
	l.Calls.add(a.spread(c1, cp, c0))
	l.In.add(a.spread(i1, ip, i0))
	l.Out.add(a.spread(o1, op, o0))
	l.Cost.add(a.spread(cost(i1, o1), cost(ip, op), cost(i0, o0)))
}

func (a Assumptions) spread(least, same, most float64) Spread {
	return Spread{Number(least), Number(same), Number(a.SolveRate*least + (1-a.SolveRate)*most), Number(most)}
}

// attempts returns the expected number of attempts on one task by round, when each
// is a proof with probability rate, independently. Cells that differ in their
// budget alone share their samples, and an attempt that several make counts once.
func attempts(cells []spec.Cell, rate float64) []float64 {
	rounds := 1 + slices.MaxFunc(cells, func(a, b spec.Cell) int { return cmp.Compare(a.Budget.R, b.Budget.R) }).Budget.R
	samples := slices.MaxFunc(cells, func(a, b spec.Cell) int { return cmp.Compare(a.Budget.K, b.Budget.K) }).Budget.K
	q := 1 - rate
	out := make([]float64, rounds)
	for j := range out {
		for i := range samples {
			most := 0.0
			for _, c := range cells {
				if i < c.Budget.K && j <= c.Budget.R {
					most = max(most, reached(c, q, i, j))
				}
			}
			out[j] += most
		}
	}
	return out
}

// reached is the probability that sample i of a cell gets to round j when attempts
// fail with probability q.
func reached(c spec.Cell, q float64, i, j int) float64 {
	switch {
	case c.Policy == spec.DepthFirst: // every earlier sample failed in all its rounds
		return math.Pow(q, float64(i*(c.Budget.R+1)+j))
	case c.Policy == spec.BreadthFirst && j > 0: // all first attempts failed
		return math.Pow(q, float64(c.Budget.K+j-1))
	}
	return math.Pow(q, float64(j))
}
